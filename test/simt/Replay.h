//===- Replay.h - the record of a violation, read again ---------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The JSON of tc::to_json (docs/interfaces.md, section 8): which thread failed at
// which check of which body, and of what launch.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_REPLAY_H
#define TILECHECKS_TEST_SIMT_REPLAY_H

#include "Simt.h"

#include <optional>
#include <string>

namespace tilechecks::simt {

struct ViolationRecord {
  std::string Symbol, Body;
  ReplayedFailure Failure;
  int64_t Index = 0, Extent = 0;
  Dim3 Grid, Block;
  uint32_t SharedBytes = 0;
};

/// Nothing, and \p Error, if the file is no such record or of another major
/// version.
std::optional<ViolationRecord> readRecord(const std::string &Path,
                                          std::string &Error);

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_REPLAY_H
