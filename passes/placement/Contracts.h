//===- placement/Contracts.h - what every launch of a kernel must satisfy --===//
#ifndef TILECHECKS_PLACEMENT_CONTRACTS_H
#define TILECHECKS_PLACEMENT_CONTRACTS_H

#include "placement/Placement.h"

namespace tilechecks {

/// Launch checks of origin `contract` that proofs and address arithmetic rely
/// on: extents are not negative; and the reach of every tensor parameter, the
/// largest offset of an element, fits its index type, in which the header
/// computes offsets (a tensor of 65536 x 65536 floats with `int` indices has
/// offsets past 2^31 although both indices are in range).
std::vector<LaunchCheck> contractsOf(const Problem &P);

/// Launch checks of origin `assumption`: the two tensor parameters of each pair
/// share no byte. Nothing for a pair whose read one is not a tensor of const
/// elements, or where the bytes of one are not known from its type (an element
/// type other than a fundamental one, strides).
std::vector<LaunchCheck> assumptionsOf(const Problem &P, const std::vector<ReadAndWritten> &Pairs);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_CONTRACTS_H
