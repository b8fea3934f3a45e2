// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One source: kernels, and the host program that launches them through tc::launch and through <<<>>>. Prints one line a
// check, `ok NAME` or `FAILED NAME ...`, then `N passed, M failed`; the exit code says the same. A check that loses the
// context runs in a child process, this program with arguments: a kernel that was stopped takes its context along.
// Without a device there is one check: that the launch says so.
//
//   -DRDC              the other half is Inputs/pick.cu, another translation unit
//   -DDEFAULT_BODIES   built without bodies=...
//
// REQUIRES: plugin, cuda
// RUN: %clang_tc --offload-arch=sm_90 --offload-arch=sm_100a -O2 -mllvm -tilechecks=bodies=no_hoist+reference+unchecked -I%source/launcher-gen/include %s -o %t.exe -L%cuda_path/lib64 -lcudart_static -ldl -lpthread -lrt
// RUN: %t.exe | FileCheck %s
// CHECK-NOT: FAILED
// CHECK: {{^[1-9][0-9]*}} passed, 0 failed
#include "Inputs/pick.cuh"

#include <tilechecks/launch.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

// --- the kernels

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void saxpy(float a, tc::tensor1<const float> x, tc::tensor1<float> y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < y.extent(0))
    y(i) = a * x(i) + y(i);
}

namespace {
__global__ void fill(tc::tensor1<int> x, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < x.extent(0))
    x(i) = value;
}
} // namespace

// The check of table(...) stays at its access: the index is data.
__global__ void gather(tc::tensor1<const int> index, tc::tensor1<const float> table, tc::tensor1<float> out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < out.extent(0))
    out(i) = table(index(i));
}

// The check of the row stands before the loop.
__global__ void fill_row(tc::tensor1<const int> row, tc::tensor2<float> x, int n) {
  const int r = row(blockIdx.x);
  for (int j = 0; j < n; ++j)
    x(r, j) = float(j + 1);
}

TC_KERNEL(tc::requires_("extent(x,0) % 4 == 0"))
__global__ void reverse(tc::tensor1<int> x) {
  tc::require(gridDim.x == 1, "one block holds the whole tensor");
  const int n = x.extent(0), i = threadIdx.x;
  if (i < n / 2) {
    const int kept = x(i);
    x(i) = x(n - 1 - i);
    x(n - 1 - i) = kept;
  }
}

#ifdef RDC
__global__ void pick_all(tc::tensor1<const int> index, tc::tensor1<const float> table, tc::tensor1<float> out) {
  int i = threadIdx.x;
  if (i < out.extent(0))
    out(i) = pick(table, index(i));
}

void (*fill_of_the_other_file())(tc::tensor1<int>, int);
#endif

// --- the host side

namespace {

template <class T> class buffer {
public:
  explicit buffer(std::vector<T> values) : count(values.size()) {
    demand(cudaMalloc(&data, count * sizeof(T)));
    demand(cudaMemcpy(data, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  buffer(const buffer &) = delete;
  ~buffer() { (void)cudaFree(data); }

  std::vector<T> read() const {
    std::vector<T> values(count);
    demand(cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  /// A view that claims `claimed` elements.
  template <class U = T> tc::tensor1<U> view(int claimed) const { return tc::tensor1<U>(data, claimed); }
  template <class U = T> tc::tensor1<U> view() const { return view<U>(int(count)); }

  T *data = nullptr;
  std::size_t count;

private:
  static void demand(cudaError_t e) {
    if (e == cudaSuccess)
      return;
    std::printf("FAILED set-up: %s\n", cudaGetErrorString(e));
    std::exit(3);
  }
};

int passed = 0, failed = 0;

void check(const std::string &name, bool holds, const std::string &why = "") {
  ++(holds ? passed : failed);
  if (holds)
    std::printf("ok %s\n", name.c_str());
  else
    std::printf("FAILED %s %s\n", name.c_str(), why.c_str());
  std::fflush(stdout);
}

std::string describe(const tc::status &s) {
  return "code " + std::to_string(int(s.code)) + (s.launched ? ", launched " : ", not launched ") +
         std::string(tc::spelling(s.body)) + ": " + s.message + (s.note.empty() ? "" : "; note: " + s.note);
}

bool has(const std::string &text, const std::string &part) { return text.find(part) != text.npos; }

/// The launch ran the body that was expected.
void runs(const std::string &name, const tc::status &launched, tc::body_kind body = tc::body_kind::placed) {
  const tc::status s = tc::synchronize(launched);
  check(name, s.ok() && s.launched && s.body == body, describe(s));
}

/// The launch was refused, and its message has `part`.
void refuses(const std::string &name, const tc::status &s, const std::string &part) {
  check(name, s.code == tc::status_code::refused && !s.launched && has(s.message, part), describe(s));
  check(name + ": the context lives", cudaDeviceSynchronize() == cudaSuccess);
}

void raw_works(const std::string &name) {
  const cudaError_t start = cudaGetLastError(), end = cudaDeviceSynchronize();
  check(name, start == cudaSuccess && end == cudaSuccess,
        std::string(cudaGetErrorString(start)) + ", " + cudaGetErrorString(end));
}

constexpr int n = 1000, threads = 256, blocks = (n + threads - 1) / threads;
const tc::launch_config covering{.grid = blocks, .block = threads};

std::vector<float> numbers() {
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = float(i % 97);
  return v;
}
std::vector<int> permutation() {
  std::vector<int> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = int((long long)(i) * 7 % n);
  return v;
}
std::vector<float> gathered(const std::vector<int> &index) {
  const std::vector<float> table = numbers();
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = table[index[i]];
  return v;
}
std::vector<float> saxpied() {
  std::vector<float> v = numbers();
  for (float &f : v)
    f = 2 * f + 1;
  return v;
}

// --- what a child does; its exit code is the number of a cudaError, or of a wrong result

constexpr int wrong_result = 254;

int raw_end() {
  const cudaError_t start = cudaGetLastError();
  return int(start != cudaSuccess ? start : cudaDeviceSynchronize()) & 0xff;
}

/// A raw launch, of a shape that is bad for saxpy and its like.
const std::pair<const char *, std::function<void()>> raw_bad[] = {
    {"saxpy",
     [] {
       static buffer<float> x(numbers()), y(numbers());
       saxpy<<<blocks, threads>>>(2, x.view<const float>(n - 1), y.view());
     }},
    {"gather",
     [] {
       std::vector<int> bad = permutation();
       bad[n / 2] = n;
       static buffer<int> index(bad);
       static buffer<float> table(numbers()), out(numbers());
       gather<<<blocks, threads>>>(index.view<const int>(), table.view<const float>(), out.view());
     }},
    {"gather-negative",
     [] {
       std::vector<int> bad = permutation();
       bad[n / 2] = -1;
       static buffer<int> index(bad);
       static buffer<float> table(numbers()), out(numbers());
       gather<<<blocks, threads>>>(index.view<const int>(), table.view<const float>(), out.view());
     }},
    {"gather-extent",
     [] {
       static buffer<int> index(permutation());
       static buffer<float> table(numbers()), out(numbers());
       gather<<<blocks, threads>>>(index.view<const int>(n - 1), table.view<const float>(), out.view());
     }},
    {"fill_row-row",
     [] {
       static buffer<int> row({3, 10});
       static buffer<float> x(std::vector<float>(10 * 100));
       fill_row<<<2, 1>>>(row.view<const int>(), tc::tensor2<float>(x.data, 10, 100), 100);
     }},
    {"fill_row-column",
     [] {
       static buffer<int> row({3, 9});
       static buffer<float> x(std::vector<float>(10 * 100));
       fill_row<<<2, 1>>>(row.view<const int>(), tc::tensor2<float>(x.data, 10, 100), 101);
     }},
    {"reverse-precondition",
     [] {
       static buffer<int> x(std::vector<int>(10));
       reverse<<<1, 32>>>(x.view());
     }},
    {"reverse-grid",
     [] {
       static buffer<int> x(std::vector<int>(8));
       reverse<<<2, 32>>>(x.view());
     }},
    {"scale-negative-extent",
     [] {
       static buffer<float> x(numbers());
       fill_row<<<1, 1>>>(tc::tensor1<const int>(nullptr, -1), tc::tensor2<float>(x.data, 10, 100), 1);
     }},
#ifdef RDC
    {"pick_all",
     [] {
       static buffer<int> index({1, n});
       static buffer<float> table(numbers()), out({0, 0});
       pick_all<<<1, 2>>>(index.view<const int>(), table.view<const float>(), out.view());
     }},
#endif
};

int child_raw(const char *which) {
  for (const auto &[name, launch] : raw_bad)
    if (!std::strcmp(name, which)) {
      launch();
      return raw_end();
    }
  return wrong_result;
}

/// Launches through tc::launch: saxpy and gather with good shapes, and prints the bodies that ran.
int child_bodies() {
  buffer<float> x(numbers()), y(std::vector<float>(n, 1)), out(numbers());
  buffer<int> index(permutation());
  const tc::status s = tc::synchronize(tc::launch(saxpy, covering, 2, x.view<const float>(), y.view()));
  const tc::status g = tc::synchronize(
      tc::launch(gather, covering, index.view<const int>(), x.view<const float>(), out.view()));
  if (!s.ok() || !g.ok())
    std::printf("%s\n%s\n", describe(s).c_str(), describe(g).c_str());
  else if (y.read() != saxpied() || out.read() != gathered(permutation()))
    std::printf("wrong result\n");
  else
    std::printf("%s %s\n", std::string(tc::spelling(s.body)).c_str(), std::string(tc::spelling(g.body)).c_str());
  return 0;
}

/// saxpy with an x that claims too little, through tc::launch.
int child_bad_saxpy() {
  buffer<float> x(numbers()), y(std::vector<float>(n, 1));
  const tc::status s = tc::synchronize(tc::launch(saxpy, covering, 2, x.view<const float>(n - 1), y.view()));
  std::printf("%s\n", describe(s).c_str());
  return 0;
}

/// gather with an index out of range, through tc::launch.
int child_bad_gather() {
  std::vector<int> bad = permutation();
  bad[n / 2] = n;
  buffer<int> index(bad);
  buffer<float> table(numbers()), out(numbers());
  const tc::status s = tc::synchronize(
      tc::launch(gather, covering, index.view<const int>(), table.view<const float>(), out.view()));
  std::printf("%s\n", describe(s).c_str());
  return 0;
}

struct ended {
  int code; ///< -1: by a signal
  std::string output;
};

/// This program, with arguments and a setting NAME=VALUE of the environment.
ended child(std::vector<const char *> words, const char *setting = nullptr) {
  int ends[2];
  if (pipe(ends) != 0)
    return {-1, "no pipe"};
  std::fflush(stdout);
  const pid_t id = fork();
  if (id == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    if (setting)
      putenv(const_cast<char *>(setting));
    words.insert(words.begin(), "single-source");
    words.push_back(nullptr);
    execv("/proc/self/exe", const_cast<char **>(words.data()));
    _exit(253);
  }
  close(ends[1]);
  std::string output;
  char part[4096];
  for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0;)
    output.append(part, std::size_t(got));
  close(ends[0]);
  int result = -1;
  waitpid(id, &result, 0);
  return {WIFEXITED(result) ? WEXITSTATUS(result) : -1, output};
}

// --- the groups of checks

void good_launches() {
  {
    buffer<float> x(numbers()), y(std::vector<float>(n, 1));
    // 2 is an int and y no const view: arguments convert as in a call.
    runs("launch saxpy", tc::launch(saxpy, covering, 2, x.view(), y.view()));
    check("launch saxpy: result", y.read() == saxpied());
    runs("launch saxpy in 2 x larger grid", tc::launch(saxpy, {.grid = 2 * blocks, .block = threads}, 0, x.view(), y.view()));
  }
  {
    buffer<float> x(std::vector<float>(n, 3));
    buffer<double> z(std::vector<double>(n, 3));
    runs("launch scale<float>", tc::launch(scale<float>, covering, 2.0f, x.view()));
    runs("launch scale<double>", tc::launch(scale<double>, covering, 4.0, z.view()));
    check("launch scale: results", x.read() == std::vector<float>(n, 6) && z.read() == std::vector<double>(n, 12));
  }
  {
    buffer<int> x(std::vector<int>(n, 0));
    runs("launch of a kernel in an anonymous namespace", tc::launch(fill, covering, x.view(), 7));
    check("anonymous namespace: result", x.read() == std::vector<int>(n, 7));
  }
  {
    buffer<int> index(permutation());
    buffer<float> table(numbers()), out(std::vector<float>(n, -1));
    const tc::status s = tc::launch(gather, covering, index.view(), table.view(), out.view());
    runs("launch gather", s);
    check("launch gather: result", out.read() == gathered(permutation()));
    check("launch gather: names the check that stays", has(s.residual_checks, "table(index(i)), dim 0 (in_place)"),
          s.residual_checks);
  }
  {
    buffer<int> row({3, 9});
    buffer<float> x(std::vector<float>(10 * 100));
    const tc::status s =
        tc::launch(fill_row, {.grid = 2, .block = 1}, row.view(), tc::tensor2<float>(x.data, 10, 100), 100);
    runs("launch fill_row", s);
    check("launch fill_row: names the check that stays", has(s.residual_checks, "x(r, j), dim 0 (hoisted)"),
          s.residual_checks);
    const std::vector<float> got = x.read();
    check("launch fill_row: result", got[300] == 1 && got[399] == 100 && got[999] == 100 && got[299] == 0 && got[400] == 0);
    runs("launch fill_row of no columns", tc::launch(fill_row, {.grid = 2, .block = 1}, row.view(),
                                                     tc::tensor2<float>(x.data, 10, 0), 0));
  }
  {
    buffer<int> x({1, 2, 3, 4});
    runs("launch reverse", tc::launch(reverse, {.grid = 1, .block = 32}, x.view()));
    check("launch reverse: result", x.read() == std::vector<int>{4, 3, 2, 1});
  }
  {
    cudaStream_t stream;
    check("a stream", cudaStreamCreate(&stream) == cudaSuccess);
    buffer<int> x(std::vector<int>(n, 0));
    runs("launch in a stream", tc::launch(fill, {.grid = blocks, .block = threads, .stream = stream}, x.view(), 8));
    check("stream: result", x.read() == std::vector<int>(n, 8));
    check("stream: end", cudaStreamDestroy(stream) == cudaSuccess);
  }
  {
    const tc::status s = tc::launch(saxpy, {.grid = 0, .block = threads}, 2, tc::tensor1<float>(nullptr, 0),
                                    tc::tensor1<float>(nullptr, 1));
    check("a grid of no blocks is no launch and no error", s.ok() && !s.launched && s.empty_grid, describe(s));
  }
}

void bad_launches() {
  buffer<float> x(numbers()), y(std::vector<float>(n, 1));
  const tc::status s = tc::launch(saxpy, covering, 2, x.view(n - 1), y.view());
  refuses("refuse saxpy", s, "single-source.cu:");
  check("refuse saxpy: message", has(s.message, "x(i): ") && has(s.message, " is false: 1000 <= 999") &&
                                     has(s.message, "extent(x,0) = 999") && !s.check.empty(),
        s.message);
  check("refuse saxpy: nothing ran", y.read() == std::vector<float>(n, 1));
  refuses("refuse a negative extent", tc::launch(saxpy, covering, 2, x.view(-1), y.view()), "extent(x,0)");
  refuses("refuse a block that is too large", tc::launch(saxpy, {.grid = 1, .block = 2048}, 2, x.view(), y.view()),
          "blockDim.x <= 1024");
  refuses("refuse gather", tc::launch(gather, covering, buffer<int>(permutation()).view(n - 1), x.view(), y.view()),
          "index(i)");
  buffer<int> row({3, 9});
  refuses("refuse fill_row", tc::launch(fill_row, {.grid = 2, .block = 1}, row.view(),
                                        tc::tensor2<float>(x.data, 10, 100), 101),
          "x(r, j)");
  refuses("refuse fill_row of a row too many", tc::launch(fill_row, {.grid = 3, .block = 1}, row.view(),
                                                          tc::tensor2<float>(x.data, 10, 100), 100),
          "row(blockIdx.x)");
  buffer<int> z(std::vector<int>(10));
  refuses("refuse by requires_", tc::launch(reverse, {.grid = 1, .block = 32}, z.view()), "extent(x,0) % 4 == 0");
  refuses("refuse by require", tc::launch(reverse, {.grid = 2, .block = 32}, z.view(8)),
          "one block holds the whole tensor");
}

void raw_launches() {
  {
    buffer<float> x(numbers()), y(std::vector<float>(n, 1));
    saxpy<<<blocks, threads>>>(2, x.view(), y.view());
    raw_works("raw saxpy");
    check("raw saxpy: result", y.read() == saxpied());
    scale<float><<<blocks, threads>>>(2, x.view());
    raw_works("raw scale<float>");
  }
  {
    buffer<int> x(std::vector<int>(n, 0));
    fill<<<blocks, threads>>>(x.view(), 9);
    raw_works("raw fill");
    check("raw fill: result", x.read() == std::vector<int>(n, 9));
  }
  {
    buffer<int> index(permutation());
    buffer<float> table(numbers()), out(std::vector<float>(n, -1));
    gather<<<blocks, threads>>>(index.view(), table.view(), out.view());
    raw_works("raw gather");
    check("raw gather: result", out.read() == gathered(permutation()));
  }
  {
    buffer<int> row({3, 9});
    buffer<float> x(std::vector<float>(10 * 100));
    fill_row<<<2, 1>>>(row.view(), tc::tensor2<float>(x.data, 10, 100), 100);
    raw_works("raw fill_row");
    fill_row<<<2, 1>>>(row.view(), tc::tensor2<float>(x.data, 10, 0), 0);
    raw_works("raw fill_row of no columns");
  }
  {
    buffer<int> x({1, 2, 3, 4});
    reverse<<<1, 32>>>(x.view());
    raw_works("raw reverse");
    check("raw reverse: result", x.read() == std::vector<int>{4, 3, 2, 1});
  }
}

void raw_violations() {
  for (const auto &[name, launch] : raw_bad) {
    const ended e = child({"--raw", name});
    check(std::string("raw and bad is a launch failure: ") + name, e.code == (int(cudaErrorLaunchFailure) & 0xff),
          "exit code " + std::to_string(e.code) + ", expected 719 % 256 = 207: " +
              cudaGetErrorString(cudaError_t(512 + e.code)));
  }
}

void launched_violations() {
  const ended e = child({"--bad-gather"});
  check("a kernel that was stopped is told",
        has(e.output, "code 6, launched placed: gather (body placed): CUDA_ERROR_LAUNCH_FAILED") &&
            has(e.output, "table(index(i)), dim 0 (in_place)"),
        e.output);
}

void bodies() {
#ifdef DEFAULT_BODIES
  const std::pair<const char *, const char *> settings[] = {
      {nullptr, "placed placed\n"},
      {"TILECHECKS_VARIANT=self_contained", "self_contained self_contained\n"},
      {"TILECHECKS_VARIANT=reference", "was asked for and was not built (built: self_contained, placed"},
      {"TILECHECKS_FORCE_DEVICE_CHECKS=1", "was asked for and was not built (built: self_contained, placed"},
  };
#else
  const std::pair<const char *, const char *> settings[] = {
      {nullptr, "placed placed\n"},
      {"TILECHECKS_VARIANT=self_contained", "self_contained self_contained\n"},
      {"TILECHECKS_VARIANT=placed", "placed placed\n"},
      {"TILECHECKS_VARIANT=no_hoist", "no_hoist no_hoist\n"},
      {"TILECHECKS_VARIANT=reference", "reference reference\n"},
      {"TILECHECKS_VARIANT=unchecked", "unchecked unchecked\n"},
      {"TILECHECKS_FORCE_DEVICE_CHECKS=1", "reference reference\n"},
      {"TILECHECKS_FORCE_DEVICE_CHECKS=0", "placed placed\n"},
      {"TILECHECKS_DISABLE_CHECK_HOISTING=1", "no_hoist no_hoist\n"},
      {"TILECHECKS_VARIANT=fastest", "names no body"},
  };
  for (const tc::body_kind body : {tc::body_kind::self_contained, tc::body_kind::placed, tc::body_kind::no_hoist,
                                   tc::body_kind::reference, tc::body_kind::unchecked}) {
    buffer<float> x(numbers()), y(std::vector<float>(n, 1));
    const std::string name = "body " + std::string(tc::spelling(body));
    runs(name, tc::launch(saxpy, {.grid = blocks, .block = threads, .body = body}, 2, x.view(), y.view()), body);
    check(name + ": result", y.read() == saxpied());
    buffer<int> row({3, 9});
    buffer<float> z(std::vector<float>(10 * 100));
    runs(name + " of fill_row", tc::launch(fill_row, {.grid = 2, .block = 1, .body = body}, row.view(),
                                           tc::tensor2<float>(z.data, 10, 100), 100), body);
    check(name + " of fill_row: result", z.read()[999] == 100);
  }
  {
    const ended e = child({"--bad-saxpy"}, "TILECHECKS_FORCE_DEVICE_CHECKS=1");
    check("the reference body finds in the kernel what the launch would refuse",
          has(e.output, "launched reference: saxpy (body reference): CUDA_ERROR_LAUNCH_FAILED"), e.output);
  }
  for (const char *setting : {"TILECHECKS_VARIANT=placed", "TILECHECKS_VARIANT=no_hoist",
                              "TILECHECKS_VARIANT=unchecked", "TILECHECKS_DISABLE_CHECK_HOISTING=1"}) {
    const ended e = child({"--bad-saxpy"}, setting);
    check(std::string("refused whatever is asked for: ") + setting, has(e.output, "code 1, not launched"), e.output);
  }
  for (const char *setting : {"TILECHECKS_VARIANT=reference", "TILECHECKS_VARIANT=no_hoist",
                              "TILECHECKS_VARIANT=self_contained"}) {
    const ended e = child({"--bad-gather"}, setting);
    check(std::string("stopped in the kernel: gather, ") + setting, has(e.output, "CUDA_ERROR_LAUNCH_FAILED"), e.output);
  }
#endif
  for (const auto &[setting, expected] : settings) {
    const ended e = child({"--bodies"}, setting);
    check(std::string("environment: ") + (setting ? setting : "nothing"), e.code == 0 && has(e.output, expected), e.output);
  }
}

#ifdef RDC
void several_files() {
  buffer<int> index({5, 2}), x(std::vector<int>(8, 0));
  buffer<float> table(numbers()), out({0, 0}), z(std::vector<float>(n, 3));
  runs("rdc: launch pick_all", tc::launch(pick_all, {.grid = 1, .block = 32}, index.view(), table.view(), out.view()));
  check("rdc: launch pick_all: result", out.read() == std::vector<float>{5, 2});
  pick_all<<<1, 32>>>(index.view(), table.view(), out.view());
  raw_works("rdc: raw pick_all");
  runs("rdc: launch scale<float> of the other file", tc::launch(scale_of_the_other_file(), covering, 2.0f, z.view()));
  check("rdc: scale<float> of the other file: result", z.read() == std::vector<float>(n, 6));
  runs("rdc: launch fill of the other file", tc::launch(fill_of_the_other_file(), {.grid = 1, .block = 32}, x.view(), 1));
  check("rdc: fill of the other file: result", x.read() == std::vector<int>(8, 2));
  runs("rdc: launch fill of this file", tc::launch(fill, {.grid = 1, .block = 32}, x.view(), 1));
  check("rdc: fill of this file: result", x.read() == std::vector<int>(8, 1));
}
#endif

} // namespace

int main(int count, char **words) {
  if (count == 3 && !std::strcmp(words[1], "--raw"))
    return child_raw(words[2]);
  if (count == 2 && !std::strcmp(words[1], "--bodies"))
    return child_bodies();
  if (count == 2 && !std::strcmp(words[1], "--bad-saxpy"))
    return child_bad_saxpy();
  if (count == 2 && !std::strcmp(words[1], "--bad-gather"))
    return child_bad_gather();
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    // Nothing to launch with; the answer is an error and no crash.
    const tc::status s = tc::launch(reverse, {}, tc::tensor1<int>(nullptr, 4));
    check("no device is an error of the launch", s.code == tc::status_code::no_driver, describe(s));
  } else {
    good_launches();
    bad_launches();
    raw_launches();
#ifdef RDC
    several_files();
#endif
    bodies();
    raw_violations();
    launched_violations();
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
