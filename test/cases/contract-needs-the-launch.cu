// A type may ask of the launch what the launch decides, wherever the kernel uses it; what depends on data or on the thread is
// an error. A contract that the declared facts decide is no check of its own.
//
// REQUIRES: plugin, cuda
// RUN: env TILECHECKS_DUMP=plan %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -o /dev/null 2>&1 | FileCheck %s
// RUN: not %clang_tc --cuda-device-only --offload-arch=sm_90 -O3 -S %s -DBAD -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD
#include <tilechecks/tilechecks.hpp>
using F2 = tc::tensor2<float>;

#ifndef BAD
// In a branch and in a loop: it holds for the launch.
extern "C" __global__ void inside(F2 x, int n) {
  for (int j = 0; j < n; ++j)
    if (j == 5)
      x.partition<1, 32>(tc::exact()).tile(0, 0).store(0, 0, 1.f);
}
// CHECK-LABEL: plan inside:
// CHECK: contract exact {{.*}} ; extent(x,1) % 32 == 0

// Case: G15
extern "C" __global__ void declared(F2 x) {
  tc::require(x.extent(1) % 64 == 0);
  x.partition<1, 32>(tc::exact()).tile(0, 0).store(0, 0, 1.f);
}
// CHECK-LABEL: plan declared:
// CHECK: precondition exact {{.*}} ; extent(x,1) % 64 == 0
// CHECK-NOT: % 32 == 0
// CHECK: === END

// 48 does not follow from 64, nor the other way about.
extern "C" __global__ void another(F2 x) {
  tc::require(x.extent(1) % 64 == 0);
  x.partition<1, 48>(tc::exact()).tile(0, 0).store(0, 0, 1.f);
}
// CHECK-LABEL: plan another:
// CHECK-DAG: precondition exact {{.*}} ; extent(x,1) % 64 == 0
// CHECK-DAG: contract exact {{.*}} % 48 == 0

// Of two contracts the stronger one stays; none is seen through itself.
extern "C" __global__ void two(F2 x) {
  x.partition<1, 32>(tc::exact()).tile(0, 0).store(0, 0, 1.f);
  x.partition<1, 64>(tc::exact()).tile(0, 0).store(0, 0, 1.f);
}
// CHECK-LABEL: plan two:
// CHECK-NOT: % 32 == 0
// CHECK: contract exact {{.*}} ; extent(x,1) % 64 == 0
// CHECK-NOT: % 32 == 0
// CHECK: === END
#else
extern "C" __global__ void of_data(float *p, const int *n) {
  tc::tensor1<float> x(p, tc::extents<int, tc::dyn>(*n));
  x.partition<32>(tc::exact()).tile(0).store(0, 1.f);
}
// BAD: contract-needs-the-launch.cu:[[@LINE-2]]:{{[0-9]+}}: the contract "partition(tc::exact): the tiles divide the extent" must depend on parameters, extents, strides and launch dimensions alone
#endif
