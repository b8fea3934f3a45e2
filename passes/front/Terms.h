//===- front/Terms.h - SSA values as exact terms --------------------------===//
//
// A value of iN has two readings, signed and unsigned; both are exact terms.
// `add i32 a, b` read as signed is swrap32(s(a) + s(b)): wrap-around is spelled
// out and only the ranges of the operands remove it (rule 2, rule 7). What the
// term language cannot say is one opaque value, the same wherever it is used;
// a value that derives from an undefined one is a different opaque value at
// every use, so that nothing said about one use is believed of another.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_FRONT_TERMS_H
#define TILECHECKS_FRONT_TERMS_H

#include "front/Front.h"
#include "front/ParamMemory.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace tilechecks::front {

using LoopIds = llvm::DenseMap<const llvm::Loop *, int>;

/// Blocks from which every way ends in `unreachable`.
class DeadEnds {
public:
  explicit DeadEnds(const llvm::Function &F);
  enum Kind : uint8_t { Lives, Fails, Assumed };
  /// Fails: every way ends in a trap or failed assert. Assumed: some way merely
  /// promises not to be taken. A thread that exits is one that returns.
  Kind kindOf(const llvm::BasicBlock *BB) const { return Kinds.lookup(BB); }

private:
  llvm::DenseMap<const llvm::BasicBlock *, Kind> Kinds;
};

class TermBuilder {
public:
  TermBuilder(KernelClone &Clone, const ParamMemory &Params,
              const llvm::DominatorTree &DT, const llvm::LoopInfo &LI,
              const LoopIds &Ids, const DeadEnds &Dead);

  /// Readings of an integer of at most 64 bits; never null for those.
  const Term *signedOf(llvm::Value *V);
  const Term *unsignedOf(llvm::Value *V);
  const Term *read(llvm::Value *V, bool Unsigned) {
    return Unsigned ? unsignedOf(V) : signedOf(V);
  }
  /// An i1 as a predicate; null if it cannot be expressed.
  const Pred *predOf(llvm::Value *V);

  /// What V == Value implies, in parts that can be expressed. Exact: it is
  /// equivalent to V == Value.
  struct Implied {
    const Pred *Condition;
    bool Exact;
  };
  Implied impliedBy(llvm::Value *V, bool Value, const llvm::BasicBlock *At);
  /// S goes to its case K; null if that cannot be expressed.
  const Pred *caseOf(llvm::SwitchInst &S, const llvm::ConstantInt &K);
  /// More than may be said of one value or condition.
  bool isTooLarge(const Pred *C) { return sizeOf(C) > MaxTermSize; }

  const Term *opaque(llvm::Value *V, Reason Why);
  bool dependsOnUndefined(const llvm::Value *V) const {
    return Undefined.contains(V);
  }
  /// Every opaque value in it is computed on all paths to At.
  template <class Expression>
  bool isAvailable(const Expression *E, const llvm::BasicBlock *At);
  /// Innermost loop of the clone that T changes in, null for none.
  const llvm::Loop *variantLoop(const Term *T);
  bool isInvariant(const Term *T, const llvm::Loop *L);

  /// Launch-known atoms of parameters that were met, in order.
  const llvm::SetVector<std::pair<unsigned, std::pair<unsigned, unsigned>>> &
  paramAtoms() const {
    return ParamAtoms;
  }

private:
  /// Terms of more nodes than this become opaque.
  static constexpr unsigned MaxTermSize = 2000;
  template <class Arm> friend class PhiGate;
  const Term *buildSigned(llvm::Value *V);
  const Term *buildUnsigned(llvm::Value *V);
  const Pred *buildPred(llvm::Value *V);
  const Pred *bitOf(llvm::Value *V);
  const Term *binary(llvm::BinaryOperator &I, bool Unsigned);
  const Term *select(llvm::SelectInst &I, bool Unsigned);
  const Term *divide(llvm::BinaryOperator &I);
  const Term *bitwise(llvm::BinaryOperator &I, bool Unsigned);
  const Term *address(const llvm::Value *Pointer, unsigned Width, bool Unsigned);
  const Term *cast(llvm::CastInst &I, bool Unsigned);
  const Term *intrinsic(llvm::IntrinsicInst &I, bool Unsigned);
  const Term *load(llvm::LoadInst &I);
  const Term *paramAtom(unsigned Index, unsigned OffsetBytes, unsigned Bits);
  const Term *phi(llvm::PHINode &Phi);
  const Term *headerPhi(llvm::PHINode &Phi, const llvm::Loop &L);
  const Term *addedTo(llvm::PHINode &Phi, llvm::Value *V, const llvm::Loop &L,
                      unsigned Links);
  const Term *stepOf(llvm::PHINode &Phi, const llvm::Loop &L);
  const Term *geometricPhi(llvm::PHINode &Phi, const llvm::Loop &L);
  Range rangeOfVariable(llvm::PHINode &Phi, const llvm::Loop &L,
                        const LoopVariable &V);
  bool isInvariantValue(llvm::Value *V, const llvm::Loop &L, unsigned Depth);
  /// A Rel B of exact values, through selects of constants.
  const Pred *relate(const Term *A, const Term *B, llvm::CmpInst::Predicate Rel);
  const Pred *compare(llvm::CmpInst::Predicate P, llvm::Value *A, llvm::Value *B);
  unsigned sizeOf(const Term *T);
  unsigned sizeOf(const Pred *P);
  const Term *wrap(unsigned Width, bool Unsigned, const Term *T) {
    return Unsigned ? Pool.uwrap(Width, T) : Pool.swrap(Width, T);
  }
  static unsigned widthOf(const llvm::Value *V) {
    return V->getType()->isIntegerTy() ? V->getType()->getIntegerBitWidth() : 0;
  }
  static bool isReadable(const llvm::Value *V) {
    return widthOf(V) >= 1 && widthOf(V) <= 64;
  }

  KernelClone &Clone;
  Problem &P;
  TermPool &Pool;
  const ParamMemory &Params;
  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  const LoopIds &Ids;
  const DeadEnds &Dead;
  llvm::DenseMap<llvm::Value *, const Term *> Signed, Unsigned, OpaqueOf;
  llvm::DenseMap<llvm::Value *, const Pred *> Preds;
  llvm::DenseMap<const Term *, unsigned> TermSizes;
  llvm::DenseMap<const Pred *, unsigned> PredSizes;
  llvm::DenseMap<const Term *, const llvm::Loop *> Variant;
  llvm::DenseSet<const llvm::Value *> Undefined;
  llvm::SetVector<std::pair<unsigned, std::pair<unsigned, unsigned>>> ParamAtoms;
  unsigned Depth = 0;
  bool StepOverBudget = false; ///< the last stepOf gave up because of its size
};

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_TERMS_H
