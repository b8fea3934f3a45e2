//===- module.hpp - from a body to a function of the driver -----*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads an image, makes sure that it is the one the launcher was generated for,
// and finds the bodies in it. Only what the driver gave is remembered, for each
// context; no launch check is.
//
// Where the driver has libraries (from 12.0 on), an image is one library for
// all contexts and devices, and a context gets its part when it first needs
// one; else each context loads its own module.
//
// The image is the right one if it holds the symbol `<symbol>__tc_digest_<hex>`
// and the driver reports the parameters that the sidecar lists, count, offsets
// and sizes (where the driver can report them: from 12.4 on).
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_MODULE_HPP
#define TILECHECKS_LAUNCH_MODULE_HPP

#include "limits.hpp"
#include "recorder.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>

namespace tc::rt {

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

/// One body of a module of the current context that passed check_digest.
inline status find_body(const driver &d, const kernel_info &kernel,
                        cu_module module, body_kind kind, loaded_body &found) {
  const body_info *body = kernel.find(kind);
  if (!body)
    return status::failure(status_code::no_such_body,
                           std::string(kernel.name) + ": the body " +
                               std::string(tc::spelling(kind)) +
                               " was not built");
  const std::string symbol(body->symbol);
  cu_function function = nullptr;
  if (const cu_result r =
          d.cuModuleGetFunction(&function, module, symbol.c_str());
      r != cu_success)
    return driver_failure(d, kernel, "the image holds no kernel " + symbol, r);
  if (status s = check_params(d, kernel, function); !s.ok())
    return s;
  found = measure(d, function);
  return status();
}

/// Lets the module, which passed check_digest, record violations of the kernel.
inline status let_record(const driver &d, const kernel_info &kernel,
                         const context_key &context, cu_module module) {
  const cu_result r = recorder::process().listen(d, context, module, kernel);
  return r == cu_success
             ? status()
             : driver_failure(d, kernel,
                              "cannot map memory for records of violations", r);
}

/// The modules and functions of this process.
class loader {
public:
  static loader &process() {
    static loader l;
    return l;
  }

  /// The body `kind` of `kernel` in the current context.
  refusal function(const driver &d, const kernel_info &kernel,
                   const image &source, body_kind kind, loaded_body &found) {
    context_key context;
    if (refusal r = current_context(d, kernel, context))
      return r;
    const std::lock_guard<std::mutex> lock(mutex);
    const auto key = std::tuple(context, &kernel, kind);
    if (auto known = functions.find(key); known != functions.end()) {
      found = known->second;
      return std::nullopt;
    }
    const outside_capture guard(d);
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
    return std::nullopt;
  }

  /// Which of `targets`, descriptions of one kernel, is that of the image which
  /// the driver takes from `source` for the current context.
  refusal choose(const driver &d, std::span<const kernel_info *const> targets,
                 const image &source, std::size_t &chosen) {
    const kernel_info &first = *targets[0];
    context_key context;
    if (refusal r = current_context(d, first, context))
      return r;
    const std::lock_guard<std::mutex> lock(mutex);
    const auto key = std::pair(context, targets.data());
    if (auto known = choices.find(key); known != choices.end()) {
      chosen = known->second;
      return std::nullopt;
    }
    const outside_capture guard(d);
    cu_module module = nullptr;
    if (status s = load(d, first, source, context, module); !s.ok())
      return s;
    std::string symbols;
    std::optional<status> other;
    for (std::size_t i = 0; i != targets.size(); ++i) {
      if (has_digest(d, *targets[i], module)) {
        // Code that is the same may have its parameters at other offsets.
        loaded_body body;
        status s =
            find_body(d, *targets[i], module, body_kind::self_contained, body);
        if (s.ok()) {
          choices[key] = chosen = i;
          return std::nullopt;
        }
        other = std::move(s);
      }
      symbols += (i ? ", " : "") + digest_symbol(*targets[i]) + " for " +
                 std::string(targets[i]->target);
    }
    if (other)
      return *other;
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
  /// Its bytes where they stand in the program, else its path.
  using image_key = std::pair<const void *, std::string>;

  status load(const driver &d, const kernel_info &kernel, const image &source,
              const context_key &context, cu_module &loaded) {
    const image_key key(source.bytes.data(), source.path);
    const auto place = std::pair(context, key);
    if (auto known = modules.find(place); known != modules.end()) {
      loaded = known->second;
      return status();
    }
    cu_result r = cu_success;
    if (d.cuLibraryLoadData && d.cuLibraryGetModule) {
      auto library = libraries.find(key);
      if (library == libraries.end()) {
        std::string text;
        const void *bytes = nullptr;
        if (status s = read(kernel, source, text, bytes); !s.ok())
          return s;
        cu_library made = nullptr;
        r = d.cuLibraryLoadData(&made, bytes, nullptr, nullptr, 0, nullptr,
                                nullptr, 0);
        if (r == cu_success)
          library = libraries.emplace(key, made).first;
      }
      if (r == cu_success)
        r = d.cuLibraryGetModule(&loaded, library->second);
    } else {
      std::string text;
      const void *bytes = nullptr;
      if (status s = read(kernel, source, text, bytes); !s.ok())
        return s;
      r = d.cuModuleLoadData(&loaded, bytes);
    }
    if (r != cu_success)
      return driver_failure(d, kernel,
                            "cannot load the image " +
                                (source.path.empty()
                                     ? "in the program"
                                     : std::string(source.path)),
                            r);
    modules[place] = loaded;
    return status();
  }

  /// The bytes of the image; `text` holds those of a file.
  static status read(const kernel_info &kernel, const image &source,
                     std::string &text, const void *&bytes) {
    bytes = source.bytes.data();
    if (!source.bytes.empty())
      return status();
    std::ifstream stream(std::string(source.path), std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(stream),
                std::istreambuf_iterator<char>());
    bytes = text.data();
    return text.empty() ? status::failure(status_code::image_error,
                                          std::string(kernel.name) +
                                              ": cannot read the image " +
                                              std::string(source.path))
                        : status();
  }

  std::mutex mutex;
  std::map<image_key, cu_library> libraries;
  std::map<std::pair<context_key, image_key>, cu_module> modules;
  std::map<std::tuple<context_key, const kernel_info *, body_kind>, loaded_body>
      functions;
  std::map<std::pair<context_key, const kernel_info *const *>, std::size_t>
      choices;
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_MODULE_HPP
