// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/tile_collectives.cu.
#include "../harness.hpp"
#include "tile_collectives.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define COLLECTIVES(name) CASE(tile_collectives, name)

using strided =
    tc::tensor<float, tc::dextents<int, 2>, tc::layout_stride>;

static std::vector<float> counting(int n) {
  std::vector<float> v(std::size_t(n), 0.0f);
  for (int i = 0; i < n; ++i)
    v[std::size_t(i)] = float(i + 1);
  return v;
}
static tc::tensor2<const float> as(const array<float> &a, int rows,
                                   int columns, int from = 0) {
  return tc::tensor2<const float>(a.data() + from, rows, columns);
}
static strided rows_of(const array<float> &a, int rows, int columns,
                       int pitch) {
  const int strides[] = {pitch, 1};
  return strided(a.data(), tc::dextents<int, 2>(rows, columns), strides);
}
/// `counting` of rows x columns in rows of `pitch`, poison between.
static std::vector<float> copied(int rows, int columns, int pitch, int size) {
  std::vector<float> v(std::size_t(size), -1.0f);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      v[std::size_t(i * pitch + j)] = float(i * columns + j + 1);
  return v;
}

static void overhanging_copy() {
  // Case: F25
  const int rows = 40, columns = 48, pitch = 56, size = 48 * 56;
  array<float> x(counting(rows * columns)),
      o(std::vector<float>(size, -1.0f));
  const tc::tensor2<const float> from = as(x, rows, columns);
  const strided to = rows_of(o, rows, columns, pitch);
  const auto f25 = COLLECTIVES(f25);
  const std::vector<float> all = copied(rows, columns, pitch, size);
  for (tc::dims block : {tc::dims(1), tc::dims(7), tc::dims(32), tc::dims(4, 4, 4), tc::dims(2, 3, 4)})
    f25.accepts(shape(tc::dims(2, 3), block), {o.becomes(all)}, from, to);
  f25.refuses(shape(tc::dims(3, 3), 1), "tile_collectives.cu:" LINE_f25 ": ",
              from, to);
  f25.refuses(shape(tc::dims(2, 4), 1), "gridDim.y", from, to);
  f25.refuses(shape(tc::dims(2, 3), 1), "extent(o,1)", from,
              rows_of(o, rows, 32, pitch));
  f25.refuses(shape(tc::dims(2, 3), 1), "extent(o,0)", from,
              rows_of(o, 32, columns, pitch));

  const auto ring = [&](const auto &kernel) {
    kernel.accepts(shape(tc::dims(1, 3), 32), {o.becomes(all)}, from, to);
    kernel.accepts(shape(tc::dims(1, 3), 32), {o.unchanged()},
                   as(x, rows, 0), rows_of(o, rows, 0, pitch));
    kernel.refuses(shape(tc::dims(1, 3), 32), "extent(o,1)", from,
                   rows_of(o, rows, 32, pitch));
    kernel.refuses(shape(tc::dims(1, 4), 32), "gridDim.y", from, to);
    // 16 bytes at once: rows and the address are aligned.
    kernel.refuses_at_launch(shape(tc::dims(1, 3), 32), "extent(x,1)",
                             as(x, rows, 47), to);
    kernel.refuses_at_launch(shape(tc::dims(1, 3), 32), "is false",
                             as(x, 39, columns, 1), to);
    kernel.refuses_at_launch(shape(tc::dims(1, 3), 64), "blockDim.x == 32",
                             from, to);
    kernel.refuses_at_launch(shape(tc::dims(1, 3), tc::dims(32, 2)),
                             "blockDim.y == 1", from, to);
  };
  ring(COLLECTIVES(f25_ring_n_1));
  ring(COLLECTIVES(f25_ring_n_2));
  ring(COLLECTIVES(f25_ring_n_4));
  ring(COLLECTIVES(f25_ring_n_8));
  // Eight tiles and one, so that each stage is used, and used again.
  array<float> wide(counting(3 * 260)), w(std::vector<float>(3 * 260, -1.0f));
  const auto turns = [&](const auto &kernel) {
    kernel.accepts(shape(1, 32), {w.becomes(counting(3 * 260))},
                   as(wide, 3, 260), rows_of(w, 3, 260, 260));
  };
  turns(COLLECTIVES(f25_ring_n_1));
  turns(COLLECTIVES(f25_ring_n_2));
  turns(COLLECTIVES(f25_ring_n_4));
  turns(COLLECTIVES(f25_ring_n_8));
}

static void whole_tiles() {
  // Case: F27, G15
  array<float> x(std::vector<float>(256, 1.0f)), sum(1, -1.0f);
  const auto declared = [&](const auto &kernel) {
    kernel.accepts(shape(1, 1), {sum.becomes({128})}, as(x, 2, 128),
                   sum.data());
    kernel.accepts(shape(1, 1), {sum.becomes({0})}, as(x, 0, 0), sum.data());
    kernel.refuses_at_launch(shape(1, 1), "extent(x,1)", as(x, 1, 100),
                             sum.data());
    kernel.refuses_at_launch(shape(1, 1), "extent(x,1)", as(x, 1, 96),
                             sum.data());
    kernel.refuses(shape(1, 1), "extent(x,0)", as(x, 0, 128), sum.data());
  };
  declared(COLLECTIVES(f27));
  declared(COLLECTIVES(g15_half));
  COLLECTIVES(f27).refuses_at_launch(
      shape(1, 1), "tile_collectives.cu:" LINE_f27 ": ", as(x, 1, 96),
      sum.data());
  COLLECTIVES(f27).refuses(shape(1, 1),
                           "tile_collectives.cu:" LINE_f27_tile ": ",
                           as(x, 0, 128), sum.data());

  array<float> o(std::vector<float>(16, 1.0f));
  std::vector<float> seven(16, 1.0f);
  for (std::size_t i = 0; i != 8; ++i)
    seven[i] = 7;
  const auto exact = COLLECTIVES(exact_copy);
  exact.accepts(shape(1, 1), {o.becomes(seven)}, o.as(2, 4));
  exact.accepts(shape(1, 1), {o.unchanged()}, o.as(0, 4));
  exact.refuses_at_launch(shape(1, 1), "tile_collectives.cu:" LINE_exact_copy,
                          o.as(3, 4));
  exact.refuses_at_launch(shape(1, 1), "extent(o,1)", o.as(2, 6));
  COLLECTIVES(exact_element)
      .accepts(shape(1, 1),
               {o.becomes({0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1})},
               o.first(12));
  COLLECTIVES(exact_element)
      .refuses_at_launch(shape(1, 1), "extent(o,0)", o.first(11));
}

static void elements() {
  array<float> o(std::vector<float>(40, -1.0f));
  for (int rows : {0, 1, 2, 3})
    for (int columns : {0, 1, 4, 5}) {
      std::vector<float> written(40, -1.0f);
      for (int i = 0; i < rows * columns; ++i)
        written[std::size_t(i)] = 7;
      COLLECTIVES(masked_element)
          .accepts(shape(1, 1), {o.becomes(written)}, o.as(rows, columns));
    }
  for (int n : {0, 1, 3, 4, 5, 11}) {
    std::vector<float> written(40, -1.0f);
    for (int i = 0; i < n; ++i)
      written[std::size_t(i)] = float(i / 4);
    COLLECTIVES(masked_valid)
        .accepts(shape(1, 1), {o.becomes(written)}, o.first(n));
  }
  // The filled read gives -1; the store past the end is dropped.
  array<float> f(std::vector<float>{1, 2, 3, 4, 5, 6, 90, 91});
  const auto fill = COLLECTIVES(fill_element);
  fill.accepts(shape(1, 1), {f.becomes({4, 2, 3, 4, -1, 6, 90, 91})},
               f.first(6), 0);
  fill.accepts(shape(1, 1), {f.becomes({1, 2, 4, 4, 5, 6, 90, 91})},
               f.first(6), 2);
  fill.accepts(shape(1, 1), {f.unchanged()}, f.first(0), 9);
  for (int e : {-1, 4, INT_MIN, INT_MAX})
    fill.refuses(shape(1, 1), "tile_collectives.cu:" LINE_fill_element ": ",
                 f.first(6), e);
}

static void exchanged() {
  array<float> x(counting(15)), o(std::vector<float>(20, -1.0f));
  const auto transposed = COLLECTIVES(transposed);
  std::vector<float> across(20, -1.0f);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j)
      across[std::size_t(i * 5 + j)] = float(j * 3 + i + 1);
  transposed.accepts(shape(1, 1), {o.becomes(across)}, as(x, 5, 3),
                     o.as(3, 5));
  transposed.refuses(shape(1, 1),
                     "tile_collectives.cu:" LINE_transposed ": ",
                     as(x, 5, 3), o.as(2, 5));
  transposed.refuses(shape(1, 1), "extent(o,1)", as(x, 5, 3), o.as(4, 4));
  for (int rows : {0, 1, 4, 5})
    for (int columns : {0, 1, 2, 3})
      for (int r : {0, 2, 3})
        for (int c : {0, 4, 5})
          transposed.agrees(shape(1, 1), {o.contents()}, as(x, rows, columns),
                            o.as(r, c));
}

static void tiles_of_tiles() {
  array<float> o(std::vector<float>(80, -1.0f));
  for (int rows : {0, 1, 4, 5, 7})
    for (int columns : {0, 3, 8, 9}) {
      std::vector<float> written(80, -1.0f);
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
          written[std::size_t(r * columns + c)] =
              float(8 * (r / 4) + 4 * (c / 8) + 2 * (r % 4 / 2) + c % 8 / 4);
      COLLECTIVES(nested).accepts(shape(1, 1), {o.becomes(written)},
                                  o.as(rows, columns));
    }
  // Elements 4 to 7 of each tile of 8; of the second there are two, 8 and 9.
  std::vector<float> behind(80, -1.0f);
  for (std::size_t i : {4, 5, 6, 7})
    behind[i] = 7;
  const auto inner = COLLECTIVES(nested_argument);
  inner.accepts(shape(2, 1), {o.becomes(behind)}, o.first(10), 1);
  inner.refuses(shape(3, 1), "tile_collectives.cu:" LINE_nested_argument ": ",
                o.first(10), 1);
  for (int a : {-1, 2, INT_MAX})
    inner.refuses(shape(1, 1), "tile_collectives.cu:" LINE_nested_argument,
                  o.first(10), a);
}

static void groups() {
  array<float> z(std::vector<float>(100, -1.0f));
  // Two tiles of 8 columns, the second of 2; 5 rows of 8.
  std::vector<float> stored(100, -1.0f);
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 10; ++c)
      stored[std::size_t(r * 10 + c)] = float(8 * r + c % 8);
  const auto fragment = COLLECTIVES(fragment);
  fragment.accepts(shape(tc::dims(2, 1), 32), {z.becomes(stored)}, z.as(5, 10));
  fragment.refuses(shape(tc::dims(3, 1), 32), "gridDim.x", z.as(5, 10));
  fragment.refuses_at_launch(shape(tc::dims(2, 1), 64),
                             "tile_collectives.cu:" LINE_fragment ": ",
                             z.as(5, 10));
  fragment.refuses_at_launch(shape(tc::dims(2, 1), 31), "blockDim.x == 32",
                             z.as(5, 10));
  fragment.refuses_at_launch(shape(tc::dims(2, 1), tc::dims(32, 1, 2)),
                             "blockDim.z == 1", z.as(5, 10));
  const auto runs = COLLECTIVES(fragment_runs);
  runs.accepts(shape(tc::dims(2, 1), 32), {z.becomes(stored)}, z.as(5, 10));
  runs.refuses_at_launch(shape(tc::dims(2, 1), 32),
                         "tile_collectives.cu:" LINE_fragment_runs ": ",
                         z.as(5, 9));
  runs.refuses_at_launch(shape(tc::dims(2, 1), 32), "extent(z,1) % 2 == 0",
                         z.as(5, 9));
  runs.refuses_at_launch(shape(tc::dims(2, 1), 32), "address(z) % 8 == 0",
                         tc::tensor2<float>(z.data() + 1, 5, 10));

  array<float> x(counting(60));
  const auto warps = COLLECTIVES(by_warp);
  std::vector<float> first(100, -1.0f);
  for (std::size_t i = 0; i != 60; ++i)
    first[i] = float(i + 1);
  const tc::tensor1<const float> from(x.data(), 60);
  warps.accepts(shape(1, 64), {z.becomes(first)}, from, z.first(60));
  warps.refuses(shape(1, 96), "tile_collectives.cu:" LINE_by_warp ": ", from,
                z.first(90));
  warps.refuses_at_launch(shape(1, 48), "blockDim.x", from, z.first(60));
  warps.refuses_at_launch(shape(1, tc::dims(32, 2)), "blockDim.y == 1", from,
                          z.first(60));
  warps.refuses_at_launch(shape(1, tc::dims(32, 1, 2)), "blockDim.z == 1", from,
                          z.first(60));

  for (tc::dims block : {tc::dims(1), tc::dims(7), tc::dims(8), tc::dims(64)})
    COLLECTIVES(by_block)
        .accepts(shape(2, block), {z.becomes(first)}, from, z.first(60));

  const auto asynchronous = COLLECTIVES(asynchronous);
  std::vector<float> fifty(100, -1.0f);
  for (std::size_t i = 0; i != 50; ++i)
    fifty[i] = float(i + 1);
  asynchronous.accepts(shape(tc::dims(2, 2), 32), {z.becomes(fifty)},
                       as(x, 5, 10), z.as(5, 10));
  asynchronous.refuses_at_launch(
      shape(tc::dims(2, 2), 32),
      "tile_collectives.cu:" LINE_asynchronous ": ", as(x, 5, 11),
      z.as(5, 11));
  asynchronous.refuses_at_launch(shape(tc::dims(2, 2), 32), "is false",
                                 as(x, 5, 10, 1), z.as(5, 10));
  asynchronous.refuses(shape(tc::dims(2, 3), 32), "gridDim.y", as(x, 5, 10),
                       z.as(5, 10));
}

static void vectors() {
  array<float> x(counting(13)), o(std::vector<float>(16, -1.0f));
  std::vector<float> thirteen(16, -1.0f);
  for (std::size_t i = 0; i != 13; ++i)
    thirteen[i] = float(i + 1);
  const auto vector = COLLECTIVES(asynchronous_vector);
  vector.accepts(shape(2, 1), {o.becomes(thirteen)},
                 tc::tensor1<const float>(x.data(), 13), o.first(13));
  // What x lacks is 0.
  std::vector<float> cut(16, 0.0f);
  for (std::size_t i = 0; i != 11; ++i)
    cut[i] = float(i + 1);
  vector.accepts(shape(2, 1), {o.becomes(cut)},
                 tc::tensor1<const float>(x.data(), 11), o.first(16));
  vector.refuses_at_launch(shape(1, 1), "address(x) % 8 == 0",
                           tc::tensor1<const float>(x.data() + 1, 8),
                           o.first(8));
  vector.refuses(shape(3, 1), "gridDim.x",
                 tc::tensor1<const float>(x.data(), 13), o.first(16));
}

static void nothing_ahead() {
  array<float> x(counting(9)), sum(1, -1.0f);
  const tc::tensor1<const float> from(x.data(), 9);
  COLLECTIVES(nothing_ahead)
      .accepts(shape(1, 1), {sum.becomes({45})}, from, sum.data(), 3);
  COLLECTIVES(nothing_ahead)
      .traps(shape(1, 1), "p.tile(k), dim 0", from, sum.data(), 4);
}

int main() {
  cases::warm_up(tilechecks_generated_tile_collectives::f25,
                 tilechecks_generated_tile_collectives::image);
  overhanging_copy();
  whole_tiles();
  elements();
  exchanged();
  tiles_of_tiles();
  groups();
  vectors();
  nothing_ahead();
  return cases::result();
}
