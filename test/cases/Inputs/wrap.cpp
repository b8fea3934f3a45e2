// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/wrap.cu. The unchecked body need not survive an
// overflow, and is not asked where there is one.
#include "../harness.hpp"
#include "wrap.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define WRAP(name) CASE(wrap, name)

static std::vector<float> only(int count, int index, float value) {
  std::vector<float> v(std::size_t(count), 0.0f);
  v[std::size_t(index)] = value;
  return v;
}

static void remainder_of_product() {
  // Case: W1
  array<float> x(100);
  const auto w1 = WRAP(w1);
  w1.accepts(shape(1, 1), {x.becomes(only(100, 0, 7))}, x.fixed<100>(), 0);
  w1.accepts(shape(1, 1), {x.becomes(only(100, 2, 7))}, x.fixed<100>(), 34);
  // 3 * 1431655770 is 14 after wrapping: harmless, and the access uses 14.
  w1.accepts(shape(1, 1).without_unchecked(), {x.becomes(only(100, 14, 7))},
             x.fixed<100>(), 1431655770);
  w1.refuses(shape(1, 1), "x(i)", x.fixed<100>(), -1);
  // 3 * 1000000000 wraps to -1294967296, whose remainder is -96.
  w1.refuses(shape(1, 1), "x(i)", x.fixed<100>(), 1000000000);
}

static void wrapping_maximum() {
  // Case: W2
  array<float> x(8);
  WRAP(w2).traps(shape(1, 1), "x(i), dim 0", x.all());
}

static void unsigned_product() {
  // Case: W3
  array<float> x(6);
  const auto w3 = WRAP(w3);
  const auto w3_signed = WRAP(w3_signed);
  w3.accepts(shape(2, 3), {x.becomes({1, 2, 3, 4, 5, 6})}, x.all(), 3u);
  w3.accepts(shape(3, 2), {x.becomes({1, 2, 0, 0, 0, 0})}, x.all(), 0u);
  w3.accepts(shape(1, 6), {x.becomes({1, 2, 3, 4, 5, 6})}, x.all(), UINT_MAX);
  w3.refuses(shape(2, 3), "x(i)", x.all(), 4u);
  w3.refuses(shape(1, 7), "x(i)", x.all(), 0u);
  w3.refuses(shape(3, 1), "x(i)", x.all(),
             1u << 31); // 2 * 2^31 is 0 after wrapping, 1 * 2^31 is not
  w3.refuses(shape(2, 1), "x(i)", x.all(), UINT_MAX);
  w3_signed.accepts(shape(2, 3), {x.becomes({1, 2, 3, 4, 5, 6})}, x.all(), 3);
  w3_signed.refuses(shape(2, 3), "x(i)", x.all(), 4);
  w3_signed.refuses(shape(2, 1), "x(i)", x.all(), -1);
  // 524289 rows of 8192: the first that do not fit 32 bits.
  w3.refuses(shape(524289, 1024), "x(i)", x.all(), 8192u);
}

static void truncation() {
  // Case: W4
  array<float> x(6);
  const auto w4 = WRAP(w4);
  w4.accepts(shape(1, 1), {x.becomes(only(6, 3, 7))}, x.all(), 3);
  w4.accepts(shape(1, 1), {x.becomes(only(6, 3, 7))}, x.all(), 65536 + 3);
  w4.accepts(shape(1, 1), {x.becomes(only(6, 5, 7))}, x.all(), INT_MIN + 5);
  w4.refuses(shape(1, 1), "n", x.all(), 6);
  w4.refuses(shape(1, 1), "n", x.all(), 65536 + 6);
  w4.refuses(shape(1, 1), "n", x.all(), -1);
  w4.refuses(shape(1, 1), "n", x.all(), 65535);
  w4.refuses(shape(1, 1), "n", x.all(), 32768);
}

static void clamps() {
  array<float> x(3), y(16);
  const auto clamp = WRAP(clamp);
  clamp.accepts(shape(1, 1), {x.becomes(only(3, 1, 1))}, x.all(), 0, 1);
  clamp.accepts(shape(1, 1), {x.becomes(only(3, 2, 1))}, x.all(), 5, 5);
  clamp.accepts(shape(1, 1), {x.unchanged()}, x.all(), -5, 5);
  clamp.accepts(shape(1, 1).without_unchecked(), {x.becomes(only(3, 0, 1))},
                x.all(), INT_MAX, 1);
  clamp.accepts(shape(1, 1).without_unchecked(), {x.becomes(only(3, 0, 1))},
                x.all(), INT_MAX, INT_MAX);
  clamp.accepts(shape(1, 1), {x.unchanged()}, x.first(0), 0, 0);
  const auto mod = WRAP(clamp_mod);
  mod.accepts(shape(1, 1), {y.becomes(only(16, 15, 1))}, y.fixed<16>(), 5);
  mod.accepts(shape(1, 1), {y.unchanged()}, y.fixed<16>(), -5);
  // 3 * 1000000001 wraps to a negative number whose remainder is none of the
  // extent's.
  mod.accepts(shape(1, 1).without_unchecked(), {y.becomes(only(16, 0, 1))},
              y.fixed<16>(), 1000000001);
}

static void lower_halves() {
  array<int> good(std::vector<int>{1, 2}), sum(std::vector<int>{INT_MAX, 1}),
      past(std::vector<int>{2, 2}), negative(std::vector<int>{-1, 2}),
      product(std::vector<int>{65536, 32768}),
      cube(std::vector<int>{65536, 65536});
  array<float> x(4);
  const auto half = WRAP(lower_half);
  half.accepts(shape(1, 1), {x.becomes(only(4, 3, 1))}, good.in(), x.all());
  half.accepts(shape(1, 1), {x.unchanged()}, negative.in(), x.all());
  half.traps(shape(1, 1), "wrap.cu:" LINE_lower_half ": x(i), dim 0 (in_place)",
             sum.in(), x.all());
  half.traps(shape(1, 1), "x(i), dim 0 (in_place)", past.in(), x.all());
  half.refuses(shape(1, 1), "extent(t,0)",
               tc::tensor1<const int>(good.data(), 1), x.all());
  const tc::tensor<float, tc::extents<long long, tc::dyn>> wide(x.data(), 4LL);
  const auto late = WRAP(widened_late);
  late.accepts(shape(1, 1), {x.becomes(only(4, 2, 1))}, good.in(), wide);
  late.traps(shape(1, 1), "x(i), dim 0 (in_place)", product.in(),
             wide); // INT_MIN
  late.accepts(shape(1, 1).without_unchecked(), {x.becomes(only(4, 0, 1))},
               cube.in(), wide); // wraps to 0
  late.refuses(shape(1, 1), "extent(t,0)",
               tc::tensor1<const int>(good.data(), 1), wide);
}

int main() {
  cases::warm_up(tilechecks_generated_wrap::w1,
                 tilechecks_generated_wrap::image);
  remainder_of_product();
  wrapping_maximum();
  unsigned_product();
  truncation();
  clamps();
  lower_halves();
  return cases::result();
}
