//===- plugin/StartPass.cpp - before any other pass -----------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Passes.h"

#include "core/Text.h"
#include "emission/Aligned.h"
#include "emission/Bodies.h"
#include "emission/Flags.h"
#include "emission/Manifest.h"
#include "emission/Markers.h"
#include "plugin/Dump.h"
#include "plugin/OpenFunctions.h"
#include "plugin/Remarks.h"
#include "plugin/Session.h"
#include "report/Names.h"
#include "report/Report.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::plugin;

bool plugin::isDeviceModule(const Module &M) {
  return M.getTargetTriple().isNVPTX();
}

std::string plugin::targetOf(const Module &M) {
  for (const Function &F : M)
    if (!F.isDeclaration() && F.hasFnAttribute("target-cpu"))
      return F.getFnAttribute("target-cpu").getValueAsString().str();
  return "nvptx64";
}

void plugin::reportError(Module &M, const std::string &Text) {
  M.getContext().diagnose(DiagnosticInfoGeneric(Text, DS_Error));
}

namespace {

/// Makes the bodies of the kernels of one module.
class Conductor {
public:
  Conductor(Module &M, ModuleAnalysisManager &MAM, const Options &O, Session &S)
      : M(M), MAM(MAM), Opts(O), Kernels(S.Kernels) {}

  /// Errors that forbid going on; empty if there are none.
  std::vector<std::string> run(std::vector<emission::KernelRecord> &Records);

private:
  std::vector<bool> decideFlags();
  std::string emitBodies(PlannedKernel &K, emission::KernelRecord &Record);
  std::string emitOne(PlannedKernel &K, emission::Form Form, StringRef Kind,
                      emission::KernelRecord &Record,
                      emission::Beliefs Believe = nullptr);
  std::string emitAssumed(PlannedKernel &K, emission::KernelRecord &Record);
  std::string document(const PlannedKernel &K, bool FlagsKept,
                       const emission::KernelRecord &Record) const;

  Module &M;
  ModuleAnalysisManager &MAM;
  const Options &Opts;
  std::vector<PlannedKernel> &Kernels;
};

} // namespace

/// Which kernels lose their flags: those whose fully placed body has proofs
/// that do not cover them, and all that share a function with such a one.
std::vector<bool> Conductor::decideFlags() {
  SmallVector<Function *> All;
  SmallVector<bool> MustDrop;
  for (const PlannedKernel &K : Kernels) {
    All.push_back(K.Clone.Kernel);
    const bool Unproven =
        any_of(emission::callTree(*K.Clone.Kernel, true), [](Function *F) {
          return emission::hasUnprovenPromises(*F);
        });
    MustDrop.push_back(K.Decided.isFullyPlaced() &&
                       (!K.Decided.FlagsKept || Unproven));
  }
  emission::shareDecision(All, MustDrop);
  return std::vector<bool>(MustDrop.begin(), MustDrop.end());
}

std::string Conductor::emitOne(PlannedKernel &K, emission::Form Form,
                               StringRef Kind, emission::KernelRecord &Record,
                               emission::Beliefs Believe) {
  const std::vector<int> Ids = report::checkIds(*K.Decided.Of);
  const std::string Symbol = (Record.Symbol + "__tc_" + Kind).str();
  emission::EmissionResult Result;
  if (Form == emission::Form::Reference) {
    front::KernelClone Own = front::cloneForReference(K.Clone, MAM);
    Result = emission::emitBody(Own, K.Decided, Ids, Form, Symbol);
    front::erase(Own);
  } else {
    Result = emission::emitBody(K.Clone, K.Decided, Ids, Form, Symbol, Believe);
  }
  if (!Result.Error.empty())
    return report::prefix(K.Decided.Of->Where) + "the " + Kind.str() +
           " body of " + K.Decided.Of->Name + " cannot be made: " + Result.Error;
  Record.Bodies.push_back(
      {Result.Body.Kernel, Kind.str(), std::move(Result.Body.Ids)});
  return {};
}

std::string Conductor::emitBodies(PlannedKernel &K,
                                  emission::KernelRecord &Record) {
  using emission::Form;
  Record.Original = K.Clone.Kernel;
  Record.Symbol = K.Clone.Kernel->getName().str();
  const bool IsFullyPlaced = K.Decided.isFullyPlaced();
  if (IsFullyPlaced)
    Record.Role = "placed";
  else if (Opts.wantsBody("unchecked"))
    Record.Role = "unchecked";
  Record.AlsoUnchecked = IsFullyPlaced && Opts.wantsBody("unchecked");

  const Form Own = Opts.ForceDeviceChecks      ? Form::Reference
                   : Opts.DisableCheckHoisting ? Form::NoHoist
                                               : Form::SelfContained;
  std::string Error = emitOne(K, Own, "self_contained", Record);
  if (Error.empty() && !IsFullyPlaced)
    Error = emitOne(K, Form::Placed, "placed", Record);
  if (Error.empty() && Opts.wantsBody("no_hoist"))
    Error = emitOne(K, Form::NoHoist, "no_hoist", Record);
  if (Error.empty() && Opts.wantsBody("reference"))
    Error = emitOne(K, Form::Reference, "reference", Record);
  if (Error.empty() && Opts.wantsBody("assumed"))
    Error = emitAssumed(K, Record);
  return Error;
}

/// Only where the launcher has something to assume: the plan has no check of
/// that origin else, and then nothing that this body could be better by.
std::string Conductor::emitAssumed(PlannedKernel &K,
                                   emission::KernelRecord &Record) {
  if (none_of(K.Decided.LaunchChecks, [](const LaunchCheck &L) {
        return L.Kind == Origin::Assumption;
      }))
    return {};
  return emitOne(K, emission::Form::Placed, "assumed", Record,
                 [&](emission::CopyOf Copy) {
                   emission::applyAnswers(K.Clone, K.Answers, Copy);
                   emission::applyDisjointness(K.Accesses, K.Decided, Copy);
                   emission::applyAlignment(K.Clone, K.Multiples, Copy);
                 });
}

static sidecar::BodyKind bodyKind(StringRef Kind) {
  for (auto K : {sidecar::BodyKind::SelfContained, sidecar::BodyKind::Placed,
                 sidecar::BodyKind::NoHoist, sidecar::BodyKind::Reference,
                 sidecar::BodyKind::Unchecked})
    if (sidecar::spelling(K) == std::string_view(Kind))
      return K;
  return sidecar::BodyKind::Assumed;
}

/// The sidecar of this kernel alone; bodies and digest are replaced at the end.
std::string Conductor::document(const PlannedKernel &K, bool FlagsKept,
                                const emission::KernelRecord &Record) const {
  sidecar::Document D;
  D.Target = targetOf(M);
  sidecar::Kernel Kernel = report::toSidecar(K.Decided, D.Target, FlagsKept);
  Kernel.Symbol = Record.Symbol;
  Kernel.Digest = std::string(16, '0');
  for (const emission::BodyRecord &Body : Record.Bodies)
    Kernel.Bodies.push_back({bodyKind(Body.Kind), Record.Symbol,
                             std::int64_t(Body.Ids.size())});
  D.Kernels.push_back(std::move(Kernel));
  return sidecar::write(D);
}

std::vector<std::string>
Conductor::run(std::vector<emission::KernelRecord> &Records) {
  std::vector<std::string> Errors;
  const std::vector<bool> DropsFlags = decideFlags();
  // All bodies first: they are made from functions that still have markers.
  for (auto [Index, K] : enumerate(Kernels)) {
    emission::KernelRecord &Record = Records.emplace_back();
    if (std::string Error = emitBodies(K, Record); !Error.empty()) {
      Errors.push_back(std::move(Error));
      continue;
    }
    const bool FlagsKept =
        !DropsFlags[Index] &&
        (K.Decided.isFullyPlaced() || !K.Decided.Of->HasArithmeticFlags);
    Record.Document = document(K, FlagsKept, Record);
  }
  for (std::string &Error : emitOpenFunctions(M, MAM, Records))
    Errors.push_back(std::move(Error));
  for (auto [Index, K] : enumerate(Kernels))
    if (DropsFlags[Index])
      for (Function *F : emission::callTree(*K.Clone.Kernel, true))
        emission::dropFlags(*F);
  return Errors;
}

/// Timing, log, remarks and the printed plan.
static void tell(Module &M, const PlannedKernel &K, const Options &O) {
  const std::string Module = report::moduleName(M.getSourceFileName());
  const Problem &P = *K.Decided.Of;
  if (O.dumps("plan") &&
      report::matchesFilter(O.DumpFilter, Module, P.Name, P.Symbol))
    dumpText("plan", Module + "::" + report::baseName(P.Name),
             print(K.Decided));
  if (O.Log)
    for (const std::string &Line : report::logLines(K.Decided))
      errs() << Line << '\n';
  if (O.Timing)
    errs() << report::timingLine(K.Decided, Module, K.Milliseconds) << '\n';
  emitRemarks(K);
}

PreservedAnalyses StartPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!isDeviceModule(M) || !emission::hasMarkers(M))
    return PreservedAnalyses::all();
  std::vector<std::string> Errors;
  std::vector<emission::KernelRecord> Records;
  {
    Session S(M, MAM, Opts);
    for (const front::FrontError &E : S.Errors)
      Errors.push_back(report::prefix(E.Where) + E.Message);
    for (const PlannedKernel &K : S.Kernels) {
      tell(M, K, Opts);
      for (std::string &E : report::errors(K.Decided, K.Violations, Opts.Deny))
        Errors.push_back(std::move(E));
    }
    if (Errors.empty())
      Errors = Conductor(M, MAM, Opts, S).run(Records);
  }
  if (std::string Error = emission::deleteMarkers(M); !Error.empty())
    Errors.push_back(std::move(Error));
  for (const std::string &Error : Errors)
    reportError(M, Error);
  if (Errors.empty())
    emission::writeManifest(M, Records);
  return PreservedAnalyses::none();
}

PreservedAnalyses PrintPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!isDeviceModule(M) || !emission::hasMarkers(M))
    return PreservedAnalyses::all();
  Session S(M, MAM, Opts);
  for (const front::FrontError &E : S.Errors)
    reportError(M, report::prefix(E.Where) + E.Message);
  for (const PlannedKernel &K : S.Kernels)
    errs() << (Printed == What::Problem ? print(*K.Decided.Of)
                                        : print(K.Decided));
  return PreservedAnalyses::none();
}
