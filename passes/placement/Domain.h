//===- placement/Domain.h - values that the quantified variables attain ----===//
#ifndef TILECHECKS_PLACEMENT_DOMAIN_H
#define TILECHECKS_PLACEMENT_DOMAIN_H

#include "proof/Prover.h"

namespace tilechecks {

/// A variable that the check is quantified over: a block or thread index, their
/// combination blockIdx*blockDim + threadIdx, a loop variable. It attains
/// exactly Low, Low + Step, ..., High (nothing if Low > High); variables are
/// independent of each other.
struct Variable {
  const Term *Symbol = nullptr; ///< the atom that stands for it in terms
  const Term *Low = nullptr, *High = nullptr; ///< fixed terms
  Int Step = 1;
  const Term *StepTerm = nullptr; ///< distance of two values where the launch decides it
  int LoopVar = None;
  /// Bound by the loop's own test, before further conditions; null for others.
  const Term *LoopHigh = nullptr;
  /// High (Low when walking down) and LoopHigh before they were brought down to
  /// a multiple of the step: whether anything is attained reads better on them.
  const Term *Bound = nullptr, *LoopBound = nullptr;
  bool Downward = false;
  /// Lower bound by conditions alone; null if there is none.
  const Term *ConditionLow = nullptr;
  /// A wrapped value makes the access happen although Low > High; null: never.
  const Pred *OrWrapped = nullptr;
  /// The loop's own test bounds it on the side it starts from as well.
  bool TestedBehind = false;
  bool Wrapped = false; ///< stands for a wrapped dense value
  const Term *Unwrapped = nullptr; ///< of a wrapped one: what is wrapped
  unsigned Width = 0;
  bool SignedWrap = true;
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
bool isSymbol(Atom A);

} // namespace tilechecks

#endif // TILECHECKS_PLACEMENT_DOMAIN_H
