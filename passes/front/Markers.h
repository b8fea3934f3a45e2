//===- front/Markers.h - the header library's calls, decoded --------------===//
#ifndef TILECHECKS_FRONT_MARKERS_H
#define TILECHECKS_FRONT_MARKERS_H

#include "front/Front.h"

#include "llvm/IR/Instructions.h"

namespace tilechecks::front {

enum class MarkerKind { Check32, Check64, Require, Contract, Entry, Unchecked };

/// By name alone; no value for every other function.
std::optional<MarkerKind> markerKind(const llvm::Function &F);
/// The marker that I calls directly; no value for every other instruction.
std::optional<MarkerKind> markerKind(const llvm::Instruction &I);
inline bool isCheck(MarkerKind K) {
  return K == MarkerKind::Check32 || K == MarkerKind::Check64;
}

/// Rule 11 over the whole module: names of ours that we do not know, signatures
/// that differ, uses that are not direct calls, checks reached through tables of
/// function pointers.
void checkClosedWorld(const llvm::Module &M, std::vector<FrontError> &Errors);

/// The constants of one check call.
struct CheckMarker {
  unsigned Width = 32;
  llvm::Value *Index = nullptr, *Extent = nullptr, *Data = nullptr;
  int64_t Tile = 0, Span = 1;
  int Axis = 0;
  AccessForm Form = AccessForm::Element;
  bool IndexUnsigned = false, ExtentUnsigned = false;
  SourceLocation Where;
};
/// No value and an error if an operand that must be constant is not.
std::optional<CheckMarker> decodeCheck(const llvm::CallInst &Call,
                                       std::vector<FrontError> &Errors);

/// Text of a constant string operand; no value if it is not one. Null is "".
std::optional<std::string> constantString(const llvm::Value *V);
std::optional<int64_t> constantInt(const llvm::Value *V);
/// File, line and column arguments beginning at First; column is optional.
std::optional<SourceLocation> constantLocation(const llvm::CallInst &Call,
                                               unsigned First, bool HasColumn);
/// From debug info; empty without.
SourceLocation debugLocation(const llvm::Instruction &I);

/// The function that a call reaches in another unit (-fgpu-rdc); null for
/// intrinsics, markers, inline assembly and the run time of the device.
const llvm::Function *calledInAnotherUnit(const llvm::Instruction &I);

/// Trap, exit, failed device assert: the thread does not continue after I,
/// whatever I's attributes say (the device assert has lost its noreturn).
bool endsThread(const llvm::Instruction &I);
/// The thread has been told to end, and does so without having failed.
bool exitsThread(const llvm::Instruction &I);
/// A call after which execution may not continue.
bool mayNotReturn(const llvm::Instruction &I);
bool isBarrier(const llvm::Instruction &I);
/// Barriers, and assembly that clang marks convergent (all of CUDA's): what
/// threads execute together, so that a copy of it is another operation.
bool isConvergent(const llvm::Instruction &I);
/// Changes memory or is seen from outside; markers and debug calls do not.
bool hasEffect(const llvm::Instruction &I);

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_MARKERS_H
