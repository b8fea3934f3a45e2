// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that share their elements among the threads of a block or of the grid. Counts, -DDENY and -DPLACED_ONLY as in
// loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;

// Case: G03. `cols <= extent(x,0)`, and no step past INT_MAX.
// COUNTS: TILECHECKS_TIMING module=strides function=g03 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g03(vec x, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    x(c) = 1; // line: g03
}

// Case: F22. Element form of the persistent walk.
// COUNTS-NEXT: function=f22 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f22(vec x) {
  for (int i = blockIdx.x; i < x.extent(0); i += gridDim.x)
    x(i) = 1; // line: f22
}

// The same walk by the threads of a block.
// COUNTS-NEXT: function=f22_block checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f22_block(vec x) {
  for (int i = threadIdx.x; i < x.extent(0); i += blockDim.x)
    x(i) = 1;
}

// Case: F22. From 0 no step of a grid wraps.
// COUNTS-NEXT: function=f22_single checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f22_single(tc::tensor<float, tc::extents<int, 1>> x) {
  for (int i = blockIdx.x; i < x.extent(0); i += gridDim.x)
    x(i) = 1;
}

// Nor one of a block.
// COUNTS-NEXT: function=f22_block_static checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL f22_block_static(tc::tensor<float, tc::extents<int, 8>> x) {
  for (int i = threadIdx.x; i < x.extent(0); i += blockDim.x)
    x(i) = 1;
}

// Case: F22. A constant extent: 7 and a grid of 2^31 - 1 blocks still make a step that wraps.
// COUNTS-NEXT: function=f22_static checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL f22_static(tc::tensor<float, tc::extents<int, 8>> x) {
  for (int i = blockIdx.x; i < x.extent(0); i += gridDim.x)
    x(i) = 1;
}

// Grid-wide steps of all threads.
// COUNTS-NEXT: function=g03_grid checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g03_grid(vec x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x(i) = 1; // line: g03_grid
}

// COUNTS-NEXT: function=g03_grid_extent checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g03_grid_extent(vec x) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < x.extent(0); i += gridDim.x * blockDim.x)
    x(i) = 1;
}

// COUNTS-NEXT: function=g03_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g03_unsigned(vec x, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    x(i) = 1;
}

// In 64 bits nothing wraps.
// COUNTS-NEXT: function=g03_grid_long checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g03_grid_long(vec x, long long n) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long long)blockDim.x)
    x(i) = 1;
}

// Each iteration one row of as many elements as there are threads.
// COUNTS-NEXT: function=rows_of_block checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL rows_of_block(vec x, int n) {
  for (int i = 0; i < n; ++i)
    x(i * blockDim.x + threadIdx.x) = 1; // line: rows_of_block
}

// n/4 whole tiles of four.
// COUNTS-NEXT: function=tiles_of_four checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL tiles_of_four(vec x, int n) {
  for (int t = 0; t < n / 4; ++t)
    for (int k = 0; k < 4; ++k)
      x(t * 4 + k) = 1;
}

// The last tile is guarded.
// COUNTS-NEXT: function=tiles_guarded checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL tiles_guarded(vec x, int n) {
  for (int t = 0; t < n; t += 4)
    for (int k = 0; k < 4; ++k)
      if (t + k < n)
        x(t + k) = 1;
}

// A reduction: the first stride reaches furthest, and the strides of the block are its halves.
// COUNTS-NEXT: function=reduction checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL reduction(vec s) {
  for (int offset = blockDim.x / 2; offset > 0; offset /= 2) {
    if (threadIdx.x < offset)
      s(threadIdx.x) += s(threadIdx.x + offset);
    __syncthreads();
  }
}

// Case: G09. F02 with a barrier, F20 with an atomic, G03 with a barrier of the warp: as without.
// COUNTS-NEXT: function=g09_f02 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g09_f02(vec x, int n) {
  for (int j = 0; j < n; ++j) {
    x(j) = j + 1;
    __syncthreads();
  }
}

// COUNTS-NEXT: function=g09_f20 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g09_f20(vec x, int n, int *count) {
  for (int j = 0; j < n; ++j) {
    x(2 * j + 1) = j + 1;
    atomicAdd(count, 1);
  }
}

// COUNTS-NEXT: function=g09_g03 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g09_g03(vec x, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x) {
    x(c) = 1;
    __syncwarp(1 << threadIdx.x);
  }
}

// With an asynchronous copy of the same element.
// COUNTS-NEXT: function=g09_copy checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g09_copy(vec x, int n) {
  __shared__ float stage[1];
  for (int j = 0; j < n; ++j) {
    const float *from = &x(j);
    const unsigned to = __cvta_generic_to_shared(stage);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from));
    asm volatile("cp.async.wait_all;" ::: "memory");
    x.data()[0] = stage[0];
  }
}
// COUNTS-NOT: TILECHECKS_TIMING
