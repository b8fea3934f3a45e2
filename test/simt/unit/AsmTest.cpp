//===- AsmTest.cpp - inline PTX
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tilechecks::simt;

namespace {

class AsmTest : public SimtTest {
protected:
  int32_t one(const std::string &Body, const std::string &Rest = "") {
    auto V = values(1, Body, Rest);
    return V.empty() ? INT32_MIN : V[0];
  }
};

TEST_F(AsmTest, Arithmetic) {
  EXPECT_EQ(one("%r = call i32 asm \"add.s32 $0, $1, $2;\", \"=r,r,r\"(i32 3, "
                "i32 4)"),
            7);
  EXPECT_EQ(one("%r = call i32 asm \"bfind.shiftamt.u32 $0, $1;\", "
                "\"=r,r\"(i32 1)"),
            31);
  EXPECT_EQ(one("%r = call i32 asm \"shf.l.wrap.b32 $0, $1, $2, $3;\", "
                "\"=r,r,r,r\"(i32 -2147483648, i32 1, i32 1)"),
            3);
  EXPECT_EQ(one("%r = call i32 asm \"lop3.b32 $0, $1, $2, $3, 0x96;\", "
                "\"=r,r,r,r\"(i32 5, i32 3, i32 1)"),
            5 ^ 3 ^ 1);
  EXPECT_EQ(one("%f = call float asm \"rcp.approx.ftz.f32 $0,$1;\", "
                "\"=f,f\"(float 0.25)\n%r = fptosi float %f to i32"),
            4);
}

TEST_F(AsmTest, CarryChainAndTwoResults) {
  EXPECT_EQ(one(R"(
  %p = call {i32, i32} asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 -1, i32 2, i32 5)
  %lo = extractvalue {i32, i32} %p, 0
  %hi = extractvalue {i32, i32} %p, 1
  %h2 = mul i32 %hi, 1000
  %r = add i32 %lo, %h2)"),
            3 + 2000); // 0x1fffffffe + 5 = 0x2_00000003
}

TEST_F(AsmTest, PredicatesAndBranches) {
  EXPECT_EQ(one(R"(
  %r = call i32 asm "{ .reg .pred p; .reg .u32 n; mov.u32 n, 0; mov.u32 $0, 0; LOOP: add.u32 $0, $0, 2; add.u32 n, n, 1; setp.lt.u32 p, n, $1; @p bra LOOP; }", "=&r,r"(i32 5))"),
            10);
  EXPECT_EQ(one(R"(
  %r = call i32 asm "{ .reg .pred p; setp.ne.b32 p, $1, 0; selp.b32 $0, 11, 22, p; @!p mov.u32 $0, 33; }", "=r,r"(i32 0))"),
            33);
}

TEST_F(AsmTest, TiedOperand) {
  EXPECT_EQ(one("%r = call i32 asm \"add.u32 $0, $0, $2;\", \"=r,0,r\"(i32 40, "
                "i32 2)"),
            42);
}

TEST_F(AsmTest, SpecialRegister) {
  auto V = values(40, "%r = call i32 asm \"mov.u32 $0, %laneid;\", \"=r\"()");
  EXPECT_EQ(V[39], 7);
}

TEST_F(AsmTest, LoadsAndStoresAreChecked) {
  loadKernel("ptr %p", R"(
  %v = call {i32, i32} asm sideeffect "ld.global.nc.v2.u32 {$0, $1}, [$2+8];", "=r,=r,l"(ptr %p)
  %a = extractvalue {i32, i32} %v, 1
  call void asm sideeffect "st.global.u32 [$0], $1;", "l,r"(ptr %p, i32 %a))");
  DevicePtr P = buffer<int32_t>({1, 2, 3, 4});
  EXPECT_TRUE(run(1, {scalarArgument(P)}).completed());
  EXPECT_EQ(read<int32_t>(P, 1)[0], 4);
  EXPECT_EQ(run(1, {scalarArgument(P + 8)}).Kind, Outcome::ShadowHit);
}

TEST_F(AsmTest, SharedAddressIn32Bits) {
  EXPECT_EQ(one(R"(
  %n = ptrtoint ptr addrspace(3) @s to i32
  call void asm sideeffect "st.shared.u32 [$0], $1;", "r,r"(i32 %n, i32 17)
  %r = load i32, ptr addrspace(3) @s, align 4)",
                "@s = internal addrspace(3) global i32 undef\n"),
            17);
}

TEST_F(AsmTest, AsyncCopy) {
  EXPECT_EQ(one(R"(
  store i32 21, ptr %out, align 4
  %n = ptrtoint ptr addrspace(3) @s to i32
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2, $3;", "r,l,n,r"(i32 %n, ptr %out, i32 4, i32 4)
  call void asm sideeffect "cp.async.commit_group;", ""()
  call void asm sideeffect "cp.async.wait_group $0;", "n"(i32 0)
  %v = load i32, ptr addrspace(3) @s, align 4
  %r = add i32 %v, 1)",
                "@s = internal addrspace(3) global i32 undef\n"),
            22);
}

TEST_F(AsmTest, BarrierAndExit) {
  auto V = values(64, R"(
  %c = icmp uge i32 %tid, 40
  br i1 %c, label %leave, label %stay
leave:
  call void asm sideeffect "exit;", ""()
  unreachable
stay:
  call void asm sideeffect "bar.sync 0;", "~{memory}"()
  %r = add i32 %tid, 1)");
  EXPECT_EQ(V[39], 40);
  EXPECT_EQ(V[40], 0);
}

} // namespace
