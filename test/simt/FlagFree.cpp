//===- FlagFree.cpp - believe nothing, leave nothing undefined ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %i = add nsw i32 %a, %b              %i = add i32 %a, %b
//   call void @llvm.assume(i1 %p)   =>
//   %d = sdiv i32 %x, %y                 0 and -1 as divisors give the
//                                        device's values, and no host trap
//
// The host's optimiser runs after this. Whatever is still undefined here it
// may use against the kernel, and the oracle would then miss what the device
// does: so shifts past the width, out-of-range conversions and the rest get
// the value the device's instruction gives.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

void dropAttributes(llvm::Module &M) {
  for (Function &F : M) {
    if (F.isIntrinsic())
      continue;
    AttributeList Old = F.getAttributes();
    AttrBuilder FunctionAttrs(M.getContext());
    FunctionAttrs.addAttribute(Attribute::NoUnwind);
    F.setAttributes(
        AttributeList().addFnAttributes(M.getContext(), FunctionAttrs));
    // By-value and structure-return types say how a call works.
    for (unsigned I = 0; I != F.arg_size(); ++I)
      if (Type *T = Old.getParamByValType(I)) {
        F.addParamAttr(I, Attribute::getWithByValType(M.getContext(), T));
        if (MaybeAlign A = Old.getParamAlignment(I))
          F.addParamAttr(I, Attribute::getWithAlignment(M.getContext(), *A));
        if (Old.hasParamAttr(I, "nvvm.grid_constant"))
          F.addParamAttr(I,
                         Attribute::get(M.getContext(), "nvvm.grid_constant"));
        if (Old.hasParamAttr(I, Attribute::ReadOnly))
          F.addParamAttr(I, Attribute::ReadOnly);
      }
    F.setPersonalityFn(nullptr);
    F.setComdat(nullptr);
  }
}

void dropCallAttributes(CallBase &Call) {
  LLVMContext &C = Call.getContext();
  AttributeList Old = Call.getAttributes();
  AttributeList New;
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    if (Type *T = Old.getParamByValType(I))
      New = New.addParamAttribute(C, I, Attribute::getWithByValType(C, T));
    // elementtype and immarg-like markers are part of an intrinsic's syntax.
    if (Type *T = Old.getParamElementType(I))
      New = New.addParamAttribute(C, I,
                                  Attribute::get(C, Attribute::ElementType, T));
    if (MaybeAlign A = Old.getParamAlignment(I); A && Old.getParamByValType(I))
      New = New.addParamAttribute(C, I, Attribute::getWithAlignment(C, *A));
  }
  Call.setAttributes(New);
  if (auto *CI = dyn_cast<CallInst>(&Call))
    CI->setTailCallKind(CallInst::TCK_None);
}

/// x shifted by at least its width: 0, or the sign for ashr.
void defineShift(BinaryOperator *I) {
  auto *Amount = I->getOperand(1);
  unsigned Width = I->getType()->getScalarSizeInBits();
  if (auto *K = dyn_cast<ConstantInt>(Amount))
    if (K->getValue().ult(Width))
      return;
  IRBuilder<> B(I);
  Value *Limit = ConstantInt::get(I->getType(), Width - 1);
  Value *InRange = B.CreateICmpULE(Amount, Limit);
  Value *Safe = B.CreateSelect(InRange, Amount, Limit);
  if (I->getOpcode() == Instruction::AShr) {
    I->setOperand(1, Safe);
    return;
  }
  I->setOperand(1, Safe);
  B.SetInsertPoint(I->getNextNode());
  auto *Result = cast<Instruction>(
      B.CreateSelect(InRange, I, Constant::getNullValue(I->getType())));
  I->replaceUsesWithIf(Result, [&](Use &U) { return U.getUser() != Result; });
}

/// x/0 is all ones, x%0 is x; MIN/-1 wraps.
void defineDivision(BinaryOperator *I) {
  Value *X = I->getOperand(0), *Y = I->getOperand(1);
  bool Signed = I->getOpcode() == Instruction::SDiv ||
                I->getOpcode() == Instruction::SRem;
  bool Remainder = I->getOpcode() == Instruction::SRem ||
                   I->getOpcode() == Instruction::URem;
  if (auto *K = dyn_cast<ConstantInt>(Y))
    if (!K->isZero() && !(Signed && K->isMinusOne()))
      return;
  IRBuilder<> B(I);
  Type *T = I->getType();
  Value *IsZero = B.CreateICmpEQ(Y, Constant::getNullValue(T));
  Value *IsMinusOne = Signed ? B.CreateICmpEQ(Y, Constant::getAllOnesValue(T))
                             : Constant::getNullValue(IsZero->getType());
  Value *One = ConstantInt::get(T, 1);
  Value *Safe = B.CreateSelect(B.CreateOr(IsZero, IsMinusOne), One, Y);
  I->setOperand(1, Safe);
  B.SetInsertPoint(I->getNextNode());
  Value *ByZero = Remainder ? X : Constant::getAllOnesValue(T);
  Value *ByMinusOne = Remainder ? Constant::getNullValue(T) : B.CreateNeg(X);
  // With the divisor 1 the remainder is 0, which is right for -1, too.
  Value *Inner = Signed ? B.CreateSelect(IsMinusOne, ByMinusOne, I)
                        : static_cast<Value *>(I);
  Value *Result = B.CreateSelect(IsZero, ByZero, Inner);
  I->replaceUsesWithIf(Result, [&](Use &U) {
    return U.getUser() != Result && U.getUser() != Inner;
  });
}

void defineConversion(CastInst *I) {
  IRBuilder<> B(I);
  Intrinsic::ID Id = I->getOpcode() == Instruction::FPToSI
                         ? Intrinsic::fptosi_sat
                         : Intrinsic::fptoui_sat;
  Value *New = B.CreateIntrinsic(Id, {I->getDestTy(), I->getSrcTy()},
                                 {I->getOperand(0)});
  New->takeName(I);
  I->replaceAllUsesWith(New);
  I->eraseFromParent();
}

void visit(Instruction *I) {
  if (isa<DbgInfoIntrinsic>(I)) {
    I->eraseFromParent();
    return;
  }
  I->dropDbgRecords();
  I->dropPoisonGeneratingFlags();
  I->dropUnknownNonDebugMetadata();
  if (isa<FPMathOperator>(I))
    I->setFastMathFlags(FastMathFlags());
  if (auto *Intrin = dyn_cast<IntrinsicInst>(I)) {
    switch (Intrin->getIntrinsicID()) {
    case Intrinsic::assume:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::invariant_end:
    case Intrinsic::donothing:
    case Intrinsic::pseudoprobe:
      I->eraseFromParent();
      return;
    case Intrinsic::ctlz:
    case Intrinsic::cttz:
    case Intrinsic::abs:
      Intrin->setArgOperand(1, ConstantInt::getFalse(I->getContext()));
      break;
    default:
      break;
    }
  }
  if (auto *Call = dyn_cast<CallBase>(I)) {
    dropCallAttributes(*Call);
    return;
  }
  if (auto *Op = dyn_cast<BinaryOperator>(I)) {
    if (Op->isShift())
      defineShift(Op);
    else if (Op->isIntDivRem())
      defineDivision(Op);
  } else if (auto *Cast = dyn_cast<CastInst>(I)) {
    if (isa<FPToSIInst, FPToUIInst>(Cast))
      defineConversion(Cast);
  }
}

} // namespace

void tilechecks::simt::makeFlagFree(llvm::Module &M) {
  dropAttributes(M);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    // Not removeUnreachableBlocks: it takes undefined behaviour as a reason.
    EliminateUnreachableBlocks(F);
    for (Instruction &I : make_early_inc_range(instructions(F)))
      visit(&I);
  }
}
