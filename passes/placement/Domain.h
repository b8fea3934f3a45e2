//===- placement/Domain.h - values that the quantified variables attain ----===//
#ifndef TILECHECKS_PLACEMENT_DOMAIN_H
#define TILECHECKS_PLACEMENT_DOMAIN_H

#include "proof/Prover.h"

namespace tilechecks {

/// A variable that the check is quantified over: a block or thread index, their
/// combination blockIdx*blockDim + threadIdx, a loop variable (read as signed,
/// or as unsigned where its loop compares it so). It attains exactly Low,
/// Low + Step, ..., High (nothing if Low > High). The bounds of one may mention
/// others (j <= i in a triangular nest), without a cycle.
struct Variable {
  const Term *Symbol = nullptr; ///< the atom that stands for it in terms
  const Term *Low = nullptr, *High = nullptr;
  const Term *Step = nullptr; ///< distance of neighbours, >= 1 while Low < High

  const Term *Top = nullptr;    ///< of an index: its greatest value, conditions or not
  const Term *Bottom = nullptr; ///< and its least

  /// A stride that its loop halves: of its values, only High is known to be
  /// attained, while it is Start.
  bool OnlyStart = false;
  /// A value of which nothing is known but its type; none of its values is known
  /// to be attained.
  bool Free = false;

  // Of a loop variable:
  int LoopVar = None;
  unsigned Width = 0;
  bool Signed = true;
  Range type() const { return Signed ? Range::ofSigned(Width) : Range::ofUnsigned(Width); }
  bool Walked = false;   ///< all threads together walk in steps of Step
  bool Downward = false;
  const Term *Start = nullptr;  ///< fixed; of a walked one the least
  const Term *Stride = nullptr; ///< change in one iteration
  /// The stride has the sign that Downward says (or is 0); null if that is known.
  const Pred *SignDuty = nullptr;
  /// Bound by the loop's own test, before further conditions.
  const Term *LoopHigh = nullptr;
  /// High (Low when walking down) and LoopHigh before they were brought down to
  /// a multiple of the step: whether anything is attained reads better on them.
  const Term *Bound = nullptr, *LoopBound = nullptr;
  /// The loop's own test bounds it on the side it starts from as well.
  bool TestedBehind = false;
  /// Its loop ends by `!=`: steps of one, no wrap-around on the way to it.
  bool EndsByInequality = false;

  /// Lower bound by conditions alone; null if there is none.
  const Term *ConditionLow = nullptr;
  /// A wrapped value makes the access happen although Low > High; null: never.
  const Pred *OrWrapped = nullptr;
};

/// W = wrap(X) was taken for X, of which one of these forms is known:
///   Scale*Base + Offset   Base a dense index; Scale other than 1 only of a start
///   Sum + Offset          Sum of variables, the Summands, each times a constant
struct WrapNote {
  const Term *Wrap = nullptr;
  const Term *Base = nullptr;   ///< symbol of a dense index variable
  const Term *Offset = nullptr; ///< fixed
  const Term *Top = nullptr;    ///< greatest value of Base
  unsigned Width = 0;
  const Term *StartOf = nullptr; ///< the loop variable whose start it is, else null
  Int Scale = 1;
  const Term *Sum = nullptr;
  std::vector<const Term *> Summands;

  bool isAbout(const Term *Symbol) const {
    return Base == Symbol || StartOf == Symbol || std::find(Summands.begin(), Summands.end(), Symbol) != Summands.end();
  }
};

/// The level at which a check is to run: before loop Before, or at launch.
class Level {
public:
  Level(const Problem &P, int Before) : P(P), Before(Before) {}

  bool isFixed(Atom A) const;
  bool isFixed(const Term *T) const;
  bool isFixed(const Pred *C) const;
  int loop() const { return Before; }

private:
  const Problem &P;
  int Before;
};

/// Symbols that do not occur in any Problem: the combined global index of an
/// axis and the stand-ins for wrapped values.
Atom globalIndexSymbol(unsigned Axis);
/// Key tells apart symbols of one number with different ranges: the ranges of terms are remembered.
Atom wrappedSymbol(unsigned Number, uint64_t Key);
inline constexpr unsigned UnsignedReadings = 1u << 16, PastTheEnd = 900, RemainderSymbols = 1000, FixedRemainderSymbols = 1500,
                          MergedSymbols = 2000, Divisors = 3000, FreeSymbols = 4000, DigitSymbols = 5000, DividedWrapSymbols = 6000;
bool isSymbol(Atom A);
/// A value that a signed variable of Width takes after a wrap-around: from the
/// least of the type to Farthest or, if that is not below it, -1.
Atom pastTheEnd(TermPool &Pool, unsigned Width, Int Farthest);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_DOMAIN_H
