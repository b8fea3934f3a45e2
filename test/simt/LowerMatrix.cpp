//===- LowerMatrix.cpp - ldmatrix, stmatrix, mma --------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers of a lane go through an array on the host's stack, one for all
// the matrix instructions of a function: each stores what it brings and loads
// what it gets before the next one begins.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tilechecks::simt;

std::optional<MatrixProduct> MatrixProduct::byIntrinsic(StringRef Name) {
  using namespace runtime;
  return StringSwitch<std::optional<MatrixProduct>>(Name)
      .Case("mma.m16n8k16.row.col.bf16", MatrixProduct{MatrixBF16, 16})
      .Case("mma.m16n8k8.row.col.bf16", MatrixProduct{MatrixBF16, 8})
      .Case("mma.m16n8k16.row.col.f32.f32", MatrixProduct{MatrixF16, 16})
      .Case("mma.m16n8k8.row.col.f32.f32", MatrixProduct{MatrixF16, 8})
      .Case("mma.m16n8k8.row.col.tf32", MatrixProduct{MatrixTF32, 8})
      .Case("mma.m16n8k4.row.col.tf32", MatrixProduct{MatrixTF32, 4})
      .Default(std::nullopt);
}

Value *Lowering::matrixWords(Function *F) {
  Value *&Words = MatrixWords[F];
  if (!Words) {
    Builder B(&F->getEntryBlock(), F->getEntryBlock().begin());
    Words = B.CreateAlloca(ArrayType::get(I32, runtime::MaxMatrixWords));
  }
  return Words;
}

void Lowering::putWords(Builder &B, Value *Words, ArrayRef<Value *> Values) {
  for (auto [N, V] : enumerate(Values))
    B.CreateStore(B.CreateBitCast(V, I32), B.CreateConstGEP1_64(I32, Words, N));
}

Value *Lowering::getWord(Builder &B, Value *Words, unsigned N, llvm::Type *As) {
  return B.CreateLoad(As, B.CreateConstGEP1_64(I32, Words, N));
}

bool Lowering::lowerMatrix(CallInst *I, StringRef Name) {
  Builder B(I);
  auto Site = [&] { return site(*I, I->getCalledFunction()->getName().str()); };
  SmallVector<Value *> Arguments(I->args());

  auto Product = MatrixProduct::byIntrinsic(Name);
  bool Loads = Name.consume_front("ldmatrix.sync.aligned.m8n8.");
  bool Stores = Name.consume_front("stmatrix.sync.aligned.m8n8.");
  uint32_t Count = StringSwitch<uint32_t>(Name.split('.').first)
                       .Case("x1", 1)
                       .Case("x2", 2)
                       .Case("x4", 4)
                       .Default(0);
  bool Trans = Name.contains(".trans.");
  if (Loads || Stores) {
    if (!Count || !Name.contains(".b16"))
      return false;
  } else if (!Product) {
    return false;
  }

  Value *Words = matrixWords(I->getFunction());
  if (Loads) {
    TCSIMT_CALL(*this, B, loadMatrix, i32(Count), i32(Trans), Arguments[0],
                Words, Site());
  } else if (Stores) {
    putWords(B, Words, ArrayRef(Arguments).drop_front());
    TCSIMT_CALL(*this, B, storeMatrix, i32(Count), i32(Trans), Arguments[0],
                Words, Site());
  } else {
    putWords(B, Words, Arguments);
    TCSIMT_CALL(*this, B, multiplyMatrix, i32(Product->Element),
                i32(Product->K), Words, Site());
  }

  Value *Result = nullptr;
  if (auto *Struct = dyn_cast<StructType>(I->getType())) {
    Result = PoisonValue::get(Struct);
    for (unsigned N = 0; N != Struct->getNumElements(); ++N)
      Result = B.CreateInsertValue(
          Result, getWord(B, Words, N, Struct->getElementType(N)), N);
  } else if (!I->getType()->isVoidTy()) {
    Result = getWord(B, Words, 0, I->getType());
  }
  replace(I, Result);
  return true;
}
