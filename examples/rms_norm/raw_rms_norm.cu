// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the same algorithm as one writes it by hand, on raw pointers. x
// is rows_x x columns, y is rows_y x columns_y.
#include "../common/by_hand.hpp"

namespace {

constexpr int threads = 256;

__device__ float block_sum(float value) {
  __shared__ float of_warp[threads / 32];
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(0xffffffff, value, distance);
  if (threadIdx.x % 32 == 0) {
    CHECK(threadIdx.x / 32, threads / 32);
    of_warp[threadIdx.x / 32] = value;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int warp = 0; warp < threads / 32; ++warp) {
    CHECK(warp, threads / 32);
    sum += of_warp[warp];
  }
  return sum;
}

} // namespace

extern "C" __global__ void __launch_bounds__(threads)
    rms_norm_raw(const float *__restrict__ x, const float *__restrict__ weight,
                 float *__restrict__ y, float epsilon, int rows_x, int columns,
                 int columns_weight, int rows_y, int columns_y) {
  const int row = blockIdx.x, vectors = columns / 4;
  float squares = 0;
  for (int k = threadIdx.x; k < vectors; k += blockDim.x) {
    const int c = k * 4;
    CHECK(row, rows_x);
    CHECK(c, columns - 3);
    const float4 v = *reinterpret_cast<const float4 *>(&x[row * columns + c]);
    squares += v.x * v.x;
    squares += v.y * v.y;
    squares += v.z * v.z;
    squares += v.w * v.w;
  }
  const float scale = rsqrtf(block_sum(squares) / columns + epsilon);
  for (int k = threadIdx.x; k < vectors; k += blockDim.x) {
    const int c = k * 4;
    CHECK(row, rows_x);
    CHECK(c, columns - 3);
    CHECK(c, columns_weight - 3);
    CHECK(row, rows_y);
    CHECK(c, columns_y - 3);
    const float4 v = *reinterpret_cast<const float4 *>(&x[row * columns + c]);
    const float4 w = *reinterpret_cast<const float4 *>(&weight[c]);
    *reinterpret_cast<float4 *>(&y[row * columns_y + c]) =
        make_float4(v.x * scale * w.x, v.y * scale * w.y, v.z * scale * w.z,
                    v.w * scale * w.w);
  }
}
