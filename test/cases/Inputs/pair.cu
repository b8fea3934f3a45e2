// Two kernels with a helper that is large enough to be inlined into a single caller only.
#include <tilechecks/tilechecks.hpp>

static __device__ float series(float v, int steps) {
  float s = 0;
  for (int i = 0; i < steps; ++i) {
    s = s * v + 1.5f;
    if (s > 100.0f)
      s = s * 0.25f + v;
    else if (s < -100.0f)
      s = s * 0.5f - v;
    else
      s = s - v * v;
    s = s / (v + 3.0f) + s / (v + 4.0f) + s / (v + 5.0f) + s / (v + 6.0f);
    s = s / (v + 7.0f) + s / (v + 8.0f) + s / (v + 9.0f) + s / (v + 10.0f);
    s = s / (s + 7.0f) + s / (s + 8.0f) + s / (s + 9.0f) + s / (s + 10.0f);
    s = sqrtf(s * s + v) + s / (s + 2.0f) + s / (s + 11.0f) + s / (s + 12.0f);
  }
  return s;
}

extern "C" __global__ void keeps(tc::tensor1<float> out, tc::tensor1<const int> idx, tc::tensor1<const float> src,
                                 int steps) {
#ifdef KEEPS
  out(blockIdx.x) = series(src(idx(blockIdx.x)), steps);
#else
  out(blockIdx.x) = series(src(blockIdx.x), steps);
#endif
}

extern "C" __global__ void clean(tc::tensor1<float> out, tc::tensor1<const float> src, int steps) {
  out(blockIdx.x) = series(src(blockIdx.x), steps);
}
