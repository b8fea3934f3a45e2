//===- emission/Expand.cpp - terms and predicates as instructions ---------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Expand.h"

#include "emission/Veil.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

using TcRange = tilechecks::Range;

//===----------------------------------------------------------------------===//
// Ranges by width
//===----------------------------------------------------------------------===//

static TcRange launchRange(const Atom &A) {
  // What the registers can hold, not what a particular device allows: the
  // limits of grid and block are the hardware's, and hold for raw launches too.
  constexpr Int MaxGridX = (Int(1) << 31) - 1, MaxGridYZ = 65535;
  switch (A.Kind) {
  case AtomKind::GridDim:
  case AtomKind::ClusterDim:
    return TcRange::between(1, A.A == 0 ? MaxGridX : MaxGridYZ);
  case AtomKind::BlockDim:
    return TcRange::between(1, 1024);
  case AtomKind::ThreadIdx:
    return TcRange::between(0, 1023);
  case AtomKind::BlockIdx:
    return TcRange::between(0, A.A == 0 ? MaxGridX : MaxGridYZ);
  case AtomKind::SharedSize:
    return TcRange::ofUnsigned(32);
  default:
    return TcRange::all();
  }
}

TcRange WidthRanges::of(Atom A) const {
  switch (A.Kind) {
  case AtomKind::Param:
    return TcRange::ofSigned(A.C);
  case AtomKind::LoopVar:
    return A.A < P.LoopVars.size() ? TcRange::ofSigned(P.LoopVars[A.A].Width)
                                   : TcRange::all();
  case AtomKind::Opaque:
    return A.A < P.Opaques.size() ? TcRange::ofSigned(P.Opaques[A.A].Width)
                                  : TcRange::all();
  default:
    return launchRange(A);
  }
}

/// Quotients and remainders with the divisor zero left out (it is invalid):
/// neither is larger in magnitude than the larger operand.
static TcRange divisionRange(TermKind Kind, const TcRange &A,
                             const TcRange &B) {
  if (!A.Lo || !A.Hi || !B.Lo || !B.Hi)
    return TcRange::all();
  for (const TcRange *R : {&A, &B})
    if (*R->Lo < -MaxMagnitude || *R->Hi > MaxMagnitude)
      return TcRange::all();
  auto Magnitude = [](const TcRange &R) { return std::max(*R.Hi, -*R.Lo); };
  const bool IsQuotient = Kind != TermKind::Mod && Kind != TermKind::Rem;
  Int M = IsQuotient ? Magnitude(A) : std::max(Magnitude(A), Magnitude(B));
  return TcRange::between(-M, M);
}

TcRange WidthRanges::of(const Term *T) {
  if (T->isConst())
    return TcRange::exactly(T->Value);
  if (T->isAtom())
    return of(T->A);
  if (auto It = Cache.find(T); It != Cache.end())
    return It->second;
  SmallVector<TcRange, 4> Ops;
  for (const Term *Op : T->Ops)
    Ops.push_back(of(Op));
  auto Fold = [&](TcRange (*F)(const TcRange &, const TcRange &)) {
    TcRange R = Ops[0];
    for (const TcRange &Op : drop_begin(Ops))
      R = F(R, Op);
    return R;
  };
  TcRange R = TcRange::all();
  switch (T->Kind) {
  case TermKind::Const:
  case TermKind::Atom:
    break;
  case TermKind::Add:
    R = Fold(tilechecks::add);
    break;
  case TermKind::Mul:
    R = Fold(tilechecks::mul);
    break;
  case TermKind::FloorDiv:
  case TermKind::CeilDiv:
  case TermKind::TruncDiv:
  case TermKind::Mod:
  case TermKind::Rem:
    R = divisionRange(T->Kind, Ops[0], Ops[1]);
    break;
  case TermKind::Min:
    R = Fold(tilechecks::min);
    break;
  case TermKind::Max:
    R = Fold(tilechecks::max);
    break;
  case TermKind::Select:
    R = hull(Ops[0], Ops[1]);
    break;
  case TermKind::SWrap:
    R = TcRange::ofSigned(T->Width);
    break;
  case TermKind::UWrap:
    R = TcRange::ofUnsigned(T->Width);
    break;
  case TermKind::BitAnd:
  case TermKind::BitOr:
  case TermKind::BitXor: {
    // The signed width of the wider operand holds all three.
    R = all_of(Ops, [](const TcRange &O) { return O.isWithin(TcRange::ofSigned(64)); })
            ? TcRange::ofSigned(64)
            : TcRange::all();
    break;
  }
  }
  Cache[T] = R;
  return R;
}

bool WidthRanges::fits64(const Term *T) {
  return of(T).isWithin(TcRange::ofSigned(64));
}

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

Expander::Expander(const Problem &P, Function &Kernel,
                   ArrayRef<Value *> LoopVars, ArrayRef<Value *> Opaques)
    : Kernel(Kernel), LoopVars(LoopVars), Opaques(Opaques), Ranges(P),
      B(Kernel.getContext()) {}

static Intrinsic::ID intrinsicOf(AtomKind Kind, unsigned Axis) {
  static constexpr Intrinsic::ID Table[][3] = {
      {Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
       Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
       Intrinsic::nvvm_read_ptx_sreg_nctaid_z},
      {Intrinsic::nvvm_read_ptx_sreg_ntid_x,
       Intrinsic::nvvm_read_ptx_sreg_ntid_y,
       Intrinsic::nvvm_read_ptx_sreg_ntid_z},
      {Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_x,
       Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_y,
       Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_z},
      {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
       Intrinsic::nvvm_read_ptx_sreg_tid_z},
      {Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
       Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
       Intrinsic::nvvm_read_ptx_sreg_ctaid_z}};
  switch (Kind) {
  case AtomKind::GridDim:
    return Table[0][Axis];
  case AtomKind::BlockDim:
    return Table[1][Axis];
  case AtomKind::ClusterDim:
    return Table[2][Axis];
  case AtomKind::ThreadIdx:
    return Table[3][Axis];
  case AtomKind::BlockIdx:
    return Table[4][Axis];
  case AtomKind::SharedSize:
    return Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size;
  default:
    return Intrinsic::not_intrinsic;
  }
}

Value *Expander::sreg(AtomKind Kind, unsigned Axis) {
  Function *F = Intrinsic::getOrInsertDeclaration(Kernel.getParent(),
                                                  intrinsicOf(Kind, Axis));
  return B.CreateZExt(B.CreateCall(F), B.getInt64Ty());
}

static bool hasParam(const Function &Kernel, Atom A) {
  if (A.A >= Kernel.arg_size() || A.C == 0 || A.C > 64 || A.C % 8)
    return false;
  const Argument *Arg = Kernel.getArg(A.A);
  return Arg->hasByValAttr() || Arg->getType()->isPointerTy() ||
         Arg->getType()->isIntegerTy();
}

static bool hasValue(const Function &Kernel, size_t NumLoopVars,
                     size_t NumOpaques, Atom A) {
  switch (A.Kind) {
  case AtomKind::Param:
    return hasParam(Kernel, A);
  case AtomKind::LoopVar:
    return A.A < NumLoopVars;
  case AtomKind::Opaque:
    return A.A < NumOpaques;
  default:
    return A.A < 3;
  }
}

bool Expander::canExpand(const Pred *C) const {
  bool All = true;
  forEachAtom(C, [&](const Term *T) {
    All &= hasValue(Kernel, LoopVars.size(), Opaques.size(), T->A);
  });
  return All;
}

bool Expander::canExpand(const Term *T) const {
  bool All = true;
  forEachAtom(T, [&](const Term *A) {
    All &= hasValue(Kernel, LoopVars.size(), Opaques.size(), A->A);
  });
  return All;
}

/// The parameter as the launch passed it. A struct by value is memory that the
/// kernel may write, so it is read at the top of the entry block.
Value *Expander::param(Atom A) {
  Argument *Arg = Kernel.getArg(A.A);
  Type *Bits = B.getIntNTy(A.C);
  if (Arg->hasByValAttr()) {
    BasicBlock &Entry = Kernel.getEntryBlock();
    IRBuilder<> Top(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
    Value *Address = Top.CreateConstGEP1_64(Top.getInt8Ty(), Arg, A.B);
    Align Known = commonAlignment(Arg->getParamAlign().valueOrOne(), A.B);
    return Top.CreateSExt(Top.CreateAlignedLoad(Bits, Address, Known),
                          B.getInt64Ty());
  }
  Value *Whole = Arg;
  if (Arg->getType()->isPointerTy())
    Whole = B.CreatePtrToInt(Arg, B.getInt64Ty());
  unsigned Width = Whole->getType()->getIntegerBitWidth();
  // A bool is one bit in a register and a byte of 0 or 1 in memory.
  if (Width < A.B * 8 + A.C)
    Whole = B.CreateZExt(Whole, B.getIntNTy(A.B * 8 + A.C));
  if (A.B)
    Whole = B.CreateLShr(Whole, A.B * 8);
  return B.CreateSExt(B.CreateZExtOrTrunc(Whole, Bits), B.getInt64Ty());
}

Value *Expander::atom(Atom A) {
  switch (A.Kind) {
  case AtomKind::Param:
    return param(A);
  case AtomKind::LoopVar:
    return B.CreateSExt(veil(B, LoopVars[A.A]), B.getInt64Ty());
  case AtomKind::Opaque:
    return B.CreateSExt(veil(B, Opaques[A.A]), B.getInt64Ty());
  default:
    return sreg(A.Kind, A.A);
  }
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

static unsigned bitsOf(const Value *V) {
  return V->getType()->getIntegerBitWidth();
}

Value *Expander::widen(Value *V, unsigned Bits) {
  return bitsOf(V) >= Bits ? V : B.CreateSExt(V, B.getIntNTy(Bits));
}

Value *Expander::both(Value *A, Value *C) {
  return !A ? C : !C ? A : B.CreateAnd(A, C);
}

Expander::Result Expander::arithmetic(const Term *T, Result A, Result C,
                                      TcRange RangeA, TcRange RangeC,
                                      TcRange RangeR) {
  const TcRange Narrow = TcRange::ofSigned(64);
  const unsigned Bits = RangeA.isWithin(Narrow) && RangeC.isWithin(Narrow) &&
                                RangeR.isWithin(Narrow)
                            ? 64
                            : 128;
  Value *L = widen(A.V, Bits), *R = widen(C.V, Bits);
  Value *Ok = both(A.Ok, C.Ok);
  const bool IsAdd = T->Kind == TermKind::Add;
  if (RangeR.Lo && RangeR.Hi)
    return {IsAdd ? B.CreateAdd(L, R) : B.CreateMul(L, R), Ok};
  // May leave 128 bits: twice the width holds every sum and product.
  Type *Wide = B.getIntNTy(256);
  Value *WideL = B.CreateSExt(L, Wide), *WideR = B.CreateSExt(R, Wide);
  Value *V = IsAdd ? B.CreateAdd(WideL, WideR) : B.CreateMul(WideL, WideR);
  Value *Kept = B.CreateTrunc(V, B.getIntNTy(128));
  return {Kept, both(Ok, B.CreateICmpEQ(B.CreateSExt(Kept, Wide), V))};
}

Expander::Result Expander::division(TermKind Kind, Result A, Result C,
                                    TcRange RangeA, TcRange RangeC) {
  // The quotient of the least number by -1 needs one bit more.
  const TcRange Narrow = TcRange::between(minSigned(64) + 1, maxSigned(64));
  const unsigned Bits =
      RangeA.isWithin(Narrow) && RangeC.isWithin(Narrow) ? 64 : 128;
  Value *L = widen(A.V, Bits), *R = widen(C.V, Bits);
  Value *Ok = both(A.Ok, C.Ok);
  Value *Zero = ConstantInt::get(L->getType(), 0);
  if (RangeC.contains(0)) {
    Value *IsZero = B.CreateICmpEQ(R, Zero);
    Ok = both(Ok, B.CreateNot(IsZero));
    R = B.CreateSelect(IsZero, ConstantInt::get(R->getType(), 1), R);
  }
  if ((!RangeA.Lo || *RangeA.Lo < -MaxMagnitude) && RangeC.contains(-1)) {
    // floorDiv and its like have no value for the least number over -1.
    Value *Least = ConstantInt::get(L->getType(), APInt::getSignedMinValue(128));
    Value *Overflows =
        B.CreateAnd(B.CreateICmpEQ(L, Least),
                    B.CreateICmpEQ(R, ConstantInt::getAllOnesValue(R->getType())));
    Ok = both(Ok, B.CreateNot(Overflows));
    R = B.CreateSelect(Overflows, ConstantInt::get(R->getType(), 1), R);
  }
  Value *Quotient = B.CreateSDiv(L, R);
  if (Kind == TermKind::TruncDiv)
    return {Quotient, Ok};
  Value *Remainder = B.CreateSub(L, B.CreateMul(Quotient, R));
  if (Kind == TermKind::Rem)
    return {Remainder, Ok};
  Value *Uneven = B.CreateICmpNE(Remainder, Zero);
  // The remainder has the sign of the dividend.
  Value *SignsDiffer = B.CreateXor(B.CreateICmpSLT(Remainder, Zero),
                                   B.CreateICmpSLT(R, Zero));
  Value *Down = B.CreateAnd(Uneven, SignsDiffer);
  if (Kind == TermKind::Mod)
    return {B.CreateAdd(Remainder, B.CreateSelect(Down, R, Zero)), Ok};
  if (Kind == TermKind::FloorDiv)
    return {B.CreateSub(Quotient, B.CreateZExt(Down, L->getType())), Ok};
  Value *Up = B.CreateAnd(Uneven, B.CreateNot(SignsDiffer));
  return {B.CreateAdd(Quotient, B.CreateZExt(Up, L->getType())), Ok};
}

static Value *constantOf(IRBuilder<> &B, Int V) {
  const unsigned Bits = TcRange::ofSigned(64).contains(V) ? 64 : 128;
  const uint64_t Words[2] = {uint64_t(V), uint64_t(V >> 64)};
  return B.getInt(APInt(Bits, ArrayRef(Words, Bits / 64)));
}

Expander::Result Expander::term(const Term *T) {
  if (auto It = Terms.find(T); It != Terms.end())
    return It->second;
  Result R = computeTerm(T);
  // A value whose range fits 64 bits travels in 64 bits.
  if (bitsOf(R.V) > 64 && Ranges.fits64(T))
    R.V = B.CreateTrunc(R.V, B.getInt64Ty());
  Terms[T] = R;
  return R;
}

Expander::Result Expander::computeTerm(const Term *T) {
  switch (T->Kind) {
  case TermKind::Const:
    return {constantOf(B, T->Value)};
  case TermKind::Atom:
    return {atom(T->A)};
  case TermKind::Add:
  case TermKind::Mul: {
    Result R = term(T->Ops[0]);
    TcRange Known = Ranges.of(T->Ops[0]);
    for (const Term *Op : drop_begin(T->Ops)) {
      TcRange Next = Ranges.of(Op);
      TcRange Both = T->Kind == TermKind::Add ? tilechecks::add(Known, Next)
                                              : tilechecks::mul(Known, Next);
      R = arithmetic(T, R, term(Op), Known, Next, Both);
      Known = Both;
    }
    return R;
  }
  case TermKind::FloorDiv:
  case TermKind::CeilDiv:
  case TermKind::TruncDiv:
  case TermKind::Mod:
  case TermKind::Rem:
    return division(T->Kind, term(T->Ops[0]), term(T->Ops[1]),
                    Ranges.of(T->Ops[0]), Ranges.of(T->Ops[1]));
  case TermKind::Min:
  case TermKind::Max:
  case TermKind::BitAnd:
  case TermKind::BitOr:
  case TermKind::BitXor: {
    Result R = term(T->Ops[0]);
    for (const Term *Op : drop_begin(T->Ops)) {
      Result Next = term(Op);
      const unsigned Bits = std::max(bitsOf(R.V), bitsOf(Next.V));
      Value *L = widen(R.V, Bits), *N = widen(Next.V, Bits);
      R.Ok = both(R.Ok, Next.Ok);
      switch (T->Kind) {
      case TermKind::Min:
        R.V = B.CreateSelect(B.CreateICmpSLE(L, N), L, N);
        break;
      case TermKind::Max:
        R.V = B.CreateSelect(B.CreateICmpSGE(L, N), L, N);
        break;
      case TermKind::BitAnd:
        R.V = B.CreateAnd(L, N);
        break;
      case TermKind::BitOr:
        R.V = B.CreateOr(L, N);
        break;
      default:
        R.V = B.CreateXor(L, N);
        break;
      }
    }
    return R;
  }
  case TermKind::Select: {
    Result C = pred(T->Cond), X = term(T->Ops[0]), Y = term(T->Ops[1]);
    const unsigned Bits = std::max(bitsOf(X.V), bitsOf(Y.V));
    Value *V = B.CreateSelect(C.V, widen(X.V, Bits), widen(Y.V, Bits));
    if (!X.Ok && !Y.Ok)
      return {V, C.Ok};
    Value *Yes = B.getTrue();
    Value *Ok = B.CreateSelect(C.V, X.Ok ? X.Ok : Yes, Y.Ok ? Y.Ok : Yes);
    return {V, both(C.Ok, Ok)};
  }
  case TermKind::SWrap:
  case TermKind::UWrap: {
    Result A = term(T->Ops[0]);
    const bool IsSigned = T->Kind == TermKind::SWrap;
    const unsigned Needed = T->Width + (IsSigned ? 0 : 1) <= 64 ? 64 : 128;
    Value *V = widen(A.V, Needed);
    if (bitsOf(V) > T->Width)
      V = B.CreateTrunc(V, B.getIntNTy(T->Width));
    Type *To = B.getIntNTy(Needed);
    if (bitsOf(V) < Needed)
      V = IsSigned ? B.CreateSExt(V, To) : B.CreateZExt(V, To);
    return {V, A.Ok};
  }
  }
  llvm_unreachable("closed set");
}

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

Expander::Result Expander::pred(const Pred *C) {
  if (auto It = Preds.find(C); It != Preds.end())
    return It->second;
  Result R = computePred(C);
  Preds[C] = R;
  return R;
}

Expander::Result Expander::computePred(const Pred *C) {
  switch (C->Kind) {
  case PredKind::True:
    return {B.getTrue()};
  case PredKind::False:
    return {B.getFalse()};
  case PredKind::And:
  case PredKind::Or:
  case PredKind::Implies: {
    // Validity of a part counts only if the parts before it did not decide.
    Result R = pred(C->Preds[0]);
    if (C->Kind == PredKind::Implies)
      R.V = B.CreateNot(R.V);
    for (const Pred *Part : drop_begin(C->Preds)) {
      Result Next = pred(Part);
      Value *Undecided = C->Kind == PredKind::And ? R.V : B.CreateNot(R.V);
      if (Next.Ok)
        R.Ok = both(R.Ok, B.CreateOr(B.CreateNot(Undecided), Next.Ok));
      R.V = C->Kind == PredKind::And ? B.CreateAnd(R.V, Next.V)
                                     : B.CreateOr(R.V, Next.V);
    }
    return R;
  }
  case PredKind::Divides: {
    Result K = term(C->Terms[0]), N = term(C->Terms[1]);
    Result R = division(TermKind::Mod, N, K, Ranges.of(C->Terms[1]),
                        Ranges.of(C->Terms[0]));
    return {B.CreateICmpEQ(R.V, ConstantInt::get(R.V->getType(), 0)), R.Ok};
  }
  default:
    break;
  }
  Result L = term(C->Terms[0]), R = term(C->Terms[1]);
  const unsigned Bits = std::max(bitsOf(L.V), bitsOf(R.V));
  static constexpr CmpInst::Predicate Code[] = {
      CmpInst::ICMP_SLE, CmpInst::ICMP_SLT, CmpInst::ICMP_EQ, CmpInst::ICMP_NE};
  const unsigned Index = unsigned(C->Kind) - unsigned(PredKind::Le);
  return {B.CreateICmp(Code[Index], widen(L.V, Bits), widen(R.V, Bits)),
          both(L.Ok, R.Ok)};
}

Value *Expander::truth(const Result &R) { return both(R.V, R.Ok); }

void Expander::start(Instruction *At) {
  B.SetInsertPoint(At);
  B.SetCurrentDebugLocation(At->getDebugLoc());
  Terms.clear();
  Preds.clear();
}

Value *Expander::holds(const Pred *C, Instruction *At) {
  start(At);
  return truth(pred(C));
}

Value *Expander::holdsUnder(const Pred *Guard, const Pred *C,
                            Instruction *At) {
  start(At);
  Result G = pred(Guard), R = pred(C);
  return implied(G, truth(R));
}

Value *Expander::holdsIfTotal(const Pred *C, Instruction *At) {
  start(At);
  Result R = pred(C);
  return R.Ok ? nullptr : R.V;
}

Value *Expander::implied(const Result &Guard, Value *Holds) {
  return both(B.CreateOr(B.CreateNot(Guard.V), Holds), Guard.Ok);
}

Value *Expander::holdsInside(const Pred *Guard, const Term *Index,
                             const Term *Extent, Instruction *At) {
  start(At);
  if (!Ranges.fits64(Index) || !Ranges.fits64(Extent))
    return nullptr;
  Result G = pred(Guard), I = term(Index), E = term(Extent);
  if (I.Ok || E.Ok)
    return nullptr;
  const TcRange Narrow = TcRange::ofSigned(32);
  const bool Is32 = Ranges.of(Index).isWithin(Narrow) &&
                    Ranges.of(Extent).isWithin(Narrow);
  Type *Ty = Is32 ? B.getInt32Ty() : B.getInt64Ty();
  Value *Count = B.CreateTrunc(E.V, Ty), *Place = B.CreateTrunc(I.V, Ty);
  // A negative index is a large one, and none lies below a negative extent.
  Count = B.CreateBinaryIntrinsic(Intrinsic::smax, Count,
                                  ConstantInt::get(Ty, 0));
  return implied(G, B.CreateICmpULT(Place, Count));
}

Value *Expander::low64(const Term *T, Instruction *At) {
  start(At);
  return B.CreateTrunc(term(T).V, B.getInt64Ty());
}
