// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build mode, the ABI tag that follows from it, and the few macros that
// compilers force on us.
//
// One mode a translation unit:
//
//   checked    clang compiling CUDA, the default there. Device code carries
//   markers (markers.hpp) for
//              libTileChecks.so; host code checks in place.
//   portable   `-DTILECHECKS_PORTABLE`, and the default under nvcc and plain
//   host compilers. Every check stands
//              at its access, two-sided and in wide arithmetic: the same
//              semantics, nothing proved, no plugin.
//   unchecked  `-DTILECHECKS_UNCHECKED`. The twin of checked: the same source
//   with each marker call replaced by
//              its argument. Nothing is checked, on the device or on the host.
//
// Mode and version are an inline namespace of everything in `tc`. Two
// translation units in different modes therefore instantiate differently named
// kernels: had they one name, the linker would keep whichever came first. The
// tag travels in the types of the signature; a template kernel with no tc type
// in its arguments is not protected.
#pragma once

#define TILECHECKS_VERSION_MAJOR 0
#define TILECHECKS_VERSION_MINOR 1

#if defined(TILECHECKS_UNCHECKED) && defined(TILECHECKS_PORTABLE)
#error "TILECHECKS_UNCHECKED and TILECHECKS_PORTABLE exclude each other"
#endif

#if defined(__clang__) && defined(__CUDA__) && !defined(__NVCC__)
#define TC_DETAIL_CLANG_CUDA 1
#else
#define TC_DETAIL_CLANG_CUDA 0
#endif

#if defined(__CUDA_ARCH__)
#define TC_DETAIL_DEVICE 1
#else
#define TC_DETAIL_DEVICE 0
#endif

#if defined(TILECHECKS_UNCHECKED)
#define TC_ABI unchecked_v0_1
#define TC_DETAIL_MARKERS 0
#define TC_DETAIL_IN_PLACE 0
#elif defined(TILECHECKS_PORTABLE) || !TC_DETAIL_CLANG_CUDA
#define TC_ABI portable_v0_1
#define TC_DETAIL_MARKERS 0
#define TC_DETAIL_IN_PLACE 1
#else
#define TC_ABI checked_v0_1
#define TC_DETAIL_MARKERS TC_DETAIL_DEVICE
#define TC_DETAIL_IN_PLACE (!TC_DETAIL_DEVICE)
#endif

// Where the check stands at the access, offsets are computed in 64 bits
// whatever the index type: no launcher has proved that the size of the tensor
// fits it.
#define TC_DETAIL_WIDE_OFFSETS TC_DETAIL_IN_PLACE

// What every accessor is. Inlining is not left to a cost model: one small
// function a dimension is what a raw kernel does not have.
#if TC_DETAIL_CLANG_CUDA
#define TC_FN __attribute__((host, device, always_inline)) inline
#define TC_DEVICE_FN __attribute__((device, always_inline)) inline
#elif defined(__CUDACC__)
#define TC_FN __host__ __device__ __forceinline__
#define TC_DEVICE_FN __device__ __forceinline__
#else
#define TC_FN inline
#endif

// Where the code is, as default arguments: evaluated at the call only if they
// are the accessor's own and not reached through a parameter pack. GCC has no
// __builtin_COLUMN, and nvcc's host half is GCC: column 0 there.
#if defined(__clang__) && !defined(__NVCC__)
#define TC_DETAIL_COLUMN __builtin_COLUMN()
#else
#define TC_DETAIL_COLUMN 0
#endif
#define TC_DETAIL_WHERE                                                        \
  const char *file = __builtin_FILE(), int line = __builtin_LINE(),            \
             int column = TC_DETAIL_COLUMN

// A warning for a condition that is a constant at the call. A warning and no
// error: the access may be in dead code.
#if defined(__clang__) && !defined(__NVCC__)
#define TC_DETAIL_WARN_IF(condition, text)                                     \
  _Pragma("clang diagnostic push")                                             \
      _Pragma("clang diagnostic ignored \"-Wgcc-compat\"")                     \
          __attribute__((diagnose_if(condition, text, "warning"))) _Pragma(    \
              "clang diagnostic pop")
#else
#define TC_DETAIL_WARN_IF(condition, text)
#endif

namespace tc::inline TC_ABI {

/// Version of the library; part of the ABI tag.
inline constexpr int version_major = TILECHECKS_VERSION_MAJOR;
inline constexpr int version_minor = TILECHECKS_VERSION_MINOR;

} // namespace tc::inline TC_ABI
