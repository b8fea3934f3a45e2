//===- core/Range.h - closed intervals of exact integers ------------------===//
//
// Interval arithmetic. A bound that would overflow becomes infinite, so a
// range never claims more than it knows. Non-linear operations are computed,
// not sampled at the corners (cases S19 to S21).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_CORE_RANGE_H
#define TILECHECKS_CORE_RANGE_H

#include "core/Int.h"

namespace tilechecks {

/// [Lo, Hi]; no value on a side means unbounded. Never empty.
struct Range {
  OptInt Lo, Hi;

  static Range all() { return {}; }
  static Range exactly(Int V) { return {V, V}; }
  static Range between(Int Lo, Int Hi) { return {Lo, Hi}; }
  static Range ofSigned(unsigned Width) {
    return {minSigned(Width), maxSigned(Width)};
  }
  static Range ofUnsigned(unsigned Width) { return {Int(0), maxUnsigned(Width)}; }

  friend bool operator==(const Range &, const Range &) = default;

  bool isSingleton() const { return Lo && Hi && *Lo == *Hi; }
  bool isNonNegative() const { return Lo && *Lo >= 0; }
  bool isPositive() const { return Lo && *Lo > 0; }
  bool isWithin(const Range &Outer) const;
  bool contains(Int V) const { return (!Lo || *Lo <= V) && (!Hi || V <= *Hi); }
};

Range add(const Range &A, const Range &B);
Range negate(const Range &A);
Range mul(const Range &A, const Range &B);
/// All ranges of quotients and remainders are unbounded when B contains zero.
Range floorDiv(const Range &A, const Range &B);
Range ceilDiv(const Range &A, const Range &B);
Range truncDiv(const Range &A, const Range &B);
Range floorMod(const Range &A, const Range &B);
Range truncRem(const Range &A, const Range &B);
Range min(const Range &A, const Range &B);
Range max(const Range &A, const Range &B);
/// Smallest interval that holds both.
Range hull(const Range &A, const Range &B);
/// Intersection; if the two are disjoint, A (a contradiction proves nothing).
Range narrow(const Range &A, const Range &B);
Range bitAnd(const Range &A, const Range &B);
Range bitOr(const Range &A, const Range &B);
Range bitXor(const Range &A, const Range &B);

} // namespace tilechecks

#endif // TILECHECKS_CORE_RANGE_H
