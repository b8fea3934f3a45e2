// The tensors of the placement kernels. One source, compiled three ways, so that only what an access does differs:
//
//   (nothing defined)   tensors of the library: the plugin places the checks
//   CHECK_BY_TRAP       a check written by hand at each access: if (!(0 <= i && i < n)) __trap();
//   CHECK_BY_ASSERT     the same as assert(0 <= i && i < n);
#pragma once

#if defined(CHECK_BY_TRAP) || defined(CHECK_BY_ASSERT)
#define TILECHECKS_UNCHECKED
#endif
#include <tilechecks/tilechecks.hpp>

#include <cassert>
#include <utility>

#if defined(CHECK_BY_TRAP)
#define CHECK(condition)                                                                                                         \
  do {                                                                                                                           \
    if (!(condition))                                                                                                            \
      __trap();                                                                                                                  \
  } while (0)
#elif defined(CHECK_BY_ASSERT)
#define CHECK(condition) assert(condition)
#endif

#if defined(CHECK)
/// X with a check of each index, as one writes it without a library.
template <class X> struct checked : X {
  template <class... I> __device__ auto &operator()(I... index) {
    check(std::index_sequence_for<I...>(), index...);
    return X::unchecked(index...);
  }

private:
  template <std::size_t... Axis, class... I> __device__ void check(std::index_sequence<Axis...>, I... index) {
    (check_one<Axis>(index), ...);
  }
  template <int Axis, class I> __device__ void check_one(I index) { CHECK(0 <= index && index < this->template extent<Axis>()); }
};
#else
template <class X> using checked = X;
#endif

/// Extents that the launch decides, of rank 1, 2, 3.
using X1 = checked<tc::tensor1<float>>;
using X2 = checked<tc::tensor2<float>>;
using X3 = checked<tc::tensor<float, tc::dextents<int, 3>>>;
/// Extents that the type fixes.
template <int... N> using X = checked<tc::tensor<float, tc::extents<int, N...>>>;
/// Read only: floats, integers, flags.
using R1 = checked<tc::tensor1<const float>>;
using R2 = checked<tc::tensor2<const float>>;
using I1 = checked<tc::tensor1<const int>>;
using B1 = checked<tc::tensor1<const bool>>;
/// 64-bit extents.
using L1 = checked<tc::tensor<float, tc::extents<long long, tc::dyn>>>;

#define KERNEL extern "C" __global__ void
