// Every construct of the library once or more, for the tests that compile it
// under each compiler and level.
#pragma once
#include <tilechecks/tilechecks.hpp>

#include <cstddef>

using rows512 = tc::extents<int, tc::dyn, 512>;
using strided = tc::tensor<float, tc::dextents<int, 2>, tc::layout_stride>;
using left =
    tc::tensor<const double, tc::extents<unsigned, tc::dyn, 8, tc::dyn>,
               tc::layout_left>;
using wide = tc::tensor<float, tc::dextents<long long, 3>>;

__global__ void elements(tc::tensor<const float, rows512> a,
                         tc::tensor<float, tc::extents<int, 64, 128>> c) {
  for (int k = 0; k < 128; ++k)
    c(threadIdx.x, k) = a(threadIdx.x, k);
}

__global__ void ranks(strided a, left b, wide c, tc::tensor4<int> d,
                      tc::tensor5<short> e, std::size_t n) {
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) {
    a(i, static_cast<short>(3)) =
        static_cast<float>(b(i, static_cast<unsigned char>(n), 7u));
    c(i, n, 2) = a(i, n);
    d(i, 1, 2, 3) = e(1, 2, 3, 4u, i);
  }
  for (int r = 0; r < 3; ++r)
    c(r, b.extent(r), b.stride(r)) = static_cast<float>(
        a.stride(0) + a.stride<1>() + b.stride<2>() + e.size());
}

__device__ __noinline__ float helper(tc::tensor1<const float> v, int i) {
  return v(i) * 2.f;
}
__device__ float recursive(tc::tensor1<const float> v, int i, int depth) {
  return depth <= 0 ? v(i)
                    : v(i) + recursive(v, i + 1, depth - 1) +
                          recursive(v, i - 1, depth - 1);
}
__global__ void helpers(tc::tensor1<const float> v, tc::tensor1<float> o,
                        int n) {
  int i = threadIdx.x;
  auto both = [&](int k) { return v(k) + v(k + 1); };
  o(i) = helper(v, i) + recursive(o, i, n) + both(i);
}

__global__ void shared(tc::tensor2<const float> v, tc::tensor2<float> o) {
  __shared__ tc::smem<float, tc::shape<32, 32>, tc::xor_swizzle<3, 2, 3>> s;
  __shared__ tc::smem<int, tc::shape<256>> t;
  int x = threadIdx.x, y = threadIdx.y;
  s(y, x) = v(y, x);
  t(x) = y;
  __syncthreads();
  o(x, t(y)) = s(x, y);
  o.vec<4>(y, x * 4) = v.vec<4>(y, x * 4);
  auto q = s.vec<4>(x, y * 4);
  o(x, y) += q(1) + q(x);
}

__global__ void dynamic(tc::tensor1<float> o, int n) {
  auto d = tc::dynamic_smem<float>(n);
  auto e = tc::dynamic_smem<int>(n, 16);
  d(threadIdx.x) = o(threadIdx.x);
  e(3) = 1;
  __syncthreads();
  o(threadIdx.x) = d(n - 1 - threadIdx.x);
  o.unchecked(threadIdx.x + 5) = 2;
}

TC_KERNEL(tc::deny_in_kernel_checks, tc::requires_("extent(o,0) % 64 == 0"),
          tc::sufficient_launch<false>)
__global__ void attributes(tc::tensor1<float> o) { o(0) = 1; }

template <bool Deny>
TC_KERNEL(tc::unchecked_accesses)
__global__ void body_form(tc::tensor1<float> o) {
  tc::entry<tc::deny_in_kernel_checks, tc::unchecked_accesses>();
  tc::entry<tc::deny_in_loop_checks<Deny>, tc::sufficient_launch<!Deny>>();
  tc::require(o.extent(0) % 64 == 0);
  tc::require(o.extent(0) > 0, "not empty");
  tc::array<float, 4> r{};
  tc::array<float, 2, 2> s(1.0f);
  for (int i = 0; i < 4; ++i)
    r(i) = o(i * 7) + s(i / 2, i % 2);
  o(0) = r(o.extent(0) & 3);
}
template __global__ void body_form<true>(tc::tensor1<float>);
template __global__ void body_form<false>(tc::tensor1<float>);

inline float on_the_host() {
  float data[12] = {};
  tc::tensor2<float> x(data, 3, 4);
  tc::tensor2<const float> y = x;
  x(2, 3) = 1;
  return y(2, 3) + y.unchecked(1, 1);
}

// A thread holds four neighbours of a tile of 16 x 32.
struct quads {
  static constexpr int threads = 128, elements = 4;
  TC_FN static constexpr int row(int thread, int) { return thread / 8; }
  TC_FN static constexpr int column(int thread, int i) {
    return thread % 8 * 4 + i;
  }
};

__global__ void walk_of_three(tc::tensor3<float> o) {
  auto out = o.partition<1, 16, 32>().mapped();
  for (auto index : out.indices(tc::persistent))
    out.tile(index).store(0, 15, 31, 1.0f);
}

__global__ void tiles(tc::tensor2<float> o, tc::tensor2<const float> x, int n) {
  __shared__ tc::smem<float, tc::shape<16, 36>> stages[3];
  __shared__ tc::smem<float, tc::shape<16, 32>, tc::xor_swizzle<3, 2, 3>> s;
  auto p = x.partition<16, 32>();
  auto out = o.partition<16, 32>().mapped();
  tc::pipeline ring(tc::block_of<128>, stages);
  for (auto index : out.indices(tc::persistent)) {
    auto [i, j] = index;
    ring.load<16>([&] { return p.tile(i, j); }, i < p.num_tiles(0));
    ring.load<16>([&] { return p.tile(i, j + 1); }, j + 1 < p.num_tiles<1>());
    tc::copy(tc::block_of<128>, ring.wait(), out.tile(index));
    __syncthreads();
  }
  for (auto index : out.indices(tc::grouped<8>)) {
    auto [i, j] = index.components();
    tc::array<float, 4> acc(0.0f);
    acc(1) = static_cast<float>(i + j + n);
    tc::store(tc::block_of<128>, quads(), out.tile(index), acc);
  }
  tc::copy_async<8>(tc::warp, p.tile(0, 0), s);
  tc::commit();
  tc::wait<0>();
  tc::copy(tc::block, s, o.partition<16, 32>(tc::masked()).tile(0, n));
  tc::copy(tc::this_thread, p.tile(n, 0),
           o.partition<16, 32>(tc::exact()).tile(n, 0));
  auto t = o.partition<16, 32>(tc::fill<7>()).permuted<1, 0>().tile(0, 1);
  t.store(31, 15, t(0, 0) + static_cast<float>(t.valid(0) + t.valid<1>()));
  tc::copy(tc::this_thread, p.range<0>(1, n).tile(0, 0),
           o.partition<16, 32>().tile(0, 0));
  auto inner = t.partition<8, 4>().tile(3, 2);
  if (inner.contains(1, 2))
    inner.store(1, 2, inner(0, 0));
}
