//===- front/Assumptions.cpp - what an assumption speaks of ---------------===//
//
// An assumption is no premise (rule 2), but the author meant it as one: a value
// that only an assumption bounds gets the reason UnverifiedAssumption, whose
// hint is to state it where the launcher verifies it. Before promotion a value
// is many loads of one variable, so an assumption is kept as a call without
// meaning until then, and what its condition reads is marked.
//
//===----------------------------------------------------------------------===//
#include "front/Clone.h"
#include "front/Markers.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
namespace tilechecks::front {

static constexpr StringLiteral Keeper = "tilechecks.assumed";

void keepAssumption(AssumeInst &A) {
  Value *Condition = A.getArgOperand(0);
  if (!isa<Constant>(Condition)) {
    LLVMContext &Context = A.getContext();
    FunctionCallee F = A.getModule()->getOrInsertFunction(
        Keeper, Type::getVoidTy(Context), Type::getInt1Ty(Context));
    CallInst::Create(F, {Condition}, "", A.getIterator());
  }
  A.eraseFromParent();
}

/// Marks what the condition is computed from, up to a few operations.
static void markOperands(Value *V, unsigned Depth) {
  constexpr unsigned MaxDepth = 8;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MaxDepth || isAssumed(*I))
    return;
  I->setMetadata(Keeper, MDNode::get(I->getContext(), {}));
  if (isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(I) ||
      markerKind(*I))
    for (Use &U : I->operands())
      markOperands(U.get(), Depth + 1);
}

void markAssumed(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() ||
        Call->getCalledFunction()->getName() != Keeper)
      continue;
    markOperands(Call->getArgOperand(0), 0);
    Call->eraseFromParent();
  }
  // A way that ends in nothing but `unreachable` is assumed not to be taken.
  for (BasicBlock &BB : F) {
    if (!isa<UnreachableInst>(BB.getTerminator()))
      continue;
    Instruction *Last = BB.getTerminator()->getPrevNode();
    if (Last && endsThread(*Last))
      continue;
    for (BasicBlock *From : predecessors(&BB))
      if (auto *Br = dyn_cast<BranchInst>(From->getTerminator());
          Br && Br->isConditional())
        markOperands(Br->getCondition(), 0);
  }
}

bool isAssumed(const Instruction &I) { return I.getMetadata(Keeper) != nullptr; }

void dropAssumptionKeeper(Module &M) {
  if (Function *F = M.getFunction(Keeper); F && F->use_empty())
    F->eraseFromParent();
}

} // namespace tilechecks::front
