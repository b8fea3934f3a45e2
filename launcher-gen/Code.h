//===- Code.h - the device code that a launcher is made for -----*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin or a fatbin, and whether it is what some sidecars describe: each
// sidecar has its code, and no code is without a sidecar, since a driver may
// take any part of a fatbin.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_CODE_H
#define TILECHECKS_LAUNCHERGEN_CODE_H

#include "Cubin.h"
#include "Fatbin.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tilechecks::launchergen {

/// What one sidecar says, and the file for messages.
struct Description {
  std::string Path;
  sidecar::Document Document;
};

struct Code {
  std::string Path, Bytes; ///< The file.
  bool IsFatbin = false;
  struct Part {
    std::string Target; ///< Empty for a cubin alone.
    Cubin Elf;
  };
  std::vector<Part> Parts;
  std::vector<FatbinPart> Ptx;
};

/// Reads the file \p Path.
std::variant<Code, Error> readCode(const std::string &Path);

/// Why \p C is not the code of \p Descriptions. Empty if it is; then the
/// offsets that they leave to ptxas are filled in.
std::optional<Error> findMismatch(const Code &C,
                                  std::vector<Description> &Descriptions);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_CODE_H
