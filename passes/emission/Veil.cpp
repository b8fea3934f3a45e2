//===- emission/Veil.cpp - operands that no other pass reasons about ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Veil.h"

#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace tilechecks;

static StringRef moveOf(unsigned Width) {
  return Width == 32 ? "mov.b32 $0, $1;" : "mov.b64 $0, $1;";
}

Value *emission::veil(IRBuilderBase &B, Value *V) {
  const unsigned Width = V->getType()->getIntegerBitWidth();
  if (isa<Constant>(V) || (Width != 32 && Width != 64))
    return V;
  auto *Ty = FunctionType::get(V->getType(), {V->getType()}, false);
  InlineAsm *Move =
      InlineAsm::get(Ty, moveOf(Width), Width == 32 ? "=r,r" : "=l,l", false);
  CallInst *Call = B.CreateCall(Move, {V});
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  return Call;
}

bool emission::isVeil(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Asm && I.getType()->isIntegerTy() && !Asm->hasSideEffects() &&
         Asm->getAsmString() == moveOf(I.getType()->getIntegerBitWidth()) &&
         Call->doesNotAccessMemory();
}
