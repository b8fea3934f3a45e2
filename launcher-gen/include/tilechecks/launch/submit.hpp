//===- submit.hpp - one body, handed to the driver --------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The end of a launch whose checks hold: into a stream, into the graph that the
// stream is captured into, or into a node of a graph that exists.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_SUBMIT_HPP
#define TILECHECKS_LAUNCH_SUBMIT_HPP

#include "limits.hpp"

namespace tc {
namespace rt {

class submission {
public:
  submission(const driver &d, const kernel_info &kernel,
             const launch_config &config, const loaded_body &body,
             void **arguments)
      : d(d), kernel(kernel), config(config), body(body), arguments(arguments) {
    const dims &g = config.grid, &b = config.block, &c = config.cluster;
    auto narrow = [](long long v) { return static_cast<unsigned>(v); };
    whole = {{narrow(g.x), narrow(g.y), narrow(g.z)},
             {narrow(b.x), narrow(b.y), narrow(b.z)},
             narrow(config.dynamic_smem),
             config.stream,
             attributes,
             0};
    if (c.x * c.y * c.z != 1)
      add(cu_attribute_cluster, {{narrow(c.x), narrow(c.y), narrow(c.z)}, {}});
    if (config.cooperative)
      add(cu_attribute_cooperative, {{1, 0, 0}, {}});
    if (config.programmatic_stream_serialization)
      add(cu_attribute_programmatic_serialization, {{1, 0, 0}, {}});
  }
  submission(const submission &) = delete;

  /// Why it did not get to the driver.
  refusal submit() {
    if (refusal r = limits(d, kernel, body, config).check(whole))
      return r;
    if (refusal r = allow_shared())
      return r;
    return config.graph_exec ? update() : launch();
  }

private:
  void add(unsigned id, cu_attribute_value value) {
    attributes[whole.attribute_count++] = {id, 0, value};
  }

  /// Beyond the default a kernel has to be told before.
  refusal allow_shared() const {
    const long long fixed = body.static_shared > 0 ? body.static_shared : 0;
    const long long freely =
        body.default_shared > 0 ? body.default_shared : 48 * 1024;
    if (config.dynamic_smem + fixed <= freely)
      return std::nullopt;
    const cu_result r =
        d.cuFuncSetAttribute(body.function, cu_max_dynamic_shared_bytes,
                             static_cast<int>(config.dynamic_smem));
    if (r == cu_success)
      return std::nullopt;
    return driver_failure(d, kernel,
                          "cannot have " + std::to_string(config.dynamic_smem) +
                              " dynamic shared bytes",
                          r);
  }

  refusal launch() const {
    cu_result r = cu_success;
    if (!whole.attribute_count)
      r = d.cuLaunchKernel(body.function, whole.grid[0], whole.grid[1],
                           whole.grid[2], whole.block[0], whole.block[1],
                           whole.block[2], whole.shared_bytes, whole.stream,
                           arguments, nullptr);
    else if (d.cuLaunchKernelEx)
      r = d.cuLaunchKernelEx(&whole, body.function, arguments, nullptr);
    else
      return status::failure(
          status_code::driver_error,
          std::string(kernel.name) +
              ": this driver cannot launch clusters, cooperatively or by "
              "programmatic dependent launch (no cuLaunchKernelEx)");
    if (r == cu_success)
      return std::nullopt;
    return driver_failure(d, kernel,
                          "the launch failed (an error of an earlier "
                          "kernel may show here)",
                          r);
  }

  /// What the node was captured with and an update cannot change is part of
  /// what was checked, so it has to be the same.
  refusal update() const {
    auto no = [&](const std::string &why) {
      return status::failure(status_code::refused,
                             std::string(kernel.name) +
                                 ": the graph's node cannot be set: " + why);
    };
    if (!config.graph_node)
      return no("graph_exec is given and graph_node is not");
    if (!d.cuGraphExecKernelNodeSetParams_v2 ||
        !d.cuGraphKernelNodeGetAttribute)
      return no("this driver has no cuGraphExecKernelNodeSetParams_v2");
    cu_attribute_value cluster = {}, cooperative = {};
    cu_result r = d.cuGraphKernelNodeGetAttribute(
        config.graph_node, cu_attribute_cluster, &cluster);
    if (r == cu_success)
      r = d.cuGraphKernelNodeGetAttribute(
          config.graph_node, cu_attribute_cooperative, &cooperative);
    if (r != cu_success)
      return driver_failure(d, kernel,
                            "the graph's node does not tell its "
                            "cluster; is it a kernel?",
                            r);
    const long long asked[] = {config.cluster.x, config.cluster.y,
                               config.cluster.z};
    for (int axis = 0; axis != 3; ++axis) {
      const long long held = cluster.number[axis] ? cluster.number[axis] : 1;
      if (asked[axis] != held)
        return no("it was captured with clusterDim." +
                  std::string(1, "xyz"[axis]) + " = " + std::to_string(held) +
                  ", which an update cannot change to " +
                  std::to_string(asked[axis]));
    }
    if (config.cooperative != (cooperative.number[0] != 0))
      return no(std::string("it was captured as a launch that is ") +
                (config.cooperative ? "not " : "") +
                "cooperative, which an update cannot change");
    cu_kernel_node_params p = {};
    p.function = body.function;
    for (int axis = 0; axis != 3; ++axis) {
      p.grid[axis] = whole.grid[axis];
      p.block[axis] = whole.block[axis];
    }
    p.shared_bytes = whole.shared_bytes;
    p.arguments = arguments;
    r = d.cuGraphExecKernelNodeSetParams_v2(config.graph_exec,
                                            config.graph_node, &p);
    if (r == cu_success)
      return std::nullopt;
    return driver_failure(d, kernel, "the graph's node could not be set", r);
  }

  const driver &d;
  const kernel_info &kernel;
  const launch_config &config;
  const loaded_body &body;
  void **arguments;
  cu_launch_attribute attributes[3] = {};
  cu_launch_config whole = {};
};

} // namespace rt

/// The node that the last launch on `stream` became in the graph which the
/// stream is being captured into; null if it is not being captured.
inline void *captured_node(void *stream) {
  const rt::driver &d = rt::driver::get();
  int capturing = 0;
  unsigned long long id = 0;
  void *graph = nullptr;
  const rt::cu_graph_node *last = nullptr;
  std::size_t count = 0;
  if (!d.error.empty() || !d.cuStreamGetCaptureInfo_v2 ||
      d.cuStreamGetCaptureInfo_v2(stream, &capturing, &id, &graph, &last,
                                  &count) != rt::cu_success ||
      capturing != 1 || count != 1)
    return nullptr;
  return last[0];
}

} // namespace tc

#endif // TILECHECKS_LAUNCH_SUBMIT_HPP
