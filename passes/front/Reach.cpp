//===- front/Reach.cpp - what is executed whenever something else is ------===//
#include "front/Reach.h"
#include "front/Markers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
namespace tilechecks::front {

/// A claim that hangs on the end of more loops than this is not made.
static constexpr unsigned MaxLoopsBefore = 64;

DeadEnds::DeadEnds(const Function &F) {
  for (const BasicBlock *BB : post_order(&F)) {
    Kind K = Lives;
    if (isa<UnreachableInst>(BB->getTerminator())) {
      const Instruction *Last = BB->getTerminator()->getPrevNode();
      while (Last && Last->isDebugOrPseudoInst())
        Last = Last->getPrevNode();
      K = !Last || !endsThread(*Last) ? Assumed : exitsThread(*Last) ? Lives : Fails;
    } else if (!succ_empty(BB)) {
      K = Fails;
      for (const BasicBlock *S : successors(BB)) {
        Kind Of = kindOf(S); // of a block not yet seen, on a cycle: Lives
        if (Of == Lives) {
          K = Lives;
          break;
        }
        if (Of == Assumed)
          K = Assumed;
      }
    }
    if (K != Lives)
      Kinds[BB] = K;
  }
}

Reach::Reach(Function &F, const LoopInfo &LI, const LoopIds &Ids,
             const DeadEnds &Dead, ArrayRef<LoopShape> Shapes)
    : LI(LI), Ids(Ids), Dead(Dead), Shapes(Shapes) {
  ReversePostOrderTraversal<const Function *> Order(&F);
  Irreducible =
      containsIrreducibleCFG<const BasicBlock *>(Order, LI);
  if (Irreducible)
    return;
  Levels[nullptr].Of = nullptr;
  auto AddNode = [&](const llvm::Loop *L, const BasicBlock *BB, const llvm::Loop *Inner) {
    Level &V = Levels[L];
    V.Of = L;
    V.Blocks.push_back(BB);
    V.Inner.push_back(Inner);
    return V.Blocks.size() - 1;
  };
  for (const BasicBlock *BB : Order) {
    const llvm::Loop *L = LI.getLoopFor(BB);
    if (L && L->getHeader() == BB)
      LoopNode[L] = AddNode(L->getParentLoop(), BB, L);
    BlockNode[BB] = AddNode(L, BB, nullptr);
    for (const Instruction &I : *BB)
      if (mayNotReturn(I) && !endsThread(I)) {
        FirstHang[BB] = &I;
        break;
      }
  }
  for (auto &[L, V] : Levels)
    connect(V);
}

unsigned Reach::nodeAt(const llvm::Loop *L, const BasicBlock *BB) const {
  const llvm::Loop *Of = LI.getLoopFor(BB);
  if (Of == L)
    return BlockNode.lookup(BB);
  while (Of->getParentLoop() != L)
    Of = Of->getParentLoop();
  return LoopNode.lookup(Of);
}

void Reach::connect(Level &V) {
  unsigned N = V.Blocks.size(), End = N;
  SmallVector<unsigned, 0> Parent(N + 1, End);
  auto Meet = [&](unsigned A, unsigned B) {
    while (A != B) {
      unsigned &Low = A < B ? A : B;
      Low = Parent[Low];
    }
    return A;
  };
  for (unsigned I = N; I-- > 0;) {
    std::optional<unsigned> To;
    auto Edge = [&](unsigned J) { To = To ? Meet(*To, J) : J; };
    auto EdgeTo = [&](const BasicBlock *S) {
      switch (Dead.kindOf(S)) {
      case DeadEnds::Assumed:
        return;
      case DeadEnds::Fails:
        Edge(End);
        return;
      case DeadEnds::Lives:
        break;
      }
      if (V.Of && (!V.Of->contains(S) || S == V.Of->getHeader()))
        Edge(End);
      else
        Edge(nodeAt(V.Of, S));
    };
    if (const llvm::Loop *Inner = V.Inner[I]) {
      SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Exits;
      Inner->getExitEdges(Exits);
      for (auto [From, S] : Exits)
        EdgeTo(S);
      SmallVector<const llvm::Loop *, 4> Work = {Inner};
      while (!Work.empty()) {
        const llvm::Loop *L = Work.pop_back_val();
        const LoopShape &Shape = Shapes[Ids.lookup(L)];
        if (Shape.CallsMayHang)
          Edge(End);
        if (!Shape.Finite)
          V.Unbounded.push_back({I, Ids.lookup(L)});
        Work.append(L->begin(), L->end());
      }
    } else {
      for (const BasicBlock *S : successors(V.Blocks[I]))
        EdgeTo(S);
      if (FirstHang.contains(V.Blocks[I]))
        Edge(End);
    }
    Parent[I] = To.value_or(End);
  }
  llvm::sort(V.Unbounded);
  // Number the tree: parents have larger indices than their children.
  SmallVector<unsigned, 0> Size(N + 1, 1), Next(N + 1);
  for (unsigned I = 0; I < N; ++I)
    Size[Parent[I]] += Size[I];
  V.In.assign(N + 1, 0);
  V.Out.assign(N + 1, Size[End]);
  Next[End] = 1;
  for (unsigned I = N; I-- > 0;) {
    V.In[I] = Next[Parent[I]];
    Next[Parent[I]] += Size[I];
    V.Out[I] = V.In[I] + Size[I];
    Next[I] = V.In[I] + 1;
  }
}

bool Reach::step(const llvm::Loop *L, unsigned From, unsigned To, Answer &A) const {
  const Level &V = Levels.find(L)->second;
  if (!(V.In[To] <= V.In[From] && V.In[From] < V.Out[To]))
    return false;
  auto It = llvm::lower_bound(V.Unbounded, std::make_pair(From, -1));
  for (; It != V.Unbounded.end() && It->first < To; ++It) {
    if (A.LoopsBefore.size() == MaxLoopsBefore)
      return false;
    A.LoopsBefore.push_back(It->second);
  }
  return true;
}

Reach::Answer Reach::always(const BasicBlock *From,
                            const Instruction &Target) const {
  if (Irreducible)
    return {};
  const BasicBlock *BB = Target.getParent();
  const llvm::Loop *Outer = LI.getLoopFor(From), *L = LI.getLoopFor(BB);
  if (Outer && !Outer->contains(BB))
    return {};
  if (const Instruction *Hang = FirstHang.lookup(BB))
    if (Hang->comesBefore(&Target))
      return {};
  Answer A;
  unsigned Node = BlockNode.lookup(BB);
  for (; L != Outer; L = L->getParentLoop()) {
    if (!step(L, BlockNode.lookup(L->getHeader()), Node, A))
      return {};
    Node = LoopNode.lookup(L);
  }
  if (!step(L, BlockNode.lookup(From), Node, A))
    return {};
  llvm::sort(A.LoopsBefore);
  A.Always = true;
  return A;
}

} // namespace tilechecks::front
