// Cases F: loops over extents and over what the launch knows, in element form (a tile of one element).
//
// Above each kernel: its case and what it does, in the notation that placement.py reads and prints. `X[?, 256]` is a tensor of a
// dynamic and a constant extent; `for j in 0..n` runs j from 0 to n - 1; `a(i)` as a value loads it; a name that is not assigned
// is a kernel argument; bid, g, tid, bdim are blockIdx, gridDim, threadIdx, blockDim.
//   Data: why a check may stay in a loop here: the index, or an exit that limits it, depends on data
//   Miss: why a check stays in a loop although neither does
#include "tensors.hpp"

// F01: X[256]: for j in 0..256 { X(j) }
KERNEL F01(X<256> x) {
  for (int j = 0; j < 256; ++j)
    x(j) = 1;
}

// F02: X[?]: for j in 0..n { X(j) }
KERNEL F02(X1 x, int n) {
  for (int j = 0; j < n; ++j)
    x(j) = 1;
}

// F03: X[?]: X(idx)
KERNEL F03(X1 x, int idx) { x(idx) = 1; }

// F04: X[?]: for i in 0..extent(X, 0) { X(i) }
KERNEL F04(X1 x) {
  for (int i = 0; i < x.extent(0); ++i)
    x(i) = 1;
}

// F05: X[?, ?]: for i in 0..extent(X, 0) { for j in 0..extent(X, 1) { X(i, j) } }
KERNEL F05(X2 x) {
  for (int i = 0; i < x.extent(0); ++i)
    for (int j = 0; j < x.extent(1); ++j)
      x(i, j) = 1;
}

// F07: X[?, ?], Y[?, ?]: for k in 0..extent(X, 1) { X(0, k); Y(k, 0) }
KERNEL F07(X2 x, X2 y) {
  for (int k = 0; k < x.extent(1); ++k) {
    x(0, k) = 1;
    y(k, 0) = 1;
  }
}

// F10: X[?]: X(bid.x)
KERNEL F10(X1 x) { x(blockIdx.x) = 1; }

// F11: O[1, 256]: O(0, bid.x)
KERNEL F11(X<1, 256> o) { o(0, blockIdx.x) = 1; }

// F12: O[1, 256]: for j in 0..extent(O, 1) { O(0, j) }
KERNEL F12(X<1, 256> o) {
  for (int j = 0; j < o.extent(1); ++j)
    o(0, j) = 1;
}

// F13: O[1, 256]: O(0, idx)
KERNEL F13(X<1, 256> o, int idx) { o(0, idx) = 1; }

// F15: O[?, 256]: for j in 0..extent(O, 1) { O(0, j) }
KERNEL F15(checked<tc::tensor<float, tc::extents<int, tc::dyn, 256>>> o) {
  for (int j = 0; j < o.extent(1); ++j)
    o(0, j) = 1;
}

// F17: X[?, ?]: X(2 * bid.x, bid.y)
KERNEL F17(X2 x) { x(2 * blockIdx.x, blockIdx.y) = 1; }

// F18: K[?, ?, 64], Z[?]: walk head over Z { for j in 0..kv { K(head, j, 0) } }
KERNEL F18(checked<tc::tensor<float, tc::extents<int, tc::dyn, tc::dyn, 64>>> k, X1 z, int kv) {
  for (int head = blockIdx.x; head < z.extent(0); head += gridDim.x)
    for (int j = 0; j < kv; ++j)
      k(head, j, 0) = 1;
}

// F19: X[?, ?]: for a in 0..n { for c in 0..2 { X(head, c) } }
KERNEL F19(X2 x, int n, int head) {
  for (int a = 0; a < n; ++a)
    for (int c = 0; c < 2; ++c)
      x(head, c) = 1;
}

// F20: X[?, ?]: for j in 0..n { X(2*j + 1, 0) }
KERNEL F20(X2 x, int n) {
  for (int j = 0; j < n; ++j)
    x(2 * j + 1, 0) = 1;
}

// F21: K[?, ?]: for j in 0..n { h = bid.x / group; K(h, j) }
KERNEL F21(X2 k, int n, int group) {
  for (int j = 0; j < n; ++j) {
    int h = blockIdx.x / group;
    k(h, j) = 1;
  }
}

// F22: X[?]: for i in bid.x..extent(X, 0) by g.x { X(i) }
KERNEL F22(X1 x) {
  for (int i = blockIdx.x; i < x.extent(0); i += gridDim.x)
    x(i) = 1;
}

// F23: X[?, ?]: X(bid.y + 2147483647 - 2147483647, 0)
KERNEL F23(X2 x) { x((blockIdx.y + 2147483647u) - 2147483647u, 0) = 1; }
