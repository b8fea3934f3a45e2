//===- proof/Search.cpp - LinearCombination --------------------------------===//
//
// Concludes L <= 0 from facts F_i <= 0 when L = sum(c_i * F_i) + R with all
// c_i >= 0 and R <= 0 by ranges.
//
//   goal   16*q + 15 - 16*m <= -1
//   fact   16*q - 16*m + 1 <= 0      tightened: q - m + 1 <= 0
//   result proved with c = 16
//
// Why it is sound: adding non-negative multiples of non-positive quantities to
// R <= 0 gives a non-positive sum. The sign matters: c_i is made from the
// coefficients of one monomial in L and F_i, which must agree in sign; with
// L = x - 5 and F = -x + 3 (x >= 3) the multiple would be -1 and the conclusion
// x <= 5 false at x = 6. Facts count only inside their scope: with F of another
// branch (x <= 3 there), x = 6 here. Tightening needs integers; it divides by a
// positive number and rounds the constant up. So does a multiple of the goal: an
// integer L is at most 0 where 32*L is at most 31, not where it is at most 32.
//
//   goal   q - p <= 0            facts  32*q <= a,  b <= 32*p + 31,  a <= b
//   32*q - 32*p - 31  <=  a - (b - 31) - 31  <=  0
//
// With a <= b + 1 that shows nothing: a = 32, b = 31, q = 1, p = 0.
//
// Product facts multiply F <= 0 by a monomial r: sound only for r >= 0 (x <= 3
// times r = -1 would give -x <= -3, false at x = 0), by its range or by one fact:
// a <= c and c*b <= e give a*b <= e under b > 0; with b = -1, a = 0, c = 1, e = -1
// they do not.
//
// Cases: a minimum, maximum or select equals one of its operands; L must hold
// for each of them (one operand that bounds it from the right side suffices).
//
// Cost: at most 600 steps and depth 7 a query; then "don't know".
//
//===----------------------------------------------------------------------===//
#include "proof/Search.h"

using namespace tilechecks;

LinearForm tilechecks::tighten(LinearForm L) {
  Int G = 0;
  for (const auto &[M, C] : L.Monomials)
    G = gcd(G, C);
  if (G <= 1)
    return L;
  for (auto &[M, C] : L.Monomials)
    C /= G;
  L.Constant = *ceilDiv(L.Constant, G);
  return L;
}

bool Prover::Search::byRange(const LinearForm &L, PremiseSet &Used) {
  Range R = Range::exactly(L.Constant);
  for (const auto &[M, C] : L.Monomials)
    R = tilechecks::add(R, tilechecks::mul(Of.Pool.range(M), Range::exactly(C)));
  if (!R.Hi || *R.Hi > 0) {
    // Shapes that only the whole sum shows (remainders).
    R = Of.Pool.range(Of.Pool.fromLinear(L));
    if (!R.Hi || *R.Hi > 0)
      return false;
  }
  if (!L.Monomials.empty())
    Used = Used | Premise::Range;
  return true;
}

/// Facts in scope that bound M from above (its coefficient in the fact is
/// positive) or from below.
template <class Visit> bool Prover::Search::forFactsOn(const Term *M, bool Upper, Visit Use) {
  auto Serves = [&](const Fact &F) {
    Int C = F.L.coefficient(M);
    return C != 0 && (C > 0) == Upper;
  };
  for (size_t I = 0; I < Given.size(); ++I)
    if (Serves(Given[I]) && Use(LinearForm(Given[I].L), Given[I].From))
      return true;
  Of.addAxioms(M);
  auto It = Of.ByMonomial.find(M);
  if (It == Of.ByMonomial.end())
    return false;
  // The innermost facts are the most specific: newest first. Bounded, so that
  // a kernel of thousands of nested conditions stays near-linear.
  constexpr size_t MaxFacts = 24, MaxScopes = 2000;
  size_t Tried = 0, Walked = 0;
  const auto &ByScope = It->second; // stays in place when facts are added
  for (int S = Scope;; S = Of.P.Scopes[S].Parent) {
    if (++Walked == MaxScopes)
      S = 0; // what holds everywhere is worth the jump
    if (auto Here = ByScope.find(S); Here != ByScope.end())
      for (size_t K = Here->second.size(); K-- > 0 && Tried < MaxFacts;) {
        uint32_t I = Here->second[K];
        if (!Serves(Of.Facts[I]))
          continue;
        if (Use(LinearForm(Of.Facts[I].L), Of.Facts[I].From))
          return true;
        ++Tried;
        Here = ByScope.find(S); // Use may have added facts
      }
    if (S == 0 || Tried == MaxFacts)
      return false;
  }
}

bool Prover::Search::withFact(const LinearForm &L, const Term *M, Int C, const LinearForm &F, Premise From,
                              unsigned Depth, PremiseSet &Used) {
  Int D = F.coefficient(M);
  if (D == 0 || (C > 0) != (D > 0))
    return false;
  Int AbsC = C < 0 ? -C : C, AbsD = D < 0 ? -D : D;
  Int G = gcd(AbsC, AbsD);
  auto Scaled = addScaled(LinearForm{}, L, AbsD / G);
  auto Rest = Scaled ? addScaled(*Scaled, F, -(AbsC / G)) : std::nullopt;
  OptInt Rounded = Rest ? checkedSub(Rest->Constant, AbsD / G - 1) : std::nullopt;
  if (!Rounded)
    return false;
  Rest->Constant = *Rounded;
  PremiseSet Trial = Used | From;
  if (!holds(tighten(std::move(*Rest)), Depth + 1, Trial))
    return false;
  Used = Trial;
  return true;
}

bool Prover::Search::byFacts(const LinearForm &L, unsigned Depth, PremiseSet &Used) {
  for (const auto &[Monomial, Coefficient] : L.Monomials) {
    const Term *M = Monomial;
    Int C = Coefficient;
    if (forFactsOn(M, C > 0, [&](const LinearForm &F, Premise From) {
          return withFact(L, M, C, F, From, Depth, Used);
        }))
      return true;
  }
  return false;
}

/// By its range, or by one fact.
bool Prover::Search::isNotNegative(const Term *T, PremiseSet &Used) {
  if (Of.Pool.range(T).isNonNegative())
    return true;
  auto Negated = addScaled(LinearForm{}, Of.Pool.linear(T), -1);
  return Negated && holds(tighten(std::move(*Negated)), DepthLimit - 1, Used);
}

bool Prover::Search::byProductFacts(const LinearForm &L, unsigned Depth, PremiseSet &Used) {
  for (const auto &[Monomial, Coefficient] : L.Monomials) {
    const Term *M = Monomial;
    Int C = Coefficient;
    if (M->Kind != TermKind::Mul || M->Raw)
      continue;
    for (size_t Chosen = 0; Chosen < M->Ops.size(); ++Chosen) {
      const Term *Others = Of.Pool.constant(1);
      for (size_t I = 0; I < M->Ops.size(); ++I)
        if (I != Chosen)
          Others = Of.Pool.mul(Others, M->Ops[I]);
      PremiseSet Sign = static_cast<PremiseSet>(Premise::Range);
      if (!isNotNegative(Others, Sign))
        continue;
      if (forFactsOn(M->Ops[Chosen], C > 0, [&](const LinearForm &F, Premise From) {
            LinearForm Product = Of.Pool.linear(Of.Pool.mul(Of.Pool.fromLinear(F), Others));
            return withFact(L, M, C, Product, From, Depth, Used);
          })) {
        Used |= Sign;
        return true;
      }
    }
  }
  return false;
}

bool Prover::Search::byCases(const LinearForm &L, unsigned Depth, PremiseSet &Used) {
  for (const auto &[Monomial, Coefficient] : L.Monomials) {
    const Term *M = Monomial;
    if (M->Kind != TermKind::Min && M->Kind != TermKind::Max && M->Kind != TermKind::Select)
      continue;
    auto Without = [&](const Term *Operand) -> std::optional<LinearForm> {
      LinearForm Self;
      Self.Monomials.emplace_back(M, 1);
      auto Rest = addScaled(L, Self, -L.coefficient(M));
      return Rest ? addScaled(*Rest, Of.Pool.linear(Operand), L.coefficient(M)) : std::nullopt;
    };
    // min(a, b) <= a: one operand is enough where the sign is right.
    bool OneSuffices = (M->Kind == TermKind::Min && Coefficient > 0) || (M->Kind == TermKind::Max && Coefficient < 0);
    bool All = true, Any = false;
    PremiseSet Total = Used;
    for (size_t I = 0; I < M->Ops.size(); ++I) {
      auto Case = Without(M->Ops[I]);
      PremiseSet Trial = Used;
      size_t Before = Given.size();
      if (M->Kind == TermKind::Select) {
        const Pred *C = I == 0 ? M->Cond : Of.Pool.lnot(M->Cond);
        if (C->Kind == PredKind::Le || C->Kind == PredKind::Lt) {
          auto F = addScaled(Of.Pool.linear(C->Terms[0]), Of.Pool.linear(C->Terms[1]), -1);
          if (F && C->Kind == PredKind::Lt)
            F->Constant += 1;
          if (F)
            Given.push_back({tighten(*F), 0, Premise::Range});
        }
      }
      bool Ok = Case && holds(tighten(std::move(*Case)), Depth + 1, Trial);
      Given.resize(Before);
      All &= Ok;
      Any |= Ok;
      if (Ok)
        Total |= Trial;
      if (Ok && OneSuffices)
        break;
      if (!Ok && !OneSuffices)
        break;
    }
    if (OneSuffices ? Any : All) {
      Used = Total;
      return true;
    }
  }
  return false;
}

bool Prover::Search::holds(const LinearForm &L, PremiseSet &Used) {
  for (auto [Depth, Steps] : {std::pair(ShallowDepth, ShallowSteps), std::pair(MaxDepth, MaxSteps)}) {
    DepthLimit = Depth;
    StepsLeft = Steps;
    if (holds(L, 0, Used))
      return true;
  }
  // Were it false, 1 <= L.
  auto Otherwise = addScaled(LinearForm{}, L, -1);
  OptInt Moved = Otherwise ? checkedAdd(Otherwise->Constant, 1) : std::nullopt;
  if (!Moved || L.Monomials.empty())
    return false;
  Otherwise->Constant = *Moved;
  Given.push_back({std::move(*Otherwise), 0, Premise::Range});
  DepthLimit = MaxDepth;
  StepsLeft = ShallowSteps;
  const bool Proved = holds(L, 0, Used);
  Given.pop_back();
  return Proved;
}

bool Prover::Search::holds(const LinearForm &L, unsigned Depth, PremiseSet &Used) {
  if (StepsLeft == 0)
    return false;
  --StepsLeft;
  if (byRange(L, Used))
    return true;
  if (L.Monomials.empty() || Depth == DepthLimit)
    return false;
  return byFacts(L, Depth, Used) || byProductFacts(L, Depth, Used) || byCases(L, Depth, Used);
}
