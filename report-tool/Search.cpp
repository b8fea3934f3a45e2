//===- Search.cpp - the launch nearest to a point that is as wanted -------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "core/Eval.h"

#include <algorithm>

namespace tilechecks::report_tool {
namespace {

/// The shortfall of what has no value, or cannot be otherwise.
constexpr unsigned NoValue = 4096;

Int magnitude(Int V) { return V < 0 ? -V : V; }

void sortUnique(std::vector<Int> &V) {
  std::sort(V.begin(), V.end());
  V.erase(std::unique(V.begin(), V.end()), V.end());
}

} // namespace

std::vector<size_t> tiedTo(const LaunchSpace &Space, size_t Condition) {
  std::vector<bool> Tied(Space.variables().size());
  for (size_t V : Space.conditions()[Condition].Variables)
    Tied[V] = true;
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const report_tool::Condition &C : Space.conditions()) {
      auto Is = [&](size_t V) { return bool(Tied[V]); };
      if (std::any_of(C.Variables.begin(), C.Variables.end(), Is) &&
          !std::all_of(C.Variables.begin(), C.Variables.end(), Is)) {
        Grows = true;
        for (size_t V : C.Variables)
          Tied[V] = true;
      }
    }
  }
  std::vector<size_t> Result;
  for (size_t V = 0; V != Tied.size(); ++V)
    if (Tied[V])
      Result.push_back(V);
  return Result;
}

Search::Search(const LaunchSpace &Space, Goal Wanted, Launch At,
               std::vector<size_t> Moved, size_t Budget)
    : Space(Space), G(std::move(Wanted)), Centre(std::move(At)),
      Vars(std::move(Moved)), Budget(Budget) {
  // The one that is to refuse comes first: most launches fail there.
  if (G.Refused)
    Conds.push_back(*G.Refused);
  for (size_t C = 0; C != Space.conditions().size(); ++C) {
    const std::vector<size_t> &Reads = Space.conditions()[C].Variables;
    bool IsTouched = std::any_of(Reads.begin(), Reads.end(), [&](size_t V) {
      return std::find(Vars.begin(), Vars.end(), V) != Vars.end();
    });
    bool IsIgnored =
        std::find(G.Ignored.begin(), G.Ignored.end(), C) != G.Ignored.end();
    if (IsTouched && !IsIgnored && G.Refused != C)
      Conds.push_back(C);
  }
}

Int Search::distance(const Launch &At) const {
  Int Sum = 0;
  for (size_t V : Vars)
    Sum += magnitude(At[V] - Centre[V]) / Space.variables()[V].Step;
  return Sum;
}

/// How many conditions are not as wanted. Costs one of the budget.
size_t Search::unmet(const Launch &At) {
  Budget -= Budget != 0;
  size_t Count = 0;
  bool Refuses = false;
  for (size_t C : Conds) {
    bool IsUnmet = isUnmet(C, At);
    Refuses = Refuses || (G.Refused == C && !IsUnmet);
    Count += IsUnmet;
  }
  if (Refuses && Count < LeastOthers) {
    LeastOthers = Count;
    Least = At;
  }
  return Count;
}

/// How far \p P is from being \p Wanted: 0 if it is so, else about the
/// logarithm of what a comparison lacks. Sums where all of several are needed,
/// the least where one is.
unsigned Search::shortfall(const Pred *P, bool Wanted, const Launch &At) const {
  switch (P->Kind) {
  case PredKind::True:
  case PredKind::False:
    return P->isTrue() == Wanted ? 0 : NoValue;
  case PredKind::And:
  case PredKind::Or:
  case PredKind::Implies: {
    bool NeedsAll = (P->Kind == PredKind::And) == Wanted;
    unsigned Sum = 0, Least = NoValue;
    for (size_t I = 0; I != P->Preds.size(); ++I) {
      bool IsPremise = P->Kind == PredKind::Implies && I == 0;
      unsigned S = shortfall(P->Preds[I], Wanted != IsPremise, At);
      Sum += S;
      Least = std::min(Least, S);
    }
    return NeedsAll ? std::min(Sum, NoValue) : Least;
  }
  default:
    break;
  }
  OptInt A = Space.value(P->Terms[0], At), B = Space.value(P->Terms[1], At);
  OptInt D = A && B ? checkedSub(*A, *B) : std::nullopt;
  if (P->Kind == PredKind::Divides && D) {
    D = floorMod(*B, *A);
    if (D)
      D = std::min(*D, magnitude(*A) - *D);
  }
  if (!D)
    return Wanted ? NoValue : 0;
  Int Lacks = 0;
  switch (P->Kind) {
  case PredKind::Le:
    Lacks = Wanted ? *D : 1 - *D;
    break;
  case PredKind::Lt:
    Lacks = Wanted ? *D + 1 : -*D;
    break;
  default: // equality, divisibility, and the opposite of equality
    Lacks = (P->Kind == PredKind::Ne) != Wanted ? magnitude(*D) : *D == 0;
    break;
  }
  if (Lacks <= 0)
    return 0;
  // The number of bits, and the four behind the first.
  unsigned Bits = 0;
  for (Int Rest = Lacks; Rest; Rest >>= 1)
    ++Bits;
  auto Behind = static_cast<unsigned>(Bits > 5 ? Lacks >> (Bits - 5)
                                               : Lacks << (5 - Bits)) &
                15;
  return Bits * 16 + Behind;
}

/// Of the condition at \p I in Conds.
unsigned Search::shortfall(size_t I, const Launch &At) const {
  size_t C = Conds[I];
  if (!isUnmet(C, At))
    return 0;
  return std::max(1u, shortfall(Space.conditions()[C].P, G.Refused != C, At));
}

//===----------------------------------------------------------------------===//
// All launches, in the order of their distance
//===----------------------------------------------------------------------===//

/// Launches whose values from \p Position on have a distance of \p Left.
/// True: \p At is as wanted, or the budget is spent.
bool Search::enumerateShell(size_t Position, Int Left, Launch &At) {
  if (Position == Vars.size()) {
    if (Left != 0)
      return false;
    if (Budget == 0)
      return true;
    // Few launches are refused at all: ask for that alone first.
    if (G.Refused && isUnmet(*G.Refused, At)) {
      --Budget;
      return false;
    }
    return unmet(At) == 0;
  }
  size_t V = Vars[Position];
  const Variable &Of = Space.variables()[V];
  bool IsLast = Position + 1 == Vars.size();
  for (Int D = IsLast ? Left : 0; D <= Left; ++D)
    for (Int Sign : {1, -1}) {
      At[V] = Centre[V] + Sign * D * Of.Step;
      if ((D == 0 && Sign < 0) || At[V] < Of.Low || At[V] > Of.High)
        continue;
      if (enumerateShell(Position + 1, Left - D, At))
        return true;
    }
  At[V] = Centre[V];
  return false;
}

std::optional<Launch> Search::enumerate() {
  Launch At = Centre;
  // A shell may be empty, at the edge of all domains; none is once it is past
  // the budget.
  for (Int Distance = 0; Budget != 0; ++Distance) {
    size_t Before = Budget;
    if (enumerateShell(0, Distance, At)) {
      if (Budget == 0 && unmet(At) != 0)
        return std::nullopt;
      return At;
    }
    if (Before == Budget)
      return std::nullopt;
    Shells = Distance + 1;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Values at which something changes
//===----------------------------------------------------------------------===//

/// Of a comparison of a and b, the sign of a - b; of a divisibility, whether it
/// holds; 2 without a value.
int Search::side(const Pred *P, const Launch &At) const {
  OptInt A = Space.value(P->Terms[0], At), B = Space.value(P->Terms[1], At);
  if (!A || !B)
    return 2;
  if (P->Kind == PredKind::Divides) {
    OptInt R = floorMod(*B, *A);
    return R ? (*R == 0 ? 0 : 1) : 2;
  }
  return *A < *B ? -1 : *A > *B;
}

/// Where \p P would change if variable \p V entered it once, with factor 1.
void Search::addSolutions(const Pred *P, const Launch &At, size_t V,
                          std::vector<Int> &Into) const {
  OptInt A = Space.value(P->Terms[0], At), B = Space.value(P->Terms[1], At);
  if (!A || !B)
    return;
  OptInt D = checkedSub(*A, *B);
  Int Period = 0;
  if (P->Kind == PredKind::Divides) {
    D = floorMod(*B, *A);
    Period = *A;
  }
  if (!D || magnitude(*D) > Int(1) << 65)
    return;
  for (Int Moved : {At[V] - *D, At[V] + *D, At[V] + Period - *D})
    for (Int Near : {-1, 0, 1})
      Into.push_back(Moved + Near);
}

/// Adds the two values around each place, between two neighbours in \p Into,
/// where \p P changes sides.
void Search::bisect(const Pred *P, Launch At, size_t V,
                    std::vector<Int> &Into) const {
  auto SideAt = [&](Int Value) {
    At[V] = Value;
    return side(P, At);
  };
  std::vector<Int> More;
  int Before = SideAt(Into[0]);
  for (size_t I = 0; I + 1 < Into.size(); ++I) {
    Int Low = Into[I], High = Into[I + 1];
    int After = SideAt(High), From = Before;
    Before = After;
    // Twice, as equality lies between less and greater.
    for (int Round = 0; Round != 2 && From != After && High - Low > 1;
         ++Round) {
      Int Left = Low, Right = High;
      while (Right - Left > 1) {
        Int Middle = Left + (Right - Left) / 2;
        (SideAt(Middle) == From ? Left : Right) = Middle;
      }
      More.push_back(Left);
      More.push_back(Right);
      Low = Right;
      From = SideAt(Right);
    }
  }
  Into.insert(Into.end(), More.begin(), More.end());
}

/// Values for \p V, all else staying, at which a condition in \p Of may become
/// another; ascending.
std::vector<Int> Search::candidates(const Launch &At, size_t V,
                                    const std::vector<size_t> &Of) const {
  const Variable &Var = Space.variables()[V];
  std::vector<Int> Values = {Var.Low,
                             Var.High,
                             Centre[V],
                             At[V] - Var.Step,
                             At[V],
                             At[V] + Var.Step,
                             (At[V] + Centre[V]) / 2};
  for (Int C : Space.constants()) {
    for (Int Near : {-1, 0, 1}) {
      Values.push_back(C + Near);
      Values.push_back(Near - C);
    }
    if (C > 1 && C <= Int(1) << 32) { // to a multiple
      Int Floor = At[V] - *floorMod(At[V], C);
      Values.push_back(Floor);
      Values.push_back(Floor + C);
    }
  }
  if (Var.IsPointer) // into, and right behind, what others point to
    for (const Variable &Other : Space.variables())
      if (Other.IsPointer)
        for (Int Near : {-1, 0, 1, 4, 8, 16})
          Values.push_back(Other.Rest + Near);
  std::vector<const Pred *> Comparisons;
  for (size_t C : Of)
    for (const Pred *P : Space.comparisons(C))
      if (Space.reads(P, V) && std::find(Comparisons.begin(), Comparisons.end(),
                                         P) == Comparisons.end())
        Comparisons.push_back(P);
  for (const Pred *P : Comparisons)
    addSolutions(P, At, V, Values);
  std::erase_if(Values, [&](Int X) { return X < Var.Low || X > Var.High; });
  sortUnique(Values);
  for (const Pred *P : Comparisons) {
    bisect(P, At, V, Values);
    sortUnique(Values);
  }
  if (Var.Step != 1) { // only addresses that the elements may have
    std::vector<Int> Aligned;
    for (Int X : Values)
      for (Int Up : {Int(0), Var.Step - 1})
        Aligned.push_back(X + Up - *floorMod(X + Up, Var.Step));
    Values = std::move(Aligned);
    std::erase_if(Values, [&](Int X) { return X < Var.Low || X > Var.High; });
    sortUnique(Values);
  }
  return Values;
}

//===----------------------------------------------------------------------===//
// One value at a time
//===----------------------------------------------------------------------===//

/// Moves values until all is as wanted; \p Frozen stays. Each step is the one
/// value that leaves the least shortfall. Where none makes it less, what is
/// unmet gains weight, until leaving it unmet is no longer the best.
bool Search::repair(Launch &At, size_t Steps, std::optional<size_t> Frozen) {
  std::vector<unsigned> Lacks(Conds.size()), Weights(Conds.size(), 1);
  std::vector<size_t> RestsUntil(At.size(), 0);
  size_t Stuck = 0;
  for (size_t Step = 1; Step <= Steps && Budget != 0; ++Step) {
    size_t Unmet = 0;
    std::uint64_t Score = 0;
    for (size_t I = 0; I != Conds.size(); ++I) {
      Lacks[I] = shortfall(I, At);
      Unmet += Lacks[I] != 0;
      Score += std::uint64_t(Lacks[I]) * Weights[I];
    }
    if (Unmet == 0)
      return true;
    std::optional<Move> Best;
    for (size_t V : Vars)
      if (V != Frozen && RestsUntil[V] < Step)
        considerMoves(At, V, Lacks, Weights, Best);
    if (Best && Best->Score <= Score) {
      // A step that gains nothing is not to be taken back at once.
      if (Best->Score == Score)
        RestsUntil[Best->Variable] = Step + 2;
      At[Best->Variable] = Best->Value;
    }
    if (Best && Best->Score < Score)
      continue;
    for (size_t I = 0; I != Conds.size(); ++I)
      Weights[I] += Lacks[I] != 0;
    if (++Stuck % 4 == 0)
      jump(At, Frozen, Stuck);
  }
  return unmet(At) == 0;
}

/// Makes one unmet condition as wanted, whatever that does to the others, so
/// that the search leaves a place from which no single value leads on.
void Search::jump(Launch &At, std::optional<size_t> Frozen, size_t Choice) {
  std::vector<std::pair<size_t, Int>> Ways;
  for (size_t C : Conds) {
    if (!isUnmet(C, At))
      continue;
    for (size_t V : Space.conditions()[C].Variables) {
      if (V == Frozen || std::find(Vars.begin(), Vars.end(), V) == Vars.end())
        continue;
      Launch Next = At;
      for (Int Value : candidates(At, V, {C})) {
        Next[V] = Value;
        if (!isUnmet(C, Next))
          Ways.emplace_back(V, Value);
      }
    }
  }
  // Any of them: a multiplicative hash of a count is as good as chance, and the
  // same in each run.
  if (!Ways.empty()) {
    auto [V, Value] = Ways[(Choice * 2654435761u >> 8) % Ways.size()];
    At[V] = Value;
  }
}

/// Puts into \p Best the best value for \p V if that is better.
void Search::considerMoves(const Launch &At, size_t V,
                           const std::vector<unsigned> &Lacks,
                           const std::vector<unsigned> &Weights,
                           std::optional<Move> &Best) {
  // What does not read V stays as it is.
  std::vector<size_t> Reading, Unmet;
  std::uint64_t Rest = 0;
  size_t RestUnmet = 0;
  for (size_t I = 0; I != Conds.size(); ++I) {
    const std::vector<size_t> &Reads = Space.conditions()[Conds[I]].Variables;
    if (std::find(Reads.begin(), Reads.end(), V) != Reads.end()) {
      Reading.push_back(I);
      if (Lacks[I])
        Unmet.push_back(Conds[I]);
    } else {
      Rest += std::uint64_t(Lacks[I]) * Weights[I];
      RestUnmet += Lacks[I] != 0;
    }
  }
  if (Unmet.empty())
    return;
  Launch Next = At;
  for (Int Value : candidates(At, V, Unmet)) {
    if (Value == At[V])
      continue;
    Next[V] = Value;
    Budget -= Budget != 0;
    Move M{V, Value, Rest, distance(Next)};
    size_t Count = RestUnmet;
    bool Refuses = G.Refused && Lacks[0] == 0;
    for (size_t I : Reading) {
      unsigned Lack = shortfall(I, Next);
      M.Score += std::uint64_t(Lack) * Weights[I];
      Count += Lack != 0;
      if (I == 0)
        Refuses = G.Refused && Lack == 0;
    }
    if (Refuses && Count < LeastOthers) {
      LeastOthers = Count;
      Least = Next;
    }
    if (!Best ||
        std::tie(M.Score, M.Distance) < std::tie(Best->Score, Best->Distance))
      Best = M;
  }
}

/// Moves \p V towards the centre, others following if they must. True: \p At is
/// nearer now, and as wanted.
bool Search::shrinkOne(Launch &At, size_t V) {
  std::vector<Int> Values = candidates(At, V, Conds);
  Int Now = magnitude(At[V] - Centre[V]);
  std::erase_if(Values, [&](Int X) { return magnitude(X - Centre[V]) >= Now; });
  std::sort(Values.begin(), Values.end(), [&](Int A, Int B) {
    Int DA = magnitude(A - Centre[V]), DB = magnitude(B - Centre[V]);
    return DA != DB ? DA < DB : A > B;
  });
  for (Int X : Values) {
    if (Budget == 0)
      return false;
    Launch Next = At;
    Next[V] = X;
    if (unmet(Next) == 0) {
      At = Next;
      return true;
    }
  }
  constexpr size_t Tried = 4, Steps = 6;
  // The nearest, the smallest step, and half of the way.
  std::vector<Int> Some;
  for (size_t I = 0; I < Values.size(); ++I)
    if (I < Tried / 2 || I + Tried / 2 >= Values.size() ||
        Values[I] == (At[V] + Centre[V]) / 2)
      Some.push_back(Values[I]);
  for (Int X : Some) {
    Launch Next = At;
    Next[V] = X;
    if (repair(Next, Steps, V) && distance(Next) < distance(At)) {
      At = Next;
      return true;
    }
  }
  return false;
}

void Search::shrink(Launch &At) {
  for (bool Moved = true; Moved && Budget != 0;) {
    Moved = false;
    std::vector<size_t> Order = Vars;
    std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
      Int DA = magnitude(At[A] - Centre[A]), DB = magnitude(At[B] - Centre[B]);
      return DA != DB ? DA > DB : A < B;
    });
    for (size_t V : Order)
      if (At[V] != Centre[V])
        Moved = shrinkOne(At, V) || Moved;
  }
}

std::optional<Found> Search::run(const std::vector<Launch> &Starts) {
  const size_t Whole = Budget;
  if (auto At = enumerate())
    return Found{*At, distance(*At), true};
  std::optional<Launch> Best;
  // As much again for the structured search, shared by its beginnings.
  for (const Launch &Start : Starts) {
    Budget = Whole / Starts.size() + 1;
    Launch At = Start;
    if (!repair(At, 300, std::nullopt))
      continue;
    shrink(At);
    if (!Best || distance(At) < distance(*Best))
      Best = At;
  }
  if (!Best)
    return std::nullopt;
  return Found{*Best, distance(*Best), distance(*Best) <= Shells};
}

} // namespace tilechecks::report_tool
