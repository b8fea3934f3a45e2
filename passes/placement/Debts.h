#ifndef TILECHECKS_PLACEMENT_DEBTS_H
#define TILECHECKS_PLACEMENT_DEBTS_H

#include "core/Plan.h"
#include "proof/Prover.h"

namespace tilechecks {

/// The first debt of the problem that neither a proof nor a launch check of the
/// plan pays, None if all are paid: then the code may keep its no-wrap flags.
int firstUnpaid(const Plan &Decided, Prover &Facts);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_DEBTS_H
