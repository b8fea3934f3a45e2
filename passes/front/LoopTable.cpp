//===- front/LoopTable.cpp - the loops of a clone -------------------------===//
#include "front/LoopTable.h"
#include "front/Markers.h"
#include "front/ScopeTable.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace llvm;
namespace tilechecks::front {

LoopIds numberLoops(const LoopInfo &LI) {
  LoopIds Ids;
  for (const llvm::Loop *L : LI.getLoopsInPreorder())
    Ids.insert({L, int(Ids.size())});
  return Ids;
}

BranchInst *headerTest(const llvm::Loop &L) {
  BasicBlock *BB = L.getHeader();
  while (auto *Br = dyn_cast<BranchInst>(BB->getTerminator())) {
    BasicBlock *Next = Br->getSuccessor(0);
    if (Br->isConditional())
      return L.contains(Next) != L.contains(Br->getSuccessor(1)) ? Br : nullptr;
    if (Next->getSinglePredecessor() != BB || !L.contains(Next))
      return nullptr;
    BB = Next;
  }
  return nullptr;
}

BasicBlock *continueTarget(const llvm::Loop &L) {
  BranchInst *Br = headerTest(L);
  return Br ? Br->getSuccessor(L.contains(Br->getSuccessor(0)) ? 0 : 1) : nullptr;
}

/// Something in BB has an effect or a check.
static bool actsIn(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) {
    auto K = markerKind(I);
    return hasEffect(I) || (K && isCheck(*K));
  });
}

/// Nothing acts between L's header and its test, and both ways go on.
static bool isHeaderTestFirst(const llvm::Loop &L, const DeadEnds &Dead) {
  BranchInst *Br = headerTest(L);
  if (!Br || !L.getLoopPreheader())
    return false;
  for (BasicBlock *S : Br->successors())
    if (Dead.kindOf(S) != DeadEnds::Lives)
      return false; // it ends by failing alone
  BasicBlock *BB = Br->getParent();
  for (; BB != L.getHeader(); BB = BB->getSinglePredecessor())
    if (actsIn(*BB))
      return false;
  return !actsIn(*BB);
}

/// One comparison that must hold for the loop to go on ends it: V is its
/// variable, moves towards the bound and cannot wrap past it.
static bool endsLoop(Problem &P, TermBuilder &Terms, const Pred *C,
                     const llvm::Loop &L, int Id) {
  TermPool &Pool = *P.Pool;
  if (C->Kind == PredKind::And)
    return any_of(C->Preds, [&](const Pred *Part) {
      return endsLoop(P, Terms, Part, L, Id);
    });
  if (C->Kind != PredKind::Le && C->Kind != PredKind::Lt &&
      C->Kind != PredKind::Ne)
    return false;
  LinearForm Rest = Pool.linear(Pool.sub(C->Terms[1], C->Terms[0]));
  const LoopVariable *V = nullptr;
  bool Unsigned = false;
  Int Sign = 0;
  for (auto It = Rest.Monomials.begin(); It != Rest.Monomials.end(); ++It) {
    const Term *T = It->first;
    Unsigned = T->Kind == TermKind::UWrap;
    if (Unsigned)
      T = T->Ops[0];
    if (!T->isAtom() || T->A.Kind != AtomKind::LoopVar ||
        P.LoopVars[T->A.A].Loop != Id)
      continue;
    V = &P.LoopVars[T->A.A];
    if (Unsigned && It->first->Width != V->Width)
      return false;
    Sign = It->second;
    Rest.Monomials.erase(It);
    break;
  }
  if (!V || (Sign != 1 && Sign != -1))
    return false;
  const Term *Bound = Pool.fromLinear(Rest);
  if (!Terms.isInvariant(Bound, &L))
    return false;
  // Every value of the type comes up, but `signed char` never is 1000.
  const Range Values = Unsigned ? Range::ofUnsigned(V->Width) : Range::ofSigned(V->Width);
  if (C->Kind == PredKind::Ne)
    return (V->Step->isConst(1) || V->Step->isConst(-1)) &&
           Pool.range(Sign == 1 ? Pool.neg(Bound) : Bound).isWithin(Values);
  // Sign -1: V <= Bound (or <). Sign 1: -Bound <= V.
  Range Step = Pool.range(V->Step), B = Pool.range(Bound);
  Range Type = Unsigned ? Range::ofUnsigned(V->Width) : Range::ofSigned(V->Width);
  Int Strict = C->Kind == PredKind::Lt ? 1 : 0;
  if (Sign == -1) {
    if (!Step.isPositive() || !Step.Hi || !B.Hi)
      return false;
    OptInt Last = checkedAdd(*B.Hi - Strict, *Step.Hi);
    return Last && *Last <= *Type.Hi;
  }
  if (!Step.Hi || *Step.Hi >= 0 || !Step.Lo || !B.Hi)
    return false;
  OptInt Last = checkedAdd(-(*B.Hi - Strict), *Step.Lo);
  return Last && *Last >= *Type.Lo;
}

std::vector<LoopShape> fillLoops(KernelClone &Clone, const LoopInfo &LI,
                                 const LoopIds &Ids, const DeadEnds &Dead,
                                 TermBuilder &Terms) {
  Problem &P = *Clone.P;
  std::vector<LoopShape> Shapes(Ids.size());
  P.Loops.resize(Ids.size());
  Clone.Preheaders.resize(Ids.size());
  ReversePostOrderTraversal<const Function *> Order(Clone.Functions[0]);
  bool Irreducible = containsIrreducibleCFG<const BasicBlock *>(Order, LI);

  // Inner loops before outer ones.
  auto OuterFirst = LI.getLoopsInPreorder();
  for (const llvm::Loop *L : reverse(OuterFirst)) {
    int Id = Ids.lookup(L);
    tilechecks::Loop &R = P.Loops[Id];
    LoopShape &Shape = Shapes[Id];
    R.Parent = L->getParentLoop() ? Ids.lookup(L->getParentLoop()) : None;
    Clone.Preheaders[Id] = L->getLoopPreheader();
    R.Line = debugLocation(*L->getHeader()->getTerminator()).Line;
    if (DebugLoc Start = L->getStartLoc())
      if (!Start->getInlinedAt())
        R.Line = Start.getLine();

    R.HeaderTestFirst = isHeaderTestFirst(*L, Dead);
    for (BasicBlock *BB : L->blocks())
      if (LI.getLoopFor(BB) == L)
        for (Instruction &I : *BB) {
          R.HasBarrier |= isConvergent(I);
          R.Size += !I.isDebugOrPseudoInst();
          Shape.CallsMayHang |= mayNotReturn(I) && !endsThread(I);
        }
    R.MayNotReturn = Irreducible || Shape.CallsMayHang;
    for (const llvm::Loop *Inner : *L) {
      int I = Ids.lookup(Inner);
      R.HasBarrier |= P.Loops[I].HasBarrier;
      R.Size += P.Loops[I].Size;
      Shape.CallsMayHang |= Shapes[I].CallsMayHang;
      R.MayNotReturn |= P.Loops[I].MayNotReturn;
    }
    if (BranchInst *Br = headerTest(*L); Br && !Irreducible) {
      auto C = Terms.impliedBy(Br->getCondition(),
                               L->contains(Br->getSuccessor(0)), Br->getParent());
      Shape.Finite = R.Finite = endsLoop(P, Terms, C.Condition, *L, Id) && !R.MayNotReturn;
    }
  }
  return Shapes;
}

/// Whether and under which condition the branch of BB leaves L, as far as that
/// can be said; no value if none of its edges does.
static std::optional<LoopExit> exitAt(BasicBlock *BB, const llvm::Loop &L,
                                      const DeadEnds &Dead, TermPool &Pool,
                                      const ScopeTable &Scopes) {
  SmallSetVector<BasicBlock *, 4> Staying;
  bool Leaves = false;
  for (BasicBlock *S : successors(BB))
    if (L.contains(S))
      Staying.insert(S);
    else
      Leaves |= Dead.kindOf(S) == DeadEnds::Lives;
  if (!Leaves)
    return std::nullopt;
  LoopExit E;
  E.Stay = Pool.boolean(false);
  E.Exact = true;
  for (BasicBlock *S : Staying) {
    auto C = Scopes.conditionOf(BB, S);
    E.Stay = Pool.lor(E.Stay, C.Condition);
    E.Exact &= C.Exact;
    if (Staying.size() == 1)
      E.StayScope = Scopes.openedBy(BB, S);
  }
  E.Scope = Scopes.scopeOf(BB);
  Reach::Answer A = Scopes.alwaysInIteration(L, *BB->getTerminator());
  E.AlwaysReached = A.Always;
  E.LoopsBefore = A.LoopsBefore;
  return E;
}

void fillExits(Problem &P, const LoopInfo &LI, const LoopIds &Ids,
               const DeadEnds &Dead, const ScopeTable &Scopes) {
  for (const llvm::Loop *L : LI.getLoopsInPreorder()) {
    tilechecks::Loop &R = P.Loops[Ids.lookup(L)];
    for (BasicBlock *BB : L->blocks())
      if (!(R.HeaderTestFirst && BB->getTerminator() == headerTest(*L)))
        if (auto E = exitAt(BB, *L, Dead, *P.Pool, Scopes))
          R.Exits.push_back(*E);
  }
}

} // namespace tilechecks::front
