// Runs a function that a test has written as IR.
#ifndef TILECHECKS_TEST_JIT_H
#define TILECHECKS_TEST_JIT_H

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

class Jit {
public:
  Jit() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    Engine = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    auto Own = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
        Engine->getDataLayout().getGlobalPrefix());
    Engine->getMainJITDylib().addGenerator(llvm::cantFail(std::move(Own)));
  }

  /// The module must be valid; Function takes and gives what F says.
  template <class F>
  F *add(std::unique_ptr<llvm::Module> M,
         std::unique_ptr<llvm::LLVMContext> Context, const char *Function) {
    M->setDataLayout(Engine->getDataLayout());
    dropMoves(*M);
    if (llvm::verifyModule(*M, &llvm::errs()))
      std::abort();
    llvm::cantFail(Engine->addIRModule(
        llvm::orc::ThreadSafeModule(std::move(M), std::move(Context))));
    return llvm::cantFail(Engine->lookup(Function)).toPtr<F *>();
  }

private:
  /// Operands of checks pass through PTX moves that this machine does not have.
  static void dropMoves(llvm::Module &M) {
    for (llvm::Function &F : M)
      for (llvm::BasicBlock &BB : F)
        for (llvm::Instruction &I : llvm::make_early_inc_range(BB))
          if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I); Call && Call->isInlineAsm()) {
            Call->replaceAllUsesWith(Call->getArgOperand(0));
            Call->eraseFromParent();
          }
  }

  std::unique_ptr<llvm::orc::LLJIT> Engine;
};

#endif // TILECHECKS_TEST_JIT_H
