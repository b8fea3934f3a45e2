//===- AsyncCopies.h - copies between their issue and their wait -*- C++ -*-==//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy" and
// the sections on cp.async, cp.async.commit_group, cp.async.wait_group /
// wait_all and cp.async.mbarrier.arrive:
//
// - A copy happens at some moment between its issue and the wait that covers
//   it; copies of one group, and of groups not yet waited for, are unordered.
//   Each copy here gets its own moment. It reads its source then, not before.
// - The groups of a thread complete in the order in which they were committed.
//   wait_group N completes all but the newest N, wait_all also what has not
//   been committed. An empty group counts.
// - mbarrier.arrive happens when every copy before it is complete.
//
// So completion always takes a prefix of a thread's queue. Until then the
// destination's shadow is Arena::Pending (if early accesses are reported), also
// after the bytes have moved: that they have is nothing a program may know.
//
// A copy that nobody waits for is completed at the end of its thread. PTX does
// not say; on the device the bytes arrive while the block lives, or never.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_ASYNCCOPIES_H
#define TILECHECKS_TEST_SIMT_ASYNCCOPIES_H

#include "Arena.h"
#include "Simt.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

namespace tilechecks::simt {

/// One cp.async: ReadBytes from From, then zeros up to Bytes.
struct AsyncCopy {
  uint64_t To = 0;
  uint64_t From = 0;
  uint32_t Bytes = 0;
  uint32_t ReadBytes = 0;
  uint32_t Site = 0;
};

/// Of all threads that run together. Threads are numbered 0, 1, ...
class AsyncCopies {
public:
  /// Performs an arrival on behalf of a thread; may end the launch.
  using Arrive =
      std::function<void(size_t Thread, uint64_t Barrier, uint32_t Site)>;
  AsyncCopies(Arena &Memory, const CopyModel &Model, Arrive OnArrival)
      : Memory(Memory), Model(Model), OnArrival(std::move(OnArrival)) {}

  /// Threads begin, and no copy is pending.
  void begin(size_t ThreadCount);
  /// \p Key names the thread in the whole grid: with it and the seed, the
  /// moment of a copy does not depend on what other threads do.
  void issue(size_t Thread, uint64_t Key, const AsyncCopy &Copy);
  void issueArrival(size_t Thread, uint64_t Key, uint64_t Barrier,
                    uint32_t Site);
  void commit(size_t Thread);
  /// All groups of \p Thread but the newest \p NewestGroups.
  void wait(size_t Thread, uint64_t NewestGroups);
  /// Committed or not.
  void completeAll(size_t Thread);
  /// One step of time: what is due happens.
  void step();

  /// The copy that has not been waited for whose destination holds \p Address,
  /// and the thread that issued it; null if there is none.
  const AsyncCopy *pendingAt(uint64_t Address, size_t &Thread) const;

private:
  struct Operation {
    AsyncCopy Copy; ///< of an arrival: To is the barrier, Bytes is 0
    uint64_t Group = 0;
    bool Moved = false;
    bool isArrival() const { return Copy.Bytes == 0; }
  };
  struct Queue {
    std::deque<Operation> Pending; ///< in the order of issue
    uint64_t FirstNumber = 0;      ///< of the front
    uint64_t Committed = 0;        ///< groups, which is the open one's number
    uint64_t Issued = 0;
  };
  struct Due {
    uint64_t Time;
    size_t Thread;
    uint64_t Number; ///< of the operation in its thread
    bool operator>(const Due &O) const {
      return std::tie(Time, Thread, Number) >
             std::tie(O.Time, O.Thread, O.Number);
    }
  };

  uint64_t random(uint64_t Key, uint64_t Number) const;
  void enqueue(size_t Thread, uint64_t Key, Operation Op);
  void move(Operation &Op);
  void complete(Queue &Q, size_t Thread, size_t Count);

  Arena &Memory;
  CopyModel Model;
  Arrive OnArrival;
  std::vector<Queue> Queues; ///< by thread
  std::priority_queue<Due, std::vector<Due>, std::greater<Due>> Calendar;
  uint64_t Now = 0;
};

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_ASYNCCOPIES_H
