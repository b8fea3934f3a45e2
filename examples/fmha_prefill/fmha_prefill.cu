// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attention over whole sequences: o = softmax(q * k^T * scale) * v for each batch and head, heads of 64 bfloats, floats out.
// Four query heads share one of k and v. The blocks of the launch share out tiles of 64 queries; k and v stream through
// shared memory in tiles of 64 keys, two ahead; scores stay in registers, with a running maximum and sum (online softmax).
//
// q, o: heads x queries x 64        k, v: heads / 4 x keys x 64        heads: of all batches, one batch after the other
//
// `causal`: the last query sees all keys, the one before all but the last, and so on. A query that sees none gives zeros.
#include <tilechecks/tilechecks.hpp>

#include "../common/mma.hpp"

namespace {

using bf16 = __nv_bfloat16;

constexpr int BQ = 64, BK = 64, D = 64, group = 4, threads = 128, ahead = 2;

template <class T> using heads = tc::tensor<T, tc::extents<int, tc::dyn, tc::dyn, D>>;

/// 64 rows of 64; the swizzle lets the 8 rows of an ldmatrix meet all banks.
using rows = tc::smem<bf16, tc::shape<1, 64, D>, tc::xor_swizzle<3, 3, 3>>;
struct keys_and_values {
  rows k, v;
};

/// What a thread holds of a tile of o, 16 rows a warp: element 4j + r is float r of product j.
struct accumulators {
  static constexpr int threads = ::threads, elements = D / 2, run = 2;
  __host__ __device__ static constexpr int row(int thread, int i) {
    return thread / 32 * 16 + i % 4 / 2 * 8 + thread % 32 / 4;
  }
  __host__ __device__ static constexpr int column(int thread, int i) { return i / 4 * 8 + thread % 4 * 2 + i % 2; }
};

/// Over the four lanes that hold a row of scores.
__device__ inline float row_max(float x) {
  x = fmaxf(x, __shfl_xor_sync(0xffffffff, x, 1));
  return fmaxf(x, __shfl_xor_sync(0xffffffff, x, 2));
}
__device__ inline float row_sum(float x) {
  x += __shfl_xor_sync(0xffffffff, x, 1);
  return x + __shfl_xor_sync(0xffffffff, x, 2);
}

} // namespace

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void __launch_bounds__(threads)
    fmha_prefill(heads<const bf16> q, heads<const bf16> k, heads<const bf16> v, heads<float> o, float scale, bool causal) {
  // Whether a tile of queries sees keys at all the kernel finds out, so the shapes of k and v follow from no launch alone.
  tc::require((o.extent(0) + (group - 1LL)) / group <= k.extent(0), "a head of keys for four of queries");
  tc::require(v.extent(0) == k.extent(0) && v.extent(1) == k.extent(1), "a value for each key");

  __shared__ rows queries;
  __shared__ keys_and_values stages[ahead];

  constexpr auto block = tc::block_of<threads>;
  const auto qs = q.partition<1, BQ, D>();
  const auto ks = k.partition<1, BK, D>();
  const auto vs = v.partition<1, BK, D>();
  const auto os = o.partition<1, BQ, D>().mapped();
  const int thread = threadIdx.x;
  const int fragment_row = example::fragment_row(thread), fragment_column = example::fragment_column(thread);
  const int newer_keys = k.extent<1>() - q.extent<1>();
  const float to_exponent = scale * 1.44269504f; // of 2

  for (auto index : os.indices(tc::persistent)) {
    const auto [head, m, whole] = index;
    const int last_seen = m * BQ + BQ - 1 + newer_keys; // by the last query of the tile, if causal
    const int seen = last_seen < 0 ? 0 : last_seen / BK + 1;
    const int count = causal && seen < ks.num_tiles<1>() ? seen : ks.num_tiles<1>();

    tc::pipeline ring(block, stages);
    const auto load = [&](int j) {
      ring.fill(
          [&](keys_and_values &to) {
            tc::copy_async<16>(block, ks.tile(head / group, j, 0), to.k);
            tc::copy_async<16>(block, vs.tile(head / group, j, 0), to.v);
          },
          j < count);
    };
    tc::copy_async<16>(block, qs.tile(head, m, 0), queries); // arrives with the first keys
#pragma unroll
    for (int j = 0; j < ahead - 1; ++j)
      load(j);
    tc::wait<ahead - 2>();
    __syncthreads();
    tc::array<unsigned, D / 16, 4> a;
#pragma unroll
    for (int d = 0; d < D / 16; ++d)
      example::load_matrices(&queries.vec<8>(0, thread / 32 * 16 + fragment_row, d * 16 + fragment_column), a(d, 0), a(d, 1),
                             a(d, 2), a(d, 3));

    tc::array<float, D / 8, 4> sum(0.0f);
    tc::array<float, 2> greatest(-INFINITY), total(0.0f);
    for (int j = 0; j < count; ++j) {
      keys_and_values &now = ring.wait();
      load(j + ahead - 1);

      tc::array<float, BK / 8, 4> score(0.0f);
#pragma unroll
      for (int d = 0; d < D / 16; ++d)
#pragma unroll
        for (int i = 0; i < BK / 8; i += 2) {
          unsigned k00, k01, k10, k11;
          example::load_matrices(&now.k.vec<8>(0, i * 8 + fragment_row, d * 16 + fragment_column), k00, k10, k01, k11);
          example::multiply_add(score(i, 0), score(i, 1), score(i, 2), score(i, 3), a(d, 0), a(d, 1), a(d, 2), a(d, 3), k00,
                                k01);
          example::multiply_add(score(i + 1, 0), score(i + 1, 1), score(i + 1, 2), score(i + 1, 3), a(d, 0), a(d, 1), a(d, 2),
                                a(d, 3), k10, k11);
        }

      // Keys that are not there, or not to be seen.
      const int keys = k.extent<1>() - j * BK, first_seen = m * BQ + newer_keys - j * BK;
      if (keys < BK || (causal && first_seen < BK - 1)) {
#pragma unroll
        for (int i = 0; i < BK / 8; ++i)
#pragma unroll
          for (int r = 0; r < 4; ++r) {
            const int key = accumulators::column(thread, 4 * i + r), query = accumulators::row(thread, r);
            if (key >= keys || (causal && key > first_seen + query))
              score(i, r) = -INFINITY;
          }
      }

      // Both halves of the registers: two rows.
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        float top = greatest(half);
#pragma unroll
        for (int i = 0; i < BK / 8; ++i)
          top = fmaxf(top, fmaxf(score(i, 2 * half), score(i, 2 * half + 1)));
        top = row_max(top);
        const float base = top == -INFINITY ? 0.0f : top * to_exponent; // all scores -inf: all exponentials 0
        const float shrink = exp2f(greatest(half) * to_exponent - base);
        greatest(half) = top;
        float all = 0.0f;
#pragma unroll
        for (int i = 0; i < BK / 8; ++i)
#pragma unroll
          for (int r = 2 * half; r < 2 * half + 2; ++r) {
            score(i, r) = exp2f(score(i, r) * to_exponent - base);
            all += score(i, r);
          }
        total(half) = total(half) * shrink + all;
#pragma unroll
        for (int i = 0; i < D / 8; ++i) {
          sum(i, 2 * half) *= shrink;
          sum(i, 2 * half + 1) *= shrink;
        }
      }

#pragma unroll
      for (int i = 0; i < BK / 16; ++i) {
        const unsigned p0 = example::pack_bfloats(score(2 * i, 0), score(2 * i, 1));
        const unsigned p1 = example::pack_bfloats(score(2 * i, 2), score(2 * i, 3));
        const unsigned p2 = example::pack_bfloats(score(2 * i + 1, 0), score(2 * i + 1, 1));
        const unsigned p3 = example::pack_bfloats(score(2 * i + 1, 2), score(2 * i + 1, 3));
#pragma unroll
        for (int d = 0; d < D / 8; d += 2) {
          unsigned v00, v01, v10, v11;
          example::load_matrices_transposed(&now.v.vec<8>(0, i * 16 + fragment_row, d * 8 + fragment_column), v00, v01, v10,
                                            v11);
          example::multiply_add(sum(d, 0), sum(d, 1), sum(d, 2), sum(d, 3), p0, p1, p2, p3, v00, v01);
          example::multiply_add(sum(d + 1, 0), sum(d + 1, 1), sum(d + 1, 2), sum(d + 1, 3), p0, p1, p2, p3, v10, v11);
        }
      }
    }
    __syncthreads(); // the next tile's queries and keys overwrite what other warps may still use
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const float all = row_sum(total(half));
      const float scaled = all == 0.0f ? 0.0f : 1.0f / all;
#pragma unroll
      for (int i = 0; i < D / 8; ++i) {
        sum(i, 2 * half) *= scaled;
        sum(i, 2 * half + 1) *= scaled;
      }
    }
    tc::store(block, accumulators(), os.tile(index), sum);
  }
}
