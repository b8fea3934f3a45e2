// Rule MonotoneLoopVariable against loops that are run with wrap-around at four bits: every start, step, bound and shape
// of header test. Claims: isMonotone (the variable is start + step * iteration, no wrap), isFinite, and every goal that
// is proved inside the body.
#include "core/Eval.h"
#include "core/Text.h"
#include "proof/Prover.h"

#include <gtest/gtest.h>

using namespace tilechecks;

namespace {

constexpr unsigned Width = 4;
constexpr Atom J = Atom{AtomKind::LoopVar, 0, 0, 0}, N = Atom{AtomKind::Param, 0, 0, 4}, S0 = Atom{AtomKind::Param, 1, 0, 4},
               Moves = Atom{AtomKind::Opaque, 0, 0, 0};

struct Shape {
  const char *Text;
  const Pred *(*Test)(TermPool &, const Term *J, const Term *Bound);
};

const Shape Shapes[] = {
    {"j < n", [](TermPool &P, const Term *J, const Term *B) { return P.lt(J, B); }},
    {"j <= n", [](TermPool &P, const Term *J, const Term *B) { return P.le(J, B); }},
    {"j > n", [](TermPool &P, const Term *J, const Term *B) { return P.gt(J, B); }},
    {"j >= n", [](TermPool &P, const Term *J, const Term *B) { return P.ge(J, B); }},
    {"j != n", [](TermPool &P, const Term *J, const Term *B) { return P.ne(J, B); }},
    {"unsigned j < n", [](TermPool &P, const Term *J, const Term *B) { return P.lt(P.uwrap(Width, J), B); }},
    {"unsigned j > n", [](TermPool &P, const Term *J, const Term *B) { return P.gt(P.uwrap(Width, J), B); }},
    {"2*j < n", [](TermPool &P, const Term *J, const Term *B) { return P.lt(P.mul(P.constant(2), J), B); }},
    {"j < n and j > -3", [](TermPool &P, const Term *J, const Term *B) { return P.land(P.lt(J, B), P.gt(J, P.constant(-3))); }},
    {"j < n or j > 5", [](TermPool &P, const Term *J, const Term *B) { return P.lor(P.lt(J, B), P.gt(J, P.constant(5))); }},
};

struct Counts {
  unsigned Monotone = 0, Finite = 0, Proved = 0, Loops = 0;
};

/// BoundMoves: the bound is read anew in each iteration.
void check(const Shape &Which, int StartLow, int StartHigh, int StepLow, int StepHigh, int BoundLow, int BoundHigh,
           bool BoundMoves, Counts &Seen) {
  Problem P;
  TermPool &Pool = *P.Pool;
  constexpr Atom StepAtom = Atom{AtomKind::Param, 2, 0, 4};
  Pool.setRange(J, Range::ofSigned(Width));
  Pool.setRange(N, Range::between(BoundLow, BoundHigh));
  Pool.setRange(Moves, Range::between(BoundLow, BoundHigh));
  Pool.setRange(S0, Range::between(StartLow, StartHigh));
  Pool.setRange(StepAtom, Range::between(StepLow, StepHigh));
  const Term *Step = StepLow == StepHigh ? Pool.constant(StepLow) : Pool.atom(StepAtom);
  const Term *Start = StartLow == StartHigh ? Pool.constant(StartLow) : Pool.atom(S0);
  P.Opaques.push_back({4, Reason::IndexLoaded, 0, "v"});
  Scope Whole;
  Whole.Condition = Pool.boolean(true);
  P.Scopes.push_back(Whole);
  tilechecks::Loop L;
  L.HeaderTestFirst = true;
  P.Loops.push_back(L);
  P.LoopVars.push_back({0, Width, Start, Step});
  Scope Body;
  Body.Parent = 0;
  Body.Loop = 0;
  Body.LoopContinue = true;
  Body.Condition = Which.Test(Pool, Pool.atom(J), Pool.atom(BoundMoves ? Moves : N));
  P.Scopes.push_back(Body);
  Prover Facts(P);

  std::vector<const Pred *> Goals;
  const Term *V = Pool.atom(J), *Next = Pool.add(V, Step), *B = Pool.atom(BoundMoves ? Moves : N);
  for (const Term *T : {V, Next, Pool.uwrap(Width, V), Pool.sub(V, Start), Pool.sub(Start, V), Pool.sub(B, V)})
    for (int C : {-8, 0, 7})
      for (const Pred *G : {Pool.le(T, Pool.constant(C)), Pool.ge(T, Pool.constant(C))})
        Goals.push_back(G);
  Goals.push_back(Pool.divides(Pool.constant(2), V));
  Goals.push_back(Pool.eq(Pool.mod(Pool.sub(V, Start), Pool.constant(3)), Pool.constant(0)));
  std::vector<bool> IsProved;
  for (const Pred *G : Goals)
    IsProved.push_back(Facts.prove(G, 1).Proved);
  for (size_t I = 0; I < Goals.size(); ++I)
    Seen.Proved += IsProved[I] && !Goals[I]->isTrue();
  Seen.Monotone += Facts.isMonotone(0);
  Seen.Finite += Facts.isFinite(0);
  ++Seen.Loops;

  auto Where = [&] {
    return std::string(Which.Text) + (BoundMoves ? " moving" : "") + " start " + print(Start) + " step " + print(Step) + "\n" + print(P);
  };
  for (int Begin = StartLow; Begin <= StartHigh; ++Begin)
    for (int By = StepLow; By <= StepHigh; ++By)
      for (int Bound = BoundLow; Bound <= BoundHigh; ++Bound) {
        int Value = Begin, Exact = Begin, Turn = 0, NowBound = Bound;
        AtomValues Values = [&](Atom A) -> OptInt {
          return A == J ? Value : A == S0 ? Begin : A == StepAtom ? By : NowBound;
        };
        for (; Turn < 40; ++Turn) {
          if (BoundMoves) // some sequence of bounds
            NowBound = BoundLow + (Bound - BoundLow + Turn * 5) % (BoundHigh - BoundLow + 1);
          if (!*evaluate(Body.Condition, Values))
            break;
          if (Facts.isMonotone(0)) {
            ASSERT_EQ(Value, Exact) << Where();
          }
          for (size_t I = 0; I < Goals.size(); ++I)
            if (IsProved[I]) {
              ASSERT_TRUE(*evaluate(Goals[I], Values)) << print(Goals[I]) << " at " << Value << " begin " << Begin << " step "
                                                       << By << " bound " << NowBound << "\n" << Where();
            }
          Exact += By;
          Value = static_cast<int>(wrapSigned(Width, Value + By));
        }
        if (Facts.isFinite(0)) {
          ASSERT_LT(Turn, 40) << "does not end: begin " << Begin << " step " << By << " bound " << Bound << "\n" << Where();
        }
      }
}

TEST(LoopVariable, claims_agree_with_loops_that_are_run) {
  Counts Seen;
  for (const Shape &Which : Shapes)
    for (auto [StartLow, StartHigh] : {std::pair(0, 0), {-8, 7}, {2, 5}, {-3, -3}})
      for (auto [StepLow, StepHigh] : {std::pair(1, 1), {2, 2}, {3, 3}, {-1, -1}, {-2, -2}, {1, 3}, {-3, -1}, {-1, 1}, {7, 7}})
        for (auto [BoundLow, BoundHigh] : {std::pair(-8, 7), {0, 5}, {-5, -1}, {4, 4}})
          for (bool BoundMoves : {false, true}) {
            check(Which, StartLow, StartHigh, StepLow, StepHigh, BoundLow, BoundHigh, BoundMoves, Seen);
            if (HasFatalFailure())
              return;
          }
  std::printf("loops %u: monotone %u finite %u goals proved %u\n", Seen.Loops, Seen.Monotone, Seen.Finite, Seen.Proved);
  EXPECT_GT(Seen.Monotone, 200u);
  EXPECT_GT(Seen.Finite, 100u);
  EXPECT_LT(Seen.Finite, Seen.Monotone); // a bound that moves ends nothing
  EXPECT_GT(Seen.Proved, 1000u);
}

} // namespace
