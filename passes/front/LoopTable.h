//===- front/LoopTable.h - the loops of a clone ---------------------------===//
#ifndef TILECHECKS_FRONT_LOOPTABLE_H
#define TILECHECKS_FRONT_LOOPTABLE_H

#include "front/Reach.h"

namespace tilechecks::front {

LoopIds numberLoops(const llvm::LoopInfo &LI);

/// The first branch of an iteration if it decides whether the loop goes on: that
/// of the header, or of a block that only the header leads to, as in
/// `for (;;) { if (i >= n) break; ...`. Null if there is none.
llvm::BranchInst *headerTest(const llvm::Loop &L);
/// The way into L from there.
llvm::BasicBlock *continueTarget(const llvm::Loop &L);

/// Fills Problem::Loops but for what needs scopes (its place, its exits), and says what the loops
/// contain.
std::vector<LoopShape> fillLoops(KernelClone &Clone, const llvm::LoopInfo &LI,
                                 const LoopIds &Ids, const DeadEnds &Dead,
                                 TermBuilder &Terms);

class ScopeTable;
/// Loop::Exits of every loop.
void fillExits(Problem &P, const llvm::LoopInfo &LI, const LoopIds &Ids,
               const DeadEnds &Dead, const ScopeTable &Scopes);

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_LOOPTABLE_H
