//===- front/Opcodes.cpp - one instruction as a term or predicate ---------===//
#include "front/Gate.h"
#include "front/Markers.h"

#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
namespace tilechecks::front {

static bool holdsZero(const Range &R) { return R.contains(0); }

const Term *TermBuilder::binary(BinaryOperator &I, bool Unsigned) {
  unsigned W = widthOf(&I);
  if (W > 64)
    return nullptr;
  // Sums and products are congruent under either reading of their operands;
  // a constant is taken with the smaller magnitude.
  auto Operand = [&](unsigned N) {
    Value *V = I.getOperand(N);
    return isa<ConstantInt>(V) ? signedOf(V) : read(V, Unsigned);
  };
  auto ShiftAmount = [&]() -> std::optional<unsigned> {
    auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!C || C->getValue().uge(W))
      return std::nullopt;
    return unsigned(C->getZExtValue());
  };
  switch (I.getOpcode()) {
  case Instruction::Add:
    return wrap(W, Unsigned, Pool.add(Operand(0), Operand(1)));
  case Instruction::Sub:
    return wrap(W, Unsigned, Pool.sub(Operand(0), Operand(1)));
  case Instruction::Mul:
    return wrap(W, Unsigned, Pool.mul(Operand(0), Operand(1)));
  case Instruction::Shl:
    if (auto K = ShiftAmount())
      return wrap(W, Unsigned,
                  Pool.mul(Operand(0), Pool.constant(Int(1) << *K)));
    return nullptr;
  case Instruction::LShr:
    if (auto K = ShiftAmount())
      return wrap(W, Unsigned,
                  Pool.floorDiv(unsignedOf(I.getOperand(0)),
                                Pool.constant(Int(1) << *K)));
    return nullptr;
  case Instruction::AShr:
    if (auto K = ShiftAmount())
      return wrap(W, Unsigned,
                  Pool.floorDiv(signedOf(I.getOperand(0)),
                                Pool.constant(Int(1) << *K)));
    return nullptr;
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem: {
    const Term *T = divide(I);
    return T ? wrap(W, Unsigned, T) : nullptr;
  }
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return bitwise(I, Unsigned);
  default:
    return nullptr;
  }
}

/// Division by zero has no value in the term language either: a launch check
/// that meets it refuses. Inside the kernel nothing is claimed of it, so a
/// divisor that is not launch-known must be shown not to be zero.
const Term *TermBuilder::divide(BinaryOperator &I) {
  bool Signed = I.getOpcode() == Instruction::SDiv ||
                I.getOpcode() == Instruction::SRem;
  const Term *A = read(I.getOperand(0), !Signed);
  const Term *B = read(I.getOperand(1), !Signed);
  Range RB = Pool.range(B);
  if (holdsZero(RB) && (B->isConst() || !isLaunchKnown(B)))
    return nullptr;
  unsigned W = widthOf(&I);
  switch (I.getOpcode()) {
  case Instruction::SDiv:
    // INT_MIN / -1 is undefined, and so no evidence of anything: what the
    // hardware gives is INT_MIN again.
    return Pool.swrap(W, Pool.truncDiv(A, B));
  case Instruction::SRem:
    return Pool.rem(A, B);
  case Instruction::UDiv:
    return Pool.floorDiv(A, B);
  default:
    return Pool.mod(A, B);
  }
}

/// k where M is 2^k - 1 and k > 0; 0 for every other M.
static unsigned lowOnes(Int M) {
  unsigned N = 0;
  for (; M > 0 && (M & 1) != 0; M >>= 1)
    ++N;
  return M == 0 ? N : 0;
}

/// T is a multiple of two to this power, whatever its atoms are.
static unsigned lowZeroBits(TermPool &Pool, const Term *T) {
  constexpr unsigned Most = 64;
  auto OfInt = [](Int V) {
    unsigned N = 0;
    for (; N < Most && (V & 1) == 0; V >>= 1)
      ++N;
    return N;
  };
  switch (T->Kind) {
  case TermKind::Const:
    return OfInt(T->Value);
  case TermKind::SWrap:
  case TermKind::UWrap: // modulo 2^Width
    return std::min(lowZeroBits(Pool, T->Ops[0]), T->Width);
  case TermKind::Min:
  case TermKind::Max:
  case TermKind::Select: {
    unsigned N = Most;
    for (const Term *Op : T->Ops)
      N = std::min(N, lowZeroBits(Pool, Op));
    return N;
  }
  default: {
    LinearForm L = Pool.linear(T);
    unsigned N = OfInt(L.Constant);
    for (const auto &[M, C] : L.Monomials)
      N = std::min(N, OfInt(C) + (M == T ? 0 : lowZeroBits(Pool, M)));
    return N;
  }
  }
}

/// Exact in two's complement of any width, so one reading of both operands gives
/// that reading of the result, and no arithmetic form below can wrap:
///   x & (2^k - 1)  =  x mod 2^k
///   x & -2^k       =  x - x mod 2^k
///   x | (2^k - 1)  =  x - x mod 2^k + 2^k - 1
///   x | y, x ^ y   =  x + y   for x a multiple of 2^k and 0 <= y < 2^k
///   ~x             =  -x - 1
const Term *TermBuilder::bitwise(BinaryOperator &I, bool Unsigned) {
  const unsigned Op = I.getOpcode(), W = widthOf(&I);
  Value *X = I.getOperand(0), *Y = I.getOperand(1);
  if (isa<ConstantInt>(X))
    std::swap(X, Y);
  const Term *A = read(X, Unsigned), *B = read(Y, Unsigned);
  auto Modulo = [&](unsigned K) {
    return lowZeroBits(Pool, A) >= K ? Pool.constant(0)
                                     : Pool.mod(A, Pool.constant(Int(1) << K));
  };
  if (Op != Instruction::And) {
    auto FitsBelow = [&](const Term *Low, const Term *High) {
      Range R = Pool.range(Low);
      unsigned K = lowZeroBits(Pool, High);
      return R.isNonNegative() && R.Hi && *R.Hi < (Int(1) << K);
    };
    if (FitsBelow(A, B) || FitsBelow(B, A))
      return Pool.add(A, B);
  }
  if (auto *C = dyn_cast<ConstantInt>(Y)) {
    Int M = C->getSExtValue();
    unsigned Ones = lowOnes(M), Zeros = lowOnes(-1 - M);
    if (Op == Instruction::And && Ones)
      return Modulo(Ones);
    if (Op == Instruction::And && Zeros)
      return Pool.sub(A, Modulo(Zeros));
    if (Op == Instruction::Or && Ones)
      return Pool.add(Pool.sub(A, Modulo(Ones)), B);
    if (Op == Instruction::Xor && M == -1)
      return Pool.sub(B, A);
  }
  return wrap(W, Unsigned,
              Op == Instruction::And  ? Pool.bitAnd(A, B)
              : Op == Instruction::Or ? Pool.bitOr(A, B)
                                      : Pool.bitXor(A, B));
}

/// A pointer among the arguments is a number of the launch.
const Term *TermBuilder::address(const Value *Pointer, unsigned Width, bool Unsigned) {
  if (Width != 64)
    return nullptr;
  const Term *T = nullptr;
  if (auto Place = Params.launchKnownLoad(Pointer))
    T = paramAtom(Place->Param, Place->OffsetBytes, 64);
  else if (auto *A = dyn_cast<Argument>(Pointer); A && !A->hasByValAttr() && isKernel(*A->getParent()))
    T = paramAtom(A->getArgNo(), 0, 64);
  return T && Unsigned ? Pool.uwrap(64, T) : T;
}

const Term *TermBuilder::cast(CastInst &I, bool Unsigned) {
  Value *Op = I.getOperand(0);
  if (isa<PtrToIntInst>(I))
    return address(Op, widthOf(&I), Unsigned);
  if (!isReadable(Op) || !isReadable(&I))
    return nullptr;
  unsigned W = widthOf(&I);
  switch (I.getOpcode()) {
  case Instruction::ZExt:
    if (widthOf(Op) == 1) {
      const Pred *C = predOf(Op);
      return C ? Pool.select(C, Pool.constant(1), Pool.constant(0)) : nullptr;
    }
    return unsignedOf(Op);
  case Instruction::SExt:
    if (widthOf(Op) == 1 && !predOf(Op))
      return nullptr;
    return Unsigned ? Pool.uwrap(W, signedOf(Op)) : signedOf(Op);
  case Instruction::Trunc:
    return W == 1 ? nullptr : wrap(W, Unsigned, read(Op, Unsigned));
  default:
    return nullptr;
  }
}

static std::optional<Atom> specialRegister(Intrinsic::ID ID) {
  switch (ID) {
#define TC_DIMENSIONS(Register, Kind)                                          \
  case Intrinsic::nvvm_read_ptx_sreg_##Register##_x:                           \
    return Atom::of(AtomKind::Kind, 0);                                        \
  case Intrinsic::nvvm_read_ptx_sreg_##Register##_y:                           \
    return Atom::of(AtomKind::Kind, 1);                                        \
  case Intrinsic::nvvm_read_ptx_sreg_##Register##_z:                           \
    return Atom::of(AtomKind::Kind, 2);
    TC_DIMENSIONS(tid, ThreadIdx)
    TC_DIMENSIONS(ntid, BlockDim)
    TC_DIMENSIONS(ctaid, BlockIdx)
    TC_DIMENSIONS(nctaid, GridDim)
    TC_DIMENSIONS(cluster_nctaid, ClusterDim)
#undef TC_DIMENSIONS
  case Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size:
    return Atom::of(AtomKind::SharedSize);
  default:
    return std::nullopt;
  }
}

const Term *TermBuilder::intrinsic(IntrinsicInst &I, bool Unsigned) {
  Intrinsic::ID ID = I.getIntrinsicID();
  unsigned W = widthOf(&I);
  if (auto A = specialRegister(ID))
    return Pool.atom(*A);
  auto Ranged = [&](Int Lo, Int Hi) {
    const Term *T = opaque(&I, Reason::UnsupportedArithmetic);
    Pool.setRange(T->A, Range::between(Lo, Hi));
    return T;
  };
  auto Op = [&](unsigned N, bool U) { return read(I.getArgOperand(N), U); };
  auto Clamp = [&](const Term *T, Range R) {
    return wrap(W, Unsigned,
                Pool.min(Pool.max(T, Pool.constant(*R.Lo)),
                         Pool.constant(*R.Hi)));
  };
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return Pool.constant(32);
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return Ranged(0, 31);
  case Intrinsic::smin:
    return wrap(W, Unsigned, Pool.min(Op(0, false), Op(1, false)));
  case Intrinsic::smax:
    return wrap(W, Unsigned, Pool.max(Op(0, false), Op(1, false)));
  case Intrinsic::umin:
    return wrap(W, Unsigned, Pool.min(Op(0, true), Op(1, true)));
  case Intrinsic::umax:
    return wrap(W, Unsigned, Pool.max(Op(0, true), Op(1, true)));
  case Intrinsic::abs: {
    const Term *T = Op(0, false);
    return wrap(W, Unsigned, Pool.max(T, Pool.neg(T)));
  }
  case Intrinsic::sadd_sat:
    return Clamp(Pool.add(Op(0, false), Op(1, false)), Range::ofSigned(W));
  case Intrinsic::ssub_sat:
    return Clamp(Pool.sub(Op(0, false), Op(1, false)), Range::ofSigned(W));
  case Intrinsic::uadd_sat:
    return Clamp(Pool.add(Op(0, true), Op(1, true)), Range::ofUnsigned(W));
  case Intrinsic::usub_sat:
    return Clamp(Pool.sub(Op(0, true), Op(1, true)), Range::ofUnsigned(W));
  // The upper half of the exact product. Those of 64 bits leave our arithmetic.
  case Intrinsic::nvvm_mulhi_s:
  case Intrinsic::nvvm_mulhi_i:
    return wrap(W, Unsigned, Pool.floorDiv(Pool.mul(Op(0, false), Op(1, false)), Pool.constant(Int(1) << W)));
  case Intrinsic::nvvm_mulhi_us:
  case Intrinsic::nvvm_mulhi_ui:
    return wrap(W, Unsigned, Pool.floorDiv(Pool.mul(Op(0, true), Op(1, true)), Pool.constant(Int(1) << W)));
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
    return Ranged(0, W);
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::ssa_copy:
    return Op(0, Unsigned);
  default:
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//

/// The rest of X where X is (Rest Kind Y), null where it is not. Y must come
/// last, so that what is evaluated first still is.
static const Pred *rest(TermPool &Pool, PredKind Kind, const Pred *X, const Pred *Y) {
  ArrayRef<const Pred *> Tail(Y);
  if (Y->Kind == Kind)
    Tail = Y->Preds;
  if (X->Kind != Kind || X->Preds.size() <= Tail.size() ||
      ArrayRef(X->Preds).take_back(Tail.size()) != Tail)
    return nullptr;
  const Pred *R = Pool.boolean(Kind == PredKind::And);
  for (const Pred *Part : ArrayRef(X->Preds).drop_back(Tail.size()))
    R = Kind == PredKind::And ? Pool.land(R, Part) : Pool.lor(R, Part);
  return R;
}

const Pred *choose(TermPool &Pool, const Pred *C, const Pred *A, const Pred *B) {
  if (A == B)
    return A;
  if (C->isTrue() || C->isFalse())
    return C->isTrue() ? A : B;
  if (A->isTrue())
    return Pool.lor(C, B);
  if (A->isFalse())
    return Pool.land(Pool.lnot(C), B);
  if (B->isTrue())
    return Pool.lor(Pool.lnot(C), A);
  if (B->isFalse())
    return Pool.land(C, A);
  // (c && p) || r with r behind both, (c || p) && r likewise, and the same with
  // c turned round.
  const Pred *Not = Pool.lnot(C);
  if (const Pred *P = rest(Pool, PredKind::Or, A, B))
    return Pool.lor(Pool.land(C, P), B);
  if (const Pred *P = rest(Pool, PredKind::Or, B, A))
    return Pool.lor(Pool.land(Not, P), A);
  if (const Pred *P = rest(Pool, PredKind::And, B, A))
    return Pool.land(Pool.lor(C, P), A);
  if (const Pred *P = rest(Pool, PredKind::And, A, B))
    return Pool.land(Pool.lor(Not, P), B);
  return Pool.lor(Pool.land(C, A), Pool.land(Not, B));
}

/// A tree of selects with constants at its leaves: a bool kept as a number, the
/// state of a cleanup.
static bool isChoice(const Term *T) {
  return T->isConst() ||
         (T->Kind == TermKind::Select && isChoice(T->Ops[0]) && isChoice(T->Ops[1]));
}

/// Rel(A, B) as conditions alone where one of both is a choice, and the other
/// one as well or a constant: (a < b) == (c < d) compares no numbers.
static const Pred *overChoices(TermPool &Pool, const Term *A, const Term *B,
                               function_ref<const Pred *(const Term *, const Term *)> Rel) {
  if (A->Kind == TermKind::Select)
    return choose(Pool, A->Cond, overChoices(Pool, A->Ops[0], B, Rel),
                  overChoices(Pool, A->Ops[1], B, Rel));
  if (B->Kind == TermKind::Select)
    return choose(Pool, B->Cond, overChoices(Pool, A, B->Ops[0], Rel),
                  overChoices(Pool, A, B->Ops[1], Rel));
  return Rel(A, B);
}

const Pred *TermBuilder::relate(const Term *A, const Term *B, CmpInst::Predicate Rel) {
  auto Compared = [&](const Term *X, const Term *Y) -> const Pred * {
    switch (Rel) {
    case CmpInst::ICMP_EQ:
      return Pool.eq(X, Y);
    case CmpInst::ICMP_NE:
      return Pool.ne(X, Y);
    case CmpInst::ICMP_SLT:
      return Pool.lt(X, Y);
    case CmpInst::ICMP_SLE:
      return Pool.le(X, Y);
    case CmpInst::ICMP_SGT:
      return Pool.gt(X, Y);
    default:
      return Pool.ge(X, Y);
    }
  };
  constexpr unsigned MaxChoice = 16;
  if (isChoice(A) && isChoice(B) && sizeOf(A) <= MaxChoice && sizeOf(B) <= MaxChoice)
    return overChoices(Pool, A, B, Compared);
  return Compared(A, B);
}

const Pred *TermBuilder::caseOf(SwitchInst &S, const ConstantInt &K) {
  Value *On = S.getCondition();
  if (!isReadable(On) || Undefined.contains(On))
    return nullptr;
  return relate(signedOf(On), Pool.constant(K.getSExtValue()), CmpInst::ICMP_EQ);
}

/// The lowest bit of T.
static const Pred *lowestBit(TermPool &Pool, const Term *T) {
  if (T->isConst())
    return Pool.boolean(wrapUnsigned(1, T->Value) != 0);
  if (T->Kind == TermKind::Select)
    return choose(Pool, T->Cond, lowestBit(Pool, T->Ops[0]),
                  lowestBit(Pool, T->Ops[1]));
  return Pool.ne(Pool.mod(T, Pool.constant(2)), Pool.constant(0));
}

const Pred *TermBuilder::compare(CmpInst::Predicate Rel, Value *A, Value *B) {
  if (!isReadable(A) || !isReadable(B))
    return nullptr;
  if (CmpInst::isEquality(Rel)) {
    if (isa<ConstantInt>(A))
      std::swap(A, B);
    Value *Bit; // a bool that was kept in a byte
    if (match(A, m_ZExt(m_Value(Bit))) && widthOf(Bit) == 1 && match(B, m_Zero())) {
      const Pred *C = predOf(Bit);
      return C && Rel == CmpInst::ICMP_EQ ? Pool.lnot(C) : C;
    }
    return relate(signedOf(A), signedOf(B), Rel);
  }
  bool U = CmpInst::isUnsigned(Rel);
  return relate(read(A, U), read(B, U), U ? ICmpInst::getSignedPredicate(Rel) : Rel);
}

/// A number that is 0 or 1 by what it is made of, `a < n & b < m` in C++; null if
/// it is not, or has no predicate.
const Pred *TermBuilder::bitOf(Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C->isZero() || C->isOne() ? Pool.boolean(C->isOne()) : nullptr;
  Value *Bit;
  if (match(V, m_ZExt(m_Value(Bit))))
    return widthOf(Bit) == 1 ? predOf(Bit) : bitOf(Bit);
  auto *I = dyn_cast<BinaryOperator>(V);
  if (!I || (I->getOpcode() != Instruction::And && I->getOpcode() != Instruction::Or &&
             I->getOpcode() != Instruction::Xor))
    return nullptr;
  const Pred *A = bitOf(I->getOperand(0)), *B = A ? bitOf(I->getOperand(1)) : nullptr;
  if (!A || !B)
    return nullptr;
  const Pred *C = I->getOpcode() == Instruction::And  ? Pool.land(A, B)
                  : I->getOpcode() == Instruction::Or ? Pool.lor(A, B)
                                                      : choose(Pool, A, Pool.lnot(B), B);
  return isTooLarge(C) ? nullptr : C;
}

const Pred *TermBuilder::buildPred(Value *V) {
  if (auto *I = dyn_cast<ICmpInst>(V)) {
    if (I->isEquality() && match(I->getOperand(1), m_Zero()) && isa<BinaryOperator>(I->getOperand(0)))
      if (const Pred *Bit = bitOf(I->getOperand(0)))
        return I->getPredicate() == ICmpInst::ICMP_NE ? Bit : Pool.lnot(Bit);
    return compare(I->getPredicate(), I->getOperand(0), I->getOperand(1));
  }
  if (auto *A = dyn_cast<Argument>(V)) {
    // A bool parameter is a byte, of which the lowest bit counts.
    if (A->getParent() != Clone.Functions[0])
      return nullptr;
    return lowestBit(Pool, paramAtom(A->getArgNo(), 0, 8));
  }
  if (auto *I = dyn_cast<FreezeInst>(V))
    return predOf(I->getOperand(0));
  if (auto *I = dyn_cast<TruncInst>(V)) {
    Value *Op = I->getOperand(0), *Bit;
    if (match(Op, m_ZExt(m_Value(Bit))) && widthOf(Bit) == 1)
      return predOf(Bit);
    if (const Pred *C = isa<BinaryOperator>(Op) ? bitOf(Op) : nullptr)
      return C;
    return isReadable(Op) ? lowestBit(Pool, signedOf(Op)) : nullptr;
  }
  if (auto *I = dyn_cast<SelectInst>(V)) {
    const Pred *C = predOf(I->getCondition());
    const Pred *A = predOf(I->getTrueValue());
    const Pred *B = predOf(I->getFalseValue());
    return C && A && B ? choose(Pool, C, A, B) : nullptr;
  }
  if (auto *I = dyn_cast<BinaryOperator>(V)) {
    const Pred *A = predOf(I->getOperand(0)), *B = predOf(I->getOperand(1));
    if (!A || !B)
      return nullptr;
    switch (I->getOpcode()) {
    case Instruction::And:
      return Pool.land(A, B);
    case Instruction::Or:
      return Pool.lor(A, B);
    case Instruction::Xor:
      return choose(Pool, A, Pool.lnot(B), B);
    default:
      return nullptr;
    }
  }
  if (auto *I = dyn_cast<IntrinsicInst>(V))
    if (I->getIntrinsicID() == Intrinsic::expect ||
        I->getIntrinsicID() == Intrinsic::expect_with_probability)
      return predOf(I->getArgOperand(0));
  return nullptr;
}

} // namespace tilechecks::front
