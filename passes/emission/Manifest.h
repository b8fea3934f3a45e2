//===- emission/Manifest.h - what the last pass must know -----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the first pass and the last, the state travels in the module, so that
// the two may run in different processes (opt, -disable-llvm-passes):
//
//   !tilechecks.plan = !{!0}
//   !0 = !{ptr @k, !"k", !"placed", i1 false, !"{sidecar document}", !1, ...}
//   !1 = !{ptr @k__tc_self_contained, !"self_contained", !"0 3 3 1073741824"}
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_MANIFEST_H
#define TILECHECKS_EMISSION_MANIFEST_H

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tilechecks::emission {

struct BodyRecord {
  llvm::Function *F = nullptr; ///< null: a pass deleted it
  std::string Kind;            ///< as the sidecar spells it
  std::vector<unsigned> Ids;   ///< of each failure call that was put in, sorted
};

struct KernelRecord {
  llvm::Function *Original = nullptr;
  std::string Symbol;   ///< the user's
  std::string Role;     ///< body kind of the original: placed, unchecked; empty: drop it
  bool AlsoUnchecked = false; ///< and a copy of it as the unchecked body
  std::string Document; ///< sidecar text with this kernel alone; empty: not a kernel
  std::vector<BodyRecord> Bodies;
};

void writeManifest(llvm::Module &M, const std::vector<KernelRecord> &Records);
/// Reads the manifest and removes it from the module.
std::vector<KernelRecord> takeManifest(llvm::Module &M);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_MANIFEST_H
