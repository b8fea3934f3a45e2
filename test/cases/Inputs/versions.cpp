// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/versions.cu. Where the condition before the loop holds the unchecked copy runs, where it does not
// the checked one; neither stops a launch that commits no violation. A failed check is named by its position in the
// kernel, with the index that it saw.
#include "../harness.hpp"
#include "versions.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define VERSIONS(name) CASE(versions, name)

static void all_at_launch() {
  array<int> m(std::vector<int>{1, 2, 3});
  array<float> x(3);
  VERSIONS(all_at_launch)
      .accepts(shape(1, 1), {x.becomes({1, 2, 3})}, m.in(), x.all(), 3);
  VERSIONS(all_at_launch)
      .refuses(shape(1, 1), "n <= extent(x,0) is false: 3 <= 2", m.in(),
               x.first(2), 3);
}

static void condition_on_data() {
  // Case: G07
  array<int> none(5), some(std::vector<int>{1, 0, 1, 0, 0}),
      last(std::vector<int>{0, 1, 0, 0, 1});
  array<float> x(3);
  const auto g07 = VERSIONS(g07);
  g07.accepts(shape(1, 1), {x.becomes({1, 0, 3})}, some.in(), x.all(), 3);
  g07.accepts(shape(1, 1), {x.becomes({1, 0, 3})}, some.in(), x.all(), 5);
  g07.accepts(shape(1, 1), {x.unchanged()}, none.in(), x.all(), 5);
  g07.accepts(shape(1, 1), {x.unchanged()}, none.in(), x.first(0), 5);
  g07.accepts(shape(1, 1), {x.unchanged()}, last.in(), x.all(), 0);
  g07.accepts(shape(1, 1), {x.unchanged()}, last.in(), x.all(), INT_MIN);
  g07.accepts(shape(1, 1), {x.becomes({0, 2, 0})}, last.in(), x.all(), 4);
  g07.traps(shape(1, 1), "check 1 failed: index 4, extent 3", last.in(),
            x.all(), 5);
  g07.traps(shape(1, 1), "versions.cu:" LINE_g07 ": x(j), dim 0", last.in(),
            x.all(), 5);
  g07.traps(shape(1, 1), "check 1 failed: index 0, extent 0", some.in(),
            x.first(0), 1);
  g07.refuses(shape(1, 1), "n <= extent(m,0) is false: 6 <= 5", none.in(),
              x.all(), 6);
}

static void exit_on_data() {
  // Case: G11c
  array<int> third(std::vector<int>{0, 0, 1, 0}), none(4);
  array<float> x(3);
  const auto g11c = VERSIONS(g11c);
  g11c.accepts(shape(1, 1), {x.becomes({1, 2, 3})}, third.in(), x.all(), 3);
  g11c.accepts(shape(1, 1), {x.becomes({1, 2, 3})}, third.in(), x.all(), 9);
  g11c.accepts(shape(1, 1), {x.becomes({1, 2, 0})}, none.in(), x.all(), 2);
  g11c.accepts(shape(1, 1), {x.unchanged()}, none.in(), x.all(), -1);
  g11c.traps(shape(1, 1), "check 0 failed: index 3, extent 3", none.in(),
             x.all(), 4);
  array<float> longer(9);
  g11c.accepts(shape(1, 1), {longer.becomes({1, 2, 3, 4, 0, 0, 0, 0, 0})},
               none.in(), longer.all(), 4);
  g11c.traps(shape(1, 1), "check 1 failed: index 4, extent 4", none.in(),
             longer.all(), 5);
}

static void loaded_bound() {
  // Case: H10
  array<int> len(std::vector<int>{3, 5, 0}),
      m(std::vector<int>{1, 0, 1, 0, 0}), last(std::vector<int>{0, 0, 0, 0, 1});
  array<float> x(3);
  const auto h10 = VERSIONS(h10);
  h10.accepts(shape(3, 1), {x.becomes({1, 0, 3})}, len.in(), m.in(), x.all());
  h10.accepts(shape(1, 1), {x.unchanged()}, len.in(), last.in(), x.all());
  h10.traps(shape(2, 1), "check 2 failed: index 4, extent 3", len.in(),
            last.in(), x.all());
  array<int> longer(std::vector<int>{6});
  h10.traps(shape(1, 1), "check 1 failed: index 5, extent 5", longer.in(),
            m.in(), x.all());
}

static void live_out() {
  array<int> m(std::vector<int>{1, 0, 1, 1});
  array<float> x(std::vector<float>{1, 2, 4}), o(1);
  array<int> few(std::vector<int>{1, 0, 1, 0});
  const auto sum = VERSIONS(sum);
  sum.accepts(shape(1, 1), {o.becomes({5})}, m.in(), x.in(), o.all(), 3);
  sum.accepts(shape(1, 1), {o.becomes({5})}, few.in(), x.in(), o.all(), 4);
  sum.accepts(shape(1, 1), {o.becomes({0})}, m.in(), x.in(), o.all(), 0);
  sum.traps(shape(1, 1), "check 1 failed: index 3, extent 3", m.in(), x.in(),
            o.all(), 4);

  const auto early = VERSIONS(early_return);
  array<int> third(std::vector<int>{0, 0, 1}), none(3);
  array<float> two(2, -1.0f);
  early.accepts(shape(1, 1), {two.becomes({7, -1})}, third.in(), x.in(),
                two.all(), 3);
  early.accepts(shape(1, 1), {two.becomes({7, -1})}, third.in(), x.in(),
                two.all(), 100);
  early.accepts(shape(1, 1), {two.becomes({-1, 7})}, none.in(), x.in(),
                two.all(), 3);
  early.accepts(shape(1, 1), {two.becomes({-1, 0})}, none.in(), x.in(),
                two.all(), 0);
  early.traps(shape(1, 1), "check 0 failed: index 3, extent 3", none.in(),
              x.in(), two.all(), 4);
  early.traps(shape(1, 1), "check 3 failed: index 1, extent 1", none.in(),
              x.in(), two.first(1), 3);
}

static void nests() {
  array<int> m(std::vector<int>{1, 0, 1});
  array<float> x(6);
  const auto nest = VERSIONS(nest);
  nest.accepts(shape(1, 1), {x.becomes({1, 0, 3, 2, 0, 4})}, m.in(),
               x.as(2, 3), 2, 3);
  nest.accepts(shape(1, 1), {x.becomes({1, 2, 3, 0, 0, 0})}, m.in(),
               x.as(6, 1), 3, 1);
  nest.traps(shape(1, 1), "check 2 failed: index 2, extent 2", m.in(),
             x.as(3, 2), 3, 3);
  nest.traps(shape(1, 1), "check 1 failed: index 2, extent 2", m.in(),
             x.as(2, 3), 3, 3);
  // The second column of two is not asked for.
  array<int> first(std::vector<int>{1, 0, 0});
  nest.accepts(shape(1, 1), {x.becomes({1, 0, 2, 0, 3, 0})}, first.in(),
               x.as(3, 2), 3, 3);

  array<int> len(std::vector<int>{2, 3, 1});
  array<float> y(2);
  const auto inner = VERSIONS(inner);
  inner.accepts(shape(1, 1), {y.becomes({6, 0})}, len.in(), first.in(), y.all(),
                3);
  inner.traps(shape(1, 1), "check 2 failed: index 2, extent 2", len.in(),
              m.in(), y.all(), 3);
  inner.accepts(shape(1, 1), {y.becomes({1, 0})}, len.in(), m.in(), y.all(), 1);
}

static void hoisted_in_both_copies() {
  array<int> t(std::vector<int>{0, 2, 0}), bad(std::vector<int>{0, 3, 0});
  array<float> x(6), y(3), z(2);
  const auto k = VERSIONS(hoisted_inside);
  k.accepts(shape(1, 1), {y.becomes({0, 2, 0}), x.becomes({3, 3, 0, 0, 2, 2})},
            t.in(), y.all(), x.as(3, 2), 3);
  k.accepts(shape(1, 1), {z.becomes({0, 2}), x.becomes({3, 3, 0, 0, 2, 2})},
            t.in(), z.all(), x.as(3, 2), 3);
  k.traps(shape(1, 1), "check 2 failed: index 3, extent 3", bad.in(), y.all(),
          x.as(3, 2), 3);
  k.traps(shape(1, 1), "check 2 failed: index 3, extent 3", bad.in(), z.all(),
          x.as(3, 2), 3);
  k.traps(shape(1, 1), "check 1 failed: index 1, extent 1", t.in(), z.first(1),
          x.as(3, 2), 3);
}

static void threads_that_meet() {
  // Rule: 5
  array<int> m(std::vector<int>{1, 0, 1, 0});
  array<float> x(6);
  const auto barrier = VERSIONS(barrier);
  barrier.accepts(shape(1, 2), {x.becomes({1, 0, 3, 1, 0, 3})}, m.in(),
                  x.as(2, 3), 3);
  barrier.accepts(shape(1, 2), {x.becomes({1, 0, 3, 1, 0, 3})}, m.in(),
                  x.as(2, 3), 4);
  barrier.traps(shape(1, 2), "check 2 failed: index 2, extent 2", m.in(),
                x.as(3, 2), 4);
  barrier.traps(shape(1, 3), "check 1 failed: index 2, extent 2", m.in(),
                x.as(2, 3), 3);

  array<int> len(std::vector<int>{4, 4});
  array<float> y(3);
  const auto divergent = VERSIONS(divergent);
  divergent.accepts(shape(1, 2), {y.becomes({1, 0, 3})}, len.in(), m.in(),
                    y.all());
  divergent.traps(shape(1, 2), "check 2 failed: index 2, extent 2", len.in(),
                  m.in(), y.first(2));
}

static void own_trip_count() {
  // Report: L13
  array<int> m(std::vector<int>{1, 1, 0, 0});
  array<float> x(2);
  const auto l13 = VERSIONS(l13);
  // Thread 5 has no trip, thread 1 one within the extent and one that asks for nothing.
  l13.accepts(shape(1, 6), {x.becomes({1, 2})}, m.in(), x.all(), 4);
  l13.accepts(shape(1, 2), {x.becomes({1, 2})}, m.in(), x.all(), 2);
  array<int> third(std::vector<int>{0, 0, 1, 0});
  l13.traps(shape(1, 1), "check 1 failed: index 2, extent 2", third.in(),
            x.all(), 4);
}

static void two_loops() {
  array<int> m(std::vector<int>{1, 0, 1, 0});
  array<float> x(std::vector<float>{1, 2, 4}), y(3);
  const auto twice = VERSIONS(twice);
  twice.accepts(shape(1, 1), {y.becomes({5, 0, 5})}, m.in(), x.all(), y.all(),
                3);
  twice.accepts(shape(1, 1), {y.becomes({5, 0, 5})}, m.in(), x.all(), y.all(),
                4);
  array<float> longer(4, 1.0f);
  twice.accepts(shape(1, 1), {y.becomes({2, 0, 2})}, m.in(), longer.all(),
                y.all(), 4);
  twice.traps(shape(1, 1), "check 3 failed: index 2, extent 2", m.in(),
              longer.all(), y.first(2), 4);
  twice.traps(shape(1, 1), "check 1 failed: index 2, extent 2", m.in(),
              longer.first(2), y.all(), 4);
}

int main() {
  cases::warm_up(tilechecks_generated_versions::g07,
                 tilechecks_generated_versions::image);
  all_at_launch();
  condition_on_data();
  exit_on_data();
  loaded_bound();
  live_out();
  nests();
  hoisted_in_both_copies();
  threads_that_meet();
  own_trip_count();
  two_loops();
  return cases::result();
}
