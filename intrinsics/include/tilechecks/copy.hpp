// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collectives: a group of threads moves a tile.
//
//   tc::copy(tc::block, p.tile(m, k), As)           global to shared, or back
//   tc::copy_async<16>(tc::block, p.tile(m, k), As) 16 bytes a cp.async
//   tc::commit(); tc::wait<1>();                    its groups
//   tc::store(tc::block_of<128>, layout, out.tile(m, n), acc)
//
// Inside, no access needs a check: a loop over a tile stays in the tile, whose
// shape is a constant, and the tile's coordinates were checked when it was made.
// Past the end of the tensor the tile's policy decides. None of them waits for
// other threads; barriers are the author's.
//
// Source of the asynchronous copies: PTX ISA, "Data Movement and Conversion
// Instructions: cp.async", of "cp.async.commit_group", "cp.async.wait_group".
#pragma once

#include "array.hpp"
#include "group.hpp"
#include "smem.hpp"
#include "tile.hpp"

#if defined(__CUDACC__)

namespace tc::inline TC_ABI {

namespace detail {

template <class> inline constexpr bool is_tile = false;
template <class X, class S, class P, class O>
inline constexpr bool is_tile<tile_view<X, S, P, O>> = true;
template <class> inline constexpr bool is_smem = false;
template <class T, class S, class W>
inline constexpr bool is_smem<smem<T, S, W>> = true;

/// Whether `Array`, a shared array, has room for a tile: the same rank, no axis
/// shorter (the rest is padding).
template <class Tile, class Array, int... R>
TC_FN constexpr bool holds_tile(std::integer_sequence<int, R...>) {
  return Tile::rank() == Array::rank() &&
         ((Tile::template extent<R>() <= Array::template extent<R>()) && ...);
}
template <class Tile, class Array>
inline constexpr bool has_room = holds_tile<Tile, Array>(
    std::make_integer_sequence<int, Tile::rank()>());

/// Index along axis `R` of the element that is number `e` of a tile, row-major.
template <class Tile, int R> TC_FN int digit(int e) {
  if constexpr (R == Tile::rank() - 1) {
    return R == 0 ? e : e % Tile::template extent<R>();
  } else {
    int tail = 1;
    [&]<int... Q>(std::integer_sequence<int, Q...>) {
      ((tail *= Q > R ? Tile::template extent<Q>() : 1), ...);
    }(std::make_integer_sequence<int, Tile::rank()>());
    return R == 0 ? e / tail : e / tail % Tile::template extent<R>();
  }
}

/// Calls `use(i...)` for the indices of every element of a tile that is this
/// thread's, or for the first of every `Run` elements of a row.
template <class Tile, int Run, class Group, class Use, int... R>
TC_DEVICE_FN void for_each(Group group, Use use,
                           std::integer_sequence<int, R...>) {
  constexpr int runs = Tile::size() / Run;
  auto visit = [&](int number) { use(digit<Tile, R>(number * Run)...); };
  if constexpr (Group::static_size > 0) {
    constexpr int rounds = (runs + Group::static_size - 1) / Group::static_size;
    // A thread that copies a large tile by itself stays a loop.
    constexpr int at_once = rounds <= 64 ? rounds : 4;
#pragma unroll at_once
    for (int round = 0; round < rounds; ++round) {
      const int number = round * Group::static_size + group.rank();
      if (runs % Group::static_size == 0 || number < runs)
        visit(number);
    }
  } else {
    for (int number = group.rank(); number < runs; number += group.size())
      visit(number);
  }
}

} // namespace detail

/// Copies a tile to a shared array of at least its shape, or a shared array to a
/// tile. What the tile lacks is filled by its policy's value (`masked`: with 0);
/// nothing is written past the end of a tensor.
template <class Group, class Source, class Target>
  requires(detail::is_tile<Source> && detail::is_smem<Target>)
TC_DEVICE_FN void copy(Group group, const Source &source, Target &target,
                       TC_DETAIL_WHERE) {
  static_assert(detail::has_room<Source, Target>,
                "tc::copy: the shared array is smaller than the tile");
  group.check(file, line, column);
  detail::for_each<Source, 1>(
      group,
      [&](auto... i) { target.data()[target.offset(i...)] = source.read(i...); },
      std::make_integer_sequence<int, Source::rank()>());
}
template <class Group, class Source, class Target>
  requires(detail::is_smem<Source> && detail::is_tile<Target>)
TC_DEVICE_FN void copy(Group group, const Source &source, const Target &target,
                       TC_DETAIL_WHERE) {
  static_assert(detail::has_room<Target, Source>,
                "tc::copy: the shared array is smaller than the tile");
  group.check(file, line, column);
  detail::for_each<Target, 1>(
      group,
      [&](auto... i) { target.put(source.data()[source.offset(i...)], i...); },
      std::make_integer_sequence<int, Target::rank()>());
}
/// Copies a tile of one tensor to a tile of the same shape of another.
template <class Group, class Source, class Target>
  requires(detail::is_tile<Source> && detail::is_tile<Target>)
TC_DEVICE_FN void copy(Group group, const Source &source, const Target &target,
                       TC_DETAIL_WHERE) {
  static_assert(std::is_same_v<typename Source::tile_shape,
                               typename Target::tile_shape>,
                "tc::copy: the tiles have different shapes");
  group.check(file, line, column);
  detail::for_each<Source, 1>(
      group, [&](auto... i) { target.put(source.read(i...), i...); },
      std::make_integer_sequence<int, Source::rank()>());
}

namespace detail {

/// One cp.async of `Bytes` bytes, of which the last `Bytes - given` become 0.
template <int Bytes>
TC_DEVICE_FN void copy_bytes_async(void *shared, const void *global,
                                   int given) {
#if TC_DETAIL_CLANG_CUDA
  auto *to = (__attribute__((address_space(3))) void *)shared;
  auto *from = (const __attribute__((address_space(1))) void *)global;
  if constexpr (Bytes == 16)
    __nvvm_cp_async_cg_shared_global_16(to, from, given);
  else if constexpr (Bytes == 8)
    __nvvm_cp_async_ca_shared_global_8(to, from, given);
  else
    __nvvm_cp_async_ca_shared_global_4(to, from, given);
#else
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to),
                 "l"(global), "r"(given)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to),
                 "l"(global), "n"(Bytes), "r"(given)
                 : "memory");
#endif
}
/// The same with nothing to fill.
template <int Bytes>
TC_DEVICE_FN void copy_bytes_async(void *shared, const void *global) {
#if TC_DETAIL_CLANG_CUDA
  auto *to = (__attribute__((address_space(3))) void *)shared;
  auto *from = (const __attribute__((address_space(1))) void *)global;
  if constexpr (Bytes == 16)
    __nvvm_cp_async_cg_shared_global_16(to, from);
  else if constexpr (Bytes == 8)
    __nvvm_cp_async_ca_shared_global_8(to, from);
  else
    __nvvm_cp_async_ca_shared_global_4(to, from);
#else
  copy_bytes_async<Bytes>(shared, global, Bytes);
#endif
}

template <class Policy> TC_FN constexpr bool fills_with_zero() {
  if constexpr (is_fill<Policy>)
    return []<auto V>(fill<V>) { return V == decltype(V)(0); }(Policy());
  else
    return true;
}

} // namespace detail

/// Starts copying a tile to a shared array, `Bytes` bytes (4, 8 or 16) an
/// instruction. They arrive by the `wait` that covers the `commit` after it; until
/// then neither side may be touched.
///
/// The tile's last axis must be the tensor's contiguous one. That the tensor's
/// address and its rows are multiples of `Bytes` is a check of the launch. Past
/// the end of the tensor the shared array gets 0, which the policy must allow
/// (`exact`, `fill<0>`, `masked`).
template <int Bytes, class Group, class Source, class Target>
TC_DEVICE_FN void copy_async(Group group, const Source &source, Target &target,
                             TC_DETAIL_WHERE) {
  using element = typename Source::value_type;
  constexpr int rank = Source::rank(), last = rank - 1;
  constexpr int run = Bytes / static_cast<int>(sizeof(element));
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16,
                "tc::copy_async: 4, 8 or 16 bytes at once");
  static_assert(std::is_same_v<element, typename Target::value_type>,
                "tc::copy_async: the elements are of different types; use tc::copy");
  static_assert(Bytes % static_cast<int>(sizeof(element)) == 0,
                "tc::copy_async: no whole number of elements at once");
  static_assert(run > 0 && Source::template extent<last>() % run == 0,
                "tc::copy_async: a row of the tile is no multiple of that many "
                "bytes");
  static_assert(detail::has_room<Source, Target>,
                "tc::copy_async: the shared array is smaller than the tile");
  static_assert(Target::contiguous_run >= run &&
                    Target::template extent<last>() % run == 0,
                "tc::copy_async: the shared array does not keep that many "
                "neighbours together, or not aligned");
  static_assert(Source::template tensor_axis<last> ==
                    Source::tensor_type::contiguous_axis,
                "tc::copy_async: the last axis of the tile is not contiguous");
  static_assert(detail::fills_with_zero<typename Source::policy>(),
                "tc::copy_async: cp.async fills with 0 alone; use tc::copy");
  group.check(file, line, column);
  const auto &x = source.tensor();
  detail::contract(reinterpret_cast<std::uintptr_t>(x.data()) % Bytes == 0,
                   "copy_async: the tensor's address is aligned", file, line,
                   column);
  if constexpr (rank > 1)
    detail::contract(x.template extent<Source::tensor_type::contiguous_axis>() %
                             run ==
                         0,
                     "copy_async: the tensor's rows are aligned", file, line,
                     column);
  detail::for_each<Source, run>(
      group,
      [&](auto... i) {
        auto *to = target.data() + target.offset(i...);
        const auto *from = &source.element_at(i...);
        if constexpr (std::is_same_v<typename Source::policy, exact>) {
          detail::copy_bytes_async<Bytes>(to, from);
        } else {
          // Rows are multiples of a run: the tensor has all of it or nothing. In
          // a vector the last run may be cut short.
          const bool there = source.has(i...);
          int given = there ? run : 0;
          if constexpr (rank == 1)
            if (const auto rest = source.template remaining<0>() - (i + ...);
                there && rest < run)
              given = static_cast<int>(rest);
          detail::copy_bytes_async<Bytes>(
              to, there ? from : source.tensor().data(),
              given * static_cast<int>(sizeof(element)));
        }
      },
      std::make_integer_sequence<int, rank>());
}

/// Closes a group of asynchronous copies of this thread.
TC_DEVICE_FN void commit() {
#if TC_DETAIL_CLANG_CUDA
  __nvvm_cp_async_commit_group();
#else
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits until at most the `Pending` newest groups of this thread are under way.
/// Other threads see what arrived after a barrier.
template <int Pending = 0> TC_DEVICE_FN void wait() {
  static_assert(Pending >= 0, "tc::wait: a number of groups");
#if TC_DETAIL_CLANG_CUDA
  __nvvm_cp_async_wait_group(Pending);
#else
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
#endif
}

/// A ring of `Stages` shared arrays that tiles are copied into ahead of their use:
///
///   tc::pipeline ring(tc::block_of<256>, stages);     __shared__ smem stages[L];
///   for (int s = 0; s < L - 1; ++s) ring.load<16>(tile(s), s < n);
///   for (int k = 0; k < n; ++k) {
///     auto &a = ring.wait();           the tile loaded first; barrier inside
///     ... use a ...
///     ring.load<16>(tile(k + L - 1), k + L - 1 < n);
///   }
///
/// A stage may be any type: `fill` leaves the copying into it to its caller, for
/// tiles that are used together,
///
///   struct step { tc::smem<...> a, b; };            __shared__ step stages[L];
///   ring.fill([&](step &to) { tc::copy_async<16>(block, x.tile(m, k), to.a);
///                             tc::copy_async<16>(block, y.tile(k, n), to.b); },
///             k < n);
///
/// With one stage nothing is ahead: load before each `wait`, and let all threads
/// meet after the use. How many stages there are changes when tiles are asked for,
/// never what is read. `load` and `fill` with `false` ask for nothing and still
/// count, so that `wait` covers the same number of groups in every round.
template <int Stages, class Array, class Group> class pipeline {
  static_assert(Stages >= 1, "tc::pipeline: at least one stage");

public:
  TC_DEVICE_FN pipeline(Group group, Array (&stages)[Stages])
      : group_(group), stages_(stages) {}

  /// Starts loading the tile that `make()` gives into the next stage, if `wanted`.
  template <int Bytes, class Make>
  TC_DEVICE_FN void load(Make make, bool wanted = true, TC_DETAIL_WHERE) {
    fill(
        [&](Array &to) {
          copy_async<Bytes>(group_, make(), to, file, line, column);
        },
        wanted);
  }
  /// Starts filling the next stage by `copy(stage)`, if `wanted`.
  template <class Copy>
  TC_DEVICE_FN void fill(Copy copy, bool wanted = true) {
    if (wanted)
      copy(stages_[in_]);
    commit();
    in_ = in_ + 1 == Stages ? 0 : in_ + 1;
  }
  /// The oldest tile, for all threads of the block: waits for it and joins them.
  /// One load may follow before the next call.
  TC_DEVICE_FN Array &wait() {
    tc::wait<(Stages > 1 ? Stages - 2 : 0)>();
    __syncthreads();
    Array &oldest = stages_[out_];
    out_ = out_ + 1 == Stages ? 0 : out_ + 1;
    return oldest;
  }

private:
  Group group_;
  Array (&stages_)[Stages];
  int in_ = 0, out_ = 0;
};

/// Where the elements of a tile are that a group of threads holds in registers.
/// A layout has
///
///   static constexpr int threads, elements;       a thread holds `elements`
///   static constexpr int row(int thread, int i);
///   static constexpr int column(int thread, int i);
///   static constexpr int run;                     optional: so many elements,
///         from each multiple of it on, are neighbours in a row and move at once
///
/// and is proven here, by trying all of them: each position of a tile of `Rows` x
/// `Columns` belongs to exactly one element of one thread.
template <class Layout, int Rows, int Columns>
TC_FN constexpr bool covers_tile() {
  if (Layout::threads * Layout::elements != Rows * Columns)
    return false;
  bool seen[Rows * Columns] = {};
  for (int thread = 0; thread < Layout::threads; ++thread)
    for (int i = 0; i < Layout::elements; ++i) {
      const int row = Layout::row(thread, i), column = Layout::column(thread, i);
      if (row < 0 || row >= Rows || column < 0 || column >= Columns ||
          seen[row * Columns + column])
        return false;
      seen[row * Columns + column] = true;
    }
  return true;
}

namespace detail {

template <class Layout> TC_FN constexpr int layout_run() {
  if constexpr (requires { Layout::run; })
    return Layout::run;
  else
    return 1;
}

/// Whether every run of the layout is what it is said to be. As the runs cover the
/// rows of a tile, each begins at a multiple of its length.
template <class Layout> TC_FN constexpr bool has_runs() {
  constexpr int run = layout_run<Layout>();
  if constexpr (run < 1 || Layout::elements % (run < 1 ? 1 : run) != 0) {
    return false;
  } else {
    for (int thread = 0; thread < Layout::threads; ++thread)
      for (int i = 0; i < Layout::elements; ++i) {
        const int first = i / run * run;
        if (Layout::row(thread, i) != Layout::row(thread, first) ||
            Layout::column(thread, i) !=
                Layout::column(thread, first) + (i - first))
          return false;
      }
    return true;
  }
}

/// Whether a tile is a matrix: its axes before the last two have one element.
template <class Tile, int... R>
TC_FN constexpr bool is_matrix(std::integer_sequence<int, R...>) {
  return ((Tile::template extent<R>() == 1) && ... && true);
}

} // namespace detail

/// Writes the elements that the group's threads hold to a tile; what lies past the
/// end of the tensor is dropped. Rows and columns are the tile's last two axes,
/// those before have one element.
///
/// If the layout has runs, the columns must be the tensor's contiguous axis, and
/// that its address and its rows are multiples of a run is a check of the launch.
template <class Group, class Layout, class Target, class Fragment>
TC_DEVICE_FN void store(Group group, Layout, const Target &target,
                        const Fragment &fragment, TC_DETAIL_WHERE) {
  using value = typename Target::value_type;
  constexpr int rank = Target::rank(), run = detail::layout_run<Layout>();
  static_assert(rank >= 2 && detail::is_matrix<Target>(
                                 std::make_integer_sequence<int, rank - 2>()),
                "tc::store: the tile is no matrix");
  static_assert(Group::static_size == Layout::threads,
                "tc::store: the layout is for another number of threads");
  static_assert(
      covers_tile<Layout, Target::template extent<rank - 2>(),
                  Target::template extent<rank - 1>()>(),
      "tc::store: the layout does not give each element of the tile to one "
      "thread");
  static_assert(detail::has_runs<Layout>(),
                "tc::store: the layout's runs are no neighbours in a row");
  static_assert(Fragment::size() == Layout::elements,
                "tc::store: the fragment has another number of elements than "
                "the layout");
  group.check(file, line, column);
  if constexpr (run > 1) {
    constexpr int axis = Target::tensor_type::contiguous_axis;
    static_assert(Target::template tensor_axis<rank - 1> == axis,
                  "tc::store: runs need the tile's last axis to be contiguous");
    const auto &x = target.tensor();
    detail::contract(reinterpret_cast<std::uintptr_t>(x.data()) %
                             (run * sizeof(value)) ==
                         0,
                     "store: the tensor's address is aligned", file, line,
                     column);
    detail::contract(x.template extent<axis>() % run == 0,
                     "store: the tensor's rows are aligned", file, line,
                     column);
  }
  const int thread = group.rank();
  [&]<int... Zero>(std::integer_sequence<int, Zero...>) {
#pragma unroll
    for (int i = 0; i < Layout::elements; i += run) {
      const int row = Layout::row(thread, i), at = Layout::column(thread, i);
      if constexpr (run == 1) {
        target.put(static_cast<value>(fragment.data()[i]), Zero * 0 ..., row,
                   at);
      } else {
        vec<value, run> together;
        for (int e = 0; e < run; ++e)
          together.data()[e] = static_cast<value>(fragment.data()[i + e]);
        target.put_run(together, Zero * 0 ..., row, at);
      }
    }
  }(std::make_integer_sequence<int, rank - 2>());
}

} // namespace tc::inline TC_ABI

#endif
