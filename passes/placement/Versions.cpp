//===- placement/Versions.cpp - VersionedLoop -------------------------------===//
#include "placement/Versions.h"

using namespace tilechecks;

bool tilechecks::isBlockUniform(const std::vector<const Pred *> &Conditions) {
  bool Uniform = true;
  for (const Pred *C : Conditions)
    forEachAtom(C, [&](const Term *A) { Uniform &= A->A.isLaunchKnown() || A->A.Kind == AtomKind::BlockIdx; });
  return Uniform;
}

static int outermost(const Problem &P, int Loop) {
  while (P.Loops[Loop].Parent != None)
    Loop = P.Loops[Loop].Parent;
  return Loop;
}

/// Why this loop cannot have an unchecked copy; None if it can.
static Reason obstacleOf(const Problem &P, const VersionCandidate &C) {
  const Loop &L = P.Loops[C.Loop];
  if (L.HasBarrier && !isBlockUniform(C.Before.Conditions))
    return Reason::VersionDivergent;
  return L.Size > MaxVersionSize ? Reason::VersionTooLarge : Reason::None;
}

VersionChoice tilechecks::chooseVersions(const Problem &P,
                                         const std::map<int, std::vector<VersionCandidate>> &Candidates) {
  VersionChoice Choice;
  std::map<int, size_t> Covered; // contexts, by loop
  for (const auto &[Context, Levels] : Candidates)
    for (const VersionCandidate &C : Levels) {
      Reason Why = obstacleOf(P, C);
      // In the end that of the innermost loop: all around it has it too.
      Choice.Obstacles[Context] = Why == Reason::None ? Reason::VersionElsewhere : Why;
      Covered[C.Loop] += Why == Reason::None;
    }
  std::map<int, int> Best; // by outermost loop
  for (const auto &[L, Count] : Covered) {
    if (Count == 0)
      continue;
    auto [It, New] = Best.try_emplace(outermost(P, L), L);
    size_t Most = Covered[It->second];
    if (!New && (Count > Most || (Count == Most && depth(P, L) < depth(P, It->second))))
      It->second = L;
  }
  for (const auto &[Context, Levels] : Candidates)
    for (const VersionCandidate &C : Levels)
      if (auto It = Best.find(outermost(P, C.Loop));
          It != Best.end() && It->second == C.Loop && obstacleOf(P, C) == Reason::None) {
        Choice.Chosen.emplace(Context, C);
        Choice.Obstacles.erase(Context);
      }
  return Choice;
}
