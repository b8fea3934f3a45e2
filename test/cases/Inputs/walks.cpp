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

int main() {
  cases::warm_up(tilechecks_generated_walks::g01,
                 tilechecks_generated_walks::image);
  downward();
  upward();
  not_equal();
  unsigned_counters();
  unsigned_downward();
  narrow_counters();
  other_loops();
  return cases::result();
}
