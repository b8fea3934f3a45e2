// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose checks record themselves, with everything that may wait for the thread that failed.
#include <tilechecks/tilechecks.hpp>

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using input = tc::tensor1<const float>;
using ints = tc::tensor1<const int>;

__device__ inline int my_element() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Nobody waits.
// COUNTS: TILECHECKS_TIMING module=violations function=gather checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=1
__global__ void gather(ints id, input x, vec out) {
  const int i = my_element();
  if (i < out.extent(0))
    out(i) = x(id(i)); // line: gather
}

// The last element of a vector, in a tensor whose size is no multiple of it.
__global__ void quads(ints id, input x, vec out) {
  const int i = my_element();
  const auto v = x.vec<4>(4 * id(i)); // line: quads
  out(i) = v(0) + v(1) + v(2) + v(3);
}

// The check stands before the loop.
__global__ void rows(ints n, input x, vec out) {
  const int end = n(blockIdx.x);
  float sum = 0;
  for (int j = 0; j < end; ++j)
    sum += x(j); // line: rows
  out(blockIdx.x) = sum;
}

// A launch check, at the entry of the self-contained body.
__global__ void fills(vec out, int n) {
  const int i = my_element();
  if (i < n)
    out(i) = 7; // line: fills
}

// __syncthreads does not wait for a thread that left.
__global__ void sums(ints id, input x, vec out) {
  __shared__ float part[64];
  part[threadIdx.x] = 0;
  __syncthreads();
  part[threadIdx.x] = x(id(my_element())); // line: sums
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step)
      part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out(blockIdx.x) = part[0];
}

// Neither does a barrier that all threads of the block vote at.
__global__ void votes(ints id, input x, vec out) {
  const float v = x(id(my_element())); // line: votes
  out(my_element()) = float(__syncthreads_count(v > 0));
}

// A shuffle reads what the lane that left would have had.
__global__ void shuffles(ints id, input x, vec out) {
  float v = x(id(my_element())); // line: shuffles
  for (int step = 16; step > 0; step /= 2)
    v += __shfl_down_sync(0xffffffff, v, step);
  out(my_element()) = v;
}

// A barrier for 64 threads: the warp that left would never arrive.
__global__ void counted(ints id, input x, vec out) {
  const float v = x(id(my_element())); // line: counted
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out(my_element()) = v;
}

// An mbarrier waits for 64 arrivals.
__global__ void arrivals(ints id, input x, vec out) {
  __shared__ long gate;
  if (threadIdx.x == 0)
    __nvvm_mbarrier_init(&gate, 64);
  __syncthreads();
  const float v = x(id(my_element())); // line: arrivals
  const long phase = __nvvm_mbarrier_arrive(&gate);
  while (!__nvvm_mbarrier_test_wait(&gate, phase))
    ;
  out(my_element()) = v;
}

// The second warp waits for a flag that the first sets behind its access.
__global__ void handover(ints id, input x, vec out, int *flag) {
  volatile int *shared_flag = flag;
  if (threadIdx.x == 0) {
    out(0) = x(id(0)); // line: handover
    *shared_flag = 1;
  } else if (threadIdx.x == 32) {
    while (*shared_flag == 0)
      ;
    out(1) = 1;
  }
}
