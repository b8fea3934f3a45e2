//===- emission/Batch.h - checks of a stretch of code in one branch --------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check that stays ends its block, and what stands behind it waits for it: of
// sixteen loads of an index and of what it indexes, each would wait for the one
// before, and a loop with such an exit is not unrolled. After all other passes
// the bodies with residual checks are therefore rewritten:
//
//   %i = load a[k]                          %i = load a[k]
//   br (%i < n), next, fail1                %j = load a[k+1]
// next:                             =>      br (%i < n & %j < n), next, which
//   %u = load y[%i]                       next:
//   %j = load a[k+1]                        %u = load y[%i]
//   br (%j < n), last, fail2                %v = load y[%j]
// last:                                   which:                  ; cold
//   %v = load y[%j]                         br (%i < n), fail2, fail1
//
// Why it is sound: of what is executed before a failure, only the failure moves,
// ahead; each check still stands before the access that it guards, and the first
// one in program order that fails is the one reported. What moves up is what the
// second check needs, and only
//
//   * arithmetic that can be speculated, and veils (emission/Veil.h);
//   * loads that are Proven: elements, at the header's own address, all of whose
//     axes were discharged, verified by the launcher, or checked before the loop
//     or at the entry. Their proofs rest on launch checks and on conditions of the
//     user's code (a fact is never taken from a check), so they hold whether or
//     not a check in between fails. They move across checks at an access alone,
//     since a check before a loop or at the entry may be what they were proven by;
//     and not across anything that may write memory.
//
// When not: where a failure would move across a call, an atomic or volatile
// access, a fence or a barrier, or anything that may not come to its end. Plain
// stores may come after the failure that stood behind them: the thread that is
// stopped does not do them.
//
// For that to find anything in a loop, loops whose only exits besides the latch
// are checks at an access are unrolled as LLVM unrolls the unchecked loop, if all
// their checks can be computed ahead and nothing in them writes memory.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_BATCH_H
#define TILECHECKS_EMISSION_BATCH_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class BranchInst;
class CallInst;
class Instruction;
class LoadInst;
} // namespace llvm

namespace tilechecks::emission {

/// From the first pass to this one: Load is a proven one.
void markProven(llvm::LoadInst &Load);
bool isProven(const llvm::Instruction &I);

/// A branch one of whose ways does nothing but fail, in one or several places.
struct FailBranch {
  llvm::BranchInst *Branch = nullptr;
  unsigned FailSuccessor = 0;
  llvm::SmallVector<llvm::CallInst *, 2> Fails;

  llvm::BasicBlock *failBlock() const;
  llvm::BasicBlock *next() const;
  bool isAtAccess() const; ///< all of its checks are
  /// Branch is null if Block does not end in one.
  static FailBranch at(llvm::BasicBlock &Block);
};

/// Whether I may be computed ahead of checks that it stands behind.
bool mayMoveUp(const llvm::Instruction &I, bool AcrossChecksAtAccessAlone);

/// Unrolls; true if F changed.
bool unrollCheckedLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
/// Folds branches; true if F changed.
bool foldFailures(llvm::Function &F);

/// All of it, for a body with residual checks. Not for the reference body.
void batchChecks(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_BATCH_H
