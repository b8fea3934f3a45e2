//===- emission/Record.cpp - a failed check records itself ----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Record.h"

#include "emission/Fail.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

static constexpr StringLiteral VariableName = "__tc_violation";
static constexpr unsigned GlobalAddressSpace = 1;

uint64_t emission::hashOfSymbol(StringRef Symbol) {
  uint64_t Hash = 0xcbf29ce484222325;
  for (char C : Symbol)
    Hash = (Hash ^ uint8_t(C)) * 0x100000001b3;
  return Hash;
}

/// {address of the record, claimed}. Weak: units linked with -rdc share one.
static GlobalVariable *violationVariable(Module &M) {
  if (GlobalVariable *Known = M.getNamedGlobal(VariableName))
    return Known;
  LLVMContext &Context = M.getContext();
  auto *Ty = StructType::get(PointerType::get(Context, GlobalAddressSpace),
                             Type::getInt32Ty(Context));
  auto *Variable = new GlobalVariable(
      M, Ty, /*isConstant=*/false, GlobalValue::WeakAnyLinkage,
      Constant::getNullValue(Ty), VariableName, nullptr,
      GlobalValue::NotThreadLocal, GlobalAddressSpace,
      /*isExternallyInitialized=*/true);
  Variable->setAlignment(Align(8));
  appendToCompilerUsed(M, {Variable});
  return Variable;
}

namespace {

/// Writes the members of the record one after the other.
class RecordWriter {
public:
  RecordWriter(IRBuilder<> &B, Value *Record) : B(B), Record(Record) {}

  void add(Value *V) {
    const unsigned Size = V->getType()->getIntegerBitWidth() / 8;
    B.CreateAlignedStore(V, at(Offset), Align(Size));
    Offset += Size;
  }
  /// Special registers. Not by intrinsic: the value would be taken from an
  /// earlier read, and kept in a register for it all the way to here.
  void add(ArrayRef<StringRef> Registers) {
    auto *Ty = FunctionType::get(B.getInt32Ty(), false);
    for (StringRef Register : Registers)
      add(B.CreateCall(InlineAsm::get(Ty, ("mov.u32 $0, %" + Register + ";").str(),
                                      "=r", /*hasSideEffects=*/true)));
  }
  /// The first member, last of all: what stands before it is complete.
  void finish() {
    B.CreateAlignedStore(B.getInt32(1), at(0), Align(4))
        ->setAtomic(AtomicOrdering::Release);
  }

private:
  Value *at(unsigned Bytes) {
    return B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Record, Bytes);
  }

  IRBuilder<> &B;
  Value *Record;
  unsigned Offset = 4;
};

} // namespace

/// A block that ends the thread with one instruction.
static void endThread(BasicBlock *Block, StringRef Instruction) {
  LLVMContext &Context = Block->getContext();
  auto *Ty = FunctionType::get(Type::getVoidTy(Context), false);
  IRBuilder<> B(Block);
  B.CreateCall(InlineAsm::get(Ty, Instruction, "", /*hasSideEffects=*/true))
      ->setDoesNotThrow();
  B.CreateUnreachable();
}

static void lower(Function &F, ArrayRef<CallInst *> Fails, RecordedAs As) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  auto block = [&](const Twine &Name) {
    return BasicBlock::Create(Context, Name, &F);
  };
  BasicBlock *Shared = block("tc.record"), *Claim = block("tc.claim"),
             *Write = block("tc.write"),
             *Arrive = As.MayLeave ? nullptr : block("tc.arrive"),
             *End = block("tc.end"),
             *Trap = As.MayLeave ? block("tc.trap") : End;

  IRBuilder<> B(Shared);
  if (DISubprogram *Scope = F.getSubprogram())
    B.SetCurrentDebugLocation(DILocation::get(Context, 0, 0, Scope));
  PHINode *Members[] = {
      B.CreatePHI(B.getInt32Ty(), unsigned(Fails.size()), "check"),
      B.CreatePHI(B.getInt64Ty(), unsigned(Fails.size()), "index"),
      B.CreatePHI(B.getInt64Ty(), unsigned(Fails.size()), "extent")};
  for (CallInst *Fail : Fails) {
    BasicBlock *Block = Fail->getParent();
    for (auto [I, Phi] : enumerate(Members))
      Phi->addIncoming(Fail->getArgOperand(unsigned(I)), Block);
    const DebugLoc Location = Fail->getDebugLoc();
    replaceByStatement(*Fail, "");
    Block->getTerminator()->eraseFromParent();
    BranchInst::Create(Shared, Block)->setDebugLoc(Location);
  }

  GlobalVariable *Variable = violationVariable(M);
  MDNode *Unlikely = MDBuilder(Context).createUnlikelyBranchWeights();
  Value *Record = B.CreateAlignedLoad(
      PointerType::get(Context, GlobalAddressSpace), Variable, Align(8), "to");
  B.CreateCondBr(B.CreateIsNull(Record), Trap, Claim, Unlikely);

  B.SetInsertPoint(Claim);
  Value *Claimed = B.CreateAtomicRMW(
      AtomicRMWInst::Xchg,
      B.CreateStructGEP(Variable->getValueType(), Variable, 1), B.getInt32(1),
      Align(4), AtomicOrdering::Monotonic,
      Context.getOrInsertSyncScopeID("device"));
  B.CreateCondBr(B.CreateIsNull(Claimed), Write, End, Unlikely);

  B.SetInsertPoint(Write);
  RecordWriter W(B, Record);
  W.add(Members[0]);
  W.add(B.getInt64(As.Body));
  W.add(Members[1]);
  W.add(Members[2]);
  W.add({"ctaid.x", "ctaid.y", "ctaid.z", "tid.x", "tid.y", "tid.z"});
  W.add({"nctaid.x", "nctaid.y", "nctaid.z", "ntid.x", "ntid.y", "ntid.z"});
  W.add({"dynamic_smem_size"});
  W.finish();
  B.CreateBr(Arrive ? Arrive : End);
  if (Arrive) {
    B.SetInsertPoint(Arrive);
    LoadInst *Arrived = B.CreateAlignedLoad(B.getInt32Ty(), Record, Align(4));
    Arrived->setAtomic(AtomicOrdering::Monotonic);
    B.CreateCondBr(B.CreateIsNull(Arrived), Arrive, End);
  }

  endThread(End, As.MayLeave ? "exit;" : "trap;");
  if (As.MayLeave)
    endThread(Trap, "trap;");
}

void emission::lowerFailsToRecords(
    Module &M, const DenseMap<const Function *, RecordedAs> &Of) {
  for (Function &F : M)
    if (SmallVector<CallInst *> Fails = failCalls(F); !Fails.empty()) {
      auto Known = Of.find(&F);
      lower(F, Fails,
            Known != Of.end() ? Known->second
                              : RecordedAs{hashOfSymbol(F.getName()), false});
    }
  eraseFailFunction(M);
}
