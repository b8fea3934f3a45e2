//===- Search.h - the launch nearest to a point that is as wanted -*- C++
//-*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for a launch at which one condition refuses and the others hold, or at
// which all hold: as near as possible to a centre, by the sum of the distances
// of all values. Of equally near ones, the one whose earlier values are nearer.
//
// First all launches in that order, as many as the budget has room for: what
// is found so is the nearest. If it is not found so, from several starting
// points, one value at a time is moved to where a comparison changes, until
// the launch is as wanted: to where the fewest conditions are not, and of
// those to where what is missing is least, as search-based test generation
// does. Then values are moved back towards the centre for as long as that
// goes. The result is as wanted but may not be the nearest.
//
// The same input gives the same answer: there is no clock and no random seed.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_REPORTTOOL_SEARCH_H
#define TILECHECKS_REPORTTOOL_SEARCH_H

#include "LaunchSpace.h"

namespace tilechecks::report_tool {

struct Goal {
  /// The condition that is to refuse; none: all are to hold.
  std::optional<size_t> Refused;
  /// Conditions that may hold or not.
  std::vector<size_t> Ignored;
};

struct Found {
  Launch At;
  Int Distance = 0;
  bool IsNearest = false; ///< Shown by looking at all that are nearer.
};

class Search {
public:
  /// \p Vars: the variables that may move. Conditions that read none of them
  /// are not looked at.
  Search(const LaunchSpace &Space, Goal G, Launch Centre,
         std::vector<size_t> Vars, size_t Budget);

  /// \p Starts: where to begin if the nearest launches are not as wanted.
  std::optional<Found> run(const std::vector<Launch> &Starts);

  /// Values of \p V around which something changes, all else being as in \p At;
  /// ascending.
  std::vector<Int> line(const Launch &At, size_t V) const {
    return candidates(At, V, Conds);
  }

  /// Of all launches seen at which the condition refuses, the one at which the
  /// fewest others refuse; empty if it refused at none.
  const Launch &leastRefused() const { return Least; }

private:
  bool isUnmet(size_t Condition, const Launch &At) const {
    return Space.holds(Condition, At) == (G.Refused == Condition);
  }
  size_t unmet(const Launch &At);
  unsigned shortfall(size_t I, const Launch &At) const;
  unsigned shortfall(const Pred *P, bool Wanted, const Launch &At) const;
  Int distance(const Launch &At) const;

  std::optional<Launch> enumerate();
  bool enumerateShell(size_t Position, Int Left, Launch &At);
  void addSolutions(const Pred *P, const Launch &At, size_t V,
                    std::vector<Int> &Into) const;
  void bisect(const Pred *P, Launch At, size_t V, std::vector<Int> &Into) const;
  int side(const Pred *P, const Launch &At) const;
  std::vector<Int> candidates(const Launch &At, size_t V,
                              const std::vector<size_t> &Of) const;
  struct Move {
    size_t Variable;
    Int Value;
    std::uint64_t Score;
    Int Distance;
  };
  void considerMoves(const Launch &At, size_t V,
                     const std::vector<unsigned> &Lacks,
                     const std::vector<unsigned> &Weights,
                     std::optional<Move> &Best);
  bool repair(Launch &At, size_t Steps, std::optional<size_t> Frozen);
  void jump(Launch &At, std::optional<size_t> Frozen, size_t Choice);
  void shrink(Launch &At);
  bool shrinkOne(Launch &At, size_t V);

  const LaunchSpace &Space;
  const Goal G;
  const Launch Centre;
  std::vector<size_t> Vars, Conds;
  size_t Budget;
  Int Shells = 0; ///< Distances below this have been looked at wholly.
  Launch Least;
  size_t LeastOthers = ~size_t(0);
};

/// The variables that \p Condition is tied to through conditions that share
/// some.
std::vector<size_t> tiedTo(const LaunchSpace &Space, size_t Condition);

} // namespace tilechecks::report_tool

#endif // TILECHECKS_REPORTTOOL_SEARCH_H
