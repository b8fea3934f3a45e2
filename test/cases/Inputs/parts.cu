// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices made of parts: blocks at a distance that is not their size, vectors that all threads walk, warps and lanes; and
// loops in a row and in each other, each of which ends if the launch is not refused. Counts, -DDENY and -DPLACED_ONLY as in
// loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using mat = tc::tensor2<float>;

// Nobody says that a block has four threads.
// COUNTS: TILECHECKS_TIMING module=parts function=blocks checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL blocks(vec x, int n) {
  int i = blockIdx.x * 4 + threadIdx.x;
  if (i < n)
    x(i) = 1; // line: blocks
}

// COUNTS-NEXT: function=blocks_unguarded checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL blocks_unguarded(vec x) { x(blockIdx.x * 4 + threadIdx.x) = 1; }

// Two tensors, one guard: what the guard says of y says nothing of x.
// COUNTS-NEXT: function=blocks_of_two checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL blocks_of_two(vec x, tc::tensor1<const float> y) {
  int i = blockIdx.x * 4 + threadIdx.x;
  if (i < y.extent(0))
    x(i) = y(i);
}

// Rows and columns.
// COUNTS-NEXT: function=blocks_of_rows checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL blocks_of_rows(mat x, int rows, int columns) {
  int r = blockIdx.y * 2 + threadIdx.y, c = blockIdx.x * 4 + threadIdx.x;
  if (r < rows && c < columns)
    x(r, c) = 1;
}

// Not the first and not the last: no wrapped index passes.
// COUNTS-NEXT: function=blocks_inside checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL blocks_inside(vec x, int n) {
  int i = blockIdx.x * 4 + threadIdx.x;
  if (0 < i && i < n)
    x(i) = 1;
}

// Four parts of a block's tile.
// COUNTS-NEXT: function=blocks_of_parts checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL blocks_of_parts(vec x, int n) {
#pragma unroll
  for (int u = 0; u < 4; ++u) {
    int i = blockIdx.x * 16 + u * 4 + threadIdx.x;
    if (i < n)
      x(i) = 1;
  }
}

// A tile of a loop.
// COUNTS-NEXT: function=tiles_of_a_loop checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL tiles_of_a_loop(vec x, tc::tensor1<const float> y) {
  for (int k0 = 0; k0 < y.extent(0); k0 += 4) {
    int k = k0 + threadIdx.x;
    if (k < y.extent(0))
      x(k) = 1;
  }
}

// A tile of a loop whose rows share the threads.
// COUNTS-NEXT: function=rows_of_a_tile checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL rows_of_a_tile(vec x, int n) {
  tc::require(blockDim.x == 8);
  for (int k0 = 0; k0 < n; k0 += 4) {
    int k = k0 + threadIdx.x / 2;
    if (k < n)
      x(k) = 1;
  }
}

// Vectors of four that a block walks.
// COUNTS-NEXT: function=vectors checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL vectors(mat x) {
  tc::require(x.extent(1) % 4 == 0);
  for (int c = threadIdx.x * 4; c < x.extent(1); c += blockDim.x * 4)
    x.vec<4>(blockIdx.x, c) = tc::vec<float, 4>(1, 1, 1, 1);
}

// The same by the grid, up to an argument, element by element.
// COUNTS-NEXT: function=vectors_of_grid checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL vectors_of_grid(vec x, int n) {
  for (int c = (blockIdx.x * blockDim.x + threadIdx.x) * 4; c < n; c += gridDim.x * blockDim.x * 4)
    x(c) = 1; // line: vectors_of_grid
}

// COUNTS-NEXT: function=vectors_of_grid_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL vectors_of_grid_unsigned(vec x, unsigned n) {
  for (unsigned c = (blockIdx.x * blockDim.x + threadIdx.x) * 4; c < n; c += gridDim.x * blockDim.x * 4)
    x(c) = 1;
}

// COUNTS-NEXT: function=vectors_with_a_rest checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL vectors_with_a_rest(vec x, int n) {
  for (int c = (blockIdx.x * blockDim.x + threadIdx.x) * 4; c < n; c += gridDim.x * blockDim.x * 4)
    for (int e = 0; e < 4; ++e)
      if (c + e < n)
        x(c + e) = 1;
}

// COUNTS-NEXT: function=some_warps checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL some_warps(vec x) {
  int w = threadIdx.x / 32;
  if (w < 2)
    x(w) = 1;
}

// COUNTS-NEXT: function=first_lanes checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL first_lanes(vec x) {
  if (threadIdx.x % 32 == 0)
    x(threadIdx.x / 32) = 1;
}

// A matrix instruction's fragment: rows by warp, columns by half a warp.
// COUNTS-NEXT: function=fragments checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL fragments(vec x) {
  tc::require(blockDim.x == 128);
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  x(warp % 4 * 32 + lane / 16 * 8) = 1; // line: fragments
}

// Of a block that no warp divides.
// COUNTS-NEXT: function=halves checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL halves(vec x) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  x(warp * 2 + lane / 16) = 1;
}

// A row for each warp, whose lanes walk it.
// COUNTS-NEXT: function=warp_a_row checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL warp_a_row(mat x) {
  tc::require(blockDim.x % 32 == 0);
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int k = lane; k < x.extent(1); k += 32)
    x(warp, k) = 1;
}

// Which of all warps, in unsigned arithmetic that may wrap around.
// COUNTS-NEXT: function=warps_of_grid checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL warps_of_grid(vec x, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (i < n)
    x(i) = 1;
}

// The second loop is reached: where the first does not end, its own check refuses.
// COUNTS-NEXT: function=second_loop checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL second_loop(vec x, vec y) {
  for (int c = threadIdx.x; c < x.extent(0); c += blockDim.x)
    x(c) = 1;
  for (int c = threadIdx.x; c < x.extent(0); c += blockDim.x)
    y(c) = 1; // line: second_loop
}

// What all threads of a grid have walked over, then each thread's own element.
// COUNTS-NEXT: function=behind_a_grid_walk checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL behind_a_grid_walk(vec x, vec y, int n) {
  float sum = 0;
  for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < n; c += gridDim.x * blockDim.x)
    sum += x(c);
  y(blockIdx.x * blockDim.x + threadIdx.x) = sum; // line: behind_a_grid_walk
}

// COUNTS-NEXT: function=nested_loops checks_discharged=0 checks_launch=4 checks_hoisted=0 checks_in_place=0
KERNEL nested_loops(mat x, mat y) {
  for (int r = blockIdx.x; r < x.extent(0); r += gridDim.x)
    for (int c = threadIdx.x; c < x.extent(1); c += blockDim.x)
      y(r, c) = x(r, c);
}

#ifndef PLACED_ONLY
// The first loop may not end: no access of its own says so, nor is its launch refused.
// COUNTS-NEXT: function=behind_an_endless_loop checks_discharged=0 checks_launch=0 checks_hoisted=1 checks_in_place=0
KERNEL behind_an_endless_loop(vec x, int n, int *sum) {
  for (int c = threadIdx.x; c < n; c += blockDim.x)
    atomicAdd(sum, c);
  for (int c = threadIdx.x; c < n; c += blockDim.x)
    // DENY: error: {{.*}}parts.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop and chooses {{.*}}; access x(c), index c; forbidden by deny_in_kernel_checks; hint: 
    x(c) = 1; // line: behind_an_endless_loop
}
#endif
