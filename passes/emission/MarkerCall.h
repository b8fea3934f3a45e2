//===- emission/MarkerCall.h - a marker call and what it asks -------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The markers of docs/interfaces.md, section 1, as emission sees them: which
// call it is, and for a check the instructions that decide whether the goal is
// violated. Two forms of the same condition exist on purpose:
//
// * by count: the index is compared, unsigned, with the number of valid index
//   values. One comparison an access, and the count does not change in a loop:
//     bad  <=>  index >=u count,  count = number of i with 0 <= i and goal(i)
//   Exact because an index that is negative when read as signed is at least
//   2^(N-1) when read as unsigned, and the count is kept at or below 2^(N-1)
//   for signed indices.
// * two-sided: the definition word for word, in twice the width. The reference
//   body uses this one alone, so that it shares nothing with the other.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_MARKERCALL_H
#define TILECHECKS_EMISSION_MARKERCALL_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace tilechecks::emission {

enum class MarkerKind { Check, Require, Contract, Entry, Unchecked };

/// No value for a function that is not a marker.
std::optional<MarkerKind> markerKind(const llvm::Function *F);
std::optional<MarkerKind> markerKind(const llvm::Instruction &I);

struct CheckMarker {
  llvm::CallInst *Call = nullptr;
  llvm::Value *Index = nullptr, *Extent = nullptr;
  uint64_t Span = 1;
  uint64_t Tile = 0;
  bool UnsignedIndex = false, UnsignedExtent = false;

  /// No value if it is not a check marker or tile and kind are not constant.
  static std::optional<CheckMarker> read(llvm::CallInst *Call);
};

/// i1: the goal is violated. Exact for every index and extent.
llvm::Value *violatedByCount(llvm::IRBuilderBase &B, const CheckMarker &C);
llvm::Value *violatedTwoSided(llvm::IRBuilderBase &B, const CheckMarker &C);

/// Index and extent in 64 bits, for the report.
llvm::Value *index64(llvm::IRBuilderBase &B, const CheckMarker &C);
llvm::Value *extent64(llvm::IRBuilderBase &B, const CheckMarker &C);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_MARKERCALL_H
