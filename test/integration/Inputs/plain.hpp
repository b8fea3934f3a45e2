// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What plain-kernels.cu, always compiled by clang, offers to plain-host.cpp, which any compiler may compile.
#pragma once
#include <cuda_runtime.h>
#include <tilechecks/tensor.hpp>

namespace plain {
using in = tc::tensor1<const float>;
using out = tc::tensor1<float>;
using flags = tc::tensor1<const int>;

// The host's names of the kernels. A return type is no part of a symbol, so the modes of both sides may differ.
auto saxpy_stub() -> void (*)(float, in, out);
auto captured_stub() -> void (*)(float, in, out);
auto marked_stub() -> void (*)(flags, out, int);
auto staged_stub() -> void (*)(in, out, int);

// Launches as CUDA's templates and C functions make them, with the stub in sight.
cudaError_t launch_ex(cudaLaunchConfig_t *, float, void *x, void *y) asm("plain_launch_ex"); // x, y: tensors
cudaError_t launch_cooperative(dim3, dim3, void **, cudaStream_t);
cudaError_t launch_direct(dim3, dim3, float, void *x, int nx, void *y, int ny);
} // namespace plain
