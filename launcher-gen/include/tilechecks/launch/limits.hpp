//===- limits.hpp - what a device and a body allow --------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits that gate.hpp names are those of CUDA. What one device, and one
// body on it, allow may be less, and only the driver knows: threads of a block
// by the registers a body needs, shared bytes by those it has anyway, blocks
// that can be there at once. The driver would refuse such a launch too, with
// "invalid argument", and while a graph is captured not even that.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_LIMITS_HPP
#define TILECHECKS_LAUNCH_LIMITS_HPP

#include "context.hpp"

namespace tc::rt {

/// A body in one context. What the driver does not tell is -1, and limits
/// nothing.
struct loaded_body {
  cu_function function = nullptr;
  int most_threads = -1;      ///< Of a block.
  int static_shared = -1;     ///< In bytes.
  int cluster[3] = {0, 0, 0}; ///< That it was compiled for; 0 if for none.
  int default_shared = -1;    ///< Bytes of a block without being asked for.
  int most_shared = -1;       ///< Bytes of a block, static ones included.
  int multiprocessors = -1;
  int allows_cooperative = -1;
  int allows_clusters = -1;
};

/// Asks the driver for the limits of `function`, in the current context.
inline loaded_body measure(const driver &d, cu_function function) {
  loaded_body b;
  b.function = function;
  if (d.cuFuncGetAttribute) {
    const auto ask = [&](int &value, int attribute) {
      int found = 0;
      if (d.cuFuncGetAttribute(&found, attribute, function) == cu_success)
        value = found;
    };
    ask(b.most_threads, cu_max_threads);
    ask(b.static_shared, cu_static_shared_bytes);
    for (int axis = 0; axis != 3; ++axis)
      ask(b.cluster[axis], cu_required_cluster + axis);
  }
  cu_device device = 0;
  if (d.cuDeviceGetAttribute && d.cuCtxGetDevice &&
      d.cuCtxGetDevice(&device) == cu_success) {
    const auto ask = [&](int &value, int attribute) {
      int found = 0;
      if (d.cuDeviceGetAttribute(&found, attribute, device) == cu_success)
        value = found;
    };
    ask(b.default_shared, cu_device_default_shared_bytes);
    ask(b.most_shared, cu_device_most_shared_bytes);
    ask(b.multiprocessors, cu_device_multiprocessors);
    ask(b.allows_cooperative, cu_device_cooperative);
    ask(b.allows_clusters, cu_device_clusters);
  }
  return b;
}

class limits {
public:
  limits(const driver &d, const kernel_info &kernel, const loaded_body &body,
         const launch_config &config)
      : d(d), kernel(kernel), body(body), config(config) {}

  /// Names the first limit that is exceeded. `whole` is the launch as the
  /// driver gets it.
  refusal check(const cu_launch_config &whole) {
    const dims &g = config.grid, &b = config.block, &c = config.cluster;
    const long long threads = b.x * b.y * b.z, cluster = c.x * c.y * c.z;
    if (body.most_threads >= 0 && threads > body.most_threads)
      return exceeded("blockDim.x*blockDim.y*blockDim.z", threads,
                      body.most_threads,
                      "by the registers of this body, or its "
                      "__launch_bounds__");
    if (body.most_shared >= 0 && body.static_shared >= 0 &&
        config.dynamic_smem > body.most_shared - body.static_shared)
      return exceeded("dynamic shared bytes", config.dynamic_smem,
                      body.most_shared - body.static_shared,
                      "a block of this device can have " +
                          std::to_string(body.most_shared) +
                          " shared bytes, and " +
                          std::to_string(body.static_shared) + " are static");
    const long long asked[] = {c.x, c.y, c.z};
    for (int axis = 0; axis != 3 && body.cluster[0] > 0; ++axis)
      if (asked[axis] != body.cluster[axis])
        return differs(axis, asked[axis], body.cluster[axis]);
    if (cluster > 1 && body.allows_clusters == 0)
      return exceeded("clusterDim.x*clusterDim.y*clusterDim.z", cluster, 1,
                      "this device has no clusters");
    if (cluster > most_portable_cluster)
      if (refusal r = check_clusters(whole))
        return r;
    if (config.cooperative)
      return check_cooperative(g.x * g.y * g.z, static_cast<int>(threads));
    return std::nullopt;
  }

private:
  static constexpr long long most_portable_cluster = 8;

  refusal check_cooperative(long long blocks, int threads) {
    if (body.allows_cooperative == 0)
      return status::failure(status_code::refused,
                             std::string(kernel.name) +
                                 ": this device has no cooperative launches");
    int each = 0;
    if (!d.cuOccupancyMaxActiveBlocksPerMultiprocessor ||
        body.multiprocessors < 0 ||
        d.cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &each, body.function, threads,
            static_cast<std::size_t>(config.dynamic_smem)) != cu_success)
      return std::nullopt;
    const long long most = static_cast<long long>(each) * body.multiprocessors;
    if (blocks <= most)
      return std::nullopt;
    return exceeded("gridDim.x*gridDim.y*gridDim.z", blocks, most,
                    "the blocks of a cooperative launch have to be on "
                    "the device at once: " +
                        std::to_string(each) + " on each of " +
                        std::to_string(body.multiprocessors) +
                        " multiprocessors");
  }

  /// Up to 8 blocks every device with clusters can place; beyond, it depends.
  refusal check_clusters(const cu_launch_config &whole) {
    cu_result r =
        d.cuFuncSetAttribute(body.function, cu_non_portable_cluster, 1);
    int most = 1;
    if (r == cu_success && d.cuOccupancyMaxActiveClusters)
      r = d.cuOccupancyMaxActiveClusters(&most, body.function, &whole);
    if (r == cu_success && most > 0)
      return std::nullopt;
    const dims &c = config.cluster;
    return exceeded("clusterDim.x*clusterDim.y*clusterDim.z", c.x * c.y * c.z,
                    most_portable_cluster,
                    "larger ones of this block and these shared bytes do not "
                    "fit this device");
  }

  refusal exceeded(std::string_view what, long long found, long long most,
                   const std::string &why) const {
    return refuse(what, std::string(what) + " <= " + std::to_string(most) +
                            " is false: " + std::to_string(found) +
                            " <= " + std::to_string(most) + " (" + why + ")");
  }

  /// The kernel's checks were evaluated with the cluster of the configuration.
  refusal differs(int axis, long long found, int compiled) const {
    const std::string what = std::string("clusterDim.") + "xyz"[axis];
    return refuse(what, what + " == " + std::to_string(compiled) +
                            " is false: " + std::to_string(found) +
                            " == " + std::to_string(compiled) +
                            " (the kernel is compiled for that cluster; say "
                            "so in the configuration)");
  }

  refusal refuse(std::string_view what, const std::string &text) const {
    status s =
        status::failure(status_code::refused,
                        std::string(kernel.name) + ": " + text +
                            "\nNot launched: " + std::string(kernel.name) +
                            ", limit " + std::string(what) + ".");
    s.check = what;
    return s;
  }

  const driver &d;
  const kernel_info &kernel;
  const loaded_body &body;
  const launch_config &config;
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_LIMITS_HPP
