// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrong claims about Inputs/loops.cu: the harness must notice each.
// clang-format off: line numbers are part of the checks
#include "../harness.hpp"
#include "loops.launch.hpp"

using cases::array;
using cases::shape;

int main() {
  cases::warm_up(tilechecks_generated_loops::f01, tilechecks_generated_loops::image);
  array<float> x(3);
  array<int> good(1, 2), bad(1, 4);
  const auto f02 = CASE(loops, f02);
  const auto h02 = CASE(loops, h02_local);
  // CHECK: FAILED at line [[@LINE+2]], f02: body placed leaves {{1.*2.*3.*}} expected {{1.*2.*4}}
  // CHECK: FAILED at line [[@LINE+1]], f02: some body does not do as expected
  f02.accepts(shape(1, 1), {x.becomes({1, 2, 4})}, x.all(), 3);
  // CHECK: FAILED at line [[@LINE+1]], f02: no fast body is chosen
  f02.accepts(shape(1, 1), {}, x.all(), 4);
  // A tensor that claims more than there is: the runner watches the memory.
  // CHECK: FAILED at line [[@LINE+1]], f02: body {{.*}} is not run: {{.*}}CUDA_ERROR_ILLEGAL_ADDRESS
  f02.accepts(shape(1, 1), {}, tc::tensor1<float>(x.data(), 4), 4);
  // CHECK: FAILED at line [[@LINE+1]], f02: is not admitted
  f02.admits(shape(1, 1), x.all(), 4);
  // What is not refused is not launched in any other way either: it may take the program down.
  // CHECK: FAILED at line [[@LINE+1]], f02: is not refused
  f02.refuses(shape(1, 1), "n <= extent(x,0)", x.all(), 3);
  // CHECK: FAILED at line [[@LINE+1]], f02: expected `another text` in the message
  f02.refuses(shape(1, 1), "another text", x.all(), 4);
  // CHECK: FAILED at line [[@LINE+2]], h02_local: body placed is not stopped by a check: it ran
  // CHECK: FAILED at line [[@LINE+1]], h02_local: the user's own symbol is not stopped by a check
  h02.traps(shape(1, 1), "", good.in(), x.all());
  // CHECK: FAILED at line [[@LINE+1]], h02_local: expected `another text` in the message
  h02.traps(shape(1, 1), "another text", bad.in(), x.all());
  // CHECK: FAILED at line [[@LINE+1]], f02: the user's own symbol, launched raw, does not run
  f02.raw_runs(shape(1, 1), x.all(), 4);
  // CHECK: {{[0-9]+}} claims, {{[0-9]+}} failed
  return cases::result();
}
