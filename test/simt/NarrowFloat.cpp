//===- NarrowFloat.cpp - bfloat conversions as the device does them -------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's code generator calls __truncsfbf2 and __truncdfbf2 where a value
// becomes a bfloat, after arithmetic on bfloats as well. Not every C library
// has them. They are defined in the module, so that the calling convention is
// the code generator's own: to nearest even, subnormals kept, and the device's
// NaN, 0x7fff, for all NaNs (PTX ISA, cvt).
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace tilechecks::simt;

void Lowering::defineTruncations() {
  auto Narrow = [](llvm::Type *T) { return T->getScalarType()->isBFloatTy(); };
  bool Needed = false;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      Needed |= Narrow(I.getType());
  if (!Needed)
    return;
  llvm::Type *BFloat = llvm::Type::getBFloatTy(C);
  llvm::Type *I16 = llvm::Type::getInt16Ty(C);
  auto Define = [&](const char *Name, llvm::Type *From, auto Bits) {
    Function *F = Function::Create(FunctionType::get(BFloat, {From}, false),
                                   GlobalValue::ExternalLinkage, Name, M);
    Builder B(BasicBlock::Create(C, "", F));
    Value *V = B.CreateTrunc(Bits(B, F->getArg(0)), I16);
    B.CreateRet(B.CreateBitCast(V, BFloat));
  };
  Define("__truncsfbf2", llvm::Type::getFloatTy(C), [&](Builder &B, Value *V) {
    return bfloatBits(B, V, /*TowardsZero=*/false);
  });
  Define("__truncdfbf2", llvm::Type::getDoubleTy(C), [&](Builder &B, Value *V) {
    return TCSIMT_CALL(*this, B, doubleToBFloat, V);
  });
}

Value *Lowering::bfloatBits(Builder &B, Value *V, bool TowardsZero) {
  Value *IsNaN = B.CreateFCmpUNO(V, V);
  Value *Bits = B.CreateBitCast(V, I32);
  if (!TowardsZero) {
    Value *Odd = B.CreateAnd(B.CreateLShr(Bits, 16), i32(1));
    Bits = B.CreateAdd(B.CreateAdd(Bits, i32(0x7fff)), Odd);
  }
  return B.CreateSelect(IsNaN, i32(0x7fff), B.CreateLShr(Bits, 16));
}
