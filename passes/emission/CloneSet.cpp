//===- emission/CloneSet.cpp - a private copy of a kernel's call tree -----===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/CloneSet.h"

#include "emission/Flags.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

static constexpr unsigned SharedAddressSpace = 3;

/// Some instruction of Functions uses V, directly or through constants.
static bool isUsedIn(const Value *V, const SetVector<Function *> &Functions) {
  SmallVector<const Value *> Work{V};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *Current = Work.pop_back_val();
    for (const User *U : Current->users()) {
      if (const auto *I = dyn_cast<Instruction>(U)) {
        if (Functions.contains(const_cast<Function *>(I->getFunction())))
          return true;
      } else if (isa<Constant>(U) && !isa<GlobalValue>(U) &&
                 Seen.insert(U).second) {
        Work.push_back(U);
      }
    }
  }
  return false;
}

static void cloneSharedVariables(Module &M, const SetVector<Function *> &Users,
                                 ValueToValueMapTy &Map) {
  SmallVector<GlobalVariable *> Locals;
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == SharedAddressSpace && G.hasLocalLinkage() &&
        isUsedIn(&G, Users))
      Locals.push_back(&G);
  for (GlobalVariable *G : Locals) {
    auto *Copy = new GlobalVariable(
        M, G->getValueType(), G->isConstant(), G->getLinkage(),
        G->hasInitializer() ? G->getInitializer() : nullptr, G->getName(),
        /*InsertBefore=*/nullptr, G->getThreadLocalMode(), G->getAddressSpace());
    Copy->copyAttributesFrom(G);
    Map[G] = Copy;
  }
}

void emission::copyAnnotations(Function &From, Function &To) {
  NamedMDNode *All = From.getParent()->getNamedMetadata("nvvm.annotations");
  if (!All)
    return;
  SmallVector<MDNode *> Copies;
  for (MDNode *Node : All->operands()) {
    if (Node->getNumOperands() == 0 ||
        mdconst::dyn_extract_or_null<Function>(Node->getOperand(0)) != &From)
      continue;
    SmallVector<Metadata *> Operands(Node->op_begin(), Node->op_end());
    Operands[0] = ConstantAsMetadata::get(&To);
    Copies.push_back(MDNode::get(From.getContext(), Operands));
  }
  for (MDNode *Copy : Copies)
    All->addOperand(Copy);
}

/// What a caller of F may conclude from its attributes no longer holds once F
/// can stop at a check.
static AttributeMask stoppingAttributes() {
  AttributeMask Mask;
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::WillReturn, Attribute::MustProgress,
        Attribute::Speculatable, Attribute::NoFree, Attribute::NoSync})
    Mask.addAttribute(Kind);
  return Mask;
}

static void becomeKernelLike(Function &F, const Function &Original) {
  F.copyAttributesFrom(&Original);
  F.setLinkage(Original.getLinkage());
  if (Original.hasComdat()) {
    Comdat *Own = F.getParent()->getOrInsertComdat(F.getName());
    Own->setSelectionKind(Original.getComdat()->getSelectionKind());
    F.setComdat(Own);
  }
}

/// Blocks are about to be split: an alloca outside the entry block would be a
/// dynamic one.
static void gatherAllocas(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  BasicBlock::iterator Top = Entry.getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &I : make_early_inc_range(make_range(Top, Entry.end())))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && isa<Constant>(Alloca->getArraySize()))
      Alloca->moveBefore(Entry.getFirstNonPHIOrDbgOrAlloca());
}

static void cloneBody(Function &To, Function &From, ValueToValueMapTy &Map) {
  auto Argument = To.arg_begin();
  for (auto &Arg : From.args()) {
    Argument->setName(Arg.getName());
    Map[&Arg] = &*Argument++;
  }
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(&To, &From, Map, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
}

void emission::cloneInto(CloneSet &Set, ArrayRef<Function *> Sources,
                         Function &Original, StringRef Symbol) {
  Module &M = *Original.getParent();
  SetVector<Function *> All(Sources.begin(), Sources.end());
  for (Function *Source : Sources)
    for (Function *Reached : callTree(*Source))
      if (Reached->getCallingConv() != CallingConv::PTX_Kernel ||
          Reached == Sources[0])
        All.insert(Reached);

  for (Function *Source : All) {
    const bool IsKernel = Source == Sources[0];
    std::string Name = IsKernel ? Symbol.str()
                                : (Source->getName() + "__tc_private").str();
    auto *Copy = Function::Create(
        Source->getFunctionType(),
        IsKernel ? Original.getLinkage() : GlobalValue::InternalLinkage,
        Source->getAddressSpace(), Name, &M);
    Set.Map[Source] = Copy;
    Set.Functions.push_back(Copy);
  }
  Set.Kernel = Set.Functions[0];
  cloneSharedVariables(M, All, Set.Map);
  for (auto [Source, Copy] : zip(All, Set.Functions))
    cloneBody(*Copy, *Source, Set.Map);

  becomeKernelLike(*Set.Kernel, Original);
  copyAnnotations(Original, *Set.Kernel);
  for (Function *F : Set.Functions) {
    if (F != Set.Kernel) {
      F->setLinkage(GlobalValue::InternalLinkage);
      F->setVisibility(GlobalValue::DefaultVisibility);
      F->setComdat(nullptr);
    }
    F->removeFnAttrs(stoppingAttributes());
    dropFlags(*F);
    gatherAllocas(*F);
    for (Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (is_contained(Set.Functions, Call->getCalledFunction()))
          Call->setAttributes(Call->getAttributes().removeFnAttributes(
              F->getContext(), stoppingAttributes()));
  }
}

Function *emission::cloneFinished(Function &F, StringRef Symbol) {
  auto *Copy = Function::Create(F.getFunctionType(), F.getLinkage(),
                                F.getAddressSpace(), Symbol, F.getParent());
  ValueToValueMapTy Map;
  SetVector<Function *> Users;
  Users.insert(&F);
  cloneSharedVariables(*F.getParent(), Users, Map);
  Map[&F] = Copy;
  cloneBody(*Copy, F, Map);
  becomeKernelLike(*Copy, F);
  copyAnnotations(F, *Copy);
  return Copy;
}
