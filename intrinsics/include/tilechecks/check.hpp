// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One check of one dimension: what it means, what carries it out, and what it
// gives back.
//
// The goal is `0 <= index` and `index + span - 1 < extent`, or, for a
// coordinate that counts tiles of `tile` elements, `index * tile < extent`. It
// holds for the values as written: an unsigned index is not first made
// negative, a 64-bit index is not first narrowed, a product does not wrap.
#pragma once

#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "config.hpp"
#include "markers.hpp"

namespace tc::inline TC_ABI {

/// What may index: any integer type of at most 64 bits, signed or unsigned.
/// `bool` may not (a comparison in the place of an index is a mistake), and
/// neither may a floating-point number.
template <class T>
concept index_integer =
    std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool> &&
    sizeof(T) <= 8;

namespace detail {

/// Access form: bits 0..7 of a marker's kind.
enum class form : int {
  element = 0,
  vector = 1,
  tile = 2,
  shared = 3,
  registers = 4
};

/// The width of a check: that of the wider operand, at least 32 bits.
template <class Index, class Extent>
using check_value =
    std::conditional_t<(sizeof(Index) <= 4 && sizeof(Extent) <= 4), int,
                       long long>;

/// Whether reading a `T` at the width of `Value` needs the word "unsigned": a
/// narrower one was zero-extended.
template <class T, class Value>
inline constexpr bool reads_unsigned =
    std::is_unsigned_v<T> && sizeof(T) == sizeof(Value);

/// A marker's kind (docs/interfaces.md, section 1). Variables and not
/// functions, here and elsewhere: what the plugin must see as a constant is one
/// in the IR that clang emits, without a pass that would fold it.
template <form Form, int Span, class Index, class Extent>
inline constexpr int kind_of =
    static_cast<int>(Form) |
    (reads_unsigned<Index, check_value<Index, Extent>> ? 1 << 8 : 0) |
    (reads_unsigned<Extent, check_value<Index, Extent>> ? 1 << 9 : 0) |
    (Span > 1 ? Span << 16 : 0);

/// The goal itself, exact for every pair of operands: no step can overflow.
template <class Index, class Extent>
TC_FN constexpr bool inside(Index index, Extent extent, long long tile,
                            int span) {
  if constexpr (std::is_signed_v<Index>) {
    if (index < 0)
      return false;
  }
  if constexpr (std::is_signed_v<Extent>) {
    if (extent < 0)
      return false;
  }
  const auto i = static_cast<unsigned long long>(index);
  const auto e = static_cast<unsigned long long>(extent);
  if (tile > 0)
    return e > 0 && i <= (e - 1) / static_cast<unsigned long long>(tile);
  const auto width = static_cast<unsigned long long>(span > 1 ? span : 1);
  return width <= e && i <= e - width;
}

#if TC_DETAIL_IN_PLACE

/// What a failed in-place check does: on the host the message and abort, on the
/// device a trap. The values are parameters so that a debugger stopped at the
/// trap shows them.
[[noreturn]] TC_FN void stop([[maybe_unused]] const char *file,
                             [[maybe_unused]] int line,
                             [[maybe_unused]] const char *what) {
#if TC_DETAIL_DEVICE && TC_DETAIL_CLANG_CUDA
  __builtin_trap();
#elif TC_DETAIL_DEVICE
  __trap();
  __builtin_unreachable();
#else
  std::fprintf(stderr, "%s:%d: %s\n", file, line, what);
  std::abort();
#endif
}

[[noreturn]] TC_FN void
portable_fail([[maybe_unused]] const char *file, [[maybe_unused]] int line,
              [[maybe_unused]] int axis, [[maybe_unused]] long long index,
              [[maybe_unused]] bool index_is_unsigned,
              [[maybe_unused]] long long extent,
              [[maybe_unused]] long long tile, [[maybe_unused]] int span) {
#if TC_DETAIL_DEVICE
  stop(file, line, "");
#else
  char text[192];
  char at[32];
  char form[64] = "";
  std::snprintf(at, sizeof at, index_is_unsigned ? "%llu" : "%lld", index);
  if (tile > 0)
    std::snprintf(form, sizeof form, " of tiles of %lld", tile);
  else if (span > 1)
    std::snprintf(form, sizeof form, " of %d elements", span);
  std::snprintf(text, sizeof text,
                "index %s%s for dim %d is outside extent %lld", at, form, axis,
                extent);
  stop(file, line, text);
#endif
}

#endif

/// Checks one dimension and returns the index, which the access must use.
///
/// `Form`    of the access
/// `Span`    elements it touches along this axis
/// `Tile`    0, or the elements that one step of `index` stands for
/// `index`   in elements, or in tiles where `Tile` > 0
/// `extent`  of the axis, in elements
/// `data`    the tensor's data pointer: identifies it, is never read
/// `axis`    from 0
///
/// The result has the value of `index`, in a signed type of the wider operand's
/// width: after a passed check it is neither negative nor beyond the extent. In
/// the unchecked mode it is just that conversion.
template <form Form, int Span, int Tile, index_integer Index,
          index_integer Extent>
TC_FN check_value<Index, Extent>
check(Index index, Extent extent, [[maybe_unused]] const void *data,
      [[maybe_unused]] int axis, [[maybe_unused]] const char *file,
      [[maybe_unused]] int line, [[maybe_unused]] int column) {
  static_assert(1 <= Span && Span < 1 << 15 && Tile >= 0 &&
                (Tile == 0 || Span == 1));
  using value = check_value<Index, Extent>;
#if TC_DETAIL_IN_PLACE
  if (!inside(index, extent, Tile, Span))
    portable_fail(file, line, axis, static_cast<long long>(index),
                  std::is_unsigned_v<Index>, static_cast<long long>(extent),
                  Tile, Span);
  return static_cast<value>(index);
#else
  if constexpr (sizeof(value) == 4)
    return TC_DETAIL_MARK_CHECK(32, static_cast<value>(index),
                                static_cast<value>(extent), Tile, data, axis,
                                (kind_of<Form, Span, Index, Extent>));
  else
    return TC_DETAIL_MARK_CHECK(64, static_cast<value>(index),
                                static_cast<value>(extent), Tile, data, axis,
                                (kind_of<Form, Span, Index, Extent>));
#endif
}

} // namespace detail
} // namespace tc::inline TC_ABI
