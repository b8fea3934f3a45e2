// A loop with a version stands in a body twice. The unchecked copy is the loop as it is without checks; the checked copy
// has the versioned check once, at its access. What is hoisted or in place inside the loop stands in both.
//
// Rule: 5 10
// REQUIRES: plugin, cuda
// DEFINE: %{device} = %clang_tc --cuda-device-only --offload-arch=sm_90 -S %s -o - -mllvm -tilechecks=bodies=all
// RUN: %{device} -O0 -emit-llvm | FileCheck %s
// RUN: %{device} -O3 | FileCheck --check-prefix=PTX %s
#include <tilechecks/tilechecks.hpp>

// CHECK-LABEL: define {{.*}}@pick__tc_placed(
// The decision, made once.
// CHECK: icmp sle i64
// CHECK: br i1 %{{[^ ]+}}, label %[[FAST:[^ ]+]], label %[[SAFE:[^ ]+]], !prof
// CHECK: [[SAFE]]:
// CHECK-NOT: {{fail 1 |^}}}
// CHECK: fail 2 index
// CHECK-NOT: {{fail 2 |^}}}
// CHECK: fail 1 index
// CHECK-NOT: {{fail [12] |^}}}
// CHECK: br label %{{[^ ]+}}, !llvm.loop
// CHECK: [[FAST]]:
// CHECK-NOT: {{fail 2 |^}}}
// CHECK: fail 1 index
// CHECK-NOT: {{fail [12] |^}}}
// CHECK: br label %{{[^ ]+}}, !llvm.loop
// CHECK: ret void
// CHECK-NOT: {{fail [12] }}
// CHECK: {{^}}}
//
// With every check at its access there is one loop.
// CHECK-LABEL: define {{.*}}@pick__tc_no_hoist(
// CHECK-NOT: {{fail 1 |^}}}
// CHECK: fail 2 index
// CHECK-NOT: {{fail 2 |^}}}
// CHECK: fail 1 index
// CHECK-NOT: {{fail [12] }}
// CHECK: {{^}}}
extern "C" __global__ void pick(tc::tensor1<const int> m, tc::tensor1<const float> x, tc::tensor1<float> y, int n) {
#pragma unroll 2
  for (int j = 0; j < n; ++j)
    if (int k = m(j))
      y(k) = x(j);
}

// Without checks the loop is unrolled by four, and so is its unchecked copy.
// PTX-LABEL: .entry total__tc_placed(
// PTX-NOT: tilechecks: fail
// PTX: add.f32
// PTX-NOT: tilechecks: fail
// PTX: add.f32
// PTX-NOT: tilechecks: fail
// PTX: add.f32
// PTX-NOT: tilechecks: fail
// PTX: add.f32
// PTX: tilechecks: fail 1 index
// PTX-NOT: tilechecks: fail
// PTX-LABEL: .entry total__tc_no_hoist(
extern "C" __global__ void total(tc::tensor1<const int> m, tc::tensor1<const float> x, float *o, int n) {
  float s = 0;
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      s += x(j);
  *o = s;
}
