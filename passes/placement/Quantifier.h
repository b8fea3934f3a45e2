//===- placement/Quantifier.h - one goal pair on its way out of the kernel --===//
//
// The working state of quantify(): what it does and why it is sound stands in
// Quantify.cpp; the steps are in QuantifyCases.cpp and QuantifyDividends.cpp (kinds
// of execution), QuantifyVariables.cpp and QuantifyDigits.cpp (what is quantified
// over), QuantifyWraps.cpp and QuantifySums.cpp (values that wrap around),
// QuantifyDomains.cpp (which values are attained), QuantifyReach.cpp (is it
// reached) and Quantify.cpp (conclusion).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLACEMENT_QUANTIFIER_H
#define TILECHECKS_PLACEMENT_QUANTIFIER_H

#include "placement/Domain.h"
#include "placement/Extremes.h"
#include "placement/Quantify.h"

#include <algorithm>
#include <map>
#include <set>

namespace tilechecks {

struct Constraint {
  const Pred *Condition;
  int ContinueOf = None; ///< the loop that goes on only if it holds, tested before the access
  int AfterOf = None;    ///< the loop whose previous iteration went on only if it holds
  bool Applied = false;  ///< the domains have it
};

class Quantifier {
public:
  Quantifier(const Problem &P, Prover &Facts, const Context &C, int Before, const std::vector<const Pred *> &Refused)
      : P(P), Pool(*P.Pool), Facts(Facts), C(C), At(P, Before), Refused(Refused) {}

  Quantified run();

private:
  const Problem &P;
  TermPool &Pool;
  Prover &Facts;
  const Context &C;
  Level At;
  /// Exact launch checks of other goals: a launch that fails one is refused.
  const std::vector<const Pred *> &Refused;
  Quantified Result;

  const Term *Index = nullptr, *Extent = nullptr;
  std::vector<const Pred *> Antecedent; ///< fixed conditions of the path
  std::vector<Constraint> Constraints;  ///< on variables
  std::vector<Variable> Variables;
  bool IsCombined[3] = {}; ///< by axis: block and thread index are one variable
  /// Which of two variables a condition on both is taken to bound.
  bool BoundOuter = false, BoundEither = false;
  /// A condition under which arithmetic does not wrap around.
  struct NoWrapDuty {
    const Pred *Condition;
    /// The variables it is about: that they attain nothing inside their bounds is
    /// no excuse for the wrapped values.
    std::vector<const Term *> About;
    bool Exact; ///< if it fails, this goal is violated
  };
  std::vector<NoWrapDuty> Duties;
  std::vector<int> ScopeChain;
  /// The index was a wrap of what stands in Index now.
  const Term *Unwrapped = nullptr;
  std::map<const Term *, int> Readings; ///< symbols of loop variables read as unsigned
  /// The loop of LoopVar stops before the iteration of this value, which it comes
  /// to by a wrap-around alone.
  struct StopAt {
    int LoopVar;
    const Term *Value;
    bool Unsigned; ///< how Value is read
  };
  std::vector<StopAt> Stops;
  std::vector<WrapNote> Wraps;
  std::set<const Term *> Unresolved;
  TermPool::Substitution Divisor; ///< divisors of decided sign, by symbols with that range
  /// Before wraps were taken for what they wrap.
  const Term *WrittenIndex = nullptr;
  std::vector<Constraint> WrittenConstraints;
  /// The same with the variables that mergeDense made in them.
  const Term *MergedIndex = nullptr;
  std::vector<Constraint> MergedConstraints;
  static constexpr unsigned MaxWraps = 16;

  Quantified fail(Reason R) {
    Result.Ok = false;
    Result.Why = R;
    return Result;
  }
  void inexact(Reason R) {
    Result.Exact = false;
    if (Result.Why == Reason::None)
      Result.Why = R;
  }

  int levelScope() const { return At.loop() == None ? 0 : P.Loops[At.loop()].PreheaderScope; }

  static constexpr unsigned MaxCases = 8;
  Quantified byCases(unsigned &CasesLeft);
  Quantified both(Quantifier &First, Quantifier &Second, unsigned &CasesLeft);
  Quantified all(std::vector<Quantifier> &Kinds, unsigned &CasesLeft);
  Quantified oneCase();
  Quantified attempt();
  /// No execution has these conditions.
  bool isImpossible() const;
  Quantified nothing() const;
  const Term *selectionIn(const Term *T);
  std::optional<std::pair<Quantifier, Quantifier>> casesOfExit(size_t Constraint);
  const Term *divisionIn(const Term *T);
  bool isPositive(const Term *Divisor);
  bool startsAtOrAboveZero(const Term *T);
  const Term *unclearDivisionIn(const Term *T);
  void dropIdleWraps();
  void addKind(std::vector<Quantifier> &Kinds, std::initializer_list<const Pred *> Conditions,
               const TermPool::Substitution &Map);
  std::vector<Quantifier> kindsOfDividend(const Term *Division);
  void decideSign(const Term *Divisor, int Sign);
  Range rangeOf(const Term *T);
  const Term *withoutZeroQuotients(const Term *T);

  const Pred *normalised(const Pred *Cond, int Scope);

  /// Conditions between the level and the access, innermost scope last.
  bool collectConditions();
  /// Ways out of the loops around the access that are not tested before it.
  void collectExits();
  /// The exit of Loop is tested in every iteration that gets to its end.
  bool isUnavoidable(int Loop, const LoopExit &E);
  /// The loop whose exit test opens Scope by staying, None if it is none.
  int stayingIn(int Scope);
  const Pred *inPreviousIteration(int Loop, const Pred *Stay);
  /// The access differs between iterations of Loop.
  bool varies(int Loop);
  bool isInside(int Loop) const { return At.loop() == None || isWithin(P, Loop, At.loop()); }

  void take(const Pred *Cond, int ContinueOf, int AfterOf = None);

  //===--- Block and thread indices ---------------------------------------===//

  const Term *dimension(AtomKind Kind, uint32_t Axis) { return Facts.canonical(Pool.atom(Atom::of(Kind, Axis))); }

  /// Every atom of the index, the constraints and the starts and steps of the
  /// loop variables they use.
  void forEachUsed(const std::function<void(const Term *)> &Visit);

  /// c*(blockIdx*blockDim + threadIdx) becomes c*G with G the dense global
  /// index of the axis, where both occur in this combination only.
  const Term *combined(const Term *T, uint32_t Axis, const Term *G);

  const Pred *combined(const Pred *Cond, uint32_t Axis, const Term *G);

  /// c*Major + c*Minor becomes c*G in every sum of T; Major has one monomial.
  const Term *combined(const Term *T, const LinearForm &Major, const Term *Minor, const Term *G);
  const Pred *combined(const Pred *Cond, const LinearForm &Major, const Term *Minor, const Term *G);
  const Term *withPair(const Term *Sum, const LinearForm &Major, const Term *Minor, const Term *G);

  void combineGlobalIndices();

  const Term *globalCount(uint32_t Axis) {
    return Pool.mul(dimension(AtomKind::GridDim, Axis), dimension(AtomKind::BlockDim, Axis));
  }

  /// Indices that are divided by constants are taken apart.
  bool ByDigits = false;
  std::vector<TermPool::Substitution> InDigits; ///< such indices and their quotients
  bool dividesAnIndex();
  bool isUsed(const Term *Symbol);
  std::map<const Term *, std::set<Int>> divisors();
  void readDividedWraps();
  void splitDigits();
  void splitDigits(const Term *Symbol, const std::vector<Int> &Units);

  Reason opaqueIn(const Term *T, Reason Default);

  /// T limits what it is made of: a minimum or maximum.
  bool isClamped(const Term *T) const;
  void addFree(const Term *Symbol, Range R);
  /// Why a value stands for anything, None if there is no such; then the goal is
  /// placed only if it does not depend on it.
  Reason FreeWhy = Reason::None;

  /// The start of a variable that its loop divides, if it is known before; null
  /// for everything else.
  const Term *shrinking(const Term *A);

  //===--- Variables -------------------------------------------------------===//

  void remove(const Term *Symbol) {
    std::erase_if(Variables, [&](const Variable &V) { return V.Symbol == Symbol; });
  }

  Variable *find(const Term *Symbol) {
    for (Variable &V : Variables)
      if (V.Symbol == Symbol)
        return &V;
    return nullptr;
  }

  Reason makeVariables();
  void expressByPrimary();

  /// Loop variables whose loop compares them as unsigned are read so.
  void chooseReadings();
  void readAsUnsigned(int Number, const Term *J);
  static bool contains(const Term *T, const Term *Part);
  static bool contains(const Pred *Cond, const Term *Part);
  /// The loop variable that a symbol stands for, None for others.
  int loopVariableOf(const Term *Symbol) const;
  /// How many values a block or thread index has, or their combination; null
  /// for anything else.
  const Term *countOf(const Term *Index);

  Reason makeVariable(const Term *A);
  Reason makeLoopVariable(const Term *J, int Number);
  Reason dependentStart(Variable &V, const Term *Start, const Term *Stride);
  bool decideDirection(Variable &V);

  /// The start of a loop variable, with the combined indices in it.
  const Term *startOf(int LoopVar);

  bool uses(const Term *T, const Term *A) {
    bool Found = false;
    forEachAtom(T, [&](const Term *X) { Found |= X == A; });
    return Found;
  }

  bool usesAny(const Term *T, const std::function<bool(const Term *)> &Is) {
    bool Found = false;
    forEachAtom(T, [&](const Term *X) { Found |= Is(X); });
    return Found;
  }

  bool uses(const Pred *Cond, const Term *A) {
    bool Found = false;
    forEachAtom(Cond, [&](const Term *X) { Found |= X == A; });
    return Found;
  }

  /// Start = k*u + d with u an index over [0, Stride/k - 1], or a number whose
  /// digits are such: 4*bid + warp of four warps.
  struct DenseIndex {
    std::vector<const Term *> Digits; ///< symbols, that occur nowhere else
    Int Scale = 1;                    ///< k > 0
    const Term *Count = nullptr;      ///< Stride/k
  };
  std::optional<DenseIndex> densest(const Term *Start, const Term *Stride, const Term *J);

  //===--- Wrap-around -----------------------------------------------------===//

  const Term *innermostWrap(const Term *T);

  Reason resolveWraps();

  /// T modulo 2^Width with its fixed atoms read as unsigned: an index that is a
  /// wrap of bid*h + t rises from 0 whatever the sign of h, so that it leaves
  /// the extent before it can come back: with h >= 0 its first value past e is
  /// h itself, or at most 2*(e - 1).
  const Term *readUnsigned(const Term *T, unsigned Width, bool LoopVariables);

  Variable *denseBaseOf(const Term *W);
  void replaceEverywhere(const TermPool::Substitution &Map);

  /// swrap(t + d), t dense, is t + d; a note is taken of the duty.
  bool takeAsExact(const Term *W);

  /// A variable of its own for W = uwrap(t + d), t dense.
  bool standIn(const Term *W, unsigned Number);

  /// T depends on Symbol modulo 2^Width alone: it stands in wraps to as many bits
  /// or fewer.
  bool hasPeriod(const Term *T, const Term *Symbol, unsigned Width, bool InWrap = false);
  /// So do the index, every condition and the bounds of the other variables.
  bool turnsWith(const Term *Symbol, unsigned Width);

  const Pred *passesAt(const Term *T, const Term *Wrap, const Term *Value, bool &Certain,
                       bool &FromBelow);
  void wrapDuty(const WrapNote &N, bool Alone);
  bool takeSumAsExact(const Term *W);
  struct Ladder;
  Ladder ladderOf(const WrapNote &N);
  bool onlyRepeats(const WrapNote &N);
  void sumWrapDuty(const WrapNote &N);
  bool isWithinOneSum(const Variable &V, const Pred *Cond);
  void wrapDuties();

  //===--- Domains ---------------------------------------------------------===//

  /// Tests of loops on their own variable against fixed bounds.
  void applyOwnTests();
  void applyConstraints();

  void apply(const Constraint &K);
  /// The variable that a condition on several is taken to bound.
  Variable *ownerOf(const LinearForm &L, const Constraint &K);
  bool dependsOn(const Variable &V, const Term *Symbol);

  /// S*a + b with b over S consecutive values becomes one dense variable.
  void mergeDense();
  bool merge(Variable &Major, Variable &Minor);
  bool applyInequality(const Constraint &K);
  bool isOwnTest(const Variable &V, const Constraint &K) const {
    return V.LoopVar != None && (K.ContinueOf == P.LoopVars[V.LoopVar].Loop || isAfter(V, K));
  }
  bool isAfter(const Variable &V, const Constraint &K) const {
    return V.LoopVar != None && K.AfterOf == P.LoopVars[V.LoopVar].Loop;
  }

  /// The bounds that Coefficient*v + R (<= or ==) 0 puts on v.
  const Term *highBound(const Term *R, Int Coefficient) {
    Int Size = Coefficient < 0 ? -Coefficient : Coefficient;
    return Pool.floorDiv(Coefficient > 0 ? Pool.neg(R) : R, Pool.constant(Size));
  }
  const Term *lowBound(const Term *R, Int Coefficient) {
    Int Size = Coefficient < 0 ? -Coefficient : Coefficient;
    return Pool.ceilDiv(Coefficient < 0 ? R : Pool.neg(R), Pool.constant(Size));
  }

  void tightenHigh(Variable &V, const Term *Bound, const Constraint &K);
  void tightenLow(Variable &V, const Term *Bound, const Constraint &K);

  Reason closeDomains();

  /// The last value of start, start + step, ... that is within the bounds.
  void snapToSteps(Variable &V);

  /// The first iteration after the last one must not wrap around and go on.
  void loopWrapDuty(Variable &V);
  void signDuty(Variable &V);
  /// The index is J plus or minus something fixed, modulo 2^width of J, and its
  /// loop's test is the only condition on J.
  bool circlesFreely(const Variable &V);
  bool onlyDecidesWhether(const Variable &V);
  /// An exit stops V's loop at a value that it comes to by a wrap-around.
  bool stopsBehind(const Variable &V) const;
  /// The tests of its loop are the only conditions on V, as they were written.
  bool hasOnlyOwnTests(const Variable &V);
  /// Outer variables take only values for which the others attain something.
  void confineToNonEmpty();
  bool mayWrap(const Variable &V);

  /// A comparison that bounds Symbol, alone on its side up to fixed terms.
  bool isBoundOn(const Pred *Cond, const Term *Symbol);

  //===--- Is it reached? --------------------------------------------------===//

  bool allEnd(const std::vector<int> &Loops) {
    return std::all_of(Loops.begin(), Loops.end(), [&](int L) { return ends(L); });
  }
  /// Loop ends, or the launch is refused anyway; so do all inside it.
  bool ends(int Loop);
  bool innerLoopsEnd(int Loop);
  bool isRefusedUnlessItEnds(int Loop, int LoopVar);
  std::vector<const Pred *> whenEntered(int Loop);
  template <class T> const T *withoutRefusedWraps(const std::vector<const Pred *> &Entered, const T *In);

  void judgeReach();

  //===--- Conclusion ------------------------------------------------------===//

  /// Conditions under which the access happens: those of the path that are
  /// fixed, and that every variable but those of Except attains some value, if the duties
  /// from Duty on hold.
  std::vector<const Pred *> guard(const std::vector<const Term *> &Except, size_t Duty = 0);

  /// Low and High of V where it attains most values, as far as is known.
  struct Span {
    const Term *Low = nullptr, *High = nullptr;
    std::map<const Term *, bool> Ends; ///< of the variables it depends on
  };
  std::optional<Span> widest(const Variable &V);
  bool isFixed(const Variable &V) const { return (!V.Low || At.isFixed(V.Low)) && (!V.High || At.isFixed(V.High)); }
  /// Every variable attains some value at the corners of E.
  bool allAttained(const Extremes &E);
  bool isNeverEmpty(const Variable &V);
  /// Corner I of E is at the start of every variable that attains only that for
  /// certain.
  bool isAtStarts(const Extremes &E, size_t I);
  /// Condition, on the extreme of T at corner I of E, fails for every value of the
  /// free variables if it fails there.
  bool failsForAll(const Extremes &E, size_t I, const Pred *Condition, const Term *T, bool Greatest,
                   const std::vector<const Pred *> &Guard, const SignOracle &SignOf);
  const Pred *goalAt(const Term *Value, bool Greatest);
  const Pred *tileGoalAt(const Term *Value);
  const Term *withoutWholeQuotients(const Term *T, const SignOracle &SignOf);
  int signOf(const Term *T, const std::vector<const Pred *> &Guard);

  /// Low <= High as a person writes it: no constant beside a variable on the
  /// same side, and `a < b` rather than `a <= b - 1`.
  const Pred *atMost(const Term *Low, const Term *High);

  std::set<const Term *> dependenciesOf(const Term *Symbol);
  bool hasDependent();
  bool hasDependent(const std::vector<const Term *> &About);
  bool dependsOnAny(const Variable &V, const std::vector<const Term *> &Symbols);

  Reason conclude();

  /// An index below the extent lies within the type of the wrap.
  bool extentFits() const {
    Range E = Pool.range(Extent);
    unsigned W = Unwrapped->Width;
    Int Last = Unwrapped->Kind == TermKind::SWrap ? maxSigned(W) : maxUnsigned(W);
    return E.Hi && *E.Hi - 1 <= Last;
  }

  void judgeUnwrapped(const SignOracle &SignOf);
  void shortenSteps(unsigned Width);

  bool isLinear(const Term *T);

  /// A launch that fails Condition where Guard holds is refused anyway.
  bool isRefused(const std::vector<const Pred *> &Guard, const Pred *Condition);

  void require(const std::vector<const Pred *> &Guard, const Pred *Condition);

  /// A condition that the others of this goal pair entail is not needed.
  void dropEntailed();

  const Term *readable(const Term *T) { return Facts.readable(T); }
  const Pred *readable(const Pred *C) { return Facts.readable(C); }
};

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_QUANTIFIER_H
