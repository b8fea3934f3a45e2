// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From and to cuda::std::mdspan. Not part of tilechecks.hpp: it needs CCCL,
// which nvcc finds by itself and clang under
// `<cuda>/include/cccl`.
//
//   auto x = tc::from_mdspan(m);     tensor of the same shape, index type and
//   layout auto m = tc::to_mdspan(x);       accesses through the mdspan are not
//   checked
//
// The index type stays: an mdspan over `int` gives the 32-bit offsets that a
// tensor has by default.
#pragma once

#include <cuda/std/array>
#include <cuda/std/mdspan>

#include "tensor.hpp"

namespace tc::inline TC_ABI {

namespace detail {

template <class Layout> struct mdspan_layout;
template <> struct mdspan_layout<layout_right> {
  using type = cuda::std::layout_right;
};
template <> struct mdspan_layout<layout_left> {
  using type = cuda::std::layout_left;
};
template <> struct mdspan_layout<layout_stride> {
  using type = cuda::std::layout_stride;
};

template <class Layout> struct tensor_layout;
template <> struct tensor_layout<cuda::std::layout_right> {
  using type = layout_right;
};
template <> struct tensor_layout<cuda::std::layout_left> {
  using type = layout_left;
};
template <> struct tensor_layout<cuda::std::layout_stride> {
  using type = layout_stride;
};

template <class Extents> struct tensor_extents;
template <class Index, cuda::std::size_t... E>
struct tensor_extents<cuda::std::extents<Index, E...>> {
  using type = extents<Index, (E == cuda::std::dynamic_extent
                                   ? dyn
                                   : static_cast<long long>(E))...>;
};

template <class Extents> struct mdspan_extents;
template <class Index, long long... E>
struct mdspan_extents<extents<Index, E...>> {
  using type =
      cuda::std::extents<Index,
                         (E == dyn ? cuda::std::dynamic_extent
                                   : static_cast<cuda::std::size_t>(E))...>;
};

template <int R, class To, class M>
TC_FN void copy_extent(To &to, const M &from) {
  if constexpr (To::static_extent(R) == dyn)
    to.template set<R>(static_cast<typename To::index_type>(from.extent(R)));
}

template <class M, int... R>
TC_FN auto from_mdspan(const M &m, std::integer_sequence<int, R...>) {
  using shape_type = typename tensor_extents<typename M::extents_type>::type;
  using layout = typename tensor_layout<typename M::layout_type>::type;
  using index_type = typename M::index_type;
  using result = tensor<typename M::element_type, shape_type, layout>;
  shape_type shape;
  (copy_extent<R>(shape, m), ...);
  if constexpr (layout::stores_strides) {
    const index_type strides[] = {static_cast<index_type>(m.stride(R))...};
    return result(m.data_handle(), shape, strides);
  } else {
    return result(m.data_handle(), shape);
  }
}

template <class X, int... R>
TC_FN auto to_mdspan(const X &x, std::integer_sequence<int, R...>) {
  using index_type = typename X::index_type;
  using shape_type = typename mdspan_extents<typename X::extents_type>::type;
  using layout = typename mdspan_layout<typename X::layout_type>::type;
  using result =
      cuda::std::mdspan<typename X::element_type, shape_type, layout>;
  const shape_type shape(x.template extent<R>()...);
  if constexpr (X::layout_type::stores_strides)
    return result(x.data(),
                  typename result::mapping_type(
                      shape, cuda::std::array<index_type, sizeof...(R)>{
                                 x.template stride<R>()...}));
  else
    return result(x.data(), typename result::mapping_type(shape));
}

} // namespace detail

/// The tensor that views what `m` views. `m` has rank 1 to 5, a layout of
/// layout_right, layout_left or layout_stride, and the default accessor.
template <class T, class Extents, class Layout>
TC_FN auto
from_mdspan(const cuda::std::mdspan<T, Extents, Layout,
                                    cuda::std::default_accessor<T>> &m) {
  return detail::from_mdspan(
      m, std::make_integer_sequence<int, static_cast<int>(Extents::rank())>());
}

/// The mdspan that views what `x` views.
template <class T, class Extents, class Layout>
TC_FN auto to_mdspan(const tensor<T, Extents, Layout> &x) {
  return detail::to_mdspan(x,
                           std::make_integer_sequence<int, Extents::rank()>());
}

} // namespace tc::inline TC_ABI
