// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients, remainders, shifts and masks, of indices and arguments, signed and unsigned. Counts, -DDENY and
// -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using mat = tc::tensor2<float>;

// Report: L10. The extension of a narrow index is not its range.
// COUNTS: TILECHECKS_TIMING module=decodes function=l10 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l10(vec x, signed char n) {
  x(100 + n) = 1;
}

// COUNTS-NEXT: function=l10_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL l10_unsigned(vec x, unsigned char n) {
  x(100 + n) = 1;
}

// A thread index taken apart by a constant: the quotient's and the remainder's extremes.
// COUNTS-NEXT: function=decode_static checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL decode_static(mat x) {
  int t = threadIdx.x;
  x(t / 4, t % 4) = 1; // line: decode_static
}

// By the tensor's own extent, under the guard of its size: proven, but for a thread index that wraps. The launcher
// holds the number of elements to the index type.
// COUNTS-NEXT: function=decode_extent checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL decode_extent(mat x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < x.extent(0) * x.extent(1))
    x(i / x.extent(1), i % x.extent(1)) = 1;
}

// By an argument, each element of a range once.
// COUNTS-NEXT: function=decode_argument checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL decode_argument(mat x, int n, int w) {
  for (int i = 0; i < n; ++i)
    x(i / w, i % w) = 1;
}

// Read from an offset on, round and round: a dividend of either sign, which may wrap around.
// COUNTS-NEXT: function=rotated checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL rotated(vec x, int n, int o) {
  for (int i = 0; i < n; ++i)
    x((i + o) % n) = 1; // line: rotated
}

// COUNTS-NEXT: function=rotated_back checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL rotated_back(vec x, int n, int o) {
  for (int i = 0; i < n; ++i)
    x((o - i) % n) = 1;
}

// COUNTS-NEXT: function=rotated_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL rotated_unsigned(vec x, unsigned n, unsigned o) {
  for (unsigned i = 0; i < n; ++i)
    x((i + o) % n) = 1;
}

// Report: K15. Lanes of a warp against rows shorter than it.
// COUNTS-NEXT: function=k15_column checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL k15_column(mat x) {
  int r = blockIdx.x, column = threadIdx.x % 32;
  x(r, column) = 1; // line: k15_column
}

// COUNTS-NEXT: function=k15 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL k15(vec x, int D) {
  int r = blockIdx.x;
  int column = threadIdx.x % 32;
  x(r * D + column) = 1;
}

// A shift is a division that rounds down.
// COUNTS-NEXT: function=shift_right checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL shift_right(vec x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x(i >> 2) = 1;
}

// COUNTS-NEXT: function=shift_left checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL shift_left(vec x, int n) {
  for (int i = 0; i < n; ++i)
    x((i << 1) + 1) = 1;
}

// The low bits of a thread index.
// COUNTS-NEXT: function=lanes checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL lanes(vec x) {
  x(threadIdx.x & 7) = 1;
}

// Case: S30. Unsigned division, and a shift of a negative number.
// COUNTS-NEXT: function=s30_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s30_unsigned(vec x, unsigned a, unsigned b) {
  x(a / b + a % b) = 1;
}

// COUNTS-NEXT: function=s30_shift checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s30_shift(vec x, int a) {
  x((a >> 1) + 2) = 1;
}

// Case: S30. Division rounds to zero, the remainder has the dividend's sign; both are told apart from their unsigned
// namesakes.
// COUNTS-NEXT: function=s30_division checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s30_division(vec x, int a, int b) {
  x(a / b + 2) = 1;
}

// COUNTS-NEXT: function=s30_remainder checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s30_remainder(vec x, int a, int b) {
  x(a % b + 2) = 1;
}

#ifndef PLACED_ONLY
// Case: S21. A divisor that may be zero gives no fact, and no crash of ours.
// COUNTS-NEXT: function=s21 checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
KERNEL s21(tc::tensor<float, tc::extents<int, 101>> x, int *data) {
  int d = *data;
  if (d < -1 || d > 2)
    return;
  // DENY: error: {{.*}}decodes.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x {{.*}}access x(100 / d){{.*}}deny_in_kernel_checks; hint:
  x(100 / d) = 1;
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
