// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses by thread and block indices. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

// Case: G04. A grid beyond n runs; a wrapped i, which passes the guard, is excluded.
// COUNTS: TILECHECKS_TIMING module=threads function=g04 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g04(tc::tensor1<float> x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x(i) = i + 1; // line: g04
}

// Case: G05. Report: K14.
// COUNTS-NEXT: function=g05 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g05(tc::tensor1<float> x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x(i) = i + 1;
}

// Case: G08. A shared array by the thread's index: proven under a bound of the block, at launch without.
// COUNTS-NEXT: function=g08_bounded checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL __launch_bounds__(32) g08_bounded(int *sum) {
  __shared__ tc::smem<int, tc::shape<32>> s;
  s(threadIdx.x) = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    *sum = 0;
    for (int i = 0; i < int(blockDim.x); ++i)
      *sum += s.data()[i];
  }
}

// COUNTS-NEXT: function=g08_free checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g08_free(int *sum) {
  __shared__ tc::smem<int, tc::shape<32>> s;
  s(threadIdx.x) = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    *sum = 0;
    for (int i = 0; i < int(blockDim.x); ++i)
      *sum += s.data()[i];
  }
}

#ifndef PLACED_ONLY
// Case: G12. The row is data; its own load and the column are the launch's.
// COUNTS-NEXT: function=g12 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=1
KERNEL g12(tc::tensor1<const int> rows, tc::tensor2<float> x) {
  const int r = blockIdx.x, c = threadIdx.x;
  // DENY: error: {{.*}}threads.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x stays at its access: index is loaded from memory; access x(rows(r), c){{.*}}deny_in_kernel_checks; hint: load the index before the loop, or clamp it where it is produced
  x(rows(r), c) += 1; // line: g12
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
