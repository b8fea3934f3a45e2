//===- emission/CloneSet.h - a private copy of a kernel's call tree -------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_CLONESET_H
#define TILECHECKS_EMISSION_CLONESET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class Function;
} // namespace llvm

namespace tilechecks::emission {

struct CloneSet {
  llvm::Function *Kernel = nullptr;
  std::vector<llvm::Function *> Functions; ///< [0] is Kernel
  llvm::ValueToValueMapTy Map; ///< from the source's values
};

/// Appends copies of Sources ([0] becomes a kernel named Symbol with calling
/// convention, attributes, linkage and annotations of Original), of every
/// function they reach, and of the __shared__ variables with local linkage that
/// they use (a variable that one function alone uses is declared inside it in
/// PTX: the original must stay alone with its own). Calls among the sources are
/// redirected to the copies.
void cloneInto(CloneSet &Set, llvm::ArrayRef<llvm::Function *> Sources,
               llvm::Function &Original, llvm::StringRef Symbol);

/// A copy of F in its present state as a further body of the same kernel; its
/// local __shared__ variables are copied too.
llvm::Function *cloneFinished(llvm::Function &F, llvm::StringRef Symbol);

/// `!nvvm.annotations` of From (launch bounds of old front ends) for To as well.
void copyAnnotations(llvm::Function &From, llvm::Function &To);

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_CLONESET_H
