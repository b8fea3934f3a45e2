// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/sufficient.cu. SUFFICIENT_DECLARED=1 in the environment: the kernels carry what their messages named.
#include "../harness.hpp"
#include "sufficient.launch.hpp"

#include <cstdlib>

using cases::array;
using cases::shape;

/// A launch that violates nothing, although the check does not hold. run_checked: the self-contained body runs it. refuse:
/// the message is printed for declared.py. Declared: refused under both, as a precondition.
template <class Kernel, class... A>
static void harmless(const char *name, const Kernel &kernel, shape s, std::string_view text,
                     std::vector<cases::expectation> after, const A &...arguments) {
  const bool declared = std::getenv("SUFFICIENT_DECLARED") != nullptr;
  shape strict = s;
  strict.sufficient = tc::on_sufficient::refuse;
  kernel.refuses_at_launch(strict, text, arguments...);
  kernel.refuses_at_launch(strict, declared ? "precondition check" : "The check is only sufficient", arguments...);
  if (declared) {
    kernel.refuses_at_launch(s, "precondition check", arguments...);
    return;
  }
  kernel.runs(s, tc::body_kind::self_contained, std::move(after), arguments...);
  const tc::status refused = kernel.answer(strict, arguments...);
  std::printf("REFUSED %s\n%s\n", name, refused.message.c_str());
}
#define HARMLESS(name, ...) harmless(#name, CASE(sufficient, name), __VA_ARGS__)

int main() {
  cases::warm_up(tilechecks_generated_sufficient::h04, tilechecks_generated_sufficient::image);
  array<int> none(4, 0), two(std::vector<int>{0, 0, 1, 0}), ones(4, 1);
  array<float> x(4);

  // Case: H04. No round: m is of no interest.
  HARMLESS(h04, shape(2, 1), "m <= extent(x,0) is false: 5 <= 4", {x.unchanged()}, none.in(), x.all(), 5);
  CASE(sufficient, h04).accepts(shape(2, 1), {x.becomes({1, 2, 3, 4})}, ones.in(), x.all(), 4);
  CASE(sufficient, h04).accepts(shape(2, 1), {x.unchanged()}, none.in(), x.all(), -1);

  // Case: G07. No element is asked for.
  HARMLESS(g07, shape(1, 1), "n <= extent(x,0) is false: 4 <= 3", {x.unchanged()}, none.in(), x.first(3), 4);
  CASE(sufficient, g07).accepts(shape(1, 1), {x.becomes({0, 0, 1, 0})}, two.in(), x.all(), 4);

  // Case: G11. Left before either tensor ends; one check each.
  HARMLESS(g11, shape(1, 1), "n <= extent(x,0) is false: 4 <= 3", {x.becomes({1, 1, 1, 0})}, two.in(), x.first(3), 4);
  array<float> longer(5);
  HARMLESS(g11, shape(1, 1), "n <= extent(v,0) is false: 5 <= 4", {longer.becomes({1, 1, 1, 0, 0})}, two.in(), longer.all(), 5);
  CASE(sufficient, g11).accepts(shape(1, 1), {x.becomes({1, 1, 1, 0})}, two.in(), x.all(), 4);
  CASE(sufficient, g11).accepts(shape(1, 1), {x.becomes({1, 1, 1, 1})}, none.in(), x.all(), 4);

  HARMLESS(guarded, shape(1, 1), "n > 0 implies i < extent(x,0) is false: 4 < 4", {x.unchanged()}, none.in(), x.all(), 4, 4);
  HARMLESS(guarded, shape(1, 1), "n > 0 implies i >= 0 is false: -1 >= 0", {x.unchanged()}, none.in(), x.all(), 4, -1);
  CASE(sufficient, guarded).accepts(shape(1, 1), {x.becomes({0, 0, 0, 1})}, two.in(), x.all(), 4, 3);
  CASE(sufficient, guarded).accepts(shape(1, 1), {x.unchanged()}, two.in(), x.all(), 0, 4);
  return cases::result();
}
