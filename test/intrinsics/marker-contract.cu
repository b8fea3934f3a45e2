// require and the entry attributes: what stands in the IR for the body and for the declaration form.
// REQUIRES: cuda
// RUN: %clang_cuda --offload-arch=sm_90 --cuda-device-only -O2 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | opt -passes='always-inline,sroa' -S | FileCheck %s
#include <tilechecks/tilechecks.hpp>

// CHECK-DAG: @[[$WHY:[.a-z0-9]+]] = {{.*}}c"whole tiles\00"
// CHECK-DAG: c"tilechecks:tc::deny_in_kernel_checks\00", section "llvm.metadata"
// CHECK-DAG: c"tilechecks:tc::requires_(\22extent(x,1) % 64 == 0\22)\00", section "llvm.metadata"
// CHECK-DAG: c"tilechecks:tc::sufficient_launch<false>\00", section "llvm.metadata"
// CHECK-DAG: @llvm.global.annotations = appending global [3 x {{.*}}@on_declaration

extern "C" TC_KERNEL(tc::deny_in_kernel_checks, tc::requires_("extent(x,1) % 64 == 0"), tc::sufficient_launch<false>)
__global__ void on_declaration(float *) {}

// CHECK-LABEL: @in_body(
extern "C" __global__ void in_body(int n) {
  // CHECK: %[[C:.*]] = icmp eq i32 %{{.*}}, 0
  // CHECK: call void @tilechecks_require__needs_fpass_plugin_libTileChecks(i1 noundef {{.*}}, ptr noundef null, ptr noundef @{{.*}}, i32 noundef [[#@LINE+1]], i32 noundef 3)
  tc::require(n % 16 == 0);
  // CHECK: call void @tilechecks_require__needs_fpass_plugin_libTileChecks(i1 noundef {{.*}}, ptr noundef @[[$WHY]], ptr noundef @{{.*}}, i32 noundef [[#@LINE+1]], i32 noundef 3)
  tc::require(n > 0, "whole tiles");
  // CHECK: call void @tilechecks_entry__needs_fpass_plugin_libTileChecks(i32 noundef 1, ptr noundef @{{.*}}, i32 noundef [[#@LINE+1]])
  tc::entry<tc::deny_in_kernel_checks>();
  // CHECK: call void @tilechecks_entry__needs_fpass_plugin_libTileChecks(i32 noundef 6, ptr
  tc::entry<tc::deny_in_loop_checks, tc::unchecked_accesses>();
  // CHECK: call void @tilechecks_entry__needs_fpass_plugin_libTileChecks(i32 noundef 8, ptr
  tc::entry<tc::deny_in_kernel_checks<false>, tc::sufficient_launch<true>>();
}
