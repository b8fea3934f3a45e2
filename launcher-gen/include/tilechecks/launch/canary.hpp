//===- canary.hpp - every Nth launch checks everything itself ---*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With TILECHECKS_CANARY=N, or `canary` in the configuration, every Nth launch
// of a kernel runs the self-contained body: in production, at 1/N of its cost,
// a second opinion on what the placed body no longer checks.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_CANARY_HPP
#define TILECHECKS_LAUNCH_CANARY_HPP

#include "kernel_info.hpp"

#include <map>
#include <mutex>

namespace tc::rt {

/// Counts launches, by kernel. Only those that are asked for are counted.
class canary {
public:
  static canary &process() {
    static canary c;
    return c;
  }

  /// Counts one launch of `kernel`; true for each `every`-th.
  bool due(const kernel_info &kernel, unsigned every) {
    const std::lock_guard<std::mutex> lock(mutex);
    return ++launches[&kernel] % every == 0;
  }

private:
  std::mutex mutex;
  std::map<const kernel_info *, unsigned long long> launches;
};

/// Changes the body of a verdict that is ok, if this launch is a canary.
inline void apply_canary(const kernel_info &kernel, status &verdict) {
  if (verdict.canary == 0 || verdict.body == body_kind::self_contained ||
      !canary::process().due(kernel, verdict.canary))
    return;
  verdict.body = body_kind::self_contained;
  verdict.note += (verdict.note.empty() ? "" : "\n") +
                  std::string("canary: one launch in ") +
                  std::to_string(verdict.canary) +
                  " runs the self-contained body";
}

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_CANARY_HPP
