//===- emission/Finish.h - names, audit and digest of the bodies ----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After the last pass the body that anybody may launch gets the user's symbol,
// and the original becomes `<symbol>__tc_placed` (or `__tc_unchecked`, or goes).
// Until then each has the name and place that keeps the optimiser's decisions
// those of the twin.
//
// The audit. A failure call cannot be deleted: it has a side effect and does
// not return. It can only become unreachable, when the optimiser proves its
// condition false from the body's own flag-free instructions, which is a proof
// like ours (or the access was unreachable to begin with). So a check that is
// missing at the end is reported, not an error, except at -O0, where each
// failure call (a check in a loop with a checked copy has several) must stand as
// often as it was put in. An error is: a check that nobody put there, an id that is no longer
// a constant, code after a failure, a failure in the fully placed body, a
// marker that is still there.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_FINISH_H
#define TILECHECKS_EMISSION_FINISH_H

#include "emission/Manifest.h"

#include <cstdint>
#include <set>

namespace tilechecks::emission {

struct FinalBody {
  std::string Kind;
  llvm::Function *F = nullptr;
  std::set<unsigned> Ids;     ///< checks that stand in it
  std::set<unsigned> Missing; ///< checks that the optimiser proved
};

struct FinalKernel {
  KernelRecord Record;
  std::vector<FinalBody> Bodies; ///< self-contained first, then placed, ...
  std::vector<std::string> Errors;
};

/// Audits and renames the bodies of one kernel. Failure calls are not lowered.
FinalKernel finishKernel(llvm::Module &M, KernelRecord Record);

/// 16 hex digits over the printed instructions of all bodies and what they
/// call. The same input gives the same digits, on every machine.
std::string digest(const FinalKernel &K);

/// Adds the constant `Name` with Bytes to global memory, kept to the end,
/// merged with the same symbol of other objects as Like is.
void addConstant(llvm::Module &M, const std::string &Name,
                 const std::string &Bytes, const llvm::Function &Like);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_FINISH_H
