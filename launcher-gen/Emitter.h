//===- Emitter.h - the generated launch header ------------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One header a module: per kernel `check_<kernel>`, which evaluates every
// launch check and launches nothing, and `launch_<kernel>`, which does both.
// The same sidecar, cubin and options give the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_EMITTER_H
#define TILECHECKS_LAUNCHERGEN_EMITTER_H

#include "sidecar/Sidecar.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace tilechecks::launchergen {

struct EmitOptions {
  /// The cubin to load at run time; unused if Embedded is not empty.
  std::string CubinPath;
  /// The bytes of the cubin, to stand in the header.
  std::string Embedded;
  /// Headers of the user, in order, for the types that UserTypes names.
  std::vector<std::string> Includes;
  std::map<std::string, std::string> UserTypes;
};

/// The text of the header. An error for what could not be checked at launch: a
/// predicate that does not parse, one that speaks of a thread, a loop or bytes
/// outside a parameter, a tensor type that is not known.
/// \p Documents describe one module, each for another target, and every offset
/// in them is known. With several, the set of checks that counts is that of the
/// image that the driver loaded.
std::variant<std::string, sidecar::Error>
emitHeader(const std::vector<const sidecar::Document *> &Documents,
           const EmitOptions &O);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_EMITTER_H
