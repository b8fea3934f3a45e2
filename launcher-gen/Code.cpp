//===- Code.cpp - the device code that a launcher is made for -------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"

#include "tilechecks/launch/spelling.hpp"

#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

using namespace llvm;

namespace tilechecks::launchergen {
namespace {

Error makeError(const std::string &Path, const Twine &What) {
  return {Path + ": " + What.str()};
}

/// "sm_90, sm_100a, PTX of sm_90".
std::string listTargets(const Code &C) {
  std::string List;
  for (const Code::Part &P : C.Parts)
    List += (List.empty() ? "" : ", ") + P.Target;
  for (const FatbinPart &P : C.Ptx)
    List += (List.empty() ? "PTX of " : ", PTX of ") + P.Target;
  return List.empty() ? "nothing" : List;
}

/// Whether the text defines the digest of every kernel of \p D.
bool holdsDigests(StringRef Ptx, const sidecar::Document &D) {
  return llvm::all_of(D.Kernels, [&](const sidecar::Kernel &K) {
    return Ptx.contains(K.Symbol + "__tc_digest_" + K.Digest);
  });
}

/// Several parts of one target are possible; the driver takes one of them, so
/// each has to be the one described.
std::optional<Error> matchTarget(const Code &C, Description &D) {
  bool Found = false;
  for (const Code::Part &P : C.Parts) {
    if (C.IsFatbin && P.Target != D.Document.Target)
      continue;
    Found = true;
    for (sidecar::Kernel &K : D.Document.Kernels)
      if (auto E = findMismatch(P.Elf, K))
        return E;
  }
  if (!Found)
    return makeError(C.Path, "no code for " + D.Document.Target + ", which " +
                                 D.Path + " describes (it holds " +
                                 listTargets(C) + ")");
  return std::nullopt;
}

/// Two targets whose code has one digest: which set of launch checks counts
/// could not be told from the loaded image, unless the sets are the same.
std::optional<Error> findAmbiguity(const std::vector<Description> &All) {
  for (const Description &A : All)
    for (const Description &B : All)
      for (const sidecar::Kernel &KA : A.Document.Kernels)
        for (const sidecar::Kernel &KB : B.Document.Kernels)
          if (&A < &B && KA.Symbol == KB.Symbol && KA.Digest == KB.Digest &&
              KA.LaunchChecks != KB.LaunchChecks)
            return makeError(A.Path,
                             "kernel " + tc::rt::short_kernel_name(KA.Name) +
                                 ": same digest as in " + B.Path +
                                 ", and other launch checks: the image that is "
                                 "loaded would not tell which of them count");
  return std::nullopt;
}

} // namespace

std::variant<Code, Error> readCode(const std::string &Path) {
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!File)
    return makeError(Path,
                     "cannot read this file: " + File.getError().message());
  Code C;
  C.Path = Path;
  C.Bytes = (*File)->getBuffer().str();
  C.IsFatbin = isFatbin(C.Bytes);
  if (!C.IsFatbin) {
    auto Elf = readCubin(C.Bytes, Path);
    if (auto *E = std::get_if<Error>(&Elf))
      return *E;
    C.Parts.push_back({"", std::get<Cubin>(std::move(Elf))});
    return C;
  }
  auto Parts = readFatbin(C.Bytes, Path);
  if (auto *E = std::get_if<Error>(&Parts))
    return *E;
  for (FatbinPart &P : std::get<std::vector<FatbinPart>>(Parts)) {
    if (P.IsPtx) {
      C.Ptx.push_back(std::move(P));
      continue;
    }
    auto Elf = readCubin(P.Bytes, Path + " (" + P.Target + ")");
    if (auto *E = std::get_if<Error>(&Elf))
      return *E;
    C.Parts.push_back({P.Target, std::get<Cubin>(std::move(Elf))});
  }
  return C;
}

std::optional<Error> findMismatch(const Code &C,
                                  std::vector<Description> &Descriptions) {
  if (!C.IsFatbin && Descriptions.size() > 1)
    return makeError(C.Path,
                     "a cubin is code for one target, and there are " +
                         Twine(Descriptions.size()) +
                         " sidecars; put the cubins of all targets into a "
                         "fatbin (fatbinary --create)");
  for (Description &D : Descriptions) {
    for (const Description &Other : Descriptions)
      if (&Other < &D && Other.Document.Target == D.Document.Target)
        return makeError(D.Path, "a second sidecar for " + D.Document.Target +
                                     ", beside " + Other.Path);
    if (D.Document.Module != Descriptions[0].Document.Module)
      return makeError(D.Path, "of module " + D.Document.Module + ", and " +
                                   Descriptions[0].Path + " of " +
                                   Descriptions[0].Document.Module);
    if (auto E = matchTarget(C, D))
      return E;
  }
  if (!C.IsFatbin)
    return std::nullopt;
  for (const Code::Part &P : C.Parts)
    if (llvm::none_of(Descriptions, [&](const Description &D) {
          return D.Document.Target == P.Target;
        }))
      return makeError(C.Path, "it holds code for " + P.Target +
                                   ", and no sidecar is given for that target "
                                   "(--sidecar may be repeated)");
  for (const FatbinPart &P : C.Ptx)
    if (llvm::none_of(Descriptions, [&](const Description &D) {
          return holdsDigests(P.Bytes, D.Document);
        }))
      return makeError(C.Path, "its PTX of " + P.Target +
                                   " is not the code of any sidecar given: no "
                                   "digest of theirs is in it");
  return findAmbiguity(Descriptions);
}

} // namespace tilechecks::launchergen
