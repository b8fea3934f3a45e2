//===- emission/Flags.h - what code promises without proof ----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Undefined behaviour must not be used against a proof (design: rule 2):
//
//   %i = add nsw i32 %a, %b
//   %c = icmp slt i32 %i, 0
//   %j = select i1 %c, i32 0, i32 %i     ; proven: 0 <= %j
//
// With the flag, the optimiser may conclude that %i is not negative for
// positive %a and %b, delete the select, and a sum that wraps writes far away.
// So where a body's proof does not cover its flags, they go before any pass
// sees them: nsw, nuw, exact, disjoint, nneg, samesign, the promises of abs,
// ctlz and cttz about zero and the least number, and assumptions.
// `__builtin_unreachable()` becomes a trap, which promises nothing.
// Flags of floating point and of addresses say nothing about an index.
//
// It is done for the whole call tree of a kernel. A helper without flags
// changes every kernel that calls it, so kernels that share a function share
// the decision.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_FLAGS_H
#define TILECHECKS_EMISSION_FLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tilechecks::emission {

/// F and every defined function that calls by name reach from it; with
/// Indirect, a call of a pointer reaches whatever has its address taken. In
/// order of discovery.
llvm::SetVector<llvm::Function *> callTree(llvm::Function &F,
                                           bool Indirect = false);

/// Assumptions and unreachable points that the author put there, and intrinsics
/// that promise a non-zero operand: never covered by a proof.
bool hasUnprovenPromises(const llvm::Function &F);

/// Removes all of the above from F.
void dropFlags(llvm::Function &F);

/// Given which kernels must lose their flags, extends the answer to all that
/// share a function with one of them.
void shareDecision(llvm::ArrayRef<llvm::Function *> Kernels,
                   llvm::MutableArrayRef<bool> MustDrop);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_FLAGS_H
