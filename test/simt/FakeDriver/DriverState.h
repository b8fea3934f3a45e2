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

#define TCSIMT_CUDA_API                                                        \
  extern "C" __attribute__((visibility("default"))) CUresult

/// A loaded module and a function of it, as handles point to them.
struct CUmod_st {
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

  static DriverState &get();
  tilechecks::simt::Device &gpu();
};

#endif // TILECHECKS_TEST_SIMT_FAKEDRIVER_DRIVERSTATE_H
