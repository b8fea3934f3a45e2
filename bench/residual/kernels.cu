// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in which a check stays, because an index, or what limits it, is data. by_hand.cu has each of them on raw pointers,
// under the same name. All take the same arguments, so that one host program runs them all; each uses what it needs:
//
//   a, b   integers that were loaded: rows, lengths, starts, ends, columns
//   x, y   what they index;  out: one element a thread;  n, m: bounds
//
// h01 to h10 are the rows H01 to H10 of bench/PLACEMENT.md, read only so that results can be compared.
#include <tilechecks/tilechecks.hpp>

using ints = tc::tensor1<const int>;
using vector = tc::tensor1<const float>;
using matrix = tc::tensor2<const float>;
using floats = tc::tensor1<float>;

#define KERNEL(name) __global__ void name(ints a, ints b, matrix x, vector y, floats out, int n, int m)

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

KERNEL(h01) {
  const int r = a(blockIdx.x);
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += x(r, j);
  out(thread()) = sum;
}

KERNEL(h02) {
  const int length = b(blockIdx.x);
  float sum = 0;
  for (int j = 0; j < length; ++j)
    sum += y(j);
  out(thread()) = sum;
}

KERNEL(h03) {
  const int c = a(blockIdx.x);
  float sum = 0;
  for (int j = 0; j < m; ++j)
    sum += y(c - 2 * j);
  out(thread()) = sum;
}

KERNEL(h03_inside) {
  float sum = 0;
  for (int j = 0; j < m; ++j)
    sum += y(a(blockIdx.x) - 2 * j);
  out(thread()) = sum;
}

KERNEL(h04) {
  const int length = b(blockIdx.x);
  float sum = 0;
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < m; ++j)
      sum += y(j);
  out(thread()) = sum;
}

KERNEL(h05) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < b(i); ++j)
      sum += y(j);
  out(thread()) = sum;
}

KERNEL(h07) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    const int r = a(i);
    for (int j = 0; j < m; ++j)
      sum += x(r, j);
  }
  out(thread()) = sum;
}

KERNEL(h08) {
  const int low = a(blockIdx.x), high = b(blockIdx.x);
  float sum = 0;
  for (int j = low; j < high; ++j)
    sum += y(j);
  out(thread()) = sum;
}

KERNEL(h09) {
  out(thread()) = 1;
  const int length = b(blockIdx.x);
  float sum = 0;
  for (int j = 0; j < length; ++j)
    sum += y(j);
  out(thread()) = sum;
}

KERNEL(h10) {
  const int length = b(blockIdx.x);
  float sum = 0;
  for (int j = 0; j < length; ++j)
    if (a(j) & 1)
      sum += y(j);
  out(thread()) = sum;
}

// One loaded index an access, threads side by side: the sum is of random elements.
KERNEL(elements) {
  float sum = 0;
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x)
    sum += y(a(k));
  out(thread()) = sum;
}

// Stores at loaded indices, each thread's own.
KERNEL(scatter) {
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x)
    out(a(k)) = y(k);
}

// Atomic sums at loaded indices.
KERNEL(histogram) {
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x)
    atomicAdd(&out(a(k)), 1.0f);
}

// Row and column are loaded: two goals an access.
KERNEL(pairs) {
  float sum = 0;
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x)
    sum += x(a(k), b(k));
  out(thread()) = sum;
}

// A window of four elements at a loaded place.
KERNEL(windows) {
  float sum = 0;
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x) {
    const int i = a(k);
    sum += y(i) + y(i + 1) + y(i + 2) + y(i + 3);
  }
  out(thread()) = sum;
}

// Sixteen loaded indices in a loop that is unrolled.
KERNEL(unrolled) {
  float sum = 0;
  for (int k = thread() * 16; k + 16 <= n; k += gridDim.x * blockDim.x * 16) {
#pragma unroll
    for (int i = 0; i < 16; ++i)
      sum += y(a(k + i));
  }
  out(thread()) = sum;
}

// Rows of a sparse matrix: a has the starts, b the columns, y the values, the first row of x the vector.
KERNEL(sparse_rows) {
  const int row = thread();
  if (row < n) {
    float sum = 0;
    for (int k = a(row); k < a(row + 1); ++k)
      sum += y(k) * x(0, b(k));
    out(row) = sum;
  }
}

// A block a bag: a has the starts of the bags, b the rows of x to add up.
KERNEL(bags) {
  float sum = 0;
  for (int k = a(blockIdx.x); k < a(blockIdx.x + 1); ++k)
    sum += x(b(k), threadIdx.x);
  out(thread()) = sum;
}

// The first element of the sorted a that is not below b(thread).
KERNEL(searches) {
  int low = 0, high = n;
  const int wanted = b(thread());
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (a(middle) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  out(thread()) = float(low);
}

// A list: a has the next element of each.
KERNEL(chains) {
  int at = b(thread());
  float sum = 0;
  for (int i = 0; i < m; ++i) {
    sum += y(at);
    at = a(at);
  }
  out(thread()) = sum;
}
