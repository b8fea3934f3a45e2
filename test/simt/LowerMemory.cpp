//===- LowerMemory.cpp - every object gets a place with a shadow ----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   @x = addrspace(1) global ...      its address in the arena, a constant
//   @s = addrspace(3) global ...      the block's shared base + an offset
//   %p = alloca T                     tcsimt.localAllocate, released at return
//   call f(ptr byval(T) %p)           a private local copy
//
// The optimiser sees addresses of nothing it knows, so an access outside an
// object is an access like any other: its check stays, and decides.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;
using namespace tilechecks::simt;

namespace {

constexpr uint64_t VariableBandBytes = 1024;
constexpr unsigned SharedSpace = 3;

} // namespace

/// Writes the initialiser to \p At. Addresses of functions become fixups.
bool Lowering::fillConstant(uint64_t At, const Constant *Value,
                            std::string &Error) {
  const DataLayout &DL = M.getDataLayout();
  if (isa<UndefValue>(Value) || Value->isNullValue())
    return true;
  auto Put = [&](uint64_t Bits, uint64_t Bytes) {
    std::memcpy(reinterpret_cast<void *>(At), &Bits, Bytes);
  };
  if (auto *I = dyn_cast<ConstantInt>(Value)) {
    uint64_t Bytes = DL.getTypeStoreSize(I->getType());
    for (uint64_t Done = 0; Done < Bytes; Done += 8) {
      uint64_t Word =
          I->getValue().lshr(Done * 8).zextOrTrunc(64).getZExtValue();
      std::memcpy(reinterpret_cast<void *>(At + Done), &Word,
                  std::min<uint64_t>(8, Bytes - Done));
    }
    return true;
  }
  if (auto *F = dyn_cast<ConstantFP>(Value)) {
    Put(F->getValueAPF().bitcastToAPInt().zextOrTrunc(64).getZExtValue(),
        DL.getTypeStoreSize(F->getType()));
    return true;
  }
  if (auto *Data = dyn_cast<ConstantDataSequential>(Value)) {
    StringRef Raw = Data->getRawDataValues();
    std::memcpy(reinterpret_cast<void *>(At), Raw.data(), Raw.size());
    return true;
  }
  if (isa<ConstantAggregate>(Value)) {
    for (unsigned I = 0; I != Value->getNumOperands(); ++I) {
      uint64_t Offset =
          isa<ConstantStruct>(Value)
              ? uint64_t(DL.getStructLayout(cast<StructType>(Value->getType()))
                             ->getElementOffset(I))
              : I * DL.getTypeAllocSize(Value->getOperand(I)->getType());
      if (!fillConstant(At + Offset, cast<Constant>(Value->getOperand(I)),
                        Error))
        return false;
    }
    return true;
  }
  if (auto *F = dyn_cast<Function>(Value)) {
    Out.Fixups.push_back({At, F->getName().str()});
    return true;
  }
  // An address, possibly cast, possibly with an offset.
  APInt Offset(64, 0);
  const llvm::Value *Base = Value;
  while (auto *E = dyn_cast<ConstantExpr>(Base)) {
    if (auto *G = dyn_cast<GEPOperator>(E)) {
      APInt Step(DL.getIndexTypeSizeInBits(G->getType()), 0);
      if (!G->accumulateConstantOffset(DL, Step))
        break;
      Offset += Step.sextOrTrunc(64);
    } else if (!E->isCast()) {
      break;
    }
    Base = E->getOperand(0);
  }
  if (auto *F = dyn_cast<Function>(Base); F && Offset.isZero()) {
    Out.Fixups.push_back({At, F->getName().str()});
    return true;
  }
  if (auto *I = dyn_cast<ConstantInt>(Base)) {
    Put(I->getZExtValue() + Offset.getZExtValue(),
        DL.getTypeStoreSize(Value->getType()));
    return true;
  }
  auto It = GlobalAddress.find(Base->getName().str());
  if (!isa<GlobalVariable>(Base) || It == GlobalAddress.end()) {
    raw_string_ostream(Error)
        << "an initialiser that cannot be evaluated: " << *Value;
    return false;
  }
  Put(It->second + Offset.getZExtValue(),
      DL.getTypeStoreSize(Value->getType()));
  return true;
}

bool Lowering::materialiseGlobals(std::string &Error) {
  const DataLayout &DL = M.getDataLayout();
  // Lists for the linker.
  for (const char *Name : {"llvm.used", "llvm.compiler.used",
                           "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *G = M.getNamedGlobal(Name))
      G->eraseFromParent();
  for (GlobalAlias &A : make_early_inc_range(M.aliases()))
    if (!isa<Function>(A.getAliaseeObject())) {
      A.replaceAllUsesWith(A.getAliasee());
      A.eraseFromParent();
    }

  SmallVector<Constant *> All;
  for (GlobalVariable &G : M.globals())
    All.push_back(&G);
  convertUsersOfConstantsToInstructions(All);
  for (Function &F : M)
    lowerSharedIntegers(F);

  uint64_t Offset = VariableBandBytes;
  SmallVector<GlobalVariable *> Shared, Dynamic, Plain;
  for (GlobalVariable &G : M.globals()) {
    if (!G.hasName())
      G.setName("constant");
    if (G.getAddressSpace() != SharedSpace)
      Plain.push_back(&G);
    else if (G.isDeclaration() || DL.getTypeAllocSize(G.getValueType()) == 0)
      Dynamic.push_back(&G);
    else
      Shared.push_back(&G);
  }
  std::map<GlobalVariable *, uint64_t> SharedOffset;
  for (GlobalVariable *G : Shared) {
    uint64_t Align = std::max<uint64_t>(G->getAlign().valueOrOne().value(), 16);
    Offset = alignUp(Offset, Align);
    uint64_t Size = DL.getTypeAllocSize(G->getValueType());
    Out.Shared.push_back({demangle(G->getName().str()), Offset, Size});
    SharedOffset[G] = Offset;
    Offset += Size + VariableBandBytes;
  }
  Out.DynamicSharedOffset = alignUp(Offset, 1024);
  for (GlobalVariable *G : Dynamic)
    SharedOffset[G] = Out.DynamicSharedOffset;

  // Places first: initialisers may point to any of them.
  for (GlobalVariable *G : Plain) {
    uint64_t Size = G->isDeclaration()
                        ? 0
                        : uint64_t(DL.getTypeAllocSize(G->getValueType()));
    uint8_t Permission = Arena::Readable;
    if (!G->isConstant() && G->getAddressSpace() != 4)
      Permission |= Arena::Writable;
    std::string Name = demangle(G->getName().str());
    if (G->isDeclaration())
      Name += " (not defined in this module)";
    uint64_t At = D.arena().allocate(Size, G->getAlign().valueOrOne().value(),
                                     Name, Permission);
    if (!At) {
      Error = "no room for the global variable " + G->getName().str();
      return false;
    }
    GlobalAddress[G->getName().str()] = At;
    Out.Globals[G->getName().str()] = {At, Size};
  }
  for (GlobalVariable *G : Plain)
    if (G->hasInitializer() && !fillConstant(GlobalAddress[G->getName().str()],
                                             G->getInitializer(), Error))
      return false;

  // convertUsersOf... left instructions as the only users in functions.
  std::map<Function *, Value *> BaseOf;
  auto SharedBase = [&](Function *F) {
    Value *&Base = BaseOf[F];
    if (!Base) {
      Builder B(&F->getEntryBlock(), F->getEntryBlock().begin());
      Base = state(B, offsetof(ThreadState, SharedBase), I64);
    }
    return Base;
  };
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    bool IsShared = G.getAddressSpace() == SharedSpace;
    for (Use &U : make_early_inc_range(G.uses())) {
      auto *User = dyn_cast<Instruction>(U.getUser());
      if (!User)
        continue;
      if (!IsShared) {
        U.set(ConstantExpr::getIntToPtr(i64(GlobalAddress[G.getName().str()]),
                                        G.getType()));
        continue;
      }
      Value *Base = SharedBase(User->getFunction());
      Instruction *At = cast<Instruction>(Base)->getNextNode();
      Builder B(At);
      U.set(B.CreateIntToPtr(B.CreateAdd(Base, i64(SharedOffset[&G])),
                             G.getType()));
    }
  }
  for (GlobalVariable &G : M.globals())
    G.setInitializer(nullptr);
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    G.removeDeadConstantUsers();
    if (!G.use_empty()) {
      Error =
          "a constant that cannot be evaluated refers to " + G.getName().str();
      return false;
    }
    G.eraseFromParent();
  }
  return true;
}

/// Shared addresses as integers are offsets, 32 bits of them significant, as
/// on the device; as pointers they are flat.
void Lowering::lowerSharedIntegers(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *P = dyn_cast<PtrToIntInst>(&I)) {
      if (P->getPointerAddressSpace() != SharedSpace)
        continue;
      Builder B(P->getNextNode());
      auto *Low = B.CreateAnd(P, ConstantInt::get(P->getType(), 0xffffffffu));
      P->replaceUsesWithIf(Low, [&](Use &U) { return U.getUser() != Low; });
    } else if (auto *P = dyn_cast<IntToPtrInst>(&I)) {
      if (P->getAddressSpace() != SharedSpace)
        continue;
      Builder B(P);
      Value *New = sharedPointer(B, P->getOperand(0));
      P->replaceAllUsesWith(New);
      P->eraseFromParent();
    }
  }
}

/// Allocas become local memory with a shadow; the function gives it back where
/// it returns.
void Lowering::lowerLocals(Function &F) {
  const DataLayout &DL = M.getDataLayout();
  SmallVector<AllocaInst *> Allocas;
  SmallVector<Instruction *> Saves;
  for (Instruction &I : instructions(F)) {
    if (auto *A = dyn_cast<AllocaInst>(&I))
      Allocas.push_back(A);
    if (auto *Intrin = dyn_cast<IntrinsicInst>(&I))
      if (Intrin->getIntrinsicID() == Intrinsic::stacksave ||
          Intrin->getIntrinsicID() == Intrinsic::stackrestore)
        Saves.push_back(Intrin);
  }
  if (Allocas.empty())
    return;
  Builder Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
  Value *Mark = TCSIMT_CALL(*this, Entry, localMark);
  for (Instruction &I : instructions(F))
    if (isa<ReturnInst>(I)) {
      Builder B(&I);
      TCSIMT_CALL(*this, B, localRelease, Mark);
    }
  for (AllocaInst *A : Allocas) {
    Builder B(A);
    Value *Size = B.CreateMul(B.CreateZExtOrTrunc(A->getArraySize(), I64),
                              i64(DL.getTypeAllocSize(A->getAllocatedType())));
    Value *At = TCSIMT_CALL(*this, B, localAllocate, Size,
                            i64(A->getAlign().value()), site(*A));
    replace(A, B.CreateIntToPtr(At, A->getType()));
  }
  for (Instruction *S : Saves) {
    Builder B(S);
    if (S->getType()->isVoidTy()) {
      TCSIMT_CALL(*this, B, localRelease, S->getOperand(0));
      S->eraseFromParent();
    } else {
      replace(S,
              B.CreateIntToPtr(TCSIMT_CALL(*this, B, localMark), S->getType()));
    }
  }
}

/// A by-value argument is the callee's own copy.
void Lowering::lowerByVal(Function &F) {
  const DataLayout &DL = M.getDataLayout();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isa<IntrinsicInst>(Call))
      continue;
    for (unsigned A = 0; A != Call->arg_size(); ++A) {
      Type *T = Call->getParamByValType(A);
      if (!T)
        continue;
      uint64_t Size = DL.getTypeAllocSize(T);
      uint64_t Align = std::max(DL.getABITypeAlign(T).value(),
                                Call->getParamAlign(A).valueOrOne().value());
      Builder B(Call);
      Value *From = Call->getArgOperand(A);
      TCSIMT_CALL(*this, B, checkRange, From, i64(Size), i64(1),
                  i32(runtime::AccessRead), site(I));
      Value *Mark = TCSIMT_CALL(*this, B, localMark);
      Value *At =
          TCSIMT_CALL(*this, B, localAllocate, i64(Size), i64(Align), site(I));
      Value *Copy = B.CreateIntToPtr(At, From->getType());
      B.CreateMemCpy(Copy, MaybeAlign(1), From, MaybeAlign(1), Size);
      Call->setArgOperand(A, Copy);
      Call->removeParamAttr(A, Attribute::ByVal);
      Call->removeParamAttr(A, Attribute::Alignment);
      Builder After(Call->getNextNode());
      TCSIMT_CALL(*this, After, localRelease, Mark);
    }
  }
}
