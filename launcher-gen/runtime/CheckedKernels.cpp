//===- runtime/CheckedKernels.cpp - from a stub to bodies and table -------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA run time keeps the program's device code in libraries of the driver.
// The stub leads to its kernel (cudaGetKernel), that to its library, and there
// the other bodies are, as kernels that the CUDA run time launches like its
// own. So streams, capture, attributes and errors stay the CUDA run time's.
//
//===----------------------------------------------------------------------===//

#include "CheckedKernels.h"

#include <map>
#include <mutex>

using namespace tc;
using namespace tc::rt;

namespace tilechecks::runtime {

namespace {

/// Functions of the driver that only plain launches need. cuKernelGetLibrary
/// came with 12.5.
struct KernelDriver {
  int (*cuKernelGetLibrary)(void **, void *);
  int (*cuLibraryGetKernel)(void **, void *, const char *);
  int (*cuStreamCreate)(cu_stream *, unsigned);
  int (*cuMemcpyDtoHAsync_v2)(void *, cu_deviceptr, std::size_t, cu_stream);
  int (*cuStreamSynchronize)(cu_stream);
  int (*cuStreamDestroy_v2)(cu_stream);

  static const KernelDriver &get() {
    static const KernelDriver D = [] {
      KernelDriver K = {};
      void *Library = dlopen(options::process().cuda_library.c_str(), RTLD_NOW);
      if (!Library)
        return K;
      auto Find = [&](auto &Member, const char *Name) {
        Member = reinterpret_cast<std::decay_t<decltype(Member)>>(
            dlsym(Library, Name));
      };
      Find(K.cuKernelGetLibrary, "cuKernelGetLibrary");
      Find(K.cuLibraryGetKernel, "cuLibraryGetKernel");
      Find(K.cuStreamCreate, "cuStreamCreate");
      Find(K.cuMemcpyDtoHAsync_v2, "cuMemcpyDtoHAsync_v2");
      Find(K.cuStreamSynchronize, "cuStreamSynchronize");
      Find(K.cuStreamDestroy_v2, "cuStreamDestroy_v2");
      return K;
    }();
    return D;
  }
  bool complete() const {
    return cuKernelGetLibrary && cuLibraryGetKernel && cuStreamCreate &&
           cuMemcpyDtoHAsync_v2 && cuStreamSynchronize && cuStreamDestroy_v2;
  }
};

/// Of CUfunction_attribute.
constexpr int PreferredCarveout = 9;

/// The current context; its handle is null if there is none.
context_key currentContext() {
  const driver &D = driver::get();
  cu_context Context = nullptr;
  if (D.cuCtxGetCurrent(&Context) != cu_success || !Context)
    return {};
  return key_of(D, Context);
}

/// Copies from the device beside all streams of the program: a plain copy would
/// wait for them, and end the capture of one.
cu_result copyAside(void *To, cu_deviceptr From, size_t Bytes) {
  const KernelDriver &D = KernelDriver::get();
  constexpr unsigned NonBlocking = 1;
  cu_stream Stream = nullptr;
  cu_result R = D.cuStreamCreate(&Stream, NonBlocking);
  if (R != cu_success)
    return R;
  R = D.cuMemcpyDtoHAsync_v2(To, From, Bytes, Stream);
  if (R == cu_success)
    R = D.cuStreamSynchronize(Stream);
  (void)D.cuStreamDestroy_v2(Stream);
  return R;
}

/// Fills K in. What is missing leaves K without a table.
void read(const CudaRuntime &Cuda, const void *Stub, const context_key &Context,
          cu_function Function, CheckedKernel &K) {
  const driver &D = driver::get();
  const KernelDriver &Kernels = KernelDriver::get();
  const outside_capture Guard(D);
  const char *Name = nullptr;
  cu_module Module = nullptr;
  cudaKernel_t Kernel = nullptr;
  void *Library = nullptr;
  if (!D.cuFuncGetName || !D.cuFuncGetModule || !D.cuFuncGetAttribute ||
      D.cuFuncGetName(&Name, Function) != cu_success ||
      D.cuFuncGetModule(&Module, Function) != cu_success ||
      Cuda.cudaGetKernel(&Kernel, Stub) != cudaSuccess ||
      Kernels.cuKernelGetLibrary(&Library, Kernel) != cu_success) {
    K.Note =
        "the driver does not tell the library of the kernel; 12.5 or newer "
        "does";
    return;
  }
  std::unique_ptr<table_kernel> Table;
  status S = read_table(D, Name, Module, copyAside, Table);
  if (S.ok())
    S = check_params(D, Table->info(), Function);
  if (S.ok())
    S = let_record(D, Table->info(), Context, Module);
  if (!S.ok()) {
    K.Note = S.message;
    return;
  }
  for (const body_info &Body : Table->info().bodies) {
    void *Handle = nullptr;
    if (Kernels.cuLibraryGetKernel(
            &Handle, Library, std::string(Body.symbol).c_str()) == cu_success)
      K.Bodies[static_cast<int>(Body.kind)].Kernel =
          static_cast<cudaKernel_t>(Handle);
  }
  int Cluster[3] = {0, 0, 0};
  for (int Axis = 0; Axis != 3; ++Axis)
    (void)D.cuFuncGetAttribute(&Cluster[Axis], cu_required_cluster + Axis,
                               Function);
  if (Cluster[0] > 0 && Cluster[1] > 0 && Cluster[2] > 0)
    K.RequiredCluster = dims(Cluster[0], Cluster[1], Cluster[2]);
  K.SelfContained = Function;
  K.Table = std::move(Table);
}

using Key = std::pair<context_key, const void *>;

/// The slow way, once a kernel, context and thread.
CheckedKernel *findInAll(const CudaRuntime &Cuda, const void *Stub,
                         context_key &Context) {
  static std::mutex Lock;
  static std::map<Key, CheckedKernel> &All =
      *new std::map<Key, CheckedKernel>; // For launches of static destructors.
  // The CUDA run time makes its context current, and loads the kernel.
  cudaFunction_t Function = nullptr;
  const cudaError_t Before = Cuda.cudaPeekAtLastError();
  const bool IsKnown = Cuda.cudaGetFuncBySymbol(&Function, Stub) == cudaSuccess;
  // What we asked is not the program's error.
  if (!IsKnown && Before == cudaSuccess)
    (void)Cuda.cudaGetLastError();
  Context = currentContext();
  if (!Context.handle)
    return nullptr;
  const std::lock_guard<std::mutex> Guard(Lock);
  const auto [It, IsNew] = All.try_emplace({Context, Stub});
  if (IsNew && !IsKnown)
    It->second.Note = "no kernel that the CUDA run time knows by its stub";
  else if (IsNew)
    read(Cuda, Stub, Context, reinterpret_cast<cu_function>(Function),
         It->second);
  return &It->second;
}

} // namespace

CheckedKernel *findKernel(const CudaRuntime &Cuda, const void *Stub) {
  if (!driver::get().error.empty() || !KernelDriver::get().complete())
    return nullptr;
  struct Entry {
    Key Of;
    CheckedKernel *Kernel = nullptr;
  };
  thread_local Entry Recent[64];
  const auto Address = reinterpret_cast<std::uintptr_t>(Stub);
  Entry &E = Recent[(Address >> 4 ^ Address >> 10) % std::size(Recent)];
  context_key Context = currentContext();
  if (Context.handle && E.Kernel && E.Of == Key(Context, Stub))
    return E.Kernel;
  CheckedKernel *Found = findInAll(Cuda, Stub, Context);
  if (Found)
    E = {{Context, Stub}, Found};
  return Found;
}

cudaError_t prepareBody(const CudaRuntime &Cuda, const CheckedKernel &K,
                        LaunchableBody &Body, size_t SharedBytes) {
  if (SharedBytes > Body.SharedBytes.load(std::memory_order_relaxed)) {
    if (const cudaError_t E = Cuda.cudaFuncSetAttribute(
            Body.Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
            static_cast<int>(SharedBytes)))
      return E;
    Body.SharedBytes = SharedBytes;
  }
  int Carveout = -1;
  if (driver::get().cuFuncGetAttribute(&Carveout, PreferredCarveout,
                                       K.SelfContained) == cu_success &&
      Carveout != Body.Carveout.load(std::memory_order_relaxed)) {
    if (const cudaError_t E = Cuda.cudaFuncSetAttribute(
            Body.Kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
            Carveout))
      return E;
    Body.Carveout = Carveout;
  }
  return cudaSuccess;
}

} // namespace tilechecks::runtime
