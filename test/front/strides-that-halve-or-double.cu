// The strides of reductions and scans: divided or multiplied by a constant in each iteration. What halves lies between 0 and
// its start and ends; what doubles lies above its start while a bound keeps it from wrapping. Neither is a counted loop.
// Rule: 7
//
// REQUIRES: plugin, cuda
// DEFINE: %{plan} = env TILECHECKS_DUMP=plan %clang_tc --cuda-device-only --offload-arch=sm_90 -fno-discard-value-names -S %s -o /dev/null
// RUN: %{plan} -O3 2>&1 | FileCheck %s
// RUN: %{plan} -O0 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>
using F1 = tc::tensor1<float>;
template <int N> using Fixed = tc::tensor<float, tc::extents<int, N>>;

extern "C" __global__ void reduce(Fixed<1024> x) {
  int t = threadIdx.x;
  for (int o = blockDim.x / 2; o > 0; o >>= 1) {
    if (t < o)
      x(t) += x(t + o);
    __syncthreads();
  }
}
// CHECK-LABEL: plan reduce: discharged=2 launch=0 hoisted=0 in_place=0

extern "C" __global__ void reduce_divided(Fixed<1023> x, Fixed<1024> y) {
  int t = threadIdx.x;
  for (unsigned o = 512; o != 0; o /= 2)
    if (t < o) {
      x(t + o) = 1;
      y(t + o) = 1;
    }
}
// CHECK-LABEL: plan reduce_divided:
// CHECK: x(t + o) axis 0: launch
// CHECK: y(t + o) axis 0: discharged

// The start may be negative: nothing is known of o.
extern "C" __global__ void of_any_start(Fixed<1024> x, int n) {
  for (int o = n; o != 0; o >>= 1)
    x(min(o, 1023)) = 1;
}
// CHECK-LABEL: plan of_any_start:
// CHECK: x(min(o, 1023)) axis 0: in_place

// It ends, so what stands behind it is reached; a test that 0 passes does not end it.
extern "C" __global__ void behind(F1 x, int i, float *p) {
  for (int o = 16; o > 0; o >>= 1)
    p[o] = 1;
  x(i) = 1;
}
// CHECK-LABEL: plan behind:
// CHECK: x(i) axis 0: launch

extern "C" __global__ void behind_an_endless_one(F1 x, int i, float *p) {
  for (int o = 16; o >= 0; o >>= 1)
    p[o] = 1;
  x(i) = 1;
}
// CHECK-LABEL: plan behind_an_endless_one:
// CHECK: x(i) axis 0: in_place

extern "C" __global__ void scan(Fixed<1024> x) {
  int t = threadIdx.x;
  for (int s = 1; s < blockDim.x; s *= 2)
    if (t >= s)
      x(t - s) = 1;
}
// CHECK-LABEL: plan scan: discharged=1 launch=0 hoisted=0 in_place=0

// s wraps around: from 1, thirty-two doublings give INT_MIN and 0.
extern "C" __global__ void scan_unbounded(Fixed<1024> x, int n) {
  int t = threadIdx.x;
  for (int s = 1; s != n; s <<= 1)
    if (t >= s)
      x(t - s) = 1;
}
// CHECK-LABEL: plan scan_unbounded: discharged=0 launch=0 hoisted=0 in_place=1
