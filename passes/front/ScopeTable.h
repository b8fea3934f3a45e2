//===- front/ScopeTable.h - conditions and where they hold ----------------===//
#ifndef TILECHECKS_FRONT_SCOPETABLE_H
#define TILECHECKS_FRONT_SCOPETABLE_H

#include "front/Reach.h"

namespace tilechecks::front {

/// Problem::Scopes by one walk of the dominator tree. An edge of a branch whose
/// target has no other way in opens a scope over all that the target dominates
/// within the loop it is in, and so does a join that its dominator does not
/// always lead to (`if (a || b)`; what follows `if (a) { if (b) return; }`), with
/// the condition of all ways to it. Behind a loop one is back in the scope
/// before it.
class ScopeTable {
public:
  ScopeTable(KernelClone &Clone, const llvm::DominatorTree &DT,
             const llvm::LoopInfo &LI, const LoopIds &Ids, const DeadEnds &Dead,
             TermBuilder &Terms, const Reach &R);

  int scopeOf(const llvm::BasicBlock *BB) const { return ScopeOf.lookup(BB); }
  /// Whenever the scope of I's block is entered, I is executed.
  Reach::Answer always(const llvm::Instruction &I) const {
    return R.always(Entry[scopeOf(I.getParent())], I);
  }

  /// The same within one iteration of L, if I's scope holds all of L.
  Reach::Answer alwaysInIteration(const llvm::Loop &L,
                                  const llvm::Instruction &I) const;
  /// The scope over the edge From -> To, None if it opens none.
  int openedBy(const llvm::BasicBlock *From, const llvm::BasicBlock *To) const;
  /// What taking the edge From -> To means.
  TermBuilder::Implied conditionOf(llvm::BasicBlock *From,
                                   llvm::BasicBlock *To) const;

private:
  int inherited(const llvm::BasicBlock *BB, const llvm::BasicBlock *From) const;
  void open(llvm::BasicBlock *From, llvm::BasicBlock *To);
  void openJoin(llvm::BasicBlock *Top, llvm::BasicBlock *Join);
  void add(Scope S, llvm::BasicBlock *From, llvm::BasicBlock *First);

  Problem &P;
  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  const LoopIds &Ids;
  const DeadEnds &Dead;
  TermBuilder &Terms;
  const Reach &R;
  llvm::DenseMap<const llvm::BasicBlock *, int> ScopeOf;
  std::vector<const llvm::BasicBlock *> Entry; ///< first block of each scope
};

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_SCOPETABLE_H
