//===- emission/Version.h - a second copy of a loop -----------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before: br preheader              before: br true, preheader, preheader.checked
//   preheader..loop -> exit     =>    preheader..loop -> exit
//                                     preheader.checked..loop.checked -> exit
//
// The loop itself stays what it was; its copy differs by nothing but names. Both
// keep the loop's metadata (unroll pragmas). What the loop computes reaches the
// code behind it through the phis of its exits alone (LCSSA form), which take
// the copy's values too.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_VERSION_H
#define TILECHECKS_EMISSION_VERSION_H

#include "llvm/Transforms/Utils/ValueMapper.h"

#include <memory>

namespace llvm {
class BranchInst;
class DominatorTree;
class Loop;
class LoopInfo;
} // namespace llvm

namespace tilechecks::emission {

struct LoopCopy {
  llvm::BranchInst *Choice = nullptr; ///< on true: the loop, else the copy
  llvm::ValueToValueMapTy Map;        ///< from the loop's values to the copy's
};

/// Null, and nothing done, for a loop without preheader, with an exit that is
/// also entered from elsewhere, or whose values are used outside of it without
/// a phi. LI and DT are kept up to date.
std::unique_ptr<LoopCopy> copyLoop(llvm::Loop &L, llvm::LoopInfo &LI,
                                   llvm::DominatorTree &DT);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_VERSION_H
