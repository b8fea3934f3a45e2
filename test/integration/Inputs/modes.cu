// Kernels for every way to launch (launch-modes.cpp).
#include <tilechecks/tilechecks.hpp>

#include <cuda.h>

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void scale(tc::tensor1<float> x, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x(i) = factor * x(i);
}

/// Each block adds its own number, waits for all, and then writes their sum. `arrived` is 0 before.
__global__ void everybody(tc::tensor1<int> sums, int *arrived, int *total) {
  if (threadIdx.x == 0) {
    atomicAdd(total, int(blockIdx.x));
    __threadfence();
    atomicAdd(arrived, 1);
    while (*static_cast<volatile int *>(arrived) < int(gridDim.x))
      ;
    sums(blockIdx.x) = *static_cast<volatile int *>(total);
  }
}

/// How many blocks the cluster has.
__global__ void clusters(tc::tensor1<int> out) {
  if (threadIdx.x == 0)
    out(blockIdx.x) = __nvvm_read_ptx_sreg_cluster_nctaid_x();
}

/// Turns its block's part around by way of shared memory.
__global__ void turn(tc::tensor1<float> x, int each) {
  const auto kept = tc::dynamic_smem<float>(each);
  for (int i = threadIdx.x; i < each; i += blockDim.x)
    kept(i) = x(blockIdx.x * each + i);
  __syncthreads();
  for (int i = threadIdx.x; i < each; i += blockDim.x)
    x(blockIdx.x * each + i) = kept(each - 1 - i);
}

/// The bytes of the map as the device sees them.
__global__ void map_bytes(int before, const __grid_constant__ CUtensorMap map, tc::tensor1<unsigned long long> out) {
  const int i = threadIdx.x;
  if (i < 16 && i < out.extent(0))
    out(i) = map.opaque[i] + before;
}

/// Adds one; waits for the kernel ahead of it in the stream before it reads.
__global__ void behind(tc::tensor1<float> x) {
#ifdef DEPENDENT
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < x.extent(0))
    x(i) = x(i) + 1;
}

/// No block of it may have more than 128 threads.
__global__ void __launch_bounds__(128) narrow(tc::tensor1<float> x) {
  const int i = threadIdx.x;
  if (i < x.extent(0))
    x(i) = 0;
}

/// Its threads write one element each up to sm_90, two each from sm_100 on.
TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void wide(tc::tensor1<int> x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x(i) = 1;
#if __CUDA_ARCH__ >= 1000
  x(i + gridDim.x * blockDim.x) = 2;
#endif
}
