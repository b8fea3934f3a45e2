//===- BarrierTest.cpp - block and cluster barriers, deadlock
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tilechecks::simt;

namespace {

constexpr const char *Declarations = R"(
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.arrive.count(i32, i32)
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1)
declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1)
declare void @llvm.nvvm.exit()
@s = internal addrspace(3) global [256 x i32] undef, align 4
)";

class BarrierTest : public SimtTest {};

TEST_F(BarrierTest, SharedMemoryIsExchanged) {
  auto V = values(100, R"(
  %a = getelementptr i32, ptr addrspace(3) @s, i64 %t
  store i32 %tid, ptr addrspace(3) %a, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %o = sub i64 99, %t
  %b = getelementptr i32, ptr addrspace(3) @s, i64 %o
  %r = load i32, ptr addrspace(3) %b, align 4)",
                  Declarations);
  for (int32_t I = 0; I != 100; ++I)
    EXPECT_EQ(V[I], 99 - I);
}

TEST_F(BarrierTest, Reductions) {
  auto V = values(40, R"(
  %c = icmp ult i32 %tid, 3
  %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %c)
  %a = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %c)
  %o = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %c)
  %a2 = zext i1 %a to i32
  %o2 = zext i1 %o to i32
  %a3 = mul i32 %a2, 100
  %o3 = mul i32 %o2, 1000
  %s1 = add i32 %n, %a3
  %r = add i32 %s1, %o3)",
                  Declarations);
  EXPECT_EQ(V, std::vector<int32_t>(40, 1003));
}

TEST_F(BarrierTest, EndedThreadsAreNotWaitedFor) {
  auto V = values(64, R"(
  %c = icmp uge i32 %tid, 10
  br i1 %c, label %leave, label %stay
leave:
  call void @llvm.nvvm.exit()
  br label %stay
stay:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %r = add i32 %tid, 1)",
                  Declarations);
  EXPECT_EQ(V[9], 10);
  EXPECT_EQ(V[10], 0);
}

TEST_F(BarrierTest, EarlyReturnReleasesTheRest) {
  load(std::string("declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()") +
       Declarations + R"(
define ptx_kernel void @k() {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ne i32 %tid, 0
  br i1 %c, label %leave, label %stay
stay:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %leave
leave:
  ret void
})");
  EXPECT_TRUE(run(64, {}).completed());
}

TEST_F(BarrierTest, ProducerArrivesConsumerWaits) {
  auto V = values(64, R"(
  %c = icmp ult i32 %tid, 32
  br i1 %c, label %produce, label %consume
produce:
  %a = getelementptr i32, ptr addrspace(3) @s, i64 %t
  store i32 %tid, ptr addrspace(3) %a, align 4
  call void @llvm.nvvm.barrier.cta.arrive.count(i32 1, i32 64)
  br label %join
consume:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 64)
  %o = sub i64 63, %t
  %b = getelementptr i32, ptr addrspace(3) @s, i64 %o
  %v = load i32, ptr addrspace(3) %b, align 4
  br label %join
join:
  %r = phi i32 [ -1, %produce ], [ %v, %consume ])",
                  Declarations);
  EXPECT_EQ(V[32], 31);
  EXPECT_EQ(V[63], 0);
}

TEST_F(BarrierTest, DivergentBarriersDeadlock) {
  loadKernel("", R"(
  %c = icmp ult i32 %tid, 8
  br i1 %c, label %one, label %two
one:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 32)
  br label %join
two:
  call void @llvm.nvvm.barrier.cta.sync.count(i32 2, i32 32)
  br label %join
join:)",
             Declarations);
  Result R = run(64, {});
  // Barrier 2 is complete with 32 of the 56; then 8 and 24 wait for ever.
  ASSERT_EQ(R.Kind, Outcome::Deadlock);
  EXPECT_NE(R.Message.find("barrier 1 (8 of 32 arrived)"), std::string::npos)
      << R.Message;
  EXPECT_NE(R.Message.find("barrier 2 (24 of 32 arrived)"), std::string::npos)
      << R.Message;
}

TEST_F(BarrierTest, SpinningOnSharedMemoryMakesProgress) {
  load(std::string("declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()") +
       Declarations + R"(
define ptx_kernel void @k(ptr %flag) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %tid, 31
  br i1 %c, label %set, label %wait
set:
  store volatile i32 1, ptr %flag, align 4
  ret void
wait:
  %v = load volatile i32, ptr %flag, align 4
  %d = icmp eq i32 %v, 1
  br i1 %d, label %out, label %wait
out:
  ret void
})");
  DevicePtr Flag = buffer<int32_t>({0});
  EXPECT_TRUE(run(32, {scalarArgument(Flag)}).completed());
}

TEST_F(BarrierTest, ClusterSharesItsMemory) {
  load(R"(
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cluster.arrive()
declare void @llvm.nvvm.barrier.cluster.wait()
declare ptr @llvm.nvvm.mapa(ptr, i32)
@s = internal addrspace(3) global i32 undef, align 4
define ptx_kernel void @k(ptr %out) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %mine = add i32 %b, 10
  store i32 %mine, ptr addrspace(3) @s, align 4
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  %other = xor i32 %rank, 1
  %p = call ptr @llvm.nvvm.mapa(ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 %other)
  %v = load i32, ptr %p, align 4
  %i = zext i32 %b to i64
  %o = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %o, align 4
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  ret void
})");
  DevicePtr Out = D.allocate(16, "out");
  LaunchConfig Config;
  Config.Grid = {4, 1, 1};
  Config.Cluster = {2, 1, 1};
  Result R = M->launch("k", Config, {scalarArgument(Out)});
  ASSERT_TRUE(R.completed()) << R.Message;
  EXPECT_EQ(read<int32_t>(Out, 4), (std::vector<int32_t>{11, 10, 13, 12}));
}

TEST_F(BarrierTest, MbarrierPhases) {
  auto V = values(4, R"(
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %init, label %ready
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 4)
  br label %ready
ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = getelementptr i32, ptr addrspace(3) @s, i64 %t
  store i32 %tid, ptr addrspace(3) %a, align 4
  %token = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  br label %wait
wait:
  %done = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %token)
  br i1 %done, label %go, label %wait
go:
  %o = xor i64 %t, 3
  %b = getelementptr i32, ptr addrspace(3) @s, i64 %o
  %r = load i32, ptr addrspace(3) %b, align 4)",
                  std::string(Declarations) + R"(
@bar = internal addrspace(3) global i64 undef, align 8
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), i64)
)");
  EXPECT_EQ(V, (std::vector<int32_t>{3, 2, 1, 0}));
}

} // namespace
