// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second file of single-source.cu under -fgpu-rdc.
#include "pick.cuh"

__device__ float pick(tc::tensor1<const float> x, int at) { return x(at); }

void (*scale_of_the_other_file())(float, tc::tensor1<float>) { return scale<float>; }

// A kernel in an anonymous namespace, with the name that it has in the first file, too.
namespace {
__global__ void fill(tc::tensor1<int> x, int value) {
  if (threadIdx.x < x.extent(0))
    x(threadIdx.x) = value + 1;
}
} // namespace

void (*fill_of_the_other_file())(tc::tensor1<int>, int) { return fill; }
