// The offset of x(i, j) is computed in the index type, so the number of elements has to fit it, also where the kernel's
// name does not tell the parameter's type (C linkage), where the tensor stands in a struct, where its index type is
// unsigned, where only its strides vary, and where the kernel overwrites the parameter. 65536 x 65536 floats with int
// indices: both indices are in range and the offset is 0 again.
//
// REQUIRES: plugin, cuda
// RUN: env TILECHECKS_DUMP=plan %clang_tc --cuda-device-only --offload-arch=sm_90 -O1 -S %s -o /dev/null 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>

// CHECK-LABEL: plan c_linkage:
// CHECK: contract exact {{.*}} ; extent({{[a-z]+}},0)*extent({{[a-z]+}},1) <= 2^31-1
extern "C" __global__ void c_linkage(tc::tensor2<float> x) { x(blockIdx.x, 0) = 1; }

struct box {
  int other;
  tc::tensor2<float> x;
};
// CHECK-LABEL: plan _Z9in_struct3box:
// CHECK: contract exact (<= (* (param 0 16 32) (param 0 20 32)) 2147483647)
__global__ void in_struct(box b) { b.x(blockIdx.x, 0) = 1; }

// CHECK-LABEL: plan {{.*}}unsigned_index
// CHECK: contract exact {{.*}} <= 2^32-1
__global__ void unsigned_index(tc::tensor<float, tc::extents<unsigned, tc::dyn, tc::dyn>> x) { x(blockIdx.x, 0u) = 1; }

// CHECK-LABEL: plan {{.*}}strides_only
// CHECK: contract exact {{.*}} ; {{.*}}max(
__global__ void strides_only(tc::tensor<float, tc::extents<int, 30000, 30000>, tc::layout_stride> x) { x(blockIdx.x % 30000, 0) = 1; }

// CHECK-LABEL: plan {{.*}}overwritten
// CHECK: contract exact (<= (* (param 0 8 32) (param 0 12 32)) 2147483647)
// CHECK: contract exact (<= (* (param 1 8 32) (param 1 12 32)) 2147483647)
__global__ void overwritten(tc::tensor2<float> x, tc::tensor2<float> y, bool c) {
  if (c)
    x = y;
  x(blockIdx.x, 0) = 1;
}
