// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A * B in tiles of 64 x 64 x 16: 256 threads, 4 x 4 elements of C each.
// Whole tiles only: the grid must not reach past C, and the launcher refuses
// one that does.
#include <tilechecks/tilechecks.hpp>

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void __launch_bounds__(256)
    sgemm(tc::tensor2<const float> A, tc::tensor2<const float> B,
          tc::tensor2<float> C) {
  tc::require(blockDim.x == 256);
  tc::require(A.extent(1) == B.extent(0));
  tc::require(A.extent(1) % 16 == 0, "K in whole tiles of 16");

  __shared__ tc::smem<float, tc::shape<16, 68>>
      As; // transposed; 4 columns of padding against bank conflicts
  __shared__ tc::smem<float, tc::shape<16, 64>> Bs;

  const int t = threadIdx.x;
  const int tx = t % 16, ty = t / 16;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  tc::array<float, 4, 4> acc{};

  for (int k0 = 0; k0 < A.extent(1); k0 += 16) {
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int l = t + u * 256;
      As(l % 16, l / 16) = A(row + l / 16, k0 + l % 16);
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int l = t + u * 256;
      Bs(l / 64, l % 64) = B(k0 + l / 64, column + l % 64);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      tc::array<float, 4> a, b;
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a(i) = As(k, ty * 4 + i);
        b(i) = Bs(k, tx * 4 + i);
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          acc(i, j) += a(i) * b(j);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      C(row + ty * 4 + i, column + tx * 4 + j) = acc(i, j);
}
