//===- Main.cpp - the launcher-gen tool -----------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// launcher-gen --sidecar k.json --cubin k.cubin -o k.launch.hpp
// launcher-gen --sidecar k.sm_90.json --sidecar k.sm_100a.json --cubin k.fatbin
//              -o k.launch.hpp
//
// Reads what the plugin decided and what ptxas made of it, makes sure that the
// two belong together, and writes the host functions that check and launch. On
// any doubt it says what it found, writes nothing and exits with 1.
//
//===----------------------------------------------------------------------===//

#include "Code.h"
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
  std::string CodePath, Output;
  std::vector<std::string> SidecarPaths, Types;
  EmitOptions Options;
  bool Embed = false;
  App.add_option("--sidecar", SidecarPaths,
                 "the sidecar, JSON (may be repeated: one for each target)")
      ->required();
  App.add_option("--cubin,--fatbin", CodePath,
                 "the cubin made from the same module, or the fatbin with the "
                 "cubins of all targets")
      ->required();
  App.add_option("-o,--output", Output, "the header to write")->required();
  auto *Path = App.add_option("--cubin-path", Options.CubinPath,
                              "where the program finds that file when it runs "
                              "(default: the path given with --cubin)");
  App.add_flag("--embed", Embed, "put the file's bytes into the header")
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

  std::vector<Description> Descriptions;
  for (const std::string &Sidecar : SidecarPaths) {
    auto Read = sidecar::readFile(Sidecar);
    if (auto *E = std::get_if<sidecar::Error>(&Read))
      return fail(E->Message);
    Descriptions.push_back(
        {Sidecar, std::get<sidecar::Document>(std::move(Read))});
  }
  auto Read = readCode(CodePath);
  if (auto *E = std::get_if<sidecar::Error>(&Read))
    return fail(E->Message);
  auto &Found = std::get<Code>(Read);
  if (auto E = findMismatch(Found, Descriptions))
    return fail(E->Message);

  if (Embed)
    Options.Embedded = Found.Bytes;
  else if (Options.CubinPath.empty())
    Options.CubinPath = CodePath;
  std::vector<const sidecar::Document *> Documents;
  for (const Description &D : Descriptions)
    Documents.push_back(&D.Document);
  auto Header = emitHeader(Documents, Options);
  if (auto *E = std::get_if<sidecar::Error>(&Header))
    return fail(SidecarPaths[0] + ": " + E->Message);
  if (auto E =
          sidecar::writeFileAtomically(Output, std::get<std::string>(Header)))
    return fail(E->Message);
  return 0;
}
