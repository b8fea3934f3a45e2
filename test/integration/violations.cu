// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One source, tc::launch, on_violation=report: as one unit, and as two that share one record under -fgpu-rdc. Prints one line a check,
// as single-source.cu does; without a device there is one: that the launch says so.
//
//   -DUNIT=1, -DUNIT=2   one half each
//
// REQUIRES: plugin, cuda
// DEFINE: %{cc} = %clang_tc --offload-arch=sm_90 -O2 -mllvm -tilechecks=on_violation=report -I%source/launcher-gen/include
// DEFINE: %{libraries} = -L%cuda_path/lib64 -lcudart_static -ldl -lpthread -lrt
// RUN: %{cc} %s -o %t.exe %{libraries}
// RUN: %t.exe | FileCheck %s
// RUN: %{cc} -fgpu-rdc -DUNIT=1 -c %s -o %t.1.o
// RUN: %{cc} -fgpu-rdc -DUNIT=2 -c %s -o %t.2.o
// RUN: %clangxx --cuda-path=%cuda_path --offload-arch=sm_90 -fgpu-rdc --offload-link %t.1.o %t.2.o -o %t.rdc %{libraries}
// RUN: %t.rdc | FileCheck %s
// CHECK-NOT: FAILED
// CHECK: {{^[1-9][0-9]*}} passed, 0 failed
#include <tilechecks/tilechecks.hpp>

#include <tilechecks/launch.hpp>

#include <cstdio>

using ints = tc::tensor1<const int>;
using vec = tc::tensor1<float>;

tc::status launch_second(ints id, vec out);

#if !defined(UNIT) || UNIT == 2
__global__ void second(ints id, vec out) { out(id(threadIdx.x)) = 2; }

tc::status launch_second(ints id, vec out) {
  return tc::synchronize(tc::launch(second, {.grid = 1, .block = 64}, id, out));
}
#endif

#if !defined(UNIT) || UNIT == 1
__global__ void first(ints id, vec out) {
  out(id(threadIdx.x)) = 1;
}

static int passed = 0, failed = 0;
static void expect(bool holds, const char *what, const tc::status &s) {
  ++(holds ? passed : failed);
  std::printf("%s %s\n%s\n", holds ? "ok" : "FAILED", what, s.message.c_str());
}

static tc::status launch_first(ints id, vec out) {
  return tc::synchronize(tc::launch(first, {.grid = 1, .block = 64}, id, out));
}

static bool tells(const tc::status &s, const char *kernel, int thread, int index) {
  return s.code == tc::status_code::violation && s.record && s.record->kernel == kernel && s.record->thread_index.x == thread &&
         s.record->index == index && s.message.find("alive") != s.message.npos;
}

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    const tc::status s = launch_first(ints(nullptr, 64), vec(nullptr, 64));
    expect(s.code == tc::status_code::no_driver || s.code == tc::status_code::driver_error, "no device", s);
  } else {
    int *id = nullptr;
    float *out = nullptr;
    int good[64], bad[64];
    for (int i = 0; i != 64; ++i)
      good[i] = i, bad[i] = i == 40 ? 64 : i;
    cudaMalloc(reinterpret_cast<void **>(&id), sizeof good);
    cudaMalloc(reinterpret_cast<void **>(&out), 64 * sizeof(float));
    const auto use = [&](const int(&numbers)[64]) { (void)cudaMemcpy(id, numbers, sizeof numbers, cudaMemcpyHostToDevice); };
    for (int round = 0; round != 2; ++round) {
      use(bad);
      tc::status s = launch_first(ints(id, 64), vec(out, 64));
      expect(tells(s, "first", 40, 64), "first", s);
      s = launch_second(ints(id, 64), vec(out, 64));
      expect(tells(s, "second", 40, 64), "second", s);
      use(good);
      s = launch_first(ints(id, 64), vec(out, 64));
      expect(s.ok(), "first, good", s);
      s = launch_second(ints(id, 64), vec(out, 64));
      expect(s.ok(), "second, good", s);
    }
    // Past every launcher, but in a module that one has loaded.
    use(bad);
    first<<<1, 64>>>(ints(id, 64), vec(out, 64));
    use(good);
    tc::status s = launch_second(ints(id, 64), vec(out, 64));
    expect(tells(s, "first", 40, 64) && s.message.find("in flight beside second") != s.message.npos, "raw", s);
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
#endif
