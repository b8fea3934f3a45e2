// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/reports.cu.
#include "../harness.hpp"
#include "reports.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define REPORTS(name) CASE(reports, name)

static void negated_minimum() {
  // Report: L1
  array<float> x(1);
  for (long long n :
       {LLONG_MIN, LLONG_MIN + 1, -1LL, 0LL, 1LL, LLONG_MAX - 1, LLONG_MAX}) {
    REPORTS(l1).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    REPORTS(l1).agrees(shape(1, 1), {x.contents()}, x.first(0), n);
  }
}

static void endless_inner_loop() {
  // Report: L2
  array<float> x(3);
  array<int> go(1, 1);
  for (int n : {INT_MIN, -1, 0, 1, 3, 4, INT_MAX})
    REPORTS(l2).agrees(shape(1, 1), {x.contents()}, x.all(), go.data(), n);
}

static void two_exits() {
  // Report: L4
  array<float> x(3);
  const std::vector<float> all{1, 1, 1};
  REPORTS(l4).accepts(shape(1, 1), {x.becomes(all)}, x.all(), INT_MAX, 2);
  REPORTS(l4).accepts(shape(1, 1), {x.becomes(all)}, x.all(), 2, INT_MAX);
  REPORTS(l4).refuses(shape(1, 1), "reports.cu:" LINE_l4 ": x(i): ", x.all(),
                      INT_MAX, INT_MAX);
  REPORTS(l4_down).accepts(shape(1, 1), {x.becomes(all)}, x.all(), 2, INT_MIN);
  REPORTS(l4_down).refuses(shape(1, 1), "reports.cu:" LINE_l4_down ": x(i): ",
                           x.all(), 3, INT_MIN);
  REPORTS(l4_unsigned)
      .accepts(shape(1, 1), {x.becomes(all)}, x.all(), UINT_MAX, 2u);
  REPORTS(l4_unsigned)
      .refuses(shape(1, 1), "reports.cu:" LINE_l4_unsigned ": x(i): ", x.all(),
               UINT_MAX, UINT_MAX);
  REPORTS(l4_unsigned_down)
      .accepts(shape(1, 1), {x.becomes(all)}, x.all(), 2u, 0u);
  REPORTS(l4_unsigned_down)
      .accepts(shape(1, 1), {x.unchanged()}, x.all(), 2u, UINT_MAX);
  REPORTS(l4_unsigned_down)
      .refuses(shape(1, 1), "reports.cu:" LINE_l4_unsigned_down ": x(i): ",
               x.all(), UINT_MAX, 0u);
  for (int n : {INT_MIN, -1, 0, 2, 3, INT_MAX})
    for (int m : {INT_MIN, -1, 0, 2, 3, INT_MAX}) {
      REPORTS(l4).agrees(shape(1, 1), {x.contents()}, x.all(), n, m);
      REPORTS(l4_down).agrees(shape(1, 1), {x.contents()}, x.all(), n, m);
      REPORTS(l4_equal).agrees(shape(1, 1), {x.contents()}, x.all(), n, m);
    }
  for (unsigned n : {0u, 1u, 2u, 3u, 0x80000000u, UINT_MAX})
    for (unsigned m : {0u, 1u, 2u, 3u, 0x80000000u, UINT_MAX}) {
      REPORTS(l4_unsigned).agrees(shape(1, 1), {x.contents()}, x.all(), n, m);
      REPORTS(l4_unsigned_down)
          .agrees(shape(1, 1), {x.contents()}, x.all(), n, m);
    }
  // With m = INT_MIN, i comes to m as it wraps; with m = -5, after some
  // negative values.
  REPORTS(l4_equal)
      .accepts(shape(1, 1), {x.becomes(all)}, x.all(), INT_MAX, 6);
  REPORTS(l4_equal)
      .admits(shape(1, 1), x.first(1 << 30), INT_MAX, INT_MIN);
  REPORTS(l4_equal)
      .refuses_at_launch(shape(1, 1),
                         "reports.cu:" LINE_l4_equal ": x(i / 2): ",
                         x.first(1 << 30), INT_MAX, -5);
}

static void an_exit_by_data() {
  // Report: L4
  array<float> x(3);
  array<int> at_3(std::vector<int>{0, 0, 0, 1}), never(4);
  REPORTS(l4_data).accepts(shape(1, 1), {x.becomes({1, 1, 1})}, x.all(),
                           at_3.data(), INT_MAX);
  for (int n : {INT_MIN, -1, 0, 1, 3, 4})
    for (const int *stop : {at_3.data(), never.data()})
      REPORTS(l4_data).agrees(shape(1, 1), {x.contents()}, x.all(), stop, n);
}

static void one_recurrence_in_two_contexts() {
  // Report: L5
  array<float> x(3), y(3);
  array<int> never(4), always(4, 1), out(3, 7);
  REPORTS(l5).accepts(shape(1, 1), {x.unchanged(), y.becomes({2, 2, 2})},
                      x.first(0), y.all(), never.data(), 3, 0);
  REPORTS(l5).refuses(shape(1, 1),
                      "reports.cu:" LINE_l5
                      ": y(unsigned(i) + unsigned(k)): ",
                      x.all(), y.all(), never.data(), 3, -1);
  REPORTS(l5_unsigned)
      .accepts(shape(1, 1), {x.unchanged(), y.becomes({2, 2, 2})}, x.first(0),
               y.all(), never.data(), 3, 0);
  REPORTS(l5_unsigned)
      .refuses(shape(1, 1), "reports.cu:" LINE_l5_unsigned ": y(i + k): ",
               x.all(), y.all(), never.data(), 3, INT_MAX);
  REPORTS(l5_down)
      .accepts(shape(1, 1), {x.unchanged(), y.becomes({2, 2, 0})}, x.first(0),
               y.all(), never.data(), 2, 0);
  REPORTS(l5_down)
      .refuses(shape(1, 1),
               "reports.cu:" LINE_l5_down ": y(unsigned(i) - unsigned(k)): ",
               x.all(), y.all(), never.data(), 2, 1);
  REPORTS(l5_choice)
      .accepts(shape(1, 1).without_unchecked(),
               {x.unchanged(), out.becomes({0, 1, 1})}, x.first(0),
               never.data(), out.data(), 3, INT_MAX);
  for (int n : {-1, 0, 1, 2, 3, 4})
    for (int k : {INT_MIN, -2, -1, 0, 1, 2, INT_MAX})
      for (const int *go : {never.data(), always.data()}) {
        const std::vector<cases::memory> left = {x.contents(), y.contents()};
        REPORTS(l5).agrees(shape(1, 1), left, x.all(), y.all(), go, n, k);
        REPORTS(l5_unsigned)
            .agrees(shape(1, 1), left, x.all(), y.all(), go, n, k);
        REPORTS(l5_down).agrees(shape(1, 1), left, x.all(), y.all(), go, n, k);
      }
}

static void two_loops_in_turn() {
  // Report: L12
  array<float> x(3), y(2);
  for (int n : {-1, 0, 2, 3, 4, INT_MAX})
    for (int m : {-1, 0, 1, 2, 3, INT_MAX})
      REPORTS(l12).agrees(shape(1, 1), {x.contents(), y.contents()}, x.all(),
                          y.all(), n, m);
  REPORTS(l12).refuses(shape(1, 1), "n <= extent(x,0) is false: 4 <= 3",
                       x.all(), y.all(), 4, 2);
  REPORTS(l12).refuses(shape(1, 1), "m <= extent(y,0) is false: 3 <= 2",
                       x.all(), y.all(), 3, 3);
}

static void no_trip_of_some_threads() {
  // Report: L13
  array<float> x(3);
  REPORTS(l13).accepts(shape(1, 8), {x.becomes({1, 1, 1})}, x.all(), 3);
  REPORTS(l13).accepts(shape(1, 8), {x.unchanged()}, x.first(0), 0);
  REPORTS(l13).refuses(shape(1, 1), "reports.cu:" LINE_l13 ": x(i): ", x.all(),
                       4);
  for (int n : {INT_MIN, -1, 0, 1, 3, 4, INT_MAX})
    for (int threads : {1, 2, 8})
      REPORTS(l13).agrees(shape(1, threads), {x.contents()}, x.all(), n);
}

static void no_trip_of_thread_zero() {
  // Report: L13
  array<float> x(3);
  for (int threads : {1, 2, 3, 4, 5})
    for (int extent : {0, 1, 2, 3})
      REPORTS(l13_threads)
          .agrees(shape(1, threads), {x.contents()}, x.first(extent));
}

static void rounded_up() {
  // Report: K14
  array<float> x(6);
  REPORTS(k14).accepts(shape(2, 3), {x.becomes({1, 1, 1, 1, 1, 1})}, x.all());
  REPORTS(k14).refuses(shape(2, 4),
                       "reports.cu:" LINE_k14
                       ": x(blockIdx.x * blockDim.x + threadIdx.x): ",
                       x.all());
  REPORTS(k14).refuses(shape(2, 4),
                       "gridDim.x*blockDim.x <= extent(x,0) is false: 8 <= 6",
                       x.all());
  for (int n : {INT_MIN, -1, 0, 1, 5, 6, 7, INT_MAX})
    for (int grid : {1, 2, 3})
      REPORTS(k14_guarded).agrees(shape(grid, 3), {x.contents()}, x.all(), n);
}

static void five_points() {
  // Case: G14
  array<float> a(std::vector<float>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), b(12);
  const auto as = [](const array<float> &x, int rows, int columns) {
    return tc::tensor2<const float>(x.data(), rows, columns);
  };
  REPORTS(g14).accepts(shape(tc::dims(1, 1), tc::dims(2, 1)),
                       {b.becomes({0, 0, 0, 0, 0, 5, 5, 0, 0, 0, 0, 0})},
                       as(a, 3, 4), b.as(3, 4));
  REPORTS(g14).accepts(shape(tc::dims(5, 5), tc::dims(2, 2)),
                       {b.becomes({0, 0, 0, 0, 5, 5, 0, 0, 0, 0, 0, 0})},
                       as(a, 3, 4), b.as(2, 3));
  REPORTS(g14).refuses(shape(tc::dims(1, 1), tc::dims(2, 1)),
                       "reports.cu:" LINE_g14 ": b(i, j): ", as(a, 3, 4),
                       b.as(2, 2));
  REPORTS(g14).refuses(shape(tc::dims(1, 1), tc::dims(2, 1)), "b(i, j)",
                       as(a, 3, 4), b.as(1, 3));
  for (int rows : {0, 1, 2, 3, 4})
    for (int columns : {0, 1, 2, 3})
      for (int down : {1, 2, 3})
        for (int across : {1, 2})
          REPORTS(g14).agrees(shape(tc::dims(1, 1), tc::dims(down, across)),
                              {b.contents()}, as(a, 3, 4), b.as(rows, columns));
  for (int rows : {0, 1, 2, 3, 4})
    for (int columns : {0, 1, 2, 3})
      REPORTS(g14).agrees(shape(tc::dims(1, 2), tc::dims(2, 1)), {b.contents()},
                          as(a, rows, columns), b.as(1, 1));
}

int main() {
  cases::warm_up(tilechecks_generated_reports::l1,
                 tilechecks_generated_reports::image);
  negated_minimum();
  endless_inner_loop();
  two_exits();
  an_exit_by_data();
  one_recurrence_in_two_contexts();
  two_loops_in_turn();
  no_trip_of_some_threads();
  no_trip_of_thread_zero();
  rounded_up();
  five_points();
  return cases::result();
}
