//===- emission/Flags.cpp - what code promises without proof --------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Flags.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace tilechecks;

SetVector<Function *> emission::callTree(Function &F, bool Indirect) {
  SetVector<Function *> Tree;
  Tree.insert(&F);
  bool AddedAddressTaken = false;
  for (size_t I = 0; I < Tree.size(); ++I) {
    Function *Current = Tree[I];
    bool HasIndirectCall = false;
    for (Instruction &Inst : instructions(*Current)) {
      auto *Call = dyn_cast<CallBase>(&Inst);
      if (!Call || Call->isInlineAsm())
        continue;
      // Through constant casts: a call with a mismatched type still calls it.
      auto *Callee =
          dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
      if (!Callee)
        HasIndirectCall = true;
      else if (!Callee->isDeclaration())
        Tree.insert(Callee);
    }
    if (Indirect && HasIndirectCall && !AddedAddressTaken) {
      AddedAddressTaken = true;
      for (Function &Other : *Current->getParent())
        if (!Other.isDeclaration() && Other.hasAddressTaken())
          Tree.insert(&Other);
    }
  }
  return Tree;
}

/// An assume whose condition says something; alignment and the like stand in
/// operand bundles and speak of addresses.
static bool isUserAssume(const Instruction &I) {
  const auto *Assume = dyn_cast<AssumeInst>(&I);
  if (!Assume)
    return false;
  const auto *Known = dyn_cast<ConstantInt>(Assume->getArgOperand(0));
  return !Known || !Known->isOne();
}

/// `unreachable` that follows no call that does not return.
static bool isBareUnreachable(const Instruction &I) {
  if (!isa<UnreachableInst>(I))
    return false;
  const auto *Before =
      dyn_cast_or_null<CallBase>(I.getPrevNode());
  return !Before || !(Before->doesNotReturn() || Before->isInlineAsm());
}

/// The operand of abs, ctlz, cttz that makes the result poison for one value.
static bool promisesAboutOperand(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::abs:
  case Intrinsic::ctlz:
  case Intrinsic::cttz: {
    const auto *Flag = dyn_cast<ConstantInt>(Call->getArgOperand(1));
    return Flag && Flag->isOne();
  }
  default:
    return false;
  }
}

bool emission::hasUnprovenPromises(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return isUserAssume(I) || isBareUnreachable(I) || promisesAboutOperand(I);
  });
}

static void dropFlagsOf(Instruction &I) {
  if (isa<OverflowingBinaryOperator>(I)) {
    I.setHasNoSignedWrap(false);
    I.setHasNoUnsignedWrap(false);
  } else if (isa<PossiblyExactOperator>(I)) {
    I.setIsExact(false);
  } else if (auto *Or = dyn_cast<PossiblyDisjointInst>(&I)) {
    Or->setIsDisjoint(false);
  } else if (auto *Cast = dyn_cast<PossiblyNonNegInst>(&I)) {
    Cast->setNonNeg(false);
  } else if (auto *Trunc = dyn_cast<TruncInst>(&I)) {
    Trunc->setHasNoSignedWrap(false);
    Trunc->setHasNoUnsignedWrap(false);
  } else if (auto *Compare = dyn_cast<ICmpInst>(&I)) {
    Compare->setSameSign(false);
  }
  if (promisesAboutOperand(I))
    cast<CallInst>(I).setArgOperand(1, ConstantInt::getFalse(I.getContext()));
}

void emission::dropFlags(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isUserAssume(I)) {
      I.eraseFromParent();
      continue;
    }
    if (isBareUnreachable(I))
      IRBuilder<>(&I).CreateIntrinsic(Intrinsic::trap, {});
    dropFlagsOf(I);
  }
}

static bool hasFlags(const Instruction &I) {
  if (const auto *Op = dyn_cast<OverflowingBinaryOperator>(&I))
    return Op->hasNoSignedWrap() || Op->hasNoUnsignedWrap();
  if (const auto *Op = dyn_cast<PossiblyExactOperator>(&I))
    return Op->isExact();
  if (const auto *Or = dyn_cast<PossiblyDisjointInst>(&I))
    return Or->isDisjoint();
  if (const auto *Cast = dyn_cast<PossiblyNonNegInst>(&I))
    return Cast->hasNonNeg();
  if (const auto *Trunc = dyn_cast<TruncInst>(&I))
    return Trunc->hasNoSignedWrap() || Trunc->hasNoUnsignedWrap();
  if (const auto *Compare = dyn_cast<ICmpInst>(&I))
    return Compare->hasSameSign();
  return false;
}

/// dropFlags would change F.
static bool wouldChange(const Function &F) {
  return any_of(instructions(F), hasFlags) || emission::hasUnprovenPromises(F);
}

void emission::shareDecision(ArrayRef<Function *> Kernels,
                             MutableArrayRef<bool> MustDrop) {
  EquivalenceClasses<size_t> Classes;
  DenseMap<Function *, size_t> FirstCaller;
  for (size_t K = 0; K < Kernels.size(); ++K) {
    Classes.insert(K);
    for (Function *F : callTree(*Kernels[K], /*Indirect=*/true)) {
      if (!wouldChange(*F))
        continue;
      auto [It, IsNew] = FirstCaller.try_emplace(F, K);
      if (!IsNew)
        Classes.unionSets(K, It->second);
    }
  }
  DenseMap<size_t, bool> DropsClass;
  for (size_t K = 0; K < Kernels.size(); ++K)
    DropsClass[Classes.getLeaderValue(K)] |= MustDrop[K];
  for (size_t K = 0; K < Kernels.size(); ++K)
    MustDrop[K] = DropsClass[Classes.getLeaderValue(K)];
}
