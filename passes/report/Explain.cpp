//===- report/Explain.cpp - a goal and what its proof rests on ------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Report.h"

#include "core/Text.h"

#include <algorithm>
#include <set>

using namespace tilechecks;

/// So many say why; more hide it.
static constexpr size_t MaxPremises = 8;

/// Text as an operand: in parentheses unless it is one word, call or subscript.
static std::string operand(const std::string &Text) {
  int Depth = 0;
  for (char C : Text) {
    if (C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (C == ')' || C == ']' || C == '}')
      --Depth;
    else if (Depth == 0 && std::string_view("+-*/%?:<>=&|^!~ ").find(C) != std::string_view::npos)
      return "(" + Text + ")";
  }
  return Text;
}

std::vector<std::string> report::goalsOf(const Plan &ThePlan, int Number) {
  const Problem &P = *ThePlan.Of;
  const Context &C = P.Contexts[size_t(Number)];
  const std::string Index = C.IndexText.empty() ? render(P, C.Index) : C.IndexText;
  std::string Last = Index;
  if (C.Tile != 0)
    Last = operand(Index) + "*" + toString(C.Tile);
  else if (C.Span != 1)
    Last = operand(Index) + " + " + toString(C.Span - 1);
  return {"0 <= " + Index, Last + " < " + render(P, C.Extent)};
}

namespace {

/// What holds at a context and speaks, directly or by way of other such
/// premises, of the values of its goal.
class Premises {
public:
  void about(const Term *T) {
    forEachAtom(T, [&](const Term *A) { Atoms.insert(A); });
  }
  bool speaksOf(const Pred *C) const {
    bool Does = false;
    forEachAtom(C, [&](const Term *A) { Does |= Atoms.contains(A); });
    return Does;
  }
  void about(const Pred *C) {
    forEachAtom(C, [&](const Term *A) { Atoms.insert(A); });
  }
  const std::set<const Term *> &atoms() const { return Atoms; }

  /// Those of Given, in its order.
  std::vector<const Pred *> among(const std::vector<const Pred *> &Given) {
    std::vector<bool> Taken(Given.size());
    for (bool More = true; More;) {
      More = false;
      for (size_t I = 0; I < Given.size(); ++I)
        if (!Taken[I] && speaksOf(Given[I])) {
          Taken[I] = More = true;
          about(Given[I]);
        }
    }
    std::vector<const Pred *> Found;
    for (size_t I = 0; I < Given.size(); ++I)
      if (Taken[I])
        Found.push_back(Given[I]);
    return Found;
  }

private:
  std::set<const Term *> Atoms;
};

} // namespace

static void addHoisted(const Problem &P, const Decision &D, std::vector<std::string> &Texts) {
  for (const HoistedCheck &H : D.Hoisted) {
    std::string Text = "before the loop";
    if (H.Loop >= 0 && P.Loops[size_t(H.Loop)].Line > 0)
      Text += " at line " + std::to_string(P.Loops[size_t(H.Loop)].Line);
    Text += ": ";
    if (H.Guard && !H.Guard->isTrue())
      Text += render(P, H.Guard) + " implies ";
    Texts.push_back(Text + render(P, H.Condition));
  }
}

static void addProof(const Problem &P, const Decision &D, const Context &C, std::vector<std::string> &Texts) {
  if (D.By == Rule::StaticFolding)
    return;
  Premises Of;
  Of.about(C.Index);
  Of.about(C.Extent);
  std::vector<const Pred *> Conditions, Declared;
  for (int S = C.Scope; S != None; S = P.Scopes[size_t(S)].Parent)
    if (P.Scopes[size_t(S)].Condition)
      Conditions.push_back(P.Scopes[size_t(S)].Condition);
  std::reverse(Conditions.begin(), Conditions.end());
  for (const Precondition &Pre : P.Preconditions)
    if (D.By == Rule::Precondition || !Pre.IsContract)
      Declared.push_back(Pre.Condition);
  std::vector<const Pred *> All = Declared;
  All.insert(All.end(), Conditions.begin(), Conditions.end());
  if (D.By != Rule::ValueRange)
    for (const Pred *Condition : Of.among(All))
      if (!Condition->isTrue())
        Texts.push_back((std::find(Declared.begin(), Declared.end(), Condition) != Declared.end() ? "declared: "
                                                                                                  : "on the path: ") +
                        render(P, Condition));
  for (size_t V = 0; V < P.LoopVars.size(); ++V) {
    const LoopVariable &L = P.LoopVars[V];
    const Term *Symbol = P.Pool->atom(Atom::of(AtomKind::LoopVar, V));
    if (Of.atoms().contains(Symbol) && isWithin(P, C.Loop, L.Loop))
      Texts.push_back("loop: " + render(P, Symbol) + " starts at " + render(P, L.Start) + ", step " +
                      render(P, L.Step));
  }
  if (D.By == Rule::ValueRange)
    forEachAtom(C.Index, [&](const Term *A) {
      const Range R = P.Pool->range(A);
      if (R.Lo && R.Hi)
        Texts.push_back("always: " + toString(*R.Lo) + " <= " + render(P, A) + " <= " + toString(*R.Hi));
    });
}

std::vector<std::string> report::premisesOf(const Plan &ThePlan, int Number) {
  const Problem &P = *ThePlan.Of;
  const Decision &D = ThePlan.Decisions[size_t(Number)];
  std::vector<std::string> Texts, Once;
  if (D.Result == Outcome::Hoisted)
    addHoisted(P, D, Texts);
  else if (D.Result == Outcome::Discharged)
    addProof(P, D, P.Contexts[size_t(Number)], Texts);
  for (std::string &Text : Texts)
    if (std::find(Once.begin(), Once.end(), Text) == Once.end())
      Once.push_back(std::move(Text));
  if (Once.size() > MaxPremises) {
    const size_t More = Once.size() - MaxPremises;
    Once.resize(MaxPremises);
    Once.push_back("and " + std::to_string(More) + " more");
  }
  return Once;
}
