//===- Mbarrier.cpp - mbarrier objects in shared memory -------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 64-bit word is opaque to programs; here it is
//
//   bits 0..19 pending arrivals    20..39 arrivals of a phase
//   bits 40..61 pending bytes, biased    62 valid    63 phase
//
// A waiting thread polls; every poll that fails lets the other threads run.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Runtime.h"

using namespace tilechecks::simt;

namespace {

constexpr uint64_t CountMask = (uint64_t(1) << 20) - 1;
constexpr int64_t TxBias = int64_t(1) << 21;

struct State {
  uint64_t Pending, Expected;
  int64_t TxBytes;
  bool Valid, Phase;

  static State unpack(uint64_t Word) {
    return {Word & CountMask, Word >> 20 & CountMask,
            int64_t(Word >> 40 & ((uint64_t(1) << 22) - 1)) - TxBias,
            bool(Word >> 62 & 1), bool(Word >> 63)};
  }
  uint64_t pack() const {
    return (Pending & CountMask) | (Expected & CountMask) << 20 |
           uint64_t(TxBytes + TxBias) << 40 | uint64_t(Valid) << 62 |
           uint64_t(Phase) << 63;
  }
  void completeIfDone() {
    if (Pending != 0 || TxBytes != 0)
      return;
    Phase = !Phase;
    Pending = Expected;
  }
};

uint64_t &word(uint64_t Address, uint32_t Site) {
  runtime::checkRange(Address, 8, 8, runtime::AccessAtomic, Site);
  return *reinterpret_cast<uint64_t *>(Address);
}

State valid(uint64_t &Word, uint32_t Site) {
  State S = State::unpack(Word);
  if (!S.Valid)
    Launch::active().stop(Outcome::Trapped, Site,
                          "mbarrier operation on an object not initialised");
  return S;
}

} // namespace

void runtime::mbarrierInit(uint64_t Address, uint32_t Count, uint32_t Site) {
  if (Count == 0 || Count > CountMask)
    Launch::active().stop(Outcome::Trapped, Site,
                          "mbarrier.init with a count out of range");
  word(Address, Site) = State{Count, Count, 0, true, false}.pack();
}

void runtime::mbarrierInvalidate(uint64_t Address, uint32_t Site) {
  valid(word(Address, Site), Site);
  word(Address, Site) = 0;
}

uint64_t runtime::mbarrierArrive(uint64_t Address, uint32_t Count,
                                 uint32_t TxBytes, uint32_t Drop,
                                 uint32_t Site) {
  uint64_t &W = word(Address, Site);
  uint64_t Before = W;
  State S = valid(W, Site);
  S.TxBytes += TxBytes;
  if (Count > S.Pending)
    Launch::active().stop(Outcome::Trapped, Site,
                          "mbarrier: more arrivals than the phase awaits");
  S.Pending -= Count;
  if (Drop)
    S.Expected -= Count;
  S.completeIfDone();
  W = S.pack();
  return Before;
}

void runtime::mbarrierAwait(uint64_t Address, uint32_t Site) {
  uint64_t &W = word(Address, Site);
  State S = valid(W, Site);
  if (S.Pending == CountMask)
    Launch::active().stop(Outcome::Trapped, Site,
                          "mbarrier: the phase cannot await more arrivals");
  ++S.Pending;
  W = S.pack();
}

void runtime::mbarrierTx(uint64_t Address, int64_t Bytes, uint32_t Site) {
  uint64_t &W = word(Address, Site);
  State S = valid(W, Site);
  S.TxBytes += Bytes;
  if (Bytes < 0)
    S.completeIfDone();
  W = S.pack();
}

uint32_t runtime::mbarrierTest(uint64_t Address, uint64_t Token,
                               uint32_t Site) {
  bool Done =
      valid(word(Address, Site), Site).Phase != State::unpack(Token).Phase;
  if (!Done)
    Launch::active().poll();
  return Done;
}

uint32_t runtime::mbarrierTestParity(uint64_t Address, uint32_t Parity,
                                     uint32_t Site) {
  // The phase with parity P is complete once the current one is another.
  bool Done = valid(word(Address, Site), Site).Phase != bool(Parity & 1);
  if (!Done)
    Launch::active().poll();
  return Done;
}

uint32_t runtime::mbarrierPending(uint64_t Token) {
  return uint32_t(State::unpack(Token).Pending);
}
