//===- Launch.cpp - the scheduler of one launch ---------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

using namespace tilechecks::simt;
namespace ctx = boost::context::detail;

namespace {

thread_local Launch *Active = nullptr;

constexpr int64_t PlainSlice = 1 << 20;
constexpr int64_t FibreSlice = 1 << 13;
constexpr uint64_t MaxResidentThreads = 65536;

Dim3 coordinates(uint64_t Linear, const Dim3 &Extent) {
  return {uint32_t(Linear % Extent.X), uint32_t(Linear / Extent.X % Extent.Y),
          uint32_t(Linear / Extent.X / Extent.Y)};
}

void store(uint32_t (&To)[3], const Dim3 &From) {
  To[0] = From.X;
  To[1] = From.Y;
  To[2] = From.Z;
}

} // namespace

StackPool::~StackPool() {
  for (uint8_t *Stack : Stacks)
    munmap(Stack, StackBytes);
}

uint8_t *StackPool::top(size_t Index) {
  while (Stacks.size() <= Index) {
    void *At = mmap(nullptr, StackBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (At == MAP_FAILED) {
      std::perror("tilechecks-run: cannot map a stack");
      std::abort();
    }
    Stacks.push_back(static_cast<uint8_t *>(At));
  }
  return Stacks[Index] + StackBytes;
}

Launch::Launch(const LaunchImage &Image, const LaunchConfig &Config,
               StackPool &Stacks)
    : Image(Image), Config(Config), Stacks(Stacks),
      Memory(Image.Owner->arena()), State(*Image.State),
      Copies(Memory, Config.Copies,
             [this](size_t Index, uint64_t Barrier, uint32_t SiteId) {
               arriveFor(Index, Barrier, SiteId);
             }) {}

Launch &Launch::active() { return *Active; }

std::vector<Dim3> Launch::groupBlocks(uint64_t Group) const {
  const Dim3 &G = Config.Grid, &C = Config.Cluster;
  std::vector<Dim3> Result;
  if (Config.Cooperative) {
    for (uint64_t I = 0; I != G.count(); ++I)
      Result.push_back(coordinates(I, G));
    return Result;
  }
  Dim3 Origin = coordinates(Group, {G.X / C.X, G.Y / C.Y, G.Z / C.Z});
  for (uint64_t I = 0; I != C.count(); ++I) {
    Dim3 In = coordinates(I, C);
    Result.push_back(
        {Origin.X * C.X + In.X, Origin.Y * C.Y + In.Y, Origin.Z * C.Z + In.Z});
  }
  return Result;
}

/// Shared memory of every block of a group: the static variables at their
/// offsets, the dynamic bytes behind them, everything else inaccessible.
bool Launch::placeShared(size_t BlockCount) {
  uint64_t End = Image.DynamicSharedOffset + Config.DynamicSharedBytes;
  SharedStride = alignUp(End, 1024) + SharedBandBytes;
  if (SharedBandBytes + BlockCount * SharedStride > Arena::SharedBytes)
    return false;
  uint8_t ReadWrite = Arena::Readable | Arena::Writable;
  for (size_t I = 0; I != BlockCount; ++I) {
    uint64_t Base = Memory.base() + SharedBandBytes + I * SharedStride;
    for (const SharedVariable &V : *Image.Shared)
      Memory.setPermission(Base + V.Offset, V.SizeBytes, ReadWrite);
    Memory.setPermission(Base + Image.DynamicSharedOffset,
                         Config.DynamicSharedBytes, ReadWrite);
  }
  return true;
}

void Launch::enterBlock(const Block &B) {
  const Dim3 &C = Config.Cluster;
  store(State.Ctaid, B.Index);
  store(State.ClusterId, {B.Index.X / C.X, B.Index.Y / C.Y, B.Index.Z / C.Z});
  store(State.ClusterCtaid,
        {B.Index.X % C.X, B.Index.Y % C.Y, B.Index.Z % C.Z});
  State.ClusterRank = B.Rank;
  State.SharedBase = B.SharedBase;
}

void Launch::enterThread(uint32_t Linear) {
  State.Linear = Linear;
  store(State.Tid, coordinates(Linear, Config.Block));
}

Dim3 Launch::threadOf(size_t Index) const {
  return coordinates(Fibres[Index].Linear, Config.Block);
}

Result Launch::run() {
  const Dim3 &G = Config.Grid, &C = Config.Cluster;
  Begin = std::chrono::steady_clock::now();
  ThreadsPerBlock = uint32_t(Config.Block.count());
  std::memset(&State, 0, sizeof(State));
  store(State.Ntid, Config.Block);
  store(State.Nctaid, G);
  store(State.Nclusterid, {G.X / C.X, G.Y / C.Y, G.Z / C.Z});
  store(State.ClusterNctaid, C);
  State.ClusterSize = uint32_t(C.count());
  State.ExplicitCluster = C.count() != 1;
  State.DynamicSharedBytes = Config.DynamicSharedBytes;
  State.TotalSharedBytes =
      uint32_t(Image.DynamicSharedOffset + Config.DynamicSharedBytes);
  State.ThreadsPerBlock = ThreadsPerBlock;
  State.WarpsPerBlock = (ThreadsPerBlock + 31) / 32;

  // A thread can only end ahead of the others where it is a fibre.
  bool UseFibres = Image.NeedsFibres || Config.Cooperative || Config.Replay;
  uint64_t GroupSize = Config.Cooperative ? G.count() : C.count();
  uint64_t Resident = UseFibres ? GroupSize * ThreadsPerBlock : 1;
  if (Resident > MaxResidentThreads || !placeShared(GroupSize)) {
    TheResult.Kind = Outcome::InvalidLaunch;
    TheResult.Message = "too many threads or too much shared memory in the "
                        "blocks that run together";
    return TheResult;
  }
  LocalStride = alignUp(LocalLimitBytes + LocalBandBytes, 4096);
  for (uint64_t I = 0; I != Resident; ++I)
    LocalTop.push_back(Memory.base() + Arena::LocalOffset + I * LocalStride +
                       LocalBandBytes);
  Locals.resize(Resident);
  Slice = UseFibres ? FibreSlice : PlainSlice;
  State.Steps = Slice;

  Launch *Outer = Active;
  Active = this;
  if (UseFibres)
    for (uint64_t I = 0, E = G.count() / GroupSize; I != E && !Stopped; ++I)
      runGroup(groupBlocks(I));
  else
    runPlain();
  Active = Outer;

  for (uint64_t I = 0; I != Resident; ++I) {
    uint64_t Slot = Memory.base() + Arena::LocalOffset + I * LocalStride;
    Memory.setPermission(Slot, LocalTop[I] - Slot, 0);
  }
  Memory.setPermission(Memory.base() + SharedBandBytes,
                       GroupSize * SharedStride, 0);
  TheResult.Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin)
          .count();
  return TheResult;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

void Launch::resume(ctx::fcontext_t &Context) {
  ctx::transfer_t T = ctx::jump_fcontext(Context, this);
  Context = T.fctx;
}

void Launch::switchAway() {
  ctx::transfer_t T = ctx::jump_fcontext(Scheduler, this);
  Scheduler = T.fctx;
  schedulingPoint();
}

void Launch::stop(Outcome Kind, uint32_t SiteId, const char *Message) {
  TheResult.Kind = Kind;
  TheResult.Message = Message;
  TheResult.Where = site(SiteId).Where;
  TheResult.Block = {State.Ctaid[0], State.Ctaid[1], State.Ctaid[2]};
  TheResult.Thread = {State.Tid[0], State.Tid[1], State.Tid[2]};
  Stopped = true;
  switchAway();
  std::abort(); // A stopped launch resumes no fibre.
}

void Launch::plainMain(ctx::transfer_t T) {
  auto *L = static_cast<Launch *>(T.data);
  L->Scheduler = T.fctx;
  for (uint64_t I = 0, E = L->Config.Grid.count(); I != E; ++I) {
    Block &B = L->Blocks.front();
    B.Index = coordinates(I, L->Config.Grid);
    B.Rank = 0;
    if (L->Config.Cluster.count() != 1) {
      const Dim3 &C = L->Config.Cluster;
      B.Rank =
          B.Index.X % C.X + C.X * (B.Index.Y % C.Y + C.Y * (B.Index.Z % C.Z));
    }
    L->enterBlock(B);
    L->enterThread(0);
    if (I % 256 == 255)
      L->stopIfOverBudget();
    for (uint32_t Linear = 0; Linear != L->ThreadsPerBlock; ++Linear) {
      L->enterThread(Linear);
      ++L->TheResult.ThreadsRun;
      L->Image.Entry(L->Image.Slots);
    }
  }
  L->Stopped = true;
  L->switchAway();
}

void Launch::runPlain() {
  Blocks.resize(1);
  Blocks[0].SharedBase = Memory.base() + SharedBandBytes;
  Fibres.resize(1);
  ctx::fcontext_t Context = ctx::make_fcontext(
      Stacks.top(0), StackPool::StackBytes, &Launch::plainMain);
  resume(Context);
}

void Launch::fibreMain(ctx::transfer_t T) {
  auto *L = static_cast<Launch *>(T.data);
  L->Scheduler = T.fctx;
  L->schedulingPoint();
  L->Image.Entry(L->Image.Slots);
  L->finishThread();
}

void Launch::finishThread() {
  // A kernel that has ended leaves nothing half done.
  Copies.completeAll(Running);
  Fibres[Running].Exited = true;
  localRelease(Memory.base() + Arena::LocalOffset + Running * LocalStride +
               LocalBandBytes);
  switchAway();
  std::abort(); // Nobody resumes a thread that has ended.
}

void Launch::noteFailure(const FailedCheck &Check, uint32_t SiteId) {
  Fibre &F = Fibres[Running];
  F.IsFailing = true;
  F.Failing = Check;
  F.FailingSite = SiteId;
}

bool Launch::notedFailure(FailedCheck &Check, uint32_t &SiteId) const {
  const Fibre &F = Fibres[Running];
  if (!F.IsFailing)
    return false;
  Check = F.Failing;
  SiteId = F.FailingSite;
  return true;
}

bool Launch::replay(uint32_t Id) {
  if (!Config.Replay)
    return false;
  const Dim3 Block{State.Ctaid[0], State.Ctaid[1], State.Ctaid[2]},
      Thread{State.Tid[0], State.Tid[1], State.Tid[2]};
  const ReplayedFailure &Sought = *Config.Replay;
  if (Sought.Check != Id || Sought.Block != Block || Sought.Thread != Thread)
    finishThread();
  TheResult.Replayed = true;
  if (Sought.Break)
    std::raise(SIGTRAP);
  return true;
}

bool Launch::stackIsLow(const void *Here) const {
  const uint8_t *Top = Stacks.top(Running);
  return static_cast<const uint8_t *>(Here) <
         Top - StackPool::StackBytes + 32 * 1024;
}

//===----------------------------------------------------------------------===//
// Fibres
//===----------------------------------------------------------------------===//

void Launch::runGroup(const std::vector<Dim3> &BlockIndices) {
  Blocks.assign(BlockIndices.size(), Block());
  Fibres.assign(BlockIndices.size() * ThreadsPerBlock, Fibre());
  Ready.clear();
  GroupLive = Fibres.size();
  ClusterArrivals = 0;
  Copies.begin(Fibres.size());
  for (uint32_t B = 0; B != Blocks.size(); ++B) {
    Blocks[B].Index = BlockIndices[B];
    Blocks[B].Rank = B;
    Blocks[B].SharedBase = Memory.base() + SharedBandBytes + B * SharedStride;
    Blocks[B].Live = ThreadsPerBlock;
    for (uint32_t T = 0; T != ThreadsPerBlock; ++T) {
      uint32_t Index = B * ThreadsPerBlock + T;
      Fibre &F = Fibres[Index];
      F.BlockIndex = B;
      F.Linear = T;
      F.Context = ctx::make_fcontext(Stacks.top(Index), StackPool::StackBytes,
                                     &Launch::fibreMain);
      Ready.push_back(Index);
    }
  }
  TheResult.ThreadsRun += Fibres.size();
  if (const char *Why = overBudget()) {
    TheResult.Kind = Outcome::Timeout;
    TheResult.Message = Why;
    TheResult.Block = Blocks.front().Index;
    Stopped = true;
  }
  while (!Stopped) {
    if (Ready.empty()) {
      if (GroupLive == 0)
        return;
      if (releaseActiveMasks())
        continue;
      reportDeadlock();
      return;
    }
    Running = Ready.front();
    Ready.pop_front();
    Fibre &F = Fibres[Running];
    enterBlock(Blocks[F.BlockIndex]);
    enterThread(F.Linear);
    resume(F.Context);
    if (Stopped)
      return;
    if (F.Exited)
      onExit(F);
    else if (F.Wait == WaitKind::None)
      Ready.push_back(uint32_t(Running)); // its slice is used up
  }
}

void Launch::block(Fibre &F, WaitKind Kind, uint32_t SiteId) {
  F.Wait = Kind;
  F.Site = SiteId;
  switchAway();
}

void Launch::makeReady(Fibre &F) {
  // The last to arrive is running and has not been put aside.
  size_t Index = &F - Fibres.data();
  F.Wait = WaitKind::None;
  if (Index != Running || F.Exited)
    Ready.push_back(uint32_t(Index));
}

void Launch::onExit(Fibre &F) {
  Block &B = Blocks[F.BlockIndex];
  --B.Live;
  --GroupLive;
  for (uint32_t Lane = 0; Lane != 32; ++Lane) {
    Fibre *Other = laneOf(F, Lane);
    if (Other && Other->Wait == WaitKind::Warp)
      tryRelease(*Other);
  }
  for (uint32_t Id = 0; Id != B.Barriers.size(); ++Id)
    releaseBarrier(F.BlockIndex, Id);
  releaseCluster();
}

const char *Launch::overBudget() const {
  const Options &O = Image.Owner->options();
  double Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin)
          .count();
  if (StepsUsed > O.StepBudget)
    return "the step budget is spent";
  if (Seconds > O.SecondsBudget)
    return "the time budget is spent";
  return nullptr;
}

void Launch::stopIfOverBudget() {
  if (const char *Why = overBudget())
    stop(Outcome::Timeout, 0, Why);
}

/// Called by compiled code when its slice is used up.
void Launch::slowStep() {
  StepsUsed += Slice;
  State.Steps = Slice;
  stopIfOverBudget();
  if (Slice == FibreSlice)
    switchAway();
}

void Launch::poll() {
  // Worth more than a step: the scheduler runs in between.
  constexpr uint64_t StepsOfPoll = 16;
  StepsUsed += StepsOfPoll;
  if (StepsUsed % (1024 * StepsOfPoll) < StepsOfPoll)
    stopIfOverBudget();
  if (Slice == FibreSlice)
    switchAway();
}
