// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// group: the threads that carry out a collective together.
//
//   tc::this_thread     one thread
//   tc::warp            32 neighbours of a one-dimensional block
//   tc::block           all threads of the block, however many
//   tc::block_of<256>   all threads of a block of 256: the size is a constant, so
//                       loops unroll, and it is a check of the launch
//
// Every thread of the group must call the collective, with the same tile.
#pragma once

#include "require.hpp"

#if defined(__CUDACC__)

namespace tc::inline TC_ABI {

namespace detail {
TC_DEVICE_FN int thread_in_block() {
  return static_cast<int>(threadIdx.x +
                          blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}
} // namespace detail

struct thread_group {
  static constexpr int static_size = 1;
  TC_DEVICE_FN int size() const { return 1; }
  TC_DEVICE_FN int rank() const { return 0; }
  TC_DEVICE_FN void check(const char *, int, int) const {}
};
struct warp_group {
  static constexpr int static_size = 32;
  TC_DEVICE_FN int size() const { return 32; }
  TC_DEVICE_FN int rank() const {
    return static_cast<int>(threadIdx.x) % 32;
  }
  TC_DEVICE_FN void check(const char *file, int line, int column) const {
    detail::contract(blockDim.x % 32 == 0 && blockDim.y == 1 && blockDim.z == 1,
                     "a collective of a warp: whole warps along x", file, line,
                     column);
  }
};
struct block_group {
  static constexpr int static_size = 0;
  TC_DEVICE_FN int size() const {
    return static_cast<int>(blockDim.x * blockDim.y * blockDim.z);
  }
  TC_DEVICE_FN int rank() const { return detail::thread_in_block(); }
  TC_DEVICE_FN void check(const char *, int, int) const {}
};
template <int Threads> struct block_of_group {
  static_assert(0 < Threads && Threads <= 1024,
                "tc::block_of: a block has 1 to 1024 threads");
  static constexpr int static_size = Threads;
  TC_DEVICE_FN int size() const { return Threads; }
  TC_DEVICE_FN int rank() const { return static_cast<int>(threadIdx.x); }
  TC_DEVICE_FN void check(const char *file, int line, int column) const {
    detail::contract(blockDim.x == Threads && blockDim.y == 1 &&
                         blockDim.z == 1,
                     "a collective of a block of constant size, along x", file,
                     line, column);
  }
};

inline constexpr thread_group this_thread;
inline constexpr warp_group warp;
inline constexpr block_group block;
template <int Threads> inline constexpr block_of_group<Threads> block_of;

} // namespace tc::inline TC_ABI

#endif
