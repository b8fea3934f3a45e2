// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that other range-check passes got wrong, the stencil, and unguarded rounded-up grids. Counts, -DDENY and
// -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

#include <climits>

using vec = tc::tensor1<float>;
using mat = tc::tensor2<float>;
using ints = tc::tensor1<const int>;

// Report: L1. With x >= 0 and the least 64-bit constant plus one, a true negative must not become true.
// COUNTS: TILECHECKS_TIMING module=reports function=l1 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l1(vec x, long long n) {
  if (n < 0)
    return;
  long long a = n + (LLONG_MIN + 1) - 1;
  if (a <= 0)
    x(n < 0 ? 5 : 0) = 1;
}

// Report: L12. Two loops in turn, the second by what the first left.
// COUNTS-NEXT: function=l12 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL l12(vec x, vec y, int n, int m) {
  int i = 0;
  for (; i < n; ++i)
    x(i) = 1;
  for (int j = 0; j < m; ++j)
    y(j) = 2;
}

// Report: L13. A thread without an iteration never traps.
// COUNTS-NEXT: function=l13 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l13(vec x, int n) {
  for (int i = threadIdx.x; i < n; ++i)
    x(i) = 1; // line: l13
}

// As many as the thread's index; thread 0 has none.
// COUNTS-NEXT: function=l13_threads checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l13_threads(vec x) {
  for (int i = 0; i < threadIdx.x; ++i)
    x(i) = 1;
}

// Report: K14. No guard, and a grid that is rounded up.
// COUNTS-NEXT: function=k14 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k14(vec x) {
  x(blockIdx.x * blockDim.x + threadIdx.x) = 1; // line: k14
}

// Guarded by a return.
// COUNTS-NEXT: function=k14_guarded checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k14_guarded(vec x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  x(i) = 1;
}

// Case: G14. A five-point stencil. A's ten hold unless a thread index wraps, which 65535 blocks of 1024 on the y axis
// cannot; B's two depend on both guards.
// COUNTS-NEXT: function=g14 checks_discharged=5 checks_launch=7 checks_hoisted=0 checks_in_place=0
KERNEL g14(tc::tensor2<const float> a, mat b) {
  int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < a.extent(0) - 1 && j < a.extent(1) - 1)
    b(i, j) = a(i, j) + a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1); // line: g14
}

// Report: L4. Two exits: i <= n alone does not keep i from wrapping around, i > m may end the loop before it would.
// COUNTS-NEXT: function=l4 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l4(vec x, int n, int m) {
  for (int i = 0; i <= n; ++i) {
    if (i > m)
      break;
    x(i) = 1; // line: l4
  }
}

// On the way down.
// COUNTS-NEXT: function=l4_down checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l4_down(vec x, int n, int m) {
  for (int i = n; i >= m; --i) {
    if (i < 0)
      break;
    x(i) = 1; // line: l4_down
  }
}

// COUNTS-NEXT: function=l4_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l4_unsigned(vec x, unsigned n, unsigned m) {
  for (unsigned i = 0; i <= n; ++i) {
    if (i > m)
      break;
    x(i) = 1; // line: l4_unsigned
  }
}

// i >= 0 never ends it.
// COUNTS-NEXT: function=l4_unsigned_down checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l4_unsigned_down(vec x, unsigned n, unsigned m) {
  for (unsigned i = n; i >= m; --i) {
    x(i) = 1; // line: l4_unsigned_down
    if (i == 0)
      break;
  }
}

// An exit by == that the loop may come to by wrapping around alone.
// COUNTS-NEXT: function=l4_equal checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l4_equal(vec x, int n, int m) {
  for (int i = 0; i <= n; ++i) {
    if (i == m)
      break;
    x(i / 2) = 1; // line: l4_equal
  }
}

#ifndef PLACED_ONLY
// Report: L2. An inner loop that may not end: nothing behind it is sure to be reached, so the check
// before the loop stops nothing: it chooses.
// COUNTS-NEXT: function=l2 checks_discharged=0 checks_launch=0 checks_hoisted=1 checks_in_place=0
KERNEL l2(vec x, volatile int *go, int n) {
  for (int i = 0; i < n; ++i) {
    while (*go == 0)
      ;
    // DENY: error: {{.*}}reports.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}access x(i){{.*}}deny_in_kernel_checks; hint:
    x(i) = 1;
  }
}

// Report: L4. An exit by data: how far the loop comes is not known.
// COUNTS-NEXT: function=l4_data checks_discharged=0 checks_launch=0 checks_hoisted=1 checks_in_place=0
KERNEL l4_data(vec x, const int *stop, int n) {
  for (int i = 0; i < n; ++i) {
    if (stop[i])
      break;
    // DENY: error: {{.*}}reports.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}access x(i){{.*}}deny_in_kernel_checks; hint:
    x(i) = 1;
  }
}

// Report: L5. One recurrence in two contexts: x's i + k is signed and may be used never, y's is unsigned and wraps by right.
// What is known of the one is not known of the other.
// COUNTS-NEXT: function=l5 checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL l5(vec x, vec y, const int *go, int n, int k) {
  for (int i = 0; i < n; ++i) {
    if (go[i])
      // DENY: error: {{.*}}reports.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}access x(i + k){{.*}}deny_in_kernel_checks; hint:
      x(i + k) = 1;
    y(unsigned(i) + unsigned(k)) = 2; // line: l5
  }
}

// The signed one always, the unsigned one by data.
// COUNTS-NEXT: function=l5_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL l5_unsigned(vec x, vec y, const int *go, int n, int k) {
  for (int i = 0; i < n; ++i) {
    if (go[i])
      // DENY: error: {{.*}}reports.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}access x(unsigned(i) + unsigned(k)){{.*}}deny_in_kernel_checks; hint:
      x(unsigned(i) + unsigned(k)) = 1;
    y(i + k) = 2; // line: l5_unsigned
  }
}

// On the way down.
// COUNTS-NEXT: function=l5_down checks_discharged=0 checks_launch=1 checks_hoisted=1 checks_in_place=0
KERNEL l5_down(vec x, vec y, const int *go, int n, int k) {
  for (int i = n - 1; i >= 0; --i) {
    if (go[i])
      // DENY: error: {{.*}}reports.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}access x(i - k){{.*}}deny_in_kernel_checks; hint:
      x(i - k) = 1;
    y(unsigned(i) - unsigned(k)) = 2; // line: l5_down
  }
}

// The wrapped sum chooses: with k = INT_MAX the second i makes it negative, whatever x's signed sum promises.
// COUNTS-NEXT: function=l5_choice checks_discharged=1 checks_launch=0 checks_hoisted=1 checks_in_place=0
KERNEL l5_choice(vec x, const int *go, int *out, int n, int k) {
  __shared__ float s[2];
  tc::tensor<float, tc::extents<int, 2>> y(s);
  for (int i = 0; i < n; ++i) {
    if (go[i])
      // DENY: error: {{.*}}reports.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}access x(i + k){{.*}}deny_in_kernel_checks; hint:
      x(i + k) = 1;
    const int sum = int(unsigned(i) + unsigned(k));
    y(sum < 0 ? 0 : 1) = 2;
    out[i] = sum < 0;
  }
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
