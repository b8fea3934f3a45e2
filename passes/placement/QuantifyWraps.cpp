//===- placement/QuantifyWraps.cpp - indices that may wrap around ------------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

void Quantifier::collectWraps(const Term *T, std::vector<const Term *> &Out) {
  if (At.isFixed(T))
    return;
  for (const Term *Op : T->Ops)
    collectWraps(Op, Out);
  if ((T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap) && std::find(Out.begin(), Out.end(), T) == Out.end())
    Out.push_back(T);
}

Reason Quantifier::resolveWraps() {
  std::vector<const Term *> InIndex, InConstraints;
  collectWraps(Index, InIndex);
  for (const Constraint &K : Constraints)
    for (const Term *T : K.Condition->Terms)
      collectWraps(T, InConstraints);
  std::vector<const Term *> All = InIndex;
  for (const Term *W : InConstraints)
    if (std::find(All.begin(), All.end(), W) == All.end())
      All.push_back(W);
  unsigned Number = 0;
  for (const Term *W : All) {
    bool Guarded = std::find(InConstraints.begin(), InConstraints.end(), W) != InConstraints.end();
    if (!Guarded && W == Index) {
      Unwrapped = W;
      Index = W->Kind == TermKind::UWrap ? readUnsigned(W->Ops[0], W->Width) : W->Ops[0];
      std::vector<const Term *> Inner;
      collectWraps(Index, Inner);
      if (!Inner.empty())
        return Reason::MayWrap;
      continue;
    }
    if (!standIn(W, Number++)) {
      if (std::find(InIndex.begin(), InIndex.end(), W) != InIndex.end())
        return Reason::MayWrap;
      // Only in conditions: they will not be expressible and are dropped.
    }
  }
  return Reason::None;
}

const Term *Quantifier::readUnsigned(const Term *T, unsigned Width) {
  auto Read = [&](const Term *F) {
    return F->isAtom() && At.isFixed(F) && !Pool.range(F).isNonNegative() ? Pool.uwrap(Width, F) : F;
  };
  LinearForm L = Pool.linear(T);
  const Term *R = Pool.constant(L.Constant);
  for (const auto &[M, K] : L.Monomials) {
    const Term *Factors = Pool.constant(K);
    if (M->Kind == TermKind::Mul)
      for (const Term *F : M->Ops)
        Factors = Pool.mul(Factors, Read(F));
    else
      Factors = Pool.mul(Factors, Read(M));
    R = Pool.add(R, Factors);
  }
  return R;
}

bool Quantifier::standIn(const Term *W, unsigned Number) {
  LinearForm L = Pool.linear(W->Ops[0]);
  const Term *Base = nullptr;
  for (const auto &[M, K] : L.Monomials) {
    if (At.isFixed(M))
      continue;
    if (Base || K != 1 || !M->isAtom())
      return false;
    Base = M;
  }
  Variable *B = Base ? find(Base) : nullptr;
  if (!B || B->Step != 1 || (B->LoopVar == None && !B->High) || Base != B->Symbol)
    return false;
  bool Signed = W->Kind == TermKind::SWrap;
  const Term *Symbol = Pool.atom(wrappedSymbol(Number, 2 * W->Width + Signed));
  Pool.setRange(Symbol->A, Signed ? Range::ofSigned(W->Width) : Range::ofUnsigned(W->Width));
  TermPool::Substitution Map{{W, Symbol}};
  const Term *NewIndex = Pool.substitute(Index, Map);
  std::vector<Constraint> NewConstraints;
  for (const Constraint &K : Constraints)
    NewConstraints.push_back({Pool.substitute(K.Condition, Map), K.ContinueOf});
  bool Left = uses(NewIndex, Base);
  for (const Constraint &K : NewConstraints)
    forEachAtom(K.Condition, [&](const Term *A) { Left |= A == Base; });
  if (Left)
    return false; // dependent on each other
  const Term *Offset = Pool.sub(W->Ops[0], Base);
  Variable V = *B;
  V.Symbol = Symbol;
  V.Low = V.Low ? Pool.add(V.Low, Offset) : nullptr;
  V.High = V.High ? Pool.add(V.High, Offset) : nullptr;
  V.Wrapped = true;
  V.Unwrapped = W->Ops[0];
  V.Width = W->Width;
  V.SignedWrap = Signed;
  if (B->LoopVar != None)
    return loopStandIn(*B, V, NewIndex, NewConstraints);
  if (Signed) {
    // The first value past the end is INT_MIN; it counts as any other.
    Range Low = Pool.range(V.Low);
    if (!Low.Lo || *Low.Lo < minSigned(V.Width) || !Low.Hi || *Low.Hi > maxSigned(V.Width))
      return false;
  } else {
    Range Low = Pool.range(V.Low);
    if (!Low.isNonNegative())
      return false;
    V.High = Pool.min(V.High, Pool.constant(maxUnsigned(V.Width)));
    if (!Pool.range(V.High).isWithin(Range::ofUnsigned(V.Width)))
      return false;
    if (!Low.isSingleton() || *Low.Lo != 0) {
      // Zero is attained only after a wrap: uwrap(t + 5) < 3 may hold for no t.
      V.Low = Pool.constant(0);
      inexact(Reason::MayWrap);
    }
    V.Wrapped = false; // every value of the type is attained, or no wrap
  }
  *B = V;
  Index = NewIndex;
  Constraints = std::move(NewConstraints);
  return true;
}

bool Quantifier::loopStandIn(Variable &B, Variable V, const Term *NewIndex, std::vector<Constraint> &NewConstraints) {
  const LoopVariable &L = P.LoopVars[B.LoopVar];
  bool Plain = V.Unwrapped == B.Symbol && !V.SignedWrap && V.Width == L.Width && V.Low && !Walked.count(B.LoopVar);
  if (!Plain)
    return false;
  V.Low = Pool.uwrap(V.Width, V.Low);
  B = V;
  Index = NewIndex;
  Constraints = std::move(NewConstraints);
  return true;
}

void Quantifier::wrapDuty(Variable &V) {
  // Lowest and highest exact value before any condition.
  const Term *Base = nullptr;
  forEachAtom(V.Unwrapped, [&](const Term *A) {
    if (!At.isFixed(A->A))
      Base = A;
  });
  TermPool::Substitution ToBottom{{Base, Pool.constant(0)}};
  const Term *Lowest = Pool.substitute(V.Unwrapped, ToBottom);
  const Term *Top = Base->A.Kind == AtomKind::ThreadIdx  ? Pool.addConst(dimension(AtomKind::BlockDim, Base->A.A), -1)
                    : Base->A.Kind == AtomKind::BlockIdx ? Pool.addConst(dimension(AtomKind::GridDim, Base->A.A), -1)
                                                         : Pool.addConst(globalCount(Base->A.A - globalIndexSymbol(0).A), -1);
  TermPool::Substitution ToTop{{Base, Top}};
  const Term *Highest = Pool.substitute(V.Unwrapped, ToTop);
  const Pred *NoWrap = Pool.le(Pool.addConst(Highest, 1), Pool.constant(maxSigned(V.Width) + 1));
  if (NoWrap->isTrue())
    return;
  // A condition from below stops INT_MIN, but a second turn reaches values
  // between it and the start (i >= 5 with i = wrap(7 + t): 5 and 6).
  if (V.ConditionLow && !Facts.proveLe(Lowest, V.ConditionLow, levelScope()).Proved) {
    Duties.emplace_back(NoWrap, V.Symbol);
    inexact(Reason::MayWrap);
    return;
  }
  if (V.ConditionLow)
    V.High = Pool.min(V.High, Pool.constant(maxSigned(V.Width)));
  // The value INT_MIN is attained when it wraps; it is used if it passes the
  // conditions on this variable.
  const Term *Least = Pool.constant(minSigned(V.Width));
  TermPool::Substitution AtLeast{{V.Symbol, Least}};
  const Pred *Passes = Pool.boolean(true);
  for (const Constraint &K : Constraints) {
    bool Mentions = false;
    forEachAtom(K.Condition, [&](const Term *A) { Mentions |= A == V.Symbol; });
    if (!Mentions)
      continue;
    const Pred *Here = Pool.substitute(K.Condition, AtLeast);
    // Only a bound that holds for every lower value if it holds for one says
    // that none passes (i != INT_MIN stops INT_MIN alone).
    if (At.isFixed(Here) && isBoundOn(K.Condition, V.Symbol))
      Passes = Pool.land(Passes, Here);
    else
      inexact(Reason::MayWrap);
  }
  if (!uses(Index, V.Symbol)) {
    // Only whether the access happens depends on it: INT_MIN may make it so.
    V.OrWrapped = Pool.land(Passes, Pool.lnot(NoWrap));
    return;
  }
  Duties.emplace_back(Pool.implies(Passes, NoWrap), V.Symbol);
  Range AtMin = Pool.range(Pool.substitute(Index, AtLeast));
  if (!AtMin.Hi || *AtMin.Hi >= 0)
    inexact(Reason::MayWrap);
}

bool Quantifier::isBoundOn(const Pred *Cond, const Term *Symbol) {
  if (Cond->Kind != PredKind::Le && Cond->Kind != PredKind::Lt && Cond->Kind != PredKind::Eq)
    return false;
  auto L = addScaled(Pool.linear(Cond->Terms[0]), Pool.linear(Cond->Terms[1]), -1);
  return L && L->coefficient(Symbol) != 0 &&
         std::all_of(L->Monomials.begin(), L->Monomials.end(),
                     [&](const auto &M) { return M.first == Symbol || At.isFixed(M.first); });
}

/// The index was a wrap, taken for its exact value. If some thread's index is
/// exact and each step changes it by at most 2^(W-1), then the first exact index
/// to leave [0, e) on the way to any other one reads as an index outside [0, e)
/// as well: past the top it lies in [e, 2^W), of which [2^(W-1), 2^W) reads as
/// negative (unsigned: as itself, hence e <= 2^(W-1)), below zero in
/// [-2^(W-1), -1]. With a step of 2^(W-1) + 1 it could jump over that gap.
void Quantifier::judgeUnwrapped(const SignOracle &SignOf) {
  unsigned W = Unwrapped->Width;
  bool Signed = Unwrapped->Kind == TermKind::SWrap;
  Int Half = Int(1) << (W - 1);
  Range Type = Signed ? Range::ofSigned(W) : Range::ofUnsigned(W);
  Extremes Least = extremesOf(Pool, At, Index, false, Variables, SignOf);
  Extremes Greatest = extremesOf(Pool, At, Index, true, Variables, SignOf);
  if (!Least.Ok || !Greatest.Ok)
    return; // conclude() says why
  Range E = Pool.range(Extent);
  bool Near = Signed || (E.Hi && *E.Hi <= Half);
  bool Anchored = false;
  for (const Extremes *X : {&Least, &Greatest})
    for (const Term *V : X->Values)
      Anchored |= Pool.range(V).isWithin(Type);
  if (Near && stepsAtMost(Pool, Index, Variables, Half)) {
    if (!Anchored) {
      // The index at a corner, as it wraps: all others relative to it.
      const Term *Corner = Least.Values.front();
      const Term *Wrapped = Signed ? Pool.swrap(W, Corner) : Pool.uwrap(W, Corner);
      Index = Pool.add(Index, Pool.sub(Wrapped, Corner));
    }
    return;
  }
  // With larger steps, only a linear unsigned index that starts at 0 shows its
  // first multiple past the extent by moving one variable alone.
  bool FromZero = Least.Values.size() == 1 && Least.Values.front()->isConst(0);
  if (!(Near && !Signed && FromZero && isLinear(Index) && stepsAtMost(Pool, Index, Variables, maxUnsigned(W))))
    inexact(Reason::MayWrap);
}

bool Quantifier::isLinear(const Term *T) {
  for (const auto &[M, K] : Pool.linear(T).Monomials) {
    if (At.isFixed(M) || M->isAtom())
      continue;
    if (M->Kind != TermKind::Mul ||
        std::count_if(M->Ops.begin(), M->Ops.end(), [&](const Term *F) { return !At.isFixed(F); }) != 1 ||
        !std::all_of(M->Ops.begin(), M->Ops.end(), [&](const Term *F) { return At.isFixed(F) || F->isAtom(); }))
      return false;
  }
  return true;
}
