// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of tiles and slabs, with elements in place of tiles of one: counts by hand, sizes declared and not, decoded
// blocks, nests. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
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
using inputs = tc::tensor2<const float>;
using slab = tc::tensor<float, tc::extents<int, 1, 4>>;
using rows_of_four = tc::tensor<float, tc::extents<int, tc::dyn, 4>>;

// Case: F04, F05. To the extent itself; in a copy; in tiles of four, rounded up and down.
// COUNTS: TILECHECKS_TIMING module=rows function=f04 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f04(vec x) {
  for (int i = 0; i < x.extent(0); ++i)
    x(i) = 1;
}

// COUNTS-NEXT: function=f04_copy checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f04_copy(vec x) {
  const int n = x.extent(0);
  for (int i = 0; i != n; ++i)
    x(i) = 1;
}

// COUNTS-NEXT: function=f04_tiles_down checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f04_tiles_down(vec x) {
  const int n = x.extent(0);
  for (int i = 0; i < n / 4; ++i)
    x(i * 4 + 3) = 1;
}

// COUNTS-NEXT: function=f05 checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f05(mat x) {
  for (int i = 0; i < x.extent(0); ++i)
    for (int j = 0; j < x.extent(1); ++j)
      x(i, j) = 1;
}

// Case: F07. x's column count walks y's rows; the two index-0 goals hang on there being a column.
// COUNTS-NEXT: function=f07 checks_discharged=1 checks_launch=3 checks_hoisted=0 checks_in_place=0
KERNEL f07(inputs x, inputs y, float *out) {
  float s = 0;
  for (int k = 0; k < x.extent(1); ++k)
    s += x(0, k) * y(k, 0); // line: f07
  *out = s;
}

// Case: F06. The same, declared: y(k, 0) is proven, and other shapes are refused though they would run.
// COUNTS-NEXT: function=f06 checks_discharged=2 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f06(inputs x, inputs y, float *out) {
  tc::require(x.extent(1) == y.extent(0)); // line: f06
  float s = 0;
  for (int k = 0; k < x.extent(1); ++k)
    s += x(0, k) * y(k, 0);
  *out = s;
}

// Case: G15. Two declared equalities in a row.
// COUNTS-NEXT: function=g15_chain checks_discharged=2 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL g15_chain(inputs x, inputs w, inputs y, float *out) {
  tc::require(x.extent(1) == w.extent(0));
  tc::require(w.extent(0) == y.extent(0));
  float s = 0;
  for (int k = 0; k < x.extent(1); ++k)
    s += x(0, k) * y(k, 0);
  *out = s;
}

// Case: F27, G15. A declared divisibility.
// COUNTS-NEXT: function=f27 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f27(mat x) {
  tc::require(x.extent(1) % 2 == 0);
  for (int j = 0; j < x.extent(1) / 2; ++j)
    x(0, 2 * j + 1) = 1; // line: f27
}

// Case: F10, F17, F21. Block indices, one for each axis; a quotient that does not change in the loop.
// COUNTS-NEXT: function=f10 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f10(vec x) {
  x(blockIdx.x) = 1;
}

// COUNTS-NEXT: function=f17 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f17(mat x) {
  x(2 * blockIdx.x, blockIdx.y) = 1; // line: f17
}

// Case: S05. The grid's y axis is named, not its x axis.
// COUNTS-NEXT: function=s05 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s05(vec x) {
  x(blockIdx.y) = 1;
}

// COUNTS-NEXT: function=f21 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f21(mat x, int n) {
  for (int j = 0; j < n; ++j) {
    const int h = blockIdx.x / 2;
    x(h, j) = 1; // line: f21
  }
}

// Case: F11, F13, S04. A slab of its own extents: by block, by argument.
// COUNTS-NEXT: function=f11 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f11(slab o) {
  o(0, blockIdx.x) = 1; // line: f11
}

// COUNTS-NEXT: function=f13 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f13(slab o, int idx) {
  o(0, idx) = 1;
}

// Case: F12, F15, S22. To the slab's end; without rows.
// COUNTS-NEXT: function=f12 checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f12(slab o) {
  for (int j = 0; j < o.extent(1); ++j)
    o(0, j) = 1;
}

// COUNTS-NEXT: function=f15 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f15(rows_of_four o) {
  for (int j = 0; j < o.extent(1); ++j)
    o(0, j) = 1; // line: f15
}

// Case: F23. Unsigned arithmetic that wraps and returns; the axis is the second of the tensor.
// COUNTS-NEXT: function=f23 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f23(mat x) {
  const unsigned most = 2147483647u;
  const unsigned idx = (blockIdx.y + most) - most;
  x(0, idx) = 1; // line: f23
}

// Triangular nests: the inner bound is the outer variable.
// COUNTS-NEXT: function=lower_triangle checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL lower_triangle(mat x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      x(i, j) = 1; // line: lower_triangle
}

// Row 0 has no element: the last row is attained only where there are two.
// COUNTS-NEXT: function=strict_triangle checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL strict_triangle(mat x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x(i, j) = 1;
}

// COUNTS-NEXT: function=upper_triangle checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL upper_triangle(mat x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      x(i, j) = 1;
}

// A static extent proves what a dynamic one leaves to the launch.
// COUNTS-NEXT: function=static_guarded checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL static_guarded(tc::tensor<float, tc::extents<int, 6>> x, int n) {
  for (int i = 0; i < n && i < 6; ++i)
    x(i) = 1;
}

// Proven for every block.
// COUNTS-NEXT: function=static_lanes checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL static_lanes(tc::tensor<float, tc::extents<int, 32>> x) {
  x(threadIdx.x % 32) = 1;
}
// COUNTS-NOT: TILECHECKS_TIMING
