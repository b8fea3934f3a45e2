//===- plugin/Remarks.cpp - decisions as LLVM remarks ---------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Remarks.h"

#include "plugin/Session.h"
#include "report/Report.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::plugin;

static constexpr char PassName[] = "tilechecks";

/// The user's line in the chain of inlined calls, if there is debug info.
static DebugLoc locationOf(const CallInst *Marker, int Line) {
  if (!Marker)
    return {};
  for (DILocation *L = Marker->getDebugLoc().get(); L; L = L->getInlinedAt())
    if (int(L->getLine()) == Line)
      return DebugLoc(L);
  return Marker->getDebugLoc();
}

template <class Remark>
static void emit(const report::Message &M, const std::string &Text,
                 const DebugLoc &Where, const Function &Kernel) {
  Remark R(PassName, M.Remark, DiagnosticLocation(Where),
           &Kernel.getEntryBlock());
  R << Text;
  Kernel.getContext().diagnose(R);
}

void plugin::emitRemarks(const PlannedKernel &K) {
  const Problem &P = *K.Decided.Of;
  const Function &Kernel = *K.Clone.Kernel;
  for (const report::Message &M : report::messages(K.Decided)) {
    const Site &S =
        P.Sites[size_t(P.Contexts[size_t(M.Context)].Site)];
    DebugLoc Where =
        locationOf(K.Clone.Markers[size_t(M.Context)], S.Where.Line);
    // Without debug info the compiler can only name the kernel.
    const std::string Text = Where ? M.Text : report::prefix(S.Where) + M.Text;
    switch (M.What) {
    case report::Message::Kind::Passed:
      emit<OptimizationRemark>(M, Text, Where, Kernel);
      break;
    case report::Message::Kind::Missed:
      emit<OptimizationRemarkMissed>(M, Text, Where, Kernel);
      break;
    case report::Message::Kind::Analysis:
      emit<OptimizationRemarkAnalysis>(M, Text, Where, Kernel);
      break;
    }
  }
}
