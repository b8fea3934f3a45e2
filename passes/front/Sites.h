//===- front/Sites.h - sites, contexts, preconditions ---------------------===//
#ifndef TILECHECKS_FRONT_SITES_H
#define TILECHECKS_FRONT_SITES_H

#include "front/ScopeTable.h"
#include "front/SourceText.h"

namespace tilechecks::front {

/// Problem::Sites and Contexts with the clone's Markers, from every check of
/// its functions; entries, unchecked accesses. Contexts of one site are
/// together, sites in source order. Scopes may be null for a clone of which no
/// goal is asked (the reference).
void fillSites(KernelClone &Clone, TermBuilder *Terms, const ScopeTable *Scopes,
               const llvm::LoopInfo *LI, const LoopIds *Ids, SourceText &Source,
               std::vector<FrontError> &Errors);

/// Problem::Preconditions from calls of require, or why one is none.
void fillPreconditions(KernelClone &Clone, TermBuilder &Terms,
                       const ScopeTable &Scopes, const llvm::LoopInfo &LI,
                       std::vector<FrontError> &Errors);

/// What the author declared, in exact integers where that says no less.
void readDeclarationsExactly(Problem &P);

/// Texts of opaque values that an access loaded.
void nameOpaques(KernelClone &Clone);

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_SITES_H
