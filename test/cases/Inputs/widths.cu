// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wrap-around kernels of wrap.cu in 8, 16, 32 and 64 bits, signed and unsigned: what is checked is the value
// that is used. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

template <int N> using fixed = tc::tensor<float, tc::extents<int, N>>;
using vec = tc::tensor1<float>;
using wide = tc::tensor<float, tc::extents<long long, tc::dyn>>;

// Case: W1.
// COUNTS: TILECHECKS_TIMING module=widths function=w1_8 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w1_8(fixed<100> x, signed char n) {
  signed char i = n * 3;
  x(i % 100) = 7;
}

// COUNTS-NEXT: function=w1_16 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w1_16(fixed<100> x, short n) {
  short i = n * 3;
  x(i % 100) = 7;
}

// COUNTS-NEXT: function=w1_64 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w1_64(fixed<100> x, long long n) {
  x((n * 3) % 100) = 7;
}

// Unsigned ones are in range however they wrap.
// COUNTS-NEXT: function=w1_u8 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL w1_u8(fixed<100> x, unsigned char n) {
  unsigned char i = n * 3;
  x(i % 100) = 7;
}

// COUNTS-NEXT: function=w1_u16 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL w1_u16(fixed<100> x, unsigned short n) {
  unsigned short i = n * 3;
  x(i % 100) = 7;
}

// COUNTS-NEXT: function=w1_u32 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL w1_u32(fixed<100> x, unsigned n) {
  x((n * 3) % 100) = 7;
}

// COUNTS-NEXT: function=w1_u64 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL w1_u64(fixed<100> x, unsigned long long n) {
  x((n * 3) % 100) = 7;
}

// In 64 bits, signed and unsigned.
// COUNTS-NEXT: function=w3_64 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w3_64(wide x, long long hidden) {
  long long i = blockIdx.x * hidden + threadIdx.x;
  x(i) = 1;
}

// COUNTS-NEXT: function=w3_u64 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w3_u64(wide x, unsigned long long hidden) {
  unsigned long long i = blockIdx.x * hidden + threadIdx.x;
  x(i) = 1;
}

// Case: W4.
// COUNTS-NEXT: function=w4_8 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w4_8(vec x, int n) {
  x((signed char)n) = 7;
}

// COUNTS-NEXT: function=w4_u8 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w4_u8(vec x, int n) {
  x((unsigned char)n) = 7;
}

// COUNTS-NEXT: function=w4_u16 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w4_u16(vec x, unsigned n) {
  x((unsigned short)n) = 7;
}

// COUNTS-NEXT: function=w4_32 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w4_32(vec x, long long n) {
  x((int)n) = 7;
}

// COUNTS-NEXT: function=w4_u32 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL w4_u32(vec x, unsigned long long n) {
  x((unsigned)n) = 7;
}

// Extents of 8, 16 and 64 bits.
// COUNTS-NEXT: function=short_extent checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL short_extent(tc::tensor<float, tc::extents<short, tc::dyn>> x, int n) {
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}

// COUNTS-NEXT: function=byte_extent checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL byte_extent(tc::tensor<float, tc::extents<signed char, tc::dyn>> x, int n) {
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}

// COUNTS-NEXT: function=long_extent checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL long_extent(wide x, long long n) {
  for (long long i = 0; i < n; ++i)
    x(i) = 1;
}

// COUNTS-NEXT: function=long_extent_down checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL long_extent_down(wide x, long long n) {
  for (long long i = n - 1; i >= 0; --i)
    x(i) = 1;
}

#ifndef PLACED_ONLY
// Case: W2. The third product wraps; the second is out of bounds already.
// COUNTS-NEXT: function=w2_16 checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
KERNEL w2_16(vec x) {
  for (int j = 0; j < 3; ++j) {
    const short p = j * 22000;
    const int i = max(int(p), j);
    // DENY: error: {{.*}}widths.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x {{.*}}access x(i){{.*}}deny_in_kernel_checks; hint:
    x(i) = 7;
  }
}

// COUNTS-NEXT: function=w2_64 checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
KERNEL w2_64(vec x) {
  for (long long j = 0; j < 3; ++j) {
    const long long p = j * 6000000000000000000LL;
    const long long i = max(p, j);
    // DENY: error: {{.*}}widths.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x {{.*}}access x(i){{.*}}deny_in_kernel_checks; hint:
    x(i) = 7;
  }
}

// Case: W3. In 16 bits a step can be wider than what lies outside of the tensor: of 50000 elements, with hidden =
// 40000, blocks 0, 1 and 2 use 0, 40000 and 14464. No extreme tells.
// COUNTS-NEXT: function=w3_16 checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
KERNEL w3_16(vec x, unsigned short hidden) {
  unsigned short i = blockIdx.x * hidden + threadIdx.x;
  // DENY: error: {{.*}}widths.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x stays at its access: {{.*}}access x(i){{.*}}deny_in_kernel_checks; hint:
  x(i) = 1;
}

// COUNTS-NEXT: function=w3_8 checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
KERNEL w3_8(vec x, unsigned char hidden) {
  unsigned char i = blockIdx.x * hidden + threadIdx.x;
  // DENY: error: {{.*}}widths.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x stays at its access: {{.*}}access x(i){{.*}}deny_in_kernel_checks; hint:
  x(i) = 1;
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
