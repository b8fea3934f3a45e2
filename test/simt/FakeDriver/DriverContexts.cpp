//===- DriverContexts.cpp - contexts and streams --------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contexts share the memory of the one device; modules and functions belong to
// one, and are gone with it. A stream is a number, and always idle.
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"

namespace {

CUresult create(CUcontext *Out) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  if (!S.Initialised)
    return CUDA_ERROR_NOT_INITIALIZED;
  CUctx_st *Place = nullptr;
  for (auto &C : S.Contexts)
    if (!C->Id)
      Place = C.get();
  if (!Place)
    Place = S.Contexts.emplace_back(std::make_unique<CUctx_st>()).get();
  Place->Id = S.NextContext++;
  *Out = S.Current = Place;
  return CUDA_SUCCESS;
}

} // namespace

TCSIMT_CUDA_API cuCtxCreate_v2(CUcontext *Context, unsigned, CUdevice) {
  return create(Context);
}
TCSIMT_CUDA_API cuCtxCreate_v4(CUcontext *Context, void *, unsigned, CUdevice) {
  return create(Context);
}
TCSIMT_CUDA_API cuCtxCreate(CUcontext *Context, unsigned, CUdevice) {
  return create(Context);
}

TCSIMT_CUDA_API cuDevicePrimaryCtxRetain(CUcontext *Context, CUdevice) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  if (!S.Initialised)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (!S.Primary.Id)
    S.Primary.Id = S.NextContext++;
  *Context = &S.Primary;
  return CUDA_SUCCESS;
}
TCSIMT_CUDA_API cuDevicePrimaryCtxRelease_v2(CUdevice) { return CUDA_SUCCESS; }

TCSIMT_CUDA_API cuCtxDestroy_v2(CUcontext Context) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  if (!Context || !Context->Id)
    return CUDA_ERROR_INVALID_CONTEXT;
  for (auto M = S.Modules.begin(); M != S.Modules.end();)
    M = M->second->Context == Context->Id ? S.Modules.erase(M) : std::next(M);
  Context->Id = 0;
  if (S.Current == Context)
    S.Current = nullptr;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuCtxSetCurrent(CUcontext Context) {
  DriverState::get().Current = Context;
  return CUDA_SUCCESS;
}
TCSIMT_CUDA_API cuCtxGetCurrent(CUcontext *Context) {
  *Context = DriverState::get().Current;
  return CUDA_SUCCESS;
}
TCSIMT_CUDA_API cuCtxGetId(CUcontext Context, unsigned long long *Id) {
  *Id = Context ? Context->Id : 0;
  return *Id ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
TCSIMT_CUDA_API cuCtxGetDevice(CUdevice *Device) {
  *Device = 0;
  return CUDA_SUCCESS;
}
TCSIMT_CUDA_API cuCtxSynchronize() {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  return S.Initialised ? S.Sticky : CUDA_ERROR_NOT_INITIALIZED;
}

TCSIMT_CUDA_API cuStreamCreate(CUstream *Stream, unsigned) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  *Stream = reinterpret_cast<CUstream>(S.NextStream++);
  return S.Initialised ? S.Sticky : CUDA_ERROR_NOT_INITIALIZED;
}
TCSIMT_CUDA_API cuStreamSynchronize(CUstream) { return cuCtxSynchronize(); }
TCSIMT_CUDA_API cuStreamDestroy_v2(CUstream) { return CUDA_SUCCESS; }
TCSIMT_CUDA_API cuStreamDestroy(CUstream) { return CUDA_SUCCESS; }
