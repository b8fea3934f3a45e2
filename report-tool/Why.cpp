//===- Why.cpp - what became of the accesses of a line --------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Why.h"

#include "core/Plan.h"
#include "tilechecks/launch/spelling.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace tilechecks::report_tool {

std::optional<SourcePlace> parsePlace(std::string_view Text) {
  std::vector<std::int64_t> Numbers;
  while (Numbers.size() < 2) {
    const size_t Colon = Text.rfind(':');
    if (Colon == Text.npos || Colon == 0)
      break;
    std::int64_t N = 0;
    const char *Begin = Text.data() + Colon + 1,
               *End = Text.data() + Text.size();
    auto Read = std::from_chars(Begin, End, N);
    if (Begin == End || Read.ec != std::errc() || Read.ptr != End || N < 1)
      break;
    Numbers.push_back(N);
    Text = Text.substr(0, Colon);
  }
  if (Numbers.empty())
    return std::nullopt;
  SourcePlace Where;
  Where.File = Text;
  Where.Line = Numbers.back();
  Where.Column = Numbers.size() == 2 ? Numbers.front() : 0;
  return Where;
}

bool isSameFile(std::string_view A, std::string_view B) {
  for (std::string_view *Path : {&A, &B})
    while (Path->starts_with("./"))
      Path->remove_prefix(2);
  if (A.size() < B.size())
    std::swap(A, B);
  return !B.empty() && A.ends_with(B) &&
         (A.size() == B.size() || B.front() == '/' ||
          A[A.size() - B.size() - 1] == '/');
}

namespace {

/// The dimensions of one access.
struct Access {
  const sidecar::Kernel *Kernel = nullptr;
  std::vector<const sidecar::Check *> Checks;

  const sidecar::Check &first() const { return *Checks.front(); }
};

std::string accessName(const sidecar::Check &C) {
  return !C.Access.empty()   ? C.Access
         : !C.Tensor.empty() ? "an access of " + C.Tensor
                             : "an access";
}

/// The column of `x(i)` is that of its parenthesis; any column of the access
/// as written is meant as well.
bool covers(const sidecar::Check &C, std::int64_t Column) {
  if (C.Column == Column)
    return true;
  const size_t Open = C.Access.find('(');
  if (Open == C.Access.npos)
    return false;
  const std::int64_t Start = C.Column - std::int64_t(Open);
  return Start <= Column && Column < Start + std::int64_t(C.Access.size());
}

std::vector<Access> accesses(const std::vector<sidecar::Document> &Sidecars) {
  std::vector<Access> All;
  for (const sidecar::Document &D : Sidecars)
    for (const sidecar::Kernel &K : D.Kernels)
      for (const sidecar::Check &C : K.Checks) {
        auto Same = [&](const Access &A) {
          return A.Kernel == &K && A.first().File == C.File &&
                 A.first().Line == C.Line && A.first().Column == C.Column &&
                 A.first().Access == C.Access;
        };
        auto It = std::find_if(All.begin(), All.end(), Same);
        if (It == All.end())
          It = All.insert(All.end(), {&K, {}});
        It->Checks.push_back(&C);
      }
  return All;
}

/// What a decision says beyond its outcome; several contexts often agree.
struct Account {
  sidecar::Outcome Result;
  std::string Rule, Reason;
  std::vector<std::string> Goals, Premises;
  auto operator<=>(const Account &) const = default;
};

void line(std::string &S, const char *Label, const std::string &Text,
          int Indent) {
  std::string Head(size_t(Indent), ' ');
  Head += Label;
  Head.resize(std::max(Head.size() + 1, size_t(Indent) + 10), ' ');
  S += Head + Text + "\n";
}

/// Empty for a name that a newer plugin gave.
std::string ruleText(const std::string &Name) {
  if (auto R = parseRule(Name))
    return Name + ": " + text(*R);
  return Name;
}

void addAccount(std::string &S, const Account &A, int Indent) {
  for (const std::string &Goal : A.Goals)
    line(S, "goal", Goal, Indent);
  const bool IsResidual = A.Result == sidecar::Outcome::Hoisted ||
                          A.Result == sidecar::Outcome::InPlace;
  line(S, "rule", ruleText(A.Rule), Indent);
  for (const std::string &Premise : A.Premises)
    line(S, IsResidual ? "compares" : "premise", Premise, Indent);
  if (IsResidual && !A.Reason.empty()) {
    auto R = parseReason(A.Reason);
    line(S, "missing", A.Reason + (R ? std::string(": ") + text(*R) : ""),
         Indent);
  }
}

std::string launchText(const sidecar::LaunchCheck &L) {
  return L.Id + " (" + std::string(spelling(L.From)) + ", " +
         (L.Exact ? "exact" : "only sufficient") + "): " + L.Text;
}

std::string headline(const sidecar::Check &C) {
  if (!C.Message.empty())
    return C.Message;
  return "bounds check for dim " + std::to_string(C.Axis) + " of " +
         (C.Tensor.empty() ? "an unnamed tensor" : C.Tensor) + ": " +
         std::string(spelling(C.Result));
}

void addCheck(std::string &S, const sidecar::Kernel &K,
              const sidecar::Check &C) {
  S += "  " + headline(C) + "\n";
  // Contexts that differ are told apart; else the site speaks for all.
  std::vector<std::pair<Account, std::vector<std::int64_t>>> Accounts;
  for (const sidecar::Context &In : C.Contexts) {
    Account A{In.Result, In.Rule, In.Reason, In.Goals, In.Premises};
    auto It = std::find_if(Accounts.begin(), Accounts.end(),
                           [&](const auto &Known) { return Known.first == A; });
    if (It == Accounts.end())
      It = Accounts.insert(Accounts.end(), {std::move(A), {}});
    It->second.push_back(In.LoopLine);
  }
  if (Accounts.size() < 2) {
    addAccount(S, {C.Result, C.Rule, C.Reason, C.Goals, C.Premises}, 4);
  } else {
    for (const auto &[A, Lines] : Accounts) {
      S += "    " + std::to_string(Lines.size()) + " of " +
           std::to_string(C.Contexts.size()) + " contexts, " +
           std::string(spelling(A.Result));
      if (std::set<std::int64_t> Loops(Lines.begin(), Lines.end());
          Loops.size() == 1 && *Loops.begin() > 0)
        S += ", in the loop at line " + std::to_string(*Loops.begin());
      S += "\n";
      addAccount(S, A, 6);
    }
  }
  for (const sidecar::LaunchCheck &L : K.LaunchChecks)
    if (std::find(L.Goals.begin(), L.Goals.end(), C.Id) != L.Goals.end())
      line(S, "launch", launchText(L), 4);
  if (C.Result == sidecar::Outcome::Discharged)
    for (const sidecar::LaunchCheck &L : K.LaunchChecks)
      for (const std::string &Premise : C.Premises)
        if (L.From == sidecar::Origin::Precondition &&
            Premise == "declared: " + L.Text)
          line(S, "launch", launchText(L), 4);
  if (!C.Hint.empty())
    line(S, "hint", C.Hint, 4);
}

std::string placeText(const sidecar::Check &C) {
  std::string Text = C.File + ":" + std::to_string(C.Line);
  return C.Column > 0 ? Text + ":" + std::to_string(C.Column) : Text;
}

/// The three nearest lines of the file that have accesses.
std::string nearest(const std::vector<const Access *> &InFile,
                    std::int64_t Line) {
  std::map<std::int64_t, std::vector<std::string>> Lines;
  for (const Access *A : InFile) {
    auto &Names = Lines[A->first().Line];
    if (std::string Name = accessName(A->first());
        std::find(Names.begin(), Names.end(), Name) == Names.end())
      Names.push_back(std::move(Name));
  }
  std::vector<std::int64_t> Order;
  for (const auto &[Number, Names] : Lines)
    Order.push_back(Number);
  auto Distance = [&](std::int64_t N) {
    return N < Line ? Line - N : N - Line;
  };
  std::sort(Order.begin(), Order.end(), [&](auto A, auto B) {
    return std::pair(Distance(A), A) < std::pair(Distance(B), B);
  });
  Order.resize(std::min<size_t>(Order.size(), 3));
  std::sort(Order.begin(), Order.end());
  std::string Text;
  for (std::int64_t Number : Order) {
    Text += (Text.empty() ? "" : "; ") + std::to_string(Number) + ": ";
    for (size_t I = 0; I != Lines[Number].size(); ++I)
      Text += (I ? ", " : "") + Lines[Number][I];
  }
  return Text;
}

} // namespace

std::variant<std::string, sidecar::Error>
whyText(const std::vector<sidecar::Document> &Sidecars,
        const SourcePlace &Where) {
  const std::vector<Access> All = accesses(Sidecars);
  std::vector<const Access *> InFile, OnLine, Meant;
  for (const Access &A : All)
    if (isSameFile(A.first().File, Where.File)) {
      InFile.push_back(&A);
      if (A.first().Line != Where.Line)
        continue;
      OnLine.push_back(&A);
      if (Where.Column == 0 || covers(A.first(), Where.Column))
        Meant.push_back(&A);
    }
  // `y(x(i))`: the innermost that covers the column.
  if (Where.Column != 0 && !Meant.empty()) {
    size_t Least = Meant.front()->first().Access.size();
    for (const Access *A : Meant)
      Least = std::min(Least, A->first().Access.size());
    std::erase_if(Meant, [&](const Access *A) {
      return A->first().Access.size() != Least;
    });
  }
  std::string Text;
  for (const sidecar::Document &D : Sidecars)
    for (const sidecar::Kernel &K : D.Kernels)
      for (const sidecar::Obligation &O : K.Obligations)
        if (Where.Column == 0 && O.Line == Where.Line &&
            isSameFile(O.File, Where.File))
          Text += O.File + ":" + std::to_string(O.Line) +
                  ": an access that its author does not want checked, in " +
                  tc::rt::short_kernel_name(K.Name) + "\n";
  if (Meant.empty() && Text.empty()) {
    if (InFile.empty()) {
      std::set<std::string> Files;
      for (const Access &A : All)
        Files.insert(A.first().File);
      std::string Known;
      for (const std::string &File : Files)
        Known += (Known.empty() ? "" : ", ") + File;
      return sidecar::Error{Where.File + ": no checked access in this file; " +
                            (Known.empty() ? "the sidecars have none at all"
                                           : "the sidecars have " + Known)};
    }
    if (OnLine.empty())
      return sidecar::Error{Where.File + ":" + std::to_string(Where.Line) +
                            ": no checked access on this line; the nearest "
                            "lines that have some: " +
                            nearest(InFile, Where.Line)};
    std::string Columns;
    for (const Access *A : OnLine)
      Columns += (Columns.empty() ? "" : "; ") +
                 std::to_string(A->first().Column) + ": " +
                 accessName(A->first());
    return sidecar::Error{Where.File + ":" + std::to_string(Where.Line) + ":" +
                          std::to_string(Where.Column) +
                          ": no checked access at this column; the line has " +
                          Columns};
  }
  for (const Access *A : Meant) {
    Text += placeText(A->first()) + ": " + accessName(A->first()) + ", in " +
            tc::rt::short_kernel_name(A->Kernel->Name) + "\n";
    for (const sidecar::Check *C : A->Checks)
      addCheck(Text, *A->Kernel, *C);
  }
  return Text;
}

} // namespace tilechecks::report_tool
