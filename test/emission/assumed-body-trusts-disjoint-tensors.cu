// REQUIRES: plugin, cuda
// The assumed body reads tensors that the kernel does not write through the
// read-only path, and only those; a kernel that writes, or might write, past
// what an assumption covers has none. Other bodies are as without it.
//
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.ptx -mllvm -tilechecks=bodies=assumed,sidecar=%t.json
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: FileCheck %s --check-prefix=NONE < %t.ptx
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o %t.default.ptx -mllvm -tilechecks=sidecar=%t.default.json
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z5saxpy+__tc_placed %t.default.ptx _Z5saxpy+__tc_placed
// RUN: %python %S/Inputs/same_kernel.py %t.ptx _Z6gather+__tc_placed %t.default.ptx _Z6gather+__tc_placed
// RUN: FileCheck %s --check-prefix=DEFAULT < %t.default.ptx
// RUN: FileCheck %s --check-prefix=DEFAULT < %t.default.json
#include <tilechecks/tilechecks.hpp>

// DEFAULT-NOT: {{__tc_assumed|"assumed"|"assumption"}}
// DEFAULT-NOT: ld.global.nc

// y is read as well, and written.
// JSON: "name": "saxpy(
// JSON: "kind": "assumed",
// JSON-NEXT: "symbol": "_Z5saxpy{{.*}}__tc_assumed",
// JSON-NEXT: "checks": 0
// JSON: "origin": "assumption",
// JSON-NEXT: "predicate": "(or (<= (+ (* 4 (param 1 8 32)) (uwrap 64 (param 1 0 64))) (uwrap 64 (param 2 0 64))) (<= (+ (* 4 (param 2 8 32)) (uwrap 64 (param 2 0 64))) (uwrap 64 (param 1 0 64))))",
// JSON-NEXT: "text": "4*extent(x,0) + x.data() <= y.data() or 4*extent(y,0) + y.data() <= x.data()",
// PTX-LABEL: .entry _Z5saxpy{{.*}}__tc_placed(
// PTX-NOT: ld.global.nc
// PTX-LABEL: .entry _Z5saxpy{{.*}}__tc_assumed(
// PTX: ld.global.nc.b32
// PTX: ld.global.b32
// PTX: st.global.b32
__global__ void saxpy(float a, tc::tensor1<const float> x, tc::tensor1<float> y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < x.extent(0))
    y(i) = a * x(i) + y(i);
}

// Row-major and column-major, static and dynamic extents, shared memory.
// PTX-LABEL: .entry _Z4gemm{{.*}}__tc_assumed(
// PTX-NOT: ld.global.b
// PTX: ld.global.nc.v4.b32
// PTX: ld.global.nc.v4.b32
// PTX-NOT: ld.global.b
// PTX: ret;
__global__ void gemm(tc::tensor2<const float> a, tc::tensor<const float, tc::extents<int, tc::dyn, 64>, tc::layout_left> b,
                     tc::tensor2<float> c) {
  __shared__ float one[1];
  one[0] = 1;
  __syncthreads();
  unsigned i = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= c.extent(0) || j >= c.extent(1))
    return;
  float s = one[0];
  for (int k = 0; k < a.extent(1); ++k)
    s += a(i, k) * b(k, j);
  c(i, j) = s;
}

// A check stays, as in the placed body.
// JSON: "name": "gather(
// JSON: "kind": "assumed",
// JSON-NEXT: "symbol": "_Z6gather{{.*}}__tc_assumed",
// JSON-NEXT: "checks": 1
// PTX-LABEL: .entry _Z6gather{{.*}}__tc_assumed(
// PTX: ld.global.nc.b32
// PTX: // tilechecks: fail
__global__ void gather(tc::tensor1<const int> index, tc::tensor1<const float> x, tc::tensor1<float> y) {
  y(threadIdx.x) = x(index(threadIdx.x));
}

// Vectors, by a variable and by a copy; a warp's shuffle, libdevice.
// PTX-LABEL: .entry _Z7vectors{{.*}}__tc_placed(
// PTX-NOT: ld.global.nc
// PTX-LABEL: .entry _Z7vectors{{.*}}__tc_assumed(
// PTX-NOT: ld.global.v4
// PTX: ld.global.nc.v4
// PTX: ld.global.nc.v4
// PTX-NOT: ld.global.v4
// PTX: ret;
__global__ void vectors(tc::tensor2<const float> x, tc::tensor2<float> y) {
  const int i = blockIdx.x, t = threadIdx.x * 4;
  y.vec<4>(i, t) = x.vec<4>(i, t);
  tc::vec<float, 4> v = x.vec<4>(i + 1, t);
  v(0) = expf(__shfl_xor_sync(0xffffffff, v(0), 1));
  y.vec<4>(i + 1, t) = v;
}

// A loop that loads 4 bytes a turn asks for four turns at once; one of 16 bytes
// does not, nor one that writes the tensor that it reads.
// PTX-LABEL: .entry _Z5turns{{.*}}__tc_assumed(
// PTX-COUNT-4: ld.global.nc.b32
// PTX-NOT: ld.global.nc.b32
// PTX: ret;
__global__ void turns(tc::tensor1<const float> x, tc::tensor1<float> y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y(i) = expf(x(i));
}

// Loads that come ahead of checks that stay, of the turns before, do so by the same path.
// PTX-LABEL: .entry _Z3bag{{.*}}__tc_assumed(
// PTX-NOT: ld.global.b
// PTX-COUNT-8: ld.global.nc.b32
// PTX-NOT: ld.global.b
// PTX: ret;
__global__ void bag(tc::tensor1<const int> index, tc::tensor1<const float> x, tc::tensor1<float> y) {
  float sum = 0;
  for (int i = 0; i < index.extent(0); ++i)
    sum += x(index(i));
  y(threadIdx.x) = sum;
}

// NONE-NOT: {{none.*__tc_assumed}}
struct pair {
  float a, b;
};
__device__ float total;

// A raw pointer is written: nobody knows what memory that is.
__global__ void none_raw(tc::tensor1<const float> x, tc::tensor1<float> y, float *raw) {
  y(threadIdx.x) = x(threadIdx.x);
  *raw = 1;
}
// The written tensor's data pointer, without a check.
__global__ void none_data(tc::tensor1<const float> x, tc::tensor1<float> y, int n) {
  y(threadIdx.x) = x(threadIdx.x);
  y.data()[n] = 1;
}
// Constness cast away.
__global__ void none_cast(tc::tensor1<const float> x, tc::tensor1<float> y) {
  y(threadIdx.x) = x(threadIdx.x);
  const_cast<float &>(x(threadIdx.x)) = 1;
}
__global__ void none_unchecked(tc::tensor1<const float> x, tc::tensor1<float> y, int n) {
  y.unchecked(n) = x(threadIdx.x);
}
__global__ void none_global(tc::tensor1<const float> x, tc::tensor1<float> y) {
  total = y(threadIdx.x) = x(threadIdx.x);
}
// Atomic and volatile accesses may wait for another kernel's writes.
__global__ void none_atomic(tc::tensor1<const float> x, tc::tensor1<float> y) {
  atomicAdd(&y(0), x(threadIdx.x));
}
__global__ void none_fence(tc::tensor1<const float> x, tc::tensor1<float> y) {
  __threadfence();
  y(threadIdx.x) = x(threadIdx.x);
}
__global__ void none_assembly(tc::tensor1<const float> x, tc::tensor1<float> y) {
  asm volatile("// anything");
  y(threadIdx.x) = x(threadIdx.x);
}
// The modified extent is not the one that the launcher compares.
__global__ void none_local(tc::tensor1<const float> x, tc::tensor1<float> y, int n) {
  y = tc::tensor1<float>(y.data(), n);
  y(threadIdx.x) = x(threadIdx.x);
}
// Sizes that the type does not tell, strides, elements that are not const.
__global__ void none_struct(tc::tensor1<const pair> x, tc::tensor1<float> y) { y(threadIdx.x) = x(threadIdx.x).b; }
__global__ void none_strided(tc::tensor<const float, tc::extents<int, tc::dyn>, tc::layout_stride> x, tc::tensor1<float> y) {
  y(threadIdx.x) = x(threadIdx.x);
}
__global__ void none_mutable(tc::tensor1<float> x, tc::tensor1<float> y) { y(threadIdx.x) = x(threadIdx.x); }
// Reading past a check is no access of the tensor: not marked, and there is
// nothing else to mark.
__global__ void none_read_past(tc::tensor1<const float> x, tc::tensor1<float> y, int n) {
  y(threadIdx.x) = x.data()[n];
}
// More than the check covered: 16 bytes at one element, the vector behind one.
__global__ void none_wide(tc::tensor1<const float4> x, tc::tensor1<float> y) {
  reinterpret_cast<float4 &>(y(threadIdx.x)) = make_float4(1, 2, 3, 4);
  y(0) = x(threadIdx.x).x;
}
__global__ void none_behind(tc::tensor1<const float> x, tc::tensor1<float> y) {
  (&y.vec<4>(threadIdx.x * 4))[1] = x.vec<4>(threadIdx.x * 4);
}
__global__ void none_before(tc::tensor1<const float> x, tc::tensor1<float> y) {
  (&y.vec<4>(threadIdx.x * 4))[-1] = x.vec<4>(threadIdx.x * 4);
}
// A copy that is no vector's.
struct row {
  float of[12];
};
__global__ void none_copy(tc::tensor1<const float> x, tc::tensor1<float> y) {
  reinterpret_cast<row &>(y(threadIdx.x)) = reinterpret_cast<const row &>(x(threadIdx.x));
}
