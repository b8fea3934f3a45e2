#include "core/Range.h"

#include <algorithm>
#include <array>

using namespace tilechecks;

// A bound on the lower (upper) side may be lost, never invented: `lower` and
// `upper` give "unbounded" for anything that overflowed.
static OptInt orElseNone(OptInt V) {
  if (V && (*V > MaxMagnitude || *V < -MaxMagnitude))
    return std::nullopt;
  return V;
}

bool Range::isWithin(const Range &Outer) const {
  bool LowOk = !Outer.Lo || (Lo && *Lo >= *Outer.Lo);
  bool HighOk = !Outer.Hi || (Hi && *Hi <= *Outer.Hi);
  return LowOk && HighOk;
}

Range tilechecks::add(const Range &A, const Range &B) {
  Range R;
  if (A.Lo && B.Lo)
    R.Lo = orElseNone(checkedAdd(*A.Lo, *B.Lo));
  if (A.Hi && B.Hi)
    R.Hi = orElseNone(checkedAdd(*A.Hi, *B.Hi));
  return R;
}

Range tilechecks::negate(const Range &A) {
  Range R;
  if (A.Hi)
    R.Lo = orElseNone(checkedSub(0, *A.Hi));
  if (A.Lo)
    R.Hi = orElseNone(checkedSub(0, *A.Lo));
  return R;
}

// Product of a bound of A and a bound of B, where "no value" is an infinity of
// the given sign. 0 * infinity is 0: the factor is a finite number below it.
namespace {
struct Extended {
  OptInt Value;
  int Infinity = 0; ///< -1, +1 where Value is absent
};
} // namespace

static int signOf(const Extended &E) {
  if (!E.Value)
    return E.Infinity;
  return *E.Value < 0 ? -1 : *E.Value > 0 ? 1 : 0;
}

static Extended product(const Extended &A, const Extended &B) {
  int Sign = signOf(A) * signOf(B);
  if (Sign == 0)
    return {Int(0), 0};
  if (A.Value && B.Value)
    if (OptInt P = orElseNone(checkedMul(*A.Value, *B.Value)))
      return {P, 0};
  return {std::nullopt, Sign};
}

static bool less(const Extended &A, const Extended &B) {
  if (A.Value && B.Value)
    return *A.Value < *B.Value;
  int SA = A.Value ? 0 : A.Infinity, SB = B.Value ? 0 : B.Infinity;
  return SA < SB;
}

static Range hullOf(const Extended *First, const Extended *Last) {
  auto Low = *std::min_element(First, Last, less);
  auto High = *std::max_element(First, Last, less);
  // An infinity on the wrong side stands for a finite number too large to
  // hold; there is then no bound on that side either.
  return {Low.Value, High.Value};
}

Range tilechecks::mul(const Range &A, const Range &B) {
  Extended ALo{A.Lo, -1}, AHi{A.Hi, 1}, BLo{B.Lo, -1}, BHi{B.Hi, 1};
  std::array<Extended, 4> P = {product(ALo, BLo), product(ALo, BHi),
                               product(AHi, BLo), product(AHi, BHi)};
  return hullOf(P.data(), P.data() + P.size());
}

// Division is monotone in the dividend for a divisor of one sign, and for a
// fixed dividend monotone in the divisor on one side of zero: corners decide
// there (this is not so when the divisor range holds zero).
template <class Divide>
static Range divide(const Range &A, const Range &B, Divide Op) {
  if (B.contains(0))
    return Range::all();
  if (!A.Lo || !A.Hi) {
    // One-sided dividends keep their sign and shrink in magnitude.
    if (B.isPositive()) {
      Range R;
      if (A.Lo)
        R.Lo = *A.Lo >= 0 ? Int(0) : B.Lo ? Op(*A.Lo, *B.Lo) : OptInt();
      if (A.Hi)
        R.Hi = *A.Hi <= 0 ? Int(0) : B.Lo ? Op(*A.Hi, *B.Lo) : OptInt();
      return R;
    }
    return Range::all();
  }
  OptInt NearZero = B.Lo && *B.Lo > 0 ? B.Lo : B.Hi;
  OptInt Far = B.Lo && *B.Lo > 0 ? B.Hi : B.Lo;
  Range R;
  auto Take = [&R](OptInt V) {
    if (!V)
      return false;
    R.Lo = R.Lo ? std::min(*R.Lo, *V) : *V;
    R.Hi = R.Hi ? std::max(*R.Hi, *V) : *V;
    return true;
  };
  for (Int X : {*A.Lo, *A.Hi}) {
    if (!NearZero || !Take(Op(X, *NearZero)))
      return Range::all();
    if (Far) {
      if (!Take(Op(X, *Far)))
        return Range::all();
    } else {
      // The quotient tends to 0 or, rounded away from it, to -1 or 1.
      Take(Int(0));
      Take(Int(-1));
      Take(Int(1));
    }
  }
  return R;
}

Range tilechecks::floorDiv(const Range &A, const Range &B) {
  return divide(A, B, [](Int X, Int Y) { return tilechecks::floorDiv(X, Y); });
}
Range tilechecks::ceilDiv(const Range &A, const Range &B) {
  return divide(A, B, [](Int X, Int Y) { return tilechecks::ceilDiv(X, Y); });
}
Range tilechecks::truncDiv(const Range &A, const Range &B) {
  return divide(A, B, [](Int X, Int Y) { return tilechecks::truncDiv(X, Y); });
}

Range tilechecks::floorMod(const Range &A, const Range &B) {
  if (B.contains(0))
    return Range::all();
  if (A.isSingleton() && B.isSingleton())
    if (OptInt R = floorMod(*A.Lo, *B.Lo))
      return Range::exactly(*R);
  // The result has the divisor's sign. Nothing wraps around when the whole
  // dividend lies within one period.
  if (B.isPositive()) {
    if (B.isSingleton() && A.Lo && A.Hi) {
      OptInt First = tilechecks::floorDiv(*A.Lo, *B.Lo);
      OptInt Last = tilechecks::floorDiv(*A.Hi, *B.Lo);
      if (First && Last && *First == *Last)
        return {floorMod(*A.Lo, *B.Lo), floorMod(*A.Hi, *B.Lo)};
    }
    Range R{Int(0), B.Hi ? OptInt(*B.Hi - 1) : OptInt()};
    if (A.isNonNegative() && A.Hi && (!R.Hi || *A.Hi < *R.Hi))
      R.Hi = A.Hi;
    return R;
  }
  return {B.Lo ? OptInt(*B.Lo + 1) : OptInt(), Int(0)};
}

Range tilechecks::truncRem(const Range &A, const Range &B) {
  if (B.contains(0))
    return Range::all();
  if (A.isSingleton() && B.isSingleton())
    if (OptInt R = truncRem(*A.Lo, *B.Lo))
      return Range::exactly(*R);
  if (A.isNonNegative() && B.isPositive())
    return floorMod(A, B);
  // The result has the dividend's sign and is smaller than |B|.
  OptInt Limit;
  if (B.Lo && B.Hi)
    Limit = std::max(*B.Lo < 0 ? -*B.Lo : *B.Lo, *B.Hi < 0 ? -*B.Hi : *B.Hi) - 1;
  Range R;
  R.Lo = A.isNonNegative() ? OptInt(0) : Limit ? OptInt(-*Limit) : OptInt();
  R.Hi = A.Hi && *A.Hi <= 0 ? OptInt(0) : Limit;
  if (A.Lo && *A.Lo <= 0 && (!R.Lo || *R.Lo < *A.Lo))
    R.Lo = A.Lo;
  if (A.Hi && *A.Hi >= 0 && (!R.Hi || *R.Hi > *A.Hi))
    R.Hi = A.Hi;
  return R;
}

Range tilechecks::min(const Range &A, const Range &B) {
  Range R;
  if (A.Lo && B.Lo)
    R.Lo = std::min(*A.Lo, *B.Lo);
  if (A.Hi && B.Hi)
    R.Hi = std::min(*A.Hi, *B.Hi);
  else
    R.Hi = A.Hi ? A.Hi : B.Hi;
  return R;
}

Range tilechecks::max(const Range &A, const Range &B) {
  return negate(min(negate(A), negate(B)));
}

Range tilechecks::hull(const Range &A, const Range &B) {
  Range R;
  if (A.Lo && B.Lo)
    R.Lo = std::min(*A.Lo, *B.Lo);
  if (A.Hi && B.Hi)
    R.Hi = std::max(*A.Hi, *B.Hi);
  return R;
}

Range tilechecks::narrow(const Range &A, const Range &B) {
  Range R;
  R.Lo = A.Lo && B.Lo ? OptInt(std::max(*A.Lo, *B.Lo)) : A.Lo ? A.Lo : B.Lo;
  R.Hi = A.Hi && B.Hi ? OptInt(std::min(*A.Hi, *B.Hi)) : A.Hi ? A.Hi : B.Hi;
  if (R.Lo && R.Hi && *R.Lo > *R.Hi)
    return A;
  return R;
}

/// Smallest 2^k - 1 that is at least V (V >= 0).
static Int maskAbove(Int V) {
  Int Mask = 0;
  while (Mask < V)
    Mask = Mask * 2 + 1;
  return Mask;
}

Range tilechecks::bitAnd(const Range &A, const Range &B) {
  if (A.isSingleton() && B.isSingleton())
    return Range::exactly(*A.Lo & *B.Lo);
  // A non-negative operand clears the sign and every bit above its own; the
  // result never exceeds it.
  if (A.isNonNegative() && B.isNonNegative())
    return {Int(0), min(A, B).Hi};
  if (A.isNonNegative())
    return {Int(0), A.Hi};
  if (B.isNonNegative())
    return {Int(0), B.Hi};
  return Range::all();
}

Range tilechecks::bitOr(const Range &A, const Range &B) {
  if (A.isSingleton() && B.isSingleton())
    return Range::exactly(*A.Lo | *B.Lo);
  if (A.isNonNegative() && B.isNonNegative()) {
    Range R{std::max(*A.Lo, *B.Lo), std::nullopt};
    if (A.Hi && B.Hi)
      R.Hi = maskAbove(std::max(*A.Hi, *B.Hi));
    return R;
  }
  return Range::all();
}

Range tilechecks::bitXor(const Range &A, const Range &B) {
  if (A.isSingleton() && B.isSingleton())
    return Range::exactly(*A.Lo ^ *B.Lo);
  if (A.isNonNegative() && B.isNonNegative()) {
    Range R{Int(0), std::nullopt};
    if (A.Hi && B.Hi)
      R.Hi = maskAbove(std::max(*A.Hi, *B.Hi));
    return R;
  }
  return Range::all();
}
