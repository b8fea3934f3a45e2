//===- PtxArithmetic.cpp - inline PTX: moves and arithmetic ---------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tilechecks::simt;

bool PtxAsm::emitMove(const PtxStatement &S) {
  StringRef Op = S.op();
  llvm::Type *T = typeOf(S);
  if (Op == "cvta") {
    bool Shared = S.Opcode.find("shared") != std::string::npos;
    Value *V = read(S.Operands[1], L.I64);
    if (Shared && S.has("to"))
      V = B.CreateAnd(V, L.i64(0xffffffff));
    else if (Shared)
      V = L.sharedPointer(B, V);
    write(S.Operands[0], V);
    return true;
  }
  if (!T)
    return false;
  if (Op == "mov") {
    StringRef From = S.Operands[1], To = S.Operands[0];
    // Packing and unpacking move through pieces of equal width.
    auto Pieces = [](StringRef List) {
      SmallVector<StringRef> Result;
      List.trim("{}").split(Result, ',');
      for (StringRef &P : Result)
        P = P.trim();
      return Result;
    };
    unsigned Width = T->getPrimitiveSizeInBits();
    if (From.starts_with("{")) {
      auto Parts = Pieces(From);
      unsigned Each = Width / Parts.size();
      Value *V = L.i64(0);
      for (auto [N, P] : enumerate(Parts))
        V = B.CreateOr(V,
                       B.CreateShl(bits(read(P, B.getIntNTy(Each))), N * Each));
      write(To, V);
    } else if (To.starts_with("{")) {
      auto Parts = Pieces(To);
      unsigned Each = Width / Parts.size();
      Value *V = read(From, L.I64);
      for (auto [N, P] : enumerate(Parts))
        write(P, B.CreateTrunc(B.CreateLShr(V, N * Each), B.getIntNTy(Each)));
    } else if (From.starts_with("%") && !Slots.count(From) &&
               !L.specialRegister(B, From.drop_front())) {
      return false; // a special register this runner does not have
    } else {
      write(To, read(From, T));
    }
    return true;
  }
  if (Op != "cvt")
    return false;
  llvm::Type *From = typeOf(S, 0), *To = typeOf(S, 1);
  if (!To || From->isVectorTy())
    return false;
  if (To->isVectorTy()) {
    // cvt.rn.bf16x2.f32 d, a, b: a becomes the upper half.
    if (S.Operands.size() != 3 || !From->isFloatTy() || !S.has("rn") ||
        S.has("relu") || S.has("satfinite"))
      return false;
    Value *Pair = PoisonValue::get(To);
    for (unsigned N = 0; N != 2; ++N)
      Pair = B.CreateInsertElement(
          Pair,
          B.CreateFPTrunc(read(S.Operands[2 - N], From), To->getScalarType()),
          uint64_t(N));
    write(S.Operands[0], Pair);
    return true;
  }
  Value *V = read(S.Operands[1], From);
  if (From->isIntegerTy() && To->isIntegerTy()) {
    V = isSigned(S, 0) ? B.CreateSExtOrTrunc(V, To)
                       : B.CreateZExtOrTrunc(V, To);
    write(S.Operands[0], V, isSigned(S, 1));
    return true;
  }
  uint32_t Rounding = S.has("rz") || S.has("rzi")   ? 1
                      : S.has("rm") || S.has("rmi") ? 2
                      : S.has("rp") || S.has("rpi") ? 3
                                                    : 0;
  auto AsInt = [&] { return L.i32(Rounding); };
  if (To->isIntegerTy()) {
    if (To->getIntegerBitWidth() < 32)
      return false;
    V = TCSIMT_CALL(L, B, doubleToInt, AsInt(), L.i32(To->getIntegerBitWidth()),
                    L.i32(isSigned(S, 1)), B.CreateFPExt(V, B.getDoubleTy()));
    write(S.Operands[0], B.CreateTrunc(V, To));
    return true;
  }
  if (From->isIntegerTy()) {
    V = isSigned(S, 0) ? B.CreateSExt(V, L.I64) : B.CreateZExt(V, L.I64);
    Value *IsSigned = L.i32(isSigned(S, 0));
    if (To->isFloatTy())
      V = TCSIMT_CALL(L, B, intToFloat, AsInt(), IsSigned, V);
    else if (To->isDoubleTy())
      V = TCSIMT_CALL(L, B, intToDouble, AsInt(), IsSigned, V);
    else
      return false;
    write(S.Operands[0], V);
    return true;
  }
  if (S.has("satfinite") || S.has("relu") || S.has("sat") ||
      S.Operands.size() != 2)
    return false;
  if (Rounding != 0 &&
      To->getPrimitiveSizeInBits() < From->getPrimitiveSizeInBits())
    return false;
  write(S.Operands[0], B.CreateFPCast(V, To));
  return true;
}

bool PtxAsm::emitFloat(const PtxStatement &S) {
  llvm::Type *T = typeOf(S);
  if (!T || !T->isFPOrFPVectorTy() || S.Operands.size() < 2 ||
      S.op() == "setp" || S.op() == "selp" || S.op() == "cvt")
    return false;
  if (S.has("rz") || S.has("rm") || S.has("rp") || S.has("sat"))
    return false;
  auto Arg = [&](unsigned N) { return read(S.Operands[N], T); };
  auto One = [&](Intrinsic::ID Id) {
    return B.CreateIntrinsic(Id, {T}, {Arg(1)});
  };
  auto Two = [&](Intrinsic::ID Id) {
    return B.CreateIntrinsic(Id, {T}, {Arg(1), Arg(2)});
  };
  Value *Unit = ConstantFP::get(T, 1.0);
  Value *V = nullptr;
  StringRef Op = S.op();
  if (Op == "add")
    V = B.CreateFAdd(Arg(1), Arg(2));
  else if (Op == "sub")
    V = B.CreateFSub(Arg(1), Arg(2));
  else if (Op == "mul")
    V = B.CreateFMul(Arg(1), Arg(2));
  else if (Op == "div")
    V = B.CreateFDiv(Arg(1), Arg(2));
  else if (Op == "fma" || Op == "mad")
    V = B.CreateIntrinsic(Intrinsic::fma, {T}, {Arg(1), Arg(2), Arg(3)});
  else if (Op == "min")
    V = Two(S.has("NaN") ? Intrinsic::minimum : Intrinsic::minnum);
  else if (Op == "max")
    V = Two(S.has("NaN") ? Intrinsic::maximum : Intrinsic::maxnum);
  else if (Op == "rcp")
    V = B.CreateFDiv(Unit, Arg(1));
  else if (Op == "rsqrt")
    V = B.CreateFDiv(Unit, One(Intrinsic::sqrt));
  else if (Op == "sqrt")
    V = One(Intrinsic::sqrt);
  else if (Op == "ex2")
    V = One(Intrinsic::exp2);
  else if (Op == "lg2")
    V = One(Intrinsic::log2);
  else if (Op == "sin")
    V = One(Intrinsic::sin);
  else if (Op == "cos")
    V = One(Intrinsic::cos);
  else if (Op == "tanh")
    V = One(Intrinsic::tanh);
  else if (Op == "abs")
    V = One(Intrinsic::fabs);
  else if (Op == "neg")
    V = B.CreateFNeg(Arg(1));
  else
    return false;
  write(S.Operands[0], V);
  return true;
}

bool PtxAsm::emitInteger(const PtxStatement &S) {
  llvm::Type *T = typeOf(S);
  StringRef Op = S.op();
  if (!T || S.Operands.size() < 2)
    return false;
  bool Signed = isSigned(S);
  unsigned Width = T->getPrimitiveSizeInBits();
  auto Arg = [&](unsigned N) { return read(S.Operands[N], T); };
  auto Word = [&](unsigned N) { return read(S.Operands[N], L.I32); };
  auto Done = [&](Value *V) {
    write(S.Operands[0], V, Signed);
    return true;
  };
  if (Op == "setp") {
    StringRef Compare = S.Tokens[1];
    CmpInst::Predicate P;
    if (T->isFloatingPointTy())
      P = StringSwitch<CmpInst::Predicate>(Compare)
              .Case("eq", CmpInst::FCMP_OEQ)
              .Case("ne", CmpInst::FCMP_ONE)
              .Case("lt", CmpInst::FCMP_OLT)
              .Case("le", CmpInst::FCMP_OLE)
              .Case("gt", CmpInst::FCMP_OGT)
              .Case("ge", CmpInst::FCMP_OGE)
              .Case("neu", CmpInst::FCMP_UNE)
              .Case("equ", CmpInst::FCMP_UEQ)
              .Case("nan", CmpInst::FCMP_UNO)
              .Case("num", CmpInst::FCMP_ORD)
              .Default(CmpInst::BAD_FCMP_PREDICATE);
    else
      P = StringSwitch<CmpInst::Predicate>(Compare)
              .Case("eq", CmpInst::ICMP_EQ)
              .Case("ne", CmpInst::ICMP_NE)
              .Case("lt", Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
              .Case("le", Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
              .Case("gt", Signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
              .Case("ge", Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
              .Case("lo", CmpInst::ICMP_ULT)
              .Case("ls", CmpInst::ICMP_ULE)
              .Case("hi", CmpInst::ICMP_UGT)
              .Case("hs", CmpInst::ICMP_UGE)
              .Default(CmpInst::BAD_ICMP_PREDICATE);
    if (P == CmpInst::BAD_FCMP_PREDICATE || P == CmpInst::BAD_ICMP_PREDICATE ||
        S.Operands.size() != 3)
      return false;
    write(S.Operands[0], B.CreateCmp(P, Arg(1), Arg(2)));
    return true;
  }
  if (Op == "selp")
    return Done(B.CreateSelect(read(S.Operands[3], L.I1), Arg(1), Arg(2)));
  if (!T->isIntegerTy())
    return false;

  // Sums and products, with the carry in a register of its own.
  if (Op == "add" || Op == "addc" || Op == "sub" || Op == "subc" ||
      Op == "mul" || Op == "mad" || Op == "madc") {
    if (S.has("sat"))
      return false;
    bool Multiplies = Op.starts_with("m");
    llvm::Type *Double = B.getIntNTy(2 * Width);
    auto Extend = [&](Value *V) {
      return Signed ? B.CreateSExt(V, Double) : B.CreateZExt(V, Double);
    };
    if (!Multiplies && Op.starts_with("sub")) {
      if (Op == "subc" || S.has("cc"))
        return false;
      return Done(B.CreateSub(Arg(1), Arg(2)));
    }
    if (!Multiplies && Op == "add" && !S.has("cc"))
      return Done(B.CreateAdd(Arg(1), Arg(2)));
    Value *X = Arg(1), *Y = nullptr;
    if (Multiplies) {
      Value *Product = B.CreateMul(Extend(Arg(1)), Extend(Arg(2)));
      if (S.has("wide")) {
        if (S.Operands.size() > 3)
          Product = B.CreateAdd(Product, read(S.Operands[3], Double));
        write(S.Operands[0], Product, Signed);
        return true;
      }
      X = B.CreateTrunc(S.has("hi") ? B.CreateLShr(Product, Width) : Product,
                        T);
      if (Op == "mul")
        return Done(X);
      Y = Arg(3);
    } else {
      Y = Arg(2);
    }
    Value *Sum = B.CreateAdd(B.CreateZExt(X, Double), B.CreateZExt(Y, Double));
    if (Op.ends_with("c"))
      Sum = B.CreateAdd(Sum, read("%%carry", Double));
    if (S.has("cc"))
      write("%%carry", B.CreateLShr(Sum, Width));
    return Done(B.CreateTrunc(Sum, T));
  }
  if (Op == "and" || Op == "or" || Op == "xor") {
    auto Code = Op == "and"  ? Instruction::And
                : Op == "or" ? Instruction::Or
                             : Instruction::Xor;
    return Done(B.CreateBinOp(Code, Arg(1), Arg(2)));
  }
  if (Op == "not")
    return Done(B.CreateNot(Arg(1)));
  if (Op == "neg")
    return Done(B.CreateNeg(Arg(1)));
  if (Op == "shl" || Op == "shr") {
    Value *Amount = B.CreateZExtOrTrunc(
        B.CreateBinaryIntrinsic(Intrinsic::umin, Word(2), L.i32(Width)),
        B.getIntNTy(2 * Width));
    llvm::Type *Double = B.getIntNTy(2 * Width);
    Value *V =
        Signed ? B.CreateSExt(Arg(1), Double) : B.CreateZExt(Arg(1), Double);
    return Done(B.CreateTrunc(
        Op == "shl" ? B.CreateShl(V, Amount) : B.CreateLShr(V, Amount), T));
  }
  if (Op == "min" || Op == "max") {
    auto Id = Op == "min" ? (Signed ? Intrinsic::smin : Intrinsic::umin)
                          : (Signed ? Intrinsic::smax : Intrinsic::umax);
    return Done(B.CreateBinaryIntrinsic(Id, Arg(1), Arg(2)));
  }
  if (Op == "abs")
    return Done(B.CreateIntrinsic(Intrinsic::abs, {T}, {Arg(1), B.getFalse()}));
  if (Op == "popc")
    return Done(B.CreateUnaryIntrinsic(Intrinsic::ctpop, Arg(1)));
  if (Op == "brev")
    return Done(B.CreateUnaryIntrinsic(Intrinsic::bitreverse, Arg(1)));
  if (Op == "clz")
    return Done(
        B.CreateIntrinsic(Intrinsic::ctlz, {T}, {Arg(1), B.getFalse()}));
  if (Op == "bfind") {
    Value *V = Arg(1);
    if (Signed)
      V = B.CreateSelect(B.CreateICmpSLT(V, ConstantInt::get(T, 0)),
                         B.CreateNot(V), V);
    Value *Lead = B.CreateZExtOrTrunc(
        B.CreateIntrinsic(Intrinsic::ctlz, {T}, {V, B.getFalse()}), L.I32);
    Value *Found =
        S.has("shiftamt") ? Lead : B.CreateSub(L.i32(Width - 1), Lead);
    write(S.Operands[0],
          B.CreateSelect(B.CreateICmpEQ(V, ConstantInt::get(T, 0)), L.i32(~0u),
                         Found));
    return true;
  }
  if (Op == "shf") {
    // d = the upper (l) or lower (r) half of {b, a} shifted.
    Value *Pair = B.CreateOr(B.CreateShl(B.CreateZExt(Word(2), L.I64), 32),
                             B.CreateZExt(Word(1), L.I64));
    Value *Amount = S.has("wrap") ? B.CreateAnd(Word(3), L.i32(31))
                                  : B.CreateBinaryIntrinsic(Intrinsic::umin,
                                                            Word(3), L.i32(32));
    Amount = B.CreateZExt(Amount, L.I64);
    Value *V = S.has("l") ? B.CreateLShr(B.CreateShl(Pair, Amount), 32)
                          : B.CreateLShr(Pair, Amount);
    return Done(B.CreateTrunc(V, L.I32));
  }
  if (Op == "prmt" && S.Tokens.size() == 2)
    return Done(
        TCSIMT_CALL(L, B, prmtMode, L.i32(0), Word(1), Word(2), Word(3)));
  if (Op == "lop3")
    return Done(TCSIMT_CALL(L, B, lop3, Word(1), Word(2), Word(3), Word(4)));
  if ((Op == "dp4a" || Op == "dp2a") && S.Operands.size() == 4)
    return Done(TCSIMT_CALL(L, B, dotProduct, L.i32(Op == "dp4a"),
                            L.i32(isSigned(S, 1)), L.i32(isSigned(S, 0)),
                            L.i32(S.has("hi")), Word(1), Word(2), Word(3)));
  return false;
}
