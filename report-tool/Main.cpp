//===- Main.cpp - the tilechecks-report tool ------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tilechecks-report COMMAND ...: what sidecars say, for people and for tools.
// Exit code 0: done; 1: the input cannot be used, and nothing was written;
// above 100: the command line (CLI11's codes).
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "sidecar/Sidecar.h"

#include <cstdio>

using namespace tilechecks;
using namespace tilechecks::report_tool;

int report_tool::fail(std::string_view Message) {
  std::fprintf(stderr, "tilechecks-report: error: %.*s\n",
               static_cast<int>(Message.size()), Message.data());
  return 1;
}

int report_tool::write(const std::string &Path, std::string_view Text) {
  if (!Path.empty()) {
    if (auto E = sidecar::writeFileAtomically(Path, Text))
      return fail(E->Message);
    return 0;
  }
  bool Ok = std::fwrite(Text.data(), 1, Text.size(), stdout) == Text.size();
  return std::fflush(stdout) == 0 && Ok
             ? 0
             : fail("standard output cannot be written");
}

int main(int Count, char **Arguments) {
  CLI::App App("Says what is in a sidecar, and what follows from it.",
               "tilechecks-report");
  App.require_subcommand(1);
  int Exit = 0;
  addBoundary(App, Exit);
  addWhy(App, Exit);
  CLI11_PARSE(App, Count, Arguments);
  return Exit;
}
