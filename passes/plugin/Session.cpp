//===- plugin/Session.cpp - analysis and placement of a module ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Session.h"

#include "placement/Alignment.h"
#include "placement/Assumptions.h"
#include "placement/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include <ctime>

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::plugin;

/// Of this process' CPU time, so that a busy machine does not count.
static double millisecondsSince(std::clock_t Start) {
  return 1000.0 * double(std::clock() - Start) / CLOCKS_PER_SEC;
}

/// Each tensor whose loads may be marked with each that is written.
static std::vector<ReadAndWritten>
pairsOf(const emission::TensorAccesses &Found) {
  std::set<int> Read;
  for (const auto &Load : Found.Loads)
    if (!Found.Written.count(Load.Param))
      Read.insert(Load.Param);
  std::vector<ReadAndWritten> Pairs;
  for (int R : Read)
    for (int W : Found.Written)
      Pairs.push_back({R, W});
  return Pairs;
}

/// For the text of the assumptions.
static void namePointer(Problem &P, int Param) {
  const Atom Pointer = Atom::param(unsigned(Param), 0, 64);
  const std::string &Name = P.Params[size_t(Param)].Name;
  if (!Name.empty() &&
      none_of(P.Atoms, [&](const AtomName &N) { return N.A == Pointer; }))
    P.Atoms.push_back({Pointer, Name + ".data()", AtomRole::Field, Param, None});
}

static void namePointers(Problem &P, const Pred *Condition) {
  forEachAtom(Condition, [&](const Term *T) {
    if (T->A == Atom::param(T->A.A, 0, 64))
      namePointer(P, int(T->A.A));
  });
}

Session::Session(Module &M, ModuleAnalysisManager &MAM, const Options &O) {
  const std::clock_t Start = std::clock();
  front::setMarkerAttributes(M);
  front::FrontResult Front = front::analyse(M, MAM, O.wantsBody("assumed"));
  Errors = std::move(Front.Errors);
  // The analysis is one walk over all kernels: each bears an equal part.
  const double Share =
      Front.Kernels.empty() ? 0
                            : millisecondsSince(Start) / double(Front.Kernels.size());
  for (front::KernelClone &Clone : Front.Kernels) {
    const std::clock_t KernelStart = std::clock();
    PlannedKernel K;
    PlacementOptions Placement;
    Placement.MergeChecks = true;
    Placement.SufficientLaunch =
        O.Sufficient == "launch" || Clone.P->Attrs.SufficientLaunch;
    if (O.wantsBody("assumed"))
      K.Accesses = emission::findTensorAccesses(Clone);
    Placement.Apart = pairsOf(K.Accesses);
    for (const ReadAndWritten &Pair : Placement.Apart) {
      namePointer(*Clone.P, Pair.Read);
      namePointer(*Clone.P, Pair.Written);
    }
    PlacementResult Result = place(Clone.P, Placement);
    K.Clone = std::move(Clone);
    K.Decided = std::move(Result.Decided);
    if (O.wantsBody("assumed")) {
      Answered A = answer(K.Decided, K.Clone.Questions,
                          emission::wantsConditions(K.Clone));
      K.Answers = std::move(A.Answers);
      for (LaunchCheck &L : A.Assumptions)
        K.Decided.LaunchChecks.push_back(std::move(L));
      Alignment Aligned = alignmentOf(K.Decided);
      K.Multiples = std::move(Aligned.Multiples);
      for (LaunchCheck &L : Aligned.Assumptions) {
        namePointers(*K.Clone.P, L.Condition);
        K.Decided.LaunchChecks.push_back(std::move(L));
      }
    }
    K.Violations = std::move(Result.Violations);
    K.Milliseconds = Share + millisecondsSince(KernelStart);
    Kernels.push_back(std::move(K));
  }
}

Session::~Session() {
  for (PlannedKernel &K : Kernels)
    front::erase(K.Clone);
}
