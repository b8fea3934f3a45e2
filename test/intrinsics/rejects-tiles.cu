// Tiles: no shape that cannot be, no index of another partition, no collective that cannot be carried out.
// REQUIRES: cuda
// DEFINE: %{clang} = %clang_cuda --offload-arch=sm_90 --cuda-device-only -fsyntax-only -ferror-limit=0
// RUN: %{clang} -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// The error names both partitions.
// RUN: not %{clang} -DOTHER %s 2>&1 | FileCheck %s
// CHECK: static assertion failed due to requirement 'std::is_same_v<tc::{{.*}}mapped_partition<{{.*}}shape<16, 16>{{.*}}mapped_partition<{{.*}}shape<8, 32>{{.*}}an index is good for the partition that minted it alone; take its coordinates
#include <tilechecks/tilechecks.hpp>

using mat = tc::tensor2<float>;

__global__ void index_of_another(mat x, mat y) {
  auto p = x.partition<16, 16>().mapped();
  auto q = y.partition<8, 32>().mapped();
  for (auto index : p.indices(tc::persistent)) {
    p.tile(index);
#ifdef OTHER
    q.tile(index);
#else
    q.tile(index); // expected-error@*:* {{good for the partition that minted it alone}}
    // The same shape is not the same partition.
    auto again = x.partition<16, 16>().mapped();
    again.tile(index); // expected-error@*:* {{good for the partition that minted it alone}}
    x.partition<16, 16>().tile(index); // expected-error@*:* {{good for the partition that minted it alone}}
    auto [m, n] = index;
    q.tile(m, n);
#endif
  }
}

#ifndef OTHER
__global__ void shapes(mat x) {
  // expected-error@*:* 1+ {{one tile extent for each axis}}
  x.partition<16>();
  // expected-error@*:* {{1 to 32767 elements}}
  x.partition<16, 0>();
  // expected-error@*:* {{1 to 32767 elements}}
  x.partition<32768, 1>();
}
__global__ void orders(mat x) {
  // expected-error@*:* {{not a permutation}}
  x.partition<16, 16>().permuted<0, 0>();
  // expected-error@*:* {{names every axis once}}
  x.partition<16, 8>().permuted<0>();
}
__global__ void unsigned_extents(tc::tensor<float, tc::dextents<unsigned, 1>> x) {
  // expected-error@*:* {{index type is signed}}
  x.partition<16>();
}

__global__ void coordinates(mat x, bool b) {
  auto p = x.partition<16, 16>();
  p.tile(0);       // expected-error {{deleted}}
  p.tile(0, 0, 0); // expected-error {{deleted}}
  p.tile(b, 0);    // expected-error {{no matching member function}}
  p.num_tiles<2>(); // expected-error {{no matching member function}}
  auto t = p.tile(0, 0);
  t(0, 0) = 1;     // expected-error {{not assignable}}
  // expected-error@*:* {{cut into whole tiles}}
  t.partition<5, 16>();
}

struct halves {
  static constexpr int threads = 32, elements = 4;
  __host__ __device__ static constexpr int row(int thread, int) { return thread / 4; }
  __host__ __device__ static constexpr int column(int thread, int i) { return thread % 4 * 2 + i % 2; }
};
__global__ void collectives(mat x, mat y) {
  __shared__ tc::smem<float, tc::shape<8, 16>> small;
  __shared__ tc::smem<float, tc::shape<16, 16>> s;
  auto p = x.partition<16, 16>();
  // expected-error@*:* {{shared array is smaller than the tile}}
  tc::copy(tc::block, p.tile(0, 0), small);
  // expected-error@*:* {{tiles have different shapes}}
  tc::copy(tc::block, p.tile(0, 0), y.partition<16, 8>().tile(0, 0));
  // expected-error@*:* {{no multiple of that many}}
  tc::copy_async<16>(tc::block, x.partition<16, 6>().tile(0, 0), s);
  // expected-error@*:* {{last axis of the tile is not contiguous}}
  tc::copy_async<4>(tc::block, p.permuted<1, 0>().tile(0, 0), s);
  // expected-error@*:* {{fills with 0 alone}}
  tc::copy_async<4>(tc::block, x.partition<16, 16>(tc::fill<1>()).tile(0, 0), s);
  tc::array<float, 4> acc;
  // expected-error@*:* {{another number of threads}}
  tc::store(tc::block_of<64>, halves(), x.partition<8, 16>().tile(0, 0), acc);
  // Columns 8 to 15 belong to nobody.
  // expected-error@*:* 1+ {{does not give each element}}
  tc::store(tc::block_of<32>, halves(), x.partition<8, 16>().tile(0, 0), acc);
}
#endif
