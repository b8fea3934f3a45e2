#include "core/Plan.h"

#include <algorithm>
#include <array>

using namespace tilechecks;

namespace {
struct ReasonRow {
  const char *Name, *Text, *Hint;
};
constexpr std::array ReasonTable = {
#define TC_REASON(Name, Text, Hint) ReasonRow{#Name, Text, Hint},
#include "core/Reasons.def"
};
struct RuleRow {
  const char *Name, *Text;
};
constexpr std::array RuleTable = {
#define TC_RULE(Name, Text) RuleRow{#Name, Text},
#include "core/Rules.def"
};
} // namespace

const char *tilechecks::name(Reason R) { return ReasonTable[static_cast<size_t>(R)].Name; }
const char *tilechecks::text(Reason R) { return ReasonTable[static_cast<size_t>(R)].Text; }
const char *tilechecks::hint(Reason R) { return ReasonTable[static_cast<size_t>(R)].Hint; }

std::optional<Reason> tilechecks::parseReason(std::string_view Name) {
  for (size_t I = 0; I < ReasonTable.size(); ++I)
    if (Name == ReasonTable[I].Name)
      return static_cast<Reason>(I);
  return std::nullopt;
}

const char *tilechecks::name(Rule R) { return RuleTable[static_cast<size_t>(R)].Name; }
const char *tilechecks::text(Rule R) { return RuleTable[static_cast<size_t>(R)].Text; }

std::optional<Rule> tilechecks::parseRule(std::string_view Name) {
  for (size_t I = 0; I < RuleTable.size(); ++I)
    if (Name == RuleTable[I].Name)
      return static_cast<Rule>(I);
  return std::nullopt;
}

const char *tilechecks::name(Outcome O) {
  constexpr const char *Names[] = {"discharged", "launch", "hoisted", "in_place"};
  return Names[static_cast<size_t>(O)];
}

const char *tilechecks::name(Origin O) {
  constexpr const char *Names[] = {"precondition", "contract", "derived", "debt", "assumption"};
  return Names[static_cast<size_t>(O)];
}

unsigned tilechecks::depth(const Problem &P, int Loop) {
  unsigned D = 0;
  for (; Loop != None; Loop = P.Loops[Loop].Parent)
    ++D;
  return D;
}

bool tilechecks::isWithin(const Problem &P, int Inner, int Outer) {
  if (Outer == None)
    return true;
  for (; Inner != None; Inner = P.Loops[Inner].Parent)
    if (Inner == Outer)
      return true;
  return false;
}

template <class Node> static int deepestLoop(const Problem &P, const Node *N) {
  int Deepest = None;
  unsigned DeepestDepth = 0;
  forEachAtom(N, [&](const Term *A) {
    int L = None;
    if (A->A.Kind == AtomKind::LoopVar)
      L = P.LoopVars[A->A.A].Loop;
    else if (A->A.Kind == AtomKind::Opaque)
      L = P.Opaques[A->A.A].Loop;
    if (unsigned D = depth(P, L); D > DeepestDepth) {
      Deepest = L;
      DeepestDepth = D;
    }
  });
  return Deepest;
}

int tilechecks::variantLoop(const Problem &P, const Term *T) { return deepestLoop(P, T); }
int tilechecks::variantLoop(const Problem &P, const Pred *C) { return deepestLoop(P, C); }

Outcome Plan::outcomeOf(int Site) const {
  Outcome Worst = Outcome::Discharged;
  for (size_t I = 0; I < Decisions.size(); ++I)
    if (Of->Contexts[I].Site == Site)
      Worst = std::max(Worst, Decisions[I].Result);
  return Worst;
}

Plan::Counts Plan::counts() const {
  std::vector<Outcome> Worst(Of->Sites.size(), Outcome::Discharged);
  for (size_t I = 0; I < Decisions.size(); ++I) {
    Outcome &W = Worst[Of->Contexts[I].Site];
    W = std::max(W, Decisions[I].Result);
  }
  Counts C;
  for (Outcome O : Worst) {
    unsigned *Slot[] = {&C.Discharged, &C.Launch, &C.Hoisted, &C.InPlace};
    ++*Slot[static_cast<size_t>(O)];
  }
  return C;
}

bool Plan::isFullyPlaced() const {
  return std::all_of(Decisions.begin(), Decisions.end(),
                     [](const Decision &D) { return D.Result <= Outcome::Launch; });
}
