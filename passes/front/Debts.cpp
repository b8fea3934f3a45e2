//===- front/Debts.cpp - flags that indices and conditions lean on --------===//
#include "front/Debts.h"
#include "front/Clone.h"
#include "front/Markers.h"

#include "llvm/ADT/PostOrderIterator.h"

using namespace llvm;
namespace tilechecks::front {

const Term *exactResult(Instruction &I, TermBuilder &Terms, TermPool &Pool,
                        bool Unsigned) {
  const Term *A = Terms.read(I.getOperand(0), Unsigned);
  if (I.getOpcode() == Instruction::Shl) {
    const auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!By || By->uge(63))
      return nullptr;
    return Pool.mul(A, Pool.constant(Int(1) << By->getZExtValue()));
  }
  const Term *B = Terms.read(I.getOperand(1), Unsigned);
  switch (I.getOpcode()) {
  case Instruction::Add:
    return Pool.add(A, B);
  case Instruction::Sub:
    return Pool.sub(A, B);
  case Instruction::Mul:
    return Pool.mul(A, B);
  default:
    return nullptr;
  }
}

void fillDebts(KernelClone &Clone, TermBuilder &Terms, const ScopeTable &Scopes,
               const LoopInfo &LI, const LoopIds &Ids,
               const DenseSet<Value *> &Cone) {
  Problem &P = *Clone.P;
  ReversePostOrderTraversal<Function *> Order(Clone.Functions[0]);
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      const Promise Flags = promiseOf(I);
      if (!Cone.contains(&I) ||
          !(Flags.NoSignedWrap || Flags.NoUnsignedWrap || Flags.Other))
        continue;
      Debt D;
      D.Where = debugLocation(I);
      D.Scope = Scopes.scopeOf(BB);
      if (const llvm::Loop *L = LI.getLoopFor(BB))
        D.Loop = Ids.lookup(L);
      const unsigned W = I.getType()->isIntegerTy()
                             ? I.getType()->getIntegerBitWidth()
                             : 0;
      if (Flags.Other || W < 2 || W > 64) {
        P.Debts.push_back(D); // nothing can pay it
        continue;
      }
      for (bool Unsigned : {false, true}) {
        if (!(Unsigned ? Flags.NoUnsignedWrap : Flags.NoSignedWrap))
          continue;
        D.Exact = exactResult(I, Terms, *P.Pool, Unsigned);
        D.Low = Unsigned ? 0 : minSigned(W);
        D.High = Unsigned ? maxUnsigned(W) : maxSigned(W);
        const Range R = D.Exact ? P.Pool->range(D.Exact) : Range{};
        if (D.Exact && R.isWithin(Range::between(D.Low, D.High)))
          continue; // paid by the types alone
        P.Debts.push_back(D);
      }
    }
}

} // namespace tilechecks::front
