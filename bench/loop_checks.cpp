//===- bench/loop_checks.cpp - checks that final device IR still has ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   loop-checks FILE...          one line a kernel: NAME IN_LOOPS OUTSIDE_LOOPS
//
// A check is a branch or switch with a side from which every path fails: by a
// trap, by the device's assert, or by what our own failures end in. Which
// spelling the source had and who placed the check does not matter here, and
// nothing of the plugin is used: this counts what is left in code that is
// through with optimisation. Loops are LLVM's natural loops.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static bool fails(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return StringRef(Asm->getAsmString()).contains("trap;");
  const Function *Callee = Call->getCalledFunction();
  return Callee && (Callee->getIntrinsicID() == Intrinsic::trap ||
                    Callee->getName() == "__assertfail" ||
                    Callee->getName() == "__assert_fail");
}

namespace {

class Checks {
public:
  explicit Checks(Function &F) : Dominators(F), Loops(Dominators) {
    // Of a successor not seen yet, on a cycle, nothing is known: it lives.
    for (const BasicBlock *B : post_order(&F))
      if (any_of(*B, fails) ||
          (!succ_empty(B) && all_of(successors(B), [&](const BasicBlock *S) {
            return Failing.contains(S);
          })))
        Failing.insert(B);
    for (const BasicBlock &B : F)
      if (!Failing.contains(&B) && any_of(successors(&B), [&](const BasicBlock *S) {
            return Failing.contains(S);
          }))
        ++(Loops.getLoopFor(&B) ? InLoops : Outside);
  }

  unsigned InLoops = 0, Outside = 0;

private:
  DominatorTree Dominators;
  LoopInfo Loops;
  SmallPtrSet<const BasicBlock *, 16> Failing;
};

} // namespace

int main(int Count, char **Files) {
  if (Count < 2) {
    errs() << "usage: loop-checks FILE... (LLVM IR, text or bitcode)\n";
    return 2;
  }
  for (const char *File : ArrayRef(Files, size_t(Count)).drop_front()) {
    LLVMContext Context;
    SMDiagnostic Error;
    std::unique_ptr<Module> M = parseIRFile(File, Error, Context);
    if (!M) {
      Error.print("loop-checks", errs());
      return 1;
    }
    for (Function &F : *M)
      if (F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration()) {
        Checks Of(F);
        outs() << F.getName() << ' ' << Of.InLoops << ' ' << Of.Outside << '\n';
      }
  }
}
