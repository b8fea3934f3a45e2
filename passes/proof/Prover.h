//===- proof/Prover.h - does 'L <= 0' follow from the facts? ---------------===//
//
// The facts of one kernel in a table indexed by monomial, each with the scope
// in which it holds and its origin; and a goal-directed search for a
// non-negative combination of them (Farkas) that bounds the goal. All
// arithmetic is exact and checked: an overflow ends a branch of the search
// (case L1 of the public reports is what happens otherwise).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PROOF_PROVER_H
#define TILECHECKS_PROOF_PROVER_H

#include "core/Plan.h"

#include <functional>
#include <map>
#include <set>

namespace tilechecks {

/// Where a fact comes from; a proof reports the union of what it used.
enum class Premise : uint8_t {
  Range = 1,
  Condition = 2,
  LoopVariable = 4,
  Precondition = 8,
};
using PremiseSet = uint8_t;
inline PremiseSet operator|(PremiseSet S, Premise P) { return S | static_cast<uint8_t>(P); }

/// The rule a proof with these premises is reported under.
Rule ruleFor(PremiseSet Used);

struct Verdict {
  bool Proved = false; ///< false is "don't know", never "refuted"
  PremiseSet Used = 0;
};

class Prover {
public:
  /// Further: launch-known, verified like preconditions.
  explicit Prover(const Problem &P, const std::vector<const Pred *> &Further = {});

  /// Does A <= B hold wherever control is in Scope?
  Verdict proveLe(const Term *A, const Term *B, int Scope);
  /// Every form of predicate that the search can decide.
  Verdict prove(const Pred *Goal, int Scope);
  /// The same with further premises that hold at that place.
  Verdict proveGiven(const std::vector<const Pred *> &Given, const Pred *Goal, int Scope);

  /// T with every wrap-around that provably does nothing in Scope removed, and
  /// declared equalities applied. Used collects the premises.
  const Term *normalise(const Term *T, int Scope, PremiseSet &Used);

  const Pred *negated(const Pred *C) { return Pool.lnot(C); }

  /// T as the facts see it: declared equalities and divisibilities applied.
  const Term *canonical(const Term *T) { return Pool.substitute(T, Equalities); }
  const Pred *canonical(const Pred *C) { return Pool.substitute(C, Equalities); }

  /// The inverse for people: k * floor(a/k) is a again where k | a is declared.
  const Term *readable(const Term *T);
  const Pred *readable(const Pred *C);

  /// The loop's variable V never wraps around while the loop runs, so it equals
  /// Start + Step * iteration (rule MonotoneLoopVariable).
  bool isMonotone(int Variable) const { return Monotone[Variable]; }
  /// The loop ends: it leaves by its header test alone, and a monotone variable
  /// walks towards a bound that does not move; so do all loops inside it.
  bool isFinite(int Loop) const { return Finite[Loop]; }
  /// The scope entered by Loop's continue edge, None if there is none.
  int continueScope(int Loop) const { return ContinueScope[Loop]; }
  /// The loop variables of Loop.
  const std::vector<int> &variablesOf(int Loop) const { return VariablesOf[Loop]; }
  /// All loops inside Loop are finite.
  bool hasFiniteInnerLoops(int Loop) const { return InnerFinite[Loop]; }
  /// Number of a precondition that the declared ones and the contracts before it
  /// decide: it needs no launch check of its own.
  bool isEntailedByOthers(size_t Precondition) const { return Entailed.count(Precondition) != 0; }
  /// Scope is Ancestor or inside it.
  bool isInside(int Scope, int Ancestor) const;

private:
  struct Fact {
    LinearForm L; ///< L <= 0
    int Scope;
    Premise From;
  };
  struct Search;

  std::set<size_t> Entailed;
  /// The cases of each declared disjunction or implication: one of them holds.
  std::vector<std::vector<const Pred *>> DeclaredCases;
  /// Products that facts speak of, by factor.
  std::map<const Term *, std::vector<const Term *>> ProductsWith;
  std::set<std::pair<const Term *, int>> HasQuotientBounds;

  void numberScopes();
  void addPreconditions(const std::vector<const Pred *> &Further);
  void addContracts(const std::function<void(const Pred *)> &Take);
  void addMultiple(const Term *A, const Term *K);
  const Pred *asComparison(const Pred *Divides);
  void addDeclaredSums(const std::vector<const Term *> &Replaced);
  void addBounds(const Term *Replaced);
  void noteCases(const Pred *C);
  Verdict byCombination(const std::vector<const Pred *> &Given, const Pred *Goal, int Scope);
  Verdict byDeclaredCases(const std::vector<const Pred *> &Given, const Pred *Goal, int Scope);
  /// By the cases of disjunctions from First on, so many of them in each other.
  Verdict byDeclaredCases(const std::vector<const Pred *> &Given, const Pred *Goal, int Scope, size_t First,
                          unsigned Together, unsigned &QueriesLeft);
  void addConditions();
  void addLoopVariable(int Variable);
  void addGeometricVariable(const GeometricVariable &V);
  void decideFinite();
  bool walksToFixedBound(int Variable) const;
  bool endsByInequality(int Variable, const Term *J, const Term *Start, const Term *Step);
  bool isFixedIn(int Loop, const Term *T) const;
  void noteWraps(const Term *T);
  unsigned widthOf(Atom A) const;
  const Term *asUnsigned(const Term *Value, const Term *Inner, unsigned Width, int Scope, PremiseSet &Used);
  /// W + c for a wrapped value W of the conditions that differs from Wrap by
  /// the constant c, where that needs no further wrap; null if there is none.
  const Term *besideKnownWrap(const Term *Wrap, const Term *Inner, int Scope, PremiseSet &Used);
  bool isPositive(const Term *Divisor, int Scope, PremiseSet &Used);
  void addQuotientBounds(const Term *M, int Scope);
  void addFact(const Pred *C, int Scope, Premise From);
  void addFact(LinearForm L, int Scope, Premise From);
  /// Facts that follow from what a monomial is (quotients, special registers).
  void addAxioms(const Term *Monomial);

  const Problem &P;
  TermPool &Pool;
  TermPool::Substitution Equalities;
  std::vector<std::pair<const Term *, const Term *>> Multiples; ///< (floor(a/k), a)
  std::vector<Fact> Facts;
  /// Facts on a monomial, by the scope they hold in: a query looks at its own
  /// scope and those around it, never at its siblings.
  std::unordered_map<const Term *, std::unordered_map<int, std::vector<uint32_t>>> ByMonomial;
  std::unordered_map<const Term *, bool> HasAxioms;
  std::vector<std::pair<int, int>> ScopeInterval;
  std::vector<int> ContinueScope;
  std::vector<std::vector<int>> VariablesOf;
  std::vector<bool> Monotone, ReachesBound, Finite, InnerFinite;
  /// Wrapped values in conditions, by what they wrap less its constant.
  std::unordered_map<const Term *, std::vector<const Term *>> KnownWraps;
};

/// L divided by the greatest common divisor of its coefficients, the constant
/// rounded up: the same set of integer points for L <= 0.
LinearForm tighten(LinearForm L);

} // namespace tilechecks

#endif // TILECHECKS_PROOF_PROVER_H
