// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the same algorithm as one writes it by hand, on raw pointers. C
// is M x N, A is M x K, B is K x N.

__global__ void __launch_bounds__(256)
    sgemm_raw(const float *__restrict__ A, const float *__restrict__ B,
              float *__restrict__ C, int N, int K) {
  __shared__ float As[16][68], Bs[16][64];

  const int t = threadIdx.x;
  const int tx = t % 16, ty = t / 16;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float acc[4][4] = {};

  for (int k0 = 0; k0 < K; k0 += 16) {
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int l = t + u * 256;
      As[l % 16][l / 16] = A[(row + l / 16) * K + k0 + l % 16];
    }
#pragma unroll
    for (int u = 0; u < 4; ++u) {
      const int l = t + u * 256;
      Bs[l / 64][l % 64] = B[(k0 + l / 64) * N + column + l % 64];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
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
    for (int j = 0; j < 4; ++j)
      C[(row + ty * 4 + i) * N + column + tx * 4 + j] = acc[i][j];
}
