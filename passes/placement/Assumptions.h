//===- placement/Assumptions.h - what the assumed body may believe ---------===//
#ifndef TILECHECKS_PLACEMENT_ASSUMPTIONS_H
#define TILECHECKS_PLACEMENT_ASSUMPTIONS_H

#include "core/Plan.h"
#include "core/Question.h"

namespace tilechecks {

struct Answered {
  std::vector<Answer> Answers; ///< one a question
  /// Of origin Assumption; every answer may rely on all of them, and on the
  /// plan's own launch checks. Without any of them something is unknown.
  std::vector<LaunchCheck> Assumptions;
};

/// Conditions: those are to be decided, too, not only what arithmetic does.
Answered answer(const Plan &ThePlan, const std::vector<Question> &Questions, bool Conditions);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_ASSUMPTIONS_H
