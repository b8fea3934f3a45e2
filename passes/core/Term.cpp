//===- core/Term.cpp - building and folding terms --------------------------===//
#include "core/Term.h"

#include <algorithm>
#include <unordered_set>

using namespace tilechecks;

static size_t mix(size_t H, size_t V) {
  return H ^ (V + 0x9e3779b97f4a7c15ULL + (H << 6) + (H >> 2));
}

static size_t hashOf(const Term &T) {
  size_t H = mix(static_cast<size_t>(T.Kind), T.Width);
  H = mix(H, static_cast<size_t>(T.Value));
  H = mix(H, static_cast<size_t>(T.Value >> 64));
  H = mix(H, static_cast<size_t>(T.A.Kind));
  H = mix(mix(mix(H, T.A.A), T.A.B), T.A.C);
  for (const Term *Op : T.Ops)
    H = mix(H, Op->Id);
  return mix(H, T.Cond ? T.Cond->Id + 1 : 0);
}

static bool sameTerm(const Term &A, const Term &B) {
  return A.Kind == B.Kind && A.Width == B.Width && A.Value == B.Value &&
         A.A == B.A && A.Ops == B.Ops && A.Cond == B.Cond && A.Raw == B.Raw;
}

const Term *TermPool::intern(Term T) {
  size_t H = hashOf(T);
  auto [Begin, End] = TermIndex.equal_range(H);
  for (auto It = Begin; It != End; ++It)
    if (sameTerm(*It->second, T))
      return It->second;
  T.Id = static_cast<uint32_t>(Terms.size());
  Terms.push_back(std::move(T));
  TermIndex.emplace(H, &Terms.back());
  return &Terms.back();
}

TermPool::TermPool() {
  TruePred = intern(Pred{PredKind::True, 0, {}, {}});
  FalsePred = intern(Pred{PredKind::False, 0, {}, {}});
}

const Term *TermPool::constant(Int Value) {
  Term T{};
  T.Kind = TermKind::Const;
  T.Value = Value;
  return intern(std::move(T));
}

const Term *TermPool::atom(Atom A) {
  Term T{};
  T.Kind = TermKind::Atom;
  T.A = A;
  return intern(std::move(T));
}

LinearForm TermPool::linear(const Term *T) {
  LinearForm L;
  auto Take = [&L](const Term *M) {
    if (M->isConst())
      L.Constant = M->Value;
    else if (M->Kind == TermKind::Mul && M->Ops[0]->isConst() && !M->Raw)
      L.Monomials.emplace_back(M, M->Ops[0]->Value);
    else
      L.Monomials.emplace_back(M, Int(1));
  };
  if (T->Kind == TermKind::Add && !T->Raw)
    for (const Term *Op : T->Ops)
      Take(Op);
  else
    Take(T);
  // Strip the constant factors off the monomials.
  for (auto &[M, C] : L.Monomials) {
    if (M->Kind != TermKind::Mul || !M->Ops[0]->isConst() || M->Raw)
      continue;
    if (M->Ops.size() == 2) {
      M = M->Ops[1];
      continue;
    }
    Term Rest{};
    Rest.Kind = TermKind::Mul;
    Rest.Ops.assign(M->Ops.begin() + 1, M->Ops.end());
    M = intern(std::move(Rest));
  }
  std::sort(L.Monomials.begin(), L.Monomials.end(),
            [](const auto &A, const auto &B) { return A.first->Id < B.first->Id; });
  return L;
}

const Term *TermPool::fromLinear(const LinearForm &L) {
  std::vector<const Term *> Ops;
  for (const auto &[M, C] : L.Monomials) {
    if (C == 1) {
      Ops.push_back(M);
      continue;
    }
    Term Product{};
    Product.Kind = TermKind::Mul;
    Product.Ops.push_back(constant(C));
    if (M->Kind == TermKind::Mul && !M->Raw)
      Product.Ops.insert(Product.Ops.end(), M->Ops.begin(), M->Ops.end());
    else
      Product.Ops.push_back(M);
    Ops.push_back(intern(std::move(Product)));
  }
  if (Ops.empty())
    return constant(L.Constant);
  if (L.Constant != 0)
    Ops.push_back(constant(L.Constant));
  if (Ops.size() == 1)
    return Ops[0];
  Term Sum{};
  Sum.Kind = TermKind::Add;
  Sum.Ops = std::move(Ops);
  return intern(std::move(Sum));
}

const Term *TermPool::raw(TermKind Kind, const Term *A, const Term *B) {
  Term T{};
  T.Kind = Kind;
  T.Ops = {A, B};
  T.Raw = true;
  return intern(std::move(T));
}

const Term *TermPool::add(const Term *A, const Term *B) {
  if (auto Sum = addScaled(linear(A), linear(B), 1))
    return fromLinear(*Sum);
  return raw(TermKind::Add, A, B);
}

const Term *TermPool::sub(const Term *A, const Term *B) {
  if (auto Sum = addScaled(linear(A), linear(B), -1))
    return fromLinear(*Sum);
  return raw(TermKind::Add, A, raw(TermKind::Mul, constant(-1), B));
}

/// Sums with more monomials than this are not multiplied out.
static constexpr size_t MaxDistributed = 12;

const Term *TermPool::mul(const Term *A, const Term *B) {
  if (A->isConst())
    std::swap(A, B);
  if (B->isConst()) {
    if (auto Scaled = addScaled(LinearForm{}, linear(A), B->Value))
      return fromLinear(*Scaled);
    return raw(TermKind::Mul, B, A);
  }
  auto Product = [this](const Term *X, const Term *Y) {
    Term T{};
    T.Kind = TermKind::Mul;
    for (const Term *F : {X, Y}) {
      if (F->Kind == TermKind::Mul && !F->Raw)
        T.Ops.insert(T.Ops.end(), F->Ops.begin(), F->Ops.end());
      else
        T.Ops.push_back(F);
    }
    std::sort(T.Ops.begin(), T.Ops.end(),
              [](const Term *P, const Term *Q) { return P->Id < Q->Id; });
    return intern(std::move(T));
  };
  LinearForm LA = linear(A), LB = linear(B);
  if ((LA.Monomials.size() + 1) * (LB.Monomials.size() + 1) > MaxDistributed)
    return raw(TermKind::Mul, A, B);
  auto Total = addScaled(LinearForm{}, LA, LB.Constant);
  for (const auto &[MB, CB] : LB.Monomials) {
    LinearForm Row;
    if (LA.Constant != 0)
      Row.Monomials.emplace_back(MB, LA.Constant);
    auto Sum = addScaled(LinearForm{}, Row, CB);
    for (const auto &[MA, CA] : LA.Monomials) {
      LinearForm Cell;
      Cell.Monomials.emplace_back(Product(MA, MB), 1);
      auto Coefficient = checkedMul(CA, CB);
      if (Sum && Coefficient)
        Sum = addScaled(*Sum, Cell, *Coefficient);
      else
        Sum = std::nullopt;
    }
    if (Total && Sum)
      Total = addScaled(*Total, *Sum, 1);
    else
      Total = std::nullopt;
  }
  return Total ? fromLinear(*Total) : raw(TermKind::Mul, A, B);
}

const Term *TermPool::withoutFactor(const Term *Product, const Term *F) {
  if (Product == F)
    return constant(1);
  auto At = std::find(Product->Ops.begin(), Product->Ops.end(), F);
  if (Product->Kind != TermKind::Mul || Product->Raw || At == Product->Ops.end())
    return nullptr;
  const Term *Others = constant(1);
  for (auto Op = Product->Ops.begin(); Op != Product->Ops.end(); ++Op)
    if (Op != At)
      Others = mul(Others, *Op);
  return Others;
}

const Term *TermPool::floorDiv(const Term *A, const Term *B) {
  if (B->isConst(1))
    return A;
  if (A->isConst() && B->isConst())
    if (OptInt Q = tilechecks::floorDiv(A->Value, B->Value))
      return constant(*Q);
  if (B->isConst() && B->Value > 1) {
    // floor((c*q + r) / c) = q + floor(r / c): exact for integers.
    LinearForm L = linear(A), Whole, Rest;
    for (const auto &[M, C] : L.Monomials) {
      Int Q = *tilechecks::floorDiv(C, B->Value), R = C - Q * B->Value;
      if (R == 0)
        Whole.Monomials.emplace_back(M, Q);
      else
        Rest.Monomials.emplace_back(M, C);
    }
    Whole.Constant = *tilechecks::floorDiv(L.Constant, B->Value);
    Rest.Constant = L.Constant - Whole.Constant * B->Value;
    if (Rest.Monomials.empty())
      return fromLinear(Whole);
    const Term *R = fromLinear(Rest);
    Range Quotient = tilechecks::floorDiv(range(R), Range::exactly(B->Value));
    if (Quotient.isSingleton())
      return add(fromLinear(Whole), constant(*Quotient.Lo));
    // Nested: floor(floor(x/a)/b) = floor(x/(a*b)) for positive a, b.
    if (R->Kind == TermKind::FloorDiv && R->Ops[1]->isConst() && R->Ops[1]->Value > 0)
      if (OptInt Both = checkedMul(R->Ops[1]->Value, B->Value))
        return add(fromLinear(Whole), floorDiv(R->Ops[0], constant(*Both)));
    Term T{};
    T.Kind = TermKind::FloorDiv;
    T.Ops = {R, B};
    return add(fromLinear(Whole), intern(std::move(T)));
  }
  Term T{};
  T.Kind = TermKind::FloorDiv;
  T.Ops = {A, B};
  return intern(std::move(T));
}

const Term *TermPool::ceilDiv(const Term *A, const Term *B) {
  // ceil(a/c) = floor((a + c - 1)/c) for a positive constant c.
  if (B->isConst() && B->Value > 0)
    return floorDiv(addConst(A, B->Value - 1), B);
  Term T{};
  T.Kind = TermKind::CeilDiv;
  T.Ops = {A, B};
  return intern(std::move(T));
}

const Term *TermPool::truncDiv(const Term *A, const Term *B) {
  if (A->isConst() && B->isConst())
    if (OptInt Q = tilechecks::truncDiv(A->Value, B->Value))
      return constant(*Q);
  if (range(A).isNonNegative() && range(B).isPositive())
    return floorDiv(A, B);
  if (B->isConst(1))
    return A;
  // A multiple is divided without rest, whatever its sign.
  if (B->isConst() && B->Value > 1 && divides(B, A)->isTrue())
    return floorDiv(A, B);
  Term T{};
  T.Kind = TermKind::TruncDiv;
  T.Ops = {A, B};
  return intern(std::move(T));
}

const Term *TermPool::mod(const Term *A, const Term *B) {
  if (B->isConst() && B->Value > 0)
    return sub(A, mul(B, floorDiv(A, B)));
  Term T{};
  T.Kind = TermKind::Mod;
  T.Ops = {A, B};
  return intern(std::move(T));
}

const Term *TermPool::rem(const Term *A, const Term *B) {
  if (A->isConst() && B->isConst())
    if (OptInt R = truncRem(A->Value, B->Value))
      return constant(*R);
  if (range(A).isNonNegative() && range(B).isPositive())
    return mod(A, B);
  Term T{};
  T.Kind = TermKind::Rem;
  T.Ops = {A, B};
  return intern(std::move(T));
}

const Term *TermPool::minMax(TermKind Kind, const Term *A, const Term *B) {
  if (A == B)
    return A;
  // The range of the difference decides before a node is made.
  Range Difference = range(sub(A, B));
  bool Smaller = Difference.Hi && *Difference.Hi <= 0;
  bool Larger = Difference.isNonNegative();
  if (Smaller || Larger)
    return Smaller == (Kind == TermKind::Min) ? A : B;
  Term T{};
  T.Kind = Kind;
  for (const Term *Op : {A, B}) {
    if (Op->Kind == Kind)
      T.Ops.insert(T.Ops.end(), Op->Ops.begin(), Op->Ops.end());
    else
      T.Ops.push_back(Op);
  }
  std::sort(T.Ops.begin(), T.Ops.end(),
            [](const Term *P, const Term *Q) { return P->Id < Q->Id; });
  T.Ops.erase(std::unique(T.Ops.begin(), T.Ops.end()), T.Ops.end());
  return T.Ops.size() == 1 ? T.Ops[0] : intern(std::move(T));
}

const Term *TermPool::min(const Term *A, const Term *B) {
  return minMax(TermKind::Min, A, B);
}
const Term *TermPool::max(const Term *A, const Term *B) {
  return minMax(TermKind::Max, A, B);
}

const Term *TermPool::select(const Pred *Cond, const Term *A, const Term *B) {
  if (Cond->isTrue() || A == B)
    return A;
  if (Cond->isFalse())
    return B;
  // A comparison of the two arms themselves is a minimum or maximum.
  if (Cond->Kind == PredKind::Lt || Cond->Kind == PredKind::Le) {
    const Term *X = Cond->Terms[0], *Y = Cond->Terms[1];
    if (X == A && Y == B)
      return min(A, B);
    if (X == B && Y == A)
      return max(A, B);
  }
  Term T{};
  T.Kind = TermKind::Select;
  T.Ops = {A, B};
  T.Cond = Cond;
  return intern(std::move(T));
}

/// Inside a wrap of Width, an inner wrap of the same or a larger width changes
/// nothing: both are congruent modulo 2^Width, and so are sums and products.
const Term *TermPool::stripWraps(unsigned Width, const Term *A) {
  auto IsInner = [Width](const Term *T) {
    return (T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap) &&
           T->Width >= Width;
  };
  LinearForm L = linear(A);
  bool Any = false;
  const Term *Sum = constant(L.Constant);
  for (const auto &[M, C] : L.Monomials) {
    const Term *Stripped = M;
    if (IsInner(M)) {
      Stripped = M->Ops[0];
    } else if (M->Kind == TermKind::Mul && std::any_of(M->Ops.begin(), M->Ops.end(), IsInner)) {
      Stripped = constant(1);
      for (const Term *F : M->Ops)
        Stripped = mul(Stripped, IsInner(F) ? F->Ops[0] : F);
    }
    Any |= Stripped != M;
    Sum = add(Sum, mul(constant(C), Stripped));
  }
  return Any ? Sum : A;
}

const Term *TermPool::wrap(TermKind Kind, unsigned Width, const Term *A) {
  bool Signed = Kind == TermKind::SWrap;
  Range Fits = Signed ? Range::ofSigned(Width) : Range::ofUnsigned(Width);
  if (range(A).isWithin(Fits))
    return A;
  if (A->isConst())
    return constant(Signed ? wrapSigned(Width, A->Value) : wrapUnsigned(Width, A->Value));
  const Term *Inner = stripWraps(Width, A);
  if (Inner != A && range(Inner).isWithin(Fits))
    return Inner;
  Term T{};
  T.Kind = Kind;
  T.Width = Width;
  T.Ops = {Inner};
  return intern(std::move(T));
}

const Term *TermPool::swrap(unsigned Width, const Term *A) {
  return wrap(TermKind::SWrap, Width, A);
}
const Term *TermPool::uwrap(unsigned Width, const Term *A) {
  return wrap(TermKind::UWrap, Width, A);
}

const Term *TermPool::bitwise(TermKind Kind, const Term *A, const Term *B) {
  if (A->isConst())
    std::swap(A, B);
  if (A->isConst() && B->isConst()) {
    Int X = A->Value, Y = B->Value;
    return constant(Kind == TermKind::BitAnd  ? X & Y
                    : Kind == TermKind::BitOr ? X | Y
                                              : X ^ Y);
  }
  if (B->isConst() && Kind == TermKind::BitAnd && B->Value >= 0 && B->Value < MaxMagnitude) {
    // x & (2^k - 1) = x mod 2^k, for negative x too (two's complement).
    if ((B->Value & (B->Value + 1)) == 0)
      return mod(A, constant(B->Value + 1));
  }
  if (B->isConst(0))
    return Kind == TermKind::BitAnd ? B : A;
  if (B->isConst(-1)) {
    if (Kind == TermKind::BitAnd)
      return A;
    if (Kind == TermKind::BitXor)
      return sub(constant(-1), A); // ~x = -1 - x
    return B;
  }
  Term T{};
  T.Kind = Kind;
  T.Ops = {A, B};
  if (T.Ops[0]->Id > T.Ops[1]->Id)
    std::swap(T.Ops[0], T.Ops[1]);
  return intern(std::move(T));
}

const Term *TermPool::bitAnd(const Term *A, const Term *B) {
  return bitwise(TermKind::BitAnd, A, B);
}
const Term *TermPool::bitOr(const Term *A, const Term *B) {
  return bitwise(TermKind::BitOr, A, B);
}
const Term *TermPool::bitXor(const Term *A, const Term *B) {
  return bitwise(TermKind::BitXor, A, B);
}

const Term *TermPool::substitute(const Term *T, const Substitution &Map) {
  Substitution Memo = Map;
  std::function<const Term *(const Term *)> OnTerm;
  std::function<const Pred *(const Pred *)> OnPred = [&](const Pred *P) {
    switch (P->Kind) {
    case PredKind::True:
    case PredKind::False:
      return P;
    case PredKind::And:
    case PredKind::Or: {
      const Pred *R = boolean(P->Kind == PredKind::And);
      for (const Pred *Q : P->Preds)
        R = P->Kind == PredKind::And ? land(R, OnPred(Q)) : lor(R, OnPred(Q));
      return R;
    }
    case PredKind::Implies:
      return implies(OnPred(P->Preds[0]), OnPred(P->Preds[1]));
    case PredKind::Divides:
      return divides(OnTerm(P->Terms[0]), OnTerm(P->Terms[1]));
    default:
      return compare(P->Kind, OnTerm(P->Terms[0]), OnTerm(P->Terms[1]));
    }
  };
  OnTerm = [&](const Term *X) -> const Term * {
    if (auto It = Memo.find(X); It != Memo.end())
      return It->second;
    const Term *R = X;
    auto Op = [&](size_t I) { return OnTerm(X->Ops[I]); };
    switch (X->Kind) {
    case TermKind::Const:
    case TermKind::Atom:
      break;
    case TermKind::Add:
    case TermKind::Mul:
    case TermKind::Min:
    case TermKind::Max:
      R = Op(0);
      for (size_t I = 1; I < X->Ops.size(); ++I)
        R = X->Kind == TermKind::Add   ? add(R, Op(I))
            : X->Kind == TermKind::Mul ? mul(R, Op(I))
            : X->Kind == TermKind::Min ? min(R, Op(I))
                                       : max(R, Op(I));
      break;
    case TermKind::FloorDiv:
      R = floorDiv(Op(0), Op(1));
      break;
    case TermKind::CeilDiv:
      R = ceilDiv(Op(0), Op(1));
      break;
    case TermKind::TruncDiv:
      R = truncDiv(Op(0), Op(1));
      break;
    case TermKind::Mod:
      R = mod(Op(0), Op(1));
      break;
    case TermKind::Rem:
      R = rem(Op(0), Op(1));
      break;
    case TermKind::Select:
      R = select(OnPred(X->Cond), Op(0), Op(1));
      break;
    case TermKind::SWrap:
      R = swrap(X->Width, Op(0));
      break;
    case TermKind::UWrap:
      R = uwrap(X->Width, Op(0));
      break;
    case TermKind::BitAnd:
    case TermKind::BitOr:
    case TermKind::BitXor:
      R = bitwise(X->Kind, Op(0), Op(1));
      break;
    }
    Memo.emplace(X, R);
    return R;
  };
  return OnTerm(T);
}

const Pred *TermPool::substitute(const Pred *P, const Substitution &Map) {
  switch (P->Kind) {
  case PredKind::True:
  case PredKind::False:
    return P;
  case PredKind::And:
  case PredKind::Or: {
    const Pred *R = boolean(P->Kind == PredKind::And);
    for (const Pred *Q : P->Preds)
      R = P->Kind == PredKind::And ? land(R, substitute(Q, Map))
                                   : lor(R, substitute(Q, Map));
    return R;
  }
  case PredKind::Implies:
    return implies(substitute(P->Preds[0], Map), substitute(P->Preds[1], Map));
  case PredKind::Divides:
    return divides(substitute(P->Terms[0], Map), substitute(P->Terms[1], Map));
  default:
    return compare(P->Kind, substitute(P->Terms[0], Map), substitute(P->Terms[1], Map));
  }
}

template <class Node, class VisitTerm>
static void walk(const Node *Root, const VisitTerm &Visit) {
  std::unordered_set<const void *> Seen;
  std::vector<const Term *> TermStack;
  std::vector<const Pred *> PredStack;
  if constexpr (std::is_same_v<Node, Term>)
    TermStack.push_back(Root);
  else
    PredStack.push_back(Root);
  while (!TermStack.empty() || !PredStack.empty()) {
    if (!PredStack.empty()) {
      const Pred *P = PredStack.back();
      PredStack.pop_back();
      if (!Seen.insert(P).second)
        continue;
      TermStack.insert(TermStack.end(), P->Terms.begin(), P->Terms.end());
      PredStack.insert(PredStack.end(), P->Preds.begin(), P->Preds.end());
      continue;
    }
    const Term *T = TermStack.back();
    TermStack.pop_back();
    if (!Seen.insert(T).second)
      continue;
    if (T->isAtom())
      Visit(T);
    TermStack.insert(TermStack.end(), T->Ops.begin(), T->Ops.end());
    if (T->Cond)
      PredStack.push_back(T->Cond);
  }
}

void tilechecks::forEachAtom(const Term *T, const std::function<void(const Term *)> &Visit) {
  walk(T, Visit);
}
void tilechecks::forEachAtom(const Pred *P, const std::function<void(const Term *)> &Visit) {
  walk(P, Visit);
}

template <class Node> static bool onlyLaunchKnown(const Node *N) {
  bool Known = true;
  walk(N, [&Known](const Term *A) { Known &= A->A.isLaunchKnown(); });
  return Known;
}
bool tilechecks::isLaunchKnown(const Term *T) { return onlyLaunchKnown(T); }
bool tilechecks::isLaunchKnown(const Pred *P) { return onlyLaunchKnown(P); }
