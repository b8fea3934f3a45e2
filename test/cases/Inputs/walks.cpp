// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/walks.cu.
#include "../harness.hpp"
#include "walks.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define WALKS(name) CASE(walks, name)

static const int boundary[] = {
    INT_MIN, INT_MIN + 1, -4, -1, 0, 1, 2, 3, 4, 5, 7, INT_MAX - 1, INT_MAX};

static void downward() {
  // Case: G01
  array<float> x(3);
  WALKS(g01).accepts(shape(1, 1), {x.becomes({1, 2, 3})}, x.all(), 3);
  WALKS(g01).accepts(shape(1, 1), {x.unchanged()}, x.all(), 0);
  WALKS(g01).accepts(shape(1, 1), {x.unchanged()}, x.first(0), INT_MIN + 1);
  WALKS(g01).refuses(shape(1, 1), "walks.cu:" LINE_g01 ": x(i): ", x.all(), 4);
  WALKS(g01).refuses(shape(1, 1), "x(i)", x.all(), INT_MIN);
  WALKS(down_two).accepts(shape(1, 1), {x.becomes({1, 0, 3})}, x.all(), 3);
  WALKS(down_two).refuses(shape(1, 1), "n <= extent(x,0) is false: 4 <= 3",
                          x.all(), 4);
  for (int n : boundary) {
    WALKS(g01).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(down_greater).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(down_postfix).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(down_two).agrees(shape(1, 1), {x.contents()}, x.all(), n);
  }
}

static void down_to_a_bound() {
  array<float> x(6);
  WALKS(down_between)
      .accepts(shape(1, 1), {x.becomes({0, 0, 1, 0, 0, 1})}, x.all(), 5, 0);
  WALKS(down_between)
      .accepts(shape(1, 1), {x.becomes({0, 0, 1, 0, 0, 1})}, x.all(), 5, 2);
  WALKS(down_between)
      .refuses(shape(1, 1), "walks.cu:" LINE_down_between ": x(i): ", x.all(),
               5, -1);
  WALKS(down_between).refuses(shape(1, 1), "x(i)", x.all(), 6, 6);
  for (int n : boundary)
    for (int lo : {INT_MIN, INT_MIN + 2, -3, -2, -1, 0, 1, 2, 3, INT_MAX})
      WALKS(down_between).agrees(shape(1, 1), {x.contents()}, x.all(), n, lo);
}

static void upward() {
  array<float> x(4), y(std::vector<float>{1, 2, 4}), sum(1);
  WALKS(up_between)
      .accepts(shape(1, 1), {x.becomes({0, 1, 1, 0})}, x.all(), 1, 3);
  WALKS(up_between).refuses(shape(1, 1), "x(i)", x.all(), -1, 0);
  WALKS(up_between).refuses(shape(1, 1), "x(i)", x.all(), 4, 5);
  WALKS(up_less_equal)
      .accepts(shape(1, 1), {x.becomes({1, 1, 1, 1})}, x.all(), 3);
  WALKS(up_less_equal)
      .refuses(shape(1, 1), "walks.cu:" LINE_up_less_equal ": x(i): ", x.all(),
               4);
  WALKS(up_less_equal).refuses(shape(1, 1), "x(i)", x.all(), INT_MAX);
  WALKS(up_three).accepts(shape(1, 1), {x.becomes({1, 0, 0, 1})}, x.all(), 6);
  WALKS(up_three).refuses(shape(1, 1), "x(i)", x.all(), 7);
  WALKS(read_only).accepts(shape(1, 1), {sum.becomes({7})}, y.in(), 3,
                           sum.data());
  WALKS(read_only).refuses(shape(1, 1), "n <= extent(x,0) is false: 4 <= 3",
                           y.in(), 4, sum.data());
  for (int n : boundary) {
    WALKS(up_less_equal).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(up_three).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    for (int lo : {INT_MIN, -1, 0, 1, 3, 4, INT_MAX})
      WALKS(up_between).agrees(shape(1, 1), {x.contents()}, x.all(), lo, n);
  }
  // The step wraps where the extent leaves no room behind the last index: never
  // run, as it has 2^31 elements.
  const tc::tensor1<float> huge(x.data(), INT_MAX), less(x.data(), INT_MAX - 3);
  WALKS(up_three).admits(shape(1, 1), huge,
                         INT_MAX - 1); // the last index is INT_MAX - 4
  WALKS(up_three).refuses_at_launch(
      shape(1, 1), "x(i)", huge,
      INT_MAX); // INT_MAX - 1, and 2 behind it is negative
  WALKS(up_three).admits(shape(1, 1), less, INT_MAX - 3);
}

static void not_equal() {
  array<float> x(3);
  WALKS(up_not_equal).accepts(shape(1, 1), {x.becomes({1, 1, 1})}, x.all(), 3);
  WALKS(up_not_equal).refuses(shape(1, 1), "x(i)", x.all(), 4);
  WALKS(up_not_equal).refuses(shape(1, 1), "x(i)", x.all(), -1);
  for (int n : boundary) {
    WALKS(up_not_equal).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(down_not_equal).agrees(shape(1, 1), {x.contents()}, x.all(), n);
  }
}

static void unsigned_counters() {
  // Report: L11
  array<float> x(3);
  for (unsigned n : {0u, 1u, 3u, 4u, 1u << 31, UINT_MAX}) {
    WALKS(up_unsigned).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(up_size).agrees(shape(1, 1), {x.contents()}, x.all(), n + 0ULL);
    WALKS(up_long).agrees(shape(1, 1), {x.contents()}, x.all(), n + 0LL);
  }
  WALKS(up_size).refuses(
      shape(1, 1),
      "uint64(n) <= extent(x,0) is false: 18446744073709551615 <= 3", x.all(),
      ULLONG_MAX);
  WALKS(up_size).refuses(
      shape(1, 1), "uint64(n) <= extent(x,0) is false: 4 <= 3", x.all(), 4ULL);
  WALKS(up_long).agrees(shape(1, 1), {x.contents()}, x.all(), LLONG_MIN);
  WALKS(up_long).agrees(shape(1, 1), {x.contents()}, x.all(), LLONG_MAX);
}

static void unsigned_downward() {
  array<float> x(3);
  for (unsigned n : {0u, 1u, 3u, 4u, 1u << 31, UINT_MAX}) {
    WALKS(down_unsigned).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(down_unsigned_not_equal)
        .agrees(shape(1, 1), {x.contents()}, x.all(), n);
  }
  WALKS(down_unsigned)
      .refuses(shape(1, 1), "uint32(n) <= extent(x,0) is false: 4 <= 3",
               x.all(), 4u);
}

static void narrow_counters() {
  array<float> x(3), more(256);
  for (int n : {INT_MIN, -1, 0, 1, 3, 4, 127, 128, 255, 256, INT_MAX}) {
    WALKS(up_byte).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(up_byte).agrees(shape(1, 1), {more.contents()}, more.all(), n);
    WALKS(up_short).agrees(shape(1, 1), {x.contents()}, x.all(), short(n));
  }
}

static void round_and_round() {
  array<float> x(3), more(256);
  for (int n : {INT_MIN, -1, 0, 1, 3, 4, 127, 128, 255}) {
    WALKS(up_unsigned_byte).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(up_unsigned_byte)
        .agrees(shape(1, 1), {more.contents()}, more.all(), n);
  }
  WALKS(up_unsigned_byte).agrees(shape(1, 1), {x.contents()}, x.all(), INT_MAX);
  WALKS(up_unsigned_byte).admits(shape(1, 1), more.all(), INT_MAX);
}

static void other_loops() {
  // Case: G11
  array<float> x(8);
  WALKS(g11_while).refuses(shape(1, 1), "n <= extent(x,0) is false: 9 <= 8",
                           x.all(), 9);
  WALKS(g11_continue)
      .accepts(shape(1, 1), {x.becomes({1, 1, 1, 0, 0, 0, 0, 0})}, x.first(3),
               3);
  WALKS(g11_continue)
      .accepts(shape(1, 1), {x.becomes({1, 1, 1, 1, 1, 1, 1, 1})}, x.all(),
               INT_MAX);
  WALKS(g11_continue)
      .refuses(shape(1, 1), "<= extent(x,0) is false: 4 <= 3", x.first(3), 4);
  WALKS(g11_continue)
      .refuses(shape(1, 1), "<= extent(x,0) is false: 8 <= 7", x.first(7),
               INT_MAX);
  for (int n : boundary)
    for (int extent : {0, 3, 7, 8}) {
      WALKS(g11_while).agrees(shape(1, 1), {x.contents()}, x.first(extent), n);
      WALKS(g11_continue)
          .agrees(shape(1, 1), {x.contents()}, x.first(extent), n);
    }
}

static void left_early() {
  array<float> x(8);
  for (int n : boundary)
    for (int extent : {0, 1, 3, 7, 8}) {
      WALKS(g11_break).agrees(shape(1, 1), {x.contents()}, x.first(extent), n);
      WALKS(g11_return).agrees(shape(1, 1), {x.contents()}, x.first(extent), n);
      WALKS(do_while).agrees(shape(1, 1), {x.contents()}, x.first(extent), n);
      WALKS(endless_but_for_break)
          .agrees(shape(1, 1), {x.contents()}, x.first(extent), n);
      for (int limit : {INT_MIN, -1, 0, 2, 3, 6, 7, INT_MAX})
        WALKS(break_behind)
            .agrees(shape(1, 1), {x.contents()}, x.first(extent), n, limit);
    }
  WALKS(do_while).refuses(shape(1, 1), "x(i)", x.first(0), 0);
  WALKS(g11_break).refuses(shape(1, 1), "x(k)", x.first(3), 4);
}

static void two_counters() {
  array<float> x(8), y(std::vector<float>{1, 2, 4}), z(3);
  WALKS(second_counter)
      .accepts(shape(1, 1), {x.becomes({0, 0, 0, 0, 0, 1, 0, 1})}, x.all(), 2);
  WALKS(second_counter)
      .refuses(shape(1, 1), "walks.cu:" LINE_second_counter ": x(k): ", x.all(),
               3);
  WALKS(opposite_counter)
      .accepts(shape(1, 1), {z.becomes({4, 2, 1})}, y.in(), z.all(), 3);
  for (int n : boundary) {
    WALKS(second_counter).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WALKS(second_counter).agrees(shape(1, 1), {x.contents()}, x.first(7), n);
    WALKS(opposite_counter)
        .agrees(shape(1, 1), {z.contents()}, y.in(), z.all(), n);
    WALKS(opposite_counter)
        .agrees(shape(1, 1), {z.contents()}, y.in(), z.first(2), n);
    WALKS(opposite_counter)
        .agrees(shape(1, 1), {z.contents()},
                tc::tensor1<const float>(y.data(), 2), z.all(), n);
  }
}

static void step_by_argument() {
  array<float> x(6);
  for (int n : boundary)
    for (int s : {INT_MIN, -1, 1, 2, 3, 5, 6, INT_MAX})
      WALKS(run_time_step).agrees(shape(1, 1), {x.contents()}, x.all(), n, s);
  WALKS(run_time_step).refuses(shape(1, 1), "x(i)", x.first(0), 1, 0);
  WALKS(run_time_step).admits(shape(1, 1), x.all(), 6, 0);
}

int main() {
  cases::warm_up(tilechecks_generated_walks::g01,
                 tilechecks_generated_walks::image);
  downward();
  down_to_a_bound();
  upward();
  not_equal();
  unsigned_counters();
  unsigned_downward();
  narrow_counters();
  round_and_round();
  other_loops();
  left_early();
  two_counters();
  step_by_argument();
  return cases::result();
}
