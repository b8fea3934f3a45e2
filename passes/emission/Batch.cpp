//===- emission/Batch.cpp - checks of a stretch of code in one branch ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Batch.h"

#include "emission/Fail.h"
#include "emission/Veil.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

static constexpr StringLiteral ProvenName = "tilechecks.proven";
static constexpr unsigned KeptOfProven[] = {LLVMContext::MD_invariant_load};

/// Checks in one branch: their operands live side by side up to it.
static constexpr unsigned MaxFolded = 16;

void emission::markProven(LoadInst &Load) {
  Load.setMetadata(ProvenName, MDNode::get(Load.getContext(), {}));
}

bool emission::isProven(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  return Load && Load->isSimple() && Load->hasMetadata(ProvenName);
}

BasicBlock *FailBranch::failBlock() const {
  return Branch->getSuccessor(FailSuccessor);
}

BasicBlock *FailBranch::next() const {
  return Branch->getSuccessor(1 - FailSuccessor);
}

bool FailBranch::isAtAccess() const {
  return all_of(Fails, [](CallInst *Fail) { return emission::isAtAccess(*Fail); });
}

/// Whether Block does nothing but choose among failures and compute what they
/// report. OnWay: the blocks that led to it; one that leads to itself is a loop.
static bool collectFails(BasicBlock &Block, SmallVectorImpl<CallInst *> &Fails,
                         SmallPtrSetImpl<BasicBlock *> &OnWay) {
  for (Instruction &I : Block) {
    if (isa<PHINode, DbgInfoIntrinsic>(I) || isVeil(I))
      continue;
    if (auto *Call = dyn_cast<CallInst>(&I); Call && isFail(*Call)) {
      Fails.push_back(Call);
      return isa<UnreachableInst>(Call->getNextNode());
    }
    if (isa<BranchInst>(I)) {
      const bool IsNew = OnWay.insert(&Block).second;
      const bool AllFail = IsNew && all_of(successors(&Block), [&](BasicBlock *S) {
                             return collectFails(*S, Fails, OnWay);
                           });
      if (IsNew)
        OnWay.erase(&Block);
      return AllFail;
    }
    if (I.isTerminator() || I.mayHaveSideEffects() || I.mayReadFromMemory())
      return false;
  }
  return false;
}

FailBranch FailBranch::at(BasicBlock &Block) {
  auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return {};
  for (unsigned S : {0u, 1u}) {
    FailBranch Found = {Branch, S, {}};
    SmallPtrSet<BasicBlock *, 8> OnWay;
    if (collectFails(*Branch->getSuccessor(S), Found.Fails, OnWay))
      return Found;
  }
  return {};
}

/// Failing and all blocks behind it.
static SmallSetVector<BasicBlock *, 4> blocksOf(BasicBlock *Failing) {
  SmallSetVector<BasicBlock *, 4> Blocks;
  Blocks.insert(Failing);
  for (size_t I = 0; I < Blocks.size(); ++I)
    for (BasicBlock *Next : successors(Blocks[I]))
      Blocks.insert(Next);
  return Blocks;
}

bool emission::mayMoveUp(const Instruction &I, bool AcrossChecksAtAccessAlone) {
  if (isVeil(I))
    return true;
  if (isProven(I) && AcrossChecksAtAccessAlone)
    return true;
  return isSafeToSpeculativelyExecute(&I);
}

namespace {

/// Two branches of which the second follows on the first.
class Fold {
public:
  Fold(const FailBranch &First, const FailBranch &Second)
      : First(First), Second(Second), Between(First.next()) {}
  /// Does nothing if it is not sound.
  bool run();

private:
  bool collect(Value *V);
  bool collectReport();
  void choose(BasicBlock &Which, Value *FirstFails);
  bool movesTheFailureAlone() const;
  bool readsWhatIsWritten() const;

  const FailBranch First, Second;
  BasicBlock *const Between;
  /// What the second check and its report need of Between, operands first.
  SetVector<Instruction *> Needed;
};

} // namespace

bool Fold::collect(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != Between || Needed.contains(I))
    return true;
  if (!mayMoveUp(*I, First.isAtAccess()))
    return false;
  for (Value *Operand : I->operands())
    if (!collect(Operand))
      return false;
  Needed.insert(I);
  return true;
}

/// All that stays between the checks comes to its end, and nobody else sees when.
bool Fold::movesTheFailureAlone() const {
  for (const Instruction &I : *Between) {
    if (I.isTerminator() || Needed.contains(const_cast<Instruction *>(&I)) ||
        isVeil(I) || isa<DbgInfoIntrinsic>(I))
      continue;
    if (I.isVolatile() || I.isAtomic() ||
        !isGuaranteedToTransferExecutionToSuccessor(&I))
      return false;
    if (const auto *Call = dyn_cast<CallBase>(&I);
        Call && (Call->isConvergent() || !Call->doesNotAccessMemory()))
      return false;
  }
  return true;
}

bool Fold::readsWhatIsWritten() const {
  bool Written = false;
  for (Instruction &I : *Between) {
    if (Written && I.mayReadFromMemory() && Needed.contains(&I))
      return true;
    Written |= I.mayWriteToMemory();
  }
  return false;
}

bool Fold::collectReport() {
  for (BasicBlock *Block : blocksOf(Second.failBlock()))
    for (Instruction &I : *Block)
      for (Use &Operand : I.operands()) {
        const auto *Phi = dyn_cast<PHINode>(&I);
        if ((!Phi || Phi->getIncomingBlock(Operand) == Between) &&
            !collect(Operand))
          return false;
      }
  return true;
}

/// To the failure of the first check that fails: its reports come from Which
/// from now on.
void Fold::choose(BasicBlock &Which, Value *FirstFails) {
  IRBuilder<> B(&Which);
  BasicBlock *To1 = First.failBlock(), *To2 = Second.failBlock();
  if (To1 != To2) {
    B.CreateCondBr(FirstFails, To1, To2);
    To1->replacePhiUsesWith(First.Branch->getParent(), &Which);
    To2->replacePhiUsesWith(Between, &Which);
    return;
  }
  for (PHINode &Phi : To1->phis()) {
    Value *V1 = Phi.removeIncomingValue(First.Branch->getParent(), false),
          *V2 = Phi.removeIncomingValue(Between, false);
    Phi.addIncoming(V1 == V2 ? V1 : B.CreateSelect(FirstFails, V1, V2), &Which);
  }
  B.CreateBr(To1);
}

bool Fold::run() {
  // A phi of one way is its value.
  FoldSingleEntryPHINodes(Between);
  if (!collect(Second.Branch->getCondition()) || !collectReport() ||
      !movesTheFailureAlone() || readsWhatIsWritten())
    return false;

  for (Instruction *I : Needed) {
    // What a check allows to promise does not hold ahead of it.
    I->dropPoisonGeneratingAnnotations();
    // That nobody writes the memory holds in the whole kernel.
    I->dropUBImplyingAttrsAndMetadata(isProven(*I)
                                          ? ArrayRef<unsigned>(KeptOfProven)
                                          : ArrayRef<unsigned>());
    I->moveBefore(First.Branch->getIterator());
  }
  BasicBlock *Block = First.Branch->getParent();
  LLVMContext &Context = Block->getContext();
  auto *Which = BasicBlock::Create(Context, "tc.which", Block->getParent(),
                                   First.failBlock());
  IRBuilder<> B(First.Branch);
  auto Fails = [&](const FailBranch &F) {
    Value *C = F.Branch->getCondition();
    return F.FailSuccessor == 0 ? C : B.CreateNot(C);
  };
  Value *FirstFails = Fails(First), *SecondFails = Fails(Second);
  B.CreateCondBr(B.CreateOr(FirstFails, SecondFails), Which, Between,
                 MDBuilder(Context).createUnlikelyBranchWeights());
  choose(*Which, FirstFails);
  BasicBlock *Next = Second.next();
  First.Branch->eraseFromParent();
  Second.Branch->eraseFromParent();
  BranchInst::Create(Next, Between);
  MergeBlockIntoPredecessor(Next);
  return true;
}

bool emission::foldFailures(Function &F) {
  bool Changed = false;
  SmallVector<WeakVH> Blocks;
  for (BasicBlock &Block : F)
    Blocks.push_back(&Block);
  for (const WeakVH &Handle : Blocks)
    for (unsigned Checks = 1; Handle && Checks < MaxFolded; ++Checks) {
      auto *Block = cast<BasicBlock>(Handle);
      const FailBranch First = FailBranch::at(*Block);
      if (!First.Branch || First.next()->getSinglePredecessor() != Block)
        break;
      const FailBranch Second = FailBranch::at(*First.next());
      if (!Second.Branch || !Fold(First, Second).run())
        break;
      Changed = true;
    }
  return Changed;
}

void emission::batchChecks(Function &F, FunctionAnalysisManager &FAM) {
  bool Changed = unrollCheckedLoops(F, FAM);
  Changed |= foldFailures(F);
  for (Instruction &I : instructions(F))
    if (isa<LoadInst>(I))
      I.setMetadata(ProvenName, nullptr);
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
}
