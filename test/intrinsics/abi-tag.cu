// The three modes name the same kernel differently, so the linker cannot take one mode's for another's.
// REQUIRES: cuda
// DEFINE: %{ir} = %clang_cuda --offload-arch=sm_90 --cuda-device-only -O1 -S -emit-llvm %s -o -
// RUN: %{ir} | FileCheck %s --check-prefix=CHECKED
// RUN: %{ir} -DTILECHECKS_PORTABLE | FileCheck %s --check-prefix=PORTABLE
// RUN: %{ir} -DTILECHECKS_UNCHECKED | FileCheck %s --check-prefix=UNCHECKED
// RUN: not %{ir} -DTILECHECKS_UNCHECKED -DTILECHECKS_PORTABLE 2>&1 | FileCheck %s --check-prefix=BOTH
#include <tilechecks/tilechecks.hpp>

template <class X> __global__ void k(X x) { x(0) = 1; }
// CHECKED: define {{.*}}@_Z1kIN2tc12checked_v0_16tensorI
// PORTABLE: define {{.*}}@_Z1kIN2tc13portable_v0_16tensorI
// UNCHECKED: define {{.*}}@_Z1kIN2tc14unchecked_v0_16tensorI
// BOTH: error: "TILECHECKS_UNCHECKED and TILECHECKS_PORTABLE exclude each other"
template __global__ void k(tc::tensor1<float>);
