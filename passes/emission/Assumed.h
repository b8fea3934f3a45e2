//===- emission/Assumed.h - loads of memory that nobody writes ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assumed body is the placed one (from the analysis clone), in which
//
//   %v = load float, ptr %p, !invariant.load !{}      ; ld.global.nc
//
// where the load may say so. The launcher has verified that the memory of a
// read tensor and that of every written one share no byte; the rest is shown
// here, of the kernel's code, before a body is made:
//
// * everything the kernel writes is an element, through a checked access, of a
//   tensor parameter, or lies in the thread's or the block's own memory: no raw
//   pointer, no global variable, no assembly, no call that is left;
// * the marked load is an element, through a checked access, of a tensor
//   parameter that is not written;
// * nothing in the kernel can order it after the writes of others: no atomic
//   or volatile access, no fence, no barrier but the block's own;
// * no access is unchecked: it could leave its tensor for another one.
//
// "A checked access" is the header's own address, nothing near it: one step
// from the parameter's data pointer by the offset that its layout makes of
// markers' results and extents.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_ASSUMED_H
#define TILECHECKS_EMISSION_ASSUMED_H

#include "core/Plan.h"
#include "front/Front.h"

#include <set>

namespace llvm {
class LoadInst;
} // namespace llvm

namespace tilechecks::emission {

/// In an analysis clone; both empty if the kernel is not of that kind.
struct ReadOnlyLoads {
  struct Load {
    llvm::LoadInst *I;
    int Param;
  };
  std::vector<Load> Loads;
  std::set<int> Written; ///< tensor parameters
};
ReadOnlyLoads findReadOnlyLoads(const front::KernelClone &Clone);

/// Those of which the plan's assumptions say that no written tensor shares
/// their memory.
std::vector<llvm::LoadInst *> invariantLoads(const ReadOnlyLoads &Found,
                                             const Plan &ThePlan);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_ASSUMED_H
