//===- Fatbin.cpp - the parts of a fatbin ---------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Fatbin.h for the format. Every size is compared with what is there.
//
//===----------------------------------------------------------------------===//

#include "Fatbin.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"

using namespace llvm;
using namespace llvm::support::endian;

namespace tilechecks::launchergen {
namespace {

constexpr uint32_t Magic = 0xBA55ED50;
constexpr size_t HeaderBytes = 16, PartHeaderBytes = 64;
constexpr uint16_t KindPtx = 1, KindElf = 2;
constexpr uint64_t FlagLz4 = 0x2000, FlagZstd = 0x8000, FlagSuffixA = 0x100000,
                   FlagSuffixF = 0x200000;
/// No part is larger, and a damaged size may not make us allocate more.
constexpr uint64_t MostBytes = uint64_t(1) << 31;

/// Decompresses \p Part.Bytes in place. The reason if that cannot be done.
std::optional<std::string> unpack(FatbinPart &Part, uint64_t Flags,
                                  uint64_t SizeBytes) {
  if (Flags & FlagLz4)
    return "is compressed by LZ4, which is not read here; make the fatbin with "
           "--compress-mode=balance, size or none";
  if (!(Flags & FlagZstd))
    return std::nullopt;
  if (const char *Why =
          compression::getReasonIfUnsupported(compression::Format::Zstd))
    return std::string("is compressed by zstd: ") + Why;
  if (SizeBytes > MostBytes)
    return "is malformed: it claims " + std::to_string(SizeBytes) + " bytes";
  SmallVector<uint8_t, 0> Whole;
  if (Error E = compression::zstd::decompress(arrayRefFromStringRef(Part.Bytes),
                                              Whole, SizeBytes))
    return "cannot be decompressed: " + toString(std::move(E));
  if (Whole.size() != SizeBytes)
    return "is malformed: it has " + std::to_string(Whole.size()) +
           " bytes and claims " + std::to_string(SizeBytes);
  Part.Bytes = toStringRef(Whole).str();
  return std::nullopt;
}

} // namespace

bool isFatbin(StringRef Bytes) {
  return Bytes.size() >= 4 && read32le(Bytes.data()) == Magic;
}

std::variant<std::vector<FatbinPart>, sidecar::Error>
readFatbin(StringRef Bytes, const std::string &Path) {
  auto Malformed = [&](const Twine &What) {
    return sidecar::Error{Path +
                          ": malformed or truncated fatbin: " + What.str()};
  };
  if (Bytes.size() < HeaderBytes || !isFatbin(Bytes))
    return Malformed("no header");
  uint16_t Version = read16le(Bytes.data() + 4);
  uint16_t Header = read16le(Bytes.data() + 6);
  uint64_t Size = read64le(Bytes.data() + 8);
  if (Version != 1 || Header != HeaderBytes)
    return sidecar::Error{Path + ": a fatbin of version " +
                          std::to_string(Version) +
                          ", which is not known here"};
  Bytes = Bytes.drop_front(HeaderBytes);
  if (Size != Bytes.size())
    return Malformed("the header says " + Twine(Size) + " bytes, there are " +
                     Twine(Bytes.size()));

  std::vector<FatbinPart> Parts;
  while (!Bytes.empty()) {
    std::string Which = "part " + std::to_string(Parts.size());
    if (Bytes.size() < PartHeaderBytes)
      return Malformed(Which + " has no whole header");
    uint16_t Kind = read16le(Bytes.data());
    uint32_t PartHeader = read32le(Bytes.data() + 4);
    uint64_t PartSize = read64le(Bytes.data() + 8);
    uint32_t PackedSize = read32le(Bytes.data() + 16);
    uint32_t Target = read32le(Bytes.data() + 28);
    uint64_t Flags = read64le(Bytes.data() + 40);
    uint64_t WholeSize = read64le(Bytes.data() + 56);
    if (PartHeader < PartHeaderBytes || PartHeader > Bytes.size() ||
        PartSize > Bytes.size() - PartHeader)
      return Malformed(Which + " reaches past the end");
    if (PackedSize > PartSize)
      return Malformed(Which + " has more bytes compressed than in all");
    FatbinPart P;
    P.IsPtx = Kind == KindPtx;
    P.Target = "sm_" + std::to_string(Target) +
               (Flags & FlagSuffixA   ? "a"
                : Flags & FlagSuffixF ? "f"
                                      : "");
    P.Bytes =
        Bytes.substr(PartHeader, PackedSize ? PackedSize : PartSize).str();
    Bytes = Bytes.drop_front(PartHeader + PartSize);
    Which += std::string(" (") + (P.IsPtx ? "PTX for " : "code for ") +
             P.Target + ")";
    if (Kind != KindPtx && Kind != KindElf)
      return sidecar::Error{Path + ": " + Which + " is of kind " +
                            std::to_string(Kind) +
                            ", which is neither PTX nor a cubin"};
    if (auto Why = unpack(P, Flags, WholeSize))
      return sidecar::Error{Path + ": " + Which + " " + *Why};
    Parts.push_back(std::move(P));
  }
  return Parts;
}

} // namespace tilechecks::launchergen
