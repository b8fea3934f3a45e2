// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launcher runs the assumed body where tensors share no memory, else the placed one.
#include <tilechecks/tilechecks.hpp>

extern "C" __global__ void warm_up() {}

// Case: A1. With y one element behind x in the same array, each step reads what the one before wrote.
// COUNTS: function=chain checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
__global__ void chain(tc::tensor1<const int> x, tc::tensor1<int> y, int n) {
  for (int i = 0; i < n; ++i)
    y(i) = x(i) + 1;
}

// Case: A2. A check that stays.
// COUNTS-NEXT: function=gather checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=1
__global__ void gather(tc::tensor1<const int> index, tc::tensor1<const int> x, tc::tensor1<int> y) {
  y(threadIdx.x) = x(index(threadIdx.x));
}

// Case: A4. Whole tiles of 4 along y: no thread asks whether its element is there.
// COUNTS-NEXT: function=tiles checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0
__global__ void tiles(tc::tensor1<const int> x, tc::tensor1<int> y) {
  const int blocks = gridDim.x;
  tc::require(blockDim.x == 4 && blocks == (y.extent(0) + 3) / 4);
  const int i = blockIdx.x * 4 + threadIdx.x;
  if (i < y.extent(0))
    y(i) = x(i) + 1;
}

// Case: A5. Elements that move four at once.
// COUNTS-NEXT: function=vectors checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
__global__ void vectors(tc::tensor1<const int> x, tc::tensor1<int> y, int n) {
  for (int i = 0; i < n; ++i)
    y.vec<4>(i * 4) = x.vec<4>(i * 4);
}

// Case: A6. Four neighbours at once, where all of them begin at a multiple of 16 bytes: the first element of x and of y, and every row.
// COUNTS-NEXT: function=neighbours checks_discharged=0 checks_launch=4 checks_hoisted=0 checks_in_place=0
__global__ void neighbours(tc::tensor2<const int> x, tc::tensor2<int> y) {
  const int row = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    y(row, k) = x(row, k) + 1;
}
