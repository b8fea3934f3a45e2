//===- front/ScopeTable.cpp - conditions and where they hold --------------===//
#include "front/ScopeTable.h"
#include "front/LoopTable.h"
#include "front/Markers.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
namespace tilechecks::front {

static constexpr unsigned MaxSwitchCases = 8;

ScopeTable::ScopeTable(KernelClone &Clone, const DominatorTree &DT,
                       const LoopInfo &LI, const LoopIds &Ids,
                       const DeadEnds &Dead, TermBuilder &Terms, const Reach &R)
    : P(*Clone.P), LI(LI), Ids(Ids), Dead(Dead), Terms(Terms), R(R) {
  P.Scopes.clear();
  Scope Whole;
  Whole.Condition = P.Pool->boolean(true);
  Whole.AlwaysReached = true;
  P.Scopes.push_back(Whole);
  BasicBlock *First = &Clone.Functions[0]->getEntryBlock();
  Entry.push_back(First);
  ScopeOf[First] = 0;
  for (const DomTreeNode *N : depth_first(DT.getRootNode())) {
    BasicBlock *BB = N->getBlock();
    if (!N->getIDom())
      continue;
    BasicBlock *From = N->getIDom()->getBlock();
    ScopeOf[BB] = inherited(BB, From);
    if (BB->getUniquePredecessor() == From)
      open(From, BB);
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
  TermBuilder::Implied C = {Pool.boolean(true), false};
  auto *S = dyn_cast<SwitchInst>(From->getTerminator());
  if (!S || S->getCondition()->getType()->getIntegerBitWidth() > 64 ||
      Terms.dependsOnUndefined(S->getCondition()))
    return C;
  const Term *On = Terms.signedOf(S->getCondition());
  unsigned Used = 0;
  if (S->getDefaultDest() == To) {
    C.Exact = true;
    for (auto Case : S->cases()) {
      // A case that only promises not to happen is no evidence.
      if (Case.getCaseSuccessor() == To ||
          Dead.kindOf(Case.getCaseSuccessor()) == DeadEnds::Assumed ||
          ++Used > MaxSwitchCases) {
        C.Exact = false;
        continue;
      }
      C.Condition = Pool.land(
          C.Condition,
          Pool.lnot(Terms.equals(On, Case.getCaseValue()->getSExtValue())));
    }
    return C;
  }
  const Pred *Any = Pool.boolean(false);
  for (auto Case : S->cases())
    if (Case.getCaseSuccessor() == To) {
      if (++Used > MaxSwitchCases)
        return C;
      Any = Pool.lor(Any, Terms.equals(On, Case.getCaseValue()->getSExtValue()));
    }
  return {Any, true};
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
  S.Parent = scopeOf(From);
  S.Condition = C.Condition;
  S.Exact = C.Exact;
  S.Loop = L ? Ids.lookup(L) : None;
  S.Line = debugLocation(*From->getTerminator()).Line;
  S.LoopContinue = L && L->getHeader() == From && continueTarget(*L) == To;
  Reach::Answer A = always(*From->getTerminator());
  S.AlwaysReached = A.Always;
  S.LoopsBefore = A.LoopsBefore;
  ScopeOf[To] = P.Scopes.size();
  P.Scopes.push_back(S);
  Entry.push_back(To);
}

} // namespace tilechecks::front
