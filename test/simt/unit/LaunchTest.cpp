//===- LaunchTest.cpp - loading, parameters, by-value structs
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tilechecks::simt;

namespace {

class LaunchTest : public SimtTest {};

constexpr const char *TensorKernel = R"(
%tensor = type { ptr, i32, i32 }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(float %a, ptr byval(%tensor) align 8 %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pe = getelementptr inbounds %tensor, ptr %x, i32 0, i32 1
  %e = load i32, ptr %pe, align 8
  %c = icmp slt i32 %t, %e
  br i1 %c, label %in, label %out
in:
  %d = load ptr, ptr %x, align 8
  %i = sext i32 %t to i64
  %p = getelementptr float, ptr %d, i64 %i
  store float %a, ptr %p, align 4
  store i32 0, ptr %pe, align 4
  br label %out
out:
  ret void
}
)";

struct Tensor {
  DevicePtr Data;
  int32_t Extents[2];
};

TEST_F(LaunchTest, ByValueStructIsEachThreadsOwn) {
  load(TensorKernel);
  const Kernel *K = M->kernel("k");
  ASSERT_TRUE(K);
  ASSERT_EQ(K->Params.size(), 2u);
  EXPECT_TRUE(K->Params[1].ByValue);
  EXPECT_EQ(K->Params[1].Offset, 8u);
  EXPECT_EQ(K->Params[1].SizeBytes, 16u);
  EXPECT_EQ(K->Params[1].Align, 8u);
  DevicePtr P = D.allocate(5 * 4, "x");
  Tensor X = {P, {5, 0}};
  Result R = run(32, {scalarArgument(2.0f), scalarArgument(X)}, 2);
  ASSERT_TRUE(R.completed()) << R.Message;
  EXPECT_EQ(R.ThreadsRun, 64u);
  EXPECT_EQ(read<float>(P, 5), std::vector<float>(5, 2.0f));
}

TEST_F(LaunchTest, ParameterOverrunIsSeen) {
  loadKernel("ptr byval(%s) align 4 \"nvvm.grid_constant\" %x, i64 %i", R"(
  %p = getelementptr i32, ptr %x, i64 %i
  %v = load i32, ptr %p, align 4)",
             "%s = type { i32, i32 }\n");
  uint64_t Eight = 8;
  auto At = [&](int64_t I) {
    return run(1, {scalarArgument(Eight), scalarArgument(I)});
  };
  EXPECT_TRUE(At(1).completed());
  EXPECT_EQ(At(2).Shadow.NearestBuffer, "kernel parameter 0");
}

TEST_F(LaunchTest, GridConstantIsNotWritable) {
  loadKernel("ptr byval(i32) align 4 \"nvvm.grid_constant\" %x",
             "  store i32 1, ptr %x, align 4");
  EXPECT_TRUE(run(1, {scalarArgument<int32_t>(1)}).Shadow.ReadOnly);
}

TEST_F(LaunchTest, ByValueCallsCopy) {
  load(R"(
%s = type { i32, i32 }
define internal void @f(ptr byval(%s) align 4 %x) noinline {
  store i32 99, ptr %x, align 4
  ret void
}
define ptx_kernel void @k(ptr %out) {
  %l = alloca %s, align 4
  store i32 1, ptr %l, align 4
  call void @f(ptr byval(%s) align 4 %l)
  %v = load i32, ptr %l, align 4
  store i32 %v, ptr %out, align 4
  ret void
})");
  DevicePtr Out = buffer<int32_t>({0});
  ASSERT_TRUE(run(1, {scalarArgument(Out)}).completed());
  EXPECT_EQ(read<int32_t>(Out, 1)[0], 1);
}

TEST_F(LaunchTest, CallsThroughPointers) {
  load(R"(
@table = addrspace(1) constant [2 x ptr] [ptr @one, ptr @two], align 8
define internal i32 @one() { ret i32 1 }
define internal i32 @two() { ret i32 2 }
define ptx_kernel void @k(ptr %out, i64 %i) {
  %p = getelementptr [2 x ptr], ptr addrspace(1) @table, i64 0, i64 %i
  %f = load ptr, ptr addrspace(1) %p, align 8
  %v = call i32 %f()
  store i32 %v, ptr %out, align 4
  ret void
})");
  DevicePtr Out = buffer<int32_t>({0});
  ASSERT_TRUE(
      run(1, {scalarArgument(Out), scalarArgument<int64_t>(1)}).completed());
  EXPECT_EQ(read<int32_t>(Out, 1)[0], 2);
}

TEST_F(LaunchTest, OldAnnotationsNameKernels) {
  load(R"(
define void @k() { ret void }
define void @helper() { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
)");
  ASSERT_EQ(M->kernels().size(), 1u);
  EXPECT_EQ(M->kernels()[0].Symbol, "k");
  EXPECT_TRUE(run(1, {}).completed());
}

TEST_F(LaunchTest, ImpossibleLaunchesAreRefused) {
  load(TensorKernel);
  EXPECT_EQ(run(1, {}).Kind, Outcome::InvalidLaunch);
  Tensor X{};
  EXPECT_EQ(run(1, {scalarArgument(2.0), scalarArgument(X)}).Kind,
            Outcome::InvalidLaunch);
  std::vector<ArgumentBytes> Good = {scalarArgument(2.0f), scalarArgument(X)};
  EXPECT_EQ(run(1025, Good).Kind, Outcome::InvalidLaunch);
  EXPECT_EQ(run(0, Good).Kind, Outcome::InvalidLaunch);
  EXPECT_EQ(M->launch("none", {}, {}).Kind, Outcome::InvalidLaunch);
  LaunchConfig Odd;
  Odd.Grid = {3, 1, 1};
  Odd.Cluster = {2, 1, 1};
  EXPECT_EQ(M->launch("k", Odd, Good).Kind, Outcome::InvalidLaunch);
}

TEST_F(LaunchTest, GridOfNoBlocksDoesNothing) {
  load(TensorKernel);
  Tensor X{};
  LaunchConfig Config;
  Config.Grid = {0, 1, 1};
  Result R = M->launch("k", Config, {scalarArgument(2.0f), scalarArgument(X)});
  EXPECT_TRUE(R.completed());
  EXPECT_EQ(R.ThreadsRun, 0u);
}

TEST_F(LaunchTest, BadInputIsAnError) {
  std::string Error;
  EXPECT_FALSE(Module::loadFile(D, "/nonexistent.ll", Error));
  EXPECT_NE(Error.find("/nonexistent.ll"), std::string::npos);
  Error.clear();
  EXPECT_FALSE(Module::loadBuffer(D, "this is no IR", "t", Error));
  EXPECT_FALSE(Error.empty());
  Error.clear();
  EXPECT_FALSE(Module::loadBuffer(
      D, "target triple = \"x86_64-unknown-linux-gnu\"\n", "t", Error));
  EXPECT_NE(Error.find("not device IR"), std::string::npos);
}

TEST_F(LaunchTest, ManyLaunchesLeaveNothingBehind) {
  load(TensorKernel);
  DevicePtr P = D.allocate(4, "x");
  Tensor X = {P, {1, 0}};
  for (int I = 0; I != 200; ++I)
    ASSERT_TRUE(
        run(64, {scalarArgument(float(I)), scalarArgument(X)}).completed());
  EXPECT_EQ(read<float>(P, 1)[0], 199.0f);
}

} // namespace
