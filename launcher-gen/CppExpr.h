//===- CppExpr.h - predicates as C++ expressions ----------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the tree of a predicate as an expression over tc::rt::num, operation
// by operation, so that it computes what the interpreter computes.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_CPPEXPR_H
#define TILECHECKS_LAUNCHERGEN_CPPEXPR_H

#include "tilechecks/launch/predicate.hpp"

#include <functional>
#include <string>

namespace tilechecks::launchergen {

/// The C++ name of a variable of type tc::rt::num that holds an atom.
using AtomNames = std::function<std::string(const tc::rt::node &)>;

/// \p N as an expression of type tc::rt::num or tc::rt::truth, for a scope in
/// which `num` names tc::rt::num.
std::string printExpression(const tc::rt::node &N, const AtomNames &NameOf);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_CPPEXPR_H
