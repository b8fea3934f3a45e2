// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jacobi steps of several shapes through the generated launcher; launches that do not fit, refused, one for each kind of
// launch check; one of them launched past the launcher, stopped in the kernel.
#include "../common/example.hpp"
#include "stencil.sm_90.launch.hpp"

namespace {

constexpr float centre = 0.5f, side = 0.125f;
using const_matrix = tc::tensor2<const float>;
using matrix = tc::tensor2<float>;

/// Blocks of 32 x 8 over the inner points.
tc::launch_config over(int rows, int columns) { return {.grid = {(columns + 29) / 32, (rows + 5) / 8}, .block = {32, 8}}; }

int good(const example::command_line &line, int rows, int columns, const tc::launch_config &config) {
  std::vector<float> a(rows * columns), b(rows * columns, -1.0f);
  for (int i = 0; i < rows * columns; ++i)
    a[i] = float((i * 37) % 101) / 100;
  std::vector<double> expected(rows * columns, -1.0); // the border stays
  for (int i = 1; i < rows - 1; ++i)
    for (int j = 1; j < columns - 1; ++j) {
      const float *p = &a[i * columns + j];
      expected[i * columns + j] =
          double(centre) * p[0] + double(side) * (double(p[-columns]) + p[columns] + p[-1] + p[1]);
    }
  const example::buffer<float> device_a(a), device_b(b);
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "stencil_raw", config, device_a.data(), device_b.data(), centre, side, rows,
                            columns, rows, columns);
  else
    example::finish(launch_stencil(config, const_matrix(device_a.data(), rows, columns),
                                   matrix(device_b.data(), rows, columns), centre, side),
                    config);
  // Five roundings at most, of values of at most 4 before the factor 1/8 and at most 1 behind it: below 4 * 2^-24.
  return example::verify(device_b.read(), expected, 2.4e-7);
}

} // namespace

int main(int count, char **words) {
  const example::command_line line = example::start(count, words, "stencil.sm_90");
  if (line.which == "good" || line.which == "hand")
    return good(line, 67, 131, over(67, 131)) + good(line, 3, 3, over(3, 3)) + good(line, 2, 50, over(34, 50)) +
           good(line, 40, 70, {.grid = {5, 7}, .block = {16, 16}});

  const int rows = 50, columns = 70;
  std::vector<float> a(rows * columns), b(rows * columns);
  if (line.which == "bad") { // validation needs no device and no memory
    const const_matrix A(a.data(), rows, columns);
    return example::refused({
        launch_stencil(over(rows, columns), A, matrix(b.data(), -1, columns), centre, side),
        launch_stencil(over(rows, columns), A, matrix(b.data(), 1 << 16, 1 << 16), centre, side),
        launch_stencil(over(rows, columns), A, matrix(b.data(), rows - 2, columns), centre, side),
        launch_stencil(over(rows, columns), A, matrix(b.data(), rows, columns - 2), centre, side),
        launch_stencil({.grid = (1LL << 31) - 1, .block = {32, 8}}, A, matrix(b.data(), rows, columns), centre, side),
    });
  }
  const example::buffer<float> device_a(a), device_b(b);
  const const_matrix A(device_a.data(), rows, columns);
  const matrix B(device_b.data(), rows, columns - 2);
  float c = centre, s = side;
  const void *arguments[] = {&A, &B, &c, &s};
  return example::stopped(example::plain_launch(tilechecks_generated_stencil::stencil, tilechecks_generated_stencil::image,
                                                over(rows, columns), const_cast<void **>(arguments)));
}
