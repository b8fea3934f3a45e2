//===- report/Messages.cpp - what people are told -------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Names.h"
#include "report/Report.h"

#include "core/Text.h"

#include <cstdio>
#include <set>

using namespace tilechecks;

static std::string dimension(const Site &S) {
  std::string Text = "dim " + std::to_string(S.Axis);
  return Text + " of " + (S.Tensor.empty() ? "an unnamed tensor" : S.Tensor);
}

/// Where a hoisted check went: the outermost of its loops.
static int hoistLine(const Plan &ThePlan, const Decision &D) {
  const Problem &P = *ThePlan.Of;
  int Line = 0;
  unsigned Best = ~0u;
  for (const HoistedCheck &H : D.Hoisted)
    if (H.Loop >= 0 && size_t(H.Loop) < P.Loops.size() &&
        depth(P, H.Loop) < Best) {
      Best = depth(P, H.Loop);
      Line = P.Loops[size_t(H.Loop)].Line;
    }
  return Line;
}

static std::string whyOf(const Decision &D) {
  return D.Why != Reason::None ? text(D.Why) : text(D.By);
}

/// The launch can quantify over threads and iterations, not over what is loaded.
static bool isLaunchExpressible(const Decision &D) {
  bool Expressible = true;
  for (const HoistedCheck &H : D.Hoisted)
    forEachAtom(H.Condition, [&](const Term *A) {
      Expressible &=
          A->A.Kind != AtomKind::Opaque && A->A.Kind != AtomKind::LoopVar;
    });
  return Expressible;
}

/// Ends the hint of some reasons; a version of a loop says it in its own words.
static constexpr std::string_view OrSufficient =
    ", or ask for a sufficient launch check (sufficient_launch)";

std::string report::hintOf(const Decision &D) {
  if (D.isVersioned()) {
    std::string_view Own = hint(D.Why);
    if (Own.ends_with(OrSufficient))
      Own.remove_suffix(OrSufficient.size());
    return (isLaunchExpressible(D) ? "" : "pass what is loaded as a kernel argument and ") +
           std::string("ask for a sufficient launch check (sufficient_launch), or forbid "
                       "checks in loops only (deny_in_loop_checks)") +
           (Own.empty() ? "" : ", or ") + std::string(Own);
  }
  if (D.Result == Outcome::Hoisted && *hint(D.Why) == 0)
    return "clamp what is loaded to the extent, pass it as a kernel argument, "
           "or forbid checks in loops only (deny_in_loop_checks)";
  return hint(D.Why);
}

report::Message report::messageOf(const Plan &ThePlan, int Context) {
  const Problem &P = *ThePlan.Of;
  const Decision &D = ThePlan.Decisions[size_t(Context)];
  const tilechecks::Context &C = P.Contexts[size_t(Context)];
  const Site &S = P.Sites[size_t(C.Site)];
  report::Message M;
  M.Context = Context;
  const std::string Head = "bounds check for " + dimension(S) + " ";
  switch (D.Result) {
  case Outcome::Discharged:
    M.What = report::Message::Kind::Passed;
    M.Remark = "CheckDischarged";
    M.Text = Head + "is discharged: " + text(D.By);
    break;
  case Outcome::Launch: {
    M.What = report::Message::Kind::Passed;
    M.Remark = "CheckAtLaunch";
    M.Text = Head + "is decided at launch";
    const char *Separator = ": ";
    for (int I : D.LaunchChecks) {
      M.Text += Separator + render(P, ThePlan.LaunchChecks[size_t(I)].Condition);
      Separator = "; ";
    }
    break;
  }
  case Outcome::Hoisted: {
    M.What = report::Message::Kind::Analysis;
    M.Remark = "CheckHoisted";
    M.IsResidual = true;
    const int Line = hoistLine(ThePlan, D);
    M.Text = Head + "runs once before the loop" +
             (Line > 0 ? " at line " + std::to_string(Line) : "") +
             (D.isVersioned() ? " and chooses between an unchecked and a "
                                "checked copy of the loop: "
                              : ": ") +
             whyOf(D);
    break;
  }
  case Outcome::InPlace:
    M.What = report::Message::Kind::Missed;
    M.Remark = "CheckInPlace";
    M.IsResidual = true;
    M.Text = Head +
             (C.Loop != None ? "stays in the loop body: " : "stays at its access: ") +
             whyOf(D);
    break;
  }
  return M;
}

std::vector<report::Message> report::messages(const Plan &ThePlan) {
  const Problem &P = *ThePlan.Of;
  std::vector<std::vector<int>> ContextsOf(P.Sites.size());
  for (size_t C = 0; C < P.Contexts.size(); ++C)
    ContextsOf[size_t(P.Contexts[C].Site)].push_back(int(C));
  std::vector<Message> All;
  for (int Site : sourceOrder(P)) {
    std::set<std::string> Said;
    for (int Context : ContextsOf[size_t(Site)]) {
      Message M = messageOf(ThePlan, Context);
      if (Said.insert(M.Text).second)
        All.push_back(std::move(M));
    }
  }
  return All;
}

std::string report::prefix(const SourceLocation &Where) {
  std::string Text = Where.File.empty() ? "<unknown>" : Where.File;
  for (int Number : {Where.Line, Where.Column})
    if (Number > 0)
      Text += ":" + std::to_string(Number);
    else
      break;
  return Text + ": ";
}

static const Site &siteOf(const Plan &ThePlan, int Context) {
  const Problem &P = *ThePlan.Of;
  return P.Sites[size_t(P.Contexts[size_t(Context)].Site)];
}

std::vector<std::string> report::logLines(const Plan &ThePlan) {
  std::vector<std::string> Lines;
  for (const Message &M : messages(ThePlan))
    if (M.IsResidual)
      Lines.push_back("[tilechecks] " +
                      prefix(siteOf(ThePlan, M.Context).Where) + M.Text);
  if (ThePlan.UnpaidDebt != None) {
    const Debt &D = ThePlan.Of->Debts[size_t(ThePlan.UnpaidDebt)];
    Lines.push_back("[tilechecks] " + prefix(D.Where) + "arithmetic that an index or a condition of " +
                    baseName(ThePlan.Of->Name.empty() ? ThePlan.Of->Symbol : ThePlan.Of->Name) +
                    " is computed from may wrap around: the kernel is compiled without its no-wrap flags, as with -fwrapv");
  }
  return Lines;
}

std::string report::timingLine(const Plan &ThePlan, const std::string &Module,
                               double Milliseconds) {
  const Plan::Counts C = ThePlan.counts();
  const Problem &P = *ThePlan.Of;
  char Number[32];
  std::snprintf(Number, sizeof Number, "%.3f", Milliseconds);
  return "TILECHECKS_TIMING module=" + Module + " function=" +
         baseName(P.Name.empty() ? P.Symbol : P.Name) +
         " checks_discharged=" + std::to_string(C.Discharged) +
         " checks_launch=" + std::to_string(C.Launch) +
         " checks_hoisted=" + std::to_string(C.Hoisted) +
         " checks_in_place=" + std::to_string(C.InPlace) + " ms=" + Number;
}

/// Forbidden by the contract of the kernel?
static bool isDenied(const Plan &ThePlan, int Context, bool DenyAll) {
  const Problem &P = *ThePlan.Of;
  const Outcome Result = ThePlan.Decisions[size_t(Context)].Result;
  const bool IsResidual =
      Result == Outcome::Hoisted || Result == Outcome::InPlace;
  if (IsResidual && (P.Attrs.DenyInKernel || DenyAll))
    return true;
  return Result == Outcome::InPlace && P.Attrs.DenyInLoop &&
         P.Contexts[size_t(Context)].Loop != None;
}

std::vector<std::string>
report::errors(const Plan &ThePlan, const std::vector<SureViolation> &Sure,
               bool DenyAll) {
  const Problem &P = *ThePlan.Of;
  std::vector<std::string> Errors;
  for (const SureViolation &V : Sure) {
    const SourceLocation &Where =
        V.Context == None ? P.Where : siteOf(ThePlan, V.Context).Where;
    Errors.push_back(prefix(Where) + V.Message);
  }
  std::set<std::string> Said;
  for (const Message &M : messages(ThePlan)) {
    if (!isDenied(ThePlan, M.Context, DenyAll))
      continue;
    const Site &S = siteOf(ThePlan, M.Context);
    const Context &C = P.Contexts[size_t(M.Context)];
    const Decision &D = ThePlan.Decisions[size_t(M.Context)];
    std::string Text = prefix(S.Where) + M.Text;
    if (!S.Access.empty())
      Text += "; access " + S.Access;
    if (!C.IndexText.empty())
      Text += ", index " + C.IndexText;
    const bool ByLoopForm = !P.Attrs.DenyInKernel && !DenyAll;
    Text += ByLoopForm ? "; forbidden by deny_in_loop_checks"
                       : "; forbidden by deny_in_kernel_checks";
    if (const std::string Hint = hintOf(D); !Hint.empty())
      Text += "; hint: " + Hint;
    if (Said.insert(Text).second)
      Errors.push_back(std::move(Text));
  }
  return Errors;
}
