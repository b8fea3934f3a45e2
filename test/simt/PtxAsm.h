//===- PtxAsm.h - a translator for the PTX of inline assembly ---*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statement by statement, with branches and predicates. A register is a 64-bit
// slot that each instruction reads at its own type. An instruction that is not
// known becomes `unsupported`, with its name, at the place where it stands.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_PTXASM_H
#define TILECHECKS_TEST_SIMT_PTXASM_H

#include "Lowering.h"

namespace tilechecks::simt {

struct PtxStatement {
  std::string Label;     ///< of this statement, if it has one
  std::string Predicate; ///< register; empty: always
  bool NegatePredicate = false;
  std::string Opcode;
  std::vector<std::string> Tokens;   ///< of the opcode, split at dots
  std::vector<std::string> Operands; ///< `{...}` and `[...]` kept together

  bool has(llvm::StringRef Token) const;
  llvm::StringRef op() const { return Tokens.front(); }
};

/// Splits at commas outside `{}` and `[]`.
std::vector<std::string> splitOperands(llvm::StringRef Text);

class PtxAsm {
public:
  PtxAsm(Lowering &L, llvm::CallInst *I, const std::string &Text);
  /// False if the text cannot be read as statements.
  bool parse();
  /// Replaces the call.
  void emit();

private:
  using Value = llvm::Value;
  using Type = llvm::Type;

  bool parseStatement(llvm::StringRef Text, std::string &PendingLabel);
  // Each: true if the statement was known and has been emitted.
  bool emitControl(const PtxStatement &S);
  bool emitSync(const PtxStatement &S);
  bool emitMemory(const PtxStatement &S);
  bool emitAsyncCopy(const PtxStatement &S);
  bool emitMatrix(const PtxStatement &S);  // PtxMatrix.cpp
  bool emitInteger(const PtxStatement &S); // PtxArithmetic.cpp
  bool emitFloat(const PtxStatement &S);   // PtxArithmetic.cpp
  bool emitMove(const PtxStatement &S);    // PtxArithmetic.cpp

  /// The IR type of the last type token; null if there is none.
  Type *typeOf(const PtxStatement &S, unsigned FromEnd = 0) const;
  static bool isSigned(const PtxStatement &S, unsigned FromEnd = 0);
  Value *read(llvm::StringRef Operand, Type *T);
  void write(llvm::StringRef Operand, Value *V, bool Sign = false);
  Value *bits(Value *V, bool Sign = false);
  llvm::AllocaInst *slot(llvm::StringRef Register);
  /// The pointer of a `[base+offset]` operand in the statement's state space.
  Value *address(const PtxStatement &S, llvm::StringRef Operand);
  llvm::BasicBlock *block(const std::string &Label);
  llvm::ConstantInt *immediate(llvm::StringRef Operand) const;
  Value *site() { return L.site(*I, "inline assembly: " + Current); }

  Lowering &L;
  llvm::CallInst *I;
  Lowering::Builder B;
  std::string Text;
  std::string Current; ///< opcode being emitted
  std::vector<PtxStatement> Statements;
  llvm::StringMap<llvm::AllocaInst *> Slots;
  llvm::StringMap<llvm::BasicBlock *> Labels;
};

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_PTXASM_H
