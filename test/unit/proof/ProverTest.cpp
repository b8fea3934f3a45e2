// What is proved holds: random facts in scopes and random goals against every assignment of the atoms.
#include "core/Eval.h"
#include "core/Text.h"
#include "proof/Prover.h"

#include <gtest/gtest.h>

#include <random>

using namespace tilechecks;

namespace {

class Random {
public:
  explicit Random(uint64_t Seed) : Engine(Seed) {}
  int roll(int Sides) { return static_cast<int>(Engine() % static_cast<uint64_t>(Sides)); }
  int between(int Low, int High) { return Low + roll(High - Low + 1); }

private:
  std::mt19937_64 Engine;
};

/// Two parameters and two opaque values within [-4, 4], scopes with random conditions, preconditions.
struct System {
  Problem P;
  std::vector<Atom> Atoms;
  std::vector<std::pair<int, int>> Box;
  std::vector<const Term *> Bounded; ///< terms that some condition bounds from both sides
  Random R;

  explicit System(uint64_t Seed) : R(Seed) {
    P.Symbol = "s";
    for (uint32_t I = 0; I < 2; ++I)
      Atoms.push_back(Atom::param(I, 0, 8));
    for (uint32_t I = 0; I < 2; ++I) {
      P.Opaques.push_back({8, Reason::IndexLoaded, None, "v"});
      Atoms.push_back(Atom::of(AtomKind::Opaque, I));
    }
    for (Atom A : Atoms) {
      int Low = R.between(-4, 3);
      Box.emplace_back(Low, R.between(Low, 4));
      P.Pool->setRange(A, Range::between(Box.back().first, Box.back().second));
    }
    Scope Whole;
    Whole.Condition = P.Pool->boolean(true);
    P.Scopes.push_back(Whole);
    int Scopes = R.between(1, 4);
    for (int S = 1; S <= Scopes; ++S) {
      Scope New;
      New.Parent = R.roll(S);
      if (R.roll(3) == 0) {
        // Room for the wraps of `bounded`.
        const Term *A = term(1, 4);
        New.Condition = P.Pool->land(P.Pool->le(P.Pool->constant(-R.roll(5)), A), P.Pool->le(A, P.Pool->constant(R.roll(4))));
        Bounded.push_back(A);
      } else {
        New.Condition = pred(R.between(1, 2), 4);
      }
      P.Scopes.push_back(New);
    }
    if (R.roll(2) == 0)
      P.Preconditions.push_back({pred(1, 2), "", {}});
  }

  const Term *term(int Depth, int Usable) {
    TermPool &Pool = *P.Pool;
    if (Depth == 0 || R.roll(4) == 0)
      return R.roll(4) == 0 ? Pool.constant(R.between(-4, 5)) : Pool.atom(Atoms[R.roll(Usable)]);
    const Term *A = term(Depth - 1, Usable), *B = term(Depth - 1, Usable);
    switch (R.roll(10)) {
    case 0:
      return Pool.mul(A, B);
    case 1:
      return Pool.mul(A, Pool.constant(R.between(-3, 3)));
    case 2:
      return Pool.floorDiv(A, Pool.constant(R.between(1, 4)));
    case 3:
      return Pool.mod(A, Pool.constant(R.between(2, 4)));
    case 4:
      return R.roll(2) ? Pool.min(A, B) : Pool.max(A, B);
    case 5:
      return R.roll(2) ? Pool.swrap(3, A) : Pool.uwrap(3, A);
    case 6:
      return Pool.select(Pool.lt(A, B), term(Depth - 1, Usable), B);
    case 7:
      return R.roll(2) ? Pool.rem(A, Pool.constant(3)) : Pool.ceilDiv(A, Pool.constant(2));
    default:
      return R.roll(2) ? Pool.add(A, B) : Pool.sub(A, B);
    }
  }

  const Pred *pred(int Depth, int Usable) {
    TermPool &Pool = *P.Pool;
    const Term *A = term(Depth, Usable), *B = term(Depth, Usable);
    switch (R.roll(10)) {
    case 0:
      return Pool.eq(A, B);
    case 1:
      return Pool.divides(Pool.constant(R.between(2, 3)), A);
    case 2:
      return Pool.implies(Pool.lt(A, B), Pool.le(term(Depth, Usable), A));
    case 3:
      return Pool.land(Pool.le(A, B), Pool.lt(term(1, Usable), B));
    case 4:
      return Pool.lor(Pool.le(A, B), Pool.lt(term(1, Usable), B));
    default:
      return R.roll(2) ? Pool.le(A, B) : Pool.lt(A, B);
    }
  }

  /// A machine operation on a term that is bounded somewhere.
  const Term *machine() {
    if (Bounded.empty())
      return term(3, 4);
    TermPool &Pool = *P.Pool;
    const Term *A = Bounded[R.roll(static_cast<int>(Bounded.size()))];
    const Term *W = R.roll(3) ? Pool.swrap(3, A) : R.roll(2) ? Pool.rem(A, Pool.constant(3)) : Pool.truncDiv(A, Pool.constant(2));
    return R.roll(2) ? W : Pool.add(W, term(1, 4));
  }

  /// The sum of some conditions that hold in Scope, off by a little: sometimes it follows, sometimes not.
  const Pred *combination(int Scope) {
    TermPool &Pool = *P.Pool;
    const Term *Left = Pool.constant(R.between(-3, 1)), *Right = Pool.constant(0);
    std::function<void(const Pred *)> Add = [&](const Pred *C) {
      if (C->Kind == PredKind::And)
        for (const Pred *Q : C->Preds)
          Add(Q);
      if ((C->Kind != PredKind::Le && C->Kind != PredKind::Lt && C->Kind != PredKind::Eq) || R.roll(4) == 0)
        return;
      const Term *K = Pool.constant(R.between(1, 2));
      Left = Pool.add(Left, Pool.mul(K, C->Terms[0]));
      Right = Pool.add(Right, Pool.mul(K, C->Terms[1]));
    };
    for (int S = Scope; S != None; S = P.Scopes[S].Parent)
      Add(P.Scopes[S].Condition);
    for (const Precondition &C : P.Preconditions)
      Add(C.Condition);
    return R.roll(4) == 0 ? Pool.le(Right, Left) : Pool.le(Left, Right);
  }

  /// Calls Visit with each assignment under which the preconditions and the conditions of Scope hold.
  template <class F> void forEachModel(int Scope, F Visit) {
    std::vector<int> V(Atoms.size());
    AtomValues Values = [&](Atom A) -> OptInt {
      for (size_t I = 0; I < Atoms.size(); ++I)
        if (Atoms[I] == A)
          return V[I];
      return std::nullopt;
    };
    std::function<void(size_t)> Go = [&](size_t I) {
      if (I == Atoms.size()) {
        bool Holds = true;
        for (const Precondition &C : P.Preconditions)
          Holds &= evaluate(C.Condition, Values).value_or(false);
        for (int S = Scope; S != None && Holds; S = P.Scopes[S].Parent)
          Holds &= evaluate(P.Scopes[S].Condition, Values).value_or(false);
        if (Holds)
          Visit(Values);
        return;
      }
      for (V[I] = Box[I].first; V[I] <= Box[I].second; ++V[I])
        Go(I + 1);
    };
    Go(0);
  }
};

TEST(Prover, what_is_proved_holds_under_every_assignment) {
  unsigned Proved = 0, Asked = 0, Used[4] = {};
  for (uint64_t Seed = 1; Seed <= 700; ++Seed) {
    System S(Seed);
    Prover Facts(S.P);
    for (int Goal = 0; Goal < 10; ++Goal) {
      int Scope = S.R.roll(static_cast<int>(S.P.Scopes.size()));
      const Pred *G = S.R.roll(2) ? S.combination(Scope) : S.pred(2, 4);
      std::vector<const Pred *> Given;
      if (S.R.roll(3) == 0)
        Given.push_back(S.pred(1, 4));
      ++Asked;
      Verdict V = Facts.proveGiven(Given, G, Scope);
      if (!V.Proved)
        continue;
      Proved += !G->isTrue();
      for (int Bit = 0; Bit < 4; ++Bit)
        Used[Bit] += (V.Used >> Bit) & 1;
      S.forEachModel(Scope, [&](const AtomValues &Values) {
        for (const Pred *C : Given)
          if (!evaluate(C, Values).value_or(false))
            return;
        EXPECT_TRUE(evaluate(G, Values).value_or(false)) << "seed " << Seed << ": " << print(G) << " in scope " << Scope
                                                         << "\n" << print(S.P);
      });
      if (HasFailure())
        return;
    }
  }
  std::printf("asked %u, proved %u: by ranges %u, conditions %u, preconditions %u\n", Asked, Proved, Used[0], Used[1], Used[3]);
  EXPECT_GT(Proved, 300u);
  EXPECT_GT(Used[0], 50u);
  EXPECT_GT(Used[1], 50u);
  EXPECT_GT(Used[3], 30u);
}

TEST(Prover, normalised_terms_keep_their_value_where_the_scope_holds) {
  unsigned Changed = 0;
  for (uint64_t Seed = 10001; Seed <= 10600; ++Seed) {
    System S(Seed);
    Prover Facts(S.P);
    for (int Try = 0; Try < 6; ++Try) {
      const Term *T = S.R.roll(2) ? S.machine() : S.term(3, 4);
      int Scope = S.R.roll(static_cast<int>(S.P.Scopes.size()));
      PremiseSet Used = 0;
      const Term *N = Facts.normalise(T, Scope, Used);
      const Term *Shown = Facts.readable(N);
      Changed += N != T;
      S.forEachModel(Scope, [&](const AtomValues &Values) {
        OptInt Wanted = evaluate(T, Values);
        if (!Wanted)
          return;
        EXPECT_EQ(evaluate(N, Values).value_or(999), *Wanted) << "seed " << Seed << ": " << print(T) << " -> " << print(N);
        EXPECT_EQ(evaluate(Shown, Values).value_or(999), *Wanted) << "seed " << Seed << ": " << print(T) << " -> " << print(Shown);
      });
      if (HasFailure())
        return;
    }
  }
  EXPECT_GT(Changed, 100u);
}

/// The header of Search.cpp, one counterexample a precondition.
class SearchRules : public testing::Test {
protected:
  Problem P;
  const Term *X = P.Pool->atom(Atom::param(0, 0, 32)), *Y = P.Pool->atom(Atom::param(1, 0, 32));
  const Term *C(Int V) { return P.Pool->constant(V); }
  void scope(const Pred *Condition, int Parent = 0) {
    if (P.Scopes.empty()) {
      P.Scopes.emplace_back();
      P.Scopes[0].Condition = P.Pool->boolean(true);
    }
    Scope S;
    S.Parent = Parent;
    S.Condition = Condition;
    P.Scopes.push_back(S);
  }
};

TEST_F(SearchRules, a_fact_counts_with_a_positive_multiple_only) {
  scope(P.Pool->ge(X, C(3)));
  Prover F(P);
  EXPECT_TRUE(F.prove(P.Pool->ge(X, C(2)), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(X, C(5)), 1).Proved); // x = 6
}

TEST_F(SearchRules, a_fact_counts_inside_its_scope_only) {
  scope(P.Pool->le(X, C(3)));
  scope(P.Pool->ge(X, C(4)));
  Prover F(P);
  EXPECT_TRUE(F.prove(P.Pool->le(X, C(5)), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(X, C(5)), 2).Proved); // x = 6
  EXPECT_FALSE(F.prove(P.Pool->le(X, C(5)), 0).Proved);
}

TEST_F(SearchRules, tightening_rounds_towards_the_integer_points) {
  scope(P.Pool->lt(P.Pool->mul(C(16), X), P.Pool->mul(C(16), Y)));
  Prover F(P);
  const Term *Goal = P.Pool->addConst(P.Pool->mul(C(16), X), 15);
  EXPECT_TRUE(F.prove(P.Pool->lt(Goal, P.Pool->mul(C(16), Y)), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->lt(P.Pool->addConst(Goal, 1), P.Pool->mul(C(16), Y)), 1).Proved); // x = 0, y = 1
}

TEST_F(SearchRules, a_fact_is_multiplied_by_what_is_not_negative_only) {
  scope(P.Pool->le(X, C(3)));
  P.Pool->setRange(Atom::param(1, 0, 32), Range::between(0, 10));
  const Term *Z = P.Pool->atom(Atom::param(2, 0, 32));
  P.Pool->setRange(Atom::param(2, 0, 32), Range::between(-1, 10));
  Prover F(P);
  EXPECT_TRUE(F.prove(P.Pool->le(P.Pool->mul(X, Y), P.Pool->mul(C(3), Y)), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(P.Pool->mul(X, Z), P.Pool->mul(C(3), Z)), 1).Proved); // x = 0, z = -1
}

TEST_F(SearchRules, a_maximum_is_bounded_by_a_bound_on_each_operand) {
  scope(P.Pool->land(P.Pool->le(X, C(3)), P.Pool->le(Y, C(4))));
  scope(P.Pool->le(X, C(3)));
  Prover F(P);
  EXPECT_TRUE(F.prove(P.Pool->le(P.Pool->max(X, Y), C(4)), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(P.Pool->max(X, Y), C(4)), 2).Proved); // y = 5
  EXPECT_TRUE(F.prove(P.Pool->le(P.Pool->min(X, Y), C(4)), 2).Proved);
  EXPECT_FALSE(F.prove(P.Pool->ge(P.Pool->min(X, Y), C(0)), 1).Proved);
}

/// Report: L1: x >= 0, x + (INT64_MIN + 1) - 1 <= 0 says nothing about x < 0.
TEST_F(SearchRules, extreme_constants_prove_nothing_false) {
  const Term *W = P.Pool->atom(Atom::param(3, 0, 64));
  scope(P.Pool->land(P.Pool->ge(W, C(0)),
                     P.Pool->le(P.Pool->addConst(P.Pool->addConst(W, -(Int(1) << 63) + 1), -1), C(0))));
  Prover F(P);
  EXPECT_TRUE(F.prove(P.Pool->ge(W, C(0)), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->lt(W, C(0)), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(W, C(100)), 1).Proved);
}

/// Report: L1, at the width of the implementation: where combining overflows 128 bits the answer is "don't know".
TEST_F(SearchRules, overflow_of_the_search_itself_proves_nothing) {
  const Int Big = MaxMagnitude - 1;
  const Term *W = P.Pool->atom(Atom::param(3, 0, 64)), *V = P.Pool->atom(Atom::param(4, 0, 64));
  scope(P.Pool->land(P.Pool->le(P.Pool->mul(C(Big), W), P.Pool->mul(C(Big - 2), V)),
                     P.Pool->le(P.Pool->mul(C(Big - 4), V), P.Pool->mul(C(3), W))));
  Prover F(P);
  EXPECT_FALSE(F.prove(P.Pool->lt(W, V), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(V, C(-1)), 1).Proved); // v = w = 0 satisfies the facts
  EXPECT_FALSE(F.prove(P.Pool->ge(W, C(1)), 1).Proved);
}

TEST_F(SearchRules, equalities_that_mention_each_other_do_not_run_in_circles) {
  P.Preconditions.push_back({P.Pool->eq(X, P.Pool->addConst(Y, 1)), "", {}});
  P.Preconditions.push_back({P.Pool->eq(Y, P.Pool->addConst(X, -1)), "", {}});
  P.Preconditions.push_back({P.Pool->divides(C(4), X), "", {}});
  scope(P.Pool->boolean(true));
  Prover F(P);
  EXPECT_TRUE(F.prove(P.Pool->lt(Y, X), 0).Proved);
  EXPECT_FALSE(F.prove(P.Pool->lt(X, Y), 0).Proved);
}

TEST_F(SearchRules, a_factor_that_a_fact_bounds_multiplies_like_one_that_its_range_bounds) {
  const Term *A = X, *B = Y, *Most = P.Pool->atom(Atom::param(2, 0, 32)), *E = P.Pool->atom(Atom::param(3, 0, 32));
  P.Preconditions.push_back({P.Pool->le(A, Most), "", {}});
  P.Preconditions.push_back({P.Pool->le(P.Pool->mul(Most, B), E), "", {}});
  scope(P.Pool->gt(B, C(0)));
  scope(P.Pool->gt(B, C(-2)));
  Prover F(P);
  const Pred *Goal = P.Pool->le(P.Pool->mul(A, B), E);
  EXPECT_TRUE(F.prove(Goal, 1).Proved);
  EXPECT_FALSE(F.prove(Goal, 2).Proved); // a = 0, b = -1, most = 1, e = -1
  EXPECT_FALSE(F.prove(Goal, 0).Proved);
  EXPECT_TRUE(F.proveGiven({P.Pool->ge(B, C(0))}, Goal, 0).Proved);
}

TEST_F(SearchRules, a_divisibility_bounds_what_is_rounded) {
  const Term *Sum = P.Pool->add(X, Y);
  P.Preconditions.push_back({P.Pool->divides(C(16), Sum), "", {}});
  scope(P.Pool->boolean(true));
  Prover F(P);
  const Term *Down = P.Pool->mul(C(16), P.Pool->floorDiv(Sum, C(16)));
  EXPECT_TRUE(F.prove(P.Pool->le(Sum, Down), 0).Proved);
  EXPECT_FALSE(F.prove(P.Pool->lt(Sum, Down), 0).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(X, P.Pool->mul(C(16), P.Pool->floorDiv(X, C(16)))), 0).Proved); // x = 1, y = 15
  EXPECT_TRUE(F.prove(P.Pool->divides(C(16), Sum), 0).Proved);
  EXPECT_FALSE(F.prove(P.Pool->divides(C(32), Sum), 0).Proved); // x = 16, y = 0
  EXPECT_FALSE(F.prove(P.Pool->divides(C(-16), X), 0).Proved);
}

TEST_F(SearchRules, a_multiple_of_the_goal_is_rounded_as_well) {
  scope(P.Pool->le(X, Y));
  scope(P.Pool->le(X, P.Pool->addConst(Y, 1)));
  Prover F(P);
  const Term *Of = P.Pool->floorDiv(X, C(32)), *In = P.Pool->floorDiv(Y, C(32));
  EXPECT_TRUE(F.prove(P.Pool->le(Of, In), 1).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(Of, In), 2).Proved); // x = 32, y = 31
  EXPECT_TRUE(F.prove(P.Pool->le(Of, P.Pool->addConst(In, 1)), 2).Proved);
  EXPECT_FALSE(F.prove(P.Pool->lt(Of, In), 1).Proved); // x = y
}

TEST_F(SearchRules, a_quotient_rounded_towards_zero_is_near_its_dividend) {
  scope(P.Pool->boolean(true));
  Prover F(P);
  const Term *Of = P.Pool->truncDiv(X, C(32)), *Whole = P.Pool->mul(C(32), Of);
  EXPECT_TRUE(F.prove(P.Pool->le(X, P.Pool->addConst(Whole, 31)), 0).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(X, P.Pool->addConst(Whole, 30)), 0).Proved); // x = 31
  EXPECT_TRUE(F.prove(P.Pool->le(Whole, P.Pool->addConst(X, 31)), 0).Proved);
  EXPECT_FALSE(F.prove(P.Pool->le(Whole, P.Pool->addConst(X, 30)), 0).Proved); // x = -31
  const Term *By = P.Pool->mul(C(-32), P.Pool->truncDiv(X, C(-32)));
  EXPECT_FALSE(F.prove(P.Pool->le(X, P.Pool->addConst(By, -33)), 0).Proved); // x = 0
  const Term *ByY = P.Pool->mul(Y, P.Pool->truncDiv(X, Y));
  EXPECT_FALSE(F.prove(P.Pool->le(X, P.Pool->addConst(P.Pool->add(ByY, Y), -1)), 0).Proved); // x = 0, y = -1
}

/// The header of DeclaredSums.cpp, in eight bits, one counterexample a precondition.
class DeclaredSums : public SearchRules {
protected:
  DeclaredSums() { scope(P.Pool->boolean(true)); }
  void range(uint32_t Param, Int Low, Int High) { P.Pool->setRange(Atom::param(Param, 0, 32), Range::between(Low, High)); }
  void declare(const Pred *Condition) { P.Preconditions.push_back({Condition, "", {}}); }
  bool isWhatItWraps(const Term *Sum, bool Signed = true) {
    Prover F(P);
    return F.prove(P.Pool->eq(Signed ? P.Pool->swrap(8, Sum) : P.Pool->uwrap(8, Sum), Sum), 0).Proved;
  }
};

TEST_F(DeclaredSums, of_a_quotient_that_is_not_negative_have_not_wrapped) {
  range(0, 0, 127);
  range(1, 0, 127);
  const Term *Sum = P.Pool->addConst(X, 31);
  declare(P.Pool->eq(Y, P.Pool->truncDiv(P.Pool->swrap(8, Sum), C(32))));
  EXPECT_TRUE(isWhatItWraps(Sum));
  Prover F(P);
  EXPECT_TRUE(F.prove(P.Pool->le(X, P.Pool->mul(C(32), Y)), 0).Proved);
  EXPECT_FALSE(F.prove(P.Pool->lt(X, P.Pool->mul(C(32), Y)), 0).Proved); // x = 32, y = 1
}

TEST_F(DeclaredSums, below_what_is_declared_may_have_wrapped) {
  range(0, 0, 127);
  range(1, 0, 127);
  const Term *Sum = P.Pool->addConst(X, 31);
  declare(P.Pool->le(P.Pool->truncDiv(P.Pool->swrap(8, Sum), C(32)), Y));
  EXPECT_FALSE(isWhatItWraps(Sum)); // x = 127: -98, y = 0
}

TEST_F(DeclaredSums, that_too_large_a_sum_cannot_give) {
  range(0, 0, 127);
  const Term *Sum = P.Pool->addConst(X, 31);
  declare(P.Pool->ge(P.Pool->swrap(8, Sum), C(-97)));
  EXPECT_TRUE(isWhatItWraps(Sum));
}

TEST_F(DeclaredSums, that_too_large_a_sum_gives_prove_nothing) {
  range(0, 0, 127);
  const Term *Sum = P.Pool->addConst(X, 31);
  declare(P.Pool->ge(P.Pool->swrap(8, Sum), C(-98)));
  EXPECT_FALSE(isWhatItWraps(Sum)); // x = 127
}

TEST_F(DeclaredSums, that_too_small_a_sum_cannot_give) {
  range(0, -128, 0);
  const Term *Sum = P.Pool->addConst(X, -31);
  declare(P.Pool->le(P.Pool->swrap(8, Sum), C(96)));
  EXPECT_TRUE(isWhatItWraps(Sum));
}

TEST_F(DeclaredSums, that_too_small_a_sum_gives_prove_nothing) {
  range(0, -128, 0);
  const Term *Sum = P.Pool->addConst(X, -31);
  declare(P.Pool->le(P.Pool->swrap(8, Sum), C(97)));
  EXPECT_FALSE(isWhatItWraps(Sum)); // x = -128
}

TEST_F(DeclaredSums, wrap_from_the_other_side_unless_it_is_excluded) {
  range(0, -128, 127);
  range(1, 0, 127);
  const Term *Sum = P.Pool->mul(C(2), X);
  declare(P.Pool->eq(P.Pool->swrap(8, Sum), Y));
  EXPECT_FALSE(isWhatItWraps(Sum)); // x = -128, y = 0
  declare(P.Pool->ge(X, C(0)));
  EXPECT_TRUE(isWhatItWraps(Sum));
}

TEST_F(DeclaredSums, read_as_unsigned_wrap_at_zero) {
  range(0, 0, 255);
  const Term *Sum = P.Pool->addConst(X, 31);
  declare(P.Pool->ge(P.Pool->uwrap(8, Sum), C(31)));
  EXPECT_TRUE(isWhatItWraps(Sum, false));
  P.Preconditions.clear();
  declare(P.Pool->ge(P.Pool->uwrap(8, Sum), C(30)));
  EXPECT_FALSE(isWhatItWraps(Sum, false)); // x = 255
}

/// The header of DeclaredCases.cpp, one counterexample a precondition.
class DeclaredCases : public SearchRules {
protected:
  DeclaredCases() { scope(P.Pool->boolean(true)); }
  void declare(const Pred *Condition, bool IsContract = false) { P.Preconditions.push_back({Condition, "", {}, IsContract}); }
};

TEST_F(DeclaredCases, prove_what_follows_in_each_of_them) {
  declare(P.Pool->lor(P.Pool->le(X, C(7)), P.Pool->eq(X, C(9))));
  Prover F(P);
  Verdict V = F.prove(P.Pool->le(X, C(9)), 0);
  EXPECT_TRUE(V.Proved);
  EXPECT_EQ(ruleFor(V.Used), Rule::Precondition);
  EXPECT_FALSE(F.prove(P.Pool->le(X, C(8)), 0).Proved);  // x = 9
  EXPECT_FALSE(F.prove(P.Pool->ge(X, C(9)), 0).Proved);  // x = 7
}

TEST_F(DeclaredCases, of_an_implication_are_its_failed_premise_and_its_conclusion) {
  P.Pool->setRange(Atom::param(1, 0, 32), Range::between(0, 100));
  declare(P.Pool->implies(P.Pool->land(P.Pool->gt(X, C(0)), P.Pool->gt(Y, C(3))), P.Pool->le(X, Y)));
  Prover F(P);
  const Pred *Goal = P.Pool->le(X, Y);
  EXPECT_FALSE(F.prove(Goal, 0).Proved); // x = 2, y = 1
  EXPECT_TRUE(F.proveGiven({P.Pool->gt(Y, C(3))}, Goal, 0).Proved);
  EXPECT_FALSE(F.proveGiven({P.Pool->gt(Y, C(2))}, Goal, 0).Proved); // x = 4, y = 3
  EXPECT_FALSE(F.proveGiven({P.Pool->gt(Y, C(3))}, P.Pool->lt(X, Y), 0).Proved); // x = y = 4
}

TEST_F(DeclaredCases, that_the_premises_exclude_need_no_proof_and_others_do) {
  declare(P.Pool->lor(P.Pool->le(X, C(0)), P.Pool->ge(Y, C(5))));
  Prover F(P);
  EXPECT_TRUE(F.proveGiven({P.Pool->gt(X, C(0))}, P.Pool->ge(Y, C(5)), 0).Proved);
  EXPECT_FALSE(F.proveGiven({P.Pool->ge(X, C(0))}, P.Pool->ge(Y, C(5)), 0).Proved); // x = 0, y = 4
}

TEST_F(DeclaredCases, that_the_search_cannot_use_prove_nothing) {
  declare(P.Pool->lor(P.Pool->ne(X, C(3)), P.Pool->ge(Y, C(5))));
  Prover F(P);
  EXPECT_FALSE(F.prove(P.Pool->ge(Y, C(5)), 0).Proved); // x = 4, y = 0
  EXPECT_TRUE(F.proveGiven({P.Pool->eq(X, C(3))}, P.Pool->ge(Y, C(5)), 0).Proved);
}

TEST_F(DeclaredCases, of_two_disjunctions_may_be_needed_together) {
  const Term *M = P.Pool->atom(Atom::param(2, 0, 32));
  declare(P.Pool->lor(P.Pool->le(X, Y), P.Pool->gt(M, C(0))));
  declare(P.Pool->lor(P.Pool->le(X, Y), P.Pool->lt(M, C(0))));
  Prover F(P);
  EXPECT_TRUE(F.prove(P.Pool->le(X, Y), 0).Proved);
  EXPECT_FALSE(F.prove(P.Pool->lt(X, Y), 0).Proved);  // x = y
  EXPECT_FALSE(F.prove(P.Pool->gt(M, C(0)), 0).Proved); // x = y, m = 0
}

TEST_F(DeclaredCases, shown_under_a_case_of_another_hold_in_that_case_only) {
  const Term *M = P.Pool->atom(Atom::param(2, 0, 32));
  declare(P.Pool->lor(P.Pool->le(X, Y), P.Pool->le(M, C(0))));
  declare(P.Pool->lor(P.Pool->le(X, Y), P.Pool->lt(M, C(0))));
  Prover F(P);
  EXPECT_FALSE(F.prove(P.Pool->le(X, Y), 0).Proved); // x = 1, y = 0, m = -1
  EXPECT_TRUE(F.proveGiven({P.Pool->ge(M, C(0))}, P.Pool->le(X, Y), 0).Proved);
}

} // namespace
