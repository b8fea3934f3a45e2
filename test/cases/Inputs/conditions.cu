// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses under conditions: what all threads that reach the access share, and no more. Counts, -DDENY and
// -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using ints = tc::tensor1<const int>;

// Case: G06. With the flag off a bad index runs.
// COUNTS: TILECHECKS_TIMING module=conditions function=g06 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g06(vec x, int i, int flag) {
  if (flag != 0)
    x(i) = 1; // line: g06
}

// COUNTS-NEXT: function=g06_loop checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g06_loop(vec x, int n, int flag) {
  for (int j = 0; j < n; ++j)
    if (flag > 3)
      x(j) = 1;
}

// Both sides of one condition.
// COUNTS-NEXT: function=g06_else checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL g06_else(vec x, vec y, int i, int flag) {
  if (flag < 0)
    x(i) = 1;
  else
    y(i) = 1;
}

// Two launch-known conditions at once.
// COUNTS-NEXT: function=both checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL both(vec x, int i, int a, int b) {
  if (a > 3 && b > 4)
    x(i) = 1;
}

// The access stands where neither holds.
// COUNTS-NEXT: function=neither checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL neither(vec x, int i, int a) {
  if (a > 3 || i >= 2)
    return;
  x(i) = 1;
}

// One of two launch-known conditions suffices.
// COUNTS-NEXT: function=either checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL either(vec x, int i, int a, int b) {
  if (a > 3 || b > 4)
    x(i) = 1;
}

// A launch-known condition, or one that bounds the index.
// COUNTS-NEXT: function=either_thread checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL either_thread(vec x, int a, int b) {
  int i = threadIdx.x;
  if (a > 3 || i < b)
    x(i) = 1;
}

// All threads but one: the extremes are attained unless it is that one.
// COUNTS-NEXT: function=unequal checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL unequal(vec x, int skip) {
  int i = threadIdx.x;
  if (i != skip)
    x(i) = 1;
}

// One thread alone.
// COUNTS-NEXT: function=equal checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL equal(vec x, int only) {
  int i = threadIdx.x;
  if (i == only)
    x(i) = 1;
}

// Report: K8. The length of a guards b: never proven from it. a itself is proven but for a thread index that wraps.
// COUNTS-NEXT: function=k8 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL k8(vec a, vec b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.extent(0)) {
    a(i) = 1;
    b(2 * i) = 1; // line: k8
  }
}

// Report: K9. A schedule without work for the block answers -1.
// COUNTS-NEXT: function=k9 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k9(vec shapes, int n) {
  int b = blockIdx.x;
  int g = b < n ? b : -1;
  shapes(g) = 1; // line: k9
}

// COUNTS-NEXT: function=k9_asked checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k9_asked(vec shapes, int n) {
  int b = blockIdx.x;
  int g = b < n ? b : -1;
  if (g >= 0)
    shapes(g) = 1;
}

// Minimum, maximum, clamp and choice.
// COUNTS-NEXT: function=minimum checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL minimum(vec x, int n) {
  for (int i = 0; i < n; ++i)
    x(min(i, 2)) = 1;
}

// COUNTS-NEXT: function=maximum checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL maximum(vec x, int n) {
  for (int i = 0; i < n; ++i)
    x(max(i - 1, 0)) = 1;
}

// Proven but for the empty tensor.
// COUNTS-NEXT: function=clamped checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL clamped(vec x, int i) {
  x(max(0, min(i, x.extent(0) - 1))) = 1;
}

// COUNTS-NEXT: function=folded checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL folded(vec x, int n) {
  for (int i = 0; i < n; ++i)
    x(i > 2 ? i - 3 : i) = 1;
}

// COUNTS-NEXT: function=slope_by_flag checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL slope_by_flag(vec x, int n, int flag) {
  for (int i = 0; i < n; ++i)
    x(flag != 0 ? 2 * i : i) = 1;
}

// Case: S28. A constant condition is no join: the first checks 100, the second keeps what is known of the argument.
// COUNTS-NEXT: function=s28_taken checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s28_taken(vec x, int rep) {
  int i = rep;
  if (true)
    i = 100;
  x(i) = 1; // line: s28_taken
}

// COUNTS-NEXT: function=s28_not_taken checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL s28_not_taken(vec x, int rep) {
  if (rep < 0 || rep >= x.extent(0))
    return;
  int i = 100;
  if (false)
    i = 101;
  else
    i = rep;
  x(i) = 1;
}

// Case: S18. The inner loop's own bounds, whatever the outer loop's.
// COUNTS-NEXT: function=s18 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s18(vec x, int n, int m) {
  for (int a = 0; a < n; ++a)
    for (int j = 2; j < m; ++j)
      x(j) = a + 1; // line: s18
}

// Case: F19. Operands invariant in both loops; both are guarded by n > 0.
// COUNTS-NEXT: function=f19 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f19(tc::tensor2<float> x, int head, int n) {
  for (int a = 0; a < n; ++a)
    for (int c = 0; c < 2; ++c)
      x(head, c) = a + 1; // line: f19
}

// Report: L7, L8. An invariant guard outside, one of the loop variable inside: neither is widened by the other.
// COUNTS-NEXT: function=l8 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l8(vec x, int n, int from, int flag) {
  if (flag == 1)
    for (int i = 0; i < n; ++i)
      if (i >= from)
        x(i - from) = 1;
}

// Report: K7. The load is not masked, the store is: the check of the load stays though most results are right.
// COUNTS-NEXT: function=k7 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL k7(tc::tensor1<const float> x, vec y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x(i); // line: k7
  if (i < n)
    y(i) = v;
}

// Nor does it go if nobody uses the value.
// COUNTS-NEXT: function=k7_unused checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k7_unused(tc::tensor1<const float> x, float *out) {
  float v = x(threadIdx.x);
  if (blockDim.x > 4096)
    *out = v;
}
// COUNTS-NOT: TILECHECKS_TIMING
