//===- front/Terms.cpp - SSA values as exact terms ------------------------===//
#include "front/Terms.h"
#include "front/Clone.h"
#include "front/Markers.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
namespace tilechecks::front {

/// Recursion over operands that were not visited before their users.
static constexpr unsigned MaxDepth = 200;

TermBuilder::TermBuilder(KernelClone &Clone, const ParamMemory &Params,
                         const DominatorTree &DT, const LoopInfo &LI,
                         const LoopIds &Ids, const DeadEnds &Dead)
    : Clone(Clone), P(*Clone.P), Pool(*Clone.P->Pool), Params(Params), DT(DT),
      LI(LI), Ids(Ids), Dead(Dead) {
  SmallVector<const Value *, 16> Work;
  for (Instruction &I : instructions(*Clone.Functions[0]))
    for (Value *Op : I.operands())
      if (isa<UndefValue>(Op) && Op->getType()->isIntOrIntVectorTy())
        Work.push_back(&I);
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Undefined.insert(V).second)
      continue;
    for (const User *U : V->users())
      if (isa<BinaryOperator, CastInst, CmpInst, PHINode, SelectInst,
              FreezeInst, IntrinsicInst>(U) ||
          (isa<CallInst>(U) && markerKind(*::cast<Instruction>(U)) &&
           ::cast<CallInst>(U)->getArgOperand(0) == V))
        Work.push_back(U);
  }
}

const Term *TermBuilder::opaque(Value *V, Reason Why) {
  bool Fresh = Undefined.contains(V) || isa<UndefValue>(V);
  if (!Fresh)
    if (const Term *T = OpaqueOf.lookup(V))
      return T;
  OpaqueValue O;
  O.Width = std::max(1u, widthOf(V));
  O.Why = Why;
  if (auto *I = dyn_cast<Instruction>(V)) {
    if (const llvm::Loop *L = LI.getLoopFor(I->getParent()))
      O.Loop = Ids.lookup(L);
    if (isAssumed(*I))
      O.Why = Reason::UnverifiedAssumption;
  }
  Atom A = Atom::of(AtomKind::Opaque, P.Opaques.size());
  P.Opaques.push_back(O);
  Clone.Opaques.push_back(V);
  Pool.setRange(A, Range::ofSigned(O.Width));
  const Term *T = Pool.atom(A);
  if (!Fresh)
    OpaqueOf[V] = T;
  return T;
}

const Term *TermBuilder::signedOf(Value *V) {
  assert(isReadable(V));
  if (auto *C = dyn_cast<ConstantInt>(V))
    return Pool.constant(C->getSExtValue());
  if (Undefined.contains(V) || isa<UndefValue>(V))
    return opaque(V, Reason::UnsupportedArithmetic);
  if (const Term *T = Signed.lookup(V))
    return T;
  if (Depth > MaxDepth)
    return opaque(V, Reason::BudgetExceeded);
  ++Depth;
  const Term *T = buildSigned(V);
  --Depth;
  if (sizeOf(T) > MaxTermSize)
    T = opaque(V, Reason::BudgetExceeded);
  return Signed[V] = T;
}

const Term *TermBuilder::unsignedOf(Value *V) {
  assert(isReadable(V));
  if (auto *C = dyn_cast<ConstantInt>(V))
    return Pool.uwrap(C->getBitWidth(), Pool.constant(C->getSExtValue()));
  if (Undefined.contains(V) || isa<UndefValue>(V))
    return Pool.uwrap(widthOf(V), opaque(V, Reason::UnsupportedArithmetic));
  if (const Term *T = Unsigned.lookup(V))
    return T;
  const Term *T = nullptr;
  // An opaque signed reading means the value was given up as a whole.
  if (Depth <= MaxDepth && !OpaqueOf.contains(V)) {
    ++Depth;
    T = buildUnsigned(V);
    --Depth;
  }
  if (!T || sizeOf(T) > MaxTermSize)
    T = Pool.uwrap(widthOf(V), signedOf(V));
  return Unsigned[V] = T;
}

const Term *TermBuilder::select(SelectInst &I, bool Unsigned) {
  const Pred *C = predOf(I.getCondition());
  if (!C)
    return nullptr;
  // x < 0 ? -x : x, either way round.
  const Term *A = signedOf(I.getTrueValue()), *B = signedOf(I.getFalseValue());
  const Term *Zero = Pool.constant(0);
  auto IsNegative = [&](const Term *Y, const Term *X) {
    return Y == Pool.swrap(widthOf(&I), Pool.neg(X));
  };
  if ((IsNegative(B, A) && (C == Pool.le(Zero, A) || C == Pool.lt(Zero, A))) ||
      (IsNegative(A, B) && (C == Pool.lt(B, Zero) || C == Pool.le(B, Zero)))) {
    const Term *X = IsNegative(B, A) ? A : B;
    return wrap(widthOf(&I), Unsigned, Pool.max(X, Pool.neg(X)));
  }
  return Unsigned ? Pool.select(C, unsignedOf(I.getTrueValue()),
                                unsignedOf(I.getFalseValue()))
                  : Pool.select(C, A, B);
}

const Term *TermBuilder::buildSigned(Value *V) {
  unsigned W = widthOf(V);
  if (auto *A = dyn_cast<Argument>(V)) {
    if (A->getParent() == Clone.Functions[0] && W > 1)
      return paramAtom(A->getArgNo(), 0, W);
    return opaque(V, Reason::UnknownCallers);
  }
  const Term *T = nullptr;
  Reason Why = Reason::UnsupportedArithmetic;
  if (W == 1) {
    if (const Pred *C = predOf(V))
      T = Pool.select(C, Pool.constant(-1), Pool.constant(0));
    return T ? T : opaque(V, Reason::DataDependentCondition);
  }
  if (auto *I = dyn_cast<BinaryOperator>(V))
    T = binary(*I, false);
  else if (auto *I = dyn_cast<CastInst>(V))
    T = cast(*I, false);
  else if (auto *I = dyn_cast<FreezeInst>(V))
    T = signedOf(I->getOperand(0));
  else if (auto *I = dyn_cast<SelectInst>(V)) {
    Why = Reason::JoinedValue;
    T = select(*I, false);
  } else if (auto *I = dyn_cast<PHINode>(V))
    return phi(*I);
  else if (auto *I = dyn_cast<LoadInst>(V))
    return load(*I);
  else if (auto *I = dyn_cast<IntrinsicInst>(V)) {
    T = intrinsic(*I, false);
    if (I->isConvergent() || I->mayWriteToMemory())
      Why = Reason::CrossLaneValue;
  } else if (auto *I = dyn_cast<CallInst>(V)) {
    if (auto K = markerKind(*I); K && isCheck(*K))
      return signedOf(I->getArgOperand(0));
    Why = I->isInlineAsm() ? Reason::UnsupportedArithmetic : Reason::CallResult;
    if (auto *A = dyn_cast<InlineAsm>(I->getCalledOperand()))
      if (StringRef(A->getAsmString()).starts_with("mov.u32 $0, %dynamic_smem_size"))
        T = Pool.atom(Atom::of(AtomKind::SharedSize));
  } else if (isa<AtomicRMWInst, ExtractValueInst>(V))
    Why = Reason::CrossLaneValue;
  return T ? T : opaque(V, Why);
}

const Term *TermBuilder::buildUnsigned(Value *V) {
  if (widthOf(V) == 1) {
    const Pred *C = predOf(V);
    return C ? Pool.select(C, Pool.constant(1), Pool.constant(0)) : nullptr;
  }
  if (auto *I = dyn_cast<BinaryOperator>(V))
    return binary(*I, true);
  if (auto *I = dyn_cast<CastInst>(V))
    return cast(*I, true);
  if (auto *I = dyn_cast<FreezeInst>(V))
    return unsignedOf(I->getOperand(0));
  if (auto *I = dyn_cast<SelectInst>(V))
    return select(*I, true);
  if (auto *I = dyn_cast<IntrinsicInst>(V))
    return intrinsic(*I, true);
  if (auto *I = dyn_cast<CallInst>(V))
    if (auto K = markerKind(*I); K && isCheck(*K))
      return unsignedOf(I->getArgOperand(0));
  return nullptr;
}

const Term *TermBuilder::paramAtom(unsigned Index, unsigned Offset,
                                   unsigned Bits) {
  ParamAtoms.insert({Index, {Offset, Bits}});
  Atom A = Atom::param(Index, Offset, Bits);
  return Pool.atom(A);
}

const Term *TermBuilder::load(LoadInst &I) {
  unsigned W = widthOf(&I);
  if (auto Place = Params.launchKnownLoad(&I);
      Place && (W == 8 || W == 16 || W == 32 || W == 64))
    return paramAtom(Place->Param, Place->OffsetBytes, W);
  if (auto Place = Params.placeOf(I.getPointerOperand()))
    return opaque(&I, Params.isUnmodified(Place->Param)
                          ? Reason::ExtentLoaded
                          : Reason::ParameterModified);
  return opaque(&I, I.isAtomic() ? Reason::CrossLaneValue : Reason::IndexLoaded);
}

unsigned TermBuilder::sizeOf(const Pred *C) {
  if (auto It = PredSizes.find(C); It != PredSizes.end())
    return It->second;
  unsigned N = 1;
  for (const Term *T : C->Terms)
    N += std::min(sizeOf(T), MaxTermSize + 1);
  for (const Pred *Part : C->Preds)
    N += std::min(sizeOf(Part), MaxTermSize + 1);
  return PredSizes[C] = std::min(N, MaxTermSize + 1);
}

unsigned TermBuilder::sizeOf(const Term *T) {
  if (T->Ops.empty())
    return 1;
  if (auto It = TermSizes.find(T); It != TermSizes.end())
    return It->second;
  unsigned N = 1;
  for (const Term *Op : T->Ops)
    N += std::min(sizeOf(Op), MaxTermSize + 1);
  if (T->Cond)
    N += sizeOf(T->Cond);
  return TermSizes[T] = std::min(N, MaxTermSize + 1);
}

template <class Expression>
bool TermBuilder::isAvailable(const Expression *E, const BasicBlock *At) {
  bool All = true;
  forEachAtom(E, [&](const Term *A) {
    if (A->A.Kind != AtomKind::Opaque)
      return;
    if (auto *I = dyn_cast<Instruction>(Clone.Opaques[A->A.A]))
      All &= DT.dominates(I->getParent(), At);
  });
  return All;
}
template bool TermBuilder::isAvailable(const Term *, const BasicBlock *);
template bool TermBuilder::isAvailable(const Pred *, const BasicBlock *);

static const llvm::Loop *deeper(const llvm::Loop *A, const llvm::Loop *B) {
  if (!A || !B)
    return A ? A : B;
  return A->getLoopDepth() >= B->getLoopDepth() ? A : B;
}

const llvm::Loop *TermBuilder::variantLoop(const Term *T) {
  if (auto It = Variant.find(T); It != Variant.end())
    return It->second;
  const llvm::Loop *L = nullptr;
  forEachAtom(T, [&](const Term *A) {
    const Value *V = nullptr;
    if (A->A.Kind == AtomKind::Opaque)
      V = Clone.Opaques[A->A.A];
    else if (A->A.Kind == AtomKind::LoopVar)
      V = Clone.LoopVars[A->A.A];
    if (const auto *I = dyn_cast_or_null<Instruction>(V))
      L = deeper(L, LI.getLoopFor(I->getParent()));
  });
  return Variant[T] = L;
}

bool TermBuilder::isInvariant(const Term *T, const llvm::Loop *L) {
  const llvm::Loop *V = variantLoop(T);
  return !V || !L->contains(V);
}

} // namespace tilechecks::front
