#include "placement/Contracts.h"

#include "core/TensorType.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace tilechecks;

namespace {

class Reach {
public:
  Reach(const Problem &P, size_t Param, const TensorType &T) : Pool(*P.Pool), T(T), Param(static_cast<uint32_t>(Param)) {
    const uint32_t Bytes = T.IndexBits / 8, Offset = T.offsetOf(T.Extents.size());
    for (size_t I = 0; I < T.Extents.size(); ++I)
      Extents.push_back(T.Extents[I] >= 0 ? Pool.constant(T.Extents[I])
                                          : Pool.atom(Atom::param(this->Param, T.offsetOf(I), T.IndexBits)));
    if (T.Layout == "layout_stride")
      for (size_t I = 0; I < T.Extents.size(); ++I)
        Strides.push_back(Pool.atom(Atom::param(this->Param, Offset + static_cast<uint32_t>(I) * Bytes, T.IndexBits)));
  }

  /// Number of elements of a tensor without strides.
  const Term *count() const {
    const Term *Count = Pool.constant(1);
    for (const Term *E : Extents)
      Count = Pool.mul(Count, E);
    return Count;
  }

  const Pred *condition() {
    const Term *Greatest = Pool.constant(maxSigned(T.IndexBits));
    if (Strides.empty())
      return Pool.le(count(), Greatest);
    // Offsets lie between the sums of the axes' least and greatest parts.
    const Term *High = Pool.constant(0), *Low = Pool.constant(0), *Zero = Pool.constant(0);
    const Pred *NotEmpty = Pool.boolean(true);
    for (size_t I = 0; I < Extents.size(); ++I) {
      const Term *Last = Pool.mul(Pool.addConst(Extents[I], -1), Strides[I]);
      High = Pool.add(High, Pool.max(Last, Zero));
      Low = Pool.add(Low, Pool.min(Last, Zero));
      NotEmpty = Pool.land(NotEmpty, Pool.lt(Zero, Extents[I]));
    }
    const Term *Least = Pool.constant(minSigned(T.IndexBits));
    return Pool.implies(NotEmpty, Pool.land(Pool.le(High, Greatest), Pool.le(Least, Low)));
  }

private:
  TermPool &Pool;
  const TensorType &T;
  uint32_t Param;
  std::vector<const Term *> Extents, Strides;
};

/// The extents of one access of several axes, as its markers have them: the
/// shape of a tensor whose type says nothing (a kernel with C linkage, a tensor
/// inside a struct, an unsigned index type).
class AccessShape {
public:
  explicit AccessShape(const Problem &P) : P(P), Pool(*P.Pool) {}

  void add(const Context &C) {
    const Site &S = P.Sites[C.Site];
    if (S.Form != AccessForm::Element && S.Form != AccessForm::Vector)
      return;
    auto &Axes = Shapes[{S.Where.File, S.Where.Line, S.Where.Column}];
    const Term *&E = Axes[S.Axis];
    // Several tensors at one place: the larger extent of each axis.
    E = E ? Pool.max(E, C.Extent) : C.Extent;
  }

  /// The number of elements fits the narrowest type that an extent is held in.
  /// Typed: parameters whose own contract says more.
  template <class Add> void conditions(const std::vector<bool> &Typed, Add Emit) const {
    for (const auto &[Where, Axes] : Shapes) {
      const Term *Count = Pool.constant(1);
      unsigned Bits = 64;
      bool Known = Axes.size() > 1, Unsigned = false, Covered = true;
      for (const auto &[Axis, E] : Axes) {
        Count = Pool.mul(Count, E);
        Known &= isLaunchKnown(E);
        Unsigned |= E->Kind == TermKind::UWrap;
        forEachAtom(E, [&](const Term *A) {
          if (A->A.Kind != AtomKind::Param)
            return;
          Bits = std::min(Bits, A->A.C);
          Covered &= A->A.A < Typed.size() && Typed[A->A.A];
        });
      }
      if (Known && !Covered)
        Emit(Pool.le(Count, Pool.constant(Unsigned ? maxUnsigned(Bits) : maxSigned(Bits))));
    }
  }

private:
  const Problem &P;
  TermPool &Pool;
  std::map<std::tuple<std::string, int, int>, std::map<int, const Term *>> Shapes;
};

} // namespace

std::vector<LaunchCheck> tilechecks::contractsOf(const Problem &P) {
  std::vector<LaunchCheck> Out;
  auto Add = [&](const Pred *Condition, std::string What) {
    if (Condition->isTrue())
      return;
    LaunchCheck L;
    L.Kind = Origin::Contract;
    L.Condition = Condition;
    L.Where = P.Where;
    L.Access = std::move(What);
    Out.push_back(std::move(L));
  };
  // The pool believes that extents are not negative and would fold this.
  auto NotNegative = [&](Atom A, std::string What) {
    Add(P.Pool->unfoldedLe(P.Pool->constant(0), P.Pool->atom(A)), std::move(What));
  };
  for (const AtomName &N : P.Atoms)
    if (N.Role == AtomRole::Extent)
      NotNegative(N.A, N.Name);
  auto IsNamed = [&](Atom A) {
    return std::any_of(P.Atoms.begin(), P.Atoms.end(),
                       [&](const AtomName &N) { return N.A == A && N.Role == AtomRole::Extent; });
  };
  // Of every tensor, also of one that the kernel overwrites or hands on: what
  // it holds then came from one of the others.
  std::vector<bool> Typed(P.Params.size(), false);
  for (size_t I = 0; I < P.Params.size(); ++I) {
    auto T = parseTensor(P.Params[I].Type);
    if (!T || P.Contexts.empty())
      continue;
    Typed[I] = true;
    const std::string Name = P.Params[I].Name.empty() ? "argument " + std::to_string(I + 1) : P.Params[I].Name;
    for (size_t Axis = 0; Axis < T->Extents.size(); ++Axis) {
      const Atom A = Atom::param(static_cast<uint32_t>(I), T->offsetOf(Axis), T->IndexBits);
      if (T->Extents[Axis] < 0 && !IsNamed(A))
        NotNegative(A, "extent(" + Name + "," + std::to_string(Axis) + ")");
    }
    Add(Reach(P, I, *T).condition(), "size of " + Name);
  }
  AccessShape Shapes(P);
  for (const Context &C : P.Contexts)
    Shapes.add(C);
  std::set<const Pred *> Seen;
  Shapes.conditions(Typed, [&](const Pred *Condition) {
    if (Seen.insert(Condition).second)
      Add(Condition, "size of a tensor");
  });
  return Out;
}

std::vector<LaunchCheck> tilechecks::assumptionsOf(const Problem &P, const std::vector<ReadAndWritten> &Pairs) {
  struct Memory {
    const Term *Begin, *End;
    std::string Name;
  };
  TermPool &Pool = *P.Pool;
  auto MemoryOf = [&](int Param, const TensorType &T) {
    const Term *Begin = Pool.uwrap(64, Pool.atom(Atom::param(static_cast<uint32_t>(Param), 0, 64)));
    const Term *Bytes = Pool.mul(Pool.constant(T.ElementBytes), Reach(P, static_cast<size_t>(Param), T).count());
    const std::string &Name = P.Params[Param].Name;
    return Memory{Begin, Pool.add(Begin, Bytes), Name.empty() ? "argument " + std::to_string(Param + 1) : Name};
  };
  std::vector<LaunchCheck> Out;
  for (const ReadAndWritten &Pair : Pairs) {
    auto Read = parseTensor(P.Params[Pair.Read].Type), Written = parseTensor(P.Params[Pair.Written].Type);
    auto IsKnown = [](const auto &T) { return T && T->ElementBytes != 0 && T->Layout != "layout_stride"; };
    if (!IsKnown(Read) || !IsKnown(Written) || !Read->IsConst)
      continue;
    const Memory X = MemoryOf(Pair.Read, *Read), Y = MemoryOf(Pair.Written, *Written);
    LaunchCheck L;
    L.Kind = Origin::Assumption;
    L.Condition = Pool.lor(Pool.le(X.End, Y.Begin), Pool.le(Y.End, X.Begin));
    L.Where = P.Where;
    L.Access = "memory of " + X.Name + " and of " + Y.Name;
    Out.push_back(std::move(L));
  }
  return Out;
}
