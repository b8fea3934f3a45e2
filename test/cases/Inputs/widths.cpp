// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/widths.cu.
#include "../harness.hpp"
#include "widths.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define WIDTHS(name) CASE(widths, name)

using byte = unsigned char;
using wide = tc::tensor<float, tc::extents<long long, tc::dyn>>;

static void remainder() {
  // Case: W1
  array<float> x(100);
  for (long long n :
       {LLONG_MIN,   -2863311531LL, -86LL,        -85LL,    -43LL,
        -42LL,       -1LL,          0LL,          1LL,      33LL,
        42LL,        43LL,          85LL,         86LL,     127LL,
        10922LL,     10923LL,       21845LL,      21846LL,  715827882LL,
        715827883LL, 1431655765LL,  1431655766LL, LLONG_MAX}) {
    WIDTHS(w1_8).agrees(shape(1, 1), {x.contents()}, x.fixed<100>(),
                        (signed char)(n));
    WIDTHS(w1_16).agrees(shape(1, 1), {x.contents()}, x.fixed<100>(), short(n));
    WIDTHS(w1_64).agrees(shape(1, 1), {x.contents()}, x.fixed<100>(), n);
    WIDTHS(w1_u8).agrees(shape(1, 1), {x.contents()}, x.fixed<100>(), byte(n));
    WIDTHS(w1_u16).agrees(shape(1, 1), {x.contents()}, x.fixed<100>(),
                          (unsigned short)(n));
    WIDTHS(w1_u32).agrees(shape(1, 1), {x.contents()}, x.fixed<100>(),
                          unsigned(n));
    WIDTHS(w1_u64).agrees(shape(1, 1), {x.contents()}, x.fixed<100>(),
                          (unsigned long long)(n));
  }
  WIDTHS(w1_16).refuses(shape(1, 1), "is false", x.fixed<100>(), short(-1));
}

static void maximum_of_a_product() {
  // Case: W2
  array<float> x(8);
  WIDTHS(w2_16).traps(shape(1, 1), "x(i), dim 0", x.all());
  WIDTHS(w2_64).traps(shape(1, 1), "x(i), dim 0", x.all());
}

static void row_of_the_block() {
  // Case: W3
  array<float> x(6), many(200);
  WIDTHS(w3_8).accepts(shape(3, 1), {}, many.all(), byte(150)); // 0, 150 and 44
  WIDTHS(w3_8).traps(shape(8, 1), "x(i), dim 0 (in_place)", many.all(),
                     byte(150)); // 238
  for (int grid : {1, 2, 3, 5})
    for (int block : {1, 2, 3})
      for (int hidden : {0, 1, 2, 3, 64, 128, 255}) {
        WIDTHS(w3_8).agrees(shape(grid, block), {x.contents()}, x.all(),
                            byte(hidden));
        WIDTHS(w3_16).agrees(shape(grid, block), {x.contents()}, x.all(),
                             (unsigned short)(hidden << 8));
        WIDTHS(w3_16).agrees(shape(grid, block), {x.contents()}, x.all(),
                             (unsigned short)(hidden));
      }
}

static void row_of_the_block_wide() {
  // Case: W3
  array<float> x(6);
  const wide all(x.data(), 6LL), two(x.data(), 2LL);
  for (int grid : {1, 2, 3, 5})
    for (int block : {1, 2, 3})
      for (long long hidden : {LLONG_MIN, -1LL, 0LL, 1LL, 2LL, 3LL, 6LL,
                               1LL << 32, 1LL << 62, LLONG_MAX}) {
        WIDTHS(w3_64).agrees(shape(grid, block), {x.contents()}, all, hidden);
        WIDTHS(w3_u64).agrees(shape(grid, block), {x.contents()}, all,
                              (unsigned long long)(hidden));
        WIDTHS(w3_64).agrees(shape(grid, block), {x.contents()}, two, hidden);
      }
}

static void truncated() {
  // Case: W4
  array<float> x(6);
  for (long long n : {LLONG_MIN,
                      -65536LL,
                      -256LL,
                      -1LL,
                      0LL,
                      5LL,
                      6LL,
                      127LL,
                      128LL,
                      255LL,
                      256LL,
                      261LL,
                      262LL,
                      65535LL,
                      65536LL,
                      65541LL,
                      65542LL,
                      1LL << 31,
                      (1LL << 32) + 5,
                      (1LL << 32) + 6,
                      LLONG_MAX}) {
    WIDTHS(w4_8).agrees(shape(1, 1), {x.contents()}, x.all(), int(n));
    WIDTHS(w4_u8).agrees(shape(1, 1), {x.contents()}, x.all(), int(n));
    WIDTHS(w4_u16).agrees(shape(1, 1), {x.contents()}, x.all(), unsigned(n));
    WIDTHS(w4_32).agrees(shape(1, 1), {x.contents()}, x.all(), n);
    WIDTHS(w4_u32).agrees(shape(1, 1), {x.contents()}, x.all(),
                          (unsigned long long)(n));
  }
  WIDTHS(w4_32).refuses(shape(1, 1), "x((int)n)", x.all(), (1LL << 32) + 6);
}

static void index_types() {
  array<float> x(3);
  const tc::tensor<float, tc::extents<short, tc::dyn>> s(x.data(), short(3));
  const tc::tensor<float, tc::extents<signed char, tc::dyn>> b(
      x.data(), (signed char)(3));
  const wide w(x.data(), 3LL);
  for (long long n : {LLONG_MIN, LLONG_MIN + 1, -1LL, 0LL, 1LL, 3LL, 4LL, 127LL,
                      128LL, 32767LL, 32768LL, 2147483647LL, LLONG_MAX}) {
    if (n != LLONG_MIN) {
      WIDTHS(short_extent).agrees(shape(1, 1), {x.contents()}, s, int(n));
      WIDTHS(byte_extent).agrees(shape(1, 1), {x.contents()}, b, int(n));
    }
    WIDTHS(long_extent).agrees(shape(1, 1), {x.contents()}, w, n);
    WIDTHS(long_extent_down).agrees(shape(1, 1), {x.contents()}, w, n);
  }
  WIDTHS(long_extent)
      .refuses(shape(1, 1), "n <= extent(x,0) is false: 4 <= 3", w, 4LL);
}

int main() {
  cases::warm_up(tilechecks_generated_widths::w1_8,
                 tilechecks_generated_widths::image);
  remainder();
  maximum_of_a_product();
  row_of_the_block();
  row_of_the_block_wide();
  truncated();
  index_types();
  return cases::result();
}
