// What this device and this body allow may be less than what CUDA does; the launch is refused with the limit's name and value,
// before the driver says "invalid argument". A driver that does not tell limits nothing.
//
// REQUIRES: launcher-gen, gxx
// RUN: %python %S/Inputs/make-cubin.py %S/Inputs/saxpy.json %t.yaml %t.fake
// RUN: yaml2obj %t.yaml -o %t.cubin
// RUN: launcher-gen --sidecar %S/Inputs/saxpy.json --cubin %t.cubin -o %t.hpp --cubin-path %t.fake
// RUN: %gxx -std=c++20 -shared -fPIC %S/Inputs/fake-driver.cpp -o %t.driver.so
// RUN: %gxx -std=c++20 -Wall -Wextra -Werror -I%source/launcher-gen/include -isystem %include -DLAUNCHER='"%t.hpp"' %s -o %t.exe -ldl
// DEFINE: %{run} = TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe
//
// RUN: env %{run} usual | FileCheck %s --check-prefix=USUAL
// USUAL: launch saxpy__tc_placed grid 4,1,1 block 256,1,1 shared 0
// USUAL-NEXT: ok
// RUN: env FAKE_CUDA_FUNCTION="0=255" %{run} usual | FileCheck %s --check-prefix=THREADS
// THREADS-NOT: launch saxpy
// THREADS: saxpy: blockDim.x*blockDim.y*blockDim.z <= 255 is false: 256 <= 255 (by the registers of this body, or its __launch_bounds__)
// THREADS-NEXT: Not launched: saxpy, limit blockDim.x*blockDim.y*blockDim.z.
// RUN: env FAKE_CUDA_FUNCTION="0=256" %{run} usual | FileCheck %s --check-prefix=USUAL
//
// Shared bytes: 40000 static ones and 10000 more need the attribute, though neither alone does.
// RUN: env %{run} shared | FileCheck %s --check-prefix=FREE
// FREE-NOT: set attribute
// FREE: launch saxpy__tc_placed grid 4,1,1 block 256,1,1 shared 10000
// RUN: env FAKE_CUDA_FUNCTION="1=40000" FAKE_CUDA_DEVICE="8=49152 97=102400" %{run} shared | FileCheck %s --check-prefix=ASKED
// ASKED: set attribute 8 to 10000
// ASKED-NEXT: launch saxpy__tc_placed grid 4,1,1 block 256,1,1 shared 10000
// RUN: env FAKE_CUDA_FUNCTION="1=40000" FAKE_CUDA_DEVICE="97=49999" %{run} shared | FileCheck %s --check-prefix=SHARED
// SHARED-NOT: launch saxpy
// SHARED: saxpy: dynamic shared bytes <= 9999 is false: 10000 <= 9999 (a block of this device can have 49999 shared bytes, and 40000 are static)
//
// Clusters: none on the device, more than every device has, another one than the kernel was compiled for.
// RUN: env FAKE_CUDA_DEVICE="120=0" %{run} cluster | FileCheck %s --check-prefix=NOCLUSTER
// NOCLUSTER: saxpy: clusterDim.x*clusterDim.y*clusterDim.z <= 1 is false: 2 <= 1 (this device has no clusters)
// RUN: env FAKE_CUDA_DEVICE="120=1" %{run} cluster | FileCheck %s --check-prefix=CLUSTER
// CLUSTER: launch attributes 4 saxpy__tc_placed grid 4,1,1
// RUN: env %{run} large | FileCheck %s --check-prefix=LARGE
// LARGE: set attribute 14 to 1
// LARGE-NOT: launch
// LARGE: saxpy: clusterDim.x*clusterDim.y*clusterDim.z <= 8 is false: 16 <= 8 (larger ones of this block and these shared bytes do not fit this device)
// RUN: env FAKE_CUDA_CLUSTERS=1 %{run} large | FileCheck %s --check-prefix=FITS
// FITS: launch attributes 4 saxpy__tc_placed grid 16,1,1
// RUN: env FAKE_CUDA_FUNCTION="11=2 12=1 13=1" %{run} usual | FileCheck %s --check-prefix=COMPILED
// COMPILED-NOT: launch saxpy
// COMPILED: saxpy: clusterDim.x == 2 is false: 1 == 2 (the kernel is compiled for that cluster; say so in the configuration)
// RUN: env FAKE_CUDA_FUNCTION="11=2 12=1 13=1" %{run} cluster | FileCheck %s --check-prefix=CLUSTER
//
// Cooperative launches: all blocks at once, or none.
// RUN: env FAKE_CUDA_DEVICE="95=1 16=2" FAKE_CUDA_BLOCKS=2 %{run} together | FileCheck %s --check-prefix=TOGETHER
// TOGETHER: launch attributes 2 saxpy__tc_placed grid 4,1,1
// RUN: env FAKE_CUDA_DEVICE="95=1 16=3" FAKE_CUDA_BLOCKS=1 %{run} together | FileCheck %s --check-prefix=APART
// APART-NOT: launch attributes
// APART: saxpy: gridDim.x*gridDim.y*gridDim.z <= 3 is false: 4 <= 3 (the blocks of a cooperative launch have to be on the device at once: 1 on each of 3 multiprocessors)
// RUN: env FAKE_CUDA_DEVICE="95=0" %{run} together | FileCheck %s --check-prefix=NEVER
// NEVER: saxpy: this device has no cooperative launches
#include LAUNCHER

#include <cstdio>
#include <string_view>

int main(int, char **words) {
  static float data[4096];
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  const std::string_view what = words[1];
  tc::launch_config c{.grid = 4, .block = 256};
  if (what == "shared")
    c.dynamic_smem = 10000;
  if (what == "cluster")
    c.cluster = 2;
  if (what == "large")
    c = {.grid = 16, .block = 64, .cluster = 16};
  if (what == "together")
    c.cooperative = true;
  const tc::status s = launch_saxpy(c, 2, tc::tensor1<float>(data, 1024), tc::tensor1<float>(data, 1024));
  std::puts(s.ok() ? "ok" : s.message.c_str());
}
