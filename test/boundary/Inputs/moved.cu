// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One derived launch check a kernel, so that a mutant of each fits into one round.
#include <tilechecks/tilechecks.hpp>

__global__ void argument(tc::tensor1<float> x, int i) {
  if (i >= 0)
    x(i) = 1;
}

__global__ void loop(tc::tensor1<float> x, int n) {
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}

__global__ void blocks(tc::tensor1<float> x) { x(blockIdx.x) = 1; }

__global__ void threads(tc::tensor1<float> x, int n) {
  if (static_cast<int>(threadIdx.x) < n)
    x(threadIdx.x) = 1;
}

__global__ void under_a_flag(tc::tensor1<float> x, int i, bool flag) {
  if (flag && i >= 0)
    x(i) = 1;
}

__global__ void behind(tc::tensor1<float> x, int i) {
  if (i >= 0 && i < 1000)
    x(i + 3) = 1;
}
