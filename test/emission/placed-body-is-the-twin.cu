// REQUIRES: plugin, cuda
// A kernel without residual checks compiles to the twin, also next to one that
// keeps a check and calls the same helper; that one's unchecked body is its
// twin too. With and without debug info, with relocatable code.
//
// RUN: %clang_cuda -DTILECHECKS_UNCHECKED -fno-discard-value-names --cuda-device-only --offload-arch=sm_90 -O1 -S %s -o %t.twin.ptx
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O1 -S %s -o %t.ptx -mllvm -tilechecks=bodies=unchecked
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z5clean+__tc_placed %t.twin.ptx _Z5clean
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z6gather+__tc_unchecked %t.twin.ptx _Z6gather
// RUN: not %python %S/Inputs/same_kernel.py %t.ptx _Z6gather+__tc_placed %t.twin.ptx _Z6gather
//
// RUN: %clang_cuda -DTILECHECKS_UNCHECKED -fno-discard-value-names --cuda-device-only --offload-arch=sm_90 -O3 -g -fgpu-rdc -S %s -o %t.twin.ptx
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -g -fgpu-rdc -S %s -o %t.ptx
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z5clean+__tc_placed %t.twin.ptx _Z5clean
//
// At -O0 the decisions are the same and the placed body holds no check.
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O0 -S %s -o %t.ptx -mllvm -tilechecks=sidecar=%t.O0.json
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.ptx -mllvm -tilechecks=sidecar=%t.O3.json
// RUN: FileCheck %s < %t.O0.json
// RUN: FileCheck %s < %t.O3.json
#include <tilechecks/tilechecks.hpp>

// CHECK: "name": "clean(
// CHECK: "symbol": "_Z5clean{{.*}}__tc_placed",
// CHECK-NEXT: "checks": 0
// CHECK: "in_place": 0
// CHECK: "name": "gather(
// CHECK: "symbol": "_Z6gather{{.*}}__tc_placed",
// CHECK-NEXT: "checks": 1
// CHECK: "in_place": 1
static __device__ float helper(tc::tensor1<const float> x, int i) {
  return x(i) * 2.f;
}

__global__ void clean(tc::tensor1<const float> x, tc::tensor1<float> y) {
  __shared__ float s[64];
  s[threadIdx.x] = helper(x, threadIdx.x);
  __syncthreads();
  y(threadIdx.x) = s[63 - threadIdx.x];
}

__global__ void gather(tc::tensor1<const int> id, tc::tensor1<const float> x, float *out, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += helper(x, id(i));
  *out = s;
}
