//===- plain_launch.hpp - what plain launches answer ------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `kernel<<<grid, block>>>(args)` is checked as it stands in a program that has
// the run time library (libtilechecks_rt.a): linked by tilechecks-clang, by
// -Wl,--wrap=cudaLaunchKernel, or preloaded. A refused launch shows in
// cudaGetLastError as cudaErrorInvalidValue; who wants to know more, or
// something else to happen, includes this.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_PLAIN_LAUNCH_HPP
#define TILECHECKS_PLAIN_LAUNCH_HPP

#include "launch/status.hpp"

namespace tc {

/// What a refused plain launch does, before the CUDA run time reports
/// cudaErrorInvalidValue.
enum class on_refusal : unsigned char {
  return_error, ///< Nothing more.
  print,        ///< The message goes to stderr.
  abort,        ///< The message goes to stderr, and the process ends.
};

using refusal_callback = void (*)(const status &);

/// The answer to the last plain launch of a checked kernel by this thread. For
/// tc::synchronize, too.
const status &last_status();

/// For all threads, from the next launch on. Before the first call,
/// TILECHECKS_ON_REFUSAL (return, print or abort) decides, else return_error.
void set_on_refusal(on_refusal);

/// Calls `callback`, in the thread of the launch, and then returns the error.
/// Null: return_error.
void set_on_refusal(refusal_callback callback);

} // namespace tc

#endif // TILECHECKS_PLAIN_LAUNCH_HPP
