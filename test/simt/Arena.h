//===- Arena.h - device memory with a shadow byte a byte --------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All memory a kernel may touch lies in one reserved range; a second range of
// the same size holds one permission byte for each of its bytes, 0 where
// nothing lives. A check is then: is the address in the range, and are the
// permission bytes of the access set? Both ranges are reserved, not committed:
// what is never touched costs nothing, so bands may be wide and a wild 64-bit
// address is judged without being dereferenced.
//
//   offset 0          shared memory; the base is a multiple of 4 GiB, so the
//                     low 32 bits of a shared address are its offset, as on
//                     the device
//   offset 4 GiB      local memory, one slice a resident thread
//   offset 36 GiB     parameters, global variables, buffers
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_ARENA_H
#define TILECHECKS_TEST_SIMT_ARENA_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tilechecks::simt {

/// An object in the arena, for messages.
struct Region {
  uint64_t Address = 0;
  uint64_t SizeBytes = 0;
  std::string Name;
};

class Arena {
public:
  static constexpr uint64_t GiB = uint64_t(1) << 30;
  static constexpr uint64_t SizeBytes = 128 * GiB;
  static constexpr uint64_t SharedBytes = 2 * GiB;
  static constexpr uint64_t LocalOffset = 4 * GiB;
  static constexpr uint64_t LocalBytes = 32 * GiB;
  static constexpr uint64_t HeapOffset = LocalOffset + LocalBytes;

  static constexpr uint8_t Readable = 1;
  static constexpr uint8_t Writable = 2;
  /// Stands alone: an asynchronous copy to the byte has not been waited for.
  static constexpr uint8_t Pending = 4;

  Arena();
  ~Arena();
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  uint64_t base() const { return Base; }
  uint64_t shadowBase() const { return Shadow; }
  bool contains(uint64_t Address, uint64_t Size) const {
    uint64_t Offset = Address - Base;
    return Offset < SizeBytes && Size <= SizeBytes - Offset;
  }
  bool isShared(uint64_t Address) const { return Address - Base < SharedBytes; }
  bool isLocal(uint64_t Address) const {
    return Address - Base - LocalOffset < LocalBytes;
  }
  bool isHeap(uint64_t Address) const {
    return Address - Base >= HeapOffset && Address - Base < SizeBytes;
  }

  /// Sets the permission bytes; the range must be in the arena.
  void setPermission(uint64_t Address, uint64_t Size, uint8_t Permission);
  /// All bytes have every bit of \p Permission.
  bool permits(uint64_t Address, uint64_t Size, uint8_t Permission) const;
  /// First byte of the range that lacks a bit; only if !permits.
  uint64_t firstForbidden(uint64_t Address, uint64_t Size,
                          uint8_t Permission) const;

  /// From the heap, zero-filled, aligned to max(Align, 256), 0 if full.
  uint64_t allocate(uint64_t Size, uint64_t Align, std::string Name,
                    uint8_t Permission);
  bool release(uint64_t Address);
  /// Gives pages back and forbids the range.
  void discard(uint64_t Address, uint64_t Size);

  /// The heap object nearest to \p Address, null if there is none.
  const Region *nearest(uint64_t Address) const;

private:
  struct Block {
    Region Object;
    uint64_t BandBytes; ///< on each side
  };
  uint64_t Base = 0;
  uint64_t Shadow = 0;
  std::map<uint64_t, Block> Blocks; ///< by the object's address
};

/// Bytes between \p Address and the nearest byte of \p R, 0 inside.
uint64_t distanceTo(const Region &R, uint64_t Address);

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_ARENA_H
