//===- Commands.h - what tilechecks-report can be asked ---------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A subcommand is a file of its own that defines one of the functions below,
// and a line in Main.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_REPORTTOOL_COMMANDS_H
#define TILECHECKS_REPORTTOOL_COMMANDS_H

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace tilechecks::report_tool {

/// Adds the subcommand to \p App. If it is the one chosen, \p Exit becomes the
/// exit code once the command line has been read.
void addBoundary(CLI::App &App, int &Exit);
void addWhy(CLI::App &App, int &Exit);

/// One line on stderr; 1, the exit code for input that cannot be used.
int fail(std::string_view Message);
/// \p Text to the file \p Path, whole or not at all, or to standard output if
/// it is empty. The exit code comes back.
int write(const std::string &Path, std::string_view Text);

} // namespace tilechecks::report_tool

#endif // TILECHECKS_REPORTTOOL_COMMANDS_H
