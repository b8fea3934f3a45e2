// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/products.cu.
#include "../harness.hpp"
#include "products.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define PRODUCTS(name) CASE(products, name)

static const int factors[] = {INT_MIN, -(1 << 16), -2,      -1,      0,      1,
                              2,       3,          1 << 16, 1 << 30, INT_MAX};

static void rows_of_a_matrix() {
  // Case: G02
  array<float> x(6);
  PRODUCTS(g02).accepts(shape(1, 1), {x.becomes({1, 1, 1, 1, 1, 1})}, x.all(),
                        2, 3);
  PRODUCTS(g02).accepts(shape(1, 1), {x.unchanged()}, x.all(), 0, INT_MAX);
  PRODUCTS(g02).accepts(shape(1, 1), {x.unchanged()}, x.first(0), 5, -1);
  PRODUCTS(g02).refuses(
      shape(1, 1), "products.cu:" LINE_g02 ": x(i * m + j): ", x.all(), 1, 7);
  PRODUCTS(g02).refuses(shape(1, 1), "x(i * m + j)", x.all(), 7, 1);
  // 65536 * 65536 is 0 after wrapping.
  PRODUCTS(g02).refuses(shape(1, 1), "x(i * m + j)", x.all(), 65536, 65536);
  for (int n : {INT_MIN, -1, 0, 1, 2, 3, 6, 7, INT_MAX})
    for (int m : {INT_MIN, -1, 0, 1, 2, 3, 6, 7, INT_MAX})
      if (n < 7 || m > 0)
        PRODUCTS(g02).agrees(shape(1, 1), {x.contents()}, x.all(), n, m);
}

static void slope_and_offset() {
  array<float> x(6);
  for (int n : {INT_MIN, 0, 1, 2, 3, 4})
    for (int a : factors)
      for (int b : {INT_MIN, -1, 0, 1, 2, 5, 6, INT_MAX})
        PRODUCTS(affine).agrees(shape(1, 1), {x.contents()}, x.all(), n, a, b);
  PRODUCTS(affine).refuses(shape(1, 1), "x(a * j + b)", x.all(), 7, 1, 0);
}

static void constant_slope() {
  // Case: F20
  array<float> x(8);
  PRODUCTS(f20).accepts(shape(1, 1), {x.becomes({0, 0, 1, 0, 0, 0, 1, 0})},
                        x.as(4, 2), 2);
  PRODUCTS(f20).accepts(shape(1, 1), {x.unchanged()}, x.as(4, 0), 0);
  PRODUCTS(f20).refuses(
      shape(1, 1), "products.cu:" LINE_f20 ": x(2 * j + 1, 0): ", x.as(4, 2),
      3);
  PRODUCTS(f20).refuses(shape(1, 1), "x(2 * j + 1, 0)", x.as(3, 2), 2);
  PRODUCTS(f20).refuses(shape(1, 1), "extent(x,1)", x.as(4, 0), 1);
  PRODUCTS(f20).refuses(shape(1, 1), "x(2 * j + 1, 0)", x.as(4, 2), INT_MAX);
  for (int n : {INT_MIN, -1, 0, 1, 2, 3, 4, INT_MAX}) {
    PRODUCTS(constant_negative).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    PRODUCTS(constant_negative)
        .agrees(shape(1, 1), {x.contents()}, x.first(7), n);
    for (int m : {INT_MIN, 0, 1, 2, 3, INT_MAX})
      for (int p : {0, 1, 2, 4, 5, INT_MAX})
        if (p > 0 || (n <= 4 && m <= 3))
          PRODUCTS(several).agrees(shape(1, 1), {x.contents()}, x.all(), n, m,
                                   p);
  }
}

static void image_of_a_batch() {
  // Report: K1
  array<float> x(12);
  const tc::tensor<float, tc::extents<long long, tc::dyn>> all(x.data(), 12LL),
      eleven(x.data(), 11LL);
  PRODUCTS(k1).accepts(shape(2, 3),
                       {x.becomes({1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0})}, all,
                       3, 2);
  PRODUCTS(k1).refuses(
      shape(2, 3), "products.cu:" LINE_k1 ": x((n * C + c) * HW): ", all, 4, 2);
  for (int c : factors)
    for (int hw : factors)
      for (int grid : {1, 3})
        for (int block : {1, 2})
          PRODUCTS(k1).agrees(shape(grid, block), {x.contents()},
                              grid == 1 ? eleven : all, c, hw);
}

static void rows_of_hidden() {
  // Report: K2, K17, K18
  array<float> x(12), y(std::vector<float>(16, 1.0f));
  PRODUCTS(k2).accepts(shape(2, 3),
                       {x.becomes({1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0})},
                       x.all(), 4);
  PRODUCTS(k2).refuses(
      shape(3, 3), "products.cu:" LINE_k2 ": x(row * hidden + i): ", x.all(),
      5);
  PRODUCTS(k2).refuses(shape(524289, 1024), "x(row * hidden + i)", x.all(),
                       8192);
  PRODUCTS(k17).refuses(
      shape(1, 1), "products.cu:" LINE_k17 ": x(coord * stride): ", x.all(), 3,
      4);
  for (int coord : factors)
    for (int stride : factors) {
      PRODUCTS(k17).agrees(shape(1, 1), {x.contents()}, x.all(), coord, stride);
      for (int grid : {1, 2, 3})
        PRODUCTS(k2).agrees(shape(grid, 2), {x.contents()}, x.all(), stride);
    }
  PRODUCTS(k18).accepts(shape(2, 1), {y.unchanged()}, y.all());
  PRODUCTS(k18).refuses(
      shape(2, 1), "products.cu:" LINE_k18 ": x(pid * 8 + k): ", y.first(15));
  PRODUCTS(k18).refuses(shape(3, 1), "x(pid * 8 + k)", y.all());
  // 2^28 threads of eight reach 2^31, and more wrap.
  PRODUCTS(k18).refuses(shape(1 << 19, 1024), "x(pid * 8 + k)", y.all());
}

static void strided_threads() {
  // Report: K17
  array<float> x(12);
  for (int stride : factors)
    for (int grid : {1, 2, 3})
      for (int block : {1, 2}) {
        PRODUCTS(k17_threads)
            .agrees(shape(grid, block), {x.contents()}, x.first(6), stride);
      }
  PRODUCTS(k17_threads)
      .refuses(shape(5, 1),
               "products.cu:" LINE_k17_threads ": x(i * stride): ", x.all(), 3);
}

static void truncated_count() {
  // Report: K4
  array<float> x(6);
  PRODUCTS(k4).accepts(shape(1, 1), {x.becomes({1, 1, 1, 1, 1, 1})}, x.all(),
                       2LL, 3LL);
  PRODUCTS(k4).accepts(shape(1, 1), {x.unchanged()}, x.all(), 1LL << 20,
                       1LL << 20);
  PRODUCTS(k4).refuses(shape(1, 1), "products.cu:" LINE_k4 ": x(i): ", x.all(),
                       1LL, 7LL);
  PRODUCTS(k4).refuses(shape(1, 1), "x(i)", x.all(), 1LL, (1LL << 32) + 7);
  PRODUCTS(k4).accepts(shape(1, 1), {x.becomes({1, 1, 1, 1, 1, 1})}, x.all(),
                       1LL, (1LL << 32) + 6);
  for (long long n :
       {LLONG_MIN, -1LL, 0LL, 1LL, 2LL, (1LL << 32) + 1, LLONG_MAX})
    for (long long d :
         {LLONG_MIN, -7LL, 0LL, 1LL, 6LL, 7LL, 1LL << 31, LLONG_MAX})
      PRODUCTS(k4).agrees(shape(1, 1), {x.contents()}, x.all(), n, d);
}

static void blocks_of_a_size() {
  // Report: K5
  array<float> x(6);
  PRODUCTS(k5).accepts(shape(3, 1), {x.becomes({1, 1, 1, 1, 1, 0})}, x.all(), 5,
                       2);
  PRODUCTS(k5).traps(shape(4, 1), "products.cu:" LINE_k5 ": x(base + i), dim 0",
                     x.all(), 7, 2);
  for (int n : {INT_MIN, -1, 0, 1, 5, 6, 7, INT_MAX})
    for (int size : {INT_MIN, -1, 0, 1, 2, 6, 7, 1 << 30, INT_MAX})
      for (int grid : {1, 2, 3, 4, 5, 7})
        PRODUCTS(k5).agrees(shape(grid, 1), {x.contents()}, x.all(), n, size);
}

static void filter_radius() {
  // Report: K20
  array<float> x(5);
  PRODUCTS(k20).accepts(shape(1, 1), {x.becomes({1, 1, 1, 1, 1})}, x.all(), 2,
                        2);
  PRODUCTS(k20).accepts(shape(1, 1), {x.unchanged()}, x.all(), 2, -1);
  PRODUCTS(k20).refuses(shape(1, 1),
                        "products.cu:" LINE_k20 ": x(y0 + y): ", x.all(), 2, 3);
  PRODUCTS(k20).refuses(shape(1, 1), "x(y0 + y)", x.all(), 1, 2);
  PRODUCTS(k20).refuses(shape(1, 1), "x(y0 + y)", x.all(), 3, 2);
  for (int y0 : {INT_MIN, -1, 0, 1, 2, 3, 4, 5, INT_MAX})
    for (int r : {INT_MIN, INT_MIN + 1, -1, 0, 1, 2, 3, INT_MAX})
      PRODUCTS(k20).agrees(shape(1, 1), {x.contents()}, x.all(), y0, r);
}

static void filter_of_each_block() {
  // Report: K20
  array<float> x(5);
  for (int grid : {1, 2, 5, 6})
    for (int r : {INT_MIN, INT_MIN + 1, -1, 0, 1, INT_MAX})
      PRODUCTS(k20_blocks).agrees(shape(grid, 1), {x.contents()}, x.all(), r);
  PRODUCTS(k20_blocks)
      .accepts(shape(5, 1), {x.becomes({1, 1, 1, 1, 1})}, x.all(), 0);
  PRODUCTS(k20_blocks).refuses(shape(1, 1), "x(y0 + y)", x.all(), 1);
}

int main() {
  cases::warm_up(tilechecks_generated_products::g02,
                 tilechecks_generated_products::image);
  rows_of_a_matrix();
  slope_and_offset();
  constant_slope();
  image_of_a_batch();
  rows_of_hidden();
  strided_threads();
  truncated_count();
  blocks_of_a_size();
  filter_radius();
  filter_of_each_block();
  return cases::result();
}
