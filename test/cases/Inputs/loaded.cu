// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses whose operands are loaded from memory: checked once before the loop that runs them, or at the launch where
// the launch knows. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using mat = tc::tensor2<float>;
using input = tc::tensor1<const float>;
using ints = tc::tensor1<const int>;

// Where `sufficient=launch` is asked for.
#define SUFFICIENT TC_KERNEL(tc::sufficient_launch) __global__ void

// On request a launch check that is only sufficient takes the place of the hoisted one.
// COUNTS: TILECHECKS_TIMING module=loaded function=h04_sufficient checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
SUFFICIENT h04_sufficient(ints n, vec x, int m) {
  const int rounds = n(blockIdx.x);
  for (int a = 0; a < rounds; ++a)
    for (int j = 0; j < m; ++j)
      x(j) = j + 1; // line: h04_sufficient
}

// COUNTS-NEXT: function=g07_sufficient checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
SUFFICIENT g07_sufficient(ints m, vec x, int n) {
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      x(j) = 1;
}

// COUNTS-NEXT: function=g11_data_sufficient checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
SUFFICIENT g11_data_sufficient(ints v, vec x, int n) {
  for (int k = 0; k < n; ++k) {
    x(k) = 1;
    if (v(k) != 0)
      break;
  }
}

#ifndef PLACED_ONLY
// Case: H03. A start from memory, a negative slope: both extremes.
// COUNTS-NEXT: function=h03 checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL h03(ints c, vec x, int m) {
  const int start = c(blockIdx.x);
  for (int j = 0; j < m; ++j)
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(start - 2 * j){{.*}}deny_in_kernel_checks; hint: clamp
    x(start - 2 * j) = j + 1; // line: h03
}

// Case: H04. The outer bound is data: no exact launch check, as there may be no iteration. Checked before both loops.
// COUNTS-NEXT: function=h04 checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL h04(ints n, vec x, int m) {
  const int rounds = n(blockIdx.x);
  for (int a = 0; a < rounds; ++a)
    for (int j = 0; j < m; ++j)
      // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
      x(j) = j + 1; // line: h04
}

// The bound read in the loop's condition; no store in the loop.
// COUNTS-NEXT: function=h04_condition checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL h04_condition(ints n, input x, int m, float *sum) {
  float s = 0;
  for (int a = 0; a < n(blockIdx.x); ++a)
    for (int j = 0; j < m; ++j)
      // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
      s += x(j);
  *sum = s;
}

// Case: H05. The inner bound is loaded at each round: checked before the inner loop, and its load at launch.
// COUNTS-NEXT: function=h05 checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL h05(ints len, input x, int n, float *sum) {
  float s = 0;
  for (int a = 0; a < n; ++a)
    for (int j = 0; j < len(a); ++j)
      // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
      s += x(j); // line: h05
  *sum = s;
}

// COUNTS-NEXT: function=h05_local checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL h05_local(ints len, vec x, int n) {
  for (int a = 0; a < n; ++a) {
    const int m = len(a);
    for (int j = 0; j < m; ++j)
      // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
      x(j) = a + 1; // line: h05_local
  }
}

// Case: H07. The row is loaded at each round: its check stands before the inner loop.
// COUNTS-NEXT: function=h07 checks_discharged=0 checks_launch=2 checks_hoisted=1 checks_in_place=0
KERNEL h07(ints t, mat x, int n, int m) {
  for (int a = 0; a < n; ++a) {
    const int r = t(a);
    for (int j = 0; j < m; ++j)
      // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(r, j){{.*}}deny_in_kernel_checks; hint: clamp
      x(r, j) = a + 1; // line: h07
  }
}

// Case: H08. Two-sided. Report: K16.
// COUNTS-NEXT: function=h08 checks_discharged=0 checks_launch=2 checks_hoisted=1 checks_in_place=0
KERNEL h08(ints lo, ints hi, vec x) {
  const int end = hi(blockIdx.x);
  for (int j = lo(blockIdx.x); j < end; ++j)
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
    x(j) = j + 1; // line: h08
}

// COUNTS-NEXT: function=h08_condition checks_discharged=0 checks_launch=2 checks_hoisted=1 checks_in_place=0
KERNEL h08_condition(ints lo, ints hi, input x, float *sum) {
  float s = 0;
  for (int j = lo(blockIdx.x); j < hi(blockIdx.x); ++j)
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
    s += x(j);
  *sum = s;
}

// Report: K16. Offsets of rows, unvalidated.
// COUNTS-NEXT: function=k16 checks_discharged=0 checks_launch=2 checks_hoisted=1 checks_in_place=0
KERNEL k16(ints off, vec x) {
  const int end = off(blockIdx.x + 1);
  for (int i = off(blockIdx.x); i < end; ++i)
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(i){{.*}}deny_in_kernel_checks; hint:
    x(i) = i + 1; // line: k16
}

// Case: H09. A violation is seen before the loop, and after what stands before the loop.
// COUNTS-NEXT: function=h09 checks_discharged=0 checks_launch=2 checks_hoisted=1 checks_in_place=0
KERNEL h09(vec out, ints len, vec x) {
  out(blockIdx.x) = 1;
  const int n = len(blockIdx.x);
  for (int j = 0; j < n; ++j)
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop{{.*}}: {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
    x(j) = j + 1; // line: h09
}

// Case: G07. The condition is data, the bound is not: the loop in two versions, with the check and without.
// COUNTS-NEXT: function=g07 checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL g07(ints m, vec x, int n) {
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
      x(j) = 1; // line: g07
}

// Case: H10. Bound and condition are data.
// COUNTS-NEXT: function=h10 checks_discharged=0 checks_launch=1 checks_hoisted=2 checks_in_place=0
KERNEL h10(ints len, ints m, vec x) {
  const int n = len(blockIdx.x);
  for (int j = 0; j < n; ++j)
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of m runs once before the loop{{.*}}: {{.*}}access m(j){{.*}}deny_in_kernel_checks; hint:
    if (m(j) != 0)
      // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x {{.*}}access x(j){{.*}}deny_in_kernel_checks; hint:
      x(j) = 1; // line: h10
}

// Case: G11. Data end the loop: how far it comes is unknown.
// COUNTS-NEXT: function=g11_data checks_discharged=0 checks_launch=0 checks_hoisted=2 checks_in_place=0
KERNEL g11_data(ints v, vec x, int n) {
  for (int k = 0; k < n; ++k) {
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x {{.*}}access x(k){{.*}}deny_in_kernel_checks; hint:
    x(k) = 1;
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of v {{.*}}access v(k){{.*}}deny_in_kernel_checks; hint:
    if (v(k) != 0)
      break;
  }
}

// Report: L13. The bound is the thread's own; one with no iteration never traps.
// COUNTS-NEXT: function=l13_loaded checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL l13_loaded(ints first, vec x, int n) {
  const int base = first(0);
  for (int i = threadIdx.x; i < n; i += 2)
    // DENY: error: {{.*}}loaded.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x {{.*}}access x(base + i){{.*}}deny_in_kernel_checks; hint:
    x(base + i) = 1;
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
