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
// Offsets count from where the parameters begin in the constant bank, and are
// aligned there, not here: on sm_90, where they begin at 0x210, what is aligned
// to 64 bytes behind an int has offset 48. So they are read, never computed.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_CUBIN_H
#define TILECHECKS_LAUNCHERGEN_CUBIN_H

#include "sidecar/Sidecar.h"

#include "llvm/ADT/StringRef.h"

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
  std::string Path; ///< For messages: the file, and which part of it.
  std::set<std::string> Symbols;
  std::set<std::string> Functions; ///< The symbols that are code.
  /// By kernel, ordered by ordinal. A kernel without parameters has an entry.
  std::map<std::string, std::vector<CubinParam>> Params;
};

/// Whatever is not a whole cubin is an error. \p Path is for messages.
std::variant<Cubin, Error> readCubin(llvm::StringRef Bytes, std::string Path);

/// Why \p C does not hold the code that \p K describes: a body or the digest is
/// not in it, or the parameters of a body differ. Empty if it does; then the
/// offsets that \p K leaves to ptxas are filled in.
std::optional<Error> findMismatch(const Cubin &C, sidecar::Kernel &K);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_CUBIN_H
