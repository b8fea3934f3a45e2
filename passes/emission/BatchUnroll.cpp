//===- emission/BatchUnroll.cpp - loops whose exits are checks -------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Batch.h"
#include "emission/Veil.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

/// Where all that V is computed from in L may be computed ahead, from one
/// iteration to the next as well.
static bool mayRunAhead(const Value *V, const Loop &L,
                        SmallPtrSetImpl<const Value *> &Seen) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || !Seen.insert(I).second)
    return true;
  const bool IsOwnPhi = isa<PHINode>(I) && I->getParent() == L.getHeader();
  if (!IsOwnPhi && !mayMoveUp(*I, /*AcrossChecksAtAccessAlone=*/true))
    return false;
  return all_of(I->operands(),
                [&](const Value *Op) { return mayRunAhead(Op, L, Seen); });
}

/// Every way out but the latch is a check at an access that can be computed
/// ahead, and no iteration writes what the next one may read.
static bool isBatch(const Loop &L) {
  SmallVector<BasicBlock *> Exiting;
  L.getExitingBlocks(Exiting);
  if (!L.isInnermost() || !L.isLoopExiting(L.getLoopLatch()) ||
      Exiting.size() < 2)
    return false;
  SmallPtrSet<const Value *, 32> Seen;
  for (BasicBlock *Block : Exiting) {
    if (Block == L.getLoopLatch())
      continue;
    const FailBranch Check = FailBranch::at(*Block);
    if (!Check.Branch || !Check.isAtAccess() ||
        !mayRunAhead(Check.Branch->getCondition(), L, Seen))
      return false;
  }
  return none_of(L.blocks(), [](BasicBlock *Block) {
    return any_of(*Block, [](Instruction &I) { return I.mayWriteToMemory(); });
  });
}

/// As LLVM measures the loop that has no checks: without veils, the comparisons
/// of checks and their branches.
static uint64_t sizeWithoutChecks(const Loop &L, const TargetTransformInfo &TTI) {
  SmallPtrSet<const Value *, 8> OfChecks;
  SmallVector<BasicBlock *> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *Block : Exiting)
    if (const FailBranch Check = FailBranch::at(*Block); Check.Branch) {
      OfChecks.insert(Check.Branch);
      OfChecks.insert(Check.Branch->getCondition());
    }
  InstructionCost Size = 0;
  for (BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if (!isVeil(I) && !OfChecks.contains(&I))
        Size += TTI.getInstructionCost(&I, TargetTransformInfo::TCK_CodeSize);
  return Size.isValid() ? std::max<int64_t>(Size.getValue(), 1) : UINT32_MAX;
}

static bool unroll(Loop &L, FunctionAnalysisManager &FAM) {
  Function &F = *L.getHeader()->getParent();
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  // By the measure that LLVM has for the same loop without checks.
  constexpr int OptLevel = 2;
  const auto Preferences = gatherUnrollingPreferences(
      &L, SE, TTI, nullptr, nullptr, ORE, OptLevel, std::nullopt, std::nullopt,
      std::nullopt, std::nullopt, std::nullopt, std::nullopt);
  if (!Preferences.Runtime || hasDisableAllTransformsHint(&L) ||
      hasUnrollTransformation(&L) & TM_Disable)
    return false;
  const SmallPtrSet<const Value *, 1> NoEphemerals;
  UnrollCostEstimator Cost(&L, TTI, NoEphemerals, Preferences.BEInsns);
  if (!Cost.canUnroll() || Cost.Convergence != ConvergenceKind::None)
    return false;
  const uint64_t Size = sizeWithoutChecks(L, TTI);
  unsigned Count = Preferences.DefaultUnrollRuntimeCount;
  while (Count > 1 && Size * Count > Preferences.PartialThreshold)
    Count /= 2;
  if (Count < 2)
    return false;
  UnrollLoopOptions Options = {};
  Options.Count = Count;
  Options.Runtime = true;
  Options.SCEVExpansionBudget = Preferences.SCEVExpansionBudget;
  Options.RuntimeUnrollMultiExit = true;
  formLCSSARecursively(L, DT, &LI, &SE);
  return UnrollLoop(&L, Options, &LI, &SE, &DT, &AC, &TTI, &ORE,
                    /*PreserveLCSSA=*/true) != LoopUnrollResult::Unmodified;
}

bool emission::unrollCheckedLoops(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (Loop *Outermost : to_vector(LI))
    Changed |= simplifyLoop(Outermost, &FAM.getResult<DominatorTreeAnalysis>(F),
                            &LI, &FAM.getResult<ScalarEvolutionAnalysis>(F),
                            &FAM.getResult<AssumptionAnalysis>(F), nullptr,
                            /*PreserveLCSSA=*/false);
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->isLoopSimplifyForm() && isBatch(*L))
      Changed |= unroll(*L, FAM);
  return Changed;
}
