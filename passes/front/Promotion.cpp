//===- front/Promotion.cpp - local variables of a clone become values ------===//
//
// Step 4 of front/Clone.h: what is undefined in the source (a variable read
// before it is written, what follows a trap) becomes some fixed value or no code
// first, so that no choice of LLVM's decides a check.
//
//===----------------------------------------------------------------------===//
#include "front/Clone.h"
#include "front/Markers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TinyPtrVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
namespace tilechecks::front {

/// `trap` written as assembly and the failed device assert fall through in the
/// IR. Nothing runs after them: say so with the control flow.
static void cutAfterThreadEnds(Function &F) {
  for (BasicBlock &BB : F)
    for (Instruction &I : BB) {
      if (!endsThread(I))
        continue;
      Instruction *Next = I.getNextNode();
      if (!isa<UnreachableInst>(Next))
        changeToUnreachable(Next);
      break;
    }
  removeUnreachableBlocks(F);
}

/// Undefined values become one frozen value a use, so that a check and its
/// access see the same number.
static void freezeUndefined(Function &F) {
  SmallVector<Use *, 8> Undefined;
  for (Instruction &I : instructions(F))
    if (!isa<FreezeInst>(I))
      for (Use &U : I.operands())
        if (isa<UndefValue>(U.get()) && U->getType()->isIntegerTy())
          Undefined.push_back(&U);
  for (Use *U : Undefined)
    U->set(new FreezeInst(U->get(), "undefined",
                          F.getEntryBlock().getFirstInsertionPt()));
}

/// The value that bits [Low, Low + Width) of V are, null if no value is just
/// that: a struct of two ints that is copied as a whole is one 64-bit number to
/// SROA, of which the members are then cut out again.
static Value *bitsOf(Value *V, unsigned Low, unsigned Width, unsigned Depth = 8) {
  Type *Ty = V->getType();
  if (!Ty->isIntegerTy() || Depth == 0)
    return nullptr;
  const unsigned Whole = Ty->getIntegerBitWidth();
  Type *Want = IntegerType::get(V->getContext(), Width);
  if (Low == 0 && Width == Whole)
    return V;
  if (auto *C = dyn_cast<ConstantInt>(V))
    return ConstantInt::get(Want, C->getValue().extractBits(Width, Low));
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return nullptr;
  Value *X = I->getOperand(0);
  auto IsZero = [](Value *B) { return B && match(B, PatternMatch::m_Zero()); };
  const APInt *C;
  using namespace PatternMatch;
  if (match(I, m_ZExtOrSExt(m_Value()))) {
    const unsigned Inner = X->getType()->getScalarSizeInBits();
    if (Low + Width <= Inner)
      return bitsOf(X, Low, Width, Depth - 1);
    return Low >= Inner && isa<ZExtInst>(I) ? ConstantInt::get(Want, 0) : nullptr;
  }
  if (isa<TruncInst>(I))
    return bitsOf(X, Low, Width, Depth - 1);
  if (match(I, m_Shl(m_Value(), m_APInt(C))) && C->ult(Whole)) {
    const unsigned By = C->getZExtValue();
    if (Low >= By)
      return bitsOf(X, Low - By, Width, Depth - 1);
    return Low + Width <= By ? ConstantInt::get(Want, 0) : nullptr;
  }
  if (match(I, m_LShr(m_Value(), m_APInt(C))) && C->ult(Whole)) {
    const unsigned By = C->getZExtValue();
    if (Low + By + Width <= Whole)
      return bitsOf(X, Low + By, Width, Depth - 1);
    return Low + By >= Whole ? ConstantInt::get(Want, 0) : nullptr;
  }
  if (match(I, m_And(m_Value(), m_APInt(C)))) {
    const APInt Mask = C->extractBits(Width, Low);
    if (Mask.isZero())
      return ConstantInt::get(Want, 0);
    return Mask.isAllOnes() ? bitsOf(X, Low, Width, Depth - 1) : nullptr;
  }
  if (match(I, m_Or(m_Value(), m_Value()))) {
    Value *A = bitsOf(X, Low, Width, Depth - 1), *B = bitsOf(I->getOperand(1), Low, Width, Depth - 1);
    return IsZero(A) ? B : IsZero(B) ? A : nullptr;
  }
  return nullptr;
}

/// Instructions on constants alone, selects by one, and members of an object that
/// a function returned: an index that is a constant after inlining hides from SROA
/// behind a conversion, the extents of a returned partition behind the object. Operands carry
/// no flag, so nothing but arithmetic decides.
static bool foldConstants(Function &F) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  bool Changed = false;
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *BB : Order)
    for (Instruction &I : make_early_inc_range(*BB)) {
      Value *By = nullptr;
      if (auto *S = dyn_cast<SelectInst>(&I)) {
        if (auto *C = dyn_cast<ConstantInt>(S->getCondition()))
          By = C->isOne() ? S->getTrueValue() : S->getFalseValue();
      } else if (isa<BinaryOperator, CastInst, CmpInst>(I) &&
                 isa<Constant>(I.getOperand(0)) &&
                 isa<Constant>(I.getOperand(I.getNumOperands() - 1))) {
        By = ConstantFoldInstruction(&I, DL);
      } else if (auto *E = dyn_cast<ExtractValueInst>(&I)) {
        By = FindInsertedValue(E->getAggregateOperand(), E->getIndices());
      } else if (isa<TruncInst>(I) && I.getType()->isIntegerTy() && !I.getType()->isIntegerTy(1)) {
        By = bitsOf(I.getOperand(0), 0, I.getType()->getIntegerBitWidth());
      }
      if (!By || By == &I)
        continue;
      I.replaceAllUsesWith(By);
      I.eraseFromParent();
      Changed = true;
    }
  // An object that nobody looks at any more still holds the addresses in it.
  for (BasicBlock *BB : post_order(&F))
    for (Instruction &I : make_early_inc_range(reverse(*BB)))
      if (I.use_empty() && isa<InsertValueInst, ExtractValueInst>(I)) {
        I.eraseFromParent();
        Changed = true;
      }
  return Changed;
}

/// Some store comes before every load of A. Only this many are tried: asking
/// for a value that is there already costs a phi at worst.
static bool isInitialised(const AllocaInst &A, const DominatorTree &DT) {
  SmallVector<const StoreInst *, 4> Stores;
  SmallVector<const LoadInst *, 8> Loads;
  for (const User *U : A.users()) {
    if (const auto *S = dyn_cast<StoreInst>(U); S && Stores.size() < 8)
      Stores.push_back(S);
    else if (const auto *L = dyn_cast<LoadInst>(U))
      Loads.push_back(L);
  }
  return Loads.empty() || any_of(Stores, [&](const StoreInst *S) {
           return all_of(Loads, [&](const LoadInst *L) { return DT.dominates(S, L); });
         });
}

/// Integer variables that may be read before they are written start with some
/// frozen value, so that promotion does not choose what suits it.
static void initialiseVariables(Function &F) {
  DominatorTree DT(F);
  SmallVector<AllocaInst *, 8> Doubtful;
  for (Instruction &I : F.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I);
        A && A->getAllocatedType()->isIntegerTy() && !A->isArrayAllocation() &&
        !isInitialised(*A, DT))
      Doubtful.push_back(A);
  for (AllocaInst *A : Doubtful) {
    auto At = std::next(A->getIterator());
    auto *Some = new FreezeInst(PoisonValue::get(A->getAllocatedType()),
                                "uninitialised", At);
    new StoreInst(Some, A, At);
  }
}

namespace {

/// Loads and stores of one variable, with what the debug information says of it.
class VariablePromoter : public LoadAndStorePromoter {
public:
  VariablePromoter(AllocaInst &A, ArrayRef<const Instruction *> Accesses, SSAUpdater &Values)
      : LoadAndStorePromoter(Accesses, Values, A.getName()), Declares(findDVRDeclares(&A)),
        Builder(*A.getModule(), /*AllowUnresolved=*/false) {}

  void updateDebugInfo(Instruction *I) const override {
    if (auto *S = dyn_cast<StoreInst>(I))
      for (DbgVariableRecord *D : Declares)
        ConvertDebugDeclareToDebugValue(D, S, Builder);
  }
  void describe(ArrayRef<PHINode *> Phis) {
    for (DbgVariableRecord *D : Declares) {
      for (PHINode *Phi : Phis)
        ConvertDebugDeclareToDebugValue(D, Phi, Builder);
      D->eraseFromParent();
    }
  }

private:
  TinyPtrVector<DbgVariableRecord *> Declares;
  mutable DIBuilder Builder;
};

} // namespace

/// Promotes the variables that are stored to in several blocks, each by walking
/// back from its loads. PromoteMemToReg, which SROA uses, walks over all that a
/// store dominates: a kernel with n loops one after the other has n variables
/// with n blocks behind each.
static void promoteLocally(Function &F) {
  SmallVector<AllocaInst *, 16> Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I); A && isAllocaPromotable(A))
      Variables.push_back(A);
  for (AllocaInst *A : Variables) {
    SmallVector<Instruction *, 16> Accesses, Others;
    SmallPtrSet<BasicBlock *, 8> StoreBlocks;
    for (User *U : A->users()) {
      auto *I = cast<Instruction>(U);
      (isa<LoadInst, StoreInst>(I) ? Accesses : Others).push_back(I);
      if (isa<StoreInst>(I))
        StoreBlocks.insert(I->getParent());
    }
    if (StoreBlocks.size() < 2 || !all_of(Others, [](Instruction *I) { return I->isLifetimeStartOrEnd(); }))
      continue;
    for (Instruction *I : Others)
      I->eraseFromParent();
    SmallVector<PHINode *, 8> Phis;
    SSAUpdater Values(&Phis);
    VariablePromoter Promoter(*A, SmallVector<const Instruction *, 16>(Accesses.begin(), Accesses.end()), Values);
    Promoter.run(Accesses);
    Promoter.describe(Phis);
    A->eraseFromParent();
  }
}

void promoteVariables(Function &F, FunctionAnalysisManager &FAM) {
  cutAfterThreadEnds(F);
  initialiseVariables(F);
  promoteLocally(F);
  for (int Round = 0; Round < 4; ++Round) {
    FAM.clear(F, F.getName());
    SROAPass(SROAOptions::PreserveCFG).run(F, FAM);
    FAM.clear(F, F.getName());
    bool Changed = foldConstants(F);
    Changed |= readAtTheWaysIn(F);
    if (!Changed)
      break;
  }
  freezeUndefined(F);
}

void promoteMemory(Function &F, FunctionAnalysisManager &FAM) {
  promoteVariables(F, FAM);
  markAssumed(F);
}

} // namespace tilechecks::front
