//===- emission/MarkerCall.cpp - a marker call and what it asks -----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/MarkerCall.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

std::optional<MarkerKind> emission::markerKind(const Function *F) {
  StringRef Name = F ? F->getName() : StringRef();
  if (!Name.consume_back("__needs_fpass_plugin_libTileChecks"))
    return std::nullopt;
  return StringSwitch<std::optional<MarkerKind>>(Name)
      .Cases({"tilechecks_check_i32", "tilechecks_check_i64"}, MarkerKind::Check)
      .Case("tilechecks_require", MarkerKind::Require)
      .Case("tilechecks_contract", MarkerKind::Contract)
      .Case("tilechecks_entry", MarkerKind::Entry)
      .Case("tilechecks_unchecked", MarkerKind::Unchecked)
      .Default(std::nullopt);
}

std::optional<MarkerKind> emission::markerKind(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  return Call ? markerKind(Call->getCalledFunction()) : std::nullopt;
}

std::optional<CheckMarker> CheckMarker::read(CallInst *Call) {
  if (markerKind(*Call) != MarkerKind::Check || Call->arg_size() < 6)
    return std::nullopt;
  auto *Tile = dyn_cast<ConstantInt>(Call->getArgOperand(2));
  auto *Kind = dyn_cast<ConstantInt>(Call->getArgOperand(5));
  if (!Tile || !Kind || Tile->isNegative())
    return std::nullopt;
  const uint64_t Bits = Kind->getZExtValue();
  CheckMarker C;
  C.Call = Call;
  C.Index = Call->getArgOperand(0);
  C.Extent = Call->getArgOperand(1);
  C.Tile = Tile->getZExtValue();
  C.Span = std::max<uint64_t>(1, (Bits >> 16) & 0xffff);
  C.UnsignedIndex = Bits >> 8 & 1;
  C.UnsignedExtent = Bits >> 9 & 1;
  return C;
}

Value *emission::violatedByCount(IRBuilderBase &B, const CheckMarker &C) {
  Type *Ty = C.Index->getType();
  const unsigned Width = Ty->getIntegerBitWidth();
  Value *Zero = ConstantInt::get(Ty, 0);
  // No index is valid under a negative extent.
  Value *Count = C.UnsignedExtent
                     ? C.Extent
                     : B.CreateBinaryIntrinsic(Intrinsic::smax, C.Extent, Zero);
  if (C.Tile > 1) {
    // The i with i*t < e are those below ceil(e/t).
    Value *Tile = ConstantInt::get(Ty, C.Tile);
    Value *Rest = B.CreateURem(Count, Tile);
    Count = B.CreateAdd(B.CreateUDiv(Count, Tile),
                        B.CreateZExt(B.CreateICmpNE(Rest, Zero), Ty));
  } else if (C.Tile == 0 && C.Span > 1) {
    Count = B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Count,
                                    ConstantInt::get(Ty, C.Span - 1));
  }
  if (!C.UnsignedIndex && C.UnsignedExtent)
    Count = B.CreateBinaryIntrinsic(
        Intrinsic::umin, Count,
        ConstantInt::get(Ty, APInt::getSignedMinValue(Width)));
  return B.CreateICmpUGE(C.Index, Count);
}

Value *emission::violatedTwoSided(IRBuilderBase &B, const CheckMarker &C) {
  const unsigned Width = C.Index->getType()->getIntegerBitWidth();
  Type *Wide = B.getIntNTy(2 * Width);
  Value *Index = C.UnsignedIndex ? B.CreateZExt(C.Index, Wide)
                                 : B.CreateSExt(C.Index, Wide);
  Value *Extent = C.UnsignedExtent ? B.CreateZExt(C.Extent, Wide)
                                   : B.CreateSExt(C.Extent, Wide);
  Value *Below = B.CreateICmpSLT(Index, ConstantInt::get(Wide, 0));
  Value *Last = C.Tile
                    ? B.CreateMul(Index, ConstantInt::get(Wide, C.Tile))
                    : B.CreateAdd(Index, ConstantInt::get(Wide, C.Span - 1));
  return B.CreateOr(Below, B.CreateICmpSGE(Last, Extent));
}

static Value *to64(IRBuilderBase &B, Value *V, bool IsUnsigned) {
  return IsUnsigned ? B.CreateZExtOrTrunc(V, B.getInt64Ty())
                    : B.CreateSExtOrTrunc(V, B.getInt64Ty());
}

Value *emission::index64(IRBuilderBase &B, const CheckMarker &C) {
  return to64(B, C.Index, C.UnsignedIndex);
}

Value *emission::extent64(IRBuilderBase &B, const CheckMarker &C) {
  return to64(B, C.Extent, C.UnsignedExtent);
}
