// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops with an unchecked and a checked copy. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using ints = tc::tensor1<const int>;

// COUNTS: TILECHECKS_TIMING module=versions function=all_at_launch checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL all_at_launch(ints m, tc::tensor1<float> x, int n) {
  for (int j = 0; j < n; ++j)
    x(j) = m(j);
}

#ifndef PLACED_ONLY
// Case: G07. A condition on data.
// COUNTS-NEXT: function=g07 checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL g07(ints m, tc::tensor1<float> x, int n) {
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses between an unchecked and a checked copy of the loop: the access runs under a condition on data; access x(j), index j; forbidden by deny_in_kernel_checks; hint: ask for a sufficient launch check (sufficient_launch), or forbid checks in loops only (deny_in_loop_checks)
      x(j) = j + 1; // line: g07
}

// Case: G11c. An exit that data decide: both versioned, by one decision.
// COUNTS-NEXT: function=g11c checks_discharged=0 checks_launch=0 checks_hoisted=2 checks_in_place=0
KERNEL g11c(ints v, tc::tensor1<float> x, int n) {
  for (int k = 0; k < n; ++k) {
    // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}: the loop may be left early{{.*}}; hint: ask for a sufficient launch check
    x(k) = k + 1; // line: g11c
    // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of v runs once before the loop and chooses
    if (v(k) != 0) // line: g11c_exit
      break;
  }
}

// Case: H10. The bound is loaded: the condition's own access is hoisted, what it guards versioned.
// COUNTS-NEXT: function=h10 checks_discharged=0 checks_launch=1 checks_hoisted=2 checks_in_place=0
KERNEL h10(ints len, ints m, tc::tensor1<float> x) {
  int n = len(blockIdx.x);
  for (int j = 0; j < n; ++j)
    // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of m runs once before the loop:
    if (m(j) != 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}; hint: pass what is loaded as a kernel argument and ask for a sufficient launch check (sufficient_launch), or forbid checks in loops only (deny_in_loop_checks)
      x(j) = j + 1; // line: h10
}

// A sum that lives on behind the loop, of loads.
// COUNTS-NEXT: function=sum checks_discharged=0 checks_launch=2 checks_hoisted=1 checks_in_place=0
KERNEL sum(ints m, tc::tensor1<const float> x, tc::tensor1<float> o, int n) {
  float s = 0;
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses
      s += x(j); // line: sum
  o(0) = s;
}

// The thread returns out of the loop; what it has summed is stored on two ways.
// COUNTS-NEXT: function=early_return checks_discharged=0 checks_launch=0 checks_hoisted=2 checks_in_place=2
KERNEL early_return(ints m, tc::tensor1<const float> x, tc::tensor1<float> o, int n) {
  float s = 0;
  for (int j = 0; j < n; ++j) {
    // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses
    s += x(j); // line: early_return
    // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of m runs once before the loop and chooses
    if (m(j) != 0) {
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of o stays
      o(0) = s;
      return;
    }
  }
  // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of o stays
  o(1) = s;
}

// The whole nest is copied: both conditions are known before it.
// COUNTS-NEXT: function=nest checks_discharged=0 checks_launch=1 checks_hoisted=2 checks_in_place=0
KERNEL nest(ints m, tc::tensor2<float> x, int n, int k) {
  for (int a = 0; a < n; ++a)
    for (int j = 0; j < k; ++j)
      if (m(j) != 0)
        // DENY: error: {{.*}}versions.cu:[[@LINE+2]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses
        // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 1 of x runs once before the loop and chooses
        x(a, j) = a + j + 1; // line: nest
}

// The inner loop's bound is loaded in the outer one: a decision in each turn of the outer loop.
// COUNTS-NEXT: function=inner checks_discharged=0 checks_launch=1 checks_hoisted=2 checks_in_place=0
KERNEL inner(ints len, ints m, tc::tensor1<float> x, int n) {
  for (int a = 0; a < n; ++a) {
    int l = len(a);
    for (int j = 0; j < l; ++j)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of m runs once before the loop:
      if (m(j) != 0)
        // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses
        x(j) += a + 1; // line: inner
  }
}

// A check that is hoisted inside the copied loop stands in both copies.
// COUNTS-NEXT: function=hoisted_inside checks_discharged=0 checks_launch=2 checks_hoisted=2 checks_in_place=0
KERNEL hoisted_inside(ints t, tc::tensor1<float> y, tc::tensor2<float> x, int n) {
  for (int a = 0; a < n; ++a) {
    int r = t(a);
    if (r > 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of y runs once before the loop and chooses
      y(a) = r; // line: y
    for (int j = 0; j < 2; ++j)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop:
      x(r, j) = a + 1; // line: hoisted_inside
  }
}

// Rule: 5. Threads meet in the loop: they take the same copy, because n is the same for all.
// COUNTS-NEXT: function=barrier checks_discharged=0 checks_launch=1 checks_hoisted=2 checks_in_place=0
KERNEL barrier(ints m, tc::tensor2<float> x, int n) {
  for (int j = 0; j < n; ++j) {
    if (m(j) != 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+2]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 1 of x runs once before the loop and chooses
      x(threadIdx.x, j) = j + 1; // line: barrier
    __syncthreads();
  }
}

// Rule: 5. The bound is loaded by each thread: no version.
// COUNTS-NEXT: function=divergent checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=1
KERNEL divergent(ints len, ints m, tc::tensor1<float> x) {
  int n = len(threadIdx.x);
  for (int j = 0; j < n; ++j) {
    // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of m runs once before the loop:
    if (m(j) != 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x stays in the loop body: not every iteration need reach the access, and the threads that meet at a barrier {{.*}}; hint: pass the operands as kernel arguments, or move the barrier out of the loop
      x(j) = j + 1; // line: divergent
    __syncthreads();
  }
}

// Report: L13. The trip count is the thread's own.
// COUNTS-NEXT: function=l13 checks_discharged=0 checks_launch=0 checks_hoisted=2 checks_in_place=0
KERNEL l13(ints m, tc::tensor1<float> x, int n) {
  for (int j = threadIdx.x; j < n; j += 2)
    // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of m runs once before the loop:
    if (m(j) != 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses
      x(j) = j + 1; // line: l13
}

// Two loops, two versions.
// COUNTS-NEXT: function=twice checks_discharged=0 checks_launch=2 checks_hoisted=2 checks_in_place=0
KERNEL twice(ints m, tc::tensor1<float> x, tc::tensor1<float> y, int n) {
  float s = 0;
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses
      s += x(j); // line: twice_x
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      // DENY: error: {{.*}}versions.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of y runs once before the loop and chooses
      y(j) = s; // line: twice_y
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
