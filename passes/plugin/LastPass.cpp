//===- plugin/LastPass.cpp - after all other passes -----------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Passes.h"

#include "emission/Batch.h"
#include "emission/Fail.h"
#include "emission/Finish.h"
#include "emission/Flags.h"
#include "emission/Record.h"
#include "emission/Stay.h"
#include "plugin/Dump.h"
#include "report/Names.h"
#include "report/Report.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::plugin;

static constexpr StringLiteral DoneName = "tilechecks.done";

static sidecar::BodyKind bodyKind(StringRef Kind) {
  for (auto K : {sidecar::BodyKind::SelfContained, sidecar::BodyKind::Placed,
                 sidecar::BodyKind::NoHoist, sidecar::BodyKind::Reference,
                 sidecar::BodyKind::Unchecked})
    if (sidecar::spelling(K) == std::string_view(Kind))
      return K;
  return sidecar::BodyKind::Assumed;
}

static void replaceAll(std::string &Text, StringRef From, StringRef To) {
  for (size_t At = 0; (At = Text.find(From.str(), At)) != std::string::npos;
       At += To.size())
    Text.replace(At, From.size(), To.str());
}

/// One compilation writes one file a target: a folder, or a name with
/// {module} and {target} in it, serves several.
static std::string sidecarPath(std::string Path, const std::string &Module,
                               const std::string &Target) {
  replaceAll(Path, "{module}", Module);
  replaceAll(Path, "{target}", Target);
  if (!sys::fs::is_directory(Path))
    return Path;
  SmallString<128> File(Path);
  sys::path::append(File, Module + "." + Target + ".json");
  return File.str().str();
}

/// The target of the sidecar of the same module that stands at Path, if it is
/// another one: two targets of one command must not leave one file.
static std::string otherTargetOf(const sidecar::Document &D,
                                 const std::string &Path) {
  if (!sys::fs::exists(Path))
    return {};
  auto Read = sidecar::readFile(Path);
  auto *There = std::get_if<sidecar::Document>(&Read);
  return There && There->Module == D.Module && There->Target != D.Target
             ? There->Target
             : std::string();
}

/// What the document of the first pass said, with what is known only now.
static std::string complete(sidecar::Kernel &Out,
                            const emission::FinalKernel &K) {
  auto Read = sidecar::read(K.Record.Document, K.Record.Symbol);
  if (auto *Error = std::get_if<sidecar::Error>(&Read))
    return Error->Message;
  auto &Document = std::get<sidecar::Document>(Read);
  if (Document.Kernels.size() != 1)
    return "the plan of " + K.Record.Symbol + " names several kernels";
  Out = std::move(Document.Kernels.front());
  Out.Bodies.clear();
  for (const emission::FinalBody &Body : K.Bodies)
    Out.Bodies.push_back({bodyKind(Body.Kind), Body.F->getName().str(),
                          std::int64_t(Body.Ids.size())});
  Out.Digest = emission::digest(K);
  return {};
}

static void dumpKernels(Module &M, const Options &O,
                        const std::vector<emission::FinalKernel> &Kernels,
                        const sidecar::Document &D) {
  if (!O.dumps("ir") && !O.dumps("ptx"))
    return;
  const std::string Ptx = O.dumps("ptx") ? ptxOf(M, D.Target) : std::string();
  size_t Next = 0;
  for (const emission::FinalKernel &K : Kernels) {
    if (K.Record.Document.empty())
      continue;
    const sidecar::Kernel &Named = D.Kernels[Next++];
    if (!report::matchesFilter(O.DumpFilter, D.Module, Named.Name, Named.Symbol))
      continue;
    SmallVector<Function *> Functions;
    std::string Entries;
    for (const emission::FinalBody &Body : K.Bodies) {
      Functions.push_back(Body.F);
      Entries += entryOf(Ptx, Body.F->getName().str());
    }
    const std::string Name = D.Module + "::" + report::baseName(Named.Name);
    if (O.dumps("ir"))
      dumpText("ir", Name, irOf(Functions));
    if (O.dumps("ptx"))
      dumpText("ptx", Name, Entries);
  }
}

/// A check that the optimiser proved is no loss, but never silent.
static void tellMissing(const emission::FinalKernel &K,
                        const sidecar::Kernel &Named) {
  for (const emission::FinalBody &Body : K.Bodies)
    for (unsigned Id : Body.Missing) {
      errs() << "[tilechecks] ";
      if (Id < Named.Checks.size()) {
        const sidecar::Check &C = Named.Checks[Id];
        errs() << report::prefix({C.File, int(C.Line), int(C.Column)})
               << "bounds check for dim " << C.Axis << " of " << C.Tensor;
      } else {
        errs() << "a launch check at the entry";
      }
      errs() << " was proven by the optimiser in the " << Body.Kind
             << " body of " << Named.Name << '\n';
    }
}

/// With on_violation=report: how the failures of each kernel end, by its position
/// in Kernels. Their code becomes records.
static std::vector<sidecar::OnViolation>
recordViolations(Module &M, const std::vector<emission::FinalKernel> &Kernels) {
  std::vector<sidecar::OnViolation> Ends;
  DenseMap<const Function *, emission::RecordedAs> Functions;
  for (const emission::FinalKernel &K : Kernels) {
    sidecar::OnViolation &V = Ends.emplace_back();
    // What is no kernel is called by kernels that are not known here.
    if (K.Record.Document.empty())
      continue;
    for (const emission::FinalBody &Body : K.Bodies)
      if (!Body.Ids.empty() && V.Why.empty())
        V.Why = emission::whyThreadsStay(*Body.F);
    V.End = V.Why.empty() ? sidecar::ViolationEnd::Exit
                          : sidecar::ViolationEnd::Trap;
    for (const emission::FinalBody &Body : K.Bodies)
      for (Function *F : emission::callTree(*Body.F)) {
        const emission::RecordedAs As{emission::hashOfSymbol(Body.F->getName()),
                                      V.Why.empty()};
        auto [Known, IsNew] = Functions.try_emplace(F, As);
        if (!IsNew)
          Known->second.MayLeave &= As.MayLeave;
      }
  }
  emission::lowerFailsToRecords(M, Functions);
  return Ends;
}

/// The bodies with residual checks, before their checks are counted.
static void batchChecks(const emission::KernelRecord &K,
                        FunctionAnalysisManager &FAM) {
  for (const emission::BodyRecord &Body : K.Bodies)
    if (Body.F && !Body.Ids.empty() && Body.Kind != "reference")
      for (Function *F : emission::callTree(*Body.F))
        if (!F->hasOptNone())
          emission::batchChecks(*F, FAM);
}

PreservedAnalyses LastPass::run(Module &M, ModuleAnalysisManager &MAM) {
  // A second run (opt with an explicit pass beside the pipeline's own, link time
  // optimisation) has nothing to do and must not write an empty sidecar.
  if (!isDeviceModule(M) || M.getNamedMetadata(DoneName))
    return PreservedAnalyses::all();
  sidecar::Document D;
  D.Producer = "TileChecks " TILECHECKS_VERSION " (LLVM " LLVM_VERSION_STRING ")";
  D.Target = targetOf(M);
  D.Module = report::moduleName(M.getSourceFileName());

  std::vector<emission::FinalKernel> Kernels;
  std::vector<std::string> Errors;
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (emission::KernelRecord &Record : emission::takeManifest(M)) {
    batchChecks(Record, FAM);
    Kernels.push_back(emission::finishKernel(M, std::move(Record)));
    for (const std::string &Error : Kernels.back().Errors)
      Errors.push_back("internal error: " + Error);
  }
  const bool Records = Opts.OnViolation == "report";
  std::vector<sidecar::OnViolation> Ends;
  if (Errors.empty() && Records)
    Ends = recordViolations(M, Kernels);
  else if (Errors.empty())
    emission::lowerFails(M);
  for (const auto &[I, K] : enumerate(Kernels)) {
    if (!Errors.empty() || K.Record.Document.empty())
      continue;
    sidecar::Kernel Kernel;
    if (std::string Error = complete(Kernel, K); !Error.empty()) {
      Errors.push_back("internal error: " + Error);
      continue;
    }
    if (Records)
      Kernel.Reports = Ends[I];
    const Function &Like = *K.Bodies.front().F;
    emission::addConstant(M, Kernel.Symbol + "__tc_table",
                          sidecar::writeCompact(Kernel), Like);
    emission::addConstant(M, Kernel.Symbol + "__tc_digest_" + Kernel.Digest, {},
                          Like);
    if (Opts.Log)
      tellMissing(K, Kernel);
    D.Kernels.push_back(std::move(Kernel));
  }
  if (Errors.empty() && !Opts.Sidecar.empty()) {
    const std::string Path = sidecarPath(Opts.Sidecar, D.Module, D.Target);
    if (auto Error = sidecar::verify(D, Path))
      Errors.push_back("internal error: " + Error->Message);
    else if (std::string Other = otherTargetOf(D, Path); !Other.empty())
      Errors.push_back("cannot write the sidecar: " + Path +
                       " is the one of this module for " + Other +
                       "; name a folder, put {target} into the name, or "
                       "delete the file");
    else if (auto Error = sidecar::writeFileAtomically(Path, sidecar::write(D)))
      Errors.push_back("cannot write the sidecar: " + Error->Message);
  }
  if (!Kernels.empty())
    M.getOrInsertNamedMetadata(DoneName);
  if (Errors.empty())
    dumpKernels(M, Opts, Kernels, D);
  for (const std::string &Error : Errors)
    reportError(M, Error);
  return Kernels.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
