//===- front/ParamMemory.h - what kernel parameters hold ------------------===//
//
// A kernel parameter passed by value lives in memory. A load from it is a
// function of the launch only while nothing in the kernel can have written it:
// decided once a parameter, whatever the order, by following all uses of its
// address. A write of one field forfeits all of them (design, 4.3).
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_FRONT_PARAMMEMORY_H
#define TILECHECKS_FRONT_PARAMMEMORY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace tilechecks::front {

class ParamMemory {
public:
  explicit ParamMemory(llvm::Function &Kernel);

  struct Place {
    unsigned Param;
    int64_t OffsetBytes; ///< -1: not a constant
  };
  /// Where Ptr points if it points into a by-value parameter.
  std::optional<Place> placeOf(const llvm::Value *Ptr) const;
  /// Never written, its address never given away.
  bool isUnmodified(unsigned Param) const { return !Modified[Param]; }
  /// A load of launch-known memory at a constant offset.
  std::optional<Place> launchKnownLoad(const llvm::Value *V) const;

private:
  const llvm::DataLayout &DL;
  llvm::SmallVector<bool, 8> Modified;
};

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_PARAMMEMORY_H
