//===- emission/Finish.cpp - names, audit and digest of the bodies --------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Finish.h"

#include "emission/CloneSet.h"
#include "emission/Fail.h"
#include "emission/Flags.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <algorithm>

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

/// The checks of a body stand in its kernel and in its private helpers.
static std::multiset<unsigned> idsOfBody(Function &F, std::string &Error) {
  std::multiset<unsigned> Ids;
  for (Function *Part : callTree(F))
    Ids.merge(failIds(*Part, Error));
  return Ids;
}

static FinalBody audit(const KernelRecord &K, const BodyRecord &Record,
                       std::vector<std::string> &Errors) {
  FinalBody Body;
  Body.Kind = Record.Kind;
  Body.F = Record.F;
  if (!Record.F) {
    Errors.push_back("the " + Record.Kind + " body of " + K.Symbol +
                     " was deleted by another pass");
    return Body;
  }
  std::string Error;
  const std::multiset<unsigned> Calls = idsOfBody(*Record.F, Error);
  Body.Ids.insert(Calls.begin(), Calls.end());
  if (!Error.empty())
    Errors.push_back("in the " + Record.Kind + " body of " + K.Symbol + ": " +
                     Error);
  std::set<unsigned> Expected(Record.Ids.begin(), Record.Ids.end());
  std::set_difference(Expected.begin(), Expected.end(), Body.Ids.begin(),
                      Body.Ids.end(),
                      std::inserter(Body.Missing, Body.Missing.end()));
  if (!std::includes(Expected.begin(), Expected.end(), Body.Ids.begin(),
                     Body.Ids.end()))
    Errors.push_back("the " + Record.Kind + " body of " + K.Symbol +
                     " holds a check that was not put there");
  if (Record.F->hasOptNone() &&
      !std::equal(Calls.begin(), Calls.end(), Record.Ids.begin(),
                  Record.Ids.end()))
    Errors.push_back("the " + Record.Kind + " body of " + K.Symbol +
                     " lost or doubled a check although it was not optimised");
  return Body;
}

static void rename(Function &F, const Twine &Name) {
  Comdat *Old = F.getComdat();
  F.setName(Name);
  if (!Old)
    return;
  Comdat *New = F.getParent()->getOrInsertComdat(F.getName());
  New->setSelectionKind(Old->getSelectionKind());
  F.setComdat(New);
}

/// Exchanges two functions in the module's list, so that the body behind the
/// user's symbol stands where the user's function stood.
static void exchangePositions(Module &M, Function &A, Function &B) {
  Module::FunctionListType &List = M.getFunctionList();
  auto AfterA = std::next(A.getIterator());
  const bool Adjacent = AfterA == B.getIterator();
  A.removeFromParent();
  List.insert(B.getIterator(), &A);
  if (Adjacent) {
    B.removeFromParent();
    List.insert(A.getIterator(), &B);
    return;
  }
  B.removeFromParent();
  List.insert(AfterA, &B);
}

static int positionOf(StringRef Kind) {
  static constexpr StringLiteral Order[] = {"self_contained", "placed",
                                            "no_hoist", "reference",
                                            "unchecked", "assumed"};
  return int(find(Order, Kind) - std::begin(Order));
}

FinalKernel emission::finishKernel(Module &M, KernelRecord Record) {
  FinalKernel K;
  if (!Record.Original) {
    K.Errors.push_back("kernel " + Record.Symbol +
                       " was deleted by another pass");
    K.Record = std::move(Record);
    return K;
  }
  Function &Original = *Record.Original;
  if (!Record.Role.empty())
    K.Bodies.push_back(audit(Record, {&Original, Record.Role, {}}, K.Errors));
  for (const BodyRecord &Body : Record.Bodies)
    K.Bodies.push_back(audit(Record, Body, K.Errors));
  if (!K.Errors.empty()) {
    K.Record = std::move(Record);
    return K;
  }

  if (Record.AlsoUnchecked)
    K.Bodies.push_back(
        {"unchecked",
         cloneFinished(Original, Record.Symbol + "__tc_unchecked"),
         {},
         {}});
  llvm::sort(K.Bodies, [](const FinalBody &A, const FinalBody &B) {
    return positionOf(A.Kind) < positionOf(B.Kind);
  });

  assert(!K.Bodies.empty() && K.Bodies.front().Kind == "self_contained");
  const std::string Role = Record.Role.empty() ? "original" : Record.Role;
  rename(Original, Record.Symbol + "__tc_" + Role);
  for (FinalBody &Body : K.Bodies)
    if (Body.Kind == "self_contained") {
      rename(*Body.F, Record.Symbol);
      exchangePositions(M, Original, *Body.F);
      // Whoever keeps the user's symbol alive means this body too.
      Body.F->setLinkage(Original.getLinkage());
    }
  if (Record.Role.empty()) {
    // What still names it (the annotations of the source) means the kernel.
    Original.replaceAllUsesWith(K.Bodies.front().F);
    Original.eraseFromParent();
    Record.Original = nullptr;
  }
  K.Record = std::move(Record);
  return K;
}

std::string emission::digest(const FinalKernel &K) {
  MD5 Hash;
  SetVector<Function *> Parts;
  for (const FinalBody &Body : K.Bodies)
    for (Function *F : callTree(*Body.F))
      Parts.insert(F);
  if (Parts.empty())
    return std::string(16, '0');
  ModuleSlotTracker Slots(Parts[0]->getParent(),
                          /*ShouldInitializeAllMetadata=*/false);
  for (Function *F : Parts) {
    SmallString<0> Text;
    raw_svector_ostream OS(Text);
    OS << F->getName() << '\n';
    Slots.incorporateFunction(*F);
    for (BasicBlock &Block : *F) {
      OS << "block " << Slots.getLocalSlot(&Block) << '\n';
      for (Instruction &I : Block) {
        I.print(OS, Slots);
        OS << '\n';
      }
    }
    Hash.update(Text);
  }
  MD5::MD5Result Result;
  Hash.final(Result);
  return Result.digest().substr(0, 16).str();
}

void emission::addConstant(Module &M, const std::string &Name,
                           const std::string &Bytes, const Function &Like) {
  static constexpr unsigned GlobalAddressSpace = 1;
  Constant *Value =
      ConstantDataArray::getString(M.getContext(), Bytes, /*AddNull=*/true);
  const bool IsWeak = Like.hasWeakLinkage() || Like.hasLinkOnceLinkage();
  auto *G = new GlobalVariable(
      M, Value->getType(), /*isConstant=*/true,
      IsWeak ? GlobalValue::WeakODRLinkage : GlobalValue::ExternalLinkage,
      Value, Name, nullptr, GlobalValue::NotThreadLocal, GlobalAddressSpace);
  G->setAlignment(Align(1));
  appendToCompilerUsed(M, {G});
}
