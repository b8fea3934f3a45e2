// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the examples' host programs share: the device they run on (a GPU through libcuda, or the CPU runner, which takes
// the place of the driver), buffers, and a plain launch that knows nothing of launch checks.
//
//   NAME --device=gpu|cpu --case=good|bad|raw     exit 0 if what happened is what should
#pragma once

#include <tilechecks/launch/runtime.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace example {

struct command_line {
  bool gpu = false;
  std::string which = "good";
};

[[noreturn]] inline void usage(const char *program) {
  std::fprintf(stderr, "usage: %s [--device=gpu|cpu] [--case=good|bad|raw]\n", program);
  std::exit(1);
}

/// Must run before the first launch: the driver is chosen once a process. `stem` is the kernel's file name up to the
/// suffix, beside the program: "saxpy.sm_90".
inline command_line start(int count, char **words, const std::string &stem) {
  command_line line;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--device=gpu" || word == "--device=cpu")
      line.gpu = word == "--device=gpu";
    else if (word.starts_with("--case="))
      line.which = word.substr(7);
    else
      usage(words[0]);
  }
  if (line.which != "good" && line.which != "bad" && line.which != "raw")
    usage(words[0]);
  if (!line.gpu) {
    namespace fs = std::filesystem;
    const fs::path here = fs::canonical("/proc/self/exe").parent_path();
    const fs::path library = here.parent_path().parent_path() / "lib" / "libtilechecks_simt_cuda.so";
    setenv("TILECHECKS_CUDA_LIBRARY", library.c_str(), 0);
    setenv("TILECHECKS_SIMT_IR", (here / (stem + ".ll")).c_str(), 0);
  }
  return line;
}

[[noreturn]] inline void give_up(const std::string &why) {
  std::printf("FAILED: %s\n", why.c_str());
  std::exit(1);
}

inline void demand(tc::rt::cu_result r, const char *what) {
  if (r != tc::rt::cu_success)
    give_up(std::string(what) + ": " + tc::rt::driver::get().describe(r));
}

/// The driver with a current context, as a program has one before it allocates.
inline const tc::rt::driver &driver() {
  const tc::rt::driver &d = tc::rt::driver::get();
  if (!d.error.empty())
    give_up(d.error);
  tc::rt::cu_context context = nullptr;
  demand(d.cuCtxGetCurrent(&context), "cuCtxGetCurrent");
  if (!context) {
    tc::rt::cu_device device = 0;
    demand(d.cuDeviceGet(&device, 0), "cuDeviceGet");
    demand(d.cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    demand(d.cuCtxSetCurrent(context), "cuCtxSetCurrent");
  }
  return d;
}

/// `count` elements on the device.
template <class T> class buffer {
public:
  explicit buffer(const std::vector<T> &from) : count_(from.size()) {
    demand(driver().cuMemAlloc_v2(&address_, count_ * sizeof(T)), "cuMemAlloc");
    demand(driver().cuMemcpyHtoD_v2(address_, from.data(), count_ * sizeof(T)), "cuMemcpyHtoD");
  }
  buffer(const buffer &) = delete;
  ~buffer() { (void)driver().cuMemFree_v2(address_); }

  T *data() const { return reinterpret_cast<T *>(address_); }
  std::vector<T> read() const {
    std::vector<T> out(count_);
    demand(driver().cuMemcpyDtoH_v2(out.data(), address_, count_ * sizeof(T)), "cuMemcpyDtoH");
    return out;
  }

private:
  std::size_t count_;
  tc::rt::cu_deviceptr address_ = 0;
};

/// Largest difference, relative to the larger of 1 and the expected value.
inline double distance(const std::vector<float> &got, const std::vector<float> &expected) {
  double worst = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    worst = std::fmax(worst, std::fabs(double(got[i]) - expected[i]) / std::fmax(1.0, std::fabs(expected[i])));
  return worst;
}

inline int verify(const std::vector<float> &got, const std::vector<float> &expected, double tolerance) {
  const double worst = distance(got, expected);
  std::printf("%zu results, largest relative difference from the host's %.2g (at most %.2g)\n", expected.size(), worst,
              tolerance);
  return worst <= tolerance ? 0 : 1;
}

/// A launch as `kernel<<<grid, block>>>` makes it: the user's own symbol, no launcher. Returns what the driver says
/// once the kernel has ended.
inline tc::rt::cu_result plain_launch(const tc::rt::kernel_info &kernel, const tc::rt::image &image,
                                      const tc::launch_config &config, void **arguments) {
  const tc::rt::driver &d = driver();
  tc::rt::cu_module module = nullptr;
  tc::rt::cu_function function = nullptr;
  demand(d.cuModuleLoadData(&module, image.bytes.data()), "cuModuleLoadData");
  demand(d.cuModuleGetFunction(&function, module, std::string(kernel.symbol).c_str()), "cuModuleGetFunction");
  auto n = [](long long v) { return static_cast<unsigned>(v); };
  const auto &g = config.grid, &b = config.block;
  tc::rt::cu_result r = d.cuLaunchKernel(function, n(g.x), n(g.y), n(g.z), n(b.x), n(b.y), n(b.z),
                                         n(config.dynamic_smem), nullptr, arguments, nullptr);
  return r == tc::rt::cu_success ? d.cuCtxSynchronize() : r;
}

/// The bad shape was to be stopped inside the kernel.
inline int stopped(tc::rt::cu_result r) {
  const bool trapped = r == tc::rt::cu_error_launch_failed || r == tc::rt::cu_error_illegal_instruction;
  std::printf("a plain launch of that shape: %s\n", tc::rt::driver::get().describe(r).c_str());
  std::printf(trapped ? "stopped inside the kernel by its own checks\n" : "NOT stopped by a check\n");
  return trapped ? 0 : 1;
}

/// The bad shape was to be refused before anything ran.
inline int refused(const tc::status &s) {
  std::printf("%s\n", s.message.c_str());
  std::printf(s.code == tc::status_code::refused ? "refused; nothing was launched\n" : "NOT refused\n");
  return s.code == tc::status_code::refused && !s.launched ? 0 : 1;
}

} // namespace example
