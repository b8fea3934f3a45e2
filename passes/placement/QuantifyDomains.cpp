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
  if (V->LoopVar != None && K.ContinueOf == P.LoopVars[V->LoopVar].Loop) {
    // The loop's own test on the side that the variable walks away from does
    // not filter iterations: it decides at the start whether there are any.
    bool Up = Pool.range(Facts.canonical(P.LoopVars[V->LoopVar].Step)).isPositive();
    bool &Behind = Up ? Below : Above;
    if (Behind) {
      const Term *Start = startOf(V->LoopVar);
      if (V->Symbol->A.Kind != AtomKind::LoopVar)
        Start = Pool.uwrap(V->Width, Start);
      if (!At.isFixed(Start))
        return Drop();
      Antecedent.push_back(Up ? atMost(lowBound(R, Coefficient), Start) : atMost(Start, highBound(R, Coefficient)));
      Behind = false;
      V->TestedBehind = true; // a wrapped value may end the loop instead
    }
  }
  if (Above)
    tightenHigh(*V, highBound(R, Coefficient), K);
  if (Below)
    tightenLow(*V, lowBound(R, Coefficient), K);
}

void Quantifier::tightenHigh(Variable &V, const Term *Bound, const Constraint &K) {
  // min(a, b) - 1 rather than min(a - 1, b - 1): exclusive bounds read better.
  auto Smaller = [&](const Term *A, const Term *B) {
    return Pool.addConst(Pool.min(Pool.addConst(A, 1), Pool.addConst(B, 1)), -1);
  };
  V.High = V.High ? Smaller(V.High, Bound) : Bound;
  if (V.LoopVar != None && K.ContinueOf == P.LoopVars[V.LoopVar].Loop)
    V.LoopHigh = V.LoopHigh ? Smaller(V.LoopHigh, Bound) : Bound;
}

Reason Quantifier::closeDomains() {
  for (const Variable &V : Variables)
    for (const Variable &W : Variables)
      if (&V != &W && V.LoopVar != None && W.LoopVar != None && P.LoopVars[V.LoopVar].Loop == P.LoopVars[W.LoopVar].Loop)
        inexact(Reason::DependentRanges); // they advance together
  for (Variable &V : Variables) {
    if (V.LoopVar == None) {
      if (V.Wrapped)
        wrapDuty(V);
      continue;
    }
    const LoopVariable &L = P.LoopVars[V.LoopVar];
    bool Needed = uses(Index, V.Symbol);
    if (!V.Low || !V.High || !V.LoopHigh) {
      if (Needed)
        return Reason::UnknownTripCount;
      inexact(Reason::UnknownTripCount);
      V.Low = V.High = nullptr; // nothing limits it: it may wrap to anywhere
      continue;
    }
    const Term *Step = Facts.canonical(L.Step);
    bool Up = Pool.range(Step).isPositive();
    if (!Up && (V.Symbol->A.Kind != AtomKind::LoopVar))
      return Reason::UnknownTripCount; // unsigned and downward
    if (!Walked.count(V.LoopVar) && !(V.Step == 1 && Step->isConst()))
      snapToSteps(V, Step, Up);
    loopWrapDuty(V, Step, Up);
  }
  return Reason::None;
}

void Quantifier::snapToSteps(Variable &V, const Term *Step, bool Up) {
  const Term *Start = startOf(V.LoopVar);
  if (V.Symbol->A.Kind != AtomKind::LoopVar)
    Start = Pool.uwrap(V.Width, Start);
  const Term *Size = Up ? Step : Pool.neg(Step);
  const Term *&First = Up ? V.Low : V.High;
  const Term *&Last = Up ? V.High : V.Low;
  if (First != Start)
    inexact(Reason::ExtremeNotAttained); // a further condition on the side it starts from
  auto Snap = [&](const Term *Bound) {
    const Term *Distance = Up ? Pool.sub(Bound, Start) : Pool.sub(Start, Bound);
    const Term *Steps = Pool.mul(Size, Pool.floorDiv(Distance, Size));
    return Up ? Pool.add(Start, Steps) : Pool.sub(Start, Steps);
  };
  V.Bound = Last;
  V.LoopBound = V.LoopHigh;
  V.Downward = !Up;
  bool Same = V.LoopHigh == Last;
  Last = Snap(Last);
  V.LoopHigh = Same ? Last : Snap(V.LoopHigh);
}

void Quantifier::loopWrapDuty(Variable &V, const Term *Step, bool Up) {
  if (V.Symbol->A.Kind == AtomKind::LoopVar && Facts.isMonotone(V.LoopVar))
    return;
  bool Signed = V.Symbol->A.Kind == AtomKind::LoopVar;
  Range Fits = Signed ? Range::ofSigned(V.Width) : Range::ofUnsigned(V.Width);
  const Term *Next = Pool.add(V.LoopHigh, Step);
  const Pred *Duty = Up ? Pool.le(Next, Pool.constant(*Fits.Hi)) : Pool.le(Pool.constant(*Fits.Lo), Next);
  std::vector<const Pred *> Given = Antecedent;
  // That the loop runs, not that a further condition leaves some iteration of
  // the first turn: j = 5 in {5, +, 3} with j <= 7 wraps and comes by 7.
  const Term *Start = startOf(V.LoopVar);
  if (!Signed)
    Start = Pool.uwrap(V.Width, Start);
  if (!At.isFixed(Start))
    Start = V.ConditionLow ? nullptr : V.Low;
  const Term *Last = V.LoopBound ? V.LoopBound : V.LoopHigh;
  Given.push_back(!Start ? Pool.boolean(true) : Up ? atMost(Start, Last) : atMost(Last, Start));
  if (Facts.proveGiven(Given, Duty, levelScope()).Proved)
    return;
  Duties.emplace_back(Pool.implies(Given.back(), Duty), V.Symbol);
  // Exact if the wrapped value itself is used and is out of range: it is
  // negative (upward), and nothing but the loop's test stands before it.
  Range StepRange = Pool.range(Step);
  bool Negative = Signed && Up && StepRange.Hi && *StepRange.Hi <= maxSigned(V.Width) && V.LoopHigh == V.High &&
                  !V.ConditionLow && !V.TestedBehind;
  if (Negative) {
    const Term *Past = Pool.atom(wrappedSymbol(900, V.Width));
    Pool.setRange(Past->A, Range::between(minSigned(V.Width), -1));
    TermPool::Substitution Map{{V.Symbol, Past}};
    Range Low = Pool.range(Pool.substitute(Index, Map));
    Negative = Low.Hi && *Low.Hi < 0;
  }
  if (!Negative)
    inexact(Reason::MayWrap);
}
