// Sums and products of `int` in tc::require are read as exact integers where the declaration itself shows that they do not
// overflow, or where one limit of the type, read with it, does; else as C++ computes them.
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

// n = m = -2^30 - 1: the sum wraps to 2^31 - 2, which the check excludes.
extern "C" __global__ void sum_of_any_sign(F1 x, int n, int m) {
  tc::require(n + m <= x.extent(0));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x(i + j) = 1;
}
// CHECK-LABEL: plan sum_of_any_sign:
// CHECK: ; n + m <= extent(x,0) and n + m >= INT_MIN{{$}}
// CHECK: function=sum_of_any_sign checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

// What both sides of a check have in common is left out of it: n < n + m, n <= n + m - 1.
extern "C" __global__ void behind_the_first(F1 x, int n, int m) {
  tc::require(n + m <= x.extent(0));
  for (int i = n; i < n + m; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan behind_the_first:
// CHECK: derived exact {{.*}} ; m > 0 implies n >= 0{{$}}
// CHECK: function=behind_the_first checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// n <= e does not follow where no j is: n = 2, m = -1, e = 1.
extern "C" __global__ void sum_without_the_other(F1 x, int n, int m) {
  tc::require(n + m <= x.extent(0));
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan sum_without_the_other:
// CHECK: derived exact {{.*}} ; n <= extent(x,0){{$}}
// CHECK: function=sum_without_the_other checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// n <= 2*n where i < n, as 0 <= i; the last of each pair is 2*n - 1.
extern "C" __global__ void twice(F1 x, int n) {
  tc::require(2 * n <= x.extent(0));
  for (int i = 0; i < n; ++i) {
    x(i) = 1;
    x(2 * i + 1) = 1;
  }
}
// CHECK-LABEL: plan twice:
// CHECK: ; 2*n <= extent(x,0) and 2*n >= INT_MIN{{$}}
// CHECK: function=twice checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0

// i = n - 1 = 0 reaches 2.
extern "C" __global__ void more_than_twice(F1 x, int n) {
  tc::require(2 * n <= x.extent(0));
  for (int i = 0; i < n; ++i)
    x(2 * i + 2) = 1;
}
// CHECK-LABEL: plan more_than_twice:
// CHECK: function=more_than_twice checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// n = 2^30: 4*n wraps to 0, which the check excludes. n may be larger than the extent.
extern "C" __global__ void bounded_from_below_only(F1 x, int n) {
  tc::require(n >= 0);
  tc::require(x.extent(0) >= 8 && x.extent(0) <= 4 * n);
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan bounded_from_below_only:
// CHECK: ; {{.*}}extent(x,0) <= 4*n and 4*n <= 2^31-1{{$}}
// CHECK: function=bounded_from_below_only checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// Neither product has a limit on either side.
extern "C" __global__ void products(F1 x, int a, int b, int c, int d) {
  tc::require(a * b <= c * d);
  tc::require(c * d == x.extent(0));
  for (int i = 0; i < a; ++i)
    for (int j = 0; j < b; ++j)
      x(i * b + j) = 1;
}
// CHECK-LABEL: plan products:
// CHECK: int32(a*b) <= int32(c*d)
// CHECK: function=products checks_discharged=0

// What is compared is a quotient: n = 2^31 - 1 wraps, and (n + 31)/32 is negative.
extern "C" __global__ void quotient_of_a_sum(F1 x, int n) {
  tc::require((n + 31) / 32 <= x.extent(0));
  for (int i = 0; i < n; ++i)
    x(i / 32) = 1;
}
// CHECK-LABEL: plan quotient_of_a_sum:
// CHECK: ; trunc(int32(n + 31)/32) <= extent(x,0)
// CHECK: derived exact {{.*}} ; ceil(n/32) <= extent(x,0){{$}}
// CHECK: function=quotient_of_a_sum checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

// An extent is not negative, so the sum has not wrapped.
extern "C" __global__ void quotient_that_is_an_extent(F1 x, F1 y) {
  tc::require(y.extent(0) == (x.extent(0) + 31) / 32);
  for (int i = 0; i < x.extent(0); ++i)
    y(i / 32) = x(i);
}
// CHECK-LABEL: plan quotient_that_is_an_extent:
// CHECK: function=quotient_that_is_an_extent checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0

// By 16 there are twice as many.
extern "C" __global__ void quotient_by_half(F1 x, F1 y) {
  tc::require(y.extent(0) == (x.extent(0) + 31) / 32);
  for (int i = 0; i < x.extent(0); ++i)
    y(i / 16) = x(i);
}
// CHECK-LABEL: plan quotient_by_half:
// CHECK: derived exact {{.*}} ; ceil(extent(x,0)/16) <= ceil(extent(x,0)/32){{$}}
// CHECK: function=quotient_by_half checks_discharged=1 checks_launch=1 checks_hoisted=0 checks_in_place=0

extern "C" TC_KERNEL(tc::requires_("m == (n + 31)/32")) __global__ void quotient_of_any_sign(F1 x, int n, int m) {
  tc::require(m <= x.extent(0));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x(i / 32) = 1;
}
// CHECK-LABEL: plan quotient_of_any_sign:
// CHECK: derived exact {{.*}} ; n > INT_MIN implies gridDim.x*blockDim.x <= 2^31{{$}}
// CHECK-NEXT: {{.*}} x(i / 32) axis 0: launch by LaunchExtreme {{L[0-9]+}}{{$}}

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

// Each alone leaves a case: m = 1, m = -1. Together they leave none.
extern "C" __global__ void both_declared(F1 x, int n, int m) {
  tc::require(n <= x.extent(0) || m > 0);
  tc::require(n <= x.extent(0) || m < 0);
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan both_declared:
// CHECK: function=both_declared checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0

// m = -1 leaves one.
extern "C" __global__ void both_leave_a_case(F1 x, int n, int m) {
  tc::require(n <= x.extent(0) || m <= 0);
  tc::require(n <= x.extent(0) || m < 0);
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}
// CHECK-LABEL: plan both_leave_a_case:
// CHECK: function=both_leave_a_case checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
