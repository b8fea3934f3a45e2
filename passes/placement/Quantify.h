//===- placement/Quantify.h - a goal over all threads and iterations -------===//
//
// From "the access happens for some threads and iterations" to one condition
// that can be evaluated earlier: at the launch, or before a loop.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLACEMENT_QUANTIFY_H
#define TILECHECKS_PLACEMENT_QUANTIFY_H

#include "proof/Prover.h"

namespace tilechecks {

struct Quantified {
  bool Ok = false;
  /// Why it is not Ok, or not Exact.
  Reason Why = Reason::None;
  /// Fails only when some thread commits a violation (design 4.3).
  bool Exact = true;
  /// Exact only because an exact check of another goal refuses the launch otherwise.
  bool BesideOthers = false;
  /// What must hold, each with its own guard (`n > 0 implies ...`); empty:
  /// proven for all values.
  std::vector<const Pred *> Conditions;
  /// Index and extent at the upper extreme, for the failure report.
  const Term *Index = nullptr, *Extent = nullptr;
};

/// The goal pair of context C, quantified over everything that is not fixed
/// before loop Before (None: at the launch). Sound whenever Ok; conditions that
/// cannot be expressed are dropped, which clears Exact and sets Why. Refused:
/// exact launch checks of other goals; a condition that they entail is exact.
Quantified quantify(const Problem &P, Prover &Facts, const Context &C, int Before,
                    const std::vector<const Pred *> &Refused);

/// Checks together say that Condition holds where Guard does.
bool isEntailed(Prover &Facts, const std::vector<const Pred *> &Checks, std::vector<const Pred *> Guard,
                const Pred *Condition, int Scope);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_QUANTIFY_H
