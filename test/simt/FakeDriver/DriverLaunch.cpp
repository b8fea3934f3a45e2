//===- DriverLaunch.cpp - launches, errors, entry points ------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace tilechecks;

namespace {

CUresult errorOf(const simt::Result &R) {
  switch (R.Kind) {
  case simt::Outcome::Completed:
    return CUDA_SUCCESS;
  case simt::Outcome::Trapped:
    if (R.HasCheck || R.Message == "trap")
      return CUDA_ERROR_LAUNCH_FAILED;
    return R.Message.find("assertion") != std::string::npos
               ? CUDA_ERROR_ASSERT
               : CUDA_ERROR_ILLEGAL_INSTRUCTION;
  case simt::Outcome::ShadowHit:
    return R.Shadow.Misaligned ? CUDA_ERROR_MISALIGNED_ADDRESS
                               : CUDA_ERROR_ILLEGAL_ADDRESS;
  case simt::Outcome::Deadlock:
  case simt::Outcome::Timeout:
    return CUDA_ERROR_LAUNCH_TIMEOUT;
  case simt::Outcome::Unsupported:
    return CUDA_ERROR_NOT_SUPPORTED;
  case simt::Outcome::InvalidLaunch:
    return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_ERROR_LAUNCH_FAILED;
}

void explain(const std::string &Kernel, const simt::Result &R) {
  std::string Line = R.Message;
  for (char &C : Line)
    if (C == '\n')
      C = ' ';
  std::fprintf(
      stderr, "tilechecks-simt: %s: %s: %s (block %u,%u,%u thread %u,%u,%u",
      Kernel.c_str(), simt::outcomeName(R.Kind), Line.c_str(), R.Block.X,
      R.Block.Y, R.Block.Z, R.Thread.X, R.Thread.Y, R.Thread.Z);
  if (R.Where.Line)
    std::fprintf(stderr, " at %s:%u", R.Where.File.c_str(), R.Where.Line);
  std::fprintf(stderr, ")\n");
}

/// Parameters as pointers, or as one block in \p Extra.
bool collect(const simt::Kernel &K, void **Params, void **Extra,
             std::vector<simt::ArgumentBytes> &Out) {
  const uint8_t *Block = nullptr;
  uint64_t BlockSize = 0;
  if (!Params && Extra)
    for (; *Extra; Extra += 2) {
      auto Tag = reinterpret_cast<uintptr_t>(Extra[0]);
      if (Tag == 1) // CU_LAUNCH_PARAM_BUFFER_POINTER
        Block = static_cast<const uint8_t *>(Extra[1]);
      else if (Tag == 2) // CU_LAUNCH_PARAM_BUFFER_SIZE
        BlockSize = *static_cast<size_t *>(Extra[1]);
    }
  for (size_t I = 0; I != K.Params.size(); ++I) {
    const simt::KernelParam &P = K.Params[I];
    const uint8_t *From = nullptr;
    if (Params)
      From = static_cast<const uint8_t *>(Params[I]);
    else if (Block && P.Offset + P.SizeBytes <= BlockSize)
      From = Block + P.Offset;
    if (!From)
      return false;
    Out.emplace_back(From, From + P.SizeBytes);
  }
  return true;
}

} // namespace

bool isFunction(DriverState &S, CUfunction F) {
  for (auto &[Handle, M] : S.Modules)
    for (auto &[Name, Owned] : M->Functions)
      if (Owned.get() == F)
        return true;
  return false;
}

bool collectArguments(CUfunction F, void **Params, void **Extra,
                      std::vector<simt::ArgumentBytes> &Out) {
  return collect(*F->Kernel, Params, Extra, Out);
}

CUresult runNow(DriverState &S, CUfunction F, simt::LaunchConfig Config,
                const std::vector<simt::ArgumentBytes> &Arguments) {
  simt::Result R = F->Owner->Code->launch(F->Kernel->Symbol, Config, Arguments);
  CUresult Error = errorOf(R);
  if (Error == CUDA_SUCCESS)
    return Error;
  explain(F->Kernel->Symbol, R);
  if (R.Kind == simt::Outcome::InvalidLaunch)
    return Error;
  // As on the device, where the launch itself is asynchronous: it succeeds,
  // and whatever comes next has the error.
  S.Sticky = Error;
  return CUDA_SUCCESS;
}

namespace {

CUresult launch(CUfunction F, simt::LaunchConfig Config, CUstream Stream,
                void **Params, void **Extra) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  if (!S.Initialised)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (S.Sticky != CUDA_SUCCESS)
    return S.Sticky;
  if (!isFunction(S, F))
    return CUDA_ERROR_INVALID_HANDLE;
  std::vector<simt::ArgumentBytes> Arguments;
  if (Config.Grid.count() == 0 || Config.Block.count() == 0 ||
      int64_t(Config.DynamicSharedBytes) > F->MaxDynamicSharedBytes ||
      !collectArguments(F, Params, Extra, Arguments))
    return CUDA_ERROR_INVALID_VALUE;
  const char *Moment = std::getenv("TILECHECKS_SIMT_COPIES");
  if (Moment && !simt::parseCopyMoment(Moment, Config.Copies))
    return CUDA_ERROR_INVALID_VALUE;
  if (auto Captured = S.Captures.find(Stream); Captured != S.Captures.end()) {
    auto Node = std::make_unique<CUgraphNode_st>();
    *Node = {F, Config, std::move(Arguments)};
    Captured->second.Graph->Nodes.push_back(std::move(Node));
    return CUDA_SUCCESS;
  }
  return runNow(S, F, Config, Arguments);
}

} // namespace

TCSIMT_CUDA_API cuLaunchKernel(CUfunction F, unsigned GridX, unsigned GridY,
                               unsigned GridZ, unsigned BlockX, unsigned BlockY,
                               unsigned BlockZ, unsigned SharedBytes,
                               CUstream Stream, void **Params, void **Extra) {
  simt::LaunchConfig Config;
  Config.Grid = {GridX, GridY, GridZ};
  Config.Block = {BlockX, BlockY, BlockZ};
  Config.DynamicSharedBytes = SharedBytes;
  return launch(F, Config, Stream, Params, Extra);
}

TCSIMT_CUDA_API cuLaunchCooperativeKernel(CUfunction F, unsigned GridX,
                                          unsigned GridY, unsigned GridZ,
                                          unsigned BlockX, unsigned BlockY,
                                          unsigned BlockZ, unsigned SharedBytes,
                                          CUstream Stream, void **Params) {
  simt::LaunchConfig Config;
  Config.Grid = {GridX, GridY, GridZ};
  Config.Block = {BlockX, BlockY, BlockZ};
  Config.DynamicSharedBytes = SharedBytes;
  Config.Cooperative = true;
  return launch(F, Config, Stream, Params, nullptr);
}

TCSIMT_CUDA_API cuLaunchKernelEx(const CUlaunchConfig *C, CUfunction F,
                                 void **Params, void **Extra) {
  simt::LaunchConfig Config;
  Config.Grid = {C->gridDimX, C->gridDimY, C->gridDimZ};
  Config.Block = {C->blockDimX, C->blockDimY, C->blockDimZ};
  Config.DynamicSharedBytes = C->sharedMemBytes;
  for (unsigned I = 0; I != C->numAttrs; ++I) {
    const CUlaunchAttribute &A = C->attrs[I];
    if (A.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
      Config.Cluster = {A.value.clusterDim.x, A.value.clusterDim.y,
                        A.value.clusterDim.z};
    else if (A.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
      Config.Cooperative = A.value.cooperative != 0;
  }
  return launch(F, Config, C->hStream, Params, Extra);
}

TCSIMT_CUDA_API cuFuncGetParamInfo(CUfunction F, size_t Index, size_t *Offset,
                                   size_t *Bytes) {
  if (Index >= F->Kernel->Params.size())
    return CUDA_ERROR_INVALID_VALUE;
  *Offset = F->Kernel->Params[Index].Offset;
  if (Bytes)
    *Bytes = F->Kernel->Params[Index].SizeBytes;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuFuncGetModule(CUmodule *Out, CUfunction F) {
  *Out = F->Owner;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuFuncGetName(const char **Out, CUfunction F) {
  *Out = F->Kernel->Symbol.c_str();
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuFuncGetAttribute(int *Value, int Attribute, CUfunction F) {
  switch (Attribute) {
  case 0: // MAX_THREADS_PER_BLOCK
    *Value = 1024;
    return CUDA_SUCCESS;
  case 5: // PTX_VERSION
  case 6: // BINARY_VERSION
    *Value = 90;
    return CUDA_SUCCESS;
  case 8: // MAX_DYNAMIC_SHARED_SIZE_BYTES
    *Value = F->MaxDynamicSharedBytes;
    return CUDA_SUCCESS;
  default:
    *Value = 0;
    return CUDA_SUCCESS;
  }
}

TCSIMT_CUDA_API cuFuncSetAttribute(CUfunction F, int Attribute, int Value) {
  if (Attribute == 8) {
    if (Value < 0 || Value > 227 * 1024)
      return CUDA_ERROR_INVALID_VALUE;
    F->MaxDynamicSharedBytes = Value;
  }
  return CUDA_SUCCESS;
}

namespace {

struct ErrorText {
  CUresult Code;
  const char *Name;
  const char *Text;
};

constexpr ErrorText Errors[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED",
     "initialization error"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE",
     "invalid device ordinal"},
    {CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE",
     "device kernel image is invalid"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT",
     "invalid device context"},
    {CUDA_ERROR_FILE_NOT_FOUND, "CUDA_ERROR_FILE_NOT_FOUND", "file not found"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE",
     "invalid resource handle"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "an illegal memory access was encountered"},
    {CUDA_ERROR_LAUNCH_TIMEOUT, "CUDA_ERROR_LAUNCH_TIMEOUT",
     "the launch timed out and was terminated"},
    {CUDA_ERROR_ASSERT, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, "CUDA_ERROR_ILLEGAL_INSTRUCTION",
     "an illegal instruction was encountered"},
    {CUDA_ERROR_MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS",
     "misaligned address"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED",
     "unspecified launch failure"},
    {CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
     "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",
     "too many blocks in cooperative launch"},
    {CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
     "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
     "operation not permitted when stream is capturing"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED",
     "operation not supported"},
};

const ErrorText *findError(CUresult Code) {
  for (const ErrorText &E : Errors)
    if (E.Code == Code)
      return &E;
  return nullptr;
}

} // namespace

TCSIMT_CUDA_API cuGetErrorName(CUresult Code, const char **Out) {
  const ErrorText *E = findError(Code);
  *Out = E ? E->Name : nullptr;
  return E ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

TCSIMT_CUDA_API cuGetErrorString(CUresult Code, const char **Out) {
  const ErrorText *E = findError(Code);
  *Out = E ? E->Text : nullptr;
  return E ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

TCSIMT_CUDA_API cuGetProcAddress_v2(const char *Name, void **Out, int, uint64_t,
                                    int *Status) {
  Dl_info Self;
  *Out = nullptr;
  if (dladdr(reinterpret_cast<void *>(&cuGetErrorName), &Self))
    if (void *Library = dlopen(Self.dli_fname, RTLD_LAZY | RTLD_NOLOAD)) {
      // Newer spellings first, as the driver gives the newest it has.
      for (const char *Suffix : {"_v2", ""})
        if (!*Out)
          *Out = dlsym(Library, (std::string(Name) + Suffix).c_str());
      dlclose(Library);
    }
  if (Status)
    *Status = *Out ? 0 : 1; // found, or symbol not found
  return *Out ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

TCSIMT_CUDA_API cuGetProcAddress(const char *Name, void **Out, int Version,
                                 uint64_t Flags) {
  return cuGetProcAddress_v2(Name, Out, Version, Flags, nullptr);
}
