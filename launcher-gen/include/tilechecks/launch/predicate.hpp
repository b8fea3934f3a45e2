//===- predicate.hpp - predicates as text ----------------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The prefix form of docs/interfaces.md section 2, parsed into a tree.
// launcher-gen prints the tree as C++; evaluate.hpp interprets it.
//
// The parser accepts the whole grammar and nothing else. Atoms that no launch
// knows (a thread index, a loop variable, an opaque value) parse; what becomes
// of them is the reader's to decide.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_PREDICATE_HPP
#define TILECHECKS_LAUNCH_PREDICATE_HPP

#include "num.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tc::rt {

enum class op : unsigned char {
  // atoms and constants
  number,
  param,
  grid,
  block,
  cluster,
  smem,
  tid,
  bid,
  loop,
  opaque,
  truth_constant,
  // terms
  add,
  sub,
  mul,
  floordiv,
  ceildiv,
  truncdiv,
  mod,
  rem,
  min,
  max,
  select,
  swrap,
  uwrap,
  bitand_,
  bitor_,
  bitxor_,
  // predicates
  le,
  lt,
  eq,
  ne,
  ge,
  gt,
  divides,
  all_of,
  any_of,
  negation,
  implies,
};

struct node {
  op code = op::number;
  /// op::number: the number; op::truth_constant: 0 or 1; swrap and uwrap: the
  /// width; param: the index; grid and its like: the axis; loop, opaque: the
  /// number behind the word.
  wide number = 0;
  std::size_t offset = 0; ///< op::param: in bytes.
  int bits = 0;           ///< op::param.
  std::vector<node> operands;

  bool is_atom() const { return code >= op::param && code <= op::opaque; }
  bool is_predicate() const {
    return code == op::truth_constant || code >= op::le;
  }
};

/// The text of an atom, as it stands in a predicate and as the key of a
/// sidecar's `atoms`.
inline std::string atom_key(const node &n) {
  constexpr std::string_view axes[] = {"x", "y", "z"};
  auto with_axis = [&](std::string_view word) {
    return "(" + std::string(word) + " " +
           std::string(axes[static_cast<int>(n.number)]) + ")";
  };
  switch (n.code) {
  case op::param:
    return "(param " + to_string(n.number) + " " + std::to_string(n.offset) +
           " " + std::to_string(n.bits) + ")";
  case op::grid:
    return with_axis("grid");
  case op::block:
    return with_axis("block");
  case op::cluster:
    return with_axis("cluster");
  case op::smem:
    return "(smem)";
  case op::tid:
    return with_axis("tid");
  case op::bid:
    return with_axis("bid");
  case op::loop:
    return "(loop " + to_string(n.number) + ")";
  case op::opaque:
    return "(opaque " + to_string(n.number) + ")";
  default:
    return "";
  }
}

namespace detail {

struct operation {
  std::string_view word;
  op code;
  int least, most;        ///< Operands; most < 0: any number.
  std::string_view kinds; ///< t, p or w (a width) an operand; the last repeats.
};

inline constexpr operation operations[] = {
    {"+", op::add, 1, -1, "t"},          {"-", op::sub, 2, 2, "t"},
    {"*", op::mul, 1, -1, "t"},          {"floordiv", op::floordiv, 2, 2, "t"},
    {"ceildiv", op::ceildiv, 2, 2, "t"}, {"truncdiv", op::truncdiv, 2, 2, "t"},
    {"mod", op::mod, 2, 2, "t"},         {"rem", op::rem, 2, 2, "t"},
    {"min", op::min, 1, -1, "t"},        {"max", op::max, 1, -1, "t"},
    {"select", op::select, 3, 3, "pt"},  {"swrap", op::swrap, 2, 2, "wt"},
    {"uwrap", op::uwrap, 2, 2, "wt"},    {"bitand", op::bitand_, 2, 2, "t"},
    {"bitor", op::bitor_, 2, 2, "t"},    {"bitxor", op::bitxor_, 2, 2, "t"},
    {"<=", op::le, 2, 2, "t"},           {"<", op::lt, 2, 2, "t"},
    {"==", op::eq, 2, 2, "t"},           {"!=", op::ne, 2, 2, "t"},
    {">=", op::ge, 2, 2, "t"},           {">", op::gt, 2, 2, "t"},
    {"divides", op::divides, 2, 2, "t"}, {"and", op::all_of, 1, -1, "p"},
    {"or", op::any_of, 1, -1, "p"},      {"not", op::negation, 1, 1, "p"},
    {"implies", op::implies, 2, 2, "p"},
};

class predicate_parser {
public:
  predicate_parser(std::string_view text, std::string &error)
      : text(text), error(error) {}

  std::optional<node> parse() {
    node n = expression('p', 0);
    if (error.empty() && !next().empty())
      fail("the end");
    if (!error.empty())
      return std::nullopt;
    return n;
  }

private:
  /// Deeper trees than this are no launch checks; recursion stays bounded.
  static constexpr int max_depth = 256;

  /// The next token: a parenthesis, a word, or nothing at the end.
  std::string_view next() {
    while (at < text.size() && text[at] == ' ')
      ++at;
    start = at;
    if (at < text.size() && (text[at] == '(' || text[at] == ')'))
      ++at;
    else
      while (at < text.size() && text[at] != ' ' && text[at] != '(' &&
             text[at] != ')')
        ++at;
    return text.substr(start, at - start);
  }

  void fail(std::string_view expected) {
    if (!error.empty())
      return;
    std::string_view found = text.substr(start, at - start);
    error = "at character " + std::to_string(start + 1) + ": found " +
            (found.empty() ? "the end" : "'" + std::string(found) + "'") +
            ", expected " + std::string(expected);
  }

  /// An integer in [least, most]; |value| < 2^126 by the grammar.
  wide integer(std::string_view token, wide least, wide most,
               std::string_view what) {
    const bool minus = !token.empty() && token[0] == '-';
    std::string_view digits = token.substr(minus);
    wide v = 0;
    bool good = !digits.empty();
    for (char c : digits) {
      good = good && c >= '0' && c <= '9' && v < (wide{1} << 123);
      if (good)
        v = v * 10 + (c - '0');
    }
    v = minus ? -v : v;
    if (!good || v < least || v > most) {
      fail(what);
      return least;
    }
    return v;
  }

  void close() {
    if (error.empty() && next() != ")")
      fail("')'");
  }

  int axis() {
    std::string_view token = next();
    if (token == "x" || token == "y" || token == "z")
      return token[0] - 'x';
    fail("x, y or z");
    return 0;
  }

  bool atom(std::string_view word, node &n) {
    constexpr std::pair<std::string_view, op> with_axis[] = {
        {"grid", op::grid},
        {"block", op::block},
        {"cluster", op::cluster},
        {"tid", op::tid},
        {"bid", op::bid}};
    for (const auto &[name, code] : with_axis)
      if (word == name) {
        n.code = code;
        n.number = axis();
        close();
        return true;
      }
    if (word == "param") {
      n.code = op::param;
      n.number = integer(next(), 0, 65535, "the index of a parameter");
      n.offset = static_cast<std::size_t>(
          integer(next(), 0, 65535, "an offset in bytes"));
      n.bits =
          static_cast<int>(integer(next(), 1, 64, "a width of 1 to 64 bits"));
    } else if (word == "smem") {
      n.code = op::smem;
    } else if (word == "loop" || word == "opaque") {
      n.code = word == "loop" ? op::loop : op::opaque;
      n.number = integer(next(), 0, INT64_MAX, "a number");
    } else {
      return false;
    }
    close();
    return true;
  }

  /// An expression of the kind `want`: 't' or 'p'.
  node expression(char want, int depth) {
    node n;
    const std::string_view what = want == 'p' ? "a predicate" : "a term";
    std::string_view token = next();
    if (depth > max_depth) {
      fail("fewer than 256 levels");
    } else if (want == 'p' && (token == "true" || token == "false")) {
      n.code = op::truth_constant;
      n.number = token == "true";
    } else if (want == 't' && !token.empty() && token != "(" && token != ")") {
      constexpr wide bound = (wide{1} << 126) - 1;
      n.number =
          integer(token, -bound, bound, "an integer below 2^126 or a term");
    } else if (token != "(") {
      fail(what);
    } else {
      compound(n, want, what, depth);
    }
    return n;
  }

  void compound(node &n, char want, std::string_view what, int depth) {
    std::string_view word = next();
    if (want == 't' && atom(word, n))
      return;
    const operation *found = nullptr;
    for (const operation &o : operations)
      if (o.word == word && (o.code >= op::le) == (want == 'p'))
        found = &o;
    if (!found)
      return fail(what);
    n.code = found->code;
    for (std::size_t i = 0; error.empty(); ++i) {
      const std::size_t before = at;
      if (next() == ")") {
        if (static_cast<int>(i) < found->least)
          fail("another operand");
        return;
      }
      if (found->most >= 0 && static_cast<int>(i) == found->most)
        return fail("')'");
      at = before;
      const char kind = found->kinds[std::min(i, found->kinds.size() - 1)];
      if (kind == 'w')
        n.number =
            integer(next(), 1, max_wrap_bits, "a width of 1 to 126 bits");
      else
        n.operands.push_back(expression(kind, depth + 1));
    }
  }

  std::string_view text;
  std::string &error;
  std::size_t at = 0, start = 0;
};

} // namespace detail

/// The tree of `text`, or nothing and the reason in `error`.
inline std::optional<node> parse_predicate(std::string_view text,
                                           std::string &error) {
  error.clear();
  return detail::predicate_parser(text, error).parse();
}

/// The atoms of a tree, each once, in the order of their first occurrence.
inline void collect_atoms(const node &n, std::vector<node> &atoms) {
  if (n.is_atom()) {
    for (const node &known : atoms)
      if (atom_key(known) == atom_key(n))
        return;
    atoms.push_back(n);
  }
  for (const node &operand : n.operands)
    collect_atoms(operand, atoms);
}

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_PREDICATE_HPP
