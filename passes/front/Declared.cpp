//===- front/Declared.cpp - declarations in exact integers -----------------===//
//
// tc::require is C++, so its sums and products are those of `int`. The facts that
// a proof can use are in exact integers:
//
//   tc::require(m == 4 * n)                int32(4*n) == m    read as  4*n == m
//   tc::require(n % 64 == 0)               rem(n, 64) == 0    read as  64 divides n
//   tc::require(n + m <= e)                int32(n + m) <= e  read as  n + m <= e and
//                                                                      n + m >= INT_MIN
//
// Why it is sound: the launcher verifies what is read here, and proofs use that
// and nothing else. What is read implies what C++ would have computed: it is taken
// only where it shows that no sum or product in it overflows. The comparison itself
// shows one side of that; the type's limit is read with it for the other, as
// n = m = -2^30 - 1 wraps to 2^31 - 2. With n >= 0 and m >= 0 declared it needs none.
//
// When it does not apply, the condition stays as C++ computes it:
//   * (n + 31) / 32 <= e: what is compared is no sum, and n = 2^31 - 1 wraps;
//   * a * b <= c * d: neither side of either product has a limit;
//   * (int)(a64) <= e: a conversion says what it means, a64 = 2^32 is 0;
//   * gridDim.x * blockDim.x: unsigned arithmetic is modular by definition.
//
// Cost: linear in the size of the declarations, squared in their number of parts.
//
//===----------------------------------------------------------------------===//
#include "front/Sites.h"

#include <algorithm>

using namespace tilechecks;

namespace {

class Declarations {
public:
  explicit Declarations(Problem &P) : P(P), Pool(*P.Pool) {}

  void run() {
    for (const Precondition &C : P.Preconditions)
      noteBounds(C.Condition);
    for (Precondition &C : P.Preconditions)
      if (!C.IsContract)
        C.Condition = read(C.Condition);
  }

private:
  Problem &P;
  TermPool &Pool;
  TermPool::Substitution Exact;
  std::vector<const Term *> Wraps; ///< of one condition, innermost first
  std::unordered_map<const Term *, Range> Declared;

  /// Atoms that a declaration compares with a constant.
  void noteBounds(const Pred *C) {
    if (C->Kind == PredKind::And)
      for (const Pred *Q : C->Preds)
        noteBounds(Q);
    if (!isComparison(C))
      return;
    const Int Less = C->Kind == PredKind::Lt ? 1 : 0;
    const Term *A = C->Terms[0], *B = C->Terms[1];
    if (A->isAtom() && B->isConst())
      narrowTo(A, C->Kind == PredKind::Eq ? Range::exactly(B->Value) : Range{{}, B->Value - Less});
    if (A->isConst() && B->isAtom())
      narrowTo(B, C->Kind == PredKind::Eq ? Range::exactly(A->Value) : Range{A->Value + Less, {}});
  }

  void narrowTo(const Term *A, const Range &R) { Declared[A] = narrow(narrow(Pool.range(A), Declared[A]), R); }

  Range rangeOf(const Term *T) const {
    if (auto It = Declared.find(T); It != Declared.end())
      return narrow(Pool.range(T), It->second);
    if ((T->Kind != TermKind::Add && T->Kind != TermKind::Mul) || T->Raw)
      return Pool.range(T);
    Range R = rangeOf(T->Ops[0]);
    for (size_t I = 1; I < T->Ops.size(); ++I)
      R = T->Kind == TermKind::Add ? add(R, rangeOf(T->Ops[I])) : mul(R, rangeOf(T->Ops[I]));
    return narrow(Pool.range(T), R);
  }

  const Pred *read(const Pred *C) {
    if (C->Kind == PredKind::And) {
      const Pred *All = Pool.boolean(true);
      for (const Pred *Q : C->Preds)
        All = Pool.land(All, read(Q));
      return All;
    }
    if (C->Kind == PredKind::Eq)
      for (auto [R, Zero] : {std::pair(C->Terms[0], C->Terms[1]), std::pair(C->Terms[1], C->Terms[0])})
        if (R->Kind == TermKind::Rem && Zero->isConst(0) && R->Ops[1]->isConst() && R->Ops[1]->Value > 0)
          return read(Pool.divides(R->Ops[1], R->Ops[0]));
    Exact.clear();
    Wraps.clear();
    for (const Term *T : C->Terms)
      collect(T);
    if (Wraps.empty())
      return C;
    const Pred *Read = Pool.substitute(C, Exact);
    const Pred *Within = Read;
    for (const Term *W : Wraps) {
      const Range Has = bounds(Read, Exact[W]), Fits = Range::ofSigned(W->Width);
      const bool Low = Has.Lo && *Has.Lo >= *Fits.Lo, High = Has.Hi && *Has.Hi <= *Fits.Hi;
      if (Low && High)
        continue;
      if (Low == High || !isCompared(Read, Exact[W]))
        return C;
      Within = Pool.land(Within, Low ? Pool.le(Exact[W], Pool.constant(*Fits.Hi)) : Pool.le(Pool.constant(*Fits.Lo), Exact[W]));
    }
    return Within;
  }

  /// Wraps of sums and products whose operands fit the type.
  void collect(const Term *T) {
    for (const Term *Op : T->Ops)
      collect(Op);
    if (T->Kind != TermKind::SWrap || (T->Ops[0]->Kind != TermKind::Add && T->Ops[0]->Kind != TermKind::Mul) ||
        T->Ops[0]->Raw || std::find(Wraps.begin(), Wraps.end(), T) != Wraps.end())
      return;
    bool OfThatType = true;
    forEachAtom(T, [&](const Term *A) { OfThatType &= Pool.range(A).isWithin(Range::ofSigned(T->Width)); });
    if (!OfThatType)
      return;
    Exact[T] = Pool.substitute(T->Ops[0], Exact);
    Wraps.push_back(T);
  }

  static bool isComparison(const Pred *C) {
    return C->Kind == PredKind::Le || C->Kind == PredKind::Lt || C->Kind == PredKind::Eq;
  }

  /// Side is Value and a constant, which comes back.
  OptInt apart(const Term *Side, const Term *Value) {
    const Term *D = Pool.sub(Side, Value);
    return D->isConst() ? OptInt(D->Value) : std::nullopt;
  }

  bool isCompared(const Pred *C, const Term *Value) {
    return isComparison(C) && (apart(C->Terms[0], Value) || apart(C->Terms[1], Value));
  }

  /// What a value can be where C holds.
  Range bounds(const Pred *C, const Term *Value) {
    Range R = rangeOf(Value);
    if (!isComparison(C))
      return R;
    const Term *A = C->Terms[0], *B = C->Terms[1];
    // Value + d <= B, A <= Value + d.
    if (OptInt D = apart(A, Value)) {
      Range Other = add(rangeOf(B), Range::exactly(-*D));
      R = narrow(R, C->Kind == PredKind::Eq ? Other : Range{{}, Other.Hi});
    }
    if (OptInt D = apart(B, Value)) {
      Range Other = add(rangeOf(A), Range::exactly(-*D));
      R = narrow(R, C->Kind == PredKind::Eq ? Other : Range{Other.Lo, {}});
    }
    return R;
  }
};

} // namespace

void tilechecks::front::readDeclarationsExactly(Problem &P) { Declarations(P).run(); }
