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
  two_loops_in_turn();
  no_trip_of_some_threads();
  no_trip_of_thread_zero();
  rounded_up();
  five_points();
  return cases::result();
}
