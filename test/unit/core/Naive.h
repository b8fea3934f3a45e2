// Arithmetic as a table of plain loops and definitions, for comparison with core/. Slow on purpose.
#ifndef TILECHECKS_TEST_NAIVE_H
#define TILECHECKS_TEST_NAIVE_H

#include "core/Term.h"

namespace naive {

using tilechecks::Int;
using tilechecks::OptInt;
using tilechecks::TermKind;

/// The largest Q with Q*B <= A (B > 0), counted.
inline int floorBy(int A, int B) {
  int Q = 0;
  while (Q * B > A)
    --Q;
  while ((Q + 1) * B <= A)
    ++Q;
  return Q;
}

inline OptInt apply(TermKind K, int A, int B) {
  bool Divides = K == TermKind::FloorDiv || K == TermKind::CeilDiv || K == TermKind::TruncDiv || K == TermKind::Mod ||
                 K == TermKind::Rem;
  if (Divides && B == 0)
    return std::nullopt;
  auto Floor = [](int X, int Y) { return Y > 0 ? floorBy(X, Y) : floorBy(-X, -Y); };
  int Trunc = 0;
  if (Divides)
    Trunc = (A < 0) == (B < 0) ? Floor(A, B) : -Floor(-A, B);
  switch (K) {
  case TermKind::Add:
    return A + B;
  case TermKind::Mul:
    return A * B;
  case TermKind::FloorDiv:
    return Floor(A, B);
  case TermKind::CeilDiv:
    return -Floor(-A, B);
  case TermKind::TruncDiv:
    return Trunc;
  case TermKind::Mod:
    return A - B * Floor(A, B);
  case TermKind::Rem:
    return A - B * Trunc;
  case TermKind::Min:
    return A < B ? A : B;
  case TermKind::Max:
    return A < B ? B : A;
  case TermKind::BitAnd:
    return A & B;
  case TermKind::BitOr:
    return A | B;
  case TermKind::BitXor:
    return A ^ B;
  default:
    return std::nullopt;
  }
}

/// Counted up or down in steps of the period.
inline int wrap(bool Signed, unsigned Width, int A) {
  int Period = 1 << Width, Low = Signed ? -(Period / 2) : 0;
  while (A < Low)
    A += Period;
  while (A >= Low + Period)
    A -= Period;
  return A;
}

inline const tilechecks::Term *build(tilechecks::TermPool &Pool, TermKind K, const tilechecks::Term *A,
                                     const tilechecks::Term *B) {
  switch (K) {
  case TermKind::Add:
    return Pool.add(A, B);
  case TermKind::Mul:
    return Pool.mul(A, B);
  case TermKind::FloorDiv:
    return Pool.floorDiv(A, B);
  case TermKind::CeilDiv:
    return Pool.ceilDiv(A, B);
  case TermKind::TruncDiv:
    return Pool.truncDiv(A, B);
  case TermKind::Mod:
    return Pool.mod(A, B);
  case TermKind::Rem:
    return Pool.rem(A, B);
  case TermKind::Min:
    return Pool.min(A, B);
  case TermKind::Max:
    return Pool.max(A, B);
  case TermKind::BitAnd:
    return Pool.bitAnd(A, B);
  case TermKind::BitOr:
    return Pool.bitOr(A, B);
  default:
    return Pool.bitXor(A, B);
  }
}

inline constexpr TermKind Binary[] = {TermKind::Add,      TermKind::Mul, TermKind::FloorDiv, TermKind::CeilDiv,
                                      TermKind::TruncDiv, TermKind::Mod, TermKind::Rem,      TermKind::Min,
                                      TermKind::Max,      TermKind::BitAnd, TermKind::BitOr, TermKind::BitXor};

} // namespace naive

#endif // TILECHECKS_TEST_NAIVE_H
