//===- runtime/PlainLaunch.h - a launch of the CUDA run time, checked -----===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between a program and cudaLaunchKernel and its like. Whoever
// catches the call (Entries.cpp, Wrap.cpp, Preload.cpp) says how the CUDA run
// time is reached from there.
//
// The rule: nothing is lost. The placed body runs only after its checks held.
// Whatever else goes wrong on the way to it, no table, another digest, an old
// driver, leaves the launch as the program wrote it, and then the
// self-contained body checks for itself.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_RUNTIME_PLAINLAUNCH_H
#define TILECHECKS_RUNTIME_PLAINLAUNCH_H

#include <cuda_runtime_api.h>

extern "C" {
// Declared by CUDA's headers only where they stand in for the others.
cudaError_t cudaLaunchKernel_ptsz(const void *, dim3, dim3, void **, size_t,
                                  cudaStream_t);
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *, const void *,
                                     void **);
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void *, dim3, dim3, void **,
                                             size_t, cudaStream_t);
}

/// The launches that are caught: X(NAME).
#define TILECHECKS_SHAPED_LAUNCHES(X)                                          \
  X(cudaLaunchKernel)                                                          \
  X(cudaLaunchKernel_ptsz)                                                     \
  X(cudaLaunchCooperativeKernel)                                               \
  X(cudaLaunchCooperativeKernel_ptsz)
#define TILECHECKS_CONFIG_LAUNCHES(X)                                          \
  X(cudaLaunchKernelExC)                                                       \
  X(cudaLaunchKernelExC_ptsz)

/// What else of the CUDA run time is called.
#define TILECHECKS_RUNTIME_CALLS(X)                                            \
  X(cudaGetFuncBySymbol)                                                       \
  X(cudaGetKernel)                                                             \
  X(cudaPeekAtLastError)                                                       \
  X(cudaGetLastError)                                                          \
  X(cudaFuncSetAttribute)                                                      \
  X(cudaDriverGetVersion)

namespace tilechecks::runtime {

/// The CUDA run time of the program.
struct CudaRuntime {
#define TILECHECKS_MEMBER(NAME) decltype(&::NAME) NAME;
  TILECHECKS_RUNTIME_CALLS(TILECHECKS_MEMBER)
#undef TILECHECKS_MEMBER
};

/// A launch as the program wrote it.
struct Request {
  const void *Kernel; ///< The host's name of it.
  dim3 Grid, Block;
  void **Arguments;
  size_t SharedBytes;
  cudaStream_t Stream;
  dim3 Cluster = dim3(1, 1, 1);
  bool IsProgrammatic = false; ///< May begin before the kernel ahead has ended.
  /// Why what is checked now need not be what runs; null if it is.
  const char *Uncertain = nullptr;
};

Request requestOf(const cudaLaunchConfig_t &Config, const void *Kernel,
                  void **Arguments);

/// How to launch, with the program's own grid, block and arguments, what the
/// CUDA run time knows by `Kernel`: a stub or a cudaKernel_t.
class Launcher {
public:
  template <class F>
  Launcher(const F &Function)
      : Object(&Function), Call([](const void *Object, const void *Kernel) {
          return (*static_cast<const F *>(Object))(Kernel);
        }) {}
  cudaError_t operator()(const void *Kernel) const {
    return Call(Object, Kernel);
  }

private:
  const void *Object;
  cudaError_t (*Call)(const void *, const void *);
};

/// Checks the launch, and makes it through Launch.
cudaError_t launchChecked(const CudaRuntime &Cuda, const Request &R,
                          Launcher Launch);

/// What a refusal does if nobody says anything: the preloaded library has no
/// other way to tell.
void printRefusalsByDefault();

} // namespace tilechecks::runtime

#endif // TILECHECKS_RUNTIME_PLAINLAUNCH_H
