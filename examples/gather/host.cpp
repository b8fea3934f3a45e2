// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of a table through the generated launcher; launches that do not fit, refused, one for each kind of launch check; one
// of them launched past the launcher, stopped in the kernel; and ids that lie outside the table, which no launcher can
// see: the one check that stays stops them.
#include "../common/example.hpp"
#include "gather.sm_90.launch.hpp"

namespace {

using ids_vector = tc::tensor1<const int>;
using const_matrix = tc::tensor2<const float>;
using matrix = tc::tensor2<float>;

tc::launch_config rows_by_blocks(int rows) { return {.grid = rows, .block = 64}; }

int good(const example::command_line &line, int count, int rows, int columns) {
  std::vector<int> ids(count);
  std::vector<float> table(rows * columns), out(count * columns, -1.0f), expected(count * columns);
  for (int i = 0; i < count; ++i)
    ids[i] = (i * 29 + 5) % rows;
  for (int i = 0; i < rows * columns; ++i)
    table[i] = float(i);
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < columns; ++c)
      expected[i * columns + c] = table[ids[i] * columns + c];
  const example::buffer<int> device_ids(ids);
  const example::buffer<float> device_table(table), device_out(out);
  const tc::launch_config config = rows_by_blocks(count);
  if (line.which == "hand")
    example::launch_by_hand(line.kernel, "gather_raw", config, device_ids.data(), device_table.data(), device_out.data(),
                            count, rows, columns, count, columns);
  else
    example::finish(launch_gather(config, ids_vector(device_ids.data(), count),
                                  const_matrix(device_table.data(), rows, columns),
                                  matrix(device_out.data(), count, columns)),
                    config);
  return example::verify(device_out.read(), expected, 0); // copies
}

} // namespace

int main(int words_count, char **words) {
  const example::command_line line = example::start(words_count, words, "gather.sm_90", true);
  if (line.which == "good" || line.which == "hand")
    return good(line, 101, 33, 132) + good(line, 1, 1, 4) + good(line, 13, 7, 20) + good(line, 8, 1000, 128);

  const int count = 50, rows = 30, columns = 64;
  std::vector<int> ids(count, rows - 1);
  std::vector<float> table(rows * columns), out(count * columns);
  if (line.which == "bad") { // validation needs no device and no memory
    const ids_vector I(ids.data(), count);
    const const_matrix T(table.data(), rows, columns);
    const matrix O(out.data(), count, columns);
    return example::refused({
        launch_gather(rows_by_blocks(count), I, T, matrix(out.data(), count, columns - 2)),
        launch_gather(rows_by_blocks(count), I, const_matrix(table.data(), 1 << 20, 1 << 12), O),
        launch_gather(rows_by_blocks(count), I, const_matrix(table.data() + 1, rows - 1, columns), O),
        launch_gather(rows_by_blocks(count), I, const_matrix(table.data(), rows, columns - 4), O),
        launch_gather(rows_by_blocks(count + 1), I, T, O),
        launch_gather(rows_by_blocks(count), I, T, matrix(out.data(), count - 1, columns)),
    });
  }
  if (line.which == "data")
    ids[17] = rows;
  const example::buffer<int> device_ids(ids);
  const example::buffer<float> device_table(table), device_out(out);
  const ids_vector I(device_ids.data(), count);
  const const_matrix T(device_table.data(), rows, columns);
  if (line.which == "data")
    return example::stopped(
        tc::synchronize(launch_gather(rows_by_blocks(count), I, T, matrix(device_out.data(), count, columns))));
  const matrix O(device_out.data(), count - 1, columns);
  const void *arguments[] = {&I, &T, &O};
  return example::stopped(example::plain_launch(tilechecks_generated_gather::gather, tilechecks_generated_gather::image,
                                                rows_by_blocks(count), const_cast<void **>(arguments)));
}
