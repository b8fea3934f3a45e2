//===- Why.h - what became of the accesses of a line ------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_REPORTTOOL_WHY_H
#define TILECHECKS_REPORTTOOL_WHY_H

#include "sidecar/Sidecar.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tilechecks::report_tool {

/// `FILE:LINE` or `FILE:LINE:COLUMN`.
struct SourcePlace {
  std::string File;
  std::int64_t Line = 0, Column = 0; ///< Column 0: the whole line.
};

/// Nothing unless \p Text ends in a line of at least 1.
std::optional<SourcePlace> parsePlace(std::string_view Text);

/// One path names the file of the other: equal, or one ends in the other from a
/// folder on.
bool isSameFile(std::string_view A, std::string_view B);

/// For each checked access at \p Where its dimensions: goals, outcome, rule and
/// premises or the missing fact, hint. An error if there is none; it names the
/// nearest lines that have some.
std::variant<std::string, sidecar::Error>
whyText(const std::vector<sidecar::Document> &Sidecars,
        const SourcePlace &Where);

} // namespace tilechecks::report_tool

#endif // TILECHECKS_REPORTTOOL_WHY_H
