// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neighbours of what is proven of tiles: another element than the one asked for, another tile, tensor, shape or axis.
// Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include "tiles.hpp"

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using mat = tc::tensor2<float>;

// Asked of another tile.
// COUNTS: TILECHECKS_TIMING module=tile_siblings function=other_tile checks_discharged=1 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL other_tile(vec o) {
  auto p = o.partition<4>(tc::masked());
  for (int i = 0; i < p.num_tiles(0); ++i) {
    auto t = p.tile(i);
    auto u = p.tile(0);
    for (int e = 0; e < 4; ++e)
      if (u.contains(e))
        t(e) = 7;
  }
}

// Asked of another tensor.
// COUNTS-NEXT: function=other_tensor checks_discharged=1 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL other_tensor(vec o, vec x) {
  auto p = o.partition<4>(tc::masked());
  auto q = x.partition<4>(tc::masked());
  for (int i = 0; i < p.num_tiles(0); ++i) {
    auto t = p.tile(i);
    auto u = q.tile(i);
    for (int e = 0; e < 4; ++e)
      if (t.contains(e))
        u(e) = 7;
  }
}

// In the tensor, and beyond the tile.
// COUNTS-NEXT: function=beyond_tile checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL beyond_tile(vec o) {
  auto p = o.partition<4>(tc::masked());
  for (int i = 0; i < p.num_tiles(0); ++i) {
    auto t = p.tile(i);
    for (int e = 0; e < 5; ++e)
      if (t.contains(e))
        t(e) = 7;
  }
}

// That tiles of four divide the extent says nothing of tiles of eight.
// COUNTS-NEXT: function=exact_other checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL exact_other(vec o) {
  auto p = o.partition<4>(tc::exact());
  auto q = o.partition<8>(tc::masked());
  for (int i = 0; i < q.num_tiles(0); ++i) {
    auto t = q.tile(i);
    for (int e = 0; e < 8; ++e)
      t(e) = p.num_tiles(0);
  }
}

// Counted in tiles of four, used in tiles of eight; and the other way round.
// COUNTS-NEXT: function=coarser checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL coarser(vec o) {
  auto p = o.partition<4>();
  auto q = o.partition<8>();
  for (int i = 0; i < p.num_tiles(0); ++i)
    st(q.tile(i), 7);
}

// COUNTS-NEXT: function=finer checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL finer(vec o) {
  auto p = o.partition<4>();
  auto q = o.partition<8>();
  for (int i = 0; i < q.num_tiles(0); ++i)
    st(p.tile(2 * i), 7);
}

// COUNTS-NEXT: function=finer_odd checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL finer_odd(vec o) {
  auto p = o.partition<4>();
  auto q = o.partition<8>();
  for (int i = 0; i < q.num_tiles(0); ++i)
    st(p.tile(2 * i + 1), 7);
}

// Coordinates of a walk, exchanged.
// COUNTS-NEXT: function=exchanged checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL exchanged(mat o) {
  auto p = o.partition<2, 2>().mapped();
  for (auto index : p.indices(tc::persistent)) {
    auto [m, n] = index;
    st(p.tile(n, m), 7);
  }
}

// COUNTS-NEXT: function=permuted_other checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL permuted_other(mat o) {
  auto p = o.partition<1, 2>();
  auto q = p.permuted<1, 0>();
  for (int i = 0; i < p.num_tiles(0); ++i)
    for (int j = 0; j < p.num_tiles(1); ++j)
      st(q.tile(i, j), 7);
}

// COUNTS-NEXT: function=permuted_same checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL permuted_same(mat o) {
  auto p = o.partition<1, 2>();
  auto q = p.permuted<1, 0>();
  for (int i = 0; i < p.num_tiles(0); ++i)
    for (int j = 0; j < p.num_tiles(1); ++j)
      st(q.tile(j, i), 7);
}

// Some tiles of a tensor: within the range by the loop, within the tensor by the launch.
// COUNTS-NEXT: function=sub_range checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL sub_range(vec o, int first, int count) {
  auto r = o.partition<4>().range<0>(first, count);
  for (int j = 0; j < r.num_tiles<0>(); ++j)
    st(r.tile(j), 7); // line: sub_range
}

// Its frame is the range's: a tile that the tensor has and the range has not is none.
// COUNTS-NEXT: function=sub_range_argument checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL sub_range_argument(vec o, int first, int count, int i) {
  st(o.partition<4>().range<0>(first, count).tile(i), 7);
}

// The rows of a matrix from one on, as many as there are.
// COUNTS-NEXT: function=sub_range_rows checks_discharged=2 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL sub_range_rows(mat o, int first) {
  auto p = o.partition<1, 2>();
  auto r = p.range<0>(first, p.num_tiles<0>() - first);
  for (int i = 0; i < r.num_tiles<0>(); ++i)
    for (int j = 0; j < r.num_tiles<1>(); ++j)
      st(r.tile(i, j), 7);
}

// A product by groups of eight rows, everything declared.
// COUNTS-NEXT: function=grouped_declared checks_discharged=6 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL grouped_declared(inputs x, inputs y, mat z) {
  tc::require(x.extent(0) == z.extent(0));
  tc::require(y.extent(1) == z.extent(1));
  tc::require(x.extent(1) == y.extent(0));
  auto px = x.partition<1, 2>();
  auto py = y.partition<2, 1>();
  auto out = z.partition<1, 1>().mapped();
  for (auto index : out.indices(tc::grouped<8>)) {
    auto [m, n] = index;
    float s = 0;
    for (int k = 0; k < px.num_tiles(1); ++k)
      s += ld(px.tile(m, k)) * ld(py.tile(k, n));
    st(out.tile(index), s);
  }
}

// The element behind the one asked for.
// COUNTS-NEXT: function=next_element checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL next_element(vec o) {
  auto p = o.partition<4>(tc::masked());
  for (int i = 0; i < p.num_tiles(0); ++i) {
    auto t = p.tile(i);
    for (int e = 0; e < 3; ++e)
      if (t.contains(e))
        t(e + 1) = 7;
  }
}
// COUNTS-NOT: TILECHECKS_TIMING
