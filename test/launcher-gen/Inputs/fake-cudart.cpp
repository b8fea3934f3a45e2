// The part of the CUDA run time that plain launches meet, over fake-driver.cpp: one kernel, whose image is the file
// FAKE_IMAGE and whose stub is what fake_stubs says; it also launches a kernel that it does not look up. Prints a line a launch: `run saxpy (stub)` for the program's own
// symbol, `run NAME` for a kernel of the driver. An error stays until cudaGetLastError takes it.
#include <tilechecks/launch/driver.hpp>

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

static const void *stub, *other;
static thread_local cudaError_t last = cudaSuccess;

static cudaError_t note(cudaError_t e) { return e == cudaSuccess ? e : last = e; }

static tc::rt::cu_function loaded() {
  static const tc::rt::cu_function f = [] {
    const tc::rt::driver &d = tc::rt::driver::get();
    std::ifstream file(std::getenv("FAKE_IMAGE"));
    const std::string image(std::istreambuf_iterator<char>(file), {});
    tc::rt::cu_module module = nullptr;
    tc::rt::cu_function found = nullptr;
    d.cuCtxSetCurrent(reinterpret_cast<tc::rt::cu_context>(&stub));
    d.cuModuleLoadData(&module, image.c_str());
    d.cuModuleGetFunction(&found, module, "saxpy");
    return found;
  }();
  return f;
}

static cudaError_t run(const char *how, const void *kernel, dim3 grid, dim3 block, size_t shared) {
  if (grid.x == 0)
    return note(cudaErrorInvalidConfiguration);
  const char *name = "saxpy (stub)";
  if (kernel == other)
    name = "another";
  else if (kernel != stub)
    tc::rt::driver::get().cuFuncGetName(&name, static_cast<tc::rt::cu_function>(const_cast<void *>(kernel)));
  std::printf("run%s %s grid %u block %u shared %zu\n", how, name, grid.x, block.x, shared);
  return cudaSuccess;
}

extern "C" {
void fake_stubs(const void *s, const void *o) {
  stub = s;
  other = o;
}

#define SHAPED(NAME, HOW)                                                                                              \
  cudaError_t NAME(const void *k, dim3 g, dim3 b, void **, size_t s, cudaStream_t) { return run(HOW, k, g, b, s); }
SHAPED(cudaLaunchKernel, "")
SHAPED(cudaLaunchKernel_ptsz, " ptsz")
SHAPED(cudaLaunchCooperativeKernel, " cooperative")
SHAPED(cudaLaunchCooperativeKernel_ptsz, " cooperative ptsz")
#define CONFIG(NAME, HOW)                                                                                              \
  cudaError_t NAME(const cudaLaunchConfig_t *c, const void *k, void **) {                                              \
    return run(HOW, k, c->gridDim, c->blockDim, c->dynamicSmemBytes);                                                  \
  }
CONFIG(cudaLaunchKernelExC, " ex")
CONFIG(cudaLaunchKernelExC_ptsz, " ex ptsz")

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *f, const void *s) {
  if (s != stub)
    return note(cudaErrorInvalidDeviceFunction);
  *f = reinterpret_cast<cudaFunction_t>(loaded());
  return cudaSuccess;
}
cudaError_t cudaGetKernel(cudaKernel_t *k, const void *) {
  *k = reinterpret_cast<cudaKernel_t>(loaded());
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute a, int value) {
  if (a == cudaFuncAttributeMaxDynamicSharedMemorySize)
    std::printf("allow %d shared bytes\n", value);
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *version) { return note(version ? cudaSuccess : cudaErrorInvalidValue); }
cudaError_t cudaPeekAtLastError(void) { return last; }
cudaError_t cudaGetLastError(void) {
  const cudaError_t e = last;
  last = cudaSuccess;
  return e;
}
}
