// The checks that a load stands behind: the header's own addresses, and what only looks like one.
#include "ParseIr.h"

#include "emission/Proven.h"

#include "llvm/IR/InstIterator.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tilechecks;

namespace {

/// Of the load named %v in a kernel over two tensors of rank 2: {data, extents} by value.
size_t checksOf(const std::string &Body) {
  const std::string Text = R"(
%tensor = type { ptr, [2 x i32] }
@file = private constant [5 x i8] c"k.cu\00"
@shared = internal addrspace(3) global [64 x float] undef
declare i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32, i32, i32, ptr, i32, i32, ptr, i32, i32)
declare i32 @other(i32)
define void @f(ptr byval(%tensor) %x, ptr byval(%tensor) %y, i32 %i, i32 %j, ptr %raw) {
  %data = load ptr, ptr %x
  %again = load ptr, ptr %x
  %other = load ptr, ptr %y
  %pe0 = getelementptr i8, ptr %x, i64 8
  %e0 = load i32, ptr %pe0
  %pe1 = getelementptr i8, ptr %x, i64 12
  %e1 = load i32, ptr %pe1
)" + Body + "\n  ret void\n}\n";
  LLVMContext Context;
  std::unique_ptr<Module> M = parseIr(Text, Context);
  if (!M)
    return 0;
  Function &F = *M->getFunction("f");
  const front::ParamMemory Params(F);
  for (Instruction &I : instructions(F))
    if (I.getName() == "v")
      return emission::checksOf(cast<LoadInst>(I), Params).size();
  ADD_FAILURE() << "no load";
  return 0;
}

/// The result `Name` of a check of Index against Extent.
std::string check(const char *Name, const char *Index, const char *Extent, const char *Axis, const char *Kind = "0",
                  const char *Data = "%data", const char *Tile = "0") {
  return std::string("  ") + Name + " = call i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 " + Index + ", i32 " +
         Extent + ", i32 " + Tile + ", ptr " + Data + ", i32 " + Axis + ", i32 " + Kind + ", ptr @file, i32 1, i32 1)\n";
}

const std::string Both = check("%a", "%i", "%e0", "0") + check("%b", "%j", "%e1", "1");
const std::string Offset = Both + "  %row = mul i32 %a, %e1\n  %at = add i32 %row, %b\n  %wide = sext i32 %at to i64\n";

TEST(Proven, ElementsOfATensor) {
  EXPECT_EQ(checksOf(Offset + "%p = getelementptr float, ptr %data, i64 %wide\n%v = load float, ptr %p"), 2u);
  EXPECT_EQ(checksOf(Offset + "%p = getelementptr float, ptr %again, i64 %wide\n%v = load float, ptr %p"), 2u)
      << "the pointer is loaded anew for each use";
  EXPECT_EQ(checksOf(check("%a", "%i", "%e0", "0") + "%p = getelementptr float, ptr %data, i32 %a\n%v = load float, ptr %p"), 1u);
}

TEST(Proven, ElementsInSharedMemory) {
  EXPECT_EQ(checksOf("%s = addrspacecast ptr addrspace(3) @shared to ptr\n" + check("%a", "%i", "64", "0", "3", "%s") +
                     "%p = getelementptr float, ptr %s, i32 %a\n%v = load float, ptr %p"),
            1u);
}

TEST(Proven, NotAStepFurther) {
  EXPECT_EQ(checksOf(Offset + "%p = getelementptr float, ptr %data, i64 %wide\n%q = getelementptr float, ptr %p, i64 5\n"
                              "%v = load float, ptr %q"),
            0u);
}

TEST(Proven, NotMoreThanTheElement) {
  EXPECT_EQ(checksOf(Offset + "%p = getelementptr float, ptr %data, i64 %wide\n%v = load <4 x float>, ptr %p"), 0u);
}

TEST(Proven, NotOfAnotherTensor) {
  EXPECT_EQ(checksOf(Offset + "%p = getelementptr float, ptr %other, i64 %wide\n%v = load float, ptr %p"), 0u);
  EXPECT_EQ(checksOf(Offset + "%p = getelementptr float, ptr %raw, i64 %wide\n%v = load float, ptr %p"), 0u);
}

TEST(Proven, NotByAnIndexBesides) {
  EXPECT_EQ(checksOf(Both + "%row = mul i32 %a, %e1\n%at = add i32 %row, %j\n%p = getelementptr float, ptr %data, i32 %at\n"
                            "%v = load float, ptr %p"),
            0u)
      << "j itself, not what its check gave";
  EXPECT_EQ(checksOf(Both + "%at = shl i32 %a, 1\n%p = getelementptr float, ptr %data, i32 %at\n%v = load float, ptr %p"), 0u);
  EXPECT_EQ(checksOf(Both + "%at = sub i32 %a, %b\n%p = getelementptr float, ptr %data, i32 %at\n%v = load float, ptr %p"), 0u);
  EXPECT_EQ(checksOf(Both + "%w = call i32 @other(i32 %a)\n%p = getelementptr float, ptr %data, i32 %w\n%v = load float, ptr %p"), 0u);
}

TEST(Proven, NotByNoCheckAtAll) {
  EXPECT_EQ(checksOf("%p = getelementptr float, ptr %data, i32 3\n%v = load float, ptr %p"), 0u);
}

// Elements of tiles have a check more than their address uses; a vector's is of its last element.
TEST(Proven, NotOfTilesOrVectors) {
  for (const char *Kind : {"2", "1", "4"})
    EXPECT_EQ(checksOf(check("%a", "%i", "%e0", "0", Kind) + "%p = getelementptr float, ptr %data, i32 %a\n%v = load float, ptr %p"),
              0u)
        << Kind;
  EXPECT_EQ(checksOf(check("%a", "%i", "%e0", "0", "262144") + "%p = getelementptr float, ptr %data, i32 %a\n%v = load float, ptr %p"),
            0u)
      << "span 4";
  EXPECT_EQ(checksOf(check("%a", "%i", "%e0", "0", "0", "%data", "8") +
                     "%p = getelementptr float, ptr %data, i32 %a\n%v = load float, ptr %p"),
            0u)
      << "tiles of 8";
}

} // namespace
