// Failures that record themselves: what becomes of tc.fail with on_violation=report.
#include "ParseIr.h"

#include "emission/Record.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tilechecks::emission;

namespace {

constexpr const char *TwoFailures = R"(
declare void @tc.fail(i32, i64, i64, i32)
define ptx_kernel void @k(i64 %i, i64 %n, i1 %c, i1 %d) {
  br i1 %c, label %next, label %fail1
fail1:
  call void @tc.fail(i32 3, i64 %i, i64 %n, i32 14)
  unreachable
next:
  br i1 %d, label %last, label %fail2
fail2:
  call void @tc.fail(i32 5, i64 7, i64 %n, i32 15)
  unreachable
last:
  ret void
}
)";

struct RecordTest : testing::Test {
  LLVMContext Context;
  std::unique_ptr<Module> M;

  Function &lowered(bool MayLeave, bool IsKnown = true) {
    M = parseIr(TwoFailures, Context);
    Function &F = *M->getFunction("k");
    DenseMap<const Function *, RecordedAs> Of;
    if (IsKnown)
      Of[&F] = {hashOfSymbol("k__tc_placed"), MayLeave};
    lowerFailsToRecords(*M, Of);
    std::string Broken;
    raw_string_ostream OS(Broken);
    EXPECT_FALSE(verifyModule(*M, &OS)) << Broken;
    return F;
  }

  static std::vector<std::string> assembly(Function &F) {
    std::vector<std::string> Texts;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm())
        if (StringRef Text = cast<InlineAsm>(Call->getCalledOperand())->getAsmString(); !Text.starts_with("mov.u32"))
          Texts.push_back(Text.str());
    return Texts;
  }

  template <class T> static std::vector<T *> all(Function &F) {
    std::vector<T *> Found;
    for (Instruction &I : instructions(F))
      if (auto *X = dyn_cast<T>(&I))
        Found.push_back(X);
    return Found;
  }
};

using Texts = std::vector<std::string>;

TEST_F(RecordTest, each_check_keeps_its_statement_and_all_share_the_rest) {
  Function &F = lowered(/*MayLeave=*/true);
  EXPECT_EQ(assembly(F), (Texts{"// tilechecks: fail 3 index=$0 extent=$1 line=14",
                                "// tilechecks: fail 5 index=$0 extent=$1 line=15", "exit;", "trap;"}));
  ASSERT_EQ(all<AtomicRMWInst>(F).size(), 1u);
  EXPECT_EQ(all<AtomicRMWInst>(F)[0]->getOperation(), AtomicRMWInst::Xchg);
  auto Phis = all<PHINode>(F);
  ASSERT_EQ(Phis.size(), 3u);
  EXPECT_EQ(cast<ConstantInt>(Phis[0]->getIncomingValue(1))->getZExtValue(), 5u);
  EXPECT_EQ(cast<ConstantInt>(Phis[1]->getIncomingValue(1))->getZExtValue(), 7u);
  EXPECT_EQ(Phis[2]->getIncomingValue(0), F.getArg(1));
  EXPECT_FALSE(M->getFunction("tc.fail"));
}

TEST_F(RecordTest, where_threads_stay_the_record_ends_in_a_trap) {
  EXPECT_EQ(assembly(lowered(/*MayLeave=*/false)),
            (Texts{"// tilechecks: fail 3 index=$0 extent=$1 line=14", "// tilechecks: fail 5 index=$0 extent=$1 line=15", "trap;"}));
}

TEST_F(RecordTest, nobody_leaves_unheard) {
  Function &F = lowered(/*MayLeave=*/true);
  // The branch on the address: null goes to the trap.
  for (BranchInst *Branch : all<BranchInst>(F)) {
    auto *Test = Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Test || !isa<LoadInst>(Test->getOperand(0)))
      continue;
    auto *Ends = cast<CallInst>(&Branch->getSuccessor(Test->getPredicate() == ICmpInst::ICMP_EQ ? 0 : 1)->front());
    EXPECT_EQ(cast<InlineAsm>(Ends->getCalledOperand())->getAsmString(), "trap;");
    return;
  }
  ADD_FAILURE() << "no branch on the address";
}

TEST_F(RecordTest, the_record_is_complete_before_it_says_so) {
  Function &F = lowered(/*MayLeave=*/true);
  auto Stores = all<StoreInst>(F);
  ASSERT_EQ(Stores.size(), 18u);
  for (StoreInst *Store : Stores)
    EXPECT_EQ(Store->getOrdering(), Store == Stores.back() ? AtomicOrdering::Release : AtomicOrdering::NotAtomic);
  EXPECT_TRUE(all<FenceInst>(F).empty());
}

TEST_F(RecordTest, a_trap_waits_for_the_record_to_arrive) {
  auto readsBack = [](Function &F) {
    for (LoadInst *Load : all<LoadInst>(F))
      if (Load->isAtomic())
        return Load->getParent()->getTerminator()->getSuccessor(0) == Load->getParent();
    return false;
  };
  EXPECT_TRUE(readsBack(lowered(/*MayLeave=*/false)));
  EXPECT_FALSE(readsBack(lowered(/*MayLeave=*/true)));
}

TEST_F(RecordTest, a_function_of_no_kernel_traps_under_its_own_name) {
  Function &F = lowered(true, /*IsKnown=*/false);
  EXPECT_EQ(assembly(F).back(), "trap;");
  EXPECT_EQ(cast<ConstantInt>(all<StoreInst>(F)[1]->getValueOperand())->getZExtValue(), hashOfSymbol("k"));
}

TEST_F(RecordTest, the_hash_is_that_of_the_launcher) {
  // FNV-1a of "a"; launch/violation.hpp has the same in its test.
  EXPECT_EQ(hashOfSymbol("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hashOfSymbol(""), 0xcbf29ce484222325u);
}

} // namespace
