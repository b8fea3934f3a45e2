// REQUIRES: plugin, cuda
// Only 0 <= r stood before the loop: both bounds of a check there are one comparison where 64 bits hold them, an unsigned extent
// of 64 bits is not held, and the check of its upper bound was taken for one that had been put in already.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.ptx
// RUN: FileCheck %s < %t.ptx
#include <tilechecks/tilechecks.hpp>

using rows = tc::tensor<float, tc::extents<unsigned long long, tc::dyn, tc::dyn>>;

// CHECK-LABEL: .entry wide__tc_placed(
// CHECK: setp.{{(gt|lt)}}.s64 {{.*}}, {{-1|0}};
// CHECK: setp.{{(ge|gt|le|lt)}}.u64
// CHECK: st.global
// CHECK: ret;
extern "C" __global__ void wide(tc::tensor1<const long long> t, rows x, int n) {
  const long long r = t(blockIdx.x);
  for (int j = 0; j < n; ++j)
    x(r, j) = 1;
}
