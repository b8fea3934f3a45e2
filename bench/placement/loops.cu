// Cases G: index forms and control that nobody places today. The notation is that of tiles.cu.
#include "tensors.hpp"

// G01: X[?]: down i from n - 1 to 0 { X(i) }
KERNEL G01(X1 x, int n) {
  for (int i = n - 1; i >= 0; --i)
    x(i) = 1;
}

// G02: X[?]: for i in 0..n { for j in 0..m { X(i*m + j) } }
KERNEL G02(X1 x, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x(i * m + j) = 1;
}

// G03: X[?]: for c in tid.x..cols by bdim.x { X(c) }
KERNEL G03(X1 x, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    x(c) = 1;
}

// G04: X[?]: i = bid.x * bdim.x + tid.x; if (i < n) { X(i) }
KERNEL G04(X1 x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x(i) = 1;
}

// G05: X[?]: i = bid.x * bdim.x + tid.x; X(i)
KERNEL G05(X1 x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x(i) = 1;
}

// G06: X[?]: if (flag) { X(i) }
KERNEL G06(X1 x, int i, int flag) {
  if (flag)
    x(i) = 1;
}

// G06-loop: X[?]: for j in 0..n { if (flag) { X(j) } }
KERNEL G06_loop(X1 x, int n, int flag) {
  for (int j = 0; j < n; ++j)
    if (flag)
      x(j) = 1;
}

// G07: M[?], X[?]: for j in 0..n { if (M(j)) { X(j) } }
// Data: whether X is accessed at all; the checks are those of the checked copy
KERNEL G07(B1 m, X1 x, int n) {
  for (int j = 0; j < n; ++j)
    if (m(j))
      x(j) = 1;
}

// G08: S[256]: S(tid.x), at most 256 threads by __launch_bounds__
KERNEL __launch_bounds__(256) G08(float *out) {
  __shared__ checked<tc::smem<float, tc::shape<256>>> s;
  s(threadIdx.x) = out[0];
  __syncthreads();
  out[1 + threadIdx.x] = s(threadIdx.x);
}

// G08-any: S[256]: S(tid.x)
KERNEL G08_any(float *out) {
  __shared__ checked<tc::smem<float, tc::shape<256>>> s;
  s(threadIdx.x) = out[0];
  __syncthreads();
  out[1 + threadIdx.x] = s(threadIdx.x);
}

// G09-barrier: X[?]: for j in 0..n { X(j), barrier }
KERNEL G09_barrier(X1 x, int n) {
  for (int j = 0; j < n; ++j) {
    x(j) = 1;
    __syncthreads();
  }
}

// G09-atomic: X[?]: for j in 0..n { X(2*j + 1), atomic }
KERNEL G09_atomic(X1 x, int n, int *count) {
  for (int j = 0; j < n; ++j) {
    x(2 * j + 1) = 1;
    atomicAdd(count, 1);
  }
}

// G09-stride: X[?]: for c in tid.x..cols by bdim.x { X(c), barrier of the warp }
KERNEL G09_stride(X1 x, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x) {
    x(c) = 1;
    __syncwarp();
  }
}

// G09-async: X[?], S[128]: for j in 0..n { S(tid.x % 128); X(j), asynchronous copy }
KERNEL G09_async(X1 x, int n) {
  __shared__ checked<tc::smem<float, tc::shape<128>>> s;
  for (int j = 0; j < n; ++j) {
    __nvvm_cp_async_ca_shared_global_4((__attribute__((address_space(3))) void *)(&s(threadIdx.x % 128)),
                                       (const __attribute__((address_space(1))) void *)(&x(j)));
    __nvvm_cp_async_wait_all();
    __syncthreads();
  }
}

// G11a: X[?]: i = 0; while i < n { X(i) }
KERNEL G11a(X1 x, int n) {
  int i = 0;
  while (i < n) {
    x(i) = 1;
    ++i;
  }
}

// G11b: X[?]: for k in 0..64 { if (k < limit) { X(k) } }, written with continue
KERNEL G11b(X1 x, int limit) {
  for (int k = 0; k < 64; ++k) {
    if (k >= limit)
      continue;
    x(k) = 1;
  }
}

// G11b-break: X[?]: for k in 0..64 { if (k < limit) { X(k) } }, written with break
KERNEL G11b_break(X1 x, int limit) {
  for (int k = 0; k < 64; ++k) {
    if (k >= limit)
      break;
    x(k) = 1;
  }
}

// G11c: X[?], V[?]: for k in 0..n { X(k); if (V(k)) { } }, left when V(k)
// Data: the loop ends when V(k) says so
KERNEL G11c(X1 x, B1 v, int n) {
  for (int k = 0; k < n; ++k) {
    x(k) = 1;
    if (v(k))
      break;
  }
}

// G14: A[?, ?], B[?, ?]: i = bid.y * bdim.y + tid.y + 1; j = bid.x * bdim.x + tid.x + 1;
//      if (i < extent(A, 0) - 1 and j < extent(A, 1) - 1) { A(i, j); A(i-1, j); A(i+1, j); A(i, j-1); A(i, j+1); B(i, j) }
KERNEL G14(R2 a, X2 b) {
  int i = blockIdx.y * blockDim.y + threadIdx.y + 1, j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < a.extent(0) - 1 && j < a.extent(1) - 1)
    b(i, j) = a(i, j) + a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1);
}
