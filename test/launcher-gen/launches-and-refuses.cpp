// End to end: sidecar and cubin, generated launcher, host program, driver. A launch that the checks allow reaches the
// driver with the placed body; one that they do not never does, also the second time, also for a check that stands last.
//
// REQUIRES: launcher-gen, gxx
// RUN: %python %S/Inputs/make-cubin.py %S/Inputs/saxpy.json %t.yaml %t.fake
// RUN: yaml2obj %t.yaml -o %t.cubin
// RUN: launcher-gen --sidecar %S/Inputs/saxpy.json --cubin %t.cubin -o %t.hpp --cubin-path %t.fake
// RUN: %gxx -std=c++20 -shared -fPIC %S/Inputs/fake-driver.cpp -o %t.driver.so
// RUN: %gxx -std=c++20 -I%source/launcher-gen/include -I%include -DLAUNCHER='"%t.hpp"' %s -o %t.exe -ldl
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s --check-prefixes=CHECK,DRIVER
// RUN: env TILECHECKS_CUDA_LIBRARY=/nonexistent.so %t.exe | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_CUDA_SYNC=719 %t.exe sync | FileCheck %s --check-prefix=SYNC
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so TILECHECKS_VARIANT=self_contained %t.exe sync | FileCheck %s --check-prefix=VARIANT
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so TILECHECKS_FORCE_DEVICE_CHECKS=1 %t.exe sync | FileCheck %s --check-prefix=REFERENCE
#include LAUNCHER

#include <cstdio>

static float data[4096];

static tc::tensor1<float> vector(int n) { return tc::tensor1<float>(data, n); }

static void show(const char *what, const tc::status &s) {
  std::printf("%s: %s%s%s\n", what, s.ok() ? "ok" : "no", s.message.empty() ? "" : ": ", s.message.c_str());
}

int main(int count, char **) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  if (count > 1) {
    show("synchronize", tc::synchronize(launch_saxpy({.grid = 4, .block = 256}, 2, vector(1024), vector(1024))));
    return 0;
  }
  // SYNC: launch saxpy__tc_placed
  // SYNC-NEXT: synchronize: no: saxpy (body placed): CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)
  // SYNC-NEXT: This is what a failed check in a kernel looks like. No check of this kernel stays in its placed body.
  // VARIANT: launch saxpy grid 4,1,1 block 256,1,1 shared 0
  // VARIANT-NEXT: synchronize: ok
  // REFERENCE-NOT: launch saxpy
  // REFERENCE: synchronize: no: saxpy: the body reference was asked for and was not built (built: self_contained, placed;

  // Validation alone loads nothing.
  show("check", check_saxpy({.grid = 4, .block = 256}, 2, vector(1024), vector(1024)));
  // CHECK-NOT: load module
  // CHECK: check: ok
  show("good", launch_saxpy({.grid = 4, .block = 256}, 2, vector(1024), vector(1024)));
  // DRIVER-NEXT: load module
  // DRIVER-NEXT: launch saxpy__tc_placed grid 4,1,1 block 256,1,1 shared 0
  // DRIVER-NEXT: good: ok
  // NONE-NEXT: good: no: saxpy: every launch check holds, and there is no CUDA driver: /nonexistent.so cannot be loaded:

  // Case: S17
  show("again, one block more", launch_saxpy({.grid = 5, .block = 256}, 2, vector(1024), vector(1024)));
  // CHECK-NEXT: again, one block more: no: saxpy.cu:12: x(i): gridDim.x*blockDim.x <= extent(x,0) is false: 1280 <= 1024 (gridDim.x = 5, blockDim.x = 256, extent(x,0) = 1024)
  // CHECK-NEXT: Not launched: saxpy, derived check L1.

  // Case: S16
  show("the last check", launch_saxpy({.grid = 4, .block = 256}, 2, vector(1024), vector(1023)));
  // CHECK-NEXT: the last check: no: saxpy.cu:12: y(i): gridDim.x*blockDim.x <= extent(y,0) is false: 1024 <= 1023
  // CHECK-NEXT: Not launched: saxpy, derived check L2.

  // Case: S06
  show("precondition", launch_saxpy({.grid = 1, .block = 32}, 2, vector(998), vector(998)));
  // CHECK-NEXT: precondition: no: saxpy.cu:9: require: extent(x,0) >= 999 is false: 998 >= 999 (extent(x,0) = 998)
  // CHECK-NEXT: Why: shorter vectors are added on the host
  // CHECK-NEXT: Not launched: saxpy, precondition check L0.

  // Everything is wrong: arguments come first, then preconditions, then the shape, then what the kernel needs.
  show("order 1", launch_saxpy({.grid = {9, 70000}, .block = 2048}, 2, vector(5), vector(-1)));
  // CHECK-NEXT: order 1: no: saxpy: extent(y,0) >= 0 is false: -1 >= 0 (extent(y,0) = -1)
  // CHECK-NEXT: Not launched
  show("order 2", launch_saxpy({.grid = {9, 70000}, .block = 2048}, 2, vector(5), vector(1)));
  // CHECK-NEXT: order 2: no: saxpy.cu:9: require: extent(x,0) >= 999 is false
  // CHECK-NEXT: Why
  // CHECK-NEXT: Not launched
  show("order 3", launch_saxpy({.grid = {9, 70000}, .block = 2048}, 2, vector(1000), vector(1)));
  // CHECK-NEXT: order 3: no: saxpy: gridDim.y <= 65535 is false: 70000 <= 65535
  // CHECK-NEXT: Not launched
  show("order 4", launch_saxpy({.grid = 9, .block = 2048}, 2, vector(1000), vector(1)));
  // CHECK-NEXT: order 4: no: saxpy: blockDim.x <= 1024 is false: 2048 <= 1024
  // CHECK-NEXT: Not launched
  show("order 5", launch_saxpy({.grid = 9, .block = 1024}, 2, vector(1000), vector(1)));
  // CHECK-NEXT: order 5: no: saxpy.cu:12: x(i): gridDim.x*blockDim.x <= extent(x,0) is false: 9216 <= 1000
  // CHECK-NEXT: Not launched

  show("no blocks", launch_saxpy({.grid = 0, .block = 2048}, 2, vector(-5), vector(1)));
  // CHECK-NEXT: no blocks: ok
  show("clusters", launch_saxpy({.grid = 4, .block = 64, .dynamic_smem = 65536, .cluster = 2}, 2, vector(1024), vector(1024)));
  // DRIVER-NEXT: set attribute 8 to 65536
  // DRIVER-NEXT: launch attributes 4 saxpy__tc_placed grid 4,1,1 block 64,1,1 shared 65536
  // DRIVER-NEXT: clusters: ok
  // NONE-NEXT: clusters: no: saxpy: every launch check holds
}
