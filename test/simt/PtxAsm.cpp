//===- PtxAsm.cpp - inline PTX: statements, control, memory ---------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tilechecks::simt;

PtxAsm::PtxAsm(Lowering &L, CallInst *I, const std::string &Text)
    : L(L), I(I), B(I), Text(Text) {}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

AllocaInst *PtxAsm::slot(StringRef Register) {
  AllocaInst *&Slot = Slots[Register];
  if (!Slot) {
    BasicBlock &Entry = I->getFunction()->getEntryBlock();
    Lowering::Builder AtEntry(&Entry, Entry.begin());
    Slot = AtEntry.CreateAlloca(L.I64);
    AtEntry.CreateStore(L.i64(0), Slot);
  }
  return Slot;
}

Value *PtxAsm::bits(Value *V, bool Sign) {
  if (V->getType()->isPointerTy())
    return L.flat(B, V);
  if (!V->getType()->isIntegerTy())
    V = B.CreateBitCast(V, B.getIntNTy(V->getType()->getPrimitiveSizeInBits()));
  return Sign ? B.CreateSExtOrTrunc(V, L.I64) : B.CreateZExtOrTrunc(V, L.I64);
}

void PtxAsm::write(StringRef Operand, Value *V, bool Sign) {
  if (Operand == "_")
    return;
  B.CreateStore(bits(V, Sign), slot(Operand));
}

Value *PtxAsm::read(StringRef Operand, llvm::Type *T) {
  Value *V = nullptr;
  int64_t Number;
  StringRef Rest = Operand;
  bool Negated = Operand.starts_with("!");
  if (Negated)
    Operand = Operand.drop_front();
  if (Operand.starts_with("0f") || Operand.starts_with("0F")) {
    uint64_t Pattern = 0;
    Operand.drop_front(2).getAsInteger(16, Pattern);
    V = L.i64(Pattern);
  } else if (!Rest.consumeInteger(0, Number) && Rest.trim("U").empty()) {
    V = L.i64(uint64_t(Number));
  } else if (Operand.consume_front("%")) {
    V = L.specialRegister(B, Operand);
    V = V ? bits(V) : B.CreateLoad(L.I64, slot(("%" + Operand).str()));
  } else {
    V = B.CreateLoad(L.I64, slot(Operand));
  }
  unsigned Width = T->isPointerTy() ? 64 : T->getPrimitiveSizeInBits();
  V = B.CreateTrunc(V, B.getIntNTy(Width));
  if (Negated)
    V = B.CreateNot(V);
  return T->isIntegerTy()   ? V
         : T->isPointerTy() ? B.CreateIntToPtr(V, T)
                            : B.CreateBitCast(V, T);
}

namespace {

StringRef typeToken(const PtxStatement &S, unsigned FromEnd) {
  static const StringRef Known[] = {"b8",   "b16",  "b32",   "b64",   "u8",
                                    "u16",  "u32",  "u64",   "s8",    "s16",
                                    "s32",  "s64",  "f16",   "f32",   "f64",
                                    "bf16", "pred", "f16x2", "bf16x2"};
  for (const std::string &T : reverse(S.Tokens))
    if (is_contained(Known, StringRef(T)) && FromEnd-- == 0)
      return T;
  return "";
}

} // namespace

Type *PtxAsm::typeOf(const PtxStatement &S, unsigned FromEnd) const {
  StringRef T = typeToken(S, FromEnd);
  LLVMContext &C = L.C;
  if (T == "f16")
    return llvm::Type::getHalfTy(C);
  if (T == "bf16")
    return llvm::Type::getBFloatTy(C);
  if (T == "f16x2")
    return FixedVectorType::get(llvm::Type::getHalfTy(C), 2);
  if (T == "bf16x2")
    return FixedVectorType::get(llvm::Type::getBFloatTy(C), 2);
  if (T == "f32")
    return llvm::Type::getFloatTy(C);
  if (T == "f64")
    return llvm::Type::getDoubleTy(C);
  if (T == "pred")
    return L.I1;
  unsigned Width;
  if (T.empty() || T.drop_front().getAsInteger(10, Width))
    return nullptr;
  return llvm::Type::getIntNTy(C, Width);
}

bool PtxAsm::isSigned(const PtxStatement &S, unsigned FromEnd) {
  return typeToken(S, FromEnd).starts_with("s");
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

BasicBlock *PtxAsm::block(const std::string &Label) {
  BasicBlock *&At = Labels[Label];
  if (!At)
    At = BasicBlock::Create(L.C, "", I->getFunction());
  return At;
}

void PtxAsm::emit() {
  Function *F = I->getFunction();
  // Operands: outputs come first, then inputs; a tied input starts its output.
  auto *Asm = cast<InlineAsm>(I->getCalledOperand());
  unsigned Number = 0, Input = 0;
  SmallVector<std::string> Outputs;
  for (const InlineAsm::ConstraintInfo &Info : Asm->ParseConstraints()) {
    if (Info.Type == InlineAsm::isClobber || Info.Type == InlineAsm::isLabel)
      continue;
    std::string Name = "$" + std::to_string(Number++);
    if (Info.Type == InlineAsm::isOutput && !Info.isIndirect) {
      Outputs.push_back(Name);
      continue;
    }
    Value *V = I->getArgOperand(Input++);
    unsigned Tied;
    StringRef Code = Info.Codes.empty() ? "" : StringRef(Info.Codes.front());
    if (!Code.getAsInteger(10, Tied))
      write("$" + std::to_string(Tied), V);
    write(Name, V);
  }
  for (const PtxStatement &S : Statements)
    if (!S.Label.empty())
      block(S.Label);

  // The code after the call continues in a block of its own.
  BasicBlock *Before = I->getParent();
  BasicBlock *After = Before->splitBasicBlock(I);
  Before->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Before);
  for (const PtxStatement &S : Statements) {
    if (!S.Label.empty()) {
      B.CreateBr(block(S.Label));
      B.SetInsertPoint(block(S.Label));
    }
    if (S.op().empty())
      continue;
    Current = S.Opcode;
    BasicBlock *Next = nullptr;
    if (!S.Predicate.empty()) {
      Value *P = read(S.Predicate, L.I1);
      auto *Then = BasicBlock::Create(L.C, "", F);
      Next = BasicBlock::Create(L.C, "", F);
      if (S.NegatePredicate)
        B.CreateCondBr(P, Next, Then);
      else
        B.CreateCondBr(P, Then, Next);
      B.SetInsertPoint(Then);
    }
    bool Known = emitControl(S) || emitSync(S) || emitAsyncCopy(S) ||
                 emitMatrix(S) || emitMemory(S) || emitMove(S) ||
                 emitFloat(S) || emitInteger(S);
    if (!Known)
      TCSIMT_CALL(L, B, unsupported, site());
    if (Next) {
      B.CreateBr(Next);
      B.SetInsertPoint(Next);
    }
  }
  B.CreateBr(After);
  B.SetInsertPoint(I);
  Value *Result = nullptr;
  if (auto *Struct = dyn_cast<StructType>(I->getType())) {
    Result = PoisonValue::get(Struct);
    for (auto [N, Name] : enumerate(Outputs))
      Result = B.CreateInsertValue(
          Result, read(Name, Struct->getElementType(N)), unsigned(N));
  } else if (!I->getType()->isVoidTy()) {
    Result = read(Outputs.front(), I->getType());
  }
  L.replace(I, Result);
}

bool PtxAsm::emitControl(const PtxStatement &S) {
  StringRef Op = S.op();
  if (Op == "trap" || Op == "brkpt") {
    TCSIMT_CALL(L, B, trap, site());
    return true;
  }
  if (Op == "exit") {
    TCSIMT_CALL(L, B, exitThread);
    return true;
  }
  if (Op == "bra") {
    if (S.Operands.size() != 1 || !Labels.count(S.Operands[0]))
      return false;
    B.CreateBr(block(S.Operands[0]));
    B.SetInsertPoint(BasicBlock::Create(L.C, "", I->getFunction()));
    return true;
  }
  return false;
}

bool PtxAsm::emitSync(const PtxStatement &S) {
  StringRef Op = S.op();
  if (Op == "membar" || Op == "fence" || Op == "nanosleep" ||
      Op == "griddepcontrol" || Op == "prefetch" || Op == "prefetchu" ||
      Op == "setmaxnreg" || Op == "discard" || Op == "applypriority")
    return true;
  auto Number = [&](size_t N) -> Value * {
    return N < S.Operands.size() ? read(S.Operands[N], L.I32)
                                 : static_cast<Value *>(L.i32(0));
  };
  if (Op == "bar" && S.has("warp")) {
    L.warpOp(B, WarpOp::Sync, Number(0), L.i64(0), site());
    return true;
  }
  if (Op == "barrier" && S.has("cluster")) {
    if (S.has("arrive"))
      TCSIMT_CALL(L, B, clusterArrive, site());
    else
      TCSIMT_CALL(L, B, clusterWait, site());
    return true;
  }
  if ((Op == "bar" || Op == "barrier") && S.has("sync")) {
    TCSIMT_CALL(L, B, ctaBarrier, L.i32(0), Number(0), Number(1), L.i32(0),
                site());
    return true;
  }
  if ((Op == "bar" || Op == "barrier") && S.has("arrive")) {
    TCSIMT_CALL(L, B, ctaArrive, Number(0), Number(1), site());
    return true;
  }
  if (Op == "activemask") {
    write(S.Operands[0], TCSIMT_CALL(L, B, activeMask, site()));
    return true;
  }
  if (Op == "elect") {
    auto [D, P] = StringRef(S.Operands[0]).split('|');
    Value *V = TCSIMT_CALL(L, B, warpCollectivePredicate,
                           L.i32(uint32_t(WarpOp::Elect)), Number(1), L.i64(0),
                           site());
    write(D, B.CreateTrunc(V, L.I32));
    write(P, B.CreateTrunc(B.CreateLShr(V, 32), L.I1));
    return true;
  }
  return false;
}

Value *PtxAsm::address(const PtxStatement &S, StringRef Operand) {
  Operand.consume_front("[");
  Operand.consume_back("]");
  auto [Base, Offset] = Operand.split('+');
  Value *Address = read(Base.trim(), L.I64);
  if (!Offset.empty())
    Address = B.CreateAdd(Address, read(Offset.trim(), L.I64));
  bool Shared = any_of(S.Tokens, [](const std::string &T) {
    return StringRef(T).starts_with("shared");
  });
  if (Shared)
    return L.sharedPointer(B, Address);
  return B.CreateIntToPtr(Address, PointerType::get(L.C, 0));
}

bool PtxAsm::emitAsyncCopy(const PtxStatement &S) {
  if (S.op() != "cp" || !S.has("async") || S.has("bulk") || S.has("mbarrier"))
    return false;
  if (S.has("commit_group")) {
    TCSIMT_CALL(L, B, asyncCommit);
    return true;
  }
  if (S.has("wait_all")) {
    TCSIMT_CALL(L, B, asyncWaitAll);
    return true;
  }
  if (S.has("wait_group")) {
    if (S.Operands.size() != 1)
      return false;
    TCSIMT_CALL(L, B, asyncWait, read(S.Operands[0], L.I32));
    return true;
  }
  uint64_t Bytes;
  if (S.Operands.size() < 3)
    return false;
  if (StringRef(S.Operands[2]).getAsInteger(10, Bytes)) {
    // The size is an immediate operand of the assembly.
    ConstantInt *K = immediate(S.Operands[2]);
    if (!K)
      return false;
    Bytes = K->getZExtValue();
  }
  PtxStatement Source = S;
  erase_if(Source.Tokens, [](const std::string &T) {
    return StringRef(T).starts_with("shared");
  });
  L.asyncCopy(
      B, address(S, S.Operands[0]), address(Source, S.Operands[1]), Bytes,
      S.Operands.size() > 3 ? read(S.Operands[3], L.I32) : nullptr, site());
  return true;
}

bool PtxAsm::emitMemory(const PtxStatement &S) {
  StringRef Op = S.op();
  if (Op != "ld" && Op != "st" && Op != "ldu")
    return false;
  llvm::Type *T = typeOf(S);
  bool IsLoad = Op != "st";
  if (!T || S.Operands.size() < 2)
    return false;
  StringRef Memory = S.Operands[IsLoad ? 1 : 0];
  StringRef Data = S.Operands[IsLoad ? 0 : 1];
  std::vector<std::string> Elements{Data.str()};
  if (Data.consume_front("{") && Data.consume_back("}"))
    Elements = splitOperands(Data);
  uint64_t Size = T->getPrimitiveSizeInBits() / 8;
  uint64_t All = Size * Elements.size();
  Value *Pointer = address(S, Memory);
  // A check splits the block, which has no end yet.
  Instruction *End = B.CreateUnreachable();
  B.SetInsertPoint(End);
  L.check(B, Pointer, All, All,
          IsLoad ? runtime::AccessRead : runtime::AccessWrite, site());
  B.SetInsertPoint(End->getParent());
  End->eraseFromParent();
  for (auto [N, Element] : enumerate(Elements)) {
    Value *At = B.CreateConstGEP1_64(B.getInt8Ty(), Pointer, N * Size);
    if (IsLoad)
      write(Element, B.CreateAlignedLoad(T, At, MaybeAlign(1)), isSigned(S));
    else
      B.CreateAlignedStore(read(Element, T), At, MaybeAlign(1));
  }
  return true;
}

/// The constant behind an operand `$n`, null if it is none.
ConstantInt *PtxAsm::immediate(StringRef Operand) const {
  unsigned Number;
  if (!Operand.consume_front("$") || Operand.getAsInteger(10, Number))
    return nullptr;
  auto *Asm = cast<InlineAsm>(I->getCalledOperand());
  for (const InlineAsm::ConstraintInfo &Info : Asm->ParseConstraints())
    if (Info.Type == InlineAsm::isOutput && !Info.isIndirect) {
      if (Number == 0)
        return nullptr;
      --Number;
    }
  return Number < I->arg_size()
             ? dyn_cast<ConstantInt>(I->getArgOperand(Number))
             : nullptr;
}
