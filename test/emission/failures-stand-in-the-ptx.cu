// REQUIRES: plugin, cuda
// Each residual check ends in its id and a trap, in cold code, under the line of
// its access; what the launcher decides stands at the entry of the body behind
// the user's symbol only.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -gline-tables-only -S %s -o %t.ptx -mllvm -tilechecks=bodies=all
// RUN: FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_90 %t.ptx -o %t.cubin
#include <tilechecks/tilechecks.hpp>

// CHECK: .visible .entry _Z6gather{{[a-zA-Z0-9_]*[a-zA-Z0-9]}}(
// CHECK: tilechecks: fail 10737418{{[0-9]+}} index=
// CHECK: .visible .entry _Z6gather{{.*}}__tc_unchecked(
// CHECK-NOT: tilechecks: fail
// CHECK: .visible .entry _Z6gather{{.*}}__tc_placed(
// CHECK-NOT: tilechecks: fail 1073741
// CHECK: .loc {{[0-9]+}} [[@LINE+8]] {{[0-9]+}}
// CHECK: tilechecks: fail 0 index=%rd{{[0-9]+}} extent=%rd{{[0-9]+}}
// CHECK-NEXT: trap;
// CHECK-NOT: tilechecks: fail 1073741
// CHECK: .visible .entry _Z6gather{{.*}}__tc_no_hoist(
__global__ void gather(tc::tensor1<const int> id, tc::tensor1<const float> x, float *out, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x(id(i));
  *out = s;
}
