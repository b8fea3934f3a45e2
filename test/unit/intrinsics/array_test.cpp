// Register arrays, vectors and shared arrays.
#include <gtest/gtest.h>
#include <tilechecks/tilechecks.hpp>

namespace {

TEST(Array, BracesZeroItAndAValueFillsIt) {
  tc::array<float, 2, 3> zero{};
  const tc::array<float, 2, 3> one(1.0f);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_EQ(zero(i, j), 0.0f);
      EXPECT_EQ(one(i, j), 1.0f);
      EXPECT_EQ(&zero(i, j) - zero.data(), i * 3 + j);
    }
  tc::array<float, 2, 3> copy = one;
  copy(1, 2) = 5;
  EXPECT_EQ(one(1, 2), 1.0f);
}

TEST(ArrayDeath, ChecksAgainstItsShape) {
  tc::array<float, 2, 3> a{};
  int outside = 3;
  EXPECT_DEATH(a(1, outside), "index 3 for dim 1 is outside extent 3");
  EXPECT_DEATH(a(outside - 4, 0), "index -1 for dim 0 is outside extent 2");
}

TEST(Vec, MovesAlignedElements) {
  alignas(16) float data[16] = {};
  tc::tensor2<float> x(data, 2, 8);
  x.vec<4>(1, 4) = tc::vec<float, 4>(1, 2, 3, 4);
  EXPECT_EQ(data[12], 1);
  EXPECT_EQ(data[15], 4);
  const auto v = tc::tensor2<const float>(x).vec<2>(1, 6);
  EXPECT_EQ(v(0), 3);
  EXPECT_EQ(v(1), 4);
  static_assert(sizeof(tc::vec<float, 4>) == 16 &&
                alignof(tc::vec<float, 4>) == 16);
}

TEST(Vec, RunsAlongTheContiguousAxis) {
  alignas(8) float data[16] = {};
  tc::tensor<float, tc::dextents<int, 2>, tc::layout_left> x(data, 8, 2);
  EXPECT_EQ(x.vec<2>(6, 1).data(), data + 14);
}

TEST(VecDeath, LastElementAndAlignment) {
  alignas(16) float data[16] = {};
  tc::tensor1<float> x(data, 14);
  int at = 12;
  EXPECT_DEATH(x.vec<4>(at),
               "index 12 of 4 elements for dim 0 is outside extent 14");
  EXPECT_DEATH(x.vec<4>(at - 2),
               "array_test.cpp:[0-9]+: the vector is not aligned to its size");
  tc::tensor<float, tc::dextents<int, 2>, tc::layout_left> y(data, 4, 4);
  EXPECT_DEATH(y.vec<4>(at - 11, 0),
               "index 1 of 4 elements for dim 0 is outside extent 4");
}

TEST(SmemDeath, ChecksAgainstItsShapeWhateverTheSwizzle) {
  static tc::smem<float, tc::shape<32, 32>, tc::xor_swizzle<3, 2, 3>> s;
  int outside = 32;
  EXPECT_DEATH(s(0, outside), "index 32 for dim 1 is outside extent 32");
  EXPECT_DEATH(s(outside, 0), "index 32 for dim 0 is outside extent 32");
}

} // namespace
