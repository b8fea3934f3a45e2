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

struct rgb {
  char red, green, blue;
};
__global__ void three_bytes(tc::tensor2<rgb> x) {
  __shared__ tc::smem<rgb, tc::shape<16, 16>> s;
  // expected-error@*:* {{no whole number of elements}}
  tc::copy_async<4>(tc::block, x.partition<16, 16>().tile(0, 0), s);
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
  // Whoever makes a partition asks for what its policy promises.
  tc::partition<mat, tc::shape<16, 16>, tc::exact, tc::order<0, 1>> forged(x); // expected-error {{private constructor}}
  // expected-error@*:* {{elements are of different types}}
  __shared__ tc::smem<char, tc::shape<16, 16>> bytes;
  tc::copy_async<4>(tc::block, p.tile(0, 0), bytes);
  tc::array<float, 4> acc;
  // expected-error@*:* {{another number of threads}}
  tc::store(tc::block_of<64>, halves(), x.partition<8, 16>().tile(0, 0), acc);
  // Columns 8 to 15 belong to nobody. So it is in three calls more.
  // expected-error@*:* 4 {{does not give each element}}
  tc::store(tc::block_of<32>, halves(), x.partition<8, 16>().tile(0, 0), acc);
}

// 32 threads, eight rows of eight: each thread two neighbours of a row, but for what a template argument says.
template <int Row, int Column, int First> struct pairs_but {
  static constexpr int threads = 32, elements = 2, run = 2;
  __host__ __device__ static constexpr int row(int t, int i) { return (t / 4 + i * Row) % 8; }
  __host__ __device__ static constexpr int column(int t, int i) { return (t % 4 * 2 + i * Column + First) % 8; }
};
struct one_row {
  static constexpr int threads = 32, elements = 2;
  __host__ __device__ static constexpr int row(int, int) { return 0; }
  __host__ __device__ static constexpr int column(int t, int i) { return t * 2 + i; }
};
struct beyond {
  static constexpr int threads = 32, elements = 2;
  __host__ __device__ static constexpr int row(int t, int) { return t / 4; }
  __host__ __device__ static constexpr int column(int t, int i) { return t % 4 * 2 + i + 1; }
};
__global__ void layouts(mat x, tc::tensor<float, tc::dextents<int, 2>, tc::layout_left> left, tc::tensor3<float> three) {
  tc::array<float, 2> acc;
  auto p = x.partition<8, 8>();
  tc::store(tc::block_of<32>, pairs_but<0, 1, 0>(), p.tile(0, 0), acc);
  tc::array<float, 4> more;
  // expected-error@*:* {{another number of elements than the layout}}
  tc::store(tc::block_of<32>, pairs_but<0, 1, 0>(), p.tile(0, 0), more);
  // The second one in the next row; as far as the last column from the first; from an odd column on.
  // expected-error@*:* {{runs are no neighbours in a row}}
  tc::store(tc::block_of<32>, pairs_but<1, 1, 0>(), p.tile(0, 0), acc);
  // expected-error@*:* {{runs are no neighbours in a row}}
  tc::store(tc::block_of<32>, pairs_but<0, 7, 0>(), p.tile(0, 0), acc);
  // expected-error@*:* {{runs are no neighbours in a row}}
  tc::store(tc::block_of<32>, pairs_but<0, 1, 1>(), p.tile(0, 0), acc);
  // expected-error@*:* {{runs need the tile's last axis to be contiguous}}
  tc::store(tc::block_of<32>, pairs_but<0, 1, 0>(), left.partition<8, 8>().tile(0, 0), acc);
  // Of two rows one is covered; the last column is beyond the tile.
  tc::store(tc::block_of<32>, one_row(), x.partition<2, 64>().tile(0, 0), acc);
  tc::store(tc::block_of<32>, beyond(), p.tile(0, 0), acc);
  // expected-error@*:* {{the tile is no matrix}}
  tc::store(tc::block_of<32>, pairs_but<0, 1, 0>(), three.partition<2, 8, 8>().tile(0, 0, 0), acc);
}

__global__ void shared_rows(mat x) {
  // Swizzled by two elements: four are not together. Rows of 18: the second is not aligned.
  __shared__ tc::smem<float, tc::shape<16, 32>, tc::xor_swizzle<2, 1, 3>> by_two;
  __shared__ tc::smem<float, tc::shape<16, 18>> odd;
  // expected-error@*:* {{does not keep that many neighbours together, or not aligned}}
  tc::copy_async<16>(tc::block, x.partition<16, 32>().tile(0, 0), by_two);
  // expected-error@*:* {{does not keep that many neighbours together, or not aligned}}
  tc::copy_async<16>(tc::block, x.partition<16, 16>().tile(0, 0), odd);
  // expected-error@*:* {{no such axis}}
  x.partition<16, 16>().range<2>(0, 1);
}

__global__ void schedules(tc::tensor1<float> v) {
  auto p = v.partition<4>().mapped();
  // expected-error@*:* {{two axes of tiles}}
  // expected-error@*:* {{no matching member function for call to 'num_tiles'}}
  // expected-error@*:* {{no matching constructor}}
  for (auto index : p.indices(tc::grouped<8>))
    p.tile(index);
  // expected-error@*:* {{at least one row}}
  // expected-error@*:* {{must be initialized by a constant expression}}
  p.indices(tc::grouped<0>);
}
#endif
