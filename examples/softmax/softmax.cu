// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = softmax(x), row by row. A block takes a row at a time and strides by the
// grid, so any grid does; a row is read twice, once for its maximum and the sum
// of exponentials together, once for the result. Any number of columns.
#include <tilechecks/tilechecks.hpp>

#include <cfloat>

namespace {

/// The maximum of some elements, and the sum of exp(element - maximum).
struct partial {
  float maximum = -FLT_MAX, sum = 0;

  __device__ void add(float m, float s) {
    const float larger = fmaxf(maximum, m);
    sum = sum * expf(maximum - larger) + s * expf(m - larger);
    maximum = larger;
  }
};

/// The partial of all warps' partials, in every thread of the block.
__device__ partial block_total(partial p) {
  __shared__ tc::smem<float, tc::shape<32>> maxima, sums;
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    p.add(__shfl_xor_sync(0xffffffff, p.maximum, distance),
          __shfl_xor_sync(0xffffffff, p.sum, distance));
  if (threadIdx.x % 32 == 0) {
    maxima(threadIdx.x / 32) = p.maximum;
    sums(threadIdx.x / 32) = p.sum;
  }
  __syncthreads();
  p = partial();
  const int warps = blockDim.x / 32;
  for (int warp = 0; warp < warps; ++warp)
    p.add(maxima(warp), sums(warp));
  __syncthreads();
  return p;
}

} // namespace

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void softmax(tc::tensor2<const float> x, tc::tensor2<float> y) {
  tc::require(blockDim.x % 32 == 0, "whole warps");

  const unsigned rows = x.extent(0), columns = x.extent(1);
  for (unsigned row = blockIdx.x; row < rows; row += gridDim.x) {
    partial p;
    for (unsigned c = threadIdx.x; c < columns; c += blockDim.x)
      p.add(x(row, c), 1);
    p = block_total(p);
    const float scale = 1 / p.sum;
    for (unsigned c = threadIdx.x; c < columns; c += blockDim.x)
      y(row, c) = expf(x(row, c) - p.maximum) * scale;
  }
}
