//===- emission/Aligned.cpp - addresses that the launcher has verified ----===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Aligned.h"

#include "front/ParamMemory.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

void emission::applyAlignment(const front::KernelClone &Clone,
                              ArrayRef<Multiple> Multiples, CopyOf Copy) {
  if (Multiples.empty())
    return;
  const front::ParamMemory Params(*Clone.Functions[0]);
  const DataLayout &DL = Clone.Kernel->getDataLayout();
  for (Instruction &I : instructions(*Clone.Functions[0])) {
    const auto Place = Params.launchKnownLoad(&I);
    if (!Place || !I.getType()->isIntOrPtrTy())
      continue;
    const Atom Field = Atom::param(Place->Param, uint32_t(Place->OffsetBytes),
                                   uint32_t(DL.getTypeSizeInBits(I.getType())));
    const Multiple *M =
        find_if(Multiples, [&](const Multiple &M) { return M.Field == Field; });
    if (M == Multiples.end())
      continue;
    auto *Load = cast<LoadInst>(Copy(&I));
    const auto Divisor = uint64_t(M->Divisor);
    IRBuilder<> B(Load->getNextNode());
    if (Load->getType()->isPointerTy()) {
      Load->setMetadata(LLVMContext::MD_align,
                        MDNode::get(B.getContext(), ConstantAsMetadata::get(
                                                        B.getInt64(Divisor))));
      continue;
    }
    Value *Rest =
        B.CreateAnd(Load, ConstantInt::get(Load->getType(), Divisor - 1));
    B.CreateAssumption(B.CreateIsNull(Rest));
  }
}
