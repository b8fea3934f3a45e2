// The arithmetic of launch checks: exact, or a reason; never a wrapped value.
#include "tilechecks/launch/num.hpp"

#include <gtest/gtest.h>

using namespace tc::rt;

namespace {

const num overflow = fault::overflow, unresolved = fault::unresolved;

// Exhaustive over small operands against the definitions of docs/interfaces.md
// section 2.
TEST(Num, divisions_and_remainders_by_their_definitions) {
  for (int a = -20; a <= 20; ++a)
    for (int b = -7; b <= 7; ++b) {
      if (b == 0) {
        for (num r : {floordiv(a, 0), ceildiv(a, 0), truncdiv(a, 0), mod(a, 0),
                      rem(a, 0)})
          EXPECT_EQ(r.error, fault::division_by_zero);
        continue;
      }
      const wide f = floordiv(a, b).value, c = ceildiv(a, b).value,
                 t = truncdiv(a, b).value;
      // floordiv is the largest q with q <= a/b: 0 <= (a - b*q)/b < 1.
      EXPECT_TRUE(b > 0 ? (0 <= a - b * f && a - b * f < b)
                        : (b < a - b * f && a - b * f <= 0))
          << a << " " << b;
      EXPECT_TRUE(c == f || (c == f + 1 && a - b * f != 0)) << a << " " << b;
      EXPECT_EQ(c == f, a % b == 0);
      EXPECT_EQ(t, a / b);
      EXPECT_EQ(mod(a, b).value, a - b * f);
      EXPECT_EQ(rem(a, b).value, a - b * t);
    }
}

TEST(Num, overflow_of_128_bits_is_a_reason) {
  const num most = num::of(wide_max), least = num::of(wide_min);
  EXPECT_EQ((most + 1).error, fault::overflow);
  EXPECT_EQ((least - 1).error, fault::overflow);
  EXPECT_EQ((most * 2).error, fault::overflow);
  for (num r : {floordiv(least, -1), ceildiv(least, -1), truncdiv(least, -1)})
    EXPECT_EQ(r.error, fault::overflow);
  EXPECT_EQ(mod(least, -1).value, 0);
  EXPECT_EQ(rem(least, -1).value, 0);
  EXPECT_TRUE((most + 0).ok());
}

TEST(Num, the_first_reason_from_the_left_stays) {
  EXPECT_EQ((overflow + unresolved).error, fault::overflow);
  EXPECT_EQ((unresolved * overflow).error, fault::unresolved);
  EXPECT_EQ(min(1, unresolved).error, fault::unresolved);
  EXPECT_EQ((unresolved <= 3).error, fault::unresolved);
}

TEST(Num, wraps) {
  EXPECT_EQ(uwrap(8, 256 + 5).value, 5);
  EXPECT_EQ(uwrap(8, -1).value, 255);
  EXPECT_EQ(swrap(8, 128).value, -128);
  EXPECT_EQ(swrap(8, 127).value, 127);
  EXPECT_EQ(swrap(32, 2147483648LL).value, -2147483648LL);
  EXPECT_EQ(swrap(1, 1).value, -1);
  EXPECT_EQ(swrap(126, num::of((wide{1} << 125))).value, -(wide{1} << 125));
}

TEST(Num, bit_operations_are_those_of_infinite_twos_complement) {
  EXPECT_EQ(bitand_(-2, 7).value, 6);
  EXPECT_EQ(bitor_(-8, 3).value, -5);
  EXPECT_EQ(bitxor_(-1, 5).value, -6);
}

TEST(Num, and_or_implies_and_select_are_lazy_from_the_left) {
  const truth yes = constant(true), no = constant(false),
              unknown = unresolved <= 0;
  EXPECT_FALSE(all_of(no, unknown).value);
  EXPECT_EQ(all_of(no, unknown).error, fault::none);
  EXPECT_EQ(all_of(unknown, no).error, fault::unresolved);
  EXPECT_TRUE(any_of(yes, unknown).yes());
  EXPECT_EQ(any_of(unknown, yes).error, fault::unresolved);
  EXPECT_EQ(any_of(no, unknown).error, fault::unresolved);
  EXPECT_TRUE(implies(no, unknown).yes());
  EXPECT_EQ(implies(yes, unknown).error, fault::unresolved);
  EXPECT_EQ(select(yes, 1, unresolved).value, 1);
  EXPECT_EQ(select(no, 1, unresolved).error, fault::unresolved);
  EXPECT_EQ(select(unknown, 1, 2).error, fault::unresolved);
  EXPECT_FALSE(negation(unknown).yes());
}

TEST(Num, the_deciding_comparison_is_shown) {
  const truth t = implies(num(5) > num(0), num(4) <= num(3));
  EXPECT_FALSE(t.yes());
  EXPECT_EQ(t.shown, relation::le);
  EXPECT_EQ(to_string(t.left) + " " + to_string(t.right), "4 3");
  const truth n = negation(num(3) <= num(4));
  EXPECT_EQ(n.shown, relation::gt);
  EXPECT_FALSE(n.yes());
  EXPECT_EQ(all_of(num(1) < num(2), num(7) == num(8), num(0) > num(9)).left, 7);
  EXPECT_EQ(divides(64, 100).left, 36);
}

TEST(Num, fields_are_little_endian_and_signed) {
  struct {
    unsigned char bytes[12] = {1,    0,    0, 0, 0xfe, 0xff,
                               0xff, 0xff, 0, 0, 0,    0x80};
  } argument;
  EXPECT_EQ((field<0, 32>(argument).value), 1);
  EXPECT_EQ((field<4, 32>(argument).value), -2);
  EXPECT_EQ((field<4, 64>(argument).value),
            static_cast<wide>(static_cast<long long>(0x80000000fffffffeULL)));
  EXPECT_EQ((field<0, 8>(argument).value), 1);
  EXPECT_EQ((field<4, 16>(argument).value), -2);
}

TEST(Num, to_string_of_the_extremes) {
  EXPECT_EQ(to_string(wide_max), "170141183460469231731687303715884105727");
  EXPECT_EQ(to_string(wide_min), "-170141183460469231731687303715884105728");
  EXPECT_EQ(to_string(0), "0");
}

TEST(Num, literals_beyond_64_bits) {
  EXPECT_EQ(to_string(literal(1, 0).value), "18446744073709551616");
  EXPECT_EQ(to_string(literal(-1, 0).value), "-18446744073709551616");
}

} // namespace
