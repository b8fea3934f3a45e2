// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tile_view: one tile of a partition.
//
//   t(r, c)              element; a read of `fill` past the end gives its value
//   t.store(r, c, v)     writes it; past the end of the tensor nothing happens
//   t.contains(r, c)     whether the tensor has this element
//   t.valid(0)           rows that the tensor has
//   t.partition<8, 8>()  tiles of the tile
//
// An element index is checked against the tile, whose shape is a constant, and
// where nothing else keeps it inside (`exact`, `masked`) against the tensor.
#pragma once

#include "partition.hpp"

namespace tc::inline TC_ABI {

namespace detail {

/// The accessors of tile `D`, by rank.
template <class D, class T, int Rank> class tile_elements;

#define TC_DETAIL_ELEMENTS(rank, types, params, names)                         \
  template <class D, class T> class tile_elements<D, T, rank> {                \
  public:                                                                      \
    template <TC_DETAIL_UNPACK types>                                          \
    TC_FN decltype(auto) operator()(TC_DETAIL_UNPACK params,                   \
                                    TC_DETAIL_WHERE) const {                   \
      return static_cast<const D &>(*this).element(file, line, column,         \
                                                   TC_DETAIL_UNPACK names);    \
    }                                                                          \
    template <TC_DETAIL_UNPACK types>                                          \
    TC_FN void store(TC_DETAIL_UNPACK params, const T &value,                  \
                     TC_DETAIL_WHERE) const {                                  \
      static_cast<const D &>(*this).write(value, file, line, column,           \
                                          TC_DETAIL_UNPACK names);             \
    }                                                                          \
    template <TC_DETAIL_UNPACK types>                                          \
    TC_FN bool contains(TC_DETAIL_UNPACK params) const {                       \
      return static_cast<const D &>(*this).has(                    \
          TC_DETAIL_UNPACK names);                                             \
    }                                                                          \
  };
#define TC_DETAIL_UNPACK(...) __VA_ARGS__
TC_DETAIL_ELEMENTS(1, (index_integer I), (I i), (i))
TC_DETAIL_ELEMENTS(2, (index_integer I, index_integer J), (I i, J j), (i, j))
TC_DETAIL_ELEMENTS(3, (index_integer I, index_integer J, index_integer K),
                   (I i, J j, K k), (i, j, k))
TC_DETAIL_ELEMENTS(4,
                   (index_integer I, index_integer J, index_integer K,
                    index_integer L),
                   (I i, J j, K k, L l), (i, j, k, l))
TC_DETAIL_ELEMENTS(5,
                   (index_integer I, index_integer J, index_integer K,
                    index_integer L, index_integer M),
                   (I i, J j, K k, L l, M m), (i, j, k, l, m))
#undef TC_DETAIL_ELEMENTS
#undef TC_DETAIL_UNPACK

} // namespace detail

/// A tile: constant shape, at an origin in its tensor. Whoever holds one may rely
/// on its origin lying in the tensor: the coordinates were checked.
template <class X, int... T, class Policy, class Order>
class tile_view<X, shape<T...>, Policy, Order>
    : public detail::tile_elements<tile_view<X, shape<T...>, Policy, Order>,
                                   typename X::value_type, sizeof...(T)> {
public:
  using tensor_type = X;
  using tile_shape = shape<T...>;
  using policy = Policy;
  using element_type = typename X::element_type;
  using value_type = typename X::value_type;
  using index_type = typename X::index_type;
  using origin_type = detail::coordinates<index_type, sizeof...(T)>;

  TC_FN static constexpr int rank() { return sizeof...(T); }
  TC_FN static constexpr int size() { return shape<T...>::size(); }
  /// Elements along axis `R` of the tile.
  template <int R> TC_FN static constexpr int extent() {
    constexpr int values[] = {T...};
    return values[R];
  }
  /// The axis of the tensor that axis `R` of the tile is.
  template <int R> static constexpr int tensor_axis = Order::axis(R);

  /// The first element's index in the tensor along axis `R` of the tile.
  template <int R> TC_FN index_type origin() const { return origin_.value[R]; }
  /// Elements from the origin on that the tensor has along axis `R`; may be more
  /// than the tile has.
  template <int R> TC_FN index_type remaining() const {
    return static_cast<index_type>(x_.template extent<Order::axis(R)>() -
                                   origin_.value[R]);
  }
  /// Elements of the tile that the tensor has along axis `R`: 1 to its extent; of a
  /// tile of a tile that lies past the end, 0 or less.
  template <int R> TC_FN int valid() const {
    if constexpr (std::is_same_v<Policy, exact>)
      return extent<R>();
    else
      return remaining<R>() < extent<R>() ? static_cast<int>(remaining<R>())
                                          : extent<R>();
  }
  /// The same along axis `r`. Requires `0 <= r < rank()`.
  TC_FN int valid(int r) const {
    return select_valid(r, std::make_integer_sequence<int, rank() - 1>());
  }

  TC_FN const X &tensor() const { return x_; }

  /// Tiles of this tile, which is then their frame: a coordinate counts from its
  /// origin, and the tile's extents must be multiples of theirs.
  template <int... S> TC_FN auto partition() const {
    static_assert(sizeof...(S) == sizeof...(T) && ((T % S == 0) && ...),
                  "tc: a tile is cut into whole tiles");
    return nested<S...>(*this);
  }
  template <int... S>
  class nested : public detail::tile_access<nested<S...>, sizeof...(S)> {
  public:
    using tile_type = tile_view<X, shape<S...>, Policy, Order>;
    TC_FN explicit nested(const tile_view &outer) : outer_(outer) {}
    /// Tiles along axis `R`.
    template <int R> TC_FN static constexpr int num_tiles() {
      return tile_view::extent<R>() / tile_type::template extent<R>();
    }
    template <class... I>
    TC_FN tile_type checked_tile(const char *file, int line, int column,
                                 I... index) const {
      return make(file, line, column,
                  std::make_integer_sequence<int, sizeof...(S)>(), index...);
    }

  private:
    template <int... R, class... I>
    TC_FN tile_type make(const char *file, int line, int column,
                         std::integer_sequence<int, R...>, I... index) const {
      return tile_type(
          outer_.x_,
          {{static_cast<index_type>(
              outer_.origin_.value[R] +
              static_cast<index_type>(
                  detail::check<detail::form::tile, 1, S>(
                      index, tile_view::extent<R>(), outer_.x_.data(),
                      Order::axis(R), file, line, column) *
                  S))...}});
    }
    tile_view outer_;
  };

  // For the accessors and the collectives. Element indices here are below the
  // tile's extents.

  TC_FN tile_view(const X &x, origin_type origin) : x_(x), origin_(origin) {}

  template <class... I> TC_FN bool has(I... index) const {
    return has_all(std::make_integer_sequence<int, rank()>(), index...);
  }
  template <class... I> TC_FN element_type &at(I... index) const {
    return x_.data()[offset(std::make_integer_sequence<int, rank()>(),
                            index...)];
  }
  template <class... I> TC_FN value_type read(I... index) const {
    if constexpr (std::is_same_v<Policy, exact>)
      return at(index...);
    else
      return has(index...) ? at(index...)
                           : detail::fill_value<Policy, value_type>();
  }
  /// Elements from this one on that the tensor has in its row (along the last
  /// axis); 0 or less if it has not this one.
  template <class... I> TC_FN int run_length(I... index) const {
    const int values[] = {static_cast<int>(index)...};
    constexpr int last = rank() - 1;
    const index_type in_row =
        static_cast<index_type>(remaining<last>() - values[last]);
    return rows_have(std::make_integer_sequence<int, last>(), values)
               ? (in_row < extent<last>() ? static_cast<int>(in_row)
                                          : extent<last>())
               : 0;
  }
  template <class... I>
  TC_FN void put(const value_type &value, I... index) const {
    if constexpr (std::is_same_v<Policy, exact>)
      at(index...) = value;
    else if (has(index...))
      at(index...) = value;
  }
  /// Several neighbours, of which the tensor has all or none.
  template <int N, class... I>
  TC_FN void put_run(const vec<value_type, N> &values, I... index) const {
    if (std::is_same_v<Policy, exact> || has(index...)) {
      // A variable: the cast alone would keep the alignment of one element.
      auto &to = reinterpret_cast<vec<value_type, N> &>(at(index...));
      to = values;
    }
  }

  template <class... I>
  TC_FN decltype(auto) element(const char *file, int line, int column,
                               I... index) const {
    return checked(std::make_integer_sequence<int, rank()>(), file, line,
                   column, index...);
  }
  template <class... I>
  TC_FN void write(const value_type &value, const char *file, int line,
                   int column, I... index) const {
    in_tile(
        std::make_integer_sequence<int, rank()>(),
        [&](auto... i) { put(value, i...); }, file, line, column, index...);
  }

private:
  /// Calls `use` with the indices, checked against the tile.
  template <int... R, class Use, class... I>
  TC_FN decltype(auto) in_tile(std::integer_sequence<int, R...>, Use use,
                               const char *file, int line, int column,
                               I... index) const {
    return use(static_cast<index_type>(detail::check<detail::form::tile, 1, 0>(
        index, extent<R>(), x_.data(), Order::axis(R), file, line,
        column))...);
  }
  template <int... R, class... I>
  TC_FN decltype(auto) checked(std::integer_sequence<int, R...> axes,
                               const char *file, int line, int column,
                               I... index) const {
    if constexpr (detail::is_fill<Policy>)
      return in_tile(
          axes, [&](auto... i) { return read(i...); }, file, line, column,
          index...);
    else
      return in_tile(
          axes,
          [&](auto... i) -> element_type & {
            return at_checked(axes, file, line, column, i...);
          },
          file, line, column, index...);
  }
  /// The element at indices that are in the tile, checked against the tensor.
  template <int... R, class... I>
  TC_FN element_type &at_checked(std::integer_sequence<int, R...>,
                                 const char *file, int line, int column,
                                 I... index) const {
    return at(static_cast<index_type>(
        detail::check<detail::form::tile, 1, 0>(
            static_cast<index_type>(origin_.value[R] + index),
            x_.template extent<Order::axis(R)>(), x_.data(), Order::axis(R),
            file, line, column) -
        origin_.value[R])...);
  }
  /// Axes of one element, too: a tile of a tile may begin past the end. Unsigned,
  /// since the sum of an origin and an index may pass the end of the index type,
  /// though by less than 2^15.
  template <int... R, class... I>
  TC_FN bool has_all(std::integer_sequence<int, R...>, I... index) const {
    using unsigned_type = std::make_unsigned_t<index_type>;
    return ((static_cast<unsigned_type>(
                 static_cast<unsigned_type>(origin_.value[R]) +
                 static_cast<unsigned_type>(index)) <
             static_cast<unsigned_type>(
                 x_.template extent<Order::axis(R)>())) &
            ...);
  }
  template <int... R>
  TC_FN bool rows_have(std::integer_sequence<int, R...>,
                       [[maybe_unused]] const int (&index)[sizeof...(T)]) const {
    return ((index[R] < remaining<R>()) & ... & true);
  }
  template <int... R, class... I>
  TC_FN auto offset(std::integer_sequence<int, R...> axes, I... index) const {
    const index_type in_tensor[] = {
        static_cast<index_type>(origin_.value[R] + index)...};
    return offset_in_order(axes, in_tensor);
  }
  template <int... R>
  TC_FN auto offset_in_order(std::integer_sequence<int, R...>,
                             const index_type (&index)[sizeof...(R)]) const {
    using offset_type = detail::offset_type<index_type, index_type>;
    return x_.offset(static_cast<offset_type>(index[position(R)])...);
  }
  /// The axis of the tile that axis `a` of the tensor is.
  TC_FN static constexpr int position(int a) {
    int found = 0;
    for (int r = 0; r < rank(); ++r)
      if (Order::axis(r) == a)
        found = r;
    return found;
  }
  template <int... R>
  TC_FN int select_valid(int r, std::integer_sequence<int, R...>) const {
    int result = valid<rank() - 1>();
    ((result = r == R ? valid<R>() : result), ...);
    return result;
  }

  X x_;
  origin_type origin_;
};

namespace detail {

/// Whole tiles only, where the policy says so.
template <class X, int... T, int... R>
TC_FN void require_whole_tiles(const X &x, shape<T...>,
                               std::integer_sequence<int, R...>,
                               const char *file, int line, int column) {
  (contract(T == 1 || x.template extent<R>() % T == 0,
            "partition(tc::exact): the tiles divide the extent", file, line,
            column),
   ...);
}

} // namespace detail

template <class T, class Extents, class Layout>
template <int... Tile, class Policy>
TC_FN auto tensor<T, Extents, Layout>::partition(Policy, const char *file,
                                                 int line, int column) const {
  if constexpr (std::is_same_v<Policy, exact>)
    detail::require_whole_tiles(*this, tc::shape<Tile...>(),
                                std::make_integer_sequence<int, rank()>(), file,
                                line, column);
  return tc::partition<tensor, tc::shape<Tile...>, Policy,
                       detail::identity_order<rank()>>(*this);
}

} // namespace tc::inline TC_ABI
