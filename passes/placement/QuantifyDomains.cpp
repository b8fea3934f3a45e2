//===- placement/QuantifyDomains.cpp - the values that variables attain ------===//
//
// The part of LaunchExtreme that says which values a variable takes when the
// access is reached: for (j = s; j < n; j += 3) if (j < m) x(j) gives s, s + 3,
// ..., the last one below min(n, m), if s < n.
//
// Why it is sound. Each condition only ever narrows a domain, by a bound that it
// implies for every iteration; one that cannot be a bound is dropped, and the
// domain is larger. A loop's own test bounds all iterations; that no step wraps
// past it is a duty of the loop, unless proven. Why it is exact: see Quantify.cpp;
// whatever may leave a value of the domain out clears Exact.
//
// When it does not apply, each with its test in ExhaustiveTest or test/placement:
//   * the test is behind the access: do x(j); while (++j < 0) uses j = 0 once;
//   * the test is on the side that j comes from: it ends the loop at the first j
//     it fails for, j = -8 after 7, and filters nothing;
//   * j != n in steps of two from 1, n = 4: never met; from 5, n = 3: only after a
//     wrap;
//   * the start or step is not fixed: j from i, i another loop's, has a last value
//     for each i;
//   * two variables of one loop end together: j < 2 in steps of the block ends
//     p < 5 at p = 1;
//   * a step of unknown sign walks away from its bound, -1 from 0 with j < 1: a
//     duty, exact only if no condition or test hides the values on that way;
//   * a tile t + k is one variable only if k takes as many values as t skips, and
//     nothing else speaks of t or k: for (j = t; j < 1; ++j) runs for t = 0 alone.
//
// Cost: a few queries a condition.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

void Quantifier::applyOwnTests() {
  for (Constraint &K : Constraints) {
    if ((K.ContinueOf == None && K.AfterOf == None) || K.Condition->Terms.size() != 2)
      continue;
    auto L = addScaled(Pool.linear(K.Condition->Terms[0]), Pool.linear(K.Condition->Terms[1]), -1);
    if (!L)
      continue;
    bool Own = std::all_of(L->Monomials.begin(), L->Monomials.end(), [&](const auto &M) {
      const Variable *V = M.first->isAtom() ? find(M.first) : nullptr;
      return At.isFixed(M.first) || (V && isOwnTest(*V, K));
    });
    if (Own) {
      apply(K);
      K.Applied = true;
    }
  }
}

void Quantifier::applyConstraints() {
  // The loops' own tests first: further conditions narrow what they leave.
  for (bool Own : {true, false})
    for (const Constraint &K : Constraints)
      if (!K.Applied && (K.ContinueOf != None || K.AfterOf != None) == Own)
        apply(K);
}

bool Quantifier::dependsOn(const Variable &V, const Term *Symbol) {
  if (V.Symbol == Symbol)
    return true;
  for (const Term *Bound : {V.Low, V.High})
    if (Bound && usesAny(Bound, [&](const Term *A) {
          const Variable *W = At.isFixed(A->A) ? nullptr : find(A);
          return W && dependsOn(*W, Symbol);
        }))
      return true;
  return false;
}

Variable *Quantifier::ownerOf(const LinearForm &L, const Constraint &K) {
  std::vector<Variable *> Candidates;
  for (const auto &[M, C] : L.Monomials) {
    if (At.isFixed(M))
      continue;
    Variable *V = M->isAtom() ? find(M) : nullptr;
    if (!V || V->Free)
      return nullptr;
    Candidates.push_back(V);
  }
  auto Depth = [&](const Variable *V) {
    return V->OnlyStart ? depth(P, P.Opaques[V->Symbol->A.A].Loop) : V->LoopVar == None ? 0u : depth(P, P.LoopVars[V->LoopVar].Loop);
  };
  auto Magnitude = [](Int V) { return V < 0 ? -V : V; };
  std::sort(Candidates.begin(), Candidates.end(), [&](const Variable *A, const Variable *B) {
    if (isOwnTest(*A, K) != isOwnTest(*B, K))
      return isOwnTest(*A, K);
    if (Depth(A) != Depth(B))
      return (Depth(A) > Depth(B)) != BoundOuter;
    // 64*b + t < n is a bound on t.
    const Int P = Magnitude(L.coefficient(A->Symbol)), Q = Magnitude(L.coefficient(B->Symbol));
    return P != Q ? (P < Q) != BoundOuter : A->Symbol->Id < B->Symbol->Id;
  });
  if (Candidates.size() > 1)
    BoundEither = true;
  for (Variable *V : Candidates) {
    bool Cyclic = std::any_of(Candidates.begin(), Candidates.end(),
                              [&](const Variable *W) { return W != V && dependsOn(*W, V->Symbol); });
    if (!Cyclic)
      return V;
  }
  return nullptr;
}

void Quantifier::apply(const Constraint &K) {
  const Pred *Cond = K.Condition;
  if (Cond->isTrue())
    return; // without wrap-around, whose absence is a duty
  if (Cond->Kind == PredKind::Ne) {
    if (applyInequality(K))
      return;
    // Other than its least value: above it.
    for (const Variable &V : Variables)
      if (V.OnlyStart && (Cond == Pool.ne(V.Symbol, V.Low)))
        return apply({Pool.lt(V.Low, V.Symbol), K.ContinueOf, K.AfterOf});
  }
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
  Variable *V = ownerOf(*L, K);
  if (!V)
    return Drop();
  Int Coefficient = L->coefficient(V->Symbol);
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
  if (K.AfterOf != None && !(isAfter(*V, K) && !V->Walked && (V->Downward ? Below : Above) && !Equal))
    return Drop(); // it says nothing of the first iteration
  if (isOwnTest(*V, K)) {
    // The loop's own test on the side that the variable walks away from does
    // not filter iterations: it decides at the start whether there are any.
    bool &Behind = V->Downward ? Above : Below;
    if (Behind) {
      if (V->Walked || !At.isFixed(V->Start) || !At.isFixed(R))
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
  if (!L || (K.ContinueOf == None && K.AfterOf == None))
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
  if (!At.isFixed(V->Start))
    return false;
  if (Coefficient == 1)
    Bound = Pool.neg(Bound);
  if (!Pool.range(Bound).isWithin(V->type()))
    return false; // the test might never fail
  // Behind the access, the test is first made for the second value.
  const Term *First = isAfter(*V, K) ? Pool.add(V->Start, V->Stride) : V->Start;
  const Pred *Ahead = V->Downward ? Pool.le(Bound, First) : Pool.le(First, Bound);
  V->EndsByInequality = true;
  if (V->Downward)
    tightenLow(*V, Pool.addConst(Bound, 1), K);
  else
    tightenHigh(*V, Pool.addConst(Bound, -1), K);
  if (Facts.proveGiven(Antecedent, Ahead, levelScope()).Proved)
    return true;
  bool Filtered = std::any_of(Constraints.begin(), Constraints.end(), [&](const Constraint &Other) {
    return Other.Condition != K.Condition && uses(Other.Condition, V->Symbol);
  });
  if (Filtered)
    inexact(Reason::MayWrap); // which of the wrapped values pass is not known
  if (!uses(Index, V->Symbol)) {
    V->OrWrapped = Pool.lnot(Ahead);
    return true;
  }
  // Otherwise the last value of the type is attained: is it out of bounds?
  Range Type = V->type();
  const Term *Last = Pool.constant(V->Downward ? *Type.Lo : *Type.Hi);
  const Term *There = Pool.substitute(WrittenIndex, TermPool::Substitution{{V->Symbol, Last}});
  Range R = Pool.range(There);
  Duties.push_back({Ahead, {V->Symbol}, (R.Hi && *R.Hi < 0) || Facts.proveLe(Extent, There, C.Scope).Proved});
  return true;
}

void Quantifier::tightenLow(Variable &V, const Term *Bound, const Constraint &K) {
  if (isAfter(V, K)) {
    Bound = Pool.min(V.Start, Bound);
  } else {
    V.ConditionLow = V.ConditionLow ? Pool.max(V.ConditionLow, Bound) : Bound;
  }
  V.Low = V.Low ? Pool.max(V.Low, Bound) : Bound;
  if (isOwnTest(V, K))
    V.LoopHigh = V.LoopHigh ? Pool.max(V.LoopHigh, Bound) : Bound; // walks down: its last value
}

void Quantifier::tightenHigh(Variable &V, const Term *Bound, const Constraint &K) {
  if (isAfter(V, K))
    Bound = Pool.max(V.Start, Bound);
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
  confineToNonEmpty();
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
    if (!V.Step->isConst(1))
      snapToSteps(V);
    loopWrapDuty(V);
    if (V.SignDuty)
      signDuty(V);
  }
  wrapDuties();
  // The bounds of a variable that depends on another do not know its wrapped
  // values.
  for (Variable &V : Variables)
    if (V.OrWrapped && std::any_of(Variables.begin(), Variables.end(), [&](const Variable &W) {
          return &W != &V && dependsOn(W, V.Symbol);
        })) {
      Duties.push_back({Pool.lnot(V.OrWrapped), {V.Symbol}, false});
      V.OrWrapped = nullptr;
    }
  return Reason::None;
}

void Quantifier::snapToSteps(Variable &V) {
  const Term *&First = V.Downward ? V.High : V.Low;
  const Term *&Last = V.Downward ? V.Low : V.High;
  if (!At.isFixed(V.Start)) {
    // Each start has residues of its own: the bound itself is no less.
    V.Bound = Last;
    V.LoopBound = V.LoopHigh;
    return inexact(Reason::ExtremeNotAttained);
  }
  if (First != V.Start)
    inexact(Reason::ExtremeNotAttained); // a further condition on the side it starts from
  auto Snap = [&](const Term *Bound) {
    const Term *Distance = V.Downward ? Pool.sub(V.Start, Bound) : Pool.sub(Bound, V.Start);
    return Pool.add(V.Start, Pool.mul(V.Walked ? V.Step : V.Stride, Pool.floorDiv(Distance, V.Step)));
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
  if (onlyDecidesWhether(V))
    return;
  Range Fits = V.type();
  // unsigned char i = 0; i < n: with n > 256 it takes every value again and again.
  if (!V.Signed && !V.Downward && V.Stride->isConst(1) && V.Start->isConst(0)) {
    V.High = Pool.min(V.High, Pool.constant(*Fits.Hi));
    return;
  }
  const Term *Next = Pool.add(V.LoopHigh, V.Stride);
  if (!At.isFixed(Next)) {
    Extremes E = extremesOf(Pool, At, Next, !V.Downward, Variables, [&](const Term *T) { return signOf(T, Antecedent); });
    if (!E.Ok || E.Values.size() != 1) {
      Duties.push_back({Pool.boolean(false), {V.Symbol}, false});
      return;
    }
    Next = E.Values.front();
  }
  const Pred *Duty = V.Downward ? Pool.le(Pool.constant(*Fits.Lo), Next) : Pool.le(Next, Pool.constant(*Fits.Hi));
  std::vector<const Pred *> Given = Antecedent;
  // That the loop runs, not that a further condition leaves some iteration of
  // the first turn: j = 5 in {5, +, 3} with j <= 7 wraps and comes by 7.
  const Term *Start = V.Start;
  const Term *Last = V.LoopBound ? V.LoopBound : V.LoopHigh;
  if (Start && (!At.isFixed(Start) || !At.isFixed(Last)))
    Start = nullptr;
  Given.push_back(!Start ? Pool.boolean(true) : V.Downward ? atMost(Last, Start) : atMost(Start, Last));
  if (Facts.proveGiven(Given, Duty, levelScope()).Proved)
    return;
  // Exact if the first value past the end is used and out of range: it is
  // negative (upward) and passes all conditions.
  // The step of a walk that no longer fits wraps as well; then some thread
  // starts below zero.
  // The first value of a walk may be the last that is attained: {100, +, 100}
  // over 8 bits goes on at -56. One that starts below its step comes by MIN.
  // Downward, the last value before the wrap is negative already.
  Range Step = Pool.range(V.Step);
  bool Fitting = Step.Hi && *Step.Hi <= maxSigned(V.Width);
  bool Negative = V.Signed && !V.TestedBehind && (Fitting || (V.Walked && !V.Downward)) && At.isFixed(V.LoopHigh) &&
                  uses(WrittenIndex, V.Symbol);
  TermPool::Substitution Map;
  if (Negative) {
    const bool Near = !V.Walked || Facts.proveGiven(Given, Pool.le(V.Start, V.Step), levelScope()).Proved;
    Int Farthest = Fitting && Near ? minSigned(V.Width) + *Step.Hi - 1 : Int(-1);
    const Term *Past = Pool.atom(pastTheEnd(Pool, V.Width, Farthest));
    Map[V.Symbol] = Past;
    Range There = Pool.range(Pool.substitute(WrittenIndex, Map));
    Negative = There.Hi && *There.Hi < 0;
    for (const Constraint &K : WrittenConstraints)
      if (Negative && uses(K.Condition, V.Symbol) && !isOwnTest(V, K))
        Negative = Facts.proveGiven(Given, Pool.substitute(K.Condition, Map), levelScope()).Proved;
  }
  bool Exact = Negative || (circlesFreely(V) && !stopsBehind(V));
  // A test behind the access may stop the first wrapped value: do x(j); while
  // (++j < n) ends at j = INT_MAX if n is INT_MIN.
  const Pred *Goes = Given.back();
  const TermPool::Substitution First{{V.Symbol, Pool.constant(V.Downward ? *Fits.Hi : *Fits.Lo)}};
  for (const Constraint &K : WrittenConstraints)
    if (isAfter(V, K)) {
      const Pred *Here = Pool.substitute(K.Condition, First);
      if (V.Step->isConst(1) && At.isFixed(Here))
        Goes = Pool.land(Goes, Here);
      else
        Exact &= Negative && Facts.proveGiven(Given, Pool.substitute(K.Condition, Map), levelScope()).Proved;
    }
  // So may an exit by `==`: do x(j); while (j != INT_MAX && ++j <= n). With n =
  // INT_MAX no wrapped value is used.
  for (const StopAt &S : Stops) {
    if (S.LoopVar != V.LoopVar)
      continue;
    if (S.Unsigned == V.Signed) {
      Exact = false;
      continue;
    }
    const Term *Left = V.Downward ? Pool.addConst(V.Start, -*Fits.Lo) : Pool.sub(Pool.constant(*Fits.Hi), V.Start);
    const Term *Turns = Pool.addConst(Pool.floorDiv(Left, V.Step), 1);
    const Int Around = Int(1) << V.Width;
    const Term *Wrapped = Pool.addConst(Pool.add(V.Start, Pool.mul(V.Stride, Turns)), V.Downward ? Around : -Around);
    Goes = Pool.land(Goes, Pool.ne(S.Value, Wrapped));
  }
  Duties.push_back({Pool.implies(Goes, Duty), {V.Symbol}, Exact});
}

/// for (r = bid; r < n; r += grid)  for (c = tid; c < m; c += bdim)  x(c)
///
/// The values of r say whether x(c) is reached, and the first does: those after a
/// wrap-around add nothing. With x(r + c), or a c that begins at r, they would.
bool Quantifier::onlyDecidesWhether(const Variable &V) {
  return !uses(WrittenIndex, V.Symbol) && hasOnlyOwnTests(V) &&
         std::none_of(Variables.begin(), Variables.end(), [&](const Variable &W) { return &W != &V && dependsOn(W, V.Symbol); });
}

/// Then a loop that cannot end by its test uses every value of the type, more
/// than any extent: j <= INT_MAX with x(y0 + j).
bool Quantifier::circlesFreely(const Variable &V) {
  const Term *W = WrittenIndex;
  Int Size = Int(1) << V.Width;
  Range E = Pool.range(Extent);
  if ((W->Kind != TermKind::SWrap && W->Kind != TermKind::UWrap) || W->Width != V.Width || V.TestedBehind || V.Walked ||
      !(V.Stride->isConst(1) || V.Stride->isConst(-1)) || !E.Hi || *E.Hi >= Size)
    return false;
  LinearForm L = Pool.linear(W->Ops[0]);
  Int K = L.coefficient(V.Symbol);
  bool Alone = (K == 1 || K == -1) && std::all_of(L.Monomials.begin(), L.Monomials.end(), [&](const auto &M) {
                 return M.first == V.Symbol || !uses(M.first, V.Symbol);
               });
  return Alone && hasOnlyOwnTests(V);
}

bool Quantifier::stopsBehind(const Variable &V) const {
  return std::any_of(Stops.begin(), Stops.end(), [&](const StopAt &S) { return S.LoopVar == V.LoopVar; });
}

bool Quantifier::hasOnlyOwnTests(const Variable &V) {
  return std::all_of(WrittenConstraints.begin(), WrittenConstraints.end(), [&](const Constraint &K) {
    return !uses(K.Condition, V.Symbol) || isOwnTest(V, K);
  });
}

/// A stride away from the bound, `j < n` and s < 0, walks on to the other end of
/// the type: through negative values, which are out of bounds.
void Quantifier::signDuty(Variable &V) {
  const Term *Last = V.LoopBound ? V.LoopBound : V.LoopHigh;
  const Pred *Runs = At.isFixed(V.Start) && At.isFixed(Last) ? (V.Downward ? atMost(Last, V.Start) : atMost(V.Start, Last))
                                                             : Pool.boolean(true);
  bool Exact = V.Signed && !V.Downward && !V.TestedBehind && uses(WrittenIndex, V.Symbol);
  if (Exact) {
    const Term *Past = Pool.atom(pastTheEnd(Pool, V.Width, -1));
    Range There = Pool.range(Pool.substitute(WrittenIndex, TermPool::Substitution{{V.Symbol, Past}}));
    Exact = There.Hi && *There.Hi < 0 && hasOnlyOwnTests(V);
  }
  Duties.push_back({Pool.implies(Runs, V.SignDuty), {V.Symbol}, Exact});
}

/// Some value of V is a wrapped one, or its duty has to say that none is.
bool Quantifier::mayWrap(const Variable &V) {
  return V.OrWrapped || V.SignDuty || (V.LoopVar != None && !(V.Signed && Facts.isMonotone(V.LoopVar))) ||
         std::any_of(Wraps.begin(), Wraps.end(),
                     [&](const WrapNote &N) { return N.isAbout(V.Symbol); });
}

/// V and all that Cond is about are summands of one wrap, the only thing that may
/// wrap about V: they excuse no other duty.
bool Quantifier::isWithinOneSum(const Variable &V, const Pred *Cond) {
  if (V.LoopVar != None || V.OrWrapped)
    return false;
  const WrapNote *Of = nullptr;
  for (const WrapNote &N : Wraps)
    if (N.isAbout(V.Symbol)) {
      if (Of)
        return false;
      Of = &N;
    }
  bool All = Of != nullptr;
  forEachAtom(Cond, [&](const Term *A) { All &= At.isFixed(A->A) || (Of && Of->isAbout(A)); });
  return All;
}

/// for (i < n) for (j = i + 1; j < n; ++j) x(i)        i + 1 <= n - 1
///
/// Not by a variable that may wrap: if (wrap(t) < j) x(j) happens at j = 0 where
/// t wraps to -8, and j >= 1 would excuse the duty that t does not.
void Quantifier::confineToNonEmpty() {
  for (size_t I = 0; I < Variables.size(); ++I) {
    const Variable V = Variables[I];
    if (!V.Low || !V.High || isFixed(V) || !V.Step->isConst(1))
      continue;
    const bool MayWrap = mayWrap(V);
    std::vector<const Term *> Lows = {V.Low}, Highs = {V.High};
    auto Split = [&](std::vector<const Term *> &Bounds, TermKind Kind) {
      for (size_t K = 0; K < Bounds.size(); ++K) {
        LinearForm L = Pool.linear(Bounds[K]);
        for (const auto &[M, C] : L.Monomials)
          if (M->Kind == Kind && C == 1) {
            const Term *Rest = Pool.sub(Bounds[K], M);
            for (const Term *Op : M->Ops)
              Bounds.push_back(Pool.add(Rest, Op));
            Bounds[K] = nullptr;
            break;
          }
      }
      std::erase(Bounds, nullptr);
    };
    Split(Lows, TermKind::Max);
    Split(Highs, TermKind::Min);
    for (const Term *Low : Lows)
      for (const Term *High : Highs) {
        if (const Term *Way = Pool.sub(High, Low); At.isFixed(Way)) {
          // What both share cancels; as it wraps, it need not.
          bool Shared = MayWrap;
          for (const Variable &W : Variables)
            Shared |= (uses(Low, W.Symbol) || uses(High, W.Symbol)) && mayWrap(W);
          if (const Pred *Some = Pool.le(Pool.constant(0), Way); !Shared && !Some->isTrue())
            Antecedent.push_back(Some);
          continue;
        }
        const Pred *Some = Pool.le(Low, High);
        if (At.isFixed(Some) || (MayWrap && !isWithinOneSum(V, Some)))
          continue;
        // Not exact where it cannot be applied; that is judged at the corners.
        const Quantified Before = Result;
        apply({Some});
        Result = Before;
      }
  }
}

void Quantifier::mergeDense() {
  for (size_t A = 0; A < Variables.size(); ++A)
    for (size_t B = 0; B < Variables.size(); ++B)
      if (A != B && merge(Variables[A], Variables[B])) {
        mergeDense();
        return;
      }
}

/// for (t = 0; t < n; t += 16)  for (k = 0; k < 16; ++k)  if (t + k < m) x(t + k)
///
/// takes every value 0, 1, ... once: t + k is one variable. Sound and exact: the
/// minor one covers as many consecutive values as the major one skips, and
/// neither occurs elsewhere. With k < 15 there would be gaps: t + k never is 15.
bool Quantifier::merge(Variable &Major, Variable &Minor) {
  auto IsClosed = [&](const Variable &V) { return V.Low && V.High && isFixed(V) && !V.ConditionLow && !V.OrWrapped; };
  if (!IsClosed(Major) || !IsClosed(Minor) || !Minor.Step->isConst(1) || Major.Downward || Minor.Downward)
    return false;
  const Term *Count = Pool.addConst(Pool.sub(Minor.High, Minor.Low), 1);
  if (!Pool.range(Count).isPositive())
    return false;
  bool Strided = Major.Step == Count;
  if (!Strided && !Major.Step->isConst(1))
    return false;
  LinearForm Times = Pool.linear(Strided ? Major.Symbol : Pool.mul(Count, Major.Symbol));
  if (Times.Monomials.size() != 1)
    return false;
  const Term *U = Pool.atom(wrappedSymbol(MergedSymbols + static_cast<unsigned>(Variables.size()), Major.Symbol->Id));
  const Term *NewIndex = combined(Index, Times, Minor.Symbol, U);
  std::vector<Constraint> New = Constraints;
  bool Left = uses(NewIndex, Major.Symbol) || uses(NewIndex, Minor.Symbol), Used = false;
  for (Constraint &K : New) {
    if (K.Applied)
      continue;
    // What ends a loop is no filter: while (n <= t + k) may stop at once.
    if (K.ContinueOf != None || K.AfterOf != None)
      Left |= uses(K.Condition, Major.Symbol) || uses(K.Condition, Minor.Symbol);
    K.Condition = combined(K.Condition, Times, Minor.Symbol, U);
    Left |= uses(K.Condition, Major.Symbol) || uses(K.Condition, Minor.Symbol);
    Used |= uses(K.Condition, U);
  }
  for (const Variable &V : Variables)
    for (const Term *Bound : {V.Low, V.High})
      if (Bound && &V != &Major && &V != &Minor)
        Left |= uses(Bound, Major.Symbol) || uses(Bound, Minor.Symbol);
  if (Left || !Used)
    return false;
  // The duty that the merged variable does not wrap is judged on these.
  MergedIndex = combined(MergedIndex, Times, Minor.Symbol, U);
  for (Constraint &K : MergedConstraints)
    K.Condition = combined(K.Condition, Times, Minor.Symbol, U);
  Variable Whole;
  Whole.Symbol = U;
  Whole.Step = Pool.constant(1);
  const Term *Last = Major.High;
  if (Strided && Major.LoopVar != None)
    Last = Pool.add(Major.Start, Pool.mul(Major.Step, Pool.floorDiv(Pool.sub(Last, Major.Start), Major.Step)));
  const Term *Factor = Strided ? Pool.constant(1) : Count;
  Whole.Low = Whole.Bottom = Pool.add(Pool.mul(Factor, Major.Low), Minor.Low);
  Whole.High = Whole.Top = Pool.add(Pool.mul(Factor, Last), Minor.High);
  Index = NewIndex;
  Constraints = std::move(New);
  Variables.push_back(Whole);
  return true;
}
