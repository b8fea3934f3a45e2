//===- Collectives.cpp - barriers and warp collectives --------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective is complete when every live lane that its mask names waits in
// the same collective with the same mask. A lane that has ended is not waited
// for; a shuffle that reads from it gets 0. A CTA barrier is complete when all
// threads have arrived that have not ended (or as many as it asks for).
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include <algorithm>
#include <bit>
#include <map>

using namespace tilechecks::simt;

const char *tilechecks::simt::warpOpName(WarpOp Op) {
  switch (Op) {
  case WarpOp::Sync:
    return "bar.warp.sync";
  case WarpOp::ShflIdx:
    return "shfl.sync.idx";
  case WarpOp::ShflUp:
    return "shfl.sync.up";
  case WarpOp::ShflDown:
    return "shfl.sync.down";
  case WarpOp::ShflBfly:
    return "shfl.sync.bfly";
  case WarpOp::VoteAll:
    return "vote.sync.all";
  case WarpOp::VoteAny:
    return "vote.sync.any";
  case WarpOp::VoteUni:
    return "vote.sync.uni";
  case WarpOp::Ballot:
    return "vote.sync.ballot";
  case WarpOp::MatchAny:
    return "match.any.sync";
  case WarpOp::MatchAll:
    return "match.all.sync";
  case WarpOp::Elect:
    return "elect.sync";
  case WarpOp::LoadMatrix:
    return "ldmatrix.sync";
  case WarpOp::StoreMatrix:
    return "stmatrix.sync";
  case WarpOp::MultiplyMatrix:
    return "mma.sync";
  default:
    return "redux.sync";
  }
}

//===----------------------------------------------------------------------===//
// Warp rendezvous
//===----------------------------------------------------------------------===//

Fibre *Launch::laneOf(const Fibre &F, uint32_t Lane) {
  uint32_t Linear = (F.Linear & ~31u) + Lane;
  if (Linear >= ThreadsPerBlock)
    return nullptr;
  return &Fibres[size_t(F.BlockIndex) * ThreadsPerBlock + Linear];
}

/// Completes the collective that \p F waits in, if all it needs are there.
bool Launch::tryRelease(Fibre &F) {
  std::array<Fibre *, 32> Lanes{};
  uint32_t Participants = 0;
  for (uint32_t Lane = 0; Lane != 32; ++Lane) {
    if (!(F.Mask >> Lane & 1))
      continue;
    Fibre *Other = laneOf(F, Lane);
    if (!Other || Other->Exited)
      continue;
    if (Other->Wait != WaitKind::Warp || Other->Op != F.Op ||
        Other->Mask != F.Mask)
      return false;
    if (isMatrixOp(F.Op) &&
        (Other->Source != F.Source || Other->Site != F.Site))
      return false;
    Lanes[Lane] = Other;
    Participants |= 1u << Lane;
  }
  if (isMatrixOp(F.Op) && ~Participants)
    return false; // a lane has ended meanwhile
  computeCollective(F.Op, Lanes, Participants);
  for (Fibre *Lane : Lanes)
    if (Lane)
      makeReady(*Lane);
  return true;
}

Fibre &Launch::warpCollective(WarpOp Op, uint32_t Mask, uint64_t Value,
                              uint32_t Source, uint32_t Clamp,
                              uint32_t SiteId) {
  Fibre &F = Fibres[Running];
  if (!(Mask >> (F.Linear % 32) & 1)) {
    char Text[96];
    std::snprintf(
        Text, sizeof(Text),
        "lane %u executes %s with mask 0x%08x, which does not name it",
        F.Linear % 32, warpOpName(Op), Mask);
    stop(Outcome::Deadlock, SiteId, Text);
  }
  F.Op = Op;
  F.Mask = Mask;
  F.Value = Value;
  F.Source = Source;
  F.Clamp = Clamp;
  F.Site = SiteId;
  F.Wait = WaitKind::Warp;
  if (!tryRelease(F))
    block(F, WaitKind::Warp, SiteId);
  return F;
}

void Launch::matrixOp(WarpOp Op, uint32_t Shape, uint64_t Row, uint32_t *Words,
                      uint32_t SiteId) {
  Fibre &F = Fibres[Running];
  for (uint32_t Lane = 0; Lane != 32; ++Lane) {
    const Fibre *Other = laneOf(F, Lane);
    if (Other && !Other->Exited)
      continue;
    char Text[96];
    std::snprintf(Text, sizeof(Text),
                  "%s needs all 32 lanes of the warp; lane %u %s",
                  warpOpName(Op), Lane, Other ? "has ended" : "does not exist");
    stop(Outcome::Deadlock, SiteId, Text);
  }
  F.Words = Words;
  warpCollective(Op, ~0u, Row, Shape, 0, SiteId);
}

uint32_t Launch::activeMask(uint32_t SiteId) {
  Fibre &F = Fibres[Running];
  block(F, WaitKind::ActiveMask, SiteId);
  return uint32_t(F.Answer);
}

/// When nothing else can run: the lanes of a warp that ask at the same place
/// are the ones that are converged there.
bool Launch::releaseActiveMasks() {
  for (Fibre &F : Fibres) {
    if (F.Wait != WaitKind::ActiveMask)
      continue;
    uint32_t Mask = 0;
    for (uint32_t Lane = 0; Lane != 32; ++Lane)
      if (Fibre *Other = laneOf(F, Lane))
        if (!Other->Exited && Other->Wait == WaitKind::ActiveMask &&
            Other->Site == F.Site)
          Mask |= 1u << Lane;
    Running = Fibres.size();
    for (uint32_t Rest = Mask; Rest; Rest &= Rest - 1) {
      Fibre *Other = laneOf(F, std::countr_zero(Rest));
      Other->Answer = Mask;
      makeReady(*Other);
    }
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

bool Launch::releaseBarrier(uint32_t BlockIndex, uint32_t Id) {
  Block &B = Blocks[BlockIndex];
  CtaBarrier &Bar = B.Barriers[Id];
  if (Bar.Arrived == 0 || Bar.Arrived < (Bar.Expected ? Bar.Expected : B.Live))
    return false;
  CtaBarrier Done = Bar;
  Bar = CtaBarrier();
  for (uint32_t T = 0; T != ThreadsPerBlock; ++T) {
    Fibre &F = Fibres[size_t(BlockIndex) * ThreadsPerBlock + T];
    if (F.Wait != WaitKind::Cta || F.Barrier != Id)
      continue;
    switch (static_cast<BarrierOp>(F.Source)) {
    case BarrierOp::Sync:
      F.Answer = 0;
      break;
    case BarrierOp::Popc:
      F.Answer = Done.Popc;
      break;
    case BarrierOp::And:
      F.Answer = Done.Popc == Done.Voters;
      break;
    case BarrierOp::Or:
      F.Answer = Done.Popc != 0;
      break;
    }
    makeReady(F);
  }
  return true;
}

uint32_t Launch::ctaBarrier(BarrierOp Op, uint32_t Id, uint32_t Count,
                            bool Vote, bool Waits, uint32_t SiteId) {
  Fibre &F = Fibres[Running];
  Block &B = Blocks[F.BlockIndex];
  if (Id >= B.Barriers.size())
    stop(Outcome::Trapped, SiteId, "barrier number is not below 16");
  // A count of the whole block means everybody, ended threads included.
  if (Count >= ThreadsPerBlock)
    Count = 0;
  CtaBarrier &Bar = B.Barriers[Id];
  if (Bar.Arrived != 0 && Bar.Expected != Count)
    stop(Outcome::Deadlock, SiteId,
         "threads name different counts at the same barrier");
  Bar.Expected = Count;
  ++Bar.Arrived;
  Bar.Popc += Vote;
  Bar.Voters += Op != BarrierOp::Sync;
  if (!Waits) {
    releaseBarrier(F.BlockIndex, Id);
    return 0;
  }
  F.Barrier = Id;
  F.Source = static_cast<uint32_t>(Op);
  F.Wait = WaitKind::Cta;
  if (!releaseBarrier(F.BlockIndex, Id))
    block(F, WaitKind::Cta, SiteId);
  return uint32_t(F.Answer);
}

bool Launch::releaseCluster() {
  if (ClusterArrivals == 0)
    return false;
  for (const Fibre &F : Fibres)
    if (!F.Exited && !F.ClusterArrived)
      return false;
  ClusterArrivals = 0;
  for (Fibre &F : Fibres) {
    F.ClusterArrived = false;
    if (F.Wait == WaitKind::Cluster)
      makeReady(F);
  }
  return true;
}

void Launch::clusterArrive(uint32_t SiteId) {
  Fibre &F = Fibres[Running];
  if (F.ClusterArrived)
    stop(Outcome::Trapped, SiteId,
         "barrier.cluster.arrive twice without a wait");
  F.ClusterArrived = true;
  ++ClusterArrivals;
  releaseCluster();
}

void Launch::clusterWait(uint32_t SiteId) {
  Fibre &F = Fibres[Running];
  // The phase this thread arrived in may be complete already.
  if (F.ClusterArrived)
    block(F, WaitKind::Cluster, SiteId);
}

uint64_t Launch::mapShared(uint64_t Address, uint32_t Rank) const {
  if (Rank >= Blocks.size() || Rank >= State.ClusterSize)
    return 0;
  return Address - State.SharedBase + Blocks[Rank].SharedBase;
}

uint32_t Launch::rankOf(uint64_t Address) const {
  for (const Block &B : Blocks)
    if (Address - B.SharedBase < SharedStride)
      return B.Rank;
  return State.ClusterRank;
}

//===----------------------------------------------------------------------===//
// Deadlock
//===----------------------------------------------------------------------===//

void Launch::reportDeadlock() {
  // Threads that wait for the same thing at the same place are one line.
  struct Group {
    uint64_t Threads = 0;
    const Fibre *First = nullptr;
  };
  std::map<std::string, Group> Groups;
  std::vector<std::string> Order;
  for (const Fibre &F : Fibres) {
    if (F.Exited)
      continue;
    const SourceLine &At = site(F.Site).Where;
    std::string Text;
    char Buffer[96];
    switch (F.Wait) {
    case WaitKind::Warp:
      std::snprintf(Buffer, sizeof(Buffer), "%s with mask 0x%08x (warp %u)",
                    warpOpName(F.Op), F.Mask, F.Linear / 32);
      Text = Buffer;
      break;
    case WaitKind::Cta: {
      const CtaBarrier &Bar = Blocks[F.BlockIndex].Barriers[F.Barrier];
      std::snprintf(Buffer, sizeof(Buffer), "barrier %u (%u of %u arrived)",
                    F.Barrier, Bar.Arrived,
                    Bar.Expected ? Bar.Expected : Blocks[F.BlockIndex].Live);
      Text = Buffer;
      break;
    }
    default:
      Text = "the cluster barrier";
      break;
    }
    if (At.Line)
      Text += " at " + At.File + ":" + std::to_string(At.Line);
    else if (!At.Function.empty())
      Text += " in " + At.Function;
    Group &G = Groups[Text];
    if (G.Threads++ == 0) {
      G.First = &F;
      Order.push_back(Text);
    }
  }
  TheResult.Kind = Outcome::Deadlock;
  TheResult.Message = "no thread can go on:";
  for (const std::string &Text : Order) {
    const Group &G = Groups[Text];
    const Dim3 &B = Blocks[G.First->BlockIndex].Index;
    char Buffer[96];
    std::snprintf(Buffer, sizeof(Buffer),
                  "\n  %llu thread(s), first block (%u,%u,%u) thread %u, at ",
                  static_cast<unsigned long long>(G.Threads), B.X, B.Y, B.Z,
                  G.First->Linear);
    TheResult.Message += Buffer + Text;
  }
  const Fibre *First = Groups[Order.front()].First;
  enterThread(First->Linear);
  TheResult.Block = Blocks[First->BlockIndex].Index;
  TheResult.Thread = {State.Tid[0], State.Tid[1], State.Tid[2]};
  TheResult.Where = site(First->Site).Where;
  Stopped = true;
}
