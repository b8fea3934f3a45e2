// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// extents<int, dyn, 512>: the shape of a tensor, each axis either a run-time
// value or a constant of the type.
#pragma once

#include <utility>

#include "check.hpp"

namespace tc::inline TC_ABI {

/// An axis whose extent is known at run time only.
inline constexpr long long dyn = -1;

/// The largest rank. Accessors are written out per rank, because a location
/// cannot be taken through a parameter pack.
inline constexpr int max_rank = 5;

namespace detail {

/// The dynamic extents of a tensor and its strides, if it stores any. Written
/// out rather than composed of members that may be empty, so that the layout is
/// docs/interfaces.md section 6 under every compiler.
template <class Index, int DynamicAxes> struct extent_values {
  Index value[DynamicAxes];
};
template <class Index> struct extent_values<Index, 0> {};

/// The constant extent of axis `R`.
template <class Extents, int R>
inline constexpr auto constant_extent =
    static_cast<typename Extents::index_type>(Extents::static_extent(R));

/// Brings an extent or stride into the index type. On the host a value that
/// does not fit stops the program: cut to 32 bits it would describe another
/// tensor.
template <class Index, index_integer From>
TC_FN Index to_index([[maybe_unused]] From value) {
#if TC_DETAIL_IN_PLACE
  const auto cut = static_cast<Index>(value);
  if (static_cast<From>(cut) != value || (cut < Index{}) != (value < From{}))
    stop(__FILE__, __LINE__, "an extent or stride does not fit the index type");
#endif
  return static_cast<Index>(value);
}

} // namespace detail

/// The shape of a tensor of rank 1 to 5.
///
/// `Index`  the index type; offsets are computed in it. `int` unless a tensor
/// has 2^31 elements or more: 64-bit
///          offsets cost instructions and registers.
/// `E...`   one entry an axis: `dyn`, or the extent itself, in elements.
template <index_integer Index, long long... E> class extents {
  static_assert(1 <= sizeof...(E) && sizeof...(E) <= max_rank,
                "tc::extents: the rank is 1 to 5");
  static_assert(((E == dyn || E >= 0) && ...),
                "tc::extents: an extent is tc::dyn or not negative");
  static_assert(((E == dyn || std::in_range<Index>(E)) && ...),
                "tc::extents: an extent does not fit the index type");

public:
  using index_type = Index;

  /// Number of axes.
  TC_FN static constexpr int rank() { return sizeof...(E); }

  /// Number of axes whose extent is a run-time value.
  TC_FN static constexpr int rank_dynamic() {
    return ((E == dyn ? 1 : 0) + ...);
  }

  /// The constant extent of axis `r`, or `dyn`.
  TC_FN static constexpr long long static_extent(int r) {
    constexpr long long values[] = {E...};
    return values[r];
  }

  /// The number of dynamic axes before axis `r`.
  TC_FN static constexpr int dynamic_index(int r) {
    constexpr long long values[] = {E...};
    int count = 0;
    for (int axis = 0; axis < r; ++axis)
      count += values[axis] == dyn ? 1 : 0;
    return count;
  }

  extents() = default;

  /// From the dynamic extents, in axis order.
  template <index_integer... D>
    requires(sizeof...(D) == rank_dynamic() && sizeof...(D) > 0)
  TC_FN explicit(sizeof...(D) == 1) extents(D... dynamic)
      : values_{{detail::to_index<Index>(dynamic)...}} {}

  /// Extent of axis `R`, in elements.
  template <int R>
    requires(0 <= R && R < sizeof...(E))
  TC_FN Index extent() const {
    if constexpr (static_extent(R) == dyn)
      return values_.value[slot<R>];
    else
      return detail::constant_extent<extents, R>;
  }

  /// Extent of axis `r`, in elements. Requires `0 <= r < rank()`.
  TC_FN Index extent(int r) const
      TC_DETAIL_WARN_IF(r < 0 || r >= int(sizeof...(E)), "tc: no such axis") {
    if constexpr (rank_dynamic() == rank()) {
      return values_.value[r];
    } else {
      return select(r, std::make_integer_sequence<int, rank() - 1>());
    }
  }

  /// Sets the extent of the dynamic axis `R`.
  template <int R> TC_FN void set(Index value) {
    static_assert(static_extent(R) == dyn,
                  "tc::extents: the extent of this axis is a constant");
    values_.value[slot<R>] = value;
  }

private:
  template <int R> static constexpr int slot = dynamic_index(R);

  // Straight-line: a branch would have to be folded before anyone can see that
  // `x.extent(0)` is a plain parameter.
  template <int... R>
  TC_FN Index select(int r, std::integer_sequence<int, R...>) const {
    Index result = extent<rank() - 1>();
    ((result = choose(r == R, extent<R>(), result)), ...); // a select each
    return result;
  }
  TC_FN static Index choose(bool first, Index a, Index b) {
    return first ? a : b;
  }

  detail::extent_values<Index, rank_dynamic()> values_;
};

namespace detail {
// Written out: error messages show them.
template <class Index, int Rank> struct all_dynamic;
template <class Index> struct all_dynamic<Index, 1> {
  using type = extents<Index, dyn>;
};
template <class Index> struct all_dynamic<Index, 2> {
  using type = extents<Index, dyn, dyn>;
};
template <class Index> struct all_dynamic<Index, 3> {
  using type = extents<Index, dyn, dyn, dyn>;
};
template <class Index> struct all_dynamic<Index, 4> {
  using type = extents<Index, dyn, dyn, dyn, dyn>;
};
template <class Index> struct all_dynamic<Index, 5> {
  using type = extents<Index, dyn, dyn, dyn, dyn, dyn>;
};
} // namespace detail

/// All axes dynamic.
template <class Index, int Rank>
using dextents = typename detail::all_dynamic<Index, Rank>::type;

/// A shape that is all constant: of a shared array or a register array.
template <int... N> struct shape {
  static_assert(((N > 0) && ...), "tc::shape: every extent is positive");
  using extents_type = extents<int, N...>;
  /// Number of elements.
  TC_FN static constexpr int size() {
    static_assert((static_cast<long long>(1) * ... * N) < (1LL << 31),
                  "tc::shape: 2^31 elements or more");
    return (1 * ... * N);
  }
};

} // namespace tc::inline TC_ABI
