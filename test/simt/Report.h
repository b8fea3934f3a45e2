//===- Report.h - a launch's result as text and as JSON ---------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_REPORT_H
#define TILECHECKS_TEST_SIMT_REPORT_H

#include "Simt.h"

#include <nlohmann/json.hpp>

#include <string>

namespace tilechecks::simt {

/// What a sidecar (docs/interfaces.md, 5) says of one check.
struct CheckText {
  std::string Id;
  std::string File;
  unsigned Line = 0;
  std::string Access;
  bool Known = false;
};

class Sidecar {
public:
  /// False and \p Error if the file cannot be read, or is of another major
  /// version.
  bool load(const std::string &Path, std::string &Error);
  /// \p Symbol: of any body of the kernel.
  CheckText find(const std::string &Symbol, uint32_t Id) const;

private:
  nlohmann::json Root;
};

std::string textReport(const std::string &Symbol, const Result &R,
                       const CheckText &Check);
nlohmann::ordered_json jsonReport(const std::string &Symbol, const Result &R,
                                  const CheckText &Check);

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_REPORT_H
