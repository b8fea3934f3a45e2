//===- emission/Veil.h - operands that no other pass reasons about --------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A residual check is there because our own proof failed. That another pass
// then proves it is no gain and a risk: LLVM 22.1.8's constraint elimination
// folds `x < 0` to true given `x >= 0; a = x + (INT64_MIN+1) - 1; a <= 0`, and
// a folded check is silently gone (rule 10). So the compare sees its operand
// through a move that only ptxas looks into. It stays to the end: the code
// generator runs passes of the same kind. Equal operands still share their
// checks and invariant ones still leave the loop.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_VEIL_H
#define TILECHECKS_EMISSION_VEIL_H

#include "llvm/IR/IRBuilder.h"

namespace tilechecks::emission {

/// V, in a form that tells other passes nothing about it. Integers of 32 and 64
/// bits; others come back as they are.
llvm::Value *veil(llvm::IRBuilderBase &B, llvm::Value *V);
/// True for what veil() made; it has no effect and may be computed anywhere.
bool isVeil(const llvm::Instruction &I);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_VEIL_H
