// tc::store: a layout that misses an element, whose runs are none, that is for other tiles, threads or fragments; and the
// layouts that are right, plain and with runs, on tiles with axes of one element before their rows.
// REQUIRES: cuda
// DEFINE: %{verify} = %clang_cuda --offload-arch=sm_90 --cuda-device-only -fsyntax-only -ferror-limit=0 -Xclang -verify
// RUN: %{verify} -Xclang -verify-ignore-unexpected=note %s
#include <tilechecks/tilechecks.hpp>

// 4 x 32 in 32 threads. With Skew a thread's second element is the one behind the next.
template <int Run, int Skew = 0, int Twice = 0> struct rows {
  static constexpr int threads = 32, elements = 4, run = Run;
  static constexpr int row(int thread, int) { return thread / 8; }
  static constexpr int column(int thread, int i) {
    return thread % 8 * 4 + (Skew && (i == 1 || i == 2) ? 3 - i : i) - (Twice && thread == 31 && i == 3);
  }
};
struct plain {
  static constexpr int threads = 32, elements = 4;
  static constexpr int row(int, int i) { return i; }
  static constexpr int column(int thread, int) { return thread; }
};

__global__ void fine(tc::tensor2<float> x, tc::tensor4<float> y) {
  const tc::array<float, 4> held(0.0f);
  tc::store(tc::block_of<32>, plain(), x.partition<4, 32>().tile(0, 0), held);
  tc::store(tc::block_of<32>, rows<4>(), x.partition<4, 32>().tile(0, 0), held);
  tc::store(tc::block_of<32>, rows<1, 1>(), x.partition<4, 32>().tile(0, 0), held);
  tc::store(tc::block_of<32>, rows<2>(), y.partition<1, 1, 4, 32>().tile(0, 0, 0, 0), held);
}

__global__ void wrong(tc::tensor2<float> x, tc::tensor3<float> y) {
  const tc::array<float, 4> held(0.0f);
  const tc::array<float, 2> few(0.0f);
  const auto tile = x.partition<4, 32>().tile(0, 0);
  // expected-error@*:* {{does not give each element of the tile to one thread}}
  tc::store(tc::block_of<32>, rows<1, 0, 1>(), tile, held);
  // expected-error@*:* {{runs are no neighbours in a row}}
  tc::store(tc::block_of<32>, rows<2, 1>(), tile, held);
  // expected-error@*:* {{another number of threads}}
  tc::store(tc::block_of<64>, plain(), tile, held);
  // expected-error@*:* {{another number of elements}}
  tc::store(tc::block_of<32>, plain(), tile, few);
  // expected-error@*:* {{the tile is no matrix}}
  tc::store(tc::block_of<32>, plain(), y.partition<2, 4, 32>().tile(0, 0, 0), held);
  // expected-error@*:* {{runs need the tile's last axis to be contiguous}}
  tc::store(tc::block_of<32>, rows<2>(), x.partition<32, 4>().permuted<1, 0>().tile(0, 0), held);
}
