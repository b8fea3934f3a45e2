// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = a * x + y. Both accesses are launch-known: the launcher compares
// min(extent(y,0), gridDim.x * blockDim.x) with extent(x,0), and the kernel
// carries no check.
#include <tilechecks/tilechecks.hpp>

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void saxpy(float a, tc::tensor1<const float> x,
                      tc::tensor1<float> y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < y.extent(0))
    y(i) = a * x(i) + y(i);
}
