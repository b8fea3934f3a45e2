//===- front/Opcodes.cpp - one instruction as a term or predicate ---------===//
#include "front/Markers.h"
#include "front/Terms.h"

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
    return wrap(W, Unsigned, bitwise(I));
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
  Range RA = Pool.range(A), RB = Pool.range(B);
  if (holdsZero(RB) && (B->isConst() || !isLaunchKnown(B)))
    return nullptr;
  unsigned W = widthOf(&I);
  // INT_MIN / -1 is undefined, and so no evidence of anything.
  if (Signed && RB.contains(-1) && RA.contains(minSigned(W)))
    return nullptr;
  switch (I.getOpcode()) {
  case Instruction::SDiv:
    return Pool.truncDiv(A, B);
  case Instruction::SRem:
    return Pool.rem(A, B);
  case Instruction::UDiv:
    return Pool.floorDiv(A, B);
  default:
    return Pool.mod(A, B);
  }
}

const Term *TermBuilder::bitwise(BinaryOperator &I) {
  const Term *A = signedOf(I.getOperand(0));
  const Term *B = signedOf(I.getOperand(1));
  if (I.getOpcode() == Instruction::And) {
    if (A->isConst())
      std::swap(A, B);
    if (B->isConst()) {
      Int M = B->Value;
      if (M >= 0 && ((M + 1) & M) == 0) // 2^k - 1
        return Pool.mod(A, Pool.constant(M + 1));
      if (M < 0 && (-M & (-M - 1)) == 0) // -2^k
        return Pool.sub(A, Pool.mod(A, Pool.constant(-M)));
    }
    return Pool.bitAnd(A, B);
  }
  if (I.getOpcode() == Instruction::Or)
    return Pool.bitOr(A, B);
  if (A->isConst(-1) || B->isConst(-1))
    return Pool.sub(Pool.constant(-1), A->isConst(-1) ? B : A);
  return Pool.bitXor(A, B);
}

const Term *TermBuilder::cast(CastInst &I, bool Unsigned) {
  Value *Op = I.getOperand(0);
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

/// C ? A : B for predicates.
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
  return Pool.lor(Pool.land(C, A), Pool.land(Pool.lnot(C), B));
}

const Pred *TermBuilder::equals(const Term *T, Int K) {
  auto IsTree = [](const Term *X) {
    return X->isConst() || X->Kind == TermKind::Select;
  };
  if (T->Kind == TermKind::Select && IsTree(T->Ops[0]) && IsTree(T->Ops[1]))
    return choose(Pool, T->Cond, equals(T->Ops[0], K), equals(T->Ops[1], K));
  return Pool.eq(T, Pool.constant(K));
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
    const Term *TA = signedOf(A), *TB = signedOf(B);
    const Pred *E = TB->isConst() ? equals(TA, TB->Value) : Pool.eq(TA, TB);
    return Rel == CmpInst::ICMP_EQ ? E : Pool.lnot(E);
  }
  bool U = CmpInst::isUnsigned(Rel);
  const Term *TA = read(A, U), *TB = read(B, U);
  switch (CmpInst::isUnsigned(Rel) ? ICmpInst::getSignedPredicate(Rel) : Rel) {
  case CmpInst::ICMP_SLT:
    return Pool.lt(TA, TB);
  case CmpInst::ICMP_SLE:
    return Pool.le(TA, TB);
  case CmpInst::ICMP_SGT:
    return Pool.gt(TA, TB);
  case CmpInst::ICMP_SGE:
    return Pool.ge(TA, TB);
  default:
    return nullptr;
  }
}

const Pred *TermBuilder::buildPred(Value *V) {
  if (auto *I = dyn_cast<ICmpInst>(V))
    return compare(I->getPredicate(), I->getOperand(0), I->getOperand(1));
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
