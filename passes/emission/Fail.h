//===- emission/Fail.h - where a failed check ends ------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Up to the last pass a failed check is a call of `tc.fail`, which no pass
// knows: stock passes recognise `llvm.trap` and hoist or merge it by
// themselves. Then it becomes one inline assembly statement that carries the
// id into the PTX (docs/interfaces.md, section 4).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_FAIL_H
#define TILECHECKS_EMISSION_FAIL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <set>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace tilechecks::emission {

struct FailPoint {
  llvm::CallInst *Call = nullptr;
  void setIndex(llvm::Value *V) { Call->setArgOperand(1, V); }
  void setExtent(llvm::Value *V) { Call->setArgOperand(2, V); }
};

/// Splits At's block and, where Condition == FailsIf, ends in tc.fail(Id, 0, 0, 0).
/// At stays the first instruction of the continuation.
FailPoint insertFail(llvm::Value *Condition, bool FailsIf,
                     llvm::Instruction *At, unsigned Id);

bool isFail(const llvm::CallInst &Call);

/// That of a check that stands at its access, not before a loop or at the entry.
void markAtAccess(llvm::CallInst &Fail);
bool isAtAccess(const llvm::CallInst &Fail);

/// Puts Line into the failure and gives it the debug location of the user's line: the call site, along the inlining of
/// Marker, that stands on Line; else the marker's own.
void setLocation(llvm::CallInst &Fail, const llvm::CallInst &Marker, int Line);
/// Line of the function that Fail is in.
void setLocation(llvm::CallInst &Fail, int Line);

/// The id of each failure call in F. Error is set when one is not as it was made
/// (an id that is no constant, code after it): it was tampered with.
std::multiset<unsigned> failIds(const llvm::Function &F, std::string &Error);

llvm::SmallVector<llvm::CallInst *> failCalls(const llvm::Function &F);

/// Replaces Fail by the assembly statement that names the check and ends in
/// Instructions.
void replaceByStatement(llvm::CallInst &Fail, llvm::StringRef Instructions);

/// Removes the declaration of tc.fail; nothing calls it any more.
void eraseFailFunction(llvm::Module &M);

/// Turns every tc.fail of M into a trap and removes the declaration. Where
/// violations are recorded, emission/Record.h does this.
void lowerFails(llvm::Module &M);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_FAIL_H
