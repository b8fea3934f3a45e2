// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index arithmetic that wraps around. Whatever the optimiser may believe of it, the value that is used is the value that
// was checked. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

template <int N> using fixed = tc::tensor<float, tc::extents<int, N>>;

// Case: W1. A wrapped n*3 may be harmless or not.
// COUNTS: TILECHECKS_TIMING module=wrap function=w1 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w1(fixed<100> x, int n) {
  int i = (n * 3) % 100;
  x(i) = 7;
}

// Case: W3. An unsigned product that wraps before the access.
// COUNTS-NEXT: function=w3 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w3(tc::tensor1<float> x, unsigned hidden) {
  unsigned i = blockIdx.x * hidden + threadIdx.x;
  x(i) = i + 1;
}

// Report: K2. The same with a signed factor, which is converted.
// COUNTS-NEXT: function=w3_signed checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w3_signed(tc::tensor1<float> x, int hidden) {
  unsigned i = blockIdx.x * hidden + threadIdx.x;
  x(i) = i + 1;
}

// Case: W4. Over the truncated value.
// COUNTS-NEXT: function=w4 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w4(tc::tensor1<float> x, int n) { x((short)n) = 7; }

// The author clamps a sum by hand. Proven whatever the sum does, so the clamp has to stay in the code: with the flag on
// a + b the optimiser would delete it.
// COUNTS-NEXT: function=clamp checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL clamp(tc::tensor1<float> x, int a, int b) {
  const int e = x.extent(0);
  if (a < 0 || b < 0 || e <= 0)
    return;
  int i = a + b;
  int j = i < 0 ? 0 : i;
  j = j < e ? j : e - 1;
  x(j) = 1;
}

// The same with a select and a remainder.
// COUNTS-NEXT: function=clamp_mod checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL clamp_mod(fixed<16> x, int a) {
  if (a < 0)
    return;
  int h = a * 3;
  if (h < 0)
    h = 0;
  x(h % 16) = 1;
}

#ifndef PLACED_ONLY
// Case: W2. The product wraps in the third iteration; the second is out of bounds already.
// COUNTS-NEXT: function=w2 checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
KERNEL w2(tc::tensor1<float> x) {
  for (int j = 0; j < 3; ++j) {
    const int p = j * 1500000000;
    const int i = p > j ? p : j;
    // DENY: error: {{.*}}wrap.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x stays in the loop body: {{.*}}access x(i){{.*}}deny_in_kernel_checks; hint:
    x(i) = 7;
  }
}

// A check that stays keeps its lower half, though the optimiser would know that a sum of two non-negative numbers is
// none but by its flag.
// COUNTS-NEXT: function=lower_half checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=1
KERNEL lower_half(tc::tensor1<const int> t, tc::tensor1<float> x) {
  const int a = t(0), b = t(1);
  if (a < 0 || b < 0)
    return;
  const int i = a + b;
  // DENY: error: {{.*}}wrap.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x stays at its access: index is loaded from memory; access x(i){{.*}}deny_in_kernel_checks; hint:
  x(i) = 1; // line: lower_half
}

// A product that is widened only after it wrapped, against a 64-bit extent.
// COUNTS-NEXT: function=widened_late checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=1
KERNEL widened_late(tc::tensor1<const int> t, tc::tensor<float, tc::extents<long long, tc::dyn>> x) {
  const int r = t(0), c = t(1);
  if (r < 0 || c < 0)
    return;
  const long long i = r * c;
  // DENY: error: {{.*}}wrap.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x stays at its access: index is loaded from memory; access x(i){{.*}}deny_in_kernel_checks; hint:
  x(i) = 1;
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
