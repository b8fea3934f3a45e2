//===- LaunchSpace.h - all launches of a kernel, and what refuses them -*- C++
//-*-=//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch of one kernel as a point: a value for each thing that its launch
// checks read. And the conditions that the launcher sees to: the checks of the
// sidecar, those that follow from the types of the parameters, and the limits
// of the device. Conditions are evaluated as exact integers (core/Eval.h); one
// without a value refuses, as in the launcher.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_REPORTTOOL_LAUNCHSPACE_H
#define TILECHECKS_REPORTTOOL_LAUNCHSPACE_H

#include "core/Term.h"
#include "sidecar/Sidecar.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tilechecks::report_tool {

/// A value that a launch has, with those it can take.
struct Variable {
  Atom Of;
  std::string Key;  ///< As the sidecar writes the atom.
  std::string Name; ///< As messages call it.
  Int Low = 0, High = 0;
  /// What it is when nothing asks for more: 1 of a dimension, 0 of an extent, a
  /// scalar or a byte, an address of its own of a pointer.
  Int Rest = 0;
  bool IsPointer = false;
  Int Step = 1; ///< Of a pointer: it is a multiple of the size of an element.
};

/// A value for each variable, in their order.
using Launch = std::vector<Int>;

/// Where the memory of parameter N begins, for want of a real address: far
/// enough apart that no extent reaches from one to the next.
inline constexpr Int nominalAddress(size_t Param) {
  return (Int(Param) + 1) << 40;
}

struct Condition {
  const Pred *P = nullptr;
  /// Position in the kernel's launch checks, or -1: a type's or the device's.
  int Check = -1;
  std::string Text;
  std::vector<size_t> Variables; ///< That it reads, ascending.
};

class LaunchSpace {
public:
  /// Fails where launcher-gen would: a predicate that does not parse, or that
  /// reads what no launch knows.
  static std::variant<std::unique_ptr<LaunchSpace>, sidecar::Error>
  make(const sidecar::Kernel &K);

  const std::vector<Variable> &variables() const { return Vars; }
  /// Each predicate once. A check that says what a type or an earlier check
  /// says shares its condition.
  const std::vector<Condition> &conditions() const { return Conds; }
  /// The condition of launch check \p I.
  size_t conditionOf(size_t I) const { return OfCheck[I]; }

  bool holds(size_t Condition, const Launch &At) const;
  OptInt value(const Term *T, const Launch &At) const;
  /// Of every constant in every condition, each once, ascending.
  const std::vector<Int> &constants() const { return Constants; }
  /// The comparisons in a condition, those that decide a `select` included.
  const std::vector<const Pred *> &comparisons(size_t Condition) const {
    return Comparisons[Condition];
  }
  /// Whether \p P reads variable \p V.
  bool reads(const Pred *P, size_t V) const;

private:
  LaunchSpace() = default;
  std::optional<sidecar::Error> build(const sidecar::Kernel &K);
  void addVariables(const sidecar::Kernel &K, std::vector<Atom> Atoms);
  void addLimits();
  void addCondition(const Pred *P, int Check, std::string Text);
  size_t slot(Atom A) const;
  OptInt valueOf(Atom A, const Launch &At) const;

  TermPool Pool;
  std::vector<Variable> Vars;
  std::vector<Condition> Conds;
  std::vector<size_t> OfCheck;
  std::vector<Int> Constants;
  std::vector<std::vector<const Pred *>> Comparisons;
};

} // namespace tilechecks::report_tool

#endif // TILECHECKS_REPORTTOOL_LAUNCHSPACE_H
