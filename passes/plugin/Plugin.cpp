//===- plugin/Plugin.cpp - the entry point of libTileChecks.so ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Passes.h"

#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace tilechecks::plugin;

/// LLVM's C++ interface changes between releases, and nothing else stops a
/// plugin that happens to load.
static void checkVersion() {
  unsigned Major = 0, Minor = 0, Patch = 0;
  LLVMGetVersion(&Major, &Minor, &Patch);
  if (Major == LLVM_VERSION_MAJOR && Minor == LLVM_VERSION_MINOR)
    return;
  reportFatalUsageError("TileChecks: libTileChecks.so was built for LLVM " +
                        Twine(LLVM_VERSION_MAJOR) + "." +
                        Twine(LLVM_VERSION_MINOR) + ", this is LLVM " +
                        Twine(Major) + "." + Twine(Minor) + "." + Twine(Patch));
}

/// `Name` or `Name<parameters>`; null if Text is neither.
static std::optional<StringRef> parametersOf(StringRef Text, StringRef Name) {
  if (!Text.consume_front(Name))
    return std::nullopt;
  if (Text.empty())
    return Text;
  if (Text.consume_front("<") && Text.consume_back(">"))
    return Text;
  return std::nullopt;
}

static bool parsePass(StringRef Text, ModulePassManager &Passes,
                      ArrayRef<PassBuilder::PipelineElement>) {
  if (auto Parameters = parametersOf(Text, "tilechecks")) {
    const Options O = Options::read(*Parameters);
    Passes.addPass(StartPass(O));
    Passes.addPass(LastPass(O));
    Passes.addPass(HostPass(O));
    return true;
  }
  if (auto Parameters = parametersOf(Text, "tilechecks-start")) {
    Passes.addPass(StartPass(Options::read(*Parameters)));
    return true;
  }
  if (auto Parameters = parametersOf(Text, "tilechecks-last")) {
    Passes.addPass(LastPass(Options::read(*Parameters)));
    return true;
  }
  if (auto Parameters = parametersOf(Text, "tilechecks-host")) {
    Passes.addPass(HostPass(Options::read(*Parameters)));
    return true;
  }
  if (Text == "print<tilechecks-plan>") {
    Passes.addPass(PrintPass(PrintPass::What::Plan, Options::read()));
    return true;
  }
  if (Text == "print<tilechecks-problem>") {
    Passes.addPass(PrintPass(PrintPass::What::Problem, Options::read()));
    return true;
  }
  return false;
}

static void registerPasses(PassBuilder &Builder) {
  checkVersion();
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(StartPass(Options::read()));
      });
  Builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        const Options O = Options::read();
        Passes.addPass(LastPass(O));
        Passes.addPass(HostPass(O));
      });
  Builder.registerPipelineParsingCallback(parsePass);
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "TileChecks", TILECHECKS_VERSION,
          registerPasses};
}
