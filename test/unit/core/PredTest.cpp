// Predicates: folding keeps the truth value, negation negates, evaluation is lazy from left to right.
#include "core/Eval.h"
#include "core/Text.h"

#include <gtest/gtest.h>

#include <random>

using namespace tilechecks;

namespace {

constexpr Atom X = Atom{AtomKind::Param, 0, 0, 8}, Y = Atom{AtomKind::Param, 1, 0, 8};

struct Values {
  int A, B;
  OptInt operator()(Atom At) const { return At == X ? A : B; }
};

TEST(Predicates, comparisons_and_their_negations_over_every_box) {
  struct Op {
    const Pred *(TermPool::*Build)(const Term *, const Term *);
    bool (*Truth)(int, int);
  };
  const Op Ops[] = {{&TermPool::le, [](int A, int B) { return A <= B; }}, {&TermPool::lt, [](int A, int B) { return A < B; }},
                    {&TermPool::ge, [](int A, int B) { return A >= B; }}, {&TermPool::gt, [](int A, int B) { return A > B; }},
                    {&TermPool::eq, [](int A, int B) { return A == B; }}, {&TermPool::ne, [](int A, int B) { return A != B; }}};
  for (int ALo = -3; ALo <= 3; ++ALo)
    for (int AHi = ALo; AHi <= 3; ++AHi)
      for (int BLo = -3; BLo <= 3; ++BLo)
        for (int BHi = BLo; BHi <= 3; ++BHi)
          for (const Op &O : Ops) {
            TermPool Pool;
            Pool.setRange(X, Range::between(ALo, AHi));
            Pool.setRange(Y, Range::between(BLo, BHi));
            const Pred *P = (Pool.*O.Build)(Pool.atom(X), Pool.atom(Y)), *N = Pool.lnot(P);
            unsigned Holds = 0, Fails = 0;
            for (int A = ALo; A <= AHi; ++A)
              for (int B = BLo; B <= BHi; ++B) {
                bool Truth = O.Truth(A, B);
                ASSERT_EQ(evaluate(P, Values{A, B}), std::optional<bool>(Truth));
                ASSERT_EQ(evaluate(N, Values{A, B}), std::optional<bool>(!Truth));
                ++(Truth ? Holds : Fails);
              }
            // Decided only when the ranges do decide (case S20), and then always for orders.
            if (P->isTrue()) {
              ASSERT_EQ(Fails, 0u);
            }
            if (P->isFalse()) {
              ASSERT_EQ(Holds, 0u);
            }
          }
}

/// Case: S20.
TEST(Predicates, equality_of_ranges_is_not_decided_by_their_corners) {
  TermPool Pool;
  Pool.setRange(X, Range::between(0, 2));
  const Pred *Equal = Pool.eq(Pool.atom(X), Pool.constant(1));
  EXPECT_FALSE(Equal->isTrue() || Equal->isFalse());
  const Pred *Different = Pool.ne(Pool.atom(X), Pool.constant(1));
  EXPECT_FALSE(Different->isTrue() || Different->isFalse());
  EXPECT_TRUE(Pool.eq(Pool.atom(X), Pool.constant(3))->isFalse());
}

TEST(Predicates, divisibility_folds_only_where_every_summand_is_divisible) {
  for (int K = -4; K <= 6; ++K)
    for (int C = -3; C <= 4; ++C)
      for (int D = -4; D <= 4; ++D) {
        TermPool Pool;
        const Term *T = Pool.add(Pool.mul(Pool.constant(C), Pool.atom(X)), Pool.constant(D));
        const Pred *P = Pool.divides(Pool.constant(K), T), *N = Pool.lnot(P);
        for (int A = -7; A <= 7; ++A) {
          auto Got = evaluate(P, Values{A, 0});
          if (K == 0) {
            ASSERT_NE(Got.value_or(false), true);
            continue;
          }
          ASSERT_EQ(Got, std::optional<bool>((C * A + D) % K == 0)) << print(P) << " at " << A;
          ASSERT_EQ(evaluate(N, Values{A, 0}), std::optional<bool>((C * A + D) % K != 0)) << print(N) << " at " << A;
        }
      }
}

TEST(Predicates, nested_connectives_and_their_negations) {
  std::mt19937_64 Random(3);
  auto Roll = [&](int N) { return static_cast<int>(Random() % static_cast<uint64_t>(N)); };
  for (int Round = 0; Round < 500; ++Round) {
    TermPool Pool;
    Pool.setRange(X, Range::between(-3, 3));
    Pool.setRange(Y, Range::between(-3, 3));
    struct Entry {
      const Pred *P;
      std::vector<bool> Truth;
    };
    std::vector<Entry> All;
    auto Each = [](auto F) {
      std::vector<bool> R;
      for (int A = -3; A <= 3; ++A)
        for (int B = -3; B <= 3; ++B)
          R.push_back(F(A, B));
      return R;
    };
    const Term *A = Pool.atom(X), *B = Pool.atom(Y);
    All.push_back({Pool.le(A, B), Each([](int U, int V) { return U <= V; })});
    All.push_back({Pool.lt(B, Pool.constant(1)), Each([](int, int V) { return V < 1; })});
    All.push_back({Pool.eq(A, Pool.constant(2)), Each([](int U, int) { return U == 2; })});
    All.push_back({Pool.boolean(Round % 2 == 0), Each([&](int, int) { return Round % 2 == 0; })});
    for (int Step = 0; Step < 8; ++Step) {
      const Entry &L = All[Roll(static_cast<int>(All.size()))], &R = All[Roll(static_cast<int>(All.size()))];
      int Kind = Roll(4);
      Entry New{Kind == 0   ? Pool.land(L.P, R.P)
                : Kind == 1 ? Pool.lor(L.P, R.P)
                : Kind == 2 ? Pool.implies(L.P, R.P)
                            : Pool.lnot(L.P),
                {}};
      for (size_t I = 0; I < L.Truth.size(); ++I)
        New.Truth.push_back(Kind == 0   ? L.Truth[I] && R.Truth[I]
                            : Kind == 1 ? L.Truth[I] || R.Truth[I]
                            : Kind == 2 ? !L.Truth[I] || R.Truth[I]
                                        : !L.Truth[I]);
      size_t I = 0;
      for (int U = -3; U <= 3; ++U)
        for (int V = -3; V <= 3; ++V, ++I)
          ASSERT_EQ(evaluate(New.P, Values{U, V}), std::optional<bool>(New.Truth[I])) << print(New.P);
      All.push_back(std::move(New));
    }
  }
}

TEST(Predicates, evaluation_is_lazy_and_refuses_what_has_no_value) {
  TermPool Pool;
  const Term *A = Pool.atom(X);
  const Pred *Undefined = Pool.le(Pool.floorDiv(Pool.constant(1), A), A);
  const Pred *No = Pool.lt(A, Pool.constant(0)), *Yes = Pool.le(A, Pool.constant(0));
  Values Zero{0, 0};
  EXPECT_EQ(evaluate(Undefined, Zero), std::nullopt);
  EXPECT_EQ(evaluate(Pool.land(No, Undefined), Zero), std::optional<bool>(false));
  EXPECT_EQ(evaluate(Pool.land(Undefined, No), Zero), std::nullopt);
  EXPECT_EQ(evaluate(Pool.lor(Yes, Undefined), Zero), std::optional<bool>(true));
  EXPECT_EQ(evaluate(Pool.lor(No, Undefined), Zero), std::nullopt);
  EXPECT_EQ(evaluate(Pool.implies(No, Undefined), Zero), std::optional<bool>(true));
  EXPECT_EQ(evaluate(Pool.implies(Yes, Undefined), Zero), std::nullopt);
  EXPECT_EQ(evaluate(Pool.le(A, A), [](Atom) { return OptInt(); }), std::optional<bool>(true)); // folded
  EXPECT_EQ(evaluate(No, [](Atom) { return OptInt(); }), std::nullopt);                         // an unresolved atom
}

TEST(Predicates, the_unfolded_comparison_stands_although_the_ranges_decide_it) {
  TermPool Pool;
  Pool.setRange(X, Range::between(0, 9));
  const Term *A = Pool.atom(X);
  EXPECT_TRUE(Pool.le(Pool.constant(0), A)->isTrue());
  const Pred *P = Pool.unfoldedLe(Pool.constant(0), A);
  EXPECT_EQ(evaluate(P, Values{-1, 0}), std::optional<bool>(false));
}

} // namespace
