// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/parts.cu.
#include "../harness.hpp"
#include "parts.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define PARTS(name) CASE(parts, name)

using vec = tc::tensor1<float>;
static const int boundary[] = {INT_MIN, INT_MIN + 1, -1, 0, 1, 2, 3,      4,
                               5,       6,           7,  8, 9, 11, INT_MAX};

static void at_a_distance() {
  array<float> x(8), y(8, 2.0f);
  PARTS(blocks).refuses(shape(2, 4), "parts.cu:" LINE_blocks ": x(i): ",
                        x.first(7), 8);
  // Threads 0 to 2 of blocks that are four apart: 3 is not used, 4 is.
  PARTS(blocks).accepts(shape(1, 3), {x.becomes({1, 1, 1, 0, 0, 0, 0, 0})},
                        x.first(3), 4);
  PARTS(blocks).refuses(shape(2, 3), "x(i)", x.first(4), 5);
  for (int grid : {1, 2, 3})
    for (int threads : {1, 3, 4, 5, 9})
      for (int extent : {0, 1, 4, 7, 8}) {
        PARTS(blocks_unguarded)
            .agrees(shape(grid, threads), {x.contents()}, x.first(extent));
        for (int n : boundary) {
          PARTS(blocks).agrees(shape(grid, threads), {x.contents()},
                               x.first(extent), n);
          PARTS(blocks_inside)
              .agrees(shape(grid, threads), {x.contents()}, x.first(extent), n);
        }
        for (int other : {0, 3, 8})
          PARTS(blocks_of_two)
              .agrees(shape(grid, threads), {x.contents()}, x.first(extent),
                      tc::tensor1<const float>(y.data(), other));
      }
  for (int n : boundary)
    for (int extent : {0, 5, 8})
      for (int threads : {1, 3, 4, 6})
        PARTS(blocks_of_parts)
            .agrees(shape(1, threads), {x.contents()}, x.first(extent), n);
  // The first index that wraps: block 2^29 begins at 2^31.
  PARTS(blocks).admits(shape(1 << 29, 4), x.all(), 8);
  PARTS(blocks).refuses_at_launch(shape((1 << 29) + 1, 4), "x(i)", x.all(), 8);
  PARTS(blocks).refuses_at_launch(shape(1 << 29, 5), "x(i)", x.all(), 8);
  PARTS(blocks).admits(shape((1 << 29) + 1, 4), x.all(), INT_MIN);
  PARTS(blocks_inside).admits(shape(INT_MAX, 4), x.all(), 8);
}

static void rows() {
  array<float> x(12);
  for (tc::dims grid : {tc::dims(1), tc::dims(2, 1), tc::dims(1, 2)})
    for (tc::dims block : {tc::dims(4, 2), tc::dims(3, 1), tc::dims(2, 3)})
      for (int rows : {-1, 0, 2, 3, 4})
        for (int columns : {-1, 0, 3, 4, 5})
          PARTS(blocks_of_rows)
              .agrees(shape(grid, block), {x.contents()}, x.as(3, 4), rows,
                      columns);
}

static void of_a_loop() {
  array<float> x(8), y(8);
  for (int threads : {1, 3, 4, 5, 8})
    for (int extent : {0, 1, 4, 5, 7, 8})
      for (int other : {0, 1, 3, 4, 5, 8})
        PARTS(tiles_of_a_loop)
            .agrees(shape(1, threads), {x.contents()}, x.first(extent),
                    tc::tensor1<const float>(y.data(), other));
  for (int extent : {0, 1, 4, 5, 7, 8})
    for (int n : boundary)
      PARTS(rows_of_a_tile).agrees(shape(1, 8), {x.contents()}, x.first(extent),
                                   n);
  // 2^31 - 1 elements: k0 comes to 2^31 - 4, and one step more wraps.
  PARTS(tiles_of_a_loop)
      .refuses_at_launch(shape(1, 4), "x(k)", vec(x.data(), INT_MAX),
                         tc::tensor1<const float>(y.data(), INT_MAX));
  PARTS(tiles_of_a_loop)
      .admits(shape(1, 4), vec(x.data(), INT_MAX),
              tc::tensor1<const float>(y.data(), INT_MAX - 3));
  PARTS(tiles_of_a_loop)
      .refuses_at_launch(shape(1, 9), "x(k)", vec(x.data(), INT_MAX),
                         tc::tensor1<const float>(y.data(), INT_MAX - 3));
}

static void of_vectors() {
  array<float> x(16);
  const std::vector<float> ones(16, 1.0f);
  for (int threads : {1, 2, 3, 5})
    PARTS(vectors).accepts(shape(2, threads), {x.becomes(ones)}, x.as(2, 8));
  PARTS(vectors).refuses(shape(3, 1), "x.vec<4>(blockIdx.x, c)", x.as(2, 8));
  PARTS(vectors).accepts(shape(3, 1), {x.unchanged()}, x.as(2, 0));
  PARTS(vectors_of_grid)
      .refuses(shape(1, 1), "parts.cu:" LINE_vectors_of_grid ": x(c): ",
               x.first(8), 9);
  for (int grid : {1, 2})
    for (int threads : {1, 2, 3})
      for (int extent : {0, 1, 4, 5, 8, 9})
        for (int n : boundary) {
          PARTS(vectors_of_grid)
              .agrees(shape(grid, threads), {x.contents()}, x.first(extent), n);
          PARTS(vectors_of_grid_unsigned)
              .agrees(shape(grid, threads), {x.contents()}, x.first(extent),
                      unsigned(n));
          PARTS(vectors_with_a_rest)
              .agrees(shape(grid, threads), {x.contents()}, x.first(extent), n);
        }
  // 2^29 threads: the last starts at 2^31 - 4, and the step is 2^31.
  PARTS(vectors_of_grid)
      .refuses_at_launch(shape(1 << 19, 1024), "x(c)", x.all(), 1);
  PARTS(vectors_of_grid).admits(shape((1 << 19) - 1, 1024), x.all(), 1);
  PARTS(vectors_of_grid).admits(shape(1 << 19, 1024), x.all(), 0);
  PARTS(vectors_of_grid)
      .refuses_at_launch(shape((1 << 19) + 1, 1024), "x(c)", x.all(), 0);
  PARTS(vectors_of_grid)
      .admits(shape((1 << 19) + 1, 1024), x.all(), INT_MIN);
  PARTS(vectors_of_grid_unsigned)
      .admits(shape(INT_MAX, 1024), x.all(), 16u);
}

static void of_warps() {
  array<float> x(128), row(160);
  for (int threads : {1, 31, 32, 33, 64, 65, 96, 128})
    for (int extent : {0, 1, 2, 3, 4, 5, 7, 8}) {
      PARTS(some_warps)
          .agrees(shape(1, threads), {x.contents()}, x.first(extent));
      PARTS(first_lanes)
          .agrees(shape(1, threads), {x.contents()}, x.first(extent));
      PARTS(halves).agrees(shape(1, threads), {x.contents()}, x.first(extent));
      for (int n : {-1, 0, 1, 2, 3, 9})
        PARTS(warps_of_grid)
            .agrees(shape(2, threads), {x.contents()}, x.first(extent), n);
    }
  for (int extent : {0, 104, 105, 128})
    PARTS(fragments).agrees(shape(1, 128), {x.contents()}, x.first(extent));
  PARTS(fragments).refuses(shape(1, 128), "parts.cu:" LINE_fragments ": ",
                           x.first(104));
  for (int threads : {32, 64, 128})
    for (int rows : {0, 1, 2, 4})
      for (int columns : {0, 1, 31, 32, 33, 40})
        PARTS(warp_a_row)
            .agrees(shape(1, threads), {row.contents()},
                    row.as(rows, columns));
  // Every warp number of 2^32 threads comes by again.
  PARTS(warps_of_grid)
      .refuses_at_launch(shape(INT_MAX, 1024), "x(i)", vec(x.data(), INT_MAX / 32),
                         INT_MAX);
  PARTS(warps_of_grid)
      .admits(shape(INT_MAX, 1024), vec(x.data(), 1 << 27), INT_MAX);
}

static void loops_that_end() {
  array<float> x(6), y(6);
  for (int threads : {1, 2, 7})
    for (int n : {0, 1, 5, 6})
      for (int m : {0, 1, 5, 6}) {
        PARTS(second_loop)
            .agrees(shape(1, threads), {x.contents(), y.contents()}, x.first(n),
                    y.first(m));
        for (int grid : {1, 3})
          PARTS(behind_a_grid_walk)
              .agrees(shape(grid, threads), {y.contents()}, x.all(),
                      y.first(m), n);
        for (int grid : {1, 3})
          PARTS(nested_loops)
              .agrees(shape(grid, threads), {y.contents()}, x.as(1, n),
                      y.as(1, m));
      }
  PARTS(second_loop)
      .refuses(shape(1, 2), "parts.cu:" LINE_second_loop ": y(c): ", x.all(),
               y.first(5));
  PARTS(second_loop)
      .refuses_at_launch(shape(1, 2), "x(c)", vec(x.data(), INT_MAX),
                         vec(y.data(), INT_MAX));
  PARTS(second_loop)
      .admits(shape(1, 1), vec(x.data(), INT_MAX), vec(y.data(), INT_MAX));
  PARTS(behind_a_grid_walk)
      .refuses(shape(3, 2), "parts.cu:" LINE_behind_a_grid_walk ": y(blockIdx.x * blockDim.x + threadIdx.x): ", x.all(),
               y.first(5), 3);
  array<int> sum(1);
  PARTS(behind_an_endless_loop)
      .agrees(shape(1, 2), {x.contents()}, x.all(), 6, sum.data());
  PARTS(behind_an_endless_loop)
      .traps(shape(1, 2), "parts.cu:" LINE_behind_an_endless_loop ": x(c)",
             x.all(), 7, sum.data());
}

int main() {
  cases::warm_up(tilechecks_generated_parts::blocks,
                 tilechecks_generated_parts::image);
  at_a_distance();
  rows();
  of_a_loop();
  of_vectors();
  of_warps();
  loops_that_end();
  return cases::result();
}
