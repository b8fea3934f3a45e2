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

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <map>

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
  bool isIndex(const Value *V, size_t Axis);
  bool isRight(const Value *V, size_t Axes);
  bool isLeft(const Value *V, size_t Axis);
  bool isOffset(const Value *V);
  size_t contiguousAxis() const {
    return Type.Layout == "layout_left" ? 0 : Type.Extents.size() - 1;
  }

  const Problem &P;
  front::ParamMemory Params;
  const DataLayout &DL;
  unsigned Param = 0; ///< whose offset is being looked at
  TensorType Type;
  uint64_t Span = 1; ///< checked elements from the address on
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

/// The result of a check against the extent of Axis, of one element or of the
/// neighbours that a vector has.
bool ElementAddress::isIndex(const Value *V, size_t Axis) {
  const auto *Call = dyn_cast<CallInst>(plain(V));
  auto Kind = Call ? front::markerKind(*Call) : std::nullopt;
  if (!Kind || !front::isCheck(*Kind))
    return false;
  std::vector<front::FrontError> Errors;
  auto Check = front::decodeCheck(*Call, Errors);
  if (!Check || Check->Tile != 0 || Check->Width < Type.IndexBits ||
      (Check->Form != AccessForm::Element &&
       Check->Form != AccessForm::Vector) ||
      !isExtent(Check->Extent, Axis))
    return false;
  if (Axis == contiguousAxis())
    Span = uint64_t(Check->Span);
  return Check->Span == 1 || Axis == contiguousAxis();
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
bool ElementAddress::isRight(const Value *V, size_t Axes) {
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
bool ElementAddress::isLeft(const Value *V, size_t Axis) {
  if (Axis + 1 == Type.Extents.size())
    return isIndex(V, Axis);
  return eitherWay(plain(V), Instruction::Add, [&](auto *Index, auto *Rest) {
    return isIndex(Index, Axis) &&
           eitherWay(plain(Rest), Instruction::Mul, [&](auto *Size, auto *Row) {
             return isExtent(Size, Axis) && isLeft(Row, Axis + 1);
           });
  });
}

bool ElementAddress::isOffset(const Value *V) {
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
  // A part of a vector: constant steps from its first element.
  Ptr = WithoutCasts(Ptr);
  APInt Part(DL.getIndexTypeSizeInBits(Ptr->getType()), 0);
  const auto *Step = dyn_cast<GEPOperator>(Ptr);
  while (Step && Step->hasAllConstantIndices() &&
         Step->accumulateConstantOffset(DL, Part))
    Step = dyn_cast<GEPOperator>(WithoutCasts(Step->getPointerOperand()));
  if (!Step || Step->getNumIndices() != 1 || Part.isNegative())
    return None;
  const Value *Data = WithoutCasts(Step->getPointerOperand());
  auto Place = Params.launchKnownLoad(Data);
  if (!Place || Place->OffsetBytes != 0 || !Data->getType()->isPointerTy() ||
      Place->Param >= P.Params.size())
    return None;
  auto Parsed = parseTensor(P.Params[Place->Param].Type);
  if (!Parsed || Parsed->ElementBytes == 0 ||
      DL.getTypeAllocSize(Step->getSourceElementType()) != Parsed->ElementBytes)
    return None;
  Param = Place->Param;
  Type = std::move(*Parsed);
  Span = 1;
  return isOffset(Step->getOperand(1)) &&
                 Part.getZExtValue() + Bytes <= Span * Type.ElementBytes
             ? int(Param)
             : None;
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
  if (!II) {
    // libdevice asks how it was compiled.
    const Function *Callee = Call.getCalledFunction();
    return Callee && Callee->getName() == "__nvvm_reflect";
  }
  switch (II->getIntrinsicID()) {
  case Intrinsic::nvvm_shfl_sync_bfly_f32:
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
  case Intrinsic::nvvm_shfl_sync_down_f32:
  case Intrinsic::nvvm_shfl_sync_down_i32:
  case Intrinsic::nvvm_shfl_sync_up_f32:
  case Intrinsic::nvvm_shfl_sync_up_i32:
  case Intrinsic::nvvm_shfl_sync_idx_f32:
  case Intrinsic::nvvm_shfl_sync_idx_i32:
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

/// The bytes that a copy of a vector moves: as many as one load or store can,
/// at an address that is a multiple of them. 0 for every other copy.
static uint64_t vectorBytes(const MemCpyInst &Copy) {
  const auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Length || Copy.isVolatile())
    return 0;
  const uint64_t Bytes = Length->getZExtValue();
  const bool IsOne = Bytes == 4 || Bytes == 8 || Bytes == 16;
  return IsOne && Copy.getSourceAlign().valueOrOne() >= Bytes &&
                 Copy.getDestAlign().valueOrOne() >= Bytes
             ? Bytes
             : 0;
}

TensorAccesses emission::findTensorAccesses(const front::KernelClone &Clone) {
  const Problem &P = *Clone.P;
  // What could not be inlined is not looked at.
  if (Clone.Functions.size() != 1 || !P.Obligations.empty() ||
      P.Attrs.UncheckedAccesses)
    return {};
  ElementAddress Address(Clone);
  const DataLayout &DL = Clone.Kernel->getParent()->getDataLayout();
  TensorAccesses Found;
  auto Writes = [&](Instruction &I, const Value *To, uint64_t Bytes) {
    if (isOwnMemory(To))
      return true;
    const int Param = Bytes ? Address.paramOf(To, Bytes) : None;
    if (Param == None)
      return false;
    Found.Stores.push_back({&I, Param});
    Found.Written.insert(Param);
    return true;
  };
  auto Reads = [&](Instruction &I, const Value *From, uint64_t Bytes) {
    if (int Param = Address.paramOf(From, Bytes); Param != None)
      Found.Loads.push_back({&I, Param});
  };
  for (Instruction &I : instructions(*Clone.Functions[0])) {
    if (I.isVolatile() || I.isAtomic())
      return {};
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      Reads(I, Load->getPointerOperand(), DL.getTypeStoreSize(Load->getType()));
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      if (!Writes(I, Store->getPointerOperand(),
                  DL.getTypeStoreSize(Store->getValueOperand()->getType())))
        return {};
    } else if (auto *Copy = dyn_cast<MemCpyInst>(&I);
               Copy && vectorBytes(*Copy)) {
      if (!Writes(I, Copy->getRawDest(), vectorBytes(*Copy)))
        return {};
      Reads(I, Copy->getRawSource(), vectorBytes(*Copy));
    } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
      if (!isHarmless(*Call))
        return {};
    } else if (I.mayWriteToMemory()) {
      return {};
    }
  }
  return Found;
}

namespace {

/// What the plan's assumptions say of the accesses, put into one body.
class Disjointness {
public:
  Disjointness(const TensorAccesses &Found, const Plan &ThePlan, CopyOf Copy);
  void run();

private:
  bool areApart(int A, int B) const {
    return Apart.count(std::minmax(A, B)) != 0;
  }
  bool isInvariant(int Param) const {
    return !Found.Written.empty() && all_of(Found.Written, [&](int Written) {
      return areApart(Param, Written);
    });
  }
  void splitCopies();
  void mark(Instruction &I, int Param);
  void unrollLoops(Function &F);

  const TensorAccesses &Found;
  CopyOf Copy;
  std::set<std::pair<int, int>> Apart; ///< parameters, the lower one first
  std::map<int, MDNode *> Scopes;
  std::map<Instruction *, Instruction *> LoadOf, StoreOf; ///< of split copies
};

} // namespace

Disjointness::Disjointness(const TensorAccesses &Found, const Plan &ThePlan, CopyOf Copy)
    : Found(Found), Copy(Copy) {
  static constexpr uint32_t PointerBits = 64;
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
}

/// A copy has two sides, of which each says something else: a load and a store.
void Disjointness::splitCopies() {
  for (const auto *Accesses : {&Found.Loads, &Found.Stores})
    for (const TensorAccesses::Access &A : *Accesses) {
      auto *Both = dyn_cast<MemCpyInst>(Copy(A.I));
      if (!Both || !Scopes.count(A.Param) || LoadOf.count(A.I))
        continue;
      IRBuilder<> B(Both);
      const uint64_t Words = vectorBytes(*Both) / 4;
      Type *T = B.getInt32Ty();
      if (Words > 1)
        T = FixedVectorType::get(T, unsigned(Words));
      LoadInst *Load =
          B.CreateAlignedLoad(T, Both->getRawSource(), Both->getSourceAlign());
      LoadOf[A.I] = Load;
      StoreOf[A.I] =
          B.CreateAlignedStore(Load, Both->getRawDest(), Both->getDestAlign());
    }
}

void Disjointness::mark(Instruction &I, int Param) {
  SmallVector<Metadata *, 4> Others;
  for (const auto &[Other, Scope] : Scopes)
    if (areApart(Param, Other))
      Others.push_back(Scope);
  if (Others.empty())
    return;
  LLVMContext &C = I.getContext();
  auto Add = [&](unsigned Kind, MDNode *Scopes) {
    I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), Scopes));
  };
  Add(LLVMContext::MD_alias_scope, MDNode::get(C, {Scopes[Param]}));
  Add(LLVMContext::MD_noalias, MDNode::get(C, Others));
  if (isa<LoadInst>(I) && isInvariant(Param))
    I.setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
}

void Disjointness::run() {
  if (Apart.empty())
    return;
  Function &F = *Copy(Found.Loads.front().I)->getFunction();
  MDBuilder MDB(F.getContext());
  MDNode *Domain = MDB.createAnonymousAliasScopeDomain(F.getName());
  for (const auto &[A, B] : Apart)
    for (int Param : {A, B})
      if (MDNode *&Scope = Scopes[Param]; !Scope)
        Scope = MDB.createAnonymousAliasScope(Domain);
  splitCopies();
  for (const TensorAccesses::Access &A : Found.Loads)
    if (Instruction *I = LoadOf.count(A.I) ? LoadOf[A.I] : Copy(A.I);
        isa<LoadInst>(I))
      mark(*I, A.Param);
  for (const TensorAccesses::Access &A : Found.Stores)
    if (Instruction *I = StoreOf.count(A.I) ? StoreOf[A.I] : Copy(A.I);
        isa<StoreInst>(I))
      mark(*I, A.Param);
  for (const auto &[Both, Load] : LoadOf)
    Copy(Both)->eraseFromParent();
  unrollLoops(F);
}

/// Loops whose loads may now come before the stores of earlier turns. A turn of
/// small loads leaves memory idle, and the unroller does not know that a
/// division before the loop is worth it: softmax took 226 instead of 242 us. 16
/// bytes a thread are enough at once: gather went from 106 to 123 us with it.
void Disjointness::unrollLoops(Function &F) {
  static constexpr unsigned Turns = 4, EnoughBytes = 16;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (llvm::Loop *L : LI.getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->getLoopLatch() || L->getLoopID())
      continue;
    uint64_t Read = 0;
    bool Writes = false, MeetsOthers = false;
    for (BasicBlock *Block : L->blocks())
      for (Instruction &I : *Block) {
        if (isa<LoadInst>(I) && I.hasMetadata(LLVMContext::MD_invariant_load))
          Read += DL.getTypeStoreSize(I.getType());
        Writes |= isa<StoreInst>(I) && I.hasMetadata(LLVMContext::MD_noalias);
        MeetsOthers |= front::isConvergent(I);
      }
    if (Read > 0 && Read < EnoughBytes && Writes && !MeetsOthers)
      addStringMetadataToLoop(L, "llvm.loop.unroll.count", Turns);
  }
}

void emission::applyDisjointness(const TensorAccesses &Found,
                                 const Plan &ThePlan, CopyOf Copy) {
  Disjointness(Found, ThePlan, Copy).run();
}

static bool hasAsyncCopies(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *II = dyn_cast<IntrinsicInst>(&I);
    if (!II)
      return false;
    switch (II->getIntrinsicID()) {
    case Intrinsic::nvvm_cp_async_ca_shared_global_4:
    case Intrinsic::nvvm_cp_async_ca_shared_global_4_s:
    case Intrinsic::nvvm_cp_async_ca_shared_global_8:
    case Intrinsic::nvvm_cp_async_ca_shared_global_8_s:
    case Intrinsic::nvvm_cp_async_ca_shared_global_16:
    case Intrinsic::nvvm_cp_async_ca_shared_global_16_s:
    case Intrinsic::nvvm_cp_async_cg_shared_global_16:
    case Intrinsic::nvvm_cp_async_cg_shared_global_16_s:
      return true;
    default:
      return false;
    }
  });
}

bool emission::wantsConditions(const front::KernelClone &Clone) {
  return Clone.Kernel->getFnAttributeAsParsedInteger("nvvm.minctasm", 1) < 2 ||
         !hasAsyncCopies(*Clone.Functions[0]);
}

/// data + (rows + columns) as (data + rows) + columns, so that the part that a
/// loop does not change can leave it. The sum must be known not to wrap around:
/// in 32 bits it could, after which the two differ.
static void splitAddress(Instruction &Sum) {
  if (Sum.getOpcode() != Instruction::Add || !Sum.hasOneUse())
    return;
  auto *Wide = dyn_cast<SExtInst>(Sum.user_back());
  auto *Address = Wide && Wide->hasOneUse()
                      ? dyn_cast<GetElementPtrInst>(Wide->user_back())
                      : nullptr;
  if (!Address || Address->getNumIndices() != 1)
    return;
  IRBuilder<> B(Address);
  Value *To = Address->getPointerOperand();
  for (Value *Part : Sum.operands())
    To = B.CreateGEP(Address->getSourceElementType(), To,
                     B.CreateSExt(Part, Wide->getType()));
  Address->replaceAllUsesWith(To);
}

void emission::applyAnswers(const front::KernelClone &Clone,
                            const std::vector<Answer> &Answers, CopyOf Copy) {
  const bool Splits = hasAsyncCopies(*Clone.Functions[0]);
  for (auto [Q, I, A] : zip_equal(Clone.Questions, Clone.Asked, Answers)) {
    if (A == Answer::Unknown)
      continue;
    Instruction *Mine = Copy(I);
    switch (Q.What) {
    case Question::Condition:
      Mine->replaceAllUsesWith(
          ConstantInt::getBool(Mine->getContext(), A == Answer::True));
      break;
    case Question::NoSignedWrap:
      Mine->setHasNoSignedWrap();
      if (Splits)
        splitAddress(*Mine);
      break;
    case Question::NoUnsignedWrap:
      Mine->setHasNoUnsignedWrap();
      break;
    }
  }
}
