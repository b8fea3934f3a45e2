//===- placement/Placement.h - where each check goes -----------------------===//
//
// Pure: a Problem in, a Plan out; no LLVM. Preference for each goal pair:
// discharged, exact launch check, hoisted, versioned, in place; a sufficient
// launch check only on request, then it replaces the last three.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLACEMENT_PLACEMENT_H
#define TILECHECKS_PLACEMENT_PLACEMENT_H

#include "core/Plan.h"

namespace tilechecks {

/// Indices of two tensor parameters.
struct ReadAndWritten {
  int Read = None, Written = None;
};

struct PlacementOptions {
  bool SufficientLaunch = false;
  /// Launch checks that others entail go (placement/Merge.cpp).
  bool MergeChecks = false;
  /// The assumed body wants to believe that these share no memory.
  std::vector<ReadAndWritten> Apart;
};

struct PlacementResult {
  Plan Decided;
  std::vector<SureViolation> Violations;
};

PlacementResult place(std::shared_ptr<const Problem> P, const PlacementOptions &Options);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_PLACEMENT_H
