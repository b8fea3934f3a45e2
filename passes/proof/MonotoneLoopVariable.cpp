//===- proof/MonotoneLoopVariable.cpp - what a counted loop's variable is --===//
//
// Concludes, for a header phi j = {start, +, s} and a header test that lets the
// body run only while j stays below (above) a bound, that no step wraps around:
//   s > 0:  j >= start,   s < 0:  j <= start,   and j = start (mod |s|) for a
// constant s.
//
//   for (int j = 0; j < n; j += 4)  x(j);      facts: 0 <= j, j = 4*floor(j/4)
//
// Why it is sound: by induction over iterations. j = start at first. A back
// edge is taken only from the body, which is entered only under the header's
// test, so j satisfies it, and j + s stays within the type (proved from the
// test and the ranges); hence the next value is exactly j + s.
//
// When it does not apply:
//   * the step's sign is not known (s = -1 with `j < n`: falls below start);
//   * j + s may leave the type: `for (int j = 0; j < n; j += 4)` with
//     n = 2147483647 reaches 2147483644, then -2147483648 < n goes on. Then
//     nothing is known about j here; the launch may decide it (NoWrapDuty).
//   * the test is not made on every way to the back edge (a do-while loop):
//     j = {0,+,4}, test at the latch: the first increment is unconditional.
//
// A test `j != n` bounds j by n - 1 if s = 1 and start <= n before the loop, n
// fixed in it (s = -1: from above alike): j comes to n before it could pass it.
// With start = 5, n = 3 it runs on to INT_MAX, and with s = 2, n = 3 past 3.
//
// Our own rule, not ScalarEvolution's: without flags that knows a trip count
// for steps of one only. Cost: two queries a variable.
//
//===----------------------------------------------------------------------===//
#include "proof/Prover.h"

#include <algorithm>

using namespace tilechecks;

bool Prover::isFixedIn(int Loop, const Term *T) const {
  bool Fixed = true;
  forEachAtom(T, [&](const Term *A) {
    int Of = A->A.Kind == AtomKind::LoopVar  ? P.LoopVars[A->A.A].Loop
             : A->A.Kind == AtomKind::Opaque ? P.Opaques[A->A.A].Loop
                                             : None;
    Fixed &= Of == None || !isWithin(P, Of, Loop);
  });
  return Fixed;
}

/// Facts from `J != bound` in the header's test; false if they do not apply.
bool Prover::endsByInequality(int Variable, const Term *J, const Term *Start, const Term *Step) {
  const LoopVariable &V = P.LoopVars[Variable];
  if (!Step->isConst(1) && !Step->isConst(-1))
    return false;
  const bool Up = Step->isConst(1);
  const int Body = ContinueScope[V.Loop];
  std::vector<const Pred *> Parts = {canonical(P.Scopes[Body].Condition)};
  for (size_t I = 0; I < Parts.size(); ++I) {
    const Pred *C = Parts[I];
    if (C->Kind == PredKind::And)
      Parts.insert(Parts.end(), C->Preds.begin(), C->Preds.end());
    if (C->Kind != PredKind::Ne)
      continue;
    auto L = addScaled(Pool.linear(C->Terms[0]), Pool.linear(C->Terms[1]), -1);
    Int K = L ? L->coefficient(J) : Int(0);
    if (K != 1 && K != -1)
      continue;
    const Term *Bound = Pool.sub(J, Pool.mul(Pool.constant(K), Pool.fromLinear(*L)));
    if (!isFixedIn(V.Loop, Bound) || !Pool.range(Bound).isWithin(Range::ofSigned(V.Width)))
      continue;
    const int Before = P.Loops[V.Loop].PreheaderScope;
    if (!(Up ? proveLe(Start, Bound, Before) : proveLe(Bound, Start, Before)).Proved)
      continue;
    auto Le = [&](const Term *A, const Term *B, int Scope) {
      if (auto F = addScaled(Pool.linear(A), Pool.linear(B), -1))
        addFact(*F, Scope, Premise::LoopVariable);
    };
    const Term *Last = Pool.sub(Bound, Step);
    Up ? Le(Start, J, 0) : Le(J, Start, 0);
    Up ? Le(J, Last, Body) : Le(Last, J, Body);
    Monotone[Variable] = ReachesBound[Variable] = true;
    return true;
  }
  return false;
}

void Prover::addLoopVariable(int Variable) {
  const LoopVariable &V = P.LoopVars[Variable];
  int Body = ContinueScope[V.Loop];
  if (Body == None)
    return;
  const Term *J = Pool.atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(Variable)));
  const Term *Start = canonical(V.Start), *Step = canonical(V.Step);
  bool Up = Pool.range(Step).isPositive();
  bool Down = negate(Pool.range(Step)).isPositive();
  if ((!Up && !Down) || endsByInequality(Variable, J, Start, Step))
    return;
  // Signed reading first; the unsigned one where the test compares unsigned.
  struct Reading {
    const Term *Value, *Start;
    Range Fits;
  };
  const Reading Readings[] = {
      {J, Start, Range::ofSigned(V.Width)},
      {Pool.uwrap(V.Width, J), Pool.uwrap(V.Width, Start), Range::ofUnsigned(V.Width)},
  };
  for (const Reading &R : Readings) {
    const Term *Next = Pool.add(R.Value, Step);
    Verdict Stays =
        Up ? proveLe(Next, Pool.constant(*R.Fits.Hi), Body) : proveLe(Pool.constant(*R.Fits.Lo), Next, Body);
    if (!Stays.Proved)
      continue;
    if (R.Value == J)
      Monotone[Variable] = true;
    auto Le = [&](const Term *A, const Term *B) {
      if (auto L = addScaled(Pool.linear(A), Pool.linear(B), -1))
        addFact(*L, 0, Premise::LoopVariable);
    };
    if (Up)
      Le(R.Start, R.Value);
    else
      Le(R.Value, R.Start);
    // j - start is a multiple of a constant step: j = start + s*q.
    if (R.Value == J && Step->isConst() && (Step->Value > 1 || Step->Value < -1)) {
      Int S = Step->Value < 0 ? -Step->Value : Step->Value;
      const Term *Offset = Pool.sub(J, Start);
      const Term *Q = Pool.floorDiv(Offset, Pool.constant(S));
      const Term *Exact = Pool.add(Start, Pool.mul(Pool.constant(S), Q));
      Le(J, Exact);
      Le(Exact, J);
      // The facts on j that are already known, seen through j = start + s*q, so
      // that tightening can use the step: 16*q - 16*m + 1 <= 0 is q < m.
      std::vector<uint32_t> OnJ;
      for (const auto &[Scope, Indices] : ByMonomial[J])
        OnJ.insert(OnJ.end(), Indices.begin(), Indices.end());
      std::sort(OnJ.begin(), OnJ.end()); // a deterministic order
      for (uint32_t I : OnJ) {
        if (Facts[I].From != Premise::Condition)
          continue;
        LinearForm Seen = Facts[I].L;
        Int C = Seen.coefficient(J);
        LinearForm Self;
        Self.Monomials.emplace_back(J, 1);
        auto Rest = addScaled(Seen, Self, -C);
        auto Full = Rest ? addScaled(*Rest, Pool.linear(Exact), C) : std::nullopt;
        if (Full)
          addFact(*Full, Facts[I].Scope, Premise::LoopVariable);
      }
    }
    return;
  }
}

/// A bound on the side that Variable walks to, made by the header's test from
/// values that do not change in the loop.
bool Prover::walksToFixedBound(int Variable) const {
  if (ReachesBound[Variable])
    return true;
  const int L = P.LoopVars[Variable].Loop;
  const Term *J = Pool.atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(Variable)));
  const bool Up = Pool.range(Pool.substitute(P.LoopVars[Variable].Step, Equalities)).isPositive();
  auto It = ByMonomial.find(J);
  if (It == ByMonomial.end())
    return false;
  auto Own = It->second.find(ContinueScope[L]);
  if (Own == It->second.end())
    return false;
  return std::any_of(Own->second.begin(), Own->second.end(), [&](uint32_t Index) {
    const Fact &F = Facts[Index];
    if (F.From != Premise::Condition || (F.L.coefficient(J) > 0) != Up)
      return false;
    return std::all_of(F.L.Monomials.begin(), F.L.Monomials.end(),
                       [&](const auto &M) { return M.first == J || isFixedIn(L, M.first); });
  });
}

void Prover::decideFinite() {
  for (size_t V = 0; V < P.LoopVars.size(); ++V) {
    const int I = P.LoopVars[V].Loop;
    const Loop &L = P.Loops[I];
    // Further ways out only end it sooner.
    if (!L.MayNotReturn && ContinueScope[I] != None && Monotone[V] && !Finite[I])
      Finite[I] = walksToFixedBound(static_cast<int>(V));
  }
  // Inner loops first: parents come before children in the list.
  for (size_t I = P.Loops.size(); I-- > 0;)
    for (int Parent = P.Loops[I].Parent; Parent != None && !Finite[I]; Parent = P.Loops[Parent].Parent) {
      Finite[Parent] = false;
      InnerFinite[Parent] = false;
    }
}
