// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the same algorithm as one writes it by hand, on raw pointers. A
// is PA x MA x K, B is PB x KB x NB, C is P x M x N.
#include "../common/by_hand.hpp"

extern "C" __global__ void __launch_bounds__(256)
    batch_matmul_raw(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int PA, int MA, int K, int PB,
                     int KB, int NB, int P, int M, int N) {
  __shared__ float As[16][68], Bs[16][64];

  const int p = blockIdx.z;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float acc[4][4] = {};

  for (int k0 = 0; k0 < K; k0 += 16) {
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int m = row + ty + u * 16, k = k0 + tx;
      float a = 0;
      if (m < M && k < K) {
        CHECK(p, PA);
        CHECK(m, MA);
        CHECK(k, K);
        a = A[(p * MA + m) * K + k];
      }
      CHECK(tx, 16);
      CHECK(ty + u * 16, 68);
      As[tx][ty + u * 16] = a;
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int k = k0 + ty, n = column + tx + u * 16;
      float b = 0;
      if (k < K && n < N) {
        CHECK(p, PB);
        CHECK(k, KB);
        CHECK(n, NB);
        b = B[(p * KB + k) * NB + n];
      }
      CHECK(ty, 16);
      CHECK(tx + u * 16, 64);
      Bs[ty][tx + u * 16] = b;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        CHECK(k, 16);
        CHECK(ty * 4 + i, 68);
        CHECK(tx + i * 16, 64);
        a[i] = As[k][ty * 4 + i];
        b[i] = Bs[k][tx + i * 16];
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
      const int m = row + ty * 4 + i, n = column + tx + j * 16;
      if (m < M && n < N) {
        CHECK(p, P);
        CHECK(m, M);
        CHECK(n, N);
        C[(p * M + m) * N + n] = acc[i][j];
      }
    }
}
