//===- core/Term.h - exact integer terms and predicates -------------------===//
//
// A term is an exact (mathematical) integer expression over atoms: kernel
// parameters, launch dimensions, special registers, loop variables, opaque
// values. Machine arithmetic enters only through the wrap operators: the value
// of `add i32 a, b`, read as signed, is swrap32(a + b). A wrap disappears only
// where the range of its operand shows that it does nothing.
//
// Terms and predicates are hash-consed in a TermPool: equal pointers are equal
// expressions, and building the same expression twice costs a look-up. Sums are
// kept in a canonical linear form (sorted monomials with coefficients).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_CORE_TERM_H
#define TILECHECKS_CORE_TERM_H

#include "core/Int.h"
#include "core/Range.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

namespace tilechecks {

enum class AtomKind : uint8_t {
  Param,      ///< A = parameter index, B = byte offset, C = bits; read as signed
  GridDim,    ///< A = 0..2 for x, y, z; blocks
  BlockDim,   ///< A = 0..2; threads
  ClusterDim, ///< A = 0..2; blocks
  SharedSize, ///< dynamic shared memory, bytes
  ThreadIdx,  ///< A = 0..2
  BlockIdx,   ///< A = 0..2
  LoopVar,    ///< A = index into Problem::LoopVars; read as signed at its width
  Opaque,     ///< A = index into Problem::Opaques; read as signed at its width
};

struct Atom {
  AtomKind Kind = AtomKind::Param;
  uint32_t A = 0, B = 0, C = 0;
  friend bool operator==(const Atom &, const Atom &) = default;
  friend auto operator<=>(const Atom &, const Atom &) = default;

  static Atom param(uint32_t Index, uint32_t OffsetBytes, uint32_t Bits) {
    return {AtomKind::Param, Index, OffsetBytes, Bits};
  }
  static Atom of(AtomKind Kind, uint32_t A = 0) { return {Kind, A, 0, 0}; }

  /// A function of the launch alone (design: launch-known).
  bool isLaunchKnown() const { return Kind <= AtomKind::SharedSize; }
};

enum class TermKind : uint8_t {
  Const,
  Atom,
  Add, ///< canonical linear combination, at least one monomial
  Mul, ///< product of at least two factors, the first possibly a constant
  FloorDiv,
  CeilDiv,
  TruncDiv,
  Mod, ///< a - b*floor(a/b)
  Rem, ///< a - b*trunc(a/b)
  Min,
  Max,
  Select, ///< Cond ? Ops[0] : Ops[1]
  SWrap,  ///< Ops[0] modulo 2^Width as a signed number
  UWrap,
  BitAnd,
  BitOr,
  BitXor,
};

enum class PredKind : uint8_t {
  True,
  False,
  Le, ///< Terms[0] <= Terms[1]
  Lt,
  Eq,
  Ne,
  Divides, ///< Terms[0] divides Terms[1]
  And,
  Or,
  Implies, ///< Preds[0] implies Preds[1]
};

struct Pred;

struct Term {
  TermKind Kind;
  uint32_t Id;        ///< position in the pool: a deterministic order
  uint32_t Width = 0; ///< of a wrap
  Int Value = 0;      ///< of a constant
  Atom A;             ///< of an atom
  std::vector<const Term *> Ops;
  const Pred *Cond = nullptr; ///< of a select
  bool Raw = false; ///< a sum or product that could not be folded (overflow)

  bool isConst() const { return Kind == TermKind::Const; }
  bool isConst(Int V) const { return isConst() && Value == V; }
  bool isAtom() const { return Kind == TermKind::Atom; }
};

struct Pred {
  PredKind Kind;
  uint32_t Id;
  std::vector<const Term *> Terms;
  std::vector<const Pred *> Preds;

  bool isTrue() const { return Kind == PredKind::True; }
  bool isFalse() const { return Kind == PredKind::False; }
};

/// Sum of Coefficient * Monomial plus Constant. Monomials are neither sums nor
/// constants and carry no constant factor; sorted by id, coefficients not zero.
struct LinearForm {
  std::vector<std::pair<const Term *, Int>> Monomials;
  Int Constant = 0;

  Int coefficient(const Term *Monomial) const;
  bool isConstant() const { return Monomials.empty(); }
};

/// No value on overflow.
std::optional<LinearForm> addScaled(const LinearForm &A, const LinearForm &B,
                                    Int ScaleOfB);

/// Owner of all terms and predicates of one kernel. Building never fails: what
/// cannot be folded within 128 bits stays unfolded.
class TermPool {
public:
  TermPool();
  TermPool(const TermPool &) = delete;
  TermPool &operator=(const TermPool &) = delete;

  /// Ranges that hold for every value of an atom in this kernel (hardware
  /// limits, launch bounds, extents that the launcher verifies). Only ever
  /// narrow them, and before building terms: folding uses them, and a wider
  /// range computed earlier stays (it is still true).
  void setRange(Atom A, Range R);
  Range range(Atom A) const;
  /// Range over all values of the atoms; never narrower than the truth.
  Range range(const Term *T) const;

  const Term *constant(Int Value);
  const Term *atom(Atom A);
  const Term *add(const Term *A, const Term *B);
  const Term *sub(const Term *A, const Term *B);
  const Term *mul(const Term *A, const Term *B);
  /// The product without one factor F, null if F is none: a*b without b is a.
  const Term *withoutFactor(const Term *Product, const Term *F);
  const Term *neg(const Term *A) { return sub(constant(0), A); }
  const Term *addConst(const Term *A, Int C) { return add(A, constant(C)); }
  const Term *floorDiv(const Term *A, const Term *B);
  const Term *ceilDiv(const Term *A, const Term *B);
  const Term *truncDiv(const Term *A, const Term *B);
  const Term *mod(const Term *A, const Term *B);
  const Term *rem(const Term *A, const Term *B);
  const Term *min(const Term *A, const Term *B);
  const Term *max(const Term *A, const Term *B);
  const Term *select(const Pred *Cond, const Term *A, const Term *B);
  const Term *swrap(unsigned Width, const Term *A);
  const Term *uwrap(unsigned Width, const Term *A);
  const Term *bitAnd(const Term *A, const Term *B);
  const Term *bitOr(const Term *A, const Term *B);
  const Term *bitXor(const Term *A, const Term *B);

  const Pred *boolean(bool Value) { return Value ? TruePred : FalsePred; }
  const Pred *le(const Term *A, const Term *B);
  const Pred *lt(const Term *A, const Term *B);
  const Pred *ge(const Term *A, const Term *B) { return le(B, A); }
  const Pred *gt(const Term *A, const Term *B) { return lt(B, A); }
  const Pred *eq(const Term *A, const Term *B);
  const Pred *ne(const Term *A, const Term *B);
  const Pred *divides(const Term *K, const Term *T);
  /// A <= B as it stands: for a check that the ranges themselves rely on.
  const Pred *unfoldedLe(const Term *A, const Term *B) { return intern(Pred{PredKind::Le, 0, {A, B}, {}}); }
  const Pred *land(const Pred *A, const Pred *B);
  const Pred *lor(const Pred *A, const Pred *B);
  const Pred *implies(const Pred *A, const Pred *B);
  /// Negation, pushed down to the comparisons (divisibility becomes mod != 0).
  const Pred *lnot(const Pred *A);

  /// T as a linear form; a term that is not a sum is its own monomial.
  LinearForm linear(const Term *T);
  const Term *fromLinear(const LinearForm &L);

  /// T with every occurrence of an atom replaced. Atoms without an entry stay.
  using Substitution = std::unordered_map<const Term *, const Term *>;
  const Term *substitute(const Term *T, const Substitution &Map);
  const Pred *substitute(const Pred *P, const Substitution &Map);

private:
  Range rangeOfRemainder(const Term *Sum) const;
  const Term *intern(Term T);
  const Pred *intern(Pred P);
  const Term *wrap(TermKind Kind, unsigned Width, const Term *A);
  const Term *raw(TermKind Kind, const Term *A, const Term *B);
  const Term *minMax(TermKind Kind, const Term *A, const Term *B);
  const Term *bitwise(TermKind Kind, const Term *A, const Term *B);
  const Term *stripWraps(unsigned Width, const Term *A);
  const Pred *compare(PredKind Kind, const Term *A, const Term *B);
  const Pred *nary(PredKind Kind, const Pred *A, const Pred *B);

  std::deque<Term> Terms;
  std::deque<Pred> Preds;
  std::unordered_multimap<size_t, const Term *> TermIndex;
  std::unordered_multimap<size_t, const Pred *> PredIndex;
  std::unordered_map<uint64_t, std::vector<std::pair<Atom, Range>>> AtomRanges;
  mutable std::unordered_map<const Term *, Range> RangeCache;
  const Pred *TruePred = nullptr, *FalsePred = nullptr;
};

/// Calls Visit for every atom of T (once per occurrence in the shared graph).
void forEachAtom(const Term *T, const std::function<void(const Term *)> &Visit);
void forEachAtom(const Pred *P, const std::function<void(const Term *)> &Visit);
bool isLaunchKnown(const Term *T);
bool isLaunchKnown(const Pred *P);

} // namespace tilechecks

#endif // TILECHECKS_CORE_TERM_H
