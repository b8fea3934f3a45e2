// What the spelling of a parameter's type says, and the launch checks that
// follow from it.
#include "tilechecks/launch/spelling.hpp"

#include <gtest/gtest.h>

using namespace tc::rt;

namespace {

std::string checks(const char *spelling) {
  std::string all;
  for (const type_check &c : type_checks(*parse_tensor(spelling), 2, "x"))
    all += c.predicate + "\n";
  return all;
}

TEST(Spelling, tensor_parts) {
  auto t = parse_tensor("tc::checked_v0_1::tensor<float const, "
                        "tc::checked_v0_1::extents<int, -1ll, 512ll>, "
                        "tc::checked_v0_1::layout_right>");
  ASSERT_TRUE(t);
  EXPECT_EQ(t->element, "float");
  EXPECT_TRUE(t->is_const);
  EXPECT_EQ(t->index->spelling, "int");
  EXPECT_EQ(t->extents, (std::vector<long long>{-1, 512}));
  EXPECT_EQ(t->size(), 16u);
}

TEST(Spelling, sizes_follow_the_layout_in_memory) {
  EXPECT_EQ(
      parse_tensor(
          "tc::tensor<float, tc::extents<int, 4ll, 4ll>, tc::layout_right>")
          ->size(),
      8u);
  EXPECT_EQ(
      parse_tensor(
          "tc::tensor<float, tc::extents<int, -1, -1, -1>, tc::layout_left>")
          ->size(),
      24u);
  EXPECT_EQ(
      parse_tensor(
          "tc::tensor<float, tc::extents<int, -1, -1>, tc::layout_stride>")
          ->size(),
      24u);
  EXPECT_EQ(
      parse_tensor(
          "tc::tensor<float, tc::extents<long, -1, 3>, tc::layout_stride>")
          ->size(),
      32u);
}

TEST(Spelling, what_is_no_tensor_of_ours) {
  for (const char *s :
       {"float", "", "tc::tensor", "tc::tensor<float>",
        "std::tensor<float, tc::extents<int, 1>, tc::layout_right>",
        "tc::tensor<float, tc::extents<int, 1>, tc::layout_swizzled>",
        "tc::tensor<float, tc::extents<float, 1>, tc::layout_right>",
        "tc::tensor<float, tc::extents<int, x>, tc::layout_right>",
        "tc::tensor<float, tc::extents<int, 1>, tc::layout_right>*"})
    EXPECT_FALSE(parse_tensor(s)) << s;
}

TEST(Spelling, extents_are_not_negative_and_the_size_fits) {
  EXPECT_EQ(
      checks("tc::tensor<float, tc::extents<int, -1, 512>, tc::layout_right>"),
      "(>= (param 2 8 32) 0)\n(<= (* (param 2 8 32) 512) 2147483647)\n");
  EXPECT_EQ(checks("tc::tensor<float, tc::extents<int, -1>, tc::layout_right>"),
            "(>= (param 2 8 32) 0)\n");
}

TEST(Spelling, unsigned_and_wide_index_types_have_their_own_bounds) {
  EXPECT_EQ(checks("tc::tensor<float, tc::extents<unsigned int, -1, -1>, "
                   "tc::layout_right>"),
            "(<= (* (uwrap 32 (param 2 8 32)) (uwrap 32 (param 2 12 32))) "
            "4294967295)\n");
  EXPECT_EQ(
      checks("tc::tensor<float, tc::extents<long, -1, -1>, tc::layout_right>"),
      "(>= (param 2 8 64) 0)\n(>= (param 2 16 64) 0)\n(<= (* (param 2 8 64) "
      "(param 2 16 64)) 9223372036854775807)\n");
}

TEST(Spelling, strides_reach_no_further_than_the_index_type) {
  EXPECT_EQ(
      checks("tc::tensor<float, tc::extents<int, -1>, tc::layout_stride>"),
      "(>= (param 2 8 32) 0)\n(implies (and (> (param 2 8 32) 0)) (<= (+ (* (- "
      "(param 2 8 32) 1) (max (param 2 12 32) "
      "(- 0 (param 2 12 32))))) 2147483647))\n");
}

TEST(Spelling, short_kernel_names) {
  EXPECT_EQ(short_kernel_name("saxpy(float, tc::tensor<float>)"), "saxpy");
  EXPECT_EQ(short_kernel_name("void a::gemm<float, 64, (tc::mode)1>(float*)"),
            "a::gemm<float, 64, (tc::mode)1>");
  EXPECT_EQ(short_kernel_name("(anonymous namespace)::k(int)"), "k");
  EXPECT_EQ(short_kernel_name("plain_c"), "plain_c");
}

} // namespace
