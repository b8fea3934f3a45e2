// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the same algorithm as one writes it by hand, on raw pointers. A
// is MA x K, B is KB x NB, C is M x N.
#include "../common/by_hand.hpp"

extern "C" __global__ void __launch_bounds__(256)
    sgemm_raw(const float *__restrict__ A, const float *__restrict__ B,
              float *__restrict__ C, int MA, int K, int KB, int NB, int M,
              int N) {
  __shared__ float As[16][68], Bs[16][64];

  const int t = threadIdx.x;
  const int tx = t % 16, ty = t / 16;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float acc[4][4] = {};

  for (int k0 = 0; k0 < K; k0 += 16) {
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int l = t + u * 256;
      CHECK(l % 16, 16);
      CHECK(l / 16, 68);
      CHECK(row + l / 16, MA);
      CHECK(k0 + l % 16, K);
      As[l % 16][l / 16] = A[(row + l / 16) * K + k0 + l % 16];
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int l = t + u * 256;
      CHECK(l / 64, 16);
      CHECK(l % 64, 64);
      CHECK(k0 + l / 64, KB);
      CHECK(column + l % 64, NB);
      Bs[l / 64][l % 64] = B[(k0 + l / 64) * NB + column + l % 64];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        CHECK(k, 16);
        CHECK(ty * 4 + i, 68);
        CHECK(tx * 4 + i, 64);
        a[i] = As[k][ty * 4 + i];
        b[i] = Bs[k][tx * 4 + i];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      CHECK(row + ty * 4 + i, M);
      CHECK(column + tx * 4 + j, N);
      C[(row + ty * 4 + i) * N + column + tx * 4 + j] = acc[i][j];
    }
}
