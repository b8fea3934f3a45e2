// Width, kind bits and span of the marker for each form of access (docs/interfaces.md, section 1).
// REQUIRES: cuda
// RUN: %clang_cuda --offload-arch=sm_90 --cuda-device-only -O2 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | opt -passes='always-inline,sroa,instsimplify' -S | FileCheck %s
#include <tilechecks/tilechecks.hpp>

#include <cstddef>

#define K extern "C" __global__ void
using unsigned_extents = tc::tensor<float, tc::dextents<unsigned, 1>>;
using wide = tc::tensor<float, tc::dextents<long long, 1>>;

// Unsigned at the width of the check: bit 8. The offset stays in 32 bits.
// CHECK-LABEL: @unsigned_index(
// CHECK: %[[I:.*]] = call {{.*}}@tilechecks_check_i32{{.*}}, i32 noundef 0, i32 noundef 256, ptr
// CHECK: sext i32 %[[I]] to i64
K unsigned_index(tc::tensor1<float> x, unsigned i) { x(i) = 1; }

// Narrower than the check: extended by its own signedness, no bit.
// CHECK-LABEL: @narrow_unsigned(
// CHECK: %[[I:.*]] = zext i16 %{{.*}} to i32
// CHECK: call {{.*}}@tilechecks_check_i32{{[^(]*}}(i32 noundef %[[I]], {{.*}}, i32 noundef 0, i32 noundef 0, ptr
K narrow_unsigned(tc::tensor1<float> x, unsigned short i) { x(i) = 1; }
// CHECK-LABEL: @narrow_signed(
// CHECK: %[[I:.*]] = sext i8 %{{.*}} to i32
// CHECK: call {{.*}}@tilechecks_check_i32{{[^(]*}}(i32 noundef %[[I]], {{.*}}, i32 noundef 0, i32 noundef 0, ptr
K narrow_signed(tc::tensor1<float> x, signed char i) { x(i) = 1; }

// A wider index: the extent is extended, never the index cut, and the offset has the index's width.
// CHECK-LABEL: @wide_index(
// CHECK: %[[E:.*]] = sext i32 %{{.*}} to i64
// CHECK: %[[I:.*]] = call {{.*}}i64 @tilechecks_check_i64{{[^(]*}}(i64 noundef %{{.*}}, i64 noundef %[[E]], i64 noundef 0, ptr noundef %{{.*}}, i32 noundef 0, i32 noundef 0, ptr
// CHECK: getelementptr {{.*}}float, ptr %{{.*}}, i64 %[[I]]
K wide_index(tc::tensor1<float> x, long long i) { x(i) = 1; }
// CHECK-LABEL: @wide_unsigned_index(
// CHECK: call {{.*}}i64 @tilechecks_check_i64{{.*}}, i32 noundef 0, i32 noundef 256, ptr
K wide_unsigned_index(tc::tensor1<float> x, std::size_t i) { x(i) = 1; }

// CHECK-LABEL: @wide_extent(
// CHECK: %[[I:.*]] = sext i32 %{{.*}} to i64
// CHECK: call {{.*}}i64 @tilechecks_check_i64{{[^(]*}}(i64 noundef %[[I]], {{.*}}, i32 noundef 0, i32 noundef 0, ptr
K wide_extent(wide x, int i) { x(i) = 1; }
// CHECK-LABEL: @unsigned_extent(
// CHECK: call {{.*}}@tilechecks_check_i32{{.*}}, i32 noundef 0, i32 noundef 512, ptr
K unsigned_extent(unsigned_extents x, int i) { x(i) = 1; }

// A vector of 4: form 1 on both axes, span 4 on the contiguous one. (1 + 4 * 65536 = 262145)
// CHECK-LABEL: @vector(
// CHECK: call {{.*}}@tilechecks_check_i32{{.*}}, i32 noundef 0, i32 noundef 1, ptr
// CHECK: call {{.*}}@tilechecks_check_i32{{.*}}, i32 noundef 1, i32 noundef 262145, ptr
// CHECK: call {{.*}}memcpy{{.*}}align 16
K vector(tc::tensor2<float> x, int i, tc::vec<float, 4> v) { x.vec<4>(i, i) = v; }

// Shared (3) and register (4) elements against constant extents.
// CHECK-LABEL: @arrays(
// CHECK: call {{.*}}@tilechecks_check_i32{{[^(]*}}(i32 noundef %{{.*}}, i32 noundef 16, {{.*}}, i32 noundef 0, i32 noundef 3, ptr
// CHECK: call {{.*}}@tilechecks_check_i32{{[^(]*}}(i32 noundef %{{.*}}, i32 noundef 68, {{.*}}, i32 noundef 1, i32 noundef 3, ptr
// CHECK: call {{.*}}@tilechecks_check_i32{{[^(]*}}(i32 noundef %{{.*}}, i32 noundef 4, {{.*}}, i32 noundef 0, i32 noundef 4, ptr
K arrays(int i) {
  __shared__ tc::smem<float, tc::shape<16, 68>> s;
  s(i, i) = 1;
  tc::array<float, 4> r;
  r(i) = 1;
}

// n elements fit: n * sizeof(double) < bytes + 1, in 64 bits.
// CHECK-LABEL: @dynamic(
// CHECK: %[[BYTES:.*]] = call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
// CHECK: %[[B:.*]] = zext i32 %[[BYTES]] to i64
// CHECK: %[[E:.*]] = add nsw i64 %[[B]], 1
// CHECK: call {{.*}}i64 @tilechecks_check_i64{{[^(]*}}(i64 noundef %{{.*}}, i64 noundef %[[E]], i64 noundef 8, ptr noundef {{.*}}, i32 noundef 0, i32 noundef 3, ptr
K dynamic(int n) { tc::dynamic_smem<double>(n).unchecked(0) = 1; }
// The access itself is the author's: counted, not checked.
// CHECK: call void @tilechecks_unchecked__needs_fpass_plugin_libTileChecks(ptr noundef @{{.*}}, i32 noundef [[#@LINE-2]], i32 noundef 48)
// CHECK-NOT: @tilechecks_check
// CHECK-LABEL: ret void
