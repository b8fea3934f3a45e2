//===- Lowering.cpp - device IR to checked host IR ------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace tilechecks::simt;

Lowering::Lowering(llvm::Module &M, Device &D, ThreadState &State,
                   LoweredModule &Out)
    : M(M), C(M.getContext()), D(D), Out(Out), I1(Type::getInt1Ty(C)),
      I32(Type::getInt32Ty(C)), I64(Type::getInt64Ty(C)), State(State) {}

Value *Lowering::callRuntime(Builder &B, const char *Name, uint64_t Address,
                             FunctionType *Type, ArrayRef<Value *> Arguments) {
  Out.RuntimeSymbols[Name] = Address;
  FunctionCallee Callee = M.getOrInsertFunction(Name, Type);
  SmallVector<Value *> Converted;
  for (auto [Argument, Want] : zip_equal(Arguments, Type->params())) {
    Value *V = Argument;
    if (V->getType()->isPointerTy())
      V = flat(B, V);
    if (V->getType() != Want && Want->isIntegerTy()) {
      if (!V->getType()->isIntegerTy())
        V = B.CreateBitCast(
            V, B.getIntNTy(V->getType()->getPrimitiveSizeInBits()));
      V = B.CreateZExtOrTrunc(V, Want);
    }
    Converted.push_back(V);
  }
  return B.CreateCall(Callee, Converted);
}

/// The innermost position in the file that was compiled: an access in an
/// inlined accessor of a header is the line that uses it. The innermost
/// position of all if there is none.
static const DILocation *userLocation(const Instruction &I) {
  const DILocation *Innermost = I.getDebugLoc().get();
  const DISubprogram *Program = I.getFunction()->getSubprogram();
  if (!Innermost || !Program || !Program->getUnit())
    return Innermost;
  StringRef Main = Program->getUnit()->getFilename();
  for (const DILocation *At = Innermost; At; At = At->getInlinedAt())
    if (At->getFilename() == Main)
      return At;
  return Innermost;
}

Value *Lowering::site(const Instruction &I, std::string What) {
  Site S;
  S.What = std::move(What);
  S.Where.Function = I.getFunction()->getName().str();
  if (const DILocation *Loc = userLocation(I)) {
    S.Where.File = Loc->getFilename().str();
    S.Where.Line = Loc->getLine();
    S.Where.Column = Loc->getColumn();
  }
  Out.Sites.push_back(std::move(S));
  return i32(uint32_t(Out.Sites.size() - 1));
}

Value *Lowering::state(Builder &B, size_t Offset, Type *Type) {
  auto Address = reinterpret_cast<uint64_t>(&State) + Offset;
  return B.CreateLoad(
      Type, ConstantExpr::getIntToPtr(i64(Address), PointerType::get(C, 0)));
}

Value *Lowering::lane(Builder &B) {
  return B.CreateAnd(state(B, offsetof(ThreadState, Linear), I32), i32(31));
}

Value *Lowering::flat(Builder &B, Value *Pointer) {
  return B.CreatePtrToInt(Pointer, I64);
}

Value *Lowering::sharedPointer(Builder &B, Value *Address) {
  Value *Low = B.CreateAnd(B.CreateZExtOrTrunc(Address, I64), i64(0xffffffff));
  return B.CreateIntToPtr(B.CreateAdd(Low, i64(D.arena().base())),
                          PointerType::get(C, 3));
}

void Lowering::replace(Instruction *I, Value *With) {
  if (With && With != I) {
    if (!isa<Constant>(With) && !With->hasName())
      With->takeName(I);
    I->replaceAllUsesWith(With);
  }
  I->eraseFromParent();
}

void Lowering::unsupported(Instruction *I, const std::string &Name) {
  Builder B(I);
  TCSIMT_CALL(*this, B, unsupported, site(*I, Name));
  replace(I, I->getType()->isVoidTy() ? nullptr
                                      : Constant::getNullValue(I->getType()));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {

/// Kernels by calling convention and by the annotation that came before it.
std::vector<Function *> findKernels(llvm::Module &M) {
  std::vector<Function *> Result;
  for (Function &F : M)
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::PTX_Kernel)
      Result.push_back(&F);
  if (NamedMDNode *Notes = M.getNamedMetadata("nvvm.annotations"))
    for (MDNode *Note : Notes->operands()) {
      if (Note->getNumOperands() < 3)
        continue;
      auto *F = mdconst::dyn_extract_or_null<Function>(Note->getOperand(0));
      auto *Key = dyn_cast_or_null<MDString>(Note->getOperand(1));
      if (F && !F->isDeclaration() && Key && Key->getString() == "kernel" &&
          !is_contained(Result, F))
        Result.push_back(F);
    }
  return Result;
}

} // namespace

void Lowering::describeKernels() {
  const DataLayout &DL = M.getDataLayout();
  for (Function *F : findKernels(M)) {
    Kernel K;
    K.Symbol = F->getName().str();
    // Aligned on the address in the constant bank, as ptxas does it.
    int Target = 90;
    StringRef Cpu = F->getFnAttribute("target-cpu").getValueAsString();
    if (Cpu.consume_front("sm_"))
      Cpu.consumeInteger(10, Target);
    const uint64_t Bank = Target < 100 ? 0x210 : 0x380;
    uint64_t Offset = Bank;
    for (Argument &A : F->args()) {
      KernelParam P;
      llvm::Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
      P.ByValue = A.hasByValAttr();
      P.Pointer = !P.ByValue && T->isPointerTy();
      P.SizeBytes = DL.getTypeAllocSize(T);
      P.Align = DL.getABITypeAlign(T).value();
      if (P.ByValue)
        P.Align =
            std::max<uint64_t>(P.Align, A.getParamAlign().valueOrOne().value());
      P.GridConstant = A.hasAttribute("nvvm.grid_constant");
      P.Name = A.getName().str();
      raw_string_ostream(P.Type) << *T;
      if (auto *S = dyn_cast<StructType>(T); S && S->hasName())
        P.Type = S->getName().str();
      Offset = (Offset + P.Align - 1) / P.Align * P.Align;
      P.Offset = Offset - Bank;
      Offset += P.SizeBytes;
      K.Params.push_back(std::move(P));
    }
    Out.Kernels.push_back(std::move(K));
  }
}

/// A kernel blocks if anything it may call can: a collective, `exit`, inline
/// assembly that is one of these, or a loop that may wait on memory. One with
/// asynchronous copies counts as well, as these live between turns.
void Lowering::findBlockingKernels() {
  auto Blocks = [](Function &F) {
    bool TouchesSharedState = false, HasCycle = false;
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> Edges;
    FindFunctionBackedges(F, Edges);
    HasCycle = !Edges.empty();
    for (Instruction &I : instructions(F)) {
      TouchesSharedState |= I.isAtomic() || I.isVolatile();
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand())) {
        StringRef Text = Asm->getAsmString();
        for (const char *Word :
             {"bar", "exit", "shfl", "vote", "match", "activemask", "redux",
              "elect", "wait", "cp.async", "matrix.", "mma."})
          if (Text.contains(Word))
            return true;
        continue;
      }
      Function *Callee = Call->getCalledFunction();
      if (!Callee)
        continue;
      StringRef Name = Callee->getName();
      if (!Name.consume_front("llvm.nvvm."))
        continue;
      for (const char *Prefix :
           {"bar", "shfl", "vote", "match", "activemask", "redux", "elect",
            "exit", "mbarrier", "mapa", "getctarank", "cp.async", "ldmatrix",
            "stmatrix", "mma"})
        if (Name.starts_with(Prefix))
          return true;
    }
    return HasCycle && TouchesSharedState;
  };
  std::set<Function *> Blocking;
  for (Function &F : M)
    if (!F.isDeclaration() && Blocks(F))
      Blocking.insert(&F);
  for (const Kernel &K : Out.Kernels) {
    SmallVector<Function *> Work{M.getFunction(K.Symbol)};
    std::set<Function *> Seen(Work.begin(), Work.end());
    auto Reach = [&](Function *F) {
      if (F && Seen.insert(F).second)
        Work.push_back(F);
    };
    while (!Work.empty()) {
      Function *F = Work.pop_back_val();
      if (Blocking.count(F)) {
        Out.NeedFibres.insert(K.Symbol);
        break;
      }
      for (Instruction &I : instructions(*F)) {
        auto *Call = dyn_cast<CallBase>(&I);
        if (!Call || Call->isInlineAsm())
          continue;
        if (Function *Callee = Call->getCalledFunction())
          Reach(Callee);
        else // By pointer: any function whose address is taken.
          for (Function &Any : M)
            if (Any.hasAddressTaken())
              Reach(&Any);
      }
    }
  }
}

/// One function a kernel for the scheduler: `void (ptr slots)`, where slot i
/// holds the address of parameter i's bytes.
void Lowering::makeEntry(const Kernel &K) {
  Function *F = M.getFunction(K.Symbol);
  auto *Pointer = PointerType::get(C, 0);
  auto *Type = FunctionType::get(Type::getVoidTy(C), {Pointer}, false);
  Function *Entry = Function::Create(Type, GlobalValue::ExternalLinkage,
                                     "tcsimt.entry." + K.Symbol, M);
  Builder B(BasicBlock::Create(C, "", Entry));
  SmallVector<Value *> Arguments;
  Value *Mark = nullptr;
  for (auto [I, A] : enumerate(F->args())) {
    const KernelParam &P = K.Params[I];
    Value *Slot = B.CreateLoad(
        Pointer, B.CreateConstInBoundsGEP1_64(Pointer, Entry->getArg(0), I));
    if (!P.ByValue) {
      Arguments.push_back(
          B.CreateAlignedLoad(A.getType(), Slot, MaybeAlign(1)));
      continue;
    }
    // One copy serves all threads if none may write to it; the shadow says so
    // should one do it all the same.
    if (P.GridConstant || A.hasAttribute(Attribute::ReadOnly)) {
      Arguments.push_back(B.CreateAddrSpaceCast(Slot, A.getType()));
      continue;
    }
    if (!Mark)
      Mark = TCSIMT_CALL(*this, B, localMark);
    Value *Copy =
        B.CreateIntToPtr(TCSIMT_CALL(*this, B, localAllocate, i64(P.SizeBytes),
                                     i64(P.Align), i32(0)),
                         A.getType());
    B.CreateMemCpy(Copy, MaybeAlign(1), Slot, MaybeAlign(1), P.SizeBytes);
    Arguments.push_back(Copy);
  }
  B.CreateCall(F, Arguments);
  if (Mark)
    TCSIMT_CALL(*this, B, localRelease, Mark);
  B.CreateRetVoid();
}

//===----------------------------------------------------------------------===//
// The order of things
//===----------------------------------------------------------------------===//

namespace {

void promoteScalars(Function &F) {
  DominatorTree DT(F);
  while (true) {
    SmallVector<AllocaInst *> Allocas;
    for (Instruction &I : F.getEntryBlock())
      if (auto *A = dyn_cast<AllocaInst>(&I))
        if (isAllocaPromotable(A))
          Allocas.push_back(A);
    if (Allocas.empty())
      return;
    PromoteMemToReg(Allocas, DT);
  }
}

std::set<const Function *> recursiveFunctions(llvm::Module &M) {
  std::set<const Function *> Result;
  CallGraph Graph(M);
  for (auto I = scc_begin(&Graph); !I.isAtEnd(); ++I)
    if (I.hasCycle())
      for (CallGraphNode *Node : *I)
        if (Function *F = Node->getFunction())
          Result.insert(F);
  for (Function &F : M)
    if (F.hasAddressTaken())
      Result.insert(&F);
  return Result;
}

} // namespace

void Lowering::describe() {
  describeKernels();
  findBlockingKernels();
}

bool Lowering::run(std::string &Error) {
  makeFlagFree(M);
  std::vector<Function *> Defined;
  for (Function &F : M) {
    F.setCallingConv(CallingConv::C);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->setCallingConv(CallingConv::C);
    if (F.isDeclaration())
      continue;
    Defined.push_back(&F);
    promoteScalars(F);
  }
  std::set<const Function *> Recursive = recursiveFunctions(M);
  // From here on the module grows accesses that are known to be good.
  std::vector<Instruction *> Accesses = collectAccesses();
  if (!materialiseGlobals(Error))
    return false;
  for (Function *F : Defined) {
    lowerByVal(*F);
    lowerLocals(*F);
    lowerCalls(*F);
    markUnreachable(*F);
  }
  for (Instruction *I : Accesses)
    instrumentAccess(I);
  for (Function *F : Defined)
    countSteps(*F, Recursive.count(F));
  defineExternals();
  defineTruncations();
  for (const Kernel &K : Out.Kernels)
    makeEntry(K);
  for (Function *F : Defined) {
    F->setLinkage(GlobalValue::InternalLinkage);
    for (Argument &A : F->args()) {
      A.removeAttr(Attribute::ByVal);
      A.removeAttr(Attribute::Alignment);
      A.removeAttr(Attribute::ReadOnly);
    }
  }
  for (const FunctionFixup &Fix : Out.Fixups)
    if (Function *F = M.getFunction(Fix.Function))
      F->setLinkage(GlobalValue::ExternalLinkage);
  raw_string_ostream Stream(Error);
  return !verifyModule(M, &Stream);
}
