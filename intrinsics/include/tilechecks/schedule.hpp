// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mapped_partition: a partition whose tiles the blocks of a launch share out.
//
//   auto out = z.partition<128, 128>().mapped();
//   for (auto index : out.indices(tc::persistent)) {
//     auto [m, n] = index;
//     ...
//     tc::store(tc::block, layout, out.tile(index), acc);
//   }
//
//   tc::persistent    tile number blockIdx.x, + gridDim.x, ...; row-major
//   tc::grouped<8>    the same walk; numbers go down columns of 8 tiles, so that
//                     blocks that run together share rows and columns
//
// Every tile is met once, by one block, whatever the grid: its y and z must be 1,
// which is a check of the launch. Tile numbers are 64-bit, so 65536 x 40000 tiles
// do not wrap around; the coordinates are of the index type.
#pragma once

#include <limits>

#include "tile.hpp"

namespace tc::inline TC_ABI {

inline constexpr struct persistent_schedule {
} persistent;
template <int Rows> struct grouped_schedule {
  static_assert(Rows > 0, "tc::grouped: a group has at least one row of tiles");
};
template <int Rows> inline constexpr grouped_schedule<Rows> grouped;

/// The coordinates of one tile of a mapped partition, made by its `indices`:
/// `auto [m, n] = index;`. As a whole it is good for the partition that made it
/// and for no other; its coordinates are plain integers.
template <class P> class mapped_index {
public:
  using partition_type = P;
  using index_type = typename P::index_type;
  TC_FN static constexpr int rank() { return P::rank(); }
  template <int R> TC_FN index_type component() const {
    return coordinates_.value[R];
  }
  /// The coordinates: `auto [m, n] = index.components();`.
  TC_FN const mapped_index &components() const { return *this; }
  template <std::size_t R> TC_FN index_type get() const {
    return coordinates_.value[R];
  }

private:
  template <class, class> friend class mapped_indices;
  TC_FN explicit mapped_index(
      detail::coordinates<index_type, P::rank()> coordinates)
      : coordinates_(coordinates) {}
  detail::coordinates<index_type, P::rank()> coordinates_;
};

#if defined(__CUDACC__)

/// What a range-for over a mapped partition walks.
template <class P, class Schedule> class mapped_indices {
public:
  using index_type = typename P::index_type;
  struct end_of_walk {};
  class iterator {
  public:
    TC_DEVICE_FN iterator(const mapped_indices &walk, long long number)
        : walk_(walk), number_(number) {}
    TC_DEVICE_FN bool operator!=(end_of_walk) const {
      return number_ < walk_.count_;
    }
    TC_DEVICE_FN iterator &operator++() {
      number_ += gridDim.x;
      return *this;
    }
    TC_DEVICE_FN mapped_index<P> operator*() const {
      return walk_.at(Schedule(), number_);
    }

  private:
    const mapped_indices &walk_;
    long long number_;
  };

  TC_DEVICE_FN explicit mapped_indices(const P &partition)
      : partition_(partition),
        count_(count(std::make_integer_sequence<int, P::rank()>())) {}
  TC_DEVICE_FN iterator begin() const { return iterator(*this, blockIdx.x); }
  TC_DEVICE_FN end_of_walk end() const { return {}; }

private:
  static constexpr long long most_tiles =
      TC_DETAIL_WIDE_OFFSETS ? std::numeric_limits<long long>::max()
                             : std::numeric_limits<index_type>::max();
  /// Number of tiles. The launch has checked that the number of elements fits the index
  /// type, and so do these products, unless an axis behind is empty: the minimum changes
  /// nothing, and says so to whoever does not know of that check.
  template <int... R>
  TC_DEVICE_FN long long count(std::integer_sequence<int, R...>) const {
    long long all = 1;
    ((all = (R < 2 || is_one_tile<R>() || all < most_tiles ? all : most_tiles) *
            static_cast<long long>(partition_.template num_tiles<R>())),
     ...);
    return all;
  }
  /// Whether axis `R` is one tile, as its constant extent says.
  template <int R> TC_FN static constexpr bool is_one_tile() {
    using tiles = typename P::partition_type;
    constexpr auto extent = tiles::tensor_type::extents_type::static_extent(
        tiles::template tensor_axis<R>);
    return 0 < extent && extent <= tiles::template tile_extent<R>();
  }
  TC_DEVICE_FN mapped_index<P> at(persistent_schedule, long long number) const {
    return decode(number, std::make_integer_sequence<int, P::rank()>());
  }
  /// Row-major: axis `R` is the number without the axes behind it, modulo its
  /// tiles; nothing is modulo the first.
  template <int... R>
  TC_DEVICE_FN mapped_index<P>
  decode(long long number, std::integer_sequence<int, R...>) const {
    return mapped_index<P>({{static_cast<index_type>(digit<R>(number))...}});
  }
  template <int R> TC_DEVICE_FN long long digit(long long number) const {
    if constexpr (R == 0)
      return without_tail<R>(number);
    else
      return without_tail<R>(number) % partition_.template num_tiles<R>();
  }
  template <int R> TC_DEVICE_FN long long without_tail(long long number) const {
    if constexpr (R == P::rank() - 1)
      return number;
    else
      return without_tail<R + 1>(number) /
             partition_.template num_tiles<R + 1>();
  }
  template <int Rows>
  TC_DEVICE_FN mapped_index<P> at(grouped_schedule<Rows>,
                                  long long number) const {
    static_assert(P::rank() == 2, "tc::grouped: two axes of tiles");
    const long long rows = partition_.template num_tiles<0>();
    const long long columns = partition_.template num_tiles<1>();
    const long long first = number / (Rows * columns) * Rows;
    const long long within = number % (Rows * columns);
    // The last group may be lower. Its height is a number of the launch.
    const long long rest = rows % Rows;
    const long long height = rest > 1 ? rest : 1;
    const bool whole = rows - first >= Rows;
    const long long m = first + (whole ? within % Rows : within % height);
    const long long n = whole ? within / Rows : within / height;
    // Neither changes anything; they say so to whoever does not see through the
    // quotients.
    const long long last_row = rows - 1, last_column = columns - 1;
    return mapped_index<P>(
        {{static_cast<index_type>(m < last_row ? m : last_row),
          static_cast<index_type>(n < last_column ? n : last_column)}});
  }

  P partition_;
  long long count_;
};

#endif

/// A partition whose tiles are shared out, made by `p.mapped()`. `Tag` makes each
/// a type of its own, so that using its index on another is a compile error.
template <class P, class Tag>
class mapped_partition
    : public detail::tile_access<mapped_partition<P, Tag>, P::rank()> {
public:
  using partition_type = P;
  using index_type = typename P::index_type;
  using tile_type = typename P::tile_type;

  TC_FN explicit mapped_partition(const P &partition) : partition_(partition) {}

  TC_FN static constexpr int rank() { return P::rank(); }
  /// Tiles along axis `R`.
  template <int R> TC_FN index_type num_tiles() const {
    return partition_.template num_tiles<R>();
  }
  TC_FN index_type num_tiles(int r) const { return partition_.num_tiles(r); }

#if defined(__CUDACC__)
  /// The tiles of this block, by `tc::persistent` or `tc::grouped<Rows>`.
  template <class Schedule>
  TC_DEVICE_FN auto indices(Schedule, TC_DETAIL_WHERE) const {
    detail::contract(gridDim.y == 1 && gridDim.z == 1,
                     "indices(): the schedule shares tiles out along gridDim.x",
                     file, line, column);
    return mapped_indices<mapped_partition, Schedule>(*this);
  }
#endif

  // For tile_access.
  template <class... I>
  TC_FN tile_type checked_tile(const char *file, int line, int column,
                               I... index) const {
    return partition_.checked_tile(file, line, column, index...);
  }
  TC_FN tile_type minted_tile(const char *file, int line, int column,
                              const mapped_index<mapped_partition> &index) const {
    return by_coordinates(file, line, column, index,
                          std::make_integer_sequence<int, rank()>());
  }

private:
  template <class Index, int... R>
  TC_FN tile_type by_coordinates(const char *file, int line, int column,
                                 const Index &index,
                                 std::integer_sequence<int, R...>) const {
    return partition_.checked_tile(file, line, column,
                                   index.template component<R>()...);
  }
  P partition_;
};

template <class X, int... T, class Policy, class Order>
template <auto Tag>
TC_FN auto partition<X, shape<T...>, Policy, Order>::mapped() const {
  return mapped_partition<partition, std::remove_const_t<decltype(Tag)>>(*this);
}

} // namespace tc::inline TC_ABI

template <class P>
struct std::tuple_size<tc::mapped_index<P>>
    : std::integral_constant<std::size_t, P::rank()> {};
template <std::size_t R, class P>
struct std::tuple_element<R, tc::mapped_index<P>> {
  using type = typename P::index_type;
};
