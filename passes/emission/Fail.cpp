//===- emission/Fail.cpp - where a failed check ends ----------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Fail.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

static constexpr StringLiteral FailName = "tc.fail";
static constexpr StringLiteral AtAccessName = "tilechecks.at_access";

bool emission::isFail(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName() == FailName;
}

void emission::markAtAccess(CallInst &Fail) {
  Fail.setMetadata(AtAccessName, MDNode::get(Fail.getContext(), {}));
}

bool emission::isAtAccess(const CallInst &Fail) {
  return Fail.hasMetadata(AtAccessName);
}

static Function *failFunction(Module &M) {
  LLVMContext &Context = M.getContext();
  if (Function *F = M.getFunction(FailName))
    return F;
  Type *I64 = Type::getInt64Ty(Context);
  auto *Ty = FunctionType::get(Type::getVoidTy(Context),
                               {Type::getInt32Ty(Context), I64, I64,
                                Type::getInt32Ty(Context)},
                               false);
  auto *F = Function::Create(Ty, GlobalValue::ExternalLinkage, FailName, M);
  F->addFnAttr(Attribute::Cold);
  F->addFnAttr(Attribute::NoReturn);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::NoCallback);
  F->addFnAttr(Attribute::NoMerge);
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return F;
}

FailPoint emission::insertFail(Value *Condition, bool FailsIf, Instruction *At,
                               unsigned Id) {
  LLVMContext &Context = At->getContext();
  IRBuilder<> B(At);
  Value *Fails = FailsIf ? Condition : B.CreateNot(Condition);
  Instruction *End = SplitBlockAndInsertIfThen(
      Fails, At->getIterator(), /*Unreachable=*/true,
      MDBuilder(Context).createUnlikelyBranchWeights());
  B.SetInsertPoint(End);
  B.SetCurrentDebugLocation(At->getDebugLoc());
  CallInst *Call =
      B.CreateCall(failFunction(*At->getModule()),
                   {B.getInt32(Id), B.getInt64(0), B.getInt64(0), B.getInt32(0)});
  Call->addFnAttr(Attribute::NoMerge);
  Call->setDoesNotReturn();
  return {Call};
}

/// A function with debug info must have locations on calls of functions with
/// debug info only, but a failure without one could not be found by line.
static void setLine(CallInst &Fail, DebugLoc Location) {
  Fail.setDebugLoc(Location);
  if (Instruction *End = Fail.getNextNode())
    End->setDebugLoc(Location);
}

static void noteLine(CallInst &Fail, int Line) {
  Fail.setArgOperand(3, ConstantInt::get(Type::getInt32Ty(Fail.getContext()),
                                         uint64_t(std::max(Line, 0))));
}

/// L as a location of a function that Own describes: a hoisted check has its
/// marker in another copy of the kernel, whose scopes are none of this body.
static DILocation *locationWithin(DISubprogram *Own, DILocation *L) {
  if (DILocation *At = L->getInlinedAt()) {
    DILocation *Outer = locationWithin(Own, At);
    return Outer == At ? L
                       : DILocation::getDistinct(L->getContext(), L->getLine(),
                                                 L->getColumn(), L->getScope(),
                                                 Outer);
  }
  return L->getScope()->getSubprogram() == Own
             ? L
             : DILocation::get(L->getContext(), L->getLine(), L->getColumn(), Own);
}

void emission::setLocation(CallInst &Fail, const CallInst &Marker, int Line) {
  noteLine(Fail, Line);
  DISubprogram *Own = Fail.getFunction()->getSubprogram();
  if (!Own || !Marker.getDebugLoc())
    return;
  DILocation *Found = Marker.getDebugLoc().get();
  for (DILocation *L = Found; L; L = L->getInlinedAt())
    if (int(L->getLine()) == Line) {
      Found = L;
      break;
    }
  setLine(Fail, locationWithin(Own, Found));
}

void emission::setLocation(CallInst &Fail, int Line) {
  noteLine(Fail, Line);
  if (DISubprogram *Scope = Fail.getFunction()->getSubprogram())
    setLine(Fail, DILocation::get(Fail.getContext(), unsigned(Line), 0, Scope));
}

SmallVector<CallInst *> emission::failCalls(const Function &F) {
  SmallVector<CallInst *> Calls;
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallInst>(&I); Call && isFail(*Call))
      Calls.push_back(const_cast<CallInst *>(Call));
  return Calls;
}

std::multiset<unsigned> emission::failIds(const Function &F, std::string &Error) {
  std::multiset<unsigned> Ids;
  for (CallInst *Call : failCalls(F)) {
    const auto *Id = dyn_cast<ConstantInt>(Call->getArgOperand(0));
    if (!Id || !isa<ConstantInt>(Call->getArgOperand(3)))
      Error = "a failure call lost its id or line";
    else if (!isa_and_nonnull<UnreachableInst>(Call->getNextNode()))
      Error = "code follows a failure call";
    else
      Ids.insert(unsigned(Id->getZExtValue()));
  }
  return Ids;
}

void emission::replaceByStatement(CallInst &Fail, StringRef Instructions) {
  LLVMContext &Context = Fail.getContext();
  Type *I64 = Type::getInt64Ty(Context);
  auto *Ty = FunctionType::get(Type::getVoidTy(Context), {I64, I64}, false);
  const uint64_t Id = cast<ConstantInt>(Fail.getArgOperand(0))->getZExtValue();
  const uint64_t Line =
      cast<ConstantInt>(Fail.getArgOperand(3))->getZExtValue();
  std::string Text = "// tilechecks: fail " + std::to_string(Id) +
                     " index=$0 extent=$1 line=" + std::to_string(Line);
  if (!Instructions.empty())
    Text += "\n\t" + Instructions.str();
  InlineAsm *Asm = InlineAsm::get(Ty, Text, "l,l", /*hasSideEffects=*/true);
  IRBuilder<> B(&Fail);
  CallInst *Final =
      B.CreateCall(Asm, {Fail.getArgOperand(1), Fail.getArgOperand(2)});
  Final->setDebugLoc(Fail.getDebugLoc());
  Final->addFnAttr(Attribute::NoMerge);
  Final->addFnAttr(Attribute::Cold);
  Final->setDoesNotThrow();
  Fail.eraseFromParent();
}

void emission::eraseFailFunction(Module &M) {
  if (Function *Fail = M.getFunction(FailName); Fail && Fail->use_empty())
    Fail->eraseFromParent();
}

void emission::lowerFails(Module &M) {
  for (Function &F : M)
    for (CallInst *Call : failCalls(F))
      replaceByStatement(*Call, "trap;");
  eraseFailFunction(M);
}
