// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pick.cuh"

#include <cassert>
#include <cstdio>

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void calls_pick(tc::tensor1<const float> x, tc::tensor1<float> out) {
  out(0) = 0;
  out.data()[0] = pick(x, 0);
}

// The run time of the device is no other unit.
TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void calls_the_run_time(tc::tensor1<float> x) {
  x(threadIdx.x) = sinf(x(0));
  if (threadIdx.x == 0)
    printf("%d\n", x.extent(0));
  free(malloc(4));
  assert(x.extent(0) > 0);
  __syncthreads();
}
