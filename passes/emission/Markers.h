//===- emission/Markers.h - deleting the markers --------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What remains of a function when its markers are gone is the twin: the same
// source compiled unchecked. It must happen before any pass has seen the
// markers (after inlining, 167 of 1101 lines of PTX differed).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_MARKERS_H
#define TILECHECKS_EMISSION_MARKERS_H

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace tilechecks::emission {

bool hasMarkers(const llvm::Module &M);

/// Replaces every check marker by its index, erases the other markers, their
/// declarations, and private strings that only markers used. Returns why a
/// marker could not be deleted (its address is taken), else an empty string.
std::string deleteMarkers(llvm::Module &M);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_MARKERS_H
