// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// z = x * y, bfloats in, floats out, any sizes whose rows are whole 16 bytes. The blocks of the launch share out the tiles
// of z, 128 x 128 each; x and y stream through shared memory three steps of 32 ahead; a warp multiplies 64 x 32 of a tile.
#include <tilechecks/tilechecks.hpp>

#include "../common/mma.hpp"

namespace {

using bf16 = __nv_bfloat16;

constexpr int BM = 128, BN = 128, BK = 32, threads = 256, ahead = 3;
// 2 x 4 warps; a warp has 4 x 4 products of 16 x 8.
constexpr int warp_rows = 64, warp_columns = 32;

/// One step of k. The swizzles let the 8 rows of an ldmatrix meet all banks.
struct step {
  tc::smem<bf16, tc::shape<BM, BK>, tc::xor_swizzle<2, 3, 3>> x;
  tc::smem<bf16, tc::shape<BK, BN>, tc::xor_swizzle<3, 3, 4>> y;
};

/// What a thread holds of a tile of z: element 4 (4i + j) + r is float r of product (i, j).
struct accumulators {
  static constexpr int threads = ::threads, elements = 64, run = 2;
  __host__ __device__ static constexpr int row(int thread, int i) {
    return thread / 128 * warp_rows + i / 16 * 16 + i % 4 / 2 * 8 + thread % 32 / 4;
  }
  __host__ __device__ static constexpr int column(int thread, int i) {
    return thread / 32 % 4 * warp_columns + i / 4 % 4 * 8 + thread % 4 * 2 + i % 2;
  }
};

} // namespace

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void __launch_bounds__(threads, 2)
    persistent_gemm(tc::tensor2<const bf16> x, tc::tensor2<const bf16> y, tc::tensor2<float> z) {
  __shared__ step steps[ahead];

  constexpr auto block = tc::block_of<threads>;
  const auto xs = x.partition<BM, BK>();
  const auto ys = y.partition<BK, BN>();
  const auto zs = z.partition<BM, BN>().mapped();
  const int count = xs.num_tiles<1>();
  const int thread = threadIdx.x;
  const int row = thread / 128 * warp_rows + example::fragment_row(thread);
  const int column = (thread & 96) + example::fragment_column(thread); // warp % 4 * warp_columns + ...

  for (auto index : zs.indices(tc::persistent)) {
    const auto [m, n] = index;
    tc::pipeline ring(block, steps);
    const auto load = [&](int k) {
      ring.fill(
          [&](step &to) {
            tc::copy_async<16>(block, xs.tile(m, k), to.x);
            tc::copy_async<16>(block, ys.tile(k, n), to.y);
          },
          k < count);
    };
#pragma unroll
    for (int k = 0; k < ahead - 1; ++k)
      load(k);

    tc::array<float, 4, 4, 4> sum(0.0f);
    for (int k = 0; k < count; ++k) {
      step &now = ring.wait();
      load(k + ahead - 1);
#pragma unroll
      for (int kk = 0; kk < BK; kk += 16) {
        tc::array<unsigned, 4, 4> a;
        tc::array<unsigned, 4, 2> b;
#pragma unroll
        for (int i = 0; i < 4; ++i)
          example::load_matrices(&now.x.vec<8>(row + i * 16, kk + example::fragment_column(thread)), a(i, 0), a(i, 1), a(i, 2),
                                 a(i, 3));
#pragma unroll
        for (int j = 0; j < 4; j += 2)
          example::load_matrices_transposed(&now.y.vec<8>(kk + example::fragment_row(thread), column + j * 8), b(j, 0), b(j, 1),
                                            b(j + 1, 0), b(j + 1, 1));
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int j = 0; j < 4; ++j)
            example::multiply_add(sum(i, j, 0), sum(i, j, 1), sum(i, j, 2), sum(i, j, 3), a(i, 0), a(i, 1), a(i, 2), a(i, 3),
                                  b(j, 0), b(j, 1));
      }
    }
    __syncthreads(); // the next tile's first steps overwrite what other warps may still multiply
    tc::store(block, accumulators(), zs.tile(index), sum);
  }
}
