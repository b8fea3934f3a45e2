// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attention through the generated launcher, causal and full, for lengths that are no multiple of a tile; launches that
// it refuses: values for fewer keys than there are, too few heads of keys, another block; the missing values launched
// past the launcher, stopped in the kernel.
#include "../common/bfloat.hpp"
#include "../common/example.hpp"
#include "fmha_prefill.sm_90.launch.hpp"

#include <algorithm>

namespace {

constexpr int D = 64, group = 4;

template <class T> using heads = tc::tensor<T, tc::extents<int, tc::dyn, tc::dyn, D>>;
using input = heads<const __nv_bfloat16>;

struct sizes {
  int batch, heads, queries, keys;
  int heads_of_keys = heads / group, values = keys;
};

/// Some numbers between -1 and 1 that a bfloat holds.
std::vector<example::bfloat> numbers(int count, unsigned seed) {
  std::vector<example::bfloat> out(count);
  for (int i = 0; i < count; ++i)
    out[i] = example::to_bfloat(float((seed + unsigned(i)) * 2654435761u >> 24) / 128 - 1);
  return out;
}

struct problem {
  sizes size;
  std::vector<example::bfloat> q, k, v;
  example::buffer<example::bfloat> device_q, device_k, device_v;
  example::buffer<float> device_o;
  float scale = 0.125f;

  // One element more than there are; the last one of o must stay what it is.
  explicit problem(const sizes &s)
      : size(s), q(numbers(s.batch * s.heads * s.queries * D + 1, 1)),
        k(numbers(s.batch * s.heads_of_keys * s.keys * D + 1, 2)),
        v(numbers(s.batch * s.heads_of_keys * s.values * D + 1, 3)), device_q(q), device_k(k), device_v(v),
        device_o(std::vector<float>(s.batch * s.heads * s.queries * D + 1, -1.0f)) {}

  input Q() const { return input(example::device_bfloats(device_q.data()), size.batch * size.heads, size.queries); }
  input K() const {
    return input(example::device_bfloats(device_k.data()), size.batch * size.heads_of_keys, size.keys);
  }
  input V() const {
    return input(example::device_bfloats(device_v.data()), size.batch * size.heads_of_keys, size.values);
  }
  heads<float> O() const { return heads<float>(device_o.data(), size.batch * size.heads, size.queries); }

  std::vector<float> expected(bool causal) const {
    std::vector<float> o(size.batch * size.heads * size.queries * D + 1, 0.0f);
    o.back() = -1.0f;
    for (int head = 0; head < size.batch * size.heads; ++head)
      for (int i = 0; i < size.queries; ++i) {
        const example::bfloat *query = &q[(head * size.queries + i) * D];
        const int of_keys = head / size.heads * size.heads_of_keys + head % size.heads / group;
        const int seen = causal ? std::clamp(i + 1 + size.keys - size.queries, 0, size.keys) : size.keys;
        std::vector<double> weight(seen);
        double greatest = -INFINITY, total = 0;
        for (int j = 0; j < seen; ++j) {
          double dot = 0;
          for (int d = 0; d < D; ++d)
            dot += double(example::to_float(query[d])) * example::to_float(k[(of_keys * size.keys + j) * D + d]);
          weight[j] = dot * scale;
          greatest = std::max(greatest, weight[j]);
        }
        for (double &w : weight)
          total += w = std::exp(w - greatest);
        for (int d = 0; d < D; ++d) {
          double sum = 0;
          for (int j = 0; j < seen; ++j)
            sum += weight[j] / total * example::to_float(v[(of_keys * size.values + j) * D + d]);
          o[(head * size.queries + i) * D + d] = float(sum);
        }
      }
    return o;
  }
};

int good(const example::command_line &line, const sizes &s, bool causal, int grid) {
  const problem p(s);
  const tc::launch_config config{.grid = grid, .block = 128};
  std::printf("%d x %d heads, %d queries, %d keys, %s: ", s.batch, s.heads, s.queries, s.keys,
              causal ? "causal" : "full");
  const int heads = s.batch * s.heads, heads_of_keys = s.batch * s.heads_of_keys;
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "fmha_prefill_raw", config, p.device_q.data(), p.device_k.data(),
                            p.device_v.data(), p.device_o.data(), p.scale, causal, heads, s.queries, heads_of_keys,
                            s.keys, heads_of_keys, s.values, heads, s.queries);
  else
    example::finish(launch_fmha_prefill(config, p.Q(), p.K(), p.V(), p.O(), p.scale, causal), config);
  // Weights are rounded to bfloats, 2^-9 of each at most; the values are at most 1.
  return example::verify(p.device_o.read(), p.expected(causal), 4e-3);
}

tc::status bad(const sizes &s, const tc::launch_config &config) {
  const problem p(s);
  return launch_fmha_prefill(config, p.Q(), p.K(), p.V(), p.O(), p.scale, true);
}

} // namespace

int main(int count, char **words) {
  const example::command_line line = example::start(count, words, "fmha_prefill.sm_90");
  if (line.which == "good" || line.which == "hand")
    return good(line, {1, 4, 128, 128}, true, 3) + good(line, {2, 8, 72, 100}, true, 5) +
           good(line, {2, 8, 72, 100}, false, 5) + good(line, {1, 4, 80, 40}, true, 8) + // queries that see no keys
           good(line, {1, 4, 0, 64}, true, 1) + good(line, {1, 4, 40, 0}, false, 2);

  const sizes whole{1, 4, 64, 128}, without_values{1, 4, 64, 128, 1, 64}, without_heads{1, 8, 64, 64, 1};
  const tc::launch_config config{.grid = 2, .block = 128};
  if (line.which == "bad")
    return example::refused({
        bad(without_values, config),
        bad(without_heads, config),
        bad(whole, {.grid = {2, 1, 2}, .block = 128}), // every tile twice
        bad(whole, {.grid = 2, .block = 256}),
    });

  const problem p(without_values);
  const input Q = p.Q(), K = p.K(), V = p.V();
  const heads<float> O = p.O();
  const bool causal = true;
  const void *arguments[] = {&Q, &K, &V, &O, &p.scale, &causal};
  return example::stopped(example::plain_launch(tilechecks_generated_fmha_prefill::fmha_prefill,
                                                tilechecks_generated_fmha_prefill::image, config,
                                                const_cast<void **>(arguments)));
}
