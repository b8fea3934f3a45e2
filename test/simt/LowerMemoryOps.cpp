//===- LowerMemoryOps.cpp - llvm.nvvm intrinsics that touch memory --------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous copies become calls; what happens when is in AsyncCopies.h. The
// bulk copies, which are not there, have commits and waits that do nothing.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tilechecks::simt;

void Lowering::asyncCopy(Builder &B, Value *To, Value *From, uint64_t Bytes,
                         Value *ReadBytes, Value *Site) {
  TCSIMT_CALL(*this, B, asyncCopy, To, From, i32(uint32_t(Bytes)),
              ReadBytes ? ReadBytes : i32(uint32_t(Bytes)), Site);
}

namespace {

std::optional<AtomicRMWInst::BinOp> atomicOp(StringRef Name, bool Float) {
  if (Name == "add")
    return Float ? AtomicRMWInst::FAdd : AtomicRMWInst::Add;
  return StringSwitch<std::optional<AtomicRMWInst::BinOp>>(Name)
      .Case("inc", AtomicRMWInst::UIncWrap)
      .Case("dec", AtomicRMWInst::UDecWrap)
      .Case("exch", AtomicRMWInst::Xchg)
      .Case("and", AtomicRMWInst::And)
      .Case("or", AtomicRMWInst::Or)
      .Case("xor", AtomicRMWInst::Xor)
      .Case("max", AtomicRMWInst::Max)
      .Case("min", AtomicRMWInst::Min)
      .Default(std::nullopt);
}

} // namespace

bool Lowering::lowerMemory(CallInst *I, StringRef Name) {
  Builder B(I);
  auto Argument = [&](unsigned N) { return I->getArgOperand(N); };
  Value *Where = site(*I, I->getCalledFunction()->getName().str());
  auto Finish = [&](Value *V) {
    if (V && V->getType() != I->getType())
      V = B.CreateZExtOrTrunc(V, I->getType());
    replace(I, V);
    return true;
  };

  // Casts between address spaces, of old and new spelling.
  if (Name.starts_with("ptr.") || Name.starts_with("internal.addrspace.wrap"))
    return Finish(B.CreateAddrSpaceCast(Argument(0), I->getType()));
  if (Name.starts_with("ldu.global.") || Name.starts_with("ldg.global.")) {
    uint64_t Align = 1;
    if (auto *A = dyn_cast<ConstantInt>(Argument(1)))
      Align = A->getZExtValue();
    check(B, Argument(0), M.getDataLayout().getTypeStoreSize(I->getType()),
          Align, runtime::AccessRead, Where);
    return Finish(
        B.CreateAlignedLoad(I->getType(), Argument(0), MaybeAlign(1)));
  }

  StringRef Atomic = Name;
  if (Atomic.consume_front("atomic.")) {
    llvm::Type *T = I->getType();
    uint64_t Size = M.getDataLayout().getTypeStoreSize(T);
    Atomic.consume_front("load.");
    StringRef OpName = Atomic.split('.').first;
    bool Cas = OpName == "cas";
    auto Op = atomicOp(OpName, T->isFloatingPointTy());
    if (!Cas && !Op)
      return false;
    check(B, Argument(0), Size, Size, runtime::AccessAtomic, Where);
    auto Order = AtomicOrdering::SequentiallyConsistent;
    if (Cas)
      return Finish(B.CreateExtractValue(
          B.CreateAtomicCmpXchg(Argument(0), Argument(1), Argument(2),
                                MaybeAlign(Size), Order, Order),
          0));
    return Finish(B.CreateAtomicRMW(*Op, Argument(0), Argument(1),
                                    MaybeAlign(Size), Order));
  }

  StringRef Copy = Name;
  if (Copy.consume_front("cp.async.")) {
    if (Copy.starts_with("bulk.commit.group") ||
        Copy.starts_with("bulk.wait.group"))
      return Finish(nullptr);
    if (Copy == "commit.group") {
      TCSIMT_CALL(*this, B, asyncCommit);
      return Finish(nullptr);
    }
    if (Copy == "wait.all") {
      TCSIMT_CALL(*this, B, asyncWaitAll);
      return Finish(nullptr);
    }
    if (Copy == "wait.group") {
      TCSIMT_CALL(*this, B, asyncWait, Argument(0));
      return Finish(nullptr);
    }
    if (Copy.starts_with("mbarrier.arrive")) {
      TCSIMT_CALL(*this, B, asyncArrive, Argument(0),
                  i32(Copy.contains("noinc")), Where);
      return Finish(nullptr);
    }
    bool ReadsLess = Copy.consume_back(".s");
    uint64_t Bytes = StringSwitch<uint64_t>(Copy)
                         .EndsWith("shared.global.4", 4)
                         .EndsWith("shared.global.8", 8)
                         .EndsWith("shared.global.16", 16)
                         .Default(0);
    if (!Bytes)
      return false;
    asyncCopy(B, Argument(0), Argument(1), Bytes,
              ReadsLess ? Argument(2) : nullptr, Where);
    return Finish(nullptr);
  }

  if (!Name.consume_front("mbarrier."))
    return false;
  auto Base = [&] { return Argument(0); };
  if (Name.starts_with("init")) {
    TCSIMT_CALL(*this, B, mbarrierInit, Base(), Argument(1), Where);
    return Finish(nullptr);
  }
  if (Name.starts_with("inval")) {
    TCSIMT_CALL(*this, B, mbarrierInvalidate, Base(), Where);
    return Finish(nullptr);
  }
  if (Name == "pending.count")
    return Finish(TCSIMT_CALL(*this, B, mbarrierPending, Argument(0)));
  if (Name.starts_with("expect.tx") || Name.starts_with("complete.tx")) {
    Value *Bytes = B.CreateSExt(Argument(1), I64);
    if (Name.starts_with("complete"))
      Bytes = B.CreateNeg(Bytes);
    TCSIMT_CALL(*this, B, mbarrierTx, Base(), Bytes, Where);
    return Finish(nullptr);
  }
  if (Name.starts_with("arrive")) {
    bool Scoped = Name.contains("scope");
    bool Expect = Name.contains("expect.tx");
    bool Counted = Name.contains("noComplete") || (Scoped && !Expect);
    Value *V = TCSIMT_CALL(
        *this, B, mbarrierArrive, Base(), Counted ? Argument(1) : i32(1),
        Expect ? Argument(1) : i32(0), i32(Name.contains("drop")), Where);
    return Finish(I->getType()->isVoidTy() ? nullptr : V);
  }
  if (Name.starts_with("test.wait") || Name.starts_with("try.wait")) {
    Value *V =
        Name.contains("parity")
            ? TCSIMT_CALL(*this, B, mbarrierTestParity, Base(), Argument(1),
                          Where)
            : TCSIMT_CALL(*this, B, mbarrierTest, Base(), Argument(1), Where);
    return Finish(B.CreateICmpNE(V, i32(0)));
  }
  return false;
}
