// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// z = x * y through the generated launcher, for sizes that are no multiple of a tile; launches that it refuses: a y
// that is too short for x, a grid that the schedule does not share out over, another block; the short y launched past
// the launcher, stopped in the kernel.
#include "../common/bfloat.hpp"
#include "../common/example.hpp"
#include "persistent_gemm.sm_90.launch.hpp"

#include <algorithm>

namespace {

using matrix = tc::tensor2<const __nv_bfloat16>;

struct sizes {
  int rows, depth, columns, depth_of_y;
};

std::vector<float> numbers(int count, int factor, int modulus) {
  std::vector<float> out(count);
  for (int i = 0; i < count; ++i)
    out[i] = float(i * factor % modulus - modulus / 2);
  return out;
}

std::vector<example::bfloat> bfloats(const std::vector<float> &from) {
  std::vector<example::bfloat> out;
  for (float value : from)
    out.push_back(example::to_bfloat(value));
  return out;
}

/// x is rows x depth, y is depth_of_y x columns; what x has and y has not counts as 0.
struct problem {
  sizes size;
  std::vector<float> x, y;
  example::buffer<example::bfloat> device_x, device_y;
  example::buffer<float> device_z;

  // One element more than there are, so that no buffer is empty; the last one of z must stay what it is.
  explicit problem(const sizes &s)
      : size(s), x(numbers(s.rows * s.depth + 1, 7, 11)), y(numbers(s.depth_of_y * s.columns + 1, 5, 13)),
        device_x(bfloats(x)), device_y(bfloats(y)), device_z(std::vector<float>(s.rows * s.columns + 1, -1.0f)) {}

  matrix X() const { return matrix(example::device_bfloats(device_x.data()), size.rows, size.depth); }
  matrix Y() const { return matrix(example::device_bfloats(device_y.data()), size.depth_of_y, size.columns); }
  tc::tensor2<float> Z() const { return tc::tensor2<float>(device_z.data(), size.rows, size.columns); }

  std::vector<float> expected() const {
    std::vector<float> z(size.rows * size.columns + 1, 0.0f);
    z.back() = -1.0f;
    for (int i = 0; i < size.rows; ++i)
      for (int k = 0; k < std::min(size.depth, size.depth_of_y); ++k)
        for (int j = 0; j < size.columns; ++j)
          z[i * size.columns + j] += x[i * size.depth + k] * y[k * size.columns + j];
    return z;
  }
};

int good(const example::command_line &line, const sizes &s, int grid) {
  const problem p(s);
  const tc::launch_config config{.grid = grid, .block = 256};
  std::printf("x %d x %d, y %d x %d: ", s.rows, s.depth, s.depth_of_y, s.columns);
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "persistent_gemm_raw", config, p.device_x.data(), p.device_y.data(),
                            p.device_z.data(), s.rows, s.depth, s.depth_of_y, s.columns, s.rows, s.columns);
  else
    example::finish(launch_persistent_gemm(config, p.X(), p.Y(), p.Z()), config);
  return example::verify(p.device_z.read(), p.expected(), 0); // sums of small integers are exact in float
}

tc::status bad(const sizes &s, const tc::launch_config &config) {
  const problem p(s);
  return launch_persistent_gemm(config, p.X(), p.Y(), p.Z());
}

} // namespace

int main(int count, char **words) {
  const example::command_line line = example::start(count, words, "persistent_gemm.sm_90");
  if (line.which == "good" || line.which == "hand") {
    int wrong = good(line, {128, 64, 128, 64}, 1) +
                good(line, {200, 72, 264, 72}, 4) + // ragged in all three, a block has a tile or two
                good(line, {8, 40, 8, 40}, 3) +     // blocks without a tile
                good(line, {0, 64, 128, 64}, 1) + good(line, {40, 0, 24, 0}, 1);
    if (line.which == "good")
      wrong += good(line, {64, 128, 136, 100}, 2); // as many steps of y as of x: what the last one lacks is 0
    return wrong;
  }

  const sizes whole{64, 128, 136, 128}, shorter{64, 128, 136, 96};
  const tc::launch_config config{.grid = 2, .block = 256};
  if (line.which == "bad")
    return example::refused({
        bad(shorter, config),                       // three steps of y for four of x
        bad(whole, {.grid = {1, 2}, .block = 256}), // every tile twice
        bad(whole, {.grid = 2, .block = 128}),
        bad({64, 100, 136, 100}, config), // rows that are no multiples of 16 bytes
    });

  const problem p(shorter);
  const matrix X = p.X(), Y = p.Y();
  const tc::tensor2<float> Z = p.Z();
  const void *arguments[] = {&X, &Y, &Z};
  return example::stopped(example::plain_launch(tilechecks_generated_persistent_gemm::persistent_gemm,
                                                tilechecks_generated_persistent_gemm::image, config,
                                                const_cast<void **>(arguments)));
}
