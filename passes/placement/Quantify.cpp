//===- placement/Quantify.cpp - LaunchExtreme and HoistedExtreme ------------===//
//
// Concludes one condition over fixed atoms from a goal about every thread and
// iteration.
//
//   int i = blockIdx.x*blockDim.x + threadIdx.x;  if (i < n) x(i)
//   min(n, g*bdim) <= extent   and   n > INT_MIN implies g*bdim <= 2^31
//
// Why it is sound. The domain computed for each variable holds every value it
// can take when the access is reached, and the extreme of the index over the
// product of the domains bounds every index used. A wrapped value counts as
// itself only where the absence of wrap-around is one of the conditions.
//
// Why it is exact where it says so. (1) The access is reached whenever its
// conditions hold: nothing can leave or hang before it, every condition is
// expressed. (2) Each variable attains both ends of its domain, independently
// of the others, so some thread uses the extreme index. Each step that cannot
// show this clears Exact and keeps the condition sound:
//   * a condition on data is dropped: the domain grows
//     (`if (flag[i]) x(i)` may run for no i);
//   * a loop with a second exit: j may never reach n - 1;
//   * x(j) with j from threadIdx.x to n: the domains depend on each other.
//
// Wrap-around of an unguarded index is covered by the bounds themselves: if
// the exact index grows by at most 2^31 a step and leaves the 32-bit range, then
// on its way some thread's index lies in [2^31, 2^32), which reads as negative.
// With a step of 2^31 + 1 it could jump over that gap. A guarded one needs its
// own condition: `i < n` holds for every negative wrapped i.
//
// Cost: a few queries a site.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

Quantified Quantifier::run() {
  PremiseSet Used = 0;
  Index = Facts.normalise(C.Index, C.Scope, Used);
  Extent = Facts.normalise(C.Extent, C.Scope, Used);
  if (!collectConditions())
    return fail(Reason::UnexpressibleCondition);
  unsigned CasesLeft = MaxCases;
  return byCases(CasesLeft);
}

/// One kind of execution: no disjunction and no selection is left. A condition
/// on two variables is a bound on either, and an index that is divided is one
/// variable or several: what is not exact in one way may be in another.
Quantified Quantifier::oneCase() {
  const Quantifier Fresh = *this;
  Quantified Best = attempt();
  auto Try = [&](bool Digits, bool Outer) {
    if (Best.Ok && Best.Exact)
      return false;
    Quantifier Other = Fresh;
    Other.ByDigits = Digits;
    Other.BoundOuter = Outer;
    Quantified Q = Other.attempt();
    if (Q.Ok && (Q.Exact || !Best.Ok))
      Best = Q;
    return Other.BoundEither;
  };
  if (BoundEither)
    Try(false, true);
  if (Quantifier Probe = Fresh; (!Best.Ok || !Best.Exact) && Probe.dividesAnIndex() && Try(true, false))
    Try(true, true);
  return Best;
}

Quantified Quantifier::attempt() {
  combineGlobalIndices();
  if (ByDigits)
    splitDigits();
  if (Reason R = opaqueIn(Index, Reason::IndexLoaded); R != Reason::None) {
    if (!isClamped(Index))
      return fail(R);
    FreeWhy = R;
  }
  if (Reason R = opaqueIn(Extent, Reason::ExtentLoaded); R != Reason::None)
    return fail(R == Reason::IndexLoaded ? Reason::ExtentLoaded : R);
  if (!At.isFixed(Extent))
    return fail(Reason::ExtentLoaded);
  if (Reason R = makeVariables(); R != Reason::None)
    return fail(R);
  WrittenIndex = MergedIndex = Index;
  WrittenConstraints = MergedConstraints = Constraints;
  applyOwnTests();
  mergeDense();
  if (Reason R = resolveWraps(); R != Reason::None)
    return fail(R);
  applyConstraints();
  if (Reason R = closeDomains(); R != Reason::None)
    return fail(R);
  judgeReach();
  if (Reason R = conclude(); R != Reason::None)
    return fail(R);
  if (FreeWhy != Reason::None && !Result.Exact)
    return fail(FreeWhy);
  Result.Ok = true;
  return Result;
}

const Pred *Quantifier::normalised(const Pred *Cond, int Scope) {
  PremiseSet Used = 0;
  switch (Cond->Kind) {
  case PredKind::Le:
  case PredKind::Lt:
  case PredKind::Eq:
  case PredKind::Ne: {
    const Term *A = Facts.normalise(Cond->Terms[0], Scope, Used);
    const Term *B = Facts.normalise(Cond->Terms[1], Scope, Used);
    return Cond->Kind == PredKind::Le   ? Pool.le(A, B)
           : Cond->Kind == PredKind::Lt ? Pool.lt(A, B)
           : Cond->Kind == PredKind::Eq ? Pool.eq(A, B)
                                        : Pool.ne(A, B);
  }
  case PredKind::And: {
    const Pred *R = Pool.boolean(true);
    for (const Pred *Q : Cond->Preds)
      R = Pool.land(R, normalised(Q, Scope));
    return R;
  }
  case PredKind::Or: {
    const Pred *R = Pool.boolean(false);
    for (const Pred *Q : Cond->Preds)
      R = Pool.lor(R, normalised(Q, Scope));
    return R;
  }
  default:
    return Facts.canonical(Cond);
  }
}

bool Quantifier::collectConditions() {
  int Stop = levelScope();
  for (int S = C.Scope; S != Stop; S = P.Scopes[S].Parent) {
    if (S == None || S == 0)
      return false;
    ScopeChain.push_back(S);
  }
  std::reverse(ScopeChain.begin(), ScopeChain.end());
  for (int S : ScopeChain) {
    const Scope &Region = P.Scopes[S];
    if (!Region.Exact)
      inexact(Reason::DataDependentCondition);
    if (!Region.AlwaysReached)
      inexact(Reason::MayNotReturn);
    take(normalised(Region.Condition, Region.Parent), Region.LoopContinue ? Region.Loop : stayingIn(S));
  }
  collectExits();
  return true;
}

void Quantifier::take(const Pred *Cond, int ContinueOf, int AfterOf) {
  if (Cond->Kind == PredKind::And) {
    for (const Pred *Q : Cond->Preds)
      take(Q, ContinueOf, AfterOf);
    return;
  }
  if (Cond->isTrue())
    return;
  if (AfterOf != None || !At.isFixed(Cond))
    Constraints.push_back({Cond, ContinueOf, AfterOf});
  else
    Antecedent.push_back(Cond);
}

/// Two variables that may wrap must not excuse each other's duties by attaining
/// nothing: for (i) for (j) x(j) may run for the wrapped values of both. So an
/// earlier duty counts a variable of a later one as empty only if that one holds;
/// of all variables that wrap, the first then has no excuse.
std::vector<const Pred *> Quantifier::guard(const std::vector<const Term *> &Except, size_t Duty) {
  std::vector<const Pred *> Out = Antecedent;
  const Pred *OrWrapped = Pool.boolean(false);
  std::function<void(const Term *, const Term *)> NotEmpty = [&](const Term *Low, const Term *High) {
    if (High->Kind == TermKind::Add || High->Kind == TermKind::Min) {
      LinearForm L = Pool.linear(High);
      for (const auto &[M, K] : L.Monomials)
        if (M->Kind == TermKind::Min && K == 1) {
          LinearForm Self;
          Self.Monomials.emplace_back(M, 1);
          if (auto Rest = addScaled(L, Self, -1)) {
            for (const Term *Op : M->Ops)
              NotEmpty(Low, Pool.add(Pool.fromLinear(*Rest), Op));
            return;
          }
        }
    }
    // 1 <= a*b where neither is negative: both are positive.
    if (LinearForm L = Pool.linear(Pool.sub(High, Low));
        OrWrapped->isFalse() && L.Constant == -1 && L.Monomials.size() == 1 && L.Monomials[0].second == 1) {
      const Term *M = L.Monomials[0].first;
      if (M->Kind == TermKind::Mul && !M->Raw &&
          std::all_of(M->Ops.begin(), M->Ops.end(), [&](const Term *F) { return Pool.range(F).isNonNegative(); })) {
        for (const Term *F : M->Ops)
          if (const Pred *N = Pool.lt(Pool.constant(0), F); !N->isTrue() && std::find(Out.begin(), Out.end(), N) == Out.end())
            Out.push_back(N);
        return;
      }
    }
    const Pred *N = Pool.lor(atMost(Low, High), OrWrapped);
    if (!N->isTrue() && std::find(Out.begin(), Out.end(), N) == Out.end())
      Out.push_back(N);
  };
  for (const Variable &V : Variables)
    // What depends on Except is no excuse either: Except may be elsewhere.
    if (V.Low && V.High && !dependsOnAny(V, Except)) {
      OrWrapped = V.OrWrapped ? V.OrWrapped : Pool.boolean(false);
      for (size_t Later = Duty; !Except.empty() && Later < Duties.size(); ++Later)
        if (dependsOnAny(V, Duties[Later].About))
          OrWrapped = Pool.lor(OrWrapped, Pool.lnot(Duties[Later].Condition));
      if (auto S = widest(V))
        NotEmpty(S->Low, S->High);
    }
  return Out;
}

int Quantifier::signOf(const Term *T, const std::vector<const Pred *> &Guard) {
  if (Facts.proveGiven(Guard, Pool.le(Pool.constant(0), T), levelScope()).Proved)
    return 1;
  return Facts.proveGiven(Guard, Pool.le(T, Pool.constant(0)), levelScope()).Proved ? -1 : 0;
}

/// If V is empty where its span is widest, it is empty everywhere.
std::optional<Quantifier::Span> Quantifier::widest(const Variable &V) {
  Span S;
  S.Low = V.Bound && V.Downward ? V.Bound : V.Low;
  S.High = V.Bound && !V.Downward ? V.Bound : V.High;
  if (At.isFixed(S.Low) && At.isFixed(S.High))
    return S;
  Extremes E = extremesOf(Pool, At, Pool.sub(S.High, S.Low), true, Variables,
                          [&](const Term *T) { return signOf(T, Antecedent); });
  if (!E.Ok || E.Values.size() != 1)
    return std::nullopt;
  S.Ends = E.Ends.front();
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Variable &W : Variables)
      if (uses(S.Low, W.Symbol) || uses(S.High, W.Symbol)) {
        auto End = S.Ends.find(W.Symbol);
        bool High = End == S.Ends.end() || End->second; // in both bounds alike
        if (!W.Low || !W.High)
          return std::nullopt;
        TermPool::Substitution Map{{W.Symbol, High ? W.High : W.Low}};
        S.Low = Pool.substitute(S.Low, Map);
        S.High = Pool.substitute(S.High, Map);
        Changed = true;
      }
  }
  return S;
}

bool Quantifier::isNeverEmpty(const Variable &V) {
  std::vector<const Pred *> Guard = Antecedent;
  for (const Variable &W : Variables)
    if (W.Symbol != V.Symbol && W.Low && W.High && isFixed(W))
      Guard.push_back(Pool.le(W.Low, W.High));
  Extremes E = extremesOf(Pool, At, Pool.sub(V.High, V.Low), false, Variables,
                          [&](const Term *T) { return signOf(T, Guard); });
  return E.Ok && std::all_of(E.Values.begin(), E.Values.end(), [&](const Term *T) {
           return Facts.proveGiven(Guard, Pool.le(Pool.constant(0), T), levelScope()).Proved;
         });
}

bool Quantifier::allAttained(const Extremes &E) {
  for (std::map<const Term *, bool> Ends : E.Ends)
    for (const Variable &V : Variables) {
      if (!V.Low || !V.High || isFixed(V) || isNeverEmpty(V))
        continue;
      auto S = widest(V);
      if (!S)
        return false;
      for (auto [Symbol, High] : S->Ends)
        if (!Ends.emplace(Symbol, High).second && Ends[Symbol] != High)
          return false; // V attains nothing there, perhaps
    }
  return true;
}

const Pred *Quantifier::atMost(const Term *Low, const Term *High) {
  // n <= n + m - 1 is 1 <= m.
  LinearForm Common;
  const LinearForm Right = Pool.linear(High);
  for (const auto &[M, K] : Pool.linear(Low).Monomials)
    if (Right.coefficient(M) == K)
      Common.Monomials.emplace_back(M, K);
  if (!Common.Monomials.empty()) {
    Low = Pool.sub(Low, Pool.fromLinear(Common));
    High = Pool.sub(High, Pool.fromLinear(Common));
  }
  Int C = Pool.linear(High).Constant;
  if (High->isConst()) {
    Int Moved = Pool.linear(Low).Constant;
    if (OptInt Bound = checkedSub(High->Value, Moved); Bound && Moved < 0)
      return Pool.le(Pool.addConst(Low, -Moved), Pool.constant(*Bound));
    return Pool.le(Low, High);
  }
  if (C == -1 && Pool.linear(Low).Constant == -1)
    return Pool.le(Pool.addConst(Low, 1), Pool.addConst(High, 1));
  if (C == -1)
    return Pool.lt(Low, Pool.addConst(High, 1));
  if (Low->isConst() && C != 0)
    if (OptInt Moved = checkedSub(Low->Value, C))
      return Pool.le(Pool.constant(*Moved), Pool.addConst(High, -C));
  return Pool.le(Low, High);
}

std::set<const Term *> Quantifier::dependenciesOf(const Term *Symbol) {
  std::set<const Term *> Out;
  for (const Variable &V : Variables)
    if (const Variable *Of = find(Symbol); Of && dependsOn(*Of, V.Symbol))
      Out.insert(V.Symbol);
  return Out;
}

bool Quantifier::dependsOnAny(const Variable &V, const std::vector<const Term *> &Symbols) {
  return std::any_of(Symbols.begin(), Symbols.end(), [&](const Term *S) { return dependsOn(V, S); });
}

/// Some variable's values depend on others.
bool Quantifier::hasDependent() {
  return std::any_of(Variables.begin(), Variables.end(), [&](const Variable &V) { return !isFixed(V); });
}

/// A loop variable's on others that About, or a variable of the index, depends on as
/// well. What conditions make an index depend on is judged with the conditions.
bool Quantifier::hasDependent(const std::vector<const Term *> &About) {
  std::set<const Term *> Own(About.begin(), About.end()), Concerned;
  for (const Term *S : About)
    Concerned.merge(dependenciesOf(S));
  for (const Variable &V : Variables)
    if (uses(Index, V.Symbol))
      Concerned.merge(dependenciesOf(V.Symbol));
  return std::any_of(Variables.begin(), Variables.end(), [&](const Variable &V) {
    if (isFixed(V) || (V.LoopVar == None && !V.OnlyStart))
      return false;
    const std::set<const Term *> Its = dependenciesOf(V.Symbol);
    if (Own.count(V.Symbol) && std::includes(Own.begin(), Own.end(), Its.begin(), Its.end()))
      return false;
    return std::any_of(Its.begin(), Its.end(), [&](const Term *T) { return Concerned.count(T) != 0; });
  });
}

Reason Quantifier::conclude() {
  std::vector<const Pred *> Guard = guard({});
  const SignOracle SignOf = [&](const Term *T) { return signOf(T, Guard); };
  if (Unwrapped)
    judgeUnwrapped(SignOf);
  const Term *Upper = C.Tile != 0 ? Pool.mul(Index, Pool.constant(C.Tile)) : Pool.addConst(Index, C.Span - 1);
  Extremes Least = extremesOf(Pool, At, Index, false, Variables, SignOf);
  Extremes Greatest = extremesOf(Pool, At, Upper, true, Variables, SignOf);
  if (!Least.Ok)
    return Least.Why;
  if (!Greatest.Ok)
    return Greatest.Why;
  if (!Least.Attained || !Greatest.Attained)
    inexact(Reason::ExtremeNotAttained);
  if (hasDependent() && (Unwrapped || !allAttained(Least) || !allAttained(Greatest)))
    inexact(Reason::DependentRanges);
  for (size_t I = 0; I < Duties.size(); ++I) {
    const NoWrapDuty &D = Duties[I];
    std::vector<const Pred *> When = guard(D.About, I + 1);
    if ((!D.Exact || hasDependent(D.About)) && !isRefused(When, D.Condition))
      inexact(Reason::MayWrap);
    require(When, D.Condition);
  }
  auto RequireAt = [&](const Extremes &E, size_t I, const Term *T, bool Greatest) {
    const Pred *Condition = goalAt(E.Values[I], Greatest);
    bool Proved = Facts.proveGiven(Guard, Condition, levelScope()).Proved;
    if (!Proved && !isAtStarts(E, I))
      inexact(Reason::ExtremeNotAttained);
    if (!Proved && !failsForAll(E, I, Condition, T, Greatest, Guard, SignOf))
      inexact(Reason::ExtremeNotAttained);
    require(Guard, Condition);
  };
  for (size_t I = 0; I < Least.Values.size(); ++I)
    RequireAt(Least, I, Index, false);
  if (Unwrapped && !extentFits()) {
    // Beyond its type the index would be another one.
    Extremes Top = extremesOf(Pool, At, Index, true, Variables, SignOf);
    if (!Top.Ok)
      return Top.Why;
    unsigned W = Unwrapped->Width;
    for (const Term *V : Top.Values)
      require(Guard, Pool.le(V, Pool.constant(Unwrapped->Kind == TermKind::SWrap ? maxSigned(W) : maxUnsigned(W))));
  }
  for (const Term *&V : Greatest.Values)
    V = withoutWholeQuotients(withoutZeroQuotients(V), SignOf);
  for (size_t I = 0; I < Greatest.Values.size(); ++I)
    RequireAt(Greatest, I, Upper, true);
  Result.Index = readable(Greatest.Values.front());
  Result.Extent = readable(Extent);
  dropEntailed();
  return Reason::None;
}

/// The last number below a product has the last row: (a*b - 1)/b is a - 1 for
/// b >= 1. Rounding towards zero needs a*b >= 1 (with a = 0, -1/b is 0).
const Term *Quantifier::withoutWholeQuotients(const Term *T, const SignOracle &SignOf) {
  TermPool::Substitution Map;
  std::function<void(const Term *)> Collect = [&](const Term *X) {
    for (const Term *Op : X->Ops)
      Collect(Op);
    if ((X->Kind != TermKind::FloorDiv && X->Kind != TermKind::TruncDiv) || X->Ops[1]->isConst())
      return;
    LinearForm L = Pool.linear(X->Ops[0]);
    const Term *D = X->Ops[1];
    if (L.Constant != -1 || L.Monomials.size() != 1 || L.Monomials[0].second != 1 || SignOf(Pool.addConst(D, -1)) != 1 ||
        (X->Kind == TermKind::TruncDiv && SignOf(X->Ops[0]) != 1))
      return;
    if (const Term *Others = Pool.withoutFactor(L.Monomials[0].first, D))
      Map[X] = Pool.addConst(Others, -1);
  };
  Collect(T);
  return Map.empty() ? T : Pool.substitute(T, Map);
}

/// i*t < e counted in tiles, i < ceil(e/t), where Value is a multiple of t.
const Pred *Quantifier::tileGoalAt(const Term *Value) {
  LinearForm L = Pool.linear(Value);
  bool Whole = L.Constant % C.Tile == 0;
  for (auto &[M, K] : L.Monomials) {
    Whole &= K % C.Tile == 0;
    K /= C.Tile;
  }
  L.Constant /= C.Tile;
  if (!Whole || L.Monomials.empty()) // the first tile is there if an element is
    return Pool.lt(Value, Extent);
  return atMost(Pool.fromLinear(L), Pool.addConst(Pool.ceilDiv(Extent, Pool.constant(C.Tile)), -1));
}

const Pred *Quantifier::goalAt(const Term *Value, bool Greatest) {
  Value = withoutZeroQuotients(Value);
  if (Greatest && C.Tile != 0)
    return tileGoalAt(Value);
  if (Greatest)
    return atMost(Value, Pool.addConst(Extent, -1));
  if (rangeOf(Value).isNonNegative())
    return Pool.boolean(true);
  if (Value->Kind != TermKind::Min)
    return Pool.le(Pool.constant(0), Value);
  const Pred *All = Pool.boolean(true);
  for (const Term *Op : Value->Ops)
    All = Pool.land(All, Pool.le(Pool.constant(0), Op));
  return All;
}

bool Quantifier::failsForAll(const Extremes &E, size_t I, const Pred *Condition, const Term *T, bool Greatest,
                             const std::vector<const Pred *> &Guard, const SignOracle &SignOf) {
  std::vector<Variable> Pinned = Variables;
  bool Any = false;
  for (Variable &V : Pinned)
    if (auto End = E.Ends[I].find(V.Symbol); V.Free && End != E.Ends[I].end()) {
      (End->second ? V.High : V.Low) = End->second ? V.Low : V.High; // at its other end
      Any = true;
    }
  if (!Any)
    return true;
  Extremes Other = extremesOf(Pool, At, T, Greatest, Pinned, SignOf);
  if (!Other.Ok || Other.Values.size() != E.Values.size())
    return false;
  std::vector<const Pred *> Given = Guard;
  Given.push_back(Pool.lnot(Condition));
  return Facts.proveGiven(Given, Pool.lnot(goalAt(Other.Values[I], Greatest)), levelScope()).Proved;
}

bool Quantifier::isAtStarts(const Extremes &E, size_t I) {
  return std::all_of(Variables.begin(), Variables.end(), [&](const Variable &V) {
    auto End = E.Ends[I].find(V.Symbol);
    return !V.OnlyStart || End == E.Ends[I].end() || (End->second && V.High == V.Start);
  });
}

bool tilechecks::isEntailed(Prover &Facts, const std::vector<const Pred *> &Checks, std::vector<const Pred *> Guard,
                            const Pred *Condition, int Scope) {
  if (Condition->Kind == PredKind::And)
    return std::all_of(Condition->Preds.begin(), Condition->Preds.end(),
                       [&](const Pred *Q) { return isEntailed(Facts, Checks, Guard, Q, Scope); });
  if (Condition->Kind == PredKind::Implies) {
    Guard.push_back(Condition->Preds[0]);
    Condition = Condition->Preds[1];
  }
  std::vector<const Pred *> Given = Guard, Open;
  for (const Pred *R : Checks)
    (R->Kind == PredKind::Implies ? Open : Given).push_back(R);
  auto Use = [&](const Pred *R) {
    if (Facts.proveGiven(Given, R->Preds[0], Scope).Proved) {
      Given.push_back(R->Preds[1]);
      return true;
    }
    // Where a part of the premise fails, Condition may hold by itself.
    std::vector<const Pred *> Parts = {R->Preds[0]};
    if (Parts[0]->Kind == PredKind::And)
      Parts = Parts[0]->Preds;
    if (!std::all_of(Parts.begin(), Parts.end(), [&](const Pred *Part) {
          std::vector<const Pred *> Otherwise = Given;
          Otherwise.push_back(Facts.negated(Part));
          return Facts.proveGiven(Otherwise, Condition, Scope).Proved;
        }))
      return false;
    Given.insert(Given.end(), R->Preds.begin(), R->Preds.end());
    return true;
  };
  // What one concludes may be what another needs.
  while (std::erase_if(Open, Use) != 0 && !Open.empty()) {
  }
  // Not every form of predicate is one that a search can show.
  return std::find(Given.begin(), Given.end(), Condition) != Given.end() || Facts.proveGiven(Given, Condition, Scope).Proved;
}

bool Quantifier::isRefused(const std::vector<const Pred *> &Guard, const Pred *Condition) {
  if (Facts.proveGiven(Guard, Condition, levelScope()).Proved)
    return true;
  if (Refused.empty() || !isEntailed(Facts, Refused, Guard, Condition, levelScope()))
    return false;
  Result.BesideOthers = true;
  return true;
}

static bool hasQuotient(const Pred *Cond) {
  std::function<bool(const Term *)> Is = [&](const Term *T) {
    return T->Kind == TermKind::FloorDiv || T->Kind == TermKind::TruncDiv || std::any_of(T->Ops.begin(), T->Ops.end(), Is);
  };
  return std::any_of(Cond->Terms.begin(), Cond->Terms.end(), Is);
}

/// k*ceil(a/k) <= a and a <= k*floor(a/k) say that k divides a.
static const Pred *asDivisibility(TermPool &Pool, const Pred *C) {
  if (C->Kind != PredKind::Le)
    return C;
  const Term *D = Pool.sub(C->Terms[0], C->Terms[1]);
  for (const auto &[M, K] : Pool.linear(D).Monomials) {
    if ((M->Kind != TermKind::CeilDiv && M->Kind != TermKind::FloorDiv) || !M->Ops[1]->isConst() || M->Ops[1]->Value <= 1)
      continue;
    const Int By = M->Ops[1]->Value;
    const Term *Multiple = Pool.mul(M->Ops[1], M);
    // ceil(a/k) is floor((a + k - 1)/k) as well.
    const Term *A = M->Kind == TermKind::FloorDiv && K > 0 ? Pool.addConst(M->Ops[0], 1 - By) : M->Ops[0];
    const bool Up = M->Kind == TermKind::CeilDiv || K > 0;
    const Term *Rest = Up ? Pool.sub(Multiple, A) : Pool.sub(A, Multiple);
    if (K == (Up ? By : -By) && Pool.sub(D, Rest)->isConst(0))
      return Pool.divides(M->Ops[1], A);
  }
  return C;
}

void Quantifier::require(const std::vector<const Pred *> &Guard, const Pred *Condition) {
  if (Facts.proveGiven(Guard, Condition, levelScope()).Proved)
    return;
  // Parts of the guard without which the condition holds anyway are noise.
  std::vector<const Pred *> Needed;
  for (const Pred *G : Guard)
    if (!Facts.proveGiven({Pool.lnot(G)}, Condition, levelScope()).Proved)
      Needed.push_back(G);
  // Nor is what is known, or what the others say: ceil(n/16) > 0 beside n > 0.
  const std::vector<const Pred *> All = Needed;
  for (const Pred *G : All) {
    std::vector<const Pred *> Others = Needed;
    std::erase(Others, G);
    if (Facts.proveGiven(hasQuotient(G) ? Others : std::vector<const Pred *>(), G, levelScope()).Proved)
      Needed = std::move(Others);
  }
  const Pred *Kept = Pool.boolean(true);
  for (const Pred *G : Needed)
    Kept = Pool.land(Kept, G);
  const Pred *Whole = Pool.implies(readable(Kept), asDivisibility(Pool, readable(Condition)));
  if (Whole->isTrue())
    return;
  if (std::find(Result.Conditions.begin(), Result.Conditions.end(), Whole) == Result.Conditions.end())
    Result.Conditions.push_back(Whole);
}

void Quantifier::dropEntailed() {
  for (size_t I = 0; I < Result.Conditions.size();) {
    std::vector<const Pred *> Others;
    const Pred *Mine = Result.Conditions[I];
    for (size_t J = 0; J < Result.Conditions.size(); ++J) {
      const Pred *Other = Result.Conditions[J];
      bool SameGuard = Mine->Kind == PredKind::Implies && Other->Kind == PredKind::Implies && Mine->Preds[0] == Other->Preds[0];
      if (J != I)
        Others.push_back(SameGuard ? Other->Preds[1] : Other);
    }
    bool Entailed = !Others.empty() && !Result.Conditions[I]->isFalse() &&
                    Facts.proveGiven(Others, Result.Conditions[I], levelScope()).Proved;
    if (Entailed)
      Result.Conditions.erase(Result.Conditions.begin() + static_cast<ptrdiff_t>(I));
    else
      ++I;
  }
}

Quantified tilechecks::quantify(const Problem &P, Prover &Facts, const Context &C, int Before,
                                const std::vector<const Pred *> &Refused) {
  return Quantifier(P, Facts, C, Before, Refused).run();
}
