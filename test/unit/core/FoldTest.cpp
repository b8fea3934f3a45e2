// Folding keeps the value: whatever builders make of an expression evaluates as the expression does, for every value of
// its atoms within their ranges, and the range of the result holds all of those values.
#include "Naive.h"
#include "core/Eval.h"
#include "core/Text.h"

#include <gtest/gtest.h>

#include <random>

using namespace tilechecks;

namespace {

struct Box {
  int Low, High;
};

constexpr int FirstBits = 4;

/// Two atoms a and b within boxes; calls Check(a, b) for all values.
class TwoAtoms {
public:
  TwoAtoms(Box A, Box B) : A(A), B(B) {
    Pool.setRange(AtomA, Range::between(A.Low, A.High));
    Pool.setRange(AtomB, Range::between(B.Low, B.High));
  }
  TermPool Pool;
  static constexpr Atom AtomA{AtomKind::Param, 0, 0, 8}, AtomB{AtomKind::Param, 1, 0, 8};
  const Term *a() { return Pool.atom(AtomA); }
  const Term *b() { return Pool.atom(AtomB); }

  template <class Expected> void expect(const Term *T, Expected Value) {
    Range R = Pool.range(T);
    for (int X = A.Low; X <= A.High; ++X)
      for (int Y = B.Low; Y <= B.High; ++Y) {
        OptInt Wanted = Value(X, Y);
        if (!Wanted)
          continue; // a fold may give a value to what has none, never the other way round
        OptInt Got = evaluate(T, [&](Atom At) -> OptInt { return At == AtomA ? X : Y; });
        ASSERT_TRUE(Got.has_value()) << print(T) << " at " << X << "," << Y;
        ASSERT_EQ(*Got, *Wanted) << print(T) << " at " << X << "," << Y;
        ASSERT_TRUE(R.contains(*Wanted)) << "range of " << print(T) << " at " << X << "," << Y;
      }
  }

private:
  Box A, B;
};

constexpr Box Boxes[] = {{-8, 7}, {0, 7}, {1, 5}, {-5, -1}, {3, 3}, {0, 0}, {-1, 2}};

TEST(Fold, every_binary_builder_keeps_the_value_over_every_box) {
  for (Box A : Boxes)
    for (Box B : Boxes)
      for (TermKind K : naive::Binary) {
        TwoAtoms P(A, B);
        P.expect(naive::build(P.Pool, K, P.a(), P.b()), [K](int X, int Y) { return naive::apply(K, X, Y); });
      }
}

TEST(Fold, every_binary_builder_keeps_the_value_with_a_constant_on_either_side) {
  for (Box A : Boxes)
    for (int C = -8; C <= 8; ++C)
      for (TermKind K : naive::Binary) {
        TwoAtoms P(A, {0, 0});
        P.expect(naive::build(P.Pool, K, P.a(), P.Pool.constant(C)), [=](int X, int) { return naive::apply(K, X, C); });
        P.expect(naive::build(P.Pool, K, P.Pool.constant(C), P.a()), [=](int X, int) { return naive::apply(K, C, X); });
      }
}

TEST(Fold, constants_fold_to_constants) {
  TermPool Pool;
  for (int X = -8; X <= 8; ++X)
    for (int Y = -8; Y <= 8; ++Y)
      for (TermKind K : naive::Binary)
        if (OptInt Wanted = naive::apply(K, X, Y); Wanted && !(K == TermKind::CeilDiv && Y < 0) && !(K == TermKind::Mod && Y < 0)) {
          const Term *T = naive::build(Pool, K, Pool.constant(X), Pool.constant(Y));
          ASSERT_TRUE(T->isConst(*Wanted)) << print(T);
        }
}

TEST(Fold, wraps_of_every_width_keep_the_value_of_sums_products_and_inner_wraps) {
  for (unsigned Width = 1; Width <= 4; ++Width)
    for (unsigned Inner = 1; Inner <= 4; ++Inner)
      for (bool Signed : {true, false})
        for (bool InnerSigned : {true, false})
          for (Box A : {Boxes[0], Boxes[1], Boxes[6]}) {
            TwoAtoms P(A, {-3, 3});
            auto Wrap = [&](bool S, unsigned W, const Term *T) { return S ? P.Pool.swrap(W, T) : P.Pool.uwrap(W, T); };
            const Term *Low = Wrap(InnerSigned, Inner, P.a());
            P.expect(Wrap(Signed, Width, P.a()), [=](int X, int) { return naive::wrap(Signed, Width, X); });
            P.expect(Wrap(Signed, Width, Low),
                     [=](int X, int) { return naive::wrap(Signed, Width, naive::wrap(InnerSigned, Inner, X)); });
            P.expect(Wrap(Signed, Width, P.Pool.add(P.Pool.mul(Low, P.Pool.constant(3)), P.b())), [=](int X, int Y) {
              return naive::wrap(Signed, Width, 3 * naive::wrap(InnerSigned, Inner, X) + Y);
            });
            P.expect(Wrap(Signed, Width, P.Pool.mul(Low, P.b())), [=](int X, int Y) {
              return naive::wrap(Signed, Width, naive::wrap(InnerSigned, Inner, X) * Y);
            });
            P.expect(Wrap(Signed, Width, P.Pool.floorDiv(Low, P.Pool.constant(2))), [=](int X, int) {
              return naive::wrap(Signed, Width, naive::floorBy(naive::wrap(InnerSigned, Inner, X), 2));
            });
          }
}

TEST(Fold, a_select_of_its_own_operands_is_their_minimum_or_maximum) {
  for (Box A : Boxes)
    for (Box B : Boxes) {
      TwoAtoms P(A, B);
      const Term *X = P.a(), *Y = P.b();
      P.expect(P.Pool.select(P.Pool.lt(X, Y), X, Y), [](int U, int V) { return U < V ? U : V; });
      P.expect(P.Pool.select(P.Pool.lt(X, Y), Y, X), [](int U, int V) { return U < V ? V : U; });
      P.expect(P.Pool.select(P.Pool.le(Y, X), X, Y), [](int U, int V) { return V <= U ? U : V; });
      P.expect(P.Pool.select(P.Pool.eq(X, Y), X, P.Pool.constant(9)), [](int U, int V) { return U == V ? U : 9; });
    }
}

/// Random expressions of some depth against the naive table.
TEST(Fold, nested_expressions_keep_their_value) {
  std::mt19937_64 Random(20240607);
  auto Roll = [&](int N) { return static_cast<int>(Random() % static_cast<uint64_t>(N)); };
  struct Value {
    const Term *T;
    std::vector<OptInt> Of; ///< by position in the box
  };
  unsigned Folded = 0;
  for (int Round = 0; Round < 400; ++Round) {
    Box A = Boxes[Roll(7)], B = Boxes[Roll(7)];
    TwoAtoms P(A, B);
    auto Fill = [&](auto F) {
      std::vector<OptInt> R;
      for (int X = A.Low; X <= A.High; ++X)
        for (int Y = B.Low; Y <= B.High; ++Y)
          R.push_back(F(X, Y));
      return R;
    };
    std::vector<Value> All;
    All.push_back({P.a(), Fill([](int X, int) { return X; })});
    All.push_back({P.b(), Fill([](int, int Y) { return Y; })});
    for (int C : {-2, 0, 1, 2, 3, 4, 6})
      All.push_back({P.Pool.constant(C), Fill([C](int, int) { return C; })});
    for (int Step = 0; Step < 14; ++Step) {
      const Value &L = All[Roll(static_cast<int>(All.size()))], &R = All[Roll(static_cast<int>(All.size()))];
      Value New{nullptr, {}};
      if (Roll(4) == 0) {
        bool Signed = Roll(2) == 0;
        auto Width = static_cast<unsigned>(1 + Roll(FirstBits));
        New.T = Signed ? P.Pool.swrap(Width, L.T) : P.Pool.uwrap(Width, L.T);
        for (OptInt V : L.Of)
          New.Of.push_back(V ? OptInt(naive::wrap(Signed, Width, static_cast<int>(*V))) : std::nullopt);
      } else {
        TermKind K = naive::Binary[Roll(std::size(naive::Binary))];
        New.T = naive::build(P.Pool, K, L.T, R.T);
        for (size_t I = 0; I < L.Of.size(); ++I)
          New.Of.push_back(L.Of[I] && R.Of[I]
                               ? naive::apply(K, static_cast<int>(*L.Of[I]), static_cast<int>(*R.Of[I]))
                               : std::nullopt);
      }
      bool Small = true;
      for (OptInt V : New.Of)
        Small &= !V || (*V < 5000 && *V > -5000);
      if (!Small)
        continue;
      Folded += New.T->isConst() || New.T->isAtom();
      size_t I = 0;
      P.expect(New.T, [&](int, int) { return New.Of[I++]; });
      if (testing::Test::HasFatalFailure())
        return;
      All.push_back(std::move(New));
    }
  }
  EXPECT_GT(Folded, 200u); // the folds that this is about do happen
}

TEST(Fold, substitution_gives_the_value_at_the_substituted_place) {
  std::mt19937_64 Random(7);
  auto Roll = [&](int N) { return static_cast<int>(Random() % static_cast<uint64_t>(N)); };
  for (int Round = 0; Round < 300; ++Round) {
    TwoAtoms P({-6, 6}, {1, 4});
    std::vector<const Term *> All = {P.a(), P.b(), P.Pool.constant(3), P.Pool.constant(-1)};
    for (int Step = 0; Step < 6; ++Step) {
      const Term *L = All[Roll(static_cast<int>(All.size()))], *R = All[Roll(static_cast<int>(All.size()))];
      switch (Roll(4)) {
      case 0:
        All.push_back(P.Pool.swrap(static_cast<unsigned>(1 + Roll(4)), L));
        break;
      case 1:
        All.push_back(P.Pool.select(P.Pool.implies(P.Pool.lt(L, R), P.Pool.divides(P.Pool.constant(2), L)), L, R));
        break;
      default:
        All.push_back(naive::build(P.Pool, naive::Binary[Roll(std::size(naive::Binary))], L, R));
      }
    }
    const Term *T = All.back();
    // a := 2*b - 3, within the range that folding of T relied on.
    const Term *For = P.Pool.sub(P.Pool.mul(P.Pool.constant(2), P.b()), P.Pool.constant(3));
    const Term *S = P.Pool.substitute(T, {{P.a(), For}});
    for (int Y = 1; Y <= 4; ++Y) {
      OptInt Wanted = evaluate(T, [&](Atom At) -> OptInt { return At == TwoAtoms::AtomA ? 2 * Y - 3 : Y; });
      OptInt Got = evaluate(S, [&](Atom At) -> OptInt { return At == TwoAtoms::AtomB ? OptInt(Y) : std::nullopt; });
      if (Wanted) {
        ASSERT_EQ(Got.value_or(-999), *Wanted) << print(T) << " -> " << print(S);
      }
    }
  }
}

TEST(Fold, linear_form_and_back_is_the_same_term) {
  TwoAtoms P({-8, 7}, {-8, 7});
  const Term *T = P.Pool.add(P.Pool.mul(P.Pool.constant(3), P.Pool.mul(P.a(), P.b())),
                             P.Pool.sub(P.Pool.mul(P.Pool.constant(-2), P.a()), P.Pool.constant(5)));
  EXPECT_EQ(P.Pool.fromLinear(P.Pool.linear(T)), T);
  LinearForm L = P.Pool.linear(T);
  EXPECT_EQ(L.Constant, -5);
  EXPECT_EQ(L.coefficient(P.a()), -2);
  EXPECT_EQ(P.Pool.sub(T, T), P.Pool.constant(0));
  EXPECT_EQ(P.Pool.add(P.a(), P.b()), P.Pool.add(P.b(), P.a()));
}

/// Report: L1. A sum of extreme constants either folds to its true value or stays a sum that evaluates to it; no
/// comparison of one is decided against the truth.
TEST(Fold, extreme_constants_neither_wrap_nor_decide_wrongly) {
  const Int Int64Min = -(Int(1) << 63), Big = MaxMagnitude;
  const Int Constants[] = {Int64Min, Int64Min + 1, -1, 0, 1, (Int(1) << 63) - 1, Int(1) << 63, (Int(1) << 64), Big, -Big, Big - 1};
  for (Int C : Constants)
    for (Int D : Constants)
      for (Int X : {Int(0), Int(1), Int(-1), (Int(1) << 63) - 1, Int64Min}) {
        TermPool Pool;
        Atom A = Atom::param(0, 0, 64);
        const Term *T = Pool.atom(A);
        auto At = [&](Atom) -> OptInt { return X; };
        const Term *Sum = Pool.add(Pool.add(T, Pool.constant(C)), Pool.constant(D));
        OptInt Inner = checkedAdd(X, C), Wanted = Inner ? checkedAdd(*Inner, D) : std::nullopt;
        OptInt Got = evaluate(Sum, At);
        if (Wanted && Got) {
          ASSERT_EQ(*Got, *Wanted) << print(Sum);
        }
        const Term *Product = Pool.mul(Pool.mul(T, Pool.constant(C)), Pool.constant(D));
        OptInt P1 = checkedMul(X, C), P2 = P1 ? checkedMul(*P1, D) : std::nullopt;
        if (OptInt G = evaluate(Product, At); G && P2) {
          ASSERT_EQ(*G, *P2) << print(Product);
        }
        auto Check = [&](const Pred *P, bool Truth) {
          if (P->isTrue() || P->isFalse()) {
            ASSERT_EQ(P->isTrue(), Truth) << print(Sum) << " against " << toString(D) << " at " << toString(X);
          }
        };
        if (Inner) {
          const Term *S = Pool.add(T, Pool.constant(C));
          // Decided for all X: it must then be so for this one.
          Check(Pool.le(S, Pool.constant(D)), *Inner <= D);
          Check(Pool.lt(S, Pool.constant(D)), *Inner < D);
          Check(Pool.eq(S, Pool.constant(D)), *Inner == D);
          Check(Pool.ne(S, Pool.constant(D)), *Inner != D);
        }
      }
}

/// Report: L1, as it was reported: x >= 0, a = x + (INT64_MIN + 1) - 1, a <= 0 says nothing about x < 0.
TEST(Fold, subtracting_the_least_integer_is_not_its_negation) {
  TermPool Pool;
  const Term *X = Pool.atom(Atom::param(0, 0, 64));
  const Term *Sum = Pool.addConst(Pool.addConst(X, -(Int(1) << 63) + 1), -1);
  EXPECT_EQ(print(Sum), "(+ (param 0 0 64) -9223372036854775808)");
  EXPECT_FALSE(Pool.lt(X, Pool.constant(0))->isTrue());
  EXPECT_TRUE(Pool.lt(Sum, Pool.constant(0))->isTrue()); // x <= 2^63 - 1
}

} // namespace
