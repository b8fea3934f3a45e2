// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and products of loop variables, block and thread indices and arguments: over all threads, in exact arithmetic,
// and with 32-bit arithmetic as it wraps. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using mat = tc::tensor2<float>;
using wide = tc::tensor<float, tc::extents<long long, tc::dyn>>;

// Case: G02. The product of two arguments, exact.
// COUNTS: TILECHECKS_TIMING module=products function=g02 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g02(vec x, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x(i * m + j) = 1; // line: g02
}

// An argument times the loop variable, plus another. The first index out of range is the violation, before any wraps
// back into it: each step is shorter than 2^32 less an extent.
// COUNTS-NEXT: function=affine checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL affine(vec x, int n, int a, int b) {
  for (int j = 0; j < n; ++j)
    x(a * j + b) = 1;
}

// Case: F20. n > 0 implies 2*(n-1)+1 < extent(x,0), wide; and the column.
// COUNTS-NEXT: function=f20 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f20(mat x, int n) {
  for (int j = 0; j < n; ++j)
    x(2 * j + 1, 0) = 1; // line: f20
}

// COUNTS-NEXT: function=constant_negative checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL constant_negative(vec x, int n) {
  for (int j = 0; j < n; ++j)
    x(7 - 3 * j) = 1;
}

// A sum over three loop variables.
// COUNTS-NEXT: function=several checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL several(vec x, int n, int m, int p) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < p; ++k)
        x(i * 4 + j * 2 + k) = 1;
}

// Report: K1. A 32-bit product, widened after it wrapped. Modulo 2^32 the index is bid*p + tid*HW with p = C*HW
// wrapped, and steps of no more than 2^31 leave the tensor before they come back.
// COUNTS-NEXT: function=k1 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k1(wide x, int C, int HW) {
  int n = blockIdx.x, c = threadIdx.x;
  x((n * C + c) * HW) = 1; // line: k1
}

// Report: K2. Unsigned times int, unsigned plus int.
// COUNTS-NEXT: function=k2 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k2(vec x, int hidden) {
  unsigned row = blockIdx.x;
  int i = threadIdx.x;
  x(row * hidden + i) = 1; // line: k2
}

// Report: K17. A coordinate times a stride.
// COUNTS-NEXT: function=k17 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k17(vec x, int coord, int stride) {
  x(coord * stride) = 1; // line: k17
}

// Report: K18. The grid counted in pairs, eight elements stored.
// COUNTS-NEXT: function=k18 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k18(vec x) {
  int pid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    x(pid * 8 + k) = 1; // line: k18
}

// The same over all threads.
// COUNTS-NEXT: function=k17_threads checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k17_threads(vec x, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x(i * stride) = 1; // line: k17_threads
}

// Report: K4. A count truncated to 32 bits is what is counted to.
// COUNTS-NEXT: function=k4 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k4(vec x, long long N, long long D) {
  int total = int(N * D);
  for (int i = 0; i < total; ++i)
    x(i) = 1; // line: k4
}

// Report: K20. Two-sided at both ends of the filter; an image smaller than the radius is refused.
// COUNTS-NEXT: function=k20 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k20(vec x, int y0, int r) {
  for (int y = -r; y <= r; ++y)
    x(y0 + y) = 1; // line: k20
}

// COUNTS-NEXT: function=k20_blocks checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k20_blocks(vec x, int r) {
  int y0 = blockIdx.x;
  for (int y = -r; y <= r; ++y)
    x(y0 + y) = 1;
}

#ifndef PLACED_ONLY
// Report: K5. Beyond 2^31 elements bid*BS wraps, and n - base may again: what all blocks attain is no function that a
// launch could evaluate, so each block checks its own range before its loop.
// COUNTS-NEXT: function=k5 checks_discharged=0 checks_launch=0 checks_hoisted=1 checks_in_place=0
KERNEL k5(vec x, int n, int BS) {
  int base = blockIdx.x * BS;
  int count = min(n - base, BS);
  for (int i = 0; i < count; ++i)
    // DENY: error: {{.*}}products.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x {{.*}}access x(base + i){{.*}}deny_in_kernel_checks; hint:
    x(base + i) = 1; // line: k5
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
