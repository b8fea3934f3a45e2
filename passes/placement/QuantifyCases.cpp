//===- placement/QuantifyCases.cpp - executions of several kinds -------------===//
//
// A goal under a disjunction, or with an index that is selected, is the
// conjunction of one goal for each kind of execution:
//
//   if (a > 3 || i < b) x(i)     a > 3: every i;   i < b: those
//   x(b < n ? b : -1)            b < n: x(b);      b >= n: x(-1)
//   if (i != k) x(i)             i < k;            i > k
//   x(i / w)                     w >= 1;           w <= -1;         w == 0
//
// A division by zero has no value that a condition could speak of: a launch in
// which a thread would divide by zero on its way to the access is refused.
//
// Why it is sound: every execution of the access is of one of the kinds, and
// each has its own conditions. Why it is exact: each kind is a set of executions
// of the access. They may overlap; that repeats conditions, no more.
//
// When it does not apply: the test of a loop is no choice between executions of
// its body, (j < n || j < m) limits every iteration; such a test is left alone.
// A selection by data gives two kinds under conditions that cannot be expressed:
// sound, not exact (x(flag[i] ? 0 : n) may never use n).
//
// Cost: at most MaxCases kinds a goal.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

/// A selection in T that is not fixed, innermost first; null if there is none.
const Term *Quantifier::selectionIn(const Term *T) {
  if (At.isFixed(T))
    return nullptr;
  for (const Term *Op : T->Ops)
    if (const Term *S = selectionIn(Op))
      return S;
  return T->Kind == TermKind::Select ? T : nullptr;
}

/// `if (k == m) break;` in a loop that another test ends: it bounds k if k comes
/// to m (m lies ahead of the start, a multiple of the step away). Otherwise k may
/// come to m by a wrap-around; that is noted for the duty that excludes one.
/// Where k is tested as unsigned, both are read so.
std::optional<std::pair<Quantifier, Quantifier>> Quantifier::casesOfExit(size_t I) {
  const Constraint K = Constraints[I];
  const int Loop = K.ContinueOf != None ? K.ContinueOf : K.AfterOf;
  if (Loop == None || K.Condition->Kind != PredKind::Ne)
    return std::nullopt;
  const Term *Value = K.Condition->Terms[0], *Bound = K.Condition->Terms[1];
  if (At.isFixed(Value))
    std::swap(Value, Bound);
  // swrap(k - 1) != m is k != swrap(m + 1).
  const Term *Inner = Value->Kind == TermKind::SWrap ? Value->Ops[0] : Value;
  LinearForm L = Pool.linear(Inner);
  if (!At.isFixed(Bound) || L.Monomials.size() != 1 || L.Monomials[0].second != 1)
    return std::nullopt;
  const Term *J = L.Monomials[0].first;
  if (!J->isAtom() || J->A.Kind != AtomKind::LoopVar || P.LoopVars[J->A.A].Loop != Loop)
    return std::nullopt;
  const LoopVariable &V = P.LoopVars[J->A.A];
  const Term *Start = startOf(static_cast<int>(J->A.A)), *Step = Facts.canonical(V.Step);
  const Range Type = Range::ofSigned(V.Width);
  if (!At.isFixed(Start) || !Step->isConst() || Step->isConst(0) || !Pool.range(Bound).isWithin(Type) ||
      (Value != Inner && Value->Width != V.Width))
    return std::nullopt;
  const Term *Read = Pool.uwrap(V.Width, J);
  bool Other = false, Unsigned = false;
  for (const Constraint &T : Constraints)
    if (T.Condition != K.Condition && (T.ContinueOf == Loop || T.AfterOf == Loop) &&
        (T.Condition->Kind == PredKind::Le || T.Condition->Kind == PredKind::Lt) && uses(T.Condition, J)) {
      Other = true;
      Unsigned |= Read != J && contains(T.Condition, Read);
    }
  if (!Other)
    return std::nullopt;
  if (L.Constant != 0)
    Bound = Pool.swrap(V.Width, Pool.addConst(Bound, -L.Constant));
  if (Unsigned) {
    Start = Pool.uwrap(V.Width, Start);
    Bound = Pool.uwrap(V.Width, Bound);
  }
  const bool Up = Step->Value > 0;
  const Term *First = K.AfterOf != None ? Pool.add(Start, Step) : Start;
  const Pred *Comes = Up ? Pool.le(First, Bound) : Pool.le(Bound, First);
  if (Int Size = Up ? Step->Value : -Step->Value; Size != 1)
    Comes = Pool.land(Comes, Pool.divides(Pool.constant(Size), Pool.sub(Bound, First)));
  Quantifier Ahead = *this, Behind = *this;
  for (Quantifier *Q : {&Ahead, &Behind})
    Q->Constraints.erase(Q->Constraints.begin() + static_cast<ptrdiff_t>(I));
  Ahead.take(Comes, None);
  const Term *Here = Unsigned ? Read : J;
  Ahead.take(Up ? Pool.lt(Here, Bound) : Pool.lt(Bound, Here), K.ContinueOf, K.AfterOf);
  Behind.take(Pool.lnot(Comes), None);
  Behind.Stops.push_back({static_cast<int>(J->A.A), Bound, Unsigned});
  return std::pair(Ahead, Behind);
}

/// A quotient or remainder in T by a fixed divisor whose sign is not decided yet.
const Term *Quantifier::divisionIn(const Term *T) {
  if (At.isFixed(T))
    return nullptr;
  for (const Term *Op : T->Ops)
    if (const Term *D = divisionIn(Op))
      return D;
  switch (T->Kind) {
  case TermKind::FloorDiv:
  case TermKind::CeilDiv:
  case TermKind::TruncDiv:
  case TermKind::Mod:
  case TermKind::Rem: {
    const Term *D = T->Ops[1], *One = Pool.constant(1);
    bool Decided = !At.isFixed(D) || D->isConst() || Facts.proveGiven(Antecedent, Pool.le(One, D), levelScope()).Proved ||
                   Facts.proveGiven(Antecedent, Pool.lt(D, Pool.constant(0)), levelScope()).Proved;
    return Decided ? nullptr : T;
  }
  default:
    return nullptr;
  }
}

/// The sign of the divisor D is decided. A quotient or remainder is then no larger
/// than its dividend: only the least number over -1 wraps around.
void Quantifier::decideSign(const Term *D, int Sign) {
  const Range Known = Pool.range(D);
  const Term *Symbol = Pool.atom(wrappedSymbol(Divisors + (Sign > 0 ? 1 : 0), D->Id));
  Pool.setRange(Symbol->A, Sign > 0 ? Range{Int(1), Known.Hi} : Range{Known.Lo, Int(-1)});
  Divisor[D] = Symbol;
  dropIdleWraps();
}

Range Quantifier::rangeOf(const Term *T) { return Pool.range(Divisor.empty() ? T : Pool.substitute(T, Divisor)); }

/// 0/w is 0 for a divisor whose sign is decided.
const Term *Quantifier::withoutZeroQuotients(const Term *T) {
  TermPool::Substitution Map;
  std::function<void(const Term *)> Collect = [&](const Term *X) {
    bool Quotient = X->Kind == TermKind::TruncDiv || X->Kind == TermKind::FloorDiv || X->Kind == TermKind::CeilDiv;
    if (Quotient && X->Ops[0]->isConst(0) && Divisor.count(X->Ops[1]))
      Map[X] = X->Ops[0];
    for (const Term *Op : X->Ops)
      Collect(Op);
  };
  if (!Divisor.empty())
    Collect(T);
  return Map.empty() ? T : Pool.substitute(T, Map);
}

Quantified Quantifier::byCases(unsigned &CasesLeft) {
  if (const Term *Division = divisionIn(Index)) {
    const Term *D = Division->Ops[1], *Zero = Pool.constant(0);
    Quantifier First = *this, Second = *this;
    const Pred *NotPositive = Pool.le(D, Zero);
    if (Facts.prove(Pool.lt(Zero, D), C.Scope).Proved) { // the loop was entered, (i < n) i % n
      First.take(Pool.lt(Zero, D), None);
      First.decideSign(D, 1);
      return First.byCases(CasesLeft);
    }
    if (std::erase(First.Antecedent, NotPositive) == 0) {
      First.take(Pool.lt(Zero, D), None);
      Second.take(NotPositive, None);
      First.decideSign(D, 1);
    } else {
      std::erase(Second.Antecedent, NotPositive);
      First.take(Pool.lt(D, Zero), None);
      Second.take(Pool.eq(D, Zero), None);
      First.decideSign(D, -1);
      Second.Index = Pool.constant(-1);
    }
    return both(First, Second, CasesLeft);
  }
  if (const Term *Division = unclearDivisionIn(Index)) {
    std::vector<Quantifier> Kinds = kindsOfDividend(Division);
    return all(Kinds, CasesLeft);
  }
  for (size_t I = 0; I < Constraints.size(); ++I)
    if (auto Cases = casesOfExit(I))
      return both(Cases->first, Cases->second, CasesLeft);
  const Term *Selected = selectionIn(Index);
  for (const Constraint &K : Constraints)
    for (const Term *T : K.Condition->Terms)
      Selected = Selected ? Selected : selectionIn(T);
  if (Selected) {
    Quantifier First = *this, Second = *this;
    First.replaceEverywhere({{Selected, Selected->Ops[0]}});
    First.take(First.normalised(Selected->Cond, C.Scope), None);
    Second.replaceEverywhere({{Selected, Selected->Ops[1]}});
    Second.take(Second.normalised(Pool.lnot(Selected->Cond), C.Scope), None);
    return both(First, Second, CasesLeft);
  }
  for (size_t I = 0; I < Constraints.size(); ++I) {
    if (Constraints[I].ContinueOf != None || Constraints[I].AfterOf != None)
      continue;
    const Pred *Cond = Constraints[I].Condition;
    const Pred *A = nullptr, *B = nullptr;
    if (Cond->Kind == PredKind::Or) {
      A = Cond->Preds[0];
      B = Pool.boolean(false);
      for (size_t K = 1; K < Cond->Preds.size(); ++K)
        B = Pool.lor(B, Cond->Preds[K]);
    } else if (Cond->Kind == PredKind::Implies) {
      A = Pool.lnot(Cond->Preds[0]);
      B = Cond->Preds[1];
    } else if (Cond->Kind == PredKind::Ne) {
      A = Pool.lt(Cond->Terms[0], Cond->Terms[1]);
      B = Pool.lt(Cond->Terms[1], Cond->Terms[0]);
    } else {
      continue;
    }
    Quantifier First = *this, Second = *this;
    for (auto [Q, Part] : {std::pair(&First, A), std::pair(&Second, B)}) {
      Q->Constraints.erase(Q->Constraints.begin() + static_cast<ptrdiff_t>(I));
      Q->take(Part, None);
    }
    return both(First, Second, CasesLeft);
  }
  return oneCase();
}

Quantified Quantifier::both(Quantifier &First, Quantifier &Second, unsigned &CasesLeft) {
  std::vector<Quantifier> Kinds = {First, Second};
  return all(Kinds, CasesLeft);
}

Quantified Quantifier::all(std::vector<Quantifier> &Kinds, unsigned &CasesLeft) {
  if (CasesLeft < Kinds.size())
    return fail(Reason::BudgetExceeded);
  CasesLeft -= static_cast<unsigned>(Kinds.size()) - 1;
  Quantified A = nothing();
  for (Quantifier &Kind : Kinds) {
    if (Kind.isImpossible())
      continue;
    Quantified B = Kind.byCases(CasesLeft);
    if (!B.Ok)
      return B;
    A.Exact &= B.Exact;
    A.BesideOthers |= B.BesideOthers;
    if (A.Why == Reason::None)
      A.Why = B.Why;
    for (const Pred *Condition : B.Conditions)
      if (std::find(A.Conditions.begin(), A.Conditions.end(), Condition) == A.Conditions.end())
        A.Conditions.push_back(Condition);
    if (!A.Index) {
      A.Index = B.Index;
      A.Extent = B.Extent;
    }
  }
  return A;
}

bool Quantifier::isImpossible() const {
  return std::any_of(Antecedent.begin(), Antecedent.end(), [](const Pred *A) { return A->isFalse(); }) ||
         std::any_of(Constraints.begin(), Constraints.end(), [](const Constraint &K) {
           return K.Condition->isFalse() && K.AfterOf == None; // the first iteration is made all the same
         });
}

Quantified Quantifier::nothing() const {
  Quantified Q = Result;
  Q.Ok = true;
  return Q;
}
