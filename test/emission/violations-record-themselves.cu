// REQUIRES: plugin, cuda
// With on_violation=report each check keeps its statement, with id, values and line; all of a function share the code that writes the
// record, and each kernel ends in its own form. With trap, said or not, nothing is different by a byte.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.ptx -mllvm -tilechecks=on_violation=report,sidecar=%t.json
// RUN: FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=SIDECAR < %t.json
// RUN: %ptxas -arch=sm_90 %t.ptx -o %t.cubin
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.default.ptx
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.trap.ptx -mllvm -tilechecks=on_violation=trap
// RUN: cmp %t.default.ptx %t.trap.ptx
// RUN: FileCheck %s --check-prefix=TRAP < %t.trap.ptx
// RUN: not %clang_tc --cuda-device-only --offload-arch=sm_90 -S %s -o %t.masked.ptx -mllvm -tilechecks=on_violation=masked 2>&1 | FileCheck %s --check-prefix=MASKED
#include <tilechecks/tilechecks.hpp>

// CHECK: .weak .global .align 8 .b8 __tc_violation[16]
// MASKED: unknown value 'masked' of 'on_violation'; valid: trap, report

// TRAP-NOT: __tc_violation
// TRAP: .visible .entry _Z6gather{{.*}}__tc_placed(
// TRAP: tilechecks: fail 0 index=%rd{{[0-9]+}} extent=%rd{{[0-9]+}} line=[[#@LINE+27]]
// TRAP-NEXT: trap;
// TRAP-NOT: __tc_violation

// SIDECAR: "name": "gather(
// SIDECAR: "on_violation": {
// SIDECAR-NEXT: "end": "exit",
// SIDECAR-NEXT: "why": ""
// SIDECAR: "name": "shuffles(
// SIDECAR: "on_violation": {
// SIDECAR-NEXT: "end": "trap",
// SIDECAR-NEXT: "why": "shfl.sync.down.f32: a shuffle reads the values of other lanes"

// CHECK: .visible .entry _Z6gather{{.*}}__tc_placed(
// CHECK-DAG: tilechecks: fail 0 index=%rd{{[0-9]+}} extent=%rd{{[0-9]+}} line=[[#@LINE+13]]
// CHECK-DAG: tilechecks: fail 3 index=%rd{{[0-9]+}} extent=%rd{{[0-9]+}} line=[[#@LINE+14]]
// CHECK-DAG: ld.global.b64 {{.*}}[__tc_violation];
// CHECK-DAG: atom.{{.*}}exch.b32 {{.*}}[__tc_violation+8], 1;
// CHECK-DAG: st.release.sys.global.b32 [{{.*}}], 1;
// CHECK-DAG: exit;
// CHECK-DAG: trap;
// CHECK-NOT: __tc_violation
// CHECK: .visible .entry _Z8shuffles{{.*}}__tc_placed(
__global__ void gather(tc::tensor1<const int> id, tc::tensor1<const float> x, tc::tensor1<float> out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float v = x(id(i));
  if (v > 0)
    out(id(i)) = v;
}

// CHECK: tilechecks: fail
// CHECK-NOT: {{^[[:space:]]*}}exit;
// CHECK: ld.relaxed.sys.global.b32
// CHECK: trap;
__global__ void shuffles(tc::tensor1<const int> id, tc::tensor1<const float> x, float *out) {
  const float v = x(id(threadIdx.x));
  out[threadIdx.x] = v + __shfl_down_sync(0xffffffff, v, 1);
}
