// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the same algorithm as one writes it by hand, on raw pointers.
// ids has count elements, table is rows x columns_table, out is rows_out x
// columns.
#include "../common/by_hand.hpp"

extern "C" __global__ void gather_raw(const int *__restrict__ ids,
                                      const float *__restrict__ table,
                                      float *__restrict__ out, int count,
                                      int rows, int columns_table, int rows_out,
                                      int columns) {
  const int i = blockIdx.x;
  CHECK(i, count);
  const int row = ids[i], vectors = columns / 4;
  for (int k = threadIdx.x; k < vectors; k += blockDim.x) {
    CHECK(row, rows);
    CHECK(k * 4, columns_table - 3);
    CHECK(i, rows_out);
    CHECK(k * 4, columns - 3);
    *reinterpret_cast<float4 *>(&out[i * columns + k * 4]) =
        *reinterpret_cast<const float4 *>(&table[row * columns_table + k * 4]);
  }
}
