//===- Arena.cpp - device memory with a shadow byte a byte ----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace tilechecks::simt;

namespace {

constexpr uint64_t MinBandBytes = uint64_t(4) << 20;
constexpr uint64_t MaxBandBytes = uint64_t(256) << 20;
constexpr uint64_t PageBytes = 4096;

uint64_t alignUp(uint64_t Value, uint64_t Align) {
  return (Value + Align - 1) / Align * Align;
}

void *reserve(uint64_t Hint, uint64_t Size, int ExtraFlags) {
  return mmap(reinterpret_cast<void *>(Hint), Size, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | ExtraFlags, -1, 0);
}

/// A reservation at a multiple of 4 GiB. A fixed place is tried first, so that
/// addresses in reports are the same from run to run.
uint64_t reserveAligned(uint64_t Size) {
  constexpr uint64_t FirstHint = uint64_t(0x100000000000);
  for (uint64_t I = 0; I != 64; ++I) {
    uint64_t Hint = FirstHint + I * 2 * Size;
    void *At = reserve(Hint, Size, MAP_FIXED_NOREPLACE);
    if (At == reinterpret_cast<void *>(Hint))
      return Hint;
    if (At != MAP_FAILED)
      munmap(At, Size);
  }
  void *At = reserve(0, Size + 4 * Arena::GiB, 0);
  if (At == MAP_FAILED) {
    std::perror("tilechecks-run: cannot reserve address space");
    std::abort();
  }
  return alignUp(reinterpret_cast<uint64_t>(At), 4 * Arena::GiB);
}

/// Shadow pages that nobody has written need not be written to become zero.
void clearPages(uint64_t Address, uint64_t Size) {
  uint64_t Begin = alignUp(Address, PageBytes);
  uint64_t End = (Address + Size) / PageBytes * PageBytes;
  if (End <= Begin || Size < 16 * PageBytes) {
    std::memset(reinterpret_cast<void *>(Address), 0, Size);
    return;
  }
  std::memset(reinterpret_cast<void *>(Address), 0, Begin - Address);
  madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_DONTNEED);
  std::memset(reinterpret_cast<void *>(End), 0, Address + Size - End);
}

} // namespace

uint64_t tilechecks::simt::distanceTo(const Region &R, uint64_t Address) {
  if (Address < R.Address)
    return R.Address - Address;
  uint64_t End = R.Address + R.SizeBytes;
  return Address < End ? 0 : Address - End + 1;
}

Arena::Arena() {
  Base = reserveAligned(SizeBytes);
  Shadow = reserveAligned(SizeBytes);
}

Arena::~Arena() {
  munmap(reinterpret_cast<void *>(Base), SizeBytes);
  munmap(reinterpret_cast<void *>(Shadow), SizeBytes);
}

void Arena::setPermission(uint64_t Address, uint64_t Size, uint8_t Permission) {
  uint64_t At = Shadow + (Address - Base);
  if (Permission == 0)
    clearPages(At, Size);
  else
    std::memset(reinterpret_cast<void *>(At), Permission, Size);
}

uint64_t Arena::firstForbidden(uint64_t Address, uint64_t Size,
                               uint8_t Permission) const {
  uint64_t I = 0;
  if (contains(Address, Size)) {
    // Eight at a time up to the first word that is not wholly permitted.
    const uint64_t Pattern = Permission * UINT64_C(0x0101010101010101);
    uint64_t Word;
    for (; I + 8 <= Size; I += 8) {
      std::memcpy(&Word,
                  reinterpret_cast<void *>(Shadow + (Address + I - Base)), 8);
      if ((Word & Pattern) != Pattern)
        break;
    }
  }
  for (; I != Size; ++I) {
    uint64_t Offset = Address + I - Base;
    if (Offset >= SizeBytes)
      return Address + I;
    auto Byte = *reinterpret_cast<const uint8_t *>(Shadow + Offset);
    if ((Byte & Permission) != Permission)
      return Address + I;
  }
  return Address + Size;
}

bool Arena::permits(uint64_t Address, uint64_t Size, uint8_t Permission) const {
  if (!contains(Address, Size))
    return false;
  return firstForbidden(Address, Size, Permission) == Address + Size;
}

uint64_t Arena::allocate(uint64_t Size, uint64_t Align, std::string Name,
                         uint8_t Permission) {
  if (Size > SizeBytes)
    return 0;
  Align = std::max<uint64_t>(Align, 256);
  uint64_t Band =
      std::clamp(alignUp(Size, PageBytes), MinBandBytes, MaxBandBytes);
  // First fit between the bands of the blocks there are.
  uint64_t Candidate = alignUp(Base + HeapOffset + Band, Align);
  for (const auto &[Address, B] : Blocks) {
    uint64_t Gap = std::max(Band, B.BandBytes);
    if (Candidate + Size + Gap <= Address)
      break;
    Candidate =
        std::max(Candidate, alignUp(Address + B.Object.SizeBytes + Gap, Align));
  }
  if (Candidate + Size + Band > Base + SizeBytes)
    return 0;
  setPermission(Candidate, Size, Permission);
  Blocks[Candidate] = {{Candidate, Size, std::move(Name)}, Band};
  return Candidate;
}

bool Arena::release(uint64_t Address) {
  auto It = Blocks.find(Address);
  if (It == Blocks.end())
    return false;
  discard(Address, It->second.Object.SizeBytes);
  Blocks.erase(It);
  return true;
}

void Arena::discard(uint64_t Address, uint64_t Size) {
  setPermission(Address, Size, 0);
  clearPages(Address, Size);
}

const Region *Arena::nearest(uint64_t Address) const {
  const Region *Best = nullptr;
  auto Consider = [&](const Region &R) {
    if (!Best || distanceTo(R, Address) < distanceTo(*Best, Address))
      Best = &R;
  };
  auto After = Blocks.lower_bound(Address);
  if (After != Blocks.end())
    Consider(After->second.Object);
  if (After != Blocks.begin())
    Consider(std::prev(After)->second.Object);
  return Best;
}
