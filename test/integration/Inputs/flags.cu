// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two examples, and two kernels that keep a check.
#include "saxpy/saxpy.cu"
#include "sgemm/sgemm.cu"

__global__ void gather(tc::tensor1<const int> index, tc::tensor1<const float> table, tc::tensor1<float> out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < out.extent(0))
    out(i) = table(index(i));
}

__global__ void fill_row(tc::tensor1<const int> row, tc::tensor2<float> x, int n) {
  const int r = row(blockIdx.x);
  for (int j = 0; j < n; ++j)
    x(r, j) = float(j + 1);
}
