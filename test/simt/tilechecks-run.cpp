//===- tilechecks-run.cpp - run a kernel's device IR on the CPU -----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Bench.h"
#include "Replay.h"
#include "Report.h"
#include "Simt.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cxxabi.h>

using namespace tilechecks::simt;

namespace {

enum ExitCode { Clean = 0, BadInput = 1, Violation = 2, NotSupported = 3 };

constexpr const char *Footer = R"(
Arguments, in the order of the parameters:
  i32:5 u32:5 i64:-1 u64:7 f32:1.5 f64:2.5   a scalar (also i8 u8 i16 u16)
  buf:TYPE:COUNT[:FILL]                      a pointer to a buffer
  tensor:TYPE:EXTENTS[:FILL]                 a tensor by value, 32-bit extents
  tensor64:TYPE:EXTENTS[:FILL]               the same with 64-bit extents
  bytes:HEX                                  a struct, byte by byte
  TYPE     i8 u8 i16 u16 i32 u32 i64 u64 f32 f64
  EXTENTS  4x16; s16 is static and not stored; 4x16+32x1 adds strides
  FILL     zero (default), iota, const=V, rand=SEED, poison

Exit codes: 0 clean (or as --expect says), 1 bad usage or input,
2 trapped, shadow hit, deadlock, timeout, or not as expected, 3 unsupported.

--replay FILE: kernel, body, grid, block and shared bytes are those of the record
unless they are given; the arguments have to be. Other failed checks end their
threads. Exit code 0 if the recorded thread fails at the recorded check with the
recorded values, else 2.)";

struct CommandLine {
  std::string Path, KernelName, Grid = "1", Block = "1", Cluster = "1";
  std::string Body, SidecarPath, Expect, Copies, ReplayPath;
  std::optional<ViolationRecord> Record;
  uint32_t SharedBytes = 0;
  std::vector<std::string> Arguments;
  std::vector<size_t> Dumps;
  uint64_t Steps = Options().StepBudget;
  double Seconds = Options().SecondsBudget;
  bool List = false, Json = false, Bench = false, Lowered = false,
       Cooperative = false, EarlyAccess = false, Break = false;
};

int complain(const std::string &Text) {
  std::fprintf(stderr, "tilechecks-run: error: %s\n", Text.c_str());
  return BadInput;
}

bool parseDim(const std::string &Text, Dim3 &Out) {
  unsigned long long V[3] = {1, 1, 1};
  char Rest;
  int Count =
      std::sscanf(Text.c_str(), "%llu,%llu,%llu%c", &V[0], &V[1], &V[2], &Rest);
  if (Count < 1 || Count > 3 || Text.find('-') != std::string::npos ||
      std::count(Text.begin(), Text.end(), ',') != Count - 1)
    return false;
  if (Text.empty() || !std::isdigit(static_cast<unsigned char>(Text.back())) ||
      Text.find_first_not_of("0123456789,") != std::string::npos)
    return false;
  for (unsigned long long Value : V)
    if (Value > UINT32_MAX)
      return false;
  Out = {uint32_t(V[0]), uint32_t(V[1]), uint32_t(V[2])};
  return true;
}

std::string demangled(const std::string &Symbol) {
  int Status = 0;
  char *Text = abi::__cxa_demangle(Symbol.c_str(), nullptr, nullptr, &Status);
  std::string Result = Status == 0 && Text ? Text : Symbol;
  std::free(Text);
  return Result;
}

/// The name before the parameters and template arguments, without the return
/// type and namespaces.
std::string baseName(const std::string &Demangled) {
  std::string Name = Demangled.substr(0, Demangled.find_first_of("(<"));
  size_t At = Name.find_last_of(" :");
  return At == std::string::npos ? Name : Name.substr(At + 1);
}

constexpr const char *BodyMark = "__tc_";

std::string bodySuffix(const std::string &Body) {
  return Body.empty() || Body == "self_contained" ? "" : BodyMark + Body;
}

/// The symbol that \p Name (mangled, demangled, or base name) and the body
/// mean; empty, and \p Error, if there is none or there are several.
std::string resolve(const Module &M, const std::string &Name,
                    const std::string &Body, std::string &Error) {
  std::string Suffix = bodySuffix(Body);
  if (M.kernel(Name + Suffix))
    return Name + Suffix;
  std::vector<std::string> Found;
  for (const Kernel &K : M.kernels()) {
    size_t Mark = K.Symbol.find(BodyMark);
    std::string Plain = K.Symbol.substr(0, Mark);
    std::string Own = Mark == std::string::npos ? "" : K.Symbol.substr(Mark);
    if (Own != Suffix)
      continue;
    std::string Readable = demangled(Plain);
    if (Plain == Name || Readable == Name || baseName(Readable) == Name ||
        Readable.substr(0, Readable.find('(')) == Name)
      Found.push_back(K.Symbol);
  }
  if (Found.size() == 1)
    return Found[0];
  Error = Found.empty() ? "there is no kernel '" + Name + "'" +
                              (Suffix.empty() ? "" : " with a body " + Body)
                        : "'" + Name + "' names several kernels:";
  if (Found.empty() && !M.kernels().empty()) {
    Error += "; there are:";
    for (const Kernel &K : M.kernels())
      Found.push_back(K.Symbol);
  }
  for (const std::string &Symbol : Found)
    Error += " " + Symbol;
  return {};
}

void list(const Module &M) {
  for (const Kernel &K : M.kernels()) {
    std::printf("%s  %s\n", K.Symbol.c_str(), demangled(K.Symbol).c_str());
    for (size_t I = 0; I != K.Params.size(); ++I) {
      const KernelParam &P = K.Params[I];
      std::printf("  %zu: %s, %llu byte(s) at %llu%s%s%s\n", I, P.Type.c_str(),
                  static_cast<unsigned long long>(P.SizeBytes),
                  static_cast<unsigned long long>(P.Offset),
                  P.ByValue ? ", by value" : "",
                  P.GridConstant ? ", grid constant" : "",
                  P.Name.empty() ? "" : (", " + P.Name).c_str());
    }
  }
}

/// Compares a result with `clean`, `trap`, `trap:ID` or `shadow`.
int judge(const std::string &Expect, const Result &R) {
  if (R.Kind == Outcome::Unsupported)
    return NotSupported;
  if (R.Kind == Outcome::InvalidLaunch)
    return BadInput;
  if (Expect.empty() || Expect == "clean")
    return R.completed() ? Clean : Violation;
  if (Expect == "shadow")
    return R.Kind == Outcome::ShadowHit ? Clean : Violation;
  if (Expect == "deadlock")
    return R.Kind == Outcome::Deadlock ? Clean : Violation;
  bool Matches = R.Kind == Outcome::Trapped;
  if (Expect.size() > 5)
    Matches &= R.HasCheck && std::to_string(R.Check.Id) == Expect.substr(5);
  return Matches ? Clean : Violation;
}

/// What the record says of the launch, where the command line says nothing.
void completeFromRecord(const CLI::App &App, CommandLine &C) {
  const ViolationRecord &R = *C.Record;
  auto written = [](const Dim3 &D) {
    return std::to_string(D.X) + "," + std::to_string(D.Y) + "," +
           std::to_string(D.Z);
  };
  if (!App.count("--kernel"))
    C.KernelName = R.Symbol;
  if (!App.count("--body"))
    C.Body = R.Body;
  if (!App.count("--grid"))
    C.Grid = written(R.Grid);
  if (!App.count("--block"))
    C.Block = written(R.Block);
  if (!App.count("--smem"))
    C.SharedBytes = R.SharedBytes;
}

/// Whether the run ended where the record says, with its values.
int judgeReplay(const ViolationRecord &Record, const Result &R) {
  if (R.Kind == Outcome::Unsupported)
    return NotSupported;
  if (R.Kind == Outcome::InvalidLaunch)
    return BadInput;
  if (!R.Replayed) {
    std::fprintf(stderr, "tilechecks-run: the thread of the record does not "
                         "fail at its check: not the same arguments?\n");
    return Violation;
  }
  if (R.Check.Index != Record.Index || R.Check.Extent != Record.Extent) {
    std::fprintf(stderr,
                 "tilechecks-run: the thread of the record fails at its check "
                 "with other values; recorded: index %lld, extent %lld\n",
                 static_cast<long long>(Record.Index),
                 static_cast<long long>(Record.Extent));
    return Violation;
  }
  return Clean;
}

int runKernel(const CommandLine &C) {
  Options O;
  O.StepBudget = C.Steps;
  O.SecondsBudget = C.Seconds;
  LaunchConfig Config;
  if (!parseDim(C.Grid, Config.Grid) || !parseDim(C.Block, Config.Block) ||
      !parseDim(C.Cluster, Config.Cluster))
    return complain("dimensions are written X, X,Y or X,Y,Z");
  Config.DynamicSharedBytes = C.SharedBytes;
  Config.Cooperative = C.Cooperative;
  Config.Copies.ReportEarly = !C.EarlyAccess;
  if (!C.Copies.empty() && !parseCopyMoment(C.Copies, Config.Copies))
    return complain("--copies " + C.Copies + ": issue, wait or a seed");
  if (C.Record) {
    Config.Replay = C.Record->Failure;
    Config.Replay->Break = C.Break;
  }
  Device D(O);
  std::string Error;
  auto M = Module::loadFile(D, C.Path, Error);
  if (!M)
    return complain(Error);
  if (C.Lowered)
    std::fputs(M->loweredText().c_str(), stdout);
  if (C.List)
    list(*M);
  if (C.List || (C.Lowered && C.KernelName.empty()))
    return Clean;
  if (C.KernelName.empty())
    return complain("--kernel is missing");
  std::string Symbol = resolve(*M, C.KernelName, C.Body, Error);
  if (Symbol.empty())
    return complain(Error);
  Sidecar Checks;
  if (!C.SidecarPath.empty() && !Checks.load(C.SidecarPath, Error))
    return complain(Error);
  std::vector<ParsedArgument> Parsed(C.Arguments.size());
  std::vector<ArgumentBytes> Bytes;
  for (size_t I = 0; I != Parsed.size(); ++I) {
    if (!parseArgument(D, C.Arguments[I], I, Parsed[I], Error))
      return complain("argument " + std::to_string(I) + ": " + Error);
    Bytes.push_back(Parsed[I].Bytes);
  }
  for (size_t I : C.Dumps)
    if (I >= Parsed.size() || !Parsed[I].Buffer)
      return complain("--dump " + std::to_string(I) + ": not a buffer");
  Result R = M->launch(Symbol, Config, Bytes);
  CheckText Check;
  if (R.HasCheck && !C.SidecarPath.empty())
    Check = Checks.find(Symbol, R.Check.Id);
  if (C.Json)
    std::printf("%s\n", jsonReport(Symbol, R, Check).dump(2).c_str());
  else
    std::fputs(textReport(Symbol, R, Check).c_str(),
               R.completed() ? stdout : stderr);
  for (size_t I : C.Dumps)
    std::printf("argument %zu:\n%s", I, dumpBuffer(Parsed[I]).c_str());
  if (C.Record)
    return judgeReplay(*C.Record, R);
  int Code = judge(C.Expect, R);
  if (Code == Violation && !C.Expect.empty())
    std::fprintf(stderr, "tilechecks-run: expected %s, got %s\n",
                 C.Expect.c_str(), outcomeName(R.Kind));
  return Code;
}

} // namespace

int main(int Count, char **Values) {
  CommandLine C;
  CLI::App App{"Runs a CUDA kernel's device LLVM IR on the CPU, with every "
               "access checked.",
               "tilechecks-run"};
  App.footer(Footer);
  App.add_option("file,--ir", C.Path, "device IR (.ll or .bc)");
  App.add_option("--kernel", C.KernelName,
                 "symbol, demangled name or base name");
  App.add_option("--grid", C.Grid, "blocks: X[,Y,Z]");
  App.add_option("--block", C.Block, "threads of a block: X[,Y,Z]");
  App.add_option("--cluster", C.Cluster, "blocks of a cluster: X[,Y,Z]");
  App.add_option("--smem", C.SharedBytes, "dynamic shared bytes");
  App.add_option("--arg", C.Arguments, "an argument, see below")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->delimiter('\0');
  App.add_option("--body", C.Body, "which body of the kernel")
      ->check(CLI::IsMember({"self_contained", "placed", "no_hoist",
                             "reference", "unchecked", "assumed"}));
  App.add_option("--sidecar", C.SidecarPath, "to name failed checks");
  App.add_option("--dump", C.Dumps, "print argument N's buffer afterwards")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  App.add_option("--expect", C.Expect,
                 "clean, trap, trap:ID, shadow, or deadlock: then exit 0")
      ->check([](const std::string &Text) {
        bool Ok =
            Text == "clean" || Text == "trap" || Text == "shadow" ||
            Text == "deadlock" ||
            (Text.starts_with("trap:") && Text.size() > 5 &&
             Text.find_first_not_of("0123456789", 5) == std::string::npos);
        return Ok ? std::string() : "'" + Text + "' is no expectation";
      });
  CLI::Option *Replay =
      App.add_option("--replay", C.ReplayPath,
                     "run until the thread of this record fails, see below")
          ->excludes(App.get_option("--expect"));
  App.add_flag("--break", C.Break,
               "raise SIGTRAP where it fails, for a debugger")
      ->needs(Replay);
  App.add_option("--max-steps", C.Steps, "loop iterations and calls a launch");
  App.add_option("--max-seconds", C.Seconds, "run time of the launch");
  App.add_option("--copies", C.Copies,
                 "when asynchronous copies happen: issue, wait, or a seed (1)");
  App.add_flag("--early-access", C.EarlyAccess,
               "let accesses find what a copy not yet waited for has left");
  App.add_flag("--list", C.List, "list the kernels and their parameters");
  App.add_flag("--json", C.Json, "the result as JSON");
  App.add_flag("--cooperative", C.Cooperative, "run all blocks together");
  App.add_flag("--print-lowered", C.Lowered, "print the IR that is executed");
  App.add_flag("--bench", C.Bench, "measure threads a second on saxpy");
  try {
    App.parse(Count, Values);
  } catch (const CLI::ParseError &E) {
    return App.exit(E) == 0 ? Clean : BadInput;
  }
  if (C.Bench && C.Path.empty())
    return runBench();
  if (C.Path.empty())
    return complain("no file; see --help");
  if (!C.ReplayPath.empty()) {
    std::string Error;
    C.Record = readRecord(C.ReplayPath, Error);
    if (!C.Record)
      return complain(Error);
    completeFromRecord(App, C);
  }
  int Code = runKernel(C);
  return Code;
}
