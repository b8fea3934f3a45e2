// Operations on bits that are sums, remainders and quotients, and what the headers make of min, max, abs, clamp and the like.
// The value is exact for every operand, negative ones included.
//
// REQUIRES: plugin, cuda
// DEFINE: %{plan} = env TILECHECKS_TIMING=1 TILECHECKS_DUMP=plan %clang_tc --cuda-device-only --offload-arch=sm_90 -fno-discard-value-names -S %s -o /dev/null
// RUN: %{plan} -O3 2>&1 | FileCheck %s
// RUN: %{plan} -O0 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>

#include <algorithm>
using F1 = tc::tensor1<float>;
template <int N> using Fixed = tc::tensor<float, tc::extents<int, N>>;

extern "C" __global__ void low(Fixed<16> x, Fixed<15> y, int i) {
  x(i & 15) = 1;
  y(i & 15) = 1;
}
// CHECK-LABEL: plan low:
// CHECK: x(i & 15) axis 0: discharged
// CHECK: y(i & 15) axis 0: launch

extern "C" __global__ void field(Fixed<16> x, Fixed<15> y, unsigned i) {
  x((i >> 4) & 15) = 1;
  y((i >> 4) & 15) = 1;
}
// CHECK-LABEL: plan field:
// CHECK: x((i >> 4) & 15) axis 0: discharged
// CHECK: y((i >> 4) & 15) axis 0: launch

extern "C" __global__ void put_together(F1 x) {
  int t = threadIdx.x;
  x((t & ~1) | (t & 1)) = 1;
  x((t << 2) | 3) = 1;
  x((t << 3) ^ 5) = 1;
}
// CHECK-LABEL: plan put_together:
// The last decides the others: blockDim.x and 4*blockDim.x are at most 8*blockDim.x - 2.
// CHECK: launch L0 contract
// CHECK-NEXT: launch L1 derived {{.*}} ; 8*blockDim.x - 3 < extent(x,0)
// CHECK-NEXT: {{.*}} x((t & ~1) | (t & 1)) axis 0: launch by LaunchExtreme L1{{$}}
// CHECK-NEXT: {{.*}} x((t << 2) | 3) axis 0: launch by LaunchExtreme L1{{$}}
// CHECK-NEXT: {{.*}} x((t << 3) ^ 5) axis 0: launch by LaunchExtreme L1{{$}}
// CHECK: function=put_together checks_discharged=0 checks_launch=3 checks_hoisted=0 checks_in_place=0

// Bits that may overlap are no sum: 0 and 4 both give element 4.
extern "C" __global__ void overlap(F1 x) {
  int t = threadIdx.x;
  x(t | 4) = 1;
}
// CHECK-LABEL: plan overlap:
// CHECK: x(t | 4) axis 0: in_place

extern "C" __global__ void complement(F1 x, int i) { x(~i) = 1; }
// CHECK-LABEL: plan complement:
// CHECK: ; -i - 1 >= 0

extern "C" __global__ void magnitude(F1 x, int i) { x(abs(i)) = 1; }
// CHECK-LABEL: plan magnitude:
// CHECK: ; int32(max(i, -1*i)) < extent(x,0)

extern "C" __global__ void bounded(F1 x, Fixed<11> y, Fixed<10> z, int i, int lo, int hi) {
  x(std::clamp(i, lo, hi)) = 1;
  y(std::clamp(i, 0, 10)) = 1;
  z(std::min(std::max(i, 0), 10)) = 1;
}
// CHECK-LABEL: plan bounded:
// CHECK: ; min(max(i, lo), hi) < extent(x,0)
// CHECK: y(std::clamp(i, 0, 10)) axis 0: discharged
// CHECK: z(std::min(std::max(i, 0), 10)) axis 0: launch

extern "C" __global__ void upper_half(F1 x, int i, int j, unsigned k, unsigned l) {
  x(__mulhi(i, j)) = 1;
  x(__umulhi(k, l)) = 1;
}
// CHECK-LABEL: plan upper_half:
// CHECK: ; floor((i*j)/2^32) < extent(x,0)
// CHECK: ; floor((uint32(k)*uint32(l))/2^32) < extent(x,0)

extern "C" __global__ void narrow(F1 x, Fixed<32> y, int i, unsigned j) {
  x(__mul24(i, i)) = 1;
  y(__clz(i) & 31) = 1;
}
// CHECK-LABEL: plan narrow:
// CHECK: x(__mul24(i, i)) axis 0: launch
// CHECK: y(__clz(i) & 31) axis 0: discharged

// A written variable in between: the reference is read after it.
extern "C" __global__ void written(Fixed<11> x, int i, int hi) {
  int low = 0;
  const int &chosen = i < low ? low : i > hi ? hi : i;
  hi = 10;
  x(chosen) = 1;
}
// CHECK-LABEL: plan written:
// CHECK: x(chosen) axis 0: in_place
