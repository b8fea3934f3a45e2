// A kernel with a parameter of each kind: what ptxas makes of it differs from
// target to target.
#include <tilechecks/tilechecks.hpp>

#include <cuda.h>

// CUtensorMap of CUDA 13 is aligned to 128 bytes, the one before it to 64.
struct alignas(64) older_tensor_map {
  unsigned long long opaque[16];
};
static_assert(alignof(CUtensorMap) == 128);
struct tail { // 12 bytes that count, 16 by value
  double d;
  int i;
};
struct odd {
  char c[5];
};

__global__ void every(bool b, signed char c, unsigned short s,
                      const __grid_constant__ older_tensor_map older, int i,
                      const __grid_constant__ CUtensorMap map, long l, float f,
                      double d, const float *p, tail t, odd o,
                      tc::tensor1<float> x, unsigned char last) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < x.extent(0))
    x(at) = p[0] + float((map.opaque[0] ^ older.opaque[0]) & 0xff) + float(d) +
            f + float(b + c + s + i + l + t.i + o.c[4] + last);
}
