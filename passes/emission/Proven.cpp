//===- emission/Proven.cpp - loads whose checks stand elsewhere ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Proven.h"

#include "front/Markers.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

/// Without conversions between address spaces and phis of one way (LCSSA).
static const Value *plainPointer(const Value *V) {
  while (true) {
    if (isa<AddrSpaceCastOperator>(V))
      V = cast<Operator>(V)->getOperand(0);
    else if (const auto *Phi = dyn_cast<PHINode>(V);
             Phi && Phi->getNumIncomingValues() == 1)
      V = Phi->getIncomingValue(0);
    else
      return V;
  }
}

namespace {

class Offset {
public:
  Offset(const Value *Data, const front::ParamMemory &Params)
      : Data(plainPointer(Data)), Params(Params) {}
  bool collect(const Value *V);
  SmallVector<const CallInst *, 4> Checks;

private:
  bool isData(const Value *V) const;
  bool isOwnCheck(const CallInst &Call) const;

  const Value *Data;
  const front::ParamMemory &Params;
};

} // namespace

/// The same memory of a parameter is loaded anew for each use.
bool Offset::isData(const Value *V) const {
  V = plainPointer(V);
  const auto Own = Params.launchKnownLoad(Data),
             Other = Params.launchKnownLoad(V);
  return V == Data || (Own && Other && Own->Param == Other->Param &&
                       Own->OffsetBytes == Other->OffsetBytes);
}

bool Offset::isOwnCheck(const CallInst &Call) const {
  const auto Kind = front::markerKind(Call);
  if (!Kind || !front::isCheck(*Kind))
    return false;
  std::vector<front::FrontError> Errors;
  const auto Check = front::decodeCheck(Call, Errors);
  return Check && Check->Tile == 0 && Check->Span == 1 &&
         (Check->Form == AccessForm::Element ||
          Check->Form == AccessForm::Shared) &&
         isData(Check->Data);
}

bool Offset::collect(const Value *V) {
  if (isa<ConstantInt>(V) || Params.launchKnownLoad(V))
    return true;
  if (const auto *Call = dyn_cast<CallInst>(V)) {
    Checks.push_back(Call);
    return isOwnCheck(*Call);
  }
  if (const auto *Cast = dyn_cast<CastInst>(V))
    return isa<SExtInst, ZExtInst, TruncInst>(Cast) &&
           collect(Cast->getOperand(0));
  if (const auto *Phi = dyn_cast<PHINode>(V))
    return Phi->getNumIncomingValues() == 1 &&
           collect(Phi->getIncomingValue(0));
  const auto *Op = dyn_cast<BinaryOperator>(V);
  return Op &&
         (Op->getOpcode() == Instruction::Add ||
          Op->getOpcode() == Instruction::Mul) &&
         collect(Op->getOperand(0)) && collect(Op->getOperand(1));
}

SmallVector<const CallInst *, 4>
emission::checksOf(const LoadInst &Load, const front::ParamMemory &Params) {
  const auto *Step =
      dyn_cast<GEPOperator>(plainPointer(Load.getPointerOperand()));
  if (!Step || Step->getNumIndices() != 1)
    return {};
  const DataLayout &DL = Load.getModule()->getDataLayout();
  if (DL.getTypeStoreSize(Load.getType()) >
      DL.getTypeAllocSize(Step->getResultElementType()))
    return {};
  Offset Of(Step->getPointerOperand(), Params);
  if (!Of.collect(Step->getOperand(1)))
    return {};
  return Of.Checks;
}
