// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of batches of matrices of several shapes through the generated launcher; launches that do not fit, refused, one
// for each kind of launch check; one of them launched past the launcher, stopped in the kernel.
#include "../common/example.hpp"
#include "batch_matmul.sm_90.launch.hpp"

#include <limits>

namespace {

using const_batch = tc::tensor3<const float>;
using batch = tc::tensor3<float>;

tc::launch_config over(int p, int m, int n) { return {.grid = {(n + 63) / 64, (m + 63) / 64, p}, .block = {16, 16}}; }

int good(const example::command_line &line, int p, int m, int n, int k) {
  std::vector<float> a(p * m * k), b(p * k * n), c(p * m * n, -1.0f);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = float((i * 7) % 11) - 5;
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = float((i * 5) % 13) - 6;
  std::vector<double> expected(p * m * n, 0.0);
  for (int q = 0; q < p; ++q)
    for (int i = 0; i < m; ++i)
      for (int l = 0; l < k; ++l)
        for (int j = 0; j < n; ++j)
          expected[(q * m + i) * n + j] += double(a[(q * m + i) * k + l]) * b[(q * k + l) * n + j];
  const example::buffer<float> device_a(a), device_b(b), device_c(c);
  const tc::launch_config config = over(p, m, n);
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "batch_matmul_raw", config, device_a.data(), device_b.data(), device_c.data(), p,
                            m, k, p, k, n, p, m, n);
  else
    example::finish(launch_batch_matmul(config, const_batch(device_a.data(), p, m, k), const_batch(device_b.data(), p, k, n),
                                        batch(device_c.data(), p, m, n)),
                    config);
  return example::verify(device_c.read(), expected, 0); // sums of a few small integers are exact in float
}

} // namespace

int main(int count, char **words) {
  const example::command_line line = example::start(count, words, "batch_matmul.sm_90");
  if (line.which == "good" || line.which == "hand")
    return good(line, 3, 70, 45, 37) + good(line, 1, 64, 128, 32) + good(line, 2, 1, 1, 1) + good(line, 2, 5, 67, 16);

  const int p = 2, m = 70, n = 90, k = 20;
  std::vector<float> a(p * m * k), b(p * k * n), c(p * m * n);
  if (line.which == "bad") { // validation needs no device and no memory
    const const_batch A(a.data(), p, m, k), B(b.data(), p, k, n);
    const batch C(c.data(), p, m, n);
    const int most = std::numeric_limits<int>::max();
    return example::refused({
        launch_batch_matmul({.grid = over(p, m, n).grid, .block = 256}, A, B, C),
        launch_batch_matmul(over(p, m, n), A, B, batch(c.data(), p - 1, m, n)),
        launch_batch_matmul(over(p, m, n), const_batch(a.data(), p, m - 1, k), B, C),
        launch_batch_matmul(over(p, m, n), A, const_batch(b.data(), p, k - 1, n), C),
        launch_batch_matmul(over(p, m + 64, n), A, B, C),
        launch_batch_matmul(over(p, m, n), const_batch(a.data(), p, m, 1 << 25), const_batch(b.data(), p, 1 << 25, n), C),
        launch_batch_matmul(over(p, m, n), A, const_batch(b.data(), p, k, n - 1), C),
        launch_batch_matmul(over(1, 1, 1), const_batch(a.data(), 1, 1, most), const_batch(b.data(), 1, most, 1),
                            batch(c.data(), 1, 1, 1)),
    });
  }
  const example::buffer<float> device_a(a), device_b(b), device_c(c);
  const const_batch A(device_a.data(), p, m, k), B(device_b.data(), p, k, n - 1);
  const batch C(device_c.data(), p, m, n);
  const void *arguments[] = {&A, &B, &C};
  return example::stopped(example::plain_launch(tilechecks_generated_batch_matmul::batch_matmul,
                                                tilechecks_generated_batch_matmul::image, over(p, m, n),
                                                const_cast<void **>(arguments)));
}
