//===- front/Names.h - names, types and limits of a kernel ----------------===//
#ifndef TILECHECKS_FRONT_NAMES_H
#define TILECHECKS_FRONT_NAMES_H

#include "front/ParamMemory.h"
#include "front/Terms.h"

namespace tilechecks::front {

/// Symbol, demangled name, location, parameters, launch bounds.
void nameKernel(Problem &P, llvm::Function &Original);
/// Ranges of the launch's own numbers, from hardware and launch bounds.
void setLaunchRanges(Problem &P, llvm::Function &Original);
/// Extents and strides of tensor parameters by their types, and of structures
/// by what markers read. Sets the ranges of extents: placement/ makes the
/// launcher verify them.
void nameTensorAtoms(Problem &P, llvm::Function &Kernel,
                     const ParamMemory &Params);
/// Names the remaining parameter atoms that occurred.
void nameOtherAtoms(Problem &P, const TermBuilder &Terms);
/// The `tilechecks:` annotations: attributes, and preconditions as text.
void readAnnotations(Problem &P, llvm::Function &Original,
                     std::vector<FrontError> &Errors);

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_NAMES_H
