// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One Jacobi step of the 5-point Laplacian: each inner point of b is the
// weighted mean of a's point and its four neighbours; the border of b is left
// alone. One thread a point.
#include <tilechecks/tilechecks.hpp>

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void stencil(tc::tensor2<const float> a, tc::tensor2<float> b,
                        float centre, float side) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < a.extent(0) - 1 && j < a.extent(1) - 1)
    b(i, j) = centre * a(i, j) +
              side * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1));
}
