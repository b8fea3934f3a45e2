//===- Boundary.h - where a launch check begins to refuse -------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each launch check the smallest launch that it alone refuses, and the
// accepted launches beside that one. What is found is what a test wants: the
// refused launch of an exact check must do wrong, the accepted ones must not.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_REPORTTOOL_BOUNDARY_H
#define TILECHECKS_REPORTTOOL_BOUNDARY_H

#include "LaunchSpace.h"

namespace tilechecks::report_tool {

struct BoundaryOptions {
  /// Launches looked at for a check, and once more if that was not enough.
  size_t Budget = 20000;
  /// Where the boundary is looked for: near the launch whose values are N, N+1,
  /// N+2, ... in order; 0: near the smallest launch.
  std::vector<long long> Around = {0};
};

/// A launch that is accepted, beside one that is refused.
struct Neighbour {
  Launch At;
  std::vector<size_t> Moved; ///< The variables whose values differ.
  /// Where one value was moved by more than a step: the launch one step before,
  /// if the check alone still refuses that. Empty otherwise.
  Launch LastRefused;
};

struct BoundaryPoint {
  long long Around = 0;
  Launch Refused;
  Int Size = 0;           ///< The distance from the centre of the search.
  bool IsNearest = false; ///< No refused launch is nearer: all were looked at.
  std::vector<std::string> With; ///< What else refuses: ids, or texts.
  std::vector<Neighbour> Accepted;
};

struct CheckBoundary {
  size_t Check = 0; ///< Position in the kernel's launch checks.
  std::vector<BoundaryPoint> Points;
};

struct KernelBoundary {
  std::unique_ptr<LaunchSpace> Space;
  std::vector<CheckBoundary> Checks;
};

std::variant<KernelBoundary, sidecar::Error>
findBoundary(const sidecar::Kernel &K, const BoundaryOptions &Options);

} // namespace tilechecks::report_tool

#endif // TILECHECKS_REPORTTOOL_BOUNDARY_H
