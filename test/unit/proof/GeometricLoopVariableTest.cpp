// Rule GeometricLoopVariable against loops that are run at four bits: every start, factors, header tests, and for what
// shrinks every operation that may be meant. Claims: isFinite, and every goal that is proved inside the body.
#include "core/Eval.h"
#include "core/Text.h"
#include "proof/Prover.h"

#include <gtest/gtest.h>

using namespace tilechecks;

namespace {

constexpr unsigned Width = 4;
constexpr Atom O = Atom{AtomKind::Opaque, 0, 0, 0}, N = Atom{AtomKind::Param, 0, 0, 4}, S0 = Atom{AtomKind::Param, 1, 0, 4};

struct Shape {
  const char *Text;
  const Pred *(*Make)(TermPool &, const Term *O, const Term *N);
};
const Shape Shapes[] = {
    {"o > 0", [](TermPool &P, const Term *O, const Term *) { return P.gt(O, P.constant(0)); }},
    {"o != 0", [](TermPool &P, const Term *O, const Term *) { return P.ne(O, P.constant(0)); }},
    {"o >= 1", [](TermPool &P, const Term *O, const Term *) { return P.ge(O, P.constant(1)); }},
    {"unsigned o > 0", [](TermPool &P, const Term *O, const Term *) { return P.gt(P.uwrap(Width, O), P.constant(0)); }},
    {"o >= 0", [](TermPool &P, const Term *O, const Term *) { return P.ge(O, P.constant(0)); }},
    {"o != 1", [](TermPool &P, const Term *O, const Term *) { return P.ne(O, P.constant(1)); }},
    {"o > n", [](TermPool &P, const Term *O, const Term *N) { return P.gt(O, N); }},
    {"o < n", [](TermPool &P, const Term *O, const Term *N) { return P.lt(O, N); }},
    {"o < 4", [](TermPool &P, const Term *O, const Term *) { return P.lt(O, P.constant(4)); }},
};

/// The operations a shrinking variable may be moved by: `>>`, `/`, their unsigned forms.
int shrunk(int Operation, int Value, int Factor) {
  int Unsigned = Value & ((1 << Width) - 1);
  switch (Operation) {
  case 0:
    return static_cast<int>(*floorDiv(Value, Factor));
  case 1:
    return Value / Factor;
  default:
    return static_cast<int>(wrapSigned(Width, Unsigned / Factor));
  }
}

struct Counts {
  unsigned Finite = 0, Between = 0, Loops = 0;
};

void check(const Shape &Which, int StartLow, int StartHigh, int Factor, bool Grows, Counts &Seen) {
  Problem P;
  TermPool &Pool = *P.Pool;
  Pool.setRange(O, Range::ofSigned(Width));
  Pool.setRange(N, Range::ofSigned(Width));
  Pool.setRange(S0, Range::between(StartLow, StartHigh));
  const Term *V = Pool.atom(O), *Start = Pool.atom(S0);
  P.Opaques.push_back({Width, Reason::LoopCarried, 0, "o"});
  P.GeometricVars.push_back({0, Start, Factor, Grows});
  Scope Whole;
  Whole.Condition = Pool.boolean(true);
  P.Scopes.push_back(Whole);
  Loop L;
  L.HeaderTestFirst = true;
  P.Loops.push_back(L);
  Scope Body;
  Body.Parent = 0;
  Body.Loop = 0;
  Body.LoopContinue = true;
  Body.Condition = Which.Make(Pool, V, Pool.atom(N));
  P.Scopes.push_back(Body);
  Prover Facts(P);

  std::vector<const Pred *> Proved;
  for (const Term *T : {V, Pool.sub(V, Start), Pool.uwrap(Width, V), Pool.add(V, Start)})
    for (int C = -8; C <= 8; ++C)
      for (const Pred *G : {Pool.le(T, Pool.constant(C)), Pool.ge(T, Pool.constant(C))})
        if (!G->isTrue() && Facts.prove(G, 1).Proved)
          Proved.push_back(G);
  ++Seen.Loops;
  Seen.Finite += Facts.isFinite(0);
  Seen.Between += Facts.proveLe(Grows ? Start : V, Grows ? V : Start, 1).Proved;
  if (!Grows && StartLow >= 0) {
    EXPECT_TRUE(Facts.proveLe(V, Start, 1).Proved && Facts.proveLe(Pool.constant(0), V, 1).Proved) << Which.Text;
  }

  for (int Begin = StartLow; Begin <= StartHigh; ++Begin)
    for (int Bound = -8; Bound <= 7; ++Bound)
      for (int Operation = 0; Operation < (Grows ? 1 : 3); ++Operation) {
        int Value = Begin, Turn = 0;
        AtomValues Values = [&](Atom A) -> OptInt { return A == O ? Value : A == S0 ? Begin : Bound; };
        for (; Turn < 20 && *evaluate(Body.Condition, Values); ++Turn) {
          for (const Pred *G : Proved)
            ASSERT_TRUE(*evaluate(G, Values)) << print(G) << " at " << Value << " begin " << Begin << " n " << Bound << " "
                                              << Which.Text << "\n" << print(P);
          Value = Grows ? static_cast<int>(wrapSigned(Width, Value * Factor)) : shrunk(Operation, Value, Factor);
        }
        if (Facts.isFinite(0)) {
          ASSERT_LT(Turn, 20) << "does not end: begin " << Begin << " n " << Bound << " " << Which.Text << "\n" << print(P);
        }
      }
}

TEST(GeometricLoopVariable, claims_agree_with_loops_that_are_run) {
  Counts Shrinks, Grows;
  for (const Shape &Which : Shapes)
    for (auto [Low, High] : {std::pair(0, 7), {-8, 7}, {1, 3}, {-3, -3}, {0, 0}, {5, 5}})
      for (int Factor : {2, 3, 4, 8}) {
        check(Which, Low, High, Factor, false, Shrinks);
        check(Which, Low, High, Factor, true, Grows);
        if (HasFatalFailure())
          return;
      }
  std::printf("loops %u: shrinking finite %u between %u, growing finite %u above %u\n", Shrinks.Loops, Shrinks.Finite,
              Shrinks.Between, Grows.Finite, Grows.Between);
  EXPECT_GE(Shrinks.Finite, 4u * 4u * 4u); // four tests that exclude 0, starts that are not negative
  EXPECT_GT(Grows.Between, 0u);
  EXPECT_LT(Grows.Between, Grows.Loops); // without a bound it wraps around
}

} // namespace
