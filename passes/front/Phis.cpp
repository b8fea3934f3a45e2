//===- front/Phis.cpp - values that depend on the way taken ---------------===//
//
// A phi that joins the arms of branches is a select of their conditions, exact
// if every path from the dominating block to it is seen (Gate.h); one that is
// not, one unexpressible condition or one value that not all paths compute makes
// the phi opaque instead (rule 6).
//
// A header phi is a loop variable if every latch value is itself plus steps
// that the loop does not change, whatever the widths it passes through.
//
//===----------------------------------------------------------------------===//
#include "front/Gate.h"
#include "front/LoopTable.h"
#include "front/Markers.h"

#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
namespace tilechecks::front {

// docs/placement-budgets.md lists what these bound and what exceeding them says.
static constexpr unsigned MaxStepLinks = 64;
static constexpr unsigned MaxJoinedLinks = 4; ///< of the ways into a join
static constexpr unsigned MaxInvariantDepth = 16;

/// The gating function of a phi. Arm is const Term * or const Pred *, null for a
/// way on which the phi is not reached.
template <class Arm> class PhiGate : Gate<PhiGate<Arm>, Arm> {
  using Base = Gate<PhiGate<Arm>, Arm>;
  friend Base;
  using Base::B;

public:
  PhiGate(TermBuilder &B, PHINode &Phi)
      : Base(B, B.DT, B.LI, B.Dead,
             B.DT.getNode(Phi.getParent())->getIDom()->getBlock(),
             Phi.getParent()),
        Phi(Phi) {}

  /// Null if not every way is seen or a part is not computed on all of them.
  Arm run() {
    std::optional<Arm> Value = Base::run();
    return !Value || Failed || !*Value || !B.isAvailable(*Value, this->Join)
               ? nullptr
               : *Value;
  }
  /// Of a null answer.
  Reason why() const { return Why; }

private:
  const Term *leaf(Value *V, const Term *) {
    return TermBuilder::isReadable(V) ? B.signedOf(V) : nullptr;
  }
  const Pred *leaf(Value *V, const Pred *) { return B.predOf(V); }
  const Term *merge(const Pred *C, const Term *X, const Term *Y) {
    return B.Pool.select(C, X, Y);
  }
  const Pred *merge(const Pred *C, const Pred *X, const Pred *Y) {
    return choose(B.Pool, C, X, Y);
  }

  Arm arrive(BasicBlock *From) {
    Arm V = leaf(Phi.getIncomingValueForBlock(From), Arm());
    return V ? V : unknown(false);
  }
  Arm missed() { return nullptr; }
  Arm unknown(bool OverBudget) {
    Failed = true;
    if (OverBudget)
      Why = Reason::BudgetExceeded;
    return nullptr;
  }
  void pass(BasicBlock *, BasicBlock *) {}
  Arm pick(Value *, const Pred *C, Arm X, Arm Y) {
    if (Failed || !X || !Y)
      return Failed ? nullptr : X ? X : Y;
    if (X == Y)
      return X;
    return C ? merge(C, X, Y) : unknown(false);
  }

  PHINode &Phi;
  bool Failed = false;
  Reason Why = Reason::JoinedValue;
};

/// The one value that all ways in agree on, null if there are several.
static Value *uniqueIncoming(PHINode &Phi) {
  Value *Only = nullptr;
  for (Value *V : Phi.incoming_values()) {
    if (V == &Phi)
      continue;
    if (Only && V != Only)
      return nullptr;
    Only = V;
  }
  return Only;
}

const Term *TermBuilder::phi(PHINode &Phi) {
  BasicBlock *BB = Phi.getParent();
  const llvm::Loop *L = LI.getLoopFor(BB);
  if (L && L->getHeader() == BB)
    return headerPhi(Phi, *L);
  if (Value *V = uniqueIncoming(Phi)) {
    const Term *T = signedOf(V);
    const llvm::Loop *Varies = variantLoop(T);
    return !Varies || Varies->contains(BB) ? T : opaque(&Phi, Reason::LoopCarried);
  }
  PhiGate<const Term *> Gate(*this, Phi);
  if (const Term *T = Gate.run())
    return T;
  return opaque(&Phi, Gate.why());
}

const Pred *TermBuilder::predOf(Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return Pool.boolean(C->isOne());
  if (!V->getType()->isIntegerTy(1) || Undefined.contains(V) ||
      isa<UndefValue>(V))
    return nullptr;
  if (auto It = Preds.find(V); It != Preds.end())
    return It->second;
  if (Depth > 200)
    return nullptr;
  ++Depth;
  const Pred *C = nullptr;
  if (auto *Phi = dyn_cast<PHINode>(V)) {
    const llvm::Loop *L = LI.getLoopFor(Phi->getParent());
    Value *Only = uniqueIncoming(*Phi);
    if (!(L && L->getHeader() == Phi->getParent())) {
      if (!Only)
        C = PhiGate<const Pred *>(*this, *Phi).run();
      else if (auto *I = dyn_cast<Instruction>(Only);
               !I || LI.getLoopFor(I->getParent()) == L)
        C = predOf(Only);
    }
  } else {
    C = buildPred(V);
  }
  --Depth;
  if (C && isTooLarge(C))
    C = nullptr;
  return Preds[V] = C;
}

//===----------------------------------------------------------------------===//

bool TermBuilder::isInvariantValue(Value *V, const llvm::Loop &L, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return !isa<UndefValue>(V);
  if (Depth == 0) {
    StepOverBudget = true;
    return false;
  }
  if (Params.launchKnownLoad(I))
    return true;
  if (auto K = markerKind(*I); K && isCheck(*K))
    return isInvariantValue(I->getOperand(0), L, Depth - 1);
  auto *II = dyn_cast<IntrinsicInst>(I);
  bool Pure = isa<BinaryOperator, CastInst, CmpInst, SelectInst>(I) ||
              (II && II->doesNotAccessMemory() && !II->isConvergent());
  return Pure && all_of(I->operands(), [&](Use &U) {
           return isa<Function>(U.get()) || isInvariantValue(U, L, Depth - 1);
         });
}

/// What the way from Phi to V adds, null if that is not a fixed number. Modulo
/// 2^W the way consists of additions: conversions on it keep the low W bits. Ways
/// that meet again (`++i; continue;` beside `++i`) must all add the same.
const Term *TermBuilder::addedTo(PHINode &Phi, Value *V, const llvm::Loop &L,
                                 unsigned Links) {
  unsigned W = widthOf(&Phi);
  const Term *Step = Pool.constant(0);
  for (; V != &Phi; --Links) {
    if (Links == 0) {
      StepOverBudget = true;
      return nullptr;
    }
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return nullptr;
    if (isa<CastInst, FreezeInst>(I)) {
      if (!I->getOperand(0)->getType()->isIntegerTy() ||
          widthOf(I->getOperand(0)) < W)
        return nullptr;
      V = I->getOperand(0);
      continue;
    }
    if (auto K = markerKind(*I); K && isCheck(*K)) {
      V = I->getOperand(0);
      continue;
    }
    if (auto *Join = dyn_cast<PHINode>(I)) {
      if (LI.getLoopFor(Join->getParent()) != &L)
        return nullptr;
      const Term *Same = nullptr;
      for (Value *In : Join->incoming_values()) {
        const Term *By = addedTo(Phi, In, L, std::min(Links - 1, MaxJoinedLinks));
        if (!By || (Same && By != Same))
          return nullptr;
        Same = By;
      }
      return Pool.swrap(W, Pool.add(Step, Same));
    }
    bool Add = I->getOpcode() == Instruction::Add;
    if ((!Add && I->getOpcode() != Instruction::Sub) || !isReadable(I))
      return nullptr;
    unsigned Fixed = isInvariantValue(I->getOperand(1), L, MaxInvariantDepth) ? 1 : 0;
    if (Fixed == 0 && (!Add || !isInvariantValue(I->getOperand(0), L, MaxInvariantDepth)))
      return nullptr;
    const Term *By = signedOf(I->getOperand(Fixed));
    Step = Add ? Pool.add(Step, By) : Pool.sub(Step, By);
    V = I->getOperand(1 - Fixed);
  }
  return Pool.swrap(W, Step);
}

/// What one iteration adds to Phi, null if that is not a fixed number.
const Term *TermBuilder::stepOf(PHINode &Phi, const llvm::Loop &L) {
  const Term *Step = addedTo(Phi, Phi.getIncomingValueForBlock(L.getLoopLatch()), L, MaxStepLinks);
  return Step && isInvariant(Step, &L) ? Step : nullptr;
}

/// What one operation multiplies (Grows) or, where its operand is not negative,
/// divides by; no value for any other operation.
static std::optional<std::pair<Int, bool>> factorOf(const Instruction &I) {
  if (!isa<BinaryOperator>(I))
    return std::nullopt;
  const Value *By = I.getOperand(1);
  if (I.getOpcode() == Instruction::Mul && isa<ConstantInt>(I.getOperand(0)))
    By = I.getOperand(0);
  const auto *C = dyn_cast<ConstantInt>(By);
  if (!C || C->getValue().isNegative())
    return std::nullopt;
  const uint64_t K = C->getZExtValue();
  switch (I.getOpcode()) {
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::Shl:
    if (K == 0 || K >= C->getBitWidth())
      return std::nullopt;
    return std::pair(Int(1) << K, I.getOpcode() == Instruction::Shl);
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::Mul:
    if (K < 2)
      return std::nullopt;
    return std::pair(Int(K), I.getOpcode() == Instruction::Mul);
  default:
    return std::nullopt;
  }
}

/// A phi that is divided, or multiplied, by constants alone on its way round;
/// null if it is not. Conversions to no less than its width keep its value where
/// it is not negative, and what counts of a product.
const Term *TermBuilder::geometricPhi(PHINode &Phi, const llvm::Loop &L) {
  constexpr unsigned MaxLinks = 8;
  if (Undefined.contains(&Phi))
    return nullptr;
  GeometricVariable G;
  G.Factor = 1;
  Value *V = Phi.getIncomingValueForBlock(L.getLoopLatch());
  for (unsigned Links = 0; V != &Phi; ++Links) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || Links == MaxLinks)
      return nullptr;
    if (isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(I)) {
      if (!isReadable(I->getOperand(0)) || widthOf(I->getOperand(0)) < widthOf(&Phi))
        return nullptr;
      V = I->getOperand(0);
      continue;
    }
    auto F = isReadable(I) ? factorOf(*I) : std::nullopt;
    if (!F || (G.Factor != 1 && F->second != G.Grows))
      return nullptr;
    OptInt Product = checkedMul(G.Factor, F->first);
    if (!Product || *Product > Int(1) << 62)
      return nullptr;
    G.Factor = *Product;
    G.Grows = F->second;
    V = I->getOperand(isa<ConstantInt>(I->getOperand(0)) ? 1 : 0);
  }
  if (G.Factor == 1)
    return nullptr;
  G.Start = signedOf(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  const Term *T = opaque(&Phi, Reason::LoopCarried);
  G.Opaque = T->A.A;
  Range Start = Pool.range(G.Start);
  if (!G.Grows && Start.isNonNegative() && Start.Hi)
    Pool.setRange(T->A, Range::between(0, *Start.Hi));
  P.GeometricVars.push_back(G);
  return T;
}

const Term *TermBuilder::headerPhi(PHINode &Phi, const llvm::Loop &L) {
  BasicBlock *Preheader = L.getLoopPreheader();
  if (!Preheader || !L.getLoopLatch())
    return opaque(&Phi, Reason::LoopCarried);
  StepOverBudget = false;
  const Term *Step = stepOf(Phi, L);
  if (!Step)
    if (const Term *T = geometricPhi(Phi, L))
      return T;
  if (!Step)
    return opaque(&Phi, StepOverBudget ? Reason::BudgetExceeded : Reason::LoopCarried);
  const Term *Start = signedOf(Phi.getIncomingValueForBlock(Preheader));
  if (Step->isConst(0))
    return Start;
  LoopVariable V;
  V.Loop = Ids.lookup(&L);
  V.Width = widthOf(&Phi);
  V.Start = Start;
  V.Step = Step;
  Atom A = Atom::of(AtomKind::LoopVar, P.LoopVars.size());
  P.LoopVars.push_back(V);
  Clone.LoopVars.push_back(&Phi);
  Pool.setRange(A, rangeOfVariable(Phi, L, V));
  return Pool.atom(A);
}

/// A variable is its start, or a step past a value that passed the header's
/// test: with known ranges of start, step and bound that bounds it, if the step
/// past the last value that passes cannot wrap.
Range TermBuilder::rangeOfVariable(PHINode &Phi, const llvm::Loop &L,
                                   const LoopVariable &V) {
  const Range Type = Range::ofSigned(V.Width);
  BranchInst *Br = headerTest(L);
  if (!Br)
    return Type;
  BasicBlock *Continue = continueTarget(L);
  auto *Test = dyn_cast<ICmpInst>(Br->getCondition());
  if (!Test)
    return Type;
  CmpInst::Predicate Rel = Br->getSuccessor(0) == Continue
                               ? Test->getPredicate()
                               : Test->getInversePredicate();
  Value *Bound = Test->getOperand(1);
  if (Test->getOperand(0) != &Phi) {
    Bound = Test->getOperand(0);
    Rel = CmpInst::getSwappedPredicate(Rel);
    if (Test->getOperand(1) != &Phi)
      return Type;
  }
  if (!isReadable(Bound) || !isInvariantValue(Bound, L, MaxInvariantDepth))
    return Type;
  const bool Unsigned = CmpInst::isUnsigned(Rel);
  const Range Start = Pool.range(V.Start), Step = Pool.range(V.Step);
  const Range B = Pool.range(read(Bound, Unsigned));
  if (!Start.Lo || !Start.Hi || !Step.Lo || !Step.Hi || !B.Lo || !B.Hi)
    return Type;
  const Int Strict = CmpInst::isStrictPredicate(Rel) ? 1 : 0;
  switch (Rel) {
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_ULE:
    if (*Start.Lo < 0)
      return Type;
    [[fallthrough]];
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_SLE: {
    Int Last = std::max(*Start.Hi, *B.Hi - Strict + *Step.Hi);
    return *Step.Lo > 0 && Last <= *Type.Hi ? Range::between(*Start.Lo, Last)
                                            : Type;
  }
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_SGE: {
    Int Last = std::min(*Start.Lo, *B.Lo + Strict + *Step.Lo);
    return *Step.Hi < 0 && Last >= *Type.Lo ? Range::between(Last, *Start.Hi)
                                            : Type;
  }
  default:
    return Type;
  }
}

//===----------------------------------------------------------------------===//

TermBuilder::Implied TermBuilder::impliedBy(Value *V, bool Value_,
                                            const BasicBlock *At) {
  if (const Pred *C = predOf(V))
    return {Value_ ? C : Pool.lnot(C), true};
  const Implied Nothing = {Pool.boolean(true), false};
  if (Undefined.contains(V))
    return Nothing;
  Value *A, *B;
  if (match(V, m_Not(m_Value(A))))
    return impliedBy(A, !Value_, At);
  if (Value_ ? match(V, m_LogicalAnd(m_Value(A), m_Value(B)))
             : match(V, m_LogicalOr(m_Value(A), m_Value(B)))) {
    Implied X = impliedBy(A, Value_, At), Y = impliedBy(B, Value_, At);
    return {Pool.land(X.Condition, Y.Condition), X.Exact && Y.Exact};
  }
  if (auto *F = dyn_cast<FreezeInst>(V))
    return impliedBy(F->getOperand(0), Value_, At);
  // A bool that was kept in a byte.
  CmpPredicate Rel;
  if (match(V, m_ICmp(Rel, m_ZExt(m_Value(A)), m_Zero())) &&
      widthOf(A) == 1 && ICmpInst::isEquality(Rel))
    return impliedBy(A, Value_ == (Rel == ICmpInst::ICMP_NE), At);
  if (match(V, m_Trunc(m_ZExt(m_Value(A)))) && widthOf(A) == 1)
    return impliedBy(A, Value_, At);
  auto *Phi = dyn_cast<PHINode>(V);
  if (!Phi)
    return Nothing;
  // `a && b`: false from every block but one, so the way through that one was
  // taken, and its conditions held.
  BasicBlock *Join = Phi->getParent();
  const llvm::Loop *L = LI.getLoopFor(Join);
  if (L && L->getHeader() == Join)
    return Nothing;
  BasicBlock *Through = nullptr;
  for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I) {
    auto *C = dyn_cast<ConstantInt>(Phi->getIncomingValue(I));
    if (C && C->isOne() != Value_)
      continue;
    if (Through)
      return Nothing;
    Through = Phi->getIncomingBlock(I);
  }
  if (!Through)
    return Nothing;
  const Pred *All = Pool.boolean(true);
  auto Keep = [&](const Pred *C) {
    if (isAvailable(C, Join))
      All = Pool.land(All, C);
  };
  Keep(impliedBy(Phi->getIncomingValueForBlock(Through), Value_, At).Condition);
  BasicBlock *To = Join, *From = Through;
  BasicBlock *Top = DT.getNode(Join)->getIDom()->getBlock();
  for (unsigned N = 0; From && N < 16; ++N) {
    if (LI.getLoopFor(From) != L)
      break;
    auto *Br = dyn_cast<BranchInst>(From->getTerminator());
    if (Br && Br->isConditional() && Br->getSuccessor(0) != Br->getSuccessor(1))
      Keep(impliedBy(Br->getCondition(), Br->getSuccessor(0) == To, At).Condition);
    if (From == Top)
      break;
    To = From;
    From = From->getSinglePredecessor();
  }
  return {All, false};
}

} // namespace tilechecks::front
