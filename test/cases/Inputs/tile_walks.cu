// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that the blocks of a launch share out: walks by hand, tc::persistent, tc::grouped. Counts, -DDENY and
// -DPLACED_ONLY as in loops.cu.
#include "tiles.hpp"

extern "C" __global__ void warm_up() {}

using outputs = tc::tensor2<float>;

/// c = px's tiles (m, k) times py's tiles (k, n), k below depth, by one thread.
template <class X, class Y, int M, int N>
__device__ void product(const X &px, const Y &py, int m, int n, int depth, tc::smem<float, tc::shape<M, N>> &c) {
  constexpr int K = X::template tile_extent<1>();
  __shared__ tc::smem<float, tc::shape<M, K>> a;
  __shared__ tc::smem<float, tc::shape<K, N>> b;
  for (int i = 0; i < M * N; ++i)
    c.data()[i] = 0;
  for (int k = 0; k < depth; ++k) {
    // DENY: error: {{.*}}tile_walks.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of px runs once before the loop
    tc::copy(tc::this_thread, px.tile(m, k), a); // line: product_x
    // DENY: error: {{.*}}tile_walks.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 1 of py runs once before the loop
    tc::copy(tc::this_thread, py.tile(k, n), b); // line: product_y
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j)
        for (int e = 0; e < K; ++e)
          c.data()[i * N + j] += a.data()[i * K + e] * b.data()[e * N + j];
  }
}

// Case: F08. A product over four tiles; the outer extents are declared, the inner ones not. Where z is empty nothing runs.
// COUNTS: TILECHECKS_TIMING module=tile_walks function=f08 checks_discharged=4 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f08(inputs x, inputs y, outputs z) {
  tc::require(x.extent(0) == z.extent(0)); // line: f08
  tc::require(y.extent(1) == z.extent(1));
  auto px = x.partition<2, 4>();
  auto py = y.partition<4, 2>();
  auto out = z.partition<2, 2>().mapped();
  __shared__ tc::smem<float, tc::shape<2, 2>> c;
  for (auto index : out.indices(tc::persistent)) {
    auto [m, n] = index;
    product(px, py, m, n, 4, c);
    tc::copy(tc::this_thread, c, out.tile(index));
  }
}

// Case: F09. Nothing declared.
// COUNTS-NEXT: function=f09 checks_discharged=3 checks_launch=3 checks_hoisted=0 checks_in_place=0
KERNEL f09(inputs x, inputs y, outputs z) {
  auto px = x.partition<2, 4>();
  auto py = y.partition<4, 2>();
  auto out = z.partition<2, 2>().mapped();
  __shared__ tc::smem<float, tc::shape<2, 2>> c;
  for (auto index : out.indices(tc::persistent)) {
    auto [m, n] = index;
    product(px, py, m, n, px.num_tiles(1), c);
    tc::copy(tc::this_thread, c, out.tile(index));
  }
}

// The same, decoded by hand.
// COUNTS-NEXT: function=f09_by_hand checks_discharged=3 checks_launch=3 checks_hoisted=0 checks_in_place=0
KERNEL f09_by_hand(inputs x, inputs y, outputs z) {
  auto px = x.partition<2, 4>();
  auto py = y.partition<4, 2>();
  auto pz = z.partition<2, 2>();
  __shared__ tc::smem<float, tc::shape<2, 2>> c;
  const long long columns = pz.num_tiles(1);
  for (long long tile = blockIdx.x; tile < pz.num_tiles(0) * columns; tile += gridDim.x) {
    const int m = tile / columns, n = tile % columns;
    product(px, py, m, n, px.num_tiles(1), c);
    tc::copy(tc::this_thread, c, pz.tile(m, n));
  }
}

// Case: F18. Keys of a head that the walk gives; their width is a constant.
// COUNTS-NEXT: function=f18 checks_discharged=1 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL f18(tc::tensor<const float, tc::extents<int, tc::dyn, tc::dyn, 4>> k, inputs q, float *sum, int kv) {
  auto keys = k.partition<1, 2, 4>();
  auto queries = q.partition<1, 2>().mapped();
  float s = 0;
  for (auto index : queries.indices(tc::persistent)) {
    auto [head, row] = index.components();
    for (int j = 0; j < kv; ++j)
      s += ld(keys.tile(head, j, 0)); // line: f18
  }
  sum[blockIdx.x] = s;
}

// Case: F22. A walk by hand. Its step may wrap.
// COUNTS-NEXT: function=f22 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f22(input x, float *sum) {
  auto p = x.partition<2>();
  float s = 0;
  for (int i = blockIdx.x; i < p.num_tiles(0); i += gridDim.x)
    s += ld(p.tile(i)); // line: f22
  sum[blockIdx.x] = s;
}

// In 64 bits no step of a grid wraps.
// COUNTS-NEXT: function=f22_wide checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f22_wide(input x, float *sum) {
  auto p = x.partition<2>();
  float s = 0;
  for (long long i = blockIdx.x; i < p.num_tiles(0); i += gridDim.x)
    s += ld(p.tile(i));
  sum[blockIdx.x] = s;
}

// Case: F26. A store through the index as a whole; a load by a partition's own coordinates.
// COUNTS-NEXT: function=f26_store checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f26_store(outputs o) {
  auto out = o.partition<2, 4>().mapped();
  for (auto index : out.indices(tc::persistent))
    st(out.tile(index), 7); // line: f26_store
}

// COUNTS-NEXT: function=f26_load checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f26_load(inputs x, float *sum) {
  auto p = x.partition<2, 4>().mapped();
  float s = 0;
  for (auto index : p.indices(tc::persistent)) {
    auto [m, n] = index;
    s += ld(p.tile(m, n));
  }
  sum[blockIdx.x] = s;
}

// Case: S32. How often each element is met.
// COUNTS-NEXT: function=linear_cover checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL linear_cover(outputs o) {
  auto out = o.partition<1, 2>().mapped();
  for (auto index : out.indices(tc::persistent)) // line: linear_cover
    count(out.tile(index));
}

// By groups of eight rows: the quotients stay below the number of tiles.
// COUNTS-NEXT: function=grouped_cover checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL grouped_cover(outputs o) {
  auto out = o.partition<1, 2>().mapped();
  for (auto index : out.indices(tc::grouped<8>))
    count(out.tile(index));
}

// When each tile is met.
// COUNTS-NEXT: function=grouped_order checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL grouped_order(outputs o) {
  auto out = o.partition<1, 1>().mapped();
  float number = 0;
  for (auto index : out.indices(tc::grouped<8>))
    st(out.tile(index), number++);
}

// Three axes of tiles, and four of which the last is one tile.
// COUNTS-NEXT: function=three_axes checks_discharged=3 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL three_axes(tc::tensor3<float> o) {
  auto out = o.partition<1, 2, 2>().mapped();
  for (auto index : out.indices(tc::persistent))
    count(out.tile(index));
}
// COUNTS-NEXT: function=four_axes checks_discharged=4 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL four_axes(tc::tensor<float, tc::extents<int, tc::dyn, tc::dyn, tc::dyn, 2>> o) {
  auto out = o.partition<1, 1, 2, 2>().mapped();
  for (auto index : out.indices(tc::persistent))
    count(out.tile(index));
}

#ifndef PLACED_ONLY
// F09 by groups of eight rows: which coordinates the groups attain is not known exactly, so those of the other tensors are
// compared once a tile.
// COUNTS-NEXT: function=f09_grouped checks_discharged=3 checks_launch=1 checks_hoisted=2 checks_in_place=0
KERNEL f09_grouped(inputs x, inputs y, outputs z) {
  auto px = x.partition<2, 4>();
  auto py = y.partition<4, 2>();
  auto out = z.partition<2, 2>().mapped();
  __shared__ tc::smem<float, tc::shape<2, 2>> c;
  for (auto index : out.indices(tc::grouped<8>)) {
    auto [m, n] = index;
    product(px, py, m, n, px.num_tiles(1), c);
    tc::copy(tc::this_thread, c, out.tile(index));
  }
}

// More tiles than an int counts: the last block's last one, and how many it met. In 64 bits the number of tiles, itself
// just below 2^63, plus the grid may wrap.
// COUNTS-NEXT: function=wide_walk checks_discharged=0 checks_launch=0 checks_hoisted=2 checks_in_place=0
KERNEL wide_walk(tc::tensor<const float, tc::dextents<long long, 2>> x, long long *last) {
  auto p = x.partition<1, 1>().mapped();
  if (blockIdx.x + 1 != gridDim.x)
    return;
  long long number = 0, m = -1, n = -1;
  for (auto index : p.indices(tc::persistent)) {
    // DENY: error: {{.*}}tile_walks.cu:[[@LINE+2]]:{{[0-9]+}}: bounds check for dim 0 of p runs once before the loop{{.*}}
    // DENY: error: {{.*}}tile_walks.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 1 of p runs once before the loop{{.*}}
    auto tile = p.tile(index);
    ++number;
    m = tile.origin<0>();
    n = tile.origin<1>();
  }
  last[0] = number;
  last[1] = m;
  last[2] = n;
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
