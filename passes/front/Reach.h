//===- front/Reach.h - what is executed whenever something else is --------===//
//
// Post-dominance within one iteration. For the function and for each loop there
// is one acyclic graph: the blocks that lie directly in it, each inner loop as
// one node, edges that leave it or return to its header as edges to the end.
// A call that may not return adds an edge to the end behind its block, so that
// nothing after it is certain. Failing blocks (trap) are ends as well: what
// follows a user's own check is not certain unless the check's condition is a
// scope of its own. Edges into plain `unreachable` do not exist.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_FRONT_REACH_H
#define TILECHECKS_FRONT_REACH_H

#include "front/Terms.h"

namespace tilechecks::front {

/// What a loop contains, by structure alone.
struct LoopShape {
  bool Finite = false;      ///< its header test ends it, whatever it computes
  bool CallsMayHang = false; ///< in it or in an inner loop
};

class Reach {
public:
  Reach(llvm::Function &F, const llvm::LoopInfo &LI, const LoopIds &Ids,
        const DeadEnds &Dead, llvm::ArrayRef<LoopShape> Shapes);

  struct Answer {
    bool Always = false;
    std::vector<int> LoopsBefore; ///< that must terminate for it
  };
  /// Whenever From is entered, Target is executed: at least once if it lies in
  /// loops that From is outside of, and then in each of their iterations.
  Answer always(const llvm::BasicBlock *From, const llvm::Instruction &Target) const;

private:
  struct Level {
    const llvm::Loop *Of = nullptr;
    llvm::SmallVector<const llvm::BasicBlock *, 0> Blocks; ///< a node's header
    llvm::SmallVector<const llvm::Loop *, 0> Inner;        ///< null for a block
    llvm::SmallVector<unsigned, 0> In, Out;                ///< of the tree
    llvm::SmallVector<std::pair<unsigned, int>, 0> Unbounded; ///< node, loop
  };
  Level &levelOf(const llvm::Loop *L) { return Levels[L]; }
  void connect(Level &V);
  unsigned nodeAt(const llvm::Loop *L, const llvm::BasicBlock *BB) const;
  bool step(const llvm::Loop *L, unsigned From, unsigned To, Answer &A) const;

  const llvm::LoopInfo &LI;
  const LoopIds &Ids;
  const DeadEnds &Dead;
  llvm::ArrayRef<LoopShape> Shapes;
  llvm::DenseMap<const llvm::Loop *, Level> Levels;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> BlockNode;
  llvm::DenseMap<const llvm::Loop *, unsigned> LoopNode;
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::Instruction *> FirstHang;
  bool Irreducible = false;
};

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_REACH_H
