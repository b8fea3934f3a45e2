// 16 x 16 elements do not fit an 8-bit offset: element (8, 0) was written at -128, and no launch check refused it.
// REQUIRES: cuda
// RUN: %clang_tc --offload-arch=sm_90 --cuda-device-only -O3 -S -emit-llvm -o %t.ll %s -mllvm -tilechecks=sidecar=%t.json
// RUN: FileCheck %s --input-file=%t.json
#include <tilechecks/tilechecks.hpp>

// CHECK: extent({{.*}},0)*extent({{.*}},1) <= 127
__global__ void narrow(tc::tensor<float, tc::extents<signed char, tc::dyn, tc::dyn>> x) {
  x((signed char)blockIdx.x, (signed char)0) = 1;
}
