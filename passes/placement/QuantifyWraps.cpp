//===- placement/QuantifyWraps.cpp - indices that may wrap around ------------===//
//
// The part of LaunchExtreme that takes a wrapped value for what it wraps: of 8
// bits, if ((char)i < n) x((char)i) has its extreme at min(n, g*b) - 1 as long as
// no i passes 127, which is one condition more (a duty).
//
// Why it is sound. A dense index i (all of bottom, ..., top) stands in one sum
// i + d, and nothing wraps if the greatest sum fits: that is the duty. It is not
// needed where the first value that wraps, -128, and with it every one up to the
// end of the turn, is stopped by the conditions; then later turns repeat the first.
//
// When it does not apply, each with its test in ExhaustiveTest or test/bugs:
//   * not every value: 3*i skips -128, as 126 is followed by 129;
//   * the least sum wraps as well: i from -128 with d = -16 is 112;
//   * later turns do not repeat the first, as something turns more slowly:
//     (char)i >= 2 holds for i = 258, x(i); or as the first is not whole: from
//     i = 100 the values 0 to 99 come in the second turn alone;
//   * a condition from below that is met by some wrapped values, (char)i >= -5:
//     which threads these are is not said;
//   * two conditions, one on each of two sums: neither speaks for the other.
// Exact only if the first that wraps passes all conditions and is out of bounds.
//
// The whole index needs no duty where steps are short (judgeUnwrapped): its own
// bounds show the wrap.
//
// Cost: a query a wrap; at most MaxWraps wraps.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

/// A wrap of T that holds no other, null if there is none left.
const Term *Quantifier::innermostWrap(const Term *T) {
  if (At.isFixed(T))
    return nullptr;
  for (const Term *Op : T->Ops)
    if (const Term *W = innermostWrap(Op))
      return W;
  bool IsWrap = T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap;
  return IsWrap && !Unresolved.count(T) ? T : nullptr;
}

Reason Quantifier::resolveWraps() {
  for (unsigned Round = 0; Round < MaxWraps; ++Round) {
    const Term *W = nullptr;
    for (const Constraint &K : Constraints)
      for (const Term *T : K.Condition->Terms)
        W = W || K.Applied ? W : innermostWrap(T);
    bool Guarded = W != nullptr;
    if (!W)
      W = innermostWrap(Index);
    if (!W)
      return Reason::None;
    if (!Guarded && W == Index) {
      Unwrapped = W;
      Index = W->Kind == TermKind::UWrap ? readUnsigned(W->Ops[0], W->Width, false) : W->Ops[0];
      continue;
    }
    if (W->Kind == TermKind::SWrap ? takeAsExact(W) : standIn(W, Round))
      continue;
    if (isClamped(Index) && contains(Index, W)) {
      // min(max(i + o, 0), e - 1): the clamps alone bound it, perhaps.
      const bool Signed = W->Kind == TermKind::SWrap;
      const Range Type = Signed ? Range::ofSigned(W->Width) : Range::ofUnsigned(W->Width);
      const Term *Symbol = Pool.atom(wrappedSymbol(FreeSymbols + Round, 2 * W->Width + Signed));
      Pool.setRange(Symbol->A, Type);
      replaceEverywhere({{W, Symbol}});
      addFree(Symbol, Type);
      FreeWhy = Reason::MayWrap;
      continue;
    }
    if (takeSumAsExact(W))
      continue;
    if (!Guarded || contains(Index, W))
      return Reason::MayWrap;
    Unresolved.insert(W); // its condition will not be expressible and is dropped
  }
  return Reason::BudgetExceeded;
}

const Term *Quantifier::readUnsigned(const Term *T, unsigned Width, bool LoopVariables) {
  auto Read = [&](const Term *F) {
    bool Plain = At.isFixed(F) || (LoopVariables && F->A.Kind == AtomKind::LoopVar && !isSymbol(F->A) &&
                                   P.LoopVars[F->A.A].Width == Width);
    bool Positive = Pool.range(F).isNonNegative() ||
                    (F->isAtom() && !At.isFixed(F) && Facts.proveLe(Pool.constant(0), F, C.Scope).Proved);
    return F->isAtom() && Plain && !Positive ? Pool.uwrap(Width, F) : F;
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

/// The one variable of W = wrap(Base + Offset), a dense index; null if W is not
/// of that form.
Variable *Quantifier::denseBaseOf(const Term *W) {
  const Term *Base = nullptr;
  for (const auto &[M, K] : Pool.linear(W->Ops[0]).Monomials) {
    if (At.isFixed(M))
      continue;
    if (Base || K != 1 || !M->isAtom())
      return nullptr;
    Base = M;
  }
  Variable *B = Base ? find(Base) : nullptr;
  return B && B->Top ? B : nullptr;
}

void Quantifier::replaceEverywhere(const TermPool::Substitution &Map) {
  Index = Pool.substitute(Index, Map);
  for (Constraint &K : Constraints)
    K.Condition = Pool.substitute(K.Condition, Map);
}

bool Quantifier::takeAsExact(const Term *W) {
  Variable *B = denseBaseOf(W);
  if (!B)
    return false;
  const Term *Offset = Pool.sub(W->Ops[0], B->Symbol);
  // The least value as it wraps, where it may: congruent.
  if (!Pool.range(Offset).isWithin(Range::ofSigned(W->Width)))
    Offset = Pool.swrap(W->Width, Offset);
  // The duty is that the greatest value does not wrap: for a tile that starts at
  // -8, t - 2^31 + 7 would be positive already.
  const Range Type = Range::ofSigned(W->Width);
  const Term *Least = Pool.add(B->Bottom, Offset);
  if (!Pool.range(Least).isWithin(Type) && !(Facts.proveLe(Pool.constant(*Type.Lo), Least, levelScope()).Proved &&
                                             Facts.proveLe(Least, Pool.constant(*Type.Hi), levelScope()).Proved))
    return false;
  Wraps.push_back({W, B->Symbol, Offset, B->Top, W->Width, nullptr, 1, nullptr, {}});
  replaceEverywhere({{W, Pool.add(B->Symbol, Offset)}});
  return true;
}

bool Quantifier::standIn(const Term *W, unsigned Number) {
  Variable *B = denseBaseOf(W);
  if (!B)
    return false;
  const Term *Offset = Pool.sub(W->Ops[0], B->Symbol);
  if (!Pool.range(Offset).isNonNegative() || !B->Bottom->isConst(0))
    return false;
  const Term *Symbol = Pool.atom(wrappedSymbol(Number, W->Width));
  Pool.setRange(Symbol->A, Range::ofUnsigned(W->Width));
  TermPool::Substitution Map{{W, Symbol}};
  bool Left = uses(Pool.substitute(Index, Map), B->Symbol);
  for (const Constraint &K : Constraints)
    Left |= uses(Pool.substitute(K.Condition, Map), B->Symbol);
  if (Left)
    return false; // dependent on each other
  // Every value of the type is attained, or nothing wraps around.
  const Term *High = Pool.min(Pool.add(B->High, Offset), Pool.constant(maxUnsigned(W->Width)));
  if (!Pool.range(High).isWithin(Range::ofUnsigned(W->Width)))
    return false;
  // Zero is attained only after a wrap: uwrap(t + 5) < 3 may hold for no t.
  if (!Offset->isConst(0))
    inexact(Reason::MayWrap);
  replaceEverywhere(Map);
  B->Symbol = Symbol;
  B->High = High;
  B->Top = nullptr;
  return true;
}

bool Quantifier::hasPeriod(const Term *T, const Term *Symbol, unsigned Width, bool InWrap) {
  if (!uses(T, Symbol))
    return true;
  if (T->isAtom())
    return InWrap;
  bool IsWrap = (T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap) && T->Width <= Width;
  bool IsSum = T->Kind == TermKind::Add || T->Kind == TermKind::Mul;
  return T->Kind != TermKind::Select && std::all_of(T->Ops.begin(), T->Ops.end(), [&](const Term *Op) {
           return hasPeriod(Op, Symbol, Width, IsWrap || (InWrap && IsSum));
         });
}

bool Quantifier::turnsWith(const Term *Symbol, unsigned Width) {
  return hasPeriod(MergedIndex, Symbol, Width) &&
         std::all_of(MergedConstraints.begin(), MergedConstraints.end(),
                     [&](const Constraint &K) {
                       return !uses(K.Condition, Symbol) ||
                              (K.Condition->Preds.empty() &&
                               std::all_of(K.Condition->Terms.begin(), K.Condition->Terms.end(),
                                           [&](const Term *T) { return hasPeriod(T, Symbol, Width); }));
                     }) &&
         std::none_of(Variables.begin(), Variables.end(),
                      [&](const Variable &V) { return V.Symbol != Symbol && dependsOn(V, Symbol); });
}

/// Bounds on Wrap by the conditions of the path, as they were written, where T
/// takes Value: if one from above fails there, it fails for every value beyond;
/// FromBelow says that there is one from below. Of other conditions, Certain
/// says whether they hold there.
const Pred *Quantifier::passesAt(const Term *T, const Term *Wrap, const Term *Value, bool &Certain, bool &FromBelow) {
  TermPool::Substitution There{{T, Value}};
  const Pred *Passes = Pool.boolean(true);
  for (const Constraint &K : MergedConstraints) {
    if (!uses(K.Condition, T))
      continue;
    // Not a condition on the first iteration, and exact only if it bounds its
    // own loop's variable.
    if (K.AfterOf != None)
      continue;
    const Pred *Here = Pool.substitute(K.Condition, There);
    // i != INT_MIN stops INT_MIN alone.
    if (At.isFixed(Here) && isBoundOn(K.Condition, Wrap)) {
      Passes = Pool.land(Passes, Here);
      auto L = addScaled(Pool.linear(K.Condition->Terms[0]), Pool.linear(K.Condition->Terms[1]), -1);
      FromBelow |= K.Condition->Kind == PredKind::Eq || L->coefficient(Wrap) < 0;
    } else {
      Certain &= Here->isTrue();
    }
  }
  return Passes;
}

/// swrap(Base + Offset) was taken for Base + Offset. It is, if the greatest value
/// does not wrap; if one does, some thread attains -2^(W-1), the first that
/// wraps. That thread commits a violation if it passes the conditions (every
/// condition of the kind `i < n` lets it) and its index is out of bounds.
void Quantifier::wrapDuty(const WrapNote &N, bool Alone) {
  const Term *Past = Pool.constant(Int(1) << (N.Width - 1));
  const Pred *NoWrap = Pool.le(Pool.addConst(Pool.add(Pool.mul(Pool.constant(N.Scale), N.Top), N.Offset), 1), Past);
  if (NoWrap->isTrue() || Facts.prove(NoWrap, levelScope()).Proved)
    return;
  const Term *Symbol = N.StartOf ? N.StartOf : N.Base;
  // Of Offset, Offset + Scale, ... the first that does not fit, as it wraps.
  const Term *Steps = Pool.floorDiv(Pool.sub(Pool.constant(maxSigned(N.Width)), N.Offset), Pool.constant(N.Scale));
  const Term *First = N.StartOf ? Pool.add(Pool.addConst(N.Offset, N.Scale - (Int(1) << N.Width)), Pool.mul(Pool.constant(N.Scale), Steps))
                                : Pool.sub(Past, N.Offset);
  bool Exact = true, FromBelow = false;
  const Term *Wrap = N.StartOf ? N.StartOf : N.Wrap;
  const Pred *Passes = passesAt(Symbol, Wrap, First, Exact, FromBelow);
  if ((Int(1) << N.Width) % N.Scale != 0) {
    // Further turns come by other values: 1, 4, 7, ... over 4 bits by -6, but also by
    // 24 = -8.
    const Pred *OfFirst = Passes;
    Passes = passesAt(Symbol, Wrap, Pool.constant(minSigned(N.Width)), Exact, FromBelow);
    Exact &= Facts.proveGiven({Passes}, OfFirst, levelScope()).Proved;
  }
  Variable *V = find(Symbol);
  FromBelow |= V && V->ConditionLow;
  if (FromBelow) {
    // A condition from below stops INT_MIN, but a second turn reaches values
    // between it and the start (i >= 5 with i = wrap(7 + t): 5 and 6), and what
    // turns more slowly reaches others: (char)i >= 2 holds for i = 258.
    const Term *Least = V ? V->Bottom : nullptr;
    if (!Alone || N.StartOf || !Least || !V->ConditionLow ||
        !Facts.proveLe(Least, V->ConditionLow, levelScope()).Proved || !turnsWith(Symbol, N.Width)) {
      Duties.push_back({NoWrap, {Symbol}, false});
      return;
    }
    V->High = Pool.min(V->High, Pool.addConst(First, -1));
  }
  if (!uses(MergedIndex, Symbol)) {
    if (isRefused(Antecedent, NoWrap))
      return;
    // Only whether the access happens depends on it: the first may make it so.
    if (!Exact)
      inexact(Reason::MayWrap);
    if (V)
      V->OrWrapped = Pool.land(Passes, Pool.lnot(NoWrap));
    return;
  }
  const Term *There = Pool.substitute(MergedIndex, TermPool::Substitution{{Symbol, First}});
  Range R = rangeOf(There);
  Exact &= (R.Hi && *R.Hi < 0) || Facts.proveLe(Extent, There, C.Scope).Proved;
  Duties.push_back({Pool.implies(Passes, NoWrap), {Symbol}, Exact});
}

void Quantifier::wrapDuties() {
  for (const WrapNote &N : Wraps) {
    if (N.Sum) {
      sumWrapDuty(N);
      continue;
    }
    bool Alone = true, Greatest = true;
    for (const WrapNote &M : Wraps) {
      if (&M == &N || M.Base != N.Base)
        continue;
      Alone = false;
      const Term *Less = Pool.sub(M.Offset, N.Offset);
      // Its duty is the other's as well.
      if (M.Width == N.Width && !M.StartOf && !N.StartOf && Less->isConst() && Less->Value > 0)
        Greatest = false;
    }
    if (Greatest)
      wrapDuty(N, Alone);
  }
}

bool Quantifier::isBoundOn(const Pred *Cond, const Term *Symbol) {
  if (Cond->Kind != PredKind::Le && Cond->Kind != PredKind::Lt && Cond->Kind != PredKind::Eq)
    return false;
  auto L = addScaled(Pool.linear(Cond->Terms[0]), Pool.linear(Cond->Terms[1]), -1);
  return L && L->coefficient(Symbol) != 0 &&
         std::all_of(L->Monomials.begin(), L->Monomials.end(),
                     [&](const auto &M) { return M.first == Symbol || At.isFixed(M.first); });
}

/// Modulo 2^W, b*(C*H) + t*H is b*p + t*H with p = swrap(C*H), whose steps are
/// 2^(W-1) at most.
void Quantifier::shortenSteps(unsigned W) {
  LinearForm L = Pool.linear(Index);
  const Term *Short = Pool.constant(L.Constant);
  for (const auto &[M, K] : L.Monomials) {
    const Term *Factor = Pool.constant(K), *Moving = Pool.constant(1);
    if (M->Kind == TermKind::Mul)
      for (const Term *F : M->Ops)
        (At.isFixed(F) ? Factor : Moving) = Pool.mul(At.isFixed(F) ? Factor : Moving, F);
    else
      Moving = M;
    bool IsShort = At.isFixed(M) || Pool.range(Factor).isWithin(Range::ofSigned(W));
    Short = Pool.add(Short, IsShort ? (M->Kind == TermKind::Mul ? Pool.mul(Factor, Moving) : Pool.mul(Pool.constant(K), M))
                                    : Pool.mul(Pool.swrap(W, Factor), Moving));
  }
  Index = Short;
}

/// The index was a wrap, taken for its exact value. If some thread's index is
/// exact and each step changes it by at most 2^(W-1), then the first exact index
/// to leave [0, e) on the way to any other one reads as an index outside [0, e)
/// as well: past the top it lies in [e, 2^W), of which [2^(W-1), 2^W) reads as
/// negative (unsigned: as itself, hence e <= 2^(W-1)), below zero in
/// [-2^(W-1), -1]. With a step of 2^(W-1) + 1 it could jump over that gap.
void Quantifier::judgeUnwrapped(const SignOracle &SignOf) {
  const unsigned W = Unwrapped->Width;
  const bool Signed = Unwrapped->Kind == TermKind::SWrap;
  const Int Half = Int(1) << (W - 1);
  const Range Type = Signed ? Range::ofSigned(W) : Range::ofUnsigned(W);
  const Range E = Pool.range(Extent);
  if (FreeWhy != Reason::None)
    return inexact(Reason::MayWrap);
  if (!Signed && !(E.Hi && *E.Hi <= Half))
    return inexact(Reason::MayWrap);
  Extremes Least = extremesOf(Pool, At, Index, false, Variables, SignOf);
  if (!Least.Ok)
    return; // conclude() says why
  // An unsigned linear index that starts at 0 shows its first multiple past the
  // extent by moving one variable alone, whatever the steps.
  bool FromZero = Least.Values.size() == 1 && Least.Values.front()->isConst(0);
  if (!Signed && FromZero && isLinear(Index) && stepsAtMost(Pool, Index, Variables, maxUnsigned(W)))
    return;
  const Term *Long = Index;
  if (!stepsAtMost(Pool, Index, Variables, Half)) {
    shortenSteps(W);
    Least = extremesOf(Pool, At, Index, false, Variables, SignOf);
  }
  Extremes Greatest = extremesOf(Pool, At, Index, true, Variables, SignOf);
  if (!Least.Ok || !Greatest.Ok || !stepsAtMost(Pool, Index, Variables, Half)) {
    Index = Long;
    return inexact(Reason::MayWrap);
  }
  bool Anchored = false;
  for (const Extremes *X : {&Least, &Greatest})
    for (const Term *V : X->Values)
      Anchored |= Pool.range(V).isWithin(Type);
  if (Anchored)
    return;
  // The index at a corner, as it wraps: all others relative to it.
  const Term *Corner = Least.Values.front();
  const Term *Wrapped = Signed ? Pool.swrap(W, Corner) : Pool.uwrap(W, Corner);
  Index = Pool.add(Index, Pool.sub(Wrapped, Corner));
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
