// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What attention kernels compute with besides mma, through CUDA's own headers.

#include <cuda_bf16.h>

extern "C" __global__ void numbers(const float *x, float *y) {
  const int i = threadIdx.x;
  const float v = x[i];
  const __nv_bfloat162 pair = __floats2bfloat162_rn(v, 2 * v);
  const __nv_bfloat162 sum = __hfma2(pair, pair, pair);
  float top = v;
  for (int lane = 16; lane; lane /= 2)
    top = fmaxf(top, __shfl_xor_sync(~0u, top, lane));
  float *to = y + 12 * i;
  to[0] = __bfloat162float(__float2bfloat16(v));
  to[1] = __low2float(pair);
  to[2] = __high2float(pair);
  to[3] = __low2float(sum);
  to[4] = __expf(v);
  to[5] = exp2f(v);
  to[6] = rsqrtf(v);
  to[7] = __fmaf_rn(v, v, v);
  to[8] = top;
  to[9] = float((__bf16)v);
  to[10] = __fdividef(1, v);
  to[11] = __logf(v);
}

// Addresses of shared memory as 32-bit integers, for inline assembly.
extern "C" __global__ void addresses(float *y) {
  __shared__ __align__(16) float s[64];
  const int i = threadIdx.x;
  s[i] = float(i);
  __syncthreads();
  const unsigned at =
      static_cast<unsigned>(__cvta_generic_to_shared(&s[63 - i]));
  float v;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at));
  y[i] = v + *static_cast<float *>(__cvta_shared_to_generic(at));
}
