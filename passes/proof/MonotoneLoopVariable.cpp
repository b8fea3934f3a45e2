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
// Our own rule, not ScalarEvolution's: without flags that knows a trip count
// for steps of one only. Cost: two queries a variable.
//
//===----------------------------------------------------------------------===//
#include "proof/Prover.h"

using namespace tilechecks;

void Prover::addLoopVariable(int Variable) {
  const LoopVariable &V = P.LoopVars[Variable];
  int Body = ContinueScope[V.Loop];
  if (Body == None)
    return;
  const Term *J = Pool.atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(Variable)));
  const Term *Start = canonical(V.Start), *Step = canonical(V.Step);
  bool Up = Pool.range(Step).isPositive();
  bool Down = negate(Pool.range(Step)).isPositive();
  if (!Up && !Down)
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
      for (size_t I = 0, E = Facts.size(); I < E; ++I) {
        if (Facts[I].L.coefficient(J) == 0 || Facts[I].From != Premise::Condition)
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

void Prover::decideFinite() {
  // Inner loops first: parents come before children in the list.
  for (size_t I = P.Loops.size(); I-- > 0;) {
    const Loop &L = P.Loops[I];
    bool Ends = L.SoleHeaderExit && !L.MayNotReturn && ContinueScope[I] != None;
    bool Walks = false;
    for (size_t V = 0; V < P.LoopVars.size() && Ends && !Walks; ++V) {
      if (P.LoopVars[V].Loop != static_cast<int>(I) || !Monotone[V])
        continue;
      // A bound on the right side that does not move: the test says so.
      const Term *J = Pool.atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(V)));
      bool Up = Pool.range(canonical(P.LoopVars[V].Step)).isPositive();
      auto It = ByMonomial.find(J);
      if (It == ByMonomial.end())
        continue;
      for (uint32_t F : It->second) {
        if (Facts[F].Scope != ContinueScope[I] || Facts[F].From != Premise::Condition)
          continue;
        if ((Facts[F].L.coefficient(J) > 0) != Up)
          continue;
        bool Fixed = true;
        for (const auto &[M, C] : Facts[F].L.Monomials)
          if (M != J)
            forEachAtom(M, [&](const Term *A) {
              int Of = A->A.Kind == AtomKind::LoopVar  ? P.LoopVars[A->A.A].Loop
                       : A->A.Kind == AtomKind::Opaque ? P.Opaques[A->A.A].Loop
                                                       : None;
              Fixed &= Of == None || !isWithin(P, Of, static_cast<int>(I));
            });
        Walks |= Fixed;
      }
    }
    Finite[I] = Ends && Walks;
  }
  for (size_t I = P.Loops.size(); I-- > 0;)
    for (int Parent = P.Loops[I].Parent; Parent != None && !Finite[I]; Parent = P.Loops[Parent].Parent)
      Finite[Parent] = false;
}
