//===- LaunchSpace.cpp - all launches of a kernel, and what refuses them --===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchSpace.h"

#include "LaunchPlan.h"
#include "core/Eval.h"
#include "core/Text.h"

#include "tilechecks/launch/gate.hpp"
#include "tilechecks/launch/spelling.hpp"

#include <algorithm>
#include <set>

namespace tilechecks::report_tool {
namespace {

constexpr size_t NoSlot = ~size_t(0);

Atom atomOf(const tc::rt::node &N) {
  auto Axis = static_cast<uint32_t>(N.number);
  switch (N.code) {
  case tc::rt::op::grid:
    return Atom::of(AtomKind::GridDim, Axis);
  case tc::rt::op::block:
    return Atom::of(AtomKind::BlockDim, Axis);
  case tc::rt::op::cluster:
    return Atom::of(AtomKind::ClusterDim, Axis);
  case tc::rt::op::smem:
    return Atom::of(AtomKind::SharedSize);
  default: // planLaunch() lets no other kind through
    return Atom::param(Axis, static_cast<uint32_t>(N.offset),
                       static_cast<uint32_t>(N.bits));
  }
}

/// Whether the bits of \p Inner are among those of \p Outer.
bool contains(Atom Outer, Atom Inner) {
  return Outer.Kind == AtomKind::Param && Inner.Kind == AtomKind::Param &&
         Outer.A == Inner.A && Outer.B <= Inner.B &&
         Outer.B * 8 + Outer.C >= Inner.B * 8 + Inner.C;
}

bool isPointer(const sidecar::Kernel &K, Atom A) {
  if (A.Kind != AtomKind::Param || A.B != 0 || A.C != 64)
    return false;
  sidecar::ParamKind Kind = K.Params[A.A].Kind;
  return Kind == sidecar::ParamKind::Pointer ||
         Kind == sidecar::ParamKind::Tensor;
}

/// 1 if the type does not tell.
int elementBytes(const sidecar::Param &P) {
  std::string_view Element = P.Type;
  auto Tensor = tc::rt::parse_tensor(P.Type);
  if (Tensor)
    Element = Tensor->element;
  else if (Element.ends_with('*'))
    Element.remove_suffix(1);
  if (Element.ends_with(" const"))
    Element.remove_suffix(6);
  const tc::rt::scalar_type *Scalar = tc::rt::find_scalar(Element);
  return Scalar ? Scalar->bytes : 1;
}

void setDomain(Variable &V, const sidecar::Kernel &K) {
  V.Low = V.Rest = 1;
  switch (V.Of.Kind) {
  case AtomKind::GridDim:
    V.High = V.Of.A == 0 ? tc::rt::max_grid_x : tc::rt::max_grid_yz;
    return;
  case AtomKind::BlockDim:
    V.High = V.Of.A == 2 ? tc::rt::max_block_z : tc::rt::max_block_xy;
    return;
  case AtomKind::ClusterDim:
    V.High = tc::rt::max_cluster_blocks;
    return;
  case AtomKind::SharedSize:
    V.Low = V.Rest = 0;
    V.High = tc::rt::max_dynamic_smem;
    return;
  default:
    break;
  }
  V.Low = minSigned(V.Of.C);
  V.High = maxSigned(V.Of.C);
  V.Rest = 0;
  if (K.Params[V.Of.A].Type == "bool") { // no other byte is one
    V.Low = V.Of.C == 1 ? -1 : 0;
    V.High = V.Of.C == 1 ? 0 : 1;
  }
  V.IsPointer = isPointer(K, V.Of);
  if (V.IsPointer) {
    V.Low = 0;
    V.Step = elementBytes(K.Params[V.Of.A]);
    V.High -= *floorMod(V.High, V.Step);
    V.Rest = nominalAddress(V.Of.A);
  }
}

/// Comparisons and constants, each node of the shared graph once.
class Walk {
public:
  std::set<Int> Constants;
  std::vector<const Pred *> Comparisons;

  void visit(const Pred *P) {
    if (!Seen.insert(P).second)
      return;
    for (const Pred *Q : P->Preds)
      visit(Q);
    for (const Term *T : P->Terms)
      visit(T);
    if (!P->Terms.empty())
      Comparisons.push_back(P);
  }

private:
  void visit(const Term *T) {
    if (!Seen.insert(T).second)
      return;
    if (T->isConst())
      Constants.insert(T->Value);
    if (T->Width && T->Width <= 64) {
      Constants.insert(maxSigned(T->Width));
      Constants.insert(maxUnsigned(T->Width));
    }
    if (T->Cond)
      visit(T->Cond);
    for (const Term *Op : T->Ops)
      visit(Op);
  }

  std::set<const void *> Seen;
};

} // namespace

std::variant<std::unique_ptr<LaunchSpace>, sidecar::Error>
LaunchSpace::make(const sidecar::Kernel &K) {
  std::unique_ptr<LaunchSpace> S(new LaunchSpace);
  if (auto E = S->build(K))
    return *E;
  return S;
}

std::optional<sidecar::Error> LaunchSpace::build(const sidecar::Kernel &K) {
  auto Planned = launchergen::planLaunch(K);
  if (auto *E = std::get_if<sidecar::Error>(&Planned))
    return *E;
  const auto &Plan = std::get<launchergen::LaunchPlan>(Planned);
  std::vector<Atom> Atoms;
  for (const tc::rt::node &N : Plan.Atoms)
    Atoms.push_back(atomOf(N));
  addVariables(K, std::move(Atoms));

  // The sidecar's first, so that a condition that a type repeats is the
  // check's.
  for (size_t I = 0; I != K.LaunchChecks.size(); ++I) {
    auto Parsed = parsePred(Pool, K.LaunchChecks[I].Predicate);
    if (auto *E = std::get_if<ParseError>(&Parsed))
      return sidecar::Error{"kernel " + K.Name + ": launch check " +
                            K.LaunchChecks[I].Id + ": " + E->Message};
    addCondition(std::get<const Pred *>(Parsed), static_cast<int>(I),
                 K.LaunchChecks[I].Text);
  }
  for (const launchergen::PlannedCheck &C : Plan.Checks) {
    auto Parsed = parsePred(Pool, C.Source.Predicate);
    if (auto *P = std::get_if<const Pred *>(&Parsed))
      addCondition(*P, -1, C.Source.Text);
  }
  addLimits();

  Walk All;
  for (const Condition &C : Conds) {
    Walk Own;
    Own.visit(C.P);
    Comparisons.push_back(std::move(Own.Comparisons));
    All.visit(C.P);
  }
  Constants.assign(All.Constants.begin(), All.Constants.end());
  return std::nullopt;
}

void LaunchSpace::addVariables(const sidecar::Kernel &K,
                               std::vector<Atom> Atoms) {
  // Dimensions first, then the parameters by their bytes, the wider of two that
  // begin alike first.
  auto Order = [](Atom A, Atom B) {
    bool OfParam = A.Kind == AtomKind::Param;
    if (OfParam != (B.Kind == AtomKind::Param))
      return !OfParam;
    return std::tuple(A.Kind, A.A, A.B, -static_cast<int>(A.C)) <
           std::tuple(B.Kind, B.A, B.B, -static_cast<int>(B.C));
  };
  // The cluster must divide the grid.
  for (size_t I = 0, End = Atoms.size(); I != End; ++I)
    if (Atoms[I].Kind == AtomKind::ClusterDim)
      Atoms.push_back(Atom::of(AtomKind::GridDim, Atoms[I].A));
  std::sort(Atoms.begin(), Atoms.end(), Order);
  Atoms.erase(std::unique(Atoms.begin(), Atoms.end()), Atoms.end());
  for (Atom A : Atoms) {
    if (std::any_of(Vars.begin(), Vars.end(), [&](const Variable &V) {
          return contains(V.Of, A);
        })) // a part of another one
      continue;
    Variable V;
    V.Of = A;
    V.Key = print(A);
    std::string Error;
    auto Tree = tc::rt::parse_predicate("(<= " + V.Key + " 0)", Error);
    V.Name = launchergen::nameAtom(K, Tree->operands[0]);
    setDomain(V, K);
    Vars.push_back(std::move(V));
  }
}

void LaunchSpace::addLimits() {
  for (auto [Kind, Most, What] :
       {std::tuple(AtomKind::BlockDim, tc::rt::max_block_threads,
                   "threads of a block <= 1024"),
        std::tuple(AtomKind::ClusterDim, tc::rt::max_cluster_blocks,
                   "blocks of a cluster <= 16")}) {
    const Term *Product = Pool.constant(1);
    for (const Variable &V : Vars)
      if (V.Of.Kind == Kind)
        Product = Pool.mul(Product, Pool.atom(V.Of));
    if (!Product->isConst())
      addCondition(Pool.le(Product, Pool.constant(Most)), -1, What);
  }
  for (const Variable &V : Vars)
    if (V.Of.Kind == AtomKind::ClusterDim)
      addCondition(Pool.divides(Pool.atom(V.Of),
                                Pool.atom(Atom::of(AtomKind::GridDim, V.Of.A))),
                   -1, V.Name + " divides the grid");
}

void LaunchSpace::addCondition(const Pred *P, int Check, std::string Text) {
  size_t Known = 0;
  while (Known != Conds.size() && Conds[Known].P != P)
    ++Known;
  if (Known == Conds.size()) {
    Condition C{P, Check, std::move(Text), {}};
    forEachAtom(P, [&](const Term *T) {
      size_t Slot = slot(T->A);
      if (std::find(C.Variables.begin(), C.Variables.end(), Slot) ==
          C.Variables.end())
        C.Variables.push_back(Slot);
    });
    std::sort(C.Variables.begin(), C.Variables.end());
    Conds.push_back(std::move(C));
  }
  if (Check >= 0)
    OfCheck.push_back(Known);
}

size_t LaunchSpace::slot(Atom A) const {
  for (size_t I = 0; I != Vars.size(); ++I)
    if (Vars[I].Of == A || contains(Vars[I].Of, A))
      return I;
  return NoSlot;
}

OptInt LaunchSpace::valueOf(Atom A, const Launch &At) const {
  size_t Slot = slot(A);
  if (Slot == NoSlot)
    return std::nullopt;
  const Atom &Whole = Vars[Slot].Of;
  if (Whole == A)
    return At[Slot];
  // Some bits of a wider value, little-endian.
  Int Bits = wrapUnsigned(Whole.C, At[Slot]) >> (8 * (A.B - Whole.B));
  return wrapSigned(A.C, Bits);
}

OptInt LaunchSpace::value(const Term *T, const Launch &At) const {
  return evaluate(T, [&](Atom A) { return valueOf(A, At); });
}

bool LaunchSpace::holds(size_t Condition, const Launch &At) const {
  return evaluate(Conds[Condition].P, [&](Atom A) { return valueOf(A, At); }) ==
         true;
}

bool LaunchSpace::reads(const Pred *P, size_t V) const {
  bool Found = false;
  forEachAtom(P, [&](const Term *T) { Found = Found || slot(T->A) == V; });
  return Found;
}

} // namespace tilechecks::report_tool
