//===- Targets.h - the functions of a header, for its targets ---*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the texts of the kernels together. One target: its functions stand as
// they are. Several: each target has a namespace with its descriptions and its
// check functions, and the functions that the user calls let the image that is
// loaded choose among them.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_TARGETS_H
#define TILECHECKS_LAUNCHERGEN_TARGETS_H

#include "sidecar/Sidecar.h"

#include <string>
#include <variant>
#include <vector>

namespace tilechecks::launchergen {

/// The C++ of one kernel for one target.
struct KernelText {
  std::string Name;      ///< Of the functions, behind `launch_`.
  std::string Namespace; ///< Of the kernel; may be empty.
  std::string Description, Documentation;
  std::string CheckFunction, LaunchFunction;
  std::string CheckSignature, LaunchSignature; ///< Up to the open brace.
  std::string Arguments;                       ///< Of a call, behind `config`.
  std::string Addresses; ///< The statements that define `arguments`.
};

struct TargetText {
  std::string Target; ///< "sm_100a".
  std::string Space;  ///< The same as a namespace.
  std::vector<KernelText> Kernels;
};

struct HeaderParts {
  std::string Descriptions, Functions;
};

std::variant<HeaderParts, sidecar::Error> printTarget(const TargetText &T);

/// An error if a kernel has other parameters on one target than on another.
/// \p Data is the namespace that Descriptions will stand in.
std::variant<HeaderParts, sidecar::Error>
printTargets(const std::vector<TargetText> &Targets, const std::string &Data);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_TARGETS_H
