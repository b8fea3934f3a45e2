// A residual check is no business of other passes: what they know of the index (here: the user's own test of the same
// thing; in LLVM 22.1.8 also what its constraint elimination gets wrong) does not remove it. The reference body proves
// nothing and so still holds the check that the condition makes redundant; the placed body holds none.
//
// Report: L1
// REQUIRES: plugin, cuda
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o - -mllvm -tilechecks=bodies=reference | FileCheck %s
#include <tilechecks/tilechecks.hpp>

extern "C" __global__ void guarded(tc::tensor1<float> x, const int *i) {
  const int v = *i;
  if (v >= 0 && v < x.extent(0))
    x(v) = 1;
}

// CHECK-LABEL: .visible .entry guarded__tc_placed(
// CHECK-NOT: tilechecks: fail
// CHECK-LABEL: .visible .entry guarded__tc_reference(
// CHECK: tilechecks: fail 0
// CHECK: trap;
