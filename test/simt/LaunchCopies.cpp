//===- LaunchCopies.cpp - asynchronous copies of the running thread ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source and destination are checked at the issue, in the thread that issues:
// a copy that is out of bounds is reported at its place, whenever it would have
// happened.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Runtime.h"

#include <cstdio>

using namespace tilechecks::simt;

namespace {

/// Of a thread in the whole grid.
uint64_t threadKey(const ThreadState &S) {
  uint64_t Block = S.Ctaid[0] + uint64_t(S.Nctaid[0]) *
                                    (S.Ctaid[1] + uint64_t(S.Nctaid[1]) *
                                                      uint64_t(S.Ctaid[2]));
  return Block * S.ThreadsPerBlock + S.Linear;
}

} // namespace

void Launch::schedulingPoint() { Copies.step(); }

void Launch::issueCopy(const AsyncCopy &Copy) {
  Copies.issue(Running, threadKey(State), Copy);
}

void Launch::issueArrival(uint64_t Barrier, uint32_t SiteId) {
  Copies.issueArrival(Running, threadKey(State), Barrier, SiteId);
}

void Launch::commitCopies() { Copies.commit(Running); }

void Launch::waitForCopies(uint64_t NewestGroups) {
  Copies.wait(Running, NewestGroups);
}

/// Whichever thread runs, a violation is that of the one that issued.
void Launch::arriveFor(size_t Index, uint64_t Barrier, uint32_t SiteId) {
  auto Enter = [&](const Fibre &F) {
    enterBlock(Blocks[F.BlockIndex]);
    enterThread(F.Linear);
  };
  Enter(Fibres[Index]);
  runtime::mbarrierArrive(Barrier, 1, 0, 0, SiteId);
  Enter(Fibres[Running]);
}

void runtime::asyncCopy(uint64_t To, uint64_t From, uint32_t Bytes,
                        uint32_t ReadBytes, uint32_t Site) {
  Launch &L = Launch::active();
  if (ReadBytes > Bytes) {
    char Text[96];
    std::snprintf(Text, sizeof(Text),
                  "cp.async of %u byte(s) with a source size of %u", Bytes,
                  ReadBytes);
    L.stop(Outcome::Trapped, Site, Text);
  }
  checkRange(From, ReadBytes, Bytes, AccessRead, Site);
  if (ReadBytes != 0 && !L.arena().isHeap(From))
    L.stop(Outcome::Trapped, Site, "cp.async from memory that is not global");
  checkRange(To, Bytes, Bytes, AccessWrite, Site);
  if (!L.arena().isShared(To))
    L.stop(Outcome::Trapped, Site, "cp.async to memory that is not shared");
  L.issueCopy({To, From, Bytes, ReadBytes, Site});
}

void runtime::asyncCommit() { Launch::active().commitCopies(); }

void runtime::asyncWait(uint32_t NewestGroups) {
  Launch::active().waitForCopies(NewestGroups);
}

/// "Equivalent to cp.async.commit_group; cp.async.wait_group 0;"
void runtime::asyncWaitAll() {
  asyncCommit();
  asyncWait(0);
}

/// Without \p NoInc the phase awaits one arrival more, the one this makes.
void runtime::asyncArrive(uint64_t Barrier, uint32_t NoInc, uint32_t Site) {
  if (!NoInc)
    mbarrierAwait(Barrier, Site);
  else
    checkRange(Barrier, 8, 8, AccessAtomic, Site);
  Launch::active().issueArrival(Barrier, Site);
}
