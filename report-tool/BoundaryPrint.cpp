//===- BoundaryPrint.cpp - boundaries as a table and as JSON --------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundaryPrint.h"

#include "CppNames.h"

#include <nlohmann/json.hpp>

#include <algorithm>

using Json = nlohmann::ordered_json;

namespace tilechecks::report_tool {
namespace {

std::string valueText(const Variable &V, Int Value) {
  if (!V.IsPointer)
    return toString(Value);
  // Nobody has seen the nominal address: say where it lies.
  Int Past = (Value + (Int(1) << 39)) & ~((Int(1) << 40) - 1);
  Int Offset = Value - Past;
  std::string Memory = "&memory" + toString(Past / nominalAddress(0) - 1);
  return Offset == 0 ? Memory
                     : Memory + (Offset < 0 ? " - " : " + ") +
                           toString(Offset < 0 ? -Offset : Offset);
}

/// What a line of the table says of a launch: what the check reads, and what is
/// not as small as can be.
std::string launchText(const LaunchSpace &Space, const Launch &At,
                       const std::vector<size_t> &Always) {
  std::string S;
  for (size_t V = 0; V != At.size(); ++V) {
    const Variable &Var = Space.variables()[V];
    if (At[V] == Var.Rest &&
        std::find(Always.begin(), Always.end(), V) == Always.end())
      continue;
    S += (S.empty() ? "" : "  ") + Var.Name + " = " + valueText(Var, At[V]);
  }
  return S.empty() ? "the smallest launch" : S;
}

std::string checkTitle(const sidecar::LaunchCheck &C) {
  std::string S = "  " + C.Id + "  " + std::string(spelling(C.From)) +
                  (C.Exact ? "" : ", only sufficient") + "  ";
  if (!C.File.empty())
    S += C.File + ":" + std::to_string(C.Line) + ": ";
  if (!C.Access.empty())
    S += C.Access + ": ";
  return S + C.Text + "\n";
}

void addPoint(std::string &S, const LaunchSpace &Space, const Condition &C,
              const BoundaryPoint &P) {
  S += "      refused   " + launchText(Space, P.Refused, C.Variables);
  if (P.Around)
    S += "  (near " + std::to_string(P.Around) + ")";
  if (!P.With.empty()) {
    S += "\n                not alone; refused as well by ";
    for (size_t I = 0; I != P.With.size(); ++I)
      S += (I ? ", " : "") + P.With[I];
  } else if (!P.IsNearest) {
    S += "\n                a smaller one was not found, and not ruled out";
  }
  S += "\n";
  for (const Neighbour &N : P.Accepted) {
    S += "      accepted ";
    for (size_t V : N.Moved) {
      const Variable &Var = Space.variables()[V];
      S += " " + std::string(V == N.Moved[0] ? "" : " ") + Var.Name + " = " +
           valueText(Var, N.At[V]);
    }
    if (!N.LastRefused.empty())
      S += "  (refused up to " +
           valueText(Space.variables()[N.Moved[0]], N.LastRefused[N.Moved[0]]) +
           ")";
    S += "\n";
  }
  if (P.Accepted.empty())
    S += "      accepted  no launch near it was found that is\n";
}

Json launchJson(const LaunchSpace &Space, const Launch &At) {
  Json Grid = {1, 1, 1}, Block = {1, 1, 1}, Cluster = {1, 1, 1};
  Json Smem = 0, Values = Json::object();
  for (size_t I = 0; I != At.size(); ++I) {
    const Variable &V = Space.variables()[I];
    auto Value = static_cast<std::int64_t>(At[I]);
    switch (V.Of.Kind) {
    case AtomKind::GridDim:
      Grid[V.Of.A] = Value;
      break;
    case AtomKind::BlockDim:
      Block[V.Of.A] = Value;
      break;
    case AtomKind::ClusterDim:
      Cluster[V.Of.A] = Value;
      break;
    case AtomKind::SharedSize:
      Smem = Value;
      break;
    default:
      Values[V.Key] = Value;
    }
  }
  return {{"grid", Grid},
          {"block", Block},
          {"cluster", Cluster},
          {"smem", Smem},
          {"values", Values}};
}

Json pointJson(const LaunchSpace &Space, const BoundaryPoint &P) {
  Json Accepted = Json::array();
  for (const Neighbour &N : P.Accepted) {
    Json Moved = Json::array();
    for (size_t V : N.Moved)
      Moved.push_back(
          {{"key", Space.variables()[V].Key},
           {"name", Space.variables()[V].Name},
           {"by", static_cast<std::int64_t>(N.At[V] - P.Refused[V])}});
    Json Entry = {{"moved", Moved}, {"launch", launchJson(Space, N.At)}};
    if (!N.LastRefused.empty())
      Entry["last_refused"] = launchJson(Space, N.LastRefused);
    Accepted.push_back(std::move(Entry));
  }
  return {{"around", P.Around},
          {"refused", launchJson(Space, P.Refused)},
          {"size", static_cast<std::int64_t>(P.Size)},
          {"nearest", P.IsNearest},
          {"with", P.With},
          {"accepted", Accepted}};
}

} // namespace

std::string boundaryText(const std::vector<KernelAndBoundary> &Kernels) {
  std::string S;
  size_t Checks = 0, Alone = 0, With = 0, Never = 0;
  for (auto [K, B] : Kernels) {
    S += launchergen::withoutAbiTags(K->Name) + "\n";
    if (B->Checks.empty())
      S += "  no launch check\n";
    for (const CheckBoundary &C : B->Checks) {
      S += checkTitle(K->LaunchChecks[C.Check]);
      const Condition &Of =
          B->Space->conditions()[B->Space->conditionOf(C.Check)];
      for (const BoundaryPoint &P : C.Points)
        addPoint(S, *B->Space, Of, P);
      if (C.Points.empty())
        S += "      refused   none found within the bounds of the search\n";
      ++Checks;
      ++(C.Points.empty() ? Never : C.Points[0].With.empty() ? Alone : With);
    }
  }
  return S + std::to_string(Checks) +
         " launch checks: " + std::to_string(Alone) +
         " refuse a launch alone, " + std::to_string(With) +
         " only together with others, " + std::to_string(Never) +
         " none that was found\n";
}

std::string boundaryJson(const sidecar::Document &D,
                         const std::vector<KernelAndBoundary> &Kernels) {
  Json All = Json::array();
  for (auto [K, B] : Kernels) {
    Json Checks = Json::array();
    for (const CheckBoundary &C : B->Checks) {
      const sidecar::LaunchCheck &L = K->LaunchChecks[C.Check];
      Json Points = Json::array();
      for (const BoundaryPoint &P : C.Points)
        Points.push_back(pointJson(*B->Space, P));
      Checks.push_back({{"id", L.Id},
                        {"origin", spelling(L.From)},
                        {"exact", L.Exact},
                        {"predicate", L.Predicate},
                        {"text", L.Text},
                        {"boundaries", Points}});
    }
    Json Variables = Json::array();
    for (const Variable &V : B->Space->variables())
      Variables.push_back({{"key", V.Key},
                           {"name", V.Name},
                           {"low", static_cast<std::int64_t>(V.Low)},
                           {"high", static_cast<std::int64_t>(V.High)}});
    All.push_back({{"name", K->Name},
                   {"symbol", K->Symbol},
                   {"digest", K->Digest},
                   {"variables", Variables},
                   {"launch_checks", Checks}});
  }
  Json Root = {{"schema_version", "1.0"},
               {"target", D.Target},
               {"module", D.Module},
               {"kernels", All}};
  return Root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace tilechecks::report_tool
