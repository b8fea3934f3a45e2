//===- front/LoopTable.h - the loops of a clone ---------------------------===//
#ifndef TILECHECKS_FRONT_LOOPTABLE_H
#define TILECHECKS_FRONT_LOOPTABLE_H

#include "front/Reach.h"

namespace tilechecks::front {

LoopIds numberLoops(const llvm::LoopInfo &LI);

/// The edge from L's header into L if the header's branch decides whether the
/// loop goes on; null if it does not.
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
