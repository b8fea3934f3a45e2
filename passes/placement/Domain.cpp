#include "placement/Domain.h"

using namespace tilechecks;

static constexpr uint32_t FirstSymbol = 1u << 24;

Atom tilechecks::globalIndexSymbol(unsigned Axis) { return Atom::of(AtomKind::Opaque, FirstSymbol + Axis); }
Atom tilechecks::wrappedSymbol(unsigned Number, uint64_t Key) {
  return {AtomKind::Opaque, FirstSymbol + 3 + Number, static_cast<uint32_t>(Key), static_cast<uint32_t>(Key >> 32)};
}
Atom tilechecks::pastTheEnd(TermPool &Pool, unsigned Width, Int Farthest) {
  Farthest = std::min<Int>(Farthest, -1);
  const Atom A = wrappedSymbol(PastTheEnd, static_cast<uint64_t>(-Farthest) << 7 | Width);
  Pool.setRange(A, Range::between(minSigned(Width), Farthest));
  return A;
}
bool tilechecks::isSymbol(Atom A) { return A.Kind == AtomKind::Opaque && A.A >= FirstSymbol; }

bool Level::isFixed(Atom A) const {
  if (A.isLaunchKnown())
    return true;
  if (Before == None || isSymbol(A))
    return false;
  switch (A.Kind) {
  case AtomKind::ThreadIdx:
  case AtomKind::BlockIdx:
    return true;
  case AtomKind::LoopVar:
    return !isWithin(P, P.LoopVars[A.A].Loop, Before);
  case AtomKind::Opaque:
    return P.Opaques[A.A].Loop == None || !isWithin(P, P.Opaques[A.A].Loop, Before);
  default:
    return true;
  }
}

bool Level::isFixed(const Term *T) const {
  bool Fixed = true;
  forEachAtom(T, [&](const Term *A) { Fixed &= isFixed(A->A); });
  return Fixed;
}

bool Level::isFixed(const Pred *C) const {
  bool Fixed = true;
  forEachAtom(C, [&](const Term *A) { Fixed &= isFixed(A->A); });
  return Fixed;
}
