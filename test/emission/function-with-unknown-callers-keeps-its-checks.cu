// REQUIRES: plugin, cuda
// Another unit may call `open` with any index: its symbol checks. The kernel of
// this unit knows its argument and calls the form without checks. A function
// that only this unit can call has no second form.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -fgpu-rdc -S %s -o %t.ptx
// RUN: FileCheck %s < %t.ptx
#include <tilechecks/tilechecks.hpp>

// CHECK-NOT: .func {{.*}}mine{{.*}}__tc_self_contained(
// CHECK: .func {{.*}} _Z4open{{[a-zA-Z0-9_]*[a-zA-Z0-9]}}(
// CHECK: tilechecks: fail 536870912 index=
// CHECK: .entry _Z1k{{.*}}__tc_placed(
// CHECK-NOT: tilechecks: fail
// CHECK: call.uni{{.*}} _Z4open{{.*}}__tc_placed,
__device__ __noinline__ float open(tc::tensor1<const float> x, int i) { return x(i); }
static __device__ __noinline__ float mine(tc::tensor1<const float> x, int i) { return x(i) + 1; }
__global__ void k(tc::tensor1<const float> x, float *out) { *out = open(x, 0) + mine(x, 1); }
