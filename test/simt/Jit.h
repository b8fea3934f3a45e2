//===- Jit.h - host code for a lowered module -------------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_JIT_H
#define TILECHECKS_TEST_SIMT_JIT_H

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"

#include <map>
#include <memory>
#include <string>

namespace tilechecks::simt {

class Jit {
public:
  static std::unique_ptr<Jit> create(std::string &Error);
  /// The host's triple and data layout for \p M.
  void retarget(llvm::Module &M) const;
  /// Optimises \p M and makes it available; code is generated at the first
  /// lookup. \p Symbols: host addresses by name.
  bool add(std::unique_ptr<llvm::LLVMContext> Context,
           std::unique_ptr<llvm::Module> M,
           const std::map<std::string, uint64_t> &Symbols, std::string &Error);
  void *lookup(const std::string &Name, std::string &Error);

private:
  std::unique_ptr<llvm::orc::LLJIT> Engine;
  std::unique_ptr<llvm::TargetMachine> Machine;
};

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_JIT_H
