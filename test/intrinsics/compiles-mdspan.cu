// Tensors from and to cuda::std::mdspan: types are kept, constant extents, index type and layout included.
// REQUIRES: cuda
// DEFINE: %{cc} = %clang_cuda --offload-arch=sm_90 -Wall -Wextra -Werror -isystem %cuda_path/include/cccl -O2
// RUN: %{cc} --cuda-device-only -S %s -o %t.ptx
// RUN: %{cc} --cuda-host-only -c %s -o %t.o
// RUN: %{cc} -DTILECHECKS_PORTABLE -c %s -o %t.o
// DEFINE: %{nv} = %nvcc -arch=sm_90 -std=c++20 -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror -I%include
// RUN: %if nvcc %{ %{nv} -c %s -o %t.o %}
#include <tilechecks/mdspan.hpp>
#include <tilechecks/tilechecks.hpp>

namespace cs = cuda::std;
using matrix = cs::mdspan<float, cs::extents<int, cs::dynamic_extent, 512>>;
using cube = cs::mdspan<const float, cs::dextents<long long, 3>, cs::layout_stride>;
using left = tc::tensor<float, tc::extents<int, tc::dyn, 8>, tc::layout_left>;

__global__ void k(matrix m, cube s, left t) {
  auto x = tc::from_mdspan(m);
  auto y = tc::from_mdspan(s);
  static_assert(std::is_same_v<decltype(x), tc::tensor<float, tc::extents<int, tc::dyn, 512>>>);
  static_assert(std::is_same_v<decltype(y), tc::tensor<const float, tc::dextents<long long, 3>, tc::layout_stride>>);
  auto a = tc::to_mdspan(t);
  auto b = tc::to_mdspan(y);
  static_assert(
      std::is_same_v<decltype(a), cs::mdspan<float, cs::extents<int, cs::dynamic_extent, 8>, cs::layout_left>>);
  static_assert(std::is_same_v<decltype(b), cube>);
  x(threadIdx.x, 3) = y(1, 2, threadIdx.x) + t(threadIdx.x, 3) + a(0, 0) + b(1, 2, 3);
}
