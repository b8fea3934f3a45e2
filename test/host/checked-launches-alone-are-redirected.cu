// In the host module the launches of checked kernels go to the run time where it is linked, through cudaLaunchKernel as
// through CUDA's template; those of other kernels do not. How the device code is embedded plays no part.
//
// REQUIRES: plugin, cuda
// RUN: rm -rf %t && mkdir %t && cp %s %t/k.cu
// RUN: %clang_tc --offload-arch=sm_90 -O2 -c %t/k.cu -save-temps=obj -o %t/k.o
// RUN: %clang_tc --offload-arch=sm_90 -O2 --cuda-host-only -Xclang -fcuda-include-gpubinary -Xclang %t/k.cu-cuda-nvptx64-nvidia-cuda.fatbin -S -emit-llvm %t/k.cu -o - | FileCheck %s
// RUN: llvm-nm %t/k.o | FileCheck %s --check-prefix=NM
// RUN: %clang_tc --offload-arch=sm_90 -O2 -fgpu-rdc -c %s -o - | llvm-nm - | FileCheck %s --check-prefix=NM
// RUN: %clang_tc --offload-arch=sm_90 --offload-arch=sm_100a -O0 -c %s -o - | llvm-nm - | FileCheck %s --check-prefix=NM0
//
// Off by one switch, and nothing to do where no device code is.
// RUN: %clang_tc --offload-arch=sm_90 -O2 -c %s -mllvm -tilechecks=raw_launches -o - | llvm-nm - | FileCheck %s --check-prefix=OFF
// RUN: env TILECHECKS_RAW_LAUNCHES=1 %clang_tc --offload-arch=sm_90 -O2 -c %s -o - | llvm-nm - | FileCheck %s --check-prefix=OFF
// RUN: %clang_tc --offload-arch=sm_90 -O2 --cuda-host-only -c %s -o - | llvm-nm - | FileCheck %s --check-prefix=OFF
#include <tilechecks/tilechecks.hpp>

using numbers = tc::tensor1<float>;
__global__ void checked(numbers x) {
  if (threadIdx.x < 7)
    x(threadIdx.x) = 1;
}
__global__ void other(float *p) { *p = 1; }

// CHECK-LABEL: define {{.*}}@_Z22__device_stub__checked
// CHECK: icmp {{(eq|ne)}} ptr @tilechecks_cudaLaunchKernel, null
// CHECK: [[F:%.*]] = select i1 {{%.*}}, ptr @tilechecks_cudaLaunchKernel, ptr @cudaLaunchKernel
// CHECK: call noundef i32 [[F]](ptr noundef nonnull @_Z22__device_stub__checked

// CHECK-LABEL: define {{.*}}@_Z20__device_stub__otherPf
// CHECK: call noundef i32 @cudaLaunchKernel(ptr noundef nonnull @_Z20__device_stub__otherPf

// CHECK-LABEL: define {{.*}}@through_the_template
// CHECK: select {{.*}}@tilechecks_cudaLaunchKernelExC, ptr @cudaLaunchKernelExC
// CHECK: call noundef i32 @cudaLaunchKernelExC(ptr noundef {{.*}}, ptr noundef nonnull @_Z20__device_stub__otherPf
extern "C" void through_the_template(numbers x, float *p) {
  cudaLaunchConfig_t config = {};
  (void)cudaLaunchKernelEx(&config, checked, x);
  (void)cudaLaunchKernelEx(&config, other, p);
}

// CHECK: declare extern_weak {{.*}}@tilechecks_cudaLaunchKernel(
// NM: w tilechecks_cudaLaunchKernel{{$}}
// NM: w tilechecks_cudaLaunchKernelExC{{$}}
// NM0: w tilechecks_cudaLaunchKernel{{$}}
// OFF-NOT: tilechecks_cuda
// OFF: U cudaLaunchKernel{{$}}
// OFF-NOT: tilechecks_cuda
