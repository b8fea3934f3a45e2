//===- plugin/OpenFunctions.cpp - functions with unknown callers ----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/OpenFunctions.h"

#include "emission/Bodies.h"
#include "emission/Flags.h"
#include "emission/MarkerCall.h"
#include "front/Front.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <numeric>

using namespace llvm;
using namespace tilechecks;

static bool reachesCheck(Function &F) {
  for (Function *Reached : emission::callTree(F))
    for (Instruction &I : instructions(*Reached))
      if (emission::markerKind(I) == emission::MarkerKind::Check)
        return true;
  return false;
}

/// Another unit may define or call the symbol. A discardable copy of an inline
/// function is called by units that have their own.
static bool hasUnknownCallers(const Function &F) {
  return F.hasExternalLinkage() || F.hasWeakLinkage();
}

/// Emits the checked form of F.
static emission::EmissionResult emitChecked(Function &F,
                                            ModuleAnalysisManager &MAM,
                                            StringRef Symbol, int FirstId) {
  // The clone is made for kernels; that one is called is of no matter to it.
  front::KernelClone Like;
  Like.Kernel = &F;
  const CallingConv::ID Convention = F.getCallingConv();
  F.setCallingConv(CallingConv::PTX_Kernel);
  front::KernelClone Clone = front::cloneForReference(Like, MAM);
  F.setCallingConv(Convention);
  for (Function *Copy : Clone.Functions)
    if (Copy->getCallingConv() == CallingConv::PTX_Kernel)
      Copy->setCallingConv(Convention);
  // A recursive function calls itself, not the form without checks.
  if (!Clone.Functions.empty())
    F.replaceUsesWithIf(Clone.Functions[0], [&](Use &U) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      return I && is_contained(Clone.Functions, I->getFunction());
    });

  Plan Everything;
  Everything.Of = Clone.P;
  Everything.Decisions.resize(Clone.P->Contexts.size());
  std::vector<int> Ids(Clone.P->Sites.size());
  std::iota(Ids.begin(), Ids.end(), FirstId);
  emission::EmissionResult Result = emission::emitBody(
      Clone, Everything, Ids, emission::Form::Placed, Symbol);
  front::erase(Clone);
  // A recursive function calls itself, not the form without checks.
  if (Function *Body = Result.Body.Kernel)
    F.replaceUsesWithIf(Body, [&](Use &U) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      return I && I->getFunction() == Body;
    });
  return Result;
}

std::vector<std::string>
plugin::emitOpenFunctions(Module &M, ModuleAnalysisManager &MAM,
                          std::vector<emission::KernelRecord> &Records) {
  std::vector<std::string> Errors;
  std::vector<Function *> Open;
  for (Function &F : M) {
    if (F.isDeclaration() || front::isKernel(F) || F.hasAvailableExternallyLinkage())
      continue;
    if (hasUnknownCallers(F) && reachesCheck(F))
      Open.push_back(&F);
  }
  int NextId = int(emission::FirstOpenId);
  for (Function *F : Open) {
    const std::string Symbol = F->getName().str();
    emission::EmissionResult Result =
        emitChecked(*F, MAM, Symbol + "__tc_self_contained", NextId);
    if (!Result.Error.empty()) {
      Errors.push_back("the function " + Symbol +
                       " has unknown callers and its checks cannot be kept: " +
                       Result.Error);
      continue;
    }
    NextId += int(Result.Body.Ids.size());
    emission::KernelRecord &Record = Records.emplace_back();
    Record.Original = F;
    Record.Symbol = Symbol;
    Record.Role = "placed";
    Record.Bodies.push_back(
        {Result.Body.Kernel, "self_contained", std::move(Result.Body.Ids)});
  }
  return Errors;
}
