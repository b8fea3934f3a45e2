// REQUIRES: plugin, cuda
// Where a thread accesses neighbours, the assumed body may believe that they begin at a multiple of their size, and moves them
// together. Each kernel that begins with none_ has one thing changed, and assumes nothing of alignment.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.ptx -mllvm -tilechecks=bodies=assumed,sidecar=%t.json
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.default.ptx
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z4four+__tc_placed %t.default.ptx _Z4four+__tc_placed
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z4rows+__tc_placed %t.default.ptx _Z4rows+__tc_placed
#include <tilechecks/tilechecks.hpp>

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// JSON: "name": "four(
// JSON: "text": "x.data() % 16 == 0",
// JSON: "text": "y.data() % 16 == 0",
// PTX-LABEL: .entry _Z4four{{.*}}__tc_placed(
// PTX-NOT: .v4
// PTX-LABEL: .entry _Z4four{{.*}}__tc_assumed(
// PTX: ld.global.nc.v4.b32
// PTX: st.global.v4.b32
__global__ void four(tc::tensor1<const float> x, tc::tensor1<float> y) {
  const int i = 4 * thread();
  if (i + 3 < y.extent(0))
    for (int k = 0; k < 4; ++k)
      y(i + k) = 2 * x(i + k);
}

// The rows of a matrix begin at multiples, too. The turns of a loop are neighbours of each other.
// JSON: "name": "rows(
// JSON: "text": "x.data() % 16 == 0",
// JSON-NEXT: "exact"
// JSON: "text": "extent(x,1) % 4 == 0",
// PTX-LABEL: .entry _Z4rows{{.*}}__tc_assumed(
// PTX: ld.global.nc.v4.b32
__global__ void rows(tc::tensor2<const float> x, tc::tensor1<float> y) {
  const int i = thread();
  if (i >= x.extent(0))
    return;
  float sum = 0;
  for (int j = 0; j < x.extent(1); ++j)
    sum += x(i, j);
  y(i) = sum;
}

// Rows whose length is a constant; columns, which are contiguous here. Eight of 2 bytes.
// JSON: "name": "columns(
// JSON: "text": "x.data() % 16 == 0",
// JSON-NOT: "origin": "assumption"
// PTX-LABEL: .entry _Z7columns{{.*}}__tc_assumed(
// PTX: st.global.{{v4.b32|v8.b16}}
__global__ void columns(tc::tensor<short, tc::extents<int, 8, tc::dyn>, tc::layout_left> x) {
  const int j = thread();
  if (j < x.extent(1))
    for (int i = 0; i < 8; ++i)
      x(i, j) = i;
}

// Two are a pair, and what the author declared is not assumed.
// JSON: "name": "pair(
// JSON: "text": "x.data() % 8 == 0",
// JSON-NOT: "origin": "assumption"
// PTX-LABEL: .entry _Z4pair{{.*}}__tc_assumed(
// PTX: st.global.v2.b32
__global__ void pair(tc::tensor2<float> x) {
  tc::require(x.extent(1) % 64 == 0);
  const int i = thread();
  if (2 * i + 1 < x.extent(1)) {
    x(blockIdx.y, 2 * i + 1) = 2;
    x(blockIdx.y, 2 * i) = 1;
  }
}

// JSON: "name": "none_
// JSON-NOT: "origin": "assumption"

// A gap.
__global__ void none_gap(tc::tensor1<float> x) {
  const int i = 4 * thread();
  if (i + 3 < x.extent(0)) {
    x(i) = 1;
    x(i + 2) = 2;
  }
}

// Neighbours, and never a whole pair.
__global__ void none_across(tc::tensor1<float> x) {
  const int i = 4 * thread();
  if (i + 3 < x.extent(0)) {
    x(i + 1) = 1;
    x(i + 2) = 2;
  }
}

// Every other thread would begin at an odd element.
__global__ void none_three(tc::tensor1<float> x) {
  const int i = 3 * thread();
  if (i + 2 < x.extent(0)) {
    x(i) = 1;
    x(i + 1) = 2;
  }
}

// Not executed together.
__global__ void none_branches(tc::tensor1<float> x) {
  const int i = 4 * thread();
  if (i >= x.extent(0))
    return;
  x(i) = 1;
  if (i + 1 < x.extent(0))
    x(i + 1) = 2;
}

// The first turn anywhere; by steps of two; in the turns of an outer loop alone.
__global__ void none_from(tc::tensor1<const int> starts, tc::tensor1<const float> x, tc::tensor1<float> y) {
  float sum = 0;
  for (int j = starts(0); j < x.extent(0); ++j)
    sum += x(j);
  atomicAdd(&sum, y(0));
}
__global__ void none_steps(tc::tensor1<const float> x) {
  float sum = 0;
  for (int j = 0; j < x.extent(0); j += 2)
    sum += x(j);
  atomicAdd(&sum, 1.0f);
}
__global__ void none_outer(tc::tensor2<const float> x) {
  float sum = 0;
  for (int j = 0; j < x.extent(1); ++j)
    for (int i = 0; i < x.extent(0); ++i)
      sum += x(i, j);
  atomicAdd(&sum, 1.0f);
}

// Every other row begins at an odd element.
__global__ void none_seven(tc::tensor<float, tc::extents<int, tc::dyn, 7>> x) {
  const int i = thread();
  if (i < x.extent(0))
    for (int j = 0; j < 6; ++j)
      x(i, j) = j;
}

// Neighbours of different rows.
__global__ void none_diagonal(tc::tensor2<float> x) {
  const int i = 2 * thread();
  if (i + 1 < x.extent(0) && i + 1 < x.extent(1)) {
    x(i, i) = 1;
    x(i + 1, i + 1) = 2;
  }
}

// The same two for all threads.
__global__ void none_constant(tc::tensor1<float> x) {
  x(0) = 1;
  x(1) = 2;
}

// What moves 16 bytes already; one that no load can make wider.
__global__ void none_wide(tc::tensor1<double2> x) {
  const int i = 2 * thread();
  if (i + 1 < x.extent(0)) {
    x(i) = {};
    x(i + 1) = {};
  }
}

// A parameter that the kernel changes.
__global__ void none_changed(tc::tensor1<float> x, tc::tensor1<float> y) {
  const int i = 4 * thread();
  if (i == 8)
    x = y;
  if (i + 3 < x.extent(0))
    for (int k = 0; k < 4; ++k)
      x(i + k) = k;
}
