//===- Cubin.h - what a cubin says of its kernels ---------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbol table of a cubin and the parameter tables of its kernels, and the
// comparison with a sidecar.
//
// A cubin is an ELF file of machine EM_CUDA. The parameters of a kernel stand
// in the section `.nv.info.<kernel>`, a row of entries (format byte, tag byte,
// then by format a value or a 16-bit size and that many bytes). Two generations
// of parameter records are known, both format 4 of 12 bytes and beginning with
// index (u32), ordinal (u16), offset (u16):
//
//   tag 0x17: a word whose bits above 18 are the size;
//   tag 0x45: size (u16), then flags; written by CUDA 13 for kernels with a
//             parameter of more than 4 KiB.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_CUBIN_H
#define TILECHECKS_LAUNCHERGEN_CUBIN_H

#include "sidecar/Sidecar.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace tilechecks::launchergen {

using sidecar::Error;

struct CubinParam {
  unsigned Ordinal = 0;
  unsigned OffsetBytes = 0, SizeBytes = 0;
};

struct Cubin {
  std::string Bytes;
  std::set<std::string> Symbols;
  std::set<std::string> Functions; ///< The symbols that are code.
  /// By kernel, ordered by ordinal. A kernel without parameters has an entry.
  std::map<std::string, std::vector<CubinParam>> Params;
};

/// Reads the file \p Path. Whatever is not a whole cubin is an error.
std::variant<Cubin, Error> readCubin(const std::string &Path);

/// Why \p C does not hold the code that \p K describes: a body or the digest is
/// not in it, or the parameters of a body differ. Empty if it does. \p Path is
/// for the message.
std::optional<Error> findMismatch(const Cubin &C, const sidecar::Kernel &K,
                                  const std::string &Path);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_CUBIN_H
