//===- BFloatTest.cpp - conversions to bfloat, and arithmetic on it
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <cmath>

using namespace tilechecks::simt;

namespace {

class BFloatTest : public SimtTest {
protected:
  /// Bits of a bfloat made of %x (float), %d (double) and %h (the bfloat 1.5)
  /// by \p Body as `bfloat %r`.
  uint32_t bits(const std::string &Body, double X,
                const std::string &Rest = "") {
    loadKernel("ptr %out, float %x, double %d, i16 %hb",
               "  %h = bitcast i16 %hb to bfloat\n" + Body +
                   "\n  %i = bitcast bfloat %r to i16"
                   "\n  store i16 %i, ptr %out, align 2",
               Rest);
    DevicePtr Out = D.allocate(2, "out");
    Result R = run(1, {scalarArgument(Out), scalarArgument(float(X)),
                       scalarArgument(X), scalarArgument<uint16_t>(0x3fc0)});
    EXPECT_TRUE(R.completed()) << R.Message;
    return read<uint16_t>(Out, 1)[0];
  }
};

TEST_F(BFloatTest, TruncationRoundsToNearestEven) {
  const char *Trunc = "  %r = fptrunc float %x to bfloat";
  EXPECT_EQ(bits(Trunc, 1.0), 0x3f80u);
  EXPECT_EQ(bits(Trunc, 1.0 + 0x1p-8), 0x3f80u);           // tie, even below
  EXPECT_EQ(bits(Trunc, 1.0 + 0x3p-8), 0x3f82u);           // tie, even above
  EXPECT_EQ(bits(Trunc, 1.0 + 0x1p-8 + 0x1p-20), 0x3f81u); // above the tie
  EXPECT_EQ(bits(Trunc, 3.4e38), 0x7f80u);                 // to infinity
  EXPECT_EQ(bits(Trunc, -0x1p-130), 0x8008u);              // subnormal
  EXPECT_EQ(bits(Trunc, NAN), 0x7fffu);
  const char *Double = "  %r = fptrunc double %d to bfloat";
  EXPECT_EQ(bits(Double, 1.0 + 0x1p-8 + 0x1p-40), 0x3f81u); // not twice rounded
  EXPECT_EQ(bits(Double, 1.0 + 0x1p-8), 0x3f80u);
  EXPECT_EQ(bits(Double, NAN), 0x7fffu);
}

TEST_F(BFloatTest, Conversions) {
  const char *Rest = "declare bfloat @llvm.nvvm.f2bf16.rn(float)\n"
                     "declare bfloat @llvm.nvvm.f2bf16.rz(float)\n"
                     "declare bfloat @llvm.nvvm.f2bf16.rn.relu(float)\n";
  double X = 1.0 + 0x3p-9; // 1.005859375: up to nearest
  EXPECT_EQ(bits("  %r = call bfloat @llvm.nvvm.f2bf16.rn(float %x)", X, Rest),
            0x3f81u);
  EXPECT_EQ(bits("  %r = call bfloat @llvm.nvvm.f2bf16.rz(float %x)", X, Rest),
            0x3f80u);
  EXPECT_EQ(
      bits("  %r = call bfloat @llvm.nvvm.f2bf16.rn.relu(float %x)", -X, Rest),
      0u);
}

TEST_F(BFloatTest, PairHasItsFirstOperandAbove) {
  auto Pair = [&](const char *Mode, const char *Element) {
    std::string Name = std::string("@llvm.nvvm.ff2bf16x2.") + Mode;
    return bits("  %p = call <2 x bfloat> " + Name +
                    "(float %x, float 2.0)\n"
                    "  %r = extractelement <2 x bfloat> %p, i32 " +
                    Element,
                1.0 + 0x3p-9,
                "declare <2 x bfloat> " + Name + "(float, float)\n");
  };
  EXPECT_EQ(Pair("rn", "0"), 0x4000u);
  EXPECT_EQ(Pair("rn", "1"), 0x3f81u);
  EXPECT_EQ(Pair("rz", "1"), 0x3f80u);
}

TEST_F(BFloatTest, Arithmetic) {
  EXPECT_EQ(bits("  %r = fadd bfloat %h, %h", 0), 0x4040u); // 3
  EXPECT_EQ(bits("  %e = fpext bfloat %h to float\n  %m = fmul float %e, %x\n"
                 "  %r = fptrunc float %m to bfloat",
                 2),
            0x4040u);
  EXPECT_EQ(bits("  %r = call bfloat @llvm.nvvm.fma.rn.bf16(bfloat %h, bfloat "
                 "%h, bfloat %h)",
                 0,
                 "declare bfloat @llvm.nvvm.fma.rn.bf16(bfloat, bfloat, "
                 "bfloat)\n"),
            0x4070u); // 3.75
  EXPECT_EQ(bits(R"(
  %v0 = insertelement <2 x bfloat> zeroinitializer, bfloat %h, i32 0
  %v = call <2 x bfloat> @llvm.nvvm.fmax.bf16x2(<2 x bfloat> %v0, <2 x bfloat> zeroinitializer)
  %w = call <2 x bfloat> @llvm.nvvm.fma.rn.bf16x2(<2 x bfloat> %v, <2 x bfloat> %v, <2 x bfloat> %v)
  %r = extractelement <2 x bfloat> %w, i32 0)",
                 0,
                 "declare <2 x bfloat> @llvm.nvvm.fmax.bf16x2(<2 x bfloat>, <2 "
                 "x bfloat>)\ndeclare <2 x bfloat> "
                 "@llvm.nvvm.fma.rn.bf16x2(<2 x bfloat>, <2 x bfloat>, <2 x "
                 "bfloat>)\n"),
            0x4070u);
  EXPECT_EQ(bits("  %r = call bfloat @llvm.nvvm.ex2.approx.ftz.bf16(bfloat "
                 "%h)",
                 0, "declare bfloat @llvm.nvvm.ex2.approx.ftz.bf16(bfloat)\n"),
            0x4035u); // 2.828
}

TEST_F(BFloatTest, InlineAssemblyOfTheHeaders) {
  EXPECT_EQ(bits("  %i0 = call i16 asm \"{ cvt.rn.bf16.f32 $0, $1;}\", "
                 "\"=h,f\"(float %x)\n  %r = bitcast i16 %i0 to bfloat",
                 1.0 + 0x3p-9),
            0x3f81u);
  EXPECT_EQ(bits("  %p = call i32 asm \"{ cvt.rn.bf16x2.f32 $0, $1, $2;}\", "
                 "\"=r,f,f\"(float %x, float 2.0)\n"
                 "  %u = lshr i32 %p, 16\n  %i0 = trunc i32 %u to i16\n"
                 "  %r = bitcast i16 %i0 to bfloat",
                 1.0 + 0x3p-9),
            0x3f81u);
  EXPECT_EQ(bits("  %f = call float asm \"{ cvt.f32.bf16 $0, $1;}\", "
                 "\"=f,h\"(i16 %hb)\n  %r = fptrunc float %f to bfloat",
                 0),
            0x3fc0u);
}

} // namespace
