//===- emission/Expand.h - terms and predicates as instructions -----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes out a predicate over exact integers so that the code computes what
// core's evaluate() computes:
//
//   (<= (* (grid x) (block x)) (param 1 8 32))
// =>
//   %g = zext i32 %nctaid.x to i64     ; 0 .. 2^31-1
//   %b = zext i32 %ntid.x to i64       ; 0 .. 1024
//   %n = mul i64 %g, %b                ; its range fits 64 bits
//   %e = sext i32 %extent to i64
//   %c = icmp sle i64 %n, %e
//
// Why it is exact: each node is computed in 64 bits if its own range and those
// of its operands fit, else in 128. The ranges are recomputed here from the
// widths of the atoms and the limits of the hardware; what the pool was told
// beyond that (an extent that the launcher verifies) is not believed, since a
// raw launch has no launcher. An operation that can leave 128 bits, and a
// division by zero, clears a validity bit that travels with the value, and
// `and`, `or`, `implies`, `select` combine validity lazily from left to right
// as evaluate() does. "No value" is "does not hold".
//
// The instructions are fresh, without flags, and free of control flow: a
// division whose divisor is zero divides by one instead and is invalid.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_EMISSION_EXPAND_H
#define TILECHECKS_EMISSION_EXPAND_H

#include "core/Problem.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace tilechecks::emission {

/// The range of T by the widths of its atoms and hardware limits alone.
class WidthRanges {
public:
  explicit WidthRanges(const Problem &P) : P(P) {}
  Range of(const Term *T);
  Range of(Atom A) const;
  /// T and all it is computed from stay within signed 64 bits.
  bool fits64(const Term *T);

private:
  const Problem &P;
  llvm::DenseMap<const Term *, Range> Cache;
};

class Expander {
public:
  /// Kernel's parameters are those of the Problem. LoopVars and Opaques are the
  /// values of the Problem's indices in Kernel; they may be shorter where the
  /// expanded terms do not need them.
  Expander(const Problem &P, llvm::Function &Kernel,
           llvm::ArrayRef<llvm::Value *> LoopVars,
           llvm::ArrayRef<llvm::Value *> Opaques);

  /// True if every atom of the expression has a value in Kernel.
  bool canExpand(const Pred *C) const;
  bool canExpand(const Term *T) const;

  /// i1, before At: evaluate(C) is true.
  llvm::Value *holds(const Pred *C, llvm::Instruction *At);
  /// i1, before At: evaluate(Guard) is false, or Guard and C are both true.
  llvm::Value *holdsUnder(const Pred *Guard, const Pred *C,
                          llvm::Instruction *At);
  /// As holds(), but null if C may have no value.
  llvm::Value *holdsIfTotal(const Pred *C, llvm::Instruction *At);
  /// i1, before At: evaluate(Guard) is false, or 0 <= Index < Extent, by one
  /// comparison. Null if a part may leave 64 bits or have no value.
  llvm::Value *holdsInside(const Pred *Guard, const Term *Index,
                           const Term *Extent, llvm::Instruction *At);
  /// The low 64 bits of T before At; anything if T has no value. For reports.
  llvm::Value *low64(const Term *T, llvm::Instruction *At);

private:
  struct Result {
    llvm::Value *V = nullptr;
    llvm::Value *Ok = nullptr; ///< null: always valid
  };
  void start(llvm::Instruction *At);
  llvm::Value *implied(const Result &Guard, llvm::Value *Holds);
  Result term(const Term *T);
  Result computeTerm(const Term *T);
  Result pred(const Pred *P);
  Result computePred(const Pred *P);
  llvm::Value *atom(Atom A);
  llvm::Value *param(Atom A);
  llvm::Value *sreg(AtomKind Kind, unsigned Axis);
  Result arithmetic(const Term *T, Result A, Result B, Range RangeA,
                    Range RangeB, Range RangeR);
  Result division(TermKind Kind, Result A, Result B, Range RangeA,
                  Range RangeB);
  llvm::Value *widen(llvm::Value *V, unsigned Bits);
  llvm::Value *both(llvm::Value *A, llvm::Value *B);
  llvm::Value *truth(const Result &R);

  llvm::Function &Kernel;
  llvm::ArrayRef<llvm::Value *> LoopVars, Opaques;
  WidthRanges Ranges;
  llvm::IRBuilder<> B;
  /// Values made since start(): they dominate the insertion point.
  llvm::DenseMap<const Term *, Result> Terms;
  llvm::DenseMap<const Pred *, Result> Preds;
};

} // namespace tilechecks::emission

#endif // TILECHECKS_EMISSION_EXPAND_H
