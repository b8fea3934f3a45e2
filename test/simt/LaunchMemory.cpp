//===- LaunchMemory.cpp - local memory, and the objects of a launch ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include <algorithm>

using namespace tilechecks::simt;

uint64_t Launch::localAllocate(uint64_t Size, uint64_t Align, uint32_t SiteId) {
  uint64_t Slot = Memory.base() + Arena::LocalOffset + Running * LocalStride;
  uint64_t &Top = LocalTop[Running];
  uint64_t At = alignUp(Top, std::max<uint64_t>(Align, 16));
  if (Size > LocalLimitBytes || At + Size + LocalBandBytes > Slot + LocalStride)
    stop(Outcome::Trapped, SiteId, "local memory of the thread is exhausted");
  Memory.setPermission(At, Size, Arena::Readable | Arena::Writable);
  Top = At + Size + LocalBandBytes;
  Locals[Running].push_back({At, Size, {}});
  return At;
}

void Launch::localRelease(uint64_t Mark) {
  std::vector<Region> &Mine = Locals[Running];
  while (!Mine.empty() && Mine.back().Address >= Mark) {
    Memory.setPermission(Mine.back().Address, Mine.back().SizeBytes, 0);
    Mine.pop_back();
  }
  LocalTop[Running] = Mark;
}

Region Launch::nearestObject(uint64_t Address) const {
  Region Best;
  auto Consider = [&](const Region &R) {
    if (Best.Name.empty() || distanceTo(R, Address) < distanceTo(Best, Address))
      Best = R;
  };
  // The kinds lie gigabytes apart: an object of the address's own kind is the
  // one meant, and the nearest of any kind only where there is none.
  if (Memory.isShared(Address))
    for (const Block &B : Blocks) {
      for (const SharedVariable &V : *Image.Shared)
        Consider({B.SharedBase + V.Offset, V.SizeBytes, V.Name});
      if (Config.DynamicSharedBytes)
        Consider({B.SharedBase + Image.DynamicSharedOffset,
                  Config.DynamicSharedBytes, "dynamic shared memory"});
    }
  if (Memory.isLocal(Address))
    for (const std::vector<Region> &Of : Locals)
      for (const Region &R : Of)
        Consider({R.Address, R.SizeBytes, "local variable"});
  if (Best.Name.empty())
    if (const Region *R = Memory.nearest(Address))
      Consider(*R);
  return Best;
}
