//===- LowerWarp.cpp - special registers, collectives, fences -------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cstddef>

using namespace llvm;
using namespace tilechecks::simt;

namespace {

/// Offset of a 3-vector or scalar register in ThreadState, ~0 if it is none.
size_t vectorRegister(StringRef Name) {
  return StringSwitch<size_t>(Name)
      .Case("tid", offsetof(ThreadState, Tid))
      .Case("ntid", offsetof(ThreadState, Ntid))
      .Case("ctaid", offsetof(ThreadState, Ctaid))
      .Case("nctaid", offsetof(ThreadState, Nctaid))
      .Case("clusterid", offsetof(ThreadState, ClusterId))
      .Case("nclusterid", offsetof(ThreadState, Nclusterid))
      .Case("cluster.ctaid", offsetof(ThreadState, ClusterCtaid))
      .Case("cluster.nctaid", offsetof(ThreadState, ClusterNctaid))
      .Default(~size_t(0));
}

size_t scalarRegister(StringRef Name) {
  return StringSwitch<size_t>(Name)
      .Case("cluster.ctarank", offsetof(ThreadState, ClusterRank))
      .Case("cluster.nctarank", offsetof(ThreadState, ClusterSize))
      .Case("dynamic.smem.size", offsetof(ThreadState, DynamicSharedBytes))
      .Case("dynamic_smem_size", offsetof(ThreadState, DynamicSharedBytes))
      .Case("total.smem.size", offsetof(ThreadState, TotalSharedBytes))
      .Case("aggr.smem.size", offsetof(ThreadState, TotalSharedBytes))
      .Case("nwarpid", offsetof(ThreadState, WarpsPerBlock))
      .Default(~size_t(0));
}

Value *laneMask(Lowering &L, Lowering::Builder &B, StringRef Kind) {
  Value *Bit = B.CreateShl(L.i32(1), L.lane(B));
  Value *Below = B.CreateSub(Bit, L.i32(1));
  if (Kind == "eq")
    return Bit;
  if (Kind == "lt")
    return Below;
  if (Kind == "le")
    return B.CreateOr(Bit, Below);
  if (Kind == "ge")
    return B.CreateNot(Below);
  return B.CreateNot(B.CreateOr(Bit, Below)); // gt
}

} // namespace

Value *Lowering::specialRegister(Builder &B, StringRef Name) {
  if (Name.size() > 2 && Name[Name.size() - 2] == '.') {
    size_t Base = vectorRegister(Name.drop_back(2));
    size_t Axis = StringRef("xyzw").find(Name.back());
    if (Base != ~size_t(0) && Axis != StringRef::npos)
      return Axis == 3 ? static_cast<Value *>(i32(0))
                       : state(B, Base + 4 * Axis, I32);
  }
  if (size_t Offset = scalarRegister(Name); Offset != ~size_t(0))
    return state(B, Offset, I32);
  if (Name == "laneid")
    return lane(B);
  if (Name == "warpid")
    return B.CreateLShr(state(B, offsetof(ThreadState, Linear), I32), i32(5));
  if (Name == "warpsize")
    return i32(32);
  if (Name == "smid" || Name == "gridid")
    return i32(0);
  if (Name == "nsmid")
    return i32(1);
  if (Name.consume_front("lanemask.") || Name.consume_front("lanemask_"))
    return laneMask(*this, B, Name);
  if (Name.starts_with("reserved_smem_offset_")) {
    // Workspace of the cooperative groups library, before the variables.
    if (none_of(Out.Shared,
                [](const SharedVariable &V) { return V.Offset == 0; }))
      Out.Shared.push_back({"reserved shared memory", 0, 512});
    return B.CreateTrunc(state(B, offsetof(ThreadState, SharedBase), I64), I32);
  }
  if (Name == "clock" || Name == "clock64" || Name == "clock_hi") {
    Value *Now = TCSIMT_CALL(*this, B, clock);
    return Name == "clock64" ? Now : B.CreateTrunc(Now, I32);
  }
  if (Name == "globaltimer" || Name == "globaltimer.lo" ||
      Name == "globaltimer_lo") {
    Value *Now = TCSIMT_CALL(*this, B, globalTimer);
    return Name == "globaltimer" ? Now : B.CreateTrunc(Now, I32);
  }
  return nullptr;
}

Value *Lowering::warpOp(Builder &B, WarpOp Op, Value *Mask, Value *V,
                        Value *Site) {
  return TCSIMT_CALL(*this, B, warpCollective, i32(uint32_t(Op)), Mask, V,
                     Site);
}

/// {value, predicate} or value, from an answer with the predicate in bit 32.
Value *Lowering::unpackPredicate(Builder &B, Value *Answer,
                                 llvm::Type *ResultType) {
  auto *Struct = dyn_cast<StructType>(ResultType);
  llvm::Type *ValueType = Struct ? Struct->getElementType(0) : ResultType;
  Value *V = B.CreateBitCast(B.CreateTrunc(Answer, I32), ValueType);
  if (!Struct)
    return V;
  Value *Predicate = B.CreateTrunc(B.CreateLShr(Answer, i64(32)), I1);
  return B.CreateInsertValue(
      B.CreateInsertValue(PoisonValue::get(Struct), V, 0), Predicate, 1);
}

bool Lowering::lowerWarp(CallInst *I, StringRef Name) {
  Builder B(I);
  Value *Where = nullptr;
  auto Site = [&] {
    if (!Where)
      Where = site(*I, I->getCalledFunction()->getName().str());
    return Where;
  };
  auto Argument = [&](unsigned N) { return I->getArgOperand(N); };
  auto Finish = [&](Value *V) {
    if (V && V->getType() != I->getType())
      V = B.CreateZExtOrTrunc(V, I->getType());
    replace(I, V);
    return true;
  };

  if (Name.consume_front("read.ptx.sreg.")) {
    Value *V = specialRegister(B, Name);
    return V && Finish(V);
  }
  if (Name == "is_explicit_cluster")
    return Finish(state(B, offsetof(ThreadState, ExplicitCluster), I32));
  if (Name.starts_with("membar.") || Name.starts_with("fence.") ||
      Name == "nanosleep" || Name.starts_with("griddepcontrol.") ||
      Name.starts_with("setmaxnreg.") || Name.starts_with("prefetch") ||
      Name.starts_with("pm.event")) {
    // Threads run one at a time, in program order: memory is consistent. Where
    // a loop waits, its step counter lets others run.
    return Finish(nullptr);
  }
  if (Name == "exit") {
    TCSIMT_CALL(*this, B, exitThread);
    return Finish(nullptr);
  }

  // Block and cluster.
  if (Name == "barrier0") {
    TCSIMT_CALL(*this, B, ctaBarrier, i32(0), i32(0), i32(0), i32(0), Site());
    return Finish(nullptr);
  }
  StringRef Barrier = Name;
  if (Barrier.consume_front("barrier.cta.")) {
    bool HasCount = Barrier.ends_with(".count");
    Value *Count = HasCount ? Argument(1) : i32(0);
    if (Barrier.starts_with("arrive")) {
      TCSIMT_CALL(*this, B, ctaArrive, Argument(0), Count, Site());
      return Finish(nullptr);
    }
    BarrierOp Op = StringSwitch<BarrierOp>(Barrier)
                       .StartsWith("red.popc", BarrierOp::Popc)
                       .StartsWith("red.and", BarrierOp::And)
                       .StartsWith("red.or", BarrierOp::Or)
                       .Default(BarrierOp::Sync);
    Value *Vote = Op == BarrierOp::Sync ? i32(0) : Argument(HasCount ? 2 : 1);
    Value *V = TCSIMT_CALL(*this, B, ctaBarrier, i32(uint32_t(Op)), Argument(0),
                           Count, Vote, Site());
    return Finish(I->getType()->isVoidTy() ? nullptr : V);
  }
  if (Name.starts_with("barrier0.")) {
    BarrierOp Op = StringSwitch<BarrierOp>(Name)
                       .Case("barrier0.popc", BarrierOp::Popc)
                       .Case("barrier0.and", BarrierOp::And)
                       .Default(BarrierOp::Or);
    Value *Vote = B.CreateICmpNE(Argument(0), i32(0));
    return Finish(TCSIMT_CALL(*this, B, ctaBarrier, i32(uint32_t(Op)), i32(0),
                              i32(0), Vote, Site()));
  }
  if (Name.starts_with("barrier.cluster.arrive")) {
    TCSIMT_CALL(*this, B, clusterArrive, Site());
    return Finish(nullptr);
  }
  if (Name.starts_with("barrier.cluster.wait")) {
    TCSIMT_CALL(*this, B, clusterWait, Site());
    return Finish(nullptr);
  }
  if (Name == "mapa" || Name == "mapa.shared.cluster")
    return Finish(B.CreateIntToPtr(
        TCSIMT_CALL(*this, B, mapShared, Argument(0), Argument(1)),
        I->getType()));
  if (Name == "getctarank" || Name == "getctarank.shared.cluster")
    return Finish(TCSIMT_CALL(*this, B, rankOf, Argument(0)));
  if (Name.consume_front("isspacep.")) {
    uint32_t Space = StringSwitch<uint32_t>(Name)
                         .Case("shared", 3)
                         .Case("shared.cluster", 7)
                         .Case("local", 5)
                         .Default(1);
    return Finish(TCSIMT_CALL(*this, B, isSpace, i32(Space), Argument(0)));
  }

  // Warp.
  if (Name == "bar.warp.sync") {
    warpOp(B, WarpOp::Sync, Argument(0), i64(0), Site());
    return Finish(nullptr);
  }
  if (Name == "activemask")
    return Finish(TCSIMT_CALL(*this, B, activeMask, Site()));
  if (Name.consume_front("shfl.")) {
    bool Sync = Name.consume_front("sync.");
    WarpOp Op = StringSwitch<WarpOp>(Name)
                    .StartsWith("up.", WarpOp::ShflUp)
                    .StartsWith("down.", WarpOp::ShflDown)
                    .StartsWith("bfly.", WarpOp::ShflBfly)
                    .Default(WarpOp::ShflIdx);
    unsigned First = Sync ? 1 : 0;
    Value *V = TCSIMT_CALL(*this, B, shuffle, i32(uint32_t(Op)),
                           Sync ? Argument(0) : i32(~0u), Argument(First),
                           Argument(First + 1), Argument(First + 2), Site());
    replace(I, unpackPredicate(B, V, I->getType()));
    return true;
  }
  if (Name.consume_front("vote.")) {
    bool Sync = Name.consume_back(".sync");
    WarpOp Op = StringSwitch<WarpOp>(Name)
                    .Case("all", WarpOp::VoteAll)
                    .Case("any", WarpOp::VoteAny)
                    .Case("uni", WarpOp::VoteUni)
                    .Default(WarpOp::Ballot);
    return Finish(warpOp(B, Op, Sync ? Argument(0) : i32(~0u),
                         Argument(Sync ? 1 : 0), Site()));
  }
  if (Name.starts_with("match.any.sync"))
    return Finish(
        warpOp(B, WarpOp::MatchAny, Argument(0), Argument(1), Site()));
  if (Name.starts_with("match.all.sync") || Name == "elect.sync") {
    bool Match = Name.starts_with("match");
    Value *V =
        TCSIMT_CALL(*this, B, warpCollectivePredicate,
                    i32(uint32_t(Match ? WarpOp::MatchAll : WarpOp::Elect)),
                    Argument(0), Match ? Argument(1) : i64(0), Site());
    replace(I, unpackPredicate(B, V, I->getType()));
    return true;
  }
  if (Name.consume_front("redux.sync.")) {
    auto Op = StringSwitch<int>(Name)
                  .Case("add", int(WarpOp::ReduxAdd))
                  .Case("min", int(WarpOp::ReduxMin))
                  .Case("max", int(WarpOp::ReduxMax))
                  .Case("umin", int(WarpOp::ReduxUMin))
                  .Case("umax", int(WarpOp::ReduxUMax))
                  .Case("and", int(WarpOp::ReduxAnd))
                  .Case("or", int(WarpOp::ReduxOr))
                  .Case("xor", int(WarpOp::ReduxXor))
                  .Case("fmin", int(WarpOp::ReduxFMin))
                  .Case("fmax", int(WarpOp::ReduxFMax))
                  .Case("fmin.abs", int(WarpOp::ReduxFMinAbs))
                  .Case("fmax.abs", int(WarpOp::ReduxFMaxAbs))
                  .Case("fmin.NaN", int(WarpOp::ReduxFMinNaN))
                  .Case("fmax.NaN", int(WarpOp::ReduxFMaxNaN))
                  .Case("fmin.abs.NaN", int(WarpOp::ReduxFMinAbsNaN))
                  .Case("fmax.abs.NaN", int(WarpOp::ReduxFMaxAbsNaN))
                  .Default(-1);
    if (Op < 0)
      return false;
    Value *V =
        warpOp(B, static_cast<WarpOp>(Op), Argument(1), Argument(0), Site());
    replace(I, B.CreateBitCast(B.CreateTrunc(V, I32), I->getType()));
    return true;
  }
  return false;
}
