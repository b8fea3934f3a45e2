// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the same algorithm as one writes it by hand, on raw pointers. x
// is rows x columns, y is rows_y x columns_y.
#include "../common/by_hand.hpp"

#include <cfloat>

namespace {

struct partial {
  float maximum = -FLT_MAX, sum = 0;

  __device__ void add(float m, float s) {
    const float larger = fmaxf(maximum, m);
    sum = sum * expf(maximum - larger) + s * expf(m - larger);
    maximum = larger;
  }
};

__device__ partial block_total(partial p) {
  __shared__ float maxima[32], sums[32];
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    p.add(__shfl_xor_sync(0xffffffff, p.maximum, distance),
          __shfl_xor_sync(0xffffffff, p.sum, distance));
  if (threadIdx.x % 32 == 0) {
    CHECK(threadIdx.x / 32, 32);
    maxima[threadIdx.x / 32] = p.maximum;
    sums[threadIdx.x / 32] = p.sum;
  }
  __syncthreads();
  p = partial();
  const int warps = blockDim.x / 32;
  for (int warp = 0; warp < warps; ++warp) {
    CHECK(warp, 32);
    p.add(maxima[warp], sums[warp]);
  }
  __syncthreads();
  return p;
}

} // namespace

extern "C" __global__ void softmax_raw(const float *__restrict__ x,
                                       float *__restrict__ y, int rows,
                                       int columns, int rows_y, int columns_y) {
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    partial p;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
      CHECK(row, rows);
      CHECK(c, columns);
      p.add(x[row * columns + c], 1);
    }
    p = block_total(p);
    const float scale = 1 / p.sum;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
      CHECK(row, rows);
      CHECK(c, columns);
      CHECK(row, rows_y);
      CHECK(c, columns_y);
      y[row * columns_y + c] = expf(x[row * columns + c] - p.maximum) * scale;
    }
  }
}
