// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: the kernel as one writes it by hand, on raw pointers.

__global__ void saxpy_raw(float a, const float *__restrict__ x,
                          float *__restrict__ y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
