//===- DriverState.h - what the imitated driver remembers -------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_FAKEDRIVER_DRIVERSTATE_H
#define TILECHECKS_TEST_SIMT_FAKEDRIVER_DRIVERSTATE_H

#include "DriverTypes.h"
#include "Simt.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct DriverState;

/// Runs a launch that is complete; its violation makes the context unusable.
CUresult runNow(DriverState &S, CUfunction F,
                tilechecks::simt::LaunchConfig Config,
                const std::vector<tilechecks::simt::ArgumentBytes> &Arguments);
/// The arguments of a launch as the kernel has them. False if one is missing.
bool collectArguments(CUfunction F, void **Params, void **Extra,
                      std::vector<tilechecks::simt::ArgumentBytes> &Out);
bool isFunction(DriverState &S, CUfunction F);

#define TCSIMT_CUDA_API                                                        \
  extern "C" __attribute__((visibility("default"))) CUresult

/// A loaded module and a function of it, as handles point to them.
/// A slot: the next context that is created takes the place, and the address,
/// of one that was destroyed, as may happen on a device.
struct CUctx_st {
  unsigned long long Id = 0; ///< 0: destroyed.
};

/// One image for all contexts.
struct CUlib_st {
  std::string Text; ///< Of IR; empty: it is found by TILECHECKS_SIMT_IR.
  std::map<unsigned long long, CUmodule> Modules; ///< By context.
};

/// A launch that waits: in a graph, or in one that was instantiated.
struct CUgraphNode_st {
  CUfunction Function = nullptr;
  tilechecks::simt::LaunchConfig Config;
  std::vector<tilechecks::simt::ArgumentBytes> Arguments;
};
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> Nodes;
};
struct CUgraphExec_st {
  std::vector<std::pair<CUgraphNode, CUgraphNode_st>> Nodes; ///< By origin.
};

struct Capture {
  CUgraph Graph = nullptr;
  int Mode = 0; ///< 0 global, 1 thread local, 2 relaxed.
};

struct CUmod_st {
  unsigned long long Context = 0;
  std::unique_ptr<tilechecks::simt::Module> Code;
  std::map<std::string, std::unique_ptr<CUfunc_st>, std::less<>> Functions;
};

struct CUfunc_st {
  CUmod_st *Owner = nullptr;
  const tilechecks::simt::Kernel *Kernel = nullptr;
  int MaxDynamicSharedBytes = 48 * 1024;
};

/// The one device, its context, and the error that has made it unusable.
struct DriverState {
  std::mutex Lock;
  bool Initialised = false;
  CUresult Sticky = CUDA_SUCCESS;
  std::unique_ptr<tilechecks::simt::Device> Gpu;
  std::map<CUmod_st *, std::unique_ptr<CUmod_st>> Modules;
  CUcontext Current = nullptr;
  CUctx_st Primary;
  std::vector<std::unique_ptr<CUctx_st>> Contexts;
  unsigned long long NextContext = 1;
  std::vector<std::unique_ptr<CUlib_st>> Libraries;
  std::vector<std::unique_ptr<CUgraph_st>> Graphs;
  std::vector<std::unique_ptr<CUgraphExec_st>> Executables;
  std::map<CUstream, Capture> Captures;
  uintptr_t NextStream = 0x20;

  static DriverState &get();
  /// Whether a stream is being captured that forbids this thread to load code
  /// or to allocate.
  bool forbidsUnsafeCalls() const;
  tilechecks::simt::Device &gpu();
};

#endif // TILECHECKS_TEST_SIMT_FAKEDRIVER_DRIVERSTATE_H
