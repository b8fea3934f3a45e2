//===- Boundary.cpp - where a launch check begins to refuse ---------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boundary.h"

#include "Search.h"

#include <algorithm>

namespace tilechecks::report_tool {
namespace {

class Finder {
public:
  Finder(const sidecar::Kernel &K, const LaunchSpace &Space,
         const BoundaryOptions &Options, long long Around)
      : K(K), Space(Space), Options(Options), Around(Around) {
    Int Next = Around;
    for (const Variable &V : Space.variables())
      Centre.push_back(V.IsPointer || Around == 0
                           ? V.Rest
                           : std::clamp(Next++, V.Low, V.High));
    findAccepted();
  }

  std::optional<BoundaryPoint> find(size_t Check) {
    const size_t C = Space.conditionOf(Check);
    std::vector<size_t> Vars = tiedTo(Space, C);
    // What is not tied to the check stays where nothing refuses.
    Launch From = Accepted;
    for (size_t V : Vars)
      From[V] = Centre[V];
    // A search also begins where all arguments are large.
    Launch Large = From;
    for (size_t V : Vars)
      if (Space.variables()[V].Of.Kind == AtomKind::Param &&
          !Space.variables()[V].IsPointer)
        Large[V] = Space.variables()[V].High;
    Goal G{C, {}};
    Search Alone(Space, G, From, Vars, Options.Budget);
    auto Found = Alone.run({Accepted, From, Large});
    if (!Found) {
      Launch Any = Alone.leastRefused();
      if (Any.empty()) {
        for (size_t I = 0; I != Space.conditions().size(); ++I)
          if (I != C)
            G.Ignored.push_back(I);
        Search Just(Space, G, From, Vars, Options.Budget);
        if (auto At = Just.run({Accepted, From, Large}))
          Any = At->At;
      }
      if (Any.empty())
        return std::nullopt;
      G.Ignored.clear();
      for (size_t I = 0; I != Space.conditions().size(); ++I)
        if (I != C && !Space.holds(I, Any))
          G.Ignored.push_back(I);
      Search Others(Space, G, From, Vars, Options.Budget);
      Found = Others.run({Any, From});
      if (!Found)
        Found = report_tool::Found{Any, 0, false};
    }
    BoundaryPoint P;
    P.Around = Around;
    P.Refused = Found->At;
    for (size_t V : Vars)
      P.Size += P.Refused[V] > From[V] ? P.Refused[V] - From[V]
                                       : From[V] - P.Refused[V];
    for (size_t I = 0; I != Space.conditions().size(); ++I)
      if (I != C && !Space.holds(I, P.Refused))
        P.With.push_back(nameOf(I));
    P.IsNearest = Found->IsNearest && P.With.empty();
    findNeighbours(P, C, Vars);
    return P;
  }

private:
  std::string nameOf(size_t I) const {
    const Condition &C = Space.conditions()[I];
    return C.Check < 0 ? C.Text
                       : K.LaunchChecks[static_cast<size_t>(C.Check)].Id;
  }

  bool isAccepted(const Launch &At) const {
    for (size_t I = 0; I != Space.conditions().size(); ++I)
      if (!Space.holds(I, At))
        return false;
    return true;
  }

  /// A launch near the centre that all conditions accept, as far as one is
  /// found: variables that are not tied to each other one after the other.
  void findAccepted() {
    Accepted = Centre;
    for (size_t C = 0; C != Space.conditions().size(); ++C) {
      if (Space.holds(C, Accepted))
        continue;
      Search S(Space, {}, Accepted, tiedTo(Space, C), Options.Budget);
      if (auto At = S.run({Accepted}))
        Accepted = At->At;
    }
  }

  /// One step before \p At, seen from \p Refused along \p V.
  Launch lastRefused(Launch At, const Launch &Refused, size_t V,
                     size_t C) const {
    Int Step = Space.variables()[V].Step;
    At[V] -= At[V] > Refused[V] ? Step : -Step;
    if (At[V] == Refused[V])
      return {};
    for (size_t I = 0; I != Space.conditions().size(); ++I)
      if (Space.holds(I, At) == (I == C))
        return {};
    return At;
  }

  void findNeighbours(BoundaryPoint &P, size_t C,
                      const std::vector<size_t> &Vars) const {
    Search Lines(Space, {}, P.Refused, Vars, Options.Budget);
    for (size_t V : Space.conditions()[C].Variables) {
      // The nearest on each side.
      std::optional<Int> Below, Above;
      Launch At = P.Refused;
      for (Int Value : Lines.line(P.Refused, V)) {
        At[V] = Value;
        if (Value == P.Refused[V] || !isAccepted(At))
          continue;
        if (Value < P.Refused[V])
          Below = Value;
        else if (!Above)
          Above = Value;
      }
      for (auto Value : {Below, Above})
        if (Value) {
          At[V] = *Value;
          P.Accepted.push_back({At, {V}, lastRefused(At, P.Refused, V, C)});
        }
    }
    if (!P.Accepted.empty())
      return;
    auto Found = Lines.run({Accepted, P.Refused});
    if (!Found || !isAccepted(Found->At))
      return;
    Neighbour N{Found->At, {}, {}};
    for (size_t V = 0; V != N.At.size(); ++V)
      if (N.At[V] != P.Refused[V])
        N.Moved.push_back(V);
    P.Accepted.push_back(std::move(N));
  }

  const sidecar::Kernel &K;
  const LaunchSpace &Space;
  const BoundaryOptions &Options;
  const long long Around;
  Launch Centre, Accepted;
};

} // namespace

std::variant<KernelBoundary, sidecar::Error>
findBoundary(const sidecar::Kernel &K, const BoundaryOptions &Options) {
  auto Made = LaunchSpace::make(K);
  if (auto *E = std::get_if<sidecar::Error>(&Made))
    return *E;
  KernelBoundary R;
  R.Space = std::move(std::get<std::unique_ptr<LaunchSpace>>(Made));
  for (size_t I = 0; I != K.LaunchChecks.size(); ++I)
    R.Checks.push_back({I, {}});
  for (long long Around : Options.Around) {
    Finder F(K, *R.Space, Options, Around);
    for (CheckBoundary &C : R.Checks)
      if (auto P = F.find(C.Check))
        C.Points.push_back(std::move(*P));
  }
  return R;
}

} // namespace tilechecks::report_tool
