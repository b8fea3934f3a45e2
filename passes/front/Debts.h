//===- front/Debts.h - flags that indices and conditions lean on ----------===//
#ifndef TILECHECKS_FRONT_DEBTS_H
#define TILECHECKS_FRONT_DEBTS_H

#include "front/ScopeTable.h"

namespace tilechecks::front {

/// The exact result of I, a sum, difference, product or shift, on one reading of
/// its operands; null if the term language has none.
const Term *exactResult(llvm::Instruction &I, TermBuilder &Terms, TermPool &Pool,
                        bool Unsigned);

/// One debt for every no-wrap flag on an instruction that an index, an extent
/// or a condition is computed from (rule 2). Cone: those instructions.
void fillDebts(KernelClone &Clone, TermBuilder &Terms, const ScopeTable &Scopes,
               const llvm::LoopInfo &LI, const LoopIds &Ids,
               const llvm::DenseSet<llvm::Value *> &Cone);

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_DEBTS_H
