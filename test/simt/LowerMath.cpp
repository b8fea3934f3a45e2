//===- LowerMath.cpp - llvm.nvvm arithmetic -------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are read token by token: `fma.rz.ftz.sat.f` is an operation, a
// rounding, modifiers and a type. Approximations are as exact as the host's
// library; flushing of subnormals is not imitated.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tilechecks::simt;

namespace {

struct OpName {
  SmallVector<StringRef, 8> Tokens;

  explicit OpName(StringRef Name) { Name.split(Tokens, '.'); }
  bool has(StringRef Token) const { return is_contained(Tokens, Token); }
  StringRef op() const { return Tokens.front(); }
  /// As runtime functions take it.
  uint32_t rounding() const {
    return has("rz") ? 1 : has("rm") ? 2 : has("rp") ? 3 : 0;
  }
};

class MathLowering {
public:
  MathLowering(Lowering &L, CallInst *I, StringRef Name)
      : L(L), I(I), B(I), Full(Name) {}

  /// The replacement, null if the name is not known.
  Value *lower() {
    for (auto Try : {&MathLowering::floating, &MathLowering::conversion,
                     &MathLowering::integer})
      if (Value *V = (this->*Try)())
        return V;
    return nullptr;
  }

private:
  Value *arg(unsigned N) { return I->getArgOperand(N); }
  llvm::Type *type() { return I->getType(); }
  Value *k(uint32_t V) { return L.i32(V); }
  bool isHalf() {
    llvm::Type *T = type()->getScalarType();
    return T->isHalfTy() || T->isBFloatTy();
  }

  Value *intrinsic(Intrinsic::ID Id, ArrayRef<Value *> Arguments) {
    return B.CreateIntrinsic(Id, {type()}, Arguments);
  }

  Value *saturate01(Value *V) {
    Value *Low =
        intrinsic(Intrinsic::maxnum, {V, ConstantFP::get(V->getType(), 0.0)});
    return intrinsic(Intrinsic::minnum,
                     {Low, ConstantFP::get(V->getType(), 1.0)});
  }

  Value *relu(Value *V) {
    return intrinsic(Intrinsic::maxnum,
                     {V, ConstantFP::get(V->getType(), 0.0)});
  }

  /// An operation with a rounding mode, on float or double.
  Value *rounded(uint32_t Op) {
    if (!type()->isFloatTy() && !type()->isDoubleTy())
      return nullptr;
    Value *Zero = ConstantFP::get(type(), 0.0);
    Value *A[3] = {Zero, Zero, Zero};
    for (unsigned N = 0; N != I->arg_size() && N != 3; ++N)
      A[N] = arg(N);
    Value *V = nearest(Op, A);
    if (!V && type()->isFloatTy())
      V = TCSIMT_CALL(L, B, floatOp, k(Op), k(Full.rounding()), A[0], A[1],
                      A[2]);
    else if (!V)
      V = TCSIMT_CALL(L, B, doubleOp, k(Op), k(Full.rounding()), A[0], A[1],
                      A[2]);
    return Full.has("sat") ? saturate01(V) : V;
  }

  /// The host's own instruction, where the rounding is to nearest.
  Value *nearest(uint32_t Op, Value *(&A)[3]) {
    if (Full.rounding() != 0)
      return nullptr;
    switch (Op) {
    case runtime::FAdd:
      return B.CreateFAdd(A[0], A[1]);
    case runtime::FMul:
      return B.CreateFMul(A[0], A[1]);
    case runtime::FDiv:
      return B.CreateFDiv(A[0], A[1]);
    case runtime::FFma:
      return intrinsic(Intrinsic::fma, {A[0], A[1], A[2]});
    case runtime::FSqrt:
      return intrinsic(Intrinsic::sqrt, {A[0]});
    default:
      return B.CreateFDiv(ConstantFP::get(type(), 1.0), A[0]);
    }
  }

  Value *minMax(bool Min) {
    bool NaN = Full.has("nan");
    Value *A = arg(0), *C = arg(1);
    if (!type()->isFPOrFPVectorTy())
      return nullptr;
    auto Id = NaN ? (Min ? Intrinsic::minimum : Intrinsic::maximum)
                  : (Min ? Intrinsic::minnum : Intrinsic::maxnum);
    if (!Full.has("xorsign"))
      return intrinsic(Id, {A, C});
    // The sign is the exclusive or of the signs, the rest of the magnitudes.
    Value *V = intrinsic(
        Id, {intrinsic(Intrinsic::fabs, {A}), intrinsic(Intrinsic::fabs, {C})});
    llvm::Type *Bits =
        type()->getWithNewType(B.getIntNTy(type()->getScalarSizeInBits()));
    Value *Signs =
        B.CreateXor(B.CreateBitCast(A, Bits), B.CreateBitCast(C, Bits));
    return intrinsic(Intrinsic::copysign, {V, B.CreateBitCast(Signs, type())});
  }

  Value *floating() {
    StringRef Op = Full.op();
    if (!type()->isFPOrFPVectorTy())
      return nullptr;
    if (isHalf() && Op == "fma") {
      Value *V = intrinsic(Intrinsic::fma, {arg(0), arg(1), arg(2)});
      return Full.has("sat") ? saturate01(V) : Full.has("relu") ? relu(V) : V;
    }
    auto Kind = StringSwitch<int>(Op)
                    .Case("add", runtime::FAdd)
                    .Case("mul", runtime::FMul)
                    .Case("div", runtime::FDiv)
                    .Case("fma", runtime::FFma)
                    .Case("sqrt", runtime::FSqrt)
                    .Case("rcp", runtime::FRcp)
                    .Default(-1);
    if (Kind >= 0)
      return rounded(uint32_t(Kind));
    if (Op == "fmin" || Op == "fmax")
      return minMax(Op == "fmin");
    if (Op == "saturate")
      return saturate01(arg(0));
    if (Op == "neg")
      return B.CreateFNeg(arg(0));
    if (Op == "rsqrt")
      return B.CreateFDiv(ConstantFP::get(type(), 1.0),
                          intrinsic(Intrinsic::sqrt, {arg(0)}));
    auto Id = StringSwitch<Intrinsic::ID>(Op)
                  .Case("ex2", Intrinsic::exp2)
                  .Case("lg2", Intrinsic::log2)
                  .Case("sin", Intrinsic::sin)
                  .Case("cos", Intrinsic::cos)
                  .Case("tanh", Intrinsic::tanh)
                  .Case("floor", Intrinsic::floor)
                  .Case("ceil", Intrinsic::ceil)
                  .Case("trunc", Intrinsic::trunc)
                  .Case("round", Intrinsic::roundeven)
                  .Case("fabs", Intrinsic::fabs)
                  .Default(Intrinsic::not_intrinsic);
    return Id == Intrinsic::not_intrinsic ? nullptr : intrinsic(Id, {arg(0)});
  }

  Value *asDouble(Value *V) { return B.CreateFPExt(V, B.getDoubleTy()); }

  Value *packHalves(Value *High, Value *Low) {
    // The first operand becomes the upper half.
    if (type()->isVectorTy()) {
      Value *V =
          B.CreateInsertElement(PoisonValue::get(type()), Low, uint64_t(0));
      return B.CreateInsertElement(V, High, uint64_t(1));
    }
    return nullptr;
  }

  Value *toHalf(Value *V, llvm::Type *Half) {
    return finishHalf(B.CreateFPTrunc(V, Half), Half);
  }

  Value *towardsZero(Value *V, llvm::Type *BFloat) {
    Value *Bits =
        B.CreateTrunc(L.bfloatBits(B, V, /*TowardsZero=*/true), B.getInt16Ty());
    return finishHalf(B.CreateBitCast(Bits, BFloat), BFloat);
  }

  Value *finishHalf(Value *H, llvm::Type *Half) {
    if (Full.has("relu"))
      H = B.CreateIntrinsic(Intrinsic::maxnum, {Half},
                            {H, ConstantFP::get(Half, 0.0)});
    return H;
  }

  Value *conversion() {
    StringRef Op = Full.op();
    uint32_t Rounding = Full.rounding();
    bool Signed = !Op.contains('u') || Op.starts_with("bf");
    if (Op == "lohi") {
      Value *Low = B.CreateZExt(arg(0), L.I64);
      Value *High = B.CreateShl(B.CreateZExt(arg(1), L.I64), 32);
      return B.CreateBitCast(B.CreateOr(Low, High), B.getDoubleTy());
    }
    if (Op == "d2i" && (Full.has("lo") || Full.has("hi"))) {
      Value *Bits = B.CreateBitCast(arg(0), L.I64);
      return B.CreateTrunc(Full.has("hi") ? B.CreateLShr(Bits, 32) : Bits,
                           L.I32);
    }
    if (Op == "d2f")
      return TCSIMT_CALL(L, B, doubleToFloat, k(Rounding), arg(0));
    static const StringRef ToInt[] = {"d2i", "d2ui", "d2ll", "d2ull",
                                      "f2i", "f2ui", "f2ll", "f2ull"};
    if (is_contained(ToInt, Op)) {
      uint32_t Bits = type()->getIntegerBitWidth();
      Value *V = TCSIMT_CALL(L, B, doubleToInt, k(Rounding), k(Bits), k(Signed),
                             asDouble(arg(0)));
      return B.CreateTrunc(V, type());
    }
    static const StringRef FromInt[] = {"i2d", "ui2d", "ll2d", "ull2d",
                                        "i2f", "ui2f", "ll2f", "ull2f"};
    if (is_contained(FromInt, Op)) {
      Value *V =
          Signed ? B.CreateSExt(arg(0), L.I64) : B.CreateZExt(arg(0), L.I64);
      if (type()->isFloatTy())
        return TCSIMT_CALL(L, B, intToFloat, k(Rounding), k(Signed), V);
      return TCSIMT_CALL(L, B, intToDouble, k(Rounding), k(Signed), V);
    }
    if (Rounding == 1 && !Full.has("satfinite") && Op == "f2bf16")
      return towardsZero(arg(0), B.getBFloatTy());
    if (Rounding == 1 && !Full.has("satfinite") && Op == "ff2bf16x2")
      return packHalves(towardsZero(arg(0), B.getBFloatTy()),
                        towardsZero(arg(1), B.getBFloatTy()));
    // Narrow types otherwise: to nearest only.
    if (Rounding == 0 && !Full.has("satfinite") && !Full.has("rs")) {
      if (Op == "f2h")
        return B.CreateBitCast(toHalf(arg(0), B.getHalfTy()), type());
      if (Op == "f2f16")
        return toHalf(arg(0), B.getHalfTy());
      if (Op == "f2bf16")
        return toHalf(arg(0), B.getBFloatTy());
      if (Op == "ff2f16x2")
        return packHalves(toHalf(arg(0), B.getHalfTy()),
                          toHalf(arg(1), B.getHalfTy()));
      if (Op == "ff2bf16x2")
        return packHalves(toHalf(arg(0), B.getBFloatTy()),
                          toHalf(arg(1), B.getBFloatTy()));
    }
    return nullptr;
  }

  Value *extendTo(Value *V, llvm::Type *T, bool Signed) {
    return Signed ? B.CreateSExt(V, T) : B.CreateZExt(V, T);
  }

  /// Amounts of 32 and more give what a shift by 32 gives.
  Value *funnelClamp(bool Left) {
    llvm::Type *Wide = B.getIntNTy(2 * type()->getScalarSizeInBits());
    unsigned Width = type()->getScalarSizeInBits();
    Value *Pair = B.CreateOr(B.CreateShl(B.CreateZExt(arg(0), Wide), Width),
                             B.CreateZExt(arg(1), Wide));
    Value *Amount =
        B.CreateZExt(B.CreateBinaryIntrinsic(Intrinsic::umin, arg(2),
                                             ConstantInt::get(type(), Width)),
                     Wide);
    if (Left)
      return B.CreateTrunc(B.CreateLShr(B.CreateShl(Pair, Amount), Width),
                           type());
    return B.CreateTrunc(B.CreateLShr(Pair, Amount), type());
  }

  Value *integer() {
    StringRef Op = Full.op();
    if (Op == "mulhi" || Op == "mul24") {
      bool Signed = !Full.Tokens[1].starts_with("u");
      unsigned Width = type()->getIntegerBitWidth();
      llvm::Type *Wide = B.getIntNTy(2 * Width);
      Value *X = arg(0), *Y = arg(1);
      if (Op == "mul24") {
        auto Low24 = [&](Value *V) {
          V = B.CreateShl(V, 8);
          return Signed ? B.CreateAShr(V, 8) : B.CreateLShr(V, 8);
        };
        return B.CreateMul(Low24(X), Low24(Y));
      }
      Value *Product =
          B.CreateMul(extendTo(X, Wide, Signed), extendTo(Y, Wide, Signed));
      return B.CreateTrunc(B.CreateLShr(Product, Width), type());
    }
    if (Op == "sad") {
      bool Signed = !Full.Tokens[1].starts_with("u");
      Value *Less = Signed ? B.CreateICmpSLT(arg(0), arg(1))
                           : B.CreateICmpULT(arg(0), arg(1));
      Value *Difference = B.CreateSelect(Less, B.CreateSub(arg(1), arg(0)),
                                         B.CreateSub(arg(0), arg(1)));
      return B.CreateAdd(Difference, arg(2));
    }
    if (Op == "prmt") {
      StringRef Mode = Full.Tokens.size() > 1 ? Full.Tokens[1] : "";
      uint32_t Number = StringSwitch<uint32_t>(Mode)
                            .Case("f4e", 1)
                            .Case("b4e", 2)
                            .Case("rc8", 3)
                            .Case("ecl", 4)
                            .Case("ecr", 5)
                            .Case("rc16", 6)
                            .Default(0);
      bool OneSource = I->arg_size() == 2;
      return TCSIMT_CALL(L, B, prmtMode, k(Number), arg(0),
                         OneSource ? k(0) : arg(1), arg(OneSource ? 1 : 2));
    }
    if (Op == "idp4a" || Op == "idp2a") {
      bool Four = Op == "idp4a";
      return TCSIMT_CALL(L, B, dotProduct, k(Four), k(Full.Tokens[1] == "s"),
                         k(Full.Tokens[2] == "s"), Four ? k(0) : arg(2), arg(0),
                         arg(1), arg(Four ? 2 : 3));
    }
    if ((Op == "fshl" || Op == "fshr") && Full.has("clamp"))
      return funnelClamp(Op == "fshl");
    if (Op == "fns")
      return TCSIMT_CALL(L, B, findNthSet, arg(0), arg(1), arg(2));
    if (Op == "flo") {
      // Position of the leading one, or its distance from the top.
      Value *V = arg(0);
      llvm::Type *T = V->getType();
      if (Full.Tokens[1] == "s")
        V = B.CreateSelect(B.CreateICmpSLT(V, Constant::getNullValue(T)),
                           B.CreateNot(V), V);
      Value *Lead = B.CreateZExtOrTrunc(
          B.CreateIntrinsic(Intrinsic::ctlz, {T}, {V, B.getFalse()}), L.I32);
      Value *Position = B.CreateSub(k(T->getIntegerBitWidth() - 1), Lead);
      bool Shift = cast<ConstantInt>(arg(1))->isOne();
      return B.CreateSelect(B.CreateICmpEQ(V, Constant::getNullValue(T)),
                            k(~0u), Shift ? Lead : Position);
    }
    if (Op == "bitcast" || Op == "move")
      return B.CreateBitCast(arg(0), type());
    return nullptr;
  }

  Lowering &L;
  CallInst *I;
  Lowering::Builder B;
  OpName Full;
};

} // namespace

bool Lowering::lowerMath(CallInst *I, StringRef Name) {
  Value *V = MathLowering(*this, I, Name).lower();
  if (!V)
    return false;
  replace(I, V);
  return true;
}
