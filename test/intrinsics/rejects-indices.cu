// What may not index: no integer, the wrong number of them, a write through a tensor of const.
// REQUIRES: cuda
// DEFINE: %{verify} = %clang_cuda --offload-arch=sm_90 --cuda-device-only -fsyntax-only -ferror-limit=0 -Xclang -verify
// RUN: %{verify} -Xclang -verify-ignore-unexpected=note %s
#include <tilechecks/tilechecks.hpp>

enum color { red };

__global__ void types(tc::tensor2<float> x, tc::tensor1<float> v, float f, bool b) {
  x(b, 0) = 1;      // expected-error {{no matching function}}
  x(0, f) = 1;      // expected-error {{no matching function}}
  x(0, 1.0) = 1;    // expected-error {{no matching function}}
  v(red) = 1;       // expected-error {{no matching function}}
  v(nullptr) = 1;   // expected-error {{no matching function}}
  v(x.data()) = 1;  // expected-error {{no matching function}}
  v(__int128{1}) = 1; // expected-error {{no matching function}}
  v.unchecked(b) = 1; // expected-error {{no matching member function}}
  tc::array<int, 4> r{};
  r(b) = 1; // expected-error {{no matching function}}
}

__global__ void rank(tc::tensor2<float> x) {
  x(0);                  // expected-error 1+ {{deleted}}
  x(0, 0, 0);            // expected-error 1+ {{deleted}}
  x.unchecked(0);        // expected-error 1+ {{deleted}}
  x.vec<4>(0, 0, 0);     // expected-error 1+ {{deleted}}
  x();                   // expected-error 1+ {{deleted}}
  x.extent<2>();         // expected-error {{no matching member function}}
  x.stride<-1>();        // expected-error {{no matching member function}}
}

__global__ void constness(tc::tensor1<const float> y, tc::tensor1<float> x, const tc::array<int, 4> r) {
  y(0) = 1;          // expected-error {{returns a const value}}
  y.vec<2>(0) = {};  // expected-error {{no viable overloaded '='}}
  y.unchecked(0) = 1; // expected-error {{returns a const value}}
  r(0) = 1;          // expected-error {{returns a const value}}
  tc::tensor1<float> z = y; // expected-error {{no viable conversion}}
  tc::tensor1<const float> w = x;
  const auto view = x;
  view(0) = w(0); // a view: its own constness is not that of its elements
}
