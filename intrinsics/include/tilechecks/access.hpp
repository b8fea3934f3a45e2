// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accessors that tensors, shared arrays and register arrays have in common:
//
//   x(i, j)             checked element
//   x.vec<4>(i, j)      checked aligned vector of 4 elements that starts there
//   x.unchecked(i, j)   element that the author answers for
//
// They are written out per rank, since `__builtin_LINE` and its like tell the
// user's line only as default arguments of the function the user calls. A call
// with another number of indices meets a deleted function: without it, `x(i, j,
// 0)` on a tensor of rank 2 would take the 0 for the file name.
#pragma once

#include <cstdint>

#include "layout.hpp"
#include "require.hpp"

namespace tc::inline TC_ABI {

template <class T, int N> class vec;

namespace detail {

/// Whether `index` cannot be within the constant extent of axis `R`. False for
/// a dynamic extent.
template <class Extents, int R, class Index>
TC_FN constexpr bool outside(Index index, int span = 1) {
  if constexpr (Extents::static_extent(R) == dyn)
    return false;
  else
    return !inside(index, Extents::static_extent(R), 0, span);
}

/// `vec<T, N>` with the constness of `Ref`, which is `T &` or `const T &`.
template <class Ref, int N, class T = std::remove_reference_t<Ref>>
using vec_reference =
    std::conditional_t<std::is_const_v<T>, const vec<std::remove_const_t<T>, N>,
                       vec<std::remove_const_t<T>, N>> &;

template <int Rank, class = std::make_integer_sequence<int, Rank>> struct axes;
template <int Rank, int... Axis>
struct axes<Rank, std::integer_sequence<int, Axis...>> {
  /// Checks every axis of one access and returns the offset of its element.
  template <form Form, int Span, class X, class... I>
  TC_FN static auto checked_offset(const X &x, const char *file, int line,
                                   int column, I... index) {
    using offset = offset_type<typename X::index_type, I...>;
    return x.offset(static_cast<offset>(
        check<Form, (Axis == X::contiguous_axis ? Span : 1), 0>(
            index, x.template extent<Axis>(), x.data(), Axis, file, line,
            column))...);
  }
};

/// The element of `x` at the checked indices.
template <class X, class... I>
TC_FN auto &element(X &x, const char *file, int line, int column, I... index) {
  return x
      .data()[axes<sizeof...(I)>::template checked_offset<X::access_form, 1>(
          x, file, line, column, index...)];
}

/// The `N` elements of `x` from the checked indices on: `N * sizeof(T)` bytes, at a
/// multiple of that many. That the address and the rows of a tensor among the
/// kernel's arguments are such multiples is a check of the launch; that the index
/// along the contiguous axis is one of `N`, and the address of a tensor made in the
/// kernel, is left to the author: the device stops at a vector that is not aligned.
template <int N, class Ref, class X, class... I>
TC_FN vec_reference<Ref, N> vector(X &x, const char *file, int line, int column,
                                   I... index) {
  static_assert(X::contiguous_axis >= 0,
                "tc: vec() needs a layout with a contiguous axis");
  static_assert(N <= X::contiguous_run,
                "tc: this swizzle does not keep that many neighbours together");
#if !TC_DETAIL_IN_PLACE
  // Shared arrays are aligned by their type.
  if constexpr (N > 1 && X::access_form == form::element) {
    constexpr int bytes = N * sizeof(std::remove_reference_t<Ref>);
    contract(reinterpret_cast<std::uintptr_t>(x.data()) % bytes == 0,
             "the address is aligned", file, line, column);
    if constexpr (sizeof...(I) > 1)
      contract(x.template extent<X::contiguous_axis>() % N == 0,
               "the rows are aligned", file, line, column);
  }
#endif
  auto *first =
      x.data() + axes<sizeof...(I)>::template checked_offset<form::vector, N>(
                     x, file, line, column, index...);
#if TC_DETAIL_IN_PLACE
  if (reinterpret_cast<std::uintptr_t>(first) %
          alignof(std::remove_reference_t<vec_reference<Ref, N>>) !=
      0)
    stop(file, line, "the vector is not aligned to its size");
#endif
  return reinterpret_cast<vec_reference<Ref, N>>(*first);
}

/// The element of `x` at indices that nobody checks: an obligation, which the
/// plugin counts.
template <class X, class... I>
TC_FN auto &unchecked_element(X &x, [[maybe_unused]] const char *file,
                              [[maybe_unused]] int line,
                              [[maybe_unused]] int column, I... index) {
  using offset = offset_type<typename X::index_type, I...>;
#if !TC_DETAIL_IN_PLACE
  TC_DETAIL_MARK_UNCHECKED();
#endif
  return x.data()[x.offset(static_cast<offset>(index)...)];
}

/// The accessors of `D`, by rank. `Ref` is what a mutable `D` gives, `ConstRef`
/// what a const one gives; for a tensor, which is a view, both are `T &`.
template <class D, class Ref, class ConstRef, class Extents,
          int Rank = Extents::rank()>
class access;

#define TC_DETAIL_SELF static_cast<D &>(*this), file, line, column
#define TC_DETAIL_CONST_SELF static_cast<const D &>(*this), file, line, column
#define TC_DETAIL_DELETE(rank, constness)                                      \
  template <index_integer... I>                                                \
    requires(sizeof...(I) != rank)                                             \
  void operator()(I...) constness = delete;                                    \
  template <index_integer... I>                                                \
    requires(sizeof...(I) != rank)                                             \
  void unchecked(I...) constness = delete;                                     \
  template <int N, index_integer... I>                                         \
    requires(sizeof...(I) != rank)                                             \
  void vec(I...) constness = delete;
#define TC_DETAIL_NO_CONST
#define TC_DETAIL_WRONG_RANK(rank)                                             \
  TC_DETAIL_DELETE(rank, TC_DETAIL_NO_CONST) TC_DETAIL_DELETE(rank, const)
#define TC_DETAIL_WARN_OUTSIDE(index, axis)                                    \
  TC_DETAIL_WARN_IF((outside<Extents, axis>(index)),                           \
                    "tc: index is outside the constant extent of dim " #axis)
#define TC_DETAIL_WARN_1 TC_DETAIL_WARN_OUTSIDE(i, 0)
#define TC_DETAIL_WARN_2 TC_DETAIL_WARN_1 TC_DETAIL_WARN_OUTSIDE(j, 1)
#define TC_DETAIL_WARN_3 TC_DETAIL_WARN_2 TC_DETAIL_WARN_OUTSIDE(k, 2)
#define TC_DETAIL_WARN_4 TC_DETAIL_WARN_3 TC_DETAIL_WARN_OUTSIDE(l, 3)
#define TC_DETAIL_WARN_5 TC_DETAIL_WARN_4 TC_DETAIL_WARN_OUTSIDE(m, 4)

template <class D, class Ref, class ConstRef, class Extents>
class access<D, Ref, ConstRef, Extents, 1> {
public:
  template <index_integer I>
  TC_FN Ref operator()(I i, TC_DETAIL_WHERE) TC_DETAIL_WARN_1 {
    return element(TC_DETAIL_SELF, i);
  }
  template <int N, index_integer I>
  TC_FN vec_reference<Ref, N> vec(I i, TC_DETAIL_WHERE) TC_DETAIL_WARN_1 {
    return vector<N, Ref>(TC_DETAIL_SELF, i);
  }
  template <index_integer I> TC_FN Ref unchecked(I i, TC_DETAIL_WHERE) {
    return unchecked_element(TC_DETAIL_SELF, i);
  }
  template <index_integer I>
  TC_FN ConstRef operator()(I i, TC_DETAIL_WHERE) const TC_DETAIL_WARN_1 {
    return element(TC_DETAIL_CONST_SELF, i);
  }
  template <int N, index_integer I>
  TC_FN vec_reference<ConstRef, N> vec(I i,
                                       TC_DETAIL_WHERE) const TC_DETAIL_WARN_1 {
    return vector<N, ConstRef>(TC_DETAIL_CONST_SELF, i);
  }
  template <index_integer I>
  TC_FN ConstRef unchecked(I i, TC_DETAIL_WHERE) const {
    return unchecked_element(TC_DETAIL_CONST_SELF, i);
  }
  TC_DETAIL_WRONG_RANK(1)
};

template <class D, class Ref, class ConstRef, class Extents>
class access<D, Ref, ConstRef, Extents, 2> {
public:
  template <index_integer I, index_integer J>
  TC_FN Ref operator()(I i, J j, TC_DETAIL_WHERE) TC_DETAIL_WARN_2 {
    return element(TC_DETAIL_SELF, i, j);
  }
  template <int N, index_integer I, index_integer J>
  TC_FN vec_reference<Ref, N> vec(I i, J j, TC_DETAIL_WHERE) TC_DETAIL_WARN_2 {
    return vector<N, Ref>(TC_DETAIL_SELF, i, j);
  }
  template <index_integer I, index_integer J>
  TC_FN Ref unchecked(I i, J j, TC_DETAIL_WHERE) {
    return unchecked_element(TC_DETAIL_SELF, i, j);
  }
  template <index_integer I, index_integer J>
  TC_FN ConstRef operator()(I i, J j, TC_DETAIL_WHERE) const TC_DETAIL_WARN_2 {
    return element(TC_DETAIL_CONST_SELF, i, j);
  }
  template <int N, index_integer I, index_integer J>
  TC_FN vec_reference<ConstRef, N> vec(I i, J j,
                                       TC_DETAIL_WHERE) const TC_DETAIL_WARN_2 {
    return vector<N, ConstRef>(TC_DETAIL_CONST_SELF, i, j);
  }
  template <index_integer I, index_integer J>
  TC_FN ConstRef unchecked(I i, J j, TC_DETAIL_WHERE) const {
    return unchecked_element(TC_DETAIL_CONST_SELF, i, j);
  }
  TC_DETAIL_WRONG_RANK(2)
};

template <class D, class Ref, class ConstRef, class Extents>
class access<D, Ref, ConstRef, Extents, 3> {
public:
  template <index_integer I, index_integer J, index_integer K>
  TC_FN Ref operator()(I i, J j, K k, TC_DETAIL_WHERE) TC_DETAIL_WARN_3 {
    return element(TC_DETAIL_SELF, i, j, k);
  }
  template <int N, index_integer I, index_integer J, index_integer K>
  TC_FN vec_reference<Ref, N> vec(I i, J j, K k,
                                  TC_DETAIL_WHERE) TC_DETAIL_WARN_3 {
    return vector<N, Ref>(TC_DETAIL_SELF, i, j, k);
  }
  template <index_integer I, index_integer J, index_integer K>
  TC_FN Ref unchecked(I i, J j, K k, TC_DETAIL_WHERE) {
    return unchecked_element(TC_DETAIL_SELF, i, j, k);
  }
  template <index_integer I, index_integer J, index_integer K>
  TC_FN ConstRef operator()(I i, J j, K k,
                            TC_DETAIL_WHERE) const TC_DETAIL_WARN_3 {
    return element(TC_DETAIL_CONST_SELF, i, j, k);
  }
  template <int N, index_integer I, index_integer J, index_integer K>
  TC_FN vec_reference<ConstRef, N> vec(I i, J j, K k,
                                       TC_DETAIL_WHERE) const TC_DETAIL_WARN_3 {
    return vector<N, ConstRef>(TC_DETAIL_CONST_SELF, i, j, k);
  }
  template <index_integer I, index_integer J, index_integer K>
  TC_FN ConstRef unchecked(I i, J j, K k, TC_DETAIL_WHERE) const {
    return unchecked_element(TC_DETAIL_CONST_SELF, i, j, k);
  }
  TC_DETAIL_WRONG_RANK(3)
};

template <class D, class Ref, class ConstRef, class Extents>
class access<D, Ref, ConstRef, Extents, 4> {
public:
  template <index_integer I, index_integer J, index_integer K, index_integer L>
  TC_FN Ref operator()(I i, J j, K k, L l, TC_DETAIL_WHERE) TC_DETAIL_WARN_4 {
    return element(TC_DETAIL_SELF, i, j, k, l);
  }
  template <int N, index_integer I, index_integer J, index_integer K,
            index_integer L>
  TC_FN vec_reference<Ref, N> vec(I i, J j, K k, L l,
                                  TC_DETAIL_WHERE) TC_DETAIL_WARN_4 {
    return vector<N, Ref>(TC_DETAIL_SELF, i, j, k, l);
  }
  template <index_integer I, index_integer J, index_integer K, index_integer L>
  TC_FN Ref unchecked(I i, J j, K k, L l, TC_DETAIL_WHERE) {
    return unchecked_element(TC_DETAIL_SELF, i, j, k, l);
  }
  template <index_integer I, index_integer J, index_integer K, index_integer L>
  TC_FN ConstRef operator()(I i, J j, K k, L l,
                            TC_DETAIL_WHERE) const TC_DETAIL_WARN_4 {
    return element(TC_DETAIL_CONST_SELF, i, j, k, l);
  }
  template <int N, index_integer I, index_integer J, index_integer K,
            index_integer L>
  TC_FN vec_reference<ConstRef, N> vec(I i, J j, K k, L l,
                                       TC_DETAIL_WHERE) const TC_DETAIL_WARN_4 {
    return vector<N, ConstRef>(TC_DETAIL_CONST_SELF, i, j, k, l);
  }
  template <index_integer I, index_integer J, index_integer K, index_integer L>
  TC_FN ConstRef unchecked(I i, J j, K k, L l, TC_DETAIL_WHERE) const {
    return unchecked_element(TC_DETAIL_CONST_SELF, i, j, k, l);
  }
  TC_DETAIL_WRONG_RANK(4)
};

template <class D, class Ref, class ConstRef, class Extents>
class access<D, Ref, ConstRef, Extents, 5> {
public:
  template <index_integer I, index_integer J, index_integer K, index_integer L,
            index_integer M>
  TC_FN Ref operator()(I i, J j, K k, L l, M m,
                       TC_DETAIL_WHERE) TC_DETAIL_WARN_5 {
    return element(TC_DETAIL_SELF, i, j, k, l, m);
  }
  template <int N, index_integer I, index_integer J, index_integer K,
            index_integer L, index_integer M>
  TC_FN vec_reference<Ref, N> vec(I i, J j, K k, L l, M m,
                                  TC_DETAIL_WHERE) TC_DETAIL_WARN_5 {
    return vector<N, Ref>(TC_DETAIL_SELF, i, j, k, l, m);
  }
  template <index_integer I, index_integer J, index_integer K, index_integer L,
            index_integer M>
  TC_FN Ref unchecked(I i, J j, K k, L l, M m, TC_DETAIL_WHERE) {
    return unchecked_element(TC_DETAIL_SELF, i, j, k, l, m);
  }
  template <index_integer I, index_integer J, index_integer K, index_integer L,
            index_integer M>
  TC_FN ConstRef operator()(I i, J j, K k, L l, M m,
                            TC_DETAIL_WHERE) const TC_DETAIL_WARN_5 {
    return element(TC_DETAIL_CONST_SELF, i, j, k, l, m);
  }
  template <int N, index_integer I, index_integer J, index_integer K,
            index_integer L, index_integer M>
  TC_FN vec_reference<ConstRef, N> vec(I i, J j, K k, L l, M m,
                                       TC_DETAIL_WHERE) const TC_DETAIL_WARN_5 {
    return vector<N, ConstRef>(TC_DETAIL_CONST_SELF, i, j, k, l, m);
  }
  template <index_integer I, index_integer J, index_integer K, index_integer L,
            index_integer M>
  TC_FN ConstRef unchecked(I i, J j, K k, L l, M m, TC_DETAIL_WHERE) const {
    return unchecked_element(TC_DETAIL_CONST_SELF, i, j, k, l, m);
  }
  TC_DETAIL_WRONG_RANK(5)
};

#undef TC_DETAIL_SELF
#undef TC_DETAIL_CONST_SELF
#undef TC_DETAIL_WRONG_RANK
#undef TC_DETAIL_DELETE
#undef TC_DETAIL_NO_CONST
#undef TC_DETAIL_WARN_OUTSIDE
#undef TC_DETAIL_WARN_1
#undef TC_DETAIL_WARN_2
#undef TC_DETAIL_WARN_3
#undef TC_DETAIL_WARN_4
#undef TC_DETAIL_WARN_5

} // namespace detail
} // namespace tc::inline TC_ABI
