//===- front/Gate.h - what decides which way control takes ----------------===//
//
// One walk over the blocks between a block Top and a block Join that it
// dominates, from Top along every edge: each branch combines what holds on its
// ways by its condition. A value at the join (Phis.cpp) and the condition under
// which it is reached (ScopeTable.cpp) are both such combinations.
//
//   Top:  br a, Join, T2        T2:  br b, Join, Else
//   value a ? v(Top) : v(T2);   reached a or b
//
// Why it is sound. Every path from Top to Join, without passing Top again, is
// one of those combined, as the walk sees the whole region: a block that Top
// does not strictly dominate lies on no such path, nor does one outside the
// loop that both lie in. An inner loop with one living exit block is passed as
// if it were not there: nothing before Join depends on which iteration it ended
// in, other than values, which are opaque. What the walk cannot see through is
// unknown(): a cycle that is no loop, a loop left in several directions, more
// than MaxGateBlocks blocks. An edge into plain `unreachable` does not exist;
// where the default of a switch is one, the cases are no evidence either: with
// `default: __builtin_unreachable()` the compiler may test any one of two cases
// and take the other for granted.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_FRONT_GATE_H
#define TILECHECKS_FRONT_GATE_H

#include "front/Reach.h"

#include "llvm/IR/CFG.h"

namespace tilechecks::front {

// docs/placement-budgets.md lists what these bound and what exceeding them says.
inline constexpr unsigned MaxGateBlocks = 32;
inline constexpr unsigned MaxSwitchCases = 8;

/// C ? A : B for predicates.
const Pred *choose(TermPool &Pool, const Pred *C, const Pred *A, const Pred *B);

/// Arm is what holds on a way. Walk gives it its meaning:
///   arrive(From)           Join is entered from From
///   missed()               Join is not reached without passing Top again
///   unknown(OverBudget)    it cannot be said, for its size alone or at all
///   pass(At)               block At lies on the ways, with an inner loop if At
///                          is its header, left towards Exit
///   pick(Value, C, X, Y)   C ? X : Y; C is null if it cannot be expressed, Value
///                          is the branch's condition, null for a switch
template <class Walk, class Arm> class Gate {
protected:
  Gate(TermBuilder &B, const llvm::DominatorTree &DT, const llvm::LoopInfo &LI,
       const DeadEnds &Dead, llvm::BasicBlock *Top, llvm::BasicBlock *Join)
      : B(B), Top(Top), Join(Join), DT(DT), LI(LI), Dead(Dead),
        L(LI.getLoopFor(Join)) {}

  /// No value where Top and Join do not lie in the same loop.
  std::optional<Arm> run() {
    if (LI.getLoopFor(Top) != L)
      return std::nullopt;
    return from(Top);
  }

  TermBuilder &B;
  llvm::BasicBlock *Top, *Join;

private:
  Walk &walk() { return static_cast<Walk &>(*this); }

  /// Where control goes when it leaves Inner without failing; null if that is
  /// not one block of the loop around it.
  llvm::BasicBlock *exitOf(const llvm::Loop &Inner) const {
    llvm::SmallVector<llvm::BasicBlock *, 4> Exits;
    Inner.getUniqueExitBlocks(Exits);
    llvm::erase_if(Exits, [&](llvm::BasicBlock *E) {
      return Dead.kindOf(E) != DeadEnds::Lives;
    });
    return Exits.size() == 1 && LI.getLoopFor(Exits[0]) == L ? Exits[0] : nullptr;
  }

  /// From is left towards To.
  Arm along(llvm::BasicBlock *From, llvm::BasicBlock *To) {
    if (To == Join)
      return walk().arrive(From);
    if (!DT.properlyDominates(Top, To))
      return walk().missed();
    const llvm::Loop *Of = LI.getLoopFor(To);
    if (Of == L)
      return from(To);
    if (L && !L->contains(To))
      return walk().missed();
    if (Of->getHeader() != To || Of->getParentLoop() != L)
      return walk().unknown(false);
    return from(To);
  }

  Arm from(llvm::BasicBlock *At) {
    auto [It, New] = Memo.try_emplace(At, std::nullopt);
    if (!New)
      return It->second ? *It->second : walk().unknown(false);
    Arm A = Memo.size() > MaxGateBlocks ? walk().unknown(true) : build(At);
    Memo[At] = A;
    return A;
  }

  Arm build(llvm::BasicBlock *At) {
    if (const llvm::Loop *Inner = LI.getLoopFor(At); Inner != L) {
      llvm::BasicBlock *Exit = exitOf(*Inner);
      if (!Exit || Exit == Join)
        return walk().unknown(false);
      walk().pass(At, Exit);
      return from(Exit);
    }
    walk().pass(At, nullptr);
    llvm::Instruction *T = At->getTerminator();
    if (auto *Br = llvm::dyn_cast<llvm::BranchInst>(T)) {
      llvm::BasicBlock *To = Br->getSuccessor(0);
      if (!Br->isConditional())
        return along(At, To);
      llvm::BasicBlock *Else = Br->getSuccessor(1);
      if (Dead.kindOf(To) == DeadEnds::Assumed)
        return along(At, Else);
      if (Dead.kindOf(Else) == DeadEnds::Assumed)
        return along(At, To);
      Arm X = along(At, To), Y = along(At, Else);
      return walk().pick(Br->getCondition(), B.predOf(Br->getCondition()), X, Y);
    }
    if (auto *S = llvm::dyn_cast<llvm::SwitchInst>(T))
      return onSwitch(At, *S);
    return T->getNumSuccessors() == 0 ? walk().missed() : walk().unknown(false);
  }

  Arm onSwitch(llvm::BasicBlock *At, llvm::SwitchInst &S) {
    if (S.getNumCases() > MaxSwitchCases)
      return walk().unknown(true);
    const bool Evidence = Dead.kindOf(S.getDefaultDest()) != DeadEnds::Assumed &&
                          llvm::none_of(S.cases(), [&](auto Case) {
                            return Dead.kindOf(Case.getCaseSuccessor()) == DeadEnds::Assumed;
                          });
    std::optional<Arm> A, Other;
    if (Dead.kindOf(S.getDefaultDest()) != DeadEnds::Assumed)
      A = Other = along(At, S.getDefaultDest());
    // The first case outermost; those that do as all others need no question.
    for (unsigned I = S.getNumCases(); I-- > 0;) {
      auto Case = *std::next(S.case_begin(), I);
      if (Dead.kindOf(Case.getCaseSuccessor()) == DeadEnds::Assumed)
        continue;
      Arm X = along(At, Case.getCaseSuccessor());
      if (!A)
        A = X;
      else if (!Other || X != *Other)
        A = walk().pick(nullptr, Evidence ? B.caseOf(S, *Case.getCaseValue()) : nullptr, X, *A);
    }
    return A ? *A : walk().missed();
  }

  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  const DeadEnds &Dead;
  const llvm::Loop *L;
  llvm::DenseMap<llvm::BasicBlock *, std::optional<Arm>> Memo;
};

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_GATE_H
