//===- front/Clone.h - flag-free, inlined copies of kernels ---------------===//
//
// Steps of an analysis clone, in this order, because each would otherwise let
// undefined behaviour decide something (rule 2):
//   1. copy every function the kernel reaches;
//   2. clean the copies: no arithmetic flag, assumption or attribute that a
//      later fold could believe. The inliner folds while it copies, hence first;
//   3. inline the clean copies bottom-up, each with its variables promoted: an
//      accessor is some 150 instructions before that and 20 after it, and a
//      kernel has thousands of its copies;
//   4. promote memory, give loops their canonical form, lift what a loop header
//      loads in every iteration alike.
// Blocks and branches are never merged, threaded or duplicated.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_FRONT_CLONE_H
#define TILECHECKS_FRONT_CLONE_H

#include "front/Front.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace llvm {
class AssumeInst;
} // namespace llvm

namespace tilechecks::front {

class ParamMemory;

/// Any integer flag (nsw, nuw, exact, disjoint, nneg, samesign) in F.
bool hasArithmeticFlags(const llvm::Function &F);

/// The arithmetic flags that an instruction of a clone had before cleaning.
struct Promise {
  bool NoSignedWrap = false, NoUnsignedWrap = false;
  bool Other = false; ///< exact, disjoint, nneg, samesign, of a truncation
};
Promise promiseOf(const llvm::Instruction &I);
void forgetPromises(llvm::Function &F);

/// Drops whatever states a fact without proof. True if there was an assumption.
bool cleanFunction(llvm::Function &F);

/// Assumptions bound nothing; what they speak of is remembered as a mark on
/// the instructions, which opaque values take their reason from. keep... stands
/// in for the assumption until memory is promoted, mark... replaces the
/// stand-ins, drop... removes their declaration once nothing uses it.
void keepAssumption(llvm::AssumeInst &A);
void markAssumed(llvm::Function &F);
bool isAssumed(const llvm::Instruction &I);
void dropAssumptionKeeper(llvm::Module &M);

/// Copies of a module's kernels and of what they reach.
class CloneSet {
public:
  CloneSet(llvm::Module &M) : M(M) {}
  ~CloneSet();

  /// Makes the clean, inlined copies that all kernels with markers need, or
  /// Only needs.
  void build(llvm::Function *Only, llvm::FunctionAnalysisManager &FAM);
  /// Kernels that reach a marker, in module order.
  llvm::ArrayRef<llvm::Function *> kernels() const { return Kernels; }
  /// The clone of a kernel with private copies of what could not be inlined.
  std::vector<llvm::Function *> take(llvm::Function &Kernel);
  bool hasFlags(const llvm::Function &Kernel) const;
  /// An assumption stood somewhere in the kernel's call tree.
  bool hadAssumption(const llvm::Function &Kernel) const;

private:
  llvm::ArrayRef<llvm::Function *> referencesOf(llvm::Function &F);
  llvm::SetVector<llvm::Function *> reachableFrom(llvm::Function &F);
  void orderBottomUp(llvm::Function &F);
  void inlineCallsIn(llvm::Function &Clean);

  llvm::Module &M;
  llvm::SmallVector<llvm::Function *, 8> Kernels;
  llvm::DenseMap<llvm::Function *, llvm::SmallVector<llvm::Function *, 4>>
      References;
  llvm::DenseMap<llvm::Function *, llvm::Function *> CleanOf, OriginalOf;
  llvm::DenseSet<llvm::Function *> Marked; ///< originals that reach a marker
  llvm::DenseSet<llvm::Function *> Recursive;
  llvm::DenseSet<const llvm::Function *> Assuming;
  llvm::SmallVector<llvm::Function *, 16> Order; ///< originals, callees first
};

/// Local variables become values, in a way that lets nothing undefined decide.
void promoteVariables(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
/// Step 4 on one function. Afterwards every loop has a preheader, one latch,
/// dedicated exits and LCSSA form; nothing follows a call that ends the thread.
void promoteMemory(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
/// Reads of local variables through a phi of their addresses become a phi of
/// reads. True if there was one.
bool readAtTheWaysIn(llvm::Function &F);
void canonicaliseLoops(llvm::Function &F, llvm::DominatorTree &DT,
                       llvm::LoopInfo &LI);
/// Loads (with their address and the markers in it) that a loop header makes
/// first thing in every iteration, with operands and memory the loop does not
/// change, move to the preheader, which runs only if the header runs.
void hoistHeaderLoads(llvm::LoopInfo &LI, const ParamMemory &Params);

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_CLONE_H
