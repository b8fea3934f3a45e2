// REQUIRES: plugin, cuda
// The marker-free original of a kernel that keeps a check is dropped unless the
// unchecked body was asked for, also where an annotation names the kernel; with
// opt after -disable-llvm-passes as in the compiler's own pipeline.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %clang_cuda -fno-discard-value-names --cuda-device-only --offload-arch=sm_90 -O2 -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.raw.ll
// RUN: %opt -tilechecks=sidecar=%t.json -passes='tilechecks-start,default<O2>,tilechecks-last' -S %t.raw.ll -o %t.opt.ll
// RUN: FileCheck --check-prefix=SIDECAR %s < %t.json
// RUN: FileCheck %s < %t.opt.ll
// RUN: %opt -passes='tilechecks<bodies=all>' -S %t.raw.ll | FileCheck --check-prefix=ALL %s
// RUN: %opt -passes='print<tilechecks-plan>' -disable-output %t.raw.ll 2>&1 | FileCheck --check-prefix=PLAN %s
// RUN: %opt -passes='print<tilechecks-problem>' -disable-output %t.raw.ll 2>&1 | FileCheck --check-prefix=PROBLEM %s
#include <tilechecks/tilechecks.hpp>

// PLAN: plan _Z5hoist{{.*}} hoisted=1 in_place=0
// PROBLEM: _Z5hoist
// SIDECAR: "name": "hoist(
// CHECK-COUNT-2: define {{.*}}ptx_kernel
// CHECK-NOT: define {{.*}}ptx_kernel
// CHECK-NOT: tilechecks_check
// ALL: define {{.*}}ptx_kernel {{.*}}__tc_unchecked(
TC_KERNEL(tc::deny_in_loop_checks)
__global__ void hoist(tc::tensor1<const int> id, tc::tensor1<const float> x, float *out, int n) {
  int m = id(0);
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x(m) * i;
  *out = s;
}
