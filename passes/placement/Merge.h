//===- placement/Merge.h - launch checks that others decide ----------------===//
#ifndef TILECHECKS_PLACEMENT_MERGE_H
#define TILECHECKS_PLACEMENT_MERGE_H

#include "proof/Prover.h"

namespace tilechecks {

/// Takes out the derived launch checks that the remaining ones entail; what they
/// covered is listed at those.
void mergeEntailed(Plan &Decided, Prover &Facts);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_MERGE_H
