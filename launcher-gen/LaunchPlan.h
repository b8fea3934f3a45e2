//===- LaunchPlan.h - the launch checks of a kernel, in order ---*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks of the sidecar and those that follow from the types of the
// parameters, parsed, named and put in the order of their evaluation. What the
// emitter prints; no C++ text is made here.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_LAUNCHPLAN_H
#define TILECHECKS_LAUNCHERGEN_LAUNCHPLAN_H

#include "sidecar/Sidecar.h"

#include "tilechecks/launch/order.hpp"

#include <string>
#include <variant>
#include <vector>

namespace tilechecks::launchergen {

struct PlannedCheck {
  sidecar::LaunchCheck Source;
  std::string Why; ///< The author's reason, for a precondition.
  tc::rt::stage Stage;
  tc::rt::node Predicate;
  std::vector<tc::rt::node> Atoms; ///< In the order of the text.
};

struct LaunchPlan {
  /// Sorted by stage; within a stage those of the types first, then as the
  /// sidecar has them.
  std::vector<PlannedCheck> Checks;
  /// The atoms of all of them, each once.
  std::vector<tc::rt::node> Atoms;
};

std::variant<LaunchPlan, sidecar::Error> planLaunch(const sidecar::Kernel &K);

/// How messages call \p Atom.
std::string nameAtom(const sidecar::Kernel &K, const tc::rt::node &Atom);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_LAUNCHPLAN_H
