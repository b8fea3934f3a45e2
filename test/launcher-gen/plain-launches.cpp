// Plain launches meet the run time library: by the plugin's calls (ENTRY), by --wrap in code of another compiler, and
// preloaded before a shared CUDA run time. The placed body runs only after its checks held. A refusal shows in
// cudaGetLastError once; no table, another digest, a body or a library that is missing, and the switch leave the launch as
// the program wrote it.
//
// REQUIRES: gxx, cuda, launcher-gen
// RUN: %python %S/Inputs/make-cubin.py %S/Inputs/saxpy.json %t.yaml %t.fake
// RUN: %gxx -std=c++20 -shared -fPIC %S/Inputs/fake-driver.cpp -o %t.driver.so
// RUN: %gxx -std=c++20 -O1 -shared -fPIC -I%source/launcher-gen/include -isystem %cuda_path/include %S/Inputs/fake-cudart.cpp -o %t.cudart.so -ldl
// RUN: %gxx -std=c++20 -O1 -Wall -Wextra -Werror -DENTRY -I%source/launcher-gen/include -isystem %include -isystem %cuda_path/include %s -o %t.entry %t.cudart.so %build/lib/libtilechecks_rt.a -ldl
// RUN: %gxx -std=c++20 -O1 -Wall -Wextra -Werror -DWRAP -I%source/launcher-gen/include -isystem %include -isystem %cuda_path/include %s -o %t.wrap -Wl,--wrap=cudaLaunchKernel,--wrap=cudaLaunchKernel_ptsz,--wrap=cudaLaunchKernelExC,--wrap=cudaLaunchKernelExC_ptsz,--wrap=cudaLaunchCooperativeKernel,--wrap=cudaLaunchCooperativeKernel_ptsz %build/lib/libtilechecks_rt.a %t.cudart.so -ldl
// RUN: %gxx -std=c++20 -O1 -Wall -Wextra -Werror -I%source/launcher-gen/include -isystem %include -isystem %cuda_path/include %s -o %t.plain %t.cudart.so
//
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake %t.entry | FileCheck %s --check-prefixes=CHECK,STATUS
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake %t.wrap | FileCheck %s --check-prefixes=CHECK,STATUS
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake LD_PRELOAD=%build/lib/libtilechecks_preload.so %t.plain 2>%t.printed | FileCheck %s
// RUN: FileCheck %s --check-prefix=PRINTED < %t.printed
//
// Whatever is amiss: the stub, which checks for itself, and no error.
// RUN: grep -v __tc_table %t.fake > %t.bare
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.bare %t.entry | FileCheck %s --check-prefix=RAW -DWHY="holds no saxpy__tc_table"
// RUN: sed 's/cdef"/cdee"/' %t.fake > %t.stale
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.stale %t.entry | FileCheck %s --check-prefix=RAW -DWHY="no symbol saxpy__tc_digest_0123456789abcdee"
// RUN: sed 's/"origin":"derived"/"origin":"hearsay"/' %t.fake > %t.odd
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.odd %t.entry | FileCheck %s --check-prefix=RAW -DWHY="hearsay"
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake FAKE_CUDA_LIBRARY=801 %t.entry | FileCheck %s --check-prefix=RAW -DWHY="12.5 or newer"
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake TILECHECKS_RAW_LAUNCHES=1 %t.entry | FileCheck %s --check-prefix=RAW -DWHY=", then 0"
// RUN: env TILECHECKS_CUDA_LIBRARY=/nonexistent.so FAKE_IMAGE=%t.fake %t.entry | FileCheck %s --check-prefix=RAW -DWHY=", then 0"
// RUN: env FAKE_IMAGE=%t.fake TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.plain | FileCheck %s --check-prefix=RAW -DWHY=", then 0"
// RUN: grep -v 'function saxpy__tc_placed' %t.fake > %t.short
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.short %t.entry | FileCheck %s --check-prefix=SHORT
// The assumed body does not run where the kernel may begin before the one ahead of it has ended.
// RUN: sed -e 's/"kind": "placed",/"kind": "assumed", "symbol": "saxpy__tc_assumed", "checks": 0 }, { "kind": "placed",/' -e '/"id": "L2"/,/"predicate"/s/derived/assumption/' %S/Inputs/saxpy.json > %t.assumed.json
// RUN: %python %S/Inputs/make-cubin.py %t.assumed.json %t.yaml %t.assumed
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.assumed %t.entry | FileCheck %s --check-prefix=ASSUMED
// A canary runs the stub where the checks hold, and is no excuse where they do not.
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake TILECHECKS_CANARY=1 %t.entry | FileCheck %s --check-prefix=CANARY
// A sufficient check that fails is no refusal (the attribute asks for that, so it goes).
// RUN: sed 's/"exact":true/"exact":false/g; s/"deny_in_kernel_checks"//' %t.fake > %t.sufficient
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.sufficient %t.entry | FileCheck %s --check-prefix=SUFFICIENT
//
// Policies.
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake TILECHECKS_ON_REFUSAL=print %t.entry 2>&1 | FileCheck %s --check-prefix=PRINTED
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake TILECHECKS_ON_REFUSAL=abort not --crash %t.entry 2>&1 | FileCheck %s --check-prefix=PRINTED
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_IMAGE=%t.fake TILECHECKS_ON_REFUSAL=shrug not --crash %t.entry 2>&1 | FileCheck %s --check-prefix=SHRUG
// PRINTED: saxpy.cu:12: x(i): gridDim.x*blockDim.x <= extent(x,0) is false: 1024 <= 1000
// PRINTED-NEXT: Not launched: saxpy, derived check L1.
// SHRUG: TILECHECKS_ON_REFUSAL=shrug: unknown value; valid: return, print, abort
#include <tilechecks/plain_launch.hpp>
#include <tilechecks/tensor.hpp>

#include <cuda_runtime_api.h>

#include <cstdio>

extern "C" {
void fake_stubs(const void *, const void *);
cudaError_t cudaLaunchKernel_ptsz(const void *, dim3, dim3, void **, size_t, cudaStream_t);
#ifdef ENTRY
cudaError_t tilechecks_cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t tilechecks_cudaLaunchKernel_ptsz(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t tilechecks_cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t tilechecks_cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *, void **);
#define cudaLaunchKernel tilechecks_cudaLaunchKernel
#define cudaLaunchKernel_ptsz tilechecks_cudaLaunchKernel_ptsz
#define cudaLaunchCooperativeKernel tilechecks_cudaLaunchCooperativeKernel
#define cudaLaunchKernelExC tilechecks_cudaLaunchKernelExC
#endif
}

static int saxpy, unknown;

static void show(const char *what, cudaError_t e) {
  const cudaError_t seen = cudaGetLastError(), again = cudaGetLastError();
  std::printf("%s: %d, seen %d, then %d\n", what, e, seen, again);
#if defined(ENTRY) || defined(WRAP)
  const tc::status &s = tc::last_status();
  std::printf("  %s%s %s %s\n", s.ok() ? "ok" : s.message.substr(0, s.message.find('\n')).c_str(),
              s.launched ? ", launched" : "", std::string(tc::spelling(s.body)).c_str(), s.note.c_str());
#endif
}

int main() {
  fake_stubs(&saxpy, &unknown);
  float a = 2;
  tc::tensor1<const float> x(nullptr, 1024), shorter(nullptr, 1000);
  tc::tensor1<float> y(nullptr, 1024);
  void *good[] = {&a, &x, &y}, *bad[] = {&a, &shorter, &y};
  show("good", cudaLaunchKernel(&saxpy, 4, 256, good, 0, nullptr));
  show("bad", cudaLaunchKernel(&saxpy, 4, 256, bad, 0, nullptr));
  show("after", cudaLaunchKernel(&saxpy, 4, 256, good, 0, nullptr));
  show("no blocks", cudaLaunchKernel(&saxpy, 0, 256, bad, 0, nullptr));
  show("shared", cudaLaunchKernel(&saxpy, 4, 256, good, 60000, nullptr));
  show("another kernel", cudaLaunchKernel(&unknown, 4, 256, bad, 0, nullptr));
  show("ptsz", cudaLaunchKernel_ptsz(&saxpy, 4, 256, good, 0, nullptr));
  show("cooperative", cudaLaunchCooperativeKernel(&saxpy, 4, 256, good, 0, nullptr));
  show("cooperative bad", cudaLaunchCooperativeKernel(&saxpy, 4, 256, bad, 0, nullptr));
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 256;
  show("ex", cudaLaunchKernelExC(&config, &saxpy, good));
  show("ex bad", cudaLaunchKernelExC(&config, &saxpy, bad));
  cudaLaunchAttribute cluster = {};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = 3;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  config.attrs = &cluster;
  config.numAttrs = 1;
  show("ex cluster", cudaLaunchKernelExC(&config, &saxpy, good));
  cluster.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  cluster.val.programmaticStreamSerializationAllowed = 1;
  show("ex programmatic", cudaLaunchKernelExC(&config, &saxpy, good));
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = 2;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  show("ex cluster that divides", cudaLaunchKernelExC(&config, &saxpy, good));
  cluster.id = cudaLaunchAttributePreferredClusterDimension;
  show("ex two clusters", cudaLaunchKernelExC(&config, &saxpy, good));
  cluster.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  cluster.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  show("ex updatable", cudaLaunchKernelExC(&config, &saxpy, good));
#if defined(ENTRY) || defined(WRAP)
  static int calls = 0;
  tc::set_on_refusal([](const tc::status &s) { calls += s.check == "L1"; });
  show("callback", cudaLaunchKernel(&saxpy, 4, 256, bad, 0, nullptr));
  tc::set_on_refusal(tc::on_refusal::return_error);
  show("no callback", cudaLaunchKernel(&saxpy, 4, 256, bad, 0, nullptr));
  std::printf("calls: %d\n", calls);
#endif
}

// CHECK: run saxpy__tc_placed grid 4 block 256 shared 0
// CHECK: {{^}}good: 0, seen 0, then 0
// STATUS-NEXT: ok, launched placed
// CHECK-NOT: run
// CHECK: {{^}}bad: 1, seen 1, then 0
// STATUS-NEXT: saxpy.cu:12: x(i): gridDim.x*blockDim.x <= extent(x,0) is false: 1024 <= 1000 {{.*}} placed
// CHECK: run saxpy__tc_placed grid 4
// CHECK-NEXT: {{^}}after: 0, seen 0, then 0
// CHECK-NOT: run
// CHECK: {{^}}no blocks: 9, seen 9, then 0
// CHECK: allow 60000 shared bytes
// CHECK-NEXT: run saxpy__tc_placed grid 4 block 256 shared 60000
// CHECK-NEXT: {{^}}shared: 0, seen 0, then 0
// To look up a stub that nobody knows is no error of the program's.
// CHECK: run another grid 4
// CHECK-NEXT: {{^}}another kernel: 0, seen 0, then 0
// CHECK: run ptsz saxpy__tc_placed
// CHECK: run cooperative saxpy__tc_placed
// CHECK-NOT: run
// CHECK: {{^}}cooperative bad: 1, seen 1, then 0
// CHECK: run ex saxpy__tc_placed
// CHECK-NOT: run
// CHECK: {{^}}ex bad: 1, seen 1, then 0
// What CUDA's own limits exclude is left to CUDA to refuse.
// CHECK: run ex saxpy (stub)
// CHECK-NEXT: {{^}}ex cluster: 0
// CHECK: run ex saxpy__tc_placed
// CHECK-NEXT: {{^}}ex programmatic: 0
// CHECK: run ex saxpy__tc_placed
// CHECK-NEXT: {{^}}ex cluster that divides: 0
// What was checked need not be what runs.
// CHECK: run ex saxpy (stub)
// CHECK-NEXT: {{^}}ex two clusters: 0
// STATUS-NEXT: ok, launched self_contained the device chooses
// CHECK: run ex saxpy (stub)
// CHECK-NEXT: {{^}}ex updatable: 0
// STATUS-NEXT: ok, launched self_contained the device may change
// STATUS: {{^}}callback: 1, seen 1, then 0
// STATUS: {{^}}no callback: 1, seen 1, then 0
// STATUS: calls: 1

// RAW-NOT: __tc_placed
// RAW: run saxpy (stub) grid 4
// RAW-NEXT: {{^}}good: 0, seen 0
// RAW: [[WHY]]
// RAW: run saxpy (stub) grid 4
// RAW-NEXT: {{^}}bad: 0, seen 0
// RAW-NOT: run {{.*}}__tc_placed

// SHORT-NOT: __tc_placed grid
// SHORT: run saxpy (stub) grid 4
// SHORT-NEXT: {{^}}good: 0, seen 0
// SHORT-NEXT: self_contained the image holds no body placed
// SHORT: {{^}}bad: 1, seen 1, then 0
// SHORT-NOT: __tc_placed grid

// ASSUMED: run saxpy__tc_assumed grid 4
// ASSUMED-NEXT: {{^}}good: 0
// ASSUMED: run ex saxpy__tc_placed
// ASSUMED-NEXT: {{^}}ex programmatic: 0
// ASSUMED: run ex saxpy__tc_assumed
// ASSUMED-NEXT: {{^}}ex cluster that divides: 0

// CANARY: run saxpy (stub) grid 4
// CANARY-NEXT: {{^}}good: 0, seen 0
// CANARY-NOT: {{^}}run
// CANARY: {{^}}bad: 1, seen 1, then 0

// SUFFICIENT: run saxpy__tc_placed grid 4
// SUFFICIENT-NEXT: {{^}}good: 0
// SUFFICIENT: run saxpy (stub) grid 4
// SUFFICIENT-NEXT: {{^}}bad: 0, seen 0
// SUFFICIENT-NEXT: ok, launched self_contained saxpy.cu:12: x(i): gridDim.x*blockDim.x <= extent(x,0) is false
