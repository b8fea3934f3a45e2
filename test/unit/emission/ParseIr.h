// A module from the text of a test.
#pragma once

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <memory>
#include <string>

/// Null, and a failure that shows where, if Text is no module.
inline std::unique_ptr<llvm::Module> parseIr(const std::string &Text, llvm::LLVMContext &Context) {
  llvm::SMDiagnostic Error;
  std::unique_ptr<llvm::Module> M = llvm::parseAssemblyString(Text, Error, Context);
  if (!M) {
    std::string Message;
    llvm::raw_string_ostream OS(Message);
    Error.print("", OS);
    ADD_FAILURE() << Message << Text;
  }
  return M;
}
