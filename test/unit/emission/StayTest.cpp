// May a thread leave a kernel before its end: each row of Stay.def, and one case for each rule beside them.
#include "ParseIr.h"

#include "emission/Stay.h"


#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>

using namespace llvm;
using namespace tilechecks::emission;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::string whyOf(const std::string &Text) {
  LLVMContext Context;
  std::unique_ptr<Module> M = parseIr(Text, Context);
  if (!M)
    return "";
  return whyThreadsStay(*M->getFunction("k"));
}

std::string kernel(const std::string &Body, const std::string &Rest = "") {
  return "@g = external addrspace(1) global i32\n@s = external addrspace(3) global i64\n"
         "declare void @tc.fail(i32, i64, i64, i32)\n" +
         Rest + "\ndefine ptx_kernel void @k(i1 %c, i32 %n, ptr %p) {\n" + Body + "\n  ret void\n}\n";
}

std::string whyOfAssembly(const std::string &Text) {
  return whyOf(kernel("  call void asm sideeffect \"" + Text + "\", \"\"()"));
}

/// An intrinsic of the row, as clang makes it; "" where only inline PTX has it.
const std::map<std::string, std::pair<std::string, std::string>> Intrinsics = {
    {"Mbarrier", {"call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @s, i32 4)",
                  "declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)"}},
    {"ClusterBarrier", {"call void @llvm.nvvm.barrier.cluster.arrive()", "declare void @llvm.nvvm.barrier.cluster.arrive()"}},
    {"SharedOfOthers", {"call ptr @llvm.nvvm.mapa(ptr %p, i32 1)", "declare ptr @llvm.nvvm.mapa(ptr, i32)"}},
    {"Shuffle", {"call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %n, i32 1, i32 31)",
                 "declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)"}},
    {"Vote", {"call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)", "declare i1 @llvm.nvvm.vote.any.sync(i32, i1)"}},
    {"Match", {"call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %n)", "declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)"}},
    {"Redux", {"call i32 @llvm.nvvm.redux.sync.add(i32 %n, i32 -1)", "declare i32 @llvm.nvvm.redux.sync.add(i32, i32)"}},
    {"WarpBarrier", {"call void @llvm.nvvm.bar.warp.sync(i32 -1)", "declare void @llvm.nvvm.bar.warp.sync(i32)"}},
    {"ActiveMask", {"call i32 @llvm.nvvm.activemask()", "declare i32 @llvm.nvvm.activemask()"}},
    {"Elect", {"call {i32, i1} @llvm.nvvm.elect.sync(i32 -1)", "declare {i32, i1} @llvm.nvvm.elect.sync(i32)"}},
    {"Matrix", {"call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) @s)",
                "declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3))"}},
    {"TensorMemory", {"call void @llvm.nvvm.tcgen05.fence.before.thread.sync()",
                      "declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()"}},
    {"RegisterExchange", {"call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 128)",
                          "declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 immarg)"}},
    {"BulkCopy", {"call void @llvm.nvvm.cp.async.bulk.commit.group()", "declare void @llvm.nvvm.cp.async.bulk.commit.group()"}},
    {"CountedBarrier", {"call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)",
                        "declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)"}},
};

struct Row {
  const char *Name, *Prefixes, *Why;
};
const Row Rows[] = {
#define TC_STAY(Name, Prefixes, Why) {#Name, Prefixes, Why},
#include "emission/Stay.def"
};

TEST(Stay, each_row_as_intrinsic_and_as_inline_assembly) {
  EXPECT_EQ(Intrinsics.size(), std::size(Rows));
  for (const Row &R : Rows) {
    SCOPED_TRACE(R.Name);
    auto Sample = Intrinsics.find(R.Name);
    ASSERT_NE(Sample, Intrinsics.end());
    EXPECT_THAT(whyOf(kernel("  " + Sample->second.first, Sample->second.second)), HasSubstr(R.Why));
    SmallVector<StringRef> Prefixes;
    StringRef(R.Prefixes).split(Prefixes, '|');
    for (StringRef Prefix : Prefixes) {
      const std::string Opcode = Prefix.rtrim('.').str() + (Prefix.ends_with(".") ? ".b32" : "");
      EXPECT_EQ(whyOfAssembly("{ .reg .b32 r; add.u32 r, r, 1; @p " + Opcode + " r; }"), Opcode + ": " + R.Why);
    }
  }
}

TEST(Stay, what_a_thread_may_miss) {
  EXPECT_EQ(whyOf(kernel("")), "");
  EXPECT_EQ(whyOf(kernel("  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)",
                         "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent")),
            "");
  EXPECT_EQ(whyOf(kernel("  %v = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %c)",
                         "declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1) convergent")),
            "");
  EXPECT_EQ(whyOf(kernel("  call void @tc.fail(i32 0, i64 0, i64 0, i32 0)")), "");
  EXPECT_EQ(whyOf(kernel("  call i32 @vprintf(ptr %p, ptr %p)", "declare i32 @vprintf(ptr, ptr)")), "");
  for (const char *Text : {"", "// shfl.sync.b32\\0A add.s32 a, b, c;", "/* vote.any */ mov.u32 a, %laneid;", "bar.sync 0;",
                           "barrier.sync 3;", "bar.red.popc.u32 d, 0, p;", "ld.global.nc.v4.f32 {a, b, c, d}, [x];",
                           "cp.async.cg.shared.global [a], [b], 16;", "cp.async.wait_group 1;", "cp.async.wait_all;",
                           "cp.async.commit_group;", "fence.acq_rel.gpu;", "red.global.add.u32 [a], b;", "st.release.gpu.u32 [a], b;"})
    EXPECT_EQ(whyOfAssembly(Text), "") << Text;
}

TEST(Stay, barriers_in_assembly_that_count_threads) {
  for (const char *Text : {"bar.sync 1, 64;", "barrier.sync.aligned 1, 64;", "bar.red.popc.u32 d, 1, 64, p;"})
    EXPECT_THAT(whyOfAssembly(Text), HasSubstr("counts the threads")) << Text;
}

TEST(Stay, what_is_not_known) {
  EXPECT_THAT(whyOfAssembly("teleport.b32 a;"), StartsWith("teleport.b32: inline PTX that is not known"));
  EXPECT_THAT(whyOfAssembly("addressof.b32 a;"), HasSubstr("not known"));
  // A loop inside.
  EXPECT_THAT(whyOfAssembly("wait: ld.u32 a, [b]; @p bra wait;"), HasSubstr("not known"));
  EXPECT_THAT(whyOf(kernel("  call void @elsewhere()", "declare void @elsewhere()")),
              "elsewhere: the function is not in this unit");
  EXPECT_THAT(whyOf(kernel("  call void %p()")), StartsWith("a call by pointer"));
  EXPECT_THAT(whyOf(kernel("  call void @llvm.nvvm.warpgroup.novelty()", "declare void @llvm.nvvm.warpgroup.novelty() convergent")),
              HasSubstr("execute it together"));
}

TEST(Stay, what_a_helper_does_counts) {
  EXPECT_THAT(whyOf(kernel("  call void @helper()",
                           "define internal void @helper() {\n  call void asm sideeffect \"bar.warp.sync -1;\", \"\"()\n  ret void\n}")),
              HasSubstr("names lanes"));
}

std::string inLoop(const std::string &Wait) {
  return "  br label %loop\nloop:\n  " + Wait +
         "\n  %done = icmp eq i32 %v, 0\n  br i1 %done, label %end, label %loop\nend:";
}

TEST(Stay, a_loop_that_may_wait_on_memory) {
  for (const char *Wait : {"%v = load volatile i32, ptr %p", "%v = load atomic i32, ptr %p monotonic, align 4",
                           "%v = atomicrmw xchg ptr %p, i32 1 monotonic",
                           "%r = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic\n  %v = extractvalue {i32, i1} %r, 0",
                           "%v = call i32 asm sideeffect \"ld.acquire.gpu.u32 $0, [$1];\", \"=r,l\"(ptr %p)",
                           "%v = call i32 asm sideeffect \"ld.volatile.global.u32 $0, [$1];\", \"=r,l\"(ptr %p)",
                           "%v = call i32 asm sideeffect \"atom.global.exch.b32 $0, [$1], 1;\", \"=r,l\"(ptr %p)"}) {
    EXPECT_THAT(whyOf(kernel(inLoop(Wait))), HasSubstr("a loop may wait")) << Wait;
    // The same access outside a loop waits for nothing; in a helper it may be in one.
    EXPECT_EQ(whyOf(kernel("  " + std::string(Wait))), "") << Wait;
    EXPECT_THAT(whyOf(kernel("  call i32 @helper(ptr %p)",
                             "define internal i32 @helper(ptr %p) {\n  " + std::string(Wait) + "\n  ret i32 %v\n}")),
                HasSubstr("a loop may wait"))
        << Wait;
  }
}

TEST(Stay, an_atomic_access_whose_result_nobody_reads_is_no_wait) {
  EXPECT_EQ(whyOf(kernel(inLoop("atomicrmw add ptr %p, i32 1 monotonic\n  %v = load i32, ptr %p"))), "");
}

} // namespace
