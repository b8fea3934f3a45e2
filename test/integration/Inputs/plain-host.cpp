// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain launches of checked kernels, good, refused and sufficient, by clang (<<<>>>), nvcc (<<<>>>) or another compiler
// (cudaLaunchKernel). Prints `ok NAME` or `FAILED NAME ...`, then `N passed, M failed`. With a number: times that many
// launches. With a word: tells how a bad launch ends. Without a device there is one check: that nothing is launched and the error is CUDA's own.
//
//   -DSTATUS   the run time library is linked, so that last_status and the policy are at hand
#include "plain.hpp"

#ifdef STATUS
#include <tilechecks/plain_launch.hpp>
#endif

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static int passed = 0, failed = 0;

static void check(const std::string &name, bool holds, const std::string &why = "") {
  ++(holds ? passed : failed);
  std::printf("%s %s%s%s\n", holds ? "ok" : "FAILED", name.c_str(), holds || why.empty() ? "" : " ", holds ? "" : why.c_str());
  std::fflush(stdout);
}

static void is(const std::string &name, cudaError_t found, cudaError_t expected = cudaSuccess) {
  check(name, found == expected, cudaGetErrorName(found));
}

template <class... P, class... A>
static void launch(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, cudaStream_t stream, A... a) {
#ifdef __CUDACC__
  kernel<<<grid, block, shared, stream>>>(P(a)...);
#else
  [&](P... values) {
    void *arguments[] = {&values...};
    (void)cudaLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared, stream);
  }(P(a)...);
#endif
}

static constexpr int n = 1000, threads = 256, blocks = 4;

struct floats {
  float *data = nullptr;
  explicit floats(int count, float value) {
    std::vector<float> v(count, value);
    is("set-up", cudaMalloc(&data, count * sizeof(float)));
    is("set-up", cudaMemcpy(data, v.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  }
  floats(const floats &) = delete;
  ~floats() { (void)cudaFree(data); }
  float at(int i) const {
    float f = -1;
    (void)cudaMemcpy(&f, data + i, sizeof f, cudaMemcpyDeviceToHost);
    return f;
  }
};

/// What the last plain launch did, where the program can ask.
static void ran(const std::string &name, bool refused, const char *body, const char *part = "") {
#ifdef STATUS
  const tc::status &s = tc::last_status();
  check(name + ": status", s.ok() == !refused && s.launched == !refused && (refused || tc::spelling(s.body) == body) &&
                               (s.message + s.note).find(part) != std::string::npos,
        std::string(tc::spelling(s.body)) + ": " + s.message + "; " + s.note);
#else
  (void)name, (void)refused, (void)body, (void)part;
#endif
}

static void refused(const std::string &name, const char *part) {
  is(name + ": error", cudaGetLastError(), cudaErrorInvalidValue);
  ran(name, true, "", part);
  is(name + ": error is taken", cudaGetLastError());
  is(name + ": context lives", cudaDeviceSynchronize());
}

static void launches() {
  floats x(n, 3), y(n, 1);
  const plain::in px(x.data, n), shorter(x.data, n - 1);
  const plain::out py(y.data, n);
  launch(plain::saxpy_stub(), blocks, threads, 0, nullptr, 2.0f, px, py);
  is("good", cudaGetLastError());
  ran("good", false, "placed");
  is("good: end", cudaDeviceSynchronize());
  check("good: result", y.at(0) == 7 && y.at(n - 1) == 7);

  launch(plain::saxpy_stub(), blocks, threads, 0, nullptr, 2.0f, shorter, py);
  refused("refused", "x(i): ");
  check("refused: nothing ran", y.at(0) == 7);
  launch(plain::saxpy_stub(), blocks, threads, 0, nullptr, 2.0f, px, py);
  is("after a refusal", cudaGetLastError());
  is("after a refusal: end", cudaDeviceSynchronize());
  check("after a refusal: result", y.at(n - 1) == 13);

  launch(plain::saxpy_stub(), 0, threads, 0, nullptr, 2.0f, px, py);
  check("no blocks: an error of CUDA's", cudaGetLastError() != cudaSuccess);
#ifdef STATUS
  check("no blocks: no refusal", tc::last_status().empty_grid && tc::last_status().check.empty());
#endif
  launch(plain::saxpy_stub(), 1, 2048, 0, nullptr, 2.0f, px, py);
  check("too many threads: an error", cudaGetLastError() != cudaSuccess);

  is("direct", plain::launch_direct(blocks, threads, 1, x.data, n, y.data, n));
  is("direct, refused", plain::launch_direct(blocks, threads, 1, x.data, n - 1, y.data, n), cudaErrorInvalidValue);
  is("direct: end", cudaDeviceSynchronize());
  check("direct: result", y.at(n - 1) == 16);
}

static void other_functions() {
  floats x(n, 3), y(n, 1);
  plain::in px(x.data, n), shorter(x.data, n - 1);
  plain::out py(y.data, n);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  is("cudaLaunchKernelEx", plain::launch_ex(&config, 2, &px, &py));
  ran("cudaLaunchKernelEx", false, "placed");
  is("cudaLaunchKernelEx, refused", plain::launch_ex(&config, 2, &shorter, &py), cudaErrorInvalidValue);
  refused("cudaLaunchKernelEx, refused", "x(i): ");
  cudaLaunchAttribute cluster = {};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = 2;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  config.attrs = &cluster;
  config.numAttrs = 1;
  is("clusters", plain::launch_ex(&config, 2, &px, &py));
  is("clusters: end", cudaDeviceSynchronize());
  float a = 2;
  void *arguments[] = {&a, &px, &py}, *bad[] = {&a, &shorter, &py};
  is("cooperative", plain::launch_cooperative(blocks, threads, arguments, nullptr));
  ran("cooperative", false, "placed");
  is("cooperative, refused", plain::launch_cooperative(blocks, threads, bad, nullptr), cudaErrorInvalidValue);
  refused("cooperative, refused", "x(i): ");
  check("other functions: result", y.at(n - 1) == 19);
}

static void sufficient() {
  std::vector<int> marks(n, 0);
  marks[3] = 1;
  int *f = nullptr;
  is("set-up", cudaMalloc(&f, n * sizeof(int)));
  is("set-up", cudaMemcpy(f, marks.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  floats y(n, 0);
  launch(plain::marked_stub(), blocks, threads, 0, nullptr, plain::flags(f, n), plain::out(y.data, n), n);
  is("sufficient, holds", cudaGetLastError());
  ran("sufficient, holds", false, "placed");
  launch(plain::marked_stub(), blocks, threads, 0, nullptr, plain::flags(f, n), plain::out(y.data, 10), n);
  is("sufficient, does not hold", cudaGetLastError());
  ran("sufficient, does not hold", false, "self_contained", "extent(y,0)");
  is("sufficient: end", cudaDeviceSynchronize());
  check("sufficient: result", y.at(3) == 1 && y.at(4) == 0);
  (void)cudaFree(f);
}

static void shared_memory() {
  const int count = 25000;
  floats x(count, 5), y(count, 0);
  is("shared memory: allowed", cudaFuncSetAttribute(reinterpret_cast<const void *>(plain::staged_stub()),
                                                    cudaFuncAttributeMaxDynamicSharedMemorySize, count * 4));
  launch(plain::staged_stub(), 1, threads, count * 4, nullptr, plain::in(x.data, count), plain::out(y.data, count), count);
  is("shared memory", cudaGetLastError());
  ran("shared memory", false, "placed");
  is("shared memory: end", cudaDeviceSynchronize());
  check("shared memory: result", y.at(count - 1) == 5);
  launch(plain::staged_stub(), 1, threads, count * 4 - 4, nullptr, plain::in(x.data, count), plain::out(y.data, count), count);
  refused("shared memory, too little", "dynamic");
}

static void capture() {
  floats x(n, 3), y(n, 1);
  const plain::in px(x.data, n), shorter(x.data, n - 1);
  const plain::out py(y.data, n);
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  is("capture: stream", cudaStreamCreate(&stream));
  is("capture: begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch(plain::captured_stub(), blocks, threads, 0, stream, 2.0f, px, py);
  is("capture: first launch of a kernel", cudaGetLastError());
  ran("capture", false, "placed");
  launch(plain::captured_stub(), blocks, threads, 0, stream, 2.0f, shorter, py);
  is("capture, refused: error", cudaGetLastError(), cudaErrorInvalidValue);
  launch(plain::captured_stub(), blocks, threads, 0, stream, 2.0f, px, py);
  is("capture: after a refusal", cudaGetLastError());
  is("capture: end", cudaStreamEndCapture(stream, &graph));
  size_t nodes = 0;
  is("capture: nodes", cudaGraphGetNodes(graph, nullptr, &nodes));
  check("capture: two nodes", nodes == 2);
  is("capture: instance", cudaGraphInstantiate(&exec, graph, 0));
  is("capture: launch", cudaGraphLaunch(exec, stream));
  is("capture: run", cudaStreamSynchronize(stream));
  check("capture: result", y.at(n - 1) == 13);
}

#ifdef STATUS
static int called = 0;
static void policies() {
  floats x(n, 3), y(n, 1);
  const plain::in shorter(x.data, n - 1);
  const plain::out py(y.data, n);
  tc::set_on_refusal([](const tc::status &s) { called += s.code == tc::status_code::refused; });
  launch(plain::saxpy_stub(), blocks, threads, 0, nullptr, 2.0f, shorter, py);
  refused("callback", "x(i): ");
  check("callback: called once", called == 1);
  tc::set_on_refusal(tc::on_refusal::return_error);
  launch(plain::saxpy_stub(), blocks, threads, 0, nullptr, 2.0f, shorter, py);
  refused("no callback", "x(i): ");
  check("no callback: not called", called == 1);
}
#endif

static double per_launch(int count) {
  floats x(n, 3), y(n, 1);
  const plain::in px(x.data, n);
  const plain::out py(y.data, n);
  double best = 1e30;
  for (int round = 0; round != count / 200; ++round) {
    (void)cudaDeviceSynchronize();
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i != 200; ++i)
      launch(plain::saxpy_stub(), blocks, threads, 0, nullptr, 2.0f, px, py);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count() / 200);
  }
  is("timed launches", cudaDeviceSynchronize());
  return best;
}

int main(int argc, char **argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    (void)cudaGetLastError();
    launch(plain::saxpy_stub(), blocks, threads, 0, nullptr, 2.0f, plain::in(nullptr, n), plain::out(nullptr, n));
    const cudaError_t e = cudaGetLastError();
    check("no device: CUDA's own error", e == cudaErrorNoDevice || e == cudaErrorInsufficientDriver, cudaGetErrorName(e));
  } else if (argc > 1 && !std::atoi(argv[1])) {
    floats x(n, 3), y(n, 1);
    launch(plain::saxpy_stub(), blocks, threads, 0, nullptr, 2.0f, plain::in(x.data, n - 1), plain::out(y.data, n));
    const cudaError_t start = cudaGetLastError(), end = cudaDeviceSynchronize();
    std::printf("bad launch: %s, then %s\n", cudaGetErrorName(start), cudaGetErrorName(end));
  } else if (argc > 1) {
    std::printf("ns per launch: %.0f\n", per_launch(std::atoi(argv[1])));
  } else {
    launches();
    other_functions();
    sufficient();
    shared_memory();
    capture();
#ifdef STATUS
    policies();
#endif
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
