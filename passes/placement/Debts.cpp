//===- placement/Debts.cpp - flags that may stay -----------------------------===//
//
// Proofs are about arithmetic that wraps around; code with nsw and nuw says that
// it does not. Where a flagged sum in the cone of an index or of a condition
// might wrap, an optimiser that believes the flag may delete the very condition
// that a proof stands on:
//
//   int i = a + b;  int j = i < 0 ? 0 : i;  x(j)
//
// (a = b = 2^30: i is negative as it wraps, j = 0; with nsw the clamp goes.) So a
// body keeps its flags only if each is shown to hold in flag-free arithmetic:
// within the facts at its place, or for all threads and iterations because of
// the launch checks that the plan has anyway:
//
//   for (int i = n - 1; i >= 0; --i) x(i)          n > INT_MIN and n <= extent
//
// Why it is sound: every flagged instruction then computes what its flag-free
// form computes, so the two forms of the code are one function.
//
// A wrap that harms nothing is no reason to refuse a launch: where a debt would
// need a check of its own, the flags go instead (FlagsKept is false).
//
// Cost: two queries a debt; at most MaxDebts debts.
//
//===----------------------------------------------------------------------===//
#include "placement/Debts.h"
#include "placement/Quantify.h"

#include <algorithm>

using namespace tilechecks;

static constexpr size_t MaxDebts = 4096;

static bool isPaid(const Debt &D, const Problem &P, Prover &Facts, const std::vector<const Pred *> &Checked) {
  if (!D.Exact)
    return false;
  TermPool &Pool = *P.Pool;
  PremiseSet Used = 0;
  const Term *Exact = Facts.normalise(D.Exact, D.Scope, Used);
  if (Facts.proveLe(Pool.constant(D.Low), Exact, D.Scope).Proved && Facts.proveLe(Exact, Pool.constant(D.High), D.Scope).Proved)
    return true;
  // As a goal: 0 <= Exact - Low < High - Low + 1.
  Context C;
  C.Index = Pool.addConst(D.Exact, -D.Low);
  C.Extent = Pool.constant(D.High - D.Low + 1);
  C.Scope = D.Scope;
  C.Loop = D.Loop;
  Quantified Q = quantify(P, Facts, C, None, Checked);
  return Q.Ok && std::all_of(Q.Conditions.begin(), Q.Conditions.end(), [&](const Pred *Condition) {
           return std::find(Checked.begin(), Checked.end(), Condition) != Checked.end() ||
                  isEntailed(Facts, Checked, {}, Condition, 0);
         });
}

int tilechecks::firstUnpaid(const Plan &Decided, Prover &Facts) {
  const Problem &P = *Decided.Of;
  std::vector<const Pred *> Checked;
  for (const LaunchCheck &L : Decided.LaunchChecks)
    if (L.Exact && L.Kind != Origin::Assumption)
      Checked.push_back(L.Condition);
  for (size_t I = 0; I < P.Debts.size(); ++I)
    if (I >= MaxDebts || !isPaid(P.Debts[I], P, Facts, Checked))
      return static_cast<int>(I);
  return None;
}
