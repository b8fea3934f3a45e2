//===- gate.hpp - one evaluation of a kernel's launch checks ----*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launcher walks through its checks in order and shows each to the gate. The
// gate says whether to stop, chooses the body, and words the answer. The order
// is the caller's: arguments and static extents, preconditions, grid and block,
// derived checks.
//
//   rt::gate g(info, config);
//   if (g.empty_grid() || g.refuses(L0, x_e0 <= y_e0, {...}) || ...)
//     return g.verdict();
//   return g.verdict();
//
// A precondition, a contract and an exact check that does not hold, or cannot
// be evaluated, refuses. An assumption that does not hold rules out the assumed
// body. A sufficient check that does not hold refuses nothing by itself: it
// sends the launch to the self-contained body, or refuses if the policy says
// so.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_GATE_HPP
#define TILECHECKS_LAUNCH_GATE_HPP

#include "kernel_info.hpp"
#include "options.hpp"

#include <initializer_list>

namespace tc::rt {

/// What every CUDA device so far allows (compute capability 7.0 to 12.x).
inline constexpr long long max_grid_x = 2147483647, max_grid_yz = 65535;
inline constexpr long long max_block_xy = 1024, max_block_z = 64,
                           max_block_threads = 1024;
inline constexpr long long max_cluster_blocks = 16;
inline constexpr long long max_dynamic_smem = 232448;

class gate {
public:
  gate(const kernel_info &kernel, const launch_config &config,
       const options &environment = options::process())
      : kernel(kernel), config(config) {
    answer.kernel = kernel.name;
    choose_wanted(environment);
    read_canary(environment);
    if (config.programmatic_stream_serialization && kernel.has_assumptions) {
      // The kernel ahead may still be writing what the assumed body only reads.
      assumptions_hold = false;
      answer.note = "the assumed body does not run by programmatic dependent "
                    "launch";
    }
  }

  /// A grid of no blocks is no launch and no error: nothing of the kernel runs,
  /// so nothing can be violated.
  bool empty_grid() {
    const dims &g = config.grid;
    answer.empty_grid =
        g.x >= 0 && g.y >= 0 && g.z >= 0 && (g.x == 0 || g.y == 0 || g.z == 0);
    return answer.empty_grid;
  }

  num grid(int axis) const { return component(config.grid, axis); }
  num block(int axis) const { return component(config.block, axis); }
  num cluster(int axis) const { return component(config.cluster, axis); }
  num dynamic_smem() const { return num(config.dynamic_smem); }

  /// Shows one check to the gate. True: stop, the launch is refused.
  bool refuses(const check_info &check, const truth &t,
               std::initializer_list<checked_value> values) {
    return refuses(
        check, t,
        std::span<const checked_value>(values.begin(), values.size()));
  }
  bool refuses(const check_info &check, const truth &t,
               std::span<const checked_value> values) {
    if (!answer.ok())
      return true;
    if (t.yes() || left_to_the_kernel(check))
      return false;
    if (check.from == origin::assumption) {
      assumptions_hold = false;
      note(check, t, values);
      return false;
    }
    const bool sufficient = !check.exact && (check.from == origin::derived ||
                                             check.from == origin::debt);
    if (!sufficient)
      return refuse(check, t, values, "");
    if (config.sufficient.value_or(kernel.sufficient) == on_sufficient::refuse)
      return refuse(check, t, values,
                    "\nThe check is only sufficient: the launch might do no "
                    "wrong. TC_KERNEL(tc::requires_(\"" +
                        std::string(check.text) +
                        "\")) would make it exact; on_sufficient::run_checked "
                        "would run the self-contained body.");
    sufficient_hold = false;
    note(check, t, values);
    return false;
  }

  /// The limits of grid, block, cluster and shared memory. True: refused.
  bool refuses_shape() {
    if (!answer.ok())
      return true;
    const dims &g = config.grid, &b = config.block, &c = config.cluster;
    return limit("gridDim.x", g.x, 1, max_grid_x) ||
           limit("gridDim.y", g.y, 1, max_grid_yz) ||
           limit("gridDim.z", g.z, 1, max_grid_yz) ||
           limit("blockDim.x", b.x, 1, max_block_xy) ||
           limit("blockDim.y", b.y, 1, max_block_xy) ||
           limit("blockDim.z", b.z, 1, max_block_z) ||
           limit("blockDim.x*blockDim.y*blockDim.z", b.x * b.y * b.z, 1,
                 max_block_threads) ||
           limit("clusterDim.x", c.x, 1, max_cluster_blocks) ||
           limit("clusterDim.y", c.y, 1, max_cluster_blocks) ||
           limit("clusterDim.z", c.z, 1, max_cluster_blocks) ||
           limit("clusterDim.x*clusterDim.y*clusterDim.z", c.x * c.y * c.z, 1,
                 max_cluster_blocks) ||
           multiple("x", g.x, c.x) || multiple("y", g.y, c.y) ||
           multiple("z", g.z, c.z) ||
           limit("dynamic shared bytes", config.dynamic_smem, 0,
                 max_dynamic_smem);
  }

  /// The answer so far: refused, or the body to run.
  status verdict() {
    if (answer.ok() && !answer.empty_grid)
      choose_body();
    return answer;
  }

private:
  static num component(const dims &d, int axis) {
    return num(axis == 0 ? d.x : axis == 1 ? d.y : d.z);
  }

  /// A launch that asked for the reference body wants the kernel itself to
  /// find what the launcher would have found. What the kernel cannot check,
  /// preconditions and contracts, stays here.
  bool left_to_the_kernel(const check_info &check) const {
    return wanted == body_kind::reference &&
           (check.from == origin::derived || check.from == origin::debt);
  }

  void choose_wanted(const options &environment) {
    if (config.body) {
      wanted = config.body;
      return;
    }
    if (!environment.variant.empty()) {
      for (int i = 0; i <= static_cast<int>(body_kind::assumed); ++i)
        if (spelling(static_cast<body_kind>(i)) == environment.variant)
          wanted = static_cast<body_kind>(i);
      if (!wanted)
        fail(status_code::no_such_body,
             "TILECHECKS_VARIANT=" + environment.variant +
                 " names no body; the bodies of a kernel are self_contained, "
                 "placed, "
                 "no_hoist, reference, unchecked, assumed");
    } else if (environment.force_device_checks) {
      wanted = body_kind::reference;
    } else if (environment.disable_check_hoisting) {
      wanted = body_kind::no_hoist;
    }
  }

  /// A canary has its say only where nobody asked for a body.
  void read_canary(const options &environment) {
    constexpr std::string_view digits = "0123456789";
    unsigned n = 0;
    if (config.canary) {
      n = *config.canary;
    } else if (!environment.canary.empty()) {
      if (environment.canary.size() > 9 ||
          environment.canary.find_first_not_of(digits) != std::string::npos)
        return fail(status_code::refused,
                    "TILECHECKS_CANARY=" + environment.canary +
                        " is no number of launches from 0 to 999999999");
      for (const char c : environment.canary)
        n = 10 * n + static_cast<unsigned>(c - '0');
    }
    if (!wanted)
      answer.canary = n;
  }

  /// The body asked for, else the fastest whose conditions hold. No body but
  /// the two that check everything themselves may run once a sufficient check
  /// failed.
  void choose_body() {
    body_kind chosen;
    if (wanted)
      chosen = *wanted;
    else if (kernel.has_assumptions && assumptions_hold &&
             kernel.find(body_kind::assumed))
      chosen = body_kind::assumed;
    else
      chosen = kernel.find(body_kind::placed) ? body_kind::placed
                                              : body_kind::self_contained;
    if (!kernel.find(chosen)) {
      std::string built;
      for (const body_info &b : kernel.bodies)
        built += (built.empty() ? "" : ", ") + std::string(spelling(b.kind));
      return fail(status_code::no_such_body,
                  std::string(kernel.name) + ": the body " +
                      std::string(spelling(chosen)) +
                      " was asked for and was not built (built: " + built +
                      "; add it with bodies= when compiling)");
    }
    if (chosen == body_kind::assumed && !assumptions_hold)
      chosen = kernel.find(body_kind::placed) ? body_kind::placed
                                              : body_kind::self_contained;
    if (!sufficient_hold && chosen != body_kind::reference)
      chosen = body_kind::self_contained;
    answer.body = chosen;
    for (const residual_info &r : kernel.residual)
      answer.residual_checks +=
          "\n  " + std::string(r.file) + ":" + std::to_string(r.line) + ": " +
          std::string(r.access) + ", dim " + std::to_string(r.axis) + " (" +
          std::string(r.outcome) + ")";
  }

  void fail(status_code code, std::string message) {
    answer.code = code;
    answer.message = std::move(message);
  }

  std::string sentence(const check_info &check, const truth &t,
                       std::span<const checked_value> values) const {
    std::string s = check.file.empty() ? std::string(kernel.name)
                                       : std::string(check.file) + ":" +
                                             std::to_string(check.line);
    s += ": ";
    if (!check.access.empty())
      s += std::string(check.access) + ": ";
    s += check.text;
    if (t.error != fault::none)
      s += " cannot be decided: " + std::string(describe(t.error));
    else if (t.shown != relation::none)
      s += " is false: " + to_string(t.left) + " " +
           std::string(rt::spelling(t.shown)) + " " + to_string(t.right);
    else
      s += " is false";
    for (std::size_t i = 0; i != values.size(); ++i)
      s += (i ? ", " : " (") + std::string(values[i].name) + " = " +
           show(values[i].number);
    return values.empty() ? s : s + ")";
  }

  static std::string show(num n) {
    return n.ok() ? to_string(n.value) : std::string("unknown");
  }

  bool refuse(const check_info &check, const truth &t,
              std::span<const checked_value> values, const std::string &more) {
    const std::string why =
        check.why.empty() ? "" : "\nWhy: " + std::string(check.why);
    fail(status_code::refused,
         sentence(check, t, values) + why +
             "\nNot launched: " + std::string(kernel.name) + ", " +
             std::string(spelling(check.from)) + " check " +
             std::string(check.id) + "." + more);
    answer.check = check.id;
    for (const checked_value &v : values)
      answer.values.push_back({std::string(v.name), show(v.number)});
    return true;
  }

  void note(const check_info &check, const truth &t,
            std::span<const checked_value> values) {
    if (!answer.note.empty())
      answer.note += '\n';
    answer.note += sentence(check, t, values);
  }

  bool limit(std::string_view what, long long found, long long least,
             long long most) {
    if (found >= least && found <= most)
      return false;
    const bool low = found < least;
    const std::string text = std::string(what) + (low ? " >= " : " <= ") +
                             std::to_string(low ? least : most);
    return refuse({what, origin::contract, true, "", 0, "", text},
                  low ? num(found) >= num(least) : num(found) <= num(most), {},
                  "");
  }

  bool multiple(std::string_view axis, long long blocks, long long cluster) {
    if (blocks % cluster == 0)
      return false;
    const std::string id = "gridDim." + std::string(axis);
    const checked_value values[] = {{"grid", num(blocks)},
                                    {"cluster", num(cluster)}};
    return refuse({id, origin::contract, true, "", 0, "",
                   id + " % clusterDim." + std::string(axis) + " == 0"},
                  divides(num(cluster), num(blocks)), values, "");
  }

  const kernel_info &kernel;
  const launch_config &config;
  std::optional<body_kind> wanted;
  bool assumptions_hold = true, sufficient_hold = true;
  status answer;
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_GATE_HPP
