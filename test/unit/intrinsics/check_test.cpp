// The goal of one dimension: exhaustively at 8 bits against plain evaluation,
// and at the corners of 64 bits.
#include <gtest/gtest.h>
#include <tilechecks/tilechecks.hpp>

#include <cstdint>
#include <limits>

namespace {

using tc::detail::inside;

// What docs/interfaces.md says, evaluated where nothing can overflow.
template <class Index, class Extent>
bool goal(Index index, Extent extent, int tile, int span) {
  const long long i = index, e = extent;
  return 0 <= i && (tile > 0 ? i * tile < e : i + span - 1 < e);
}

template <class Index, class Extent> void compareAll() {
  for (int i = std::numeric_limits<Index>::min();
       i <= std::numeric_limits<Index>::max(); ++i)
    for (int e = std::numeric_limits<Extent>::min();
         e <= std::numeric_limits<Extent>::max(); ++e) {
      for (int span : {1, 2, 4, 200})
        ASSERT_EQ(
            inside(static_cast<Index>(i), static_cast<Extent>(e), 0, span),
            goal(i, e, 0, span))
            << i << " in " << e << ", span " << span;
      for (int tile : {1, 3, 16, 100})
        ASSERT_EQ(
            inside(static_cast<Index>(i), static_cast<Extent>(e), tile, 1),
            goal(i, e, tile, 1))
            << i << " in " << e << ", tile " << tile;
    }
}

TEST(Inside, AgreesWithPlainEvaluationAt8Bits) {
  compareAll<std::int8_t, std::int8_t>();
  compareAll<std::int8_t, std::uint8_t>();
  compareAll<std::uint8_t, std::int8_t>();
  compareAll<std::uint8_t, std::uint8_t>();
}

TEST(Inside, HasNoOverflowAtTheCornersOf64Bits) {
  constexpr auto most = std::numeric_limits<long long>::max();
  constexpr auto least = std::numeric_limits<long long>::min();
  constexpr auto all = std::numeric_limits<unsigned long long>::max();
  EXPECT_TRUE(inside(most - 1, most, 0, 1));
  EXPECT_FALSE(inside(most, most, 0, 1));
  EXPECT_FALSE(inside(most - 1, most, 0,
                      4)); // most - 1 + 3 would wrap to a negative number
  EXPECT_FALSE(inside(all, most, 0, 1)); // as a signed number it would be -1
  EXPECT_TRUE(inside(all - 1, all, 0, 1));
  EXPECT_FALSE(inside(least, most, 0, 1));
  EXPECT_FALSE(inside(0, least, 0, 1));
  EXPECT_FALSE(inside(most / 2, most, 4, 1)); // most / 2 * 4 would wrap
  EXPECT_FALSE(inside(1LL << 62, 16, 4, 1));  // (1 << 62) * 4 would wrap to 0
  EXPECT_TRUE(inside(0, 1, 4, 1));
  EXPECT_FALSE(inside(0, 0, 4, 1));
}

TEST(CheckDeath, NamesLineAxisIndexAndExtent) {
  float data[12] = {};
  tc::tensor2<float> x(data, 3, 4);
  EXPECT_DEATH(x(-1, 0),
               "check_test.cpp:[0-9]+: index -1 for dim 0 is outside extent 3");
  EXPECT_DEATH(x(0, 4),
               "check_test.cpp:[0-9]+: index 4 for dim 1 is outside extent 4");
  EXPECT_DEATH(x.vec<2>(0, 3),
               "index 3 of 2 elements for dim 1 is outside extent 4");
}

TEST(CheckDeath, AnUnsignedIndexIsNotReadAsSigned) {
  float data[4] = {};
  tc::tensor1<float> x(data, 4);
  EXPECT_DEATH(x(4294967295u),
               "index 4294967295 for dim 0 is outside extent 4");
  EXPECT_DEATH(x(18446744073709551615ull),
               "index 18446744073709551615 for dim 0");
}

TEST(CheckDeath, AWideIndexIsNotCutToTheExtent) {
  float data[4] = {};
  tc::tensor1<float> x(data, 4);
  EXPECT_DEATH(x(1LL << 32), "index 4294967296 for dim 0 is outside extent 4");
  EXPECT_DEATH(x(std::numeric_limits<long long>::min()),
               "index -9223372036854775808 for dim 0");
}

TEST(CheckDeath, ANarrowNegativeIndexStaysNegative) {
  float data[255] = {};
  tc::tensor<float, tc::dextents<unsigned, 1>> x(data, 255);
  EXPECT_DEATH(x(static_cast<signed char>(-1)),
               "index -1 for dim 0 is outside extent 255");
  EXPECT_EQ(&x(static_cast<unsigned char>(254)), data + 254);
}

TEST(CheckDeath, ANegativeExtentHoldsNoIndex) {
  float data[4] = {};
  tc::tensor1<float> x(data, -1);
  EXPECT_DEATH(x(0u), "index 0 for dim 0 is outside extent -1");
}

TEST(CheckDeath, Require) {
  tc::require(true);
  EXPECT_DEATH(
      tc::require(false),
      "check_test.cpp:[0-9]+: a requirement of the kernel does not hold");
  EXPECT_DEATH(tc::require(false, "whole tiles only"),
               "check_test.cpp:[0-9]+: whole tiles only");
}

} // namespace
