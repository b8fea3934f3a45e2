// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the groups of tile cases have in common.
#pragma once

#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

using input = tc::tensor1<const float>;
using inputs = tc::tensor2<const float>;
using slab = tc::tensor<float, tc::extents<int, 1, 256>>;

/// Copies a tile to shared memory, by one thread, and adds up what arrived.
template <class Tile> __device__ float ld(const Tile &tile) {
  __shared__ tc::smem<float, typename Tile::tile_shape> s;
  tc::copy(tc::this_thread, tile, s);
  float sum = 0;
  for (int i = 0; i < Tile::size(); ++i)
    sum += s.data()[i];
  return sum;
}

/// Copies shared memory, all of it `value`, to a tile, by one thread.
template <class Tile> __device__ void st(const Tile &tile, float value) {
  __shared__ tc::smem<float, typename Tile::tile_shape> s;
  for (int i = 0; i < Tile::size(); ++i)
    s.data()[i] = value;
  tc::copy(tc::this_thread, s, tile);
}

/// Adds 1 to every element of a tile, by one thread.
template <class Tile> __device__ void count(const Tile &tile) {
  __shared__ tc::smem<float, typename Tile::tile_shape> s;
  tc::copy(tc::this_thread, tile, s);
  for (int i = 0; i < Tile::size(); ++i)
    s.data()[i] += 1;
  tc::copy(tc::this_thread, s, tile);
}
