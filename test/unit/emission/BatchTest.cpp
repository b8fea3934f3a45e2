// Checks of a stretch of code in one branch: what is folded, and one case for each reason not to.
#include "Jit.h"
#include "ParseIr.h"

#include "emission/Batch.h"
#include "emission/Fail.h"

#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tilechecks::emission;

namespace {

constexpr const char *Declarations = R"(
declare void @tc.fail(i32, i64, i64, i32) cold noreturn nounwind
declare void @returns() willreturn nounwind memory(none)
declare void @unknown()
declare void @writes() willreturn nounwind
declare void @endless() nounwind memory(none)
declare void @together() convergent willreturn nounwind memory(none)
)";

/// Two checks: %i against %n ends Block1, then Between, then %j against %n.
std::string twoChecks(const std::string &Between, const std::string &First = ", !tilechecks.at_access !0",
                      const std::string &Before = "") {
  return std::string(Declarations) + R"(
define void @f(i32 %i, i32 %j, i32 %n, ptr %a, ptr %b, ptr byval(i32) %p) {
)" + Before +
         R"(
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %between, label %fail1
fail1:
  call void @tc.fail(i32 1, i64 0, i64 0, i32 1))" +
         First + R"(
  unreachable
between:
)" + Between +
         R"(
  br i1 %c2, label %last, label %fail2
fail2:
  call void @tc.fail(i32 2, i64 0, i64 0, i32 2), !tilechecks.at_access !0
  unreachable
last:
  %v = load i32, ptr %b
  ret void
}
!0 = !{}
)";
}

struct BatchTest : testing::Test {
  LLVMContext Context;
  std::unique_ptr<Module> M;

  Function &parse(const std::string &Text) {
    M = parseIr(Text, Context);
    if (!M)
      abort();
    return *M->getFunction("f");
  }

  /// Branches of which one way only fails, not counting those among failures.
  static int failBranches(Function &F) {
    int Count = 0;
    for (BasicBlock &Block : F)
      Count += FailBranch::at(Block).Branch && !Block.getName().starts_with("tc.which");
    return Count;
  }

  /// After folding.
  int branchesOf(const std::string &Text) {
    Function &F = parse(Text);
    foldFailures(F);
    EXPECT_FALSE(verifyFunction(F, &errs()));
    std::string Error;
    EXPECT_EQ(failIds(F, Error).size(), 2u) << "both failures stand";
    EXPECT_EQ(Error, "");
    return failBranches(F);
  }
};

TEST_F(BatchTest, TwoChecksBecomeOneBranch) {
  EXPECT_EQ(branchesOf(twoChecks("%v1 = load i32, ptr %a\n"
                                 "%c2 = icmp ult i32 %j, %n\n")),
            1);
}

/// Which failure f comes to, as 100*id + index, or 0: each call of tc.fail becomes a return.
int (*compiled(Jit &Engine, const std::string &Text, bool Folds, const char *Name))(int, int, int) {
  auto Context = std::make_unique<LLVMContext>();
  auto M = parseIr(Text, *Context);
  Function &F = *M->getFunction("f");
  F.setName(Name);
  if (Folds)
    EXPECT_TRUE(foldFailures(F));
  for (BasicBlock &Block : F)
    for (Instruction &I : make_early_inc_range(Block))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && isFail(*Call)) {
        IRBuilder<> B(Call);
        Value *Id = B.CreateMul(Call->getArgOperand(0), B.getInt32(100));
        B.CreateRet(B.CreateAdd(Id, B.CreateTrunc(Call->getArgOperand(1), B.getInt32Ty())));
        Call->getNextNode()->eraseFromParent();
        Call->eraseFromParent();
        break;
      }
  M->getFunction("tc.fail")->eraseFromParent();
  return Engine.add<int(int, int, int)>(std::move(M), std::move(Context), Name);
}

// Three checks; the second fails on true, the first and third share their failure.
TEST_F(BatchTest, WhatFailsIsWhatFailedBefore) {
  const std::string Text = R"(
declare void @tc.fail(i32, i64, i64, i32) cold noreturn nounwind
define i32 @f(i32 %i, i32 %j, i32 %n) {
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %second, label %fail1
second:
  %c2 = icmp uge i32 %j, %n
  br i1 %c2, label %fail2, label %third
third:
  %k = add i32 %i, %j
  %c3 = icmp ult i32 %k, %n
  br i1 %c3, label %last, label %fail1
fail1:
  %index = phi i32 [ %i, %0 ], [ %k, %third ]
  %wide = zext i32 %index to i64
  call void @tc.fail(i32 1, i64 %wide, i64 0, i32 1), !tilechecks.at_access !0
  unreachable
fail2:
  %widej = zext i32 %j to i64
  call void @tc.fail(i32 2, i64 %widej, i64 0, i32 2), !tilechecks.at_access !0
  unreachable
last:
  ret i32 0
}
!0 = !{}
)";
  // And two that share their failure alone, so that what it reports is selected.
  std::string Two = Text;
  const std::string Middle = "  %c2 = icmp uge i32 %j, %n\n  br i1 %c2, label %fail2, label %third\n";
  Two.replace(Two.find(Middle), Middle.size(), "  %c2 = icmp ult i32 %j, %n\n  br i1 %c2, label %third, label %fail1\n");
  Two.replace(Two.find("[ %k, %third ]"), 14, "[ %j, %second ], [ %k, %third ]");
  Two.erase(Two.find("fail2:"), Two.find("last:") - Two.find("fail2:"));
  static Jit Engine;
  int Number = 0;
  for (const std::string &Source : {Text, Two}) {
    auto *Before = compiled(Engine, Source, false, ("before" + std::to_string(Number)).c_str());
    auto *After = compiled(Engine, Source, true, ("after" + std::to_string(Number++)).c_str());
    for (int N = 0; N < 6; ++N)
      for (int I = 0; I < 8; ++I)
        for (int J = 0; J < 8; ++J)
          ASSERT_EQ(After(I, J, N), Before(I, J, N)) << I << ' ' << J << ' ' << N;
  }
}

TEST_F(BatchTest, TheFirstThatFailsIsReported) {
  Function &F = parse(twoChecks("%c2 = icmp ult i32 %j, %n\n"));
  ASSERT_TRUE(foldFailures(F));
  const FailBranch B = FailBranch::at(F.getEntryBlock());
  ASSERT_TRUE(B.Branch);
  // In the order of the program: the first check decides which failure it is.
  auto *Which = cast<BranchInst>(B.failBlock()->getTerminator());
  ASSERT_TRUE(Which->isConditional());
  std::string Text;
  raw_string_ostream OS(Text);
  Which->getCondition()->print(OS);
  EXPECT_NE(Text.find("%c1"), std::string::npos) << Text;
  EXPECT_EQ(Which->getSuccessor(0)->getName(), "fail1");
  EXPECT_EQ(Which->getSuccessor(1)->getName(), "fail2");
}

TEST_F(BatchTest, ComputationsMoveUpAndLoseTheirPromises) {
  Function &F = parse(twoChecks("%k = add nsw nuw i32 %j, 1\n"
                                "%c2 = icmp ult i32 %k, %n\n"));
  ASSERT_TRUE(foldFailures(F));
  for (Instruction &I : F.getEntryBlock())
    if (I.getName() == "k") {
      EXPECT_FALSE(I.hasNoSignedWrap() || I.hasNoUnsignedWrap());
      return;
    }
  FAIL() << "the sum has not moved";
}

TEST_F(BatchTest, AProvenLoadMovesUp) {
  EXPECT_EQ(branchesOf(twoChecks("%k = load i32, ptr %a, !tilechecks.proven !0\n"
                                 "%c2 = icmp ult i32 %k, %n\n")),
            1);
}

// What a passed check allows to say of its value does not hold ahead of it.
TEST_F(BatchTest, AProvenLoadLosesItsPromises) {
  Function &F = parse(twoChecks("%k = load i32, ptr %a, !tilechecks.proven !0, !noundef !0\n"
                                "%c2 = icmp ult i32 %k, %n\n"));
  ASSERT_TRUE(foldFailures(F));
  for (Instruction &I : F.getEntryBlock())
    if (I.getName() == "k") {
      EXPECT_FALSE(I.hasMetadata(LLVMContext::MD_noundef));
      return;
    }
  FAIL() << "the load has not moved";
}

// What stands between is reached in another way as well.
TEST_F(BatchTest, NotAcrossTheHeadOfALoop) {
  std::string Text = twoChecks("%k = phi i32 [ %j, %0 ], [ 0, %last ]\n%c2 = icmp ult i32 %j, %n\n");
  Text.replace(Text.find("  ret void"), 10, "  br label %between");
  EXPECT_EQ(branchesOf(Text), 2);
}

// A loop that does nothing is no failure, and comes to no end.
TEST_F(BatchTest, AnEmptyLoopIsNoFailure) {
  Function &F = parse(std::string(Declarations) + R"(
define void @f(i1 %c, i1 %d) {
  br i1 %c, label %spin, label %last
spin:
  %k = phi i32 [ 0, %0 ], [ %k1, %spin ]
  %k1 = add i32 %k, 1
  br i1 %d, label %spin, label %fail
fail:
  call void @tc.fail(i32 1, i64 0, i64 0, i32 1), !tilechecks.at_access !0
  unreachable
last:
  ret void
}
!0 = !{}
)");
  EXPECT_FALSE(FailBranch::at(F.getEntryBlock()).Branch);
  EXPECT_FALSE(foldFailures(F));
}

// It may be legal only because the first check holds.
TEST_F(BatchTest, AnyOtherLoadDoesNot) {
  EXPECT_EQ(branchesOf(twoChecks("%k = load i32, ptr %a\n"
                                 "%c2 = icmp ult i32 %k, %n\n")),
            2);
}

TEST_F(BatchTest, AVolatileLoadDoesNotThoughProven) {
  EXPECT_EQ(branchesOf(twoChecks("%k = load volatile i32, ptr %a, !tilechecks.proven !0\n"
                                 "%c2 = icmp ult i32 %k, %n\n")),
            2);
}

// A check before a loop or at the entry may be what the load was proven by.
TEST_F(BatchTest, AProvenLoadMovesAcrossChecksAtAccessAlone) {
  EXPECT_EQ(branchesOf(twoChecks("%k = load i32, ptr %a, !tilechecks.proven !0\n"
                                 "%c2 = icmp ult i32 %k, %n\n",
                                 "")),
            2);
  EXPECT_EQ(branchesOf(twoChecks("%c2 = icmp ult i32 %j, %n\n", "")), 1) << "computations do";
}

TEST_F(BatchTest, AProvenLoadDoesNotMoveAcrossAStore) {
  EXPECT_EQ(branchesOf(twoChecks("store i32 0, ptr %b\n"
                                 "%k = load i32, ptr %a, !tilechecks.proven !0\n"
                                 "%c2 = icmp ult i32 %k, %n\n")),
            2);
  EXPECT_EQ(branchesOf(twoChecks("%k = load i32, ptr %a, !tilechecks.proven !0\n"
                                 "store i32 0, ptr %b\n"
                                 "%c2 = icmp ult i32 %k, %n\n")),
            1);
}

TEST_F(BatchTest, AFailureMovesAheadOfAStore) {
  EXPECT_EQ(branchesOf(twoChecks("store i32 0, ptr %b\n"
                                 "%c2 = icmp ult i32 %j, %n\n")),
            1);
}

TEST_F(BatchTest, AFailureDoesNotMoveAheadOfWhatOthersSee) {
  for (const char *Effect :
       {"store volatile i32 0, ptr %b\n", "fence seq_cst\n", "%o = atomicrmw add ptr %b, i32 1 seq_cst\n",
        "%o = load atomic i32, ptr %b monotonic, align 4\n", "call void @unknown()\n", "call void @writes()\n", "call void @endless()\n", "call void @together()\n",
        "call void asm sideeffect \"bar.sync 0;\", \"\"()\n"})
    EXPECT_EQ(branchesOf(twoChecks(std::string(Effect) + "%c2 = icmp ult i32 %j, %n\n")), 2) << Effect;
  EXPECT_EQ(branchesOf(twoChecks("call void @returns()\n%c2 = icmp ult i32 %j, %n\n")), 1);
}

// A quotient may trap where the first check has failed.
TEST_F(BatchTest, WhatMayNotBeSpeculatedStays) {
  EXPECT_EQ(branchesOf(twoChecks("%k = udiv i32 %j, %i\n"
                                 "%c2 = icmp ult i32 %k, %n\n")),
            2);
  EXPECT_EQ(branchesOf(twoChecks("%k = udiv i32 %j, 3\n"
                                 "%c2 = icmp ult i32 %k, %n\n")),
            1);
}

// The report of the second failure uses what stands between them.
TEST_F(BatchTest, TheReportMovesWithItsCheck) {
  const char *Text = R"(
define void @f(i32 %i, i32 %j, i32 %n, ptr %a) {
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %between, label %fail
between:
  %u = load i32, ptr %a
  %k = add i32 %j, 1
  %c2 = icmp ult i32 %k, %n
  br i1 %c2, label %last, label %fail
fail:
  %which = phi i32 [ %i, %0 ], [ %REPORTED, %between ]
  %wide = sext i32 %which to i64
  call void @tc.fail(i32 1, i64 %wide, i64 0, i32 1), !tilechecks.at_access !0
  unreachable
last:
  ret void
}
!0 = !{}
)";
  for (auto [Reported, Branches] : {std::pair("k", 1), std::pair("u", 2)}) {
    std::string Filled = Text;
    Filled.replace(Filled.find("REPORTED"), 8, Reported);
    Function &F = parse(Declarations + Filled);
    foldFailures(F);
    EXPECT_FALSE(verifyFunction(F, &errs()));
    EXPECT_EQ(failBranches(F), Branches) << Reported;
    std::string Error;
    EXPECT_EQ(failIds(F, Error).size(), 1u);
  }
}

TEST_F(BatchTest, AtMostSixteenChecksShareABranch) {
  std::string Text = std::string(Declarations) + "define void @f(i32 %n";
  for (int I = 0; I < 40; ++I)
    Text += ", i32 %i" + std::to_string(I);
  Text += ") {\n";
  for (int I = 0; I < 40; ++I) {
    const std::string N = std::to_string(I);
    Text += "%c" + N + " = icmp ult i32 %i" + N + ", %n\nbr i1 %c" + N + ", label %next" + N + ", label %fail" + N +
            "\nfail" + N + ":\ncall void @tc.fail(i32 " + N +
            ", i64 0, i64 0, i32 1), !tilechecks.at_access !0\nunreachable\nnext" + N + ":\n";
  }
  Function &F = parse(Text + "ret void\n}\n!0 = !{}\n");
  foldFailures(F);
  EXPECT_FALSE(verifyFunction(F, &errs()));
  EXPECT_EQ(failBranches(F), 3);
}

// A loop over a[k] and y[a[k]]; Filler stands behind the load of y.
std::string loop(const std::string &LoadOfIndex, const std::string &Filler = "") {
  return std::string(Declarations) + R"(
define float @f(ptr %a, ptr %y, i32 %n, i32 %m) {
entry:
  %some = icmp sgt i32 %m, 0
  br i1 %some, label %body, label %end
body:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %latch ]
  %k64 = zext i32 %k to i64
  %pa = getelementptr i32, ptr %a, i64 %k64
  %i = load i32, ptr %pa)" +
         LoadOfIndex + R"(
  %c = icmp ult i32 %i, %n
  br i1 %c, label %latch, label %fail
fail:
  call void @tc.fail(i32 1, i64 0, i64 0, i32 1), !tilechecks.at_access !0
  unreachable
latch:
  %i64 = zext i32 %i to i64
  %py = getelementptr float, ptr %y, i64 %i64
  %v = load float, ptr %py
)" + Filler +
         R"(
  %sum1 = fadd float %sum, %v
  %k1 = add i32 %k, 1
  %again = icmp slt i32 %k1, %m
  br i1 %again, label %body, label %end
end:
  %result = phi float [ 0.0, %entry ], [ %sum1, %latch ]
  ret float %result
}
!0 = !{}
)";
}

struct UnrollTest : BatchTest {
  /// Loads of y and branches to a failure, after everything.
  std::pair<unsigned, unsigned> loadsAndBranches(const std::string &Text) {
    Function &F = parse(Text);
    PassBuilder Builder;
    LoopAnalysisManager LAM;
    FunctionAnalysisManager FAM;
    CGSCCAnalysisManager CAM;
    ModuleAnalysisManager MAM;
    // What the target says of loops like this one.
    FAM.registerPass([] {
      struct Likes : TargetTransformInfoImplCRTPBase<Likes> {
        using Base = TargetTransformInfoImplCRTPBase<Likes>;
        explicit Likes(const DataLayout &DL) : Base(DL) {}
        void getUnrollingPreferences(Loop *, ScalarEvolution &, TargetTransformInfo::UnrollingPreferences &UP,
                                     OptimizationRemarkEmitter *) const override {
          UP.Partial = UP.Runtime = true;
          UP.PartialThreshold = 75;
        }
      };
      return TargetIRAnalysis([](const Function &F) {
        return TargetTransformInfo(std::make_unique<Likes>(F.getDataLayout()));
      });
    });
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CAM, MAM);
    batchChecks(F, FAM);
    EXPECT_FALSE(verifyFunction(F, &errs()));
    for (Instruction &I : instructions(F))
      EXPECT_FALSE(I.hasMetadata("tilechecks.proven"));
    unsigned Loads = 0;
    for (Instruction &I : instructions(F))
      Loads += isa<LoadInst>(I) && I.getType()->isFloatTy();
    return {Loads, unsigned(failBranches(F))};
  }
};

constexpr std::pair<unsigned, unsigned> AsItWas{1, 1};

TEST_F(UnrollTest, ALoopIsUnrolledAndItsChecksShareABranch) {
  // Four in the loop, one in that for the rest.
  EXPECT_EQ(loadsAndBranches(loop(", !tilechecks.proven !0")), std::pair(5u, 2u));
}

TEST_F(UnrollTest, NotIfAnIndexMayBeLoadedOnlyAfterTheCheckBefore) { EXPECT_EQ(loadsAndBranches(loop("")), AsItWas); }

TEST_F(UnrollTest, NotIfTheLoopWrites) {
  EXPECT_EQ(loadsAndBranches(loop(", !tilechecks.proven !0", "store float %v, ptr %a")), AsItWas);
}

TEST_F(UnrollTest, NotIfThreadsMeetInTheLoop) {
  EXPECT_EQ(loadsAndBranches(loop(", !tilechecks.proven !0", "call void @together()")), AsItWas);
}

TEST_F(UnrollTest, NotIfTheSourceForbidsIt) {
  std::string Text = loop(", !tilechecks.proven !0");
  const std::string Latch = "label %body, label %end\nend:";
  Text.replace(Text.find(Latch), Latch.size(), "label %body, label %end, !llvm.loop !1\nend:");
  EXPECT_EQ(loadsAndBranches(Text + "!1 = distinct !{!1, !2}\n!2 = !{!\"llvm.loop.unroll.disable\"}\n"), AsItWas);
}

// One before a loop is no exit of it; here it stands for one of another kind.
TEST_F(UnrollTest, NotIfAnExitIsNoCheckAtAnAccess) {
  std::string Text = loop(", !tilechecks.proven !0");
  const std::string Mark = "call void @tc.fail(i32 1, i64 0, i64 0, i32 1), !tilechecks.at_access !0";
  Text.replace(Text.find(Mark), Mark.size(), "call void @tc.fail(i32 1, i64 0, i64 0, i32 1)");
  EXPECT_EQ(loadsAndBranches(Text), AsItWas);
  Text = loop(", !tilechecks.proven !0");
  const std::string Exit = "br i1 %c, label %latch, label %fail\n";
  Text.replace(Text.find(Exit), Exit.size(),
               "br i1 %c, label %more, label %fail\nmore:\n  %stop = icmp eq i32 %i, 7\n  br i1 %stop, label %end, label %latch\n");
  Text.replace(Text.find("[ %sum1, %latch ]\n  ret"), 17, "[ %sum1, %latch ], [ %sum, %more ]");
  EXPECT_EQ(loadsAndBranches(Text), AsItWas);
}

// The next element is known only after this one.
TEST_F(UnrollTest, NotIfTheIndexIsCarriedByData) {
  std::string Text = loop(", !tilechecks.proven !0");
  const std::string Step = "%k1 = add i32 %k, 1";
  Text.replace(Text.find(Step), Step.size(), "%w = bitcast float %v to i32\n  %k1 = add i32 %k, %w");
  EXPECT_EQ(loadsAndBranches(Text), AsItWas);
}

} // namespace
