// The part of the driver's API that launch-modes.cpp calls by itself, looked up in the library that the launchers use; with
// what a test of it needs.
#ifndef TILECHECKS_TEST_DEVICE_HPP
#define TILECHECKS_TEST_DEVICE_HPP

#include <tilechecks/launch/driver.hpp>

#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <dlfcn.h>

template <class F> F *find(const char *name) {
  static void *library = dlopen(tc::rt::options::process().cuda_library.c_str(), RTLD_NOW);
  return library ? reinterpret_cast<F *>(dlsym(library, name)) : nullptr;
}

/// Calls `name`, which has to be there and to succeed.
template <class... A> void call(const char *name, A... arguments) {
  auto *f = find<CUresult(A...)>(name);
  const int r = f ? f(arguments...) : -1;
  if (r != 0) {
    std::printf("FAILED set-up: %s gives %d\n", name, r);
    std::exit(3);
  }
}

template <class T> class buffer {
public:
  explicit buffer(std::vector<T> values) : count(values.size()) {
    call("cuMemAlloc_v2", &address, count * sizeof(T));
    write(values);
  }
  buffer(const buffer &) = delete;
  ~buffer() {
    if (auto *f = find<CUresult(CUdeviceptr)>("cuMemFree_v2"))
      (void)f(address);
  }
  void write(const std::vector<T> &values) {
    call("cuMemcpyHtoD_v2", address, static_cast<const void *>(values.data()), count * sizeof(T));
  }
  std::vector<T> read() const {
    std::vector<T> values(count);
    call("cuMemcpyDtoH_v2", static_cast<void *>(values.data()), address, count * sizeof(T));
    return values;
  }
  T *data() const { return reinterpret_cast<T *>(address); }

private:
  CUdeviceptr address = 0;
  std::size_t count;
};

inline int passed = 0, failed = 0;

inline void check(const std::string &name, bool holds, const std::string &why = "") {
  ++(holds ? passed : failed);
  std::printf(holds ? "ok %s\n" : "FAILED %s: %s\n", name.c_str(), why.c_str());
  std::fflush(stdout);
}

#endif // TILECHECKS_TEST_DEVICE_HPP
