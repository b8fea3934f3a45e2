//===- emission/Bodies.cpp - from a plan to the bodies of a kernel --------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Bodies.h"

#include "emission/Batch.h"
#include "emission/CloneSet.h"
#include "emission/Expand.h"
#include "emission/Fail.h"
#include "emission/MarkerCall.h"
#include "emission/Proven.h"
#include "emission/Veil.h"
#include "emission/Version.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

namespace {

/// What the clone's indices mean in the kernel's body, or in the checked copy
/// of one of its loops: there, null for markers and preheaders outside of it.
struct Part {
  int Version = None; ///< the loop this is the checked copy of
  std::vector<CallInst *> Markers;
  std::vector<Value *> LoopVars, Opaques;
  /// The terminator stays in place when its block is split before it.
  std::vector<Instruction *> PreheaderEnds;
  std::unique_ptr<Expander> Expand;
  std::set<std::tuple<unsigned, int, const Pred *, const Pred *>> Hoisted;
};

/// One body while it is made.
class BodyBuilder {
public:
  BodyBuilder(const front::KernelClone &Clone, const Plan &ThePlan,
              ArrayRef<int> CheckIds, Form TheForm)
      : Clone(Clone), ThePlan(ThePlan), CheckIds(CheckIds), TheForm(TheForm) {}

  EmissionResult run(StringRef Symbol, Beliefs Believe);

private:
  enum class Where { Nowhere, AtAccess, Preheader };
  Where placeOf(size_t Context) const;
  bool isCheckedAtEntry(const LaunchCheck &Check) const;
  void versionLoops();
  void version(int Loop, ArrayRef<size_t> Contexts, LoopInfo &LI,
               DominatorTree &DT);
  void emit(Part &In);
  bool canHoist(const Decision &D) const;
  bool isCheckedAtAccess(size_t Context) const;
  void hoist(Part &In, size_t Context);
  void checkAtAccess(Part &In, size_t Context);
  void markProvenLoads();
  void checkAtEntry();
  void removeMarkers();
  template <class T> T *mapped(T *V) const {
    return V ? cast_or_null<T>(Value_(V)) : nullptr;
  }
  Value *Value_(const Value *V) const {
    auto It = Set.Map.find(V);
    return It == Set.Map.end() ? nullptr : static_cast<Value *>(It->second);
  }
  unsigned idOf(size_t Context) const {
    return unsigned(CheckIds[SiteOfContext[Context]]);
  }
  const SourceLocation &locationOf(size_t Context) const {
    return ThePlan.Of->Sites[SiteOfContext[Context]].Where;
  }
  std::string findSites();

  const front::KernelClone &Clone;
  const Plan &ThePlan;
  ArrayRef<int> CheckIds;
  const Form TheForm;
  CloneSet Set;
  std::vector<size_t> SiteOfContext; ///< in the plan
  Part Body;
  std::vector<std::unique_ptr<Part>> CheckedCopies;
  std::set<size_t> Versioned; ///< contexts that only a checked copy checks
  std::vector<unsigned> Ids;
};

} // namespace

BodyBuilder::Where BodyBuilder::placeOf(size_t Context) const {
  if (TheForm == Form::Reference)
    return Where::AtAccess;
  const Decision &D = ThePlan.Decisions[Context];
  switch (D.Result) {
  case Outcome::Discharged:
    return Where::Nowhere;
  case Outcome::Launch: {
    if (TheForm == Form::Placed)
      return Where::Nowhere;
    const bool AtEntry =
        !D.LaunchChecks.empty() && all_of(D.LaunchChecks, [&](int I) {
          return isCheckedAtEntry(ThePlan.LaunchChecks[size_t(I)]);
        });
    return AtEntry ? Where::Nowhere : Where::AtAccess;
  }
  case Outcome::Hoisted:
    return TheForm == Form::NoHoist ? Where::AtAccess : Where::Preheader;
  case Outcome::InPlace:
    return Where::AtAccess;
  }
  llvm_unreachable("closed set");
}

/// Stopping at it is right for every launch that fails it.
bool BodyBuilder::isCheckedAtEntry(const LaunchCheck &Check) const {
  if (TheForm == Form::Placed || Check.Kind == Origin::Assumption ||
      !Body.Expand->canExpand(Check.Condition))
    return false;
  if (TheForm == Form::Reference)
    return Check.Kind == Origin::Precondition;
  return Check.Exact;
}

/// Every part of it has a value in its preheader.
bool BodyBuilder::canHoist(const Decision &D) const {
  return !D.Hoisted.empty() && all_of(D.Hoisted, [&](const HoistedCheck &H) {
    return H.Loop >= 0 && size_t(H.Loop) < Body.PreheaderEnds.size() &&
           Body.PreheaderEnds[size_t(H.Loop)] && H.Guard && H.Condition &&
           Body.Expand->canExpand(H.Guard) &&
           Body.Expand->canExpand(H.Condition) &&
           (!H.Index || Body.Expand->canExpand(H.Index)) &&
           (!H.Extent || Body.Expand->canExpand(H.Extent));
  });
}

/// Versioned ones are, in the checked copy of their loop.
bool BodyBuilder::isCheckedAtAccess(size_t Context) const {
  const Decision &D = ThePlan.Decisions[Context];
  switch (placeOf(Context)) {
  case Where::Nowhere:
    return false;
  case Where::Preheader:
    return D.isVersioned() || !canHoist(D);
  case Where::AtAccess:
    return true;
  }
  llvm_unreachable("closed set");
}

/// 0 <= T, then T < E, before the same loop under the same condition: one
/// comparison serves both.
static bool areBothBounds(const HoistedCheck &Low, const HoistedCheck &High) {
  const Pred *L = Low.Condition, *H = High.Condition;
  return Low.Loop == High.Loop && Low.Guard == High.Guard &&
         L->Kind == PredKind::Le && L->Terms[0]->isConst() &&
         L->Terms[0]->Value == 0 && H->Kind == PredKind::Lt &&
         H->Terms[0] == L->Terms[1];
}

static bool usesNoData(const Pred *C) {
  bool Known = true;
  forEachAtom(C, [&](const Term *T) {
    Known &= T->A.Kind != AtomKind::LoopVar && T->A.Kind != AtomKind::Opaque;
  });
  return Known;
}

/// Where the checks under Guard stand that run before At: in a branch of their
/// own, which the optimiser unites with that of the loop, so that a loop without
/// iterations does not pay for them. Guard becomes true there. Unchanged where
/// the optimiser would not know the branch again, since data are veiled, and
/// where Guard may have no value, which is a failure.
static Instruction *enterGuard(Expander &Expand, TermPool &Pool,
                               const Pred *&Guard, Instruction *At) {
  if (Guard->isTrue() || !usesNoData(Guard))
    return At;
  Value *Enters = Expand.holdsIfTotal(Guard, At);
  if (!Enters)
    return At;
  Guard = Pool.boolean(true);
  return SplitBlockAndInsertIfThen(Enters, At->getIterator(),
                                   /*Unreachable=*/false);
}

void BodyBuilder::hoist(Part &In, size_t Context) {
  const std::vector<HoistedCheck> &Checks = ThePlan.Decisions[Context].Hoisted;
  TermPool &Pool = *ThePlan.Of->Pool;
  for (size_t I = 0; I < Checks.size(); ++I) {
    const HoistedCheck &H = Checks[I];
    Instruction *At = In.PreheaderEnds[size_t(H.Loop)];
    if (!At)
      continue; // before the decision between the copies
    // Contexts of one unrolled site share their check.
    auto IsNew = [&](const HoistedCheck &Check) {
      return In.Hoisted
          .emplace(idOf(Context), Check.Loop, Check.Guard, Check.Condition)
          .second;
    };
    if (!IsNew(H))
      continue;
    const Pred *Guard = H.Guard;
    At = enterGuard(*In.Expand, Pool, Guard, At);
    Value *Holds = nullptr;
    if (I + 1 < Checks.size() && areBothBounds(H, Checks[I + 1])) {
      const std::vector<const Term *> &Parts = Checks[I + 1].Condition->Terms;
      Holds = In.Expand->holdsInside(Guard, Parts[0], Parts[1], At);
    }
    if (Holds)
      IsNew(Checks[++I]); // the other bound is checked with it
    else
      Holds = In.Expand->holdsUnder(Guard, H.Condition, At);
    FailPoint Point = insertFail(Holds, /*FailsIf=*/false, At, idOf(Context));
    if (H.Index)
      Point.setIndex(In.Expand->low64(H.Index, Point.Call));
    if (H.Extent)
      Point.setExtent(In.Expand->low64(H.Extent, Point.Call));
    setLocation(*Point.Call, *Clone.Markers[Context], locationOf(Context).Line);
    Ids.push_back(idOf(Context));
  }
}

void BodyBuilder::checkAtAccess(Part &In, size_t Context) {
  auto Check = CheckMarker::read(In.Markers[Context]);
  assert(Check && "run() has read it");
  IRBuilder<> B(Check->Call);
  Check->Index = veil(B, Check->Index);
  Value *Violated = TheForm == Form::Reference ? violatedTwoSided(B, *Check)
                                               : violatedByCount(B, *Check);
  FailPoint Point =
      insertFail(Violated, /*FailsIf=*/true, Check->Call, idOf(Context));
  IRBuilder<> Cold(Point.Call);
  Point.setIndex(index64(Cold, *Check));
  Point.setExtent(extent64(Cold, *Check));
  setLocation(*Point.Call, *Check->Call, locationOf(Context).Line);
  markAtAccess(*Point.Call);
  Ids.push_back(idOf(Context));
}

/// Loads of elements whose checks all stand elsewhere than at the access.
void BodyBuilder::markProvenLoads() {
  if (TheForm == Form::Reference)
    return;
  DenseMap<const CallInst *, size_t> ContextOf;
  for (auto [C, Marker] : enumerate(Clone.Markers))
    ContextOf[Marker] = C;
  for (Function *F : Clone.Functions) {
    const front::ParamMemory Params(*F);
    for (Instruction &I : instructions(*F)) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load)
        continue;
      const auto Checks = checksOf(*Load, Params);
      if (!Checks.empty() && all_of(Checks, [&](const CallInst *Marker) {
            auto C = ContextOf.find(Marker);
            return C != ContextOf.end() && !isCheckedAtAccess(C->second);
          }))
        markProven(*mapped(Load));
    }
  }
}

/// The decision before Loop, and its checked copy, for the versioned Contexts.
void BodyBuilder::version(int Loop, ArrayRef<size_t> Contexts, LoopInfo &LI,
                          DominatorTree &DT) {
  BasicBlock *Header = Body.PreheaderEnds[size_t(Loop)]->getSuccessor(0);
  llvm::Loop *L = LI.getLoopFor(Header);
  if (!L || L->getHeader() != Header)
    return;
  std::unique_ptr<LoopCopy> Made = copyLoop(*L, LI, DT);
  if (!Made)
    return;
  Part &Copy = *CheckedCopies.emplace_back(std::make_unique<Part>());
  Copy.Version = Loop;
  auto Copied = [&]<class T>(T *V) {
    return V ? cast_or_null<T>(static_cast<Value *>(Made->Map.lookup(V)))
             : nullptr;
  };
  for (CallInst *Marker : Body.Markers)
    Copy.Markers.push_back(Copied(Marker));
  for (Instruction *End : Body.PreheaderEnds)
    Copy.PreheaderEnds.push_back(Copied(End));
  auto CopiedOrSame = [&](Value *V) { return Copied(V) ? Copied(V) : V; };
  append_range(Copy.LoopVars, map_range(Body.LoopVars, CopiedOrSame));
  append_range(Copy.Opaques, map_range(Body.Opaques, CopiedOrSame));
  Copy.Expand = std::make_unique<Expander>(*ThePlan.Of, *Set.Kernel,
                                           Copy.LoopVars, Copy.Opaques);
  // What is hoisted out of the loop runs once, before the decision.
  Body.PreheaderEnds[size_t(Loop)] = Made->Choice;
  Copy.PreheaderEnds[size_t(Loop)] = nullptr;

  std::set<std::pair<const Pred *, const Pred *>> Asked;
  Value *AllHold = nullptr;
  for (size_t Context : Contexts) {
    Versioned.insert(Context);
    for (const HoistedCheck &H : ThePlan.Decisions[Context].Hoisted) {
      if (!Asked.emplace(H.Guard, H.Condition).second)
        continue;
      Value *Holds =
          Body.Expand->holdsUnder(H.Guard, H.Condition, Made->Choice);
      AllHold = AllHold ? IRBuilder<>(Made->Choice).CreateAnd(AllHold, Holds)
                        : Holds;
    }
  }
  Made->Choice->setCondition(AllHold);
  Made->Choice->setMetadata(
      LLVMContext::MD_prof,
      MDBuilder(Set.Kernel->getContext()).createLikelyBranchWeights());
}

/// Loops are copied before the first check splits a block.
void BodyBuilder::versionLoops() {
  std::map<int, SmallVector<size_t>> Loops;
  for (size_t C = 0; C < Clone.Markers.size(); ++C)
    if (placeOf(C) == Where::Preheader && ThePlan.Decisions[C].isVersioned() &&
        canHoist(ThePlan.Decisions[C]))
      Loops[ThePlan.Decisions[C].Hoisted.front().Loop].push_back(C);
  if (Loops.empty())
    return;
  DominatorTree DT(*Set.Kernel);
  LoopInfo LI(DT);
  for (const auto &[Loop, Contexts] : Loops)
    version(Loop, Contexts, LI, DT);
}

/// The checks of all contexts in one part. A versioned one stands in the
/// checked copy of its loop alone.
void BodyBuilder::emit(Part &In) {
  for (size_t C = 0; C < In.Markers.size(); ++C) {
    if (!In.Markers[C] || placeOf(C) == Where::Nowhere ||
        (Versioned.count(C) && In.Version == None))
      continue;
    if (isCheckedAtAccess(C))
      checkAtAccess(In, C);
    else
      hoist(In, C);
  }
}

void BodyBuilder::checkAtEntry() {
  // Static allocas stay in the entry block; loads of parameters join them.
  BasicBlock &Entry = Set.Kernel->getEntryBlock();
  Instruction *At = &*Entry.getFirstNonPHIOrDbgOrAlloca();
  for (auto [I, Check] : enumerate(ThePlan.LaunchChecks)) {
    if (!isCheckedAtEntry(Check))
      continue;
    const unsigned Id = FirstLaunchId + unsigned(I);
    Value *Holds = Body.Expand->holds(Check.Condition, At);
    FailPoint Point = insertFail(Holds, /*FailsIf=*/false, At, Id);
    if (Check.Condition->Terms.size() == 2) {
      Point.setIndex(Body.Expand->low64(Check.Condition->Terms[0], Point.Call));
      Point.setExtent(Body.Expand->low64(Check.Condition->Terms[1], Point.Call));
    }
    setLocation(*Point.Call, Check.Where.Line);
    Ids.push_back(Id);
  }
}

void BodyBuilder::removeMarkers() {
  for (Function *F : Set.Functions)
    for (Instruction &I : make_early_inc_range(instructions(*F)))
      if (auto Kind = markerKind(I)) {
        if (*Kind == MarkerKind::Check)
          I.replaceAllUsesWith(cast<CallInst>(I).getArgOperand(0));
        I.eraseFromParent();
      }
}

/// The clone for a reference body has a description of its own; a site is the
/// same if it is the same access of the source.
std::string BodyBuilder::findSites() {
  const Problem &P = *Clone.P;
  for (const Context &C : P.Contexts) {
    if (C.Site < 0 || size_t(C.Site) >= P.Sites.size())
      return "a check of the clone has no site";
    const Site &Mine = P.Sites[size_t(C.Site)];
    auto IsSame = [&](const Site &S) {
      return S.Axis == Mine.Axis && S.Where.Line == Mine.Where.Line &&
             S.Where.Column == Mine.Where.Column &&
             S.Where.File == Mine.Where.File;
    };
    const std::vector<Site> &Sites = ThePlan.Of->Sites;
    auto Found = size_t(C.Site) < Sites.size() && IsSame(Sites[size_t(C.Site)])
                     ? Sites.begin() + C.Site
                     : llvm::find_if(Sites, IsSame);
    if (Found == Sites.end())
      return "a check of the clone has no site in the plan";
    SiteOfContext.push_back(size_t(Found - Sites.begin()));
  }
  return {};
}

/// Check markers that can be reached; the others are no accesses.
static size_t countChecks(ArrayRef<Function *> Functions) {
  size_t Found = 0;
  for (Function *F : Functions) {
    ReversePostOrderTraversal<Function *> Order(F);
    for (BasicBlock *Block : Order)
      for (Instruction &I : *Block)
        Found += markerKind(I) == MarkerKind::Check;
  }
  return Found;
}

EmissionResult BodyBuilder::run(StringRef Symbol, Beliefs Believe) {
  const Problem &P = *Clone.P;
  if (Clone.Markers.size() != P.Contexts.size())
    return {{}, "the clone and its description disagree"};
  if (std::string Error = findSites(); !Error.empty())
    return {{}, Error};
  for (CallInst *Marker : Clone.Markers)
    if (!CheckMarker::read(Marker))
      return {{}, "a marker whose tile or kind is not constant"};

  cloneInto(Set, Clone.Functions, *Clone.Kernel, Symbol);
  // Closed world: every check marker of the copies is one that the plan names.
  if (countChecks(Set.Functions) != Clone.Markers.size()) {
    for (Function *F : reverse(Set.Functions))
      F->dropAllReferences();
    for (Function *F : reverse(Set.Functions)) {
      F->replaceAllUsesWith(PoisonValue::get(F->getType()));
      F->eraseFromParent();
    }
    return {{}, "a function that the kernel reaches holds checks that the plan "
                "does not know"};
  }

  if (Believe)
    Believe([this](Instruction *I) { return mapped(I); });
  for (CallInst *Marker : Clone.Markers)
    Body.Markers.push_back(mapped(Marker));
  for (Value *V : Clone.LoopVars)
    Body.LoopVars.push_back(Value_(V));
  for (Value *V : Clone.Opaques) {
    Value *Copy = Value_(V);
    Body.Opaques.push_back(Copy ? Copy : V);
  }
  for (BasicBlock *Block : Clone.Preheaders) {
    auto *Copy = cast_or_null<BasicBlock>(Value_(Block));
    Body.PreheaderEnds.push_back(Copy ? Copy->getTerminator() : nullptr);
  }
  // Launch checks are in terms of the plan's own problem.
  Body.Expand = std::make_unique<Expander>(*ThePlan.Of, *Set.Kernel,
                                           Body.LoopVars, Body.Opaques);

  markProvenLoads();
  versionLoops();
  emit(Body);
  for (const std::unique_ptr<Part> &Copy : CheckedCopies)
    emit(*Copy);
  checkAtEntry();
  removeMarkers();
  llvm::sort(Ids);
  return {{Set.Kernel, std::move(Ids)}, {}};
}

EmissionResult emission::emitBody(const front::KernelClone &Clone,
                                  const Plan &ThePlan, ArrayRef<int> CheckIds,
                                  Form TheForm, StringRef Symbol,
                                  Beliefs Believe) {
  return BodyBuilder(Clone, ThePlan, CheckIds, TheForm).run(Symbol, Believe);
}
