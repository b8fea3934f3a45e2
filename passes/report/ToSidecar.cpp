//===- report/ToSidecar.cpp - a plan as sidecar structs -------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Names.h"
#include "report/Report.h"

#include "core/Text.h"

#include <algorithm>
#include <map>

using namespace tilechecks;

static sidecar::Outcome convert(Outcome O) {
  switch (O) {
  case Outcome::Discharged:
    return sidecar::Outcome::Discharged;
  case Outcome::Launch:
    return sidecar::Outcome::Launch;
  case Outcome::Hoisted:
    return sidecar::Outcome::Hoisted;
  case Outcome::InPlace:
    return sidecar::Outcome::InPlace;
  }
  return sidecar::Outcome::InPlace;
}

static sidecar::Origin convert(Origin O) {
  switch (O) {
  case Origin::Precondition:
    return sidecar::Origin::Precondition;
  case Origin::Contract:
    return sidecar::Origin::Contract;
  case Origin::Derived:
    return sidecar::Origin::Derived;
  case Origin::Debt:
    return sidecar::Origin::Debt;
  case Origin::Assumption:
    return sidecar::Origin::Assumption;
  }
  return sidecar::Origin::Derived;
}

static sidecar::AtomRole convert(AtomRole R) {
  switch (R) {
  case AtomRole::Scalar:
    return sidecar::AtomRole::Scalar;
  case AtomRole::Extent:
    return sidecar::AtomRole::Extent;
  case AtomRole::Stride:
    return sidecar::AtomRole::Stride;
  case AtomRole::Field:
    return sidecar::AtomRole::Field;
  }
  return sidecar::AtomRole::Field;
}

static sidecar::ParamKind paramKind(const std::string &Kind) {
  for (sidecar::ParamKind K :
       {sidecar::ParamKind::Scalar, sidecar::ParamKind::Pointer,
        sidecar::ParamKind::Tensor, sidecar::ParamKind::Struct})
    if (sidecar::spelling(K) == Kind)
      return K;
  return sidecar::ParamKind::Struct;
}

static std::vector<std::string> attributesOf(const Attributes &A) {
  std::vector<std::string> Names;
  if (A.DenyInKernel)
    Names.push_back("deny_in_kernel_checks");
  if (A.DenyInLoop)
    Names.push_back("deny_in_loop_checks");
  if (A.UncheckedAccesses)
    Names.push_back("unchecked_accesses");
  if (A.SufficientLaunch)
    Names.push_back("sufficient=launch");
  return Names;
}

static int severity(Outcome O) { return int(O); }

static sidecar::Check checkOf(const Plan &ThePlan, int SiteIndex,
                              const std::string &Id) {
  const Problem &P = *ThePlan.Of;
  const Site &S = P.Sites[size_t(SiteIndex)];
  sidecar::Check C;
  C.Id = Id;
  C.File = S.Where.File;
  C.Line = S.Where.Line;
  C.Column = S.Where.Column;
  C.Tensor = S.Tensor;
  C.Axis = S.Axis;
  C.Access = S.Access;
  C.Result = convert(ThePlan.outcomeOf(SiteIndex));
  const Decision *Worst = nullptr;
  int WorstContext = None;
  std::vector<sidecar::Context> Contexts;
  for (size_t I = 0; I < P.Contexts.size(); ++I) {
    if (P.Contexts[I].Site != SiteIndex)
      continue;
    const Decision &D = ThePlan.Decisions[I];
    if (!Worst || severity(D.Result) > severity(Worst->Result))
      Worst = &D, WorstContext = int(I);
    const int Loop = P.Contexts[I].Loop;
    Contexts.push_back({convert(D.Result), name(D.By),
                        D.Why == Reason::None ? "" : name(D.Why),
                        Loop == None ? 0 : P.Loops[size_t(Loop)].Line,
                        report::goalsOf(ThePlan, int(I)),
                        report::premisesOf(ThePlan, int(I))});
  }
  if (Worst) {
    C.Rule = name(Worst->By);
    C.Message = report::messageOf(ThePlan, WorstContext).Text;
    C.Goals = report::goalsOf(ThePlan, WorstContext);
    C.Premises = report::premisesOf(ThePlan, WorstContext);
    if (severity(Worst->Result) >= severity(Outcome::Hoisted)) {
      if (Worst->Why != Reason::None)
        C.Reason = name(Worst->Why);
      C.Hint = report::hintOf(*Worst);
    }
  }
  if (Contexts.size() > 1)
    C.Contexts = std::move(Contexts);
  return C;
}

static void addAtoms(const Problem &P, sidecar::Kernel &K) {
  for (const AtomName &A : P.Atoms)
    if (A.Param != None)
      K.Atoms.push_back({print(A.A), A.Name, convert(A.Role),
                       A.Param, std::max(A.Axis, 0)});
}

sidecar::Kernel report::toSidecar(const Plan &ThePlan,
                                  const std::string &Target, bool FlagsKept) {
  const Problem &P = *ThePlan.Of;
  sidecar::Kernel K;
  K.Name = P.Name.empty() ? P.Symbol : P.Name;
  K.Symbol = P.Symbol;
  K.Profile = Target;
  K.FlagsKept = FlagsKept;
  K.Attributes = attributesOf(P.Attrs);
  const Plan::Counts Count = ThePlan.counts();
  K.Count = {Count.Discharged, Count.Launch, Count.Hoisted, Count.InPlace};

  const std::vector<std::string> Ids = stableIds(P);
  for (int SiteIndex : sourceOrder(P))
    K.Checks.push_back(checkOf(ThePlan, SiteIndex, Ids[size_t(SiteIndex)]));

  for (size_t I = 0; I < ThePlan.LaunchChecks.size(); ++I) {
    const LaunchCheck &L = ThePlan.LaunchChecks[I];
    sidecar::LaunchCheck Out;
    Out.Id = "L" + std::to_string(I);
    Out.From = convert(L.Kind);
    Out.Predicate = printAsRead(L.Condition);
    Out.Text = render(P, L.Condition);
    Out.Exact = L.Exact;
    Out.File = L.Where.File;
    Out.Line = L.Where.Line;
    Out.Access = L.Access;
    // Only the sites that rest on it in the end: a launch check of a context
    // whose site is residual elsewhere still covers that context.
    for (int Context : L.Contexts) {
      const std::string &Goal = Ids[size_t(P.Contexts[size_t(Context)].Site)];
      if (std::find(Out.Goals.begin(), Out.Goals.end(), Goal) ==
          Out.Goals.end())
        Out.Goals.push_back(Goal);
    }
    K.LaunchChecks.push_back(std::move(Out));
  }
  for (const Precondition &Pre : P.Preconditions)
    if (!Pre.IsContract)
      K.Preconditions.push_back({printAsRead(Pre.Condition),
                               render(P, Pre.Condition), Pre.Why, Pre.Where.File, Pre.Where.Line});
  for (size_t I = 0; I < P.Params.size(); ++I) {
    const Parameter &Par = P.Params[I];
    std::optional<std::int64_t> Offset = Par.OffsetBytes;
    if (Offset == None)
      Offset.reset();
    K.Params.push_back({std::int64_t(I), Par.Name, Par.Type,
                        paramKind(Par.Kind), Offset,
                        std::int64_t(Par.SizeBytes),
                        std::int64_t(std::max<uint64_t>(1, Par.AlignBytes))});
  }
  addAtoms(P, K);
  for (const Obligation &O : P.Obligations)
    K.Obligations.push_back({O.Kind, O.Where.File, O.Where.Line});
  return K;
}
