// Interval arithmetic against all values: a range holds every result (soundness), and where the operation is one of
// those that promise it, nothing more than the hull of the results.
#include "Naive.h"

#include <gtest/gtest.h>

using namespace tilechecks;

namespace {

Range apply(TermKind K, const Range &A, const Range &B) {
  switch (K) {
  case TermKind::Add:
    return add(A, B);
  case TermKind::Mul:
    return mul(A, B);
  case TermKind::FloorDiv:
    return floorDiv(A, B);
  case TermKind::CeilDiv:
    return ceilDiv(A, B);
  case TermKind::TruncDiv:
    return truncDiv(A, B);
  case TermKind::Mod:
    return floorMod(A, B);
  case TermKind::Rem:
    return truncRem(A, B);
  case TermKind::Min:
    return tilechecks::min(A, B);
  case TermKind::Max:
    return tilechecks::max(A, B);
  case TermKind::BitAnd:
    return bitAnd(A, B);
  case TermKind::BitOr:
    return bitOr(A, B);
  default:
    return bitXor(A, B);
  }
}

bool isTight(TermKind K) {
  return K == TermKind::Add || K == TermKind::Mul || K == TermKind::Min || K == TermKind::Max ||
         K == TermKind::FloorDiv || K == TermKind::CeilDiv || K == TermKind::TruncDiv;
}

/// Case: S19, S21. Every pair of intervals within [-6, 6].
TEST(Ranges, every_operation_over_every_pair_of_intervals) {
  constexpr int N = 6;
  for (TermKind K : naive::Binary)
    for (int ALo = -N; ALo <= N; ++ALo)
      for (int AHi = ALo; AHi <= N; ++AHi)
        for (int BLo = -N; BLo <= N; ++BLo)
          for (int BHi = BLo; BHi <= N; ++BHi) {
            Range R = apply(K, Range::between(ALo, AHi), Range::between(BLo, BHi));
            OptInt Least, Greatest;
            bool Defined = true;
            for (int X = ALo; X <= AHi; ++X)
              for (int Y = BLo; Y <= BHi; ++Y) {
                OptInt V = naive::apply(K, X, Y);
                Defined &= V.has_value();
                if (!V)
                  continue;
                Least = Least ? std::min(*Least, *V) : *V;
                Greatest = Greatest ? std::max(*Greatest, *V) : *V;
              }
            if (Least) {
              ASSERT_TRUE(R.contains(*Least) && R.contains(*Greatest))
                  << int(K) << " [" << ALo << "," << AHi << "] [" << BLo << "," << BHi << "]";
            }
            if (!Defined) {
              ASSERT_EQ(R, Range::all());
            } else if (isTight(K)) {
              ASSERT_EQ(R, Range::between(*Least, *Greatest))
                  << int(K) << " [" << ALo << "," << AHi << "] [" << BLo << "," << BHi << "]";
            }
          }
}

TEST(Ranges, unbounded_sides_stay_sound) {
  constexpr int N = 5, Far = 14;
  for (TermKind K : naive::Binary)
    for (int ALo = -N; ALo <= N; ++ALo)
      for (int BLo = -N; BLo <= N; ++BLo)
        for (int Shape = 0; Shape < 9; ++Shape) {
          // Each side: [Lo, inf), (-inf, Lo], [Lo, Lo + 2].
          auto Make = [](int Which, int Lo) {
            return Which == 0 ? Range{Int(Lo), {}} : Which == 1 ? Range{{}, Int(Lo)} : Range::between(Lo, Lo + 2);
          };
          Range A = Make(Shape % 3, ALo), B = Make(Shape / 3, BLo), R = apply(K, A, B);
          for (int X = -Far; X <= Far; ++X)
            for (int Y = -Far; Y <= Far; ++Y)
              if (A.contains(X) && B.contains(Y))
                if (OptInt V = naive::apply(K, X, Y)) {
                  ASSERT_TRUE(R.contains(*V)) << int(K) << " shape " << Shape << " " << ALo << " " << BLo << " at " << X << "," << Y;
                }
        }
}

/// Case: S19.
TEST(Ranges, remainders_and_bits_are_computed_and_not_sampled_at_the_corners) {
  EXPECT_EQ(floorMod(Range::between(0, 3), Range::exactly(3)), Range::between(0, 2));
  EXPECT_TRUE(bitXor(Range::between(0, 2), Range::between(0, 2)).contains(3));
  EXPECT_TRUE(bitAnd(Range::between(5, 8), Range::between(6, 7)).contains(0));
  EXPECT_TRUE(bitAnd(Range::between(5, 8), Range::between(6, 7)).contains(7));
}

/// (i >> 4) & 15 is a difference of two quotients; so is what bounds nothing.
TEST(Ranges, remainder_of_a_quotient) {
  TermPool P;
  const Term *I = P.uwrap(32, P.atom(Atom::param(0, 0, 32)));
  auto Quotient = [&](Int C) { return P.floorDiv(I, P.constant(C)); };
  EXPECT_EQ(P.range(P.mod(Quotient(16), P.constant(16))), Range::between(0, 15));
  EXPECT_EQ(P.range(P.addConst(P.mul(P.constant(3), P.mod(Quotient(4), P.constant(5))), 7)), Range::between(7, 19));
  // Not a remainder: the factor is another, the divisors do not divide.
  EXPECT_FALSE(Range::between(-60, 15) == P.range(P.sub(Quotient(16), P.mul(P.constant(15), Quotient(256)))));
  EXPECT_TRUE(P.range(P.sub(Quotient(16), P.mul(P.constant(15), Quotient(256)))).contains(16));
  EXPECT_TRUE(P.range(P.sub(Quotient(6), P.mul(P.constant(2), Quotient(16)))).contains(2));
}

/// Case: S21.
TEST(Ranges, division_by_a_range_with_zero_gives_no_fact) {
  EXPECT_EQ(truncDiv(Range::exactly(100), Range::between(-1, 2)), Range::all());
  EXPECT_EQ(floorMod(Range::exactly(100), Range::exactly(0)), Range::all());
  EXPECT_EQ(truncRem(Range::between(0, 9), Range::exactly(0)), Range::all());
}

TEST(Ranges, a_bound_that_overflows_is_lost_and_never_invented) {
  Range Big = Range::between(MaxMagnitude - 1, MaxMagnitude);
  EXPECT_EQ(add(Big, Big).Hi, std::nullopt);
  EXPECT_EQ(mul(Big, Big), Range::all());
  EXPECT_EQ(mul(Big, Range::between(-1, 1)), Range::between(-MaxMagnitude, MaxMagnitude));
  EXPECT_EQ(mul(Big, Range::exactly(0)), Range::exactly(0));
  EXPECT_EQ(mul(Range::all(), Range::exactly(0)), Range::exactly(0));
  Range Down = mul(Range::between(2, 3), Range::between(-MaxMagnitude, -1));
  EXPECT_EQ(Down.Lo, std::nullopt);
  EXPECT_EQ(Down.Hi, OptInt(-2));
}

TEST(Ranges, hull_and_intersection) {
  EXPECT_EQ(hull(Range::between(0, 1), Range::between(5, 6)), Range::between(0, 6));
  EXPECT_EQ(narrow(Range::between(0, 5), Range::between(3, 9)), Range::between(3, 5));
  EXPECT_EQ(narrow(Range::between(0, 1), Range::between(5, 6)), Range::between(0, 1)); // a contradiction proves nothing
  EXPECT_EQ(narrow(Range::all(), Range::between(5, 6)), Range::between(5, 6));
  EXPECT_TRUE(Range::between(1, 2).isWithin(Range::between(1, 2)));
  EXPECT_FALSE(Range::all().isWithin(Range::between(1, 2)));
}

} // namespace
