// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times every body of the examples against the twin (the same source without a check) and against the hand-written
// kernel, without checks and with its own (`__trap()`, `assert`), by clang and by nvcc, on the GPU of this machine, in one
// run:
//
//   bench-examples BUILD/examples [rounds [example...]]        Markdown tables on standard output
//
// Before that every body computes once, and what it gives is compared with what the hand-written kernel gives.
// Each round launches every body once, in turn, so that clocks and neighbours disturb all alike; a figure is the median
// over the rounds, its spread the distance between the quartiles. Times are of the GPU (CUDA events) for `batch` launches.
#include "gpu.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace bench;

void run(const std::string &title, std::vector<body> bodies, const output &out, const shape &grid, const shape &block,
         int rounds, int batch) {
  compare(bodies, out, grid, block);
  time_in_turn(bodies, grid, block, rounds, batch);
  auto find = [&](std::string_view name) {
    const auto b = std::find_if(bodies.begin(), bodies.end(), [&](const body &b) { return b.name == name; });
    return b == bodies.end() ? 0.0 : summary(b->microseconds).median;
  };
  const double raw = find("raw"), twin = find("twin"), nvcc = find("nvcc raw");
  std::printf("\n%s\n\n| body | us (median) | spread | / twin | / raw | / raw of its compiler | registers | local bytes | "
              "shared bytes |\n|---|---|---|---|---|---|---|---|---|\n",
              title.c_str());
  for (const body &b : bodies) {
    const figure f = summary(b.microseconds);
    // CU_FUNC_ATTRIBUTE_NUM_REGS 4, LOCAL_SIZE_BYTES 3, SHARED_SIZE_BYTES 1
    std::printf("| %s | %.2f | %.2f | %.3f | %.3f | %.3f | %d | %d | %d |\n", b.name.c_str(), f.median, f.spread,
                f.median / twin, f.median / raw, f.median / (b.name.starts_with("nvcc") ? nvcc : raw),
                attribute(b.function, 4), attribute(b.function, 3), attribute(b.function, 1));
  }
  std::fflush(stdout);
}

/// The hand-written kernel without checks and with them, by clang and, if it was there, nvcc; twin; bodies of the checked
/// cubin. `checked` and `plain` are the arguments of either kind.
std::vector<body> bodies_of(const std::string &folder, const std::string &name, std::vector<void *> checked,
                            std::vector<void *> plain) {
  const std::string stem = folder + "/" + name + "/";
  std::vector<body> out;
  for (const std::string compiler : {"", "nvcc"})
    for (const std::string kind : {"raw", "trap", "assert"}) {
      const std::string path = stem + (compiler.empty() ? "" : compiler + "_") + kind + "_" + name + ".sm_90.cubin";
      if (compiler.empty() || std::ifstream(path))
        out.push_back({(compiler.empty() ? "" : compiler + " ") + kind, only_function(path), plain, {}});
    }
  out.push_back({"twin", only_function(stem + name + ".sm_90.twin.cubin"), checked, {}});
  cu_module m = load(stem + name + ".sm_90.cubin");
  const auto sidecar = nlohmann::json::parse(read_file(stem + name + ".sm_90.json"));
  for (const auto &b : sidecar.at("kernels").at(0).at("bodies")) {
    out.push_back({b.at("kind").get<std::string>(), function_of(m, b.at("symbol").get<std::string>()), checked, {}});
  }
  return out;
}

cu_deviceptr floats(std::size_t count) {
  std::vector<float> host(count);
  for (std::size_t i = 0; i < count; ++i)
    host[i] = float((i * 2654435761u) >> 8 & 1023) / 1024;
  return on_device(host);
}

/// bfloats are the upper halves of floats.
cu_deviceptr bfloats(std::size_t count) {
  std::vector<unsigned short> host(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float value = float((i * 2654435761u) >> 8 & 127) / 128;
    unsigned bits = 0;
    std::memcpy(&bits, &value, 4);
    host[i] = static_cast<unsigned short>(bits >> 16);
  }
  return on_device(host);
}

struct vector1 {
  cu_deviceptr data;
  int extent;
  explicit vector1(int extent) : data(floats(extent)), extent(extent) {}
};
struct matrix {
  cu_deviceptr data;
  int rows, columns;
  matrix(int rows, int columns) : matrix(rows, columns, floats(std::size_t(rows) * columns)) {}
  matrix(int rows, int columns, cu_deviceptr data) : data(data), rows(rows), columns(columns) {}
  output result() const { return {data, std::size_t(rows) * columns}; }
};
struct batch {
  cu_deviceptr data;
  int count, rows, columns;
  batch(int count, int rows, int columns)
      : data(floats(std::size_t(count) * rows * columns)), count(count), rows(rows), columns(columns) {}
  output result() const { return {data, std::size_t(count) * rows * columns}; }
};

void saxpy(const std::string &folder, int rounds) {
  float a = 2;
  vector1 x(1 << 26), y(1 << 26);
  run("saxpy, 2^26 elements, block 256",
      bodies_of(folder, "saxpy", {&a, &x, &y}, {&a, &x.data, &y.data, &x.extent, &y.extent}), {y.data, 1 << 26},
      {(1 << 26) / 256}, {256}, rounds, 10);
}

void sgemm(const std::string &folder, int rounds) {
  const unsigned n = 4096;
  matrix A(n, n), B(n, n), C(n, n);
  run("sgemm 4096 x 4096 x 4096, tiles 64 x 64 x 16, block 256",
      bodies_of(folder, "sgemm", {&A, &B, &C},
                {&A.data, &B.data, &C.data, &A.rows, &A.columns, &B.rows, &B.columns, &C.rows, &C.columns}),
      C.result(), {n / 64, n / 64}, {256}, rounds, 2);
}

void rms_norm(const std::string &folder, int rounds) {
  float epsilon = 1e-5f;
  matrix x(16384, 4096), y(16384, 4096);
  vector1 weight(4096);
  run("rms_norm, 16384 rows of 4096, block 256",
      bodies_of(folder, "rms_norm", {&x, &weight, &y, &epsilon},
                {&x.data, &weight.data, &y.data, &epsilon, &x.rows, &x.columns, &weight.extent, &y.rows, &y.columns}),
      y.result(), {16384}, {256}, rounds, 10);
}

void softmax(const std::string &folder, int rounds) {
  matrix x(16384, 4096), y(16384, 4096);
  run("softmax, 16384 rows of 4096, grid 16384, block 256",
      bodies_of(folder, "softmax", {&x, &y}, {&x.data, &y.data, &x.rows, &x.columns, &y.rows, &y.columns}), y.result(),
      {16384}, {256}, rounds, 10);
}

void stencil(const std::string &folder, int rounds) {
  float centre = 0.5f, side = 0.125f;
  matrix a(8192, 8192), b(8192, 8192);
  run("stencil, 8192 x 8192, block 32 x 8",
      bodies_of(folder, "stencil", {&a, &b, &centre, &side},
                {&a.data, &b.data, &centre, &side, &a.rows, &a.columns, &b.rows, &b.columns}),
      b.result(), {256, 1024}, {32, 8}, rounds, 10);
}

void gather(const std::string &folder, int rounds) {
  matrix table(65536, 512), out(131072, 512);
  vector1 ids(out.rows);
  std::vector<int> rows(out.rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = int((i * 2654435761u) >> 8 & 65535);
  demand(driver::get().cuMemcpyHtoD_v2(ids.data, rows.data(), rows.size() * sizeof(int)), "cuMemcpyHtoD");
  run("gather, 131072 rows of 512 out of 65536, block 128",
      bodies_of(folder, "gather", {&ids, &table, &out},
                {&ids.data, &table.data, &out.data, &ids.extent, &table.rows, &table.columns, &out.rows, &out.columns}),
      out.result(), {131072}, {128}, rounds, 10);
}

void batch_matmul(const std::string &folder, int rounds, unsigned n) {
  const unsigned p = 32;
  batch A(p, n, n), B(p, n, n), C(p, n, n);
  std::vector<body> bodies = bodies_of(folder, "batch_matmul", {&A, &B, &C},
                                       {&A.data, &B.data, &C.data, &A.count, &A.rows, &A.columns, &B.count, &B.rows,
                                        &B.columns, &C.count, &C.rows, &C.columns});
  // It assumes whole tiles; the launcher runs placed where there are none.
  if (n % 64 != 0)
    std::erase_if(bodies, [](const body &b) { return b.name == "assumed"; });
  const std::string size = std::to_string(n);
  run("batch_matmul, 32 x " + size + " x " + size + " x " + size + ", tiles 64 x 64 x 16, block 16 x 16", std::move(bodies),
      C.result(), {(n + 63) / 64, (n + 63) / 64, p}, {16, 16}, rounds, 2);
}
void batch_matmul(const std::string &folder, int rounds) {
  batch_matmul(folder, rounds, 1000);
  batch_matmul(folder, rounds, 1024);
}

/// Two blocks for each multiprocessor of an H200.
constexpr unsigned persistent_grid = 264;

void persistent_gemm(const std::string &folder, int rounds) {
  const int n = 4096;
  matrix x(n, n, bfloats(std::size_t(n) * n)), y(n, n, bfloats(std::size_t(n) * n)), z(n, n);
  run("persistent_gemm 4096 x 4096 x 4096 of bfloats, tiles 128 x 128 x 32, grid 264, block 256",
      bodies_of(folder, "persistent_gemm", {&x, &y, &z},
                {&x.data, &y.data, &z.data, &x.rows, &x.columns, &y.rows, &y.columns, &z.rows, &z.columns}),
      z.result(), {persistent_grid}, {256}, rounds, 5);
}

void fmha_prefill(const std::string &folder, int rounds, bool causal) {
  const int heads = 64, length = 4096, d = 64;
  float scale = 0.125f;
  auto inputs = [&](int count) { return matrix(count, length, bfloats(std::size_t(count) * length * d)); };
  matrix q = inputs(heads), k = inputs(heads / 4), v = inputs(heads / 4);
  matrix o(heads, length, floats(std::size_t(heads) * length * d));
  run(std::string("fmha_prefill, ") + (causal ? "causal" : "full") +
          ", 64 heads of 64, 4096 queries and keys, 4 heads for one of keys, tiles 64 x 64, grid 264, block 128",
      bodies_of(folder, "fmha_prefill", {&q, &k, &v, &o, &scale, &causal},
                {&q.data, &k.data, &v.data, &o.data, &scale, &causal, &q.rows, &q.columns, &k.rows, &k.columns, &v.rows,
                 &v.columns, &o.rows, &o.columns}),
      {o.data, std::size_t(heads) * length * d}, {persistent_grid}, {128}, rounds, 5);
}
void fmha_prefill(const std::string &folder, int rounds) {
  fmha_prefill(folder, rounds, true);
  fmha_prefill(folder, rounds, false);
}

constexpr struct {
  std::string_view name;
  void (*run)(const std::string &, int);
} examples[] = {{"saxpy", saxpy},
                {"sgemm", sgemm},
                {"rms_norm", rms_norm},
                {"softmax", softmax},
                {"stencil", stencil},
                {"gather", gather},
                {"batch_matmul", batch_matmul},
                {"persistent_gemm", persistent_gemm},
                {"fmha_prefill", fmha_prefill}};

} // namespace

int main(int count, char **words) {
  if (count < 2) {
    std::fprintf(stderr, "usage: bench-examples BUILD/examples [rounds [example...]]\n");
    return 1;
  }
  const std::string device = start("bench-examples");
  const int rounds = count > 2 ? std::atoi(words[2]) : 31;
  std::printf("GPU: %s, %d rounds\n", device.c_str(), rounds);
  for (const auto &e : examples)
    if (count <= 3 || std::find(words + 3, words + count, e.name) != words + count)
      e.run(words[1], rounds);
}
