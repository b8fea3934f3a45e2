// A constant index outside a constant extent is seen by the compiler already. A warning: the access may be dead code.
// REQUIRES: cuda
// RUN: %clang_cuda --offload-arch=sm_90 --cuda-device-only -fsyntax-only -Xclang -verify %s
#include <tilechecks/tilechecks.hpp>

__global__ void k(tc::tensor<float, tc::extents<int, tc::dyn, 512>> x, int i) {
  x(i, 511) = 1;
  x(1000, 0) = 1;                    // the extent is not known
  x(i, 512) = 1;                     // expected-warning {{outside the constant extent of dim 1}} expected-note@*:* 1 {{}}
  x(i, -1) = 1;                      // expected-warning {{outside the constant extent of dim 1}} expected-note@*:* 1 {{}}
  x(i, 0x1'0000'0000) = 1;           // expected-warning {{outside the constant extent of dim 1}} expected-note@*:* 1 {{}}
  (void)x.extent(2);                 // expected-warning {{no such axis}} expected-note@*:* 1 {{}}
  __shared__ tc::smem<float, tc::shape<16, 68>> s;
  s(15, 67) = 1;
  s(16, 0) = 1; // expected-warning {{outside the constant extent of dim 0}} expected-note@*:* 1 {{}}
  tc::array<float, 4> r{};
  r(4u) = 1; // expected-warning {{outside the constant extent of dim 0}} expected-note@*:* 1 {{}}
}
