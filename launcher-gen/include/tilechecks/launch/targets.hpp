//===- targets.hpp - one kernel, compiled for several targets ---*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may have other checks on one target than on another. Those of the
// image that the driver took from the fatbin count, and the digest in the image
// tells which that is. Without a driver there is no image, so then a launch has
// to be right for every target.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_TARGETS_HPP
#define TILECHECKS_LAUNCH_TARGETS_HPP

#include "module.hpp"

namespace tc::rt {

using target_list = std::span<const kernel_info *const>;

/// The first verdict of `check(0)`, `check(1)`, ... that is not ok, else the
/// last.
template <class Check>
status check_every_target(target_list targets, const Check &check) {
  status s;
  for (std::size_t i = 0; i != targets.size(); ++i) {
    s = check(i);
    if (!s.ok())
      s.message += "\nThis is a check for " + std::string(targets[i]->target) +
                   "; there is no driver to tell which target counts.";
    if (!s.ok() || s.empty_grid)
      return s;
  }
  return s;
}

/// The verdict of the target that counts in the current context.
template <class Check>
status check_targets(target_list targets, const image &source,
                     const Check &check) {
  const driver &d = driver::get();
  if (!d.error.empty())
    return check_every_target(targets, check);
  std::size_t chosen = 0;
  if (refusal r = loader::process().choose(d, targets, source, chosen))
    return *std::move(r);
  return check(chosen);
}

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_TARGETS_HPP
