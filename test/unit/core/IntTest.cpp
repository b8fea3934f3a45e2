// Checked 128-bit integers: the true value or none.
#include "Naive.h"

#include <gtest/gtest.h>

using namespace tilechecks;

namespace {

constexpr Int Least = Int(1) << 127, Greatest = ~Least;

TEST(Integers, division_in_all_roundings) {
  for (int A = -20; A <= 20; ++A)
    for (int B = -6; B <= 6; ++B) {
      EXPECT_EQ(floorDiv(Int(A), Int(B)), naive::apply(TermKind::FloorDiv, A, B));
      EXPECT_EQ(ceilDiv(Int(A), Int(B)), naive::apply(TermKind::CeilDiv, A, B));
      EXPECT_EQ(truncDiv(Int(A), Int(B)), naive::apply(TermKind::TruncDiv, A, B));
      EXPECT_EQ(floorMod(Int(A), Int(B)), naive::apply(TermKind::Mod, A, B));
      EXPECT_EQ(truncRem(Int(A), Int(B)), naive::apply(TermKind::Rem, A, B));
    }
}

TEST(Integers, what_does_not_fit_has_no_value) {
  EXPECT_EQ(checkedAdd(Greatest, 1), std::nullopt);
  EXPECT_EQ(checkedSub(Least, 1), std::nullopt);
  EXPECT_EQ(checkedSub(0, Least), std::nullopt);
  EXPECT_EQ(checkedMul(Least, -1), std::nullopt);
  EXPECT_EQ(truncDiv(Least, -1), std::nullopt);
  EXPECT_EQ(floorDiv(Least, -1), std::nullopt);
  EXPECT_EQ(ceilDiv(Least, -1), std::nullopt);
  EXPECT_EQ(floorDiv(Least, Int(0)), std::nullopt);
  EXPECT_EQ(checkedAdd(Least, Greatest), OptInt(-1));
  EXPECT_EQ(floorDiv(Least, Int(3)), OptInt(Least / 3 - 1));
}

TEST(Integers, wraps_of_narrow_widths_count_modulo) {
  for (unsigned Width = 1; Width <= 6; ++Width)
    for (int A = -200; A <= 200; ++A) {
      EXPECT_EQ(wrapSigned(Width, A), naive::wrap(true, Width, A));
      EXPECT_EQ(wrapUnsigned(Width, A), naive::wrap(false, Width, A));
    }
  EXPECT_EQ(wrapSigned(64, Int(1) << 63), -(Int(1) << 63));
  EXPECT_EQ(wrapUnsigned(64, -1), (Int(1) << 64) - 1);
  EXPECT_EQ(wrapSigned(32, (Int(1) << 32) + 5), 5);
}

TEST(Integers, decimal_text_and_back) {
  for (Int V : {Least, Least + 1, Int(-1), Int(0), Int(10), Greatest, MaxMagnitude}) {
    EXPECT_EQ(parseInt(toString(V)), OptInt(V)) << toString(V);
  }
  EXPECT_EQ(toString(Least), "-170141183460469231731687303715884105728");
  for (const char *Bad : {"", "-", "+1", "1x", " 1", "1 ", "--1", "0x10", "170141183460469231731687303715884105728",
                          "-170141183460469231731687303715884105729", "1.0"})
    EXPECT_EQ(parseInt(Bad), std::nullopt) << Bad;
}

TEST(Integers, greatest_common_divisor) {
  EXPECT_EQ(gcd(12, -18), 6);
  EXPECT_EQ(gcd(0, 5), 5);
  EXPECT_EQ(gcd(0, 0), 0);
}

} // namespace
