// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/vectors.cu.
#include "../harness.hpp"
#include "vectors.launch.hpp"

using cases::array;
using cases::shape;

#define VECTORS(name) CASE(vectors, name)

static tc::tensor2<const float> as(const array<float> &a, int rows,
                                   int columns, int from = 0) {
  return tc::tensor2<const float>(a.data() + from, rows, columns);
}
static tc::tensor2<float> to(const array<float> &a, int rows, int columns,
                             int from = 0) {
  return tc::tensor2<float>(a.data() + from, rows, columns);
}

static void rows_and_address() {
  array<float> x(std::vector<float>(32, 3.0f)), o(32);
  std::vector<float> three(32, 0.0f);
  for (std::size_t i = 0; i != 24; ++i)
    three[i] = 3;
  const auto rows = VECTORS(rows);
  rows.accepts(shape(2, 1), {o.becomes(three)}, as(x, 2, 12), to(o, 2, 12));
  rows.accepts(shape(2, 1), {o.unchanged()}, as(x, 2, 0), to(o, 2, 0));
  // The text names the access, the axis' tensor and its value.
  rows.refuses_at_launch(
      shape(1, 1),
      "vectors.cu:" LINE_rows
      ": x.vec<4>(blockIdx.x, k * 4): the address is aligned: "
      "address(x) % 16 == 0 is false: 0 == 4 (address(x) = ",
      as(x, 1, 12, 1), to(o, 1, 12));
  rows.refuses_at_launch(shape(1, 1), "address(x) % 16 == 0 is false: 0 == 8",
                         as(x, 1, 12, 2), to(o, 1, 12));
  rows.refuses_at_launch(
      shape(1, 1), "o.vec<4>(blockIdx.x, k * 4): the address is aligned: ",
      as(x, 1, 12), to(o, 1, 12, 3));
  rows.refuses_at_launch(shape(2, 1),
                         "x.vec<4>(blockIdx.x, k * 4): the rows are aligned: "
                         "extent(x,1) % 4 == 0 is false: 0 == 2",
                         as(x, 2, 14), to(o, 2, 16));
  rows.refuses_at_launch(shape(2, 1), "extent(o,1) % 4 == 0 is false: 0 == 2",
                         as(x, 2, 12), to(o, 2, 14));
  // Launched past the launcher, the kernel's own entry stops it.
  rows.raw_stops(shape(1, 1), as(x, 1, 12, 1), to(o, 1, 12));
  rows.refuses(shape(2, 1), "extent(o,1)", as(x, 2, 12), to(o, 2, 8));
}

static void other_forms() {
  array<short> p(9);
  const auto pairs = VECTORS(pairs);
  const auto shorts = [&](int n, int from) {
    return tc::tensor1<short>(p.data() + from, n);
  };
  pairs.accepts(shape(1, 1), {p.becomes({1, 2, 1, 2, 0, 0, 0, 0, 0})},
                shorts(5, 0));
  pairs.accepts(shape(1, 1), {p.becomes({0, 0, 1, 2, 1, 2, 0, 0, 0})},
                shorts(5, 2));
  pairs.refuses_at_launch(shape(1, 1), "address(o) % 4 == 0 is false: 0 == 2",
                          shorts(4, 1));

  array<float> o(16);
  const auto columns = VECTORS(columns);
  const auto left = [&](int a, int b, int c, int from = 0) {
    return tc::tensor<float, tc::dextents<int, 3>, tc::layout_left>(
        o.data() + from, a, b, c);
  };
  columns.accepts(
      shape(2, 1),
      {o.becomes({1, 2, 1, 2, 0, 0, 0, 0, 1, 2, 1, 2, 0, 0, 0, 0})},
      left(4, 2, 2));
  columns.refuses_at_launch(shape(1, 1),
                            "extent(o,0) % 2 == 0 is false: 0 == 1",
                            left(3, 2, 2));
  columns.refuses_at_launch(shape(1, 1), "address(o) % 8 == 0",
                            left(2, 2, 2, 1));
  columns.refuses(shape(3, 1), "gridDim.x", left(4, 2, 2));
}

static void asked_for_where_it_is_reached() {
  array<float> o(12);
  const auto view = [&](int n, int from) {
    return tc::tensor1<float>(o.data() + from, n);
  };
  const auto chosen = VECTORS(chosen);
  chosen.accepts(shape(1, 1), {o.becomes({4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0})},
                 view(4, 0));
  chosen.accepts(shape(1, 1), {o.becomes({0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0})},
                 view(4, 1));
  chosen.accepts(shape(1, 1), {o.becomes({1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0})},
                 view(5, 0));
  const auto when = VECTORS(when);
  when.accepts(shape(1, 1), {o.unchanged()}, view(4, 1), false);
  when.accepts(shape(1, 1), {o.becomes({4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0})},
               view(7, 0), true);
  when.refuses_at_launch(shape(1, 1), "vectors.cu:" LINE_when ": ", view(4, 1),
                         true);
}

static void made_in_the_kernel() {
  array<float> o(16);
  VECTORS(slab).accepts(
      shape(2, 1),
      {o.becomes({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4})}, o.data());
  VECTORS(shared).accepts(
      shape(1, 1), {o.becomes({1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
      to(o, 1, 4));
  VECTORS(shared).refuses_at_launch(shape(1, 1), "address(o) % 16 == 0",
                                    to(o, 1, 4, 2));
}

int main() {
  cases::warm_up(tilechecks_generated_vectors::rows,
                 tilechecks_generated_vectors::image);
  rows_and_address();
  other_forms();
  asked_for_where_it_is_reached();
  made_in_the_kernel();
  return cases::result();
}
