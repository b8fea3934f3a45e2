// The families of which the cases above show one member each. The notation is that of tiles.cu.
#include "tensors.hpp"

// -- directions of the comparison that ends the loop

// less: X[?]: for i in 0..n { X(i) }
KERNEL less(X1 x, int n) {
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}

// less-equal: X[?]: upto i from 0 to n { X(i) }
KERNEL less_equal(X1 x, int n) {
  for (int i = 0; i <= n; ++i)
    x(i) = 1;
}

// not-equal: X[?]: i = 0; while i != n { X(i) }
KERNEL not_equal(X1 x, int n) {
  for (int i = 0; i != n; ++i)
    x(i) = 1;
}

// greater: X[?]: down i from n to 1 { X(i - 1) }
KERNEL greater(X1 x, int n) {
  for (int i = n; i > 0; --i)
    x(i - 1) = 1;
}

// greater-equal: X[?]: down i from n to m { X(i) }
KERNEL greater_equal(X1 x, int n, int m) {
  for (int i = n; i >= m; --i)
    x(i) = 1;
}

// do-while: X[?]: i = 0; while i < n { X(i) }, tested behind
KERNEL do_while(X1 x, int n) {
  int i = 0;
  do {
    x(i) = 1;
    ++i;
  } while (i < n);
}

// down-idiom: X[?]: down i from n - 1 to 0 { X(i) }, written i-- > 0
KERNEL down_idiom(X1 x, int n) {
  for (int i = n; i-- > 0;)
    x(i) = 1;
}

// -- widths and signs of the index

// signed-8: X[?]: for i in 0..n { X(i) }, n and i of 8 bits
KERNEL signed_8(X1 x, signed char n) {
  for (signed char i = 0; i < n; ++i)
    x(i) = 1;
}

// signed-16: X[?]: for i in 0..n { X(i) }, n and i of 16 bits
KERNEL signed_16(X1 x, short n) {
  for (short i = 0; i < n; ++i)
    x(i) = 1;
}

// signed-64: X[?]: for i in 0..n { X(i) }, n and i of 64 bits
KERNEL signed_64(X1 x, long long n) {
  for (long long i = 0; i < n; ++i)
    x(i) = 1;
}

// unsigned-8: X[?]: for i in 0..n { X(i) }, n and i of 8 bits, unsigned
KERNEL unsigned_8(X1 x, unsigned char n) {
  for (unsigned char i = 0; i < n; ++i)
    x(i) = 1;
}

// unsigned-16: X[?]: for i in 0..n { X(i) }, n and i of 16 bits, unsigned
KERNEL unsigned_16(X1 x, unsigned short n) {
  for (unsigned short i = 0; i < n; ++i)
    x(i) = 1;
}

// unsigned-32: X[?]: for i in 0..n { X(i) }, n and i unsigned
KERNEL unsigned_32(X1 x, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    x(i) = 1;
}

// unsigned-64: X[?]: for i in 0..n { X(i) }, n and i of 64 bits, unsigned
KERNEL unsigned_64(X1 x, unsigned long long n) {
  for (unsigned long long i = 0; i < n; ++i)
    x(i) = 1;
}

// wide-extent: X[?]: i = bid.x * bdim.x + tid.x; if (i < extent(X, 0)) { X(i) }, all of 64 bits
KERNEL wide_extent(L1 x) {
  long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < x.extent(0))
    x(i) = 1;
}

// -- extents and directions of access

// constant-store: X[64]: for i in 0..n { X(i) }
KERNEL constant_store(X<64> x, int n) {
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}

// constant-load: X[64]: for i in 0..n { X(i) }, load
KERNEL constant_load(checked<tc::tensor<const float, tc::extents<int, 64>>> x, int n, float *out) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x(i);
  *out = sum;
}

// dynamic-load: X[?]: for i in 0..n { X(i) }, load
KERNEL dynamic_load(R1 x, int n, float *out) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x(i);
  *out = sum;
}

// -- steps

// step-constant: X[?]: for i in 0..n by 3 { X(i) }
KERNEL step_constant(X1 x, int n) {
  for (int i = 0; i < n; i += 3)
    x(i) = 1;
}

// step-argument: X[?]: for i in 0..n by s { X(i) }
KERNEL step_argument(X1 x, int n, int s) {
  for (int i = 0; i < n; i += s)
    x(i) = 1;
}

// step-block: X[?]: for i in tid.x..extent(X, 0) by bdim.x { X(i) }
KERNEL step_block(X1 x) {
  for (int i = threadIdx.x; i < x.extent(0); i += blockDim.x)
    x(i) = 1;
}

// step-grid: X[?]: for i in bid.x * bdim.x + tid.x..n by g.x * bdim.x { X(i) }
KERNEL step_grid(X1 x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x(i) = 1;
}

// step-halving: S[?]: o = bdim.x / 2; while o > 0 { if (tid.x < o) { S(tid.x); S(tid.x + o) } }, o halved each time
KERNEL step_halving(X1 s) {
  for (int o = blockDim.x / 2; o > 0; o >>= 1) {
    if (threadIdx.x < o)
      s(threadIdx.x) += s(threadIdx.x + o);
    __syncthreads();
  }
}

// -- affine indices and nests

// affine: X[?]: for j in 0..n { X(a*j + b) }
KERNEL affine(X1 x, int n, int a, int b) {
  for (int j = 0; j < n; ++j)
    x(a * j + b) = 1;
}

// sum-of-2: X[?]: for i in 0..n { for j in 0..m { X(i + j) } }
KERNEL sum_of_2(X1 x, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x(i + j) = 1;
}

// sum-of-3: X[?]: for i in 0..n { for j in 0..m { for k in 0..p { X(100*i + 10*j + k) } } }
KERNEL sum_of_3(X1 x, int n, int m, int p) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < p; ++k)
        x(i * 100 + j * 10 + k) = 1;
}

// triangle-below: X[?, ?]: for i in 0..n { for j in 0..i + 1 { X(i, j) } }
KERNEL triangle_below(X2 x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      x(i, j) = 1;
}

// triangle-above: X[?, ?]: for i in 0..n { for j in i..n { X(i, j) } }
KERNEL triangle_above(X2 x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      x(i, j) = 1;
}

// tiled: X[?]: for t in 0..n / 16 { for k in 0..16 { X(t*16 + k) } }
KERNEL tiled(X1 x, int n) {
  for (int t = 0; t < n / 16; ++t)
    for (int k = 0; k < 16; ++k)
      x(t * 16 + k) = 1;
}

// tiled-guarded: X[?]: for t in 0..n by 16 { for k in 0..16 { if (t + k < n) { X(t + k) } } }
KERNEL tiled_guarded(X1 x, int n) {
  for (int t = 0; t < n; t += 16)
    for (int k = 0; k < 16; ++k)
      if (t + k < n)
        x(t + k) = 1;
}

// interleaved: X[?]: for i in 0..n { X(i * bdim.x + tid.x) }
KERNEL interleaved(X1 x, int n) {
  for (int i = 0; i < n; ++i)
    x(i * blockDim.x + threadIdx.x) = 1;
}

// -- decoding by / and %

// decode: X[?, ?]: for i in 0..n { X(i / w, i % w) }
KERNEL decode(X2 x, int n, int w) {
  for (int i = 0; i < n; ++i)
    x(i / w, i % w) = 1;
}

// decode-extent: X[?, ?]: i = bid.x * bdim.x + tid.x; if (i < size(X)) { X(i / extent(X, 1), i % extent(X, 1)) }
KERNEL decode_extent(X2 x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < x.extent(0) * x.extent(1))
    x(i / x.extent(1), i % x.extent(1)) = 1;
}

// decode-thread: X[?, ?]: for j in 0..n { X(tid.x / 16, tid.x % 16) }
KERNEL decode_thread(X2 x, int n) {
  for (int j = 0; j < n; ++j)
    x(threadIdx.x / 16, threadIdx.x % 16) += j;
}

// rotated: X[?]: for i in 0..n { X((i + o) % n) }
KERNEL rotated(X1 x, int n, int o) {
  for (int i = 0; i < n; ++i)
    x((i + o) % n) = 1;
}

// shifted: X[?]: i = bid.x * bdim.x + tid.x; if (i < n) { X(i / 4) }, written i >> 2
KERNEL shifted(X1 x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x(i >> 2) = 1;
}

// -- min, max, select, clamp

// minimum: X[?]: for i in 0..n { X(min(i, 10)) }
KERNEL minimum(X1 x, int n) {
  for (int i = 0; i < n; ++i)
    x(min(i, 10)) = 1;
}

// maximum: X[?]: for i in 0..n { X(max(i - 1, 0)) }
KERNEL maximum(X1 x, int n) {
  for (int i = 0; i < n; ++i)
    x(max(i - 1, 0)) = 1;
}

// clamped: X[?]: for i in 0..n { X(min(max(i + o, 0), extent(X, 0) - 1)) }
KERNEL clamped(X1 x, int n, int o) {
  for (int i = 0; i < n; ++i)
    x(min(max(i + o, 0), x.extent(0) - 1)) = 1;
}

// ternary: X[?]: for i in 0..n { X(select(i > 5, i - 5, i)) }
KERNEL ternary(X1 x, int n) {
  for (int i = 0; i < n; ++i)
    x(i > 5 ? i - 5 : i) = 1;
}

// ternary-flag: X[?]: for i in 0..n { X(select(flag, 2*i, i)) }
KERNEL ternary_flag(X1 x, int n, int flag) {
  for (int i = 0; i < n; ++i)
    x(flag ? 2 * i : i) = 1;
}

// -- indices that are data

// gather: I[?], T[?], O[?]: for i in tid.x..extent(O, 0) by bdim.x { O(i); T(I(i)) }
// Data: the index is loaded in the loop
KERNEL gather(I1 id, R1 table, X1 out) {
  for (int i = threadIdx.x; i < out.extent(0); i += blockDim.x)
    out(i) = table(id(i));
}

// clamped-gather: I[?], T[?], O[?]: for i in 0..n { O(i); T(min(max(I(i), 0), extent(T, 0) - 1)) }
KERNEL clamped_gather(I1 id, R1 table, X1 out, int n) {
  for (int i = 0; i < n; ++i)
    out(i) = table(min(max(id(i), 0), table.extent(0) - 1));
}
