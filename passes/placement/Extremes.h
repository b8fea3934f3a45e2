//===- placement/Extremes.h - extreme value of a term over a box -----------===//
#ifndef TILECHECKS_PLACEMENT_EXTREMES_H
#define TILECHECKS_PLACEMENT_EXTREMES_H

#include "placement/Domain.h"

namespace tilechecks {

/// Values of T at the corners of the variables' box where it can be least
/// (greatest): one, or a few where the sign of a coefficient is known only at
/// launch. Every corner is attained, so the extreme over them is exact, unless
/// Attained is false.
struct Extremes {
  bool Ok = false;
  Reason Why = Reason::None;
  bool Attained = true;
  std::vector<const Term *> Values;
};

/// Sign of a fixed term wherever the access happens: 1 for >= 0, -1 for <= 0, 0 for not known.
using SignOracle = std::function<int(const Term *)>;

Extremes extremesOf(TermPool &Pool, const Level &At, const Term *T, bool Greatest,
                    const std::vector<Variable> &Variables, const SignOracle &SignOf);

/// Largest change of T for one step of any variable is at most Limit, and T
/// is monotone in each.
bool stepsAtMost(TermPool &Pool, const Term *T, const std::vector<Variable> &Variables, Int Limit);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_EXTREMES_H
