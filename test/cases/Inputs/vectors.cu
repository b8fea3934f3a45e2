// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several elements at once: the last one is checked, and that address and rows are multiples of a vector is a contract.
// Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

using vec = tc::tensor1<float>;
using mat = tc::tensor2<float>;

// Rows of four; the last vector is the row's last four, or there is none.
// COUNTS: TILECHECKS_TIMING module=vectors function=rows checks_discharged=1 checks_launch=3 checks_hoisted=0 checks_in_place=0
KERNEL rows(tc::tensor2<const float> x, mat o) {
  for (int k = 0; k < x.extent(1) / 4; ++k)
    o.vec<4>(blockIdx.x, k * 4) = x.vec<4>(blockIdx.x, k * 4); // line: rows
}

// Two bytes an element, two elements: by 4 bytes.
// COUNTS-NEXT: function=pairs checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL pairs(tc::tensor1<short> o) {
  for (int k = 0; k < o.extent(0) / 2; ++k)
    o.vec<2>(k * 2) = tc::vec<short, 2>(1, 2); // line: pairs
}

// The contiguous axis is the first one.
// COUNTS-NEXT: function=columns checks_discharged=1 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL columns(tc::tensor<float, tc::dextents<int, 3>, tc::layout_left> o) {
  for (int k = 0; k < o.extent(0) / 2; ++k)
    o.vec<2>(k * 2, 0, blockIdx.x) = tc::vec<float, 2>(1, 2); // line: columns
}

// Asked for where the launch comes to a vector.
// COUNTS-NEXT: function=chosen checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL chosen(vec o) {
  if (reinterpret_cast<std::uintptr_t>(o.data()) % 16 == 0 && o.extent(0) % 4 == 0) {
    for (int k = 0; k < o.extent(0) / 4; ++k)
      o.vec<4>(k * 4) = tc::vec<float, 4>(4, 4, 4, 4);
  } else {
    for (int k = 0; k < o.extent(0); ++k)
      o(k) = 1;
  }
}
// COUNTS-NEXT: function=when checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL when(vec o, bool wide) {
  if (wide)
    for (int k = 0; k < o.extent(0) / 4; ++k)
      o.vec<4>(k * 4) = tc::vec<float, 4>(4, 4, 4, 4); // line: when
}

// A tensor made in the kernel: its address is its maker's to answer for.
// COUNTS-NEXT: function=slab checks_discharged=2 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL slab(float *p) {
  tc::tensor<float, tc::extents<int, 2, 4>> s(p + 8 * blockIdx.x);
  for (int i = 0; i < 2; ++i)
    s.vec<4>(i, 0) = tc::vec<float, 4>(1, 2, 3, 4);
}

// Shared arrays are aligned by their type, views of dynamic shared memory by whoever makes them.
// COUNTS-NEXT: function=shared checks_discharged=2 checks_launch=2 checks_hoisted=0 checks_in_place=0
KERNEL shared(mat o) {
  __shared__ tc::smem<float, tc::shape<8>> s;
  s.vec<4>(4) = tc::vec<float, 4>(1, 2, 3, 4);
  o.vec<4>(0, 0) = s.vec<4>(4);
}
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
