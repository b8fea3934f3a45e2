// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tilechecks/tilechecks.hpp>

using in = tc::tensor1<const float>;
using out = tc::tensor1<float>;
using flags = tc::tensor1<const int>;

TC_KERNEL(tc::deny_in_kernel_checks)
__global__ void saxpy(float a, in x, out y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < y.extent(0))
    y(i) = a * x(i) + y(i);
}

// The same, for a first launch while a stream is captured.
__global__ void captured(float a, in x, out y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < y.extent(0))
    y(i) = a * x(i) + y(i);
}

// n <= extent(y,0) is only sufficient: whether y(i) is reached depends on data.
TC_KERNEL(tc::sufficient_launch)
__global__ void marked(flags f, out y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    if (f(i) != 0)
      y(i) = 1;
}

// More dynamic shared memory than a kernel has unasked.
__global__ void staged(in x, out y, int n) {
  auto s = tc::dynamic_smem<float>(n);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s(i) = x(i);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y(i) = s(n - 1 - i);
}

namespace plain {
auto saxpy_stub() -> void (*)(float, in, out) { return ::saxpy; }
auto captured_stub() -> void (*)(float, in, out) { return ::captured; }
auto marked_stub() -> void (*)(flags, out, int) { return ::marked; }
auto staged_stub() -> void (*)(in, out, int) { return ::staged; }

// Pointers, since a tensor's type bears the name of its mode and the host may be of another.
cudaError_t launch_ex_of(cudaLaunchConfig_t *config, float a, void *x, void *y) asm("plain_launch_ex");
cudaError_t launch_ex_of(cudaLaunchConfig_t *config, float a, void *x, void *y) {
  return cudaLaunchKernelEx(config, ::saxpy, a, *static_cast<in *>(x), *static_cast<out *>(y));
}

cudaError_t launch_cooperative(dim3 grid, dim3 block, void **arguments, cudaStream_t stream) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(::saxpy), grid, block, arguments, 0, stream);
}

cudaError_t launch_direct(dim3 grid, dim3 block, float a, void *x, int nx, void *y, int ny) {
  ::saxpy<<<grid, block>>>(a, in(static_cast<const float *>(x), nx), out(static_cast<float *>(y), ny));
  return cudaGetLastError();
}
} // namespace plain
