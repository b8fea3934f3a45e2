// tc::launch without a generated file: the table beside the kernel is read once and its checks are evaluated each time. The
// CUDA run time is the two functions below, the driver is the fake one.
//
// REQUIRES: gxx, cuda
// RUN: %python %S/Inputs/make-cubin.py %S/Inputs/saxpy.json %t.yaml %t.fake
// RUN: %gxx -std=c++20 -shared -fPIC %S/Inputs/fake-driver.cpp -o %t.driver.so
// RUN: %gxx -std=c++20 -Wall -Wextra -Werror -I%source/launcher-gen/include -isystem %include -isystem %cuda_path/include %s -o %t.exe -ldl
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe %t.fake | FileCheck %s
// RUN: env TILECHECKS_CUDA_LIBRARY=/nonexistent.so %t.exe %t.fake | FileCheck %s --check-prefix=NONE
// RUN: grep -v table %t.fake > %t.bare
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe %t.bare | FileCheck %s --check-prefix=BARE
// RUN: sed 's/cdef"/cdee"/' %t.fake > %t.stale
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe %t.stale | FileCheck %s --check-prefix=STALE
// RUN: sed 's/"attributes":\["deny_in_kernel_checks"\]/"attributes":["unchecked_accesses"]/' %t.fake > %t.unchecked
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe %t.unchecked | FileCheck %s --check-prefix=UNSAFE
#include <tilechecks/launch.hpp>
#include <tilechecks/tensor.hpp>

#include <cstdio>

static std::string image;

extern "C" cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *) {
  static tc::rt::cu_function found = [] {
    const tc::rt::driver &d = tc::rt::driver::get();
    tc::rt::cu_module module = nullptr;
    tc::rt::cu_function f = nullptr;
    d.cuCtxSetCurrent(reinterpret_cast<tc::rt::cu_context>(&image));
    d.cuModuleLoadData(&module, image.c_str());
    d.cuModuleGetFunction(&f, module, "saxpy");
    return f;
  }();
  *function = reinterpret_cast<cudaFunction_t>(found);
  return cudaSuccess;
}
extern "C" const char *cudaGetErrorString(cudaError_t) { return "an error"; }

static void saxpy(float, tc::tensor1<const float>, tc::tensor1<float>) {}

static void show(const char *what, const tc::status &s) {
  std::printf("%s: %s%s\n", what, s.ok() ? "ok" : "no: ", s.message.c_str());
}

int main(int, char **arguments) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  std::ifstream stream(arguments[1], std::ios::binary);
  image.assign(std::istreambuf_iterator<char>(stream), {});
  static float data[2048];
  tc::tensor1<float> x(data, 1024), shorter(data, 1023);

  show("good", tc::launch(saxpy, {.grid = 4, .block = 256}, 2, x, x));
  // CHECK: load module
  // CHECK-NEXT: launch saxpy__tc_placed grid 4,1,1 block 256,1,1 shared 0
  // CHECK-NEXT: good: ok
  // NONE: good: no: there is no CUDA driver: /nonexistent.so cannot be loaded
  // BARE: good: no: saxpy: the image holds no saxpy__tc_table; was the kernel compiled with libTileChecks.so?
  // STALE: good: no: saxpy: the image does not hold the code that this launcher was made for (no symbol saxpy__tc_digest_0123456789abcdee)
  // UNSAFE: good: no: saxpy: has unchecked accesses; its launch takes tc::unsafe after the configuration

  // Case: S17
  show("again", tc::launch(saxpy, {.grid = 5, .block = 256}, 2, x, x));
  // CHECK-NEXT: again: no: saxpy.cu:12: x(i): gridDim.x*blockDim.x <= extent(x,0) is false: 1280 <= 1024 (gridDim.x = 5, blockDim.x = 256, extent(x,0) = 1024)
  // CHECK-NEXT: Not launched
  show("shorter", tc::launch(saxpy, {.grid = 4, .block = 256}, 2, x, shorter));
  // CHECK-NEXT: shorter: no: saxpy.cu:12: y(i): gridDim.x*blockDim.x <= extent(y,0) is false: 1024 <= 1023
  // CHECK-NEXT: Not launched
  show("unsafe", tc::launch(saxpy, {.grid = 4, .block = 256}, tc::unsafe, 2, x, x));
  // CHECK-NEXT: launch saxpy__tc_placed
  // CHECK-NEXT: unsafe: ok
  // UNSAFE: launch saxpy__tc_placed
  show("no blocks", tc::launch(saxpy, {.grid = 0, .block = 256}, 2, shorter, shorter));
  // CHECK-NEXT: no blocks: ok
}
