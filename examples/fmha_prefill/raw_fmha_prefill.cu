// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the same algorithm as one writes it by hand, on raw pointers. q is HQ x SQ x 64, k is HK x SK x 64, v is HV x
// SV x 64, o is H x S x 64; pointers are multiples of 16 bytes.
#include "../common/by_hand.hpp"
#include "../common/mma.hpp"

namespace {

using bf16 = __nv_bfloat16;

constexpr int BQ = 64, BK = 64, D = 64, group = 4, threads = 128, ahead = 2;

struct rows {
  alignas(16) bf16 at[64 * D];
};
struct keys_and_values {
  rows k, v;
};

// Pieces of 8 bfloats, exchanged within rows so that the 8 rows of an ldmatrix meet all banks.
__device__ __forceinline__ int swizzled(int row, int column) {
  const int offset = row * D + column;
  return offset ^ (offset >> 3 & 56);
}

/// 64 rows from `first` on, of head `head`; those from `end` on become 0. There are `heads` heads of `length` rows.
__device__ __forceinline__ void fetch(rows &to, const bf16 *__restrict__ from, int head, int first, int end,
                                      [[maybe_unused]] int heads, int length) {
#pragma unroll
  for (int i = 0; i < 64 * D / 8 / threads; ++i) {
    const int piece = threadIdx.x + i * threads;
    const int row = piece / (D / 8), column = piece % (D / 8) * 8;
    const bool there = first + row < end;
    CHECK(row, 64);
    CHECK(column, D - 7);
    if (there) {
      CHECK(head, heads);
      CHECK(first + row, length);
    }
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(to.at + swizzled(row, column)))),
                 "l"(there ? from + (head * length + first + row) * D + column : from), "r"(there ? 16 : 0)
                 : "memory");
  }
}

__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int Pending> __device__ __forceinline__ void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
  __syncthreads();
}

__device__ __forceinline__ float row_max(float x) {
  x = fmaxf(x, __shfl_xor_sync(0xffffffff, x, 1));
  return fmaxf(x, __shfl_xor_sync(0xffffffff, x, 2));
}
__device__ __forceinline__ float row_sum(float x) {
  x += __shfl_xor_sync(0xffffffff, x, 1);
  return x + __shfl_xor_sync(0xffffffff, x, 2);
}

} // namespace

extern "C" __global__ void __launch_bounds__(threads)
    fmha_prefill_raw(const bf16 *__restrict__ q, const bf16 *__restrict__ k, const bf16 *__restrict__ v, float *__restrict__ o,
                     float scale, bool causal, int HQ, int SQ, int HK, int SK, int HV, int SV, int H, int S) {
  __shared__ rows queries;
  __shared__ keys_and_values stages[ahead];

  const int tiles_q = (S + BQ - 1) / BQ, tiles_k = (SK + BK - 1) / BK, tiles = H * tiles_q;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int row = lane % 16, column = lane / 16 * 8; // of what this lane names to ldmatrix
  const int newer_keys = SK - S;
  const float to_exponent = scale * 1.44269504f; // of 2

  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int m = tile % tiles_q, head = tile / tiles_q, kv_head = head / group;
    const int last_seen = m * BQ + BQ - 1 + newer_keys; // by the last query of the tile, if causal
    const int seen = last_seen < 0 ? 0 : last_seen / BK + 1;
    const int count = causal && seen < tiles_k ? seen : tiles_k;

    fetch(queries, q, head, m * BQ, S, HQ, SQ);
#pragma unroll
    for (int j = 0; j < ahead - 1; ++j) {
      if (j < count) {
        fetch(stages[j].k, k, kv_head, j * BK, SK, HK, SK);
        fetch(stages[j].v, v, kv_head, j * BK, SK, HV, SV);
      }
      commit();
    }
    wait<ahead - 2>();
    unsigned a[D / 16][4];
#pragma unroll
    for (int d = 0; d < D / 16; ++d) {
      CHECK(warp * 16 + row, 64);
      CHECK(d * 16 + column, D - 7);
      example::load_matrices(queries.at + swizzled(warp * 16 + row, d * 16 + column), a[d][0], a[d][1], a[d][2], a[d][3]);
    }

    float sum[D / 8][4] = {}, greatest[2] = {-INFINITY, -INFINITY}, total[2] = {};
    int now = 0, next = ahead - 1;
    for (int j = 0; j < count; ++j) {
      wait<ahead - 2>();
      if (j + ahead - 1 < count) {
        fetch(stages[next].k, k, kv_head, (j + ahead - 1) * BK, SK, HK, SK);
        fetch(stages[next].v, v, kv_head, (j + ahead - 1) * BK, SK, HV, SV);
      }
      commit();
      const keys_and_values &s = stages[now];

      float score[BK / 8][4] = {};
#pragma unroll
      for (int d = 0; d < D / 16; ++d)
#pragma unroll
        for (int i = 0; i < BK / 8; i += 2) {
          unsigned k00, k01, k10, k11;
          CHECK(i * 8 + row, 64);
          CHECK(d * 16 + column, D - 7);
          example::load_matrices(s.k.at + swizzled(i * 8 + row, d * 16 + column), k00, k10, k01, k11);
          example::multiply_add(score[i][0], score[i][1], score[i][2], score[i][3], a[d][0], a[d][1], a[d][2], a[d][3], k00,
                                k01);
          example::multiply_add(score[i + 1][0], score[i + 1][1], score[i + 1][2], score[i + 1][3], a[d][0], a[d][1], a[d][2],
                                a[d][3], k10, k11);
        }

      // Keys that are not there, or not to be seen.
      const int keys = SK - j * BK, first_seen = m * BQ + newer_keys - j * BK;
      if (keys < BK || (causal && first_seen < BK - 1)) {
#pragma unroll
        for (int i = 0; i < BK / 8; ++i)
#pragma unroll
          for (int r = 0; r < 4; ++r) {
            const int key = i * 8 + lane % 4 * 2 + r % 2, query = warp * 16 + r / 2 * 8 + lane / 4;
            if (key >= keys || (causal && key > first_seen + query))
              score[i][r] = -INFINITY;
          }
      }

      // Both halves of the registers: two rows.
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        float top = greatest[half];
#pragma unroll
        for (int i = 0; i < BK / 8; ++i)
          top = fmaxf(top, fmaxf(score[i][2 * half], score[i][2 * half + 1]));
        top = row_max(top);
        const float base = top == -INFINITY ? 0.0f : top * to_exponent; // all scores -inf: all exponentials 0
        const float shrink = exp2f(greatest[half] * to_exponent - base);
        greatest[half] = top;
        float all = 0.0f;
#pragma unroll
        for (int i = 0; i < BK / 8; ++i)
#pragma unroll
          for (int r = 2 * half; r < 2 * half + 2; ++r) {
            score[i][r] = exp2f(score[i][r] * to_exponent - base);
            all += score[i][r];
          }
        total[half] = total[half] * shrink + all;
#pragma unroll
        for (int i = 0; i < D / 8; ++i) {
          sum[i][2 * half] *= shrink;
          sum[i][2 * half + 1] *= shrink;
        }
      }

#pragma unroll
      for (int i = 0; i < BK / 16; ++i) {
        const unsigned p0 = example::pack_bfloats(score[2 * i][0], score[2 * i][1]);
        const unsigned p1 = example::pack_bfloats(score[2 * i][2], score[2 * i][3]);
        const unsigned p2 = example::pack_bfloats(score[2 * i + 1][0], score[2 * i + 1][1]);
        const unsigned p3 = example::pack_bfloats(score[2 * i + 1][2], score[2 * i + 1][3]);
#pragma unroll
        for (int d = 0; d < D / 8; d += 2) {
          unsigned v00, v01, v10, v11;
          CHECK(i * 16 + row, 64);
          CHECK(d * 8 + column, D - 7);
          example::load_matrices_transposed(s.v.at + swizzled(i * 16 + row, d * 8 + column), v00, v01, v10, v11);
          example::multiply_add(sum[d][0], sum[d][1], sum[d][2], sum[d][3], p0, p1, p2, p3, v00, v01);
          example::multiply_add(sum[d + 1][0], sum[d + 1][1], sum[d + 1][2], sum[d + 1][3], p0, p1, p2, p3, v10, v11);
        }
      }
      now = now + 1 == ahead ? 0 : now + 1;
      next = next + 1 == ahead ? 0 : next + 1;
    }
    __syncthreads();
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const float all = row_sum(total[half]);
      const float scaled = all == 0.0f ? 0.0f : 1.0f / all;
      const int query = m * BQ + warp * 16 + half * 8 + lane / 4;
      if (query < S) {
        CHECK(head, H);
        CHECK(query, S);
        float *to = o + (head * S + query) * D;
#pragma unroll
        for (int i = 0; i < D / 8; ++i) {
          CHECK(i * 8 + lane % 4 * 2, D - 1);
          *reinterpret_cast<float2 *>(to + i * 8 + lane % 4 * 2) =
              make_float2(sum[i][2 * half] * scaled, sum[i][2 * half + 1] * scaled);
        }
      }
    }
  }
}
