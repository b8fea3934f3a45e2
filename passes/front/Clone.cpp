//===- front/Clone.cpp - flag-free, inlined copies of kernels -------------===//
#include "front/Clone.h"
#include "front/Markers.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
namespace tilechecks::front {

/// Defined functions that F's code names, as callee or by address.
ArrayRef<Function *> CloneSet::referencesOf(Function &F) {
  auto [It, New] = References.try_emplace(&F);
  if (!New)
    return It->second;
  SmallSetVector<Function *, 8> Found;
  for (Instruction &I : instructions(F))
    for (Use &U : I.operands())
      if (auto *G = dyn_cast<Function>(U.get()->stripPointerCasts()))
        if (!G->isDeclaration())
          Found.insert(G);
  It->second.assign(Found.begin(), Found.end());
  return It->second;
}

SetVector<Function *> CloneSet::reachableFrom(Function &F) {
  SetVector<Function *> Seen;
  Seen.insert(&F);
  for (unsigned I = 0; I < Seen.size(); ++I)
    for (Function *G : referencesOf(*Seen[I]))
      Seen.insert(G);
  return Seen;
}

static Function *copyOf(Function &F, StringRef Suffix) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  Copy->setComdat(nullptr);
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setName(F.getName() + Suffix);
  return Copy;
}

/// Replaces every function that F's code names by what Replace says.
static void
replaceReferences(Function &F,
                  function_ref<Function *(Function *, bool IsCallee)> Replace) {
  for (Instruction &I : instructions(F))
    for (Use &U : I.operands())
      if (auto *G = dyn_cast<Function>(U.get())) {
        const auto *Call = dyn_cast<CallBase>(&I);
        if (Function *By = Replace(G, Call && Call->isCallee(&U)); By && By != G)
          U.set(By);
      }
}

/// Tarjan's components over references, callees first.
void CloneSet::orderBottomUp(Function &Root) {
  struct Frame {
    Function *F;
    unsigned Next;
  };
  static_assert(sizeof(Frame) <= 16);
  DenseMap<Function *, unsigned> Index, Low;
  SmallPtrSet<Function *, 16> Done(Order.begin(), Order.end()), OnStack;
  SmallVector<Function *, 16> Stack;
  SmallVector<Frame, 16> Path;
  auto Enter = [&](Function *F) {
    Index[F] = Low[F] = Index.size();
    Stack.push_back(F);
    OnStack.insert(F);
    Path.push_back({F, 0});
  };
  if (!Done.contains(&Root))
    Enter(&Root);
  while (!Path.empty()) {
    Function *F = Path.back().F;
    ArrayRef<Function *> Callees = referencesOf(*F);
    if (Path.back().Next < Callees.size()) {
      Function *G = Callees[Path.back().Next++];
      if (G == F)
        Recursive.insert(F);
      if (Done.contains(G))
        continue;
      if (!Index.contains(G))
        Enter(G);
      else if (OnStack.contains(G))
        Low[F] = std::min(Low[F], Index[G]);
      continue;
    }
    Path.pop_back();
    if (!Path.empty())
      Low[Path.back().F] = std::min(Low[Path.back().F], Low[F]);
    if (Low[F] != Index[F])
      continue;
    bool Single = Stack.back() == F;
    Function *G;
    do {
      G = Stack.pop_back_val();
      OnStack.erase(G);
      Done.insert(G);
      Order.push_back(G);
      if (!Single)
        Recursive.insert(G);
    } while (G != F);
  }
}

/// Last call first: a split then moves only what lies behind the last one.
void CloneSet::inlineCallsIn(Function &Clean) {
  SmallVector<CallBase *, 32> Calls;
  for (Instruction &I : instructions(Clean))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *G = Call->getCalledFunction())
        if (Function *Original = OriginalOf.lookup(G))
          if (!Recursive.contains(Original) && !isKernel(*Original) &&
              G != &Clean)
            Calls.push_back(Call);
  for (CallBase *Call : reverse(Calls)) {
    InlineFunctionInfo Info;
    (void)InlineFunction(*Call, Info, /*MergeAttributes=*/false,
                         /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false);
  }
}

void CloneSet::build(Function *Only, FunctionAnalysisManager &FAM) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (markerKind(I)) {
        Marked.insert(&F);
        break;
      }
  for (Function &F : M) {
    if (F.isDeclaration() || !isKernel(F) || (Only && &F != Only))
      continue;
    SetVector<Function *> Reached = reachableFrom(F);
    if (none_of(Reached, [&](Function *G) { return Marked.contains(G); }))
      continue;
    Kernels.push_back(&F);
  }
  for (Function *K : Kernels)
    orderBottomUp(*K);
  // Callees come first, so one sweep spreads "reaches a marker"; components of
  // several functions need one of their own.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function *F : Order)
      if (!Marked.contains(F) &&
          any_of(referencesOf(*F), [&](Function *G) { return Marked.contains(G); }))
        Changed |= Marked.insert(F).second;
  }
  for (Function *F : Order) {
    Function *Clean = copyOf(*F, "__tc_analysis");
    CleanOf[F] = Clean;
    OriginalOf[Clean] = F;
    if (cleanFunction(*Clean))
      Assuming.insert(F);
  }
  for (Function *F : Order)
    replaceReferences(*CleanOf[F], [&](Function *G, bool) {
      return isKernel(*G) ? nullptr : CleanOf.lookup(G);
    });
  for (Function *F : Order) {
    inlineCallsIn(*CleanOf[F]);
    if (!isKernel(*F))
      promoteVariables(*CleanOf[F], FAM);
  }
}

std::vector<Function *> CloneSet::take(Function &Kernel) {
  std::vector<Function *> R = {CleanOf[&Kernel]};
  DenseMap<Function *, Function *> Private;
  for (size_t I = 0; I < R.size(); ++I)
    replaceReferences(*R[I], [&](Function *G, bool IsCallee) -> Function * {
      Function *Original = OriginalOf.lookup(G);
      if (!Original)
        return nullptr;
      // Only code of ours may run with our checks in it: what has none and is
      // not called from here stays the original.
      if (!IsCallee && !Marked.contains(Original))
        return Original;
      Function *&Mine = Private[G];
      if (!Mine) {
        Mine = copyOf(*G, "__tc_private");
        R.push_back(Mine);
      }
      return Mine;
    });
  OriginalOf.erase(R[0]);
  CleanOf.erase(&Kernel);
  return R;
}

CloneSet::~CloneSet() {
  for (auto [Original, Clean] : CleanOf)
    Clean->dropAllReferences();
  for (auto [Original, Clean] : CleanOf) {
    assert(Clean->use_empty() && "a clone still uses a shared copy");
    Clean->eraseFromParent();
  }
}

bool CloneSet::hasFlags(const Function &Kernel) const {
  auto *Self = const_cast<CloneSet *>(this);
  for (Function *F : Self->reachableFrom(const_cast<Function &>(Kernel)))
    if (hasArithmeticFlags(*F))
      return true;
  return false;
}

bool CloneSet::hadAssumption(const Function &Kernel) const {
  auto *Self = const_cast<CloneSet *>(this);
  for (Function *F : Self->reachableFrom(const_cast<Function &>(Kernel)))
    if (Assuming.contains(F))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//

void canonicaliseLoops(Function &F, DominatorTree &DT, LoopInfo &LI) {
  AssumptionCache AC(F);
  SmallVector<llvm::Loop *, 8> Outermost(LI.begin(), LI.end());
  for (llvm::Loop *L : Outermost)
    simplifyLoop(L, &DT, &LI, nullptr, &AC, nullptr, /*PreserveLCSSA=*/false);
  for (llvm::Loop *L : LI)
    formLCSSARecursively(*L, DT, &LI, nullptr);
}

void erase(KernelClone &Clone) {
  for (Function *F : Clone.Functions)
    F->dropAllReferences();
  for (Function *F : Clone.Functions) {
    F->replaceAllUsesWith(PoisonValue::get(F->getType()));
    F->eraseFromParent();
  }
  Clone.Functions.clear();
}

} // namespace tilechecks::front
