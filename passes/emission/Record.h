//===- emission/Record.h - a failed check records itself ------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With on_violation=report the failures of a function share one piece of cold
// code (the record's layout is in docs/interfaces.md, section 4):
//
// fail:                                    ; one a check
//   call void asm "// tilechecks: fail ID index=$0 extent=$1 line=LINE"
//   br tc.record
// tc.record:                               ; one a function
//   %to = load ptr, @__tc_violation
//   br (%to == null), trap, claim
// claim:
//   br (xchg @__tc_violation+8, 1) == 0, write, end
// write:                                   ; the first violation alone
//   store check, body, index, extent, block, thread, dimensions -> %to
//   store release 1 -> %to->complete
// arrive:                                  ; before a trap
//   br (load %to->complete == 0), arrive, end
// end:
//   exit or trap
//
// The claim is taken in memory of the device, and only the one thread that gets
// it writes to the launcher's, which a million failing threads would otherwise
// reach for through the bus. A trap would overtake the stores; the end of a kernel
// waits for them. No fence: it makes ptxas keep what the user's atomics return,
// which nobody reads (a histogram took 1.25 times as long).
//
// Nobody listens where the address is null: the kernel was launched by other
// means than a launcher. A thread that left would then leave no trace of the
// violation at all, so there it traps, whatever the kernel's form.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_RECORD_H
#define TILECHECKS_EMISSION_RECORD_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tilechecks::emission {

/// Of the failures of one function.
struct RecordedAs {
  uint64_t Body = 0;    ///< hash of the symbol of the body that it is part of
  bool MayLeave = false; ///< after the record the thread leaves; else it traps
};

/// FNV-1a, as the launcher computes it.
uint64_t hashOfSymbol(llvm::StringRef Symbol);

/// Turns every tc.fail of M into a record and removes the declaration. A
/// function that is not in Of traps, under its own name.
void lowerFailsToRecords(
    llvm::Module &M,
    const llvm::DenseMap<const llvm::Function *, RecordedAs> &Of);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_RECORD_H
