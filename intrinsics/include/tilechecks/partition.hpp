// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// partition: a tensor seen as tiles of constant shape.
//
//   auto p = x.partition<64, 32>();            tiles of 64 x 32 elements, zero past the end
//   auto t = p.tile(m, k);                     checks both coordinates, loads nothing
//   float v = t(r, c);                         an element of the tile
//
// What lies past the end of the tensor in its last tiles is decided by the
// policy, which is part of the type:
//
//   tc::fill<V>   reads give V, writes are dropped; the default, with V = 0
//   tc::exact     there is nothing: the launch is refused unless the tiles divide
//                 the extents
//   tc::masked    the author asks `t.contains(r, c)` before each access
//
// A coordinate counts tiles: its goal is `0 <= i` and `i * t < extent`, so the
// last, overhanging tile is one. Making a partition or asking for the number of
// its tiles checks nothing.
#pragma once

#include "require.hpp"
#include "tensor.hpp"

namespace tc::inline TC_ABI {

struct exact {};
struct masked {};
template <auto V> struct fill {};

/// Axis `a` of a permuted partition is axis `A[a]` of its tensor.
template <int... A> struct order {
  TC_FN static constexpr int axis(int a) {
    constexpr int values[] = {A...};
    return values[a];
  }
  TC_FN static constexpr bool is_permutation() {
    constexpr int rank = sizeof...(A);
    for (int a = 0; a < rank; ++a) {
      int found = 0;
      for (int value : {A...})
        found += value == a ? 1 : 0;
      if (found != 1)
        return false;
    }
    return true;
  }
};

// Of each call a value of another type. GCC and nvcc cannot call a function with
// such an argument: there partitions of one type take each other's indices, whose
// coordinates are checked as any others.
#if defined(__clang__) && !defined(__NVCC__)
#define TC_DETAIL_TAG auto Tag = [] {}
#else
#define TC_DETAIL_TAG auto Tag = 0
#endif

template <class X, class Shape, class Policy, class Order> class tile_view;
template <class X, class Shape, class Policy, class Order> class partition;
template <class P, int Axis> class tile_range;
template <class P, class Tag> class mapped_partition;
template <class P> class mapped_index;

namespace detail {

template <class> inline constexpr bool is_fill = false;
template <auto V> inline constexpr bool is_fill<fill<V>> = true;

template <class Policy, class T> TC_FN T fill_value() {
  if constexpr (is_fill<Policy>)
    return []<auto V>(fill<V>) { return static_cast<T>(V); }(Policy());
  else
    return T();
}

template <class Sequence> struct order_of;
template <int... A> struct order_of<std::integer_sequence<int, A...>> {
  using type = order<A...>;
};
template <int Rank>
using identity_order =
    typename order_of<std::make_integer_sequence<int, Rank>>::type;

/// Tile coordinates or element indices of rank `Rank`, by value.
template <class Index, int Rank> struct coordinates {
  Index value[Rank];
};

/// How many tiles of `Tile` elements cover `extent`. The sum cannot wrap in the
/// unsigned type: an extent is not negative, and a tile has less than 2^15
/// elements along an axis.
template <int Tile, class Index> TC_FN Index tiles_in(Index extent) {
  if constexpr (Tile == 1) {
    return extent;
  } else {
    using counted = std::make_unsigned_t<Index>;
    return static_cast<Index>((static_cast<counted>(extent) + (Tile - 1u)) /
                              static_cast<counted>(Tile));
  }
}

/// The `tile` functions of partition `D`, by rank: the location must be a default
/// argument of the function that the user calls.
template <class D, int Rank> class tile_access;

#define TC_DETAIL_UNPACK(...) __VA_ARGS__
/// M(rank, template parameters, parameters, their names), for what is written out by
/// rank; tile.hpp uses it, too, and ends it.
#define TC_DETAIL_FOR_RANKS(M)                                                 \
  M(1, (index_integer I), (I i), (i))                                          \
  M(2, (index_integer I, index_integer J), (I i, J j), (i, j))                 \
  M(3, (index_integer I, index_integer J, index_integer K), (I i, J j, K k),   \
    (i, j, k))                                                                 \
  M(4,                                                                         \
    (index_integer I, index_integer J, index_integer K, index_integer L),      \
    (I i, J j, K k, L l), (i, j, k, l))                                        \
  M(5,                                                                         \
    (index_integer I, index_integer J, index_integer K, index_integer L,       \
     index_integer M),                                                         \
    (I i, J j, K k, L l, M m), (i, j, k, l, m))
#define TC_DETAIL_TILE(rank, types, params, names)                             \
  template <class D> class tile_access<D, rank> {                              \
  public:                                                                      \
    template <TC_DETAIL_UNPACK types>                                          \
    TC_FN auto tile(TC_DETAIL_UNPACK params, TC_DETAIL_WHERE) const {          \
      return static_cast<const D &>(*this).checked_tile(                       \
          file, line, column, TC_DETAIL_UNPACK names);                         \
    }                                                                          \
    template <index_integer... I>                                              \
      requires(sizeof...(I) != rank)                                           \
    void tile(I...) const = delete;                                            \
    template <class P>                                                         \
    TC_FN auto tile(const mapped_index<P> &index, TC_DETAIL_WHERE) const {     \
      static_assert(std::is_same_v<P, D>,                                      \
                    "tc: an index is good for the partition that minted it "   \
                    "alone; take its coordinates, auto [m, n] = index (P "     \
                    "minted it)");                                             \
      if constexpr (std::is_same_v<P, D>)                                      \
        return static_cast<const D &>(*this).minted_tile(file, line, column,   \
                                                         index);               \
    }                                                                          \
  };
TC_DETAIL_FOR_RANKS(TC_DETAIL_TILE)
#undef TC_DETAIL_TILE

} // namespace detail

/// Tiles of `Shape` elements of tensor `X`.
///
/// `Shape`   `tc::shape<...>`, one extent an axis, in elements, each below 2^15
/// `Policy`  what there is past the end of the tensor
/// `Order`   which axis of the tensor each axis is
///
/// Made by `x.partition<64, 32>()`; trivially copyable, lives in the kernel.
template <class X, int... T, class Policy, class Order>
class partition<X, shape<T...>, Policy, Order>
    : public detail::tile_access<partition<X, shape<T...>, Policy, Order>,
                                 sizeof...(T)> {
  static_assert(sizeof...(T) == X::rank(),
                "tc::partition: one tile extent for each axis of the tensor");
  static_assert(((T > 0 && T < 1 << 15) && ...),
                "tc::partition: a tile has 1 to 32767 elements along an axis");
  static_assert(std::is_signed_v<typename X::index_type>,
                "tc::partition: the tensor's index type is signed");
  static_assert(Order::is_permutation(),
                "tc::partition: the axes are not a permutation");

public:
  using tensor_type = X;
  using tile_shape = shape<T...>;
  using policy = Policy;
  using index_type = typename X::index_type;
  using tile_type = tile_view<X, shape<T...>, Policy, Order>;

  TC_FN static constexpr int rank() { return sizeof...(T); }
  /// Elements of a tile along axis `R`.
  template <int R> TC_FN static constexpr int tile_extent() {
    constexpr int values[] = {T...};
    return values[R];
  }
  /// Elements of the tensor along axis `R` of the partition.
  template <int R> TC_FN index_type extent() const {
    return x_.template extent<Order::axis(R)>();
  }
  /// Tiles along axis `R`, the overhanging one included.
  template <int R>
    requires(0 <= R && R < int(sizeof...(T)))
  TC_FN index_type num_tiles() const {
    return detail::tiles_in<tile_extent<R>()>(extent<R>());
  }
  /// Tiles along axis `r`. Requires `0 <= r < rank()`.
  TC_FN index_type num_tiles(int r) const
      TC_DETAIL_WARN_IF(r < 0 || r >= int(sizeof...(T)), "tc: no such axis") {
    return select_tiles(r, std::make_integer_sequence<int, rank() - 1>());
  }

  TC_FN const X &tensor() const { return x_; }
  /// The axis of the tensor that axis `R` is.
  template <int R> static constexpr int tensor_axis = Order::axis(R);

  /// The same tiles with axis `a` of the result for axis `A[a]` of this.
  template <int... A> TC_FN auto permuted() const {
    static_assert(sizeof...(A) == sizeof...(T),
                  "tc::partition: permuted() names every axis once");
    return partition<X, shape<tile_extent<A>()...>, Policy,
                     order<Order::axis(A)...>>(x_);
  }

  /// The partition with its tiles shared out among the blocks of the launch
  /// (schedule.hpp).
  template <TC_DETAIL_TAG> TC_FN auto mapped() const;

  /// The `count` tiles from `first` on along axis `Axis`, with coordinates of their
  /// own: tile 0 of the range is tile `first`.
  template <int Axis> TC_FN auto range(index_type first, index_type count) const {
    static_assert(0 <= Axis && Axis < int(sizeof...(T)), "tc: no such axis");
    return tile_range<partition, Axis>(*this, first, count);
  }

  // For tile_access.
  template <class... I>
  TC_FN tile_type checked_tile(const char *file, int line, int column,
                               I... index) const {
    return make_tile(file, line, column,
                     std::make_integer_sequence<int, rank()>(), index...);
  }

private:
  // Only the tensor makes one, which asks the launch for what the policy promises.
  template <class, class, class> friend class tensor;
  template <class, class, class, class> friend class partition;
  TC_FN explicit partition(const X &x) : x_(x) {}

  template <int... R, class... I>
  TC_FN tile_type make_tile(const char *file, int line, int column,
                            std::integer_sequence<int, R...>,
                            I... index) const {
    return tile_type(
        x_, {{origin<tile_extent<R>()>(
                detail::check<detail::form::tile, 1, tile_extent<R>()>(
                    index, extent<R>(), x_.data(), Order::axis(R), file, line,
                    column))...}});
  }
  /// In the index type, which the extent fits and so does every origin below it.
  template <int Tile, class I> TC_FN static index_type origin(I index) {
    return static_cast<index_type>(static_cast<index_type>(index) * Tile);
  }
  template <int... R>
  TC_FN index_type select_tiles(int r, std::integer_sequence<int, R...>) const {
    index_type result = num_tiles<rank() - 1>();
    ((result = r == R ? num_tiles<R>() : result), ...);
    return result;
  }

  X x_;
};

#undef TC_DETAIL_TAG

/// Some of a partition's tiles along one axis, made by `p.range<0>(first, count)`.
/// Making it checks nothing: a coordinate along `Axis` is checked twice, against
/// the range, `0 <= i < count`, and `first + i` against the tensor.
template <class P, int Axis>
class tile_range
    : public detail::tile_access<tile_range<P, Axis>, P::rank()> {
public:
  using index_type = typename P::index_type;
  using tile_type = typename P::tile_type;

  TC_FN tile_range(const P &partition, index_type first, index_type count)
      : partition_(partition), first_(first), count_(count) {}

  TC_FN static constexpr int rank() { return P::rank(); }
  /// Tiles along axis `R`: `count` along the axis of the range.
  template <int R> TC_FN index_type num_tiles() const {
    if constexpr (R == Axis)
      return count_;
    else
      return partition_.template num_tiles<R>();
  }

  // For tile_access.
  template <class... I>
  TC_FN tile_type checked_tile(const char *file, int line, int column,
                               I... index) const {
    return shifted(file, line, column,
                   std::make_integer_sequence<int, rank()>(), index...);
  }

private:
  template <int... R, class... I>
  TC_FN tile_type shifted(const char *file, int line, int column,
                          std::integer_sequence<int, R...>, I... index) const {
    return partition_.checked_tile(
        file, line, column, place<R>(file, line, column, index)...);
  }
  /// Where tile `i` of the range is, in 64 bits: first + i may pass the type.
  template <int R, class I>
  TC_FN auto place(const char *file, int line, int column, I i) const {
    if constexpr (R != Axis)
      return i;
    else
      return static_cast<long long>(first_) +
             detail::check<detail::form::tile, 1, 0>(
                 i, count_, partition_.tensor().data(),
                 P::template tensor_axis<R>, file, line, column);
  }

  P partition_;
  index_type first_, count_;
};

} // namespace tc::inline TC_ABI
