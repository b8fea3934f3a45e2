//===- proof/Search.h - the search for a combination of facts --------------===//
#ifndef TILECHECKS_PROOF_SEARCH_H
#define TILECHECKS_PROOF_SEARCH_H

#include "proof/Prover.h"

namespace tilechecks {

/// One query. Budgets are per query: exhausting one is "don't know".
struct Prover::Search {
  Prover &Of;
  int Scope;
  std::vector<Fact> Given; ///< further facts, valid here
  unsigned StepsLeft = 0, DepthLimit = 0;

  static constexpr unsigned MaxDepth = 7, MaxSteps = 600, ShallowDepth = 3, ShallowSteps = 200;

  /// L <= 0? Short combinations first: most proofs are, and a wrong turn near the
  /// start would use up the steps.
  bool holds(const LinearForm &L, PremiseSet &Used);

private:
  bool holds(const LinearForm &L, unsigned Depth, PremiseSet &Used);
  bool byRange(const LinearForm &L, PremiseSet &Used);
  bool byFacts(const LinearForm &L, unsigned Depth, PremiseSet &Used);
  bool byProductFacts(const LinearForm &L, unsigned Depth, PremiseSet &Used);
  bool isNotNegative(const Term *T, PremiseSet &Used);
  bool byCases(const LinearForm &L, unsigned Depth, PremiseSet &Used);
  bool withFact(const LinearForm &L, const Term *M, Int C, const LinearForm &F, Premise From, unsigned Depth,
                PremiseSet &Used);
  template <class Visit> bool forFactsOn(const Term *M, bool Upper, Visit Use);
};

} // namespace tilechecks

#endif // TILECHECKS_PROOF_SEARCH_H
