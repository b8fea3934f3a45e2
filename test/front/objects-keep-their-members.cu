// What a function returns as an object, and what is copied as a whole, keeps its members: an extent in a returned view, a
// coordinate in a pair. Bits that are no member's are no value.
//
// REQUIRES: plugin, cuda
// DEFINE: %{plan} = env TILECHECKS_TIMING=1 TILECHECKS_DUMP=plan %clang_tc --cuda-device-only --offload-arch=sm_90 -fno-discard-value-names -S %s -o /dev/null
// RUN: %{plan} -O3 2>&1 | FileCheck %s
// RUN: %{plan} -O0 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>
using F1 = tc::tensor1<float>;

struct pair {
  int first, second;
};
struct holder {
  explicit __device__ holder(pair p) : value(p) {}
  pair value;
};
__device__ holder decode(int i, int w) { return holder(pair{i / w, i % w}); }

// A pair is one 64-bit number on its way through two copies.
extern "C" __global__ void members(F1 x, F1 y) {
  for (int i = 0; i < 12; ++i) {
    holder h = decode(i, 4);
    x(h.value.first) = 1;
    y(h.value.second) = 1;
  }
}
// CHECK-LABEL: plan members:
// CHECK-DAG: ; extent(x,0) > 2
// CHECK-DAG: ; extent(y,0) > 3
// CHECK: function=members checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0

// The upper half of one and the lower half of the other are neither.
extern "C" __global__ void across(tc::tensor<float, tc::extents<int, 12>> x, unsigned a, unsigned b) {
  unsigned long long both = (unsigned long long)(a % 12) << 32 | b % 12;
  x((unsigned)(both >> 32)) = 1;
  x((unsigned)both) = 1;
  x((unsigned)(both >> 16)) = 1;
}
// CHECK-LABEL: plan across:
// CHECK: x((unsigned)(both >> 32)) axis 0: discharged
// CHECK: x((unsigned)both) axis 0: discharged
// CHECK: x((unsigned)(both >> 16)) axis 0: {{launch|in_place}}

// Bits joined by & are conditions; of other numbers they are not.
extern "C" __global__ void both_bits(F1 x, int i, int j, int n) {
  if ((i >= 0) & (i < x.extent(0)))
    x(i) = 1;
  if (((i >= 0) | (i < x.extent(0))) & (n == 0))
    x(i) = 1;
  if (j & n)
    x(j) = 1;
}
// CHECK-LABEL: plan both_bits:
// CHECK: x(i) axis 0: discharged
// CHECK: x(i) axis 0: launch
// CHECK: x(j) axis 0: launch

// The address of an argument is a number of the launch.
extern "C" __global__ void aligned(F1 x, const int *p) {
  tc::require(reinterpret_cast<unsigned long long>(x.data()) % 16 == 0);
  tc::require(reinterpret_cast<unsigned long long>(p) % 4 == 0);
  x(0) = 1;
}
// CHECK-LABEL: plan aligned:
// CHECK: precondition exact (== 0 (+ (uwrap 64 (param 0 0 64)) (* -16 (floordiv (uwrap 64 (param 0 0 64)) 16))))
// CHECK: precondition exact (== 0 (+ (uwrap 64 (param 1 0 64)) (* -4 (floordiv (uwrap 64 (param 1 0 64)) 4))))
