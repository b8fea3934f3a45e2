// Cases H: operands that a kernel loads from memory. The notation is that of tiles.cu. Bounds are read both ways: into a local
// before the loop, and in its condition.
#include "tensors.hpp"

// H01: T[?], X[?, ?]: r = T(bid.x); for j in 0..n { X(r, j) }
KERNEL H01(I1 t, X2 x, int n) {
  int r = t(blockIdx.x);
  for (int j = 0; j < n; ++j)
    x(r, j) = 1;
}

// H02: N[?], X[?]: n = N(bid.x); for j in 0..n { X(j) }
KERNEL H02(I1 count, X1 x) {
  int n = count(blockIdx.x);
  for (int j = 0; j < n; ++j)
    x(j) = 1;
}

// H02-condition: N[?], X[?]: for j in 0..N(bid.x) { X(j) }, read only
KERNEL H02_condition(I1 count, R1 x, float *out) {
  float sum = 0;
  for (int j = 0; j < count(blockIdx.x); ++j)
    sum += x(j);
  *out = sum;
}

// H03: C[?], X[?]: c = C(bid.x); for j in 0..m { X(c - 2*j) }
KERNEL H03(I1 start, X1 x, int m) {
  int c = start(blockIdx.x);
  for (int j = 0; j < m; ++j)
    x(c - 2 * j) = 1;
}

// H03-inside: C[?], X[?]: for j in 0..m { X(C(bid.x) - 2*j) }, read only
// Data: the start is loaded in the loop's body
KERNEL H03_inside(I1 start, R1 x, int m, float *out) {
  float sum = 0;
  for (int j = 0; j < m; ++j)
    sum += x(start(blockIdx.x) - 2 * j);
  *out = sum;
}

// H04: N[?], X[?]: n = N(bid.x); for a in 0..n { for j in 0..m { X(j) } }
KERNEL H04(I1 count, X1 x, int m) {
  int n = count(blockIdx.x);
  for (int a = 0; a < n; ++a)
    for (int j = 0; j < m; ++j)
      x(j) = 1;
}

// H04-condition: N[?], X[?]: for a in 0..N(bid.x) { for j in 0..m { X(j) } }, read only
KERNEL H04_condition(I1 count, R1 x, int m, float *out) {
  float sum = 0;
  for (int a = 0; a < count(blockIdx.x); ++a)
    for (int j = 0; j < m; ++j)
      sum += x(j);
  *out = sum;
}

// H05: N[?], X[?]: for a in 0..n { for j in 0..N(a) { X(j) } }
// Data: the inner bound is loaded in the outer loop
KERNEL H05(I1 count, X1 x, int n) {
  for (int a = 0; a < n; ++a) {
    int m = count(a);
    for (int j = 0; j < m; ++j)
      x(j) = 1;
  }
}

// H05-condition: N[?], X[?]: for a in 0..n { for j in 0..N(a) { X(j) } }, read only
// Data: the inner bound is loaded in the outer loop
KERNEL H05_condition(I1 count, R1 x, int n, float *out) {
  float sum = 0;
  for (int a = 0; a < n; ++a)
    for (int j = 0; j < count(a); ++j)
      sum += x(j);
  *out = sum;
}

// H07: T[?], X[?, ?]: for a in 0..n { r = T(a); for j in 0..m { X(r, j) } }
// Data: the row is loaded in the outer loop
KERNEL H07(I1 t, X2 x, int n, int m) {
  for (int a = 0; a < n; ++a) {
    int r = t(a);
    for (int j = 0; j < m; ++j)
      x(r, j) = 1;
  }
}

// H08: L[?], H[?], X[?]: lo = L(bid.x); hi = H(bid.x); for j in lo..hi { X(j) }
KERNEL H08(I1 low, I1 high, X1 x) {
  int lo = low(blockIdx.x), hi = high(blockIdx.x);
  for (int j = lo; j < hi; ++j)
    x(j) = 1;
}

// H08-condition: L[?], H[?], X[?]: for j in L(bid.x)..H(bid.x) { X(j) }, read only
KERNEL H08_condition(I1 low, I1 high, R1 x, float *out) {
  float sum = 0;
  for (int j = low(blockIdx.x); j < high(blockIdx.x); ++j)
    sum += x(j);
  *out = sum;
}

// H09: O[?], N[?], X[?]: O(bid.x); n = N(bid.x); for j in 0..n { X(j) }
KERNEL H09(X1 out, I1 count, X1 x) {
  out(blockIdx.x) = 1;
  int n = count(blockIdx.x);
  for (int j = 0; j < n; ++j)
    x(j) = 1;
}

// H10: N[?], M[?], X[?]: n = N(bid.x); for j in 0..n { if (M(j)) { X(j) } }
// Data: whether X is accessed at all; the checks are those of the checked copy
KERNEL H10(I1 count, B1 m, X1 x) {
  int n = count(blockIdx.x);
  for (int j = 0; j < n; ++j)
    if (m(j))
      x(j) = 1;
}
