//===- proof/GeometricLoopVariable.cpp - strides that halve or double -----===//
//
// Concludes, for a header phi o that each iteration divides by a constant c >= 2,
//   0 <= o <= start,
// and that its loop ends if the header's test fails at 0; for one that each
// iteration multiplies by c, that o >= start while no product leaves the type.
//
//   for (int o = blockDim.x / 2; o > 0; o >>= 1) if (t < o) s(t) += s(t + o);
//   facts: 0 <= o, o <= floor(blockDim.x/2), hence t + o < blockDim.x
//
// Why it is sound: by induction over iterations. Where o >= 0, the next value is
// floor(o / c), whichever of `>>`, `/` and their unsigned forms computes it, and
// 0 <= floor(o / c) <= o; it is less than o unless o = 0, so a test that o = 0
// does not pass ends the loop. Where o >= 0 and c*o fits the type, which the
// header's test shows before every back edge, c*o >= o is the next value.
//
// When it does not apply:
//   * the start may be negative: -3 >> 1 is -2, then -1 for ever, -3 / 2 is -1,
//     and 0xfffffffd >> 1 is 2147483646, above the start;
//   * the test passes at 0 (`o >= 0`, `o != 1` from start = 0): it never ends;
//   * nothing bounds o from above before it grows: from 1, thirty-two times
//     `s *= 2` give 0. With start = 0 it is right but 0 for ever, so no end is
//     concluded for what grows.
//
// Cost: at most three queries a variable.
//
//===----------------------------------------------------------------------===//
#include "proof/Prover.h"

#include <algorithm>

using namespace tilechecks;

void Prover::addGeometricVariable(const GeometricVariable &V) {
  const OpaqueValue &Of = P.Opaques[V.Opaque];
  const int Before = P.Loops[Of.Loop].PreheaderScope, Body = ContinueScope[Of.Loop];
  const Term *O = Pool.atom(Atom::of(AtomKind::Opaque, static_cast<uint32_t>(V.Opaque)));
  const Term *Start = canonical(V.Start), *Zero = Pool.constant(0);
  auto Le = [&](const Term *A, const Term *B) {
    if (auto L = addScaled(Pool.linear(A), Pool.linear(B), -1))
      addFact(*L, Before, Premise::LoopVariable);
  };
  if (!proveLe(Zero, Start, Before).Proved)
    return;
  const Term *Unsigned = Pool.uwrap(Of.Width, O);
  auto IsItsUnsigned = [&] { // as it is not negative
    Le(O, Unsigned);
    Le(Unsigned, O);
  };
  if (V.Grows) {
    auto Fits = [&](const Term *T) {
      return proveLe(Pool.mul(Pool.constant(V.Factor), T), Pool.constant(maxSigned(Of.Width)), Body).Proved;
    };
    // By induction o >= 0 and so its own unsigned reading.
    if (Body != None && (Fits(O) || Fits(Unsigned))) {
      Le(Start, O);
      IsItsUnsigned();
    }
    return;
  }
  Le(Zero, O);
  Le(O, Start);
  IsItsUnsigned();
  if (Body == None || P.Loops[Of.Loop].MayNotReturn)
    return;
  // o >= 0, so that the test excludes 0 is all that is asked.
  const Pred *Test = canonical(P.Scopes[Body].Condition), *NotZero = Pool.ne(O, Zero);
  if (Test == NotZero ||
      (Test->Kind == PredKind::And && std::find(Test->Preds.begin(), Test->Preds.end(), NotZero) != Test->Preds.end()) ||
      proveLe(Pool.constant(1), O, Body).Proved || proveLe(Pool.constant(1), Unsigned, Body).Proved)
    Finite[Of.Loop] = true;
}
