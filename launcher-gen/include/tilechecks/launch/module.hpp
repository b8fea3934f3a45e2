//===- module.hpp - from a body to a function of the driver -----*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads an image once per context, makes sure that it is the one the launcher
// was generated for, and finds the bodies in it. Only what the driver gave is
// remembered; no launch check is.
//
// The image is the right one if it holds the symbol `<symbol>__tc_digest_<hex>`
// and the driver reports the parameters that the sidecar lists, count, offsets
// and sizes (where the driver can report them: from 12.4 on).
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_MODULE_HPP
#define TILECHECKS_LAUNCH_MODULE_HPP

#include "driver.hpp"
#include "kernel_info.hpp"
#include "recorder.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>

namespace tc::rt {

inline status driver_failure(const driver &d, const kernel_info &kernel,
                             std::string_view what, cu_result r) {
  return status::failure(status_code::driver_error,
                         std::string(kernel.name) + ": " + std::string(what) +
                             ": " + d.describe(r));
}

/// Whether `module` holds the code of this sidecar.
inline std::string digest_symbol(const kernel_info &kernel) {
  return std::string(kernel.symbol) + "__tc_digest_" +
         std::string(kernel.digest);
}

inline bool has_digest(const driver &d, const kernel_info &kernel,
                       cu_module module) {
  cu_deviceptr address = 0;
  std::size_t size = 0;
  return d.cuModuleGetGlobal_v2(&address, &size, module,
                                digest_symbol(kernel).c_str()) == cu_success;
}

/// Whether `module` is the code of `kernel`.
inline status check_digest(const driver &d, const kernel_info &kernel,
                           cu_module module) {
  if (has_digest(d, kernel, module))
    return status();
  return status::failure(
      status_code::image_error,
      std::string(kernel.name) +
          ": the image does not hold the code that this launcher was made "
          "for (no symbol " +
          digest_symbol(kernel) +
          "); generate the launcher again from the sidecar of this image");
}

/// Whether the driver sees the parameters that the sidecar lists.
inline status check_params(const driver &d, const kernel_info &kernel,
                           cu_function function) {
  if (!d.cuFuncGetParamInfo)
    return status();
  auto mismatch = [&](const std::string &what) {
    return status::failure(
        status_code::image_error,
        std::string(kernel.name) +
            ": the parameters in the image differ from the sidecar: " + what);
  };
  std::size_t offset = 0, size = 0;
  for (std::size_t i = 0; i != kernel.params.size(); ++i) {
    const param_info &p = kernel.params[i];
    const std::string name =
        "parameter " + std::to_string(i) + " (" + std::string(p.name) + ")";
    if (d.cuFuncGetParamInfo(function, i, &offset, &size) != cu_success)
      return mismatch("no " + name);
    const std::size_t expected =
        p.offset == offset_of_ptxas ? offset : p.offset;
    if (offset != expected || size != p.size)
      return mismatch(name + " has offset " + std::to_string(offset) +
                      " and size " + std::to_string(size) +
                      ", the sidecar says " + std::to_string(expected) +
                      " and " + std::to_string(p.size));
  }
  if (d.cuFuncGetParamInfo(function, kernel.params.size(), &offset, &size) ==
      cu_success)
    return mismatch("more than " + std::to_string(kernel.params.size()));
  return status();
}

/// The function of one body of a module that passed check_digest.
inline status find_body(const driver &d, const kernel_info &kernel,
                        cu_module module, body_kind kind,
                        cu_function &function) {
  const body_info *body = kernel.find(kind);
  if (!body)
    return status::failure(status_code::no_such_body,
                           std::string(kernel.name) + ": the body " +
                               std::string(tc::spelling(kind)) +
                               " was not built");
  const std::string symbol(body->symbol);
  if (const cu_result r =
          d.cuModuleGetFunction(&function, module, symbol.c_str());
      r != cu_success)
    return driver_failure(d, kernel, "the image holds no kernel " + symbol, r);
  return check_params(d, kernel, function);
}

/// Lets the module, which passed check_digest, record violations of the kernel.
inline status let_record(const driver &d, const kernel_info &kernel,
                         cu_context context, cu_module module) {
  const cu_result r = recorder::process().listen(d, context, module, kernel);
  return r == cu_success
             ? status()
             : driver_failure(d, kernel,
                              "cannot map memory for records of violations", r);
}

/// The current context, or the primary one of the first device.
inline status current_context(const driver &d, const kernel_info &kernel,
                              cu_context &context) {
  cu_result r = d.cuCtxGetCurrent(&context);
  if (r == cu_success && context)
    return status();
  cu_device device = 0;
  if (r == cu_success)
    r = d.cuDeviceGet(&device, 0);
  if (r == cu_success)
    r = d.cuDevicePrimaryCtxRetain(&context, device);
  if (r == cu_success)
    r = d.cuCtxSetCurrent(context);
  return r == cu_success
             ? status()
             : driver_failure(d, kernel, "no context on the first device", r);
}

/// What was loaded in this process, by context.
class loader {
public:
  static loader &process() {
    static loader l;
    return l;
  }

  status function(const driver &d, const kernel_info &kernel,
                  const image &source, body_kind kind, cu_function &found) {
    cu_context context = nullptr;
    if (status s = current_context(d, kernel, context); !s.ok())
      return s;
    const std::lock_guard<std::mutex> lock(mutex);
    const auto key = std::tuple(context, &kernel, kind);
    if (auto known = functions.find(key); known != functions.end()) {
      found = known->second;
      return status();
    }
    cu_module module = nullptr;
    if (status s = load(d, kernel, source, context, module); !s.ok())
      return s;
    if (status s = check_digest(d, kernel, module); !s.ok())
      return s;
    if (status s = let_record(d, kernel, context, module); !s.ok())
      return s;
    if (status s = find_body(d, kernel, module, kind, found); !s.ok())
      return s;
    functions[key] = found;
    return status();
  }

  /// Which of `targets`, descriptions of one kernel, is that of the image which
  /// the driver takes from `source` for the current context.
  status choose(const driver &d, std::span<const kernel_info *const> targets,
                const image &source, std::size_t &chosen) {
    const kernel_info &first = *targets[0];
    cu_context context = nullptr;
    if (status s = current_context(d, first, context); !s.ok())
      return s;
    const std::lock_guard<std::mutex> lock(mutex);
    const auto key = std::pair(context, targets.data());
    if (auto known = choices.find(key); known != choices.end()) {
      chosen = known->second;
      return status();
    }
    cu_module module = nullptr;
    if (status s = load(d, first, source, context, module); !s.ok())
      return s;
    std::string symbols;
    for (std::size_t i = 0; i != targets.size(); ++i) {
      if (has_digest(d, *targets[i], module)) {
        choices[key] = chosen = i;
        return status();
      }
      symbols += (i ? ", " : "") + digest_symbol(*targets[i]) + " for " +
                 std::string(targets[i]->target);
    }
    return status::failure(
        status_code::image_error,
        std::string(first.name) +
            ": the image that the driver takes for this device is of none of "
            "the targets that this launcher was made for (no symbol " +
            symbols +
            "); generate the launcher again from the sidecars of all targets "
            "in the fatbin");
  }

private:
  status load(const driver &d, const kernel_info &kernel, const image &source,
              cu_context context, cu_module &loaded) {
    const auto key =
        std::tuple(context, static_cast<const void *>(source.bytes.data()),
                   std::string(source.path));
    if (auto known = modules.find(key); known != modules.end()) {
      loaded = known->second;
      return status();
    }
    std::string text;
    const void *bytes = source.bytes.data();
    if (source.bytes.empty()) {
      std::ifstream stream(std::string(source.path), std::ios::binary);
      text.assign(std::istreambuf_iterator<char>(stream),
                  std::istreambuf_iterator<char>());
      if (text.empty())
        return status::failure(status_code::image_error,
                               std::string(kernel.name) +
                                   ": cannot read the image " +
                                   std::string(source.path));
      bytes = text.data();
    }
    if (const cu_result r = d.cuModuleLoadData(&loaded, bytes); r != cu_success)
      return driver_failure(d, kernel,
                            "cannot load the image " +
                                (source.path.empty()
                                     ? "in the program"
                                     : std::string(source.path)),
                            r);
    modules[key] = loaded;
    return status();
  }

  std::mutex mutex;
  std::map<std::tuple<cu_context, const void *, std::string>, cu_module>
      modules;
  std::map<std::tuple<cu_context, const kernel_info *, body_kind>, cu_function>
      functions;
  std::map<std::pair<cu_context, const kernel_info *const *>, std::size_t>
      choices;
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_MODULE_HPP
