//===- IntrinsicsTest.cpp - special registers, math, memory intrinsics
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <cmath>

using namespace tilechecks::simt;

namespace {

class IntrinsicsTest : public SimtTest {
protected:
  /// One float result of `call float @NAME(ARGS)`; ARGS name %x, %y.
  float f32(const std::string &Name, const std::string &Types,
            const std::string &Arguments, float X = 0, float Y = 0) {
    loadKernel("ptr %out, float %x, float %y",
               "  %r = call float @" + Name + "(" + Arguments +
                   ")\n  store float %r, ptr %out, align 4",
               "declare float @" + Name + "(" + Types + ")\n");
    if (!M)
      return NAN;
    DevicePtr Out = buffer<float>({NAN});
    Result R =
        run(1, {scalarArgument(Out), scalarArgument(X), scalarArgument(Y)});
    EXPECT_TRUE(R.completed()) << R.Message;
    return read<float>(Out, 1)[0];
  }
  float unary(const std::string &Name, float X) {
    return f32(Name, "float", "float %x", X);
  }
  float binary(const std::string &Name, float X, float Y) {
    return f32(Name, "float, float", "float %x, float %y", X, Y);
  }
  int32_t i32(const std::string &Name, const std::string &Types,
              const std::string &Arguments) {
    auto V = values(1, "  %r = call i32 @" + Name + "(" + Arguments + ")",
                    "declare i32 @" + Name + "(" + Types + ")\n");
    return V.empty() ? 0 : V[0];
  }
};

TEST_F(IntrinsicsTest, SpecialRegisters) {
  load(R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare i64 @llvm.nvvm.read.ptx.sreg.clock64()
declare i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
define ptx_kernel void @k(ptr %out) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %bz = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %gz = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %warp = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %lt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %c = call i64 @llvm.nvvm.read.ptx.sreg.clock64()
  %g = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
  %last.x = icmp eq i32 %tx, 19
  %last.y = icmp eq i32 %ty, 2
  %last.z = icmp eq i32 %bz, 4
  %l1 = and i1 %last.x, %last.y
  %l2 = and i1 %l1, %last.z
  br i1 %l2, label %write, label %done
write:
  store i32 %nx, ptr %out
  %p1 = getelementptr i32, ptr %out, i64 1
  store i32 %ny, ptr %p1
  %p2 = getelementptr i32, ptr %out, i64 2
  store i32 %gz, ptr %p2
  %p3 = getelementptr i32, ptr %out, i64 3
  store i32 %lane, ptr %p3
  %p4 = getelementptr i32, ptr %out, i64 4
  store i32 %warp, ptr %p4
  %p5 = getelementptr i32, ptr %out, i64 5
  store i32 %size, ptr %p5
  %p6 = getelementptr i32, ptr %out, i64 6
  store i32 %lt, ptr %p6
  br label %done
done:
  ret void
})");
  DevicePtr Out = D.allocate(28, "out");
  LaunchConfig Config;
  Config.Grid = {1, 2, 5};
  Config.Block = {20, 3, 1};
  Result R = M->launch("k", Config, {scalarArgument(Out)});
  ASSERT_TRUE(R.completed()) << R.Message;
  // Thread (19, 2) is number 59: lane 27 of warp 1.
  EXPECT_EQ(read<int32_t>(Out, 7),
            (std::vector<int32_t>{20, 3, 5, 27, 1, 32, (1 << 27) - 1}));
}

TEST_F(IntrinsicsTest, Approximations) {
  EXPECT_NEAR(unary("llvm.nvvm.ex2.approx.f32", 3.0f), 8.0f, 1e-5);
  EXPECT_NEAR(unary("llvm.nvvm.ex2.approx.ftz.f32", -1.0f), 0.5f, 1e-6);
  EXPECT_NEAR(unary("llvm.nvvm.lg2.approx.f", 8.0f), 3.0f, 1e-5);
  EXPECT_NEAR(unary("llvm.nvvm.sin.approx.f", 1.0f), std::sin(1.0f), 1e-5);
  EXPECT_NEAR(unary("llvm.nvvm.cos.approx.ftz.f", 1.0f), std::cos(1.0f), 1e-5);
  EXPECT_NEAR(unary("llvm.nvvm.rsqrt.approx.f", 4.0f), 0.5f, 1e-6);
  EXPECT_NEAR(unary("llvm.nvvm.rsqrt.approx.ftz.f", 16.0f), 0.25f, 1e-6);
  EXPECT_NEAR(unary("llvm.tanh.f32", 1.0f), std::tanh(1.0f), 1e-6);
  EXPECT_NEAR(unary("llvm.nvvm.rcp.approx.ftz.f", 4.0f), 0.25f, 1e-6);
  EXPECT_NEAR(unary("llvm.nvvm.sqrt.approx.f", 9.0f), 3.0f, 1e-6);
  EXPECT_NEAR(binary("llvm.nvvm.div.approx.f", 1.0f, 4.0f), 0.25f, 1e-6);
  EXPECT_NEAR(binary("llvm.nvvm.div.full", 1.0f, 8.0f), 0.125f, 1e-6);
}

TEST_F(IntrinsicsTest, RoundingModes) {
  float Third = 1.0f / 3.0f; // rounds up
  EXPECT_EQ(binary("llvm.nvvm.div.rn.f", 1, 3), Third);
  EXPECT_EQ(binary("llvm.nvvm.div.rz.f", 1, 3), std::nextafter(Third, 0.0f));
  EXPECT_EQ(binary("llvm.nvvm.div.rp.f", 1, 3), Third);
  EXPECT_EQ(binary("llvm.nvvm.add.rm.f", 1.0f, -1e-10f),
            std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(unary("llvm.nvvm.rcp.rn.f", 2.0f), 0.5f);
  EXPECT_EQ(unary("llvm.nvvm.sqrt.rn.f", 16.0f), 4.0f);
  EXPECT_EQ(f32("llvm.nvvm.fma.rn.f", "float, float, float",
                "float %x, float %y, float %x", 2, 3),
            8.0f);
  EXPECT_EQ(unary("llvm.nvvm.saturate.f", 7.0f), 1.0f);
  EXPECT_EQ(unary("llvm.nvvm.round.f", 2.5f), 2.0f);
  EXPECT_EQ(unary("llvm.nvvm.floor.ftz.f", -2.5f), -3.0f);
}

TEST_F(IntrinsicsTest, MinimumAndMaximum) {
  EXPECT_EQ(binary("llvm.nvvm.fmax.f", 1, 2), 2);
  EXPECT_EQ(binary("llvm.nvvm.fmin.f", NAN, 2), 2);
  EXPECT_TRUE(std::isnan(binary("llvm.nvvm.fmin.nan.f", NAN, 2)));
  EXPECT_EQ(binary("llvm.nvvm.fmax.xorsign.abs.f", -5, 2), -5);
}

TEST_F(IntrinsicsTest, Integers) {
  EXPECT_EQ(i32("llvm.nvvm.mulhi.ui", "i32, i32", "i32 -1, i32 -1"), -2);
  EXPECT_EQ(i32("llvm.nvvm.mulhi.i", "i32, i32", "i32 -1, i32 5"), -1);
  EXPECT_EQ(i32("llvm.nvvm.mul24.ui", "i32, i32", "i32 16777217, i32 5"), 5);
  EXPECT_EQ(i32("llvm.nvvm.sad.i", "i32, i32, i32", "i32 3, i32 -4, i32 1"), 8);
  EXPECT_EQ(i32("llvm.nvvm.prmt", "i32, i32, i32",
                "i32 287454020, i32 1432778632, i32 29524"),
            // selector 0x7354: bytes 4, 5, 3, 7 of 0x55667788_11223344
            0x55117788);
  EXPECT_EQ(i32("llvm.nvvm.idp4a.s.s", "i32, i32, i32",
                "i32 16843009, i32 -1, i32 10"),
            6);
  EXPECT_EQ(
      i32("llvm.nvvm.fshl.clamp.i32", "i32, i32, i32", "i32 1, i32 -1, i32 40"),
      -1);
}

TEST_F(IntrinsicsTest, Conversions) {
  auto V = values(1, R"(
  %a = call i32 @llvm.nvvm.f2i.rn(float 2.5)
  %b = call i32 @llvm.nvvm.f2ui.rz(float -3.0)
  %c = call i32 @llvm.nvvm.d2i.rm(double 1.0e300)
  %d = call double @llvm.nvvm.lohi.i2d(i32 0, i32 1074266112)
  %e = fptosi double %d to i32
  %f = call i32 @llvm.nvvm.d2i.hi(double 3.0)
  %f1 = lshr i32 %f, 16
  %h = add i32 %a, %b
  %c1 = lshr i32 %c, 24
  %i = add i32 %h, %c1
  %j = add i32 %i, %e
  %r = add i32 %j, %f1)",
                  "declare i32 @llvm.nvvm.f2i.rn(float)\n"
                  "declare i32 @llvm.nvvm.f2ui.rz(float)\n"
                  "declare i32 @llvm.nvvm.d2i.rm(double)\n"
                  "declare double @llvm.nvvm.lohi.i2d(i32, i32)\n"
                  "declare i32 @llvm.nvvm.d2i.hi(double)\n");
  EXPECT_EQ(V[0], 2 + 0 + 0x7f + 3 + 0x4008);
}

TEST_F(IntrinsicsTest, LibdeviceThatWasNotLinked) {
  EXPECT_NEAR(unary("__nv_expf", 1.0f), std::exp(1.0f), 1e-5);
  EXPECT_NEAR(binary("__nv_powf", 2.0f, 10.0f), 1024.0f, 1e-3);
}

TEST_F(IntrinsicsTest, HalfPrecision) {
  auto V = values(1, R"(
  %h = fptrunc float 1.5 to half
  %g = fadd half %h, 0xH3C00
  %f = fpext half %g to float
  %b = fptrunc float %f to bfloat
  %c = fpext bfloat %b to float
  %d = fmul float %c, 2.0
  %r = fptosi float %d to i32)");
  EXPECT_EQ(V[0], 5);
}

TEST_F(IntrinsicsTest, NvvmAtomics) {
  loadKernel("ptr %p", R"(
  %a = call i32 @llvm.nvvm.atomic.inc.gen.i.cta.i32.p0(ptr %p, i32 2)
  %q = getelementptr float, ptr %p, i64 1
  %b = call float @llvm.nvvm.atomic.add.gen.f.sys.f32.p0(ptr %q, float 1.5)
  %s = getelementptr i32, ptr %p, i64 2
  %c = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %s, i32 0, i32 9)
  %u = getelementptr i32, ptr %p, i64 3
  %d = atomicrmw udec_wrap ptr %u, i32 5 monotonic)",
             "declare i32 @llvm.nvvm.atomic.inc.gen.i.cta.i32.p0(ptr, i32)\n"
             "declare float @llvm.nvvm.atomic.add.gen.f.sys.f32.p0(ptr, "
             "float)\n"
             "declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr, i32, "
             "i32)\n");
  DevicePtr P = D.allocate(16, "p");
  Result R = run(4, {scalarArgument(P)});
  ASSERT_TRUE(R.completed()) << R.Message;
  auto V = read<int32_t>(P, 4);
  EXPECT_EQ(V[0], 1); // 0 1 2 0 1
  EXPECT_EQ(read<float>(P + 4, 1)[0], 6.0f);
  EXPECT_EQ(V[2], 9);
  EXPECT_EQ(V[3], 2); // 0 5 4 3 2
}

TEST_F(IntrinsicsTest, AsyncCopyZeroFills) {
  loadKernel("ptr %g, ptr %out, i32 %n", R"(
  %a = addrspacecast ptr %g to ptr addrspace(1)
  call void @llvm.nvvm.cp.async.ca.shared.global.16.s(ptr addrspace(3) @s, ptr addrspace(1) %a, i32 %n)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  %v = load <4 x i32>, ptr addrspace(3) @s, align 16
  store <4 x i32> %v, ptr %out, align 16)",
             "@s = internal addrspace(3) global [4 x i32] undef, align 16\n"
             "declare void @llvm.nvvm.cp.async.ca.shared.global.16.s(ptr "
             "addrspace(3), ptr addrspace(1), i32)\n"
             "declare void @llvm.nvvm.cp.async.commit.group()\n"
             "declare void @llvm.nvvm.cp.async.wait.group(i32)\n");
  DevicePtr G = buffer<int32_t>({1, 2, 3});
  DevicePtr Out = D.allocate(16, "out");
  Result R = run(
      1, {scalarArgument(G), scalarArgument(Out), scalarArgument<int32_t>(12)});
  ASSERT_TRUE(R.completed()) << R.Message;
  EXPECT_EQ(read<int32_t>(Out, 4), (std::vector<int32_t>{1, 2, 3, 0}));
  EXPECT_EQ(run(1, {scalarArgument(G), scalarArgument(Out),
                    scalarArgument<int32_t>(16)})
                .Kind,
            Outcome::ShadowHit);
}

TEST_F(IntrinsicsTest, SpacesAndSharedIntegers) {
  auto V = values(1, R"(
  %l = alloca i32, align 4
  %g = addrspacecast ptr addrspace(3) @s to ptr
  %a = call i1 @llvm.nvvm.isspacep.shared(ptr %g)
  %b = call i1 @llvm.nvvm.isspacep.local(ptr %l)
  %c = call i1 @llvm.nvvm.isspacep.global(ptr %out)
  %d = call i1 @llvm.nvvm.isspacep.shared(ptr %out)
  %n = ptrtoint ptr addrspace(3) @s to i32
  %m = add i32 %n, 4
  %p = inttoptr i32 %m to ptr addrspace(3)
  store i32 8, ptr addrspace(3) %p, align 4
  %a1 = zext i1 %a to i32
  %b1 = zext i1 %b to i32
  %c1 = zext i1 %c to i32
  %d1 = zext i1 %d to i32
  %v0 = getelementptr i32, ptr %g, i64 1
  %v = load i32, ptr %v0, align 4
  %s1 = add i32 %a1, %b1
  %s2 = add i32 %s1, %c1
  %s3 = add i32 %s2, %v
  %d2 = mul i32 %d1, 100
  %r = add i32 %s3, %d2)",
                  "@s = internal addrspace(3) global [4 x i32] undef\n"
                  "declare i1 @llvm.nvvm.isspacep.shared(ptr)\n"
                  "declare i1 @llvm.nvvm.isspacep.local(ptr)\n"
                  "declare i1 @llvm.nvvm.isspacep.global(ptr)\n");
  EXPECT_EQ(V[0], 11);
}

TEST_F(IntrinsicsTest, PrintfFormats) {
  std::string Printed;
  Options O;
  O.Print = [&](std::string_view Text) { Printed += Text; };
  Device Printing(O);
  std::string Error;
  auto Code = Module::loadBuffer(Printing, R"(
target triple = "nvptx64-nvidia-cuda"
@f = internal addrspace(1) constant [17 x i8] c"%d %5.2f %s%%\0A\00\00\00"
@s = internal addrspace(1) constant [3 x i8] c"hi\00"
declare i32 @vprintf(ptr, ptr)
define ptx_kernel void @k() {
  %a = alloca {i32, double, ptr}, align 8
  store i32 -7, ptr %a
  %b = getelementptr i8, ptr %a, i64 8
  store double 2.5, ptr %b
  %c = getelementptr i8, ptr %a, i64 16
  store ptr addrspacecast (ptr addrspace(1) @s to ptr), ptr %c
  %r = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @f to ptr), ptr %a)
  ret void
})",
                                 "test", Error);
  ASSERT_TRUE(Code) << Error;
  Result R = Code->launch("k", {}, {});
  EXPECT_TRUE(R.completed()) << R.Message;
  EXPECT_EQ(Printed, "-7  2.50 hi%\n");
}

TEST_F(IntrinsicsTest, DeviceHeap) {
  loadKernel("i64 %i", R"(
  %p = call ptr @malloc(i64 16)
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %a, align 4
  call void @free(ptr %p))",
             "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n");
  EXPECT_TRUE(run(3, {scalarArgument<int64_t>(3)}).completed());
  EXPECT_EQ(run(1, {scalarArgument<int64_t>(4)}).Shadow.NearestBuffer,
            "device heap block");
}

} // namespace
