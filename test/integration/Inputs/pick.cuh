// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the two files of single-source.cu share under -fgpu-rdc.
#pragma once

#include <tilechecks/tilechecks.hpp>

/// x(at). Defined in another translation unit: its check stays in it.
__device__ float pick(tc::tensor1<const float> x, int at);

/// Both files instantiate scale<float>; the linker keeps one.
template <class T>
__global__ void scale(T factor, tc::tensor1<T> x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < x.extent(0))
    x(i) = factor * x(i);
}

/// The address of scale<float> as the other file has it.
void (*scale_of_the_other_file())(float, tc::tensor1<float>);
