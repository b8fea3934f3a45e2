//===- evaluate.hpp - the interpreter of predicates -------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the tree of a predicate over the raw bytes of a launch's arguments,
// with the operations of num.hpp, which are also those of a generated launcher.
// What a launch does not know is fault::unresolved, which refuses.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_EVALUATE_HPP
#define TILECHECKS_LAUNCH_EVALUATE_HPP

#include "predicate.hpp"

#include <array>
#include <span>

namespace tc::rt {

/// The bytes of the arguments, in order.
using argument_bytes = std::span<const std::span<const unsigned char>>;

/// What a launch knows.
struct environment {
  argument_bytes arguments;
  std::array<num, 3> grid, block, cluster;
  num smem;
};

namespace detail {

inline num evaluate_atom(const node &n, const environment &e) {
  const auto index = static_cast<std::size_t>(n.number);
  switch (n.code) {
  case op::param:
    if (index >= e.arguments.size() ||
        n.offset + static_cast<std::size_t>(n.bits + 7) / 8 >
            e.arguments[index].size())
      return fault::unresolved;
    return load_signed(e.arguments[index].data() + n.offset, n.bits);
  case op::grid:
    return e.grid[index];
  case op::block:
    return e.block[index];
  case op::cluster:
    return e.cluster[index];
  case op::smem:
    return e.smem;
  default:
    return fault::unresolved;
  }
}

} // namespace detail

truth evaluate_predicate(const node &n, const environment &e);

inline num evaluate_term(const node &n, const environment &e) {
  if (n.code == op::number)
    return num::of(n.number);
  if (n.is_atom())
    return detail::evaluate_atom(n, e);
  if (n.code == op::select)
    return select(evaluate_predicate(n.operands[0], e),
                  evaluate_term(n.operands[1], e),
                  evaluate_term(n.operands[2], e));
  num a = evaluate_term(n.operands[0], e);
  const int width = static_cast<int>(n.number);
  if (n.code == op::swrap)
    return swrap(width, a);
  if (n.code == op::uwrap)
    return uwrap(width, a);
  for (std::size_t i = 1; i < n.operands.size(); ++i) {
    const num b = evaluate_term(n.operands[i], e);
    switch (n.code) {
    case op::add:
      a = a + b;
      break;
    case op::sub:
      a = a - b;
      break;
    case op::mul:
      a = a * b;
      break;
    case op::floordiv:
      a = floordiv(a, b);
      break;
    case op::ceildiv:
      a = ceildiv(a, b);
      break;
    case op::truncdiv:
      a = truncdiv(a, b);
      break;
    case op::mod:
      a = mod(a, b);
      break;
    case op::rem:
      a = rem(a, b);
      break;
    case op::min:
      a = min(a, b);
      break;
    case op::max:
      a = max(a, b);
      break;
    case op::bitand_:
      a = bitand_(a, b);
      break;
    case op::bitor_:
      a = bitor_(a, b);
      break;
    case op::bitxor_:
      a = bitxor_(a, b);
      break;
    default:
      return fault::unresolved;
    }
  }
  return a;
}

inline truth evaluate_predicate(const node &n, const environment &e) {
  auto predicate = [&](std::size_t i) {
    return evaluate_predicate(n.operands[i], e);
  };
  auto term = [&](std::size_t i) { return evaluate_term(n.operands[i], e); };
  switch (n.code) {
  case op::truth_constant:
    return constant(n.number != 0);
  case op::le:
  case op::lt:
  case op::eq:
  case op::ne:
  case op::ge:
  case op::gt:
    return compare(static_cast<relation>(1 + static_cast<int>(n.code) -
                                         static_cast<int>(op::le)),
                   term(0), term(1));
  case op::divides:
    return divides(term(0), term(1));
  case op::negation:
    return negation(predicate(0));
  case op::implies:
    return implies(predicate(0), predicate(1));
  case op::all_of:
  case op::any_of: {
    truth a = predicate(0);
    for (std::size_t i = 1; i < n.operands.size(); ++i)
      a = n.code == op::all_of ? all_of(a, predicate(i))
                               : any_of(a, predicate(i));
    return a;
  }
  default: {
    truth t;
    t.error = fault::unresolved;
    return t;
  }
  }
}

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_EVALUATE_HPP
