// REQUIRES: plugin, cuda
// A check that must stay under deny_in_kernel_checks stops the build, with
// place, tensor, reason and hint; without the attribute the kernel compiles.
//
// RUN: not %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -S %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not %clang_tc --cuda-device-only --offload-arch=sm_90 -O0 -S %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -DALLOWED -S %s -o %t.ptx
// RUN: not env TILECHECKS_DENY=1 %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -DALLOWED -S %s -o %t.ptx 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>

#ifdef ALLOWED
#define DENY
#else
#define DENY TC_KERNEL(tc::deny_in_kernel_checks)
#endif

// CHECK: error: {{.*}}denied-check-is-a-compile-error.cu:[[@LINE+5]]:{{[0-9]+}}: bounds check for dim 0 of x stays in the loop body: index is loaded from memory; access x(id(i))
// CHECK-SAME: forbidden by deny_in_kernel_checks; hint: load the index before the loop
DENY __global__ void k(tc::tensor1<const int> id, tc::tensor1<const float> x, float *out, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x(id(i));
  *out = s;
}
