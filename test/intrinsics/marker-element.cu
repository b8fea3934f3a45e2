// What an access leaves in the IR: the user's line and column as constants at the call, index and extent by value in
// the marker, and the access through the index that the marker returns.
// REQUIRES: cuda
// DEFINE: %{ir} = %clang_cuda --offload-arch=sm_90 --cuda-device-only -O2 -Xclang -disable-llvm-passes -S -emit-llvm
// RUN: %{ir} %s -o - | FileCheck %s
// RUN: %{ir} %s -o - | opt -passes='always-inline,sroa' -S | FileCheck %s --check-prefix=INLINED
#include <tilechecks/tilechecks.hpp>

// One function holds the marker; it is shared by all accesses of these types.
// CHECK: call {{.*}}i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 {{[^,]*}}, i32 {{[^,]*}}, i32 noundef 0, ptr
// CHECK-NOT: call {{.*}}@tilechecks_check

// No attribute that would let a pass move or drop it; the plugin adds what it wants.
// CHECK: declare {{.*}}i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 noundef, i32 noundef, i32 noundef, ptr noundef, i32 noundef, i32 noundef, ptr noundef, i32 noundef, i32 noundef) #[[MARKER:[0-9]+]]
// CHECK: attributes #[[MARKER]] = { convergent nounwind {{.*}}}

// INLINED: @[[$FILE:[.a-z0-9]+]] = private unnamed_addr constant {{.*}}marker-element.cu\00"
// INLINED-LABEL: define {{.*}}@_Z7element
extern "C++" __global__ void element(tc::tensor2<float> x, int i, int j) {
  // INLINED: %[[E0:.*]] = load i32, ptr
  // INLINED: %[[I:.*]] = call {{.*}}@tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 noundef %[[IN:.*]], i32 noundef %[[E0]], i32 noundef 0, ptr noundef %{{.*}}, i32 noundef 0, i32 noundef 0, ptr noundef @[[$FILE]], i32 noundef [[#@LINE+4]], i32 noundef 4)
  // INLINED: %[[E1:.*]] = load i32, ptr
  // INLINED: %[[J:.*]] = call {{.*}}@tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 noundef %{{.*}}, i32 noundef %[[E1]], i32 noundef 0, ptr noundef %{{.*}}, i32 noundef 1, i32 noundef 0, ptr noundef @[[$FILE]], i32 noundef [[#@LINE+2]], i32 noundef 4)
  // clang-format off
  x(i, j) = 1;
  // clang-format on
  // The offset is computed in 32 bits, like that of a raw kernel.
  // INLINED: %[[ROW:.*]] = mul nsw i32 %[[I]], %{{.*}}
  // INLINED: %[[AT:.*]] = add nsw i32 %[[ROW]], %[[J]]
  // INLINED: sext i32 %[[AT]] to i64
}
