//===- front/Sites.cpp - sites, contexts, preconditions -------------------===//
#include "front/Sites.h"
#include "front/Markers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"

#include <set>
#include <tuple>

using namespace llvm;
namespace tilechecks::front {

namespace {
/// One check call, before sites are numbered.
struct Found {
  CallInst *Call;
  CheckMarker M;
  bool InKernel; ///< not in a function that could not be inlined
  size_t Order;  ///< of appearance

  auto key() const {
    return std::tie(M.Where.File, M.Where.Line, M.Where.Column, M.Form, M.Axis,
                    M.Tile, M.Span);
  }
};
} // namespace

static Site siteOf(const Found &F, SourceText &Source) {
  Site S;
  S.Where = F.M.Where;
  S.Axis = F.M.Axis;
  S.Form = F.M.Form;
  AccessText T = Source.accessAt(F.M.Where);
  S.Tensor = T.Tensor;
  S.Access = T.Access;
  return S;
}

static void addAttributes(Problem &P, const CallInst &Call,
                          std::vector<FrontError> &Errors) {
  auto Bits = constantInt(Call.getArgOperand(0));
  auto Where = constantLocation(Call, 1, false);
  if (!Bits || !Where || (*Bits & ~int64_t(15))) {
    Errors.push_back({Where ? *Where : debugLocation(Call),
                      "tc::entry with attributes that this plugin does not know"});
    return;
  }
  P.Attrs.DenyInKernel |= *Bits & 1;
  P.Attrs.DenyInLoop |= *Bits & 2;
  P.Attrs.UncheckedAccesses |= *Bits & 4;
  P.Attrs.SufficientLaunch |= *Bits & 8;
  if (!P.Where.Line)
    P.Where = *Where;
}

void fillSites(KernelClone &Clone, TermBuilder *Terms, const ScopeTable *Scopes,
               const LoopInfo *LI, const LoopIds *Ids, SourceText &Source,
               std::vector<FrontError> &Errors) {
  Problem &P = *Clone.P;
  std::vector<Found> All;
  std::set<std::pair<int, std::pair<int, std::string>>> Unchecked;
  for (Function *F : Clone.Functions) {
    ReversePostOrderTraversal<Function *> Order(F);
    for (BasicBlock *BB : Order)
      for (Instruction &I : *BB) {
        auto K = markerKind(I);
        if (!K)
          continue;
        auto *Call = cast<CallInst>(&I);
        if (isCheck(*K)) {
          if (auto M = decodeCheck(*Call, Errors))
            All.push_back({Call, *M, F == Clone.Functions[0],
                           All.size()});
        } else if (*K == MarkerKind::Require || *K == MarkerKind::Contract) {
          Clone.RequireCalls.push_back(Call);
        } else {
          Clone.OtherMarkers.push_back(Call);
          if (*K == MarkerKind::Entry) {
            addAttributes(P, *Call, Errors);
            continue;
          }
          auto Where = constantLocation(*Call, 0, true);
          if (!Where)
            Errors.push_back({debugLocation(*Call), "the location of an "
                                                    "unchecked access is not "
                                                    "a constant"});
          else if (Unchecked
                       .insert({Where->Line, {Where->Column, Where->File}})
                       .second)
            P.Obligations.push_back({"unchecked_access", *Where});
        }
      }
  }
  llvm::sort(All, [](const Found &A, const Found &B) {
    return std::tuple_cat(A.key(), std::tie(A.Order)) <
           std::tuple_cat(B.key(), std::tie(B.Order));
  });
  llvm::sort(P.Obligations, [](const Obligation &A, const Obligation &B) {
    return std::tie(A.Where.File, A.Where.Line, A.Where.Column) <
           std::tie(B.Where.File, B.Where.Line, B.Where.Column);
  });

  const Found *Last = nullptr;
  for (const Found &F : All) {
    if (!Last || Last->key() != F.key())
      P.Sites.push_back(siteOf(F, Source));
    Last = &F;
    Context C;
    C.Site = P.Sites.size() - 1;
    C.Span = F.M.Span;
    C.Tile = F.M.Tile;
    if (!F.InKernel)
      C.KeepInPlace = Reason::UnknownCallers;
    if (Terms && F.InKernel) {
      C.Index = Terms->read(F.M.Index, F.M.IndexUnsigned);
      C.Extent = Terms->read(F.M.Extent, F.M.ExtentUnsigned);
      if (Terms->dependsOnUndefined(F.M.Index) ||
          Terms->dependsOnUndefined(F.M.Extent))
        C.KeepInPlace = Reason::UnsupportedArithmetic;
    } else if (Terms) {
      C.Index = Terms->opaque(F.M.Index, Reason::UnknownCallers);
      C.Extent = Terms->opaque(F.M.Extent, Reason::UnknownCallers);
    }
    if (Scopes && F.InKernel) {
      C.Scope = Scopes->scopeOf(F.Call->getParent());
      if (const llvm::Loop *L = LI->getLoopFor(F.Call->getParent()))
        C.Loop = Ids->lookup(L);
      Reach::Answer A = Scopes->always(*F.Call);
      C.AlwaysReached = A.Always;
      C.LoopsBefore = A.LoopsBefore;
    }
    AccessText T = Source.accessAt(F.M.Where);
    if (size_t(F.M.Axis) < T.Arguments.size())
      C.IndexText = T.Arguments[F.M.Axis];
    P.Contexts.push_back(std::move(C));
    Clone.Markers.push_back(F.Call);
  }
}

//===----------------------------------------------------------------------===//

/// An effect that happens before Call on some path, null if there is none.
static const Instruction *effectBefore(const CallInst &Call) {
  const Function &F = *Call.getFunction();
  SmallVector<const BasicBlock *, 8> Work = {Call.getParent()};
  SmallPtrSet<const BasicBlock *, 8> Seen;
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    for (const Instruction &I : *BB) {
      if (&I == &Call)
        break;
      if (const auto *S = dyn_cast<StoreInst>(&I);
          S && isa<AllocaInst>(S->getPointerOperand()->stripInBoundsOffsets()))
        continue; // a local variable's first value
      if (hasEffect(I) && !isa<MemTransferInst>(I))
        return &I;
    }
    Work.append(pred_begin(BB), pred_end(BB));
  }
  (void)F;
  return nullptr;
}

/// The vector access that stands at Where, null if there is none.
static const Site *vectorAccessAt(const Problem &P, const SourceLocation &Where) {
  auto It = llvm::find_if(P.Sites, [&](const Site &S) {
    return S.Form == AccessForm::Vector && S.Where.Line == Where.Line &&
           S.Where.Column == Where.Column && S.Where.File == Where.File;
  });
  return It == P.Sites.end() ? nullptr : &*It;
}

/// What the launch decides of the conditions that Scope stands under.
static const Pred *launchKnownGuard(const Problem &P, int Scope) {
  const Pred *All = P.Pool->boolean(true);
  std::function<void(const Pred *)> Take = [&](const Pred *C) {
    if (C->Kind == PredKind::And)
      llvm::for_each(C->Preds, Take);
    else if (isLaunchKnown(C))
      All = P.Pool->land(All, C);
  };
  for (; Scope != None; Scope = P.Scopes[Scope].Parent)
    Take(P.Scopes[Scope].Condition);
  return All;
}

void fillPreconditions(KernelClone &Clone, TermBuilder &Terms,
                       const ScopeTable &Scopes, const LoopInfo &LI,
                       std::vector<FrontError> &Errors) {
  Problem &P = *Clone.P;
  std::vector<CallInst *> Kept;
  for (CallInst *Call : Clone.RequireCalls) {
    auto Where = constantLocation(*Call, 2, true);
    auto Why = constantString(Call->getArgOperand(1));
    const bool IsContract = markerKind(*Call) == MarkerKind::Contract;
    auto Refuse = [&](const char *Text) {
      std::string What = IsContract ? "the contract \"" + (Why ? *Why : "") + "\" " : "tc::require ";
      Errors.push_back({Where ? *Where : debugLocation(*Call), What + Text});
    };
    if (!Where || !Why) {
      Refuse("needs a string literal and a constant location");
      continue;
    }
    // A vector's alignment is asked for where the access may be reached. The
    // address of a tensor made in the kernel is its maker's.
    const Site *Vector = IsContract ? vectorAccessAt(P, *Where) : nullptr;
    if (Vector) {
      if (Call->getFunction() != Clone.Functions[0])
        continue;
      const Pred *C = Terms.predOf(Call->getArgOperand(0));
      if (!C || !isLaunchKnown(C))
        continue;
      C = P.Pool->implies(launchKnownGuard(P, Scopes.scopeOf(Call->getParent())), C);
      if (!C->isTrue() && llvm::none_of(P.Preconditions, [&](const Precondition &Q) { return Q.Condition == C; }))
        P.Preconditions.push_back({C, (Vector->Access.empty() ? "vec" : Vector->Access) + ": " + *Why, *Where, true});
      continue;
    }
    if (Call->getFunction() != Clone.Functions[0]) {
      Refuse("must stand in the kernel, not in a function that cannot be "
             "inlined into it");
      continue;
    }
    // What a type promises holds for the launch, wherever the kernel says so.
    const BasicBlock *BB = Call->getParent();
    if (!IsContract && LI.getLoopFor(BB)) {
      Refuse("must not stand in a loop");
      continue;
    }
    if (!IsContract && (Scopes.scopeOf(BB) != 0 || !Scopes.always(*Call).Always)) {
      Refuse("must be reached on every path: move it to the top of the kernel");
      continue;
    }
    if (!IsContract && effectBefore(*Call)) {
      Refuse("must stand before the kernel's first side effect");
      continue;
    }
    const Pred *C = Terms.predOf(Call->getArgOperand(0));
    if (!C || !isLaunchKnown(C)) {
      Refuse("must depend on parameters, extents, strides and launch "
             "dimensions alone");
      continue;
    }
    Kept.push_back(Call);
    if (!IsContract || !C->isTrue())
      P.Preconditions.push_back({C, *Why, *Where, IsContract});
  }
  Clone.RequireCalls = Kept;
}

void nameOpaques(KernelClone &Clone) {
  Problem &P = *Clone.P;
  DenseMap<const Value *, int> SiteOf;
  for (size_t I = 0; I < Clone.Markers.size(); ++I)
    SiteOf[Clone.Markers[I]] = P.Contexts[I].Site;
  for (size_t I = 0; I < Clone.Opaques.size(); ++I) {
    const auto *L = dyn_cast<LoadInst>(Clone.Opaques[I]);
    if (!L)
      continue;
    const Value *At = L->getPointerOperand();
    // The address: casts, sums and products of markers.
    for (unsigned Steps = 0; Steps < 8; ++Steps) {
      if (auto It = SiteOf.find(At); It != SiteOf.end()) {
        P.Opaques[I].Text = P.Sites[It->second].Access;
        break;
      }
      const auto *U = dyn_cast<Instruction>(At);
      if (!U || U->getNumOperands() == 0 || isa<PHINode, LoadInst, CallInst>(U))
        break;
      At = isa<GetElementPtrInst>(U) ? U->getOperand(U->getNumOperands() - 1)
                                     : U->getOperand(0);
    }
  }
}

} // namespace tilechecks::front
