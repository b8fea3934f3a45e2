// Every way to launch, by one launcher of a fatbin for two targets: streams, graphs and their update, clusters, cooperative and
// programmatic dependent launch, shared memory above the default, TensorMaps, contexts that come and go, limits by name,
// bodies and canaries. Runs on a GPU as well; there, every line has to be ok too.
// Case: S34
// Report: K11, K12
//
// REQUIRES: launcher-gen, driver, simt, cuda, gxx
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: tilechecks-clang %S/Inputs/modes.cu --bodies=all --offload-arch=sm_90 --sidecar=90.json -o 90.cubin
// RUN: tilechecks-clang %S/Inputs/modes.cu --bodies=all --offload-arch=sm_100a --sidecar=100a.json -o 100a.cubin
// RUN: tilechecks-clang %S/Inputs/modes.cu --bodies=all --offload-arch=sm_90 -o 90.ll
// RUN: tilechecks-clang %S/Inputs/modes.cu --bodies=all --offload-arch=sm_100a -o 100a.ll
// RUN: fatbinary --create modes.fatbin --compress-all --image3=kind=elf,sm=90,file=90.cubin --image3=kind=elf,sm=100a,file=100a.cubin
// RUN: launcher-gen --sidecar 90.json --sidecar 100a.json --cubin modes.fatbin --embed -o modes.launch.hpp --include cuda.h --type CUtensorMap_st=CUtensorMap
// RUN: %gxx -std=c++20 -O1 -Wall -Wextra -I%t -I%S/Inputs -I%source/launcher-gen/include -isystem %include -isystem %cuda_path/include %s -o modes -ldl
// RUN: env TILECHECKS_CUDA_LIBRARY=%build/lib/libtilechecks_simt_cuda.so TILECHECKS_SIMT_IR=90.ll ./modes 90 | FileCheck %s
// RUN: env TILECHECKS_CUDA_LIBRARY=%build/lib/libtilechecks_simt_cuda.so TILECHECKS_SIMT_IR=100a.ll ./modes 100 | FileCheck %s
// CHECK-NOT: FAILED
// CHECK: {{[6-9][0-9]}} passed, 0 failed
//
// The same binary runs any body that was built.
// DEFINE: %{run} = TILECHECKS_CUDA_LIBRARY=%build/lib/libtilechecks_simt_cuda.so TILECHECKS_SIMT_IR=90.ll ./modes bodies
// RUN: env %{run} | FileCheck %s --check-prefix=PLACED
// RUN: env TILECHECKS_VARIANT=placed %{run} | FileCheck %s --check-prefix=PLACED
// RUN: env TILECHECKS_VARIANT=self_contained %{run} | FileCheck %s --check-prefix=SELF
// RUN: env TILECHECKS_VARIANT=no_hoist %{run} | FileCheck %s --check-prefix=NOHOIST
// RUN: env TILECHECKS_DISABLE_CHECK_HOISTING=1 %{run} | FileCheck %s --check-prefix=NOHOIST
// RUN: env TILECHECKS_VARIANT=reference %{run} | FileCheck %s --check-prefix=REFERENCE
// RUN: env TILECHECKS_FORCE_DEVICE_CHECKS=1 %{run} | FileCheck %s --check-prefix=REFERENCE
// RUN: env TILECHECKS_VARIANT=unchecked %{run} | FileCheck %s --check-prefix=UNCHECKED
// RUN: env TILECHECKS_VARIANT=assumed %{run} | FileCheck %s --check-prefix=ASSUMED
// RUN: env TILECHECKS_CANARY=3 %{run} | FileCheck %s --check-prefix=CANARY
// RUN: env TILECHECKS_CANARY=3 TILECHECKS_VARIANT=placed %{run} | FileCheck %s --check-prefix=PLACED
// RUN: env TILECHECKS_CANARY=1 %{run} | FileCheck %s --check-prefix=SELF
// RUN: env TILECHECKS_CANARY=0 %{run} | FileCheck %s --check-prefix=PLACED
// RUN: env TILECHECKS_CANARY=often %{run} | FileCheck %s --check-prefix=OFTEN
// PLACED: placed placed placed placed placed placed{{$}}
// SELF: self_contained self_contained self_contained self_contained self_contained self_contained{{$}}
// NOHOIST: no_hoist no_hoist no_hoist no_hoist no_hoist no_hoist{{$}}
// REFERENCE: reference reference reference reference reference reference{{$}}
// UNCHECKED: unchecked unchecked unchecked unchecked unchecked unchecked{{$}}
// ASSUMED: scale: the body assumed was asked for and was not built (built: self_contained, placed, no_hoist, reference, unchecked;
// CANARY: placed placed self_contained placed placed self_contained{{$}}
// OFTEN: TILECHECKS_CANARY=often is no number of launches
#include "modes.launch.hpp"

#include "device.hpp"

#include <atomic>
#include <cstring>
#include <thread>

namespace {

constexpr int n = 1024;
const tc::launch_config usual{.grid = 4, .block = 256};

tc::tensor1<float> view(const buffer<float> &b, int count = n) { return tc::tensor1<float>(b.data(), count); }
tc::tensor1<int> view(const buffer<int> &b, int count) { return tc::tensor1<int>(b.data(), count); }

bool all(const buffer<float> &b, float value) { return b.read() == std::vector<float>(n, value); }

std::string describe(const tc::status &s) {
  return "code " + std::to_string(int(s.code)) + (s.launched ? ", launched " : ", not launched ") +
         std::string(tc::spelling(s.body)) + ": " + s.message;
}
void runs(const std::string &name, const tc::status &launched) {
  const tc::status s = tc::synchronize(launched);
  check(name, s.ok() && s.launched, describe(s));
}
void refuses(const std::string &name, const tc::status &s, const std::string &part) {
  check(name, s.code == tc::status_code::refused && !s.launched && s.message.find(part) != std::string::npos, describe(s));
}
bool is_gpu() { return find<CUresult()>("cuProfilerStart"); }

void streams() {
  CUstream one = nullptr, two = nullptr;
  call("cuStreamCreate", &one, unsigned(CU_STREAM_NON_BLOCKING));
  call("cuStreamCreate", &two, unsigned(CU_STREAM_NON_BLOCKING));
  buffer<float> x(std::vector<float>(n, 1)), y(std::vector<float>(n, 1));
  tc::launch_config on_one = usual, on_two = usual;
  on_one.stream = one;
  on_two.stream = two;
  const tc::status a = launch_scale(on_one, view(x), 3), b = launch_scale(on_two, view(y), 5);
  runs("stream one", a);
  runs("stream two", b);
  check("streams: results", all(x, 3) && all(y, 5));
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  CUcontext context = nullptr;
  call("cuCtxGetCurrent", &context);
  buffer<float> z(std::vector<float>(8 * n, 1));
  for (int t = 0; t != 8; ++t)
    threads.emplace_back([&, t] {
      call("cuCtxSetCurrent", context);
      good += launch_scale(usual, tc::tensor1<float>(z.data() + t * n, n), float(t)).ok();
    });
  for (std::thread &t : threads)
    t.join();
  call("cuCtxSynchronize");
  const std::vector<float> values = z.read();
  bool right = true;
  for (int i = 0; i != 8 * n; ++i)
    right &= values[i] == float(i / n);
  check("eight threads launch at once", good == 8 && right);
}

/// `first` is a launch of a kernel that has not been loaded yet.
void graphs() {
  CUstream stream = nullptr;
  call("cuStreamCreate", &stream, unsigned(CU_STREAM_NON_BLOCKING));
  buffer<float> x(std::vector<float>(n, 1));
  check("no capture, no node", tc::captured_node(stream) == nullptr);
  tc::launch_config c = usual;
  c.stream = stream;
  call("cuStreamBeginCapture_v2", stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
  const tc::status captured = launch_scale(c, view(x), 2);
  void *const node = tc::captured_node(stream);
  refuses("a bad launch is refused while it is captured", launch_scale(c, view(x, n - 1), 2), "gridDim.x*blockDim.x <= extent(x,0) is false: 1024 <= 1023");
  const tc::status behind = launch_behind(c, view(x));
  CUgraph graph = nullptr;
  call("cuStreamEndCapture", stream, &graph);
  check("captured, with the image loaded meanwhile", captured.ok() && captured.launched && node && behind.ok(), describe(captured));
  CUgraphExec exec = nullptr;
  call("cuGraphInstantiateWithFlags", &exec, graph, 0ull);
  check("capture runs nothing", all(x, 1));
  auto go = [&](const std::string &name, float before, float after) {
    x.write(std::vector<float>(n, before));
    call("cuGraphLaunch", exec, stream);
    check(name, tc::synchronize(captured).ok() && all(x, after));
  };
  go("graph", 1, 3);
  go("graph again", 3, 7);
  c.graph_exec = exec;
  c.graph_node = node;
  refuses("a bad update is refused", launch_scale(c, view(x, n - 1), 4), "gridDim.x*blockDim.x <= extent(x,0) is false: 1024 <= 1023");
  go("and changes nothing", 1, 3);
  const tc::status updated = launch_scale(c, view(x), 10);
  check("a good update", updated.ok() && updated.launched, describe(updated));
  go("takes effect", 1, 11);
  tc::launch_config clustered = c;
  clustered.cluster = 2;
  refuses("an update cannot change the cluster", launch_scale(clustered, view(x), 4), "it was captured with clusterDim.x = 1");
  tc::launch_config together = c;
  together.cooperative = true;
  refuses("nor make it cooperative", launch_scale(together, view(x), 4), "captured as a launch that is not cooperative");
  tc::launch_config nowhere = c;
  nowhere.graph_node = nullptr;
  refuses("an update needs a node", launch_scale(nowhere, view(x), 4), "graph_exec is given and graph_node is not");
  c.body = tc::body_kind::self_contained;
  check("an update may change the body", launch_scale(c, view(x), 3).ok());
  go("to the self-contained one", 1, 4);
}

void clusters_of_blocks() {
  buffer<int> x(std::vector<int>(8, 0));
  runs("cluster of 4", launch_clusters({.grid = 8, .block = 32, .cluster = 4}, view(x, 8)));
  check("cluster of 4: result", x.read() == std::vector<int>(8, 4));
  runs("no cluster", launch_clusters({.grid = 8, .block = 32}, view(x, 8)));
  check("no cluster: result", x.read() == std::vector<int>(8, 1));
  refuses("the cluster divides the grid", launch_clusters({.grid = 6, .block = 32, .cluster = 4}, view(x, 8)), "gridDim.x % clusterDim.x == 0 is false");
  refuses("17 blocks", launch_clusters({.grid = 17, .block = 32, .cluster = 17}, view(x, 17)), "clusterDim.x <= 16 is false: 17 <= 16");
  if (is_gpu()) {
    buffer<int> y(std::vector<int>(16, 0));
    runs("cluster of 16, which no device has to have", launch_clusters({.grid = 16, .block = 32, .cluster = 16}, view(y, 16)));
    check("cluster of 16: result", y.read() == std::vector<int>(16, 16));
  }
}

void cooperative() {
  constexpr int blocks = 8;
  buffer<int> sums(std::vector<int>(blocks, 0)), arrived(std::vector<int>(1, 0)), total(std::vector<int>(1, 0));
  runs("cooperative", launch_everybody({.grid = blocks, .block = 32, .cooperative = true}, view(sums, blocks), arrived.data(), total.data()));
  check("cooperative: every block sees all", sums.read() == std::vector<int>(blocks, 28));
  refuses("more blocks than fit", launch_everybody({.grid = 1000000, .block = 1024, .cooperative = true}, view(sums, 1000000), arrived.data(), total.data()),
          "the blocks of a cooperative launch have to be on the device at once: 2 on each of ");
}

void dependent() {
  buffer<float> x(std::vector<float>(n, 1));
  tc::launch_config c = usual;
  c.programmatic_stream_serialization = true;
  bool ok = true;
  for (int i = 0; i != 20; ++i)
    ok &= launch_behind(c, view(x)).ok();
  runs("programmatic dependent launch", launch_behind(c, view(x)));
  check("programmatic dependent launch: result", ok && all(x, 22));
}

void shared_memory() {
  for (const int each : {1024, 16 * 1024, 50 * 1024}) { // 4, 64, 200 KiB
    std::vector<float> values(2 * each);
    for (int i = 0; i != 2 * each; ++i)
      values[i] = float(i);
    buffer<float> x(values);
    const std::string name = std::to_string(4 * each) + " shared bytes";
    runs(name, launch_turn({.grid = 2, .block = 128, .dynamic_smem = 4 * each}, tc::tensor1<float>(x.data(), 2 * each), each));
    check(name + ": result", x.read()[0] == float(each - 1) && x.read()[2 * each - 1] == float(each));
  }
  buffer<float> x(std::vector<float>(64, 1));
  refuses("one byte less", launch_turn({.grid = 1, .block = 128, .dynamic_smem = 255}, view(x, 64), 64), "each <= floor(dynamic shared bytes/4) is false: 64 <= 63");
  refuses("more than there is", launch_turn({.grid = 1, .block = 128, .dynamic_smem = 300000}, view(x, 64), 64), "dynamic shared bytes <= 232448 is false: 300000 <= 232448");
}

/// The map is an argument: nothing of it is allocated on the device.
void tensor_map() {
  alignas(128) CUtensorMap map;
  for (int i = 0; i != 16; ++i)
    map.opaque[i] = 0x0101010101010101ull * unsigned(i + 1);
  buffer<unsigned long long> out(std::vector<unsigned long long>(16, 0));
  if (is_gpu()) {
    const cuuint64_t sizes[] = {256, 64}, strides[] = {1024};
    const cuuint32_t box[] = {64, 16}, each[] = {1, 1};
    buffer<float> tensor(std::vector<float>(256 * 64));
    call("cuTensorMapEncodeTiled", &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, cuuint32_t(2), static_cast<void *>(tensor.data()), static_cast<const cuuint64_t *>(sizes),
         static_cast<const cuuint64_t *>(strides), static_cast<const cuuint32_t *>(box), static_cast<const cuuint32_t *>(each), CU_TENSOR_MAP_INTERLEAVE_NONE,
         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  }
  runs("TensorMap", launch_map_bytes({.grid = 1, .block = 32}, 0, map, tc::tensor1<unsigned long long>(out.data(), 16)));
  check("TensorMap: all 128 bytes arrive", std::memcmp(out.read().data(), &map, sizeof map) == 0);
}

void contexts() {
  CUcontext home = nullptr;
  call("cuCtxGetCurrent", &home);
  for (int round = 0; round != 3; ++round) { // the second may get the address of the first
    CUcontext other = nullptr;
    if (find<CUresult(CUcontext *, void *, unsigned, CUdevice)>("cuCtxCreate_v4"))
      call("cuCtxCreate_v4", &other, static_cast<void *>(nullptr), 0u, CUdevice(0));
    else
      call("cuCtxCreate_v2", &other, 0u, CUdevice(0));
    {
      buffer<float> x(std::vector<float>(n, 1));
      runs("context " + std::to_string(round), launch_scale(usual, view(x), 2));
      check("context " + std::to_string(round) + ": result", all(x, 2));
    }
    call("cuCtxDestroy_v2", other);
    call("cuCtxSetCurrent", home);
    buffer<float> y(std::vector<float>(n, 1));
    runs("back home", launch_scale(usual, view(y), 3));
    check("back home: result", all(y, 3));
  }
}

void limits(int target) {
  buffer<float> x(std::vector<float>(n, 1));
  refuses("K11: 70000 blocks on z", launch_scale({.grid = {1, 1, 70000}, .block = 32}, view(x), 2), "gridDim.z <= 65535 is false: 70000 <= 65535");
  refuses("K12: 65536 blocks on y", launch_scale({.grid = {1, 65536}, .block = 32}, view(x), 2), "gridDim.y <= 65535 is false: 65536 <= 65535");
  runs("65535 blocks on y", launch_scale({.grid = {1, 65535}, .block = 1}, view(x), 1));
  refuses("2^31 blocks on x", launch_scale({.grid = 1ll << 31, .block = 32}, view(x), 2), "gridDim.x <= 2147483647 is false");
  if (is_gpu())
    refuses("more threads than the kernel has been compiled for", launch_narrow({.grid = 1, .block = 256}, view(x)), "blockDim.x*blockDim.y*blockDim.z <= 128 is false: 256 <= 128");
  runs("as many", launch_narrow({.grid = 1, .block = 128}, view(x)));
  // What one target checks is nothing to the other.
  buffer<int> y(std::vector<int>(n, 0));
  const tc::status s = launch_wide(usual, view(y, n));
  if (target < 100)
    runs("checks of the loaded image: sm_90", s);
  else
    refuses("checks of the loaded image: sm_100a", s, "<= extent(x,0) is false: 2048 <= 1024");
  runs("half of it is right for both", launch_wide({.grid = 2, .block = 256}, view(y, n)));
}

void canaries() {
  buffer<float> x(std::vector<float>(n, 1));
  tc::launch_config c = usual;
  c.canary = 4;
  std::string bodies;
  for (int i = 0; i != 8; ++i)
    bodies += launch_scale(c, view(x), 1).body == tc::body_kind::self_contained ? 'c' : '.';
  check("every fourth launch is a canary", bodies == "...c...c", bodies);
  std::atomic<int> count = 0;
  std::vector<std::thread> threads;
  CUcontext context = nullptr;
  call("cuCtxGetCurrent", &context);
  for (int t = 0; t != 4; ++t)
    threads.emplace_back([&] {
      call("cuCtxSetCurrent", context);
      for (int i = 0; i != 10; ++i)
        count += launch_scale(c, view(x), 1).body == tc::body_kind::self_contained;
    });
  for (std::thread &t : threads)
    t.join();
  check("by four threads as well", count == 10, std::to_string(count));
  runs("and the result is the same", launch_scale(usual, view(x), 1));
}

int bodies() {
  buffer<float> x(std::vector<float>(n, 1));
  std::string text;
  for (int i = 0; i != 6; ++i) {
    const tc::status s = tc::synchronize(launch_scale(usual, view(x), 1));
    if (!s.ok()) {
      std::printf("%s\n", s.message.c_str());
      return 0;
    }
    text += (i ? " " : "") + std::string(tc::spelling(s.body));
  }
  std::printf("%s\n", text.c_str());
  return 0;
}

} // namespace

int main(int count, char **words) {
  if (!tc::rt::driver::get().error.empty()) {
    std::printf("FAILED no driver: %s\n", tc::rt::driver::get().error.c_str());
    return 1;
  }
  CUcontext home = nullptr;
  call("cuDevicePrimaryCtxRetain", &home, CUdevice(0));
  call("cuCtxSetCurrent", home);
  if (count == 2 && !std::strcmp(words[1], "bodies"))
    return bodies();
  graphs(); // first: nothing is loaded yet
  streams();
  clusters_of_blocks();
  cooperative();
  dependent();
  shared_memory();
  tensor_map();
  contexts();
  limits(count == 2 ? std::atoi(words[1]) : 90);
  canaries();
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
