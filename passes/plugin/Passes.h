//===- plugin/Passes.h - the passes of the plugin -------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conductor: it alone knows all rooms, and it decides nothing about a
// check. All passes run at every optimisation level. HostPass alone looks at
// modules that are not for NVPTX.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLUGIN_PASSES_H
#define TILECHECKS_PLUGIN_PASSES_H

#include "plugin/Options.h"

#include "llvm/IR/PassManager.h"

namespace tilechecks::plugin {

/// Before any other pass: plans, bodies, no marker left.
class StartPass : public llvm::PassInfoMixin<StartPass> {
public:
  explicit StartPass(Options O) : Opts(std::move(O)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }

private:
  Options Opts;
};

/// After all others: names, audit, failure code, digest, table, sidecar.
class LastPass : public llvm::PassInfoMixin<LastPass> {
public:
  explicit LastPass(Options O) : Opts(std::move(O)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }

private:
  Options Opts;
};

/// After all others, in host code: launches of checked kernels go to the run
/// time, unless raw_launches says no.
class HostPass : public llvm::PassInfoMixin<HostPass> {
public:
  explicit HostPass(Options O) : Opts(std::move(O)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }

private:
  Options Opts;
};

/// `print<tilechecks-problem>` and `print<tilechecks-plan>`, on stderr as other
/// printers; the module stays as it is.
class PrintPass : public llvm::PassInfoMixin<PrintPass> {
public:
  enum class What { Problem, Plan };
  PrintPass(What W, Options O) : Printed(W), Opts(std::move(O)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }

private:
  What Printed;
  Options Opts;
};

/// True for the modules that the passes look at.
bool isDeviceModule(const llvm::Module &M);
/// The target as the user wrote it (sm_90), from the functions' attributes.
std::string targetOf(const llvm::Module &M);
/// Reports a compile error; the compiler ends without output.
void reportError(llvm::Module &M, const std::string &Text);

} // namespace tilechecks::plugin

#endif // TILECHECKS_PLUGIN_PASSES_H
