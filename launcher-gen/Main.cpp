//===- Main.cpp - the launcher-gen tool -----------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// launcher-gen --sidecar k.json --cubin k.cubin -o k.launch.hpp
//
// Reads what the plugin decided and what ptxas made of it, makes sure that the
// two belong together, and writes the host functions that check and launch. On
// any doubt it says what it found, writes nothing and exits with 1.
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"
#include "Emitter.h"

#include <CLI/CLI.hpp>

#include <cstdio>

using namespace tilechecks;
using namespace tilechecks::launchergen;

static int fail(const std::string &Message) {
  std::fprintf(stderr, "launcher-gen: error: %s\n", Message.c_str());
  return 1;
}

int main(int Count, char **Arguments) {
  CLI::App App("Writes the host launcher of the kernels in a cubin from the "
               "sidecar that the compiler left.",
               "launcher-gen");
  std::string SidecarPath, CubinPath, Output;
  std::vector<std::string> Types;
  EmitOptions Options;
  bool Embed = false;
  App.add_option("--sidecar", SidecarPath, "the sidecar, JSON")->required();
  App.add_option("--cubin", CubinPath, "the cubin made from the same module")
      ->required();
  App.add_option("-o,--output", Output, "the header to write")->required();
  auto *Path = App.add_option("--cubin-path", Options.CubinPath,
                              "where the program finds the cubin when it runs "
                              "(default: the path given with --cubin)");
  App.add_flag("--embed", Embed, "put the cubin's bytes into the header")
      ->excludes(Path);
  App.add_option("--include", Options.Includes,
                 "a header of yours that the generated one includes "
                 "(may be repeated)");
  App.add_option("--type", Types,
                 "SIDECAR=CXX: spell the parameter type SIDECAR as CXX, a type "
                 "of your headers; other structs are passed as their bytes "
                 "(may be repeated)");
  CLI11_PARSE(App, Count, Arguments);

  for (const std::string &Type : Types) {
    // A type may have '=' in it only as part of an operator in a template
    // argument, which no parameter type needs.
    size_t Equals = Type.find('=');
    if (Equals == Type.npos || Equals == 0 || Equals + 1 == Type.size())
      return fail("--type " + Type + ": expected SIDECAR=CXX");
    Options.UserTypes[Type.substr(0, Equals)] = Type.substr(Equals + 1);
  }

  auto Read = sidecar::readFile(SidecarPath);
  if (auto *E = std::get_if<sidecar::Error>(&Read))
    return fail(E->Message);
  const auto &Document = std::get<sidecar::Document>(Read);
  auto Code = readCubin(CubinPath);
  if (auto *E = std::get_if<sidecar::Error>(&Code))
    return fail(E->Message);
  auto &Image = std::get<Cubin>(Code);
  for (const sidecar::Kernel &K : Document.Kernels)
    if (auto E = findMismatch(Image, K, CubinPath))
      return fail(E->Message);

  if (Embed)
    Options.Embedded = Image.Bytes;
  else if (Options.CubinPath.empty())
    Options.CubinPath = CubinPath;
  auto Header = emitHeader(Document, Options);
  if (auto *E = std::get_if<sidecar::Error>(&Header))
    return fail(SidecarPath + ": " + E->Message);
  if (auto E =
          sidecar::writeFileAtomically(Output, std::get<std::string>(Header)))
    return fail(E->Message);
  return 0;
}
