// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of Inputs/threads.cu.
#include "../harness.hpp"
#include "threads.launch.hpp"

#include <climits>

using cases::array;
using cases::shape;

#define THREADS(name) CASE(threads, name)

static void guarded_global_index() {
  // Case: G04
  array<float> x(5);
  const auto g04 = THREADS(g04);
  g04.accepts(shape(2, 4), {x.becomes({1, 2, 3, 4, 5})}, x.all(),
              5); // 8 threads
  g04.accepts(shape(1, 4), {x.becomes({1, 2, 3, 4, 0})}, x.all(),
              9); // n beyond the tensor, the grid not
  g04.accepts(shape(1, 5), {x.becomes({1, 2, 3, 4, 5})}, x.all(), INT_MAX);
  g04.accepts(shape(7, 4), {x.unchanged()}, x.all(), 0);
  g04.accepts(shape(7, 4), {x.unchanged()}, x.all(), -1);
  g04.refuses(shape(2, 4), "threads.cu:" LINE_g04 ": x(i): ", x.all(), 6);
  g04.refuses(shape(2, 4), "<= extent(x,0) is false: 6 <= 5", x.all(), 6);
  g04.refuses(shape(2, 3), "<= extent(x,0) is false: 6 <= 5", x.all(), INT_MAX);
  // 2^31 threads are the last that do not wrap.
  const long long two_to_21 = 1LL << 21;
  g04.admits(shape(two_to_21, 1024), x.all(), 5);
  g04.refuses(shape(two_to_21 + 1, 1024), "2^31", x.all(), 5);
  g04.refuses(shape(two_to_21 + 1, 1024), "2^31", x.all(), 0);
  g04.admits(shape(two_to_21 + 1, 1024), x.all(),
             INT_MIN); // no i is below INT_MIN
}

static void global_index() {
  // Case: G05
  array<float> x(6);
  const auto g05 = THREADS(g05);
  g05.accepts(shape(2, 3), {x.becomes({1, 2, 3, 4, 5, 6})}, x.all());
  g05.accepts(shape(1, 3), {x.becomes({1, 2, 3, 0, 0, 0})}, x.all());
  g05.refuses(shape(7, 1),
              "gridDim.x*blockDim.x <= extent(x,0) is false: 7 <= 6", x.all());
  g05.refuses(shape(2, 4),
              "gridDim.x*blockDim.x <= extent(x,0) is false: 8 <= 6", x.all());
  g05.refuses(shape(1 << 22, 1024),
              "gridDim.x*blockDim.x <= extent(x,0) is false: 4294967296 <= 6",
              x.all());
}

static void shared_array() {
  // Case: G08
  array<int> sum(1, -1);
  THREADS(g08_bounded)
      .accepts(shape(1, 32), {sum.becomes({32 * 33 / 2})}, sum.data());
  THREADS(g08_bounded).accepts(shape(1, 3), {sum.becomes({6})}, sum.data());
  const auto g08 = THREADS(g08_free);
  g08.accepts(shape(1, 32), {sum.becomes({32 * 33 / 2})}, sum.data());
  g08.refuses(shape(1, 33), "blockDim.x <= 32 is false: 33 <= 32", sum.data());
  g08.refuses(shape(1, 1024), "blockDim.x <= 32 is false: 1024 <= 32",
              sum.data());
}

static void gather() {
  // Case: G12
  array<int> rows(std::vector<int>{1, 0, 1}), past(std::vector<int>{0, 2}),
      before(std::vector<int>{0, -1});
  array<float> x(4);
  const auto g12 = THREADS(g12);
  g12.accepts(shape(3, 2), {x.becomes({1, 1, 2, 2})}, rows.in(), x.as(2, 2));
  g12.accepts(shape(1, 2), {x.becomes({1, 1, 0, 0})}, past.in(),
              x.as(2, 2)); // the bad row is not read
  g12.traps(shape(2, 2),
            "threads.cu:" LINE_g12 ": x(rows(r), c), dim 0 (in_place)",
            past.in(), x.as(2, 2));
  g12.traps(shape(2, 2),
            "threads.cu:" LINE_g12 ": x(rows(r), c), dim 0 (in_place)",
            before.in(), x.as(2, 2));
  g12.refuses(shape(4, 2), "gridDim.x <= extent(rows,0) is false: 4 <= 3",
              rows.in(), x.as(2, 2));
  g12.refuses(shape(3, 3), "blockDim.x <= extent(x,1) is false: 3 <= 2",
              rows.in(), x.as(2, 2));
}

int main() {
  cases::warm_up(tilechecks_generated_threads::g04,
                 tilechecks_generated_threads::image);
  guarded_global_index();
  global_index();
  shared_array();
  gather();
  return cases::result();
}
