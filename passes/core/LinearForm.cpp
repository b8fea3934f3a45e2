#include "core/Term.h"

using namespace tilechecks;

static bool tooLarge(Int V) { return V > MaxMagnitude || V < -MaxMagnitude; }

Int LinearForm::coefficient(const Term *Monomial) const {
  for (const auto &[M, C] : Monomials)
    if (M == Monomial)
      return C;
  return 0;
}

std::optional<LinearForm> tilechecks::addScaled(const LinearForm &A,
                                                const LinearForm &B, Int Scale) {
  LinearForm R;
  auto Scaled = checkedMul(B.Constant, Scale);
  auto Sum = Scaled ? checkedAdd(A.Constant, *Scaled) : std::nullopt;
  if (!Sum || tooLarge(*Sum))
    return std::nullopt;
  R.Constant = *Sum;
  R.Monomials.reserve(A.Monomials.size() + B.Monomials.size());
  size_t I = 0, J = 0;
  while (I < A.Monomials.size() || J < B.Monomials.size()) {
    bool TakeA = J == B.Monomials.size() ||
                 (I < A.Monomials.size() &&
                  A.Monomials[I].first->Id <= B.Monomials[J].first->Id);
    bool TakeB = I == A.Monomials.size() ||
                 (J < B.Monomials.size() &&
                  B.Monomials[J].first->Id <= A.Monomials[I].first->Id);
    const Term *M = TakeA ? A.Monomials[I].first : B.Monomials[J].first;
    OptInt C = TakeA ? A.Monomials[I].second : Int(0);
    if (TakeB) {
      OptInt D = checkedMul(B.Monomials[J].second, Scale);
      C = D ? checkedAdd(*C, *D) : std::nullopt;
    }
    if (!C || tooLarge(*C))
      return std::nullopt;
    if (*C != 0)
      R.Monomials.emplace_back(M, *C);
    I += TakeA;
    J += TakeB;
  }
  return R;
}
