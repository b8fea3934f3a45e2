//===- launch.hpp - tc::launch, for programs of one source ------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tc::launch(kernel, config, args...)` for a single-source build (clang with
// the CUDA run time): no generated header. The launch checks come from the
// table that the plugin embedded beside the kernel, and are interpreted.
//
// Needs <cuda_runtime.h> and nlohmann/json, which the rest of the run time does
// not; hence a header of its own. The CUDA run time may be linked statically:
// the driver is the one library both share.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_HPP
#define TILECHECKS_LAUNCH_HPP

#include "launch/embedded_table.hpp"
#include "launch/runtime.hpp"

#include <cuda_runtime.h>

namespace tc {

namespace rt {

/// What tc::launch knows of a kernel in one context. The table is read once;
/// its checks are evaluated on every launch.
struct single_source_kernel {
  std::unique_ptr<table_kernel> table;
  cu_module module = nullptr;

  status find(const driver &d, body_kind kind, loaded_body &body) const {
    const std::lock_guard<std::mutex> lock(mutex);
    if (const auto known = bodies.find(kind); known != bodies.end()) {
      body = known->second;
      return status();
    }
    const outside_capture guard(d);
    status s = find_body(d, table->info(), module, kind, body);
    if (s.ok())
      bodies[kind] = body;
    return s;
  }

private:
  mutable std::mutex mutex;
  mutable std::map<body_kind, loaded_body> bodies; ///< Those launched so far.
};

/// The kernel behind a host-side kernel pointer, in the current context.
inline status find_single_source(const driver &d, const void *kernel,
                                 const single_source_kernel *&found) {
  static std::mutex mutex;
  static std::map<std::pair<context_key, const void *>, single_source_kernel>
      known;
  if (!d.error.empty())
    return status::failure(status_code::no_driver,
                           "there is no CUDA driver: " + d.error);
  if (!d.cuFuncGetModule || !d.cuFuncGetName)
    return status::failure(
        status_code::no_driver,
        "tc::launch needs a CUDA driver of 12.3 or newer; use a generated "
        "launcher");
  // The CUDA run time makes its context current, and loads the kernel.
  cudaFunction_t symbol_function = nullptr;
  if (const cudaError_t e = cudaGetFuncBySymbol(&symbol_function, kernel);
      e != cudaSuccess)
    return status::failure(
        status_code::driver_error,
        std::string("the kernel is not known to the CUDA run time: ") +
            cudaGetErrorString(e));
  cu_context current = nullptr;
  (void)d.cuCtxGetCurrent(&current);
  const context_key context = key_of(d, current);
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [it, is_new] = known.try_emplace({context, kernel});
  found = &it->second;
  if (!is_new)
    return status();
  const outside_capture guard(d);
  const auto function = reinterpret_cast<cu_function>(symbol_function);
  const char *name = nullptr;
  cu_module module = nullptr;
  status s;
  if (d.cuFuncGetName(&name, function) != cu_success ||
      d.cuFuncGetModule(&module, function) != cu_success)
    s = status::failure(status_code::driver_error,
                        "the driver does not tell the module of the kernel");
  else
    s = read_table(d, name, module, d.cuMemcpyDtoH_v2, it->second.table);
  it->second.module = module;
  if (s.ok())
    s = let_record(d, it->second.table->info(), context, module);
  if (!s.ok())
    known.erase(it);
  return s;
}

template <class... P, class... A>
status launch_single_source(void (*kernel)(P...), const launch_config &config,
                            bool unsafe_given, A &&...arguments) {
  static_assert(sizeof...(P) == sizeof...(A),
                "as many arguments as the kernel has parameters");
  const driver &d = driver::get();
  const single_source_kernel *known = nullptr;
  if (status s =
          find_single_source(d, reinterpret_cast<const void *>(kernel), known);
      !s.ok())
    return s;
  const kernel_info &info = known->table->info();
  if (known->table->unchecked_accesses() && !unsafe_given)
    return status::failure(
        status_code::refused,
        std::string(info.name) +
            ": has unchecked accesses; its launch takes tc::unsafe after the "
            "configuration");
  std::tuple<std::remove_cv_t<P>...> converted(std::forward<A>(arguments)...);
  return std::apply(
      [&](auto &...values) {
        const std::array<std::span<const unsigned char>, sizeof...(P)> bytes = {
            std::span(reinterpret_cast<const unsigned char *>(&values),
                      sizeof(values))...};
        // One element more, so that a kernel without parameters has an array
        // too.
        void *pointers[sizeof...(P) + 1] = {&values..., nullptr};
        status s = known->table->check(config, bytes);
        if (!s.ok() || s.empty_grid)
          return s;
        apply_canary(info, s);
        loaded_body body;
        if (status f = known->find(d, s.body, body); !f.ok())
          return f;
        if (refusal r = submission(d, info, config, body, pointers).submit())
          return *std::move(r);
        s.launched = true;
        return s;
      },
      converted);
}

} // namespace rt

/// Checks and launches a kernel of this program. Asynchronous, like `<<<>>>`;
/// synchronize(status) waits and translates.
template <class... P, class... A>
status launch(void (*kernel)(P...), const launch_config &config,
              A &&...arguments) {
  return rt::launch_single_source(kernel, config, false,
                                  std::forward<A>(arguments)...);
}

/// The same, for a kernel with unchecked accesses.
template <class... P, class... A>
status launch(void (*kernel)(P...), const launch_config &config, unsafe_t,
              A &&...arguments) {
  return rt::launch_single_source(kernel, config, true,
                                  std::forward<A>(arguments)...);
}

} // namespace tc

#endif // TILECHECKS_LAUNCH_HPP
