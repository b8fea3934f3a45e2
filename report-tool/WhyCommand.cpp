//===- WhyCommand.cpp - tilechecks-report why -----------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Why.h"

#include <memory>

namespace tilechecks::report_tool {
namespace {

struct Settings {
  std::vector<std::string> Arguments;
  std::string Output;
};

int run(const Settings &S) {
  std::optional<SourcePlace> Where;
  std::vector<sidecar::Document> Sidecars;
  for (const std::string &Argument : S.Arguments) {
    if (auto Place = parsePlace(Argument)) {
      if (Where)
        return fail(Argument + ": one FILE:LINE[:COLUMN] at a time");
      Where = std::move(Place);
      continue;
    }
    auto Read = sidecar::readFile(Argument);
    if (auto *E = std::get_if<sidecar::Error>(&Read))
      return fail(E->Message);
    Sidecars.push_back(std::move(std::get<sidecar::Document>(Read)));
  }
  if (!Where)
    return fail("no FILE:LINE[:COLUMN] is given");
  if (Sidecars.empty())
    return fail("no sidecar is given: name the files that the compilation of " +
                Where->File + " wrote (-mllvm -tilechecks=sidecar=PATH)");
  auto Text = whyText(Sidecars, *Where);
  if (auto *E = std::get_if<sidecar::Error>(&Text))
    return fail(E->Message);
  return write(S.Output, std::get<std::string>(Text));
}

} // namespace

void addWhy(CLI::App &App, int &Exit) {
  auto S = std::make_shared<Settings>();
  CLI::App &C = *App.add_subcommand(
      "why", "For the accesses of a line: what must hold, where it is checked, "
             "why there, and what would move it.");
  C.add_option("arguments", S->Arguments,
               "FILE:LINE[:COLUMN] of the source, and sidecars, in any order")
      ->required();
  C.add_option("-o,--output", S->Output,
               "the file to write (default: standard output)");
  C.callback([S, &Exit] { Exit = run(*S); });
}

} // namespace tilechecks::report_tool
