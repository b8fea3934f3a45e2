// Two kernels that keep a check: in the loop, since the index is loaded there; before it, since only the first index is.
#include <tilechecks/tilechecks.hpp>

extern "C" __global__ void gather(tc::tensor1<const int> id,
                                  tc::tensor1<const float> x,
                                  tc::tensor1<float> y, int n) {
  for (int i = 0; i < n; ++i)
    y(i) = x(id(i));
}

extern "C" __global__ void window(const int *first,
                                  tc::tensor1<const float> x, float *sum) {
  const int n = *first;
  float s = 0;
#pragma unroll 1
  for (int i = 0; i < 64; ++i)
    s += x(n + i);
  *sum = s;
}
