//===- runtime/Preload.cpp - libtilechecks_preload.so ---------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With LD_PRELOAD these stand before the functions of the shared CUDA run time,
// libcudart.so. The library needs nothing of CUDA itself, since it is loaded
// into every process that inherits the variable. A program with the static run
// time calls its own copy, past this, and runs as before.
//
//===----------------------------------------------------------------------===//

#include "PlainLaunch.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include <dlfcn.h>

using namespace tilechecks::runtime;

/// A function of the CUDA run time that stands behind this library; null if
/// there is none. One that was loaded for its user alone (RTLD_LOCAL) is found
/// by its name.
static void *lookUp(const char *Name) {
  if (void *Found = dlsym(RTLD_NEXT, Name))
    return Found;
  for (const char *Library : {"libcudart.so.13", "libcudart.so.12"})
    if (void *Handle = dlopen(Library, RTLD_LAZY | RTLD_NOLOAD))
      if (void *Found = dlsym(Handle, Name))
        return Found;
  return nullptr;
}

template <class F> static F *real(const char *Name) {
  if (void *Found = lookUp(Name))
    return reinterpret_cast<F *>(Found);
  std::fprintf(stderr,
               "TileChecks: libtilechecks_preload.so finds no %s: no CUDA run "
               "time of version 12 or 13 is loaded\n",
               Name);
  std::abort();
}

__attribute__((constructor)) static void start() { printRefusalsByDefault(); }

/// Null unless the CUDA run time has all that a checked launch needs.
static const CudaRuntime *loaded() {
  static const CudaRuntime Cuda = {
#define TILECHECKS_MEMBER(NAME)                                                \
  reinterpret_cast<decltype(&::NAME)>(lookUp(#NAME)),
      TILECHECKS_RUNTIME_CALLS(TILECHECKS_MEMBER)
#undef TILECHECKS_MEMBER
  };
#define TILECHECKS_HAS(NAME) Cuda.NAME &&
  return TILECHECKS_RUNTIME_CALLS(TILECHECKS_HAS) true ? &Cuda : nullptr;
#undef TILECHECKS_HAS
}

#define TILECHECKS_EXPORT extern "C" __attribute__((visibility("default")))

#define TILECHECKS_SHAPED(NAME)                                                \
  TILECHECKS_EXPORT cudaError_t NAME(                                          \
      const void *Kernel, dim3 Grid, dim3 Block, void **Arguments,             \
      size_t SharedBytes, cudaStream_t Stream) {                               \
    static auto *Real = real<decltype(::NAME)>(#NAME);                         \
    const CudaRuntime *Cuda = loaded();                                        \
    auto Launch = [&](const void *K) {                                         \
      return Real(K, Grid, Block, Arguments, SharedBytes, Stream);             \
    };                                                                         \
    return Cuda ? launchChecked(                                               \
                      *Cuda,                                                   \
                      {Kernel, Grid, Block, Arguments, SharedBytes, Stream},   \
                      Launch)                                                  \
                : Launch(Kernel);                                              \
  }
TILECHECKS_SHAPED_LAUNCHES(TILECHECKS_SHAPED)

#define TILECHECKS_CONFIG(NAME)                                                \
  TILECHECKS_EXPORT cudaError_t NAME(const cudaLaunchConfig_t *Config,         \
                                     const void *Kernel, void **Arguments) {   \
    static auto *Real = real<decltype(::NAME)>(#NAME);                         \
    const CudaRuntime *Cuda = Config ? loaded() : nullptr;                     \
    auto Launch = [&](const void *K) { return Real(Config, K, Arguments); };   \
    return Cuda ? launchChecked(*Cuda, requestOf(*Config, Kernel, Arguments),  \
                                Launch)                                        \
                : Launch(Kernel);                                              \
  }
TILECHECKS_CONFIG_LAUNCHES(TILECHECKS_CONFIG)
