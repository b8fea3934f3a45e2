//===- table.hpp - a kernel from the table in its image ---------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tc::launch, which has no generated code: reads `<symbol>__tc_table`, the
// kernel's object of the sidecar, and evaluates its launch checks with the
// interpreter. Needs nlohmann/json. Anything missing or not understood leaves
// an error and no kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_TABLE_HPP
#define TILECHECKS_LAUNCH_TABLE_HPP

#include "evaluate.hpp"
#include "gate.hpp"
#include "order.hpp"
#include "spelling.hpp"

#include <deque>
#include <memory>

#include <nlohmann/json.hpp>

namespace tc::rt {

/// One launch check, ready to be evaluated.
struct table_check {
  check_info info;
  stage when;
  node predicate;
  std::vector<node> atoms;
  std::vector<std::string_view> names; ///< Of the atoms.
};

class table_kernel {
public:
  /// Nothing, and the reason in `error`, unless the whole table is understood.
  static std::unique_ptr<table_kernel> parse(std::string_view text,
                                             std::string &error) {
    std::unique_ptr<table_kernel> k(new table_kernel(error));
    error.clear();
    const auto root =
        nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
    if (!root.is_object())
      error = "the table is no JSON object";
    else
      k->read(root);
    if (!error.empty())
      return nullptr;
    return k;
  }

  const kernel_info &info() const { return kernel; }
  bool unchecked_accesses() const { return has_unchecked_accesses; }

  /// Evaluates every launch check, in the order of all launchers.
  status check(const launch_config &config, argument_bytes arguments,
               const options &env = options::process()) const {
    gate g(kernel, config, env);
    if (g.empty_grid())
      return g.verdict();
    if (arguments.size() != kernel.params.size())
      return status::failure(
          status_code::refused,
          std::string(kernel.name) + ": " + std::to_string(arguments.size()) +
              " arguments for " + std::to_string(kernel.params.size()) +
              " parameters");
    environment e;
    e.arguments = arguments;
    for (int axis = 0; axis != 3; ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      e.grid[i] = g.grid(axis);
      e.block[i] = g.block(axis);
      e.cluster[i] = g.cluster(axis);
    }
    e.smem = g.dynamic_smem();
    for (const stage s : all_stages) {
      if (s == stage::shape && g.refuses_shape())
        return g.verdict();
      for (const table_check &c : checks) {
        if (c.when != s)
          continue;
        const truth t = evaluate_predicate(c.predicate, e);
        if (t.yes())
          continue;
        std::vector<checked_value> values;
        for (std::size_t i = 0; i != c.atoms.size(); ++i)
          values.push_back({c.names[i], evaluate_term(c.atoms[i], e)});
        if (g.refuses(c.info, t, values))
          return g.verdict();
      }
    }
    return g.verdict();
  }

private:
  using json = nlohmann::json;

  explicit table_kernel(std::string &error) : error(error) {}
  table_kernel(const table_kernel &) = delete;
  table_kernel &operator=(const table_kernel &) = delete;

  /// Strings live as long as the kernel; views into them stay valid.
  std::string_view keep(std::string s) {
    return strings.emplace_back(std::move(s));
  }

  void fail(const std::string &what) {
    if (error.empty())
      error = "the table of the kernel is not understood: " + what;
  }

  std::string_view string(const json &object, const char *key) {
    const auto it = object.is_object() ? object.find(key) : object.end();
    if (it == object.end() || !it->is_string()) {
      fail(std::string("no string \"") + key + "\"");
      return "";
    }
    return keep(it->get<std::string>());
  }

  long long number(const json &object, const char *key) {
    const auto it = object.is_object() ? object.find(key) : object.end();
    if (it == object.end() || !it->is_number_integer()) {
      fail(std::string("no integer \"") + key + "\"");
      return 0;
    }
    return it->get<long long>();
  }

  const json &array(const json &object, const char *key) {
    static const json none = json::array();
    const auto it = object.find(key);
    if (it != object.end() && it->is_array())
      return *it;
    fail(std::string("no array \"") + key + "\"");
    return none;
  }

  /// The member of a closed set whose spelling is `text`.
  template <class E> E member(std::string_view text, E last) {
    for (int i = 0; i <= static_cast<int>(last); ++i)
      if (spelling(static_cast<E>(i)) == text)
        return static_cast<E>(i);
    fail("the word \"" + std::string(text) + "\"");
    return last;
  }

  void read(const json &root) {
    kernel.name = keep(short_kernel_name(string(root, "name")));
    kernel.symbol = string(root, "symbol");
    kernel.digest = string(root, "digest");
    kernel.sufficient = on_sufficient::run_checked;
    kernel.has_assumptions = false;
    for (const json &a : array(root, "attributes")) {
      if (a == "deny_in_kernel_checks")
        kernel.sufficient = on_sufficient::refuse;
      has_unchecked_accesses =
          has_unchecked_accesses || a == "unchecked_accesses";
    }
    for (const json &b : array(root, "bodies"))
      bodies.push_back(
          {member(string(b, "kind"), body_kind::assumed), string(b, "symbol")});
    read_reports(root);
    for (const json &c : array(root, "checks"))
      if (const auto outcome = string(c, "outcome");
          outcome == "hoisted" || outcome == "in_place")
        residual.push_back({string(c, "file"), number(c, "line"),
                            string(c, "access"), number(c, "axis"), outcome});
    for (const json &a : array(root, "atoms"))
      atom_names.emplace_back(string(a, "key"), string(a, "name"));
    for (const json &p : array(root, "preconditions"))
      reasons.emplace_back(string(p, "predicate"), string(p, "why"));
    for (const json &p : array(root, "params"))
      read_param(p);
    for (const json &c : array(root, "launch_checks"))
      read_check(c);
    kernel.params = params;
    kernel.bodies = bodies;
    kernel.residual = residual;
  }

  /// Absent where violations trap.
  void read_reports(const json &root) {
    const auto it = root.find("on_violation");
    if (it == root.end())
      return;
    const std::string_view end = string(*it, "end");
    if (end != "exit" && end != "trap")
      return fail("the word \"" + std::string(end) + "\"");
    for (const json &c : array(root, "checks"))
      sites.push_back({string(c, "id"), string(c, "file"), number(c, "line"),
                       string(c, "access")});
    for (const json &c : array(root, "launch_checks"))
      entry_sites.push_back({string(c, "id"), string(c, "file"),
                             number(c, "line"), string(c, "access"),
                             string(c, "text")});
    kernel.reports = report_info{end == "exit", sites, entry_sites};
  }

  void read_param(const json &p) {
    const std::size_t index = params.size();
    params.push_back({string(p, "name"),
                      p.contains("offset")
                          ? static_cast<std::size_t>(number(p, "offset"))
                          : offset_of_ptxas,
                      static_cast<std::size_t>(number(p, "size"))});
    if (string(p, "kind") != "tensor")
      return;
    const auto type = parse_tensor(string(p, "type"));
    if (!type)
      return fail("the type " + p.value("type", std::string()) +
                  " of parameter " + std::to_string(index));
    const std::string name = argument_name(params.back().name, index);
    for (auto &[key, atom] : type_atoms(*type, index, name))
      atom_names.emplace_back(keep(std::move(key)), keep(std::move(atom)));
    for (const type_check &c : type_checks(*type, index, name))
      add({keep(c.id), origin::contract, true, "", 0, "", keep(c.text)},
          c.predicate);
  }

  void read_check(const json &c) {
    const auto exact = c.find("exact");
    if (exact == c.end() || !exact->is_boolean())
      return fail("no \"exact\" in a launch check");
    const std::string_view predicate = string(c, "predicate");
    check_info info{
        string(c, "id"),    member(string(c, "origin"), origin::assumption),
        exact->get<bool>(), string(c, "file"),
        number(c, "line"),  string(c, "access"),
        string(c, "text")};
    if (info.from == origin::precondition)
      for (const auto &[known, why] : reasons)
        if (known == predicate)
          info.why = why;
    add(info, predicate);
  }

  void add(const check_info &info, std::string_view predicate) {
    kernel.has_assumptions =
        kernel.has_assumptions || info.from == origin::assumption;
    std::string why;
    auto tree = parse_predicate(predicate, why);
    if (!tree)
      return fail("the predicate " + std::string(predicate) + " of " +
                  std::string(info.id) + ", " + why);
    table_check c{info, stage_of(info.from, *tree), std::move(*tree), {}, {}};
    collect_atoms(c.predicate, c.atoms);
    for (const node &a : c.atoms)
      c.names.push_back(keep(atom_name(a, atom_names)));
    checks.push_back(std::move(c));
  }

  std::string &error;
  kernel_info kernel;
  bool has_unchecked_accesses = false;
  std::deque<std::string> strings;
  std::vector<param_info> params;
  std::vector<body_info> bodies;
  std::vector<residual_info> residual;
  std::vector<site_info> sites, entry_sites;
  std::vector<std::pair<std::string_view, std::string_view>> atom_names,
      reasons;
  std::vector<table_check> checks;
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_TABLE_HPP
