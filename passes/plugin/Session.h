//===- plugin/Session.h - analysis and placement of a module --------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLUGIN_SESSION_H
#define TILECHECKS_PLUGIN_SESSION_H

#include "core/Plan.h"
#include "emission/Assumed.h"
#include "front/Front.h"
#include "plugin/Options.h"

namespace tilechecks::plugin {

struct PlannedKernel {
  front::KernelClone Clone;
  Plan Decided;
  emission::TensorAccesses Accesses; ///< if the assumed body was asked for
  std::vector<Answer> Answers;       ///< one a question of the clone
  std::vector<Multiple> Multiples;   ///< that the assumed body may rely on
  std::vector<SureViolation> Violations;
  double Milliseconds = 0;
};

struct Session {
  std::vector<PlannedKernel> Kernels;
  std::vector<front::FrontError> Errors;

  Session(llvm::Module &M, llvm::ModuleAnalysisManager &MAM, const Options &O);
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  /// Erases the analysis clones.
  ~Session();
};

} // namespace tilechecks::plugin

#endif // TILECHECKS_PLUGIN_SESSION_H
