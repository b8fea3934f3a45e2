//===- BoundaryCommand.cpp - tilechecks-report boundary -------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundaryPrint.h"
#include "Commands.h"

#include "tilechecks/launch/spelling.hpp"

#include <memory>

namespace tilechecks::report_tool {
namespace {

struct Settings {
  std::string Path, Output;
  std::vector<std::string> Kernels, Checks;
  BoundaryOptions Options;
  bool Json = false;
};

/// By symbol, by demangled name, or by the name without parameters.
bool isCalled(const sidecar::Kernel &K, const std::string &Name) {
  return K.Symbol == Name || K.Name == Name ||
         tc::rt::short_kernel_name(K.Name) == Name;
}

int run(const Settings &S) {
  auto Read = sidecar::readFile(S.Path);
  if (auto *E = std::get_if<sidecar::Error>(&Read))
    return fail(E->Message);
  const auto &D = std::get<sidecar::Document>(Read);
  for (const std::string &Name : S.Kernels) {
    std::string Known;
    bool IsKnown = false;
    for (const sidecar::Kernel &K : D.Kernels) {
      IsKnown = IsKnown || isCalled(K, Name);
      Known += (Known.empty() ? "" : ", ") + tc::rt::short_kernel_name(K.Name);
    }
    if (!IsKnown)
      return fail(S.Path + ": no kernel " + Name + "; it has " +
                  (Known.empty() ? "none" : Known));
  }
  std::vector<KernelBoundary> Found;
  std::vector<const sidecar::Kernel *> Of;
  for (const sidecar::Kernel &K : D.Kernels) {
    auto Is = [&](const std::string &Name) { return isCalled(K, Name); };
    if (!S.Kernels.empty() &&
        std::none_of(S.Kernels.begin(), S.Kernels.end(), Is))
      continue;
    auto Boundary = findBoundary(K, S.Options);
    if (auto *E = std::get_if<sidecar::Error>(&Boundary))
      return fail(S.Path + ": " + E->Message);
    Found.push_back(std::move(std::get<KernelBoundary>(Boundary)));
    Of.push_back(&K);
  }
  std::vector<KernelAndBoundary> All;
  for (size_t I = 0; I != Found.size(); ++I)
    All.emplace_back(Of[I], &Found[I]);
  return write(S.Output, S.Json ? boundaryJson(D, All) : boundaryText(All));
}

} // namespace

void addBoundary(CLI::App &App, int &Exit) {
  auto S = std::make_shared<Settings>();
  CLI::App &C = *App.add_subcommand(
      "boundary",
      "For each launch check the smallest launch that it alone refuses, and "
      "the accepted launches beside it.");
  C.add_option("sidecar", S->Path, "the sidecar, JSON")->required();
  C.add_option("--kernel", S->Kernels,
               "only this kernel: its name, with or without parameters, or its "
               "symbol (may be repeated)")
      ->allow_extra_args(false);
  C.add_option(
       "--around", S->Options.Around,
       "look near the launch whose values are N, N+1, N+2, ... (0: near "
       "the smallest launch, the default; may be repeated)")
      ->allow_extra_args(false)
      ->check(CLI::Range(0LL, 2147483647LL));
  C.add_option("--budget", S->Options.Budget,
               "launches looked at for a check (default 20000)")
      ->check(CLI::Range(1, 100000000));
  C.add_flag("--json", S->Json, "JSON in place of a table");
  C.add_option("-o,--output", S->Output,
               "the file to write (default: standard output)");
  C.callback([S, &Exit] { Exit = run(*S); });
}

} // namespace tilechecks::report_tool
