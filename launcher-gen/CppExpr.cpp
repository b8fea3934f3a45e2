//===- CppExpr.cpp - predicates as C++ expressions ------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Infix where C++ has the operator, parenthesised wherever it is an operand;
// else the functions of num.hpp, which argument-dependent lookup finds.
//
//===----------------------------------------------------------------------===//

#include "CppExpr.h"

using tc::rt::node;
using tc::rt::op;

namespace tilechecks::launchergen {
namespace {

const char *infix(op Code) {
  switch (Code) {
  case op::add:
    return " + ";
  case op::sub:
    return " - ";
  case op::mul:
    return " * ";
  case op::le:
    return " <= ";
  case op::lt:
    return " < ";
  case op::eq:
    return " == ";
  case op::ne:
    return " != ";
  case op::ge:
    return " >= ";
  case op::gt:
    return " > ";
  default:
    return nullptr;
  }
}

const char *function(op Code) {
  switch (Code) {
  case op::floordiv:
    return "floordiv";
  case op::ceildiv:
    return "ceildiv";
  case op::truncdiv:
    return "truncdiv";
  case op::mod:
    return "mod";
  case op::rem:
    return "rem";
  case op::min:
    return "min";
  case op::max:
    return "max";
  case op::select:
    return "select";
  case op::swrap:
    return "swrap";
  case op::uwrap:
    return "uwrap";
  case op::bitand_:
    return "bitand_";
  case op::bitor_:
    return "bitor_";
  case op::bitxor_:
    return "bitxor_";
  case op::divides:
    return "divides";
  case op::all_of:
    return "all_of";
  case op::any_of:
    return "any_of";
  case op::negation:
    return "negation";
  case op::implies:
    return "implies";
  default:
    return "";
  }
}

std::string literal(tc::rt::wide V) {
  if (V > INT64_MIN && V <= INT64_MAX)
    return "num(" + tc::rt::to_string(V) +
           (V > INT32_MAX || V < INT32_MIN ? "LL)" : ")");
  auto High = static_cast<long long>(V >> 64);
  auto Low = static_cast<unsigned long long>(V);
  return "tc::rt::literal(" + std::to_string(High) + ", " +
         std::to_string(Low) + "ULL)";
}

std::string print(const node &N, const AtomNames &NameOf, bool IsOperand) {
  if (N.code == op::number)
    return literal(N.number);
  if (N.code == op::truth_constant)
    return N.number ? "tc::rt::constant(true)" : "tc::rt::constant(false)";
  if (N.is_atom())
    return NameOf(N);
  const char *Infix = infix(N.code);
  bool IsWrap = N.code == op::swrap || N.code == op::uwrap;
  // min, max, and, or and a sum of one operand are that operand.
  if (N.operands.size() == 1 && N.code != op::negation && !IsWrap)
    return print(N.operands[0], NameOf, IsOperand);
  std::string Inside = IsWrap ? tc::rt::to_string(N.number) + ", " : "";
  for (size_t I = 0; I != N.operands.size(); ++I) {
    if (I)
      Inside += Infix ? Infix : ", ";
    Inside += print(N.operands[I], NameOf, Infix != nullptr);
  }
  if (!Infix)
    return std::string(function(N.code)) + "(" + Inside + ")";
  return IsOperand ? "(" + Inside + ")" : Inside;
}

} // namespace

std::string printExpression(const node &N, const AtomNames &NameOf) {
  return print(N, NameOf, false);
}

} // namespace tilechecks::launchergen
