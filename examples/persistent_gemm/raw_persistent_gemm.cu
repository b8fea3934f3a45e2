// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the same algorithm as one writes it by hand, on raw pointers. x is MX x K, y is KY x NY, z is M x N; K, NY
// and N are multiples of 8 and the pointers of 16 bytes.
#include "../common/by_hand.hpp"
#include "../common/mma.hpp"

namespace {

using bf16 = __nv_bfloat16;

constexpr int BM = 128, BN = 128, BK = 32, threads = 256, ahead = 3;

struct step {
  alignas(16) bf16 x[BM * BK];
  alignas(16) bf16 y[BK * BN];
};

// Pieces of 8 bfloats, exchanged within rows so that the 8 rows of an ldmatrix meet all banks.
__device__ __forceinline__ int at_x(int row, int column) {
  const int offset = row * BK + column;
  return offset ^ (offset >> 3 & 24);
}
__device__ __forceinline__ int at_y(int row, int column) {
  const int offset = row * BN + column;
  return offset ^ (offset >> 4 & 56);
}

/// 16 bytes, or 0 where there is nothing.
__device__ __forceinline__ void copy_async(bf16 *to, const bf16 *from, bool there) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from), "r"(there ? 16 : 0)
               : "memory");
}

__device__ __forceinline__ void fetch(step &to, const bf16 *__restrict__ x, const bf16 *__restrict__ y, int MX, int K, int KY,
                                      int NY, int M, int N, int row0, int column0, int k0) {
#pragma unroll
  for (int i = 0; i < BM * BK / 8 / threads; ++i) {
    const int piece = threadIdx.x + i * threads;
    const int row = piece / (BK / 8), k = piece % (BK / 8) * 8;
    const bool there = row0 + row < M && k0 + k < K;
    CHECK(row, BM);
    CHECK(k, BK - 7);
    if (there) {
      CHECK(row0 + row, MX);
      CHECK(k0 + k, K - 7);
    }
    copy_async(to.x + at_x(row, k), there ? x + (row0 + row) * K + k0 + k : x, there);
  }
#pragma unroll
  for (int i = 0; i < BK * BN / 8 / threads; ++i) {
    const int piece = threadIdx.x + i * threads;
    const int k = piece / (BN / 8), column = piece % (BN / 8) * 8;
    const bool there = k0 + k < K && column0 + column < N;
    CHECK(k, BK);
    CHECK(column, BN - 7);
    if (there) {
      CHECK(k0 + k, KY);
      CHECK(column0 + column, NY - 7);
    }
    copy_async(to.y + at_y(k, column), there ? y + (k0 + k) * NY + column0 + column : y, there);
  }
}

} // namespace

extern "C" __global__ void __launch_bounds__(threads, 2)
    persistent_gemm_raw(const bf16 *__restrict__ x, const bf16 *__restrict__ y, float *__restrict__ z, int MX, int K, int KY,
                        int NY, int M, int N) {
  __shared__ step steps[ahead];

  const int tiles_n = (N + BN - 1) / BN, tiles = (M + BM - 1) / BM * tiles_n, count = (K + BK - 1) / BK;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int warp_row = warp / 4 * 64, warp_column = warp % 4 * 32;

  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row0 = tile / tiles_n * BM, column0 = tile % tiles_n * BN;
#pragma unroll
    for (int k = 0; k < ahead - 1; ++k) {
      if (k < count)
        fetch(steps[k], x, y, MX, K, KY, NY, M, N, row0, column0, k * BK);
      asm volatile("cp.async.commit_group;" ::: "memory");
    }
    float sum[4][4][4] = {};
    int now = 0, next = ahead - 1;
    for (int k = 0; k < count; ++k) {
      asm volatile("cp.async.wait_group %0;" ::"n"(ahead - 2) : "memory");
      __syncthreads();
      if (k + ahead - 1 < count)
        fetch(steps[next], x, y, MX, K, KY, NY, M, N, row0, column0, (k + ahead - 1) * BK);
      asm volatile("cp.async.commit_group;" ::: "memory");
      const step &s = steps[now];
#pragma unroll
      for (int kk = 0; kk < BK; kk += 16) {
        unsigned a[4][4], b[4][2];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
          CHECK(warp_row + i * 16 + lane % 16, BM);
          CHECK(kk + lane / 16 * 8, BK - 7);
          example::load_matrices(s.x + at_x(warp_row + i * 16 + lane % 16, kk + lane / 16 * 8), a[i][0], a[i][1], a[i][2],
                                 a[i][3]);
        }
#pragma unroll
        for (int j = 0; j < 4; j += 2) {
          CHECK(kk + lane % 16, BK);
          CHECK(warp_column + j * 8 + lane / 16 * 8, BN - 7);
          example::load_matrices_transposed(s.y + at_y(kk + lane % 16, warp_column + j * 8 + lane / 16 * 8), b[j][0], b[j][1],
                                            b[j + 1][0], b[j + 1][1]);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int j = 0; j < 4; ++j)
            example::multiply_add(sum[i][j][0], sum[i][j][1], sum[i][j][2], sum[i][j][3], a[i][0], a[i][1], a[i][2], a[i][3],
                                  b[j][0], b[j][1]);
      }
      now = now + 1 == ahead ? 0 : now + 1;
      next = next + 1 == ahead ? 0 : next + 1;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
#pragma unroll
        for (int r = 0; r < 4; r += 2) {
          const int row = row0 + warp_row + i * 16 + r / 2 * 8 + lane / 4;
          const int column = column0 + warp_column + j * 8 + lane % 4 * 2;
          if (row < M && column < N) { // N is even
            CHECK(row, M);
            CHECK(column, N - 1);
            *reinterpret_cast<float2 *>(z + row * N + column) = make_float2(sum[i][j][r], sum[i][j][r + 1]);
          }
        }
  }
}
