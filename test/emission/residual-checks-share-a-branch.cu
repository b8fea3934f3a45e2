// REQUIRES: plugin, cuda
// What a check that stays costs: neighbours share a branch, loads that are proven elsewhere do not wait for it, a loop with
// such checks is unrolled as without. Each check is still there, with its id and line; at -O0 each is where it was.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O0 -S %s -o %t.O0.ptx
// RUN: FileCheck %s --check-prefix=O0 < %t.O0.ptx
#include <tilechecks/tilechecks.hpp>

using ints = tc::tensor1<const int>;
using vec = tc::tensor1<const float>;

// Four elements at a loaded place: one branch, then the loads.
// CHECK-LABEL: .entry window__tc_placed(
// CHECK: ld.global
// CHECK-NOT: bra
// CHECK: setp
// CHECK-NOT: bra
// CHECK: setp
// CHECK-NOT: bra
// CHECK: setp
// CHECK-NOT: bra
// CHECK: bra
// CHECK: ld.global
// CHECK: ld.global
// CHECK: ld.global
// CHECK: ld.global
// CHECK: st.global
// CHECK-DAG: tilechecks: fail 2 {{.*}} line=[[#@LINE+7]]
// CHECK-DAG: tilechecks: fail 3 {{.*}} line=[[#@LINE+6]]
// CHECK-DAG: tilechecks: fail 4 {{.*}} line=[[#@LINE+5]]
// CHECK-DAG: tilechecks: fail 5 {{.*}} line=[[#@LINE+4]]
// O0-LABEL: .entry window__tc_placed(
extern "C" __global__ void window(ints a, vec y, tc::tensor1<float> out) {
  const int i = a(blockIdx.x);
  out(blockIdx.x) = y(i) + y(i + 1) + y(i + 2) + y(i + 3);
}

// The indices of sixteen accesses are loaded side by side.
// CHECK-LABEL: .entry sixteen__tc_placed(
// CHECK-COUNT-16: ld.global
// CHECK: bra
// CHECK-COUNT-16: ld.global
// CHECK: st.global
extern "C" __global__ void sixteen(ints a, vec y, tc::tensor1<float> out) {
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k)
    sum += y(a(16 * blockIdx.x + k));
  out(blockIdx.x) = sum;
}

// A loop whose number of iterations is not known.
// CHECK-LABEL: .entry unrolled__tc_placed(
// CHECK: Loop Header
// CHECK: ld.global
// CHECK: ld.global
// CHECK: bra
// CHECK: Loop Header
// CHECK: ret
// CHECK: tilechecks: fail
extern "C" __global__ void unrolled(ints a, vec y, tc::tensor1<float> out, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += y(a(k));
  out(blockIdx.x) = sum;
}

// An index that is known only when the one before has been checked: a(p) may not be loaded ahead.
// CHECK-LABEL: .entry chain__tc_placed(
// CHECK: Loop Header
// CHECK: bra
// CHECK: ld.global
// CHECK-NOT: Loop Header
// CHECK: ret
extern "C" __global__ void chain(ints a, tc::tensor1<float> out, int n, int p) {
  for (int k = 0; k < n; ++k)
    p = a(p);
  out(blockIdx.x) = float(p);
}

// The failure behind a barrier or an atomic stays behind it.
// CHECK-LABEL: .entry behind__tc_placed(
// CHECK: ld.global
// CHECK: bra
// CHECK: ld.global
// CHECK: atom{{.*}}.add
// CHECK: bra
// CHECK: ld.global
// CHECK: ret
extern "C" __global__ void behind(ints a, vec y, tc::tensor1<float> out, int *count) {
  const int i = a(0), j = a(1);
  float sum = y(i);
  count[1] = atomicAdd(count, 1);
  sum += y(j);
  out(blockIdx.x) = sum;
}

// Before a loop that the launch may skip: both bounds by one comparison, nothing of it if there is no iteration.
// CHECK-LABEL: .entry row__tc_placed(
// CHECK: setp.lt.s32 [[NONE:%p[0-9]+]], %r{{[0-9]+}}, 1;
// CHECK: @[[NONE]] bra
// CHECK: ld.global
// CHECK: max.s32
// CHECK-NEXT: setp.lt.u32
// CHECK-NEXT: bra
// CHECK: ret
extern "C" __global__ void row(ints a, tc::tensor2<const float> x, tc::tensor1<float> out, int n) {
  const int r = a(blockIdx.x);
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += x(r, j);
  out(blockIdx.x) = sum;
}
