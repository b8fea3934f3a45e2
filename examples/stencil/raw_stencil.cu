// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the kernel as one writes it by hand, on raw pointers. a is rows
// x columns, b is rows_b x columns_b.
#include "../common/by_hand.hpp"

extern "C" __global__ void stencil_raw(const float *__restrict__ a,
                                       float *__restrict__ b, float centre,
                                       float side, int rows, int columns,
                                       int rows_b, int columns_b) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < rows - 1 && j < columns - 1) {
    CHECK(i, rows);
    CHECK(j, columns);
    CHECK(i - 1, rows);
    CHECK(i + 1, rows);
    CHECK(j - 1, columns);
    CHECK(j + 1, columns);
    CHECK(i, rows_b);
    CHECK(j, columns_b);
    b[i * columns_b + j] =
        centre * a[i * columns + j] +
        side * (a[(i - 1) * columns + j] + a[(i + 1) * columns + j] +
                a[i * columns + j - 1] + a[i * columns + j + 1]);
  }
}
