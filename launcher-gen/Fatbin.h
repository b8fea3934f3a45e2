//===- Fatbin.h - the parts of a fatbin -------------------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fatbin holds code of one module for several targets; the driver takes the
// part that fits its device. Little-endian:
//
//   header   u32 0xBA55ED50, u16 version 1, u16 size of the header (16),
//            u64 size of all that follows
//   a part   u16 kind (1 PTX, 2 ELF), u16, u32 size of its header (64 or more),
//            u64 size of its bytes, u32 how many of them count if compressed,
//            u32, u16, u16, u32 target (90), 8 bytes, u64 flags, u64,
//            u64 size when decompressed; then the bytes
//
// Flags: 0x2000 LZ4, 0x8000 zstd, 0x100000 the target's suffix is `a`,
// 0x200000 it is `f`.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_FATBIN_H
#define TILECHECKS_LAUNCHERGEN_FATBIN_H

#include "sidecar/Sidecar.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <variant>
#include <vector>

namespace tilechecks::launchergen {

struct FatbinPart {
  std::string Target; ///< "sm_100a".
  bool IsPtx = false;
  std::string Bytes; ///< Decompressed.
};

bool isFatbin(llvm::StringRef Bytes);

/// The parts in their order. Whatever is not one whole fatbin, or is compressed
/// in a way that is not read here, is an error. \p Path is for messages.
std::variant<std::vector<FatbinPart>, sidecar::Error>
readFatbin(llvm::StringRef Bytes, const std::string &Path);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_FATBIN_H
