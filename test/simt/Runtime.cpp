//===- Runtime.cpp - functions that compiled device code calls ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These run on the stacks of fibres and may leave them for good (Launch.h):
// what is to be reported is built inside the Result, never in a local string.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "Launch.h"

#include <cstdio>
#include <cstdlib>

using namespace tilechecks::simt;

namespace {

Launch &launch() { return Launch::active(); }

/// Copies a device string into \p To, stopping at anything inaccessible.
void copyString(uint64_t From, char *To, size_t Capacity) {
  size_t I = 0;
  for (; I + 1 < Capacity; ++I) {
    if (!launch().arena().permits(From + I, 1, Arena::Readable))
      break;
    To[I] = *reinterpret_cast<const char *>(From + I);
    if (!To[I])
      return;
  }
  To[I] = 0;
}

} // namespace

static void stopAtCheck(const FailedCheck &Check, uint32_t Site) {
  Result &R = launch().result();
  R.HasCheck = true;
  R.Check = Check;
  char Text[128];
  std::snprintf(Text, sizeof(Text), "check %u failed: index %lld, extent %lld",
                Check.Id, static_cast<long long>(Check.Index),
                static_cast<long long>(Check.Extent));
  launch().stop(Outcome::Trapped, Site, Text);
}

void runtime::fail(uint32_t Id, uint64_t Index, uint64_t Extent,
                   uint32_t Site) {
  launch().replay(Id);
  stopAtCheck({Id, int64_t(Index), int64_t(Extent)}, Site);
}

void runtime::failing(uint32_t Id, uint64_t Index, uint64_t Extent,
                      uint32_t Site) {
  const FailedCheck Check{Id, int64_t(Index), int64_t(Extent)};
  if (launch().replay(Id))
    stopAtCheck(Check, Site);
  launch().noteFailure(Check, Site);
}

void runtime::trap(uint32_t Site) {
  FailedCheck Check;
  if (launch().notedFailure(Check, Site))
    stopAtCheck(Check, Site);
  launch().stop(Outcome::Trapped, Site, "trap");
}

void runtime::reachedUnreachable(uint32_t Site) {
  launch().stop(Outcome::Trapped, Site, "control reaches `unreachable`");
}

void runtime::unsupported(uint32_t Site) {
  // The name may be long: it goes into the result, not through a buffer here.
  Result &R = launch().result();
  R.Unsupported = launch().site(Site).What;
  launch().stop(Outcome::Unsupported, Site,
                "an instruction this runner does not know");
}

void runtime::assertFailed(uint64_t Message, uint64_t File, uint32_t Line,
                           uint64_t Function, uint32_t Site) {
  char What[160], Where[120], In[120], Text[480];
  copyString(Message, What, sizeof(What));
  copyString(File, Where, sizeof(Where));
  copyString(Function, In, sizeof(In));
  std::snprintf(Text, sizeof(Text), "%s:%u: %s: assertion `%s` failed", Where,
                Line, In, What);
  launch().stop(Outcome::Trapped, Site, Text);
}

void runtime::exitThread() { launch().finishThread(); }

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void runtime::fault(uint64_t Address, uint64_t Size, uint64_t Align,
                    uint32_t Access, uint32_t Site) {
  Launch &L = launch();
  const Arena &A = L.arena();
  ShadowReport &S = L.result().Shadow;
  uint8_t Wanted = Access == AccessRead ? Arena::Readable : Arena::Writable;
  S.Address = Address;
  S.SizeBytes = Size;
  S.Kind = static_cast<AccessKind>(Access);
  bool Allowed = A.permits(Address, Size, Wanted);
  uint64_t Bad = Allowed ? Address : A.firstForbidden(Address, Size, Wanted);
  size_t Issuer = 0;
  const AsyncCopy *Copy = L.copies().pendingAt(Bad, Issuer);
  S.PendingCopy = !Allowed && Copy;
  S.Misaligned = Allowed && Align > 1 && Address % Align != 0;
  S.ReadOnly = !Allowed && Wanted == Arena::Writable &&
               A.permits(Address, Size, Arena::Readable);
  {
    Region Nearest = L.nearestObject(Bad);
    S.NearestBuffer = Nearest.Name;
    S.NearestSizeBytes = Nearest.SizeBytes;
    S.OffsetInNearest = int64_t(Address - Nearest.Address);
  }
  char Text[560];
  int Length = std::snprintf(
      Text, sizeof(Text), "%s of %llu byte(s) at 0x%llx: %s",
      accessKindName(S.Kind), static_cast<unsigned long long>(Size),
      static_cast<unsigned long long>(Address),
      S.Misaligned    ? "misaligned"
      : S.ReadOnly    ? "read-only"
      : S.PendingCopy ? "of an asynchronous copy not yet waited for"
                      : "out of bounds");
  if (!S.NearestBuffer.empty())
    std::snprintf(Text + Length, sizeof(Text) - Length,
                  ", byte %lld of '%.200s' (%llu bytes)",
                  static_cast<long long>(S.OffsetInNearest),
                  S.NearestBuffer.c_str(),
                  static_cast<unsigned long long>(S.NearestSizeBytes));
  if (S.PendingCopy) {
    Dim3 By = L.threadOf(Issuer);
    const SourceLine &At = L.site(Copy->Site).Where;
    Length = std::strlen(Text);
    Length += std::snprintf(Text + Length, sizeof(Text) - Length,
                            "; issued by thread (%u,%u,%u) %s %.80s", By.X,
                            By.Y, By.Z, At.Line ? "at" : "in",
                            At.Line ? At.File.c_str() : At.Function.c_str());
    if (At.Line)
      std::snprintf(Text + Length, sizeof(Text) - Length, ":%u", At.Line);
  }
  L.stop(Outcome::ShadowHit, Site, Text);
}

void runtime::checkRange(uint64_t Address, uint64_t Size, uint64_t Align,
                         uint32_t Access, uint32_t Site) {
  if (Size == 0)
    return;
  uint8_t Wanted = Access == AccessRead ? Arena::Readable : Arena::Writable;
  if ((Align > 1 && Address % Align != 0) ||
      !launch().arena().permits(Address, Size, Wanted))
    fault(Address, Size, Align, Access, Site);
}

void runtime::slowStep() { launch().slowStep(); }

void runtime::checkStack(uint32_t Site) {
  char Here = 0;
  if (launch().stackIsLow(&Here))
    launch().stop(Outcome::Trapped, Site, "stack overflow");
}

uint64_t runtime::localMark() { return launch().localMark(); }

uint64_t runtime::localAllocate(uint64_t Size, uint64_t Align, uint32_t Site) {
  return launch().localAllocate(Size, Align, Site);
}

void runtime::localRelease(uint64_t Mark) { launch().localRelease(Mark); }

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

uint64_t runtime::warpCollective(uint32_t Op, uint32_t Mask, uint64_t Value,
                                 uint32_t Site) {
  return launch()
      .warpCollective(static_cast<WarpOp>(Op), Mask, Value, 0, 0, Site)
      .Answer;
}

uint64_t runtime::warpCollectivePredicate(uint32_t Op, uint32_t Mask,
                                          uint64_t Value, uint32_t Site) {
  Fibre &F =
      launch().warpCollective(static_cast<WarpOp>(Op), Mask, Value, 0, 0, Site);
  return F.Answer | uint64_t(F.Predicate) << 32;
}

uint64_t runtime::shuffle(uint32_t Op, uint32_t Mask, uint32_t Value,
                          uint32_t B, uint32_t C, uint32_t Site) {
  Fibre &F =
      launch().warpCollective(static_cast<WarpOp>(Op), Mask, Value, B, C, Site);
  return F.Answer | uint64_t(F.Predicate) << 32;
}

uint32_t runtime::activeMask(uint32_t Site) {
  return launch().activeMask(Site);
}

uint32_t runtime::ctaBarrier(uint32_t Op, uint32_t Id, uint32_t Count,
                             uint32_t Vote, uint32_t Site) {
  return launch().ctaBarrier(static_cast<BarrierOp>(Op), Id, Count, Vote,
                             /*Waits=*/true, Site);
}

void runtime::ctaArrive(uint32_t Id, uint32_t Count, uint32_t Site) {
  launch().ctaBarrier(BarrierOp::Sync, Id, Count, false, /*Waits=*/false, Site);
}

void runtime::clusterArrive(uint32_t Site) { launch().clusterArrive(Site); }
void runtime::clusterWait(uint32_t Site) { launch().clusterWait(Site); }

uint64_t runtime::mapShared(uint64_t Address, uint32_t Rank) {
  return launch().mapShared(Address, Rank);
}

uint32_t runtime::rankOf(uint64_t Address) { return launch().rankOf(Address); }

uint32_t runtime::isSpace(uint32_t Space, uint64_t Address) {
  const Arena &A = launch().arena();
  switch (Space) {
  case 3:
    return A.isShared(Address) &&
           launch().rankOf(Address) == launch().image().State->ClusterRank;
  case 7:
    return A.isShared(Address);
  case 5:
    return A.isLocal(Address);
  default: // 1; constant memory is reached through generic addresses, too.
    return A.isHeap(Address);
  }
}

//===----------------------------------------------------------------------===//
// Services
//===----------------------------------------------------------------------===//

uint64_t runtime::clock() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}

uint64_t runtime::globalTimer() {
  return std::chrono::system_clock::now().time_since_epoch().count();
}

uint64_t runtime::deviceMalloc(uint64_t Size) {
  return launch().device().allocate(Size, "device heap block");
}

void runtime::deviceFree(uint64_t Address, uint32_t Site) {
  if (Address != 0 && !launch().device().release(Address))
    launch().stop(Outcome::Trapped, Site,
                  "free of an address that malloc did not return");
}

/// vprintf: arguments lie in \p Arguments, each aligned to its size (4 or 8).
uint32_t runtime::print(uint64_t Format, uint64_t Arguments, uint32_t Site) {
  static thread_local std::string Out; // not on the fibre's stack
  Out.clear();
  uint32_t Count = 0;
  uint64_t At = Arguments;
  auto Fetch = [&](uint64_t Size) {
    At = (At + Size - 1) / Size * Size;
    checkRange(At, Size, 1, AccessRead, Site);
    uint64_t Value = 0;
    std::memcpy(&Value, reinterpret_cast<const void *>(At), Size);
    At += Size;
    return Value;
  };
  char FormatText[1024], Piece[64], Buffer[512];
  copyString(Format, FormatText, sizeof(FormatText));
  for (const char *P = FormatText; *P; ++P) {
    if (*P != '%') {
      Out += *P;
      continue;
    }
    size_t Length = 0;
    Piece[Length++] = *P++;
    unsigned Longs = 0;
    while (*P && !std::strchr("diouxXcsfFeEgGaAp%", *P) &&
           Length + 16 < sizeof(Piece)) {
      if (*P == '*')
        Length += std::snprintf(Piece + Length, 12, "%d", int32_t(Fetch(4)));
      else if (*P == 'l' || *P == 'z' || *P == 'j' || *P == 't')
        ++Longs;
      else if (*P != 'h')
        Piece[Length++] = *P;
      ++P;
    }
    if (!*P)
      break;
    if (*P == '%') {
      Out += '%';
      continue;
    }
    ++Count;
    if (std::strchr("fFeEgGaA", *P)) {
      Piece[Length++] = *P;
      Piece[Length] = 0;
      uint64_t Bits = Fetch(8);
      double Value;
      std::memcpy(&Value, &Bits, 8);
      std::snprintf(Buffer, sizeof(Buffer), Piece, Value);
    } else if (*P == 's') {
      char Text[256];
      copyString(Fetch(8), Text, sizeof(Text));
      Piece[Length++] = 's';
      Piece[Length] = 0;
      std::snprintf(Buffer, sizeof(Buffer), Piece, Text);
    } else if (*P == 'p') {
      std::snprintf(Buffer, sizeof(Buffer), "0x%llx",
                    static_cast<unsigned long long>(Fetch(8)));
    } else if (*P == 'c') {
      std::snprintf(Buffer, sizeof(Buffer), "%c", int(Fetch(4)));
    } else {
      uint64_t Value = Fetch(Longs ? 8 : 4);
      if (!Longs && (*P == 'd' || *P == 'i'))
        Value = uint64_t(int64_t(int32_t(Value)));
      std::memcpy(Piece + Length, "ll", 2);
      Piece[Length + 2] = *P;
      Piece[Length + 3] = 0;
      std::snprintf(Buffer, sizeof(Buffer), Piece,
                    static_cast<unsigned long long>(Value));
    }
    Out += Buffer;
  }
  const auto &Print = launch().device().options().Print;
  if (Print)
    Print(Out);
  else
    std::fwrite(Out.data(), 1, Out.size(), stdout);
  return Count;
}
