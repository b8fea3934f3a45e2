// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles in loops, by block and by what the launch knows: one thread copies a tile to shared memory or back. Counts, -DDENY
// and -DPLACED_ONLY as in loops.cu; all of these compile with -DDENY.
#include "tiles.hpp"

extern "C" __global__ void warm_up() {}

// Case: F01. A constant loop over a constant extent.
// COUNTS: TILECHECKS_TIMING module=tiles function=f01 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f01(tc::tensor<const float, tc::extents<int, 256>> x, float *sum) {
  auto p = x.partition<64>();
  float s = 0;
  for (int j = 0; j < 4; ++j)
    s += ld(p.tile(j));
  *sum = s;
}

// Case: F02. n > 0 implies n <= nt.
// COUNTS-NEXT: function=f02 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f02(input x, float *sum, int n) {
  auto p = x.partition<4>();
  float s = 0;
  for (int j = 0; j < n; ++j)
    s += ld(p.tile(j)); // line: f02
  *sum = s;
}

// Case: F03. Two-sided.
// COUNTS-NEXT: function=f03 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f03(input x, float *sum, int idx) {
  *sum = ld(x.partition<4>().tile(idx)); // line: f03
}

// Case: F04, S24. To the number of tiles: as the partition has it, rounded up and down by hand.
// COUNTS-NEXT: function=f04 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f04(input x, float *sum) {
  auto p = x.partition<4>();
  float s = 0;
  for (int i = 0; i < p.num_tiles(0); ++i)
    s += ld(p.tile(i));
  *sum = s;
}

// COUNTS-NEXT: function=f04_up checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f04_up(input x, float *sum) {
  auto p = x.partition<4>();
  const int n = x.extent(0);
  float s = 0;
  for (int i = 0; i < (n + 4 - 1) / 4; ++i)
    s += ld(p.tile(i));
  *sum = s;
}

// COUNTS-NEXT: function=f04_down checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f04_down(input x, float *sum) {
  auto p = x.partition<4>();
  const int n = x.extent(0);
  float s = 0;
  for (int i = 0; i < n / 4; ++i)
    s += ld(p.tile(i));
  *sum = s;
}

// Case: F05. A nest over both.
// COUNTS-NEXT: function=f05 checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f05(inputs x, float *sum) {
  auto p = x.partition<2, 4>();
  float s = 0;
  for (int i = 0; i < p.num_tiles(0); ++i)
    for (int j = 0; j < p.num_tiles(1); ++j)
      s += ld(p.tile(i, j));
  *sum = s;
}

// Case: F06. Declared equal: y(k, 0) is proven, and other shapes are refused though they would run.
// COUNTS-NEXT: function=f06 checks_discharged=2 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f06(inputs x, inputs y, float *sum) {
  tc::require(x.extent(1) == y.extent(0)); // line: f06
  auto px = x.partition<2, 32>();
  auto py = y.partition<32, 2>();
  float s = 0;
  for (int k = 0; k < px.num_tiles(1); ++k)
    s += ld(px.tile(0, k)) + ld(py.tile(k, 0));
  *sum = s;
}

// Case: F07, S25, S26. The same, undeclared: on the tile counts.
// COUNTS-NEXT: function=f07 checks_discharged=1 checks_launch=3 checks_hoisted=0 checks_in_place=0
KERNEL f07(inputs x, inputs y, float *sum) {
  auto px = x.partition<2, 32>();
  auto py = y.partition<32, 2>();
  float s = 0;
  for (int k = 0; k < px.num_tiles(1); ++k)
    s += ld(px.tile(0, k)) + ld(py.tile(k, 0)); // line: f07
  *sum = s;
}

// Case: F10. By block.
// COUNTS-NEXT: function=f10 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f10(input x, float *sum) {
  sum[blockIdx.x] = ld(x.partition<16>().tile(blockIdx.x)); // line: f10
}

// Case: F11, S04. A block's own slab, which is no tensor of the launch.
// COUNTS-NEXT: function=f11 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f11(float *out) {
  slab o(out + 256 * blockIdx.x);
  st(o.partition<1, 64>().tile(0, blockIdx.x), 7); // line: f11
}

// Case: F12. To the slab's end.
// COUNTS-NEXT: function=f12 checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f12(float *out) {
  slab o(out + 256 * blockIdx.x);
  auto p = o.partition<1, 64>();
  for (int j = 0; j < p.num_tiles(1); ++j)
    st(p.tile(0, j), 7);
}

// Case: F13.
// COUNTS-NEXT: function=f13 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f13(float *out, int idx) {
  slab o(out + 256 * blockIdx.x);
  st(o.partition<1, 64>().tile(0, idx), 7); // line: f13
}

// Case: F14, F16. What is no error: constants out of range under a condition.
// COUNTS-NEXT: function=f14_flag checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f14_flag(float *out, int flag) {
  slab o(out);
  if (flag != 0)
    st(o.partition<1, 64>().tile(1, 0), 7);
}

// COUNTS-NEXT: function=f16_flag checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f16_flag(tc::tensor<const float, tc::extents<int, 256>> x, float *sum, int flag) {
  auto p = x.partition<64>();
  float s = 0;
  if (flag != 0)
    for (int j = -2; j < 3; ++j)
      s += ld(p.tile(j));
  *sum = s;
}

// Case: F15, S22. A slab may have no row, whatever its root has.
// COUNTS-NEXT: function=f15 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f15(tc::tensor2<float> x, int rows) {
  tc::tensor<float, tc::extents<int, tc::dyn, 256>> o(x.data() + 256 * blockIdx.x, rows);
  auto p = o.partition<1, 64>();
  for (int j = 0; j < p.num_tiles(1); ++j)
    st(p.tile(0, j), 7); // line: f15
}

// Case: F17. Every second block of rows.
// COUNTS-NEXT: function=f17 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f17(inputs x, float *sum) {
  sum[blockIdx.x + gridDim.x * blockIdx.y] = ld(x.partition<2, 4>().tile(2 * blockIdx.x, blockIdx.y)); // line: f17
}

// Case: F19. What does not change in either loop.
// COUNTS-NEXT: function=f19 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f19(inputs x, float *sum, int head, int n) {
  auto p = x.partition<1, 4>();
  float s = 0;
  for (int a = 0; a < n; ++a)
    for (int c = 0; c < 2; ++c)
      s += ld(p.tile(head, c)); // line: f19
  *sum = s;
}

// Case: F20. A stride and an offset.
// COUNTS-NEXT: function=f20 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f20(inputs x, float *sum, int n) {
  auto p = x.partition<2, 4>();
  float s = 0;
  for (int j = 0; j < n; ++j)
    s += ld(p.tile(2 * j + 1, 0)); // line: f20
  *sum = s;
}

// Case: F21. A quotient in the body that does not change.
// COUNTS-NEXT: function=f21 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f21(inputs k, float *sum, int n) {
  auto p = k.partition<1, 4>();
  float s = 0;
  for (int j = 0; j < n; ++j) {
    const int h = blockIdx.x / 4;
    s += ld(p.tile(h, j)); // line: f21
  }
  sum[blockIdx.x] = s;
}

// The same with a divisor that the launch brings.
// COUNTS-NEXT: function=f21_argument checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f21_argument(inputs k, float *sum, int n, int group) {
  auto p = k.partition<1, 4>();
  float s = 0;
  for (int j = 0; j < n; ++j) {
    const int h = blockIdx.x / group;
    s += ld(p.tile(h, j)); // line: f21_argument
  }
  sum[blockIdx.x] = s;
}

// Case: F23. Unsigned arithmetic that wraps and returns, on an axis that is another of the tensor.
// COUNTS-NEXT: function=f23 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f23(inputs x, float *sum) {
  const unsigned most = 2147483647u;
  const unsigned idx = (blockIdx.y + most) - most;
  sum[blockIdx.y] = ld(x.partition<16, 16>().permuted<1, 0>().tile(idx, 0)); // line: f23
}

// Case: F24. The last tile overhangs; what follows the tensor is left alone.
// COUNTS-NEXT: function=f24 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f24(tc::tensor1<float> o) {
  st(o.partition<16>().tile(blockIdx.x), 7); // line: f24
}

// Case: G10. F07 with tiles of two sizes along the axis that is walked.
// COUNTS-NEXT: function=g10 checks_discharged=1 checks_launch=3 checks_hoisted=0 checks_in_place=0
KERNEL g10(inputs x, inputs y, float *sum) {
  auto px = x.partition<2, 32>();
  auto py = y.partition<64, 2>();
  float s = 0;
  for (int k = 0; k < px.num_tiles(1); ++k)
    s += ld(px.tile(0, k)) + ld(py.tile(k, 0)); // line: g10
  *sum = s;
}

// Case: G13. Two tensors by the same coordinates, declared equal.
// COUNTS-NEXT: function=g13 checks_discharged=0 checks_launch=4 checks_hoisted=0 checks_in_place=0
KERNEL g13(inputs k, inputs v, float *sum, int n, int m) {
  tc::require(k.extent(0) == v.extent(0));
  tc::require(k.extent(1) == v.extent(1));
  auto pk = k.partition<1, 4>();
  auto pv = v.partition<1, 4>();
  float s = 0;
  for (int h = 0; h < n; ++h)
    for (int j = 0; j < m; ++j)
      s += ld(pk.tile(h, j)) * ld(pv.tile(h, j));
  *sum = s;
}

// Case: G15. Two declared equalities in a row.
// COUNTS-NEXT: function=g15_chain checks_discharged=2 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL g15_chain(inputs x, inputs w, inputs y, float *sum) {
  tc::require(x.extent(1) == w.extent(0));
  tc::require(w.extent(0) == y.extent(0));
  auto px = x.partition<2, 32>();
  auto py = y.partition<32, 2>();
  float s = 0;
  for (int k = 0; k < px.num_tiles(1); ++k)
    s += ld(px.tile(0, k)) + ld(py.tile(k, 0));
  *sum = s;
}

// Case: S05. The grid's y axis is named, not its x axis.
// COUNTS-NEXT: function=s05 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s05(input x, float *sum) {
  sum[blockIdx.y] = ld(x.partition<4>().tile(blockIdx.y));
}

// Case: S18. The inner loop's own bounds, whatever the outer loop's.
// COUNTS-NEXT: function=s18 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s18(input x, float *sum, int n, int m) {
  auto p = x.partition<4>();
  float s = 0;
  for (int a = 0; a < n; ++a)
    for (int j = 0; j < m; ++j)
      s += ld(p.tile(j)); // line: s18
  *sum = s;
}
// COUNTS-NOT: TILECHECKS_TIMING
