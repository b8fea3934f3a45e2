//===- runtime/Wrap.cpp - for -Wl,--wrap=cudaLaunchKernel -----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code of any compiler calls __wrap_NAME where it says NAME when it is
// linked with --wrap=NAME. The functions are those of Entries.cpp.
//
//===----------------------------------------------------------------------===//

#include "Entries.h"

#define TILECHECKS_SHAPED(NAME)                                                \
  extern "C" cudaError_t __wrap_##NAME(                                        \
      const void *Kernel, dim3 Grid, dim3 Block, void **Arguments,             \
      size_t SharedBytes, cudaStream_t Stream) {                               \
    return tilechecks_##NAME(Kernel, Grid, Block, Arguments, SharedBytes,      \
                             Stream);                                          \
  }
TILECHECKS_SHAPED_LAUNCHES(TILECHECKS_SHAPED)

#define TILECHECKS_CONFIG(NAME)                                                \
  extern "C" cudaError_t __wrap_##NAME(const cudaLaunchConfig_t *Config,       \
                                       const void *Kernel, void **Arguments) { \
    return tilechecks_##NAME(Config, Kernel, Arguments);                       \
  }
TILECHECKS_CONFIG_LAUNCHES(TILECHECKS_CONFIG)
