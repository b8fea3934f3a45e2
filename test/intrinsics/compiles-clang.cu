// The library compiles without a warning under clang, device and host half, at every level and in every mode. In
// checked mode without the plugin only as far as PTX: link-without-plugin.cu.
// REQUIRES: cuda
// DEFINE: %{cc} = %clang_cuda --offload-arch=sm_90 -Wall -Wextra -Werror -I%S/Inputs
// RUN: %{cc} --cuda-device-only -S -O0 %s -o %t.ptx
// RUN: %{cc} --cuda-device-only -S -O1 -g %s -o %t.ptx
// RUN: %{cc} --cuda-device-only -S -O2 -gline-tables-only %s -o %t.ptx
// RUN: %{cc} --cuda-device-only -S -O3 -fwrapv %s -o %t.ptx
// RUN: %{cc} --cuda-device-only -S -Os -fgpu-rdc %s -o %t.ptx
// RUN: %{cc} --cuda-host-only -c -O0 %s -o %t.o
// RUN: %{cc} --cuda-host-only -c -O3 %s -o %t.o
// RUN: %{cc} -c -O0 -DTILECHECKS_PORTABLE %s -o %t.o
// RUN: %{cc} -c -O3 -DTILECHECKS_PORTABLE %s -o %t.o
// RUN: %{cc} -c -O0 -DTILECHECKS_UNCHECKED %s -o %t.o
// RUN: %{cc} -c -O3 -DTILECHECKS_UNCHECKED %s -o %t.o
#include "everything.cuh"
