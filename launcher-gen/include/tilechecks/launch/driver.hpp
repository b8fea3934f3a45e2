//===- driver.hpp - the CUDA driver, loaded at run time ---------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few functions of the CUDA driver that a launcher calls, declared here so
// that no CUDA header is needed, and looked up when the first launch needs
// them, so that a program builds, starts and validates on a machine without a
// GPU. TILECHECKS_CUDA_LIBRARY names another library in place of libcuda.so.1;
// it has to export every function of the first list below and may lack those of
// the second.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_DRIVER_HPP
#define TILECHECKS_LAUNCH_DRIVER_HPP

#include "options.hpp"

#include <cstddef>
#include <string>

#include <dlfcn.h>

namespace tc::rt {

using cu_result = int;
using cu_device = int;
using cu_context = struct CUctx_st *;
using cu_module = struct CUmod_st *;
using cu_function = struct CUfunc_st *;
using cu_stream = void *;
using cu_library = struct CUlib_st *;
using cu_graph_exec = void *;
using cu_graph_node = void *;
using cu_deviceptr = unsigned long long;

inline constexpr cu_result cu_success = 0, cu_error_invalid_value = 1,
                           cu_error_not_found = 500,
                           cu_error_illegal_address = 700,
                           cu_error_illegal_instruction = 715,
                           cu_error_launch_failed = 719;
/// Of CUfunction_attribute.
inline constexpr int cu_max_threads = 0, cu_static_shared_bytes = 1,
                     cu_max_dynamic_shared_bytes = 8, cu_required_cluster = 11,
                     cu_non_portable_cluster = 14;
/// Of CUdevice_attribute.
inline constexpr int cu_device_default_shared_bytes = 8,
                     cu_device_multiprocessors = 16, cu_device_cooperative = 95,
                     cu_device_most_shared_bytes = 97, cu_device_clusters = 120;
/// CU_MEMHOSTALLOC_DEVICEMAP
inline constexpr unsigned cu_host_mapped = 2;
/// CU_STREAM_CAPTURE_MODE_RELAXED
inline constexpr int cu_capture_relaxed = 2;
/// Of CUlaunchAttributeID.
inline constexpr unsigned cu_attribute_cooperative = 2,
                          cu_attribute_cluster = 4,
                          cu_attribute_programmatic_serialization = 6;

/// CUlaunchAttributeValue, as far as the attributes above use it: three sizes,
/// or one number that says yes.
struct cu_attribute_value {
  unsigned number[3];
  unsigned char rest[52];
};
static_assert(sizeof(cu_attribute_value) == 64);

/// CUlaunchAttribute.
struct cu_launch_attribute {
  unsigned id;
  unsigned pad;
  cu_attribute_value value;
};
static_assert(sizeof(cu_launch_attribute) == 72);

/// CUlaunchConfig.
struct cu_launch_config {
  unsigned grid[3], block[3], shared_bytes;
  cu_stream stream;
  cu_launch_attribute *attributes;
  unsigned attribute_count;
};

/// CUDA_KERNEL_NODE_PARAMS_v2.
struct cu_kernel_node_params {
  cu_function function;
  unsigned grid[3], block[3], shared_bytes;
  void **arguments;
  void **extra;
  void *kernel;
  cu_context context;
};

// clang-format off
#define TILECHECKS_DRIVER_REQUIRED(X)                                                    \
  X(cuInit, (unsigned))                                                                  \
  X(cuDeviceGet, (cu_device *, int))                                                     \
  X(cuDevicePrimaryCtxRetain, (cu_context *, cu_device))                                 \
  X(cuCtxGetCurrent, (cu_context *))                                                     \
  X(cuCtxSetCurrent, (cu_context))                                                       \
  X(cuCtxSynchronize, ())                                                                \
  X(cuModuleLoadData, (cu_module *, const void *))                                       \
  X(cuModuleGetFunction, (cu_function *, cu_module, const char *))                       \
  X(cuModuleGetGlobal_v2, (cu_deviceptr *, std::size_t *, cu_module, const char *))      \
  X(cuFuncSetAttribute, (cu_function, int, int))                                         \
  X(cuLaunchKernel, (cu_function, unsigned, unsigned, unsigned, unsigned, unsigned,      \
                     unsigned, unsigned, cu_stream, void **, void **))                   \
  X(cuMemAlloc_v2, (cu_deviceptr *, std::size_t))                                        \
  X(cuMemFree_v2, (cu_deviceptr))                                                        \
  X(cuMemcpyHtoD_v2, (cu_deviceptr, const void *, std::size_t))                          \
  X(cuMemcpyDtoH_v2, (void *, cu_deviceptr, std::size_t))                                \
  X(cuGetErrorName, (cu_result, const char **))                                          \
  X(cuGetErrorString, (cu_result, const char **))

// cuFuncGetParamInfo came with 12.4, cuLaunchKernelEx with 11.8, libraries and
// cuCtxGetId with 12.0. cuFuncGetModule and cuFuncGetName are for tc::launch
// alone, cuMemHost... for kernels that record violations, the last ones for
// limits and graphs.
#define TILECHECKS_DRIVER_OPTIONAL(X)                                                    \
  X(cuFuncGetParamInfo, (cu_function, std::size_t, std::size_t *, std::size_t *))        \
  X(cuLaunchKernelEx, (const cu_launch_config *, cu_function, void **, void **))         \
  X(cuFuncGetModule, (cu_module *, cu_function))                                         \
  X(cuFuncGetName, (const char **, cu_function))                                         \
  X(cuMemHostAlloc, (void **, std::size_t, unsigned))                                    \
  X(cuMemHostGetDevicePointer_v2, (cu_deviceptr *, void *, unsigned))                    \
  X(cuCtxGetId, (cu_context, unsigned long long *))                                      \
  X(cuCtxGetDevice, (cu_device *))                                                       \
  X(cuLibraryLoadData, (cu_library *, const void *, int *, void **, unsigned,            \
                        int *, void **, unsigned))                                       \
  X(cuLibraryGetModule, (cu_module *, cu_library))                                       \
  X(cuFuncGetAttribute, (int *, int, cu_function))                                       \
  X(cuDeviceGetAttribute, (int *, int, cu_device))                                       \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *, cu_function, int, std::size_t)) \
  X(cuOccupancyMaxActiveClusters, (int *, cu_function, const cu_launch_config *))        \
  X(cuThreadExchangeStreamCaptureMode, (int *))                                          \
  X(cuStreamGetCaptureInfo_v2, (cu_stream, int *, unsigned long long *, void **,         \
                                const cu_graph_node **, std::size_t *))                  \
  X(cuGraphKernelNodeGetAttribute, (cu_graph_node, unsigned, cu_attribute_value *))      \
  X(cuGraphExecKernelNodeSetParams_v2, (cu_graph_exec, cu_graph_node,                    \
                                        const cu_kernel_node_params *))
// clang-format on

struct driver {
#define TILECHECKS_DRIVER_MEMBER(NAME, TYPES) cu_result(*NAME) TYPES = nullptr;
  TILECHECKS_DRIVER_REQUIRED(TILECHECKS_DRIVER_MEMBER)
  TILECHECKS_DRIVER_OPTIONAL(TILECHECKS_DRIVER_MEMBER)
#undef TILECHECKS_DRIVER_MEMBER

  /// Why there is no driver; empty if there is one.
  std::string error;

  /// The driver of this process, loaded and initialised on the first call.
  static const driver &get() {
    static const driver d(options::process().cuda_library);
    return d;
  }

  /// "CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)".
  std::string describe(cu_result r) const {
    const char *name = nullptr, *text = nullptr;
    if (cuGetErrorName(r, &name) != cu_success || !name)
      return "CUDA error " + std::to_string(r);
    if (cuGetErrorString(r, &text) != cu_success || !text)
      return name;
    return std::string(name) + " (" + text + ")";
  }

private:
  explicit driver(const std::string &library) {
    void *handle = dlopen(library.c_str(), RTLD_NOW);
    if (!handle) {
      const char *reason = dlerror();
      error = library +
              " cannot be loaded: " + (reason ? reason : "no reason given");
      return;
    }
#define TILECHECKS_DRIVER_LOOKUP(NAME, TYPES)                                  \
  NAME = reinterpret_cast<cu_result(*) TYPES>(dlsym(handle, #NAME));
    TILECHECKS_DRIVER_REQUIRED(TILECHECKS_DRIVER_LOOKUP)
    TILECHECKS_DRIVER_OPTIONAL(TILECHECKS_DRIVER_LOOKUP)
#undef TILECHECKS_DRIVER_LOOKUP
#define TILECHECKS_DRIVER_DEMAND(NAME, TYPES)                                  \
  if (!NAME && error.empty())                                                  \
    error = library + " has no function " #NAME;
    TILECHECKS_DRIVER_REQUIRED(TILECHECKS_DRIVER_DEMAND)
#undef TILECHECKS_DRIVER_DEMAND
    if (!error.empty())
      return;
    if (const cu_result r = cuInit(0); r != cu_success)
      error = "cuInit failed: " + describe(r);
  }
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_DRIVER_HPP
