//===- LaunchPlan.cpp - the launch checks of a kernel, in order -----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchPlan.h"

#include "tilechecks/launch/spelling.hpp"

using tc::rt::node;
using tc::rt::op;

namespace tilechecks::launchergen {
namespace {

/// Why a launch cannot know this atom; empty if it can.
std::string whyUnresolved(const sidecar::Kernel &K, const node &Atom) {
  std::string Key = tc::rt::atom_key(Atom);
  if (Atom.code >= op::tid)
    return Key + " is not known at launch";
  if (Atom.code != op::param)
    return "";
  auto Index = static_cast<size_t>(Atom.number);
  if (Index >= K.Params.size())
    return Key + " names a parameter that the kernel does not have";
  size_t End = Atom.offset + static_cast<size_t>(Atom.bits + 7) / 8;
  if (End > static_cast<size_t>(K.Params[Index].Size))
    return Key + " reaches past the end of the parameter";
  return "";
}

tc::rt::origin toRuntime(sidecar::Origin O) {
  switch (O) {
  case sidecar::Origin::Precondition:
    return tc::rt::origin::precondition;
  case sidecar::Origin::Contract:
    return tc::rt::origin::contract;
  case sidecar::Origin::Derived:
    return tc::rt::origin::derived;
  case sidecar::Origin::Debt:
    return tc::rt::origin::debt;
  case sidecar::Origin::Assumption:
    break;
  }
  return tc::rt::origin::assumption;
}

/// The checks that follow from the types of the tensors.
std::vector<sidecar::LaunchCheck> typeChecks(const sidecar::Kernel &K) {
  std::vector<sidecar::LaunchCheck> Checks;
  for (size_t I = 0; I != K.Params.size(); ++I) {
    const sidecar::Param &P = K.Params[I];
    if (P.Kind != sidecar::ParamKind::Tensor)
      continue;
    auto Type = tc::rt::parse_tensor(P.Type);
    if (!Type) // refused by spellType
      continue;
    for (const tc::rt::type_check &C :
         tc::rt::type_checks(*Type, I, tc::rt::argument_name(P.Name, I))) {
      sidecar::LaunchCheck L;
      L.Id = C.id;
      L.From = sidecar::Origin::Contract;
      L.Predicate = C.predicate;
      L.Text = C.text;
      Checks.push_back(L);
    }
  }
  return Checks;
}

} // namespace

std::variant<LaunchPlan, sidecar::Error> planLaunch(const sidecar::Kernel &K) {
  LaunchPlan Plan;
  std::vector<PlannedCheck> Unsorted;
  std::vector<sidecar::LaunchCheck> All = typeChecks(K);
  All.insert(All.end(), K.LaunchChecks.begin(), K.LaunchChecks.end());
  for (const sidecar::LaunchCheck &L : All) {
    auto Fail = [&](const std::string &Why) {
      return sidecar::Error{"kernel " + tc::rt::short_kernel_name(K.Name) +
                            ": launch check " + L.Id + ": " + L.Predicate +
                            ": " + Why};
    };
    std::string Why;
    auto Tree = tc::rt::parse_predicate(L.Predicate, Why);
    if (!Tree)
      return Fail(Why);
    PlannedCheck C{L,
                   "",
                   tc::rt::stage_of(toRuntime(L.From), *Tree),
                   std::move(*Tree),
                   {}};
    tc::rt::collect_atoms(C.Predicate, C.Atoms);
    for (const node &A : C.Atoms)
      if (std::string Problem = whyUnresolved(K, A); !Problem.empty())
        return Fail(Problem);
    tc::rt::collect_atoms(C.Predicate, Plan.Atoms);
    if (L.From == sidecar::Origin::Precondition)
      for (const sidecar::Precondition &P : K.Preconditions)
        if (P.Predicate == L.Predicate)
          C.Why = P.Why;
    Unsorted.push_back(std::move(C));
  }
  for (tc::rt::stage Stage : tc::rt::all_stages)
    for (PlannedCheck &C : Unsorted)
      if (C.Stage == Stage)
        Plan.Checks.push_back(std::move(C));
  return Plan;
}

std::string nameAtom(const sidecar::Kernel &K, const node &Atom) {
  std::vector<std::pair<std::string, std::string>> Names;
  for (const sidecar::Atom &A : K.Atoms)
    Names.emplace_back(A.Key, A.Name);
  // The extents that only the types of the tensors ask for have no entry in the
  // sidecar.
  for (size_t I = 0; I != K.Params.size(); ++I) {
    const sidecar::Param &P = K.Params[I];
    if (P.Kind != sidecar::ParamKind::Tensor)
      continue;
    if (auto Type = tc::rt::parse_tensor(P.Type))
      for (auto &Name :
           tc::rt::type_atoms(*Type, I, tc::rt::argument_name(P.Name, I)))
        Names.push_back(std::move(Name));
  }
  return tc::rt::atom_name(Atom, Names);
}

} // namespace tilechecks::launchergen
