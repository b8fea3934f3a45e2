// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/conditions.cu.
#include "../harness.hpp"
#include "conditions.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define CONDITIONS(name) CASE(conditions, name)

static const int boundary[] = {INT_MIN, -1, 0, 1, 2, 3, 4, INT_MAX};

static void launch_known_flag() {
  // Case: G06
  array<float> x(3), y(2);
  CONDITIONS(g06).accepts(shape(1, 1), {x.unchanged()}, x.all(), 3, 0);
  CONDITIONS(g06).accepts(shape(1, 1), {x.unchanged()}, x.all(), INT_MIN, 0);
  CONDITIONS(g06).refuses(shape(1, 1),
                          "conditions.cu:" LINE_g06 ": x(i): ", x.all(), 3, 1);
  for (int i : boundary)
    for (int flag : {INT_MIN, -1, 0, 1, 3, 4, INT_MAX}) {
      CONDITIONS(g06).agrees(shape(1, 1), {x.contents()}, x.all(), i, flag);
      CONDITIONS(g06_loop).agrees(shape(1, 1), {x.contents()}, x.all(), i,
                                  flag);
      CONDITIONS(g06_else).agrees(shape(1, 1), {x.contents(), y.contents()},
                                  x.all(), y.all(), i, flag);
    }
}

static void both_of_two() {
  array<float> x(3);
  for (int i : boundary)
    for (int a : {3, 4})
      for (int b : {4, 5}) {
        CONDITIONS(both).agrees(shape(1, 1), {x.contents()}, x.all(), i, a, b);
        CONDITIONS(neither).agrees(shape(1, 1), {x.contents()}, x.all(), i, a);
      }
}

static void either_of_two() {
  array<float> x(3);
  for (int i : boundary)
    for (int a : {3, 4})
      for (int b : {4, 5})
        CONDITIONS(either).agrees(shape(1, 1), {x.contents()}, x.all(), i, a,
                                  b);
  for (int threads : {1, 3, 4, 8})
    for (int b : boundary)
      for (int a : {3, 4})
        CONDITIONS(either_thread)
            .agrees(shape(1, threads), {x.contents()}, x.all(), a, b);
}

static void outside_of_an_interval() {
  array<float> x(3);
  for (int threads : {1, 2, 3, 4, 5})
    for (int chosen : boundary) {
      CONDITIONS(unequal).agrees(shape(1, threads), {x.contents()}, x.all(),
                                 chosen);
      CONDITIONS(equal).agrees(shape(1, threads), {x.contents()}, x.all(),
                               chosen);
    }
}

static void length_of_another() {
  // Report: K8
  array<float> a(3), b(5);
  CONDITIONS(k8).accepts(shape(2, 2),
                         {a.becomes({1, 1, 1}), b.becomes({1, 0, 1, 0, 1})},
                         a.all(), b.all());
  CONDITIONS(k8).accepts(shape(1, 2),
                         {a.becomes({1, 1, 0}), b.becomes({1, 0, 1, 0, 0})},
                         a.all(), b.first(3));
  CONDITIONS(k8).refuses(shape(2, 2),
                         "conditions.cu:" LINE_k8 ": b(2 * i): ", a.all(),
                         b.first(4));
  CONDITIONS(k8).refuses(shape(1 << 21 | 1, 1024), "2^31", a.all(), b.all());
  CONDITIONS(k8).admits(shape(1 << 21, 1024), a.all(), b.all());
  for (int na : {0, 1, 2, 3})
    for (int nb : {0, 1, 2, 3, 4, 5})
      for (int threads : {1, 2, 3, 4})
        CONDITIONS(k8).agrees(shape(1, threads), {a.contents(), b.contents()},
                              a.first(na), b.first(nb));
}

static void scheduled_minus_one() {
  // Report: K9
  array<float> x(3);
  CONDITIONS(k9).refuses(shape(3, 1),
                         "conditions.cu:" LINE_k9 ": shapes(g): ", x.all(), 2);
  CONDITIONS(k9_asked).accepts(shape(3, 1), {x.becomes({1, 1, 0})}, x.all(), 2);
  for (int grid : {1, 2, 3, 4})
    for (int n : boundary)
      for (int extent : {0, 1, 2, 3}) {
        CONDITIONS(k9).agrees(shape(grid, 1), {x.contents()}, x.first(extent),
                              n);
        CONDITIONS(k9_asked).agrees(shape(grid, 1), {x.contents()},
                                    x.first(extent), n);
      }
}

static void chosen() {
  array<float> x(3);
  for (int n : {INT_MIN, INT_MIN + 1, -1, 0, 1, 2, 3, 4, 5, INT_MAX})
    for (int extent : {0, 1, 2, 3}) {
      CONDITIONS(minimum).agrees(shape(1, 1), {x.contents()}, x.first(extent),
                                 n == INT_MAX ? 6 : n);
      CONDITIONS(maximum).agrees(shape(1, 1), {x.contents()}, x.first(extent),
                                 n);
      CONDITIONS(clamped).agrees(shape(1, 1), {x.contents()}, x.first(extent),
                                 n);
    }
}

static void chosen_by_ternary() {
  array<float> x(5);
  for (int n : {INT_MIN, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    for (int extent : {0, 1, 2, 3, 4, 5}) {
      CONDITIONS(folded).agrees(shape(1, 1), {x.contents()}, x.first(extent),
                                n);
      CONDITIONS(slope_by_flag)
          .agrees(shape(1, 1), {x.contents()}, x.first(extent), n, 0);
      CONDITIONS(slope_by_flag)
          .agrees(shape(1, 1), {x.contents()}, x.first(extent), n, 1);
    }
}

static void constant_condition() {
  // Case: S28
  array<float> x(101);
  CONDITIONS(s28_taken).refuses(
      shape(1, 1), "conditions.cu:" LINE_s28_taken ": x(i): ", x.first(100), 0);
  for (int extent : {0, 3, 100, 101})
    for (int rep : {INT_MIN, -1, 0, 2, 3, 100, INT_MAX}) {
      CONDITIONS(s28_taken).agrees(shape(1, 1), {x.contents()}, x.first(extent),
                                   rep);
      CONDITIONS(s28_not_taken)
          .agrees(shape(1, 1), {x.contents()}, x.first(extent), rep);
    }
}

static void nested_guards() {
  // Case: S18, F19. Report: L7, L8
  array<float> x(4);
  CONDITIONS(s18).accepts(shape(1, 1), {x.becomes({0, 0, 9, 9})}, x.all(), 9,
                          4);
  CONDITIONS(s18).accepts(shape(1, 1), {x.unchanged()}, x.first(0), 9, 2);
  CONDITIONS(s18).refuses(shape(1, 1),
                          "conditions.cu:" LINE_s18 ": x(j): ", x.all(), 1, 5);
  CONDITIONS(f19).accepts(shape(1, 1), {x.becomes({0, 0, 3, 3})}, x.as(2, 2), 1,
                          3);
  CONDITIONS(f19).accepts(shape(1, 1), {x.unchanged()}, x.as(0, 0), -1, 0);
  CONDITIONS(f19).refuses(
      shape(1, 1), "conditions.cu:" LINE_f19 ": x(head, c): ", x.as(2, 2), 2,
      1);
  CONDITIONS(f19).refuses(shape(1, 1), "x(head, c)", x.as(2, 2), -1, 1);
  CONDITIONS(f19).refuses(shape(1, 1), "extent(x,1)", x.as(2, 1), 0, 1);
  for (int n : boundary) {
    for (int m : {INT_MIN, 2, 3, 4, 5, INT_MAX})
      if (n < 5 || m < 3)
        CONDITIONS(s18).agrees(shape(1, 1), {x.contents()}, x.all(),
                               n == INT_MAX ? 5 : n, m);
    for (int from : {INT_MIN, -1, 0, 1, 2, 3, 4, INT_MAX})
      for (int flag : {0, 1})
        if (n < 5 || from < 5)
          CONDITIONS(l8).agrees(shape(1, 1), {x.contents()}, x.first(2), n,
                                from, flag);
  }
}

static void unused_value() {
  // Report: K7
  array<float> x(std::vector<float>{1, 2, 4, 8}), y(3), out(1);
  CONDITIONS(k7).accepts(shape(2, 2), {y.becomes({1, 2, 4})}, x.in(), y.all(),
                         3);
  CONDITIONS(k7).refuses(
      shape(3, 2), "conditions.cu:" LINE_k7 ": x(i): ", x.in(), y.all(), 3);
  CONDITIONS(k7).refuses(shape(2, 2), "y(i)", x.in(), y.all(), 4);
  CONDITIONS(k7_unused).accepts(shape(1, 4), {out.unchanged()}, x.in(),
                                out.data());
  CONDITIONS(k7_unused).refuses(shape(1, 5), "x(threadIdx.x)", x.in(),
                                out.data());
}

int main() {
  cases::warm_up(tilechecks_generated_conditions::g06,
                 tilechecks_generated_conditions::image);
  launch_known_flag();
  both_of_two();
  either_of_two();
  outside_of_an_interval();
  length_of_another();
  scheduled_minus_one();
  chosen();
  chosen_by_ternary();
  constant_condition();
  nested_guards();
  unused_value();
  return cases::result();
}
