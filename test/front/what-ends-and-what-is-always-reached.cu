// An access behind a loop is always reached if that loop is known to end, and an exit bounds a loop if every iteration comes by it.
// Each kernel breaks one of the grounds for it; the neighbour beside it has them all.
// Rule: 5
//
// REQUIRES: plugin, cuda
// DEFINE: %{plan} = env TILECHECKS_TIMING=1 %clang_tc --cuda-device-only --offload-arch=sm_90 -fno-discard-value-names -S %s -o /dev/null
// RUN: %{plan} -O3 -fwrapv 2>&1 | FileCheck %s
// RUN: %{plan} -O0 -fwrapv 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>
using F1 = tc::tensor1<float>;
__device__ void unknown();

extern "C" __global__ void ends(F1 x, volatile int *p, int n, int m) {
  for (int j = 0; j != n; ++j)
    *p = j;
  x(m) = 1;
}
// CHECK: function=ends checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// n may be odd.
extern "C" __global__ void by_two(F1 x, volatile int *p, int n, int m) {
  for (int j = 0; j != n; j += 2)
    *p = j;
  x(m) = 1;
}
// CHECK: function=by_two checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

// No signed char is 1000.
extern "C" __global__ void narrow(F1 x, volatile int *p, int n, int m) {
  for (signed char j = 0; j != n; ++j)
    *p = j;
  x(m) = 1;
}
// CHECK: function=narrow checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

// The bound moves along.
extern "C" __global__ void bound_moves(F1 x, volatile int *p, int m) {
  for (int j = 0; j != *p; ++j)
    ;
  x(m) = 1;
}
// CHECK: function=bound_moves checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

// Every j is INT_MIN at least.
extern "C" __global__ void down_for_ever(F1 x, volatile int *p, int n, int m) {
  for (int j = n; j >= m; --j)
    *p = j;
  x(m) = 1;
}
// CHECK: function=down_for_ever checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

// With s = 0 it stays.
extern "C" __global__ void stays(F1 x, volatile int *p, int s, int m) {
  for (int j = 0; j < 100; j += s)
    *p = j;
  x(m) = 1;
}
// CHECK: function=stays checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

// The low byte of j: never 256.
extern "C" __global__ void low_byte(F1 x, volatile int *p, int n, int m) {
  for (int j = 0; (unsigned char)j != (n & 511); ++j)
    *p = j;
  x(m) = 1;
}
// CHECK: function=low_byte checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

// What it calls may not return.
extern "C" __global__ void calls(F1 x, int n, int m) {
  for (int j = 0; j != n; ++j)
    unknown();
  x(m) = 1;
}
// CHECK: function=calls checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

extern "C" __global__ void called(F1 x, int m) {
  unknown();
  x(m) = 1;
}
// CHECK: function=called checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

// The break bounds j by m.
extern "C" __global__ void left(F1 x, int n, int m) {
  for (int j = 0; j < n; ++j) {
    if (j >= m)
      break;
    x(j) = 1;
  }
}
// CHECK: function=left checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// Not where an iteration may go on without coming by it.
extern "C" __global__ void passed_by(F1 x, const int *go, int n, int m) {
  for (int j = 0; j < n; ++j) {
    x(j) = 1;
    if (go[j])
      continue;
    if (j >= m)
      break;
  }
}
// CHECK: function=passed_by checks_discharged=0 checks_launch=0 checks_hoisted=1 checks_in_place=0

// Not behind a loop that may not end.
extern "C" __global__ void behind_a_loop(F1 x, volatile int *p, int n, int m) {
  for (int j = 0; j < n; ++j) {
    x(j) = 1;
    while (*p)
      ;
    if (j >= m)
      break;
  }
}
// CHECK: function=behind_a_loop checks_discharged=0 checks_launch=0 checks_hoisted=1 checks_in_place=0

// j is cut on its way round: 127 is followed by -128.
extern "C" __global__ void cut(F1 x, int n) {
  for (int j = 0; j < n; j = (signed char)(j + 1))
    x(j) = 1;
}
// CHECK: function=cut checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1

// A step that is read anew.
extern "C" __global__ void read_anew(F1 x, volatile int *p, int n) {
  for (int j = 0; j < n; j += *p)
    x(j) = 1;
}
// CHECK: function=read_anew checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
// CHECK-NOT: TILECHECKS_TIMING
