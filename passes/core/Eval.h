//===- core/Eval.h - value of a term or predicate -------------------------===//
#ifndef TILECHECKS_CORE_EVAL_H
#define TILECHECKS_CORE_EVAL_H

#include "core/Term.h"

namespace tilechecks {

using AtomValues = std::function<OptInt(Atom)>;

/// No value: an atom without value, a division by zero, a 128-bit overflow.
/// Lazy from left to right where one side decides (docs/interfaces.md 2).
OptInt evaluate(const Term *T, const AtomValues &Values);
std::optional<bool> evaluate(const Pred *P, const AtomValues &Values);

} // namespace tilechecks

#endif // TILECHECKS_CORE_EVAL_H
