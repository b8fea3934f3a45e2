// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/adversarial.cu.
//
// Case: S14, S35. Every refused shape is also launched raw, past the launcher,
// and with the reference body: harness.hpp, `refuses`, here and in the other
// groups.
#include "../harness.hpp"
#include "adversarial.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define ADVERSARIAL(name) CASE(adversarial, name)

static void requirement_is_verified() {
  // Case: S06
  array<float> x(999);
  std::vector<float> after(999, 0.0f);
  after[998] = 7;
  const auto s06 = ADVERSARIAL(s06);
  s06.accepts(shape(1, 1), {x.becomes(after)}, x.all());
  s06.refuses_at_launch(shape(1, 1), "adversarial.cu:" LINE_s06 ": ",
                        x.first(998));
  s06.refuses_at_launch(shape(1, 1), "extent(x,0) >= 999 is false: 998 >= 999",
                        x.first(998));
  s06.refuses_at_launch(shape(1, 1), "room for 999", x.first(998));
  s06.raw_stops(shape(1, 1), x.first(998));
}

static void proven() {
  // Case: S14
  array<float> x(3);
  const auto s14 = ADVERSARIAL(s14);
  s14.accepts(shape(1, 1), {x.becomes({0, 0, 7})}, x.all(), 2);
  s14.accepts(shape(1, 1), {x.unchanged()}, x.all(), 3);
  s14.accepts(shape(1, 1), {x.unchanged()}, x.all(), -1);
}

static void every_launch_is_checked() {
  // Case: S16, S17
  array<float> x(3);
  const auto s17 = ADVERSARIAL(s17);
  s17.accepts(shape(3, 1), {x.becomes({7, 7, 7})}, x.all());
  s17.refuses(shape(4, 1),
              "adversarial.cu:" LINE_s17
              ": x(blockIdx.x): gridDim.x <= extent(x,0) is false: 4 <= 3 "
              "(gridDim.x = 4, extent(x,0) = 3)",
              x.all());
  // In one process, in turn.
  const cases::place here{std::source_location::current(), "s17"};
  x.reset();
  tc::status status = tc::synchronize(launch_s17(shape(3, 1), x.all()));
  cases::claim(status.ok() && status.launched, here,
               "grid 3 does not run: " + status.message);
  status = tc::synchronize(launch_s17(shape(4, 1), x.all()));
  cases::claim(status.code == tc::status_code::refused && !status.launched,
               here, "grid 4 is not refused");
  cases::claim(!status.check.empty() && status.values.size() == 2, here,
               "the status lacks the check or its values");
  x.reset();
  status = tc::synchronize(launch_s17(shape(2, 1), x.all()));
  cases::claim(status.ok() && x.read() == std::vector<float>({7, 7, 0}), here,
               "grid 2 does not run afterwards");
}

static void loaded_index() {
  // Case: S01, S31
  array<int> idx(std::vector<int>{2, 0}), below(std::vector<int>{0, -1}),
      least(std::vector<int>{INT_MIN, 0}), above(std::vector<int>{3, 0});
  array<float> x(3), out(2), src(std::vector<float>{1, 2, 4});
  const auto s01 = ADVERSARIAL(s01);
  s01.accepts(shape(2, 1), {x.becomes({7, 0, 7})}, idx.in(), x.all());
  const char *where =
      "adversarial.cu:" LINE_s01 ": x(idx(blockIdx.x)), dim 0 (in_place)";
  s01.traps(shape(2, 1), where, below.in(), x.all());
  s01.traps(shape(1, 1), where, least.in(), x.all());
  s01.traps(shape(1, 1), where, above.in(), x.all());
  s01.refuses(shape(3, 1), "gridDim.x <= extent(idx,0) is false: 3 <= 2",
              idx.in(), x.all());

  const auto s31 = ADVERSARIAL(s31);
  s31.accepts(shape(2, 1), {out.becomes({4, 1})}, out.all(), src.in(),
              idx.in());
  where = "adversarial.cu:" LINE_s31 ": src(idx(i)), dim 0 (in_place)";
  s31.traps(shape(2, 1), where, out.all(), src.in(), below.in());
  s31.traps(shape(1, 1), where, out.all(), src.in(), above.in());
  s31.refuses(shape(3, 1), "<= extent(", out.all(), src.in(), idx.in());
  s31.refuses(shape(2, 1), "gridDim.x <= extent(out,0) is false: 2 <= 1",
              out.first(1), src.in(), idx.in());
}

static void the_users_line() {
  // Case: S33
  array<int> idx(std::vector<int>{2, 0}), below(std::vector<int>{-1, 0});
  array<float> out(1), src(std::vector<float>{1, 2, 4});
  auto both = [&](const auto &kernel, const char *where) {
    kernel.accepts(shape(1, 1), {out.becomes({4})}, src.in(), idx.in(),
                   out.data());
    kernel.traps(shape(1, 1), where, src.in(), below.in(), out.data());
    kernel.refuses(shape(3, 1), "gridDim.x <= extent(idx,0) is false: 3 <= 2",
                   src.in(), idx.in(), out.data());
  };
  both(ADVERSARIAL(s33_wrapper),
       "adversarial.cu:" LINE_wrapper ": x(i), dim 0 (in_place)");
  both(ADVERSARIAL(s33_far),
       "adversarial.cu:" LINE_far ": x(i), dim 0 (in_place)");
  both(ADVERSARIAL(s33_lambda),
       "adversarial.cu:" LINE_lambda ": src(i), dim 0 (in_place)");
}

int main() {
  cases::warm_up(tilechecks_generated_adversarial::s06,
                 tilechecks_generated_adversarial::image);
  requirement_is_verified();
  proven();
  every_launch_is_checked();
  loaded_index();
  the_users_line();
  return cases::result();
}
