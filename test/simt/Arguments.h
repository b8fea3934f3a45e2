//===- Arguments.h - kernel arguments as text -------------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   i32:5  u32:5  i64:-1  u64:7  f32:1.5  f64:2.5     scalars
//   buf:TYPE:COUNT[:FILL]                             a pointer to a buffer
//   tensor:TYPE:EXTENTS[:FILL]                        docs/interfaces.md, 6
//   tensor64:TYPE:EXTENTS[:FILL]                      with 64-bit extents
//   bytes:HEX                                         a struct, byte by byte
//
//   TYPE     i8 u8 i16 u16 i32 u32 i64 u64 f32 f64
//   EXTENTS  4x16; `s16` is static, and not stored; `4x16+32x1` adds strides
//            (tc::layout_stride), the buffer covers what they reach
//   FILL     zero (default), iota, const=V, rand=SEED, poison
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_ARGUMENTS_H
#define TILECHECKS_TEST_SIMT_ARGUMENTS_H

#include "Simt.h"

#include <string>

namespace tilechecks::simt {

struct ParsedArgument {
  ArgumentBytes Bytes;
  DevicePtr Buffer = 0; ///< of buf and tensor
  uint64_t Elements = 0;
  std::string ElementType;
};

/// Allocates the buffers on \p D. False and \p Error for text that is not an
/// argument.
bool parseArgument(Device &D, const std::string &Text, size_t Index,
                   ParsedArgument &Out, std::string &Error);

/// The elements of a buffer, eight a line.
std::string dumpBuffer(const ParsedArgument &A);

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_ARGUMENTS_H
