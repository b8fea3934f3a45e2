// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tilechecks/tilechecks.hpp>

__global__ void k(tc::tensor1<float> x, int i) { x(i) = 1; }

int main() { k<<<1, 1>>>(tc::tensor1<float>(nullptr, 0), 0); }
