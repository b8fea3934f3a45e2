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

Value *emission::veil(IRBuilderBase &B, Value *V) {
  const unsigned Width = V->getType()->getIntegerBitWidth();
  if (isa<Constant>(V) || (Width != 32 && Width != 64))
    return V;
  auto *Ty = FunctionType::get(V->getType(), {V->getType()}, false);
  InlineAsm *Move =
      Width == 32 ? InlineAsm::get(Ty, "mov.b32 $0, $1;", "=r,r", false)
                  : InlineAsm::get(Ty, "mov.b64 $0, $1;", "=l,l", false);
  CallInst *Call = B.CreateCall(Move, {V});
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  return Call;
}
