//===- num.hpp - checked 128-bit integers and truth values ------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launch check is evaluated in. A term is a `num`: a 128-bit value, or
// the reason why there is none (it overflowed, something was divided by zero,
// an atom is not known at launch). A predicate is a `truth`: yes, no, or such a
// reason. A reason never turns into a yes: whoever asks for the answer of a
// predicate without one has to refuse.
//
// The operations are pure and total, so evaluating both operands and then
// looking at the left one first gives the lazy left-to-right semantics of
// docs/interfaces.md section 2: `implies(m > 0, n / m < 4)` is true for m == 0.
//
// A truth carries the comparison that decided it, for the message: for a
// failed implication that is the one of its consequent.
//
// The generated launchers and the interpreter of predicate.hpp both compute
// with these operations, so they agree wherever they see the same tree.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_NUM_HPP
#define TILECHECKS_LAUNCH_NUM_HPP

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace tc::rt {

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

inline constexpr wide wide_max = static_cast<wide>(~uwide{0} >> 1);
inline constexpr wide wide_min = -wide_max - 1;

inline std::string to_string(wide v) {
  uwide rest = v < 0 ? uwide{0} - static_cast<uwide>(v) : static_cast<uwide>(v);
  std::string digits;
  do {
    digits.insert(digits.begin(),
                  static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  return v < 0 ? '-' + digits : digits;
}

enum class fault : unsigned char {
  none,
  overflow,
  division_by_zero,
  unresolved
};

constexpr std::string_view describe(fault f) {
  switch (f) {
  case fault::none:
    return "no fault";
  case fault::overflow:
    return "it overflows 128 bits";
  case fault::division_by_zero:
    return "it divides by zero";
  case fault::unresolved:
    return "it depends on a value that is not known at launch";
  }
  return "";
}

struct num {
  wide value = 0;
  fault error = fault::none;

  constexpr num() = default;
  template <class I>
    requires std::is_integral_v<I>
  constexpr num(I v) : value(v) {}
  constexpr num(fault f) : error(f) {}
  static constexpr num of(wide v) {
    num n;
    n.value = v;
    return n;
  }
  constexpr bool ok() const { return error == fault::none; }
};

/// A literal beyond 64 bits: high * 2^64 + low.
constexpr num literal(long long high, unsigned long long low) {
  return num::of(static_cast<wide>(
      (static_cast<uwide>(static_cast<wide>(high)) << 64) | low));
}

namespace detail {

/// The left operand's reason, else the right one's.
constexpr fault first(num a, num b) { return a.ok() ? b.error : a.error; }

template <class F> constexpr num with(num a, num b, F compute) {
  return first(a, b) != fault::none ? num(first(a, b))
                                    : compute(a.value, b.value);
}

/// Division that needs a divisor other than zero and a quotient that exists.
template <class F> constexpr num divide(num a, num b, F adjust) {
  return with(a, b, [&](wide x, wide y) {
    if (y == 0)
      return num(fault::division_by_zero);
    if (x == wide_min && y == -1)
      return num(fault::overflow);
    return num::of(x / y + adjust(x % y, y));
  });
}

} // namespace detail

constexpr num operator+(num a, num b) {
  return detail::with(a, b, [](wide x, wide y) {
    wide r = 0;
    return __builtin_add_overflow(x, y, &r) ? num(fault::overflow) : num::of(r);
  });
}

constexpr num operator-(num a, num b) {
  return detail::with(a, b, [](wide x, wide y) {
    wide r = 0;
    return __builtin_sub_overflow(x, y, &r) ? num(fault::overflow) : num::of(r);
  });
}

constexpr num operator*(num a, num b) {
  return detail::with(a, b, [](wide x, wide y) {
    wide r = 0;
    return __builtin_mul_overflow(x, y, &r) ? num(fault::overflow) : num::of(r);
  });
}

constexpr num truncdiv(num a, num b) {
  return detail::divide(a, b, [](wide, wide) { return 0; });
}
constexpr num floordiv(num a, num b) {
  return detail::divide(a, b, [](wide rest, wide y) {
    return rest != 0 && (rest < 0) != (y < 0) ? -1 : 0;
  });
}
constexpr num ceildiv(num a, num b) {
  return detail::divide(a, b, [](wide rest, wide y) {
    return rest != 0 && (rest < 0) == (y < 0) ? 1 : 0;
  });
}

/// a - b * truncdiv(a, b); exists for every b but 0, also where the quotient
/// does not.
constexpr num rem(num a, num b) {
  return detail::with(a, b, [](wide x, wide y) {
    if (y == 0)
      return num(fault::division_by_zero);
    return num::of(y == -1 ? 0 : x % y);
  });
}
/// a - b * floordiv(a, b): has the sign of b.
constexpr num mod(num a, num b) {
  num r = rem(a, b);
  if (r.ok() && r.value != 0 && (r.value < 0) != (b.value < 0))
    r.value += b.value;
  return r;
}

constexpr num min(num a, num b) {
  return detail::with(a, b,
                      [](wide x, wide y) { return num::of(x < y ? x : y); });
}
constexpr num max(num a, num b) {
  return detail::with(a, b,
                      [](wide x, wide y) { return num::of(x > y ? x : y); });
}
template <class... Rest> constexpr num min(num a, num b, num c, Rest... rest) {
  return min(min(a, b), c, rest...);
}
template <class... Rest> constexpr num max(num a, num b, num c, Rest... rest) {
  return max(max(a, b), c, rest...);
}

constexpr num bitand_(num a, num b) {
  return detail::with(a, b, [](wide x, wide y) { return num::of(x & y); });
}
constexpr num bitor_(num a, num b) {
  return detail::with(a, b, [](wide x, wide y) { return num::of(x | y); });
}
constexpr num bitxor_(num a, num b) {
  return detail::with(a, b, [](wide x, wide y) { return num::of(x ^ y); });
}

/// The widths that a wrap may have: the result and 2^W fit 128 bits.
inline constexpr int max_wrap_bits = 126;

/// t modulo 2^bits in [0, 2^bits); 1 <= bits <= max_wrap_bits.
constexpr num uwrap(int bits, num t) {
  if (!t.ok())
    return t;
  return num::of(t.value & ((wide{1} << bits) - 1));
}
/// t modulo 2^bits in [-2^(bits-1), 2^(bits-1)); 1 <= bits <= max_wrap_bits.
constexpr num swrap(int bits, num t) {
  num low = uwrap(bits, t);
  if (low.ok() && low.value >= (wide{1} << (bits - 1)))
    low.value -= wide{1} << bits;
  return low;
}

enum class relation : unsigned char { none, le, lt, eq, ne, ge, gt };

constexpr std::string_view spelling(relation r) {
  constexpr std::string_view names[] = {"", "<=", "<", "==", "!=", ">=", ">"};
  return names[static_cast<int>(r)];
}

constexpr relation negated(relation r) {
  constexpr relation table[] = {relation::none, relation::gt, relation::ge,
                                relation::ne,   relation::eq, relation::lt,
                                relation::le};
  return table[static_cast<int>(r)];
}

struct truth {
  bool value = false;
  fault error = fault::none;
  /// The comparison that decided: unless `shown` is none,
  /// value == (left shown right).
  relation shown = relation::none;
  wide left = 0, right = 0;

  constexpr bool yes() const { return error == fault::none && value; }
};

constexpr truth constant(bool v) {
  truth t;
  t.value = v;
  return t;
}

constexpr truth compare(relation r, num a, num b) {
  truth t;
  t.error = detail::first(a, b);
  if (t.error != fault::none)
    return t;
  t.shown = r;
  t.left = a.value;
  t.right = b.value;
  switch (r) {
  case relation::le:
    t.value = t.left <= t.right;
    break;
  case relation::lt:
    t.value = t.left < t.right;
    break;
  case relation::eq:
    t.value = t.left == t.right;
    break;
  case relation::ne:
    t.value = t.left != t.right;
    break;
  case relation::ge:
    t.value = t.left >= t.right;
    break;
  case relation::gt:
    t.value = t.left > t.right;
    break;
  case relation::none:
    break;
  }
  return t;
}

constexpr truth operator<=(num a, num b) { return compare(relation::le, a, b); }
constexpr truth operator<(num a, num b) { return compare(relation::lt, a, b); }
constexpr truth operator==(num a, num b) { return compare(relation::eq, a, b); }
constexpr truth operator!=(num a, num b) { return compare(relation::ne, a, b); }
constexpr truth operator>=(num a, num b) { return compare(relation::ge, a, b); }
constexpr truth operator>(num a, num b) { return compare(relation::gt, a, b); }

/// t is a multiple of k.
constexpr truth divides(num k, num t) { return mod(t, k) == num(0); }

constexpr truth negation(truth a) {
  a.value = !a.value;
  a.shown = negated(a.shown);
  return a;
}
constexpr truth all_of(truth a) { return a; }
constexpr truth any_of(truth a) { return a; }
template <class... Rest> constexpr truth all_of(truth a, Rest... rest) {
  return a.yes() ? all_of(rest...) : a;
}
template <class... Rest> constexpr truth any_of(truth a, Rest... rest) {
  return a.error != fault::none || a.value ? a : any_of(rest...);
}
constexpr truth implies(truth p, truth q) { return any_of(negation(p), q); }

constexpr num select(truth p, num a, num b) {
  return p.error != fault::none ? num(p.error) : p.value ? a : b;
}

namespace detail {

/// `bits` bits at `at`, little-endian, as a signed number.
inline num load_signed(const void *at, int bits) {
  uwide raw = 0;
  const auto *from = static_cast<const unsigned char *>(at);
  for (int i = 0; i * 8 < bits; ++i)
    raw |= static_cast<uwide>(from[i]) << (8 * i);
  const int unused = 128 - bits;
  return num::of(static_cast<wide>(raw << unused) >> unused);
}

} // namespace detail

/// The atom `(param _ Offset Bits)` of an argument.
template <std::size_t Offset, int Bits, class T> num field(const T &argument) {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(Bits >= 1 && Bits <= 64 &&
                Offset + (Bits + 7) / 8 <= sizeof(T));
  return detail::load_signed(
      reinterpret_cast<const unsigned char *>(&argument) + Offset, Bits);
}

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_NUM_HPP
