//===- plugin/Dump.cpp - TILECHECKS_DUMP ----------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Dump.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tilechecks;

void plugin::dumpText(const std::string &What, const std::string &Name,
                      const std::string &Text) {
  errs() << "=== TILECHECKS DUMP: " << What << ' ' << Name << " ===\n" << Text;
  if (!Text.empty() && Text.back() != '\n')
    errs() << '\n';
  errs() << "=== END ===\n";
}

std::string plugin::irOf(ArrayRef<Function *> Functions) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (Function *F : Functions)
    F->print(OS);
  return Text;
}

static std::string featuresOf(const Module &M) {
  for (const Function &F : M)
    if (!F.isDeclaration() && F.hasFnAttribute("target-features"))
      return F.getFnAttribute("target-features").getValueAsString().str();
  return {};
}

std::string plugin::ptxOf(const Module &M, const std::string &Target) {
  std::string Error;
  const llvm::Target *T =
      TargetRegistry::lookupTarget(M.getTargetTriple(), Error);
  if (!T)
    return {};
  std::unique_ptr<TargetMachine> Machine(T->createTargetMachine(
      M.getTargetTriple(), Target, featuresOf(M), TargetOptions(), std::nullopt));
  if (!Machine)
    return {};
  std::unique_ptr<Module> Copy = CloneModule(M);
  SmallString<0> Text;
  raw_svector_ostream OS(Text);
  legacy::PassManager Passes;
  if (Machine->addPassesToEmitFile(Passes, OS, nullptr,
                                   CodeGenFileType::AssemblyFile))
    return {};
  Passes.run(*Copy);
  return Text.str().str();
}

std::string plugin::entryOf(const std::string &Ptx, const std::string &Symbol) {
  size_t At = 0;
  while ((At = Ptx.find(".entry " + Symbol, At)) != std::string::npos) {
    const char Next = Ptx[At + 7 + Symbol.size()];
    if (Next == '(' || Next == '\n' || Next == ' ')
      break;
    ++At;
  }
  if (At == std::string::npos)
    return {};
  size_t Line = Ptx.rfind('\n', At) + 1;
  size_t End = Ptx.find("\n}", At);
  return Ptx.substr(Line, End == std::string::npos ? End : End + 3 - Line);
}
