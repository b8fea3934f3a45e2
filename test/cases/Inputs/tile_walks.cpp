// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/tile_walks.cu.
#include "../harness.hpp"
#include "tile_walks.launch.hpp"

#include <algorithm>
#include <climits>

using cases::array;
using cases::shape;

#define WALKS(name) CASE(tile_walks, name)

static std::vector<float> counting(int n) {
  std::vector<float> v(std::size_t(n), 0.0f);
  for (int i = 0; i < n; ++i)
    v[std::size_t(i)] = float(i % 7 + 1);
  return v;
}
static tc::tensor2<const float> as(const array<float> &a, int rows,
                                   int columns) {
  return tc::tensor2<const float>(a.data(), rows, columns);
}
/// The product of `counting` matrices, of which the inner `depth` count.
static std::vector<float> product(int rows, int columns, int depth, int width,
                                  int size) {
  const std::vector<float> a = counting(rows * width),
                           b = counting(depth * columns);
  std::vector<float> c(std::size_t(size), 0.0f);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      for (int k = 0; k < depth && k < width; ++k)
        c[std::size_t(i * columns + j)] += a[std::size_t(i * width + k)] *
                                           b[std::size_t(k * columns + j)];
  return c;
}

static void declared() {
  // Case: F08
  array<float> x(counting(5 * 16)), y(counting(16 * 3)), z(5 * 3);
  const auto f08 = WALKS(f08);
  for (int grid : {1, 2, 6, 7}) {
    f08.accepts(shape(grid, 1), {z.becomes(product(5, 3, 16, 16, 15))},
                as(x, 5, 16), as(y, 16, 3), z.as(5, 3));
    // Four tiles of columns, the last of them of one.
    f08.accepts(shape(grid, 1), {z.becomes(product(5, 3, 13, 13, 15))},
                as(x, 5, 13), as(y, 13, 3), z.as(5, 3));
  }
  // No tile of z: k is not looked at.
  f08.accepts(shape(2, 1), {z.unchanged()}, as(x, 0, 0), as(y, 0, 3),
              z.as(0, 3));
  f08.accepts(shape(2, 1), {z.unchanged()}, as(x, 5, 0), as(y, 0, 0),
              z.as(5, 0));
  f08.refuses(shape(1, 1), "tile_walks.cu:" LINE_product_x ": px.tile(m, k): ",
              as(x, 5, 12), as(y, 16, 3), z.as(5, 3));
  f08.refuses(shape(1, 1), "tile_walks.cu:" LINE_product_y ": py.tile(k, n): ",
              as(x, 5, 16), as(y, 12, 3), z.as(5, 3));
  f08.refuses_at_launch(shape(1, 1),
                        "extent(x,0) == extent(z,0) is false: 6 == 5",
                        as(x, 6, 13), as(y, 16, 3), z.as(5, 3));
  f08.refuses_at_launch(shape(1, 1), "tile_walks.cu:" LINE_f08 ": ",
                        as(x, 6, 13), as(y, 16, 3), z.as(5, 3));
}

template <class Kernel>
static void product_of(const Kernel &kernel, const char *where) {
  array<float> x(counting(5 * 16)), y(counting(16 * 3)), z(5 * 3);
  for (int grid : {1, 2, 6, 7})
    kernel.accepts(shape(grid, 1), {z.becomes(product(5, 3, 13, 13, 15))},
                   as(x, 5, 13), as(y, 13, 3), z.as(5, 3));
  // Tile counts, not extents; and more than needed.
  kernel.accepts(shape(2, 1), {z.becomes(product(4, 2, 13, 13, 15))},
                 as(x, 5, 13), as(y, 16, 2), z.as(4, 2));
  kernel.accepts(shape(2, 1), {z.unchanged()}, as(x, 0, 13), as(y, 0, 0),
                 z.as(0, 3));
  kernel.accepts(shape(2, 1), {z.becomes(std::vector<float>(15, 0.0f))},
                 as(x, 0, 0), as(y, 0, 0), z.as(5, 3));
  kernel.refuses(shape(1, 1), where, as(x, 5, 13), as(y, 12, 3), z.as(5, 3));
  kernel.refuses(shape(1, 1), "extent(x,0)", as(x, 4, 13), as(y, 13, 3),
                 z.as(5, 3));
  kernel.refuses(shape(1, 1), "extent(y,1)", as(x, 5, 13), as(y, 13, 2),
                 z.as(5, 3));
  for (int rows : {0, 1, 3})
    for (int columns : {0, 2, 3})
      for (int depth : {0, 4, 5})
        for (int more : {-2, 0, 1})
          kernel.agrees(shape(2, 1), {z.contents()}, as(x, 2, depth),
                        as(y, std::max(0, depth + more), 2),
                        z.as(rows, columns));
}

static void undeclared() {
  // Case: F09
  product_of(WALKS(f09), "tile_walks.cu:" LINE_product_y ": py.tile(k, n): ");
  product_of(WALKS(f09_by_hand),
             "tile_walks.cu:" LINE_product_y ": py.tile(k, n): ");
}

static void undeclared_by_groups() {
  array<float> x(counting(20 * 6)), y(counting(6 * 5)), z(20 * 5);
  const auto grouped = WALKS(f09_grouped);
  for (int grid : {1, 3, 40})
    grouped.accepts(shape(grid, 1), {z.becomes(product(19, 5, 6, 6, 100))},
                    as(x, 19, 6), as(y, 6, 5), z.as(19, 5));
  grouped.accepts(shape(2, 1), {z.unchanged()}, as(x, 0, 6), as(y, 0, 0),
                  z.as(0, 3));
  grouped.refuses(shape(1, 1),
                  "tile_walks.cu:" LINE_product_y ": py.tile(k, n): ",
                  as(x, 19, 6), as(y, 4, 5), z.as(19, 5));
  grouped.traps(shape(1, 1),
                "tile_walks.cu:" LINE_product_x
                ": px.tile(m, k), dim 0 (hoisted)",
                as(x, 18, 6), as(y, 6, 5), z.as(19, 5));
  grouped.traps(shape(1, 1),
                "tile_walks.cu:" LINE_product_y
                ": py.tile(k, n), dim 1 (hoisted)",
                as(x, 19, 6), as(y, 6, 4), z.as(19, 5));
}

static void keys_of_a_head() {
  // Case: F18
  array<float> k(std::vector<float>(3 * 5 * 4, 1.0f)), q(3 * 4),
      one(1, -1.0f), sum(8, -1.0f);
  const auto keys = [&](int heads, int rows) {
    return tc::tensor<const float, tc::extents<int, tc::dyn, tc::dyn, 4>>(
        k.data(), heads, rows);
  };
  const auto f18 = WALKS(f18);
  // Three heads, two tiles of queries each, five keys of four.
  f18.accepts(shape(1, 1), {one.becomes({3 * 2 * 20})}, keys(3, 5),
              as(q, 3, 4), one.data(), 3);
  f18.accepts(shape(1, 1), {one.becomes({0})}, keys(3, 5), as(q, 0, 4),
              one.data(), 9);
  f18.accepts(shape(1, 1), {one.becomes({0})}, keys(0, 0), as(q, 3, 4),
              one.data(), 0);
  f18.refuses(shape(1, 1), "tile_walks.cu:" LINE_f18 ": ", keys(2, 5),
              as(q, 3, 4), one.data(), 3);
  f18.refuses(shape(1, 1), "tile_walks.cu:" LINE_f18 ": ", keys(3, 5),
              as(q, 3, 4), one.data(), 4);
  for (int grid : {1, 2, 7})
    for (int heads : {0, 1, 3})
      for (int rows : {0, 1, 2, 3})
        for (int kv : {INT_MIN, 0, 1, 2})
          f18.agrees(shape(grid, 1), {sum.contents()}, keys(heads, rows),
                     as(q, 2, 3), sum.data(), kv);
}

static void walks_by_hand() {
  // Case: F22
  array<float> x(std::vector<float>(9, 1.0f)), one(1, -1.0f), two(2, -1.0f),
      sum(16, -1.0f);
  const auto input = [&](int n) {
    return tc::tensor1<const float>(x.data(), n);
  };
  for (int n : {0, 1, 2, 9}) {
    WALKS(f22).accepts(shape(1, 1), {one.becomes({float(n)})}, input(n),
                       one.data());
    WALKS(f22_wide)
        .accepts(shape(1, 1), {one.becomes({float(n)})}, input(n), one.data());
  }
  WALKS(f22).accepts(shape(2, 1), {two.becomes({5, 4})}, input(9), two.data());
  WALKS(f22_wide)
      .accepts(shape(2, 1), {two.becomes({5, 4})}, input(9), two.data());
  for (int grid : {1, 3, 5, 16})
    WALKS(f22).agrees(shape(grid, 1), {sum.contents()}, input(9), sum.data());
  // 2^30 tiles: the last block's step passes 2^31.
  const int blocks = INT_MAX;
  WALKS(f22).refuses(shape(blocks, 1), "tile_walks.cu:" LINE_f22 ": ",
                     input(INT_MAX), sum.data());
  WALKS(f22).refuses(shape((1 << 30) + 1, 1), "is false", input(INT_MAX),
                     sum.data());
  WALKS(f22).admits(shape(1 << 30, 1), input(INT_MAX), sum.data());
  // Without a tile no block makes a step.
  WALKS(f22).admits(shape(blocks, 1), input(0), sum.data());
  WALKS(f22_wide).admits(shape(blocks, 1), input(INT_MAX), sum.data());
}

static void minted() {
  // Case: F26
  array<float> o(std::vector<float>(20, -1.0f)), x(counting(15)),
      one(1, -1.0f);
  std::vector<float> filled(20, -1.0f);
  std::fill_n(filled.begin(), 15, 7.0f);
  float all = 0;
  for (float v : counting(15))
    all += v;
  for (int grid : {1, 2, 4, 5})
    WALKS(f26_store)
        .accepts(shape(grid, 1), {o.becomes(filled)}, o.as(3, 5));
  WALKS(f26_store).accepts(shape(3, 1), {o.unchanged()}, o.as(0, 5));
  WALKS(f26_load).accepts(shape(1, 1), {one.becomes({all})}, as(x, 3, 5),
                          one.data());
  WALKS(f26_load)
      .accepts(shape(1, 1), {one.becomes({0})}, as(x, 3, 0), one.data());
}

static void every_tile_once() {
  // Case: S32
  array<float> o(20 * 5);
  for (int rows : {0, 1, 7, 8, 9, 16, 17, 20})
    for (int columns : {0, 1, 2, 3, 5})
      for (int grid : {1, 2, 5, 64}) {
        if ((rows + columns + grid) % 3 != 0 && rows != 17)
          continue;
        std::vector<float> once(20 * 5, 0.0f);
        std::fill_n(once.begin(), rows * columns, 1.0f);
        WALKS(linear_cover)
            .accepts(shape(grid, 1), {o.becomes(once)}, o.as(rows, columns));
        WALKS(grouped_cover)
            .accepts(shape(grid, 1), {o.becomes(once)}, o.as(rows, columns));
      }
  // With a second row of blocks every tile would be met twice.
  for (tc::dims grid : {tc::dims(1, 2), tc::dims(2, 1, 2)}) {
    WALKS(linear_cover)
        .refuses_at_launch(shape(grid, 1), "tile_walks.cu:" LINE_linear_cover,
                           o.as(4, 5));
    WALKS(linear_cover)
        .refuses_at_launch(shape(grid, 1),
                           "gridDim.y == 1 and gridDim.z == 1 is false",
                           o.as(4, 5));
    WALKS(grouped_cover)
        .refuses_at_launch(shape(grid, 1),
                           "gridDim.y == 1 and gridDim.z == 1 is false",
                           o.as(4, 5));
  }
}

static void every_tile_of_more_axes_once() {
  array<float> o(48);
  for (int a : {0, 1, 3})
    for (int b : {0, 1, 3})
      for (int c : {0, 2, 3})
        for (int grid : {1, 2, 7}) {
          if ((a + b + c + grid) % 2 != 0 && a * b * c != 27)
            continue;
          std::vector<float> once(48, 0.0f);
          std::fill_n(once.begin(), a * b * c, 1.0f);
          WALKS(three_axes)
              .accepts(shape(grid, 1), {o.becomes(once)},
                       tc::tensor3<float>(o.data(), a, b, c));
          if (a * b * c > 24)
            continue;
          std::fill_n(once.begin(), 2 * a * b * c, 1.0f);
          WALKS(four_axes)
              .accepts(
                  shape(grid, 1), {o.becomes(once)},
                  tc::tensor<float,
                             tc::extents<int, tc::dyn, tc::dyn, tc::dyn, 2>>(
                      o.data(), a, b, c));
        }
}

static void down_the_columns_of_a_group() {
  array<float> o(20 * 5, -1.0f);
  for (int rows : {1, 7, 8, 9, 17, 20})
    for (int columns : {1, 3, 5}) {
      std::vector<float> order(20 * 5, -1.0f);
      float number = 0;
      for (int first = 0; first < rows; first += 8)
        for (int n = 0; n < columns; ++n)
          for (int m = first; m < std::min(first + 8, rows); ++m)
            order[std::size_t(m * columns + n)] = number++;
      WALKS(grouped_order)
          .accepts(shape(1, 1), {o.becomes(order)}, o.as(rows, columns));
    }
}

static void more_tiles_than_an_int_counts() {
  array<long long> last(3, -1);
  const auto tiles = [](long long rows, long long columns) {
    return tc::tensor<const float, tc::dextents<long long, 2>>(
        nullptr, rows, columns);
  };
  const long long blocks = 4096, all = 65536LL * 40000;
  WALKS(wide_walk)
      .accepts(shape(unsigned(blocks), 1),
               {last.becomes({all / blocks, 65535, 39999})},
               tiles(65536, 40000), last.data());
  WALKS(wide_walk)
      .accepts(shape(2, 1), {last.becomes({3, 1, 2})}, tiles(2, 3),
               last.data());
}

int main() {
  cases::warm_up(tilechecks_generated_tile_walks::f08,
                 tilechecks_generated_tile_walks::image);
  declared();
  undeclared();
  undeclared_by_groups();
  keys_of_a_head();
  walks_by_hand();
  minted();
  every_tile_once();
  every_tile_of_more_axes_once();
  down_the_columns_of_a_group();
  more_tiles_than_an_int_counts();
  return cases::result();
}
