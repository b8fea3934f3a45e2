//===- AsyncCopyTest.cpp - cp.async between its issue and its wait
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <set>

using namespace tilechecks::simt;

namespace {

constexpr const char *Declarations = R"(
@s = internal addrspace(3) global [256 x i32] undef, align 16
@bar = internal addrspace(3) global i64 undef, align 8
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.cp.async.wait.all()
declare void @llvm.nvvm.cp.async.mbarrier.arrive.shared(ptr addrspace(3))
declare void @llvm.nvvm.cp.async.mbarrier.arrive.noinc.shared(ptr addrspace(3))
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), i64)
declare i1 @llvm.nvvm.mbarrier.test.wait.parity.shared(ptr addrspace(3), i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.exit()
)";

class AsyncCopyTest : public SimtTest {
protected:
  CopyModel Model;

  /// Kernel `k(ptr %in, ptr %out)`; %g and %d are word %t of `in` and of @s.
  void loadCopy(const std::string &Body) {
    loadKernel("ptr %in, ptr %out", R"(
  %in1 = addrspacecast ptr %in to ptr addrspace(1)
  %g = getelementptr i32, ptr addrspace(1) %in1, i64 %t
  %d = getelementptr i32, ptr addrspace(3) @s, i64 %t
  %o = getelementptr i32, ptr %out, i64 %t
)" + Body,
               Declarations);
  }

  /// The words of `out` after a run on `in` = 100, 101, ...
  std::vector<int32_t> copies(uint32_t Threads, Result *Ended = nullptr,
                              uint32_t InWords = 256) {
    std::vector<int32_t> Words(InWords);
    for (uint32_t I = 0; I != InWords; ++I)
      Words[I] = 100 + int32_t(I);
    DevicePtr In = buffer(Words, "in");
    DevicePtr Out = D.allocate(4 * 256, "out");
    LaunchConfig Config;
    Config.Block = {Threads, 1, 1};
    Config.Copies = Model;
    Result R =
        M->launch("k", Config, {scalarArgument(In), scalarArgument(Out)});
    if (Ended)
      *Ended = R;
    else
      EXPECT_TRUE(R.completed()) << R.Message;
    auto V = read<int32_t>(Out, Threads);
    D.release(In);
    D.release(Out);
    return V;
  }

  static std::vector<int32_t> iota(uint32_t Count, int32_t First = 100) {
    std::vector<int32_t> V(Count);
    for (uint32_t I = 0; I != Count; ++I)
      V[I] = First + int32_t(I);
    return V;
  }

  /// What happens under all moments that the tests look at.
  template <typename Fn> void underEachModel(Fn Body) {
    for (const char *Text : {"issue", "wait", "1", "2", "3", "4", "5", "6"}) {
      SCOPED_TRACE(Text);
      ASSERT_TRUE(parseCopyMoment(Text, Model));
      Body();
    }
  }
};

constexpr const char *Copy4 =
    "  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %d, "
    "ptr addrspace(1) %g)\n";
constexpr const char *Commit =
    "  call void @llvm.nvvm.cp.async.commit.group()\n";
constexpr const char *WaitAll = "  call void @llvm.nvvm.cp.async.wait.all()\n";
constexpr const char *Barrier =
    "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
constexpr const char *LoadAndStore =
    "  %v = load i32, ptr addrspace(3) %d, align 4\n"
    "  store i32 %v, ptr %o, align 4\n";

std::string waitGroup(int N) {
  return "  call void @llvm.nvvm.cp.async.wait.group(i32 " + std::to_string(N) +
         ")\n";
}

TEST_F(AsyncCopyTest, WaitedForCopiesHaveHappened) {
  loadCopy(std::string(Copy4) + Commit + waitGroup(0) + LoadAndStore);
  underEachModel([&] { EXPECT_EQ(copies(64), iota(64)); });
  loadCopy(std::string(Copy4) + WaitAll + LoadAndStore); // not committed
  underEachModel([&] { EXPECT_EQ(copies(64), iota(64)); });
}

TEST_F(AsyncCopyTest, Widths) {
  loadCopy(R"(
  %d8 = getelementptr i32, ptr addrspace(3) @s, i64 4
  %g8 = getelementptr i32, ptr addrspace(1) %in1, i64 8
  %d16 = getelementptr i32, ptr addrspace(3) @s, i64 8
  %g16 = getelementptr i32, ptr addrspace(1) %in1, i64 16
  %dz = getelementptr i32, ptr addrspace(3) @s, i64 12
  %c = icmp eq i32 %tid, 0
  br i1 %c, label %copy, label %ready
copy:
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @s, ptr addrspace(1) %in1)
  call void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3) %d8, ptr addrspace(1) %g8)
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %d16, ptr addrspace(1) %g16)
  call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %dz, ptr addrspace(1) %g16, i32 8)
  call void @llvm.nvvm.cp.async.wait.all()
  br label %ready
ready:
)" + std::string(Barrier) +
           LoadAndStore);
  underEachModel([&] {
    auto V = copies(16);
    EXPECT_EQ(V[0], 100);
    EXPECT_EQ(V[4], 108);
    EXPECT_EQ(V[5], 109);
    EXPECT_EQ(std::vector<int32_t>(V.begin() + 8, V.end()),
              (std::vector<int32_t>{116, 117, 118, 119, 116, 117, 0, 0}));
  });
}

TEST_F(AsyncCopyTest, ReadBeforeTheWaitIsReportedUnderEachModel) {
  loadCopy(std::string(Copy4) + Commit + LoadAndStore + waitGroup(0));
  underEachModel([&] {
    Result R;
    copies(64, &R);
    ASSERT_EQ(R.Kind, Outcome::ShadowHit) << R.Message;
    EXPECT_TRUE(R.Shadow.PendingCopy);
    EXPECT_EQ(R.Shadow.Kind, AccessKind::Read);
    EXPECT_EQ(R.Shadow.NearestBuffer, "s");
    EXPECT_NE(R.Message.find("asynchronous copy not yet waited for"),
              std::string::npos)
        << R.Message;
    EXPECT_NE(R.Message.find("issued by thread (0,0,0) in k"),
              std::string::npos)
        << R.Message;
  });
}

TEST_F(AsyncCopyTest, ReadBeforeTheWaitSeesEitherValueBySeed) {
  // The destination holds -1 before.
  loadCopy("  store i32 -1, ptr addrspace(3) %d, align 4\n" +
           std::string(Copy4) + Commit + Barrier + LoadAndStore + waitGroup(0));
  Model.ReportEarly = false;
  std::set<std::vector<int32_t>> Seen;
  bool Old = false, New = false;
  for (uint64_t Seed = 0; Seed != 8; ++Seed) {
    Model.Seed = Seed;
    auto V = copies(64);
    EXPECT_EQ(copies(64), V) << "the same seed";
    for (int32_t I = 0; I != 64; ++I) {
      EXPECT_TRUE(V[I] == -1 || V[I] == 100 + I) << V[I];
      Old |= V[I] == -1;
      New |= V[I] == 100 + I;
    }
    Seen.insert(V);
  }
  EXPECT_GT(Seen.size(), 4u);
  EXPECT_TRUE(Old && New);
  Model.When = CopyMoment::AtWait;
  EXPECT_EQ(copies(64), std::vector<int32_t>(64, -1));
  Model.When = CopyMoment::AtIssue;
  EXPECT_EQ(copies(64), iota(64));
}

TEST_F(AsyncCopyTest, SourceIsReadWhenTheCopyHappens) {
  loadCopy(std::string(Copy4) +
           "  store i32 7, ptr addrspace(1) %g, align 4\n" + WaitAll +
           LoadAndStore);
  Model.When = CopyMoment::AtIssue;
  EXPECT_EQ(copies(64), iota(64));
  Model.When = CopyMoment::AtWait;
  EXPECT_EQ(copies(64), std::vector<int32_t>(64, 7));
  Model.When = CopyMoment::Seeded;
  auto V = copies(64);
  EXPECT_NE(V, iota(64));
  EXPECT_NE(V, std::vector<int32_t>(64, 7));
}

/// Two groups: word %t, then word %t + 64.
std::string twoGroups(const std::string &Wait, const char *Read) {
  return std::string(Copy4) + Commit + R"(
  %g2 = getelementptr i32, ptr addrspace(1) %g, i64 64
  %d2 = getelementptr i32, ptr addrspace(3) %d, i64 64
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %d2, ptr addrspace(1) %g2)
)" + Commit +
         Wait + "  %v = load i32, ptr addrspace(3) " + Read +
         ", align 4\n  store i32 %v, ptr %o, align 4\n";
}

TEST_F(AsyncCopyTest, WaitGroupOneCompletesAllButTheNewest) {
  loadCopy(twoGroups(waitGroup(1), "%d"));
  underEachModel([&] { EXPECT_EQ(copies(64), iota(64)); });
}

TEST_F(AsyncCopyTest, WaitGroupOneLeavesTheNewestPending) {
  loadCopy(twoGroups(waitGroup(1), "%d2"));
  underEachModel([&] {
    Result R;
    copies(64, &R);
    EXPECT_TRUE(R.Shadow.PendingCopy) << R.Message;
  });
  loadCopy(twoGroups(waitGroup(0), "%d2"));
  underEachModel([&] { EXPECT_EQ(copies(64), iota(64, 164)); });
}

TEST_F(AsyncCopyTest, EmptyGroupsCountAndOpenOnesDoNot) {
  loadCopy(std::string(Copy4) + Commit + Commit + waitGroup(1) + LoadAndStore);
  EXPECT_EQ(copies(32), iota(32));
  Result R;
  loadCopy(std::string(Copy4) + Commit + Commit + waitGroup(2) + LoadAndStore);
  copies(32, &R);
  EXPECT_TRUE(R.Shadow.PendingCopy) << R.Message;
  loadCopy(std::string(Copy4) + waitGroup(0) + LoadAndStore); // no commit
  copies(32, &R);
  EXPECT_TRUE(R.Shadow.PendingCopy) << R.Message;
  loadCopy(std::string(Copy4) + Commit + waitGroup(3) + LoadAndStore);
  copies(32, &R);
  EXPECT_TRUE(R.Shadow.PendingCopy) << R.Message;
}

TEST_F(AsyncCopyTest, OneThreadsWaitIsNotAnothers) {
  // Without a barrier thread 31 reads what thread 0 has not issued or not
  // waited for: thread 0 waits after the barrier.
  loadCopy(std::string(Copy4) + Commit + Barrier +
           "  %x = xor i64 %t, 31\n"
           "  %e = getelementptr i32, ptr addrspace(3) @s, i64 %x\n"
           "  %w = load i32, ptr addrspace(3) %e, align 4\n" +
           waitGroup(0));
  Result R;
  copies(32, &R);
  ASSERT_TRUE(R.Shadow.PendingCopy) << R.Message;
  EXPECT_EQ(R.Thread, (Dim3{31, 0, 0}));
  EXPECT_NE(R.Message.find("issued by thread (0,0,0)"), std::string::npos)
      << R.Message;
}

TEST_F(AsyncCopyTest, WritesAndSecondCopiesToTheDestinationAreReported) {
  Result R;
  loadCopy(std::string(Copy4) +
           "  store i32 1, ptr addrspace(3) %d, align 4\n" + WaitAll);
  copies(32, &R);
  EXPECT_TRUE(R.Shadow.PendingCopy) << R.Message;
  EXPECT_EQ(R.Shadow.Kind, AccessKind::Write);
  loadCopy(std::string(Copy4) + Commit + Copy4 + WaitAll);
  copies(32, &R);
  EXPECT_TRUE(R.Shadow.PendingCopy) << R.Message;
}

TEST_F(AsyncCopyTest, SourceOutOfBoundsIsReportedAtTheIssue) {
  loadCopy(std::string(Copy4) + WaitAll);
  underEachModel([&] {
    Result R;
    copies(64, &R, 63);
    ASSERT_EQ(R.Kind, Outcome::ShadowHit);
    EXPECT_FALSE(R.Shadow.PendingCopy);
    EXPECT_EQ(R.Shadow.NearestBuffer, "in");
    EXPECT_EQ(R.Shadow.OffsetInNearest, 252);
    EXPECT_EQ(R.Shadow.Kind, AccessKind::Read);
    EXPECT_EQ(R.Thread, (Dim3{63, 0, 0}));
    EXPECT_EQ(R.Where.Function, "k");
  });
}

TEST_F(AsyncCopyTest, DestinationOutOfBoundsIsReportedAtTheIssue) {
  loadCopy("  %f = getelementptr i32, ptr addrspace(3) %d, i64 225\n"
           "  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr "
           "addrspace(3) %f, ptr addrspace(1) %g)\n" +
           std::string(WaitAll));
  Result R;
  copies(32, &R);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.Kind, AccessKind::Write);
  EXPECT_EQ(R.Shadow.NearestBuffer, "s");
  EXPECT_EQ(R.Shadow.OffsetInNearest, 1024);
  EXPECT_EQ(R.Thread, (Dim3{31, 0, 0}));
}

TEST_F(AsyncCopyTest, BothSidesAreAlignedToTheSize) {
  for (const char *Operands : {"ptr addrspace(3) @s, ptr addrspace(1) %g",
                               "ptr addrspace(3) %d, ptr addrspace(1) %in1"}) {
    loadCopy("  call void @llvm.nvvm.cp.async.ca.shared.global.16(" +
             std::string(Operands) + ")\n" + WaitAll);
    Result R;
    Model.ReportEarly = false; // all threads write the same bytes
    copies(2, &R);
    EXPECT_EQ(R.Kind, Outcome::ShadowHit);
    EXPECT_TRUE(R.Shadow.Misaligned) << R.Message;
    EXPECT_EQ(R.Thread, (Dim3{1, 0, 0}));
  }
}

TEST_F(AsyncCopyTest, SourceSize) {
  // Zero bytes of the source: it is not looked at.
  loadCopy("  %far = getelementptr i32, ptr addrspace(1) %g, i64 100000\n"
           "  store i32 -1, ptr addrspace(3) %d, align 4\n"
           "  call void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr "
           "addrspace(3) %d, ptr addrspace(1) %far, i32 0)\n" +
           std::string(WaitAll) + LoadAndStore);
  EXPECT_EQ(copies(32), std::vector<int32_t>(32, 0));
  loadCopy("  call void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr "
           "addrspace(3) %d, ptr addrspace(1) %g, i32 5)\n");
  Result R;
  copies(1, &R);
  EXPECT_EQ(R.Kind, Outcome::Trapped);
  EXPECT_EQ(R.Message, "cp.async of 4 byte(s) with a source size of 5");
}

TEST_F(AsyncCopyTest, FromGlobalToShared) {
  loadCopy(R"(
  %l = addrspacecast ptr addrspace(3) %d to ptr
  %from = addrspacecast ptr %l to ptr addrspace(1)
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %d, ptr addrspace(1) %from))");
  Result R;
  copies(1, &R);
  EXPECT_EQ(R.Message, "cp.async from memory that is not global");
  loadCopy(R"(
  %far = addrspacecast ptr %o to ptr addrspace(3)
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %far, ptr addrspace(1) %g))");
  copies(1, &R);
  EXPECT_EQ(R.Message, "cp.async to memory that is not shared");
}

TEST_F(AsyncCopyTest, EndOfTheThreadCompletes) {
  // Thread 1 ends with its copy pending; thread 0 reads it later.
  loadCopy(R"(
  %c = icmp eq i32 %tid, 1
  br i1 %c, label %leave, label %stay
leave:
)" + std::string(Copy4) +
           R"(
  call void @llvm.nvvm.exit()
  br label %stay
stay:
)" + Barrier +
           R"(
  %e = getelementptr i32, ptr addrspace(3) @s, i64 1
  %v = load i32, ptr addrspace(3) %e, align 4
  store i32 %v, ptr %o, align 4)");
  underEachModel([&] { EXPECT_EQ(copies(2)[0], 101); });
}

TEST_F(AsyncCopyTest, MbarrierTracksCopies) {
  const std::string Init = R"(
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %init, label %ready
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 32)
  br label %ready
ready:
)" + std::string(Barrier) + Copy4;
  const std::string Read = R"(
  %x = xor i64 %t, 31
  %e = getelementptr i32, ptr addrspace(3) @s, i64 %x
  %v = load i32, ptr addrspace(3) %e, align 4
  store i32 %v, ptr %o, align 4
)";
  std::vector<int32_t> Reversed;
  for (int32_t I = 31; I >= 0; --I)
    Reversed.push_back(100 + I);
  // noinc: the arrival is one of the 32.
  loadCopy(Init + R"(
  call void @llvm.nvvm.cp.async.mbarrier.arrive.noinc.shared(ptr addrspace(3) @bar)
  br label %wait
wait:
  %done = call i1 @llvm.nvvm.mbarrier.test.wait.parity.shared(ptr addrspace(3) @bar, i32 0)
  br i1 %done, label %go, label %wait
go:
)" + Read);
  underEachModel([&] { EXPECT_EQ(copies(32), Reversed); });
  // Without noinc each thread also arrives itself.
  loadCopy(Init + R"(
  call void @llvm.nvvm.cp.async.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  %token = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  br label %wait
wait:
  %done = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %token)
  br i1 %done, label %go, label %wait
go:
)" + Read);
  underEachModel([&] { EXPECT_EQ(copies(32), Reversed); });
  // An arrival that tracks nothing: the reads are too early.
  loadCopy(Init + R"(
  %token = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  br label %wait
wait:
  %done = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %token)
  br i1 %done, label %go, label %wait
go:
)" + Read);
  Result R;
  copies(32, &R);
  EXPECT_TRUE(R.Shadow.PendingCopy) << R.Message;
}

TEST_F(AsyncCopyTest, SecondLaunchBeginsClean) {
  loadCopy(std::string(Copy4) + LoadAndStore);
  Result R;
  copies(32, &R);
  EXPECT_TRUE(R.Shadow.PendingCopy);
  loadCopy(LoadAndStore);
  copies(32, &R);
  EXPECT_TRUE(R.completed()) << R.Message;
}

TEST_F(AsyncCopyTest, InlineAssembly) {
  const std::string Issue = R"(
  %n = ptrtoint ptr addrspace(3) %d to i32
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 4;", "r,l"(i32 %n, ptr addrspace(1) %g)
  call void asm sideeffect "cp.async.commit_group;", ""()
)";
  loadCopy(Issue +
           "  call void asm sideeffect \"cp.async.wait_group 0;\", "
           "\"\"()\n" +
           LoadAndStore);
  underEachModel([&] { EXPECT_EQ(copies(32), iota(32)); });
  Result R;
  loadCopy(Issue +
           "  call void asm sideeffect \"cp.async.wait_group $0;\", "
           "\"n\"(i32 1)\n" +
           LoadAndStore);
  copies(32, &R);
  EXPECT_TRUE(R.Shadow.PendingCopy) << R.Message;
  loadCopy(Issue +
           "  call void asm sideeffect \"cp.async.wait_all;\", "
           "\"\"()\n" +
           LoadAndStore);
  EXPECT_EQ(copies(32), iota(32));
}

TEST_F(AsyncCopyTest, MomentsAsText) {
  CopyModel Out;
  EXPECT_TRUE(parseCopyMoment("17", Out));
  EXPECT_EQ(Out.Seed, 17u);
  EXPECT_EQ(Out.When, CopyMoment::Seeded);
  EXPECT_TRUE(parseCopyMoment("wait", Out));
  EXPECT_EQ(Out.When, CopyMoment::AtWait);
  for (const char *Bad : {"", "late", "-1", "1x"})
    EXPECT_FALSE(parseCopyMoment(Bad, Out)) << Bad;
}

} // namespace
