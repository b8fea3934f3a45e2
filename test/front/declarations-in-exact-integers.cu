// Sums and products of `int` in tc::require are read as exact integers where the declaration itself shows that they do not
// overflow, and as C++ computes them where it does not.
// Rule: 2, 7
//
// REQUIRES: plugin, cuda
// DEFINE: %{plan} = env TILECHECKS_TIMING=1 TILECHECKS_DUMP=plan %clang_tc --cuda-device-only --offload-arch=sm_90 -fno-discard-value-names -S %s -o /dev/null
// RUN: %{plan} -O3 2>&1 | FileCheck %s
// RUN: %{plan} -O0 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>
using F1 = tc::tensor1<float>;

extern "C" __global__ void four_times(F1 x, int n, int m) {
  tc::require(m == 4 * n);
  tc::require(m <= x.extent(0));
  for (int i = 0; i < n; ++i)
    x(4 * i + 3) = 1;
}
// CHECK-LABEL: plan four_times:
// CHECK: ; 4*n == m
// CHECK: function=four_times checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

extern "C" __global__ void rows_by_columns(F1 x, int a, int b) {
  tc::require(x.extent(0) == a * b);
  for (int i = 0; i < a; ++i)
    for (int j = 0; j < b; ++j)
      x(i * b + j) = 1;
}
// CHECK-LABEL: plan rows_by_columns:
// CHECK: ; extent(x,0) == a*b
// CHECK: function=rows_by_columns checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

// One product bounded by another: a <= c, and b > 0 in the loop.
extern "C" __global__ void fewer_rows(F1 x, int a, int b, int c) {
  tc::require(a <= c && c >= 0 && b >= 0);
  tc::require(c * b <= x.extent(0));
  for (int i = 0; i < a; ++i)
    for (int j = 0; j < b; ++j)
      x(i * b + j) = 1;
}
// CHECK-LABEL: plan fewer_rows:
// CHECK: function=fewer_rows checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

extern "C" __global__ void end_to_end(F1 x, F1 y, F1 z) {
  tc::require(x.extent(0) + y.extent(0) == z.extent(0));
  for (int i = 0; i < x.extent(0); ++i)
    z(i) = x(i);
  for (int i = 0; i < y.extent(0); ++i)
    z(x.extent(0) + i) = y(i);
}
// CHECK-LABEL: plan end_to_end:
// CHECK: function=end_to_end checks_discharged=4 checks_launch=0 checks_hoisted=0 checks_in_place=0

extern "C" __global__ void sum_of_lengths(F1 x, int n, int m) {
  tc::require(n >= 0 && m >= 0);
  tc::require(n + m <= x.extent(0));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x(i + j) = 1;
}
// CHECK-LABEL: plan sum_of_lengths:
// CHECK: ; n + m <= extent(x,0)
// CHECK: function=sum_of_lengths checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

// n = m = -2^30 - 1: the sum wraps to 2^31 - 2.
extern "C" __global__ void sum_of_any_sign(F1 x, int n, int m) {
  tc::require(n + m <= x.extent(0));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x(i + j) = 1;
}
// CHECK-LABEL: plan sum_of_any_sign:
// CHECK: ; int32(n + m) <= extent(x,0)
// CHECK: function=sum_of_any_sign checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// n = 2^30: 4*n wraps to 0.
extern "C" __global__ void bounded_from_below_only(F1 x, int n) {
  tc::require(n >= 0);
  tc::require(x.extent(0) >= 8 && x.extent(0) <= 4 * n);
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan bounded_from_below_only:
// CHECK: ; {{.*}}extent(x,0) <= int32(4*n)
// CHECK: function=bounded_from_below_only checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// A conversion says what it means: 2^32 is 0.
extern "C" __global__ void converted(F1 x, long long n) {
  tc::require((int)(n + 1) <= x.extent(0) && (int)(n + 1) >= 0);
  for (long long i = 0; i <= n; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan converted:
// CHECK: ; int32(n + 1) <= extent(x,0) and int32(n + 1) >= 0
// CHECK: function=converted checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// 64 divides n: so does 32, whatever the sign of n.
extern "C" __global__ void whole_tiles(F1 x, int n) {
  tc::require(n % 64 == 0);
  tc::require(n <= x.extent(0));
  for (int i = 0; i < n / 32; ++i)
    x(i * 32 + 31) = 1;
}
// CHECK-LABEL: plan whole_tiles:
// CHECK: ; n % 64 == 0
// CHECK: function=whole_tiles checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

// 32 does not say that 64 does: n = 32, i = 0 reaches 63.
extern "C" __global__ void half_tiles(F1 x, int n) {
  tc::require(n % 32 == 0);
  tc::require(n <= x.extent(0));
  for (int i = 0; i < n; i += 64)
    x(i + 63) = 1;
}
// CHECK-LABEL: plan half_tiles:
// CHECK: function=half_tiles checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// Either is enough; neither alone is declared.
extern "C" __global__ void nothing_or_enough(F1 x, int n) {
  tc::require(n <= 0 || n <= x.extent(0));
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan nothing_or_enough:
// CHECK: function=nothing_or_enough checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

extern "C" __global__ void little_or_enough(F1 x, int n) {
  tc::require(n <= 1 || n <= x.extent(0));
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan little_or_enough:
// CHECK: function=little_or_enough checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
