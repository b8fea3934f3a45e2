// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the benchmarks on a GPU share: cubins, launches, times by CUDA events. An error ends the program with a message.
#pragma once

#include <tilechecks/launch/driver.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace bench {

using namespace tc::rt;

/// The name of the program in its messages; set by start().
inline const char *program = "bench";

struct calls {
  cu_result (*create)(void **, unsigned);
  cu_result (*record)(void *, void *);
  cu_result (*wait)(void *);
  cu_result (*elapsed)(float *, void *, void *);
  cu_result (*attribute)(int *, int, cu_function);
  cu_result (*function_count)(unsigned *, cu_module);
  cu_result (*functions)(cu_function *, unsigned, cu_module);
  cu_result (*device_name)(char *, int, cu_device);
};
inline calls ev;

inline void demand(cu_result r, const char *what) {
  if (r == cu_success)
    return;
  std::fprintf(stderr, "%s: %s: %s\n", program, what, driver::get().describe(r).c_str());
  std::exit(1);
}

template <class F> void look_up(void *library, F &f, const char *name) {
  f = reinterpret_cast<F>(dlsym(library, name));
  if (!f) {
    std::fprintf(stderr, "%s: the driver has no %s\n", program, name);
    std::exit(1);
  }
}

/// Finds the driver's calls, makes the first device's context current and returns the device's name.
inline std::string start(const char *name_of_program) {
  program = name_of_program;
  const driver &d = driver::get();
  if (!d.error.empty()) {
    std::fprintf(stderr, "%s: %s\n", program, d.error.c_str());
    std::exit(1);
  }
  void *library = dlopen(options::process().cuda_library.c_str(), RTLD_NOW);
  look_up(library, ev.create, "cuEventCreate");
  look_up(library, ev.record, "cuEventRecord");
  look_up(library, ev.wait, "cuEventSynchronize");
  look_up(library, ev.elapsed, "cuEventElapsedTime_v2");
  look_up(library, ev.attribute, "cuFuncGetAttribute");
  look_up(library, ev.function_count, "cuModuleGetFunctionCount");
  look_up(library, ev.functions, "cuModuleEnumerateFunctions");
  look_up(library, ev.device_name, "cuDeviceGetName");
  cu_device device = 0;
  cu_context context = nullptr;
  demand(d.cuDeviceGet(&device, 0), "cuDeviceGet");
  demand(d.cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  demand(d.cuCtxSetCurrent(context), "cuCtxSetCurrent");
  char name[256] = "";
  demand(ev.device_name(name, sizeof name, device), "cuDeviceGetName");
  return name;
}

inline std::string read_file(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "%s: cannot read %s\n", program, path.c_str());
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

inline cu_module load(const std::string &path) {
  cu_module m = nullptr;
  demand(driver::get().cuModuleLoadData(&m, read_file(path).c_str()), path.c_str());
  return m;
}

inline cu_function function_of(cu_module m, const std::string &symbol) {
  cu_function f = nullptr;
  demand(driver::get().cuModuleGetFunction(&f, m, symbol.c_str()), symbol.c_str());
  return f;
}

inline cu_function only_function(const std::string &path) {
  cu_module m = load(path);
  unsigned count = 0;
  demand(ev.function_count(&count, m), "cuModuleGetFunctionCount");
  if (count != 1) {
    std::fprintf(stderr, "%s: %s has %u kernels, not one\n", program, path.c_str(), count);
    std::exit(1);
  }
  cu_function f = nullptr;
  demand(ev.functions(&f, 1, m), "cuModuleEnumerateFunctions");
  return f;
}

struct body {
  std::string name;
  cu_function function;
  std::vector<void *> arguments;
  std::vector<float> microseconds; ///< a launch, one for each round
};

struct figure {
  double median, spread; ///< spread: the distance between the quartiles
};

inline figure summary(std::vector<float> v) {
  std::sort(v.begin(), v.end());
  return {v[v.size() / 2], double(v[v.size() * 3 / 4]) - v[v.size() / 4]};
}

inline int attribute(cu_function f, int which) {
  int value = 0;
  demand(ev.attribute(&value, which, f), "cuFuncGetAttribute");
  return value;
}

struct shape {
  unsigned x = 1, y = 1, z = 1;
};

inline void launch(const body &b, const shape &grid, const shape &block) {
  demand(driver::get().cuLaunchKernel(b.function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0, nullptr,
                                      const_cast<void **>(b.arguments.data()), nullptr),
         b.name.c_str());
}

/// Launches every body `batch` times in turn, round after round, so that clocks and neighbours disturb all alike. Three rounds
/// are not counted.
inline void time_in_turn(std::vector<body> &bodies, const shape &grid, const shape &block, int rounds, int batch) {
  void *begin = nullptr, *end = nullptr;
  demand(ev.create(&begin, 0), "cuEventCreate");
  demand(ev.create(&end, 0), "cuEventCreate");
  for (int round = -3; round < rounds; ++round)
    for (body &b : bodies) {
      demand(ev.record(begin, nullptr), "cuEventRecord");
      for (int i = 0; i < batch; ++i)
        launch(b, grid, block);
      demand(ev.record(end, nullptr), "cuEventRecord");
      demand(ev.wait(end), b.name.c_str());
      float ms = 0;
      demand(ev.elapsed(&ms, begin, end), "cuEventElapsedTime");
      if (round >= 0)
        b.microseconds.push_back(ms * 1000 / float(batch));
    }
}

inline cu_deviceptr on_device(const void *data, std::size_t bytes) {
  cu_deviceptr p = 0;
  demand(driver::get().cuMemAlloc_v2(&p, bytes), "cuMemAlloc");
  demand(driver::get().cuMemcpyHtoD_v2(p, data, bytes), "cuMemcpyHtoD");
  return p;
}
template <class T> cu_deviceptr on_device(const std::vector<T> &host) {
  return on_device(host.data(), host.size() * sizeof(T));
}

/// `count` floats on the device that every body writes: set before, compared behind.
struct output {
  cu_deviceptr data;
  std::size_t count;
};

inline std::vector<float> read(const output &out) {
  std::vector<float> host(out.count);
  demand(driver::get().cuMemcpyDtoH_v2(host.data(), out.data, out.count * sizeof(float)), "cuMemcpyDtoH");
  return host;
}

/// Every body's result is that of the first but for roundings: another order of additions, contracted products.
inline void compare(const std::vector<body> &bodies, const output &out, const shape &grid, const shape &block) {
  const std::vector<float> before = read(out);
  std::vector<float> expected;
  for (const body &b : bodies) {
    demand(driver::get().cuMemcpyHtoD_v2(out.data, before.data(), out.count * sizeof(float)), "cuMemcpyHtoD");
    launch(b, grid, block);
    demand(driver::get().cuCtxSynchronize(), b.name.c_str());
    std::vector<float> got = read(out);
    if (expected.empty())
      expected = got;
    for (std::size_t i = 0; i < out.count; ++i)
      if (!(std::fabs(got[i] - expected[i]) <= 1e-4f * std::fabs(expected[i]))) {
        std::fprintf(stderr, "%s: %s computes %g where %s has %g, element %zu\n", program, b.name.c_str(),
                     got[i], bodies.front().name.c_str(), expected[i], i);
        std::exit(1);
      }
  }
}

} // namespace bench
