//===- Instrument.cpp - a check before each access ------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %v = load float, ptr %p, align 4
// becomes
//   %offset = sub i64 (ptrtoint %p), ARENA
//   br (%offset >u SIZE - 4 or %p is not a multiple of 4), fault, next
// next:
//   %bytes = load i32, SHADOW + %offset
//   br ((%bytes & 0x01010101) != 0x01010101), fault, go
// go:
//   %v = load float, ptr %p, align 1
//
// An access wants the alignment the device's instruction wants: its size, if
// the IR promises that much.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tilechecks::simt;

void Lowering::check(Builder &B, Value *Pointer, uint64_t SizeBytes,
                     uint64_t Align, runtime::Access Kind, Value *Site) {
  if (SizeBytes == 0)
    return;
  uint64_t WantedAlign = std::min(Align, SizeBytes);
  WantedAlign &= -WantedAlign; // of a size like 12, the power of two in it
  Value *Address = flat(B, Pointer);
  bool Inline = isPowerOf2_64(SizeBytes) && SizeBytes <= 64;
  if (!Inline) {
    TCSIMT_CALL(*this, B, checkRange, Address, i64(SizeBytes), i64(WantedAlign),
                i32(Kind), Site);
    return;
  }
  MDNode *Unlikely = MDBuilder(C).createBranchWeights(1, 1u << 20);
  auto FaultIf = [&](Value *Bad) {
    Instruction *At = &*B.GetInsertPoint();
    Instruction *Then =
        SplitBlockAndInsertIfThen(Bad, At, /*Unreachable=*/true, Unlikely);
    Builder Slow(Then);
    TCSIMT_CALL(*this, Slow, fault, Address, i64(SizeBytes), i64(WantedAlign),
                i32(Kind), Site);
    B.SetInsertPoint(At);
  };
  Value *Offset = B.CreateSub(Address, i64(D.arena().base()));
  Value *Bad = B.CreateICmpUGT(Offset, i64(Arena::SizeBytes - SizeBytes));
  if (WantedAlign > 1)
    Bad = B.CreateOr(
        Bad,
        B.CreateICmpNE(B.CreateAnd(Address, i64(WantedAlign - 1)), i64(0)));
  FaultIf(Bad);

  uint64_t WordBytes = std::min<uint64_t>(SizeBytes, 8);
  llvm::Type *Word = B.getIntNTy(8 * WordBytes);
  uint8_t Permission =
      Kind == runtime::AccessRead ? Arena::Readable : Arena::Writable;
  Value *Pattern = ConstantInt::get(
      Word, APInt::getSplat(8 * WordBytes, APInt(8, Permission)));
  Value *All = Pattern;
  Value *Shadow = B.CreateAdd(Offset, i64(D.arena().shadowBase()));
  for (uint64_t Done = 0; Done < SizeBytes; Done += WordBytes) {
    Value *At = B.CreateIntToPtr(B.CreateAdd(Shadow, i64(Done)),
                                 PointerType::get(C, 0));
    All = B.CreateAnd(All, B.CreateAlignedLoad(Word, At, MaybeAlign(1)));
  }
  FaultIf(B.CreateICmpNE(All, Pattern));
}

std::vector<Instruction *> Lowering::collectAccesses() {
  std::vector<Instruction *> Result;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst,
              MemIntrinsic>(I))
        Result.push_back(&I);
  return Result;
}

void Lowering::instrumentAccess(Instruction *I) {
  const DataLayout &DL = M.getDataLayout();
  Builder B(I);
  Value *Where = site(*I);
  auto Bytes = [&](llvm::Type *T) { return uint64_t(DL.getTypeStoreSize(T)); };
  if (auto *L = dyn_cast<LoadInst>(I)) {
    check(B, L->getPointerOperand(), Bytes(L->getType()), L->getAlign().value(),
          runtime::AccessRead, Where);
    if (!L->isAtomic())
      L->setAlignment(Align(1));
  } else if (auto *S = dyn_cast<StoreInst>(I)) {
    check(B, S->getPointerOperand(), Bytes(S->getValueOperand()->getType()),
          S->getAlign().value(), runtime::AccessWrite, Where);
    if (!S->isAtomic())
      S->setAlignment(Align(1));
  } else if (auto *A = dyn_cast<AtomicRMWInst>(I)) {
    uint64_t Size = Bytes(A->getValOperand()->getType());
    check(B, A->getPointerOperand(), Size, Size, runtime::AccessAtomic, Where);
  } else if (auto *X = dyn_cast<AtomicCmpXchgInst>(I)) {
    uint64_t Size = Bytes(X->getCompareOperand()->getType());
    check(B, X->getPointerOperand(), Size, Size, runtime::AccessAtomic, Where);
  } else if (auto *Memory = dyn_cast<MemIntrinsic>(I)) {
    if (auto *Copy = dyn_cast<MemTransferInst>(Memory)) {
      TCSIMT_CALL(*this, B, checkRange, Copy->getRawSource(), Copy->getLength(),
                  i64(1), i32(runtime::AccessRead), Where);
      Copy->setSourceAlignment(Align(1));
    }
    TCSIMT_CALL(*this, B, checkRange, Memory->getRawDest(), Memory->getLength(),
                i64(1), i32(runtime::AccessWrite), Where);
    Memory->setDestAlignment(Align(1));
  }
}

/// Control that comes to `unreachable` must not run into the next function.
void Lowering::markUnreachable(Function &F) {
  for (BasicBlock &Block : F)
    if (auto *U = dyn_cast<UnreachableInst>(Block.getTerminator())) {
      Builder B(U);
      TCSIMT_CALL(*this, B, reachedUnreachable, site(*U));
    }
}

/// A counter in every cycle of the control flow and at the entry of recursive
/// functions; the scheduler is asked when it has run out.
void Lowering::countSteps(Function &F, bool CheckStack) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> Edges;
  FindFunctionBackedges(F, Edges);
  SmallVector<Instruction *> Places;
  for (auto [From, To] : Edges) {
    auto *At = const_cast<Instruction *>(From->getTerminator());
    if (!is_contained(Places, At))
      Places.push_back(At);
  }
  if (CheckStack)
    Places.push_back(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  MDNode *Unlikely = MDBuilder(C).createBranchWeights(1, 1u << 20);
  for (Instruction *At : Places) {
    Builder B(At);
    Value *Counter = ConstantExpr::getIntToPtr(
        i64(reinterpret_cast<uint64_t>(&State.Steps)), PointerType::get(C, 0));
    Value *Left = B.CreateSub(B.CreateLoad(I64, Counter), i64(1));
    B.CreateStore(Left, Counter);
    Instruction *Then = SplitBlockAndInsertIfThen(
        B.CreateICmpSLE(Left, i64(0)), At, /*Unreachable=*/false, Unlikely);
    Builder Slow(Then);
    TCSIMT_CALL(*this, Slow, slowStep);
  }
  if (CheckStack) {
    Builder B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    TCSIMT_CALL(*this, B, checkStack, site(F.getEntryBlock().front()));
  }
}
