//===- context.hpp - contexts, told apart for good --------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is remembered of a context is filed under its id, which the driver gives
// to no other one: a context made after another was destroyed may have its
// address, and finds nothing of it.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_CONTEXT_HPP
#define TILECHECKS_LAUNCH_CONTEXT_HPP

#include "driver.hpp"
#include "kernel_info.hpp"

#include <compare>

namespace tc::rt {

/// The id is 0 where the driver has none to give (before 12.0).
struct context_key {
  cu_context handle = nullptr;
  unsigned long long id = 0;

  auto operator<=>(const context_key &) const = default;
};

inline context_key key_of(const driver &d, cu_context context) {
  context_key key{context, 0};
  if (d.cuCtxGetId && d.cuCtxGetId(context, &key.id) != cu_success)
    key.id = 0;
  return key;
}

/// Why something cannot be done; nothing if it was done. A status that is ok is
/// a large thing to hand around for that on every launch.
using refusal = std::optional<status>;

inline status driver_failure(const driver &d, const kernel_info &kernel,
                             std::string_view what, cu_result r) {
  return status::failure(status_code::driver_error,
                         std::string(kernel.name) + ": " + std::string(what) +
                             ": " + d.describe(r));
}

/// The current context; if there is none, the primary one of the first device
/// becomes it.
inline refusal current_context(const driver &d, const kernel_info &kernel,
                               context_key &key) {
  cu_context context = nullptr;
  cu_result r = d.cuCtxGetCurrent(&context);
  if (r != cu_success || !context) {
    cu_device device = 0;
    if (r == cu_success)
      r = d.cuDeviceGet(&device, 0);
    if (r == cu_success)
      r = d.cuDevicePrimaryCtxRetain(&context, device);
    if (r == cu_success)
      r = d.cuCtxSetCurrent(context);
  }
  if (r != cu_success)
    return driver_failure(d, kernel, "no context on the first device", r);
  key = key_of(d, context);
  return std::nullopt;
}

/// While it lives, this thread may do what a stream that is being captured does
/// not allow by default, such as loading a module: none of it goes into the
/// graph, and the capture is not spoilt.
class outside_capture {
public:
  explicit outside_capture(const driver &d) : d(d) { exchange(); }
  ~outside_capture() { exchange(); }
  outside_capture(const outside_capture &) = delete;

private:
  void exchange() {
    if (d.cuThreadExchangeStreamCaptureMode)
      (void)d.cuThreadExchangeStreamCaptureMode(&mode);
  }

  const driver &d;
  int mode = cu_capture_relaxed;
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_CONTEXT_HPP
