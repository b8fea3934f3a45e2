//===- plugin/Remarks.h - decisions as LLVM remarks -----------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLUGIN_REMARKS_H
#define TILECHECKS_PLUGIN_REMARKS_H

namespace tilechecks::plugin {

struct PlannedKernel;

/// For -Rpass=tilechecks (discharged, launch), -Rpass-analysis= (hoisted),
/// -Rpass-missed= (in place) and -fsave-optimization-record. Needs the analysis
/// clone, whose markers know the debug locations.
void emitRemarks(const PlannedKernel &K);

} // namespace tilechecks::plugin

#endif // TILECHECKS_PLUGIN_REMARKS_H
