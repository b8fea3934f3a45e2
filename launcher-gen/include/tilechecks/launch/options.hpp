//===- options.hpp - the environment of a launch ----------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that reads the environment. It is read once per process: a
// launch that wants another body names it in its launch_config.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_OPTIONS_HPP
#define TILECHECKS_LAUNCH_OPTIONS_HPP

#include <cstdlib>
#include <string>
#include <string_view>

namespace tc::rt {

struct options {
  /// TILECHECKS_CUDA_LIBRARY: what to load in place of libcuda.so.1.
  std::string cuda_library = "libcuda.so.1";
  /// TILECHECKS_VARIANT: the body to run, by the name the sidecar gives it.
  std::string variant;
  /// TILECHECKS_FORCE_DEVICE_CHECKS=1: the reference body.
  bool force_device_checks = false;
  /// TILECHECKS_DISABLE_CHECK_HOISTING=1: the body without hoisted checks.
  bool disable_check_hoisting = false;

  /// TILECHECKS_CANARY=N: every Nth launch of a kernel runs the self-contained
  /// body. As text: what is no number is told by the launch.
  std::string canary;

  static options read() {
    options o;
    auto text = [](const char *name) -> std::string_view {
      const char *value = std::getenv(name);
      return value ? value : "";
    };
    if (auto library = text("TILECHECKS_CUDA_LIBRARY"); !library.empty())
      o.cuda_library = library;
    o.variant = text("TILECHECKS_VARIANT");
    o.canary = text("TILECHECKS_CANARY");
    o.force_device_checks = text("TILECHECKS_FORCE_DEVICE_CHECKS") == "1";
    o.disable_check_hoisting = text("TILECHECKS_DISABLE_CHECK_HOISTING") == "1";
    return o;
  }

  static const options &process() {
    static const options o = read();
    return o;
  }
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_OPTIONS_HPP
