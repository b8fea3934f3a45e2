//===- core/Pred.cpp - building and folding predicates ---------------------===//
#include "core/Term.h"

#include <algorithm>

using namespace tilechecks;

const Pred *TermPool::intern(Pred P) {
  size_t H = static_cast<size_t>(P.Kind);
  for (const Term *T : P.Terms)
    H = H * 1000003 + T->Id;
  for (const Pred *Q : P.Preds)
    H = H * 998244353 + Q->Id;
  auto [Begin, End] = PredIndex.equal_range(H);
  for (auto It = Begin; It != End; ++It)
    if (It->second->Kind == P.Kind && It->second->Terms == P.Terms &&
        It->second->Preds == P.Preds)
      return It->second;
  P.Id = static_cast<uint32_t>(Preds.size());
  Preds.push_back(std::move(P));
  PredIndex.emplace(H, &Preds.back());
  return &Preds.back();
}

const Pred *TermPool::compare(PredKind Kind, const Term *A, const Term *B) {
  Range D = range(sub(B, A)); // B - A
  switch (Kind) {
  case PredKind::Le:
    if (D.isNonNegative())
      return TruePred;
    if (D.Hi && *D.Hi < 0)
      return FalsePred;
    break;
  case PredKind::Lt:
    if (D.isPositive())
      return TruePred;
    if (D.Hi && *D.Hi <= 0)
      return FalsePred;
    break;
  case PredKind::Eq:
  case PredKind::Ne:
    if (D.isSingleton() && *D.Lo == 0)
      return boolean(Kind == PredKind::Eq);
    if (!D.contains(0))
      return boolean(Kind == PredKind::Ne);
    if (A->Id > B->Id)
      std::swap(A, B);
    break;
  default:
    break;
  }
  return intern(Pred{Kind, 0, {A, B}, {}});
}

const Pred *TermPool::le(const Term *A, const Term *B) { return compare(PredKind::Le, A, B); }
const Pred *TermPool::lt(const Term *A, const Term *B) { return compare(PredKind::Lt, A, B); }
const Pred *TermPool::eq(const Term *A, const Term *B) { return compare(PredKind::Eq, A, B); }
const Pred *TermPool::ne(const Term *A, const Term *B) { return compare(PredKind::Ne, A, B); }

const Pred *TermPool::divides(const Term *K, const Term *T) {
  if (K->isConst(1))
    return TruePred;
  if (K->isConst() && K->Value != 0) {
    LinearForm L = linear(T);
    bool All = L.Constant % K->Value == 0;
    for (const auto &[M, C] : L.Monomials)
      All &= C % K->Value == 0;
    if (All)
      return TruePred;
    if (L.isConstant())
      return FalsePred;
  }
  return intern(Pred{PredKind::Divides, 0, {K, T}, {}});
}

const Pred *TermPool::nary(PredKind Kind, const Pred *A, const Pred *B) {
  const Pred *Neutral = boolean(Kind == PredKind::And);
  const Pred *Absorbing = boolean(Kind != PredKind::And);
  if (A == Absorbing || B == Absorbing)
    return Absorbing;
  if (A == Neutral || A == B)
    return B;
  if (B == Neutral)
    return A;
  // Order is kept: evaluation is lazy from left to right.
  Pred P{Kind, 0, {}, {}};
  for (const Pred *Q : {A, B}) {
    if (Q->Kind == Kind)
      P.Preds.insert(P.Preds.end(), Q->Preds.begin(), Q->Preds.end());
    else
      P.Preds.push_back(Q);
  }
  std::vector<const Pred *> Unique;
  for (const Pred *Q : P.Preds)
    if (std::find(Unique.begin(), Unique.end(), Q) == Unique.end())
      Unique.push_back(Q);
  P.Preds = std::move(Unique);
  return P.Preds.size() == 1 ? P.Preds[0] : intern(std::move(P));
}

const Pred *TermPool::land(const Pred *A, const Pred *B) { return nary(PredKind::And, A, B); }
const Pred *TermPool::lor(const Pred *A, const Pred *B) { return nary(PredKind::Or, A, B); }

const Pred *TermPool::implies(const Pred *A, const Pred *B) {
  if (A->isTrue())
    return B;
  if (A->isFalse() || B->isTrue() || A == B)
    return TruePred;
  if (B->isFalse())
    return lnot(A);
  if (B->Kind == PredKind::Implies)
    return implies(land(A, B->Preds[0]), B->Preds[1]);
  return intern(Pred{PredKind::Implies, 0, {}, {A, B}});
}

const Pred *TermPool::lnot(const Pred *A) {
  switch (A->Kind) {
  case PredKind::True:
    return FalsePred;
  case PredKind::False:
    return TruePred;
  case PredKind::Le:
    return lt(A->Terms[1], A->Terms[0]);
  case PredKind::Lt:
    return le(A->Terms[1], A->Terms[0]);
  case PredKind::Eq:
    return ne(A->Terms[0], A->Terms[1]);
  case PredKind::Ne:
    return eq(A->Terms[0], A->Terms[1]);
  case PredKind::Divides:
    return ne(mod(A->Terms[1], A->Terms[0]), constant(0));
  case PredKind::And:
  case PredKind::Or: {
    const Pred *R = boolean(A->Kind != PredKind::And);
    for (const Pred *Q : A->Preds)
      R = A->Kind == PredKind::And ? lor(R, lnot(Q)) : land(R, lnot(Q));
    return R;
  }
  case PredKind::Implies:
    return land(A->Preds[0], lnot(A->Preds[1]));
  }
  return FalsePred;
}
