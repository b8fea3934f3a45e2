//===- Driver.cpp - devices, modules, memory of the CUDA driver API -------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generated launcher opens this library in place of libcuda.so.1 and runs
// unchanged. Modules are IR: a `.ll` or `.bc` file or its text. For a cubin,
// which cannot be run here, the IR is taken from the file that the environment
// variable TILECHECKS_SIMT_IR names, or from the file of the same name with
// the suffix .ll or .bc.
//
// A violation makes the context unusable, as on the device: every later call
// returns the same error. What happened is said on stderr in one line.
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/stat.h>

using namespace tilechecks;

DriverState &DriverState::get() {
  static DriverState State;
  return State;
}

simt::Device &DriverState::gpu() {
  if (!Gpu)
    Gpu = std::make_unique<simt::Device>();
  return *Gpu;
}

namespace {

/// Runs \p Body unless the context is lost.
template <typename F> CUresult guarded(F Body) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  if (!S.Initialised)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (S.Sticky != CUDA_SUCCESS)
    return S.Sticky;
  return Body(S);
}

bool exists(const std::string &Path) {
  struct stat Info;
  return stat(Path.c_str(), &Info) == 0;
}

/// A cubin or a fatbin.
bool isBinary(const void *Image) {
  return std::memcmp(Image, "\177ELF", 4) == 0 ||
         std::memcmp(Image, "\x50\xed\x55\xba", 4) == 0;
}

/// The file with the IR of a cubin at \p Path (may be empty).
std::string irFor(const std::string &Path) {
  if (const char *Named = std::getenv("TILECHECKS_SIMT_IR"))
    return Named;
  std::string Stem = Path.substr(0, Path.find_last_of('.'));
  for (const char *Suffix : {".ll", ".bc"})
    if (!Path.empty() && exists(Stem + Suffix))
      return Stem + Suffix;
  return {};
}

CUresult finishLoad(DriverState &S, CUmodule *Out,
                    std::unique_ptr<simt::Module> Code,
                    const std::string &Error) {
  if (!Code) {
    std::fprintf(stderr, "tilechecks-simt: %s\n", Error.c_str());
    return CUDA_ERROR_INVALID_IMAGE;
  }
  auto M = std::make_unique<CUmod_st>();
  M->Context = S.Current ? S.Current->Id : 0;
  M->Code = std::move(Code);
  for (const simt::Kernel &K : M->Code->kernels()) {
    auto F = std::make_unique<CUfunc_st>();
    F->Owner = M.get();
    F->Kernel = &K;
    M->Functions[K.Symbol] = std::move(F);
  }
  *Out = M.get();
  S.Modules[M.get()] = std::move(M);
  return CUDA_SUCCESS;
}

CUresult loadPath(DriverState &S, CUmodule *Out, const std::string &Path) {
  std::string Error;
  auto Code = simt::Module::loadFile(S.gpu(), Path, Error);
  return finishLoad(S, Out, std::move(Code), Error);
}

} // namespace

TCSIMT_CUDA_API cuInit(unsigned Flags) {
  if (Flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  S.Initialised = true;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuDriverGetVersion(int *Version) {
  *Version = 13000;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuDeviceGetCount(int *Count) {
  *Count = 1;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuDeviceGet(CUdevice *Device, int Ordinal) {
  if (Ordinal != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  *Device = 0;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuDeviceGetName(char *Name, int Length, CUdevice) {
  std::snprintf(Name, size_t(Length), "TileChecks CPU runner");
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuDeviceGetAttribute(int *Value, int Attribute, CUdevice) {
  static const std::map<int, int> Values = {
      {1, 1024},        // MAX_THREADS_PER_BLOCK
      {2, 1024},        // MAX_BLOCK_DIM_X
      {3, 1024},        // MAX_BLOCK_DIM_Y
      {4, 64},          // MAX_BLOCK_DIM_Z
      {5, 0x7fffffff},  // MAX_GRID_DIM_X
      {6, 65535},       // MAX_GRID_DIM_Y
      {7, 65535},       // MAX_GRID_DIM_Z
      {8, 48 * 1024},   // MAX_SHARED_MEMORY_PER_BLOCK
      {10, 32},         // WARP_SIZE
      {12, 65536},      // MAX_REGISTERS_PER_BLOCK
      {13, 1000000},    // CLOCK_RATE
      {16, 1},          // MULTIPROCESSOR_COUNT
      {41, 1},          // UNIFIED_ADDRESSING
      {75, 9},          // COMPUTE_CAPABILITY_MAJOR
      {76, 0},          // COMPUTE_CAPABILITY_MINOR
      {95, 1},          // COOPERATIVE_LAUNCH
      {97, 227 * 1024}, // MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
      {120, 1},         // CLUSTER_LAUNCH
  };
  auto It = Values.find(Attribute);
  *Value = It == Values.end() ? 0 : It->second;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuDeviceTotalMem_v2(size_t *Bytes, CUdevice) {
  *Bytes = size_t(64) << 30;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

TCSIMT_CUDA_API cuModuleLoad(CUmodule *Out, const char *Path) {
  return guarded([&](DriverState &S) -> CUresult {
    if (S.forbidsUnsafeCalls())
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    std::FILE *File = std::fopen(Path, "rb");
    if (!File)
      return CUDA_ERROR_FILE_NOT_FOUND;
    char Head[4] = {};
    size_t Got = std::fread(Head, 1, 4, File);
    std::fclose(File);
    if (Got < 4 || !isBinary(Head))
      return loadPath(S, Out, Path);
    std::string Ir = irFor(Path);
    if (!Ir.empty())
      return loadPath(S, Out, Ir);
    std::fprintf(stderr,
                 "tilechecks-simt: %s: no IR beside the cubin, and "
                 "TILECHECKS_SIMT_IR is not set\n",
                 Path);
    return CUDA_ERROR_INVALID_IMAGE;
  });
}

namespace {

/// Text ends at its zero byte; bitcode has no length here, use a file.
CUresult loadImage(DriverState &S, CUmodule *Out, const void *Image) {
  if (S.forbidsUnsafeCalls())
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if (isBinary(Image)) {
    std::string Ir = irFor("");
    if (!Ir.empty())
      return loadPath(S, Out, Ir);
    std::fprintf(stderr, "tilechecks-simt: a cubin in memory needs "
                         "TILECHECKS_SIMT_IR\n");
    return CUDA_ERROR_INVALID_IMAGE;
  }
  std::string Error;
  auto Code = simt::Module::loadBuffer(
      S.gpu(), std::string_view(static_cast<const char *>(Image)), "module",
      Error);
  return finishLoad(S, Out, std::move(Code), Error);
}

} // namespace

TCSIMT_CUDA_API cuModuleLoadData(CUmodule *Out, const void *Image) {
  return guarded([&](DriverState &S) { return loadImage(S, Out, Image); });
}

TCSIMT_CUDA_API cuLibraryLoadData(CUlibrary *Out, const void *Image, void *,
                                  void *, unsigned, void *, void *, unsigned) {
  return guarded([&](DriverState &S) {
    auto L = std::make_unique<CUlib_st>();
    if (!isBinary(Image))
      L->Text = static_cast<const char *>(Image);
    *Out = S.Libraries.emplace_back(std::move(L)).get();
    return CUDA_SUCCESS;
  });
}

TCSIMT_CUDA_API cuLibraryGetModule(CUmodule *Out, CUlibrary Library) {
  return guarded([&](DriverState &S) -> CUresult {
    if (!S.Current)
      return CUDA_ERROR_INVALID_CONTEXT;
    CUmodule &Known = Library->Modules[S.Current->Id];
    if (!Known)
      if (CUresult R = loadImage(S, &Known,
                                 Library->Text.empty() ? "\177ELF"
                                                       : Library->Text.c_str());
          R != CUDA_SUCCESS)
        return R;
    *Out = Known;
    return CUDA_SUCCESS;
  });
}

TCSIMT_CUDA_API cuModuleLoadDataEx(CUmodule *Out, const void *Image, unsigned,
                                   void *, void *) {
  return cuModuleLoadData(Out, Image);
}

TCSIMT_CUDA_API cuModuleUnload(CUmodule Module) {
  return guarded([&](DriverState &S) {
    return S.Modules.erase(Module) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  });
}

TCSIMT_CUDA_API cuModuleGetFunction(CUfunction *Out, CUmodule Module,
                                    const char *Name) {
  return guarded([&](DriverState &S) -> CUresult {
    if (!S.Modules.count(Module))
      return CUDA_ERROR_INVALID_HANDLE;
    auto It = Module->Functions.find(std::string_view(Name));
    if (It == Module->Functions.end())
      return CUDA_ERROR_NOT_FOUND;
    *Out = It->second.get();
    return CUDA_SUCCESS;
  });
}

TCSIMT_CUDA_API cuModuleGetGlobal_v2(CUdeviceptr *Address, size_t *Bytes,
                                     CUmodule Module, const char *Name) {
  return guarded([&](DriverState &S) -> CUresult {
    if (!S.Modules.count(Module))
      return CUDA_ERROR_INVALID_HANDLE;
    uint64_t Size = 0;
    simt::DevicePtr At = Module->Code->global(Name, &Size);
    if (!At)
      return CUDA_ERROR_NOT_FOUND;
    if (Address)
      *Address = At;
    if (Bytes)
      *Bytes = Size;
    return CUDA_SUCCESS;
  });
}

TCSIMT_CUDA_API cuModuleGetGlobal(CUdeviceptr *Address, size_t *Bytes,
                                  CUmodule Module, const char *Name) {
  return cuModuleGetGlobal_v2(Address, Bytes, Module, Name);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TCSIMT_CUDA_API cuMemAlloc_v2(CUdeviceptr *Address, size_t Bytes) {
  return guarded([&](DriverState &S) -> CUresult {
    if (Bytes == 0)
      return CUDA_ERROR_INVALID_VALUE;
    if (S.forbidsUnsafeCalls())
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    static unsigned Count = 0;
    *Address = S.gpu().allocate(Bytes, "allocation " + std::to_string(Count++));
    return *Address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
  });
}

TCSIMT_CUDA_API cuMemFree_v2(CUdeviceptr Address) {
  return guarded([&](DriverState &S) -> CUresult {
    if (Address == 0 || S.gpu().release(Address))
      return CUDA_SUCCESS;
    return CUDA_ERROR_INVALID_VALUE;
  });
}

// Memory of the device is memory of the host: both have the same address.
TCSIMT_CUDA_API cuMemHostAlloc(void **Address, size_t Bytes, unsigned) {
  return guarded([&](DriverState &S) -> CUresult {
    if (Bytes == 0)
      return CUDA_ERROR_INVALID_VALUE;
    *Address = reinterpret_cast<void *>(S.gpu().allocate(Bytes, "host memory"));
    return *Address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
  });
}

TCSIMT_CUDA_API cuMemHostGetDevicePointer_v2(CUdeviceptr *Device, void *Host,
                                             unsigned) {
  *Device = reinterpret_cast<CUdeviceptr>(Host);
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuMemFreeHost(void *Address) {
  return cuMemFree_v2(reinterpret_cast<CUdeviceptr>(Address));
}

TCSIMT_CUDA_API cuMemcpyHtoD_v2(CUdeviceptr To, const void *From,
                                size_t Bytes) {
  return guarded([&](DriverState &S) {
    return S.gpu().write(To, From, Bytes) ? CUDA_SUCCESS
                                          : CUDA_ERROR_INVALID_VALUE;
  });
}

TCSIMT_CUDA_API cuMemcpyDtoH_v2(void *To, CUdeviceptr From, size_t Bytes) {
  return guarded([&](DriverState &S) {
    return S.gpu().read(To, From, Bytes) ? CUDA_SUCCESS
                                         : CUDA_ERROR_INVALID_VALUE;
  });
}

TCSIMT_CUDA_API cuMemcpyDtoD_v2(CUdeviceptr To, CUdeviceptr From,
                                size_t Bytes) {
  return guarded([&](DriverState &S) -> CUresult {
    if (!S.gpu().accessible(To, Bytes) || !S.gpu().accessible(From, Bytes))
      return CUDA_ERROR_INVALID_VALUE;
    std::memmove(reinterpret_cast<void *>(To),
                 reinterpret_cast<const void *>(From), Bytes);
    return CUDA_SUCCESS;
  });
}

TCSIMT_CUDA_API cuMemsetD8_v2(CUdeviceptr To, unsigned char Value,
                              size_t Count) {
  return guarded([&](DriverState &S) -> CUresult {
    if (!S.gpu().accessible(To, Count))
      return CUDA_ERROR_INVALID_VALUE;
    std::memset(reinterpret_cast<void *>(To), Value, Count);
    return CUDA_SUCCESS;
  });
}

TCSIMT_CUDA_API cuMemsetD32_v2(CUdeviceptr To, unsigned Value, size_t Count) {
  return guarded([&](DriverState &S) -> CUresult {
    if (To % 4 != 0 || Count > SIZE_MAX / 4 ||
        !S.gpu().accessible(To, Count * 4))
      return CUDA_ERROR_INVALID_VALUE;
    for (size_t I = 0; I != Count; ++I)
      reinterpret_cast<uint32_t *>(To)[I] = Value;
    return CUDA_SUCCESS;
  });
}

TCSIMT_CUDA_API cuMemGetInfo_v2(size_t *Free, size_t *Total) {
  *Free = *Total = size_t(64) << 30;
  return CUDA_SUCCESS;
}
