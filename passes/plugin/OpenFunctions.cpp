//===- plugin/OpenFunctions.cpp - functions with unknown callers ----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/OpenFunctions.h"

using namespace llvm;
using namespace tilechecks;

std::vector<std::string>
plugin::emitOpenFunctions(Module &, ModuleAnalysisManager &,
                          std::vector<emission::KernelRecord> &) {
  return {};
}
