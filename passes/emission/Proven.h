//===- emission/Proven.h - loads whose checks stand elsewhere --------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checks that a load stands behind, in an analysis clone: where its address
// is the header's own for an element of a tensor or of shared memory,
//
//   one step from the data pointer that the checks name, by a sum of products of
//   checks' results, extents, strides and constants
//
// and reads no more than that element. `(&x(i))[5]` is two steps, raw pointers
// have no check, `reinterpret_cast` reads more or another type's element.
//
// Tiles are not looked at: an element of a tile has checks whose results its
// address does not use.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_PROVEN_H
#define TILECHECKS_EMISSION_PROVEN_H

#include "front/ParamMemory.h"

#include "llvm/ADT/SmallVector.h"

namespace tilechecks::emission {

/// All of them; none if the address is of another kind.
llvm::SmallVector<const llvm::CallInst *, 4>
checksOf(const llvm::LoadInst &Load, const front::ParamMemory &Params);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_PROVEN_H
