//===- core/Int.h - exact integers and checked 128-bit arithmetic ---------===//
//
// Every number in a term is an exact integer held in 128 bits. Arithmetic is
// checked: an operation that leaves the range yields no value, and whoever
// asked must treat "no value" as unknown, never as success.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_CORE_INT_H
#define TILECHECKS_CORE_INT_H

#include <optional>
#include <string>
#include <string_view>

namespace tilechecks {

__extension__ using Int = __int128;
using OptInt = std::optional<Int>;

/// Constants that are folded stay below this magnitude, so that a sum of a
/// few of them cannot overflow unnoticed.
inline constexpr Int MaxMagnitude = Int(1) << 126;

inline OptInt checkedAdd(Int A, Int B) {
  Int R;
  if (__builtin_add_overflow(A, B, &R))
    return std::nullopt;
  return R;
}
inline OptInt checkedSub(Int A, Int B) {
  Int R;
  if (__builtin_sub_overflow(A, B, &R))
    return std::nullopt;
  return R;
}
inline OptInt checkedMul(Int A, Int B) {
  Int R;
  if (__builtin_mul_overflow(A, B, &R))
    return std::nullopt;
  return R;
}

/// Quotient rounded towards minus infinity; no value for a zero divisor or
/// when the quotient does not fit.
OptInt floorDiv(Int A, Int B);
/// Quotient rounded towards plus infinity.
OptInt ceilDiv(Int A, Int B);
/// Quotient rounded towards zero.
OptInt truncDiv(Int A, Int B);
/// A - B*floorDiv(A, B).
OptInt floorMod(Int A, Int B);
/// A - B*truncDiv(A, B).
OptInt truncRem(Int A, Int B);

/// A modulo 2^Width, brought into [-2^(Width-1), 2^(Width-1)). Width in 1..120.
Int wrapSigned(unsigned Width, Int A);
/// A modulo 2^Width, brought into [0, 2^Width). Width in 1..120.
Int wrapUnsigned(unsigned Width, Int A);

inline Int minSigned(unsigned Width) { return -(Int(1) << (Width - 1)); }
inline Int maxSigned(unsigned Width) { return (Int(1) << (Width - 1)) - 1; }
inline Int maxUnsigned(unsigned Width) { return (Int(1) << Width) - 1; }

Int gcd(Int A, Int B);

std::string toString(Int A);
/// Decimal with an optional minus; no value for anything else or when the
/// number does not fit.
OptInt parseInt(std::string_view Text);

} // namespace tilechecks

#endif // TILECHECKS_CORE_INT_H
