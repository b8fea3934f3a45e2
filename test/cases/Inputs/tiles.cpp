// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/tiles.cu.
#include "../harness.hpp"
#include "tiles.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define TILES(name) CASE(tiles, name)

/// 1, 2, 3, ...
static std::vector<float> counting(int n) {
  std::vector<float> v(std::size_t(n), 0.0f);
  for (int i = 0; i < n; ++i)
    v[std::size_t(i)] = float(i + 1);
  return v;
}
/// What `counting` adds up to, from element `from` to before `to`.
static float total(int from, int to) {
  return float((from + 1 + to) * (to - from)) / 2;
}

static tc::tensor1<const float> part(const array<float> &a, int n) {
  return tc::tensor1<const float>(a.data(), n);
}
static tc::tensor2<const float> as(const array<float> &a, int rows,
                                   int columns) {
  return tc::tensor2<const float>(a.data(), rows, columns);
}

static void constant_loop() {
  // Case: F01
  array<float> x(counting(256)), sum(1);
  TILES(f01).accepts(shape(1, 1), {sum.becomes({total(0, 256)})},
                     tc::tensor<const float, tc::extents<int, 256>>(x.data()),
                     sum.data());
}

static void by_argument() {
  // Case: F02, F03, S01
  array<float> x(counting(12)), sum(1, -1.0f);
  const auto f02 = TILES(f02);
  f02.accepts(shape(1, 1), {sum.becomes({total(0, 10)})}, part(x, 10),
              sum.data(), 3);
  f02.accepts(shape(1, 1), {sum.becomes({total(0, 8)})}, part(x, 10),
              sum.data(), 2);
  f02.accepts(shape(1, 1), {sum.becomes({0})}, part(x, 0), sum.data(), 0);
  f02.accepts(shape(1, 1), {sum.becomes({0})}, part(x, 10), sum.data(),
              INT_MIN);
  f02.refuses(
      shape(1, 1),
      "tiles.cu:" LINE_f02
      ": p.tile(j): n <= ceil(extent(x,0)/4) is false: 4 <= 3 (n = 4, extent(x,0) = 10)",
      part(x, 10), sum.data(), 4);
  f02.refuses(shape(1, 1), "n <= ceil(extent(x,0)/4) is false", part(x, 0),
              sum.data(), 1);
  f02.refuses(shape(1, 1), "n <= ceil(extent(x,0)/4) is false", part(x, 12),
              sum.data(), INT_MAX);
  const auto f03 = TILES(f03);
  f03.accepts(shape(1, 1), {sum.becomes({total(8, 10)})}, part(x, 10),
              sum.data(), 2);
  f03.accepts(shape(1, 1), {sum.becomes({total(0, 4)})}, part(x, 10),
              sum.data(), 0);
  for (int index : {-1, 3, INT_MIN, INT_MAX})
    f03.refuses(shape(1, 1), "tiles.cu:" LINE_f03 ": ", part(x, 10),
                sum.data(), index);
  f03.refuses(shape(1, 1), "idx", part(x, 0), sum.data(), 0);
  for (int n : {0, 1, 4, 5, 8, 9})
    for (int index : {INT_MIN, -1, 0, 1, 2, 3, INT_MAX}) {
      f02.agrees(shape(1, 1), {sum.contents()}, part(x, n), sum.data(), index);
      f03.agrees(shape(1, 1), {sum.contents()}, part(x, n), sum.data(), index);
    }
}

static void count_of_tiles() {
  // Case: F04, F05, S24
  array<float> x(counting(100)), sum(1, -1.0f);
  for (int n : {0, 1, 3, 4, 5, 99, 100}) {
    TILES(f04).accepts(shape(1, 1), {sum.becomes({total(0, n)})}, part(x, n),
                       sum.data());
    TILES(f04_up).accepts(shape(1, 1), {sum.becomes({total(0, n)})},
                          part(x, n), sum.data());
    TILES(f04_down)
        .accepts(shape(1, 1), {sum.becomes({total(0, n / 4 * 4)})},
                 part(x, n), sum.data());
  }
  // The sum by hand wraps to a negative count, which no loop reaches.
  for (int n : {INT_MAX - 3, INT_MAX - 2, INT_MAX}) {
    TILES(f04).admits(shape(1, 1), part(x, n), sum.data());
    TILES(f04_up).admits(shape(1, 1), part(x, n), sum.data());
    TILES(f04_down).admits(shape(1, 1), part(x, n), sum.data());
  }
  for (int rows : {0, 1, 2, 3})
    for (int columns : {0, 1, 4, 5})
      TILES(f05).accepts(shape(1, 1), {sum.becomes({total(0, rows * columns)})},
                         as(x, rows, columns), sum.data());
}

static void shared_extent() {
  // Case: F06, F07, G10, S25, S26
  array<float> x(64 * 128, 1.0f), y(256 * 2, 1.0f), sum(1, -1.0f);
  const auto f07 = TILES(f07);
  // A tile that reaches beyond y reads 0 there.
  for (int rows : {128, 256, 100})
    f07.accepts(shape(1, 1),
                {sum.becomes({256.0f + 2.0f * float(rows < 128 ? rows : 128)})},
                as(x, 64, 128), as(y, rows, 2), sum.data());
  f07.refuses(shape(1, 1),
              "tiles.cu:" LINE_f07
              ": py.tile(k, 0): ceil(extent(x,1)/32) <= ceil(extent(y,0)/32) "
              "is false: 4 <= 3 (extent(x,1) = 128, extent(y,0) = 96)",
              as(x, 64, 128), as(y, 96, 2), sum.data());
  f07.refuses(shape(1, 1), "extent(x,0)", as(x, 0, 128), as(y, 128, 2),
              sum.data());
  f07.refuses(shape(1, 1), "extent(y,1)", as(x, 64, 128), as(y, 128, 0),
              sum.data());
  f07.accepts(shape(1, 1), {sum.becomes({0})}, as(x, 0, 0), as(y, 0, 0),
              sum.data());
  for (int columns : {0, 1, 32, 33, 64})
    for (int rows : {0, 1, 32, 33, 64}) {
      f07.agrees(shape(1, 1), {sum.contents()}, as(x, 3, columns),
                 as(y, rows, 1), sum.data());
      TILES(g10).agrees(shape(1, 1), {sum.contents()}, as(x, 3, columns),
                        as(y, rows, 1), sum.data());
    }

  // On both counts: 4 tiles of 32 against ceil(rows/64).
  const auto g10 = TILES(g10);
  g10.accepts(shape(1, 1), {sum.becomes({256.0f + 2.0f * 193})},
              as(x, 64, 128), as(y, 193, 2), sum.data());
  g10.refuses(shape(1, 1),
              "tiles.cu:" LINE_g10
              ": py.tile(k, 0): ceil(extent(x,1)/32) <= ceil(extent(y,0)/64) "
              "is false: 4 <= 3",
              as(x, 64, 128), as(y, 192, 2), sum.data());

  const auto f06 = TILES(f06);
  f06.accepts(shape(1, 1), {sum.becomes({512})}, as(x, 64, 128),
              as(y, 128, 2), sum.data());
  f06.accepts(shape(1, 1), {sum.becomes({0})}, as(x, 0, 0), as(y, 0, 0),
              sum.data());
  f06.refuses_at_launch(
      shape(1, 1), "extent(x,1) == extent(y,0) is false: 128 == 100",
      as(x, 64, 128), as(y, 100, 2), sum.data());
  f06.refuses(shape(1, 1), "extent(x,0)", as(x, 0, 128), as(y, 128, 2),
              sum.data());
  f06.refuses(shape(1, 1), "extent(y,1)", as(x, 64, 128), as(y, 128, 0),
              sum.data());
}

static void chain_of_equalities() {
  // Case: G15
  array<float> x(64 * 128, 1.0f), y(128 * 2, 1.0f), sum(1);
  const auto chain = TILES(g15_chain);
  chain.accepts(shape(1, 1), {sum.becomes({512})}, as(x, 64, 128),
                as(y, 128, 0), as(y, 128, 2), sum.data());
  chain.refuses_at_launch(
      shape(1, 1), "extent(w,0) == extent(y,0) is false: 128 == 100",
      as(x, 64, 128), as(y, 128, 0), as(y, 100, 2), sum.data());
  chain.refuses(shape(1, 1), "extent(y,1)", as(x, 64, 128), as(y, 128, 0),
                as(y, 128, 0), sum.data());
}

static void by_block() {
  // Case: F10, F17, S05
  array<float> x(counting(48)), sum(64, -1.0f);
  const auto f10 = TILES(f10);
  array<float> three(3, -1.0f);
  f10.accepts(
      shape(3, 1),
      {three.becomes({total(0, 16), total(16, 32), total(32, 48)})},
      part(x, 48), three.data());
  f10.accepts(
      shape(3, 1),
      {three.becomes({total(0, 16), total(16, 32), total(32, 40)})},
      part(x, 40), three.data());
  f10.refuses(shape(4, 1),
              "tiles.cu:" LINE_f10 ": ", part(x, 48), sum.data());
  f10.refuses(shape(4, 1),
              "gridDim.x <= ceil(extent(x,0)/16) is false: 4 <= 3",
              part(x, 48), sum.data());
  const auto f17 = TILES(f17);
  // Rows 0..1 and 4..5 of eight columns; 5 rows have three tiles.
  array<float> four(4, -1.0f);
  f17.accepts(shape(tc::dims(2, 2), 1),
              {four.becomes({1 + 2 + 3 + 4 + 9 + 10 + 11 + 12, 33 + 34 + 35 + 36,
                             5 + 6 + 7 + 8 + 13 + 14 + 15 + 16,
                             37 + 38 + 39 + 40})},
              as(x, 5, 8), four.data());
  f17.refuses(shape(tc::dims(2, 2), 1), "tiles.cu:" LINE_f17 ": ",
              as(x, 4, 8), sum.data());
  f17.refuses(shape(tc::dims(2, 3), 1), "gridDim.y", as(x, 6, 8), sum.data());
  // 2*(2^30) wraps.
  f17.refuses(shape(tc::dims((1 << 30) + 1, 1), 1), "2*", as(x, 6, 8),
              sum.data());
  for (unsigned gx : {1u, 2u, 3u})
    for (unsigned gy : {1u, 2u, 3u})
      for (int rows : {0, 1, 4, 5, 6})
        for (int columns : {0, 4, 5, 8})
          f17.agrees(shape(tc::dims(gx, gy), 1), {sum.contents()},
                     as(x, rows, columns), sum.data());
  const auto s05 = TILES(s05);
  s05.accepts(shape(tc::dims(9, 3), 1),
              {three.becomes({total(0, 4), total(4, 8), total(8, 9)})},
              part(x, 9), three.data());
  s05.refuses(shape(tc::dims(1, 4), 1),
              "gridDim.y <= ceil(extent(x,0)/4) is false: 4 <= 3", part(x, 9),
              sum.data());
}

static void slabs() {
  // Case: F11, F12, F13, F14, F15, S04, S22
  array<float> out(5 * 256);
  const auto with = [](std::vector<std::pair<int, int>> written) {
    std::vector<float> v(5 * 256, 0.0f);
    for (auto [from, to] : written)
      for (int i = from; i < to; ++i)
        v[std::size_t(i)] = 7;
    return v;
  };
  TILES(f11).accepts(
      shape(4, 1),
      {out.becomes(with({{0, 64}, {320, 384}, {640, 704}, {960, 1024}}))},
      out.data());
  // Five blocks against the four tiles of a slab; that there are five slabs
  // does not matter.
  TILES(f11).refuses(shape(5, 1),
                     "tiles.cu:" LINE_f11 ": ", out.data());
  TILES(f11).refuses(shape(5, 1), "gridDim.x <= 4 is false: 5 <= 4",
                     out.data());
  TILES(f12).accepts(shape(5, 1), {out.becomes(with({{0, 1280}}))},
                     out.data());
  TILES(f13).accepts(shape(2, 1),
                     {out.becomes(with({{192, 256}, {448, 512}}))},
                     out.data(), 3);
  for (int index : {-1, 4, INT_MIN, INT_MAX})
    TILES(f13).refuses(shape(1, 1), "tiles.cu:" LINE_f13 ": ", out.data(),
                       index);
  TILES(f14_flag).accepts(shape(1, 1), {out.unchanged()}, out.data(), 0);
  TILES(f14_flag).refuses(shape(1, 1), "flag", out.data(), 1);
  const tc::tensor2<float> root(out.data(), 5, 256);
  TILES(f15).accepts(shape(2, 1), {out.becomes(with({{0, 512}}))}, root, 1);
  TILES(f15).accepts(shape(1, 1), {out.becomes(with({{0, 256}}))}, root, 3);
  TILES(f15).refuses(shape(1, 1), "tiles.cu:" LINE_f15 ": ", root, 0);
  // The root's extents decide nothing.
  TILES(f15).refuses(shape(1, 1), "rows > 0 is false", root, 0);
}

static void constants_under_a_condition() {
  // Case: F16
  array<float> x(counting(256)), sum(1, -1.0f);
  const tc::tensor<const float, tc::extents<int, 256>> t(x.data());
  TILES(f16_flag).accepts(shape(1, 1), {sum.becomes({0})}, t, sum.data(), 0);
  TILES(f16_flag).refuses(shape(1, 1), "flag", t, sum.data(), 1);
}

static void invariant() {
  // Case: F19, F21
  array<float> x(counting(12)), sum(16, -1.0f), one(1, -1.0f);
  const auto f19 = TILES(f19);
  f19.accepts(shape(1, 1), {one.becomes({2 * total(6, 12)})}, as(x, 2, 6),
              one.data(), 1, 2);
  f19.accepts(shape(1, 1), {one.becomes({0})}, as(x, 2, 4), one.data(), 5, 0);
  f19.accepts(shape(1, 1), {one.becomes({0})}, as(x, 2, 4), one.data(), -1,
              INT_MIN);
  f19.refuses(shape(1, 1), "tiles.cu:" LINE_f19 ": ", as(x, 2, 6), one.data(),
              2, 1);
  f19.refuses(shape(1, 1), "tiles.cu:" LINE_f19 ": ", as(x, 2, 6), one.data(),
              -1, 1);
  f19.refuses(shape(1, 1), "extent(x,1)", as(x, 2, 4), one.data(), 1, 1);
  const auto f21 = TILES(f21);
  f21.accepts(shape(1, 1), {one.becomes({total(0, 6)})}, as(x, 2, 6),
              one.data(), 2);
  f21.accepts(shape(1, 1), {one.becomes({0})}, as(x, 0, 6), one.data(), 0);
  f21.refuses(shape(9, 1), "tiles.cu:" LINE_f21 ": ", as(x, 2, 6), sum.data(),
              1);
  f21.refuses(shape(8, 1), "n <= ceil(extent(k,1)/4) is false: 3 <= 2",
              as(x, 2, 6), sum.data(), 3);
  for (unsigned grid : {1u, 4u, 5u, 8u, 9u})
    for (int n : {INT_MIN, -1, 0, 1, 2, 3}) {
      for (int rows : {0, 1, 2})
        f21.agrees(shape(grid, 1), {sum.contents()}, as(x, rows, 6), sum.data(),
                   n);
      // A divisor of zero is undefined where it is reached.
      for (int group : {1, 3, 4, INT_MAX, -1, INT_MIN})
        TILES(f21_argument)
            .agrees(shape(grid, 1).without_unchecked(), {sum.contents()},
                    as(x, 2, 6), sum.data(), n, group);
    }
}

static void stride_and_offset() {
  // Case: F20
  array<float> x(counting(32)), one(1, -1.0f);
  const auto f20 = TILES(f20);
  f20.accepts(shape(1, 1), {one.becomes({total(8, 16) + total(24, 28)})},
              as(x, 7, 4), one.data(), 2);
  f20.accepts(shape(1, 1), {one.becomes({0})}, as(x, 0, 0), one.data(), 0);
  f20.refuses(shape(1, 1), "tiles.cu:" LINE_f20 ": ", as(x, 6, 4), one.data(),
              2);
  f20.refuses(shape(1, 1), "extent(x,1)", as(x, 8, 0), one.data(), 1);
  // 2*j + 1 wraps.
  f20.refuses(shape(1, 1), "tiles.cu:" LINE_f20 ": ", as(x, 8, 4), one.data(),
              INT_MAX);
  for (int n : {INT_MIN, -1, 0, 1, 2, 3})
    for (int rows : {0, 1, 2, 3, 4, 5, 6, 7})
      f20.agrees(shape(1, 1), {one.contents()}, as(x, rows, 4), one.data(), n);
}

static void identity_that_wraps() {
  // Case: F23
  array<float> x(16 * 64, 1.0f), sum(4, -1.0f);
  TILES(f23).accepts(shape(tc::dims(1, 4), 1),
                     {sum.becomes({256, 256, 256, 256})}, as(x, 16, 64),
                     sum.data());
  // Against the axis of the tensor, not of the view.
  TILES(f23).refuses(shape(tc::dims(1, 4), 1), "tiles.cu:" LINE_f23 ": ",
                     as(x, 16, 48), sum.data());
  TILES(f23).refuses(shape(tc::dims(1, 4), 1),
                     "gridDim.y <= ceil(extent(x,1)/16) is false: 4 <= 3",
                     as(x, 16, 48), sum.data());
  TILES(f23).refuses(shape(tc::dims(1, 4), 1), "extent(x,0)", as(x, 0, 64),
                     sum.data());
}

static void overhanging_store() {
  // Case: F24
  array<float> o(std::vector<float>(64, -1.0f));
  const auto written = [](int n) {
    std::vector<float> v(64, -1.0f);
    for (int i = 0; i < n; ++i)
      v[std::size_t(i)] = 7;
    return v;
  };
  TILES(f24).accepts(shape(2, 1), {o.becomes(written(32))}, o.first(40));
  TILES(f24).accepts(shape(3, 1), {o.becomes(written(40))}, o.first(40));
  TILES(f24).refuses(shape(4, 1), "tiles.cu:" LINE_f24 ": ", o.first(40));
  TILES(f24).refuses(shape(4, 1),
                     "gridDim.x <= ceil(extent(o,0)/16) is false: 4 <= 3",
                     o.first(40));
}

static void same_coordinates() {
  // Case: G13
  array<float> k(12, 2.0f), v(12, 3.0f), sum(1, -1.0f);
  const auto g13 = TILES(g13);
  g13.accepts(shape(1, 1), {sum.becomes({2 * (8 * 12 + 4 * 6)})}, as(k, 2, 6),
              as(v, 2, 6), sum.data(), 2, 2);
  g13.accepts(shape(1, 1), {sum.becomes({0})}, as(k, 2, 6), as(v, 2, 6),
              sum.data(), 9, 0);
  g13.refuses(shape(1, 1), "ceil(extent(", as(k, 2, 6), as(v, 2, 6),
              sum.data(), 1, 3);
  g13.refuses(shape(1, 1), "extent(", as(k, 2, 6), as(v, 2, 6), sum.data(), 3,
              1);
  g13.refuses_at_launch(shape(1, 1),
                        "extent(k,1) == extent(v,1) is false: 6 == 5",
                        as(k, 2, 6), as(v, 2, 5), sum.data(), 1, 1);
}

static void own_extremes() {
  // Case: S18
  array<float> x(counting(8)), one(1, -1.0f);
  TILES(s18).accepts(shape(1, 1), {one.becomes({5 * total(0, 8)})},
                     part(x, 8), one.data(), 5, 2);
  TILES(s18).accepts(shape(1, 1), {one.becomes({0})}, part(x, 8), one.data(),
                     0, 3);
  TILES(s18).refuses(shape(1, 1), "tiles.cu:" LINE_s18 ": ", part(x, 8),
                     one.data(), 1, 3);
}

int main() {
  cases::warm_up(tilechecks_generated_tiles::f01,
                 tilechecks_generated_tiles::image);
  constant_loop();
  by_argument();
  count_of_tiles();
  shared_extent();
  chain_of_equalities();
  by_block();
  slabs();
  constants_under_a_condition();
  invariant();
  stride_and_offset();
  identity_that_wraps();
  overhanging_store();
  same_coordinates();
  own_extremes();
  return cases::result();
}
