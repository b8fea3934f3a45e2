//===- placement/Versions.h - loops of which an unchecked copy may run -----===//
//
// Rule VersionedLoop. A condition before a loop that is sufficient, but may
// fail although no iteration is out of bounds, cannot stop the kernel. It can
// choose:
//
//   for (j < n) if (m(j)) x(j)
// =>
//   if (n <= extent(x,0)) for (j < n) if (m(j)) x(j), unchecked
//   else                  for (j < n) if (m(j)) x(j), checked at its access
//
// Why it is sound. The unchecked copy runs only where the condition holds, and
// then no access of any iteration is out of bounds; the other copy is the loop
// as it was. Nothing runs earlier than before and nothing stops earlier, so
// neither early exits nor possibly endless loops matter.
//
// When it is not. Threads that take different copies execute different
// instructions, so a barrier in the loop would wait for threads that stand at
// another one: block of 2, len = {1, 9}, extent 4: thread 0 in the unchecked
// copy, thread 1 in the checked. So a loop with an operation that threads
// execute together is versioned only on a condition that is the same for the
// whole block: launch-known values and block indices.
//
// Cost: the code of one loop twice. Hence one version an outermost loop, and
// none of a loop of more than MaxVersionSize instructions.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLACEMENT_VERSIONS_H
#define TILECHECKS_PLACEMENT_VERSIONS_H

#include "placement/Quantify.h"

#include <map>

namespace tilechecks {

/// Instructions of the analysis clone, before anything is simplified or unrolled:
/// the walk of a tiled matrix product over its tiles has 170.
inline constexpr int MaxVersionSize = 1000;

/// A context whose conditions before Loop are sufficient.
struct VersionCandidate {
  int Context = None;
  int Loop = None;
  Quantified Before;
};

/// The same for all threads of a block.
bool isBlockUniform(const std::vector<const Pred *> &Conditions);

struct VersionChoice {
  std::map<int, VersionCandidate> Chosen; ///< by context
  std::map<int, Reason> Obstacles;        ///< of the contexts not chosen
};

/// In each nest the loop that covers most contexts, of several the outermost.
/// Candidates by context, outermost loop first.
VersionChoice chooseVersions(const Problem &P, const std::map<int, std::vector<VersionCandidate>> &Candidates);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_VERSIONS_H
