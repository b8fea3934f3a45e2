//===- placement/Alignment.h - tensors whose elements move together --------===//
#ifndef TILECHECKS_PLACEMENT_ALIGNMENT_H
#define TILECHECKS_PLACEMENT_ALIGNMENT_H

#include "core/Plan.h"
#include "core/Question.h"

namespace tilechecks {

struct Alignment {
  /// Of origin Assumption: where a tensor's memory begins, and what its
  /// contiguous extent is a multiple of. What the plan's launch checks say
  /// already is not assumed again.
  std::vector<LaunchCheck> Assumptions;
  /// What then holds, assumed or not.
  std::vector<Multiple> Multiples;
};

/// What would let several elements that a thread accesses be one load or store.
Alignment alignmentOf(const Plan &ThePlan);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_ALIGNMENT_H
