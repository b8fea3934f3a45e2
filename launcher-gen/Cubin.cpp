//===- Cubin.cpp - what a cubin says of its kernels -----------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Cubin.h for the format. Every length is compared with what is there: a
// truncated file ends in an error, not in a shorter table.
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"

#include "tilechecks/launch/spelling.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

#include <algorithm>

using namespace llvm;

namespace tilechecks::launchergen {
namespace {

constexpr uint8_t TagParam = 0x17, TagParamV2 = 0x45;
constexpr StringLiteral InfoPrefix = ".nv.info.";

/// The entries of one `.nv.info.<kernel>` section. Nothing if they do not fill
/// the section exactly, or a parameter record has another form than the two
/// known ones.
std::optional<std::vector<CubinParam>> parseInfo(ArrayRef<uint8_t> Data) {
  std::vector<CubinParam> Params;
  while (!Data.empty()) {
    if (Data.size() < 4)
      return std::nullopt;
    uint8_t Format = Data[0], Tag = Data[1];
    size_t Size = Format == 4 ? support::endian::read16le(&Data[2]) : 0;
    if (Format < 1 || Format > 4 || Data.size() < 4 + Size)
      return std::nullopt;
    ArrayRef<uint8_t> Payload = Data.slice(4, Size);
    Data = Data.drop_front(4 + Size);
    if (Tag != TagParam && Tag != TagParamV2)
      continue;
    if (Payload.size() != 12)
      return std::nullopt;
    CubinParam P;
    P.Ordinal = support::endian::read16le(&Payload[4]);
    P.OffsetBytes = support::endian::read16le(&Payload[6]);
    P.SizeBytes = Tag == TagParam ? support::endian::read32le(&Payload[8]) >> 18
                                  : support::endian::read16le(&Payload[8]);
    Params.push_back(P);
  }
  llvm::sort(Params, [](const CubinParam &A, const CubinParam &B) {
    return A.Ordinal < B.Ordinal;
  });
  return Params;
}

/// LLVM reads the parts of a file when asked for them, and what is asked for
/// below would still be there in many a file cut short. So this asks for all:
/// both tables and the bytes of every section. The reason if one is missing.
std::optional<std::string> findCut(const object::ELF64LEObjectFile &Elf) {
  auto Sections = Elf.getELFFile().sections();
  if (!Sections)
    return toString(Sections.takeError());
  for (const auto &Section : *Sections)
    if (Section.sh_type != ELF::SHT_NOBITS)
      if (auto Contents = Elf.getELFFile().getSectionContents(Section);
          !Contents)
        return toString(Contents.takeError());
  auto Segments = Elf.getELFFile().program_headers();
  if (!Segments)
    return toString(Segments.takeError());
  return std::nullopt;
}

Error makeError(const std::string &Path, const Twine &What) {
  return {Path + ": " + What.str()};
}

} // namespace

std::variant<Cubin, Error> readCubin(StringRef Bytes, std::string Path) {
  Cubin C;
  C.Path = Path;
  if (!Bytes.starts_with("\x7f"
                         "ELF"))
    return makeError(Path, "not a cubin: it is no ELF file");
  auto Object =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(Bytes, Path));
  if (!Object)
    return makeError(Path, "malformed or truncated cubin: " +
                               toString(Object.takeError()));
  auto *Elf = dyn_cast<object::ELF64LEObjectFile>(Object->get());
  if (!Elf || Elf->getELFFile().getHeader().e_machine != ELF::EM_CUDA)
    return makeError(Path, "not a cubin: an ELF file of another machine");
  if (auto Why = findCut(*Elf))
    return makeError(Path, "malformed or truncated cubin: " + *Why);
  for (const object::ELFSymbolRef Symbol : Elf->symbols()) {
    auto Name = Symbol.getName();
    if (!Name)
      return makeError(Path, "malformed or truncated cubin: " +
                                 toString(Name.takeError()));
    if (Name->empty())
      continue;
    C.Symbols.insert(Name->str());
    if (Symbol.getELFType() == ELF::STT_FUNC)
      C.Functions.insert(Name->str());
  }
  for (const object::SectionRef &Section : Elf->sections()) {
    auto Name = Section.getName();
    if (!Name)
      return makeError(Path, "malformed or truncated cubin: " +
                                 toString(Name.takeError()));
    if (!Name->starts_with(InfoPrefix))
      continue;
    auto Contents = Section.getContents();
    if (!Contents)
      return makeError(Path, "malformed or truncated cubin: " +
                                 toString(Contents.takeError()));
    auto Params = parseInfo(arrayRefFromStringRef(*Contents));
    if (!Params)
      return makeError(Path, "the section " + *Name +
                                 " has a form that is not known here");
    C.Params[Name->drop_front(InfoPrefix.size()).str()] = std::move(*Params);
  }
  return C;
}

std::optional<Error> findMismatch(const Cubin &C, sidecar::Kernel &K) {
  const std::string &Path = C.Path;
  std::string Name = tc::rt::short_kernel_name(K.Name);
  for (const sidecar::Body &B : K.Bodies) {
    if (!C.Functions.count(B.Symbol))
      return makeError(Path, "kernel " + Name + ": the sidecar lists the " +
                                 std::string(spelling(B.Kind)) + " body " +
                                 B.Symbol + ", the cubin has no such kernel");
    auto Found = C.Params.find(B.Symbol);
    static const std::vector<CubinParam> None;
    const auto &Params = Found == C.Params.end() ? None : Found->second;
    if (Params.size() != K.Params.size())
      return makeError(
          Path, "body " + B.Symbol + " has " + Twine(Params.size()) +
                    " parameters, the sidecar lists " + Twine(K.Params.size()));
    for (size_t I = 0; I != Params.size(); ++I) {
      sidecar::Param &P = K.Params[I];
      auto Differs = [&](StringRef What, int64_t InCubin, int64_t InSidecar) {
        return makeError(Path, "body " + B.Symbol + ": parameter " + Twine(I) +
                                   " (" + P.Name + ") has " + What + " " +
                                   Twine(InCubin) + ", the sidecar says " +
                                   Twine(InSidecar));
      };
      if (Params[I].Ordinal != I)
        return Differs("ordinal", Params[I].Ordinal, I);
      // The first body tells, the others have to agree.
      if (!P.Offset)
        P.Offset = Params[I].OffsetBytes;
      if (Params[I].OffsetBytes != *P.Offset)
        return Differs("offset", Params[I].OffsetBytes, *P.Offset);
      if (Params[I].SizeBytes != P.Size)
        return Differs("size", Params[I].SizeBytes, P.Size);
    }
  }
  std::string Prefix = K.Symbol + "__tc_digest_";
  if (C.Symbols.count(Prefix + K.Digest))
    return std::nullopt;
  auto Other = C.Symbols.lower_bound(Prefix);
  if (Other != C.Symbols.end() && StringRef(*Other).starts_with(Prefix))
    return makeError(Path, "kernel " + Name + ": the code has digest " +
                               StringRef(*Other).drop_front(Prefix.size()) +
                               ", the sidecar is of digest " + K.Digest);
  return makeError(Path, "kernel " + Name +
                             ": the cubin carries no digest (no symbol " +
                             Prefix + K.Digest + ")");
}

} // namespace tilechecks::launchergen
