// REQUIRES: plugin, cuda
// The plugin runs for the host too and leaves its module byte for byte.
//
// RUN: %clang_cuda --cuda-host-only -O1 -fno-discard-value-names -S -emit-llvm %s -o %t.without.ll
// RUN: %clang_tc --cuda-host-only -O1 -S -emit-llvm %s -o %t.with.ll
// RUN: cmp %t.without.ll %t.with.ll
// RUN: FileCheck %s < %t.with.ll
#include <tilechecks/tilechecks.hpp>

// CHECK: define {{.*}}@_Z6launch
__global__ void k(tc::tensor1<float> x) { x(threadIdx.x) = 1; }
void launch(tc::tensor1<float> x) { k<<<1, 32>>>(x); }
