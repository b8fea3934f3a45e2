//===- harness.hpp - what the placement cases are written with --*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group of cases is one file of kernels, Inputs/GROUP.cu, and one host
// program, Inputs/GROUP.cpp, which launches them through the generated header
// on the CPU runner (TILECHECKS_CUDA_LIBRARY). It says of each kernel what must
// happen for a shape, and the harness asks all bodies:
//
//   accepts   every body runs, touches no byte outside its tensors (the runner
//             watches), and leaves the expected values; the launcher's own
//             choice is the placed body
//   refuses   the launcher refuses with the expected text, twice; and the same
//             shape given to the kernel behind the launcher's back is caught
//             there, by the user's own symbol and by the reference body
//   traps     the launcher lets it pass, for the check is in the kernel, and
//             every checked body stops
//   admits    the launcher would launch (for shapes too large to be run)
//   agrees    whichever of these the reference body answers: for sweeps over
//             many small shapes, so that no boundary is left to be thought of
//
// A stopped kernel loses its context, as on a device. So every launch is made
// in a process of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_CASES_HARNESS_HPP
#define TILECHECKS_TEST_CASES_HARNESS_HPP

#include <tilechecks/launch/runtime.hpp>
#include <tilechecks/tensor.hpp>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace cases {

inline int failures = 0;
inline int claims = 0;

/// Where the test stands, and what it is about.
struct place {
  std::source_location at;
  std::string_view kernel;
};

inline bool claim(bool holds, const place &p, const std::string &what) {
  ++claims;
  if (!holds) {
    ++failures;
    std::printf("FAILED at line %u, %.*s: %s\n", unsigned(p.at.line()),
                int(p.kernel.size()), p.kernel.data(), what.c_str());
  }
  return holds;
}

/// Grid, block and what else a launch has; remembers the line it stands in.
struct shape : tc::launch_config {
  std::source_location at;

  shape(tc::dims g, tc::dims b,
        std::source_location at = std::source_location::current())
      : at(at) {
    grid = g;
    block = b;
  }
  /// Leaves out the unchecked body: for shapes whose arithmetic overflows,
  /// which the twin need not survive.
  shape without_unchecked() const {
    shape s = *this;
    s.with_unchecked = false;
    return s;
  }
  bool with_unchecked = true;
  /// Whether the CPU runner can run it in reasonable time.
  bool is_runnable() const {
    return grid.x * grid.y * grid.z * block.x * block.y * block.z <= 1 << 16;
  }
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

inline void must(int result, const char *what) {
  if (result == tc::rt::cu_success)
    return;
  std::printf("FAILED: %s: %s\n", what,
              tc::rt::driver::get().describe(result).c_str());
  std::fflush(stdout);
  _exit(1);
}

/// The driver, with a context.
inline const tc::rt::driver &driver() {
  static const tc::rt::driver &d = []() -> const tc::rt::driver & {
    const tc::rt::driver &d = tc::rt::driver::get();
    if (!d.error.empty()) {
      std::printf("FAILED: %s\n", d.error.c_str());
      _exit(1);
    }
    tc::rt::cu_context context = nullptr;
    must(d.cuDevicePrimaryCtxRetain(&context, 0), "cuDevicePrimaryCtxRetain");
    must(d.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    return d;
  }();
  return d;
}

/// What must stand in an array afterwards.
struct expectation {
  std::function<void()> reset;
  std::function<void(const place &, std::string_view body)> check;
};

/// An array whose contents are compared between bodies.
struct memory {
  std::function<void()> reset;
  std::function<std::vector<unsigned char>()> read;
};

/// Device memory of exactly these elements: the runner notices an access to any
/// byte beside them.
template <class T> class array {
public:
  explicit array(std::vector<T> contents) : initial(std::move(contents)) {
    must(driver().cuMemAlloc_v2(&address, bytes()), "cuMemAlloc");
    reset();
  }
  explicit array(int count, T value = T())
      : array(std::vector<T>(std::size_t(count), value)) {}
  array(const array &) = delete;
  ~array() { (void)driver().cuMemFree_v2(address); }

  T *data() const { return reinterpret_cast<T *>(address); }
  int size() const { return int(initial.size()); }
  void reset() const {
    must(driver().cuMemcpyHtoD_v2(address, initial.data(), bytes()),
         "cuMemcpyHtoD");
  }
  std::vector<T> read() const {
    std::vector<T> found(initial.size());
    must(driver().cuMemcpyDtoH_v2(found.data(), address, bytes()),
         "cuMemcpyDtoH");
    return found;
  }

  /// The whole array as a tensor; with extents, as one of that shape, which may
  /// be smaller.
  tc::tensor1<T> all() const { return tc::tensor1<T>(data(), size()); }
  tc::tensor1<const T> in() const {
    return tc::tensor1<const T>(data(), size());
  }
  tc::tensor1<T> first(int n) const { return tc::tensor1<T>(data(), n); }
  tc::tensor2<T> as(int rows, int columns) const {
    return tc::tensor2<T>(data(), rows, columns);
  }
  template <long long... E>
  tc::tensor<T, tc::extents<int, E...>> fixed() const {
    return tc::tensor<T, tc::extents<int, E...>>(data());
  }

  expectation becomes(std::vector<T> expected) const {
    return {[this] { reset(); },
            [this, expected = std::move(expected)](const place &p,
                                                   std::string_view body) {
              const std::vector<T> found = read();
              std::string text = "body " + std::string(body) + " leaves";
              for (T v : found)
                text += " " + std::to_string(v);
              text += ", expected";
              for (T v : expected)
                text += " " + std::to_string(v);
              claim(found == expected, p, text);
            }};
  }
  expectation unchanged() const { return becomes(initial); }
  /// What all bodies must leave alike.
  memory contents() const {
    return {[this] { reset(); },
            [this] {
              std::vector<unsigned char> found(bytes());
              must(driver().cuMemcpyDtoH_v2(found.data(), address, bytes()),
                   "cuMemcpyDtoH");
              return found;
            }};
  }

private:
  std::size_t bytes() const { return initial.size() * sizeof(T); }
  std::vector<T> initial;
  tc::rt::cu_deviceptr address = 0;
};

//===----------------------------------------------------------------------===//
// A process for each launch
//===----------------------------------------------------------------------===//

struct ending {
  int code = -1;    ///< What the function returned; -1 if the process died.
  std::string said; ///< On stderr.
};

inline ending in_child(const std::function<int()> &body) {
  std::fflush(nullptr);
  int ends[2];
  if (pipe(ends) != 0)
    return {};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    dup2(ends[1], 2);
    const int code = body();
    std::fflush(nullptr);
    _exit(code);
  }
  close(ends[1]);
  ending e;
  char buffer[4096];
  for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    e.said.append(buffer, std::size_t(n));
  close(ends[0]);
  int how = 0;
  waitpid(child, &how, 0);
  e.code = WIFEXITED(how) ? WEXITSTATUS(how) : -1;
  return e;
}

/// What a child answers.
enum verdict { clean = 0, stopped = 3, other = 4 };

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

template <class Check, class Launch> class kernel {
public:
  kernel(const tc::rt::kernel_info &info, const tc::rt::image &image,
         Check check, Launch launch)
      : info(info), image(image), check(check), launch(launch) {}

  /// Every body runs and leaves what is expected.
  template <class... A>
  void accepts(const shape &s, std::vector<expectation> after,
               const A &...arguments) const {
    const place p = at(s);
    // Left to the launcher, the fast one runs.
    const tc::status chosen = check(s, arguments...);
    claim(chosen.ok() && (chosen.body == tc::body_kind::placed ||
                          chosen.body == tc::body_kind::assumed),
          p, "no fast body is chosen: " + chosen.message);
    const ending e = in_child([&] {
      failures = 0;
      for (const tc::rt::body_info &b : info.bodies)
        if (b.kind != tc::body_kind::unchecked || s.with_unchecked)
          run_body(p, s, b.kind, after, arguments...);
      return failures == 0 ? clean : other;
    });
    claim(e.code == clean, p,
          e.said.empty() ? "some body does not do as expected" : e.said);
  }

  /// Left to the launcher, and when the assumed body is asked for, `body` runs
  /// and leaves what is expected.
  template <class... A>
  void runs(const shape &s, tc::body_kind body, std::vector<expectation> after,
            const A &...arguments) const {
    const place p = at(s);
    const ending e = in_child([&] {
      failures = 0;
      for (bool asked : {false, true}) {
        for (const expectation &x : after)
          x.reset();
        tc::launch_config config = s;
        if (asked)
          config.body = tc::body_kind::assumed;
        const tc::status status = tc::synchronize(launch(config, arguments...));
        const std::string name(tc::spelling(status.body));
        if (!claim(status.ok() && status.launched && status.body == body, p,
                   "body " + name + " is run: " + status.message))
          continue;
        for (const expectation &x : after)
          x.check(p, name);
      }
      return failures == 0 ? clean : other;
    });
    claim(e.code == clean, p, "not as expected: " + e.said);
  }

  /// The launcher would launch.
  template <class... A>
  void admits(const shape &s, const A &...arguments) const {
    tc::status status = check(s, arguments...);
    claim(status.ok(), at(s), "is not admitted: " + status.message);
  }

  /// The launcher refuses and says `text`; the kernel itself would have
  /// stopped.
  template <class... A>
  void refuses(const shape &s, std::string_view text,
               const A &...arguments) const {
    refuses_at_launch(s, text, arguments...);
    if (!s.is_runnable())
      return;
    stops("the user's own symbol", s, raw(s, arguments...));
    stops("the reference body", s,
          through(s, tc::body_kind::reference, arguments...));
  }

  /// The launcher refuses, and a shape that the kernel could run without a
  /// violation: what the author requires, a contract.
  template <class... A>
  void refuses_at_launch(const shape &s, std::string_view text,
                         const A &...arguments) const {
    const place p = at(s);
    // A launch that a check in the kernel stopped would end this process.
    if (!claim(!check(s, arguments...).ok(), p, "is not refused"))
      return;
    // Twice: what was refused once is not let through the second time.
    for (int round = 0; round != 2; ++round) {
      tc::status status = launch(s, arguments...);
      claim(status.code == tc::status_code::refused && !status.launched, p,
            "is not refused (" + status.message + ")");
      claim(status.message.find(text) != std::string::npos, p,
            "expected `" + std::string(text) +
                "` in the message, found: " + status.message);
    }
  }

  /// What the launcher says of a launch; nothing runs.
  template <class... A>
  tc::status answer(const shape &s, const A &...arguments) const {
    return check(s, arguments...);
  }

  /// The user's own symbol, launched as `<<<>>>` does, stops.
  template <class... A>
  void raw_stops(const shape &s, const A &...arguments) const {
    stops("the user's own symbol", s, raw(s, arguments...));
  }
  /// The user's own symbol, launched as `<<<>>>` does, runs.
  template <class... A>
  void raw_runs(const shape &s, const A &...arguments) const {
    const ending e = raw(s, arguments...);
    claim(e.code == clean, at(s),
          "the user's own symbol, launched raw, does not run: " + e.said);
  }

  /// The launch passes and the kernel stops, whatever its body; the answer says
  /// `text`.
  template <class... A>
  void traps(const shape &s, std::string_view text,
             const A &...arguments) const {
    admits(s, arguments...);
    for (const tc::rt::body_info &b : info.bodies) {
      if (b.kind == tc::body_kind::unchecked)
        continue;
      const ending e = through(s, b.kind, arguments...);
      stops("body " + std::string(tc::spelling(b.kind)), s, e);
      if (b.kind == tc::body_kind::placed)
        claim(e.said.find(text) != std::string::npos, at(s),
              "expected `" + std::string(text) +
                  "` in the message, found: " + e.said);
    }
    stops("the user's own symbol", s, raw(s, arguments...));
  }

  /// The reference body decides what is right. Where it runs, the launcher
  /// admits the shape and every checked body leaves the same memory; where it
  /// is stopped, the launcher refuses and the user's own symbol stops, or the
  /// placed body stops as well. A process for each shape has its price: one in
  /// six is run, all with TILECHECKS_ALL_SHAPES=1 in the environment.
  template <class... A>
  void agrees(const shape &s, std::vector<memory> after,
              const A &...arguments) const {
    if (!is_sampled())
      return;
    const place p = at(s);
    const std::string which = shown(s, arguments...);
    const tc::status chosen = check(s, arguments...);
    const ending e = in_child([&] {
      failures = 0;
      tc::status status;
      const auto left_by = [&](tc::body_kind body) {
        for (const memory &m : after)
          m.reset();
        tc::launch_config config = s;
        config.body = body;
        status = tc::synchronize(launch(config, arguments...));
        std::vector<std::vector<unsigned char>> left;
        if (status.ok()) // A stopped kernel took its context with it.
          for (const memory &m : after)
            left.push_back(m.read());
        return left;
      };
      const auto expected = left_by(tc::body_kind::reference);
      if (!status.ok())
        return is_by_check(status) ? stopped : other;
      if (!claim(chosen.ok(), p,
                 which + ": no thread violates, but: " + chosen.message))
        return other;
      for (const tc::rt::body_info &b : info.bodies) {
        if (b.kind == tc::body_kind::unchecked ||
            b.kind == tc::body_kind::reference)
          continue;
        const auto found = left_by(b.kind);
        const std::string name(tc::spelling(b.kind));
        claim(status.ok(), p,
              which + ": body " + name + " is not run: " + status.message);
        claim(found == expected, p,
              which + ": body " + name +
                  " does not leave what the reference leaves");
      }
      return failures == 0 ? clean : other;
    });
    if (e.code != stopped)
      claim(e.code == clean, p,
            which + ": not as the reference body does: " + e.said);
    else if (chosen.ok())
      stops(which + ": the placed body, let through by the launcher,", s,
            through(s, tc::body_kind::placed, arguments...));
    if (e.code == stopped)
      stops(which + ": the user's own symbol", s, raw(s, arguments...));
  }

private:
  /// The arguments as a failed claim of a sweep shows them.
  template <class... A>
  static std::string shown(const shape &s, const A &...arguments) {
    std::string text = "grid " + std::to_string(s.grid.x) + " block " +
                       std::to_string(s.block.x) + " arguments";
    const auto show = [&](const auto &a) {
      if constexpr (std::is_integral_v<std::decay_t<decltype(a)>>)
        text += " " + std::to_string(a);
      else if constexpr (requires { a.extent(0); })
        text += " [" + std::to_string(a.extent(0)) + "]";
    };
    (show(arguments), ...);
    return text;
  }

  /// Spread over the shapes of a sweep, whatever its inner loops are; the same
  /// ones in each run.
  static bool is_sampled() {
    static const bool all = std::getenv("TILECHECKS_ALL_SHAPES") != nullptr;
    static unsigned shapes = 0;
    return all || (shapes++ * 2654435761u >> 16) % 6 == 0;
  }

  static bool is_by_check(const tc::status &status) {
    return status.code == tc::status_code::kernel_failed &&
           status.message.find("CUDA_ERROR_LAUNCH_FAILED") != std::string::npos;
  }

  place at(const shape &s) const { return {s.at, info.name}; }

  template <class... A>
  void run_body(const place &p, const shape &s, tc::body_kind body,
                const std::vector<expectation> &after,
                const A &...arguments) const {
    for (const expectation &e : after)
      e.reset();
    tc::launch_config config = s;
    config.body = body;
    const tc::status launched = launch(config, arguments...);
    const tc::status status = tc::synchronize(launched);
    const std::string name(tc::spelling(body));
    if (!claim(status.ok() && status.launched, p,
               "body " + name + " is not run: " + status.message))
      return;
    for (const expectation &e : after)
      e.check(p, name);
  }

  void stops(const std::string &who, const shape &s, const ending &e) const {
    claim(e.code == stopped, at(s),
          who + " is not stopped by a check: " +
              (e.said.empty() ? "it ran" : e.said));
  }

  /// One launch through the launcher, in a process of its own. Its answer goes
  /// to stderr.
  template <class... A>
  ending through(const shape &s, tc::body_kind body,
                 const A &...arguments) const {
    return in_child([&] {
      tc::launch_config config = s;
      config.body = body;
      const tc::status launched = launch(config, arguments...);
      const tc::status status = tc::synchronize(launched);
      if (status.ok())
        return clean;
      std::fprintf(stderr, "%s\n", status.message.c_str());
      return is_by_check(status) ? stopped : other;
    });
  }

  /// One launch past the launcher: no check of it is evaluated.
  template <class... A>
  ending raw(const shape &s, const A &...arguments) const {
    return in_child([&] {
      const std::size_t sizes[] = {sizeof(arguments)..., 0};
      for (std::size_t i = 0; i != info.params.size(); ++i)
        if (sizes[i] != info.params[i].size) {
          std::fprintf(stderr, "argument %d has a wrong size\n", int(i));
          return other;
        }
      const void *pointers[] = {&arguments..., nullptr};
      const tc::rt::driver &d = driver();
      tc::rt::loaded_body body;
      tc::rt::refusal why = tc::rt::loader::process().function(
          d, info, image, tc::body_kind::self_contained, body);
      if (!why)
        why = tc::rt::submission(d, info, s, body,
                                 const_cast<void **>(pointers))
                  .submit();
      if (why) {
        std::fprintf(stderr, "%s\n", why->message.c_str());
        return other;
      }
      const tc::rt::cu_result r = d.cuCtxSynchronize();
      if (r == tc::rt::cu_success)
        return clean;
      std::fprintf(stderr, "%s\n", d.describe(r).c_str());
      return r == tc::rt::cu_error_launch_failed ? stopped : other;
    });
  }

  const tc::rt::kernel_info &info;
  const tc::rt::image &image;
  Check check;
  Launch launch;
};

/// Compiles the module on the runner, once for all the processes that follow.
/// Every group has a kernel `warm_up` without parameters.
inline void warm_up(const tc::rt::kernel_info &any,
                    const tc::rt::image &image) {
  const tc::rt::driver &d = driver();
  tc::rt::loaded_body placed;
  if (tc::rt::refusal why = tc::rt::loader::process().function(
          d, any, image, tc::body_kind::placed, placed)) {
    std::printf("FAILED: %s\n", why->message.c_str());
    std::fflush(stdout);
    _exit(1);
  }
  tc::rt::cu_module module = nullptr;
  tc::rt::cu_function function = nullptr;
  must(d.cuFuncGetModule(&module, placed.function), "cuFuncGetModule");
  must(d.cuModuleGetFunction(&function, module, "warm_up"), "warm_up");
  must(d.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr,
                        nullptr),
       "warm_up");
  must(d.cuCtxSynchronize(), "warm_up");
}

/// What main() returns.
inline int result() {
  std::printf("%d claims, %d failed\n", claims, failures);
  return failures == 0 && claims > 0 ? 0 : 1;
}

} // namespace cases

/// The kernel NAME of the generated header of MODULE.
#define CASE(MODULE, NAME)                                                     \
  cases::kernel(                                                               \
      tilechecks_generated_##MODULE::NAME,                                     \
      tilechecks_generated_##MODULE::image,                                    \
      [](const tc::launch_config &c, const auto &...a) {                       \
        return check_##NAME(c, a...);                                          \
      },                                                                       \
      [](const tc::launch_config &c, const auto &...a) {                       \
        return launch_##NAME(c, a...);                                         \
      })

#endif // TILECHECKS_TEST_CASES_HARNESS_HPP
