//===- core/Plan.h - all decisions of a kernel ----------------------------===//
//
// What placement/ returns and everything after it renders: emission, remarks,
// log, sidecar, launcher. Printable, parsable, comparable; no LLVM type.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_CORE_PLAN_H
#define TILECHECKS_CORE_PLAN_H

#include "core/Problem.h"

namespace tilechecks {

enum class Outcome : uint8_t { Discharged, Launch, Hoisted, InPlace };
const char *name(Outcome O);

enum class Rule : uint8_t {
#define TC_RULE(Name, Text) Name,
#include "core/Rules.def"
};
const char *name(Rule R);
const char *text(Rule R); ///< what it concludes from, a sentence
std::optional<Rule> parseRule(std::string_view Name);

enum class Origin : uint8_t { Precondition, Contract, Derived, Debt, Assumption };
const char *name(Origin O);

/// One comparison of the launcher. A predicate over launch-known atoms.
struct LaunchCheck {
  Origin Kind = Origin::Derived;
  const Pred *Condition = nullptr;
  bool Exact = true;
  SourceLocation Where;
  std::string Access; ///< what the user wrote, for the message
  std::string Why;    ///< of a precondition
  std::vector<int> Contexts; ///< indices into Problem::Contexts it covers
};

/// A check that runs in the preheader of Loop: Guard implies Condition. All
/// atoms are available there (nothing defined in Loop). Index and Extent are
/// what a failure reports.
///
/// Versioned: it is sufficient only, so it stops nothing. If all versioned
/// checks of Loop hold, Loop runs without the accesses' checks, else a copy of
/// Loop runs that has them in place.
struct HoistedCheck {
  int Loop = None;
  bool Version = false;
  const Pred *Guard = nullptr;
  const Pred *Condition = nullptr;
  const Term *Index = nullptr;
  const Term *Extent = nullptr;
};

/// The decision on one context (a goal pair).
struct Decision {
  Outcome Result = Outcome::InPlace;
  Rule By = Rule::None;
  Reason Why = Reason::None;           ///< of a residual check
  std::vector<int> LaunchChecks;       ///< indices into Plan::LaunchChecks
  std::vector<HoistedCheck> Hoisted;   ///< all versioned, of one loop, or none

  bool isVersioned() const { return !Hoisted.empty() && Hoisted.front().Version; }
};

struct Plan {
  /// The kernel it was made for; owns the terms.
  std::shared_ptr<const Problem> Of;
  std::vector<Decision> Decisions; ///< one a context, same order
  std::vector<LaunchCheck> LaunchChecks;
  /// The body keeps its arithmetic flags (design: rule 2).
  bool FlagsKept = true;
  /// The first debt that nothing pays, so that the flags go; None if they stay.
  int UnpaidDebt = None;

  struct Counts {
    unsigned Discharged = 0, Launch = 0, Hoisted = 0, InPlace = 0;
    friend bool operator==(const Counts &, const Counts &) = default;
  };
  /// Per site: the worst outcome of its contexts.
  Outcome outcomeOf(int Site) const;
  Counts counts() const;
  bool isFullyPlaced() const; ///< no residual check
};

/// The same decisions about problems of the same symbol.
bool operator==(const Plan &A, const Plan &B);

/// A violation that every launch commits (cases F14, F16).
struct SureViolation {
  int Context = None;
  std::string Message;
};

} // namespace tilechecks

#endif // TILECHECKS_CORE_PLAN_H
