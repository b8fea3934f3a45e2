//===- runtime/Entries.cpp - where the plugin's host half leads -----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tilechecks_NAME for each launch function NAME of the CUDA run time. In a link
// with --wrap=NAME, NAME means the wrapper here too, and __real_NAME the
// function; in any other link there is no __real_NAME.
//
//===----------------------------------------------------------------------===//

#include "Entries.h"

using namespace tilechecks::runtime;

#define TILECHECKS_REAL(NAME)                                                  \
  extern "C" __attribute__((weak)) decltype(::NAME) __real_##NAME;             \
  static auto *real_##NAME() {                                                 \
    return __real_##NAME ? &__real_##NAME : &::NAME;                           \
  }
TILECHECKS_SHAPED_LAUNCHES(TILECHECKS_REAL)
TILECHECKS_CONFIG_LAUNCHES(TILECHECKS_REAL)

/// The CUDA run time that the program is linked with.
static const CudaRuntime Linked = {
#define TILECHECKS_MEMBER(NAME) &::NAME,
    TILECHECKS_RUNTIME_CALLS(TILECHECKS_MEMBER)
#undef TILECHECKS_MEMBER
};

#define TILECHECKS_SHAPED(NAME)                                                \
  cudaError_t tilechecks_##NAME(const void *Kernel, dim3 Grid, dim3 Block,     \
                                void **Arguments, size_t SharedBytes,          \
                                cudaStream_t Stream) {                         \
    return launchChecked(                                                      \
        Linked, {Kernel, Grid, Block, Arguments, SharedBytes, Stream},         \
        [&](const void *K) {                                                   \
          return real_##NAME()(K, Grid, Block, Arguments, SharedBytes,         \
                               Stream);                                        \
        });                                                                    \
  }
TILECHECKS_SHAPED_LAUNCHES(TILECHECKS_SHAPED)

#define TILECHECKS_CONFIG(NAME)                                                \
  cudaError_t tilechecks_##NAME(const cudaLaunchConfig_t *Config,              \
                                const void *Kernel, void **Arguments) {        \
    if (!Config)                                                               \
      return real_##NAME()(Config, Kernel, Arguments);                         \
    return launchChecked(                                                      \
        Linked, requestOf(*Config, Kernel, Arguments),                         \
        [&](const void *K) { return real_##NAME()(Config, K, Arguments); });   \
  }
TILECHECKS_CONFIG_LAUNCHES(TILECHECKS_CONFIG)
