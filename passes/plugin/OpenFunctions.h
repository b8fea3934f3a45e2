//===- plugin/OpenFunctions.h - functions with unknown callers ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device function with checks that another translation unit may call is
// reached with arguments that nobody here knows (rule 11). Behind its symbol
// stands a form that checks at every access; the marker-free original remains
// what the kernels of this unit call, since their plans know the arguments.
// (A table of function pointers that holds such a function is refused by front/.)
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLUGIN_OPENFUNCTIONS_H
#define TILECHECKS_PLUGIN_OPENFUNCTIONS_H

#include "emission/Manifest.h"

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace tilechecks::plugin {

/// Appends the checked forms and their records. Returns what went wrong.
std::vector<std::string>
emitOpenFunctions(llvm::Module &M, llvm::ModuleAnalysisManager &MAM,
                  std::vector<emission::KernelRecord> &Records);

} // namespace tilechecks::plugin

#endif // TILECHECKS_PLUGIN_OPENFUNCTIONS_H
