// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/loaded.cu.
#include "../harness.hpp"
#include "loaded.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define LOADED(name) CASE(loaded, name)

static const int bounds[] = {INT_MIN, -1, 0, 1, 2, 3, 4, INT_MAX};

static void falling_from_memory() {
  // Case: H03, H06
  array<float> x(5);
  array<int> good(std::vector<int>{4, 3}), past(1, 5), below(1, -1);
  LOADED(h03).accepts(shape(1, 1), {x.becomes({3, 0, 2, 0, 1})}, good.in(),
                      x.all(), 3);
  LOADED(h03).traps(shape(1, 1),
                    "loaded.cu:" LINE_h03 ": x(start - 2 * j), dim 0 (hoisted)",
                    past.in(), x.all(), 1);
  LOADED(h03).traps(shape(1, 1), "dim 0 (hoisted)", good.in(), x.all(), 4);
  LOADED(h03).accepts(shape(1, 1), {x.unchanged()}, past.in(), x.all(), 0);
  LOADED(h03).accepts(shape(1, 1), {x.unchanged()}, below.in(), x.all(), -1);
  LOADED(h03).refuses(shape(3, 1), "gridDim.x <= extent(c,0) is false: 3 <= 2",
                      good.in(), x.all(), 1);
  for (int start : {INT_MIN, INT_MIN + 1, -1, 0, 1, 4, 5, INT_MAX})
    for (int m : {INT_MIN, 0, 1, 2, 3, INT_MAX}) {
      array<int> c(1, start);
      LOADED(h03).agrees(shape(1, 1), {x.contents()}, c.in(), x.all(), m);
    }
}

static void outer_bound_from_memory() {
  // Case: H04, H06
  array<int> two(2, 2), none(2, 0), least(2, INT_MIN),
      mixed(std::vector<int>{0, 1});
  array<float> x(3), y(std::vector<float>{1, 2, 4}), sum(1);
  LOADED(h04).accepts(shape(2, 1), {x.becomes({1, 2, 3})}, two.in(), x.all(),
                      3);
  LOADED(h04).accepts(shape(2, 1), {x.unchanged()}, none.in(), x.all(), 4);
  LOADED(h04).accepts(shape(2, 1), {x.unchanged()}, least.in(), x.all(),
                      INT_MAX);
  LOADED(h04).accepts(shape(1, 1), {x.unchanged()}, mixed.in(), x.all(), 4);
  LOADED(h04).traps(shape(2, 1),
                    "loaded.cu:" LINE_h04 ": x(j), dim 0 (hoisted)", mixed.in(),
                    x.all(), 4);
  LOADED(h04).accepts(shape(2, 1), {x.unchanged()}, two.in(), x.first(0), 0);
  LOADED(h04).refuses(shape(3, 1), "gridDim.x <= extent(n,0) is false: 3 <= 2",
                      two.in(), x.all(), 3);
  LOADED(h04_condition)
      .accepts(shape(2, 1), {sum.becomes({14})}, two.in(), y.in(), 3,
               sum.data());
  for (int rounds : {INT_MIN, -1, 0, 1, 2})
    for (int m : bounds) {
      array<int> n(1, rounds);
      LOADED(h04).agrees(shape(1, 1), {x.contents()}, n.in(), x.all(), m);
      LOADED(h04_condition)
          .agrees(shape(1, 1), {sum.contents()}, n.in(), y.in(), m, sum.data());
    }
}

static void outer_bound_sufficient() {
  // Case: H04
  array<int> two(2, 2), none(2, 0);
  array<float> x(3);
  LOADED(h04_sufficient)
      .accepts(shape(2, 1), {x.becomes({1, 2, 3})}, two.in(), x.all(), 3);
  LOADED(h04_sufficient)
      .accepts(shape(2, 1), {x.unchanged()}, none.in(), x.all(), 3);
  LOADED(h04_sufficient)
      .runs(shape(2, 1), tc::body_kind::self_contained, {x.unchanged()},
            none.in(), x.all(), 4);
  LOADED(h04_sufficient).raw_stops(shape(2, 1), two.in(), x.all(), 4);
  LOADED(h04_sufficient)
      .refuses(shape(3, 1), "gridDim.x <= extent(n,0) is false: 3 <= 2",
               two.in(), x.all(), 3);
  shape strict(2, 1);
  strict.sufficient = tc::on_sufficient::refuse;
  LOADED(h04_sufficient)
      .refuses_at_launch(strict, "The check is only sufficient", none.in(),
                         x.all(), 4);
}

static void inner_bound_from_memory() {
  // Case: H05, H06
  array<int> lengths(std::vector<int>{3, 0, INT_MIN, 1}),
      bad(std::vector<int>{1, 4});
  array<float> x(3), y(std::vector<float>{1, 2, 4}), sum(1);
  LOADED(h05).accepts(shape(1, 1), {sum.becomes({8})}, lengths.in(), y.in(), 4,
                      sum.data());
  LOADED(h05).accepts(shape(1, 1), {sum.becomes({1})}, bad.in(), y.in(), 1,
                      sum.data());
  LOADED(h05).traps(shape(1, 1),
                    "loaded.cu:" LINE_h05 ": x(j), dim 0 (hoisted)", bad.in(),
                    y.in(), 2, sum.data());
  LOADED(h05).refuses(shape(1, 1), "n <= extent(len,0) is false: 5 <= 4",
                      lengths.in(), y.in(), 5, sum.data());
  LOADED(h05_local).accepts(shape(1, 1), {x.becomes({4, 1, 1})}, lengths.in(),
                            x.all(), 4);
  LOADED(h05_local).traps(shape(1, 1),
                          "loaded.cu:" LINE_h05_local ": x(j), dim 0 (hoisted)",
                          bad.in(), x.all(), 2);
  for (int n : bounds) {
    LOADED(h05).agrees(shape(1, 1), {sum.contents()}, bad.in(), y.in(), n,
                       sum.data());
    LOADED(h05_local).agrees(shape(1, 1), {x.contents()}, bad.in(), x.all(), n);
    LOADED(h05_local).agrees(shape(1, 1), {x.contents()}, lengths.in(),
                             x.first(0), n);
  }
}

static void row_of_each_round() {
  // Case: H07, H06
  array<int> rows(std::vector<int>{1, 0}), bad(std::vector<int>{0, 2}),
      below(std::vector<int>{-1, 0});
  array<float> x(4);
  LOADED(h07).accepts(shape(1, 1), {x.becomes({2, 2, 1, 1})}, rows.in(),
                      x.as(2, 2), 2, 2);
  LOADED(h07).accepts(shape(1, 1), {x.becomes({1, 0, 0, 0})}, bad.in(),
                      x.as(2, 2), 1, 1);
  LOADED(h07).traps(shape(1, 1),
                    "loaded.cu:" LINE_h07 ": x(r, j), dim 0 (hoisted)",
                    bad.in(), x.as(2, 2), 2, 1);
  LOADED(h07).refuses(shape(1, 1), "n <= extent(t,0)", rows.in(), x.as(2, 2), 3,
                      1);
  LOADED(h07).refuses(shape(1, 1), "<= extent(x,1)", rows.in(), x.as(2, 2), 1,
                      3);
  for (int n : bounds)
    for (int m : bounds) {
      LOADED(h07).agrees(shape(1, 1), {x.contents()}, rows.in(), x.as(2, 2), n,
                         m);
      LOADED(h07).agrees(shape(1, 1), {x.contents()}, bad.in(), x.as(2, 2), n,
                         m);
      LOADED(h07).agrees(shape(1, 1), {x.contents()}, below.in(), x.as(2, 2), n,
                         m);
    }
}

static void both_bounds_from_memory() {
  // Case: H08, H06. Report: K16
  array<float> x(3), y(std::vector<float>{1, 2, 4}), sum(1);
  array<int> from(1, 1), to(1, 3), offsets(std::vector<int>{0, 2, 2, 3}),
      falling(std::vector<int>{3, -5}), bad(std::vector<int>{0, 4});
  LOADED(h08).accepts(shape(1, 1), {x.becomes({0, 2, 3})}, from.in(), to.in(),
                      x.all());
  LOADED(h08).traps(shape(1, 1),
                    "loaded.cu:" LINE_h08 ": x(j), dim 0 (hoisted)", from.in(),
                    to.in(), x.first(2));
  LOADED(h08).refuses(shape(2, 1), "gridDim.x <= extent(", from.in(), to.in(),
                      x.all());
  LOADED(k16).accepts(shape(3, 1), {x.becomes({1, 2, 3})}, offsets.in(),
                      x.all());
  LOADED(k16).accepts(shape(1, 1), {x.unchanged()}, falling.in(), x.all());
  LOADED(k16).traps(shape(1, 1),
                    "loaded.cu:" LINE_k16 ": x(i), dim 0 (hoisted)", bad.in(),
                    x.all());
  LOADED(k16).refuses(shape(4, 1), "extent(off,0)", offsets.in(), x.all());
  for (int lo : {INT_MIN, -1, 0, 2, 3, INT_MAX})
    for (int hi : {INT_MIN, 0, 1, 3, 4, INT_MAX}) {
      array<int> low(1, lo), high(1, hi);
      LOADED(h08).agrees(shape(1, 1), {x.contents()}, low.in(), high.in(),
                         x.all());
      LOADED(h08_condition)
          .agrees(shape(1, 1), {sum.contents()}, low.in(), high.in(), y.in(),
                  sum.data());
    }
}

static void effects_before_the_violation() {
  // Case: H09
  array<float> out(2), x(3);
  array<int> len(std::vector<int>{3, 1}), bad(std::vector<int>{0, 4});
  LOADED(h09).accepts(shape(2, 1), {out.becomes({1, 1}), x.becomes({1, 2, 3})},
                      out.all(), len.in(), x.all());
  LOADED(h09).accepts(shape(1, 1), {out.becomes({1, 0}), x.unchanged()},
                      out.all(), bad.in(), x.all());
  LOADED(h09).traps(shape(2, 1),
                    "loaded.cu:" LINE_h09 ": x(j), dim 0 (hoisted)", out.all(),
                    bad.in(), x.all());
  LOADED(h09).refuses(shape(2, 1),
                      "gridDim.x <= extent(out,0) is false: 2 <= 1",
                      out.first(1), len.in(), x.all());
}

static void condition_on_data() {
  // Case: G07
  array<int> mask(std::vector<int>{1, 0, 1, 1}), none(4, 0);
  array<float> x(4);
  LOADED(g07).accepts(shape(1, 1), {x.becomes({1, 0, 1, 1})}, mask.in(),
                      x.all(), 4);
  LOADED(g07).accepts(shape(1, 1), {x.becomes({1, 0, 0, 0})}, mask.in(),
                      x.first(2), 2);
  LOADED(g07).accepts(shape(1, 1), {x.unchanged()}, none.in(), x.first(2), 4);
  LOADED(g07).traps(shape(1, 1), "loaded.cu:" LINE_g07 ": x(j), dim 0",
                    mask.in(), x.first(3), 4);
  LOADED(g07).refuses(shape(1, 1), "n <= extent(m,0) is false: 5 <= 4",
                      mask.in(), x.all(), 5);
  for (int n : bounds)
    for (int extent : {0, 1, 2, 3, 4}) {
      LOADED(g07).agrees(shape(1, 1), {x.contents()}, mask.in(),
                         x.first(extent), n);
      LOADED(g07).agrees(shape(1, 1), {x.contents()}, none.in(),
                         x.first(extent), n);
    }
}

static void condition_on_data_sufficient() {
  // Case: G07
  array<int> mask(std::vector<int>{1, 0, 1, 1}), none(4, 0);
  array<float> x(4);
  LOADED(g07_sufficient)
      .accepts(shape(1, 1), {x.becomes({1, 0, 1, 1})}, mask.in(), x.all(), 4);
  LOADED(g07_sufficient)
      .runs(shape(1, 1), tc::body_kind::self_contained, {x.unchanged()},
            none.in(), x.first(2), 4);
  LOADED(g07_sufficient).raw_stops(shape(1, 1), mask.in(), x.first(3), 4);
  LOADED(g07_sufficient)
      .refuses(shape(1, 1), "n <= extent(m,0) is false: 5 <= 4", mask.in(),
               x.all(), 5);
}

static void condition_and_bound_from_memory() {
  // Case: H10
  array<int> mask(std::vector<int>{1, 0, 1, 1}), none(4, 0);
  array<float> x(4);
  for (int length : bounds)
    for (int extent : {0, 1, 2, 3, 4}) {
      array<int> len(1, length);
      LOADED(h10).agrees(shape(1, 1), {x.contents()}, len.in(), mask.in(),
                         x.first(extent));
      LOADED(h10).agrees(shape(1, 1), {x.contents()}, len.in(), none.in(),
                         x.first(extent));
    }
  array<int> four(1, 4), five(1, 5);
  LOADED(h10).traps(shape(1, 1), "loaded.cu:" LINE_h10 ": x(j), dim 0",
                    four.in(), mask.in(), x.first(3));
  LOADED(h10).traps(shape(1, 1), "m(j), dim 0 (hoisted)", five.in(), mask.in(),
                    x.all());
}

static void left_by_data() {
  // Case: G11
  array<int> at_two(std::vector<int>{0, 0, 1, 0}), never(4, 0);
  array<float> x(4);
  LOADED(g11_data).accepts(shape(1, 1), {x.becomes({1, 1, 1, 0})}, at_two.in(),
                           x.all(), INT_MAX);
  LOADED(g11_data).accepts(shape(1, 1), {x.becomes({1, 1, 1, 0})}, at_two.in(),
                           x.first(3), 4);
  for (int n : bounds)
    for (int extent : {0, 1, 2, 3, 4}) {
      LOADED(g11_data).agrees(shape(1, 1), {x.contents()}, at_two.in(),
                              x.first(extent), n);
      LOADED(g11_data).agrees(shape(1, 1), {x.contents()}, never.in(),
                              x.first(extent), n);
    }
}

static void left_by_data_sufficient() {
  // Case: G11
  array<int> at_two(std::vector<int>{0, 0, 1, 0}), never(4, 0);
  array<float> x(4);
  LOADED(g11_data_sufficient)
      .accepts(shape(1, 1), {x.becomes({1, 1, 1, 0})}, at_two.in(), x.all(), 4);
  LOADED(g11_data_sufficient)
      .runs(shape(1, 1), tc::body_kind::self_contained,
            {x.becomes({1, 1, 1, 0})}, at_two.in(), x.all(), 5);
  LOADED(g11_data_sufficient)
      .runs(shape(1, 1), tc::body_kind::self_contained,
            {x.becomes({1, 1, 1, 0})}, at_two.in(), x.first(3), 4);
  LOADED(g11_data_sufficient).raw_stops(shape(1, 1), never.in(), x.all(), 5);
}

static void no_trip_of_this_thread() {
  // Report: L13
  array<float> x(3);
  for (int base : {INT_MIN, -1, 0, 1, 2, 3, INT_MAX})
    for (int n : {-1, 0, 1, 2, 3, 4})
      for (int threads : {1, 2, 4, 8}) {
        array<int> first(1, base);
        LOADED(l13_loaded)
            .agrees(shape(1, threads), {x.contents()}, first.in(), x.all(), n);
      }
}

int main() {
  cases::warm_up(tilechecks_generated_loaded::h03,
                 tilechecks_generated_loaded::image);
  falling_from_memory();
  outer_bound_from_memory();
  outer_bound_sufficient();
  inner_bound_from_memory();
  row_of_each_round();
  both_bounds_from_memory();
  effects_before_the_violation();
  condition_on_data();
  condition_on_data_sufficient();
  condition_and_bound_from_memory();
  left_by_data();
  left_by_data_sufficient();
  no_trip_of_this_thread();
  return cases::result();
}
