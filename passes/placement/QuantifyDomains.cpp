//===- placement/QuantifyDomains.cpp - the values that variables attain ------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

void Quantifier::applyConstraints() {
  // The loops' own tests first: further conditions narrow what they leave.
  for (bool Own : {true, false})
    for (const Constraint &K : Constraints)
      if ((K.ContinueOf != None) == Own)
        apply(K);
}

void Quantifier::apply(const Constraint &K) {
  const Pred *Cond = K.Condition;
  if (Cond->isTrue())
    return; // without wrap-around, whose absence is a duty
  if (Cond->Kind == PredKind::Ne && applyInequality(K))
    return;
  bool Opaque = false;
  forEachAtom(Cond, [&](const Term *A) { Opaque |= A->A.Kind == AtomKind::Opaque && !isSymbol(A->A) && !At.isFixed(A->A); });
  auto Drop = [&] { inexact(Opaque ? Reason::DataDependentCondition : Reason::UnexpressibleCondition); };
  if (Cond->Kind != PredKind::Le && Cond->Kind != PredKind::Lt && Cond->Kind != PredKind::Eq)
    return Drop();
  auto L = addScaled(Pool.linear(Cond->Terms[0]), Pool.linear(Cond->Terms[1]), -1);
  if (!L)
    return Drop();
  if (Cond->Kind == PredKind::Lt)
    L->Constant += 1;
  Variable *V = nullptr;
  Int Coefficient = 0;
  for (const auto &[M, C] : L->Monomials) {
    if (At.isFixed(M))
      continue;
    Variable *Own = M->isAtom() ? find(M) : nullptr;
    if (V || !Own)
      return Drop();
    V = Own;
    Coefficient = C;
  }
  if (!V)
    return Drop();
  LinearForm Self;
  Self.Monomials.emplace_back(V->Symbol, 1);
  auto Rest = addScaled(*L, Self, -Coefficient);
  if (!Rest)
    return Drop();
  // Coefficient*v + Rest <= 0
  const Term *R = Pool.fromLinear(*Rest);
  bool Equal = Cond->Kind == PredKind::Eq;
  if (Equal && Coefficient != 1 && Coefficient != -1)
    return Drop();
  bool Above = Coefficient > 0 || Equal, Below = Coefficient < 0 || Equal;
  if (isOwnTest(*V, K)) {
    // The loop's own test on the side that the variable walks away from does
    // not filter iterations: it decides at the start whether there are any.
    bool &Behind = V->Downward ? Above : Below;
    if (Behind) {
      if (V->Walked)
        return Drop(); // its threads start at different values
      Antecedent.push_back(V->Downward ? atMost(V->Start, highBound(R, Coefficient)) : atMost(lowBound(R, Coefficient), V->Start));
      Behind = false;
      V->TestedBehind = true; // a wrapped value may end the loop instead
    }
  }
  if (Above)
    tightenHigh(*V, highBound(R, Coefficient), K);
  if (Below)
    tightenLow(*V, lowBound(R, Coefficient), K);
}

/// `j != n` as the test of j's own loop, j moving by one: below n on the way up.
/// A start beyond n walks on to the end of the type first.
bool Quantifier::applyInequality(const Constraint &K) {
  auto L = addScaled(Pool.linear(K.Condition->Terms[0]), Pool.linear(K.Condition->Terms[1]), -1);
  if (!L || K.ContinueOf == None)
    return false;
  Variable *V = nullptr;
  Int Coefficient = 0;
  for (const auto &[M, C] : L->Monomials) {
    if (At.isFixed(M))
      continue;
    if (V || !M->isAtom() || !(V = find(M)))
      return false;
    Coefficient = C;
  }
  if (!V || !isOwnTest(*V, K) || V->Walked || (Coefficient != 1 && Coefficient != -1) || !V->Step->isConst(1))
    return false;
  LinearForm Self;
  Self.Monomials.emplace_back(V->Symbol, 1);
  auto Rest = addScaled(*L, Self, -Coefficient);
  if (!Rest)
    return false;
  const Term *Bound = Pool.fromLinear(*Rest);
  if (Coefficient == 1)
    Bound = Pool.neg(Bound);
  if (!Pool.range(Bound).isWithin(V->Signed ? Range::ofSigned(V->Width) : Range::ofUnsigned(V->Width)))
    return false; // the test might never fail
  const Pred *Ahead = V->Downward ? Pool.le(Bound, V->Start) : Pool.le(V->Start, Bound);
  V->EndsByInequality = true;
  if (V->Downward)
    tightenLow(*V, Pool.addConst(Bound, 1), K);
  else
    tightenHigh(*V, Pool.addConst(Bound, -1), K);
  if (Facts.proveGiven(Antecedent, Ahead, levelScope()).Proved)
    return true;
  bool Filtered = std::any_of(Constraints.begin(), Constraints.end(), [&](const Constraint &Other) {
    return Other.ContinueOf != K.ContinueOf && uses(Other.Condition, V->Symbol);
  });
  if (Filtered)
    inexact(Reason::MayWrap); // which of the wrapped values pass is not known
  if (!uses(Index, V->Symbol)) {
    V->OrWrapped = Pool.lnot(Ahead);
    return true;
  }
  // Otherwise the last value of the type is attained: is it out of bounds?
  Range Type = V->Signed ? Range::ofSigned(V->Width) : Range::ofUnsigned(V->Width);
  const Term *Last = Pool.constant(V->Downward ? *Type.Lo : *Type.Hi);
  const Term *There = Pool.substitute(WrittenIndex, TermPool::Substitution{{V->Symbol, Last}});
  Range R = Pool.range(There);
  Duties.push_back({Ahead, V->Symbol, (R.Hi && *R.Hi < 0) || Facts.proveLe(Extent, There, C.Scope).Proved});
  return true;
}

void Quantifier::tightenHigh(Variable &V, const Term *Bound, const Constraint &K) {
  // min(a, b) - 1 rather than min(a - 1, b - 1): exclusive bounds read better.
  auto Smaller = [&](const Term *A, const Term *B) {
    return Pool.addConst(Pool.min(Pool.addConst(A, 1), Pool.addConst(B, 1)), -1);
  };
  V.High = V.High ? Smaller(V.High, Bound) : Bound;
  if (isOwnTest(V, K))
    V.LoopHigh = V.LoopHigh ? Smaller(V.LoopHigh, Bound) : Bound;
}

Reason Quantifier::closeDomains() {
  for (const Variable &V : Variables)
    for (const Variable &W : Variables)
      if (&V != &W && V.LoopVar != None && W.LoopVar != None && P.LoopVars[V.LoopVar].Loop == P.LoopVars[W.LoopVar].Loop)
        inexact(Reason::DependentRanges); // they advance together
  for (Variable &V : Variables) {
    if (V.LoopVar == None)
      continue;
    if (!V.Low || !V.High || !V.LoopHigh) {
      if (uses(Index, V.Symbol))
        return Reason::UnknownTripCount;
      inexact(Reason::UnknownTripCount);
      V.Low = V.High = nullptr; // nothing limits it: it may wrap to anywhere
      continue;
    }
    if (!V.Walked && !V.Step->isConst(1))
      snapToSteps(V);
    loopWrapDuty(V);
  }
  wrapDuties();
  return Reason::None;
}

void Quantifier::snapToSteps(Variable &V) {
  const Term *&First = V.Downward ? V.High : V.Low;
  const Term *&Last = V.Downward ? V.Low : V.High;
  if (First != V.Start)
    inexact(Reason::ExtremeNotAttained); // a further condition on the side it starts from
  auto Snap = [&](const Term *Bound) {
    const Term *Distance = V.Downward ? Pool.sub(V.Start, Bound) : Pool.sub(Bound, V.Start);
    return Pool.add(V.Start, Pool.mul(V.Stride, Pool.floorDiv(Distance, V.Step)));
  };
  V.Bound = Last;
  V.LoopBound = V.LoopHigh;
  bool Same = V.LoopHigh == Last;
  Last = Snap(Last);
  V.LoopHigh = Same ? Last : Snap(V.LoopHigh);
}

void Quantifier::loopWrapDuty(Variable &V) {
  if ((V.Signed && Facts.isMonotone(V.LoopVar)) || V.EndsByInequality)
    return;
  // Unsigned, all threads walking densely: every value that passes the test is
  // attained before anything wraps around, and no other one after.
  if (!V.Signed && V.Walked)
    return;
  Range Fits = V.Signed ? Range::ofSigned(V.Width) : Range::ofUnsigned(V.Width);
  const Term *Next = Pool.add(V.LoopHigh, V.Stride);
  const Pred *Duty = V.Downward ? Pool.le(Pool.constant(*Fits.Lo), Next) : Pool.le(Next, Pool.constant(*Fits.Hi));
  std::vector<const Pred *> Given = Antecedent;
  // That the loop runs, not that a further condition leaves some iteration of
  // the first turn: j = 5 in {5, +, 3} with j <= 7 wraps and comes by 7.
  const Term *Start = V.Walked && V.ConditionLow ? nullptr : V.Start;
  const Term *Last = V.LoopBound ? V.LoopBound : V.LoopHigh;
  Given.push_back(!Start ? Pool.boolean(true) : V.Downward ? atMost(Last, Start) : atMost(Start, Last));
  if (Facts.proveGiven(Given, Duty, levelScope()).Proved)
    return;
  // Exact if the wrapped value itself is used and is out of range: it is
  // negative (upward), and nothing but the loop's test stands before it.
  Range Step = Pool.range(V.Stride);
  bool Negative = V.Signed && !V.Downward && V.LoopHigh == V.High && !V.ConditionLow && !V.TestedBehind;
  // The step of a walk that no longer fits wraps as well; then some thread
  // starts below zero.
  Negative &= (Step.Hi && *Step.Hi <= maxSigned(V.Width)) || V.Walked;
  if (Negative) {
    const Term *Past = Pool.atom(wrappedSymbol(PastTheEnd, V.Width));
    Pool.setRange(Past->A, Range::between(minSigned(V.Width), -1));
    TermPool::Substitution Map{{V.Symbol, Past}};
    Range Low = Pool.range(Pool.substitute(Index, Map));
    Negative = Low.Hi && *Low.Hi < 0;
  }
  Duties.push_back({Pool.implies(Given.back(), Duty), V.Symbol, Negative});
}
