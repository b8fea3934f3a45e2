// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = 2x + y through the generated launcher; a shape that does not fit, refused; the same shape launched past the
// launcher, stopped in the kernel.
#include "../common/example.hpp"
#include "saxpy.sm_90.launch.hpp"

int main(int count, char **words) {
  const example::command_line line = example::start(count, words, "saxpy.sm_90");
  const int n = 100000;
  std::vector<float> x(n), y(n), expected(n);
  for (int i = 0; i < n; ++i) {
    x[i] = float(i % 97);
    y[i] = float(i % 13);
    expected[i] = 2 * x[i] + y[i];
  }
  const tc::launch_config config{.grid = (n + 255) / 256, .block = 256};
  // In the bad cases x claims fewer elements than y.
  const int length = line.which == "bad" || line.which == "raw" ? n - 1000 : n;
  if (line.which == "bad") // validation needs no device and no memory
    return example::refused({launch_saxpy(config, 2, tc::tensor1<const float>(x.data(), length), tc::tensor1<float>(y.data(), n))});

  const example::buffer<float> device_x(x), device_y(y);
  const tc::tensor1<const float> a(device_x.data(), length);
  const tc::tensor1<float> b(device_y.data(), n);
  if (line.which == "raw") {
    float factor = 2;
    const void *arguments[] = {&factor, &a, &b};
    return example::stopped(example::plain_launch(tilechecks_generated_saxpy::saxpy, tilechecks_generated_saxpy::image,
                                                  config, const_cast<void **>(arguments)));
  }
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "saxpy_raw", config, 2.0f, a.data(), b.data(), length, n);
  else
    example::finish(launch_saxpy(config, 2, a, b), config);
  return example::verify(device_y.read(), expected, 1e-6);
}
