//===- front/Front.h - device IR to Problem -------------------------------===//
//
// Reads IR, decides nothing. For every kernel that reaches a marker, makes an
// analysis clone in the same module (kernel function copied, every call that
// can be inlined is inlined, arithmetic flags and assumes dropped, memory
// promoted) and describes it as a Problem. The clone is also the material that
// emission/ makes bodies with residual checks from: the original functions are
// the twin and are never touched here.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_FRONT_FRONT_H
#define TILECHECKS_FRONT_FRONT_H

#include "core/Question.h"

#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class CallInst;
class Function;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace tilechecks::front {

/// An analysis clone and how its Problem's indices map back to IR. All
/// pointers are into Functions.
struct KernelClone {
  llvm::Function *Kernel = nullptr; ///< the original
  /// [0] the clone of the kernel; then private clones of helpers that could not
  /// be inlined (recursive, address taken), all internal, to be erased after
  /// emission with erase().
  std::vector<llvm::Function *> Functions;
  std::shared_ptr<Problem> P;
  std::vector<llvm::CallInst *> Markers;       ///< one a context
  std::vector<llvm::CallInst *> RequireCalls;  ///< one a precondition
  std::vector<llvm::CallInst *> OtherMarkers;  ///< entry, unchecked: deleted
  std::vector<llvm::BasicBlock *> Preheaders;  ///< one a loop
  std::vector<llvm::Value *> LoopVars;         ///< header phi of each variable
  std::vector<llvm::Value *> Opaques;          ///< value of each opaque
  std::vector<Question> Questions;             ///< for the assumed body
  std::vector<llvm::Instruction *> Asked;      ///< one a question
};

/// A marker that we do not know or do not understand (rule 11), a misuse of
/// require: stops the build.
struct FrontError {
  SourceLocation Where;
  std::string Message;
};

struct FrontResult {
  std::vector<KernelClone> Kernels; ///< kernels with at least one marker
  std::vector<FrontError> Errors;
};

/// Kernels by calling convention and by annotation.
bool isKernel(const llvm::Function &F);
/// Markers of docs/interfaces.md, section 1, by name.
bool isMarker(const llvm::Function &F);

/// Sets the markers' attributes (nounwind willreturn nosync nocallback nofree
/// memory(inaccessiblemem: readwrite), nomerge on calls).
void setMarkerAttributes(llvm::Module &M);

/// Questions are asked only for those who will build an assumed body.
FrontResult analyse(llvm::Module &M, llvm::ModuleAnalysisManager &MAM,
                    bool WithQuestions = false);

/// A further clone of Kernel: everything inlined, flags dropped, nothing moved.
/// For the reference body. Same Markers order as its own contexts, whose sites
/// are matched by location to those of Like.
KernelClone cloneForReference(const KernelClone &Like,
                              llvm::ModuleAnalysisManager &MAM);

void erase(KernelClone &Clone);

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_FRONT_H
