// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax of several shapes, grids and blocks through the generated launcher; launches that do not fit, refused, one for
// each kind of launch check; one of them launched past the launcher, stopped in the kernel.
#include "../common/example.hpp"
#include "softmax.sm_90.launch.hpp"

#include <algorithm>

namespace {

using const_matrix = tc::tensor2<const float>;
using matrix = tc::tensor2<float>;

int good(const example::command_line &line, int rows, int columns, int grid, int block) {
  std::vector<float> x(rows * columns), y(rows * columns, -1.0f);
  for (int i = 0; i < rows * columns; ++i)
    x[i] = float((i * 37) % 127 - 63) / 16;
  std::vector<double> expected(rows * columns);
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int c = 0; c < columns; ++c)
      sum += expected[r * columns + c] = std::exp(double(x[r * columns + c]));
    for (int c = 0; c < columns; ++c)
      expected[r * columns + c] /= sum;
  }
  const example::buffer<float> device_x(x), device_y(y);
  const tc::launch_config config{.grid = grid, .block = block};
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "softmax_raw", config, device_x.data(), device_y.data(), rows, columns, rows,
                            columns);
  else
    example::finish(launch_softmax(config, const_matrix(device_x.data(), rows, columns),
                                   matrix(device_y.data(), rows, columns)),
                    config);
  // Relative error: a sum goes through at most 17 steps in its thread (4097 columns, 256 threads), then 5 + 8 of the
  // reduction, each with at most 4 roundings of 2^-24 (exponential, two products, sum). The differences, at most 8 in
  // size, round by 2^-22; that comes in twice, in sum and result. With exponential, reciprocal and product of the result:
  // below 130 * 2^-24 = 8e-6.
  return example::verify(device_y.read(), expected, 8e-6, 0);
}

} // namespace

int main(int count, char **words) {
  const example::command_line line = example::start(count, words, "softmax.sm_90");
  if (line.which == "good" || line.which == "hand")
    return good(line, 37, 1000, 5, 128) + good(line, 1, 1, 1, 32) + good(line, 3, 31, 8, 64) + good(line, 4, 4097, 4, 256);

  const int rows = 9, columns = 100;
  std::vector<float> x(rows * columns), y(rows * columns);
  const tc::launch_config config{.grid = 4, .block = 64};
  if (line.which == "bad") { // validation needs no device and no memory
    const const_matrix X(x.data(), rows, columns);
    const matrix Y(y.data(), rows, columns);
    return example::refused({
        launch_softmax({.grid = 4, .block = 48}, X, Y),
        launch_softmax(config, const_matrix(x.data(), 1 << 16, 1 << 16), Y),
        launch_softmax(config, X, matrix(y.data(), rows - 1, columns)),
        launch_softmax(config, X, matrix(y.data(), rows, columns - 1)),
    });
  }
  const example::buffer<float> device_x(x), device_y(y);
  const const_matrix X(device_x.data(), rows, columns);
  const matrix Y(device_y.data(), rows, columns - 1);
  const void *arguments[] = {&X, &Y};
  return example::stopped(example::plain_launch(tilechecks_generated_softmax::softmax, tilechecks_generated_softmax::image,
                                                config, const_cast<void **>(arguments)));
}
