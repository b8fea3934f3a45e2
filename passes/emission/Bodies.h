//===- emission/Bodies.h - from a plan to the bodies of a kernel ----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body with checks is a copy of the kernel's analysis clone, appended at the
// end of the module, with every function and every __shared__ variable it uses
// copied for it alone. Nothing of the user's own functions is touched: were a
// helper shared with a body, its other callers would be optimised differently
// (one kernel went from 25 to 1923 lines of PTX when a helper of another was
// split off).
//
//   %i = call i32 @tilechecks_check_i32(i32 %k, i32 %n, ...)
//   %v = load float, ptr (gep %x, %i)
// =>
//   %count = smax(%n, 0)
//   br (icmp uge %k, %count), %fail, %go       ; weights: unlikely
// fail:
//   call void @tc.fail(i32 ID, i64 %k, i64 %n) ; cold, noreturn, nomerge
//   unreachable
// go:
//   %v = load float, ptr (gep %x, %k)
//
// Where a check goes, by form:
//
//   decision    | self-contained        | placed    | no-hoist  | reference
//   discharged  | -                     | -         | -         | at access
//   launch      | entry if every check  | -         | as self-  | at access
//               | is exact, else access |           | contained |
//   hoisted     | preheader             | preheader | at access | at access
//   versioned   | in the checked copy   | as self-  | at access | at access
//               | of its loop           | contained |           |
//   in place    | at access             | at access | at access | at access
//
// A versioned check is one of those that decide before its loop which of two
// copies runs (Version.h); what else is hoisted or in place inside the loop stands
// in both copies.
//
// A sufficient launch check fails for launches that violate nothing, so a body
// that anybody may launch cannot stop on it.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_BODIES_H
#define TILECHECKS_EMISSION_BODIES_H

#include "core/Plan.h"
#include "front/Front.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

#include <string>

namespace tilechecks::emission {

enum class Form { SelfContained, Placed, NoHoist, Reference };

/// Failure ids from here on belong to launch checks (docs/interfaces.md 4).
inline constexpr unsigned FirstLaunchId = 0x40000000;
/// ... and these to functions with unknown callers, which no kernel lists.
inline constexpr unsigned FirstOpenId = 0x20000000;

struct EmittedBody {
  llvm::Function *Kernel = nullptr;
  /// Ids of the checks that were put in, sorted, one for each failure call.
  std::vector<unsigned> Ids;
};

/// Appends the body `Symbol` of Form. Clone is the analysis clone of the plan,
/// for Form::Reference the clone made for it (whose contexts name the sites of
/// ThePlan). CheckIds[site] is the check's position in the sidecar.
/// Believe changes the body before anything else is done to it, given what of the
/// clone became what of the body (Assumed.h).
/// An empty Error on success; else the reason and no body (rule 11).
using CopyOf = llvm::function_ref<llvm::Instruction *(llvm::Instruction *)>;
using Beliefs = llvm::function_ref<void(CopyOf)>;
struct EmissionResult {
  EmittedBody Body;
  std::string Error;
};
EmissionResult emitBody(const front::KernelClone &Clone, const Plan &ThePlan,
                        llvm::ArrayRef<int> CheckIds, Form TheForm,
                        llvm::StringRef Symbol,
                        Beliefs Believe = nullptr);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_BODIES_H
