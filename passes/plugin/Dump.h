//===- plugin/Dump.h - TILECHECKS_DUMP ------------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLUGIN_DUMP_H
#define TILECHECKS_PLUGIN_DUMP_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tilechecks::plugin {

/// `=== TILECHECKS DUMP: What Name ===`, Text, `=== END ===` on stderr.
void dumpText(const std::string &What, const std::string &Name,
              const std::string &Text);

std::string irOf(llvm::ArrayRef<llvm::Function *> Functions);

/// The PTX of a copy of M; empty if the process has no NVPTX back end.
std::string ptxOf(const llvm::Module &M, const std::string &Target);
/// The entry `Symbol` in it, from its directive to its closing brace.
std::string entryOf(const std::string &Ptx, const std::string &Symbol);

} // namespace tilechecks::plugin

#endif // TILECHECKS_PLUGIN_DUMP_H
