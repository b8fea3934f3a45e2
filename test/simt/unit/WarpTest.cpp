//===- WarpTest.cpp - shuffles, votes, match, redux
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tilechecks::simt;

namespace {

constexpr const char *Declarations = R"(
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
declare {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.uni.sync(i32, i1)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32, i32)
declare {i32, i1} @llvm.nvvm.elect.sync(i32)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.redux.sync.min(i32, i32)
declare i32 @llvm.nvvm.redux.sync.umin(i32, i32)
declare i32 @llvm.nvvm.redux.sync.xor(i32, i32)
declare i32 @llvm.nvvm.activemask()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.exit()
)";

class WarpTest : public SimtTest {
protected:
  std::vector<int32_t> lanes(const std::string &Body, uint32_t Threads = 32) {
    return values(Threads, Body, Declarations);
  }
};

TEST_F(WarpTest, ShuffleDown) {
  auto V = lanes("  %r = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 "
                 "%tid, i32 3, i32 31)");
  for (int32_t I = 0; I != 32; ++I)
    EXPECT_EQ(V[I], I + 3 < 32 ? I + 3 : I);
}

TEST_F(WarpTest, ShuffleUpInSegmentsOfEight) {
  // c = clamp 0, segment mask 0b11000.
  auto V = lanes("  %r = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 "
                 "%tid, i32 2, i32 6144)");
  for (int32_t I = 0; I != 32; ++I)
    EXPECT_EQ(V[I], I % 8 >= 2 ? I - 2 : I);
}

TEST_F(WarpTest, ShuffleIndexBroadcasts) {
  auto V = lanes("  %r = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 "
                 "%tid, i32 5, i32 31)");
  EXPECT_EQ(V, std::vector<int32_t>(32, 5));
}

TEST_F(WarpTest, ButterflyOfFloats) {
  auto V = lanes(R"(
  %f = uitofp i32 %tid to float
  %g = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %f, i32 1, i32 31)
  %r = fptosi float %g to i32)");
  for (int32_t I = 0; I != 32; ++I)
    EXPECT_EQ(V[I], I ^ 1);
}

TEST_F(WarpTest, PredicateSaysInRange) {
  auto V = lanes(R"(
  %p = call {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %tid, i32 30, i32 31)
  %q = extractvalue {i32, i1} %p, 1
  %r = zext i1 %q to i32)");
  EXPECT_EQ(V[1], 1);
  EXPECT_EQ(V[2], 0);
}

TEST_F(WarpTest, DeadLaneReadsZero) {
  auto V = lanes(R"(
  %c = icmp eq i32 %tid, 7
  br i1 %c, label %leave, label %stay
leave:
  call void @llvm.nvvm.exit()
  br label %stay
stay:
  %v = add i32 %tid, 100
  %r = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 7, i32 31))");
  for (int32_t I = 0; I != 32; ++I)
    EXPECT_EQ(V[I], 0);
}

TEST_F(WarpTest, PartialLastWarp) {
  auto V =
      lanes("  %r = call i32 @llvm.nvvm.redux.sync.add(i32 1, i32 -1)", 40);
  EXPECT_EQ(V[0], 32);
  EXPECT_EQ(V[39], 8);
}

TEST_F(WarpTest, Votes) {
  auto V = lanes(R"(
  %c = icmp ult i32 %tid, 4
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %c)
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)
  %uni = call i1 @llvm.nvvm.vote.uni.sync(i32 -1, i1 %c)
  %all1 = zext i1 %all to i32
  %any1 = zext i1 %any to i32
  %uni1 = zext i1 %uni to i32
  %any2 = shl i32 %any1, 8
  %uni2 = shl i32 %uni1, 9
  %all2 = shl i32 %all1, 10
  %s1 = or i32 %b, %any2
  %s2 = or i32 %s1, %uni2
  %r = or i32 %s2, %all2)");
  EXPECT_EQ(V, std::vector<int32_t>(32, 0x10f));
}

TEST_F(WarpTest, MatchElectRedux) {
  auto V = lanes(R"(
  %h = lshr i32 %tid, 4
  %m = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %h)
  %p = call {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %h)
  %pm = extractvalue {i32, i1} %p, 0
  %e = call {i32, i1} @llvm.nvvm.elect.sync(i32 -1)
  %ep = extractvalue {i32, i1} %e, 1
  %e1 = zext i1 %ep to i32
  %x = call i32 @llvm.nvvm.redux.sync.xor(i32 %tid, i32 -1)
  %neg = sub i32 0, %tid
  %mi = call i32 @llvm.nvvm.redux.sync.min(i32 %neg, i32 -1)
  %um = call i32 @llvm.nvvm.redux.sync.umin(i32 %neg, i32 -1)
  %s1 = add i32 %m, %pm
  %s2 = add i32 %s1, %e1
  %s3 = add i32 %s2, %x
  %s4 = add i32 %s3, %mi
  %r = add i32 %s4, %um)");
  EXPECT_EQ(V[0], 0xffff + 1 - 31);
  EXPECT_EQ(V[1], 0xffff - 31);
  EXPECT_EQ(V[16], int32_t(0xffff0000u) - 31);
}

TEST_F(WarpTest, DivergentHalvesUseTheirOwnMasks) {
  auto V = lanes(R"(
  %c = icmp ult i32 %tid, 16
  br i1 %c, label %low, label %high
low:
  %a = call i32 @llvm.nvvm.redux.sync.add(i32 %tid, i32 65535)
  br label %join
high:
  %b = call i32 @llvm.nvvm.redux.sync.add(i32 1, i32 -65536)
  br label %join
join:
  %v = phi i32 [ %a, %low ], [ %b, %high ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %r = add i32 %v, 0)");
  EXPECT_EQ(V[0], 120);
  EXPECT_EQ(V[31], 16);
}

TEST_F(WarpTest, ActiveMaskIsTheConvergedLanes) {
  auto V = lanes(R"(
  %c = icmp ult i32 %tid, 5
  br i1 %c, label %low, label %join
low:
  %a = call i32 @llvm.nvvm.activemask()
  br label %join
join:
  %r = phi i32 [ %a, %low ], [ 0, %0 ])");
  EXPECT_EQ(V[0], 31);
  EXPECT_EQ(V[4], 31);
}

TEST_F(WarpTest, MissingLaneDeadlocks) {
  loadKernel("", R"(
  %c = icmp ult i32 %tid, 16
  br i1 %c, label %low, label %high
low:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %join
high:
  %b = call i32 @llvm.nvvm.redux.sync.add(i32 1, i32 -1)
  br label %join
join:)",
             Declarations);
  Result R = run(32, {});
  ASSERT_EQ(R.Kind, Outcome::Deadlock);
  EXPECT_NE(R.Message.find("16 thread(s)"), std::string::npos);
  EXPECT_NE(R.Message.find("bar.warp.sync with mask 0xffffffff"),
            std::string::npos);
  EXPECT_NE(R.Message.find("redux.sync"), std::string::npos);
}

TEST_F(WarpTest, LaneOutsideItsMask) {
  loadKernel("", "  call void @llvm.nvvm.bar.warp.sync(i32 1)", Declarations);
  Result R = run(2, {});
  ASSERT_EQ(R.Kind, Outcome::Deadlock);
  EXPECT_NE(R.Message.find("does not name it"), std::string::npos);
}

} // namespace
