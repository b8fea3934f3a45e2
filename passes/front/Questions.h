//===- front/Questions.h - what the assumed body would like to know
//--------===//
#ifndef TILECHECKS_FRONT_QUESTIONS_H
#define TILECHECKS_FRONT_QUESTIONS_H

#include "front/ScopeTable.h"

namespace tilechecks::front {

/// Clone.Questions and Clone.Asked: every comparison of integers, and every
/// sum, difference, product and shift of them that may wrap. After all else,
/// since reading an instruction may add opaque values to the problem.
void fillQuestions(KernelClone &Clone, TermBuilder &Terms,
                   const ScopeTable &Scopes, const llvm::DominatorTree &DT,
                   const llvm::LoopInfo &LI);

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_QUESTIONS_H
