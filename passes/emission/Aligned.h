//===- emission/Aligned.h - addresses that the launcher has verified ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells the optimiser what the launch checks say of where a tensor begins and
// of what its extents are multiples of:
//
//   x.data() % 16 == 0      %data = load ptr, ptr %x, !align !{i64 16}
//   extent(x,1) % 4 == 0    call void @llvm.assume((extent & 3) == 0)
//
// Which loads and stores that makes wider, and whether any, LLVM decides: it
// follows the address through unrolled loops, which nobody can before.
//
// Sound because the body runs only after the launcher has found every launch
// check and every assumption to hold, and because a parameter that the kernel
// may have changed is not looked at.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_ALIGNED_H
#define TILECHECKS_EMISSION_ALIGNED_H

#include "core/Question.h"
#include "emission/Bodies.h"
#include "front/Front.h"

namespace tilechecks::emission {

/// In the body whose instructions Copy gives.
void applyAlignment(const front::KernelClone &Clone,
                    llvm::ArrayRef<Multiple> Multiples, CopyOf Copy);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_ALIGNED_H
