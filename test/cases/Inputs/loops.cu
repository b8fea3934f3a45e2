// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses in loops and by launch-known operands. The expected counts stand above each kernel: discharged, launch,
// hoisted, in place. With -DDENY every kernel forbids checks that stay; those which keep one stand under
// #ifndef PLACED_ONLY and are then errors, with the text given here.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using fixed4 = tc::tensor<float, tc::extents<int, 4>>;
using fixed8 = tc::tensor<float, tc::extents<int, 8>>;
using slab = tc::tensor<float, tc::extents<int, 1, 4>>;

// Case: F01. A constant loop over a constant extent.
// COUNTS: TILECHECKS_TIMING module=loops function=f01 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f01(fixed4 x) {
  for (int j = 0; j < 4; ++j)
    x(j) = j + 1;
}

// Case: F02. n > 0 implies n <= extent(x,0); extents being no less than 0, n <= extent(x,0) says the same.
// COUNTS-NEXT: function=f02 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f02(tc::tensor1<float> x, int n) {
  for (int j = 0; j < n; ++j)
    x(j) = j + 1; // line: f02
}

// Case: F03. Two-sided.
// COUNTS-NEXT: function=f03 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f03(tc::tensor1<float> x, int idx) { x(idx) = 7; } // line: f03

// Case: F14. What is no error: the constant out of range stands under a condition that the launch knows, here; and one
// that only the data know, below.
// COUNTS-NEXT: function=f14_flag checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f14_flag(slab o, int flag) {
  if (flag != 0)
    o(1, 0) = 7;
}

#ifndef PLACED_ONLY
// COUNTS-NEXT: function=f14_data checks_discharged=3 checks_launch=0 checks_hoisted=0 checks_in_place=1
KERNEL f14_data(slab o) {
  const float first = o(0, 0);
  if (first > 0)
    o.data()[1] = 1;
  if (first < 0)
    // DENY: error: {{.*}}loops.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of o stays at its access: {{.*}}access o(1, 0){{.*}}deny_in_kernel_checks; hint:
    o(1, 0) = 7; // line: f14_data
}
#endif

// Case: F16. Under a condition no error either.
// COUNTS-NEXT: function=f16_flag checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f16_flag(fixed8 x, int flag) {
  if (flag != 0)
    for (int j = -2; j < 3; ++j)
      x(j) = 7;
}

// The hint for H02 below, followed.
// COUNTS-NEXT: function=h02_clamped checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL h02_clamped(tc::tensor1<const int> len, tc::tensor1<float> x) {
  int m = len(blockIdx.x);
  m = m < x.extent(0) ? m : x.extent(0);
  for (int j = 0; j < m; ++j)
    x(j) = j + 1;
}

#ifndef PLACED_ONLY
// Case: H01. r before the loop, guarded by n > 0; j at launch.
// COUNTS-NEXT: function=h01 checks_discharged=0 checks_launch=2 checks_hoisted=1 checks_in_place=0
KERNEL h01(tc::tensor1<const int> t, tc::tensor2<float> x, int n) {
  const int r = t(blockIdx.x);
  for (int j = 0; j < n; ++j)
    // DENY: error: {{.*}}loops.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(r, j){{.*}}deny_in_kernel_checks; hint: clamp what is loaded to the extent, pass it as a kernel argument, or forbid checks in loops only (deny_in_loop_checks)
    x(r, j) = j + 1;
}

// Case: H02. At len - 1; the lower bound is proven. The bound in a local before the loop, here; read in the loop's
// condition, below.
// COUNTS-NEXT: function=h02_local checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL h02_local(tc::tensor1<const int> len, tc::tensor1<float> x) {
  const int m = len(blockIdx.x);
  for (int j = 0; j < m; ++j)
    // DENY: error: {{.*}}loops.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint: clamp
    x(j) = j + 1;
}

// COUNTS-NEXT: function=h02_condition checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL h02_condition(tc::tensor1<const int> len, tc::tensor1<const float> x, float *sum) {
  float s = 0;
  for (int j = 0; j < len(blockIdx.x); ++j)
    // DENY: error: {{.*}}loops.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint: clamp
    s += x(j);
  *sum = s;
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
