//===- emission/Assumed.cpp - loads of memory that nobody writes ----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Assumed.h"

#include "core/TensorType.h"
#include "front/Markers.h"
#include "front/ParamMemory.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

namespace {

/// Recognises the header's address of an element of a tensor parameter.
class ElementAddress {
public:
  explicit ElementAddress(const front::KernelClone &Clone)
      : P(*Clone.P), Params(*Clone.Functions[0]),
        DL(Clone.Kernel->getParent()->getDataLayout()) {}

  /// The parameter of whose elements Bytes at Ptr are a part; else None.
  int paramOf(const Value *Ptr, uint64_t Bytes);

private:
  const Value *plain(const Value *V) const;
  bool isExtent(const Value *V, size_t Axis) const;
  bool isIndex(const Value *V, size_t Axis) const;
  bool isRight(const Value *V, size_t Axes) const;
  bool isLeft(const Value *V, size_t Axis) const;
  bool isOffset(const Value *V) const;

  const Problem &P;
  front::ParamMemory Params;
  const DataLayout &DL;
  unsigned Param = 0; ///< whose offset is being looked at
  TensorType Type;
};

} // namespace

/// Without conversions between widths that hold every extent, index and offset
/// of the tensor: they do not change a value between 0 and the reach.
const Value *ElementAddress::plain(const Value *V) const {
  while (true) {
    const auto *Cast = dyn_cast<CastInst>(V);
    if (Cast && isa<SExtInst, ZExtInst, TruncInst>(Cast) &&
        Cast->getSrcTy()->isIntegerTy() &&
        std::min(Cast->getSrcTy()->getIntegerBitWidth(),
                 Cast->getDestTy()->getIntegerBitWidth()) >= Type.IndexBits) {
      V = Cast->getOperand(0);
      continue;
    }
    const auto *Phi = dyn_cast<PHINode>(V); // of LCSSA
    if (!Phi || Phi->getNumIncomingValues() != 1)
      return V;
    V = Phi->getIncomingValue(0);
  }
}

bool ElementAddress::isExtent(const Value *V, size_t Axis) const {
  V = plain(V);
  const Int Static = Type.Extents[Axis];
  if (Static >= 0) {
    const auto *C = dyn_cast<ConstantInt>(V);
    return C && C->getValue().getSignificantBits() <= 64 &&
           Int(C->getSExtValue()) == Static;
  }
  auto Place = Params.launchKnownLoad(V);
  return Place && Place->Param == Param &&
         uint64_t(Place->OffsetBytes) == Type.offsetOf(Axis) &&
         V->getType()->isIntegerTy(Type.IndexBits);
}

/// The result of a check against the extent of Axis.
bool ElementAddress::isIndex(const Value *V, size_t Axis) const {
  const auto *Call = dyn_cast<CallInst>(plain(V));
  auto Kind = Call ? front::markerKind(*Call) : std::nullopt;
  if (!Kind || !front::isCheck(*Kind))
    return false;
  std::vector<front::FrontError> Errors;
  auto Check = front::decodeCheck(*Call, Errors);
  return Check && Check->Form == AccessForm::Element && Check->Tile == 0 &&
         Check->Span == 1 && Check->Width >= Type.IndexBits &&
         isExtent(Check->Extent, Axis);
}

/// Applies Holds to the operands of a binary operation, in both orders.
template <class F>
static bool eitherWay(const Value *V, unsigned Opcode, F Holds) {
  const auto *Op = dyn_cast<BinaryOperator>(V);
  return Op && Op->getOpcode() == Opcode &&
         (Holds(Op->getOperand(0), Op->getOperand(1)) ||
          Holds(Op->getOperand(1), Op->getOperand(0)));
}

/// (i0 * e1 + i1) * e2 + i2, of the first Axes axes.
bool ElementAddress::isRight(const Value *V, size_t Axes) const {
  const size_t Last = Axes - 1;
  if (Last == 0)
    return isIndex(V, 0);
  return eitherWay(plain(V), Instruction::Add, [&](auto *Rows, auto *Index) {
    return isIndex(Index, Last) &&
           eitherWay(plain(Rows), Instruction::Mul, [&](auto *Row, auto *Size) {
             return isExtent(Size, Last) && isRight(Row, Last);
           });
  });
}

/// i0 + e0 * (i1 + e1 * i2), from Axis on.
bool ElementAddress::isLeft(const Value *V, size_t Axis) const {
  if (Axis + 1 == Type.Extents.size())
    return isIndex(V, Axis);
  return eitherWay(plain(V), Instruction::Add, [&](auto *Index, auto *Rest) {
    return isIndex(Index, Axis) &&
           eitherWay(plain(Rest), Instruction::Mul, [&](auto *Size, auto *Row) {
             return isExtent(Size, Axis) && isLeft(Row, Axis + 1);
           });
  });
}

bool ElementAddress::isOffset(const Value *V) const {
  if (Type.Extents.empty())
    return false;
  if (Type.Layout == "layout_right")
    return isRight(V, Type.Extents.size());
  return Type.Layout == "layout_left" && isLeft(V, 0);
}

int ElementAddress::paramOf(const Value *Ptr, uint64_t Bytes) {
  auto WithoutCasts = [](const Value *V) {
    while (isa<AddrSpaceCastOperator, BitCastOperator>(V))
      V = cast<Operator>(V)->getOperand(0);
    return V;
  };
  const auto *Step = dyn_cast<GEPOperator>(WithoutCasts(Ptr));
  if (!Step || Step->getNumIndices() != 1)
    return None;
  const Value *Data = WithoutCasts(Step->getPointerOperand());
  auto Place = Params.launchKnownLoad(Data);
  if (!Place || Place->OffsetBytes != 0 || !Data->getType()->isPointerTy() ||
      Place->Param >= P.Params.size())
    return None;
  auto Parsed = parseTensor(P.Params[Place->Param].Type);
  if (!Parsed || Parsed->ElementBytes == 0 || Bytes > Parsed->ElementBytes ||
      DL.getTypeAllocSize(Step->getSourceElementType()) != Parsed->ElementBytes)
    return None;
  Param = Place->Param;
  Type = std::move(*Parsed);
  return isOffset(Step->getOperand(1)) ? int(Param) : None;
}

/// Memory that no tensor parameter of a launch can be in.
static bool isOwnMemory(const Value *Ptr) {
  static constexpr unsigned SharedAddressSpace = 3;
  const Value *Base = getUnderlyingObject(Ptr, /*MaxLookup=*/0);
  const auto *Global = dyn_cast<GlobalVariable>(Base);
  return isa<AllocaInst>(Base) ||
         (Global && Global->getAddressSpace() == SharedAddressSpace);
}

/// Writes nothing but own memory, and waits for nobody outside the block.
static bool isHarmless(const CallBase &Call) {
  if (auto Kind = front::markerKind(Call))
    return *Kind != front::MarkerKind::Unchecked;
  if (front::endsThread(Call))
    return true;
  if (const auto *Copy = dyn_cast<MemIntrinsic>(&Call))
    return !Copy->isVolatile() && isOwnMemory(Copy->getRawDest());
  const auto *II = dyn_cast<IntrinsicInst>(&Call);
  if (!II)
    return false;
  switch (II->getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_sync_aligned_all:
  case Intrinsic::nvvm_bar_warp_sync:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
    return true;
  default:
    return II->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(II) ||
           II->doesNotAccessMemory();
  }
}

ReadOnlyLoads emission::findReadOnlyLoads(const front::KernelClone &Clone) {
  const Problem &P = *Clone.P;
  // What could not be inlined is not looked at.
  if (Clone.Functions.size() != 1 || !P.Obligations.empty() ||
      P.Attrs.UncheckedAccesses)
    return {};
  ElementAddress Address(Clone);
  const DataLayout &DL = Clone.Kernel->getParent()->getDataLayout();
  ReadOnlyLoads Found;
  for (Instruction &I : instructions(*Clone.Functions[0])) {
    if (I.isVolatile() || I.isAtomic())
      return {};
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      int Param = Address.paramOf(Load->getPointerOperand(),
                                  DL.getTypeStoreSize(Load->getType()));
      if (Param != None)
        Found.Loads.push_back({Load, Param});
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      if (isOwnMemory(Store->getPointerOperand()))
        continue;
      int Param = Address.paramOf(
          Store->getPointerOperand(),
          DL.getTypeStoreSize(Store->getValueOperand()->getType()));
      if (Param == None)
        return {};
      Found.Written.insert(Param);
    } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
      if (!isHarmless(*Call))
        return {};
    } else if (I.mayWriteToMemory()) {
      return {};
    }
  }
  std::erase_if(Found.Loads, [&](const ReadOnlyLoads::Load &L) {
    return Found.Written.count(L.Param) != 0;
  });
  return Found;
}

std::vector<LoadInst *>
emission::invariantLoads(const ReadOnlyLoads &Found, const Plan &ThePlan) {
  static constexpr uint32_t PointerBits = 64;
  // Pairs of parameters whose data pointers one assumption compares.
  std::set<std::pair<int, int>> Apart;
  for (const LaunchCheck &Check : ThePlan.LaunchChecks) {
    if (Check.Kind != Origin::Assumption)
      continue;
    std::set<int> Pointers;
    forEachAtom(Check.Condition, [&](const Term *T) {
      if (T->A == Atom::param(T->A.A, 0, PointerBits))
        Pointers.insert(int(T->A.A));
    });
    if (Pointers.size() == 2)
      Apart.insert({*Pointers.begin(), *Pointers.rbegin()});
  }
  std::vector<LoadInst *> Loads;
  for (const ReadOnlyLoads::Load &L : Found.Loads)
    if (!Found.Written.empty() && all_of(Found.Written, [&](int Written) {
          return Apart.count(std::minmax(L.Param, Written)) != 0;
        }))
      Loads.push_back(L.I);
  return Loads;
}
