// A constant shape has no launch check: more elements than the index type counts would wrap in the offset.
// REQUIRES: cuda
// RUN: %clang_cuda --offload-arch=sm_90 --cuda-device-only -fsyntax-only -ferror-limit=0 -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// expected-error@tilechecks/tensor.hpp:* 2 {{more elements than the index type counts}}
#include <tilechecks/tilechecks.hpp>

template <class Index, long long... E> using fixed = tc::tensor<float, tc::extents<Index, E...>>;

__global__ void fits(fixed<int, 65536, 32767> a, fixed<short, 127, 258> b, fixed<long long, 65536, 65536> c,
                     fixed<int, 65536, 0, 65536> d, fixed<int, 65536, 65536, tc::dyn> e) {}
__global__ void wide(fixed<int, 65536, 65536> x) {}
__global__ void narrow(fixed<short, 256, 256> x) {}
