// A condition on the length of another array, and what stands behind an early return, are facts where they hold and nowhere
// else.
// Case: K8
// Report: K8
//
// REQUIRES: plugin, cuda
// DEFINE: %{plan} = env TILECHECKS_TIMING=1 TILECHECKS_DUMP=plan %clang_tc --cuda-device-only --offload-arch=sm_90 -fno-discard-value-names -S %s -o /dev/null
// RUN: %{plan} -O3 2>&1 | FileCheck %s
// RUN: %{plan} -O0 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>
using F1 = tc::tensor1<float>;

extern "C" __global__ void guarded_by_the_other(F1 a, F1 b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.extent(0)) {
    a(i) = 1;
    b(2 * i) = 1;
  }
}
// CHECK-LABEL: plan guarded_by_the_other:
// CHECK: b(2 * i) axis 0: launch
// CHECK: function=guarded_by_the_other checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0

extern "C" __global__ void after_a_return(F1 a, F1 b, int i) {
  if (i < 0 || i >= a.extent(0))
    return;
  a(i) = 1;
  b(i) = 1;
}
// CHECK-LABEL: plan after_a_return:
// CHECK: ; i < extent(a,0) implies i < extent(b,0)
// CHECK: a(i) axis 0: discharged
// CHECK: b(i) axis 0: launch

extern "C" __global__ void before_the_return(F1 a, int i) {
  a(i) = 1;
  if (i < 0 || i >= a.extent(0))
    return;
  a(i) = 2;
}
// CHECK-LABEL: plan before_the_return:
// CHECK: ; i < extent(a,0)
// CHECK: function=before_the_return checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0

// Either guard alone proves nothing of a.
extern "C" __global__ void either_length(F1 a, F1 b, int i) {
  if (i >= 0 && (i < a.extent(0) || i < b.extent(0)))
    a(i) = 1;
}
// CHECK-LABEL: plan either_length:
// CHECK: a(i) axis 0: launch

extern "C" __global__ void left_from_within(F1 a, F1 b, int n) {
  for (int i = 0; i < n; ++i) {
    if (i >= b.extent(0))
      return;
    b(i) = 1;
  }
  a(n) = 1;
}
// CHECK-LABEL: plan left_from_within:
// CHECK: b(i) axis 0: discharged
// CHECK: a(n) axis 0: in_place
