// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C[p] = A[p] * B[p] for every p, in tiles of 64 x 64 x 16: 16 x 16 threads, 4
// x 4 elements of C each, blockIdx.z is p. Any M, N and K: what a tile has
// beyond the edge is read as 0 and not written.
#include <tilechecks/tilechecks.hpp>

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void __launch_bounds__(256)
    batch_matmul(tc::tensor3<const float> A, tc::tensor3<const float> B,
                 tc::tensor3<float> C) {
  tc::require(blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1);
  tc::require(A.extent(0) == C.extent(0) && B.extent(0) == C.extent(0));
  tc::require(A.extent(1) == C.extent(1), "A and C have the same rows");
  tc::require(A.extent(2) == B.extent(1), "as many columns of A as rows of B");
  const int across = gridDim.x, down = gridDim.y, deep = gridDim.z;
  tc::require(across == (C.extent(2) + 63) / 64 &&
                  down == (C.extent(1) + 63) / 64 && deep == C.extent(0),
              "a block for each tile of C");

  __shared__ tc::smem<float, tc::shape<16, 68>>
      As; // transposed; 4 columns of padding against bank conflicts
  __shared__ tc::smem<float, tc::shape<16, 64>> Bs;

  const int M = C.extent(1), N = C.extent(2), K = A.extent(2);
  const int p = blockIdx.z;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  tc::array<float, 4, 4> acc{};

  for (int k0 = 0; k0 < K; k0 += 16) {
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int m = row + ty + u * 16, k = k0 + tx;
      As(tx, ty + u * 16) = m < M && k < K ? A(p, m, k) : 0;
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int k = k0 + ty, n = column + tx + u * 16;
      Bs(ty, tx + u * 16) = k < K && n < N ? B(p, k, n) : 0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      tc::array<float, 4> a, b;
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a(i) = As(k, ty * 4 + i);
        b(i) = Bs(k, tx + i * 16);
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
    for (int j = 0; j < 4; ++j) {
      const int m = row + ty * 4 + i, n = column + tx + j * 16;
      if (m < M && n < N)
        C(p, m, n) = acc(i, j);
    }
}
