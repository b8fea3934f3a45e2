//===- placement/Extremes.cpp - LaunchExtreme -------------------------------===//
//
// Concludes the least (greatest) value of a term over a box of independent
// variables, each attaining its two ends.
//
//   64*by + floor((t + 256*u)/16)  over by in [0, g-1], t in [0, 255], u in [0, 3]
//   greatest: 64*(g - 1) + floor((255 + 768)/16), attained by one thread
//
// Why it is sound: the term is shown monotone in each variable alone, with the
// same direction wherever the variable occurs; then no point of the box exceeds
// the corner, and the corner is a point of the box (independence).
//
// When it does not apply:
//   * opposite directions: t - floor(t/2)... 2*floor(t/2) - t is 0 at both ends
//     of [0, 2] and -1 at 1;
//   * wrap-around, bit operations, selects over a variable: (t*3) mod 4 over
//     [0, 2] is greatest (3) in the middle;
//   * a remainder X mod c is taken as a variable of its own over [0, c-1] only
//     if X has a summand that attains c consecutive values with the rest fixed,
//     and that variable occurs nowhere else: over [0, 2], t mod 4 never is 3.
// A coefficient whose sign only the launch knows gives both ends as corners: a
// linear function over an interval is extreme at one of them.
//
//===----------------------------------------------------------------------===//
#include "placement/Extremes.h"

#include <algorithm>
#include <optional>

using namespace tilechecks;

namespace {

enum Direction { Unknown = 0, Rising = 1, Falling = 2, Either = 4 /* sign known at launch only */ };

class Monotonicity {
public:
  Monotonicity(TermPool &Pool, const Level &At, const std::vector<Variable> &Variables, const SignOracle &SignOf)
      : Pool(Pool), At(At), SignOf(SignOf) {
    for (const Variable &V : Variables)
      Symbols.push_back(V.Symbol);
  }

  std::map<const Term *, unsigned> Of; ///< union of directions by symbol

  /// Records how T changes with each variable when it itself counts with Sign
  /// (+1, -1, or 0 for a factor of unknown sign).
  bool visit(const Term *T, int Sign) {
    if (At.isFixed(T))
      return true;
    if (T->isAtom()) {
      if (std::find(Symbols.begin(), Symbols.end(), T) == Symbols.end())
        return false;
      Of[T] |= Sign > 0 ? Rising : Sign < 0 ? Falling : Either;
      return true;
    }
    switch (T->Kind) {
    case TermKind::Add:
    case TermKind::Min:
    case TermKind::Max:
      // A minimum is no longer linear: an unknown sign outside it is not
      // decided by the two ends of each variable alone.
      if (Sign == 0 && T->Kind != TermKind::Add)
        return false;
      return std::all_of(T->Ops.begin(), T->Ops.end(), [&](const Term *Op) { return visit(Op, Sign); });
    case TermKind::Mul:
      return product(T, Sign);
    case TermKind::FloorDiv:
    case TermKind::CeilDiv:
    case TermKind::TruncDiv:
      if (Sign == 0 || !At.isFixed(T->Ops[1]))
        return false;
      if (SignOf(Pool.addConst(T->Ops[1], -1)) == 1)
        return visit(T->Ops[0], Sign);
      return SignOf(Pool.addConst(T->Ops[1], 1)) == -1 && visit(T->Ops[0], -Sign);
    default:
      return false;
    }
  }

private:
  TermPool &Pool;
  const Level &At;
  const SignOracle &SignOf;
  std::vector<const Term *> Symbols;

  bool product(const Term *T, int Sign) {
    // The sign of the fixed factors first: it holds for every variable.
    int FactorSign = 1;
    for (const Term *F : T->Ops) {
      if (!At.isFixed(F))
        continue;
      FactorSign *= SignOf(F);
      if (FactorSign == 0)
        break;
    }
    const Term *Moving = nullptr;
    for (const Term *F : T->Ops) {
      if (At.isFixed(F) || FactorSign == 0)
        continue;
      // x*y over two variables: monotone in both where both are >= 0.
      if (Moving && !(Pool.range(F).isNonNegative() && Pool.range(Moving).isNonNegative()))
        return false;
      if (Moving && !visit(Moving, Sign * FactorSign))
        return false;
      Moving = F;
    }
    if (FactorSign == 0) {
      // Linear in one variable: either end may be extreme.
      for (const Term *F : T->Ops)
        if (!At.isFixed(F)) {
          if (!F->isAtom() || (Moving && Moving != F))
            return false;
          Moving = F;
        }
      return Moving && visit(Moving, 0);
    }
    return !Moving || visit(Moving, Sign * FactorSign);
  }
};

/// X - c*floor(X/c) inside sums of T, scaled: replaced by variables of their
/// own where the residues are all attained.
class Remainders {
public:
  Remainders(TermPool &Pool, const Level &At, std::vector<Variable> &Variables, const SignOracle &SignOf)
      : Pool(Pool), At(At), Variables(Variables), SignOf(SignOf) {}

  bool Attained = true;

  const Term *rewrite(const Term *T) {
    if (T->Kind != TermKind::Add || T->Raw)
      return T;
    LinearForm L = Pool.linear(T);
    for (const auto &[M, C] : L.Monomials) {
      if (M->Kind != TermKind::FloorDiv || !M->Ops[1]->isConst() || M->Ops[1]->Value <= 1 || At.isFixed(M))
        continue;
      Int Divisor = M->Ops[1]->Value;
      if (C % Divisor != 0 || Divisor > maxSigned(64))
        continue;
      Int Scale = -(C / Divisor);
      const Term *X = M->Ops[0];
      // L = Scale*(X - c*floor(X/c)) + Rest ?
      LinearForm Self;
      Self.Monomials.emplace_back(M, 1);
      auto Without = addScaled(L, Self, -C);
      auto Rest = Without ? addScaled(*Without, Pool.linear(X), -Scale) : std::nullopt;
      if (!Rest || Rest->Monomials.size() >= L.Monomials.size())
        continue;
      Variable V;
      V.Symbol = Pool.atom(wrappedSymbol(RemainderSymbols + Made++, static_cast<uint64_t>(Divisor)));
      V.Low = Pool.constant(0);
      V.High = Pool.constant(Divisor - 1);
      V.Step = Pool.constant(1);
      Pool.setRange(V.Symbol->A, Range::between(0, Divisor - 1));
      narrow(V, X, Pool.constant(Divisor), Pool.fromLinear(*Rest));
      Variables.push_back(V);
      return rewrite(Pool.add(Pool.fromLinear(*Rest), Pool.mul(Pool.constant(Scale), V.Symbol)));
    }
    return T;
  }

  /// The same for X mod w with a fixed w that is no constant.
  const Term *rewriteByFixed(const Term *T) {
    for (const auto &[M, C] : Pool.linear(T).Monomials) {
      if ((M->Kind != TermKind::Mod && M->Kind != TermKind::Rem) || !At.isFixed(M->Ops[1]) || At.isFixed(M->Ops[0]))
        continue;
      const Term *X = M->Ops[0], *D = M->Ops[1];
      if (M->Kind == TermKind::Rem && !isNeverNegative(X))
        continue;
      if (SignOf(Pool.addConst(D, 1)) == -1 && M->Kind == TermKind::Rem)
        D = Pool.neg(D);
      else if (SignOf(Pool.addConst(D, -1)) != 1)
        continue;
      Variable R;
      R.Symbol = Pool.atom(wrappedSymbol(FixedRemainderSymbols + Made++, D->Id));
      R.Low = Pool.constant(0);
      R.High = Pool.addConst(D, -1);
      R.Step = Pool.constant(1);
      Pool.setRange(R.Symbol->A, Range::between(0, maxUnsigned(64)));
      const Term *Rest = Pool.substitute(T, TermPool::Substitution{{M, R.Symbol}});
      narrow(R, X, D, Rest);
      Variables.push_back(R);
      return rewriteByFixed(Rest);
    }
    return T;
  }

private:
  TermPool &Pool;
  const Level &At;
  std::vector<Variable> &Variables;
  const SignOracle &SignOf;
  unsigned Made = 0;

  /// A variable plus something fixed that is not negative.
  bool isNeverNegative(const Term *X) {
    if (Pool.range(X).isNonNegative())
      return true;
    for (const Variable &V : Variables)
      if (const Term *F = V.Low && At.isFixed(V.Low) ? Pool.sub(X, V.Symbol) : nullptr; F && At.isFixed(F))
        return SignOf(Pool.add(V.Low, F)) == 1;
    return false;
  }

  /// The residues modulo Divisor > 0 that X attains. Over the integers from A to B
  /// they are those from A mod d to B mod d if there is no multiple of d on the
  /// way, else both 0 and d - 1 are attained: [5, 6] mod 4 is [1, 2], [5, 8] mod 4
  /// has 0 and 3.
  void narrow(Variable &Residue, const Term *X, const Term *Divisor, const Term *Rest) {
    // All variables of X are used up by the remainder, and none depends on
    // another or is depended on.
    bool Elsewhere = false;
    forEachAtom(X, [&](const Term *A) {
      if (At.isFixed(A->A))
        return;
      auto Look = [&](const Term *B) { Elsewhere |= A == B; };
      forEachAtom(Rest, Look);
      for (const Variable &W : Variables)
        for (const Term *Bound : {W.Low, W.High})
          if (Bound)
            forEachAtom(Bound, Look);
    });
    const Term *Last = Pool.addConst(Divisor, -1);
    LinearForm L = Pool.linear(X);
    for (const Variable &V : Variables) {
      Int C = L.coefficient(V.Symbol);
      if ((C != 1 && C != -1) || Elsewhere || V.Free || V.OnlyStart || !V.Low || !V.High || !V.Step->isConst(1) ||
          !At.isFixed(V.Low) || !At.isFixed(V.High))
        continue;
      if (SignOf(Pool.sub(Pool.sub(V.High, V.Low), Last)) == 1)
        return; // all of them, whatever else X is made of
      const Term *Offset = C == 1 ? Pool.sub(X, V.Symbol) : Pool.add(X, V.Symbol);
      if (!At.isFixed(Offset))
        continue;
      const Term *A = Pool.add(Offset, C == 1 ? V.Low : Pool.neg(V.High));
      const Term *B = Pool.add(Offset, C == 1 ? V.High : Pool.neg(V.Low));
      if (A->isConst(0)) {
        if (SignOf(Pool.sub(B, Last)) != 1)
          Residue.High = Pool.min(Last, B);
        return;
      }
      const Pred *NoMultiple = Pool.eq(Pool.floorDiv(A, Divisor), Pool.floorDiv(B, Divisor));
      Residue.Low = Pool.select(NoMultiple, Pool.mod(A, Divisor), Residue.Low);
      Residue.High = Pool.select(NoMultiple, Pool.mod(B, Divisor), Last);
      return;
    }
    Attained = false;
  }
};

} // namespace

static constexpr size_t MaxCorners = 4;

/// T changes with Symbol in a direction that is not known: linear in it with a
/// coefficient of unknown sign, or a sum of such, it is extreme at an end. Mixed
/// known directions are not linear in general.
static bool isExtremeAtAnEnd(TermPool &Pool, const Term *T, const Term *Symbol, unsigned D) {
  if (D != Either && D != (Either | Rising) && D != (Either | Falling))
    return false;
  LinearForm L = Pool.linear(T);
  return std::all_of(L.Monomials.begin(), L.Monomials.end(), [&](const auto &M) {
    bool Occurs = false;
    forEachAtom(M.first, [&](const Term *A) { Occurs |= A == Symbol; });
    return !Occurs || M.first == Symbol ||
           (M.first->Kind == TermKind::Mul && std::count(M.first->Ops.begin(), M.first->Ops.end(), Symbol) == 1);
  });
}

/// Variables in layers: the bounds of one mention variables of later layers only.
static std::optional<std::vector<std::vector<const Variable *>>> layersOf(const std::vector<Variable> &Variables) {
  std::vector<const Variable *> Left;
  std::vector<std::vector<const Variable *>> Layers;
  for (const Variable &V : Variables)
    Left.push_back(&V);
  auto Mentions = [](const Variable &V, const Term *Symbol) {
    bool Found = false;
    for (const Term *Bound : {V.Low, V.High})
      if (Bound)
        forEachAtom(Bound, [&](const Term *A) { Found |= A == Symbol; });
    return Found;
  };
  while (!Left.empty()) {
    std::vector<const Variable *> Free, Rest;
    for (const Variable *V : Left) {
      bool Needed = std::any_of(Left.begin(), Left.end(), [&](const Variable *W) { return Mentions(*W, V->Symbol); });
      (Needed ? Rest : Free).push_back(V);
    }
    if (Free.empty())
      return std::nullopt;
    Layers.push_back(std::move(Free));
    Left = std::move(Rest);
  }
  return Layers;
}

/// 64*b + min(16, n - 64*b) is min(64*b + 16, n): a minimum (maximum) that shares a
/// variable with the rest of its sum takes the rest inside, where it may cancel.
static const Term *withRestInside(TermPool &Pool, const Level &At, const Term *T) {
  if (T->Kind != TermKind::Add || T->Raw)
    return T;
  LinearForm L = Pool.linear(T);
  for (const auto &[M, K] : L.Monomials) {
    if ((M->Kind != TermKind::Min && M->Kind != TermKind::Max) || At.isFixed(M))
      continue;
    const Term *Part = Pool.mul(Pool.constant(K), M), *Rest = Pool.sub(T, Part);
    bool Shared = false;
    forEachAtom(M, [&](const Term *A) {
      if (!At.isFixed(A->A))
        forEachAtom(Rest, [&](const Term *B) { Shared |= A == B; });
    });
    if (!Shared)
      continue;
    const bool Least = (M->Kind == TermKind::Min) == (K > 0);
    const Term *Whole = nullptr;
    for (const Term *Op : M->Ops) {
      const Term *With = withRestInside(Pool, At, Pool.add(Rest, Pool.mul(Pool.constant(K), Op)));
      Whole = !Whole ? With : Least ? Pool.min(Whole, With) : Pool.max(Whole, With);
    }
    return Whole;
  }
  return T;
}

static Extremes extremesOfWhole(TermPool &Pool, const Level &At, const Term *T, bool Greatest,
                                const std::vector<Variable> &Given, const SignOracle &SignOf) {
  Extremes E;
  std::vector<Variable> Variables = Given;
  Remainders Rewriter(Pool, At, Variables, SignOf);
  T = Rewriter.rewriteByFixed(Rewriter.rewrite(T));
  E.Attained = Rewriter.Attained;
  E.Values = {T};
  E.Ends.resize(1);
  auto Fail = [&](Reason R) {
    E.Why = R;
    return E;
  };
  auto Layers = layersOf(Variables);
  if (!Layers)
    return Fail(Reason::DependentRanges);
  for (const auto &Layer : *Layers) {
    std::vector<const Term *> Values;
    std::vector<std::map<const Term *, bool>> Ends;
    for (size_t I = 0; I < E.Values.size(); ++I) {
      const Term *Here = E.Values[I];
      std::optional<Monotonicity> Visited;
      auto IsClear = [&] {
        Visited.emplace(Pool, At, Variables, SignOf);
        return Visited->visit(Here, 1) && std::all_of(Layer.begin(), Layer.end(), [&](const Variable *V) {
                 auto It = Visited->Of.find(V->Symbol);
                 return It == Visited->Of.end() || It->second == Rising || It->second == Falling ||
                        isExtremeAtAnEnd(Pool, Here, V->Symbol, It->second);
               });
      };
      if (!IsClear()) {
        Here = withRestInside(Pool, At, Here);
        if (!IsClear())
          return Fail(Reason::NonMonotoneIndex);
      }
      std::vector<TermPool::Substitution> Corners(1);
      std::vector<std::map<const Term *, bool>> AtEnds = {E.Ends[I]};
      for (const Variable *V : Layer) {
        auto It = Visited->Of.find(V->Symbol);
        if (It == Visited->Of.end())
          continue;
        if (!V->Low || !V->High)
          return Fail(Reason::UnknownTripCount);
        auto Take = [&](size_t C, bool High) {
          Corners[C][V->Symbol] = High ? V->High : V->Low;
          AtEnds[C][V->Symbol] = High;
        };
        unsigned D = It->second;
        const size_t N = Corners.size();
        if (D == Rising || D == Falling) {
          for (size_t C = 0; C < N; ++C)
            Take(C, (D == Rising) == Greatest);
          continue;
        }
        if (2 * N > MaxCorners)
          return Fail(Reason::BudgetExceeded);
        for (size_t C = 0; C < N; ++C) {
          Corners.push_back(Corners[C]);
          AtEnds.push_back(AtEnds[C]);
          Take(C, false);
          Take(N + C, true);
        }
      }
      for (const auto &C : Corners)
        Values.push_back(Pool.substitute(Here, C));
      Ends.insert(Ends.end(), AtEnds.begin(), AtEnds.end());
    }
    E.Values = std::move(Values);
    E.Ends = std::move(Ends);
  }
  E.Ok = true;
  return E;
}

/// The least of a minimum is the least of its parts' least values, each at a corner
/// of its own: min(4*b + 3, 9 - b).
Extremes tilechecks::extremesOf(TermPool &Pool, const Level &At, const Term *T, bool Greatest,
                                const std::vector<Variable> &Variables, const SignOracle &SignOf) {
  Extremes E = extremesOfWhole(Pool, At, T, Greatest, Variables, SignOf);
  if (E.Ok || E.Why != Reason::NonMonotoneIndex)
    return E;
  const Term *Parts = withRestInside(Pool, At, T);
  if (Parts->Kind != (Greatest ? TermKind::Max : TermKind::Min))
    return E;
  Extremes All;
  All.Ok = All.Attained = true;
  for (const Term *Op : Parts->Ops) {
    Extremes Of = extremesOf(Pool, At, Op, Greatest, Variables, SignOf);
    if (!Of.Ok)
      return Of;
    All.Attained &= Of.Attained;
    All.Values.insert(All.Values.end(), Of.Values.begin(), Of.Values.end());
    All.Ends.insert(All.Ends.end(), Of.Ends.begin(), Of.Ends.end());
  }
  return All;
}

bool tilechecks::stepsAtMost(TermPool &Pool, const Term *T, const std::vector<Variable> &Variables, Int Limit) {
  for (const Variable &V : Variables) {
    TermPool::Substitution Next{{V.Symbol, Pool.add(V.Symbol, V.Step)}};
    const Term *Change = Pool.sub(Pool.substitute(T, Next), T);
    Range R = Pool.range(Change);
    if (!R.Lo || !R.Hi || *R.Lo < -Limit || *R.Hi > Limit)
      return false;
  }
  return true;
}
