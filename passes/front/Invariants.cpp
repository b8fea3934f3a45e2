//===- front/Invariants.cpp - loads that a loop header repeats ------------===//
//
//   for (j = 0; j < len(b); ++j)        n = len(b);
//     use(x(j));                  =>    for (j = 0; j < n; ++j) use(x(j));
//
// The bound is then one value before the loop, and so a number that conditions
// in the loop may speak of. Legal because the header runs whenever its
// preheader does, the moved instructions stand before anything else the header
// does, and neither their operands nor, absent every possible write in the
// loop, the memory they read can change. A single store, atomic, barrier or
// unknown call in the loop keeps the load where it is: `len` may alias it.
//
//===----------------------------------------------------------------------===//
#include "front/Clone.h"
#include "front/Markers.h"
#include "front/ParamMemory.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
namespace tilechecks::front {

static bool mayWrite(const llvm::Loop &L) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (hasEffect(I) || isBarrier(I))
        return true;
  return false;
}

/// No effect, no memory, and defined for every operand: may run at any time.
static bool isPure(const Instruction &I) {
  if (isa<BinaryOperator>(I))
    return !I.isIntDivRem();
  if (isa<CastInst, CmpInst, SelectInst, GetElementPtrInst>(I))
    return true;
  if (const auto *II = dyn_cast<IntrinsicInst>(&I))
    return II->doesNotAccessMemory() && !II->isConvergent() &&
           !isa<DbgInfoIntrinsic>(I) && I.getType()->isIntegerTy();
  return false;
}

static void hoistFrom(llvm::Loop &L, const ParamMemory &Params) {
  BasicBlock *Preheader = L.getLoopPreheader();
  if (!Preheader)
    return;
  std::optional<bool> Writes; // the scan is made only if a load asks
  bool OthersMoved = true;    // all effects so far went to the preheader
  for (Instruction &I : make_early_inc_range(*L.getHeader())) {
    if (isa<PHINode>(I) || I.isDebugOrPseudoInst())
      continue;
    if (I.isTerminator())
      return;
    bool Invariant =
        all_of(I.operands(), [&](Use &U) { return L.isLoopInvariant(U.get()); });
    bool Moves = false;
    auto K = markerKind(I);
    if (isPure(I) || Params.launchKnownLoad(&I))
      Moves = Invariant;
    else if (K && isCheck(*K))
      Moves = Invariant && OthersMoved;
    else if (auto *Load = dyn_cast<LoadInst>(&I);
             Load && Load->isSimple() && Invariant && OthersMoved) {
      if (!Writes)
        Writes = mayWrite(L);
      Moves = !*Writes;
    }
    if (Moves)
      I.moveBefore(Preheader->getTerminator()->getIterator());
    else if (K || hasEffect(I) || mayNotReturn(I))
      OthersMoved = false;
  }
}

void hoistHeaderLoads(LoopInfo &LI, const ParamMemory &Params) {
  // Inner loops first: what reaches an inner preheader may be in an outer header.
  auto OuterFirst = LI.getLoopsInPreorder();
  for (llvm::Loop *L : reverse(OuterFirst))
    hoistFrom(*L, Params);
}

} // namespace tilechecks::front
