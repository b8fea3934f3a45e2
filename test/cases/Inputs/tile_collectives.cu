// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done with a tile: collectives and their contracts, boundary policies, elements, tiles of tiles. Counts, -DDENY and
// -DPLACED_ONLY as in loops.cu.
#include "tiles.hpp"

extern "C" __global__ void warm_up() {}

using outputs = tc::tensor2<float>;
using strided = tc::tensor<float, tc::dextents<int, 2>, tc::layout_stride>;

// Case: F25. Tiles that overhang, copied by any number of threads.
// COUNTS: TILECHECKS_TIMING module=tile_collectives function=f25 checks_discharged=0 checks_launch=4 checks_hoisted=0 checks_in_place=0
KERNEL f25(inputs x, strided o) {
  auto from = x.partition<16, 32>(tc::fill<0>());
  auto to = o.partition<16, 32>();
  tc::copy(tc::block, from.tile(blockIdx.y, blockIdx.x), to.tile(blockIdx.y, blockIdx.x)); // line: f25
}

// The same through a ring of L stages, column tiles in the order of their use: what is copied is not a matter of L. The
// row is the launch's at each of the three accesses; the columns are below x's count, so o's are compared with it.
// COUNTS-NEXT: function=f25_ring<1> checks_discharged=1 checks_launch=3 checks_hoisted=0 checks_in_place=0
// COUNTS-NEXT: function=f25_ring<2> checks_discharged=2 checks_launch=4 checks_hoisted=0 checks_in_place=0
// COUNTS-NEXT: function=f25_ring<4> checks_discharged=2 checks_launch=4 checks_hoisted=0 checks_in_place=0
// COUNTS-NEXT: function=f25_ring<8> checks_discharged=2 checks_launch=4 checks_hoisted=0 checks_in_place=0
template <int L> KERNEL f25_ring(inputs x, strided o) {
  auto from = x.partition<16, 32>(tc::fill<0>());
  auto to = o.partition<16, 32>();
  __shared__ tc::smem<float, tc::shape<16, 32>> stages[L];
  tc::pipeline ring(tc::block_of<32>, stages);
  const int n = from.num_tiles(1);
  if constexpr (L == 1) {
    for (int k = 0; k < n; ++k) {
      ring.template load<16>([&] { return from.tile(blockIdx.y, k); });
      auto &a = ring.wait();
      tc::copy(tc::block_of<32>, a, to.tile(blockIdx.y, k));
      __syncthreads();
    }
  } else {
    for (int s = 0; s < L - 1; ++s)
      ring.template load<16>([&] { return from.tile(blockIdx.y, s); }, s < n);
    for (int k = 0; k < n; ++k) {
      auto &a = ring.wait();
      tc::copy(tc::block_of<32>, a, to.tile(blockIdx.y, k));
      ring.template load<16>([&] { return from.tile(blockIdx.y, k + L - 1); }, k + L - 1 < n);
    }
  }
}
template __global__ void f25_ring<1>(inputs, strided);
template __global__ void f25_ring<2>(inputs, strided);
template __global__ void f25_ring<4>(inputs, strided);
template __global__ void f25_ring<8>(inputs, strided);

// Case: F27. Whole tiles only, as declared.
// COUNTS-NEXT: function=f27 checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f27(inputs x, float *sum) {
  tc::require(x.extent(1) % 64 == 0); // line: f27
  auto p = x.partition<1, 64>(tc::exact());
  float s = 0;
  for (int j = 0; j < x.extent(1) / 64; ++j)
    s += ld(p.tile(0, j)); // line: f27_tile
  *sum = s;
}

// Case: G15. By half of what is declared.
// COUNTS-NEXT: function=g15_half checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g15_half(inputs x, float *sum) {
  tc::require(x.extent(1) % 64 == 0);
  auto p = x.partition<1, 32>(tc::exact());
  float s = 0;
  for (int j = 0; j < x.extent(1) / 32; ++j)
    s += ld(p.tile(0, j));
  *sum = s;
}

// Whole tiles only, without a word of the author: the partition's own contract.
// COUNTS-NEXT: function=exact_copy checks_discharged=4 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL exact_copy(outputs o) {
  auto p = o.partition<2, 4>(tc::exact()); // line: exact_copy
  for (int i = 0; i < p.num_tiles(0); ++i)
    for (int j = 0; j < p.num_tiles(1); ++j)
      count(p.tile(i, j)), st(p.tile(i, j), 7);
}

// An element of an exact tile: in the tile and, which the contract gives, in the tensor.
// COUNTS-NEXT: function=exact_element checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL exact_element(tc::tensor1<float> o) {
  auto p = o.partition<4>(tc::exact());
  for (int i = 0; i < p.num_tiles(0); ++i) {
    auto t = p.tile(i);
    for (int e = 0; e < 4; ++e)
      t(e) = i;
  }
}

// The author asks; then the element is in the tensor. In the tile it is by the loop.
// COUNTS-NEXT: function=masked_element checks_discharged=4 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL masked_element(outputs o) {
  auto p = o.partition<2, 4>(tc::masked());
  for (int i = 0; i < p.num_tiles(0); ++i)
    for (int j = 0; j < p.num_tiles(1); ++j) {
      auto t = p.tile(i, j);
      for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 4; ++c)
          if (t.contains(r, c))
            t(r, c) = 7;
    }
}

// An element of a filled tile has one goal, the tile's shape; by an argument, a launch check.
// COUNTS-NEXT: function=fill_element checks_discharged=2 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL fill_element(tc::tensor1<float> o, int e) {
  auto p = o.partition<4>(tc::fill<-1>());
  for (int i = 0; i < p.num_tiles(0); ++i) {
    auto t = p.tile(i);
    const float last = t(3);
    t.store(e, last); // line: fill_element
  }
}

// Rows and columns exchanged, of a tensor that is no square.
// COUNTS-NEXT: function=transposed checks_discharged=2 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL transposed(inputs x, outputs o) {
  auto from = x.partition<4, 2>().permuted<1, 0>();
  auto to = o.partition<2, 4>();
  for (int i = 0; i < from.num_tiles(0); ++i)
    for (int j = 0; j < from.num_tiles(1); ++j)
      tc::copy(tc::this_thread, from.tile(i, j), to.tile(i, j)); // line: transposed
}

// A tile cut into tiles: they count from its origin, and overhang where it does.
// COUNTS-NEXT: function=nested checks_discharged=4 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL nested(outputs o) {
  auto p = o.partition<4, 8>();
  for (int i = 0; i < p.num_tiles(0); ++i)
    for (int j = 0; j < p.num_tiles(1); ++j) {
      auto inner = p.tile(i, j).partition<2, 4>();
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b)
          st(inner.tile(a, b), 8 * i + 4 * j + 2 * a + b);
    }
}

// COUNTS-NEXT: function=nested_argument checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL nested_argument(tc::tensor1<float> o, int a) {
  st(o.partition<8>().tile(blockIdx.x).partition<4>().tile(a), 7); // line: nested_argument
}

// A fragment in registers: each thread has two neighbours of a row.
struct pairs {
  static constexpr int threads = 32, elements = 2;
  __host__ __device__ static constexpr int row(int thread, int) { return thread / 4; }
  __host__ __device__ static constexpr int column(int thread, int i) { return thread % 4 * 2 + i; }
};
// COUNTS-NEXT: function=fragment checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL fragment(outputs z) {
  tc::array<float, 2> acc;
  for (int i = 0; i < 2; ++i)
    acc.data()[i] = 8 * pairs::row(threadIdx.x, i) + pairs::column(threadIdx.x, i);
  tc::store(tc::block_of<32>, pairs(), z.partition<8, 8>().tile(blockIdx.y, blockIdx.x), acc); // line: fragment
}

// The two neighbours at once: a column more or less than the tensor's is none of them.
struct neighbours : pairs {
  static constexpr int run = 2;
};
// COUNTS-NEXT: function=fragment_runs checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL fragment_runs(outputs z) {
  tc::array<float, 2> acc;
  for (int i = 0; i < 2; ++i)
    acc.data()[i] = 8 * pairs::row(threadIdx.x, i) + pairs::column(threadIdx.x, i);
  tc::store(tc::block_of<32>, neighbours(), z.partition<8, 8>().tile(blockIdx.y, blockIdx.x), acc); // line: fragment_runs
}

// Each warp, one or two, a tile.
// COUNTS-NEXT: function=by_warp checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL by_warp(input x, tc::tensor1<float> o) {
  __shared__ tc::smem<float, tc::shape<40>> s[2];
  const int warp = threadIdx.x / 32;
  tc::copy(tc::warp, x.partition<40>().tile(warp), s[warp]); // line: by_warp
  __syncwarp();
  tc::copy(tc::warp, s[warp], o.partition<40>().tile(warp));
}

// Any number of threads, to an array that has room for the tile and no more.
// COUNTS-NEXT: function=by_block checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL by_block(input x, tc::tensor1<float> o) {
  __shared__ tc::smem<float, tc::shape<40>> s;
  tc::copy(tc::block, x.partition<40>().tile(blockIdx.x), s);
  __syncthreads();
  tc::copy(tc::block, s, o.partition<40>().tile(blockIdx.x));
}

// Two neighbours at once.
// COUNTS-NEXT: function=asynchronous checks_discharged=0 checks_launch=4 checks_hoisted=0 checks_in_place=0
KERNEL asynchronous(inputs x, outputs o) {
  __shared__ tc::smem<float, tc::shape<4, 8>> s;
  tc::copy_async<8>(tc::block_of<32>, x.partition<4, 8>().tile(blockIdx.y, blockIdx.x), s); // line: asynchronous
  tc::commit();
  tc::wait();
  __syncthreads();
  tc::copy(tc::block_of<32>, s, o.partition<4, 8>().tile(blockIdx.y, blockIdx.x));
}
// Of a vector the last two may be one.
// COUNTS-NEXT: function=asynchronous_vector checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL asynchronous_vector(input x, tc::tensor1<float> o) {
  __shared__ tc::smem<float, tc::shape<8>> s;
  tc::copy_async<8>(tc::this_thread, x.partition<8>().tile(blockIdx.x), s);
  tc::commit();
  tc::wait();
  tc::copy(tc::this_thread, s, o.partition<8>().tile(blockIdx.x));
}

// `valid` elements of an axis, without asking for each.
// COUNTS-NEXT: function=masked_valid checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL masked_valid(tc::tensor1<float> o) {
  auto p = o.partition<4>(tc::masked());
  for (int i = 0; i < p.num_tiles(0); ++i) {
    auto t = p.tile(i);
    for (int e = 0; e < t.valid(0); ++e)
      t(e) = i;
  }
}

#ifndef PLACED_ONLY
// A loop of no iteration, as a ring of one stage has before its walk, is not seen to end.
// COUNTS-NEXT: function=nothing_ahead checks_discharged=0 checks_launch=0 checks_hoisted=1 checks_in_place=0
KERNEL nothing_ahead(input x, float *sum, int n) {
  constexpr int stages = 1;
  auto p = x.partition<4>();
  for (int s = 0; s < stages - 1; ++s)
    sum[s] = 0;
  float all = 0;
  for (int k = 0; k < n; ++k)
    // DENY: error: {{.*}}tile_collectives.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of p runs once before the loop
    all += ld(p.tile(k));
  *sum = all;
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
