// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the kernel as one writes it by hand, on raw pointers. x has nx
// elements, y has ny.
#include "../common/by_hand.hpp"

extern "C" __global__ void saxpy_raw(float a, const float *__restrict__ x,
                                     float *__restrict__ y, int nx, int ny) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < ny) {
    CHECK(i, nx);
    CHECK(i, ny);
    y[i] = a * x[i] + y[i];
  }
}
