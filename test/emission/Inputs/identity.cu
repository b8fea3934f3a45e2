// Nine shapes in which deleting markers late, or cloning helpers for one kernel alone, would show: shared accessors, helpers
// that are not inlined, recursive ones, lambdas, statics, barriers, breaks, switches.
#include <tilechecks/tilechecks.hpp>

template <class T> using vec = tc::tensor1<T>;
template <class T> using mat = tc::tensor2<T>;
template <class T> using fixed = tc::tensor<T, tc::extents<int, 64, 128>>;

static __device__ int table[4] = {1, 2, 3, 4};
static __constant__ int bound_of_a_marker;

__device__ __noinline__ float helper(vec<const float> v, int i) {
  return v(i) * 2.f;
}
__device__ float rec(vec<const float> v, int i, int d) {
  return d <= 0 ? v(i) : v(i) + rec(v, i + 1, d - 1) + rec(v, i - 1, d - 1);
}
static __device__ __noinline__ float shared_helper(mat<const float> t, int i,
                                                   int j) {
  float s = 0;
  for (int k = 0; k < j; k++)
    s += t(i, k);
  return s;
}

__global__ void k_gemm(mat<const float> a, mat<const float> b, mat<float> c) {
  tc::require(a.extent(1) % 64 == 0 && a.extent(1) == b.extent(0));
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < a.extent(1); k++)
    s += a(i, k) * b(k, j);
  c(i, j) = s;
}
__global__ void k_static(fixed<const float> a, fixed<float> c) {
  for (int k = 0; k < 128; k++)
    c(threadIdx.x, k) = a(threadIdx.x, k) + table[k & 3];
}
__global__ void k_help(vec<const float> v, vec<float> o, mat<const float> t,
                       int n) {
  int i = threadIdx.x;
  o(i) = helper(v, i) + rec(v, i, n) + shared_helper(t, i, n);
}
__global__ void k_help2(mat<const float> t, vec<float> o) {
  o(threadIdx.x) = shared_helper(t, 0, 8);
}
__global__ void k_lambda(vec<const float> v, vec<float> o, int n) {
  auto f = [&](int i) { return v(i) + v(i + 1); };
  auto g = [=](auto h, int i) { return h(i) * h(i + 1); };
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    o(i) = g(f, i);
}
__global__ void k_smem(vec<const float> v, vec<float> o, int n) {
  __shared__ tc::smem<float, tc::shape<256>> s;
  for (int i = 0; i < n; i++) {
    s(threadIdx.x) = v(i * 256 + threadIdx.x);
    __syncthreads();
    o(i * 256 + threadIdx.x) = s(255 - threadIdx.x);
    __syncthreads();
  }
}
__global__ void k_extent(float *data, vec<const float> v, vec<float> o) {
  vec<float> w(data, bound_of_a_marker); // read for a check alone
  w(threadIdx.x) = 1;
  o(threadIdx.x) = v(0);
}
__global__ void k_break(vec<const float> v, vec<float> o, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    float x = v(i);
    if (x < 0)
      break;
    s += x;
  }
  o(0) = s;
}
__global__ void k_switch(vec<const float> v, vec<float> o, int m) {
  switch (m) {
  case 0:
    o(0) = v(1);
    break;
  case 1:
    o(1) = v(2);
    break;
  case 5:
    o(2) = v(3);
    break;
  default:
    o(3) = v(m);
  }
}
