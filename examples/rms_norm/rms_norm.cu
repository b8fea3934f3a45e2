// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = x / rms(x) * weight, row by row: one block a row, four elements a load.
// A row is read twice, the second time from the cache. Whole vectors only: the
// launcher refuses rows that are not a multiple of four.
#include <tilechecks/tilechecks.hpp>

namespace {

constexpr int threads = 256;

/// The sum of `value` over the block, in every thread of it.
__device__ float block_sum(float value) {
  __shared__ tc::smem<float, tc::shape<threads / 32>> of_warp;
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(0xffffffff, value, distance);
  if (threadIdx.x % 32 == 0)
    of_warp(threadIdx.x / 32) = value;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int warp = 0; warp < threads / 32; ++warp)
    sum += of_warp(warp);
  return sum;
}

} // namespace

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void __launch_bounds__(threads)
    rms_norm(tc::tensor2<const float> x, tc::tensor1<const float> weight,
             tc::tensor2<float> y, float epsilon) {
  tc::require(blockDim.x == threads);
  tc::require(x.extent(1) % 4 == 0 && y.extent(1) % 4 == 0,
              "rows in whole vectors of 4");

  const int row = blockIdx.x, vectors = x.extent(1) / 4;
  float squares = 0;
  for (int k = threadIdx.x; k < vectors; k += blockDim.x) {
    const tc::vec<float, 4> v = x.vec<4>(row, k * 4);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      squares += v(i) * v(i);
  }
  const float scale = rsqrtf(block_sum(squares) / x.extent(1) + epsilon);
  for (int k = threadIdx.x; k < vectors; k += blockDim.x) {
    const tc::vec<float, 4> v = x.vec<4>(row, k * 4), w = weight.vec<4>(k * 4);
    tc::vec<float, 4> out;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      out(i) = v(i) * scale * w(i);
    y.vec<4>(row, k * 4) = out;
  }
}
