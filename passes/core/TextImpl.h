//===- core/TextImpl.h - shared between the readers of our text forms ------===//
#ifndef TILECHECKS_CORE_TEXTIMPL_H
#define TILECHECKS_CORE_TEXTIMPL_H

#include "core/SExpr.h"
#include "core/Term.h"

namespace tilechecks {

std::optional<Atom> atomFrom(const SExpr &E);
/// Null with Error set when E is not a term (predicate).
const Term *termFrom(TermPool &Pool, const SExpr &E, SExprError &Error);
const Pred *predFrom(TermPool &Pool, const SExpr &E, SExprError &Error);

} // namespace tilechecks

#endif // TILECHECKS_CORE_TEXTIMPL_H
