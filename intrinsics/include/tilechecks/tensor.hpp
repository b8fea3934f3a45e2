// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tensor: a pointer with a shape. What a kernel takes by value in the place of
// a raw pointer and its sizes.
#pragma once

#include "access.hpp"

namespace tc::inline TC_ABI {

template <auto V> struct fill;

namespace detail {

template <class Index, int Rank, bool Stored> struct stride_values {
  Index value[Rank];
};
template <class Index, int Rank> struct stride_values<Index, Rank, false> {};

// Data, then dynamic extents, then strides; what is empty takes no room
// (docs/interfaces.md, section 6).
template <class T, class E, class S, bool = E::rank_dynamic() == 0,
          bool = std::is_empty_v<S>>
struct tensor_fields;
template <class T, class E, class S>
struct tensor_fields<T, E, S, false, false> {
  T *data;
  E extents;
  S strides;
};
template <class T, class E, class S>
struct tensor_fields<T, E, S, false, true> {
  T *data;
  E extents;
};
template <class T, class E, class S>
struct tensor_fields<T, E, S, true, false> {
  T *data;
  S strides;
};
template <class T, class E, class S> struct tensor_fields<T, E, S, true, true> {
  T *data;
};

/// Whether every axis of `From` may be seen as the axis of `To`: a constant
/// extent may be forgotten, not invented.
template <class To, class From> constexpr bool forgets_extents() {
  if constexpr (To::rank() != From::rank()) {
    return false;
  } else {
    for (int r = 0; r < To::rank(); ++r)
      if (To::static_extent(r) != dyn &&
          To::static_extent(r) != From::static_extent(r))
        return false;
    return true;
  }
}

/// Whether the number of elements fits the index type, in which offsets are
/// computed. True if an extent is dynamic: then the launch checks it.
template <class Extents> constexpr bool size_fits() {
  if constexpr (Extents::rank_dynamic() > 0) {
    return true;
  } else {
    long long most = 9223372036854775807LL;
    if constexpr (sizeof(typename Extents::index_type) < 8)
      most = (1LL << (8 * sizeof(typename Extents::index_type) - 1)) - 1;
    long long count = 1;
    for (int r = 0; r < Extents::rank(); ++r)
      if (Extents::static_extent(r) == 0)
        return true;
    for (int r = 0; r < Extents::rank(); ++r) {
      if (count > most / Extents::static_extent(r))
        return false;
      count *= Extents::static_extent(r);
    }
    return true;
  }
}

} // namespace detail

/// A view of elements in global memory (or any memory that a generic pointer
/// reaches), of rank 1 to 5.
///
/// `T`        element type; `const float` for a tensor that is only read
/// `Extents`  `tc::extents<int, tc::dyn, 512>`: shape and index type
/// `Layout`   `layout_right`, `layout_left` or `layout_stride`
///
/// It is a view: copying it copies no element, and a const tensor may write its
/// elements. Trivially copyable and of standard layout: the pointer, the
/// dynamic extents, and for `layout_stride` one stride an axis.
///
/// Whoever makes a tensor answers for its extents: that memory for the element
/// at every multi-index below them is there. That holds for one made in a
/// kernel from a raw pointer, too.
template <class T, class Extents = extents<int, dyn>,
          class Layout = layout_right>
class tensor
    : public detail::access<tensor<T, Extents, Layout>, T &, T &, Extents> {
  using strides_type =
      detail::stride_values<typename Extents::index_type, Extents::rank(),
                            Layout::stores_strides>;
  static_assert(Layout::stores_strides || detail::size_fits<Extents>(),
                "tc::tensor: more elements than the index type counts");

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using layout_type = Layout;

  /// Number of axes.
  TC_FN static constexpr int rank() { return Extents::rank(); }

  tensor() = default;

  /// From a pointer and the dynamic extents, in axis order, in elements.
  template <index_integer... D>
    requires(sizeof...(D) == Extents::rank_dynamic() && !Layout::stores_strides)
  TC_FN explicit tensor(T *data, D... dynamic) {
    fields_.data = data;
    if constexpr (sizeof...(D) > 0)
      fields_.extents = Extents(dynamic...);
  }

  /// From a pointer and a shape.
  TC_FN tensor(T *data, [[maybe_unused]] const Extents &shape)
    requires(!Layout::stores_strides)
  {
    fields_.data = data;
    if constexpr (Extents::rank_dynamic() > 0)
      fields_.extents = shape;
  }

  /// From a pointer, a shape and one stride an axis, in elements.
  template <index_integer S>
    requires(Layout::stores_strides)
  TC_FN tensor(T *data, [[maybe_unused]] const Extents &shape,
               const S (&strides)[Extents::rank()]) {
    fields_.data = data;
    if constexpr (Extents::rank_dynamic() > 0)
      fields_.extents = shape;
    for (int r = 0; r < rank(); ++r)
      fields_.strides.value[r] = detail::to_index<index_type>(strides[r]);
  }

  /// From a tensor of the same layout: `T` to `const T`, a constant extent to a
  /// dynamic one.
  template <class U, class E>
    requires((!std::same_as<U, T> || !std::same_as<E, Extents>) &&
             std::convertible_to<U (*)[], T (*)[]> &&
             std::same_as<typename E::index_type, index_type> &&
             detail::forgets_extents<Extents, E>())
  TC_FN tensor(const tensor<U, E, Layout> &other) {
    fields_.data = other.data();
    copy_shape(other, std::make_integer_sequence<int, rank()>());
  }

  /// The first element's address (for `layout_stride`, the address of the
  /// element at index zero).
  TC_FN T *data() const { return fields_.data; }

  /// The shape as a value.
  TC_FN Extents shape() const {
    if constexpr (Extents::rank_dynamic() > 0)
      return fields_.extents;
    else
      return Extents();
  }

  /// Extent of axis `R`, in elements; a constant where the type has one.
  template <int R>
    requires(0 <= R && R < Extents::rank())
  TC_FN index_type extent() const {
    if constexpr (Extents::static_extent(R) != dyn)
      return detail::constant_extent<Extents, R>;
    else
      return fields_.extents.template extent<R>();
  }

  /// Extent of axis `r`, in elements. Requires `0 <= r < rank()`.
  TC_FN index_type extent(int r) const
      TC_DETAIL_WARN_IF(r < 0 || r >= Extents::rank(), "tc: no such axis") {
    if constexpr (Extents::rank_dynamic() > 0)
      return fields_.extents.extent(r);
    else
      return Extents().extent(r);
  }

  /// Distance between neighbours along axis `R`, in elements.
  template <int R>
    requires(0 <= R && R < Extents::rank())
  TC_FN index_type stride() const {
    return Layout::template stride<R>(*this);
  }

  /// Distance between neighbours along axis `r`, in elements. Requires `0 <= r
  /// < rank()`.
  TC_FN index_type stride(int r) const
      TC_DETAIL_WARN_IF(r < 0 || r >= Extents::rank(), "tc: no such axis") {
    if constexpr (Layout::stores_strides)
      return fields_.strides.value[r];
    else
      return select_stride(r, std::make_integer_sequence<int, rank() - 1>());
  }

  /// Number of elements. Must fit the index type.
  TC_FN index_type size() const {
    return product(std::make_integer_sequence<int, rank()>());
  }

  /// Tiles of `Tile` elements along each axis: `x.partition<64, 32>()`. Past the end
  /// of the tensor reads give 0 and writes are dropped; for another policy,
  /// `x.partition<64, 32>(tc::exact())`. Defined in tile.hpp.
  template <int... Tile, class Policy = fill<0>>
  TC_FN auto partition(Policy = Policy(), TC_DETAIL_WHERE) const;

  // For the layouts and accessors.
  static constexpr detail::form access_form = detail::form::element;
  static constexpr int contiguous_axis =
      Layout::template contiguous_axis<Extents::rank()>;
  static constexpr int contiguous_run = 1 << 15;
  template <class... O> TC_FN auto offset(O... index) const {
    return Layout::offset(*this, index...);
  }
  template <int R> TC_FN index_type stored_stride() const {
    return fields_.strides.value[R];
  }

private:
  template <class, class, class> friend class tensor;

  template <class Other, int... R>
  TC_FN void copy_shape(const Other &other, std::integer_sequence<int, R...>) {
    if constexpr (Extents::rank_dynamic() > 0)
      (copy_extent<R>(other), ...);
    if constexpr (Layout::stores_strides)
      ((fields_.strides.value[R] = other.template stored_stride<R>()), ...);
  }
  template <int R, class Other> TC_FN void copy_extent(const Other &other) {
    if constexpr (Extents::static_extent(R) == dyn)
      fields_.extents.template set<R>(other.template extent<R>());
  }
  template <int... R>
  TC_FN index_type product(std::integer_sequence<int, R...>) const {
    return static_cast<index_type>((extent<R>() * ...));
  }
  template <int... R>
  TC_FN index_type select_stride(int r,
                                 std::integer_sequence<int, R...>) const {
    index_type result = stride<rank() - 1>();
    ((result = choose(r == R, stride<R>(), result)), ...);
    return result;
  }
  TC_FN static index_type choose(bool first, index_type a, index_type b) {
    return first ? a : b;
  }

  detail::tensor_fields<T, Extents, strides_type> fields_;
};

/// A tensor of all-dynamic shape, row-major, with `int` indices.
template <class T> using tensor1 = tensor<T, dextents<int, 1>>;
template <class T> using tensor2 = tensor<T, dextents<int, 2>>;
template <class T> using tensor3 = tensor<T, dextents<int, 3>>;
template <class T> using tensor4 = tensor<T, dextents<int, 4>>;
template <class T> using tensor5 = tensor<T, dextents<int, 5>>;

} // namespace tc::inline TC_ABI
