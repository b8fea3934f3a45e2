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
      return static_cast<const D &>(*this).has(TC_DETAIL_UNPACK names);        \
    }                                                                          \
  };
TC_DETAIL_FOR_RANKS(TC_DETAIL_ELEMENTS)
#undef TC_DETAIL_ELEMENTS
#undef TC_DETAIL_FOR_RANKS
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
    return static_cast<index_type>(
        static_cast<unsigned_type>(x_.template extent<Order::axis(R)>()) -
        static_cast<unsigned_type>(origin_.value[R]));
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
              static_cast<unsigned_type>(outer_.origin_.value[R]) +
              static_cast<unsigned_type>(
                  detail::check<detail::form::tile, 1, S>(
                      index, tile_view::extent<R>(), outer_.x_.data(),
                      Order::axis(R), file, line, column) *
                  S))...}});
    }
    tile_view outer_;
  };

  // For the accessors and the collectives. Element indices here are below the
  // tile's extents.

  template <class... I> TC_FN bool has(I... index) const {
    return has_all(std::make_integer_sequence<int, rank()>(), index...);
  }
  template <class... I> TC_FN element_type &element_at(I... index) const {
    return x_.data()[offset(std::make_integer_sequence<int, rank()>(),
                            index...)];
  }
  template <class... I> TC_FN value_type read(I... index) const {
    if constexpr (std::is_same_v<Policy, exact>)
      return element_at(index...);
    else
      return has(index...) ? element_at(index...)
                           : detail::fill_value<Policy, value_type>();
  }
  template <class... I>
  TC_FN void put(const value_type &value, I... index) const {
    if constexpr (std::is_same_v<Policy, exact>)
      element_at(index...) = value;
    else if (has(index...))
      element_at(index...) = value;
  }
  /// Several neighbours, of which the tensor has all or none.
  template <int N, class... I>
  TC_FN void put_run(const vec<value_type, N> &values, I... index) const {
    if (std::is_same_v<Policy, exact> || has(index...)) {
      // A variable: the cast alone would keep the alignment of one element.
      auto &to = reinterpret_cast<vec<value_type, N> &>(element_at(index...));
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
  // Origins and what lies behind them may pass the end of the index type, by less
  // than 2^16: they are added in its unsigned one.
  using unsigned_type = std::make_unsigned_t<index_type>;
  // Only a partition makes one, from coordinates that it checked.
  template <class, class, class, class> friend class tc::partition;
  template <class, class, class, class> friend class tile_view;
  TC_FN tile_view(const X &x, origin_type origin) : x_(x), origin_(origin) {}

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
    return element_at(static_cast<index_type>(
        detail::check<detail::form::tile, 1, 0>(
            static_cast<index_type>(origin_.value[R] + index),
            x_.template extent<Order::axis(R)>(), x_.data(), Order::axis(R),
            file, line, column) -
        origin_.value[R])...);
  }
  /// Axes of one element, too: a tile of a tile may begin past the end.
  template <int... R, class... I>
  TC_FN bool has_all(std::integer_sequence<int, R...>, I... index) const {
    return ((static_cast<unsigned_type>(
                 static_cast<unsigned_type>(origin_.value[R]) +
                 static_cast<unsigned_type>(index)) <
             static_cast<unsigned_type>(
                 x_.template extent<Order::axis(R)>())) &
            ...);
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
    // A constant: the plugin reads the code before anything is unrolled.
    return x_.offset(static_cast<offset_type>(
        index[std::integral_constant<int, position(R)>::value])...);
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
