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
// trap, by the device's assert, or by what our own failures end in. Where the
// failures have ids (`// tilechecks: fail ID`), a check is an id: its copies are
// one, and those that share a branch are several; one in a loop and outside of it
// is in a loop. Which spelling the source had and who placed the check does not
// matter here, and nothing of the plugin is used: this counts what is left in code
// that is through with optimisation. Loops are LLVM's natural loops.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/DepthFirstIterator.h"
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

#include <set>

using namespace llvm;

static StringRef assembly(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Asm ? StringRef(Asm->getAsmString()) : StringRef();
}

static bool fails(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (assembly(I).contains("trap;"))
    return true;
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
    std::set<std::string> IdsInLoops, IdsOutside;
    for (const BasicBlock &B : F) {
      if (Failing.contains(&B))
        continue;
      std::set<std::string> Ids;
      bool Checks = false;
      for (const BasicBlock *S : successors(&B))
        if (Failing.contains(S)) {
          Checks = true;
          collectIds(*S, Ids);
        }
      const bool IsInLoop = Loops.getLoopFor(&B);
      if (Checks && Ids.empty())
        ++(IsInLoop ? InLoops : Outside);
      (IsInLoop ? IdsInLoops : IdsOutside).insert(Ids.begin(), Ids.end());
    }
    InLoops += unsigned(IdsInLoops.size());
    for (const std::string &Id : IdsOutside)
      Outside += !IdsInLoops.count(Id);
  }

  unsigned InLoops = 0, Outside = 0;

private:
  /// Of all failures that Failing code comes to.
  static void collectIds(const BasicBlock &Failing, std::set<std::string> &Ids) {
    for (const BasicBlock *B : depth_first(&Failing))
      for (const Instruction &I : *B)
        if (StringRef Text = assembly(I); Text.consume_front("// tilechecks: fail "))
          Ids.insert(Text.take_until([](char C) { return C == ' '; }).str());
  }

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
