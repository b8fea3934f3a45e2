//===- runtime.hpp - what a generated launcher includes ---------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of a launch whose checks hold, and the wait for its end.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_RUNTIME_HPP
#define TILECHECKS_LAUNCH_RUNTIME_HPP

#include "canary.hpp"
#include "gate.hpp"
#include "module.hpp"
#include "submit.hpp"
#include "targets.hpp"

#include <array>
#include <cstdint>

namespace tc {

namespace rt {

/// A parameter whose type the generated header cannot name: its bytes. Made
/// from any trivially copyable value of that size.
template <std::size_t Size, std::size_t Align> struct opaque_argument {
  alignas(Align) std::array<std::byte, Size> data;

  template <class T>
    requires(std::is_trivially_copyable_v<T> && sizeof(T) == Size &&
             !std::is_same_v<T, opaque_argument>)
  opaque_argument(const T &value) {
    std::memcpy(data.data(), &value, Size);
  }
};

/// Launches the body that `verdict` chose; gives `verdict` back where there is
/// nothing to launch.
inline status launch(const kernel_info &kernel, const image &source,
                     const launch_config &config, void **arguments,
                     status verdict) {
  if (!verdict.ok() || verdict.empty_grid)
    return verdict;
  const driver &d = driver::get();
  if (!d.error.empty())
    return status::failure(
        status_code::no_driver,
        std::string(kernel.name) +
            ": every launch check holds, and there is no CUDA driver: " +
            d.error);
  apply_canary(kernel, verdict);
  loaded_body body;
  if (refusal r =
          loader::process().function(d, kernel, source, verdict.body, body))
    return *std::move(r);
  if (refusal r = submission(d, kernel, config, body, arguments).submit())
    return *std::move(r);
  verdict.launched = true;
  return verdict;
}

/// The same for a kernel of several targets. `check(i)` is the verdict by the
/// launch checks of `targets[i]`.
template <class Check>
status launch_targets(target_list targets, const image &source,
                      const launch_config &config, void **arguments,
                      const Check &check) {
  const driver &d = driver::get();
  if (!d.error.empty())
    return launch(*targets[0], source, config, arguments,
                  check_every_target(targets, check));
  std::size_t chosen = 0;
  if (refusal r = loader::process().choose(d, targets, source, chosen))
    return *std::move(r);
  return launch(*targets[chosen], source, config, arguments, check(chosen));
}

/// The answer for `launched` when `v` was recorded and the wait ended with `r`.
inline status violated(const driver &d, const status &launched, violation v,
                       cu_result r) {
  status s = launched;
  s.code = status_code::violation;
  s.message =
      sentence(v) + "\nCheck " +
      (v.check.empty() ? std::to_string(v.number) : v.check) + " of " +
      (v.kernel.empty()
           ? "a kernel that no launcher of this process started"
           : v.kernel + " (body " + std::string(spelling(v.body)) + ")") +
      ".";
  if (v.kernel != launched.kernel)
    s.message += " It was in flight beside " + launched.kernel +
                 ", the launch that was waited for.";
  s.message +=
      r == cu_success
          ? "\nThe thread ended there, and others whose checks failed; the "
            "rest "
            "ran on. What the kernel computed is incomplete. The context is "
            "alive."
          : "\nThe kernel was stopped: " + d.describe(r) +
                ".\nThe context is lost; no later call on it succeeds.";
  s.check = v.check;
  s.values = {{"index", std::to_string(v.index)},
              {"extent", std::to_string(v.extent)}};
  s.record = std::move(v);
  return s;
}

} // namespace rt

/// Waits for the work of the current context. `launched` is the status of the
/// launch to answer for: one that is not ok comes back as it is, and a kernel
/// that was stopped is told with its name and the checks that stand in it, or,
/// if it was built with on_violation=report, with the check that failed. That
/// record is taken: the next call answers for what happens after this one.
/// Launches are asynchronous, so without this a violation shows at some later
/// call, under another kernel's name.
inline status synchronize(const status &launched) {
  if (!launched.ok() || !launched.launched)
    return launched;
  const rt::driver &d = rt::driver::get();
  const rt::cu_result r = d.cuCtxSynchronize();
  rt::cu_context context = nullptr;
  (void)d.cuCtxGetCurrent(&context);
  if (auto v = rt::recorder::process().take(d, rt::key_of(d, context),
                                            launched.kernel))
    return rt::violated(d, launched, std::move(*v), r);
  if (r == rt::cu_success)
    return launched;
  status s = launched;
  s.code = status_code::kernel_failed;
  s.message = launched.kernel + " (body " +
              std::string(spelling(launched.body)) + "): " + d.describe(r);
  if (r == rt::cu_error_launch_failed ||
      r == rt::cu_error_illegal_instruction) {
    s.message += "\nThis is what a failed check in a kernel looks like.";
    if (launched.body != body_kind::placed &&
        launched.body != body_kind::assumed)
      s.message +=
          " In this body the kernel checks what the launcher would check, too.";
    if (launched.residual_checks.empty())
      s.message += " No check of this kernel stays in its placed body.";
    else
      s.message +=
          " Checks that stay in this kernel:" + launched.residual_checks;
  } else if (r == rt::cu_error_illegal_address) {
    s.message += "\nNo check failed: an access outside every tensor, or "
                 "through one whose memory is gone.";
  }
  s.message += "\nThe context is lost; no later call on it succeeds.";
  return s;
}

} // namespace tc

#endif // TILECHECKS_LAUNCH_RUNTIME_HPP
