// Shared and register arrays: no initialiser in shared memory, no shape that cannot be, no vector that cannot be moved.
// REQUIRES: cuda
// DEFINE: %{verify} = %clang_cuda --offload-arch=sm_90 --cuda-device-only -fsyntax-only -ferror-limit=0 -Xclang -verify
// RUN: %{verify} -Xclang -verify-ignore-unexpected=note %s
#include <tilechecks/tilechecks.hpp>

struct constructed {
  __device__ constructed() {}
};

__global__ void shared(tc::tensor1<float> x) {
  __shared__ tc::smem<float, tc::shape<4>> fine;
  fine(0) = 1;
  __shared__ tc::smem<float, tc::shape<4>> list = {1, 2, 3, 4}; // expected-error {{no matching constructor}}
  __shared__ tc::smem<float, tc::shape<4>> value(1.0f);         // expected-error {{no matching constructor}}
  auto copy = fine;                                             // expected-error {{deleted constructor}}
  // expected-error@*:* {{must not need it}}
  __shared__ tc::smem<constructed, tc::shape<4>> object;
  // expected-error@*:* {{whole swizzle patterns}}
  __shared__ tc::smem<float, tc::shape<33>, tc::xor_swizzle<3, 2, 3>> ragged;
}

__global__ void shapes() {
  // expected-error@*:* {{every extent is positive}}
  tc::array<float, 0> none; // expected-error@*:* 0-1 {{}}
}

__global__ void vectors(tc::tensor<float, tc::dextents<int, 1>, tc::layout_stride> s, tc::tensor1<float> x) {
  // expected-error@*:* {{needs a layout with a contiguous axis}}
  s.vec<2>(0);
  // expected-error@*:* {{power of two}}
  tc::vec<float, 3> three;
  // expected-error@*:* {{at most 16 bytes}}
  tc::vec<double, 4> large;
  __shared__ tc::smem<float, tc::shape<128>, tc::xor_swizzle<3, 1, 3>> pairs;
  // expected-error@*:* {{keep that many neighbours}}
  pairs.vec<4>(0);
}
