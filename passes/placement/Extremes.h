//===- placement/Extremes.h - extreme value of a term over a box -----------===//
#ifndef TILECHECKS_PLACEMENT_EXTREMES_H
#define TILECHECKS_PLACEMENT_EXTREMES_H

#include "placement/Domain.h"

#include <functional>
#include <map>

namespace tilechecks {

/// Values of T at the corners of the variables' domains where it can be least
/// (greatest): one, or a few where the sign of a coefficient is known only at
/// launch. No value of T exceeds all of them.
struct Extremes {
  bool Ok = false;
  Reason Why = Reason::None;
  /// Every corner is attained, so the extreme over them is exact.
  bool Attained = true;
  std::vector<const Term *> Values;
  /// For each value, the end of every variable it was taken at: true for High.
  /// A variable that does not matter is absent.
  std::vector<std::map<const Term *, bool>> Ends;
};

/// Sign of a fixed term wherever the access happens: 1 for >= 0, -1 for <= 0, 0 for not known.
using SignOracle = std::function<int(const Term *)>;

/// Variables may depend on each other: a bound of one may mention others, without
/// a cycle.
Extremes extremesOf(TermPool &Pool, const Level &At, const Term *T, bool Greatest,
                    const std::vector<Variable> &Variables, const SignOracle &SignOf);

/// Largest change of T for one step of any variable is at most Limit, and T
/// is monotone in each.
bool stepsAtMost(TermPool &Pool, const Term *T, const std::vector<Variable> &Variables, Int Limit);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_EXTREMES_H
