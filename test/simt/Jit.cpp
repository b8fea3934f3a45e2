//===- Jit.cpp - host code for a lowered module ---------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimiser may be used because the module keeps no promise that it could
// exploit (FlagFree.cpp); its library functions are switched off, as a device
// function called `malloc` is just a function.
//
//===----------------------------------------------------------------------===//

#include "Jit.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;
using namespace tilechecks::simt;

namespace {

bool take(Error E, std::string &Text) {
  if (!E)
    return true;
  Text = toString(std::move(E));
  return false;
}

void optimise(Module &M, TargetMachine &Machine) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  TargetLibraryInfoImpl NoLibrary(M.getTargetTriple());
  NoLibrary.disableAllFunctions();
  FAM.registerPass([&] { return TargetLibraryAnalysis(NoLibrary); });
  PassBuilder Passes(&Machine);
  Passes.registerModuleAnalyses(MAM);
  Passes.registerCGSCCAnalyses(CGAM);
  Passes.registerFunctionAnalyses(FAM);
  Passes.registerLoopAnalyses(LAM);
  Passes.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  FunctionPassManager FPM;
  FPM.addPass(PromotePass());
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  for (Function &F : M)
    if (!F.isDeclaration())
      FPM.run(F, FAM);
}

} // namespace

std::unique_ptr<Jit> Jit::create(std::string &Error) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Builder = orc::JITTargetMachineBuilder::detectHost();
  if (!Builder) {
    Error = toString(Builder.takeError());
    return nullptr;
  }
  // Their conversions flush subnormals; NarrowFloat.cpp has what is wanted.
  Builder->addFeatures({"-avx512bf16", "-avxneconvert"});
  Builder->setCodeGenOptLevel(CodeGenOptLevel::Less);
  auto Result = std::make_unique<Jit>();
  auto Machine = Builder->createTargetMachine();
  if (!Machine) {
    Error = toString(Machine.takeError());
    return nullptr;
  }
  Result->Machine = std::move(*Machine);
  auto Engine = orc::LLJITBuilder()
                    .setJITTargetMachineBuilder(std::move(*Builder))
                    .create();
  if (!Engine) {
    Error = toString(Engine.takeError());
    return nullptr;
  }
  Result->Engine = std::move(*Engine);
  auto Host = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      Result->Engine->getDataLayout().getGlobalPrefix());
  if (!Host) {
    Error = toString(Host.takeError());
    return nullptr;
  }
  Result->Engine->getMainJITDylib().addGenerator(std::move(*Host));
  return Result;
}

void Jit::retarget(Module &M) const {
  M.setTargetTriple(Machine->getTargetTriple());
  M.setDataLayout(Machine->createDataLayout());
}

bool Jit::add(std::unique_ptr<LLVMContext> Context, std::unique_ptr<Module> M,
              const std::map<std::string, uint64_t> &Symbols,
              std::string &Error) {
  StripDebugInfo(*M);
  if (NamedMDNode *Flags = M->getModuleFlagsMetadata())
    Flags->eraseFromParent();
  optimise(*M, *Machine);
  orc::SymbolMap Absolute;
  for (const auto &[Name, Address] : Symbols)
    Absolute[Engine->mangleAndIntern(Name)] = {orc::ExecutorAddr(Address),
                                               JITSymbolFlags::Exported |
                                                   JITSymbolFlags::Callable};
  return take(Engine->getMainJITDylib().define(
                  orc::absoluteSymbols(std::move(Absolute))),
              Error) &&
         take(Engine->addIRModule(
                  orc::ThreadSafeModule(std::move(M), std::move(Context))),
              Error);
}

void *Jit::lookup(const std::string &Name, std::string &Error) {
  auto Address = Engine->lookup(Name);
  if (!Address) {
    Error = toString(Address.takeError());
    return nullptr;
  }
  return Address->toPtr<void *>();
}
