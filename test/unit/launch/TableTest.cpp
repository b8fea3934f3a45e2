// tc::launch's view of a kernel: the embedded table, read and interpreted.
#include "../sidecar/FullDocument.h"

#include "tilechecks/launch/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace tilechecks;
using testing::HasSubstr;

namespace {

struct tensor {
  const void *data = nullptr;
  int extent[2];
};

// x is a tensor of rank 2, n a number of tiles: extent(x,0) is whole tiles,
// ceil(extent(x,1)/64) <= n.
sidecar::Kernel kernel() {
  sidecar::Kernel k = sidecar::fullDocument().Kernels[0];
  k.Params[0].Type = "tc::checked_v0_1::tensor<float, "
                     "tc::checked_v0_1::extents<int, -1ll, -1ll>, "
                     "tc::checked_v0_1::layout_right>";
  return k;
}

std::unique_ptr<tc::rt::table_kernel> parse(const sidecar::Kernel &k) {
  std::string error;
  auto t = tc::rt::table_kernel::parse(sidecar::writeCompact(k), error);
  EXPECT_TRUE(t) << error;
  return t;
}

std::string refusal(const tc::rt::table_kernel &t, tensor x, int n,
                    tc::launch_config config = {}) {
  const std::span<const unsigned char> bytes[] = {
      {reinterpret_cast<const unsigned char *>(&x), sizeof(x)},
      {reinterpret_cast<const unsigned char *>(&n), sizeof(n)}};
  const tc::status s = t.check(config, bytes, tc::rt::options());
  return s.message.substr(0, s.message.find('\n'));
}

TEST(Table, atoms_are_named_by_the_sidecar_else_by_the_type) {
  auto t = parse(kernel());
  EXPECT_EQ(refusal(*t, {nullptr, {64, 64}}, 1), "");
  EXPECT_EQ(refusal(*t, {nullptr, {64, 65}}, 1),
            "gemm.cu:31: x.tile(m, k): ceil(extent(x,1)/64) <= n is false: 2 "
            "<= 1 (extent(x,1) = 65, n = 1)");
}

TEST(Table, arguments_then_preconditions_then_shape_then_derived) {
  auto t = parse(kernel());
  tc::launch_config bad = {.grid = {1, 70000}};
  EXPECT_THAT(refusal(*t, {nullptr, {-1, 65}}, 1, bad),
              HasSubstr("gemm: extent(x,0) >= 0 is false: -1 >= 0"));
  EXPECT_THAT(refusal(*t, {nullptr, {70000, 70000}}, 1, bad),
              HasSubstr("gemm: extent(x,0)*extent(x,1) <= 2147483647 is false: "
                        "4900000000 <= 2147483647"));
  EXPECT_THAT(refusal(*t, {nullptr, {63, 65}}, 1, bad),
              HasSubstr("gemm.cu:20: require: extent(x,0) % 64 == 0"));
  EXPECT_THAT(refusal(*t, {nullptr, {64, 65}}, 1, bad),
              HasSubstr("gemm: gridDim.y <= 65535"));
  EXPECT_THAT(refusal(*t, {nullptr, {64, 65}}, 1),
              HasSubstr("gemm.cu:31: x.tile(m, k): "));
  EXPECT_EQ(refusal(*t, {nullptr, {-1, -1}}, -1, {.grid = 0}), "")
      << "a grid of no blocks";
}

// Case: S17
TEST(Table, a_second_launch_is_checked_again) {
  sidecar::Kernel k = kernel();
  k.LaunchChecks[1].Predicate = "(<= (grid x) (param 1 0 32))";
  auto t = parse(k);
  EXPECT_EQ(refusal(*t, {nullptr, {64, 64}}, 3, {.grid = 3}), "");
  EXPECT_THAT(refusal(*t, {nullptr, {64, 64}}, 3, {.grid = 4}),
              HasSubstr("is false: 4 <= 3"));
  EXPECT_EQ(refusal(*t, {nullptr, {64, 64}}, 3, {.grid = 3}), "");
}

TEST(Table, what_is_not_understood_leaves_no_kernel) {
  const std::string good = sidecar::writeCompact(kernel());
  auto error = [&](const std::string &from, const std::string &to) {
    std::string text = good, message;
    const size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    text.replace(at, from.size(), to);
    EXPECT_FALSE(tc::rt::table_kernel::parse(text, message)) << to;
    return message;
  };
  EXPECT_EQ(error("{", ""), "the table is no JSON object");
  EXPECT_THAT(error("\"derived\"", "\"guessed\""),
              HasSubstr("the word \"guessed\""));
  EXPECT_THAT(error("\"exact\":true", "\"exact\":1"),
              HasSubstr("no \"exact\""));
  EXPECT_THAT(error("(ceildiv", "(roundiv"), HasSubstr("of L1, at character"));
  EXPECT_THAT(error("\"launch_checks\"", "\"lunch_checks\""),
              HasSubstr("no array \"launch_checks\""));
  EXPECT_THAT(error("layout_right", "layout_odd"), HasSubstr("of parameter 0"));
  EXPECT_THAT(error("\"size\":16", "\"size\":\"16\""),
              HasSubstr("no integer \"size\""));
  for (size_t n = 0; n < good.size(); n += 13) {
    std::string message;
    EXPECT_FALSE(tc::rt::table_kernel::parse(good.substr(0, n), message)) << n;
  }
}

TEST(Table, attributes_set_policies) {
  sidecar::Kernel k = kernel();
  EXPECT_EQ(parse(k)->info().sufficient, tc::on_sufficient::run_checked);
  k.Attributes = {"deny_in_kernel_checks", "unchecked_accesses"};
  EXPECT_EQ(parse(k)->info().sufficient, tc::on_sufficient::refuse);
  EXPECT_TRUE(parse(k)->unchecked_accesses());
}

TEST(Table, a_check_of_origin_assumption_makes_the_kernel_have_assumptions) {
  sidecar::Kernel k = kernel();
  EXPECT_FALSE(parse(k)->info().has_assumptions);
  k.LaunchChecks[1].From = sidecar::Origin::Assumption;
  EXPECT_TRUE(parse(k)->info().has_assumptions);
}

TEST(Table, checks_are_named_where_violations_are_recorded) {
  sidecar::Kernel k = kernel();
  k.Reports.reset();
  EXPECT_FALSE(parse(k)->info().reports);
  k.Reports = sidecar::OnViolation{sidecar::ViolationEnd::Exit, ""};
  const auto t = parse(k);
  const tc::rt::kernel_info &info = t->info();
  ASSERT_TRUE(info.reports);
  EXPECT_TRUE(info.reports->leaves);
  ASSERT_EQ(info.reports->checks.size(), k.Checks.size());
  EXPECT_EQ(info.reports->checks[3].id, "gemm/y/1/0");
  EXPECT_EQ(info.reports->checks[3].line, 31);
  EXPECT_EQ(info.reports->entry_checks[1].text, "ceil(extent(x,1)/64) <= n");
  k.Reports = sidecar::OnViolation{sidecar::ViolationEnd::Trap, "shfl: no"};
  EXPECT_FALSE(parse(k)->info().reports->leaves);
  std::string text = sidecar::writeCompact(k), message;
  text.replace(text.find("\"end\":\"trap\""), 12, "\"end\":\"hope\"");
  EXPECT_FALSE(tc::rt::table_kernel::parse(text, message));
  EXPECT_THAT(message, HasSubstr("the word \"hope\""));
}

} // namespace
