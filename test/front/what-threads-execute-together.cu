// A loop that holds an operation which threads execute together says so, from the innermost loop outwards: barriers, warp
// collectives, assembly (which clang marks convergent), calls that are not inlined. Atomics and mathematics are none.
//
// Rule: 5
// REQUIRES: plugin, cuda
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='print<tilechecks-problem>' -disable-output %t.ll 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>

__device__ __noinline__ int recursive(int n) { return n < 2 ? 1 : recursive(n - 1) + n; }

template <class F> __device__ void loop(tc::tensor1<float> x, int n, F f) {
  for (int j = 0; j < n; ++j)
    x(j) = f(j);
}

#define KERNEL(name, ...)                                                                                                   \
  extern "C" __global__ void name(tc::tensor1<float> x, int n, int *p) {                                                    \
    loop(x, n, [=](int j) -> float { __VA_ARGS__; });                                                                       \
  }

// CHECK-LABEL: (kernel "barrier"
// CHECK: (loop {{.*}} barrier
KERNEL(barrier, __syncthreads(); return j)
// CHECK-LABEL: (kernel "shuffle"
// CHECK: (loop {{.*}} barrier
KERNEL(shuffle, return __shfl_sync(~0u, j, 0))
// CHECK-LABEL: (kernel "vote"
// CHECK: (loop {{.*}} barrier
KERNEL(vote, return __ballot_sync(~0u, j))
// CHECK-LABEL: (kernel "active"
// CHECK: (loop {{.*}} barrier
KERNEL(active, return __activemask())
// CHECK-LABEL: (kernel "assembly"
// CHECK: (loop {{.*}} barrier
KERNEL(assembly, int l; asm volatile("mov.u32 %0, %%laneid;" : "=r"(l)); return l)
// CHECK-LABEL: (kernel "call"
// CHECK: (loop {{.*}} barrier
KERNEL(call, return recursive(j))
// CHECK-LABEL: (kernel "atomic"
// CHECK: (loop (size {{[0-9]+}}) (parent -1){{.*}} header-test-first{{( finite)?}})
KERNEL(atomic, return atomicAdd(p, j))
// CHECK-LABEL: (kernel "mathematics"
// CHECK: (loop (size {{[0-9]+}}) (parent -1){{.*}} header-test-first{{( finite)?}})
KERNEL(mathematics, return sinf(j) + sqrtf(j))
// The outer loop has what the inner one has.
// CHECK-LABEL: (kernel "nested"
// CHECK: (loop {{.*}} barrier
// CHECK: (loop {{.*}} barrier
extern "C" __global__ void nested(tc::tensor1<float> x, int n) {
  for (int a = 0; a < n; ++a)
    for (int j = 0; j < n; ++j) {
      x(j) = 1;
      __syncthreads();
    }
}
