//===- ArithmeticTest.cpp - no flag is believed, nothing is undefined
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tilechecks::simt;

namespace {

class ArithmeticTest : public SimtTest {};

// The clamp that clang deletes at -O3 when nsw is believed: with wrap-around
// the sum is negative, is clamped to 0, and the store is in range.
TEST_F(ArithmeticTest, NswClampWrapsAndIsKept) {
  loadKernel("ptr %x, i32 %a, i32 %b, i32 %e", R"(
  %ga = icmp sge i32 %a, 0
  call void @llvm.assume(i1 %ga)
  %gb = icmp sge i32 %b, 0
  call void @llvm.assume(i1 %gb)
  %i = add nsw i32 %a, %b
  %neg = icmp slt i32 %i, 0
  %j0 = select i1 %neg, i32 0, i32 %i
  %em = add nsw i32 %e, -1
  %j = call i32 @llvm.smin.i32(i32 %j0, i32 %em)
  %w = zext nneg i32 %j to i64
  %p = getelementptr inbounds nuw float, ptr %x, i64 %w
  store float 1.0, ptr %p, align 4)",
             "declare void @llvm.assume(i1)\n"
             "declare i32 @llvm.smin.i32(i32, i32)\n");
  DevicePtr X = buffer<float>({0, 0, 0, 0});
  Result R = run(1, {scalarArgument(X), scalarArgument<int32_t>(0x7fffffff),
                     scalarArgument<int32_t>(2), scalarArgument<int32_t>(4)});
  EXPECT_TRUE(R.completed()) << R.Message;
  EXPECT_EQ(read<float>(X, 4), (std::vector<float>{1, 0, 0, 0}));
}

// What clang leaves of it: the clamp is gone, the wrapped sum is used.
TEST_F(ArithmeticTest, DeletedClampIsCaught) {
  loadKernel("ptr %x, i32 %a, i32 %b", R"(
  %i = add nuw nsw i32 %a, %b
  %w = zext nneg i32 %i to i64
  %p = getelementptr inbounds nuw float, ptr %x, i64 %w
  store float 1.0, ptr %p, align 4)");
  DevicePtr X = buffer<float>({0, 0, 0, 0});
  Result R = run(1, {scalarArgument(X), scalarArgument<int32_t>(0x7fffffff),
                     scalarArgument<int32_t>(2)});
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.Address, X + 4 * uint64_t(0x80000001u));
}

TEST_F(ArithmeticTest, RangeAttributesAreNotBelieved) {
  // %tid is below 1024 by the intrinsic's range; %r is not, by anyone's.
  auto V = values(2,
                  "  %v = call i32 @id(i32 %tid)\n"
                  "  %c = icmp ult i32 %v, 100\n"
                  "  %r = zext i1 %c to i32\n",
                  "define internal range(i32 0, 100) i32 @id(i32 noundef "
                  "range(i32 0, 100) %v) memory(none) speculatable {\n"
                  "  %w = add nuw nsw i32 %v, 99\n  ret i32 %w\n}\n");
  EXPECT_EQ(V, (std::vector<int32_t>{1, 0}));
}

TEST_F(ArithmeticTest, DivisionByZeroAndOverflow) {
  auto Of = [&](const char *Op, int32_t X, int32_t Y) {
    loadKernel("ptr %out, i32 %x, i32 %y",
               std::string("  %r = ") + Op +
                   " i32 %x, %y\n  store i32 %r, ptr %out, align 4");
    DevicePtr Out = buffer<int32_t>({77});
    EXPECT_TRUE(
        run(1, {scalarArgument(Out), scalarArgument(X), scalarArgument(Y)})
            .completed());
    return read<int32_t>(Out, 1)[0];
  };
  EXPECT_EQ(Of("udiv", 7, 0), -1);
  EXPECT_EQ(Of("sdiv", 7, 0), -1);
  EXPECT_EQ(Of("urem", 7, 0), 7);
  EXPECT_EQ(Of("srem", 7, 0), 7);
  EXPECT_EQ(Of("sdiv", INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(Of("srem", INT32_MIN, -1), 0);
  EXPECT_EQ(Of("sdiv", -7, 2), -3);
  EXPECT_EQ(Of("srem", -7, 2), -1);
  EXPECT_EQ(Of("sdiv exact", -7, 2), -3);
  EXPECT_EQ(Of("shl", 1, 32), 0);
  EXPECT_EQ(Of("shl", 1, 31), INT32_MIN);
  EXPECT_EQ(Of("shl nsw nuw", 3, 31), INT32_MIN);
  EXPECT_EQ(Of("lshr", -1, 40), 0);
  EXPECT_EQ(Of("ashr", -8, 40), -1);
  EXPECT_EQ(Of("ashr exact", -7, 1), -4);
}

TEST_F(ArithmeticTest, ConversionsSaturate) {
  auto Of = [&](const char *Op, float X) {
    loadKernel("ptr %out, float %x",
               std::string("  %r = ") + Op +
                   " float %x to i32\n  store i32 %r, ptr %out, align 4");
    DevicePtr Out = buffer<int32_t>({77});
    EXPECT_TRUE(run(1, {scalarArgument(Out), scalarArgument(X)}).completed());
    return read<int32_t>(Out, 1)[0];
  };
  EXPECT_EQ(Of("fptosi", 1e20f), INT32_MAX);
  EXPECT_EQ(Of("fptosi", -1e20f), INT32_MIN);
  EXPECT_EQ(Of("fptoui", -3.0f), 0);
  EXPECT_EQ(Of("fptosi", -3.7f), -3);
}

TEST_F(ArithmeticTest, UnreachableIsReported) {
  load(R"(
define ptx_kernel void @k(i32 %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %fine, label %never
fine:
  ret void
never:
  unreachable
})");
  EXPECT_TRUE(run(1, {scalarArgument<int32_t>(0)}).completed());
  Result R = run(1, {scalarArgument<int32_t>(1)});
  ASSERT_EQ(R.Kind, Outcome::Trapped);
  EXPECT_FALSE(R.HasCheck);
  EXPECT_NE(R.Message.find("unreachable"), std::string::npos);
}

} // namespace
