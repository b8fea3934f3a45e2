//===- proof/QuotientBounds.cpp - QuotientOfProduct -------------------------===//
//
// Concludes bounds of a quotient and a remainder by a divisor that is no constant.
//
//   for (i = bid; i < rows*columns; i += g) x(i / columns, i % columns)
//   facts   0 <= i,  i + 1 <= rows*columns,  0 <= rows (range)
//   result  1 <= columns,  0 <= i/columns <= rows - 1,  0 <= i mod columns <= columns - 1
//
// Why it is sound. 1 <= i + 1 <= rows*columns with rows >= 0: neither factor is
// 0, and as rows is positive so is columns. Then columns*q <= i for q = i/columns
// rounded down, so columns*q < rows*columns and q < rows.
//
// When it does not apply:
//   * the other factor may be negative, and nothing but the product tells the
//     divisor's sign: i < (-2)*(-3) holds for i = 5, and 5/(-3) is no row of -2;
//   * i may be negative: -1/3 rounds down to -1;
//   * the bound is not below the product: i <= rows*columns attains the row
//     `rows`;
//   * the divisor is a multiple below 0 of what is positive: 5/(-2*3) is 0, and
//     rounded down it would be -1;
//   * a remainder is no row: i % 3 is 2 for i = 5 < 2*3.
//
// Cost: one query a product that a fact names, eight at most.
//
//===----------------------------------------------------------------------===//
#include "proof/Prover.h"

using namespace tilechecks;

/// D = K*M with a constant K > 0.
static std::pair<Int, const Term *> scaled(TermPool &Pool, const Term *D) {
  LinearForm L = Pool.linear(D);
  if (L.Constant == 0 && L.Monomials.size() == 1 && L.Monomials[0].second > 0)
    return {L.Monomials[0].second, L.Monomials[0].first};
  return {1, D};
}

bool Prover::isPositive(const Term *Divisor, int Scope, PremiseSet &Used) {
  Divisor = scaled(Pool, Divisor).second;
  if (Pool.range(Divisor).isPositive())
    return true;
  const Term *One = Pool.constant(1);
  if (Verdict V = proveLe(One, Divisor, Scope); V.Proved) {
    Used |= V.Used;
    return true;
  }
  auto It = ProductsWith.find(Divisor);
  if (It == ProductsWith.end())
    return false;
  const std::vector<const Term *> Products = It->second; // queries add facts
  for (const Term *Product : Products) {
    if (!Pool.range(Pool.withoutFactor(Product, Divisor)).isNonNegative())
      continue;
    if (Verdict V = proveLe(One, Product, Scope); V.Proved) {
      Used |= V.Used;
      return true;
    }
  }
  return false;
}

/// M is a quotient or remainder of something not negative by something positive,
/// both known in Scope.
void Prover::addQuotientBounds(const Term *M, int Scope) {
  if ((M->Kind != TermKind::FloorDiv && M->Kind != TermKind::Mod) || !HasQuotientBounds.emplace(M, Scope).second)
    return;
  const Term *X = M->Ops[0], *D = M->Ops[1];
  auto Le = [&](const Term *A, const Term *B) {
    if (auto L = addScaled(Pool.linear(A), Pool.linear(B), -1))
      addFact(*L, Scope, Premise::Condition);
  };
  Le(Pool.constant(0), M);
  if (D->isConst())
    return; // its axioms say the rest
  Le(Pool.constant(1), D);
  if (M->Kind == TermKind::Mod)
    Le(Pool.addConst(M, 1), D);
  auto [K, Factor] = scaled(Pool, D);
  if (M->Kind == TermKind::FloorDiv) {
    Le(Pool.mul(D, M), X);
    Le(Pool.mul(Pool.constant(K), M), X); // D is K or more
  }
  auto It = ProductsWith.find(Factor);
  if (It == ProductsWith.end())
    return;
  const std::vector<const Term *> Products = It->second;
  for (const Term *Product : Products) {
    const Term *Others = Pool.withoutFactor(Product, Factor);
    // 0 <= X < Others*Factor, and Factor >= 1 as D = K*Factor is positive.
    if (proveLe(Pool.addConst(X, 1), Product, Scope).Proved) {
      Le(Pool.constant(1), Others);
      if (M->Kind == TermKind::FloorDiv) {
        Le(Pool.addConst(M, 1), Others);
        if (Others->Kind == TermKind::Min) // of min(a*b, k): what is divided next is below a*b
          for (const Term *Op : Others->Ops)
            Le(Pool.addConst(M, 1), Op);
      }
    }
  }
}
