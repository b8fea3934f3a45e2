// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// out[i] = table[ids[i]], row by row: one block a row, four elements a load.
// Which row of the table is read is data: no launcher can know it, so one check
// stays in the kernel, before the loop. deny_in_kernel_checks would refuse to
// compile this; deny_in_loop_checks promises that nothing stays in the loop.
#include <tilechecks/tilechecks.hpp>

TC_KERNEL(tc::deny_in_loop_checks)
__global__ void gather(tc::tensor1<const int> ids,
                       tc::tensor2<const float> table, tc::tensor2<float> out) {
  tc::require(out.extent(1) % 4 == 0 && table.extent(1) % 4 == 0,
              "rows in whole vectors of 4");

  const int i = blockIdx.x, row = ids(i), vectors = out.extent(1) / 4;
  for (int k = threadIdx.x; k < vectors; k += blockDim.x)
    out.vec<4>(i, k * 4) = table.vec<4>(row, k * 4);
}
