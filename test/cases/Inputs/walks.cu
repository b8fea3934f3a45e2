// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of one variable whose bounds the launch knows: every comparison, both directions, while, do, break, continue,
// return, signed and unsigned, 8 to 64 bits. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;

// Case: G01. n - 1 wraps at INT_MIN.
// COUNTS: TILECHECKS_TIMING module=walks function=g01 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g01(vec x, int n) {
  for (int i = n - 1; i >= 0; --i)
    x(i) = i + 1; // line: g01
}

// The same in other spellings.
// COUNTS-NEXT: function=down_greater checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL down_greater(vec x, int n) {
  for (int i = n; i > 0; --i)
    x(i - 1) = i;
}

// COUNTS-NEXT: function=down_postfix checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL down_postfix(vec x, int n) {
  for (int i = n; i-- > 0;)
    x(i) = i + 1;
}

// In steps of two: the last index is not the bound.
// COUNTS-NEXT: function=down_two checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL down_two(vec x, int n) {
  for (int i = n; i > 0; i -= 2)
    x(i - 1) = i;
}

// Both ends are arguments; the lower one is reached or passed.
// COUNTS-NEXT: function=down_between checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL down_between(vec x, int n, int lo) {
  for (int i = n; i >= lo; i -= 3)
    x(i) = 1; // line: down_between
}

// From an argument to an argument.
// COUNTS-NEXT: function=up_between checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_between(vec x, int lo, int hi) {
  for (int i = lo; i < hi; ++i)
    x(i) = 1;
}

// n = INT_MAX never ends by itself.
// COUNTS-NEXT: function=up_less_equal checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_less_equal(vec x, int n) {
  for (int i = 0; i <= n; ++i)
    x(i) = 1; // line: up_less_equal
}

// In steps of three; n - 1 rounded down to a multiple is the last.
// COUNTS-NEXT: function=up_three checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_three(vec x, int n) {
  for (int i = 0; i < n; i += 3)
    x(i) = 1;
}

// A load is checked as a store is.
// COUNTS-NEXT: function=read_only checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL read_only(tc::tensor1<const float> x, int n, float *sum) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x(i);
  *sum = s;
}

// Counts to n, and through INT_MAX where n is negative.
// COUNTS-NEXT: function=up_not_equal checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_not_equal(vec x, int n) {
  for (int i = 0; i != n; ++i)
    x(i) = 1;
}

// COUNTS-NEXT: function=down_not_equal checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL down_not_equal(vec x, int n) {
  for (int i = n; i != 0; --i)
    x(i - 1) = 1;
}

// COUNTS-NEXT: function=up_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_unsigned(vec x, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    x(i) = 1;
}

// Report: L11. A 64-bit count of a 32-bit tensor.
// COUNTS-NEXT: function=up_size checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_size(vec x, unsigned long long n) {
  for (unsigned long long i = 0; i < n; ++i)
    x(i) = 1;
}

// COUNTS-NEXT: function=up_long checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_long(vec x, long long n) {
  for (long long i = 0; i < n; ++i)
    x(i) = 1;
}

// The counter is UINT_MAX when the loop ends.
// COUNTS-NEXT: function=down_unsigned checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL down_unsigned(vec x, unsigned n) {
  for (unsigned i = n; i-- > 0;)
    x(i) = 1;
}

// COUNTS-NEXT: function=down_unsigned_not_equal checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL down_unsigned_not_equal(vec x, unsigned n) {
  for (unsigned i = n; i != 0; --i)
    x(i - 1) = 1;
}

// An 8-bit counter never reaches a bound above 127, and is negative first.
// COUNTS-NEXT: function=up_byte checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_byte(vec x, int n) {
  for (signed char i = 0; i < n; ++i)
    x(i) = 1;
}

// COUNTS-NEXT: function=up_short checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_short(vec x, short n) {
  for (short i = 0; i < n; ++i)
    x(i) = 1;
}

// An unsigned one walks round and round through 0..255, harmlessly if there are 256.
// COUNTS-NEXT: function=up_unsigned_byte checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL up_unsigned_byte(vec x, int n) {
  for (unsigned char i = 0; i < n; ++i)
    x(i) = 1;
}

// Case: G11. The loop as while; its bound again by break, by continue and by return.
// COUNTS-NEXT: function=g11_while checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g11_while(vec x, int n) {
  int i = 0;
  while (i < n) {
    x(i) = 1;
    ++i;
  }
}

// COUNTS-NEXT: function=g11_continue checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g11_continue(vec x, int limit) {
  for (int k = 0; k < 8; ++k) {
    if (k >= limit)
      continue;
    x(k) = 1;
  }
}

// COUNTS-NEXT: function=g11_break checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g11_break(vec x, int limit) {
  for (int k = 0; k < 8; ++k) {
    if (k >= limit)
      break;
    x(k) = 1;
  }
}

// COUNTS-NEXT: function=g11_return checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL g11_return(vec x, int limit) {
  for (int k = 0; k < 8; ++k) {
    if (k == limit)
      return;
    x(k) = 1;
  }
}

// The last index is the one at which the loop is left.
// COUNTS-NEXT: function=break_behind checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL break_behind(vec x, int n, int limit) {
  for (int k = 0; k < n; ++k) {
    x(k) = 1;
    if (k >= limit)
      break;
  }
}

// The first index is attained whatever n is.
// COUNTS-NEXT: function=do_while checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL do_while(vec x, int n) {
  int i = 0;
  do {
    x(i) = 1;
    ++i;
  } while (i < n);
}

// COUNTS-NEXT: function=endless_but_for_break checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL endless_but_for_break(vec x, int n) {
  for (int i = 0;; ++i) {
    if (i >= n)
      break;
    x(i) = 1;
  }
}

// Two counters in one loop: the second is 2*i + 5.
// COUNTS-NEXT: function=second_counter checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL second_counter(vec x, int n) {
  for (int i = 0, k = 5; i < n; ++i, k += 2)
    x(k) = 1; // line: second_counter
}

// COUNTS-NEXT: function=opposite_counter checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL opposite_counter(tc::tensor1<const float> x, vec y, int n) {
  for (int i = 0, k = n - 1; i < n; ++i, --k)
    y(i) = x(k);
}

// A step of 0 stays at the first index for ever; a negative one leaves the tensor at once.
// COUNTS-NEXT: function=run_time_step checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL run_time_step(vec x, int n, int s) {
  for (int i = 0; i < n; i += s)
    x(i) = 1;
}
// COUNTS-NOT: TILECHECKS_TIMING
