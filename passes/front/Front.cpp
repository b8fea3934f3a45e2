//===- front/Front.cpp - device IR to Problem -----------------------------===//
#include "front/Front.h"
#include "front/Clone.h"
#include "front/Debts.h"
#include "front/LoopTable.h"
#include "front/Markers.h"
#include "front/Names.h"
#include "front/Questions.h"
#include "front/Sites.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
namespace tilechecks::front {

/// Builds terms in the order of execution, so that operands are known before
/// their users and nothing recurses far; only of what a goal, a condition or a
/// loop variable derives from.
static DenseSet<Value *> buildTerms(Function &F, TermBuilder &Terms) {
  SmallVector<Value *, 32> Work;
  auto Ask = [&](Value *V) {
    if (isa<Instruction>(V) && V->getType()->isIntegerTy())
      Work.push_back(V);
  };
  for (Instruction &I : instructions(F)) {
    if (auto *Br = dyn_cast<BranchInst>(&I); Br && Br->isConditional())
      Ask(Br->getCondition());
    else if (auto *S = dyn_cast<SwitchInst>(&I))
      Ask(S->getCondition());
    else if (auto K = markerKind(I))
      for (Use &U : cast<CallInst>(I).args())
        Ask(U.get());
  }
  DenseSet<Value *> Needed;
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    if (!Needed.insert(V).second)
      continue;
    auto *I = cast<Instruction>(V);
    if (isa<LoadInst>(I))
      continue;
    if (isa<CallInst>(I) && !markerKind(*I) && !isa<IntrinsicInst>(I))
      continue;
    for (Use &U : I->operands())
      Ask(U.get());
  }
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB)
      if (Needed.contains(&I)) {
        unsigned W = I.getType()->getIntegerBitWidth();
        if (W == 1)
          (void)Terms.predOf(&I);
        else if (W <= 64)
          (void)Terms.signedOf(&I);
      }
  return Needed;
}

/// A function of another unit keeps the checks it has, if any; a kernel that
/// allows none cannot know.
static void refuseUnseenCalls(const KernelClone &Clone,
                              std::vector<FrontError> &Errors) {
  const Attributes &A = Clone.P->Attrs;
  if (!A.DenyInKernel && !A.DenyInLoop)
    return;
  for (Function *F : Clone.Functions)
    for (const Instruction &I : instructions(*F)) {
      const Function *Callee = calledInAnotherUnit(I);
      if (!Callee)
        continue;
      Errors.push_back(
          {debugLocation(I),
           Clone.P->Name + " calls " + demangle(Callee->getName()) +
               ", which is defined in another unit and keeps the checks that "
               "it has; forbidden by " +
               (A.DenyInKernel ? "deny_in_kernel_checks" : "deny_in_loop_checks") +
               "; hint: define the function where the kernel can see it"});
    }
}

static void describe(KernelClone &Clone, SourceText &Source,
                     bool WithQuestions, std::vector<FrontError> &Errors) {
  Function &F = *Clone.Functions[0];
  Problem &P = *Clone.P;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  canonicaliseLoops(F, DT, LI);
  ParamMemory Params(F);
  hoistHeaderLoads(LI, Params);

  nameKernel(P, *Clone.Kernel);
  setLaunchRanges(P, *Clone.Kernel);
  nameTensorAtoms(P, F, Params);

  LoopIds Ids = numberLoops(LI);
  DeadEnds Dead(F);
  TermBuilder Terms(Clone, Params, DT, LI, Ids, Dead);
  const DenseSet<Value *> Cone = buildTerms(F, Terms);
  std::vector<LoopShape> Shapes = fillLoops(Clone, LI, Ids, Dead, Terms);
  Reach R(F, LI, Ids, Dead, Shapes);
  ScopeTable Scopes(Clone, DT, LI, Ids, Dead, Terms, R);
  fillExits(P, LI, Ids, Dead, Scopes);
  fillSites(Clone, &Terms, &Scopes, &LI, &Ids, Source, Errors);
  fillDebts(Clone, Terms, Scopes, LI, Ids, Cone);
  forgetPromises(F);
  fillPreconditions(Clone, Terms, Scopes, LI, Errors);
  if (WithQuestions)
    fillQuestions(Clone, Terms, Scopes, DT, LI);
  nameOtherAtoms(P, Terms);
  readAnnotations(P, *Clone.Kernel, Errors);
  readDeclarationsExactly(P);
  refuseUnseenCalls(Clone, Errors);
  nameOpaques(Clone);
}

static FunctionAnalysisManager &functionManager(Module &M,
                                                ModuleAnalysisManager &MAM) {
  return MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
}

static KernelClone cloneOf(CloneSet &Set, Function &Kernel,
                           FunctionAnalysisManager &FAM) {
  KernelClone C;
  C.Kernel = &Kernel;
  C.Functions = Set.take(Kernel);
  C.P = std::make_shared<Problem>();
  C.P->HasArithmeticFlags = Set.hasFlags(Kernel);
  for (Function *F : C.Functions)
    promoteMemory(*F, FAM);
  return C;
}

FrontResult analyse(Module &M, ModuleAnalysisManager &MAM, bool WithQuestions) {
  FrontResult R;
  checkClosedWorld(M, R.Errors);
  if (!R.Errors.empty())
    return R;
  FunctionAnalysisManager &FAM = functionManager(M, MAM);
  {
    CloneSet Set(M);
    Set.build(nullptr, FAM);
    SourceText Source;
    for (Function *Kernel : Set.kernels()) {
      KernelClone C = cloneOf(Set, *Kernel, FAM);
      describe(C, Source, WithQuestions, R.Errors);
      R.Kernels.push_back(std::move(C));
    }
  }
  dropAssumptionKeeper(M);
  return R;
}

KernelClone cloneForReference(const KernelClone &Like,
                              ModuleAnalysisManager &MAM) {
  Module &M = *Like.Kernel->getParent();
  KernelClone C;
  {
    CloneSet Set(M);
    Set.build(Like.Kernel, functionManager(M, MAM));
    C = cloneOf(Set, *Like.Kernel, functionManager(M, MAM));
  }
  dropAssumptionKeeper(M);
  SourceText NoSource;
  std::vector<FrontError> Known; // reported by analyse() already
  fillSites(C, nullptr, nullptr, nullptr, nullptr, NoSource, Known);
  return C;
}

} // namespace tilechecks::front
