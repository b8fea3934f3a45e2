//===- plugin/Session.cpp - analysis and placement of a module ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Session.h"

#include "placement/Placement.h"

#include "llvm/IR/Module.h"

#include <ctime>

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::plugin;

/// Of this process' CPU time, so that a busy machine does not count.
static double millisecondsSince(std::clock_t Start) {
  return 1000.0 * double(std::clock() - Start) / CLOCKS_PER_SEC;
}

Session::Session(Module &M, ModuleAnalysisManager &MAM, const Options &O) {
  const std::clock_t Start = std::clock();
  front::setMarkerAttributes(M);
  front::FrontResult Front = front::analyse(M, MAM);
  Errors = std::move(Front.Errors);
  // The analysis is one walk over all kernels: each bears an equal part.
  const double Share =
      Front.Kernels.empty() ? 0
                            : millisecondsSince(Start) / double(Front.Kernels.size());
  for (front::KernelClone &Clone : Front.Kernels) {
    const std::clock_t KernelStart = std::clock();
    PlannedKernel K;
    PlacementOptions Placement;
    Placement.SufficientLaunch =
        O.Sufficient == "launch" || Clone.P->Attrs.SufficientLaunch;
    PlacementResult Result = place(Clone.P, Placement);
    K.Clone = std::move(Clone);
    K.Decided = std::move(Result.Decided);
    K.Violations = std::move(Result.Violations);
    K.Milliseconds = Share + millisecondsSince(KernelStart);
    Kernels.push_back(std::move(K));
  }
}

Session::~Session() {
  for (PlannedKernel &K : Kernels)
    front::erase(K.Clone);
}
