//===- front/Cleaning.cpp - dropping what states facts without proof ------===//
#include "front/Clone.h"
#include "front/Markers.h"

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
namespace tilechecks::front {

static bool carriesIntegerFlag(const Instruction &I) {
  if (const auto *B = dyn_cast<OverflowingBinaryOperator>(&I))
    return B->hasNoSignedWrap() || B->hasNoUnsignedWrap();
  if (const auto *B = dyn_cast<PossiblyExactOperator>(&I))
    return B->isExact();
  if (const auto *B = dyn_cast<PossiblyDisjointInst>(&I))
    return B->isDisjoint();
  if (const auto *B = dyn_cast<PossiblyNonNegInst>(&I))
    return B->hasNonNeg();
  if (const auto *B = dyn_cast<TruncInst>(&I))
    return B->hasNoSignedWrap() || B->hasNoUnsignedWrap();
  if (const auto *B = dyn_cast<ICmpInst>(&I))
    return B->hasSameSign();
  return false;
}

bool hasArithmeticFlags(const Function &F) {
  return any_of(instructions(F), carriesIntegerFlag);
}

static constexpr StringLiteral PromiseMetadata = "tilechecks.promise";
enum PromiseBits : unsigned { NoSignedWrap = 1, NoUnsignedWrap = 2, Other = 4 };

/// What the flags of I said stays with it, for the debts.
static void rememberPromise(Instruction &I) {
  unsigned Bits = Other;
  if (const auto *B = dyn_cast<OverflowingBinaryOperator>(&I))
    Bits = (B->hasNoSignedWrap() ? NoSignedWrap : 0) |
           (B->hasNoUnsignedWrap() ? NoUnsignedWrap : 0);
  LLVMContext &C = I.getContext();
  I.setMetadata(PromiseMetadata,
                MDNode::get(C, ConstantAsMetadata::get(ConstantInt::get(
                                   Type::getInt32Ty(C), Bits))));
}

Promise promiseOf(const Instruction &I) {
  const MDNode *N = I.getMetadata(PromiseMetadata);
  if (!N)
    return {};
  const auto Bits =
      mdconst::extract<ConstantInt>(N->getOperand(0))->getZExtValue();
  return {(Bits & NoSignedWrap) != 0, (Bits & NoUnsignedWrap) != 0,
          (Bits & Other) != 0};
}

void forgetPromises(Function &F) {
  for (Instruction &I : instructions(F))
    I.setMetadata(PromiseMetadata, nullptr);
}

static AttributeMask attributesThatAssume() {
  AttributeMask M;
  for (Attribute::AttrKind K :
       {Attribute::NoUndef, Attribute::NonNull, Attribute::Range,
        Attribute::Dereferenceable, Attribute::DereferenceableOrNull,
        Attribute::Returned, Attribute::NoFPClass})
    M.addAttribute(K);
  return M;
}

/// `llvm.loop` without the promise that the loop makes progress.
static void dropLoopProgress(Instruction &I) {
  MDNode *Loop = I.getMetadata(LLVMContext::MD_loop);
  if (!Loop)
    return;
  SmallVector<Metadata *, 4> Kept = {nullptr};
  for (const MDOperand &Op : drop_begin(Loop->operands())) {
    const auto *N = dyn_cast_or_null<MDNode>(Op.get());
    const auto *Name = N && N->getNumOperands()
                           ? dyn_cast_or_null<MDString>(N->getOperand(0))
                           : nullptr;
    if (!Name || Name->getString() != "llvm.loop.mustprogress")
      Kept.push_back(Op.get());
  }
  if (Kept.size() == Loop->getNumOperands())
    return;
  MDNode *New = nullptr;
  if (Kept.size() > 1) {
    New = MDNode::getDistinct(I.getContext(), Kept);
    New->replaceOperandWith(0, New);
  }
  I.setMetadata(LLVMContext::MD_loop, New);
}

bool cleanFunction(Function &F) {
  const AttributeMask Assuming = attributesThatAssume();
  for (Attribute::AttrKind K :
       {Attribute::OptimizeNone, Attribute::NoInline, Attribute::MustProgress,
        Attribute::WillReturn, Attribute::Memory, Attribute::AlwaysInline,
        Attribute::InlineHint})
    F.removeFnAttr(K);
  F.removeRetAttrs(Assuming);
  for (unsigned I = 0; I < F.arg_size(); ++I)
    F.removeParamAttrs(I, Assuming);

  bool HadAssumption = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *A = dyn_cast<AssumeInst>(&I)) {
      HadAssumption = true;
      keepAssumption(*A);
      continue;
    }
    if (carriesIntegerFlag(I)) {
      rememberPromise(I);
      I.dropPoisonGeneratingFlags();
    }
    for (unsigned K :
         {LLVMContext::MD_range, LLVMContext::MD_nonnull,
          LLVMContext::MD_noundef, LLVMContext::MD_dereferenceable,
          LLVMContext::MD_dereferenceable_or_null, LLVMContext::MD_align})
      I.setMetadata(K, nullptr);
    dropLoopProgress(I);
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      AttributeList L = Call->getAttributes();
      L = L.removeRetAttributes(I.getContext(), Assuming);
      for (unsigned A = 0; A < Call->arg_size(); ++A)
        L = L.removeParamAttributes(I.getContext(), A, Assuming);
      L = L.removeFnAttribute(I.getContext(), Attribute::NoInline);
      if (!markerKind(I))
        L = L.removeFnAttribute(I.getContext(), Attribute::Memory);
      Call->setAttributes(L);
    }
  }
  return HadAssumption;
}

} // namespace tilechecks::front
