//===- front/ParamMemory.cpp - what kernel parameters hold ----------------===//
#include "front/ParamMemory.h"
#include "front/Markers.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
namespace tilechecks::front {

/// Conversions of an address that keep what it points to.
static const Value *throughConversion(const Value *V) {
  if (isa<BitCastOperator, AddrSpaceCastOperator>(V))
    return cast<Operator>(V)->getOperand(0);
  if (const auto *Call = dyn_cast<CallInst>(V))
    if (const Function *F = Call->getCalledFunction())
      if (F->getName().starts_with("llvm.nvvm.internal.addrspace.wrap"))
        return Call->getArgOperand(0);
  return nullptr;
}

static bool isWritten(const Argument &A) {
  SmallVector<const Value *, 16> Work = {&A};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const Use &U : V->uses()) {
      const User *I = U.getUser();
      if (isa<LoadInst>(I))
        continue;
      if (isa<GEPOperator>(I) || throughConversion(I)) {
        if (I->getOperand(0) != V)
          return true;
        Work.push_back(I);
        continue;
      }
      if (const auto *M = dyn_cast<MemTransferInst>(I)) {
        if (M->getRawSource() == V && M->getRawDest() != V && !M->isVolatile())
          continue;
        return true;
      }
      if (const auto *II = dyn_cast<IntrinsicInst>(I))
        if (II->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(II))
          continue;
      if (isa<ICmpInst>(I))
        continue;
      if (isa<SelectInst, PHINode>(I)) {
        Work.push_back(I);
        continue;
      }
      if (markerKind(*cast<Instruction>(I)))
        continue;
      return true;
    }
  }
  return false;
}

ParamMemory::ParamMemory(Function &Kernel)
    : DL(Kernel.getParent()->getDataLayout()) {
  for (const Argument &A : Kernel.args())
    Modified.push_back(A.hasByValAttr() && isWritten(A));
}

std::optional<ParamMemory::Place> ParamMemory::placeOf(const Value *Ptr) const {
  int64_t Offset = 0;
  while (true) {
    if (const auto *A = dyn_cast<Argument>(Ptr)) {
      if (!A->hasByValAttr())
        return std::nullopt;
      return Place{A->getArgNo(), Offset};
    }
    if (const auto *G = dyn_cast<GEPOperator>(Ptr)) {
      APInt Step(DL.getIndexTypeSizeInBits(G->getType()), 0);
      if (Offset >= 0 && G->accumulateConstantOffset(DL, Step) &&
          Step.isNonNegative())
        Offset += Step.getSExtValue();
      else
        Offset = -1;
      Ptr = G->getPointerOperand();
      continue;
    }
    Ptr = throughConversion(Ptr);
    if (!Ptr)
      return std::nullopt;
  }
}

std::optional<ParamMemory::Place>
ParamMemory::launchKnownLoad(const Value *V) const {
  const auto *L = dyn_cast<LoadInst>(V);
  if (!L || L->isVolatile() || L->isAtomic())
    return std::nullopt;
  auto P = placeOf(L->getPointerOperand());
  if (!P || P->OffsetBytes < 0 || Modified[P->Param])
    return std::nullopt;
  const Argument *A = L->getFunction()->getArg(P->Param);
  uint64_t Size = DL.getTypeAllocSize(A->getParamByValType());
  uint64_t End = uint64_t(P->OffsetBytes) + DL.getTypeStoreSize(L->getType());
  return End <= Size ? P : std::nullopt;
}

} // namespace tilechecks::front
