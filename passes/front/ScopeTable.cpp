//===- front/ScopeTable.cpp - conditions and where they hold --------------===//
#include "front/ScopeTable.h"
#include "front/Gate.h"
#include "front/LoopTable.h"
#include "front/Markers.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
namespace tilechecks::front {

/// Blocks that dominate a check or a decision, themselves included: a scope
/// over any other would say nothing to anyone.
static SmallPtrSet<const BasicBlock *, 32> concernedBlocks(const DominatorTree &DT) {
  SmallPtrSet<const BasicBlock *, 32> Concerned;
  for (const DomTreeNode *N : post_order(DT.getRootNode())) {
    const BasicBlock *BB = N->getBlock();
    bool Acts = BB->getTerminator()->getNumSuccessors() > 1 || any_of(*BB, [](const Instruction &I) {
      auto K = markerKind(I);
      return K && isCheck(*K);
    });
    if (Acts || any_of(N->children(), [&](const DomTreeNode *Child) {
          return Concerned.contains(Child->getBlock());
        }))
      Concerned.insert(BB);
  }
  return Concerned;
}

ScopeTable::ScopeTable(KernelClone &Clone, const DominatorTree &DT,
                       const LoopInfo &LI, const LoopIds &Ids,
                       const DeadEnds &Dead, TermBuilder &Terms, const Reach &R)
    : P(*Clone.P), DT(DT), LI(LI), Ids(Ids), Dead(Dead), Terms(Terms), R(R) {
  P.Scopes.clear();
  Scope Whole;
  Whole.Condition = P.Pool->boolean(true);
  Whole.AlwaysReached = true;
  P.Scopes.push_back(Whole);
  BasicBlock *First = &Clone.Functions[0]->getEntryBlock();
  Entry.push_back(First);
  ScopeOf[First] = 0;
  const SmallPtrSet<const BasicBlock *, 32> Concerned = concernedBlocks(DT);
  for (const DomTreeNode *N : depth_first(DT.getRootNode())) {
    BasicBlock *BB = N->getBlock();
    if (!N->getIDom())
      continue;
    BasicBlock *From = N->getIDom()->getBlock();
    ScopeOf[BB] = inherited(BB, From);
    if (BB->getUniquePredecessor() == From)
      open(From, BB);
    else if (Concerned.contains(BB))
      openJoin(From, BB);
  }
  for (auto [L, Id] : Ids) {
    tilechecks::Loop &Row = P.Loops[Id];
    const BasicBlock *Preheader = L->getLoopPreheader();
    if (!Preheader)
      continue;
    Row.PreheaderScope = scopeOf(Preheader);
    Reach::Answer A = always(*Preheader->getTerminator());
    Row.PreheaderAlwaysReached = A.Always;
    Row.LoopsBefore = A.LoopsBefore;
  }
}

/// The scope of From, or, if BB has left loops, that before the outermost one.
int ScopeTable::inherited(const BasicBlock *BB, const BasicBlock *From) const {
  const llvm::Loop *Left = nullptr;
  for (const llvm::Loop *L = LI.getLoopFor(From); L && !L->contains(BB);
       L = L->getParentLoop())
    Left = L;
  if (!Left)
    return scopeOf(From);
  if (const BasicBlock *Preheader = Left->getLoopPreheader())
    return scopeOf(Preheader);
  return scopeOf(Left->getHeader());
}

Reach::Answer ScopeTable::alwaysInIteration(const llvm::Loop &L,
                                            const Instruction &I) const {
  const BasicBlock *First = Entry[scopeOf(I.getParent())];
  return R.always(L.contains(First) ? First : L.getHeader(), I);
}

int ScopeTable::openedBy(const BasicBlock *From, const BasicBlock *To) const {
  int S = scopeOf(To);
  return To->getUniquePredecessor() == From && Entry[S] == To ? S : None;
}

TermBuilder::Implied ScopeTable::conditionOf(BasicBlock *From,
                                             BasicBlock *To) const {
  TermPool &Pool = *P.Pool;
  if (auto *Br = dyn_cast<BranchInst>(From->getTerminator()))
    return Terms.impliedBy(Br->getCondition(), Br->getSuccessor(0) == To, From);
  const TermBuilder::Implied Nothing = {Pool.boolean(true), false};
  auto *S = dyn_cast<SwitchInst>(From->getTerminator());
  if (!S)
    return Nothing;
  unsigned Used = 0;
  if (S->getDefaultDest() == To) {
    TermBuilder::Implied C = {Pool.boolean(true), true};
    for (auto Case : S->cases()) {
      const Pred *Is = Terms.caseOf(*S, *Case.getCaseValue());
      // A case that only promises not to happen is no evidence.
      if (!Is || Case.getCaseSuccessor() == To ||
          Dead.kindOf(Case.getCaseSuccessor()) == DeadEnds::Assumed ||
          ++Used > MaxSwitchCases)
        C.Exact = false;
      else
        C.Condition = Pool.land(C.Condition, Pool.lnot(Is));
    }
    return C;
  }
  // Where the others are not taken by promise alone, this one may stand for them.
  if (Dead.kindOf(S->getDefaultDest()) == DeadEnds::Assumed)
    return Nothing;
  TermBuilder::Implied C = {Pool.boolean(false), true};
  for (auto Case : S->cases()) {
    bool Promised = Dead.kindOf(Case.getCaseSuccessor()) == DeadEnds::Assumed;
    if (Case.getCaseSuccessor() != To && !Promised)
      continue;
    const Pred *Is = Terms.caseOf(*S, *Case.getCaseValue());
    if (!Is || ++Used > MaxSwitchCases)
      return Nothing;
    C.Condition = Pool.lor(C.Condition, Is);
    C.Exact &= !Promised;
  }
  return C;
}

void ScopeTable::add(Scope S, BasicBlock *From, BasicBlock *First) {
  const llvm::Loop *L = LI.getLoopFor(From);
  S.Parent = scopeOf(From);
  S.Loop = L ? Ids.lookup(L) : None;
  S.Line = debugLocation(*From->getTerminator()).Line;
  Reach::Answer A = always(*From->getTerminator());
  S.AlwaysReached = A.Always;
  S.LoopsBefore.insert(S.LoopsBefore.end(), A.LoopsBefore.begin(), A.LoopsBefore.end());
  llvm::sort(S.LoopsBefore);
  S.LoopsBefore.erase(llvm::unique(S.LoopsBefore), S.LoopsBefore.end());
  ScopeOf[First] = P.Scopes.size();
  P.Scopes.push_back(S);
  Entry.push_back(First);
}

void ScopeTable::open(BasicBlock *From, BasicBlock *To) {
  const llvm::Loop *L = LI.getLoopFor(From);
  if (L && !L->contains(To))
    return; // behind the loop: when, Reach knows
  SmallPtrSet<BasicBlock *, 4> Ways;
  for (BasicBlock *S : successors(From))
    if (Dead.kindOf(S) != DeadEnds::Assumed)
      Ways.insert(S);
  if (Ways.size() < 2 && Dead.kindOf(To) != DeadEnds::Assumed)
    return;
  auto C = conditionOf(From, To);
  Scope S;
  S.Condition = C.Condition;
  S.Exact = C.Exact;
  if (L)
    if (BranchInst *Test = headerTest(*L))
      S.LoopContinue = Test->getParent() == From && continueTarget(*L) == To;
  add(S, From, To);
}

namespace {
/// When Top leads to Join: true and false on the ways that do and do not.
class JoinCondition : Gate<JoinCondition, const Pred *> {
  using Base = Gate<JoinCondition, const Pred *>;
  friend Base;

public:
  JoinCondition(TermBuilder &Terms, TermPool &Pool, const DominatorTree &DT,
                const LoopInfo &LI, const DeadEnds &Dead, const Reach &R,
                BasicBlock *Top, BasicBlock *Join)
      : Base(Terms, DT, LI, Dead, Top, Join), Pool(Pool), LI(LI), R(R) {}

  bool Exact = true; ///< else it is implied by Join being reached
  std::vector<int> LoopsBefore; ///< that must terminate for it

  const Pred *run() {
    const Pred *C = Base::run().value_or(nullptr);
    if (C && !B.isTooLarge(C))
      return C;
    return unknown(true);
  }

private:
  const Pred *arrive(BasicBlock *) { return Pool.boolean(true); }
  const Pred *missed() { return Pool.boolean(false); }
  const Pred *unknown(bool) {
    Exact = false;
    return Pool.boolean(true);
  }
  /// Exact only if control gets through At, and the loop it may be the header of.
  void pass(BasicBlock *At, BasicBlock *Exit) {
    if (At == Top)
      return; // Scope::AlwaysReached tells
    BasicBlock *From = Exit ? LI.getLoopFor(At)->getLoopPreheader() : At;
    if (!From) {
      Exact = false;
      return;
    }
    Reach::Answer A = R.always(From, Exit ? Exit->front() : *At->getTerminator());
    Exact &= A.Always;
    LoopsBefore.insert(LoopsBefore.end(), A.LoopsBefore.begin(), A.LoopsBefore.end());
  }
  const Pred *available(const Pred *C) {
    return B.isAvailable(C, Join) ? C : Pool.boolean(true);
  }
  const Pred *pick(Value *Condition, const Pred *C, const Pred *X, const Pred *Y) {
    if (X == Y)
      return X;
    if (C && B.isAvailable(C, Join))
      return choose(Pool, C, X, Y);
    Exact = false;
    if (!Condition)
      return Pool.lor(X, Y);
    const Pred *Then = available(B.impliedBy(Condition, true, Join).Condition);
    const Pred *Else = available(B.impliedBy(Condition, false, Join).Condition);
    return Pool.lor(Pool.land(Then, X), Pool.land(Else, Y));
  }

  TermPool &Pool;
  const LoopInfo &LI;
  const Reach &R;
};
} // namespace

void ScopeTable::openJoin(BasicBlock *Top, BasicBlock *Join) {
  if (LI.getLoopFor(Top) != LI.getLoopFor(Join) || R.always(Top, Join->front()).Always)
    return;
  JoinCondition When(Terms, *P.Pool, DT, LI, Dead, R, Top, Join);
  Scope S;
  S.Condition = When.run();
  S.Exact = When.Exact;
  S.LoopsBefore = When.LoopsBefore;
  if (!S.Condition->isTrue())
    add(S, Top, Join);
}

} // namespace tilechecks::front
