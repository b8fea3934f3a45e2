//===- AsyncCopies.cpp - copies between their issue and their wait --------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"

#include <charconv>
#include <cstring>

using namespace tilechecks::simt;

bool tilechecks::simt::parseCopyMoment(std::string_view Text, CopyModel &Out) {
  if (Text == "issue" || Text == "wait") {
    Out.When = Text == "issue" ? CopyMoment::AtIssue : CopyMoment::AtWait;
    return true;
  }
  uint64_t Seed;
  auto [End, Code] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Seed);
  if (Code != std::errc() || End != Text.data() + Text.size())
    return false;
  Out.When = CopyMoment::Seeded;
  Out.Seed = Seed;
  return true;
}

void AsyncCopies::begin(size_t ThreadCount) {
  Queues.assign(ThreadCount, Queue());
  Calendar = {};
  Now = 0;
}

/// The last word of splitmix64, twice: neighbouring keys and numbers must not
/// get neighbouring moments.
uint64_t AsyncCopies::random(uint64_t Key, uint64_t Number) const {
  auto Mix = [](uint64_t X) {
    X += 0x9e3779b97f4a7c15;
    X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9;
    X = (X ^ X >> 27) * 0x94d049bb133111eb;
    return X ^ X >> 31;
  };
  return Mix(Mix(Mix(Model.Seed) ^ Key) ^ Number);
}

void AsyncCopies::enqueue(size_t Thread, uint64_t Key, Operation Op) {
  Queue &Q = Queues[Thread];
  Op.Group = Q.Committed;
  Q.Pending.push_back(Op);
  uint64_t Number = Q.FirstNumber + Q.Pending.size() - 1;
  uint64_t Random = random(Key, Q.Issued++);
  // A few turns of everybody: past some barriers, before others.
  uint64_t Span = 3 * Queues.size() + 4;
  bool Arrival = Op.isArrival();
  enum { Now_, Later, Last } Moment;
  switch (Model.When) {
  case CopyMoment::AtIssue:
    Moment = Now_;
    break;
  case CopyMoment::AtWait:
    Moment = Last;
    break;
  case CopyMoment::Seeded:
    Moment = Random % 4 == 0 ? Now_ : Random % 4 == 1 ? Last : Later;
    break;
  }
  if (Arrival && Moment == Last)
    Moment = Later; // Others wait for it by looking, which must come to an end.
  if (Moment == Later)
    Calendar.push({Now + 1 + (Random >> 8) % Span, Thread, Number});
  else if (Moment == Now_ && Arrival)
    complete(Q, Thread, Q.Pending.size());
  else if (Moment == Now_)
    move(Q.Pending.back());
}

void AsyncCopies::issue(size_t Thread, uint64_t Key, const AsyncCopy &Copy) {
  step();
  if (Model.ReportEarly)
    Memory.setPermission(Copy.To, Copy.Bytes, Arena::Pending);
  enqueue(Thread, Key, {Copy});
}

void AsyncCopies::issueArrival(size_t Thread, uint64_t Key, uint64_t Barrier,
                               uint32_t Site) {
  step();
  AsyncCopy Marker;
  Marker.To = Barrier;
  Marker.Site = Site;
  enqueue(Thread, Key, {Marker});
}

void AsyncCopies::commit(size_t Thread) {
  step();
  ++Queues[Thread].Committed;
}

void AsyncCopies::wait(size_t Thread, uint64_t NewestGroups) {
  step();
  Queue &Q = Queues[Thread];
  if (Q.Committed < NewestGroups)
    return;
  size_t Count = 0;
  for (const Operation &Op : Q.Pending)
    Count += Op.Group < Q.Committed - NewestGroups;
  complete(Q, Thread, Count);
}

void AsyncCopies::completeAll(size_t Thread) {
  if (Thread < Queues.size())
    complete(Queues[Thread], Thread, Queues[Thread].Pending.size());
}

void AsyncCopies::step() {
  ++Now;
  while (!Calendar.empty() && Calendar.top().Time <= Now) {
    Due Next = Calendar.top();
    Calendar.pop();
    Queue &Q = Queues[Next.Thread];
    if (Next.Number < Q.FirstNumber)
      continue; // a wait came first
    size_t Index = Next.Number - Q.FirstNumber;
    if (Q.Pending[Index].isArrival())
      complete(Q, Next.Thread, Index + 1);
    else
      move(Q.Pending[Index]);
  }
}

void AsyncCopies::move(Operation &Op) {
  if (Op.Moved)
    return;
  Op.Moved = true;
  const AsyncCopy &C = Op.Copy;
  auto *To = reinterpret_cast<uint8_t *>(C.To);
  std::memcpy(To, reinterpret_cast<const void *>(C.From), C.ReadBytes);
  std::memset(To + C.ReadBytes, 0, C.Bytes - C.ReadBytes);
}

void AsyncCopies::complete(Queue &Q, size_t Thread, size_t Count) {
  while (Count-- != 0) {
    Operation &Op = Q.Pending.front();
    if (!Op.isArrival()) {
      move(Op);
      if (Model.ReportEarly)
        Memory.setPermission(Op.Copy.To, Op.Copy.Bytes,
                             Arena::Readable | Arena::Writable);
    }
    Operation Done = Op;
    Q.Pending.pop_front();
    ++Q.FirstNumber;
    if (Done.isArrival())
      OnArrival(Thread, Done.Copy.To, Done.Copy.Site);
  }
}

const AsyncCopy *AsyncCopies::pendingAt(uint64_t Address,
                                        size_t &Thread) const {
  for (Thread = 0; Thread != Queues.size(); ++Thread)
    for (const Operation &Op : Queues[Thread].Pending)
      if (!Op.isArrival() && Address - Op.Copy.To < Op.Copy.Bytes)
        return &Op.Copy;
  return nullptr;
}
