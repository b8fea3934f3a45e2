// What only an assumption bounds is not proven: the check stays (or moves to the launch), with the reason that says so.
// The same statement as a precondition is verified by the launcher and believed.
//
// REQUIRES: plugin, cuda
// RUN: env TILECHECKS_TIMING=1 TILECHECKS_LOG=1 %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o /dev/null 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>

extern "C" __global__ void assumed(tc::tensor1<float> x, const int *p) {
  const int i = *p;
  __builtin_assume(i >= 0);
  __builtin_assume(i < 100);
  x(i) = 1;
}
// CHECK: [tilechecks] {{.*}}assumption-is-no-premise.cu:12:{{[0-9]+}}: bounds check for dim 0 of x stays at its access: only an unverified assumption bounds the index
// CHECK: function=assumed checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

extern "C" __global__ void unreachable(tc::tensor<float, tc::extents<int, 100>> x, const int *p) {
  const int i = *p;
  if (i < 0 || i >= 100)
    __builtin_unreachable();
  x(i) = 1;
}
// CHECK: stays at its access: only an unverified assumption bounds the index
// CHECK: function=unreachable checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

extern "C" __global__ void required(tc::tensor<float, tc::extents<int, 100>> x, int i) {
  tc::require(i >= 0 && i < 100);
  x(i) = 1;
}
// CHECK: function=required checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

extern "C" __global__ void plain(tc::tensor1<float> x, const int *p) { x(*p) = 1; }
// CHECK: stays at its access: index is loaded from memory
// CHECK: function=plain checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
