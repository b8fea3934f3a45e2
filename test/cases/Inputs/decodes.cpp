// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/decodes.cu.
#include "../harness.hpp"
#include "decodes.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define DECODES(name) CASE(decodes, name)

static const int factors[] = {INT_MIN, -(1 << 16), -2,      -1,      0,      1,
                              2,       3,          1 << 16, 1 << 30, INT_MAX};

static void signed_character() {
  // Report: L10
  array<float> x(228);
  using byte = unsigned char;
  for (int n : {-128, -101, -100, -1, 0, 1, 100, 127}) {
    DECODES(l10).agrees(shape(1, 1), {x.contents()}, x.all(), (signed char)(n));
    DECODES(l10).agrees(shape(1, 1), {x.contents()}, x.first(100),
                        (signed char)(n));
    DECODES(l10_unsigned).agrees(shape(1, 1), {x.contents()}, x.all(), byte(n));
  }
  DECODES(l10).refuses(shape(1, 1), "x(100 + n)", x.first(227),
                       (signed char)(127));
}

static void decoded() {
  array<float> x(12);
  for (int block : {1, 3, 4, 5, 8, 9, 12, 13})
    for (int columns : {0, 1, 2, 3, 4})
      DECODES(decode_static)
          .agrees(shape(1, block), {x.contents()}, x.as(3, columns));
  DECODES(decode_static)
      .refuses(
          shape(1, 13),
          "decodes.cu:" LINE_decode_static ": x(t / 4, t % 4): ", x.as(3, 4));
}

static void decoded_by_extent() {
  array<float> x(12);
  for (int rows : {0, 1, 3})
    for (int columns : {0, 1, 4})
      for (int n : {0, 1, 3, 4, 5, 11, 12, 13}) {
        if (n != 0)
          DECODES(decode_extent)
              .agrees(shape(1, n), {x.contents()}, x.as(rows, columns));
        for (int w : {INT_MIN, -1, 1, 2, 4, INT_MAX})
          DECODES(decode_argument)
              .agrees(shape(1, 1), {x.contents()}, x.as(rows, columns), n, w);
      }
}

static void rotations() {
  array<float> x(8);
  for (int n : {0, 1, 2, 3, 7, 8, 9})
    for (int o : {INT_MIN, INT_MIN + 1, -9, -8, -2, -1, 0, 1, 2, 8, 9, INT_MAX - 7, INT_MAX - 1, INT_MAX})
      for (int extent : {0, 1, 2, 7, 8}) {
        DECODES(rotated).agrees(shape(1, 1), {x.contents()}, x.first(extent), n, o);
        DECODES(rotated_back).agrees(shape(1, 1), {x.contents()}, x.first(extent), n, o);
        DECODES(rotated_unsigned).agrees(shape(1, 1), {x.contents()}, x.first(extent), unsigned(n), unsigned(o));
      }
  DECODES(rotated).refuses(shape(1, 1), "decodes.cu:" LINE_rotated ": x((i + o) % n): ", x.all(), 8, -1);
}

static void row_of_a_warp() {
  // Report: K15
  array<float> x(64);
  DECODES(k15_column)
      .refuses(shape(2, 32),
               "decodes.cu:" LINE_k15_column ": x(r, column): ", x.as(2, 31));
  DECODES(k15_column)
      .refuses(shape(3, 32), "gridDim.x <= extent(x,0) is false: 3 <= 2",
               x.as(2, 32));
  for (int block : {1, 31, 32, 33, 64})
    for (int columns : {0, 1, 30, 31, 32})
      DECODES(k15_column)
          .agrees(shape(2, block), {x.contents()}, x.as(2, columns));
}

static void flat_row_of_a_warp() {
  // Report: K15
  array<float> x(64);
  for (int d : factors)
    for (int block : {1, 32, 33})
      for (int grid : {1, 2, 3})
        DECODES(k15).agrees(shape(grid, block), {x.contents()}, x.all(), d);
  for (int d : {30, 31, 32, 33})
    DECODES(k15).agrees(shape(2, 32), {x.contents()}, x.first(63), d);
}

static void shifted() {
  array<float> x(4);
  for (int n : {INT_MIN, -1, 0, 1, 2, 3, 4, 5, 8, 9, 12, 13, 16, 17, INT_MAX}) {
    for (int grid : {1, 4, 5})
      DECODES(shift_right).agrees(shape(grid, 4), {x.contents()}, x.all(), n);
    DECODES(shift_left).agrees(shape(1, 1), {x.contents()}, x.all(), n);
  }
}

static void masked() {
  array<float> x(8);
  for (int block : {1, 2, 7, 8, 9, 64})
    for (int extent : {0, 1, 2, 6, 7, 8})
      DECODES(lanes).agrees(shape(1, block), {x.contents()}, x.first(extent));
}

static void unsigned_operands() {
  // Case: S30
  array<float> x(5);
  for (int a :
       {INT_MIN, INT_MIN + 1, -7, -5, -4, -3, -1, 0, 1, 3, 4, 5, 7, INT_MAX}) {
    DECODES(s30_shift).agrees(shape(1, 1), {x.contents()}, x.all(), a);
    for (int b : {INT_MIN, -3, -2, -1, 1, 2, 3, INT_MAX})
      DECODES(s30_unsigned)
          .agrees(shape(1, 1), {x.contents()}, x.all(), unsigned(a),
                  unsigned(b));
  }
}

static void negative_operands() {
  // Case: S30
  array<float> x(5);
  for (int a :
       {INT_MIN, INT_MIN + 1, -7, -5, -4, -3, -1, 0, 1, 3, 4, 5, 7, INT_MAX})
    for (int b : {INT_MIN, -3, -2, -1, 1, 2, 3, INT_MAX})
      if (a != INT_MIN || b != -1) {
        DECODES(s30_division)
            .agrees(shape(1, 1), {x.contents()}, x.all(), a, b);
        DECODES(s30_remainder)
            .agrees(shape(1, 1), {x.contents()}, x.all(), a, b);
      }
}

static void straddling_zero() {
  // Case: S21
  array<float> x(101);
  for (int d : {-2, -1, 1, 2, 3}) {
    array<int> divisor(1, d);
    DECODES(s21).agrees(shape(1, 1), {x.contents()}, x.fixed<101>(),
                        divisor.data());
  }
}

int main() {
  cases::warm_up(tilechecks_generated_decodes::l10,
                 tilechecks_generated_decodes::image);
  signed_character();
  decoded();
  decoded_by_extent();
  rotations();
  row_of_a_warp();
  flat_row_of_a_warp();
  shifted();
  masked();
  unsigned_operands();
  negative_operands();
  straddling_zero();
  return cases::result();
}
