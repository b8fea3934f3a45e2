// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of kernels.cu as one writes them by hand on raw pointers. CHECK(i, n) is nothing, a trap or an assert
// (examples/common/by_hand.hpp); each stands once, where the value it checks is first known.
#include "../../examples/common/by_hand.hpp"

#define KERNEL(name)                                                                                                             \
  extern "C" __global__ void name(const int *__restrict__ a, const int *__restrict__ b, const float *__restrict__ x,             \
                                  const float *__restrict__ y, float *__restrict__ out, int count_a, int count_b, int rows,      \
                                  int columns, int count_y, int count_out, int n, int m)

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

KERNEL(h01) {
  CHECK(int(blockIdx.x), count_a);
  const int r = a[blockIdx.x];
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    CHECK(r, rows);
    CHECK(j, columns);
    sum += x[r * columns + j];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(h02) {
  CHECK(int(blockIdx.x), count_b);
  const int length = b[blockIdx.x];
  float sum = 0;
  for (int j = 0; j < length; ++j) {
    CHECK(j, count_y);
    sum += y[j];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(h03) {
  CHECK(int(blockIdx.x), count_a);
  const int c = a[blockIdx.x];
  float sum = 0;
  for (int j = 0; j < m; ++j) {
    CHECK(c - 2 * j, count_y);
    sum += y[c - 2 * j];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(h03_inside) {
  float sum = 0;
  for (int j = 0; j < m; ++j) {
    CHECK(int(blockIdx.x), count_a);
    const int i = a[blockIdx.x] - 2 * j;
    CHECK(i, count_y);
    sum += y[i];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(h04) {
  CHECK(int(blockIdx.x), count_b);
  const int length = b[blockIdx.x];
  float sum = 0;
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < m; ++j) {
      CHECK(j, count_y);
      sum += y[j];
    }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(h05) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    CHECK(i, count_b);
    for (int j = 0; j < b[i]; ++j) {
      CHECK(j, count_y);
      sum += y[j];
    }
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(h07) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    CHECK(i, count_a);
    const int r = a[i];
    for (int j = 0; j < m; ++j) {
      CHECK(r, rows);
      CHECK(j, columns);
      sum += x[r * columns + j];
    }
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(h08) {
  CHECK(int(blockIdx.x), count_a);
  CHECK(int(blockIdx.x), count_b);
  const int low = a[blockIdx.x], high = b[blockIdx.x];
  float sum = 0;
  for (int j = low; j < high; ++j) {
    CHECK(j, count_y);
    sum += y[j];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(h09) {
  CHECK(thread(), count_out);
  out[thread()] = 1;
  CHECK(int(blockIdx.x), count_b);
  const int length = b[blockIdx.x];
  float sum = 0;
  for (int j = 0; j < length; ++j) {
    CHECK(j, count_y);
    sum += y[j];
  }
  out[thread()] = sum;
}

KERNEL(h10) {
  CHECK(int(blockIdx.x), count_b);
  const int length = b[blockIdx.x];
  float sum = 0;
  for (int j = 0; j < length; ++j) {
    CHECK(j, count_a);
    if (a[j] & 1) {
      CHECK(j, count_y);
      sum += y[j];
    }
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(elements) {
  float sum = 0;
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x) {
    CHECK(k, count_a);
    const int i = a[k];
    CHECK(i, count_y);
    sum += y[i];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(scatter) {
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x) {
    CHECK(k, count_a);
    CHECK(k, count_y);
    const int i = a[k];
    CHECK(i, count_out);
    out[i] = y[k];
  }
}

KERNEL(histogram) {
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x) {
    CHECK(k, count_a);
    const int i = a[k];
    CHECK(i, count_out);
    atomicAdd(&out[i], 1.0f);
  }
}

KERNEL(pairs) {
  float sum = 0;
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x) {
    CHECK(k, count_a);
    CHECK(k, count_b);
    const int i = a[k], j = b[k];
    CHECK(i, rows);
    CHECK(j, columns);
    sum += x[i * columns + j];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(windows) {
  float sum = 0;
  for (int k = thread(); k < n; k += gridDim.x * blockDim.x) {
    CHECK(k, count_a);
    const int i = a[k];
    CHECK(i, count_y);
    CHECK(i + 1, count_y);
    CHECK(i + 2, count_y);
    CHECK(i + 3, count_y);
    sum += y[i] + y[i + 1] + y[i + 2] + y[i + 3];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(unrolled) {
  float sum = 0;
  for (int k = thread() * 16; k + 16 <= n; k += gridDim.x * blockDim.x * 16) {
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      CHECK(k + i, count_a);
      const int e = a[k + i];
      CHECK(e, count_y);
      sum += y[e];
    }
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(sparse_rows) {
  const int row = thread();
  if (row < n) {
    CHECK(row, count_a);
    CHECK(row + 1, count_a);
    float sum = 0;
    for (int k = a[row]; k < a[row + 1]; ++k) {
      CHECK(k, count_b);
      CHECK(k, count_y);
      const int c = b[k];
      CHECK(0, rows);
      CHECK(c, columns);
      sum += y[k] * x[c];
    }
    CHECK(row, count_out);
    out[row] = sum;
  }
}

KERNEL(bags) {
  CHECK(int(blockIdx.x), count_a);
  CHECK(int(blockIdx.x + 1), count_a);
  float sum = 0;
  for (int k = a[blockIdx.x]; k < a[blockIdx.x + 1]; ++k) {
    CHECK(k, count_b);
    const int r = b[k];
    CHECK(r, rows);
    CHECK(int(threadIdx.x), columns);
    sum += x[r * columns + threadIdx.x];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}

KERNEL(searches) {
  int low = 0, high = n;
  CHECK(thread(), count_b);
  const int wanted = b[thread()];
  while (low < high) {
    const int middle = low + (high - low) / 2;
    CHECK(middle, count_a);
    if (a[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  CHECK(thread(), count_out);
  out[thread()] = float(low);
}

KERNEL(chains) {
  CHECK(thread(), count_b);
  int at = b[thread()];
  float sum = 0;
  for (int i = 0; i < m; ++i) {
    CHECK(at, count_y);
    sum += y[at];
    CHECK(at, count_a);
    at = a[at];
  }
  CHECK(thread(), count_out);
  out[thread()] = sum;
}
