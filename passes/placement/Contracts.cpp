#include "placement/Contracts.h"

#include "core/TensorType.h"

#include <algorithm>

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
  for (const AtomName &N : P.Atoms)
    if (N.Role == AtomRole::Extent)
      Add(P.Pool->unfoldedLe(P.Pool->constant(0), P.Pool->atom(N.A)), N.Name);
  for (size_t I = 0; I < P.Params.size(); ++I) {
    auto T = parseTensor(P.Params[I].Type);
    bool Indexed = std::any_of(P.Atoms.begin(), P.Atoms.end(), [&](const AtomName &N) {
      return N.Role == AtomRole::Extent && N.Param == static_cast<int>(I);
    });
    if (T && Indexed)
      Add(Reach(P, I, *T).condition(), "size of " + (P.Params[I].Name.empty() ? "argument " + std::to_string(I + 1)
                                                                             : P.Params[I].Name));
  }
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
