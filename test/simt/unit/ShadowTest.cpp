//===- ShadowTest.cpp - accesses outside every object are seen
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tilechecks::simt;

namespace {

/// A store of one float at element %i of %p.
class ShadowTest : public SimtTest {
protected:
  void loadStore() {
    loadKernel("ptr %p, i64 %i", R"(
  %a = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %a, align 4)");
  }
  Result store(DevicePtr P, int64_t I) {
    return run(1, {scalarArgument(P), scalarArgument(I)});
  }
};

TEST_F(ShadowTest, LastElementIsInside) {
  loadStore();
  DevicePtr P = buffer<float>({1, 2, 3, 4});
  EXPECT_TRUE(store(P, 3).completed());
  EXPECT_EQ(read<float>(P, 4)[3], 1.0f);
}

TEST_F(ShadowTest, OneElementPastTheEnd) {
  loadStore();
  DevicePtr P = buffer<float>({1, 2, 3, 4}, "x");
  Result R = store(P, 4);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.Kind, AccessKind::Write);
  EXPECT_EQ(R.Shadow.SizeBytes, 4u);
  EXPECT_EQ(R.Shadow.Address, P + 16);
  EXPECT_EQ(R.Shadow.NearestBuffer, "x");
  EXPECT_EQ(R.Shadow.NearestSizeBytes, 16u);
  EXPECT_EQ(R.Shadow.OffsetInNearest, 16);
}

TEST_F(ShadowTest, OneElementBefore) {
  loadStore();
  Result R = store(buffer<float>({1, 2}, "x"), -1);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.OffsetInNearest, -4);
}

TEST_F(ShadowTest, LastByteOutside) {
  loadStore();
  DevicePtr P = D.allocate(7, "seven");
  EXPECT_TRUE(store(P, 0).completed());
  EXPECT_EQ(store(P, 1).Kind, Outcome::ShadowHit);
}

TEST_F(ShadowTest, BetweenNeighbours) {
  loadStore();
  DevicePtr P = buffer<float>(std::vector<float>(64), "first");
  DevicePtr Q = buffer<float>(std::vector<float>(64), "second");
  ASSERT_GT(Q, P);
  int64_t Gap = int64_t(Q - P) / 4;
  for (int64_t I : {int64_t(64), Gap / 2, Gap - 1})
    EXPECT_EQ(store(P, I).Kind, Outcome::ShadowHit) << I;
  Result R = store(P, Gap - 1);
  EXPECT_EQ(R.Shadow.NearestBuffer, "second");
  EXPECT_EQ(R.Shadow.OffsetInNearest, -4);
}

TEST_F(ShadowTest, WildAddressesAreNotDereferenced) {
  loadStore();
  DevicePtr P = buffer<float>({1});
  for (int64_t I : {int64_t(1) << 31, -(int64_t(1) << 31), int64_t(1) << 40,
                    int64_t(1) << 61, INT64_MAX})
    EXPECT_EQ(store(P, I).Kind, Outcome::ShadowHit) << I;
  EXPECT_EQ(store(0, 0).Kind, Outcome::ShadowHit);
}

TEST_F(ShadowTest, HostMemoryIsNotDeviceMemory) {
  loadStore();
  float Host = 5;
  EXPECT_EQ(store(reinterpret_cast<DevicePtr>(&Host), 0).Kind,
            Outcome::ShadowHit);
  EXPECT_EQ(Host, 5);
}

TEST_F(ShadowTest, ReleasedBuffer) {
  loadStore();
  DevicePtr P = buffer<float>({1});
  ASSERT_TRUE(D.release(P));
  EXPECT_FALSE(D.release(P));
  EXPECT_EQ(store(P, 0).Kind, Outcome::ShadowHit);
}

TEST_F(ShadowTest, ReadOnlyBuffer) {
  loadStore();
  DevicePtr P = D.allocate(16, "constants", /*ReadOnly=*/true);
  Result R = store(P, 0);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_TRUE(R.Shadow.ReadOnly);
}

TEST_F(ShadowTest, MisalignedVector) {
  loadKernel("ptr %p", R"(
  %v = load <4 x float>, ptr %p, align 16
  store <4 x float> %v, ptr %p, align 16)");
  DevicePtr P = D.allocate(64, "x");
  EXPECT_TRUE(run(1, {scalarArgument(P)}).completed());
  Result R = run(1, {scalarArgument(P + 4)});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_TRUE(R.Shadow.Misaligned);
  EXPECT_EQ(R.Shadow.Kind, AccessKind::Read);
  EXPECT_EQ(run(1, {scalarArgument(P + 64)}).Kind, Outcome::ShadowHit);
}

TEST_F(ShadowTest, OddSizes) {
  loadKernel("ptr %p", "  %v = load <3 x float>, ptr %p, align 4");
  DevicePtr P = D.allocate(12, "x");
  // NVPTX reads three floats as they are: 12 bytes.
  EXPECT_TRUE(run(1, {scalarArgument(P)}).completed());
  EXPECT_EQ(run(1, {scalarArgument(P + 4)}).Kind, Outcome::ShadowHit);
}

TEST_F(ShadowTest, Atomics) {
  loadKernel("ptr %p, i64 %i", R"(
  %a = getelementptr i32, ptr %p, i64 %i
  %o = atomicrmw add ptr %a, i32 1 syncscope("block") monotonic
  %x = cmpxchg ptr %a, i32 7, i32 9 seq_cst seq_cst)");
  DevicePtr P = buffer<int32_t>({0});
  EXPECT_TRUE(
      run(10, {scalarArgument(P), scalarArgument<int64_t>(0)}).completed());
  EXPECT_EQ(read<int32_t>(P, 1)[0], 12); // 9 at the seventh, then three more
  Result R = run(1, {scalarArgument(P), scalarArgument<int64_t>(1)});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.Kind, AccessKind::Atomic);
}

TEST_F(ShadowTest, BlockCopies) {
  loadKernel("ptr %p, ptr %q, i64 %n", R"(
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %n, i1 false))",
             "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
             "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
  DevicePtr P = D.allocate(100, "p"), Q = D.allocate(96, "q");
  auto Copy = [&](int64_t N) {
    return run(1, {scalarArgument(P), scalarArgument(Q), scalarArgument(N)});
  };
  EXPECT_TRUE(Copy(0).completed());
  EXPECT_TRUE(Copy(96).completed());
  EXPECT_EQ(read<uint8_t>(Q, 96)[95], 1);
  EXPECT_EQ(Copy(97).Shadow.NearestBuffer, "q");
  EXPECT_EQ(Copy(101).Shadow.NearestBuffer, "p");
}

TEST_F(ShadowTest, StaticSharedVariablesAreApart) {
  loadKernel("i64 %i", R"(
  %a = getelementptr float, ptr addrspace(3) @s, i64 %i
  store float 1.0, ptr addrspace(3) %a, align 4
  store float 1.0, ptr addrspace(3) @r, align 4)",
             "@s = internal addrspace(3) global [8 x float] undef, align 4\n"
             "@r = internal addrspace(3) global [8 x float] undef, align 4\n");
  EXPECT_TRUE(run(1, {scalarArgument<int64_t>(7)}).completed());
  Result R = run(1, {scalarArgument<int64_t>(8)});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.NearestBuffer, "s");
  EXPECT_EQ(R.Shadow.OffsetInNearest, 32);
  EXPECT_EQ(run(1, {scalarArgument<int64_t>(-1)}).Kind, Outcome::ShadowHit);
}

TEST_F(ShadowTest, DynamicSharedHasTheLaunchsSize) {
  loadKernel("i64 %i", R"(
  %a = getelementptr float, ptr addrspacecast (ptr addrspace(3) @dyn to ptr), i64 %i
  store float 1.0, ptr %a, align 4)",
             "@dyn = external addrspace(3) global [0 x float], align 4\n");
  auto At = [&](int64_t I, uint32_t Bytes) {
    return run(1, {scalarArgument(I)}, 1, Bytes);
  };
  EXPECT_TRUE(At(15, 64).completed());
  Result R = At(16, 64);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.NearestBuffer, "dynamic shared memory");
  EXPECT_EQ(At(0, 0).Kind, Outcome::ShadowHit);
}

TEST_F(ShadowTest, LocalArrays) {
  loadKernel("i64 %i", R"(
  %l = alloca [4 x i32], align 4
  %a = getelementptr [4 x i32], ptr %l, i64 0, i64 %i
  store i32 1, ptr %a, align 4)");
  EXPECT_TRUE(run(4, {scalarArgument<int64_t>(3)}).completed());
  Result R = run(4, {scalarArgument<int64_t>(4)});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.NearestBuffer, "local variable");
  EXPECT_EQ(R.Shadow.NearestSizeBytes, 16u);
}

TEST_F(ShadowTest, LocalArrayAfterReturn) {
  loadKernel("", R"(
  %p = call ptr @f()
  %v = load i32, ptr %p, align 4)",
             R"(
define internal ptr @f() noinline {
  %l = alloca [4 x i32], align 4
  store i32 3, ptr %l, align 4
  ret ptr %l
})");
  EXPECT_EQ(run(1, {}).Kind, Outcome::ShadowHit);
}

TEST_F(ShadowTest, GlobalAndConstantVariables) {
  loadKernel("i64 %i", R"(
  %c = getelementptr [4 x i32], ptr addrspace(4) @c, i64 0, i64 %i
  %v = load i32, ptr addrspace(4) %c, align 4
  %g = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(1) @g to ptr), i64 0, i64 %i
  store i32 %v, ptr %g, align 4)",
             "@c = addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 "
             "4], align 4\n"
             "@g = addrspace(1) global [4 x i32] zeroinitializer, align 4\n");
  EXPECT_TRUE(run(1, {scalarArgument<int64_t>(2)}).completed());
  uint64_t Size = 0;
  DevicePtr G = M->global("g", &Size);
  EXPECT_EQ(Size, 16u);
  EXPECT_EQ(read<int32_t>(G, 4)[2], 3);
  Result R = run(1, {scalarArgument<int64_t>(4)});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.NearestBuffer, "c");
}

TEST_F(ShadowTest, ConstantMemoryIsNotWritable) {
  loadKernel("",
             "  store i32 1, ptr addrspacecast (ptr addrspace(4) @c to "
             "ptr), align 4",
             "@c = addrspace(4) externally_initialized global i32 0, align 4");
  Result R = run(1, {});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_TRUE(R.Shadow.ReadOnly);
}

TEST_F(ShadowTest, UndefinedVariableIsNamed) {
  loadKernel("", "  store i32 1, ptr addrspace(1) @elsewhere, align 4",
             "@elsewhere = external addrspace(1) global i32, align 4");
  Result R = run(1, {});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_NE(R.Message.find("elsewhere (not defined in this module)"),
            std::string::npos);
}

TEST_F(ShadowTest, PointersInInitialisers) {
  loadKernel("ptr %out", R"(
  %p = load ptr, ptr addrspace(1) @table, align 8
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %out, align 4)",
             "@x = addrspace(1) global [2 x i32] [i32 5, i32 6], align 4\n"
             "@table = addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr "
             "addrspace(1) getelementptr (i8, ptr addrspace(1) @x, i64 4) to "
             "ptr)], align 8\n");
  DevicePtr Out = buffer<int32_t>({0});
  EXPECT_TRUE(run(1, {scalarArgument(Out)}).completed());
  EXPECT_EQ(read<int32_t>(Out, 1)[0], 6);
}

TEST_F(ShadowTest, AccessorInAHeaderIsTheLineThatUsesIt) {
  load(R"(
define ptx_kernel void @k(ptr %p) !dbg !4 {
  store i32 1, ptr %p, align 4, !dbg !9
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "")
!2 = !DIFile(filename: "tensor.h", directory: "")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = distinct !DISubprogram(name: "get", file: !2, line: 90, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!8 = distinct !DILocation(line: 31, column: 3, scope: !4)
!9 = !DILocation(line: 91, column: 9, scope: !6, inlinedAt: !8)
)");
  Result R = run(1, {scalarArgument<DevicePtr>(0)});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Where.File, "k.cu");
  EXPECT_EQ(R.Where.Line, 31u);
}

TEST_F(ShadowTest, ThreadAndLineAreReported) {
  load(R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @k(ptr %p) !dbg !4 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %o = mul i32 %b, 4
  %s = add i32 %o, %t
  %i = sext i32 %s to i64
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %a, align 4, !dbg !6
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 12, column: 7, scope: !4)
)");
  DevicePtr P = D.allocate(4 * 6, "x");
  Result R = run(4, {scalarArgument(P)}, 2);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Block.X, 1u);
  EXPECT_EQ(R.Thread.X, 2u);
  EXPECT_EQ(R.Where.File, "k.cu");
  EXPECT_EQ(R.Where.Line, 12u);
}

} // namespace
