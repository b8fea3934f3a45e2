//===- proof/DeclaredSums.cpp - declared sums that have not wrapped ---------===//
//
// Concludes that a wrapped value in a declaration is what it wraps, from its value.
//
//   declared  y == trunc(int32(x + 31)/32),  0 <= x, y <= 2^31-1
//   y >= 0, so int32(x + 31) >= -31; wrapped once, x + 31 would be -2^31+30 at most
//   result    int32(x + 31) == x + 31
//
// What stands for a replaced atom is simplified with it: gridDim.x is ceil(n/64).
//
// Why it is sound. The launcher has verified the declaration. A sum S in [Low, High]
// and its wrapped value W differ by k*2^w. For k >= 1, W <= High - 2^w; for
// k <= -1, W >= Low + 2^w. A value W above the first and below the second leaves
// k = 0.
//
// When it does not apply:
//   * the value may be a wrapped one: trunc(int32(x + 31)/32) <= y holds for
//     x = 2^31-1 and y = 0;
//   * wrapped from the other side: int32(2*n) == y holds for n = -2^31 and y = 0.
//     With n >= 0 declared it is 2*n.
//
// Cost: three queries a wrapped value in a declaration, at most MaxSums.
// Alone: build/bin/unit/ProofTests --gtest_filter='DeclaredSums*'
//
//===----------------------------------------------------------------------===//
#include "proof/Prover.h"

#include <algorithm>
#include <functional>

using namespace tilechecks;

void Prover::addDeclaredSums(const std::vector<const Term *> &Replaced) {
  constexpr size_t MaxSums = 32;
  std::vector<const Term *> Sums; // innermost first
  std::function<void(const Term *)> Collect = [&](const Term *T) {
    for (const Term *Op : T->Ops)
      Collect(Op);
    if (T->Kind == TermKind::TruncDiv)
      addAxioms(T); // its dividend is asked for by itself
    if ((T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap) &&
        std::find(Sums.begin(), Sums.end(), T) == Sums.end())
      Sums.push_back(T);
  };
  std::function<void(const Pred *)> CollectIn = [&](const Pred *C) {
    for (const Term *T : C->Terms)
      Collect(canonical(T)); // of an equality that replaces one side as well
    for (const Pred *Q : C->Preds)
      CollectIn(Q);
  };
  for (const Precondition &C : P.Preconditions)
    CollectIn(C.Condition);
  for (size_t I = 0; I < Sums.size() && I < MaxSums; ++I) {
    const Term *W = Sums[I], *S = W->Ops[0];
    const Int Turn = Int(1) << W->Width;
    Range R = Pool.range(S);
    if (proveLe(Pool.constant(0), S, 0).Proved)
      R = narrow(R, {Int(0), std::nullopt});
    if (!R.Lo || !R.Hi)
      continue;
    OptInt Above = checkedSub(*R.Hi, Turn), Below = checkedAdd(*R.Lo, Turn);
    if (Above && Below && prove(Pool.lt(Pool.constant(*Above), W), 0).Proved &&
        prove(Pool.lt(W, Pool.constant(*Below)), 0).Proved)
      addFact(Pool.eq(W, S), 0, Premise::Precondition);
  }
  for (const Term *From : Replaced) {
    const Term *&To = Equalities[From];
    PremiseSet Used = 0;
    if (const Term *Exact = normalise(To, 0, Used); Exact != To) {
      To = Exact;
      addBounds(From);
    }
  }
}
