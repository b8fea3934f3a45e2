//===- emission/Assumed.h - what the assumed body believes ----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assumed body is the placed one (from the analysis clone), changed by what
// the launcher has verified before it runs it.
//
// Answers (placement/Assumptions.h): a condition becomes the constant that it
// is, arithmetic that does not wrap around says so.
//
// Disjointness: the memory of a read tensor and that of every written one share
// no byte. Loads of the former say that nobody writes it, and both that they do
// not meet the other's accesses:
//
//   %v = load float, ptr %p, !invariant.load !{}, !alias.scope .., !noalias ..
//
// The rest is shown here, of the kernel's code, before a body is made:
//
// * everything the kernel writes is an element or a vector, through a checked
//   access, of a tensor parameter, or lies in the thread's or the block's own
//   memory: no raw pointer, no global variable, no assembly, no call that is
//   left;
// * the marked load is an element or a vector, through a checked access, of a
//   tensor parameter that is not written;
// * nothing in the kernel can order it after the writes of others: no atomic
//   or volatile access, no fence, no barrier but the block's own;
// * no access is unchecked: it could leave its tensor for another one.
//
// "A checked access" is the header's own address, nothing near it: one step
// from the parameter's data pointer by the offset that its layout makes of
// markers' results and extents, then constant steps within the elements that
// the check along the contiguous axis covered. A copy of 4, 8 or 16 bytes
// (memcpy) is a load and a store; others are not understood.
//
// That no other kernel writes a tensor that this one only reads while it runs
// is an obligation of whoever launches both (docs/launch-contract.md).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_ASSUMED_H
#define TILECHECKS_EMISSION_ASSUMED_H

#include "core/Plan.h"
#include "emission/Bodies.h"
#include "front/Front.h"

#include <set>

namespace tilechecks::emission {

/// In an analysis clone; all empty if the kernel is not of that kind. A copy of
/// a vector (memcpy) may be both a load and a store.
struct TensorAccesses {
  struct Access {
    llvm::Instruction *I;
    int Param;
  };
  std::vector<Access> Loads, Stores;
  std::set<int> Written; ///< tensor parameters
};
TensorAccesses findTensorAccesses(const front::KernelClone &Clone);

/// Marks accesses of tensors that share no memory, by the plan's assumptions,
/// in the body whose instructions Copy gives.
void applyDisjointness(const TensorAccesses &Found, const Plan &ThePlan,
                       CopyOf Copy);

/// Deciding conditions makes the body faster. It did not where asynchronous
/// copies meet launch bounds that leave 128 registers or less
/// (`__launch_bounds__(256, 2)`): without the conditions persistent_gemm took 378
/// instead of 369 us on an H200. One kernel, one run; why is not known.
bool wantsConditions(const front::KernelClone &Clone);

/// Conditions that are decided, and arithmetic that does not wrap around, in
/// the body whose instructions Copy gives. Answers: one a question of the
/// clone.
void applyAnswers(const front::KernelClone &Clone,
                  const std::vector<Answer> &Answers, CopyOf Copy);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_ASSUMED_H
