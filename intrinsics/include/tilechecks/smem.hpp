// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared memory. `smem` is an array of constant shape, checked against it;
// `dynamic_smem` views the block's dynamic shared memory, whose size the launch
// decides.
#pragma once

#include "array.hpp"
#include "tensor.hpp"

namespace tc::inline TC_ABI {

/// Elements stay where the row-major layout puts them.
struct no_swizzle {
  /// Neighbours that stay neighbours: the longest vector that may be moved at
  /// once.
  static constexpr int run = 1 << 15;
  TC_FN static constexpr bool fits(int) { return true; }
  template <class O> TC_FN static constexpr O apply(O offset) { return offset; }
};

/// Exchanges elements within rows so that a column meets many banks: bits `Base
/// .. Base+Bits-1` of the element offset are XORed with the `Bits` bits that
/// lie `Shift` above them. The pattern is its own inverse and permutes blocks
/// of 2^(Base+Bits+Shift) elements, so the array must consist of whole ones.
///
/// `Base` counts elements. The hardware's 128-byte pattern is stated for bytes,
/// <3, 4, 3>: for `float`, subtract log2(4) and write `xor_swizzle<3, 2, 3>`.
template <int Bits, int Base, int Shift> struct xor_swizzle {
  static_assert(Bits > 0 && Base >= 0 && Shift >= Bits &&
                    Bits + Base + Shift <= 30,
                "tc::xor_swizzle: the two groups of bits must not overlap, nor "
                "leave 30 bits");
  static constexpr int run = 1 << Base;
  TC_FN static constexpr bool fits(int elements) {
    return elements % (1 << (Base + Bits + Shift)) == 0;
  }
  template <class O> TC_FN static constexpr O apply(O offset) {
    constexpr O mask = ((O{1} << Bits) - 1) << Base;
    return offset ^ ((offset >> Shift) & mask);
  }
};

/// An array in shared memory: `__shared__ tc::smem<float, tc::shape<16, 68>>
/// As;`, element `As(k, i)`.
///
/// `T`        element type, trivially constructible: shared memory is never
/// initialised `Shape`    `tc::shape<...>`, rank 1 to 5 `Swizzle`  where an
/// element lies: `no_swizzle` or `xor_swizzle`
///
/// Indices are checked against the shape. When its elements may be read is a
/// matter of barriers, which are the author's.
template <class T, class Shape, class Swizzle = no_swizzle>
class smem : public detail::access<smem<T, Shape, Swizzle>, T &, const T &,
                                   typename Shape::extents_type> {
  static_assert(std::is_trivially_default_constructible_v<T> &&
                    std::is_trivially_destructible_v<T>,
                "tc::smem: shared memory is not initialised, so the element "
                "type must not need it");
  static_assert(
      Swizzle::fits(Shape::size()),
      "tc::smem: the array does not consist of whole swizzle patterns");

public:
  using element_type = T;
  using value_type = T;
  using extents_type = typename Shape::extents_type;
  using index_type = int;

  smem() = default;
  smem(const smem &) = delete;
  smem &operator=(const smem &) = delete;

  TC_FN static constexpr int rank() { return extents_type::rank(); }
  TC_FN static constexpr int size() { return Shape::size(); }
  /// Extent of axis `R`, in elements.
  template <int R> TC_FN static constexpr int extent() {
    return detail::constant_extent<extents_type, R>;
  }
  TC_FN T *data() { return elements_; }
  TC_FN const T *data() const { return elements_; }

  // For the accessors.
  static constexpr detail::form access_form = detail::form::shared;
  static constexpr int contiguous_axis = extents_type::rank() - 1;
  static constexpr int contiguous_run = Swizzle::run;
  template <class... O> TC_FN auto offset(O... index) const {
    return Swizzle::apply(layout_right::offset(*this, index...));
  }

private:
  alignas(16) T elements_[Shape::size()];
};

#if defined(__CUDACC__)

namespace detail {

extern __shared__ __align__(16) unsigned char dynamic_shared_memory[];

/// Bytes of dynamic shared memory of this launch.
#if TC_DETAIL_CLANG_CUDA
extern "C" __device__ unsigned tilechecks_dynamic_smem_size() noexcept
    __asm__("llvm.nvvm.read.ptx.sreg.dynamic_smem_size");
TC_DEVICE_FN unsigned dynamic_shared_bytes() {
  return tilechecks_dynamic_smem_size();
}
#else
TC_DEVICE_FN unsigned dynamic_shared_bytes() {
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}
#endif

} // namespace detail

/// `n` elements of the block's dynamic shared memory, from byte `offset` on:
/// `auto s = tc::dynamic_smem<float>(n);`. A `tensor<T>` of rank 1; device
/// only.
///
/// Checked: `0 <= n` and `offset + n * sizeof(T)` bytes were given at the
/// launch. `offset` counts bytes, is at least 0 and a multiple of `alignof(T)`;
/// that is left to the author, as is that two views do not overlap by mistake.
///
/// The check has the form of a tile coordinate: index n, tile sizeof(T), extent
/// bytes - offset + 1. Its goal `n * sizeof(T) < bytes - offset + 1` says just
/// that, for n = 0 as well, in 64 bits and so without wrapping.
template <class T> class dynamic_smem : public tensor<T> {
  static_assert(
      alignof(T) <= 16,
      "tc::dynamic_smem: dynamic shared memory is aligned to 16 bytes");

public:
  TC_DEVICE_FN explicit dynamic_smem(int n, TC_DETAIL_WHERE)
      : dynamic_smem(n, 0, file, line, column) {}
  TC_DEVICE_FN dynamic_smem(int n, int offset, TC_DETAIL_WHERE)
      : tensor<T>(first(offset), checked(n, offset, file, line, column)) {}

private:
  TC_DEVICE_FN static T *first(int offset) {
    return reinterpret_cast<T *>(detail::dynamic_shared_memory + offset);
  }
  TC_DEVICE_FN static int checked(int n, int offset, const char *file, int line,
                                  int column) {
    const long long extent =
        static_cast<long long>(detail::dynamic_shared_bytes()) - offset + 1;
    return static_cast<int>(
        detail::check<detail::form::shared, 1, static_cast<int>(sizeof(T))>(
            n, extent, first(offset), 0, file, line, column));
  }
};

#endif

} // namespace tc::inline TC_ABI
