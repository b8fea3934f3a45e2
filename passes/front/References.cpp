//===- front/References.cpp - values read through a choice of addresses ---===//
//
//   const int &r = a < b ? a : b;  r        =>   a < b ? a : b
//
// std::min, std::max and std::clamp take and return references; inlined, they
// read through a phi of addresses, which keeps the variables in memory. The read
// moves to the end of each way into the phi: legal because nothing writes between
// the phi and the read, and because what it may read are variables of the
// thread, which can be read at any time.
//
//===----------------------------------------------------------------------===//
#include "front/Clone.h"
#include "front/Markers.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
namespace tilechecks::front {

/// Address is one of a few variables of at least SizeBytes.
static bool isChoiceOfVariables(const Value *Address, uint64_t SizeBytes,
                                const DataLayout &DL, unsigned Depth) {
  if (const auto *A = dyn_cast<AllocaInst>(Address)) {
    auto Size = A->getAllocationSize(DL);
    return Size && !Size->isScalable() && Size->getFixedValue() >= SizeBytes;
  }
  const auto *Phi = dyn_cast<PHINode>(Address);
  return Phi && Depth > 0 && all_of(Phi->incoming_values(), [&](const Use &U) {
           return isChoiceOfVariables(U.get(), SizeBytes, DL, Depth - 1);
         });
}

/// Control comes from Phi straight to L, and nothing is written on the way.
static bool isUnwrittenBetween(const PHINode &Phi, const LoadInst &L) {
  const Instruction *At = &L;
  for (unsigned Steps = 0; Steps < 256; ++Steps) {
    if (const Instruction *Before = At->getPrevNode()) {
      if (Before->getParent() == Phi.getParent() && isa<PHINode>(Before))
        return true;
      if (Before->mayWriteToMemory() && !markerKind(*Before))
        return false;
      At = Before;
      continue;
    }
    const BasicBlock *From = At->getParent()->getSinglePredecessor();
    if (!From || isa<PHINode>(At))
      return false;
    At = From->getTerminator();
  }
  return false;
}

bool readAtTheWaysIn(Function &F) {
  constexpr unsigned MaxDepth = 4;
  const DataLayout &DL = F.getParent()->getDataLayout();
  SmallVector<LoadInst *, 8> Work;
  for (Instruction &I : instructions(F))
    if (auto *L = dyn_cast<LoadInst>(&I))
      Work.push_back(L);
  bool Changed = false;
  while (!Work.empty()) {
    LoadInst *L = Work.pop_back_val();
    auto *Phi = dyn_cast<PHINode>(L->getPointerOperand());
    Type *T = L->getType();
    if (!Phi || !L->isSimple() || !T->isSingleValueType() ||
        !isChoiceOfVariables(Phi, DL.getTypeStoreSize(T), DL, MaxDepth) ||
        !isUnwrittenBetween(*Phi, *L))
      continue;
    auto *Read = PHINode::Create(T, Phi->getNumIncomingValues(), L->getName(), Phi->getIterator());
    for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I) {
      BasicBlock *From = Phi->getIncomingBlock(I);
      Value *V = nullptr; // one value for all edges from the same block
      if (int Known = Read->getBasicBlockIndex(From); Known >= 0)
        V = Read->getIncomingValue(Known);
      else
        Work.push_back(cast<LoadInst>(V = new LoadInst(
            T, Phi->getIncomingValue(I), L->getName(), false, Align(1),
            From->getTerminator()->getIterator())));
      Read->addIncoming(V, From);
    }
    L->replaceAllUsesWith(Read);
    L->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace tilechecks::front
