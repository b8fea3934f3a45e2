// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/tile_siblings.cu: the reference body decides.
#include "../harness.hpp"
#include "tile_siblings.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define SIBLINGS(name) CASE(tile_siblings, name)

static void rows() {
  array<float> o(40), x(40);
  for (int n : {0, 1, 3, 4, 5, 7, 8, 9, 12, 16, 17}) {
    SIBLINGS(other_tile).agrees(shape(1, 1), {o.contents()}, o.first(n));
    SIBLINGS(beyond_tile).agrees(shape(1, 1), {o.contents()}, o.first(n));
    SIBLINGS(coarser).agrees(shape(1, 1), {o.contents()}, o.first(n));
    SIBLINGS(finer).agrees(shape(1, 1), {o.contents()}, o.first(n));
    SIBLINGS(finer_odd).agrees(shape(1, 1), {o.contents()}, o.first(n));
    SIBLINGS(next_element).agrees(shape(1, 1), {o.contents()}, o.first(n));
    for (int m : {0, 1, 3, 4, 5, 8, 9, 17})
      SIBLINGS(other_tensor)
          .agrees(shape(1, 1), {x.contents()}, o.first(n), x.first(m));
  }
  // A tile of eight has elements that four divide and the tensor lacks.
  SIBLINGS(exact_other).accepts(shape(1, 1), {}, o.first(16));
  SIBLINGS(exact_other).refuses(shape(1, 1), "extent(o,0)", o.first(12));
  SIBLINGS(exact_other)
      .refuses_at_launch(shape(1, 1), "extent(o,0)", o.first(14));
}

static void axes() {
  array<float> o(40);
  for (int rows : {0, 1, 2, 3, 5})
    for (int columns : {0, 1, 2, 3, 5, 6})
      for (int grid : {1, 2}) {
        SIBLINGS(exchanged)
            .agrees(shape(grid, 1), {o.contents()}, o.as(rows, columns));
        SIBLINGS(permuted_other)
            .agrees(shape(grid, 1), {o.contents()}, o.as(rows, columns));
      }
  std::vector<float> seven(40, 0.0f);
  for (std::size_t i = 0; i != 15; ++i)
    seven[i] = 7;
  SIBLINGS(permuted_same)
      .accepts(shape(1, 1), {o.becomes(seven)}, o.as(3, 5));
}

static void ranges() {
  array<float> o(16);
  for (int extent : {0, 1, 4, 5, 13, 16})
    for (int first : {INT_MIN, -2, -1, 0, 1, 3, 4, 5, INT_MAX})
      for (int count : {INT_MIN, -1, 0, 1, 2, 4, 5}) {
        SIBLINGS(sub_range)
            .agrees(shape(1, 1), {o.contents()}, o.first(extent), first, count);
        for (int i : {-1, 0, 1, 3, INT_MAX})
          SIBLINGS(sub_range_argument)
              .agrees(shape(1, 1), {o.contents()}, o.first(extent), first,
                      count, i);
      }
  SIBLINGS(sub_range)
      .refuses(shape(1, 1), "tile_siblings.cu:" LINE_sub_range ": r.tile(j): ",
               o.first(13), 2, 3);
  for (int rows : {0, 1, 2, 5})
    for (int columns : {0, 1, 3})
      for (int first : {-1, 0, 1, 2, 5, 6})
        SIBLINGS(sub_range_rows)
            .agrees(shape(1, 1), {o.contents()}, o.as(rows, columns), first);
  std::vector<float> middle(16, 0.0f);
  for (std::size_t i = 4; i != 12; ++i)
    middle[i] = 7;
  SIBLINGS(sub_range)
      .accepts(shape(1, 1), {o.becomes(middle)}, o.first(16), 1, 2);
}

static void declared() {
  array<float> x(std::vector<float>(60, 1.0f)), z(60);
  const auto as = [](const array<float> &a, int r, int c) {
    return tc::tensor2<const float>(a.data(), r, c);
  };
  // Three columns in tiles of two: 2*2 + 1*1.
  std::vector<float> five(60, 0.0f);
  for (std::size_t i = 0; i != 18; ++i)
    five[i] = 5;
  SIBLINGS(grouped_declared)
      .accepts(shape(4, 1), {z.becomes(five)}, as(x, 9, 3), as(x, 3, 2),
               z.as(9, 2));
  SIBLINGS(grouped_declared)
      .refuses_at_launch(shape(4, 1), "is false: 8 == 9", as(x, 8, 3),
                         as(x, 3, 2), z.as(9, 2));
}

int main() {
  cases::warm_up(tilechecks_generated_tile_siblings::other_tile,
                 tilechecks_generated_tile_siblings::image);
  rows();
  axes();
  ranges();
  declared();
  return cases::result();
}
