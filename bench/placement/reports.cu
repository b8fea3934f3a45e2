// Cases K: kernels of public bug reports that went out of bounds. The notation is that of tiles.cu.
#include "tensors.hpp"

// K1: X[?]: X((bid.x * c + tid.x) * hw), a 32-bit product, 64-bit extent
KERNEL K1(L1 x, int c, int hw) {
  int n = blockIdx.x, channel = threadIdx.x;
  x((n * c + channel) * hw) = 1;
}

// K2: X[?]: X(bid.x * hidden + tid.x), unsigned times int
KERNEL K2(X1 x, int hidden) {
  unsigned row = blockIdx.x;
  int i = threadIdx.x;
  x(row * hidden + i) = 1;
}

// K4: X[?]: t = n * d; for i in 0..t { X(i) }, t truncated to 32 bits
KERNEL K4(X1 x, long long n, long long d) {
  int t = static_cast<int>(n * d);
  for (int i = 0; i < t; ++i)
    x(i) = 1;
}

// K5: X[?]: base = bid.x * bs; c = min(n - base, bs); for i in 0..c { X(base + i) }
KERNEL K5(X1 x, int n, int bs) {
  int base = blockIdx.x * bs;
  int c = min(n - base, bs);
  for (int i = 0; i < c; ++i)
    x(base + i) = 1;
}

// K7: X[?], Y[?]: i = bid.x * bdim.x + tid.x; v = X(i); if (i < n) { Y(i) }
KERNEL K7(R1 x, X1 y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x(i);
  if (i < n)
    y(i) = v;
}

// K8: A[?], B[?]: i = bid.x * bdim.x + tid.x; if (i < extent(A, 0)) { A(i); B(2*i) }
KERNEL K8(X1 a, X1 b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.extent(0)) {
    a(i) = 1;
    b(2 * i) = 1;
  }
}

// K9: S[?]: i = select(bid.x < n, bid.x, -1); S(i)
KERNEL K9(X1 shapes, int n) {
  int b = blockIdx.x;
  int i = b < n ? b : -1;
  shapes(i) = 1;
}

// K14: X[?]: i = bid.x * bdim.x + tid.x; X(i)
KERNEL K14(R1 x, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x(i);
}

// K15: X[?, ?]: col = tid.x % 32; X(bid.x, col)
KERNEL K15(X2 x) {
  int col = threadIdx.x % 32;
  x(blockIdx.x, col) = 1;
}

// K16: F[?], X[?]: lo = F(bid.x); hi = F(bid.x + 1); for i in lo..hi { X(i) }
KERNEL K16(I1 first, X1 x) {
  int lo = first(blockIdx.x), hi = first(blockIdx.x + 1);
  for (int i = lo; i < hi; ++i)
    x(i) = 1;
}

// K17: X[?]: i = bid.x * bdim.x + tid.x; X(i * stride)
KERNEL K17(X1 x, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x(i * stride) = 1;
}

// K18: X[?]: i = bid.x * bdim.x + tid.x; for k in 0..8 { X(i * 8 + k) }
KERNEL K18(X1 x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    x(i * 8 + k) = 1;
}

// K20: X[?]: for y in -r..r + 1 { X(y0 + y) }
KERNEL K20(X1 x, int y0, int r) {
  for (int y = -r; y <= r; ++y)
    x(y0 + y) = 1;
}

// L4: X[?]: i = 0; while i < n { X(i) }, in steps of 3, left early when i == m
KERNEL L4(X1 x, int n, int m) {
  for (int i = 0;; i += 3) {
    if (i >= n)
      break;
    x(i) = 1;
    if (i == m)
      break;
  }
}

// L10: X[?]: X(100 + n), n of 8 bits
KERNEL L10(X1 x, signed char n) { x(100 + n) = 1; }

// L11: X[?]: for i in 0..n { X(i) }, n of type size_t
KERNEL L11(X1 x, unsigned long n) {
  for (unsigned long i = 0; i < n; ++i)
    x(i) = 1;
}

// L12: X[?]: for i in 0..n { X(i) }; for i in 0..m { X(i) }
KERNEL L12(X1 x, int n, int m) {
  for (int i = 0; i < n; ++i)
    x(i) = 1;
  for (int i = 0; i < m; ++i)
    x(i) = 2;
}

// L13: X[?]: for i in 0..tid.x { X(i) }
KERNEL L13(X1 x) {
  for (int i = 0; i < threadIdx.x; ++i)
    x(i) = 1;
}
