//===- core/TermRange.cpp - ranges of atoms and terms ----------------------===//
#include "core/Term.h"

using namespace tilechecks;

static uint64_t keyOf(Atom A) {
  return (uint64_t(A.Kind) << 58) ^ (uint64_t(A.A) << 40) ^ (uint64_t(A.B) << 12) ^ A.C;
}

void TermPool::setRange(Atom A, Range R) {
  auto &Bucket = AtomRanges[keyOf(A)];
  for (auto &[Other, Known] : Bucket)
    if (Other == A) {
      Known = R;
      return;
    }
  Bucket.emplace_back(A, R);
}

/// What every launch obeys (CUDA C++ Programming Guide, compute capabilities:
/// grid at most 2^31-1 x 65535 x 65535, block at most 1024 x 1024 x 64).
static Range hardwareRange(Atom A) {
  constexpr Int MaxGridX = (Int(1) << 31) - 1, MaxGridYZ = 65535;
  constexpr Int MaxBlockXY = 1024, MaxBlockZ = 64;
  switch (A.Kind) {
  case AtomKind::Param:
    return Range::ofSigned(A.C);
  case AtomKind::GridDim:
    return {Int(1), A.A == 0 ? MaxGridX : MaxGridYZ};
  case AtomKind::ClusterDim:
    return {Int(1), A.A == 0 ? MaxGridX : MaxGridYZ};
  case AtomKind::BlockDim:
    return {Int(1), A.A == 2 ? MaxBlockZ : MaxBlockXY};
  case AtomKind::SharedSize:
    return {Int(0), (Int(1) << 31) - 1};
  case AtomKind::ThreadIdx:
    return {Int(0), (A.A == 2 ? MaxBlockZ : MaxBlockXY) - 1};
  case AtomKind::BlockIdx:
    return {Int(0), (A.A == 0 ? MaxGridX : MaxGridYZ) - 1};
  case AtomKind::LoopVar:
  case AtomKind::Opaque:
    return Range::ofSigned(64);
  }
  return Range::all();
}

Range TermPool::range(Atom A) const {
  Range Limits = hardwareRange(A);
  if (auto It = AtomRanges.find(keyOf(A)); It != AtomRanges.end())
    for (const auto &[Other, Known] : It->second)
      if (Other == A)
        return narrow(Limits, Known);
  return Limits;
}

Range TermPool::range(const Term *T) const {
  if (T->isConst())
    return Range::exactly(T->Value);
  if (T->isAtom())
    return range(T->A);
  if (auto It = RangeCache.find(T); It != RangeCache.end())
    return It->second;
  auto Op = [&](size_t I) { return range(T->Ops[I]); };
  Range R = Range::all();
  switch (T->Kind) {
  case TermKind::Const:
  case TermKind::Atom:
    break;
  case TermKind::Add: {
    R = Op(0);
    for (size_t I = 1; I < T->Ops.size(); ++I)
      R = tilechecks::add(R, Op(I));
    // x - c*floor(x/c), scaled: what mod() became.
    R = narrow(R, rangeOfRemainder(T));
    break;
  }
  case TermKind::Mul: {
    R = Op(0);
    for (size_t I = 1; I < T->Ops.size(); ++I)
      R = tilechecks::mul(R, Op(I));
    // An even power is not negative.
    if (T->Ops.size() == 2 && T->Ops[0] == T->Ops[1])
      R = narrow(R, {Int(0), std::nullopt});
    break;
  }
  case TermKind::FloorDiv:
    R = tilechecks::floorDiv(Op(0), Op(1));
    break;
  case TermKind::CeilDiv:
    R = tilechecks::ceilDiv(Op(0), Op(1));
    break;
  case TermKind::TruncDiv:
    R = tilechecks::truncDiv(Op(0), Op(1));
    break;
  case TermKind::Mod:
    R = floorMod(Op(0), Op(1));
    break;
  case TermKind::Rem:
    R = truncRem(Op(0), Op(1));
    break;
  case TermKind::Min:
  case TermKind::Max:
    R = Op(0);
    for (size_t I = 1; I < T->Ops.size(); ++I)
      R = T->Kind == TermKind::Min ? tilechecks::min(R, Op(I)) : tilechecks::max(R, Op(I));
    break;
  case TermKind::Select:
    R = hull(Op(0), Op(1));
    break;
  case TermKind::SWrap:
    R = Range::ofSigned(T->Width);
    break;
  case TermKind::UWrap:
    R = Range::ofUnsigned(T->Width);
    break;
  case TermKind::BitAnd:
    R = tilechecks::bitAnd(Op(0), Op(1));
    break;
  case TermKind::BitOr:
    R = tilechecks::bitOr(Op(0), Op(1));
    break;
  case TermKind::BitXor:
    R = tilechecks::bitXor(Op(0), Op(1));
    break;
  }
  RangeCache.emplace(T, R);
  return R;
}

/// A sum of the form k*X - k*c*floor(X/c) + d, which is k*(X mod c) + d: the
/// bounds are then those of the remainder, which interval arithmetic on the two
/// summands cannot see. X may be a quotient itself, as in (i >> 4) & 15, which is
/// floor(i/16) - 16*floor(i/256). Unbounded if Sum is not of this form.
Range TermPool::rangeOfRemainder(const Term *Sum) const {
  auto *Self = const_cast<TermPool *>(this); // interning only: no meaning changes
  const LinearForm Whole = Self->linear(Sum);
  for (const auto &[Quotient, K] : Whole.Monomials) {
    if (Quotient->Kind != TermKind::FloorDiv || !Quotient->Ops[1]->isConst())
      continue;
    const Term *Dividend = Quotient->Ops[0];
    const Int Divisor = Quotient->Ops[1]->Value;
    if (Divisor <= 0)
      continue;
    // X and c with X - c*Quotient = X mod c.
    const Term *X = nullptr;
    Int C = 0;
    for (const auto &[M, Scale] : Whole.Monomials)
      if (M->Kind == TermKind::FloorDiv && M != Quotient && M->Ops[0] == Dividend && M->Ops[1]->isConst()) {
        Int Inner = M->Ops[1]->Value;
        if (Inner > 0 && Divisor % Inner == 0 && checkedMul(Scale, Divisor / Inner) == OptInt(-K))
          X = M, C = Divisor / Inner;
      }
    if (!X && K % Divisor == 0)
      X = Dividend, C = Divisor;
    if (!X)
      continue;
    // The rest of the sum must be -K/c * X up to what is added to it.
    const Int Scale = -(K / C);
    LinearForm OfQuotient;
    OfQuotient.Monomials.emplace_back(Quotient, 1);
    auto Without = addScaled(Whole, OfQuotient, -K);
    auto Remaining = Without ? addScaled(*Without, Self->linear(X), -Scale) : std::nullopt;
    if (!Remaining)
      continue;
    Range R = tilechecks::mul(floorMod(range(X), Range::exactly(C)), Range::exactly(Scale));
    for (const auto &[M, Factor] : Remaining->Monomials)
      R = tilechecks::add(R, tilechecks::mul(range(M), Range::exactly(Factor)));
    return tilechecks::add(R, Range::exactly(Remaining->Constant));
  }
  return Range::all();
}
