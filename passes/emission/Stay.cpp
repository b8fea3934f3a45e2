//===- emission/Stay.cpp - may a thread leave a kernel before its end? ----===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Stay.h"

#include "emission/Fail.h"
#include "emission/Flags.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace tilechecks;

namespace {
struct Row {
  StringRef Prefixes, Why;
};
} // namespace

static constexpr Row Stays[] = {
#define TC_STAY(Name, Prefixes, Why) {Prefixes, Why},
#include "emission/Stay.def"
};
static constexpr StringRef Tolerates[] = {
#define TC_TOLERATES(Prefixes) Prefixes,
#include "emission/Stay.def"
};

static bool startsWithOneOf(StringRef Text, StringRef Prefixes) {
  return any_of(split(Prefixes, '|'),
                [&](StringRef Prefix) { return Text.starts_with(Prefix); });
}

/// One of the words, or one of them before a dot: `add` is no `addressof`.
static bool isOneOf(StringRef Opcode, StringRef Words) {
  return any_of(split(Words, '|'), [&](StringRef Word) {
    StringRef Rest = Opcode;
    return Rest.consume_front(Word) &&
           (Rest.empty() || Rest.front() == '.' || Word.back() == '.');
  });
}

static std::string because(const Twine &What, StringRef Why) {
  return (What + ": " + Why).str();
}

/// Empty if Name, without `llvm.nvvm.`, is in no row.
static std::string whyByRow(StringRef Name) {
  for (const Row &R : Stays)
    if (startsWithOneOf(Name, R.Prefixes))
      return because(Name, R.Why);
  return {};
}

static std::string withoutComments(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    if (Text.starts_with("//")) {
      Text = Text.drop_until([](char C) { return C == '\n'; });
    } else if (Text.starts_with("/*")) {
      const size_t End = Text.find("*/", 2);
      Text = End == StringRef::npos ? "" : Text.drop_front(End + 2);
    } else {
      Result += Text.front();
      Text = Text.drop_front();
    }
  }
  return Result;
}

/// Statement by statement. ReadsForOthers is set if one of them reads memory as
/// waits for other threads do.
static std::string whyByAssembly(const InlineAsm &Asm, bool &ReadsForOthers) {
  const std::string Text = withoutComments(Asm.getAsmString());
  for (StringRef Statement : split(Text, ';')) {
    Statement = Statement.trim();
    while (Statement.consume_front("{") || Statement.consume_front("}"))
      Statement = Statement.trim();
    if (Statement.empty() || Statement.starts_with(".reg"))
      continue;
    if (Statement.consume_front("@"))
      Statement = Statement.drop_until([](char C) { return isSpace(C); }).trim();
    const StringRef Opcode = Statement.take_until([](char C) { return isSpace(C); });
    const StringRef Operands = Statement.drop_front(Opcode.size()).trim();
    if (std::string Why = whyByRow(Opcode); !Why.empty())
      return Why;
    if (isOneOf(Opcode, "bar.sync|bar.red|bar.cta|barrier.sync|barrier.red|barrier.cta") &&
        // bar.sync a, b; bar.red p, a, b, q
        Operands.count(',') > (Opcode.contains(".red") ? 2u : 0u))
      return because(Opcode, "a barrier counts the threads that arrive");
    if (none_of(Tolerates, [&](StringRef Words) { return isOneOf(Opcode, Words); }))
      return because(Opcode, "inline PTX that is not known to do without a thread");
    ReadsForOthers |= isOneOf(Opcode, "atom") ||
                      (isOneOf(Opcode, "ld") &&
                       (Opcode.contains(".volatile") || Opcode.contains(".acquire") ||
                        Opcode.contains(".relaxed") || Opcode.contains(".mmio")));
  }
  return {};
}

/// Of functions that the device's own library has.
static bool isKnownDeclaration(StringRef Name) {
  return is_contained({"vprintf", "malloc", "free", "__assertfail"}, Name);
}

static std::string whyByCall(const CallBase &Call, bool &ReadsForOthers) {
  if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return whyByAssembly(*Asm, ReadsForOthers);
  const auto *Callee =
      dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee)
    return because("a call by pointer", "what it runs is not known");
  StringRef Name = Callee->getName();
  if (!Callee->isIntrinsic())
    return !Callee->isDeclaration() || isKnownDeclaration(Name) ||
                   emission::isFail(cast<CallInst>(Call))
               ? std::string()
               : because(Name, "the function is not in this unit");
  if (!Name.consume_front("llvm.nvvm."))
    return {};
  if (std::string Why = whyByRow(Name); !Why.empty())
    return Why;
  if (Call.isConvergent() && none_of(Tolerates, [&](StringRef Words) {
        return isOneOf(Name, Words);
      }))
    return because(Name, "threads execute it together");
  return {};
}

/// What is read may have changed since the last turn of a loop.
static bool readsForOthers(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isVolatile() || Load->isAtomic();
  if (const auto *Copy = dyn_cast<MemTransferInst>(&I))
    return Copy->isVolatile();
  return (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I)) && !I.use_empty();
}

static SmallPtrSet<const BasicBlock *, 16> blocksInCycles(Function &F) {
  SmallPtrSet<const BasicBlock *, 16> Result;
  for (auto It = scc_begin(&F); !It.isAtEnd(); ++It)
    if (It.hasCycle())
      Result.insert(It->begin(), It->end());
  return Result;
}

std::string emission::whyThreadsStay(Function &Body) {
  for (Function *F : callTree(Body)) {
    const auto InCycle = blocksInCycles(*F);
    for (Instruction &I : instructions(*F)) {
      bool Reads = readsForOthers(I);
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (std::string Why = whyByCall(*Call, Reads); !Why.empty())
          return Why;
      // A helper may be called in a loop.
      if (Reads && (F != &Body || InCycle.contains(I.getParent())))
        return because(Twine(I.getOpcodeName()),
                       "a loop may wait for what another thread writes");
    }
  }
  return {};
}
