// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/loops.cu.
#include "../harness.hpp"
#include "loops.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define LOOPS(name) CASE(loops, name)

static void constant_loop() {
  // Case: F01
  array<float> x(4);
  LOOPS(f01).accepts(shape(1, 1), {x.becomes({1, 2, 3, 4})}, x.fixed<4>());
}

static void loop_to_argument() {
  // Case: F02
  array<float> x(3);
  const auto f02 = LOOPS(f02);
  f02.accepts(shape(1, 1), {x.becomes({1, 2, 3})}, x.all(), 3);
  f02.accepts(shape(1, 1), {x.becomes({1, 2, 0})}, x.all(), 2);
  f02.accepts(shape(1, 1), {x.unchanged()}, x.all(), 0);
  f02.accepts(shape(1, 1), {x.unchanged()}, x.all(), -5);
  f02.accepts(shape(1, 1), {x.unchanged()}, x.all(), INT_MIN);
  f02.accepts(shape(1, 1), {x.unchanged()}, x.first(0), 0);
  f02.refuses(shape(1, 1),
              "loops.cu:" LINE_f02 ": x(j): n <= extent(x,0) is false: 4 <= 3",
              x.all(), 4);
  f02.refuses(shape(1, 1), "n <= extent(x,0) is false", x.first(0), 1);
  f02.refuses(shape(1, 1), "n <= extent(x,0) is false", x.all(), INT_MAX);
}

static void index_argument() {
  // Case: F03, S01
  array<float> x(3);
  const auto f03 = LOOPS(f03);
  f03.accepts(shape(1, 1), {x.becomes({7, 0, 0})}, x.all(), 0);
  f03.accepts(shape(1, 1), {x.becomes({0, 0, 7})}, x.all(), 2);
  f03.refuses(shape(1, 1), "loops.cu:" LINE_f03 ": x(idx): ", x.all(), -1);
  f03.refuses(shape(1, 1), "idx", x.all(), 3);
  f03.refuses(shape(1, 1), "idx", x.all(), INT_MIN);
  f03.refuses(shape(1, 1), "idx", x.all(), INT_MAX);
  f03.refuses(shape(1, 1), "idx", x.first(0), 0);
  // An empty grid is no launch and no error.
  const tc::status none = launch_f03(shape(0, 1), x.all(), -1);
  cases::claim(none.ok() && !none.launched,
               {std::source_location::current(), "f03"},
               "an empty grid is refused");
}

static void constants_under_conditions() {
  // Case: F14, F16
  array<float> o(4), x(8);
  LOOPS(f14_flag).accepts(shape(1, 1), {o.unchanged()}, o.fixed<1, 4>(), 0);
  LOOPS(f14_flag).refuses(shape(1, 1), "flag", o.fixed<1, 4>(), 1);
  array<float> positive(4, 2.0f), negative(4, -2.0f), zero(4);
  LOOPS(f14_data).accepts(shape(1, 1), {zero.unchanged()}, zero.fixed<1, 4>());
  LOOPS(f14_data).accepts(shape(1, 1), {positive.becomes({2, 1, 2, 2})},
                          positive.fixed<1, 4>());
  LOOPS(f14_data).traps(shape(1, 1),
                        "loops.cu:" LINE_f14_data ": o(1, 0), dim 0",
                        negative.fixed<1, 4>());
  LOOPS(f16_flag).accepts(shape(1, 1), {x.unchanged()}, x.fixed<8>(), 0);
  LOOPS(f16_flag).refuses(shape(1, 1), "flag", x.fixed<8>(), 1);
}

static void row_from_memory() {
  // Case: H01, H06
  array<int> rows(std::vector<int>{1, 0}), bad(std::vector<int>{1, 2}),
      negative(std::vector<int>{-1, 0});
  array<float> x(6);
  const auto h01 = LOOPS(h01);
  h01.accepts(shape(1, 1), {x.becomes({0, 0, 0, 1, 2, 3})}, rows.in(),
              x.as(2, 3), 3);
  h01.accepts(shape(2, 1), {x.becomes({1, 2, 0, 1, 2, 0})}, rows.in(),
              x.as(2, 3), 2);
  // No trip, and a row that does not exist.
  h01.accepts(shape(2, 1), {x.unchanged()}, bad.in(), x.as(2, 3), 0);
  h01.accepts(shape(2, 1), {x.unchanged()}, negative.in(), x.as(2, 3), -7);
  h01.traps(shape(2, 1), "x(r, j), dim 0 (hoisted)", bad.in(), x.as(2, 3), 1);
  h01.traps(shape(2, 1), "x(r, j), dim 0 (hoisted)", negative.in(), x.as(2, 3),
            1);
  h01.refuses(shape(1, 1), "n <= extent(x,1) is false: 4 <= 3", rows.in(),
              x.as(2, 3), 4);
  h01.refuses(shape(3, 1), "gridDim.x <= extent(t,0) is false: 3 <= 2",
              rows.in(), x.as(2, 3), 1);
}

static void bound_from_memory() {
  // Case: H02, H06
  array<int> lengths(std::vector<int>{3, 2}), bad(std::vector<int>{2, 4}),
      huge(1, INT_MAX), none(2, 0), less(2, INT_MIN);
  array<float> x(3), y(std::vector<float>{1, 2, 4}), sum(1, -1.0f);
  const auto local = LOOPS(h02_local);
  local.accepts(shape(2, 1), {x.becomes({1, 2, 3})}, lengths.in(), x.all());
  local.accepts(shape(2, 1), {x.unchanged()}, none.in(), x.all());
  local.accepts(shape(2, 1), {x.unchanged()}, less.in(), x.all());
  local.accepts(shape(2, 1), {x.unchanged()}, none.in(), x.first(0));
  local.traps(shape(2, 1), "x(j), dim 0 (hoisted)", bad.in(), x.all());
  local.traps(shape(1, 1), "x(j), dim 0 (hoisted)", huge.in(), x.all());
  local.refuses(shape(3, 1), "gridDim.x <= extent(len,0) is false: 3 <= 2",
                lengths.in(), x.all());

  LOOPS(h02_clamped)
      .accepts(shape(1, 1), {x.becomes({1, 2, 0})}, bad.in(), x.all());
  LOOPS(h02_clamped)
      .accepts(shape(1, 1), {x.becomes({1, 2, 3})}, huge.in(), x.all());

  const auto condition = LOOPS(h02_condition);
  condition.accepts(shape(1, 1), {sum.becomes({7})}, lengths.in(), y.in(),
                    sum.data());
  condition.accepts(shape(2, 1), {sum.becomes({0})}, none.in(), y.in(),
                    sum.data());
  condition.accepts(shape(2, 1), {sum.becomes({0})}, less.in(), y.in(),
                    sum.data());
  condition.traps(shape(2, 1), "x(j), dim 0 (hoisted)", bad.in(), y.in(),
                  sum.data());
  condition.traps(shape(1, 1), "x(j), dim 0 (hoisted)", huge.in(), y.in(),
                  sum.data());
  condition.refuses(shape(3, 1), "gridDim.x <= extent(len,0) is false: 3 <= 2",
                    lengths.in(), y.in(), sum.data());
}

int main() {
  cases::warm_up(tilechecks_generated_loops::f01,
                 tilechecks_generated_loops::image);
  constant_loop();
  loop_to_argument();
  index_argument();
  constants_under_conditions();
  row_from_memory();
  bound_from_memory();
  return cases::result();
}
