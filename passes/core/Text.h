//===- core/Text.h - terms, problems and plans as text --------------------===//
//
// Prefix form (docs/interfaces.md, section 2) that also parses, and the form a
// person reads (`ceil(extent(x,1)/64) <= extent(y,0)`).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_CORE_TEXT_H
#define TILECHECKS_CORE_TEXT_H

#include "core/Plan.h"

#include <variant>

namespace tilechecks {

std::string print(const Term *T);
std::string print(const Pred *P);
/// The same with each comparison the way round in which render() says it, so that
/// a message whose values come from this form agrees with its text.
std::string printAsRead(const Pred *P);
std::string print(Atom A);

/// Where a text stopped making sense.
struct ParseError {
  size_t Offset = 0;
  std::string Message; ///< "line 3: expected a predicate, found ')'"
};
std::variant<const Term *, ParseError> parseTerm(TermPool &Pool,
                                                 std::string_view Text);
std::variant<const Pred *, ParseError> parsePred(TermPool &Pool,
                                                 std::string_view Text);

/// For people: names of atoms from P (its parameters, extents), ceil() and
/// unsigned() spelled out.
std::string render(const Problem &P, const Term *T);
std::string render(const Problem &P, const Pred *C);

/// The predicate language of `requires_("...")`: C-like infix over
/// `extent(x,1)`, scalar names, gridDim.x, blockDim.x, integers, + - * / %,
/// comparisons, && || !, ceil(a/b), min, max, implies.
std::variant<const Pred *, ParseError> parseInfix(Problem &P,
                                                  std::string_view Text);

std::string print(const Problem &P);
std::variant<Problem, ParseError> parseProblem(std::string_view Text);
/// What became of each check, for people and for tests.
std::string print(const Plan &P);
/// All of a plan as lists; parsePlan() reads them back for the same problem.
std::string serialise(const Plan &P);
std::variant<Plan, ParseError> parsePlan(std::shared_ptr<const Problem> Of, std::string_view Text);

} // namespace tilechecks

#endif // TILECHECKS_CORE_TEXT_H
