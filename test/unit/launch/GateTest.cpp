// Which check stops a launch, which body runs, and what the message says.
#include "tilechecks/launch/gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace tc;
using namespace tc::rt;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

constexpr body_info every_body[] = {{body_kind::self_contained, "k"},
                                    {body_kind::placed, "k__tc_placed"},
                                    {body_kind::no_hoist, "k__tc_no_hoist"},
                                    {body_kind::reference, "k__tc_reference"},
                                    {body_kind::unchecked, "k__tc_unchecked"},
                                    {body_kind::assumed, "k__tc_assumed"}};
constexpr body_info usual_bodies[] = {{body_kind::self_contained, "k"},
                                      {body_kind::placed, "k__tc_placed"}};
constexpr residual_info residual[] = {{"gemm.cu", 40, "y(i)", 1, "in_place"}};
constexpr kernel_info all_built = {
    "gemm", "k", "0", {}, every_body, residual, on_sufficient::run_checked,
    true};
constexpr kernel_info usual = {
    "gemm", "k", "0", {}, usual_bodies, residual, on_sufficient::run_checked,
    false};
constexpr kernel_info denying = {
    "gemm", "k", "0", {}, usual_bodies, {}, on_sufficient::refuse, false};

constexpr check_info make(origin from, bool exact = true) {
  return {"L0",
          from,
          exact,
          "gemm.cu",
          31,
          "x.tile(m, k)",
          "ceil(extent(x,1)/64) <= ceil(extent(y,0)/64)"};
}

const truth is_false = num(4) <= num(3), is_true = num(3) <= num(3);

options environment(std::string variant = "", bool device_checks = false,
                    bool no_hoisting = false) {
  options o;
  o.variant = std::move(variant);
  o.force_device_checks = device_checks;
  o.disable_check_hoisting = no_hoisting;
  return o;
}

// One check through the gate.
status pass(const kernel_info &kernel, check_info check, truth t,
            launch_config config = {}, const options &o = environment()) {
  gate g(kernel, config, o);
  (void)g.refuses(check, t,
                  {{"extent(x,1)", num(256)}, {"extent(y,0)", num(192)}});
  return g.verdict();
}

TEST(Gate, message_says_what_the_author_wrote_and_both_sides) {
  const status s = pass(usual, make(origin::derived), is_false);
  EXPECT_EQ(s.code, status_code::refused);
  EXPECT_EQ(s.message, "gemm.cu:31: x.tile(m, k): ceil(extent(x,1)/64) <= "
                       "ceil(extent(y,0)/64) is false: 4 <= 3 "
                       "(extent(x,1) = 256, extent(y,0) = 192)\nNot launched: "
                       "gemm, derived check L0.");
  EXPECT_EQ(s.check, "L0");
  ASSERT_EQ(s.values.size(), 2u);
  EXPECT_EQ(s.values[1].name + "=" + s.values[1].number, "extent(y,0)=192");
  EXPECT_FALSE(s.launched);
}

TEST(Gate, what_cannot_be_decided_refuses) {
  EXPECT_THAT(pass(usual, make(origin::derived), num(fault::overflow) <= num(1))
                  .message,
              StartsWith("gemm.cu:31: x.tile(m, k): ceil(extent(x,1)/64) <= "
                         "ceil(extent(y,0)/64) cannot be decided: it "
                         "overflows 128 bits (extent"));
  EXPECT_FALSE(
      pass(usual, make(origin::contract), num(fault::unresolved) <= num(1))
          .ok());
  EXPECT_FALSE(pass(usual, make(origin::precondition),
                    num(fault::division_by_zero) <= num(1))
                   .ok());
}

TEST(Gate, every_exact_origin_but_assumptions_refuses) {
  for (origin o :
       {origin::precondition, origin::contract, origin::derived, origin::debt})
    EXPECT_EQ(pass(usual, make(o), is_false).code, status_code::refused)
        << static_cast<int>(o);
  EXPECT_TRUE(pass(usual, make(origin::assumption), is_false).ok());
  for (origin o : {origin::precondition, origin::contract, origin::derived,
                   origin::debt, origin::assumption})
    EXPECT_TRUE(pass(usual, make(o), is_true).ok()) << static_cast<int>(o);
}

TEST(Gate, preconditions_and_contracts_refuse_even_if_marked_sufficient) {
  EXPECT_FALSE(pass(usual, make(origin::precondition, false), is_false).ok());
  EXPECT_FALSE(pass(usual, make(origin::contract, false), is_false).ok());
}

TEST(Gate, the_reason_of_a_precondition_is_told) {
  check_info c = make(origin::precondition);
  c.why = "whole tiles only";
  EXPECT_THAT(pass(usual, c, is_false).message,
              HasSubstr("\nWhy: whole tiles only\n"));
}

TEST(Gate, a_failed_sufficient_check_runs_the_self_contained_body) {
  const status s = pass(usual, make(origin::derived, false), is_false);
  EXPECT_TRUE(s.ok());
  EXPECT_EQ(s.body, body_kind::self_contained);
  EXPECT_THAT(s.note, StartsWith("gemm.cu:31: x.tile(m, k): "));
  EXPECT_EQ(pass(usual, make(origin::derived, false), is_true).body,
            body_kind::placed);
  // Also where another body was asked for that would miss what the check
  // guards.
  for (body_kind b : {body_kind::placed, body_kind::no_hoist,
                      body_kind::unchecked, body_kind::assumed})
    EXPECT_EQ(
        pass(all_built, make(origin::derived, false), is_false, {.body = b})
            .body,
        body_kind::self_contained);
}

TEST(
    Gate,
    a_failed_sufficient_check_refuses_on_request_and_says_that_it_is_only_sufficient) {
  const status s = pass(usual, make(origin::derived, false), is_false,
                        {.sufficient = on_sufficient::refuse});
  EXPECT_EQ(s.code, status_code::refused);
  EXPECT_THAT(s.message, HasSubstr("only sufficient"));
  EXPECT_THAT(s.message,
              HasSubstr("TC_KERNEL(tc::requires_(\"ceil(extent(x,1)/64) <= "
                        "ceil(extent(y,0)/64)\")) would make it exact"));
  EXPECT_FALSE(pass(denying, make(origin::derived, false), is_false).ok())
      << "the default under deny_in_kernel_checks";
  EXPECT_TRUE(pass(denying, make(origin::derived, false), is_false,
                   {.sufficient = on_sufficient::run_checked})
                  .ok());
}

TEST(Gate, assumed_runs_while_its_assumptions_hold_and_placed_otherwise) {
  EXPECT_EQ(pass(all_built, make(origin::assumption), is_true).body,
            body_kind::assumed);
  EXPECT_EQ(pass(all_built, make(origin::assumption), is_false).body,
            body_kind::placed);
  EXPECT_EQ(pass(all_built, make(origin::assumption), is_false,
                 {.body = body_kind::assumed})
                .body,
            body_kind::placed);
  EXPECT_EQ(
      pass(all_built, make(origin::assumption), num(fault::overflow) <= 1).body,
      body_kind::placed);
}

TEST(Gate, the_environment_chooses_the_body_and_the_configuration_comes_first) {
  auto body = [](const options &o, launch_config c = {}) {
    return pass(all_built, make(origin::derived), is_true, c, o).body;
  };
  EXPECT_EQ(body(environment("no_hoist")), body_kind::no_hoist);
  EXPECT_EQ(body(environment("unchecked")), body_kind::unchecked);
  EXPECT_EQ(body(environment("", true)), body_kind::reference);
  EXPECT_EQ(body(environment("", false, true)), body_kind::no_hoist);
  EXPECT_EQ(body(environment("placed", true, true)), body_kind::placed);
  EXPECT_EQ(body(environment("unchecked"), {.body = body_kind::placed}),
            body_kind::placed);
}

TEST(Gate, a_body_that_was_not_built_is_an_error) {
  const status s =
      pass(usual, make(origin::derived), is_true, {}, environment("", true));
  EXPECT_EQ(s.code, status_code::no_such_body);
  EXPECT_EQ(s.message, "gemm: the body reference was asked for and was not "
                       "built (built: self_contained, placed; add it "
                       "with bodies= when compiling)");
  EXPECT_EQ(
      pass(usual, make(origin::derived), is_true, {}, environment("fast")).code,
      status_code::no_such_body);
}

TEST(Gate, the_reference_body_finds_derived_violations_itself) {
  const launch_config c = {.body = body_kind::reference};
  EXPECT_TRUE(pass(all_built, make(origin::derived), is_false, c).ok());
  EXPECT_TRUE(pass(all_built, make(origin::debt), is_false, c).ok());
  EXPECT_FALSE(pass(all_built, make(origin::precondition), is_false, c).ok());
  EXPECT_FALSE(pass(all_built, make(origin::contract), is_false, c).ok());
}

TEST(Gate, without_a_placed_body_the_self_contained_one_runs) {
  constexpr body_info only[] = {{body_kind::self_contained, "k"}};
  const kernel_info k = {
      "gemm", "k", "0", {}, only, {}, on_sufficient::run_checked, false};
  EXPECT_EQ(pass(k, make(origin::derived), is_true).body,
            body_kind::self_contained);
}

TEST(Gate, a_grid_of_no_blocks_is_no_launch_and_no_error) {
  for (dims d : {dims(0), dims(0, 70000), dims(4, 0), dims(4, 4, 0)}) {
    const launch_config c = {.grid = d};
    gate g(usual, c, environment());
    EXPECT_TRUE(g.empty_grid());
    const status s = g.verdict();
    EXPECT_TRUE(s.ok());
    EXPECT_FALSE(s.launched);
  }
  const launch_config negative = {.grid = {0, -1}};
  EXPECT_FALSE(gate(usual, negative, environment()).empty_grid());
}

std::string shape(launch_config c) {
  gate g(usual, c, environment());
  const bool refused = g.refuses_shape();
  const status s = g.verdict();
  EXPECT_EQ(refused, !s.ok());
  return s.message.substr(0, s.message.find('\n'));
}

// Report: K11
TEST(Gate, limits_of_the_shape_are_named) {
  EXPECT_EQ(shape({.grid = {2147483647, 65535, 65535}, .block = 1024}), "");
  EXPECT_EQ(shape({.grid = 2147483648}),
            "gemm: gridDim.x <= 2147483647 is false: 2147483648 <= 2147483647");
  EXPECT_EQ(shape({.grid = {1, 70000}}),
            "gemm: gridDim.y <= 65535 is false: 70000 <= 65535");
  EXPECT_EQ(shape({.grid = {1, 1, 65536}}),
            "gemm: gridDim.z <= 65535 is false: 65536 <= 65535");
  EXPECT_EQ(shape({.grid = -1}), "gemm: gridDim.x >= 1 is false: -1 >= 1");
  EXPECT_EQ(shape({.block = 1025}),
            "gemm: blockDim.x <= 1024 is false: 1025 <= 1024");
  EXPECT_EQ(shape({.block = {1, 1025}}),
            "gemm: blockDim.y <= 1024 is false: 1025 <= 1024");
  EXPECT_EQ(shape({.block = {1, 1, 65}}),
            "gemm: blockDim.z <= 64 is false: 65 <= 64");
  EXPECT_EQ(
      shape({.block = {32, 33}}),
      "gemm: blockDim.x*blockDim.y*blockDim.z <= 1024 is false: 1056 <= 1024");
  EXPECT_EQ(shape({.block = 0}), "gemm: blockDim.x >= 1 is false: 0 >= 1");
  EXPECT_EQ(shape({.grid = 6, .cluster = 4}),
            "gemm: gridDim.x % clusterDim.x == 0 is false: 2 == 0 (grid = 6, "
            "cluster = 4)");
  EXPECT_EQ(shape({.grid = 32, .cluster = 32}),
            "gemm: clusterDim.x <= 16 is false: 32 <= 16");
  EXPECT_EQ(shape({.dynamic_smem = -1}),
            "gemm: dynamic shared bytes >= 0 is false: -1 >= 0");
  EXPECT_EQ(shape({.dynamic_smem = 300000}),
            "gemm: dynamic shared bytes <= 232448 is false: 300000 <= 232448");
}

TEST(Gate, dims_from_other_types) {
  struct dim3_like {
    unsigned x, y, z;
  };
  const dims d = dim3_like{1, 2, 3};
  EXPECT_EQ(d.z, 3);
}

TEST(Gate, residual_checks_are_listed_for_the_message_of_a_failed_kernel) {
  EXPECT_EQ(pass(usual, make(origin::derived), is_true).residual_checks,
            "\n  gemm.cu:40: y(i), dim 1 (in_place)");
}

} // namespace
