// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// D = A B + C for a column of 16-wide blocks of k: two stages of shared memory,
// filled by cp.async, one mma.m16n8k16 of bf16 a block by way of ldmatrix. One
// warp. Needs no CUDA headers: bfloats are unsigned short here.
//
//   a  16 x 16 steps, row-major      b  16 steps x 8, row-major
//   c, d  16 x 8, row-major, float
//
// With -DEARLY the wait leaves one group too many pending.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

#ifdef EARLY
constexpr int left_pending = 2;
#else
constexpr int left_pending = 1;
#endif

using bf16 = unsigned short;
using shared_pointer = __attribute__((address_space(3))) void *;
using global_pointer = __attribute__((address_space(1))) const void *;
struct words2 {
  unsigned x, y;
};
struct words4 {
  unsigned x, y, z, w;
};
struct floats4 {
  float x, y, z, w;
};

#ifdef INLINE_PTX
__device__ words4 load_matrix_x4(shared_pointer row) {
  words4 r;
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
      : "r"((unsigned)(unsigned long)row));
  return r;
}
__device__ words2 load_matrix_x2_trans(shared_pointer row) {
  words2 r;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(r.x), "=r"(r.y)
               : "r"((unsigned)(unsigned long)row));
  return r;
}
__device__ floats4 multiply(int a0, int a1, int a2, int a3, int b0, int b1,
                            float c0, float c1, float c2, float c3) {
  floats4 d;
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(d.x), "=f"(d.y), "=f"(d.z), "=f"(d.w)
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "f"(c0), "f"(c1),
        "f"(c2), "f"(c3));
  return d;
}
#else
// clang has builtins for the copies, and none for these. Its code generator
// does not select the product from a declaration in the source, which lacks
// memory(none); as IR that is read back it does.
extern "C" __device__ words4 load_matrix_x4(shared_pointer) __asm__(
    "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3");
extern "C" __device__ words2 load_matrix_x2_trans(shared_pointer) __asm__(
    "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3");
extern "C" __device__ floats4
multiply(int, int, int, int, int, int, float, float, float,
         float) __asm__("llvm.nvvm.mma.m16n8k16.row.col.bf16");
#endif

struct alignas(16) stage {
  bf16 a[16][16];
  bf16 b[16][8];
};

__device__ void fetch(stage &to, const bf16 *a, const bf16 *b, int steps,
                      int step, int lane) {
  // 32 pieces of 16 bytes of A, 16 of B.
  __nvvm_cp_async_cg_shared_global_16(
      (shared_pointer)&to.a[lane / 2][lane % 2 * 8],
      (global_pointer)(a + lane / 2 * (16 * steps) + 16 * step + lane % 2 * 8));
  if (lane < 16)
    __nvvm_cp_async_cg_shared_global_16(
        (shared_pointer)&to.b[lane][0],
        (global_pointer)(b + (16 * step + lane) * 8));
  __nvvm_cp_async_commit_group();
}

extern "C" __global__ void tile(const bf16 *a, const bf16 *b, const float *c,
                                float *d, int steps) {
  __shared__ stage stages[2];
  const int lane = __nvvm_read_ptx_sreg_tid_x();
  const int row = lane / 4, column = lane % 4 * 2;
  float sum[4];
  for (int i = 0; i != 4; ++i)
    sum[i] = c[(row + i / 2 * 8) * 8 + column + i % 2];
  fetch(stages[0], a, b, steps, 0, lane);
  for (int step = 0; step != steps; ++step) {
    if (step + 1 != steps)
      fetch(stages[(step + 1) % 2], a, b, steps, step + 1, lane);
    else
      __nvvm_cp_async_commit_group(); // empty
    __nvvm_cp_async_wait_group(left_pending);
    __syncthreads();
    stage &now = stages[step % 2];
    words4 fa =
        load_matrix_x4((shared_pointer)&now.a[lane % 16][lane / 16 * 8]);
    words2 fb = load_matrix_x2_trans((shared_pointer)&now.b[lane % 16][0]);
    floats4 next = multiply(fa.x, fa.y, fa.z, fa.w, fb.x, fb.y, sum[0], sum[1],
                            sum[2], sum[3]);
    sum[0] = next.x, sum[1] = next.y, sum[2] = next.z, sum[3] = next.w;
    __syncthreads(); // before the stage is filled again
  }
  for (int i = 0; i != 4; ++i)
    d[(row + i / 2 * 8) * 8 + column + i % 2] = sum[i];
}
