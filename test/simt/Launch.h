//===- Launch.h - one launch: threads, waits, the first violation -*- C++ -*-=//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that cannot block runs as a plain loop over its threads. One that
// can runs a fibre a thread, for all blocks of a cluster at once; a fibre runs
// until it waits, ends, or has used up its slice (so that spinning on memory
// makes progress). Warps are not kept in lock-step: a collective is a
// rendezvous of the live lanes that its mask names.
//
// Everything below a kernel may leave it by a context switch that never comes
// back (a violation, `exit`). Nothing that owns memory may therefore live on a
// fibre's stack across a call to stop(), switchAway() or finishThread().
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_LAUNCH_H
#define TILECHECKS_TEST_SIMT_LAUNCH_H

#include "Arena.h"
#include "AsyncCopies.h"
#include "Simt.h"
#include "ThreadState.h"

#include <boost/context/detail/fcontext.hpp>

#include <array>
#include <chrono>
#include <deque>
#include <string>
#include <vector>

namespace tilechecks::simt {

constexpr uint64_t SharedBandBytes = 64 * 1024;  ///< between blocks
constexpr uint64_t LocalLimitBytes = 512 * 1024; ///< a thread, as on the device
constexpr uint64_t LocalBandBytes = 256;

inline uint64_t alignUp(uint64_t Value, uint64_t Align) {
  return (Value + Align - 1) / Align * Align;
}

/// A place in the code, for reports; compiled code names it by its number.
struct Site {
  SourceLine Where;
  std::string What; ///< the instruction or intrinsic
};

/// A `__shared__` variable's place in the block's shared memory.
struct SharedVariable {
  std::string Name;
  uint64_t Offset = 0;
  uint64_t SizeBytes = 0;
};

/// What a launch needs to know of the module.
struct LaunchImage {
  Device *Owner = nullptr;
  ThreadState *State = nullptr;
  const std::vector<Site> *Sites = nullptr;
  const std::vector<SharedVariable> *Shared = nullptr;
  uint64_t DynamicSharedOffset = 0; ///< behind the static variables
  void (*Entry)(void **Slots) = nullptr;
  void **Slots = nullptr; ///< where each parameter's bytes are
  bool NeedsFibres = false;
};

enum class WarpOp : uint32_t {
  Sync,
  ShflIdx,
  ShflUp,
  ShflDown,
  ShflBfly,
  VoteAll,
  VoteAny,
  VoteUni,
  Ballot,
  MatchAny,
  MatchAll,
  Elect,
  ReduxAdd,
  ReduxMin,
  ReduxMax,
  ReduxUMin,
  ReduxUMax,
  ReduxAnd,
  ReduxOr,
  ReduxXor,
  ReduxFMin,
  ReduxFMax,
  ReduxFMinAbs,
  ReduxFMaxAbs,
  ReduxFMinNaN,
  ReduxFMaxNaN,
  ReduxFMinAbsNaN,
  ReduxFMaxAbsNaN,
  LoadMatrix,
  StoreMatrix,
  MultiplyMatrix,
};
/// Of the instructions that all 32 lanes execute at one place with one shape.
constexpr bool isMatrixOp(WarpOp Op) { return Op >= WarpOp::LoadMatrix; }
const char *warpOpName(WarpOp Op);

enum class BarrierOp : uint32_t { Sync, Popc, And, Or };

/// Why a fibre does not run.
enum class WaitKind { None, Warp, ActiveMask, Cta, Cluster };

struct Fibre {
  boost::context::detail::fcontext_t Context = nullptr;
  uint32_t BlockIndex = 0; ///< in the group
  uint32_t Linear = 0;     ///< in the block
  bool Exited = false;
  WaitKind Wait = WaitKind::None;
  uint32_t Site = 0;
  // A warp collective: what was brought, and what came out of it.
  WarpOp Op = WarpOp::Sync;
  uint32_t Mask = 0;
  uint64_t Value = 0;
  uint32_t Source = 0; ///< shfl: b; matrices: the shape
  uint32_t Clamp = 0;  ///< shfl: c
  uint64_t Answer = 0;
  bool Predicate = false;
  uint32_t *Words = nullptr; ///< matrices: this lane's registers, in and out
  // Barriers.
  uint32_t Barrier = 0;
  bool ClusterArrived = false;
  // A check that has failed; the end of the thread is near.
  bool IsFailing = false;
  FailedCheck Failing;
  uint32_t FailingSite = 0;
};

struct CtaBarrier {
  uint32_t Arrived = 0;
  uint32_t Expected = 0; ///< threads; 0: every live one
  uint32_t Popc = 0;
  uint32_t Voters = 0;
};

struct Block {
  Dim3 Index;
  uint32_t Rank = 0; ///< in the cluster
  uint64_t SharedBase = 0;
  uint32_t Live = 0;
  std::array<CtaBarrier, 16> Barriers;
};

/// Stacks are made once and used by all launches of a module.
class StackPool {
public:
  static constexpr size_t StackBytes = 256 * 1024;
  ~StackPool();
  /// The top (highest address) of stack \p Index.
  uint8_t *top(size_t Index);

private:
  std::vector<uint8_t *> Stacks;
};

class Launch {
public:
  Launch(const LaunchImage &Image, const LaunchConfig &Config,
         StackPool &Stacks);
  Result run();

  /// The launch that runs on this host thread.
  static Launch &active();

  // For the runtime functions, called on a fibre.
  Result &result() { return TheResult; }
  const LaunchImage &image() const { return Image; }
  Device &device() { return *Image.Owner; }
  Arena &arena() { return Memory; }
  const Site &site(uint32_t Id) const { return (*Image.Sites)[Id]; }
  /// Ends the launch with \p Kind at the running thread. Result fields other
  /// than Kind, Message, Where and the thread are the caller's to set first.
  [[noreturn]] void stop(Outcome Kind, uint32_t SiteId, const char *Message);
  [[noreturn]] void finishThread();
  /// Remembers what the running thread failed at.
  void noteFailure(const FailedCheck &Check, uint32_t SiteId);
  /// False if the running thread has not failed.
  bool notedFailure(FailedCheck &Check, uint32_t &SiteId) const;
  /// The running thread fails check \p Id. False if no record is replayed. If it
  /// is the failure of the record, true; any other ends its thread.
  bool replay(uint32_t Id);
  void slowStep();
  /// A wait on memory was not satisfied: lets other threads run.
  void poll();

  uint64_t localAllocate(uint64_t Size, uint64_t Align, uint32_t SiteId);
  uint64_t localMark() const { return LocalTop[Running]; }
  void localRelease(uint64_t Mark);
  bool stackIsLow(const void *Here) const;

  Fibre &warpCollective(WarpOp Op, uint32_t Mask, uint64_t Value,
                        uint32_t Source, uint32_t Clamp, uint32_t SiteId);
  uint32_t activeMask(uint32_t SiteId);
  /// The reduction's value, 0 for a plain barrier.
  uint32_t ctaBarrier(BarrierOp Op, uint32_t Id, uint32_t Count, bool Vote,
                      bool Blocks, uint32_t SiteId);
  /// ldmatrix, stmatrix and mma: \p Words holds the lane's registers, and what
  /// came out when this returns. \p Row: an address, where there is one.
  void matrixOp(WarpOp Op, uint32_t Shape, uint64_t Row, uint32_t *Words,
                uint32_t SiteId);
  void clusterArrive(uint32_t SiteId);
  void clusterWait(uint32_t SiteId);
  /// Shared address \p Address of this block, in the block of rank \p Rank; 0
  /// if there is no such block.
  uint64_t mapShared(uint64_t Address, uint32_t Rank) const;
  /// Rank of the block whose shared memory \p Address lies in.
  uint32_t rankOf(uint64_t Address) const;

  // Asynchronous copies of the running thread; what is copied has been checked.
  void issueCopy(const AsyncCopy &Copy);
  void issueArrival(uint64_t Barrier, uint32_t SiteId);
  void commitCopies();
  void waitForCopies(uint64_t NewestGroups);
  const AsyncCopies &copies() const { return Copies; }
  /// Where resident thread \p Index is in its block.
  Dim3 threadOf(size_t Index) const;

  /// The object nearest to an address, of all kinds.
  Region nearestObject(uint64_t Address) const;

private:
  static void plainMain(boost::context::detail::transfer_t T);
  static void fibreMain(boost::context::detail::transfer_t T);
  void switchAway();
  /// On a fibre, whenever it is its turn: what is due happens.
  void schedulingPoint();
  void arriveFor(size_t Index, uint64_t Barrier, uint32_t SiteId);
  void resume(boost::context::detail::fcontext_t &Context);
  void runPlain();
  void runGroup(const std::vector<Dim3> &BlockIndices);
  std::vector<Dim3> groupBlocks(uint64_t Group) const;
  bool placeShared(size_t Blocks);
  void enterBlock(const Block &B);
  void enterThread(uint32_t Linear);
  void onExit(Fibre &F);
  Fibre *laneOf(const Fibre &F, uint32_t Lane);
  bool tryRelease(Fibre &F);
  void makeReady(Fibre &F);
  bool releaseActiveMasks();
  bool releaseBarrier(uint32_t BlockIndex, uint32_t Id);
  bool releaseCluster();
  void reportDeadlock();
  void block(Fibre &F, WaitKind Kind, uint32_t SiteId);
  /// What is used up; null if nothing is.
  const char *overBudget() const;
  void stopIfOverBudget();

  LaunchImage Image;
  LaunchConfig Config;
  StackPool &Stacks;
  Arena &Memory;
  ThreadState &State;
  Result TheResult;
  bool Stopped = false;
  boost::context::detail::fcontext_t Scheduler = nullptr;

  uint32_t ThreadsPerBlock = 0;
  uint64_t SharedStride = 0;
  std::vector<Fibre> Fibres; ///< block by block
  std::vector<Block> Blocks; ///< the group that runs
  std::deque<uint32_t> Ready;
  size_t Running = 0;
  uint64_t GroupLive = 0;
  uint64_t ClusterArrivals = 0;
  AsyncCopies Copies;
  std::vector<uint64_t> LocalTop; ///< a fibre
  std::vector<std::vector<Region>> Locals;
  uint64_t LocalStride = 0;

  uint64_t StepsUsed = 0;
  int64_t Slice = 0;
  std::chrono::steady_clock::time_point Begin;
};

/// The computing half of a warp collective: \p Lanes[i] is the fibre of lane i
/// or null; fills in Answer and Predicate of every lane in \p Participants.
void computeCollective(WarpOp Op, const std::array<Fibre *, 32> &Lanes,
                       uint32_t Participants);
/// The same for a matrix operation, in which all lanes take part (Matrix.cpp).
void computeMatrix(WarpOp Op, const std::array<Fibre *, 32> &Lanes);

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_LAUNCH_H
