//===- TrapTest.cpp - failed checks, traps, asserts, unsupported
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tilechecks::simt;

namespace {

class TrapTest : public SimtTest {};

TEST_F(TrapTest, FailureCodeIsRecorded) {
  loadKernel("i64 %n", R"(
  %c = icmp slt i64 %t, %n
  br i1 %c, label %ok, label %bad
bad:
  call void asm sideeffect "// tilechecks: fail 7 index=$0 extent=$1\0A\09trap;", "l,l"(i64 %t, i64 %n)
  unreachable
ok:)");
  EXPECT_TRUE(run(4, {scalarArgument<int64_t>(4)}).completed());
  Result R = run(8, {scalarArgument<int64_t>(5)}, 2);
  ASSERT_EQ(R.Kind, Outcome::Trapped);
  ASSERT_TRUE(R.HasCheck);
  EXPECT_EQ(R.Check.Id, 7u);
  EXPECT_EQ(R.Check.Index, 5);
  EXPECT_EQ(R.Check.Extent, 5);
  EXPECT_EQ(R.Thread.X, 5u);
  EXPECT_EQ(R.Block.X, 0u);
}

TEST_F(TrapTest, LaunchCheckOfTheSelfContainedBody) {
  loadKernel("", R"(
  call void asm sideeffect "// tilechecks: fail 1073741826 index=$0 extent=$1\0A\09trap;", "l,l"(i64 -1, i64 3)
  unreachable
dead:)");
  Result R = run(1, {});
  ASSERT_TRUE(R.HasCheck);
  EXPECT_EQ(R.Check.Id, 0x40000002u);
  EXPECT_EQ(R.Check.Index, -1);
}

TEST_F(TrapTest, FailureCallBeforeTheLastPass) {
  loadKernel("", "  call void @tc.fail(i32 3, i64 9, i64 8)",
             "declare void @tc.fail(i32, i64, i64)\n");
  Result R = run(1, {});
  ASSERT_TRUE(R.HasCheck);
  EXPECT_EQ(R.Check.Id, 3u);
}

/// A kernel whose failures go on to code of their own: thread 5 of n fails.
std::string recording(const char *End) {
  return std::string(R"(
  %c = icmp slt i64 %t, %n
  br i1 %c, label %ok, label %bad
bad:
  call void asm sideeffect "// tilechecks: fail 7 index=$0 extent=$1 line=3", "l,l"(i64 %t, i64 %n)
  %o = atomicrmw add ptr %p, i32 1 monotonic
  call void asm sideeffect ")") +
         End + R"(", ""()
  unreachable
ok:)";
}

TEST_F(TrapTest, TrapBehindARecordTellsTheCheck) {
  loadKernel("i64 %n, ptr %p", recording("trap;"));
  DevicePtr P = buffer<int32_t>({0});
  Result R = run(8, {scalarArgument<int64_t>(5), scalarArgument(P)}, 2);
  ASSERT_EQ(R.Kind, Outcome::Trapped);
  ASSERT_TRUE(R.HasCheck);
  EXPECT_EQ(R.Check.Id, 7u);
  EXPECT_EQ(R.Check.Index, 5);
  EXPECT_EQ(R.Thread.X, 5u);
  EXPECT_EQ(read<int32_t>(P, 1)[0], 1);
}

TEST_F(TrapTest, ThreadThatLeavesBehindARecordIsNoViolation) {
  loadKernel("i64 %n, ptr %p", recording("exit;"));
  DevicePtr P = buffer<int32_t>({0});
  Result R = run(8, {scalarArgument<int64_t>(5), scalarArgument(P)}, 2);
  EXPECT_TRUE(R.completed()) << R.Message;
  EXPECT_FALSE(R.HasCheck);
  EXPECT_EQ(read<int32_t>(P, 1)[0], 6);
}

TEST_F(TrapTest, PlainTrapsHaveNoRecord) {
  for (const char *Body :
       {"  call void @llvm.trap()", "  call void asm sideeffect \"trap;\", "
                                    "\"\"()"}) {
    loadKernel("", Body, "declare void @llvm.trap()\n");
    Result R = run(1, {});
    EXPECT_EQ(R.Kind, Outcome::Trapped);
    EXPECT_FALSE(R.HasCheck);
  }
}

TEST_F(TrapTest, DeviceAssert) {
  loadKernel("", R"(
  call void @__assertfail(ptr addrspacecast (ptr addrspace(1) @m to ptr), ptr addrspacecast (ptr addrspace(1) @f to ptr), i32 12, ptr addrspacecast (ptr addrspace(1) @m to ptr), i64 1))",
             "@m = internal addrspace(1) constant [6 x i8] c\"n > 0\\00\"\n"
             "@f = internal addrspace(1) constant [5 x i8] c\"a.cu\\00\"\n"
             "declare void @__assertfail(ptr, ptr, i32, ptr, i64)\n");
  Result R = run(1, {});
  ASSERT_EQ(R.Kind, Outcome::Trapped);
  EXPECT_NE(R.Message.find("a.cu:12"), std::string::npos);
  EXPECT_NE(R.Message.find("`n > 0`"), std::string::npos);
}

TEST_F(TrapTest, FirstViolationEndsTheLaunch) {
  loadKernel("ptr %p", R"(
  %o = atomicrmw add ptr %p, i32 1 monotonic
  %c = icmp eq i32 %tid, 2
  br i1 %c, label %bad, label %ok
bad:
  call void @llvm.trap()
  unreachable
ok:)",
             "declare void @llvm.trap()\n");
  DevicePtr P = buffer<int32_t>({0});
  Result R = run(32, {scalarArgument(P)}, 4);
  EXPECT_EQ(R.Kind, Outcome::Trapped);
  EXPECT_EQ(read<int32_t>(P, 1)[0], 3);
}

TEST_F(TrapTest, UnsupportedIsNamedWhenReached) {
  loadKernel("i32 %x", R"(
  %c = icmp eq i32 %x, 0
  br i1 %c, label %ok, label %bad
bad:
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  br label %ok
ok:)",
             "declare void @llvm.nvvm.wgmma.fence.sync.aligned()\n");
  EXPECT_TRUE(run(1, {scalarArgument<int32_t>(0)}).completed());
  Result R = run(1, {scalarArgument<int32_t>(1)});
  ASSERT_EQ(R.Kind, Outcome::Unsupported);
  EXPECT_EQ(R.Unsupported, "llvm.nvvm.wgmma.fence.sync.aligned");
}

TEST_F(TrapTest, UndefinedFunctionIsNamed) {
  loadKernel("", "  call void @tilechecks_marker()",
             "declare void @tilechecks_marker()\n");
  Result R = run(1, {});
  ASSERT_EQ(R.Kind, Outcome::Unsupported);
  EXPECT_NE(R.Unsupported.find("tilechecks_marker"), std::string::npos);
}

TEST_F(TrapTest, UnknownAssemblyIsNamed) {
  loadKernel("", "  call void asm sideeffect \"tcgen05.fence::before_thread_"
                 "sync;\", \"\"()");
  Result R = run(1, {});
  ASSERT_EQ(R.Kind, Outcome::Unsupported);
  EXPECT_NE(R.Unsupported.find("tcgen05.fence"), std::string::npos);
}

TEST_F(TrapTest, EndlessLoopIsStopped) {
  Options O;
  O.StepBudget = 10'000'000;
  Device Small(O);
  std::string Error;
  auto Code = Module::loadBuffer(Small, R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() {
  br label %loop
loop:
  br label %loop
})",
                                 "test", Error);
  ASSERT_TRUE(Code) << Error;
  Result R = Code->launch("k", {}, {});
  EXPECT_EQ(R.Kind, Outcome::Timeout);
}

TEST_F(TrapTest, EndlessGridIsStopped) {
  for (const char *Body : {"", "  call void @llvm.nvvm.bar.warp.sync(i32 1)"}) {
    Options O;
    O.SecondsBudget = 0.2;
    Device Small(O);
    std::string Error;
    auto Code = Module::loadBuffer(
        Small,
        std::string("target triple = \"nvptx64-nvidia-cuda\"\n"
                    "declare void @llvm.nvvm.bar.warp.sync(i32)\n"
                    "define ptx_kernel void @k() {\n") +
            Body + "\n  ret void\n}\n",
        "test", Error);
    ASSERT_TRUE(Code) << Error;
    LaunchConfig Config;
    Config.Grid = {0x7fffffff, 65535, 1};
    EXPECT_EQ(Code->launch("k", Config, {}).Kind, Outcome::Timeout);
  }
}

TEST_F(TrapTest, RunawayRecursionIsStopped) {
  loadKernel("", "  %v = call i32 @f(i32 1)", R"(
define internal i32 @f(i32 %n) noinline {
  %m = add i32 %n, 1
  %v = call i32 @f(i32 %m)
  %w = add i32 %v, %n
  ret i32 %w
})");
  Result R = run(1, {});
  ASSERT_EQ(R.Kind, Outcome::Trapped);
  EXPECT_NE(R.Message.find("stack overflow"), std::string::npos);
}

} // namespace
