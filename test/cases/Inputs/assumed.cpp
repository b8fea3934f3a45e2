// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which body runs for which memory, and that its results are right.
#include "../harness.hpp"
#include "assumed.launch.hpp"

using cases::array;
using cases::shape;

using input = tc::tensor1<const int>;
using output = tc::tensor1<int>;

static void chain() {
  const auto k = CASE(assumed, chain);
  array<int> x(std::vector<int>{10, 20, 30, 40}), y(4), both(8);
  const int *in = both.data();
  int *out = both.data();
  k.accepts(shape(1, 1), {y.becomes({11, 21, 31, 41}), x.unchanged()}, x.in(),
            y.all(), 4);
  k.runs(shape(1, 1), tc::body_kind::assumed,
         {y.becomes({11, 21, 31, 41}), x.unchanged()}, x.in(), y.all(), 4);
  // Side by side, in both orders: the first byte that they could share.
  k.runs(shape(1, 1), tc::body_kind::assumed,
         {both.becomes({0, 0, 0, 0, 1, 1, 1, 1})}, input(in, 4),
         output(out + 4, 4), 4);
  k.runs(shape(1, 1), tc::body_kind::assumed,
         {both.becomes({1, 1, 1, 1, 0, 0, 0, 0})}, input(in + 4, 4),
         output(out, 4), 4);
  // One element in common.
  k.runs(shape(1, 1), tc::body_kind::placed,
         {both.becomes({0, 0, 0, 1, 1, 1, 2, 0})}, input(in, 4),
         output(out + 3, 4), 4);
  k.runs(shape(1, 1), tc::body_kind::placed,
         {both.becomes({1, 1, 1, 1, 0, 0, 0, 0})}, input(in + 3, 4),
         output(out, 4), 4);
  // Each result from the one before.
  k.runs(shape(1, 1), tc::body_kind::placed,
         {both.becomes({0, 1, 2, 3, 4, 5, 6, 7})}, input(in, 7),
         output(out + 1, 7), 7);
  k.runs(shape(1, 1), tc::body_kind::placed,
         {both.becomes({1, 1, 1, 1, 1, 1, 1, 1})}, input(in, 8), output(out, 8),
         8);
  // An empty tensor inside another one: the comparison does not ask.
  k.runs(shape(1, 1), tc::body_kind::placed, {both.unchanged()},
         input(in + 2, 0), output(out, 8), 0);
  k.refuses(shape(1, 1), "y(i)", x.in(), output(out, 3), 4);
}

static void gather() {
  const auto k = CASE(assumed, gather);
  array<int> index(std::vector<int>{3, 0, 2, 1});
  array<int> wrong(std::vector<int>{3, 0, 2, 4});
  array<int> x(std::vector<int>{10, 20, 30, 40}), y(4);
  k.accepts(shape(1, 4), {y.becomes({40, 10, 30, 20})}, index.in(), x.in(),
            y.all());
  k.runs(shape(1, 4), tc::body_kind::assumed, {y.becomes({40, 10, 30, 20})},
         index.in(), x.in(), y.all());
  // Two that are only read may share memory.
  k.runs(shape(1, 4), tc::body_kind::assumed, {y.becomes({1, 3, 2, 0})},
         index.in(), index.in(), y.all());
  k.traps(shape(1, 4), "x(index(threadIdx.x)), dim 0", wrong.in(), x.in(),
          y.all());
}

static void tiles() {
  const auto k = CASE(assumed, tiles);
  array<int> x(std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}), y(8), both(16);
  const int *in = both.data();
  int *out = both.data();
  k.runs(shape(2, 4), tc::body_kind::assumed,
         {y.becomes({2, 3, 4, 5, 6, 7, 8, 9}), x.unchanged()}, x.in(), y.all());
  // A last tile of three, of one element; none at all.
  k.runs(shape(2, 4), tc::body_kind::placed,
         {y.becomes({2, 3, 4, 5, 6, 7, 8, 0})}, x.in(), output(y.data(), 7));
  k.runs(shape(2, 4), tc::body_kind::placed,
         {y.becomes({2, 3, 4, 5, 6, 0, 0, 0})}, x.in(), output(y.data(), 5));
  // Whole tiles, in place.
  k.runs(shape(2, 4), tc::body_kind::placed,
         {both.becomes({1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0})},
         input(in, 8), output(out, 8));
}

static void vectors() {
  const auto k = CASE(assumed, vectors);
  array<int> x(std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}), y(8), both(16);
  const int *in = both.data();
  int *out = both.data();
  k.runs(shape(1, 1), tc::body_kind::assumed,
         {y.becomes({1, 2, 3, 4, 5, 6, 7, 8}), x.unchanged()}, x.in(), y.all(),
         2);
  k.runs(shape(1, 1), tc::body_kind::assumed, {both.unchanged()}, input(in, 8),
         output(out + 8, 8), 2);
  // One vector in common: what the first turn writes the second reads.
  k.runs(shape(1, 1), tc::body_kind::placed, {both.unchanged()}, input(in, 8),
         output(out + 4, 8), 2);
}

static void neighbours() {
  const auto k = CASE(assumed, neighbours);
  array<int> x(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), y(12);
  const tc::tensor2<const int> four(x.data(), 2, 4), five(x.data(), 2, 5), beside(x.data() + 1, 2, 4),
      eight(x.data() + 2, 2, 4), rows(x.data() + 4, 2, 4);
  k.runs(shape(1, 2), tc::body_kind::assumed, {y.becomes({1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0})}, four, y.as(2, 4));
  k.runs(shape(1, 2), tc::body_kind::assumed, {y.becomes({5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0})}, rows, y.as(2, 4));
  // The second row of five begins at an odd place; a tensor that begins at an element of 4, and one of 8 bytes. One row or none is as
  // many rows: the launcher asks for the extent.
  k.runs(shape(1, 2), tc::body_kind::placed, {y.becomes({1, 2, 3, 4, 6, 7, 8, 9, 0, 0, 0, 0})}, five, y.as(2, 4));
  k.runs(shape(1, 2), tc::body_kind::placed, {y.becomes({2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0})}, beside, y.as(2, 4));
  k.runs(shape(1, 2), tc::body_kind::placed, {y.becomes({3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0})}, eight, y.as(2, 4));
  k.runs(shape(1, 2), tc::body_kind::placed, {y.becomes({1, 2, 3, 4, 0, 5, 6, 7, 8, 0, 0, 0})}, four, y.as(2, 5));
  k.runs(shape(1, 1), tc::body_kind::placed, {y.becomes({1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0})}, five, y.as(1, 4));
  k.runs(shape(1, 1), tc::body_kind::placed, {y.becomes({0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0})}, four, tc::tensor2<int>(y.data() + 1, 1, 4));
}

int main() {
  const auto &any = tilechecks_generated_assumed::chain;
  cases::warm_up(any, tilechecks_generated_assumed::image);
  chain();
  gather();
  tiles();
  vectors();
  neighbours();
  return cases::result();
}
