//===- front/Questions.cpp - what the assumed body would like to know ------===//
#include "front/Questions.h"
#include "front/Debts.h"
#include "front/Markers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
namespace tilechecks::front {

namespace {
class Asker {
public:
  Asker(KernelClone &Clone, TermBuilder &Terms, const ScopeTable &Scopes,
        const DominatorTree &DT, const LoopInfo &LI)
      : Clone(Clone), Pool(*Clone.P->Pool), Terms(Terms), Scopes(Scopes),
        DT(DT), LI(LI) {}

  void ask(Instruction &I);

private:
  /// A kernel of thousands of instructions is not worth the hours.
  static constexpr size_t MaxQuestions = 8192;
  void add(Question::Kind What, Instruction &I, const Pred *Holds);
  bool digitsOf(Value *V, Question &Q, bool ConstantSizes = true);
  std::vector<int> passedBefore(const Instruction &I) const;

  KernelClone &Clone;
  TermPool &Pool;
  TermBuilder &Terms;
  const ScopeTable &Scopes;
  const DominatorTree &DT;
  const LoopInfo &LI;
};
} // namespace

/// A marker that dominates I within every loop around the marker: a way into an
/// iteration that misses the marker would be a way to I that does. Outside of
/// one of those loops its values would be of another iteration.
std::vector<int> Asker::passedBefore(const Instruction &I) const {
  std::vector<int> Passed;
  for (size_t C = 0; C < Clone.Markers.size(); ++C) {
    const CallInst *Marker = Clone.Markers[C];
    if (Clone.P->Contexts[C].KeepInPlace != Reason::None ||
        Marker->getFunction() != I.getFunction())
      continue;
    const llvm::Loop *Around = LI.getLoopFor(Marker->getParent());
    if ((!Around || Around->contains(I.getParent())) &&
        DT.dominates(Marker, &I))
      Passed.push_back(int(C));
  }
  return Passed;
}

/// Whether V is a number of more than one digit, in Horner's form, with sizes
/// that the launch knows. Constant ones are extents of the last axes; before
/// those, a row that is a tile's origin and an index in the tile is one digit.
bool Asker::digitsOf(Value *V, Question &Q, bool ConstantSizes) {
  const Term *Last = Pool.constant(0);
  auto *Product = dyn_cast<BinaryOperator>(V);
  if (Product && Product->getOpcode() == Instruction::Add)
    for (unsigned Side : {0u, 1u})
      if (auto *Part = dyn_cast<BinaryOperator>(Product->getOperand(Side));
          Part && Part->getOpcode() == Instruction::Mul) {
        Last = Terms.signedOf(Product->getOperand(1 - Side));
        Product = Part;
        break;
      }
  if (!Product || Product->getOpcode() != Instruction::Mul)
    return false;
  for (unsigned Side : {0u, 1u}) {
    const Term *Size = Terms.signedOf(Product->getOperand(Side));
    if (!isLaunchKnown(Size) || (Size->isConst() && !ConstantSizes))
      continue;
    Value *Rows = Product->getOperand(1 - Side);
    if (!digitsOf(Rows, Q, Size->isConst()))
      Q.Digits.push_back(Terms.signedOf(Rows));
    Q.Sizes.push_back(Size);
    Q.Digits.push_back(Last);
    return true;
  }
  return false;
}

void Asker::add(Question::Kind What, Instruction &I, const Pred *Holds) {
  Question Q;
  Q.What = What;
  Q.Holds = Holds;
  if (I.getType()->getIntegerBitWidth() > 1)
    Q.Greatest = maxSigned(I.getType()->getIntegerBitWidth());
  Q.Scope = Scopes.scopeOf(I.getParent());
  Q.Passed = passedBefore(I);
  if (What != Question::Condition && !digitsOf(&I, Q))
    Q.Digits.clear(), Q.Sizes.clear();
  Clone.Questions.push_back(std::move(Q));
  Clone.Asked.push_back(&I);
}

void Asker::ask(Instruction &I) {
  if (Clone.Questions.size() >= MaxQuestions ||
      any_of(I.operands(), [&](const Use &U) {
        return !U->getType()->isIntegerTy() ||
               U->getType()->getIntegerBitWidth() > 64 ||
               Terms.dependsOnUndefined(U);
      }))
    return;
  if (isa<ICmpInst>(I)) {
    const Pred *Holds = Terms.predOf(&I);
    if (Holds && !Terms.dependsOnUndefined(&I) && !Terms.isTooLarge(Holds))
      add(Question::Condition, I, Holds);
    return;
  }
  if (!isa<OverflowingBinaryOperator>(I))
    return;
  const unsigned W = I.getType()->getIntegerBitWidth();
  if (W < 2)
    return;
  for (bool Unsigned : {false, true}) {
    const Term *Exact = exactResult(I, Terms, Pool, Unsigned);
    if (!Exact)
      return;
    const Range Fits = Unsigned ? Range::ofUnsigned(W) : Range::ofSigned(W);
    const Pred *Holds = Pool.land(Pool.le(Pool.constant(*Fits.Lo), Exact),
                                  Pool.le(Exact, Pool.constant(*Fits.Hi)));
    if (!Holds->isFalse() && !Terms.isTooLarge(Holds))
      add(Unsigned ? Question::NoUnsignedWrap : Question::NoSignedWrap, I,
          Holds);
  }
}

void fillQuestions(KernelClone &Clone, TermBuilder &Terms,
                   const ScopeTable &Scopes, const DominatorTree &DT,
                   const LoopInfo &LI) {
  Asker A(Clone, Terms, Scopes, DT, LI);
  ReversePostOrderTraversal<Function *> Order(Clone.Functions[0]);
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB)
      if (isa<ICmpInst, BinaryOperator>(I))
        A.ask(I);
}

} // namespace tilechecks::front
