// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/rows.cu.
#include "../harness.hpp"
#include "rows.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define ROWS(name) CASE(rows, name)

using slab = tc::tensor<float, tc::extents<int, 1, 4>>;
using rows_of_four = tc::tensor<float, tc::extents<int, tc::dyn, 4>>;

static const std::vector<float> ones(6, 1.0f);

static void count_of_itself() {
  // Case: F04, F05
  array<float> x(6);
  for (int n : {0, 1, 3, 4, 5, 6}) {
    ROWS(f04).agrees(shape(1, 1), {x.contents()}, x.first(n));
    ROWS(f04_copy).agrees(shape(1, 1), {x.contents()}, x.first(n));
    ROWS(f04_tiles_down).agrees(shape(1, 1), {x.contents()}, x.first(n));
  }
  ROWS(f04).accepts(shape(1, 1), {x.becomes(ones)}, x.all());
  ROWS(f05).accepts(shape(1, 1), {x.becomes(ones)}, x.as(2, 3));
  ROWS(f05).accepts(shape(1, 1), {x.unchanged()}, x.as(0, 3));
}

static void shared_extent() {
  // Case: F06, F07, S25, S26
  array<float> x(std::vector<float>{1, 2, 4, 8}),
      y(std::vector<float>{1, 1, 1, 1, 1, 1}), out(1);
  const auto as = [](const array<float> &a, int rows, int columns) {
    return tc::tensor2<const float>(a.data(), rows, columns);
  };
  ROWS(f07).accepts(shape(1, 1), {out.becomes({7})}, as(x, 1, 3), as(y, 3, 1),
                    out.data());
  ROWS(f07).accepts(shape(1, 1), {out.becomes({7})}, as(x, 1, 3), as(y, 6, 1),
                    out.data());
  ROWS(f07).refuses(shape(1, 1), "rows.cu:" LINE_f07 ": y(k, 0): ", as(x, 1, 3),
                    as(y, 2, 1), out.data());
  ROWS(f07).refuses(shape(1, 1), "extent(x,0)", as(x, 0, 3), as(y, 3, 1),
                    out.data());
  ROWS(f07).refuses(shape(1, 1), "extent(y,1)", as(x, 1, 3), as(y, 3, 0),
                    out.data());
  ROWS(f07).accepts(shape(1, 1), {out.becomes({0})}, as(x, 0, 0), as(y, 0, 0),
                    out.data());
  ROWS(f06).accepts(shape(1, 1), {out.becomes({7})}, as(x, 1, 3), as(y, 3, 1),
                    out.data());
  ROWS(f06).accepts(shape(1, 1), {out.becomes({0})}, as(x, 0, 0), as(y, 0, 0),
                    out.data());
  ROWS(f06).refuses_at_launch(shape(1, 1), "rows.cu:" LINE_f06 ": ",
                              as(x, 1, 3), as(y, 4, 1), out.data());
  ROWS(f06).refuses_at_launch(shape(1, 1),
                              "extent(x,1) == extent(y,0) is false: 3 == 4",
                              as(x, 1, 3), as(y, 4, 1), out.data());
  ROWS(f06).refuses(shape(1, 1), "extent(x,0)", as(x, 0, 3), as(y, 3, 1),
                    out.data());
  ROWS(f06).refuses(shape(1, 1), "extent(y,1)", as(x, 1, 3), as(y, 3, 0),
                    out.data());
}

static void chain_of_equalities() {
  // Case: G15
  array<float> x(std::vector<float>{1, 2, 4}),
      y(std::vector<float>{1, 1, 1, 1}), out(1);
  const auto as = [](const array<float> &a, int rows, int columns) {
    return tc::tensor2<const float>(a.data(), rows, columns);
  };
  ROWS(g15_chain).accepts(shape(1, 1), {out.becomes({7})}, as(x, 1, 3),
                          as(y, 3, 0), as(y, 3, 1), out.data());
  ROWS(g15_chain).refuses_at_launch(
      shape(1, 1), "extent(x,1) == extent(w,0) is false: 3 == 4", as(x, 1, 3),
      as(y, 4, 0), as(y, 4, 1), out.data());
  ROWS(g15_chain).refuses_at_launch(
      shape(1, 1), "extent(w,0) == extent(y,0) is false: 3 == 4", as(x, 1, 3),
      as(y, 3, 0), as(y, 4, 1), out.data());
  ROWS(g15_chain).refuses(shape(1, 1), "extent(y,1)", as(x, 1, 3), as(y, 3, 0),
                          as(y, 3, 0), out.data());
}

static void divided() {
  // Case: F27, G15
  array<float> x(6);
  ROWS(f27).accepts(shape(1, 1), {x.becomes({0, 1, 0, 1, 0, 1})}, x.as(1, 6));
  ROWS(f27).accepts(shape(1, 1), {x.unchanged()}, x.as(0, 0));
  ROWS(f27).refuses_at_launch(shape(1, 1), "is false", x.as(1, 5));
  ROWS(f27).refuses(shape(1, 1),
                    "rows.cu:" LINE_f27 ": x(0, 2 * j + 1): ", x.as(0, 6));
}

static void by_block() {
  // Case: F10, F17, F21, S05
  array<float> x(6);
  ROWS(f10).accepts(shape(6, 1), {x.becomes(ones)}, x.all());
  ROWS(f10).refuses(shape(7, 1), "gridDim.x <= extent(x,0) is false: 7 <= 6",
                    x.all());
  ROWS(f17).accepts(shape(tc::dims(2, 2), 1), {x.becomes({1, 1, 0, 0, 1, 1})},
                    x.as(3, 2));
  ROWS(f17).refuses(
      shape(tc::dims(2, 2), 1),
      "rows.cu:" LINE_f17 ": x(2 * blockIdx.x, blockIdx.y): ", x.as(2, 3));
  ROWS(f17).refuses(shape(tc::dims(2, 3), 1),
                    "gridDim.y <= extent(x,1) is false: 3 <= 2", x.as(3, 2));
  // 2*(2^30) wraps.
  ROWS(f17).refuses(shape(tc::dims((1 << 30) + 1, 1), 1),
                    "x(2 * blockIdx.x, blockIdx.y)", x.as(3, 2));
  ROWS(s05).accepts(shape(tc::dims(9, 6), 1), {x.becomes(ones)}, x.all());
  ROWS(s05).refuses(shape(tc::dims(1, 7), 1),
                    "gridDim.y <= extent(x,0) is false: 7 <= 6", x.all());
  ROWS(f21).accepts(shape(4, 1), {x.becomes(ones)}, x.as(2, 3), 3);
  ROWS(f21).accepts(shape(9, 1), {x.unchanged()}, x.as(2, 3), 0);
  ROWS(f21).refuses(shape(5, 1), "rows.cu:" LINE_f21 ": x(h, j): ", x.as(2, 3),
                    1);
  ROWS(f21).refuses(shape(4, 1), "n <= extent(x,1) is false: 4 <= 3",
                    x.as(2, 3), 4);
}

static void slab_of_static_rows() {
  // Case: F11, F13, S04
  array<float> o(4);
  const std::vector<float> four(4, 1.0f);
  const slab s(o.data());
  ROWS(f11).accepts(shape(4, 1), {o.becomes(four)}, s);
  ROWS(f11).refuses(shape(5, 1),
                    "rows.cu:" LINE_f11
                    ": o(0, blockIdx.x): gridDim.x <= 4 is false: 5 <= 4",
                    s);
  ROWS(f13).accepts(shape(1, 1), {o.becomes({0, 0, 0, 1})}, s, 3);
  ROWS(f13).refuses(shape(1, 1), "o(0, idx)", s, 4);
  ROWS(f13).refuses(shape(1, 1), "o(0, idx)", s, -1);
}

static void slab_to_its_end() {
  // Case: F12, F15, S22
  array<float> o(4);
  const std::vector<float> four(4, 1.0f);
  const slab s(o.data());
  ROWS(f12).accepts(shape(1, 1), {o.becomes(four)}, s);
  ROWS(f15).accepts(shape(1, 1), {o.becomes(four)}, rows_of_four(o.data(), 1));
  ROWS(f15).refuses(shape(1, 1), "rows.cu:" LINE_f15 ": o(0, j): ",
                    rows_of_four(o.data(), 0));
}

static void identity_that_wraps() {
  // Case: F23
  array<float> x(6);
  ROWS(f23).accepts(shape(tc::dims(1, 6), 1), {x.becomes(ones)}, x.as(1, 6));
  ROWS(f23).refuses(shape(tc::dims(1, 4), 1),
                    "rows.cu:" LINE_f23 ": x(0, idx): ", x.as(2, 3));
  ROWS(f23).refuses(shape(tc::dims(1, 4), 1),
                    "gridDim.y <= extent(x,1) is false: 4 <= 3", x.as(2, 3));
}

static void triangle() {
  array<float> x(9);
  ROWS(lower_triangle)
      .accepts(shape(1, 1), {x.becomes({1, 0, 0, 1, 1, 0, 1, 1, 1})},
               x.as(3, 3), 3);
  ROWS(lower_triangle)
      .refuses(shape(1, 1),
               "rows.cu:" LINE_lower_triangle ": x(i, j): ", x.as(2, 3), 3);
  for (int n : {INT_MIN, -1, 0, 1, 2, 3, INT_MAX})
    for (int rows : {0, 1, 2, 3})
      for (int columns : {0, 1, 2, 3}) {
        ROWS(lower_triangle)
            .agrees(shape(1, 1), {x.contents()}, x.as(rows, columns), n);
        ROWS(strict_triangle)
            .agrees(shape(1, 1), {x.contents()}, x.as(rows, columns), n);
      }
}

static void upper() {
  array<float> x(9);
  for (int n : {INT_MIN, -1, 0, 1, 2, 3, INT_MAX})
    for (int rows : {0, 1, 2, 3})
      for (int columns : {0, 1, 2, 3})
        ROWS(upper_triangle)
            .agrees(shape(1, 1), {x.contents()}, x.as(rows, columns), n);
}

static void guarded_by_constant_extents() {
  array<float> x(6);
  for (int n : {INT_MIN, -1, 0, 3, 6, 7, INT_MAX})
    ROWS(static_guarded).agrees(shape(1, 1), {x.contents()}, x.fixed<6>(), n);
}

static void static_row() {
  array<float> lanes(32);
  for (int threads : {1, 31, 32, 33, 64})
    ROWS(static_lanes)
        .agrees(shape(1, threads), {lanes.contents()}, lanes.fixed<32>());
}

int main() {
  cases::warm_up(tilechecks_generated_rows::f04,
                 tilechecks_generated_rows::image);
  count_of_itself();
  shared_extent();
  chain_of_equalities();
  divided();
  by_block();
  slab_of_static_rows();
  slab_to_its_end();
  identity_that_wraps();
  triangle();
  upper();
  guarded_by_constant_extents();
  static_row();
  return cases::result();
}
