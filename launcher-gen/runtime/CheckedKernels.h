//===- runtime/CheckedKernels.h - from a stub to bodies and table ---------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a kernel in one context: read at its first launch there, and
// never forgotten. The launch checks themselves are evaluated at every launch.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_RUNTIME_CHECKEDKERNELS_H
#define TILECHECKS_RUNTIME_CHECKEDKERNELS_H

#include "PlainLaunch.h"

#include <tilechecks/launch/embedded_table.hpp>
#include <tilechecks/launch/runtime.hpp>

#include <atomic>
#include <memory>

namespace tilechecks::runtime {

using tc::body_kind;
using tc::status;

/// A body that the CUDA run time can launch.
struct LaunchableBody {
  cudaKernel_t Kernel = nullptr;
  std::atomic<size_t> SharedBytes = 48 * 1024; ///< Allowed so far.
  std::atomic<int> Carveout = -1;
};

struct CheckedKernel {
  /// Null if the kernel is not checked, or cannot be checked here; then Note
  /// says why.
  std::unique_ptr<tc::rt::table_kernel> Table;
  std::string Note;
  tc::rt::cu_function SelfContained = nullptr;
  tc::dims RequiredCluster = {};
  LaunchableBody Bodies[static_cast<int>(body_kind::assumed) + 1];
};

/// The kernel behind a host's stub, in the current context. Null where there is
/// none, or a driver without what this needs.
CheckedKernel *findKernel(const CudaRuntime &Cuda, const void *Stub);

/// Gives the body what the program set for the kernel by cudaFuncSetAttribute.
cudaError_t prepareBody(const CudaRuntime &Cuda, const CheckedKernel &K,
                        LaunchableBody &Body, size_t SharedBytes);

} // namespace tilechecks::runtime

#endif // TILECHECKS_RUNTIME_CHECKEDKERNELS_H
