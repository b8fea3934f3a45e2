//===- emission/Markers.cpp - deleting the markers ------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Markers.h"

#include "emission/MarkerCall.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

bool emission::hasMarkers(const Module &M) {
  for (const Function &F : M)
    if (markerKind(&F))
      return true;
  return false;
}

std::string emission::deleteMarkers(Module &M) {
  SetVector<GlobalVariable *> Strings;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto Kind = markerKind(I);
      if (!Kind)
        continue;
      for (Value *Operand : I.operands())
        if (auto *G = dyn_cast<GlobalVariable>(Operand->stripPointerCasts()))
          if (G->hasLocalLinkage() && G->isConstant())
            Strings.insert(G);
      if (*Kind == MarkerKind::Check)
        I.replaceAllUsesWith(cast<CallInst>(I).getArgOperand(0));
      I.eraseFromParent();
    }
  for (GlobalVariable *G : Strings) {
    G->removeDeadConstantUsers();
    if (G->use_empty())
      G->eraseFromParent();
  }
  for (Function &F : make_early_inc_range(M)) {
    if (!markerKind(&F))
      continue;
    F.removeDeadConstantUsers();
    if (!F.use_empty())
      return "the address of the marker " + F.getName().str() + " is taken";
    F.eraseFromParent();
  }
  return {};
}
