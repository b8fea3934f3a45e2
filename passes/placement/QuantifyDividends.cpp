//===- placement/QuantifyDividends.cpp - what a quotient or remainder is of --===//
//
// A dividend that may wrap around, or be of either sign, splits the executions
// of the access into kinds in each of which it is plain:
//
//   for (i < n) x((i + o) % n)
//     0 <= i + o <= MAX:  x((i + o) mod n)
//     MIN <= i + o < 0:   x(-((-i - o) mod n))
//     i + o > MAX:        x(-((2^32 - i - o) mod n))
//
// Why it is sound: every execution is of one of the kinds, and in each the
// machine's remainder is the term that stands for it: a truncating remainder has
// its dividend's sign, and a sum in [-2^W + MIN, MAX + 2^W] wraps around once at
// most. Why it is exact: each kind is a set of executions of the access.
//
// When it does not apply:
//   * a dividend that may wrap around more than once: 3*i + o over 32 bits;
//   * a divisor that is not fixed, or whose sign is not decided (that is split
//     before): -7 rem -2 is -1, and so is -7 rem 2, but 7 mod -2 is -1.
// What is proven at the access makes no kinds of its own: with 0 <= o the one
// with i + o < 0 has no executions.
//
// Cost: at most four kinds a dividend.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

static bool isDivision(const Term *T) {
  switch (T->Kind) {
  case TermKind::FloorDiv:
  case TermKind::CeilDiv:
  case TermKind::TruncDiv:
  case TermKind::Mod:
  case TermKind::Rem:
    return true;
  default:
    return false;
  }
}

bool Quantifier::isPositive(const Term *Divisor) {
  const Pred *Positive = Pool.le(Pool.constant(1), Divisor);
  return Facts.proveGiven(Antecedent, Positive, levelScope()).Proved;
}

/// A loop variable that starts at or above zero: what it attains is known, and
/// whether it wraps around is a duty of its loop.
bool Quantifier::startsAtOrAboveZero(const Term *T) {
  return T->isAtom() && T->A.Kind == AtomKind::LoopVar && !isSymbol(T->A) &&
         Facts.proveLe(Pool.constant(0), startOf(static_cast<int>(T->A.A)), levelScope()).Proved;
}

/// The innermost division in T whose dividend is not plain; null if there is none.
const Term *Quantifier::unclearDivisionIn(const Term *T) {
  if (At.isFixed(T))
    return nullptr;
  for (const Term *Op : T->Ops)
    if (const Term *D = unclearDivisionIn(Op))
      return D;
  if (!isDivision(T) || !At.isFixed(T->Ops[1]))
    return nullptr;
  const Term *X = T->Ops[0];
  if (X->Kind == TermKind::SWrap || X->Kind == TermKind::UWrap) {
    const Range Type = X->Kind == TermKind::SWrap ? Range::ofSigned(X->Width) : Range::ofUnsigned(X->Width);
    const Int Period = Int(1) << X->Width;
    const Term *Exact = X->Kind == TermKind::UWrap ? readUnsigned(X->Ops[0], X->Width, true) : X->Ops[0];
    bool Once = Pool.range(Exact).isWithin(Range::between(*Type.Lo - Period, *Type.Hi + Period));
    return Once && Exact != X ? T : nullptr;
  }
  bool Plain = T->Kind != TermKind::Rem || Pool.range(X).isNonNegative() || startsAtOrAboveZero(X);
  return Plain || innermostWrap(X) ? nullptr : T;
}

/// Wraps of what lies within their type, now that the signs of divisors are known.
void Quantifier::dropIdleWraps() {
  TermPool::Substitution Map;
  std::function<void(const Term *)> Collect = [&](const Term *T) {
    bool Signed = T->Kind == TermKind::SWrap;
    if (Signed || T->Kind == TermKind::UWrap)
      if (rangeOf(T->Ops[0]).isWithin(Signed ? Range::ofSigned(T->Width) : Range::ofUnsigned(T->Width)))
        Map[T] = T->Ops[0];
    for (const Term *Op : T->Ops)
      Collect(Op);
  };
  Collect(Index);
  if (!Map.empty())
    replaceEverywhere(Map);
}

/// The executions in which all of Conditions hold; there, Map holds too.
void Quantifier::addKind(std::vector<Quantifier> &Kinds, std::initializer_list<const Pred *> Conditions,
                         const TermPool::Substitution &Map) {
  for (const Pred *Cond : Conditions)
    if (Facts.prove(Pool.lnot(Cond), C.Scope).Proved)
      return;
  Quantifier Kind = *this;
  Kind.replaceEverywhere(Map);
  Kind.dropIdleWraps();
  for (const Pred *Cond : Conditions)
    if (!Facts.prove(Cond, C.Scope).Proved)
      Kind.take(Cond, None);
  Kinds.push_back(std::move(Kind));
}

std::vector<Quantifier> Quantifier::kindsOfDividend(const Term *Division) {
  std::vector<Quantifier> Kinds;
  const Term *X = Division->Ops[0], *D = Division->Ops[1], *Zero = Pool.constant(0);
  if (X->Kind == TermKind::SWrap || X->Kind == TermKind::UWrap) {
    const Range Type = X->Kind == TermKind::SWrap ? Range::ofSigned(X->Width) : Range::ofUnsigned(X->Width);
    const Term *T = X->Kind == TermKind::UWrap ? readUnsigned(X->Ops[0], X->Width, true) : X->Ops[0], *Period = Pool.constant(Int(1) << X->Width);
    const Term *Least = Pool.constant(*Type.Lo), *Most = Pool.constant(*Type.Hi);
    addKind(Kinds, {Pool.le(Least, T), Pool.le(T, Most)}, {{X, T}});
    addKind(Kinds, {Pool.lt(Most, T)}, {{X, Pool.sub(T, Period)}});
    addKind(Kinds, {Pool.lt(T, Least)}, {{X, Pool.add(T, Period)}});
    return Kinds;
  }
  const Term *Size = isPositive(D) ? D : Pool.neg(D);
  addKind(Kinds, {Pool.le(Zero, X)}, {{Division, Pool.mod(X, Size)}});
  addKind(Kinds, {Pool.lt(X, Zero)}, {{Division, Pool.neg(Pool.mod(Pool.neg(X), Size))}});
  return Kinds;
}
