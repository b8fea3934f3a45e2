// What is said of a loop with an unchecked and a checked copy, and that the hints of the errors help.
//
// REQUIRES: plugin, cuda
// DEFINE: %{device} = %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -gline-tables-only
// RUN: env TILECHECKS_LOG=1 %{device} -S %s -o /dev/null -Rpass-analysis=tilechecks -mllvm -tilechecks=sidecar=%t.json 2>&1 | FileCheck --check-prefix=LOG %s
// RUN: FileCheck --check-prefix=SIDECAR %s < %t.json
// RUN: not %{device} -S %s -o /dev/null -DCONTRACT=deny_in_kernel_checks 2>&1 | FileCheck --check-prefix=DENY %s
// RUN: %{device} -S %s -o /dev/null -DCONTRACT=deny_in_loop_checks
// RUN: %{device} -S %s -o /dev/null -DCONTRACT=deny_in_kernel_checks,tc::sufficient_launch -DBOUND_IS_ARGUMENT
// RUN: not %{device} -S %s -o /dev/null -DCONTRACT=deny_in_loop_checks -DMEET 2>&1 | FileCheck --check-prefix=LOOP %s
#include <tilechecks/tilechecks.hpp>

#ifndef CONTRACT
#define CONTRACT sufficient_launch<false>
#endif
using ints = tc::tensor1<const int>;

// LOG: loop-versions.cu:[[@LINE+9]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop at line [[@LINE+7]] and chooses between an unchecked and a checked copy of the loop: the access runs under a condition on data{{$}}
// LOG: remark: bounds check for dim 0 of x runs once before the loop at line [[@LINE+6]] and chooses between an unchecked and a checked copy of the loop: the access runs under a condition on data [-Rpass-analysis=tilechecks]
// SIDECAR: "outcome": "hoisted",
// SIDECAR-NEXT: "rule": "VersionedLoop",
// SIDECAR-NEXT: "reason": "DataDependentCondition",
// SIDECAR-NEXT: "hint": "ask for a sufficient launch check (sufficient_launch), or forbid checks in loops only (deny_in_loop_checks), or access before the condition is tested",
TC_KERNEL(tc::CONTRACT) __global__ void argument(ints m, tc::tensor1<float> x, int n) {
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      x(j) = 1;
}

// DENY: error: {{.*}}loop-versions.cu:[[@LINE-3]]:{{[0-9]+}}: bounds check for dim 0 of x runs once before the loop at line [[@LINE-5]] and chooses {{.*}}; forbidden by deny_in_kernel_checks; hint: ask for a sufficient launch check (sufficient_launch)
// DENY: error: {{.*}}: bounds check for dim 0 of x runs once {{.*}}; hint: pass what is loaded as a kernel argument and ask for a sufficient launch check (sufficient_launch)
TC_KERNEL(tc::CONTRACT) __global__ void loaded(ints len, ints m, tc::tensor1<float> x, int n) {
#ifndef BOUND_IS_ARGUMENT
  n = len(blockIdx.x);
#endif
  for (int j = 0; j < n; ++j)
    if (m(j) != 0)
      x(j) = 1;
}

#ifdef MEET
// LOOP: error: {{.*}}loop-versions.cu:[[@LINE+5]]:{{[0-9]+}}: bounds check for dim 0 of x stays in the loop body: {{.*}} may not agree on which copy of it to run; {{.*}}forbidden by deny_in_loop_checks; hint: pass the operands as kernel arguments, or move the barrier out of the loop
TC_KERNEL(tc::CONTRACT) __global__ void meet(ints len, ints m, tc::tensor1<float> x) {
  int n = len(threadIdx.x);
  for (int j = 0; j < n; ++j) {
    if (m(j) != 0)
      x(j) = 1;
    __syncthreads();
  }
}
#endif
