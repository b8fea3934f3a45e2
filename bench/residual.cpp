// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a check costs that has to stay in the kernel: the placed and assumed bodies of residual/kernels.cu against the hand-written
// kernels of residual/by_hand.cu without checks, with `if (...) __trap()` and with `assert`, and the placed bodies with
// on_violation=report, on the GPU of this machine, in one run. All memory is apart and aligned, so that the launcher would run the
// assumed body where there is one:
//
//   bench-residual BUILD/bench/residual [rounds [kernel...]]        a Markdown table on standard output
//
// Every kernel takes the same arguments; what is in them is chosen for each so that all indices are in range. Before the times
// every body computes once, and what it gives is compared with what the hand-written kernel gives.
#include "gpu.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string_view>

namespace {

using namespace bench;

constexpr int block_size = 256, blocks = 1056, threads = blocks * block_size;
constexpr int rows = 4096, columns = 1024, elements = 5 << 20;

std::uint32_t hash(std::uint32_t i) {
  i ^= i >> 16;
  i *= 0x7feb352du;
  i ^= i >> 15;
  i *= 0x846ca68bu;
  return i ^ i >> 16;
}

using filling = int (*)(int);
int zero(int) { return 0; }
int any_row(int i) { return int(hash(std::uint32_t(i)) % rows); }
int any_column(int i) { return int(hash(std::uint32_t(i) + 77) % columns); }
/// Of a range that the second-level cache holds.
int any_near(int i) { return int(hash(std::uint32_t(i)) % (1u << 18)); }
int any_thread(int i) { return int(hash(std::uint32_t(i)) % threads); }
template <int Value> int constant(int) { return Value; }
template <int Step> int multiple(int i) { return i * Step; }

constexpr struct kernel {
  std::string_view name;
  filling a, b;
  int n, m;
} kernels[] = {
    {"h01", any_row, zero, columns, 0},
    {"h02", zero, constant<1024>, 0, 0},
    {"h03", constant<4096>, zero, 0, 1024},
    {"h03_inside", constant<4096>, zero, 0, 1024},
    {"h04", zero, constant<32>, 0, 64},
    {"h05", zero, constant<64>, 32, 0},
    {"h07", any_row, zero, 32, 64},
    {"h08", [](int i) { return i % 1000; }, [](int i) { return i % 1000 + 1024; }, 0, 0},
    {"h09", zero, constant<1024>, 0, 0},
    {"h10", any_near, constant<1024>, 0, 0},
    {"elements", any_near, zero, 1 << 22, 0},
    {"scatter", [](int i) { return int(std::uint32_t(i) * 2654435761u % (1u << 22)); }, zero, 1 << 22, 0},
    {"histogram", any_thread, zero, 1 << 22, 0},
    {"pairs", any_row, any_column, 1 << 22, 0},
    {"windows", [](int i) { return any_near(i) + 1; }, zero, 1 << 22, 0},
    {"unrolled", any_near, zero, 1 << 22, 0},
    {"sparse_rows", multiple<16>, any_column, threads, 0},
    {"bags", multiple<64>, any_row, 0, 0},
    {"searches", multiple<3>, [](int i) { return int(hash(std::uint32_t(i)) % (3u << 20)); }, 1 << 20, 0},
    {"chains", any_near, any_near, 0, 64},
};

struct vector {
  cu_deviceptr data;
  int extent;
};

vector integers(filling f) {
  std::vector<int> host(elements);
  for (int i = 0; i < elements; ++i)
    host[std::size_t(i)] = f(i);
  return {on_device(host), elements};
}

vector floats() {
  std::vector<float> host(elements);
  for (int i = 0; i < elements; ++i)
    host[std::size_t(i)] = float(hash(std::uint32_t(i)) & 1023) / 1024;
  return {on_device(host), elements};
}

struct outcomes {
  std::string placed, unchecked, assumed; ///< symbols; assumed is empty if there is no such body
  int hoisted, in_place;
};

outcomes outcomes_of(const nlohmann::json &sidecar, std::string_view name) {
  for (const auto &k : sidecar.at("kernels"))
    if (k.at("name").get<std::string>().starts_with(std::string(name) + "(")) {
      outcomes found{"", "", "", k.at("counts").at("hoisted"), k.at("counts").at("in_place")};
      for (const auto &b : k.at("bodies"))
        if (b.at("kind") == "placed")
          found.placed = b.at("symbol");
        else if (b.at("kind") == "unchecked")
          found.unchecked = b.at("symbol");
        else if (b.at("kind") == "assumed")
          found.assumed = b.at("symbol");
      return found;
    }
  std::fprintf(stderr, "%s: the sidecar has no kernel %s\n", program, std::string(name).c_str());
  std::exit(1);
}

} // namespace

int main(int count, char **words) {
  if (count < 2) {
    std::fprintf(stderr, "usage: bench-residual BUILD/bench/residual [rounds [kernel...]]\n");
    return 1;
  }
  const std::string device = start("bench-residual"), folder = std::string(words[1]) + "/";
  const int rounds = count > 2 ? std::atoi(words[2]) : 31;
  const auto sidecar = nlohmann::json::parse(read_file(folder + "kernels.sm_90.json"));
  cu_module checked = load(folder + "kernels.sm_90.cubin"), report = load(folder + "report.sm_90.cubin");
  std::vector<std::pair<std::string, cu_module>> by_hand;
  for (const std::string compiler : {"", "nvcc_"})
    for (const std::string kind : {"raw", "trap", "assert"})
      if (const std::string path = folder + compiler + kind + ".sm_90.cubin"; compiler.empty() || std::ifstream(path))
        by_hand.push_back({compiler + kind, load(path)});

  vector x = floats(), y = floats(), out = floats();
  struct {
    cu_deviceptr data;
    int rows_, columns_;
  } matrix{x.data, rows, columns};
  std::printf("GPU: %s, %d rounds, %d blocks of %d threads\n\n| kernel | hoisted, in place | raw us | spread | placed / raw | twin "
              "/ raw | trap / raw | assert / raw | nvcc trap / nvcc raw | placed / trap | assumed / raw | assumed / trap | report / placed | registers: placed, report, twin, trap |\n"
              "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
              device.c_str(), rounds, blocks, block_size);
  for (const kernel &k : kernels) {
    const std::string name(k.name);
    if (count > 3 && std::find(words + 3, words + count, k.name) == words + count)
      continue;
    vector a = integers(k.a), b = integers(k.b);
    int n = k.n, m = k.m, rows_ = rows, columns_ = columns;
    const std::vector<void *> plain{&a.data,   &b.data, &x.data,   &y.data,     &out.data, &a.extent, &b.extent,
                                    &rows_, &columns_, &y.extent, &out.extent, &n,        &m};
    const std::vector<void *> tensors{&a, &b, &matrix, &y, &out, &n, &m};
    std::vector<body> bodies;
    for (const auto &[kind, module] : by_hand)
      bodies.push_back({kind, function_of(module, name), plain, {}});
    const outcomes o = outcomes_of(sidecar, name);
    bodies.push_back({"twin", function_of(checked, o.unchecked), tensors, {}});
    bodies.push_back({"placed", function_of(checked, o.placed), tensors, {}});
    if (!o.assumed.empty())
      bodies.push_back({"assumed", function_of(checked, o.assumed), tensors, {}});
    bodies.push_back({"report", function_of(report, o.placed), tensors, {}});
    compare(bodies, {out.data, std::size_t(out.extent)}, {blocks}, {block_size});
    time_in_turn(bodies, {blocks}, {block_size}, rounds, 4);
    auto find = [&](std::string_view kind) -> const body * {
      const auto b = std::find_if(bodies.begin(), bodies.end(), [&](const body &b) { return b.name == kind; });
      return b == bodies.end() ? nullptr : &*b;
    };
    auto median = [&](std::string_view kind) { return find(kind) ? summary(find(kind)->microseconds).median : 0.0; };
    auto assumed_to = [&](std::string_view kind) {
      char text[32] = "-";
      if (find("assumed"))
        std::snprintf(text, sizeof text, "%.3f", median("assumed") / median(kind));
      return std::string(text);
    };
    const figure raw = summary(find("raw")->microseconds);
    std::printf("| %s | %d, %d | %.2f | %.2f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %s | %s | %.3f | %d, %d, %d, %d |\n", name.c_str(),
                o.hoisted, o.in_place, raw.median, raw.spread, median("placed") / raw.median, median("twin") / raw.median,
                median("trap") / raw.median, median("assert") / raw.median, median("nvcc_trap") / median("nvcc_raw"),
                median("placed") / median("trap"), assumed_to("raw").c_str(), assumed_to("trap").c_str(), median("report") / median("placed"), attribute(find("placed")->function, 4),
                attribute(find("report")->function, 4),
                attribute(find("twin")->function, 4), attribute(find("trap")->function, 4));
    std::fflush(stdout);
    demand(driver::get().cuMemFree_v2(a.data), "cuMemFree");
    demand(driver::get().cuMemFree_v2(b.data), "cuMemFree");
  }
}
