// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/strides.cu.
#include "../harness.hpp"
#include "strides.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define STRIDES(name) CASE(strides, name)

using vec = tc::tensor1<float>;
static const int boundary[] = {INT_MIN, -1, 0, 1, 2, 3, 4, 5, INT_MAX};

static void block_stride() {
  // Case: G03
  array<float> x(4);
  STRIDES(g03).accepts(shape(1, 3), {x.becomes({1, 1, 1, 1})}, x.all(), 4);
  STRIDES(g03).accepts(shape(1, 8), {x.becomes({1, 1, 0, 0})}, x.first(2), 2);
  STRIDES(g03).refuses(shape(1, 3), "strides.cu:" LINE_g03 ": x(c): ", x.all(),
                       5);
  for (int threads : {1, 2, 3, 7})
    for (int n : boundary)
      STRIDES(g03).agrees(shape(1, threads), {x.contents()}, x.all(), n);
  // Never run, as it has 2^31 elements: the last step has to stay below 2^31.
  const vec huge(x.data(), INT_MAX);
  STRIDES(g03).admits(shape(1, 1), huge, INT_MAX);
  STRIDES(g03).admits(shape(1, 1024), huge, INT_MAX - 1023);
  STRIDES(g03).refuses_at_launch(shape(1, 1024), "x(c)", huge, INT_MAX);
  STRIDES(g03).refuses_at_launch(shape(1, 1024), "x(c)", huge, INT_MAX - 1022);
}

static void persistent() {
  // Case: F22
  array<float> x(8);
  STRIDES(f22).accepts(shape(3, 1), {x.becomes({1, 1, 1, 1, 1, 1, 1, 1})},
                       x.all());
  STRIDES(f22).accepts(shape(3, 1), {x.unchanged()}, x.first(0));
  STRIDES(f22_block).accepts(shape(2, 3), {x.becomes({1, 1, 1, 1, 1, 1, 1, 1})},
                             x.all());
  const vec huge(x.data(), INT_MAX);
  STRIDES(f22).admits(shape(1, 1), huge);
  STRIDES(f22).refuses_at_launch(shape(2, 1),
                                 "strides.cu:" LINE_f22 ": x(i): ", huge);
  STRIDES(f22).admits(shape(INT_MAX, 1), x.first(1));
  STRIDES(f22).refuses_at_launch(shape(INT_MAX, 1), "x(i)", x.first(2));
  STRIDES(f22).admits(shape(INT_MAX, 1), x.first(0));
  STRIDES(f22_block).admits(shape(1, 1024), vec(x.data(), INT_MAX - 1023));
  STRIDES(f22_block).refuses_at_launch(shape(1, 1024), "x(i)",
                                       vec(x.data(), INT_MAX - 1022));
}

static void persistent_static() {
  // Case: F22
  array<float> x(8), one(1);
  const std::vector<float> ones(8, 1.0f);
  STRIDES(f22_single).accepts(shape(3, 1), {one.becomes({1})}, one.fixed<1>());
  STRIDES(f22_single).admits(shape(INT_MAX, 1), one.fixed<1>());
  STRIDES(f22_block_static)
      .accepts(shape(2, 3), {x.becomes(ones)}, x.fixed<8>());
  STRIDES(f22_block_static)
      .accepts(shape(1, 9), {x.becomes(ones)}, x.fixed<8>());
}

static void persistent_eight() {
  // Case: F22
  array<float> x(8);
  const std::vector<float> ones(8, 1.0f);
  STRIDES(f22_static).accepts(shape(3, 1), {x.becomes(ones)}, x.fixed<8>());
  STRIDES(f22_static).accepts(shape(9, 1), {x.becomes(ones)}, x.fixed<8>());
  STRIDES(f22_static).admits(shape(INT_MAX - 7, 1), x.fixed<8>());
  STRIDES(f22_static)
      .refuses_at_launch(shape(INT_MAX - 6, 1), "x(i)", x.fixed<8>());
}

static void grid_stride() {
  // Case: G03
  array<float> x(4);
  STRIDES(g03_grid).accepts(shape(2, 1), {x.becomes({1, 1, 1, 1})}, x.all(), 4);
  STRIDES(g03_grid).accepts(shape(3, 7), {x.becomes({1, 1, 1, 1})}, x.all(), 4);
  STRIDES(g03_grid).refuses(shape(2, 1),
                            "strides.cu:" LINE_g03_grid ": x(i): ", x.all(), 5);
  STRIDES(g03_grid_extent)
      .accepts(shape(2, 2), {x.becomes({1, 1, 1, 0})}, x.first(3));
  for (int grid : {1, 2, 3})
    for (int threads : {1, 2, 3})
      for (int n : boundary)
        STRIDES(g03_grid).agrees(shape(grid, threads), {x.contents()}, x.all(),
                                 n);
  // 2^31 threads or more start below 0, or come there with the first step.
  STRIDES(g03_grid_extent).admits(shape((1 << 21) - 1, 1024), x.all());
  STRIDES(g03_grid_extent)
      .refuses_at_launch(shape((1 << 21) + 1, 1024), "x(i)", x.all());
}

static void grid_stride_unsigned() {
  // Case: G03
  array<float> x(4);
  for (int threads : {1, 2, 3, 7})
    for (int n : boundary) {
      STRIDES(g03_unsigned)
          .agrees(shape(1, threads), {x.contents()}, x.all(), unsigned(n));
      for (int grid : {1, 2})
        STRIDES(g03_grid_long)
            .agrees(shape(grid, threads), {x.contents()}, x.all(), n + 0LL);
    }
  STRIDES(g03_grid_long).refuses(shape(1, 1), "x(i)", x.all(), LLONG_MAX);
}

static void rows_of_the_block() {
  array<float> x(8);
  STRIDES(rows_of_block)
      .refuses(shape(1, 3), "strides.cu:" LINE_rows_of_block ": ", x.all(), 3);
  for (int n : {INT_MIN, -5, -1, 0, 1, 2, 3, 4, 7, 8, 9, 11, 12, INT_MAX}) {
    for (int threads : {1, 2, 3, 4, 8, 9})
      STRIDES(rows_of_block)
          .agrees(shape(1, threads), {x.contents()}, x.all(), n);
    STRIDES(tiles_of_four).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    STRIDES(tiles_of_four).agrees(shape(1, 1), {x.contents()}, x.first(7), n);
  }
}

static void tiles_with_a_rest() {
  array<float> x(8);
  for (int n : {INT_MIN, -1, 0, 1, 3, 4, 5, 7, 8, 9, INT_MAX - 1, INT_MAX}) {
    STRIDES(tiles_guarded).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    STRIDES(tiles_guarded).agrees(shape(1, 1), {x.contents()}, x.first(7), n);
  }
}

static void halving() {
  array<float> s(std::vector<float>{1, 2, 4, 8, 16, 32, 64, 128});
  for (int threads : {1, 2, 3, 4, 5, 8, 9})
    for (int extent : {0, 1, 2, 3, 4, 7, 8})
      STRIDES(reduction).agrees(shape(1, threads), {s.contents()},
                                s.first(extent));
}

static void with_a_barrier() {
  // Case: G09
  array<float> x(std::vector<float>{1, 2, 4});
  array<int> count(1, 0);
  STRIDES(g09_f02).accepts(shape(1, 4), {x.becomes({1, 2, 3})}, x.all(), 3);
  STRIDES(g09_f02).accepts(shape(1, 4), {x.unchanged()}, x.first(0), -1);
  STRIDES(g09_f02).refuses(shape(1, 4), "n <= extent(x,0) is false: 4 <= 3",
                           x.all(), 4);
  STRIDES(g09_f20).accepts(shape(1, 2),
                           {x.becomes({1, 1, 4}), count.becomes({2})}, x.all(),
                           1, count.data());
  STRIDES(g09_f20).refuses(shape(1, 2), "x(2 * j + 1)", x.all(), 2,
                           count.data());
  STRIDES(g09_f20).refuses(shape(1, 1), "x(2 * j + 1)", x.all(), INT_MAX,
                           count.data());
  STRIDES(g09_g03).accepts(shape(1, 2), {x.becomes({1, 1, 1})}, x.all(), 3);
  STRIDES(g09_g03).refuses(shape(1, 2), "x(c)", x.all(), 4);
  STRIDES(g09_copy).accepts(shape(1, 1), {x.becomes({4, 2, 4})}, x.all(), 3);
  STRIDES(g09_copy).accepts(shape(1, 1), {x.unchanged()}, x.all(), 0);
  STRIDES(g09_copy).refuses(shape(1, 1), "n <= extent(x,0) is false: 4 <= 3",
                            x.all(), 4);
}

int main() {
  cases::warm_up(tilechecks_generated_strides::g03,
                 tilechecks_generated_strides::image);
  block_stride();
  persistent();
  persistent_static();
  persistent_eight();
  grid_stride();
  grid_stride_unsigned();
  rows_of_the_block();
  tiles_with_a_rest();
  halving();
  with_a_barrier();
  return cases::result();
}
