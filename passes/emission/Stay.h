//===- emission/Stay.h - may a thread leave a kernel before its end? ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread whose violation is recorded may leave by `exit`, and the context
// lives on, where nobody waits for it. The hardware takes a thread that ended out
// of the count of __syncthreads and of every barrier of the whole block. What
// waits for it all the same, or reads something from it, is in Stay.def; beside
// those rows
//
//   * a loop that reads memory by a volatile or atomic access may wait for what
//     this thread would have written (a lock, a flag, a grid barrier);
//   * a barrier in inline PTX with a number of threads counts them;
//   * what we do not know, we take for something that waits: a function without a
//     body, a call by pointer, inline PTX with an unknown opcode or a label.
//
// A kernel where threads must stay ends in a trap. That is loud, loses the
// context, and hangs nowhere.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_STAY_H
#define TILECHECKS_EMISSION_STAY_H

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace tilechecks::emission {

/// Why no thread may leave Body before its end, with the instruction that says
/// so; empty if it may. Body is as it is after the last pass, its failures still
/// calls of tc.fail.
std::string whyThreadsStay(llvm::Function &Body);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_STAY_H
