//===- proof/DeclaredCases.cpp - declarations with an `or` in them ----------===//
//
// A goal that follows in each case of a declared disjunction holds. An implication
// is one: the premise fails, or the conclusion holds.
//
//   declared  n > 0 implies n <= e       cases: n <= 0, n <= e
//   goal      n <= e                     in the first by e >= 0, in the second at once
//
// Why it is sound: the launcher has verified the disjunction, so one of its cases
// holds in every launch, and the goal was shown in each, there by the cases of a
// later disjunction where it must be. A case that the premises at hand exclude needs
// no proof.
//
// When it does not apply:
//   * one case is not enough: declared n <= 0 or n <= e, goal n >= 0: n = -1 is
//     allowed by both;
//   * a case that is not excluded counts: under n >= 0, n <= 0 still allows n = 0;
//   * what is shown under one case of a disjunction says nothing of the others:
//     n <= e or m > 0, and n <= e or m < 0, give n <= e; with m <= 0 in place of
//     m > 0 they do not: m = -1.
//
// Cost: two queries a case; at most 8 disjunctions of at most 8 cases, two of them
// together, MaxQueries in all; and only after the search without them has failed.
// Alone: build/bin/unit/ProofTests --gtest_filter='DeclaredCases*'
//
//===----------------------------------------------------------------------===//
#include "proof/Prover.h"

#include <algorithm>
#include <functional>

using namespace tilechecks;

void Prover::noteCases(const Pred *C) {
  constexpr size_t MaxDisjunctions = 8, MaxCases = 8;
  C = canonical(C);
  if (C->Kind == PredKind::And)
    for (const Pred *Q : C->Preds)
      noteCases(Q);
  std::vector<const Pred *> Cases;
  std::function<void(const Pred *)> Split = [&](const Pred *Q) {
    if (Q->Kind == PredKind::Implies) {
      Split(negated(Q->Preds[0]));
      Split(Q->Preds[1]);
    } else if (Q->Kind == PredKind::Or) {
      for (const Pred *Part : Q->Preds)
        Split(Part);
    } else {
      Cases.push_back(Q);
    }
  };
  if (C->Kind == PredKind::Or || C->Kind == PredKind::Implies)
    Split(C);
  if (!Cases.empty() && Cases.size() <= MaxCases && DeclaredCases.size() < MaxDisjunctions)
    DeclaredCases.push_back(std::move(Cases));
}

Verdict Prover::byDeclaredCases(const std::vector<const Pred *> &Given, const Pred *Goal, int Scope) {
  constexpr unsigned MaxQueries = 64, MaxTogether = 2;
  unsigned QueriesLeft = MaxQueries;
  // One alone first: with all cases of an earlier one it would cost as many times.
  for (unsigned Together = 1; Together <= MaxTogether; ++Together)
    if (Verdict V = byDeclaredCases(Given, Goal, Scope, 0, Together, QueriesLeft); V.Proved)
      return V;
  return {};
}

Verdict Prover::byDeclaredCases(const std::vector<const Pred *> &Given, const Pred *Goal, int Scope, size_t First,
                                unsigned Together, unsigned &QueriesLeft) {
  auto IsComparison = [](const Pred *C) {
    return C->Kind == PredKind::Le || C->Kind == PredKind::Lt || C->Kind == PredKind::Eq;
  };
  auto Ask = [&](const std::vector<const Pred *> &Premises, const Pred *C) {
    if (QueriesLeft == 0)
      return Verdict{};
    --QueriesLeft;
    return byCombination(Premises, C, Scope);
  };
  for (size_t I = First; I < DeclaredCases.size(); ++I) {
    Verdict All;
    All.Used = static_cast<PremiseSet>(Premise::Precondition);
    All.Proved = std::all_of(DeclaredCases[I].begin(), DeclaredCases[I].end(), [&](const Pred *Case) {
      Case = canonical(Case);
      const Pred *Otherwise = negated(Case);
      Verdict V;
      if (IsComparison(Otherwise))
        V = Ask(Given, Otherwise);
      if (!V.Proved) {
        std::vector<const Pred *> Here = Given;
        Here.push_back(Case);
        V = Ask(Here, Goal);
        if (!V.Proved && Together > 1)
          V = byDeclaredCases(Here, Goal, Scope, I + 1, Together - 1, QueriesLeft);
      }
      All.Used |= V.Used;
      return V.Proved;
    });
    if (All.Proved)
      return All;
  }
  return {};
}
