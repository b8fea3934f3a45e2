//===- emission/Version.cpp - a second copy of a loop ---------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Version.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

/// Blocks behind L that no longer have their dominator once there is a second
/// way to L's exits.
static SmallVector<BasicBlock *> dominatedFromWithin(const Loop &L,
                                                     const DominatorTree &DT) {
  SmallVector<BasicBlock *> Blocks;
  for (BasicBlock *Inside : L.blocks())
    for (const DomTreeNode *Node : DT.getNode(Inside)->children())
      if (!L.contains(Node->getBlock()))
        Blocks.push_back(Node->getBlock());
  return Blocks;
}

std::unique_ptr<LoopCopy> emission::copyLoop(Loop &L, LoopInfo &LI,
                                             DominatorTree &DT) {
  if (!L.isLoopSimplifyForm() || !L.isLCSSAForm(DT))
    return nullptr;
  auto Copy = std::make_unique<LoopCopy>();
  SmallVector<BasicBlock *> Exits, Blocks;
  L.getUniqueExitBlocks(Exits);
  const SmallVector<BasicBlock *> Behind = dominatedFromWithin(L, DT);

  BasicBlock *Before = L.getLoopPreheader();
  BasicBlock *Preheader =
      SplitBlock(Before, Before->getTerminator(), &DT, &LI, nullptr,
                 Before->getName() + ".version");
  cloneLoopWithPreheader(Preheader, Before, &L, Copy->Map, ".checked", &LI, &DT,
                         Blocks);
  remapInstructionsInBlocks(Blocks, Copy->Map);
  for (BasicBlock *Exit : Exits)
    for (PHINode &Phi : Exit->phis())
      for (unsigned I = 0, E = Phi.getNumIncomingValues(); I != E; ++I) {
        Value *V = Phi.getIncomingValue(I);
        Value *Copied = Copy->Map.lookup(V);
        Phi.addIncoming(Copied ? Copied : V, cast<BasicBlock>(Copy->Map.lookup(
                                                 Phi.getIncomingBlock(I))));
      }

  Instruction *End = Before->getTerminator();
  Copy->Choice = BranchInst::Create(
      Preheader, cast<BasicBlock>(Copy->Map.lookup(Preheader)),
      ConstantInt::getTrue(Before->getContext()), End->getIterator());
  Copy->Choice->setDebugLoc(Preheader->getTerminator()->getDebugLoc());
  End->eraseFromParent();
  for (BasicBlock *Block : Behind)
    DT.changeImmediateDominator(Block, Before);
  return Copy;
}
