// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A * B through the generated launcher; a B that is too narrow for the grid, refused; the same launched past the
// launcher, stopped in the kernel.
#include "../common/example.hpp"
#include "sgemm.sm_90.launch.hpp"

int main(int count, char **words) {
  const example::command_line line = example::start(count, words, "sgemm.sm_90");
  const int m = 128, n = 192, k = 64;
  std::vector<float> a(m * k), b(k * n), c(m * n, -1.0f), expected(m * n, 0.0f);
  for (int i = 0; i < m * k; ++i)
    a[i] = float((i * 7) % 11) - 5;
  for (int i = 0; i < k * n; ++i)
    b[i] = float((i * 5) % 13) - 6;
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j)
        expected[i * n + j] += a[i * k + p] * b[p * n + j];

  const tc::launch_config config{.grid = {n / 64, m / 64}, .block = 256};
  // In the bad cases B has one tile of columns less than the grid walks.
  const int columns = line.which == "bad" || line.which == "raw" ? n - 64 : n;
  if (line.which == "bad")
    return example::refused({launch_sgemm(config, tc::tensor2<const float>(a.data(), m, k),
                                          tc::tensor2<const float>(b.data(), k, columns),
                                          tc::tensor2<float>(c.data(), m, n))});

  const example::buffer<float> device_a(a), device_b(b), device_c(c);
  const tc::tensor2<const float> A(device_a.data(), m, k), B(device_b.data(), k, columns);
  const tc::tensor2<float> C(device_c.data(), m, n);
  if (line.which == "raw") {
    const void *arguments[] = {&A, &B, &C};
    return example::stopped(example::plain_launch(tilechecks_generated_sgemm::sgemm, tilechecks_generated_sgemm::image,
                                                  config, const_cast<void **>(arguments)));
  }
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "sgemm_raw", config, A.data(), B.data(), C.data(), m, k, k, columns, m, n);
  else
    example::finish(launch_sgemm(config, A, B, C), config);
  // Sums of 64 small integers are exact in float.
  return example::verify(device_c.read(), expected, 0);
}
