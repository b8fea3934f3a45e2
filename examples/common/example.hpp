// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the examples' host programs share: the device they run on (a GPU through libcuda, or the CPU runner, which takes
// the place of the driver), buffers, and a plain launch that knows nothing of launch checks.
//
//   NAME --device=gpu|cpu --case=good|bad|raw     exit 0 if what happened is what should
//   NAME --device=... --case=hand --kernel=FILE   good shapes, by the hand-written kernel in FILE: a cubin, IR on the CPU
#pragma once

#include <tilechecks/launch/runtime.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace example {

struct command_line {
  bool gpu = false;
  std::string which = "good";
  std::string kernel; ///< of case "hand"
};

[[noreturn]] inline void usage(const char *program) {
  std::fprintf(stderr, "usage: %s [--device=gpu|cpu] [--case=good|bad|raw|data|hand] [--kernel=FILE]\n", program);
  std::exit(1);
}

/// Must run before the first launch: the driver is chosen once a process. `stem` is the kernel's file name up to the
/// suffix, beside the program: "saxpy.sm_90". `data` says whether there is a case in which the data are bad.
inline command_line start(int count, char **words, const std::string &stem, bool data = false) {
  command_line line;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--device=gpu" || word == "--device=cpu")
      line.gpu = word == "--device=gpu";
    else if (word.starts_with("--case="))
      line.which = word.substr(7);
    else if (word.starts_with("--kernel="))
      line.kernel = word.substr(9);
    else
      usage(words[0]);
  }
  const bool by_hand = line.which == "hand";
  if (by_hand == line.kernel.empty() || (line.which != "good" && line.which != "bad" && line.which != "raw" && !by_hand &&
                                         !(data && line.which == "data")))
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

/// Largest difference, relative to the larger of `least` and the expected value.
template <class T>
double distance(const std::vector<float> &got, const std::vector<T> &expected, double least = 1) {
  double worst = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double difference = std::fabs(double(got[i]) - double(expected[i]));
    // A NaN is no small difference.
    if (!(difference <= worst * std::fmax(least, std::fabs(double(expected[i])))))
      worst = std::isnan(difference) ? HUGE_VAL : difference / std::fmax(least, std::fabs(double(expected[i])));
  }
  return worst;
}

/// Whether `got` is near enough; 1 if not, so that the answers of several shapes add up to an exit code.
template <class T>
int verify(const std::vector<float> &got, const std::vector<T> &expected, double tolerance, double least = 1) {
  const double worst = distance(got, expected, least);
  std::printf("%zu results, largest relative difference from the host's %.2g (at most %.2g)\n", expected.size(), worst,
              tolerance);
  return worst <= tolerance ? 0 : 1;
}

/// The launch of good shapes must have succeeded. Says what was launched, and waits for its end.
inline void finish(const tc::status &launched, const tc::launch_config &config) {
  const tc::status s = tc::synchronize(launched);
  if (!s.ok())
    give_up(s.message);
  auto words = [](const tc::dims &d) {
    std::string text = std::to_string(d.x);
    if (d.y > 1 || d.z > 1)
      text += " x " + std::to_string(d.y);
    return d.z > 1 ? text + " x " + std::to_string(d.z) : text;
  };
  std::printf("launched the %s body, grid %s, block %s\n", std::string(tc::spelling(s.body)).c_str(),
              words(config.grid).c_str(), words(config.block).c_str());
}

/// A launch past every launcher, as `kernel<<<grid, block>>>` makes it. Returns what the driver says once the kernel has
/// ended.
inline tc::rt::cu_result launch(const void *image, const std::string &symbol, const tc::launch_config &config,
                                void **arguments) {
  const tc::rt::driver &d = driver();
  tc::rt::cu_module module = nullptr;
  tc::rt::cu_function function = nullptr;
  demand(d.cuModuleLoadData(&module, image), "cuModuleLoadData");
  demand(d.cuModuleGetFunction(&function, module, symbol.c_str()), "cuModuleGetFunction");
  auto n = [](long long v) { return static_cast<unsigned>(v); };
  const auto &g = config.grid, &b = config.block;
  tc::rt::cu_result r = d.cuLaunchKernel(function, n(g.x), n(g.y), n(g.z), n(b.x), n(b.y), n(b.z),
                                         n(config.dynamic_smem), nullptr, arguments, nullptr);
  return r == tc::rt::cu_success ? d.cuCtxSynchronize() : r;
}

/// The user's own symbol.
inline tc::rt::cu_result plain_launch(const tc::rt::kernel_info &kernel, const tc::rt::image &image,
                                      const tc::launch_config &config, void **arguments) {
  return launch(image.bytes.data(), std::string(kernel.symbol), config, arguments);
}

/// The hand-written kernel in `file`, with the arguments in order. Must end well.
template <class... T>
void launch_by_hand(const std::string &file, const std::string &symbol, const tc::launch_config &config, T... arguments) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    give_up("cannot read " + file);
  const std::string image{std::istreambuf_iterator<char>(in), {}};
  void *addresses[] = {&arguments...};
  demand(launch(image.c_str(), symbol, config, addresses), symbol.c_str());
  std::printf("launched %s by hand\n", symbol.c_str());
}

/// The bad shape was to be stopped inside the kernel.
inline int stopped(tc::rt::cu_result r) {
  const bool trapped = r == tc::rt::cu_error_launch_failed || r == tc::rt::cu_error_illegal_instruction;
  std::printf("a plain launch of that shape: %s\n", tc::rt::driver::get().describe(r).c_str());
  std::printf(trapped ? "stopped inside the kernel by its own checks\n" : "NOT stopped by a check\n");
  return trapped ? 0 : 1;
}

/// The launch was good; the data were to be stopped inside the kernel by a check that its placed or assumed body keeps.
inline int stopped(const tc::status &s) {
  std::printf("%s\n", s.message.c_str());
  const bool fast = s.body == tc::body_kind::placed || s.body == tc::body_kind::assumed;
  const bool right = s.code == tc::status_code::kernel_failed && fast && !s.residual_checks.empty();
  if (right)
    std::printf("stopped inside the %s body by a check that stays in it\n", std::string(tc::spelling(s.body)).c_str());
  else
    std::printf("NOT stopped by a check\n");
  return right ? 0 : 1;
}

/// Each of these launches was to be refused before anything ran.
inline int refused(std::initializer_list<tc::status> launches) {
  bool all = true;
  for (const tc::status &s : launches) {
    const bool right = s.code == tc::status_code::refused && !s.launched;
    std::printf("%s\n%s\n", s.message.c_str(), right ? "refused; nothing was launched" : "NOT refused");
    all = all && right;
  }
  return all ? 0 : 1;
}

} // namespace example
