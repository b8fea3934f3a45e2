// A plain host compiler takes the library in portable mode, with TC_KERNEL empty.
// REQUIRES: gxx
// DEFINE: %{flags} = -std=c++20 -Wall -Wextra -Wpedantic -Werror -I%include
// RUN: %gxx %{flags} -O0 %s -o %t && %t
// RUN: %gxx %{flags} -O3 %s -o %t && %t
// RUN: %clangxx %{flags} -O2 %s -o %t && %t
// RUN: %gxx %{flags} -O2 -DTILECHECKS_UNCHECKED %s -o %t && %t
#include <tilechecks/tilechecks.hpp>

TC_KERNEL(tc::deny_in_kernel_checks) static void set(tc::tensor2<int> x) {
  tc::require(x.extent(0) == 3);
  for (int i = 0; i < x.extent(0); ++i)
    for (int j = 0; j < x.extent(1); ++j)
      x(i, j) = i * 10 + j;
}

int main() {
  int data[12] = {};
  set(tc::tensor2<int>(data, 3, 4));
  tc::array<int, 2> sum{};
  sum(1u) = data[11];
  return sum(1) == 23 && sum(0) == 0 ? 0 : 1;
}
