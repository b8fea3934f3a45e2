// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Root mean square norms of several shapes through the generated launcher; launches that do not fit, refused, one for each
// kind of launch check; one of them launched past the launcher, stopped in the kernel.
#include "../common/example.hpp"
#include "rms_norm.sm_90.launch.hpp"

namespace {

constexpr float epsilon = 1e-5f;
using const_matrix = tc::tensor2<const float>;
using const_vector = tc::tensor1<const float>;
using matrix = tc::tensor2<float>;

tc::launch_config rows_by_blocks(int rows) { return {.grid = rows, .block = 256}; }

int good(const example::command_line &line, int rows, int columns) {
  std::vector<float> x(rows * columns), weight(columns), y(rows * columns, -1.0f);
  for (int i = 0; i < rows * columns; ++i)
    x[i] = float((i * 37) % 101 - 50) / 25;
  for (int c = 0; c < columns; ++c)
    weight[c] = 0.5f + float(c % 17) / 16;
  std::vector<double> expected(rows * columns);
  for (int r = 0; r < rows; ++r) {
    double squares = 0;
    for (int c = 0; c < columns; ++c)
      squares += double(x[r * columns + c]) * x[r * columns + c];
    const double scale = 1 / std::sqrt(squares / columns + epsilon);
    for (int c = 0; c < columns; ++c)
      expected[r * columns + c] = x[r * columns + c] * scale * weight[c];
  }
  const example::buffer<float> device_x(x), device_weight(weight), device_y(y);
  const tc::launch_config config = rows_by_blocks(rows);
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "rms_norm_raw", config, device_x.data(), device_weight.data(), device_y.data(),
                            epsilon, rows, columns, columns, rows, columns);
  else
    example::finish(launch_rms_norm(config, const_matrix(device_x.data(), rows, columns),
                                    const_vector(device_weight.data(), columns), matrix(device_y.data(), rows, columns),
                                    epsilon),
                    config);
  // A thread adds at most 12 squares of its own (2052 columns), then 5 + 8 sums follow; all are positive, so the relative
  // error of the sum is below 26 * 2^-24, and its root has half of that. The division, the reciprocal root (2 units in the
  // last place) and two products add less than 6 * 2^-24: 1.2e-6 in all.
  return example::verify(device_y.read(), expected, 1.2e-6, 0);
}

} // namespace

int main(int count, char **words) {
  const example::command_line line = example::start(count, words, "rms_norm.sm_90");
  if (line.which == "good" || line.which == "hand")
    return good(line, 5, 2052) + good(line, 1, 4) + good(line, 7, 1024) + good(line, 37, 20);

  const int rows = 3, columns = 1032;
  std::vector<float> x(rows * columns, 1.0f), weight(columns, 1.0f), y(rows * columns);
  if (line.which == "bad") { // validation needs no device and no memory
    const const_matrix X(x.data(), rows, columns);
    const const_vector W(weight.data(), columns);
    const matrix Y(y.data(), rows, columns);
    auto of_128_threads = rows_by_blocks(rows);
    of_128_threads.block = 128;
    return example::refused({
        launch_rms_norm(of_128_threads, X, W, Y, epsilon),
        launch_rms_norm(rows_by_blocks(rows), const_matrix(x.data(), rows, columns - 2), W, Y, epsilon),
        launch_rms_norm(rows_by_blocks(1), const_matrix(x.data(), 1 << 20, 1 << 12), W, Y, epsilon),
        launch_rms_norm(rows_by_blocks(rows), X, const_vector(weight.data() + 2, columns - 2), Y, epsilon),
        launch_rms_norm(rows_by_blocks(rows + 1), X, W, Y, epsilon),
        launch_rms_norm(rows_by_blocks(rows), X, const_vector(weight.data(), columns - 4), Y, epsilon),
        launch_rms_norm(rows_by_blocks(rows), X, W, matrix(y.data(), rows - 1, columns), epsilon),
    });
  }
  const example::buffer<float> device_x(x), device_weight(weight), device_y(y);
  const const_matrix X(device_x.data(), rows, columns);
  const const_vector W(device_weight.data(), columns - 4);
  const matrix Y(device_y.data(), rows, columns);
  float e = epsilon;
  const void *arguments[] = {&X, &W, &Y, &e};
  return example::stopped(example::plain_launch(tilechecks_generated_rms_norm::rms_norm, tilechecks_generated_rms_norm::image,
                                                rows_by_blocks(rows), const_cast<void **>(arguments)));
}
