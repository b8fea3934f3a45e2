//===- BoundaryPrint.h - boundaries as a table and as JSON ------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_REPORTTOOL_BOUNDARYPRINT_H
#define TILECHECKS_REPORTTOOL_BOUNDARYPRINT_H

#include "Boundary.h"

namespace tilechecks::report_tool {

/// A kernel of the sidecar and what was found for it.
using KernelAndBoundary =
    std::pair<const sidecar::Kernel *, const KernelBoundary *>;

std::string boundaryText(const std::vector<KernelAndBoundary> &Kernels);
/// docs/interfaces.md, section 7.
std::string boundaryJson(const sidecar::Document &D,
                         const std::vector<KernelAndBoundary> &Kernels);

} // namespace tilechecks::report_tool

#endif // TILECHECKS_REPORTTOOL_BOUNDARYPRINT_H
