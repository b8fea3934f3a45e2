// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// array: elements in registers. vec: the same, aligned to its size, what a
// vector access moves.
#pragma once

#include "access.hpp"

namespace tc::inline TC_ABI {

/// A thread's own array of constant shape, row-major: `tc::array<float, 4, 4>
/// acc{};` is zeroed, without the braces it is uninitialised. Access is checked
/// like any other; indices that are constant after unrolling cost nothing and
/// keep the elements in registers, any other index puts the array into local
/// memory.
template <class T, int... N>
class array : public detail::access<array<T, N...>, T &, const T &,
                                    typename shape<N...>::extents_type> {
public:
  using element_type = T;
  using value_type = T;
  using extents_type = typename shape<N...>::extents_type;
  using index_type = int;

  array() = default;

  /// Every element is `value`.
  TC_FN explicit array(const T &value) {
    for (int i = 0; i < size(); ++i)
      elements_[i] = value;
  }

  TC_FN static constexpr int rank() { return sizeof...(N); }
  TC_FN static constexpr int size() { return shape<N...>::size(); }
  /// Extent of axis `R`, in elements.
  template <int R> TC_FN static constexpr int extent() {
    return detail::constant_extent<extents_type, R>;
  }
  TC_FN T *data() { return elements_; }
  TC_FN const T *data() const { return elements_; }

  // For the accessors.
  static constexpr detail::form access_form = detail::form::registers;
  static constexpr int contiguous_axis = extents_type::rank() - 1;
  static constexpr int contiguous_run =
      1; // no vectors: nothing aligns the elements
  template <class... O> TC_FN auto offset(O... index) const {
    return layout_right::offset(*this, index...);
  }

private:
  T elements_[shape<N...>::size()];
};

/// `N` elements that one load or store moves, aligned to their size: 2, 4, 8 or
/// 16 bytes. Elements are reached like those of an array: `v(0)`.
template <class T, int N>
class vec : public detail::access<vec<T, N>, T &, const T &, extents<int, N>> {
  static_assert(N > 0 && (N & (N - 1)) == 0,
                "tc::vec: the number of elements is a power of two");
  static_assert(N * sizeof(T) <= 16, "tc::vec: at most 16 bytes move at once");

public:
  using element_type = T;
  using value_type = T;
  using extents_type = extents<int, N>;
  using index_type = int;

  vec() = default;

  /// From its elements.
  template <class... U>
    requires(sizeof...(U) == N && N > 1 && (std::convertible_to<U, T> && ...))
  TC_FN vec(U... element) : elements_{static_cast<T>(element)...} {}

  TC_FN static constexpr int rank() { return 1; }
  TC_FN static constexpr int size() { return N; }
  template <int R> TC_FN static constexpr int extent() { return N; }
  TC_FN T *data() { return elements_; }
  TC_FN const T *data() const { return elements_; }

  // For the accessors.
  static constexpr detail::form access_form = detail::form::registers;
  static constexpr int contiguous_axis = 0;
  static constexpr int contiguous_run = 1;
  template <class... O> TC_FN auto offset(O... index) const {
    return layout_right::offset(*this, index...);
  }

private:
  alignas(N * sizeof(T)) T elements_[N];
};

} // namespace tc::inline TC_ABI
