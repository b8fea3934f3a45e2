// REQUIRES: plugin, cuda
// Conditions on the edge of a tensor are decided in the assumed body where whole
// tiles are assumed, and sums and products of indices that cannot pass the end
// may say so. Each kernel that begins with none_ has one thing changed, and no
// assumption.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.ptx -mllvm -tilechecks=bodies=assumed,sidecar=%t.json
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: FileCheck %s --check-prefix=NONE < %t.ptx
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.default.ptx
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z4edge+__tc_placed %t.default.ptx _Z4edge+__tc_placed
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z5inner+__tc_placed %t.default.ptx _Z5inner+__tc_placed
#include <tilechecks/tilechecks.hpp>

// JSON: "name": "edge(
// JSON: "origin": "assumption",
// JSON: "text": "extent(y,0) % 64 == 0",
// JSON-NOT: "origin": "assumption"
// JSON: "name": "inner(
// PTX-LABEL: .entry _Z4edge{{.*}}__tc_placed(
// PTX: setp
// PTX-LABEL: .entry _Z4edge{{.*}}__tc_assumed(
// PTX-NOT: setp
// PTX: ret;
__global__ void edge(tc::tensor1<float> y) {
  const int blocks = gridDim.x;
  tc::require(blockDim.x == 64 && blocks == (y.extent(0) + 63) / 64);
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i < y.extent(0))
    y(i) = 1;
}

// A walk in steps of 16: the last one has all of them. One predicate is left,
// the loop's.
// JSON: "text": "extent(x,1) % 16 == 0",
// JSON-NOT: "origin": "assumption"
// PTX-LABEL: .entry _Z5inner{{.*}}__tc_assumed(
// PTX-NOT: {{slt|sgt}}
// PTX: ret;
__global__ void inner(tc::tensor2<float> x) {
  tc::require(blockDim.x == 16);
  const int row = blockIdx.x, t = threadIdx.x;
  if (row >= x.extent(0))
    return;
  for (int k = 0; k < x.extent(1); k += 16)
    if (k + t < x.extent(1))
      x(row, k + t) = 1;
}

// Behind a tile that the launcher has checked, all of it is there.
// JSON: "name": "behind(
// JSON: "text": "extent(x,0) % 64 == 0",
// JSON-NOT: "origin": "assumption"
// JSON: "name": "none_
// PTX-LABEL: .entry _Z6behind{{.*}}__tc_placed(
// PTX: selp
// PTX-LABEL: .entry _Z6behind{{.*}}__tc_assumed(
// PTX-NOT: selp
// PTX: ret;
__global__ void behind(tc::tensor1<float> x, tc::tensor1<float> y, int m) {
  const auto xs = x.partition<64>();
  y(1) = xs.tile(m).origin<0>();
  const int i = m * 64 + threadIdx.x % 64;
  y(0) = i < x.extent(0) ? 1 : 2;
}

// NONE-NOT: {{none.*__tc_assumed}}

// A tile that the kernel itself has to check: loads may come ahead of that check.
__global__ void none_loaded(tc::tensor1<float> x, tc::tensor1<float> y, tc::tensor1<int> of) {
  const int m = of(0);
  const auto xs = x.partition<64>();
  y(1) = xs.tile(m).origin<0>();
  const int i = m * 64 + threadIdx.x % 64;
  y(0) = i < x.extent(0) ? 1 : 2;
}

// A tile more than there are.
__global__ void none_grid(tc::tensor1<float> y) {
  const int blocks = gridDim.x;
  tc::require(blockDim.x == 64 && blocks == (y.extent(0) + 63) / 64 + 1);
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i < y.extent(0))
    y(i) = 1;
}
// A thread more than a tile has elements.
__global__ void none_block(tc::tensor1<float> y) {
  const int blocks = gridDim.x;
  tc::require(blockDim.x == 65 && blocks == (y.extent(0) + 63) / 64);
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i < y.extent(0))
    y(i) = 1;
}
// Any number of blocks.
__global__ void none_any(tc::tensor1<float> y) {
  tc::require(blockDim.x == 64);
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i < y.extent(0))
    y(i) = 1;
}
// A step that does not divide what is assumed to be divided.
__global__ void none_step(tc::tensor1<float> y, int step) {
  tc::require(blockDim.x == 16);
  const int t = threadIdx.x;
  for (int k = 0; k < y.extent(0); k += step)
    if (k + t < y.extent(0))
      y(k + t) = 1;
}
// The end of another tensor, which is not checked before.
__global__ void none_other(tc::tensor1<float> x, tc::tensor1<float> y) {
  const int blocks = gridDim.x;
  tc::require(blockDim.x == 64 && blocks == (x.extent(0) + 63) / 64);
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i < y.extent(0))
    y(i) = 1;
}
// The check of a tile says where its elements are only behind it ...
__global__ void none_later(tc::tensor1<float> x, tc::tensor1<float> y, tc::tensor1<int> of) {
  const int m = of(0);
  const auto xs = x.partition<64>();
  const int i = m * 64 + threadIdx.x % 64;
  if (i < x.extent(0))
    y(0) = 1;
  y(1) = xs.tile(m).origin<0>();
}
// ... and in the turn of the loop that it is in.
__global__ void none_turn(tc::tensor1<float> x, tc::tensor1<float> y, int n) {
  const auto xs = x.partition<64>();
  int m = 0;
  for (int k = 0; k < n; ++k) {
    m = m * 5 + 1;
    y(1) = xs.tile(m).origin<0>();
  }
  m = m * 5 + 1;
  const int i = m * 64 + threadIdx.x % 64;
  if (i < x.extent(0))
    y(0) = 1;
}
// The prover reads an unsigned row as itself, wrapped around: asked whether that
// wraps it must come to an end (the compiler once ran out of stack here).
__global__ void none_ending(tc::tensor2<float> x) {
  const unsigned rows = x.extent(0), columns = x.extent(1);
  for (unsigned row = blockIdx.x; row < rows; row += gridDim.x)
    for (unsigned c = threadIdx.x; c < columns; c += blockDim.x)
      x(row, c) = 1;
}
