// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch checks that are only sufficient, asked for: whether the access is reached is for data to say. declared.py puts
// what the refusal of each kernel names in front of its declaration, and then the DECLARED lines hold.
#include <tilechecks/tilechecks.hpp>

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using ints = tc::tensor1<const int>;

// Case: H04
// COUNTS: TILECHECKS_TIMING module=sufficient function=h04 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
// DECLARED: TILECHECKS_TIMING module=sufficient function=h04 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
TC_KERNEL(tc::sufficient_launch)
__global__ void h04(ints n, vec x, int m) {
  const int rounds = n(blockIdx.x);
  for (int a = 0; a < rounds; ++a)
    for (int j = 0; j < m; ++j)
      x(j) = j + 1;
}

// Case: G07
// COUNTS-NEXT: function=g07 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
// DECLARED-NEXT: function=g07 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
TC_KERNEL(tc::sufficient_launch)
__global__ void g07(ints m, vec x, int n) {
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      x(j) = 1;
}

// Case: G11
// COUNTS-NEXT: function=g11 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
// DECLARED-NEXT: function=g11 checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
TC_KERNEL(tc::sufficient_launch)
__global__ void g11(ints v, vec x, int n) {
  for (int k = 0; k < n; ++k) {
    x(k) = 1;
    if (v(k) != 0)
      break;
  }
}

// An implication: with n <= 0 no row is loaded.
// COUNTS-NEXT: function=guarded checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
// DECLARED-NEXT: function=guarded checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
TC_KERNEL(tc::sufficient_launch)
__global__ void guarded(ints v, vec x, int n, int i) {
  for (int k = 0; k < n; ++k)
    if (v(k) != 0)
      x(i) = 1;
}
// COUNTS-NOT: TILECHECKS_TIMING
// DECLARED-NOT: TILECHECKS_TIMING
