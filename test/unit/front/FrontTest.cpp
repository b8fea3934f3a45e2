// What front/ says of small kernels: terms, scopes, loops, refusals.
#include "core/Text.h"
#include "front/Front.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilechecks;
using testing::HasSubstr;
using testing::Not;

namespace {

constexpr const char *Prelude = R"(
target triple = "nvptx64-nvidia-cuda"
%t = type { ptr, i32 }
@f = private constant [5 x i8] c"k.cu\00"
declare i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32, i32, i32, ptr, i32, i32, ptr, i32, i32)
declare void @tilechecks_require__needs_fpass_plugin_libTileChecks(i1, ptr, ptr, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.assume(i1)
declare void @llvm.trap()
define internal void @at(ptr %x, i32 %i, i32 %line) noinline optnone {
  %ep = getelementptr %t, ptr %x, i32 0, i32 1
  %e = load i32, ptr %ep
  %p = load ptr, ptr %x
  %c = call i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 %i, i32 %e, i32 0, ptr %p, i32 0, i32 0, ptr @f, i32 %line, i32 1)
  %a = getelementptr float, ptr %p, i32 %c
  store float 0.0, ptr %a
  ret void
}
)";

/// The result of front::analyse() on one module, and what it did to it.
struct Analysed {
  std::string Text;   ///< all problems, printed
  std::string Errors; ///< all messages
  bool Restored = false;

  explicit Analysed(const std::string &Body) {
    llvm::LLVMContext C;
    llvm::SMDiagnostic D;
    auto M = llvm::parseAssemblyString(Prelude + Body, D, C);
    if (!M) {
      ADD_FAILURE() << D.getMessage().str();
      return;
    }
    llvm::PassBuilder PB;
    llvm::LoopAnalysisManager LAM;
    llvm::FunctionAnalysisManager FAM;
    llvm::CGSCCAnalysisManager CGAM;
    llvm::ModuleAnalysisManager MAM;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    const std::string Before = print(*M);
    front::FrontResult R = front::analyse(*M, MAM);
    EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
    for (const front::FrontError &E : R.Errors)
      Errors += E.Message + "\n";
    for (front::KernelClone &K : R.Kernels) {
      EXPECT_EQ(K.Markers.size(), K.P->Contexts.size());
      EXPECT_EQ(K.Opaques.size(), K.P->Opaques.size());
      EXPECT_EQ(K.LoopVars.size(), K.P->LoopVars.size());
      Text += tilechecks::print(*K.P);
      front::erase(K);
    }
    Restored = print(*M) == Before;
  }

  static std::string print(llvm::Module &M) {
    std::string S;
    llvm::raw_string_ostream(S) << M;
    return S;
  }
};

std::string kernel(const std::string &Body) {
  return "define ptx_kernel void @k(ptr byval(%t) align 8 %x, i32 %n, ptr %p) {\n" + Body + "}\n";
}

TEST(FrontTest, OriginalsAreNeverTouched) {
  Analysed A(kernel("call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_TRUE(A.Restored);
  EXPECT_THAT(A.Text, HasSubstr("(index (param 1 0 32)) (extent (param 0 8 32)) (scope 0) (loop -1) always"));
}

TEST(FrontTest, FlaggedArithmeticIsReadAsWrapping) {
  Analysed A(kernel("%i = add nsw i32 %n, 1\ncall void @at(ptr %x, i32 %i, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr(" flags"));
  EXPECT_THAT(A.Text, HasSubstr("(index (swrap 32 (+ (param 1 0 32) 1)))"));
}

// n = 7: the unsigned reading of -1 >> 1 is 2^31 - 1, not -1.
TEST(FrontTest, LogicalShiftReadsUnsigned) {
  Analysed A(kernel("%i = lshr i32 %n, 1\ncall void @at(ptr %x, i32 %i, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(index (floordiv (uwrap 32 (param 1 0 32)) 2))"));
}

TEST(FrontTest, AssumptionsAreNoFacts) {
  Analysed A(kernel("%c = icmp slt i32 %n, 4\ncall void @llvm.assume(i1 %c)\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(scope 0)"));
  EXPECT_THAT(A.Text, Not(HasSubstr("(< (param 1 0 32) 4)")));
}

TEST(FrontTest, PlainUnreachableIsNoFact) {
  Analysed A(kernel("%c = icmp slt i32 %n, 4\nbr i1 %c, label %a, label %b\nb:\nunreachable\na:\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(scope 0) (loop -1) always"));
}

TEST(FrontTest, TrapIsAFact) {
  Analysed A(kernel("%c = icmp slt i32 %n, 4\nbr i1 %c, label %a, label %b\nb:\ncall void @llvm.trap()\n"
                    "unreachable\na:\ncall void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always (< (param 1 0 32) 4))"));
}

TEST(FrontTest, TrapInAssemblyDoesNotFallThrough) {
  Analysed A(kernel("%c = icmp slt i32 %n, 4\nbr i1 %c, label %a, label %b\nb:\n"
                    "call void asm sideeffect \"trap;\", \"\"()\nbr label %a\na:\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always (< (param 1 0 32) 4))"));
}

TEST(FrontTest, WrittenParameterForfeitsItsExtents) {
  Analysed A(kernel("%ep = getelementptr %t, ptr %x, i32 0, i32 1\nstore i32 %n, ptr %ep\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("ParameterModified"));
  EXPECT_THAT(A.Text, Not(HasSubstr("(extent (param 0 8 32))")));
}

TEST(FrontTest, CountedLoopHasAVariableAndAContinueScope) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %b ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %e\nb:\ncall void @at(ptr %x, i32 %i, i32 3)\n"
                    "%j = add nsw i32 %i, 2\nbr label %h\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(preheader 0) always header-test-first)"));
  EXPECT_THAT(A.Text, HasSubstr("(variable 0 32 0 2)"));
  EXPECT_THAT(A.Text, HasSubstr("always continue (< (loop 0) (param 1 0 32)))"));
}

// for (;;) { if (i >= n) break; x(i); }: the first branch of the iteration, in a block of its own.
TEST(FrontTest, TestBehindAnEmptyHeaderIsTheHeadersTest) {
  auto Loop = [](const char *First) {
    return kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %b ]\n" + std::string(First) +
                  "br label %t\nt:\n%c = icmp sge i32 %i, %n\nbr i1 %c, label %e, label %b\nb:\n"
                  "call void @at(ptr %x, i32 %i, i32 3)\n%j = add i32 %i, 1\nbr label %h\ne:\nret void\n");
  };
  EXPECT_THAT(Analysed(Loop("")).Text, HasSubstr("header-test-first finite)"));
  EXPECT_THAT(Analysed(Loop("")).Text, HasSubstr("always continue (< (loop 0) (param 1 0 32)))"));
  EXPECT_THAT(Analysed(Loop("store i32 %i, ptr %p\n")).Text,
              HasSubstr("always finite\n    (exit (scope 0) (stay-scope 1) exact always"));
}

// while (i < n) { if (p[0]) { ++i; continue; } x(i); ++i; } steps by one; with i += 2 on one way it does not.
TEST(FrontTest, WaysThatAddTheSameAreOneStep) {
  auto Loop = [](const char *Other) {
    return kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %k, %l ]\n%c = icmp slt i32 %i, %n\n"
                  "br i1 %c, label %b, label %e\nb:\n%v = load i32, ptr %p\n%d = icmp eq i32 %v, 0\n"
                  "br i1 %d, label %s, label %a\ns:\n%u = add i32 %i, " + std::string(Other) + "\nbr label %l\na:\n"
                  "call void @at(ptr %x, i32 %i, i32 3)\n%w = add i32 %i, 1\nbr label %l\nl:\n"
                  "%k = phi i32 [ %u, %s ], [ %w, %a ]\nbr label %h\ne:\nret void\n");
  };
  EXPECT_THAT(Analysed(Loop("1")).Text, HasSubstr("(variable 0 32 0 1)"));
  EXPECT_THAT(Analysed(Loop("2")).Text, Not(HasSubstr("(variable")));
}

// if (n < 4 || *p > 3): the loaded part is not there on every way; what it implies is kept, but not exact.
TEST(FrontTest, JoinUnderDataIsImpliedOnly) {
  Analysed A(kernel("%c = icmp slt i32 %n, 4\nbr i1 %c, label %a, label %q\nq:\n%v = load i32, ptr %p\n"
                    "%d = icmp sgt i32 %v, 3\nbr i1 %d, label %r, label %e\nr:\n%f = icmp slt i32 %n, 9\n"
                    "br i1 %f, label %a, label %e\na:\ncall void @at(ptr %x, i32 %n, i32 3)\nbr label %e\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always partial (or (< (param 1 0 32) 4) (< (param 1 0 32) 9)))"));
}

// A call that may not return on one way: the condition is right, reaching it is not certain.
TEST(FrontTest, JoinBehindACallThatMayNotReturnIsNotExact) {
  Analysed A("declare void @far()\n" +
             kernel("%c = icmp slt i32 %n, 4\nbr i1 %c, label %a, label %b\na:\ncall void @far()\nbr label %j\nb:\n"
                    "%d = icmp slt i32 %n, 9\nbr i1 %d, label %j, label %e\nj:\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nbr label %e\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("partial (or (< (param 1 0 32) 4) (< (param 1 0 32) 9)))"));
}

// What always leads to a join needs no condition there.
TEST(FrontTest, JoinThatIsAlwaysReachedOpensNoScope) {
  Analysed A(kernel("%c = icmp slt i32 %n, 4\nbr i1 %c, label %a, label %b\na:\nbr label %b\nb:\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(scope 0) (loop -1) always"));
}

// for (i < n) { x(i); if (p[i] == 0) break; }: left on data, after the access.
TEST(FrontTest, BreakIsAnExitWithItsCondition) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %e\nb:\ncall void @at(ptr %x, i32 %i, i32 3)\n"
                    "%v = load i32, ptr %p\n%d = icmp eq i32 %v, 0\nbr i1 %d, label %e, label %g\ng:\n"
                    "%j = add i32 %i, 1\nbr label %h\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("header-test-first finite\n    (exit (scope 1) (stay-scope 2) exact always (!= 0 (opaque 0))))"));
}

// do x(i); while (++i < n);
TEST(FrontTest, LatchTestOfDoWhileIsAnExit) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %h ]\ncall void @at(ptr %x, i32 %i, i32 3)\n"
                    "%j = add nsw i32 %i, 1\n%c = icmp slt i32 %j, %n\nbr i1 %c, label %h, label %e\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always\n    (exit (scope 0) exact always (< (swrap 32 (+ (loop 0) 1)) (param 1 0 32))))"));
}

// for (i < n) { if (p[i]) return; for (k < n) { x(k); if (*p == 7) return; } }
TEST(FrontTest, ReturnIsAnExitOfEveryLoopAroundIt) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %u ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %e\nb:\nbr label %w\nw:\n%k = phi i32 [ 0, %b ], [ %l, %v ]\n"
                    "%f = icmp slt i32 %k, %n\nbr i1 %f, label %g, label %u\ng:\n"
                    "call void @at(ptr %x, i32 %k, i32 3)\n%q = load i32, ptr %p\n%d = icmp eq i32 %q, 7\n"
                    "br i1 %d, label %r, label %v\nv:\n%l = add i32 %k, 1\nbr label %w\nu:\n"
                    "%j = add i32 %i, 1\nbr label %h\nr:\nret void\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(loop (size 20) (parent -1) (line 0) (preheader 0) always header-test-first finite\n"
                                "    (exit (scope 2) (stay-scope 3) exact always (!= (opaque 0) 7)))\n"
                                "  (loop (size 14) (parent 0) (line 0) (preheader 1) always header-test-first finite\n"
                                "    (exit (scope 2) (stay-scope 3) exact always (!= (opaque 0) 7)))"));
}

// A store before the header's test is made once more than the body runs.
TEST(FrontTest, HeaderTestAfterAnEffectIsAnExit) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %b ]\nstore i32 %i, ptr %p\n"
                    "%c = icmp slt i32 %i, %n\nbr i1 %c, label %b, label %e\nb:\n"
                    "call void @at(ptr %x, i32 %i, i32 3)\n%j = add i32 %i, 1\nbr label %h\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always finite\n    (exit (scope 0) (stay-scope 1) exact always (< (loop 0) (param 1 0 32))))"));
}

// trap ends the loop by failing; exit ends it as return does.
TEST(FrontTest, FailureIsNoExitButExitIs) {
  auto Loop = [](const char *Way) {
    return kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, %n\n"
                  "br i1 %c, label %b, label %e\nb:\n%d = icmp eq i32 %i, 3\nbr i1 %d, label %q, label %g\nq:\n" +
                  std::string(Way) + "\nunreachable\ng:\ncall void @at(ptr %x, i32 %i, i32 3)\n"
                  "%j = add i32 %i, 1\nbr label %h\ne:\nret void\n");
  };
  EXPECT_THAT(Analysed(Loop("call void @llvm.trap()")).Text, HasSubstr("header-test-first finite)"));
  EXPECT_THAT(Analysed(Loop("call void asm sideeffect \"exit;\", \"\"()")).Text,
              HasSubstr("header-test-first finite\n    (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) 3)))"));
}

// `continue` in a do-while and a for makes a second way back at most: one latch.
TEST(FrontTest, TwoWaysBackAreOneLoopWithOneStep) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %b ], [ %j, %g ]\n%j = add i32 %i, 1\n"
                    "%c = icmp slt i32 %i, %n\nbr i1 %c, label %b, label %e\nb:\n%v = load i32, ptr %p\n"
                    "%d = icmp eq i32 %v, 0\nbr i1 %d, label %h, label %g\ng:\n"
                    "call void @at(ptr %x, i32 %i, i32 3)\nbr label %h\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(variable 0 32 0 1)"));
  EXPECT_THAT(A.Text, Not(HasSubstr("(loop (parent 0)")));
}

TEST(FrontTest, BlockBehindACallThatMayNotReturnIsNotCertain) {
  Analysed A("declare void @far()\n" + kernel("call void @far()\nbr label %a\na:\ncall void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(scope 0) (loop -1))"));
}

TEST(FrontTest, NothingIsCertainBehindALoopThatMayNotReturn) {
  Analysed A("declare void @far()\n" + kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %b ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %e\nb:\ncall void @far()\n%j = add i32 %i, 1\nbr label %h\ne:\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(scope 0) (loop -1))"));
}

TEST(FrontTest, LoopWithACallThatMayNotReturnIsNotFinite) {
  Analysed A("declare void @far()\n" + kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %b ]\n%c = icmp slt i32 %i, 100\n"
                    "br i1 %c, label %b, label %e\nb:\ncall void @far()\n%j = add i32 %i, 1\nbr label %h\ne:\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("header-test-first may-not-return"));
  EXPECT_THAT(A.Text, Not(HasSubstr("finite")));
}

// The user's own check stops the thread where *p is 5, say.
TEST(FrontTest, NothingIsCertainBehindALoopThatMayFail) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, 100\n"
                    "br i1 %c, label %b, label %e\nb:\n%v = load i32, ptr %p\n%d = icmp eq i32 %v, %i\n"
                    "br i1 %d, label %q, label %g\nq:\ncall void @llvm.trap()\nunreachable\ng:\n"
                    "%j = add i32 %i, 1\nbr label %h\ne:\ncall void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("header-test-first finite)"));
  EXPECT_THAT(A.Text, HasSubstr("(scope 0) (loop -1))"));
}

// n = 4: 0, 0, 0, ...
TEST(FrontTest, LoopWhoseStepMayBeZeroIsNotFinite) {
  Analysed A(kernel("%s = and i32 %n, 3\nbr label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %b ]\n"
                    "%c = icmp slt i32 %i, 100\nbr i1 %c, label %b, label %e\nb:\n%j = add i32 %i, %s\n"
                    "br label %h\ne:\ncall void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always (before 0))"));
  EXPECT_THAT(A.Text, Not(HasSubstr("finite")));
}

TEST(FrontTest, LoopThatEndsByFailingHasNoHeaderTest) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %q\nq:\ncall void @llvm.trap()\nunreachable\nb:\n"
                    "%d = icmp eq i32 %i, 7\nbr i1 %d, label %e, label %g\ng:\n"
                    "call void @at(ptr %x, i32 %i, i32 3)\n%j = add i32 %i, 1\nbr label %h\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always finite\n    (exit (scope 1)"));
  EXPECT_THAT(A.Text, Not(HasSubstr("header-test-first")));
}

TEST(FrontTest, ExitUnderDataIsImpliedOnly) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %e\nb:\ncall void @at(ptr %x, i32 %i, i32 3)\n"
                    "%v = load float, ptr %p\n%f = fcmp olt float %v, 0.0\n%d = icmp slt i32 %i, 9\n"
                    "%a = and i1 %d, %f\nbr i1 %a, label %g, label %e\ng:\n%j = add i32 %i, 1\nbr label %h\ne:\n"
                    "ret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(exit (scope 1) (stay-scope 2) always (< (loop 0) 9))"));
}

TEST(FrontTest, ExitBehindACallThatMayNotReturnIsNotCertain) {
  Analysed A("declare void @far()\n" + kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %e\nb:\ncall void @at(ptr %x, i32 %i, i32 3)\ncall void @far()\n"
                    "%d = icmp slt i32 %i, 9\nbr i1 %d, label %g, label %e\ng:\n%j = add i32 %i, 1\nbr label %h\n"
                    "e:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(exit (scope 1) (stay-scope 2) exact (< (loop 0) 9))"));
}

TEST(FrontTest, ExitBehindALoopNeedsItsEnd) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %e\nb:\ncall void @at(ptr %x, i32 %i, i32 3)\nbr label %w\nw:\n"
                    "%v = load volatile i32, ptr %p\n%u = icmp eq i32 %v, 0\nbr i1 %u, label %w, label %z\nz:\n"
                    "%d = icmp slt i32 %i, 9\nbr i1 %d, label %g, label %e\ng:\n%j = add i32 %i, 1\nbr label %h\n"
                    "e:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(exit (scope 1) (stay-scope 2) exact always (before 1) (< (loop 0) 9))"));
}

TEST(FrontTest, BarrierOfAnInnerLoopIsOneOfTheOuter) {
  Analysed A("declare void @llvm.nvvm.barrier0() convergent\n" + kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %e\nb:\nbr label %w\nw:\n%q = phi i32 [ 0, %b ], [ %r, %w ]\n"
                    "call void @llvm.nvvm.barrier0()\n%r = add i32 %q, 1\n%u = icmp slt i32 %r, 4\n"
                    "br i1 %u, label %w, label %g\ng:\ncall void @at(ptr %x, i32 %i, i32 3)\n%j = add i32 %i, 1\n"
                    "br label %h\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(preheader 0) always header-test-first finite barrier)"));
}

// `case 3: __builtin_unreachable()` says nothing of n where the default is reached.
TEST(FrontTest, CaseThatIsPromisedAwayIsNoFactOfTheDefault) {
  Analysed A(kernel("switch i32 %n, label %d [ i32 3, label %u\n i32 5, label %e ]\nu:\nunreachable\nd:\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nbr label %e\ne:\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always partial (!= (param 1 0 32) 5))"));
  EXPECT_THAT(A.Text, Not(HasSubstr("!= (param 1 0 32) 3")));
}

// i < n held where the loop was left: of an i that is gone.
TEST(FrontTest, ScopeInALoopEndsWithIt) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %g ]\n%c = icmp slt i32 %i, %n\n"
                    "br i1 %c, label %b, label %g\nb:\n%v = load i32, ptr %p\n%d = icmp eq i32 %v, 0\n"
                    "br i1 %d, label %e, label %g\ng:\n%j = add i32 %i, 1\nbr label %h\ne:\n"
                    "call void @at(ptr %x, i32 %n, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always (< (loop 0) (param 1 0 32)))"));
  EXPECT_THAT(A.Text, HasSubstr("(scope 0) (loop -1) always (before 0))"));
}

// n = 7 is promised away, not excluded.
TEST(FrontTest, WayThatIsPromisedAwayIsNoFactOfAJoin) {
  Analysed A(kernel("%a = icmp slt i32 %n, 4\nbr i1 %a, label %j, label %t\nt:\n%q = icmp eq i32 %n, 7\n"
                    "br i1 %q, label %u, label %v\nu:\nunreachable\nv:\n%b = icmp slt i32 %n, 9\n"
                    "br i1 %b, label %j, label %e\nj:\ncall void @at(ptr %x, i32 %n, i32 3)\nbr label %e\ne:\n"
                    "ret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("always (or (< (param 1 0 32) 4) (< (param 1 0 32) 9)))"));
}

// n = 2 may come by either case: 10 or 20.
TEST(FrontTest, CasesAreNoEvidenceIfTheDefaultIsPromisedAway) {
  Analysed A(kernel("switch i32 %n, label %u [ i32 0, label %a\n i32 1, label %b ]\nu:\nunreachable\na:\n"
                    "br label %j\nb:\nbr label %j\nj:\n%v = phi i32 [ 10, %a ], [ 20, %b ]\n"
                    "call void @at(ptr %x, i32 %v, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(opaque 32 JoinedValue"));
  EXPECT_THAT(A.Text, HasSubstr("(index (opaque 0))"));
}

// Beside 3 the join has 1 or 2, by what the loop loads.
TEST(FrontTest, LoopLeftToTwoPlacesHidesWhichValueIsJoined) {
  Analysed A(kernel("%a = icmp slt i32 %n, 4\nbr i1 %a, label %j, label %t\nt:\nbr label %h\nh:\n"
                    "%i = phi i32 [ 0, %t ], [ %k, %g ]\n%c = icmp slt i32 %i, 8\nbr i1 %c, label %b, label %f\n"
                    "b:\n%w = load i32, ptr %p\n%d = icmp eq i32 %w, 0\nbr i1 %d, label %q, label %g\ng:\n"
                    "%k = add i32 %i, 1\nbr label %h\nq:\nbr label %j\nf:\nbr label %j\nj:\n"
                    "%v = phi i32 [ 3, %0 ], [ 1, %f ], [ 2, %q ]\ncall void @at(ptr %x, i32 %v, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(opaque 32 JoinedValue"));
  EXPECT_THAT(A.Text, HasSubstr("(index (opaque 1))"));
}

// What is loaded on one way has no value on the other, before the join.
TEST(FrontTest, JoinOfAValueThatOneWayComputesIsOpaque) {
  Analysed A(kernel("%a = icmp slt i32 %n, 4\nbr i1 %a, label %b, label %j\nb:\n%w = load i32, ptr %p\n"
                    "br label %j\nj:\n%v = phi i32 [ 3, %0 ], [ %w, %b ]\ncall void @at(ptr %x, i32 %v, i32 3)\n"
                    "ret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(index (opaque 1))"));
}

// 3 or 2000.
TEST(FrontTest, JoinUnderAConditionThatCannotBeReadIsOpaque) {
  Analysed A(kernel("%w = load float, ptr %p\n%a = fcmp olt float %w, 0.0\nbr i1 %a, label %b, label %j\nb:\n"
                    "br label %j\nj:\n%v = phi i32 [ 3, %0 ], [ 2000, %b ]\ncall void @at(ptr %x, i32 %v, i32 3)\n"
                    "ret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(opaque 32 JoinedValue"));
  EXPECT_THAT(A.Text, HasSubstr("(index (opaque 0))"));
}

TEST(FrontTest, LoopVariableIsGoneBehindItsLoop) {
  Analysed A(kernel("br label %h\nh:\n%i = phi i32 [ 0, %0 ], [ %j, %h ]\n%j = add i32 %i, 1\n"
                    "%c = icmp slt i32 %j, %n\nbr i1 %c, label %h, label %e\ne:\n"
                    "call void @at(ptr %x, i32 %i, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(opaque 32 LoopCarried"));
  EXPECT_THAT(A.Text, HasSubstr("(index (opaque 0))"));
}

TEST(FrontTest, JoinIsASelectOfItsCondition) {
  Analysed A(kernel("%c = icmp slt i32 %n, 4\nbr i1 %c, label %a, label %b\na:\nbr label %b\nb:\n"
                    "%i = phi i32 [ 1, %a ], [ 2, %0 ]\ncall void @at(ptr %x, i32 %i, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(index (select (< (param 1 0 32) 4) 1 2))"));
}

TEST(FrontTest, UndefinedIndexStaysInPlace) {
  Analysed A(kernel("call void @at(ptr %x, i32 undef, i32 3)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(keep UnsupportedArithmetic)"));
}

TEST(FrontTest, ConditionalRequireIsRefused) {
  Analysed A(kernel("call void @at(ptr %x, i32 0, i32 3)\n%c = icmp slt i32 %n, 4\n"
                    "br i1 %c, label %a, label %b\na:\n"
                    "call void @tilechecks_require__needs_fpass_plugin_libTileChecks(i1 %c, ptr null, ptr @f, i32 1, i32 1)\n"
                    "br label %b\nb:\nret void\n"));
  EXPECT_THAT(A.Errors, HasSubstr("must be reached on every path"));
}

TEST(FrontTest, RequireOfDataIsRefused) {
  Analysed A(kernel("%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n%c = icmp slt i32 %t, 4\n"
                    "call void @tilechecks_require__needs_fpass_plugin_libTileChecks(i1 %c, ptr null, ptr @f, i32 1, i32 1)\n"
                    "call void @at(ptr %x, i32 0, i32 3)\nret void\n"));
  EXPECT_THAT(A.Errors, HasSubstr("launch dimensions alone"));
}

TEST(FrontTest, UnknownMarkerIsRefused) {
  Analysed A("declare void @tilechecks_new()\n" + kernel("call void @tilechecks_new()\nret void\n"));
  EXPECT_THAT(A.Errors, HasSubstr("unknown marker 'tilechecks_new'"));
}

TEST(FrontTest, VariableLineIsRefused) {
  Analysed A(kernel("call void @at(ptr %x, i32 0, i32 %n)\nret void\n"));
  EXPECT_THAT(A.Errors, HasSubstr("the location of a checked access is not a constant"));
}

TEST(FrontTest, RecursiveHelperKeepsItsChecks) {
  Analysed A("define internal void @r(ptr %x, i32 %n) {\n%c = icmp sgt i32 %n, 0\nbr i1 %c, label %a, label %b\n"
             "a:\ncall void @at(ptr %x, i32 %n, i32 5)\n%m = sub i32 %n, 1\ncall void @r(ptr %x, i32 %m)\n"
             "br label %b\nb:\nret void\n}\n" +
             kernel("call void @r(ptr %x, i32 %n)\nret void\n"));
  EXPECT_THAT(A.Text, HasSubstr("(keep UnknownCallers)"));
  EXPECT_TRUE(A.Restored);
}

} // namespace
