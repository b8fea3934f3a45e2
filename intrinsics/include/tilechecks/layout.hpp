// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a multi-index to an offset, in elements.
//
// Offsets are computed as a raw kernel would write them, `p[i * n + j]` with an
// int `i`: in the index type, or in 64 bits where an index of the access is
// wider. They must not wrap, so the reach of a tensor (the offset of its last
// element) has to fit the index type. For a checked launch the launcher proves
// that, once; in portable mode, where nobody does, offsets are computed in 64
// bits. The price of always computing them in 64 bits was measured: a naive
// GEMM takes 1.86 times as long.
#pragma once

#include "extents.hpp"

namespace tc::inline TC_ABI {

namespace detail {

/// The type an access computes its offset in: the index type, or `long long` if
/// an index is wider than it.
template <class Index, class... I>
using offset_type = std::conditional_t<
    (TC_DETAIL_WIDE_OFFSETS != 0 || ((sizeof(I) > sizeof(Index)) || ...)),
    std::conditional_t<sizeof(Index) == 8, Index, long long>, Index>;

} // namespace detail

/// Row-major: the last axis is contiguous. offset = ((i0 * e1 + i1) * e2 + i2)
/// ...
struct layout_right {
  static constexpr bool stores_strides = false;
  /// The axis along which neighbours are adjacent in memory, -1 if the type
  /// does not tell.
  template <int Rank> static constexpr int contiguous_axis = Rank - 1;

  template <class O, class X> TC_FN static O offset(const X &, O i) {
    return i;
  }
  template <class O, class X> TC_FN static O offset(const X &x, O i, O j) {
    return i * static_cast<O>(x.template extent<1>()) + j;
  }
  template <class O, class X, class... R>
  TC_FN static O offset(const X &x, O i, O j, O k, R... rest) {
    constexpr int rank = 3 + sizeof...(R);
    const O row = (i * static_cast<O>(x.template extent<1>()) + j) *
                      static_cast<O>(x.template extent<2>()) +
                  k;
    if constexpr (rank == 3)
      return row;
    else
      return append<3>(x, row, rest...);
  }

  /// Distance between neighbours along axis `R`, in elements.
  template <int R, class X> TC_FN static auto stride(const X &x) {
    using index_type = typename X::index_type;
    if constexpr (R == X::rank() - 1)
      return index_type{1};
    else if constexpr (R == X::rank() - 2)
      return x.template extent<R + 1>();
    else
      return static_cast<index_type>(stride<R + 1>(x) *
                                     x.template extent<R + 1>());
  }

private:
  template <int R, class O, class X, class... Rest>
  TC_FN static O append(const X &x, O row, O i, Rest... rest) {
    const O next = row * static_cast<O>(x.template extent<R>()) + i;
    if constexpr (sizeof...(Rest) == 0)
      return next;
    else
      return append<R + 1>(x, next, rest...);
  }
};

/// Column-major: the first axis is contiguous. offset = i0 + e0 * (i1 + e1 *
/// (i2 ...))
struct layout_left {
  static constexpr bool stores_strides = false;
  template <int> static constexpr int contiguous_axis = 0;

  template <class O, class X, class... R>
  TC_FN static O offset(const X &x, O i, R... rest) {
    return nest<0>(x, i, rest...);
  }

  /// Distance between neighbours along axis `R`, in elements.
  template <int R, class X> TC_FN static auto stride(const X &x) {
    using index_type = typename X::index_type;
    if constexpr (R == 0)
      return index_type{1};
    else if constexpr (R == 1)
      return x.template extent<0>();
    else
      return static_cast<index_type>(stride<R - 1>(x) *
                                     x.template extent<R - 1>());
  }

private:
  template <int R, class O, class X, class... Rest>
  TC_FN static O nest(const X &x, O i, Rest... rest) {
    if constexpr (sizeof...(Rest) == 0)
      return i;
    else
      return i +
             static_cast<O>(x.template extent<R>()) * nest<R + 1>(x, rest...);
  }
};

/// One stride an axis, a run-time value in elements, which may be 0 or
/// negative. offset = i0 * s0 + i1 * s1 ...
struct layout_stride {
  static constexpr bool stores_strides = true;
  template <int> static constexpr int contiguous_axis = -1;

  template <class O, class X, class... R>
  TC_FN static O offset(const X &x, O i, R... rest) {
    return sum<0>(x, i, rest...);
  }

  /// Distance between neighbours along axis `R`, in elements.
  template <int R, class X> TC_FN static auto stride(const X &x) {
    return x.template stored_stride<R>();
  }

private:
  template <int R, class O, class X, class... Rest>
  TC_FN static O sum(const X &x, O i, Rest... rest) {
    const O term = i * static_cast<O>(x.template stored_stride<R>());
    if constexpr (sizeof...(Rest) == 0)
      return term;
    else
      return term + sum<R + 1>(x, rest...);
  }
};

} // namespace tc::inline TC_ABI
