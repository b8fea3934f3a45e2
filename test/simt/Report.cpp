//===- Report.cpp - a launch's result as text and as JSON -----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include <fstream>

using namespace tilechecks::simt;

bool Sidecar::load(const std::string &Path, std::string &Error) {
  std::ifstream In(Path);
  if (!In) {
    Error = Path + ": cannot be read";
    return false;
  }
  Root = nlohmann::json::parse(In, nullptr, /*allow_exceptions=*/false);
  if (!Root.is_object() || !Root.contains("schema_version") ||
      !Root["schema_version"].is_string()) {
    Error = Path + ": not a sidecar";
    return false;
  }
  std::string Version = Root["schema_version"];
  if (Version.substr(0, 2) != "1.") {
    Error = Path + ": schema version " + Version + " is not known";
    return false;
  }
  return true;
}

CheckText Sidecar::find(const std::string &Symbol, uint32_t Id) const {
  constexpr uint32_t LaunchBase = 0x40000000;
  CheckText Result;
  for (const auto &K : Root.value("kernels", nlohmann::json::array())) {
    bool Mine = K.value("symbol", "") == Symbol;
    for (const auto &B : K.value("bodies", nlohmann::json::array()))
      Mine |= B.value("symbol", "") == Symbol;
    if (!Mine)
      continue;
    bool Launch = Id >= LaunchBase;
    auto List =
        K.value(Launch ? "launch_checks" : "checks", nlohmann::json::array());
    size_t At = Launch ? Id - LaunchBase : Id;
    if (At >= List.size())
      return Result;
    const auto &C = List[At];
    Result = {C.value("id", ""), C.value("file", ""), C.value("line", 0u),
              Launch ? C.value("text", "") : C.value("access", ""), true};
    return Result;
  }
  return Result;
}

namespace {

std::string place(const Dim3 &D) {
  return "(" + std::to_string(D.X) + "," + std::to_string(D.Y) + "," +
         std::to_string(D.Z) + ")";
}

} // namespace

std::string tilechecks::simt::textReport(const std::string &Symbol,
                                         const Result &R,
                                         const CheckText &Check) {
  std::string Text = Symbol + ": " + outcomeName(R.Kind);
  if (R.completed())
    return Text + ", " + std::to_string(R.ThreadsRun) + " threads\n";
  Text += ": " + R.Message + "\n";
  if (R.Kind != Outcome::InvalidLaunch)
    Text += "  at block " + place(R.Block) + ", thread " + place(R.Thread);
  if (R.Where.Line)
    Text += ", " + R.Where.File + ":" + std::to_string(R.Where.Line);
  else if (!R.Where.Function.empty())
    Text += ", in " + R.Where.Function;
  Text += "\n";
  if (Check.Known)
    Text += "  check " + Check.Id + ": " + Check.File + ":" +
            std::to_string(Check.Line) + ": " + Check.Access + "\n";
  return Text;
}

nlohmann::ordered_json tilechecks::simt::jsonReport(const std::string &Symbol,
                                                    const Result &R,
                                                    const CheckText &Check) {
  nlohmann::ordered_json J;
  J["kernel"] = Symbol;
  J["outcome"] = outcomeName(R.Kind);
  J["message"] = R.Message;
  J["threads"] = R.ThreadsRun;
  if (R.completed())
    return J;
  J["block"] = {R.Block.X, R.Block.Y, R.Block.Z};
  J["thread"] = {R.Thread.X, R.Thread.Y, R.Thread.Z};
  if (R.Where.Line)
    J["where"] = {{"file", R.Where.File},
                  {"line", R.Where.Line},
                  {"column", R.Where.Column}};
  if (R.HasCheck) {
    J["check"] = {{"id", R.Check.Id},
                  {"index", R.Check.Index},
                  {"extent", R.Check.Extent}};
    if (Check.Known) {
      J["check"]["name"] = Check.Id;
      J["check"]["file"] = Check.File;
      J["check"]["line"] = Check.Line;
      J["check"]["access"] = Check.Access;
    }
  }
  if (R.Kind == Outcome::ShadowHit)
    J["shadow"] = {{"address", R.Shadow.Address},
                   {"kind", accessKindName(R.Shadow.Kind)},
                   {"size", R.Shadow.SizeBytes},
                   {"misaligned", R.Shadow.Misaligned},
                   {"read_only", R.Shadow.ReadOnly},
                   {"pending_copy", R.Shadow.PendingCopy},
                   {"nearest", R.Shadow.NearestBuffer},
                   {"nearest_size", R.Shadow.NearestSizeBytes},
                   {"offset", R.Shadow.OffsetInNearest}};
  if (R.Kind == Outcome::Unsupported)
    J["unsupported"] = R.Unsupported;
  return J;
}
