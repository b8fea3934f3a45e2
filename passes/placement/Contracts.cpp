#include "placement/Contracts.h"

#include <algorithm>

using namespace tilechecks;

namespace {

/// Shape of a tensor parameter as its C++ type spells it.
struct TensorType {
  unsigned IndexBits = 0;
  std::vector<Int> Extents; ///< -1: dynamic
  std::string_view Layout;
};

std::string_view trim(std::string_view S) {
  while (!S.empty() && S.front() == ' ')
    S.remove_prefix(1);
  while (!S.empty() && S.back() == ' ')
    S.remove_suffix(1);
  return S;
}

/// Template arguments of the outermost `Name<...>` in Type, split at commas
/// that stand in no further brackets. Empty if Type is not of that form.
std::vector<std::string_view> argumentsOf(std::string_view Type, std::string_view Name) {
  size_t Open = Type.find('<');
  if (Open == std::string_view::npos || Type.back() != '>')
    return {};
  std::string_view Head = Type.substr(0, Open);
  if (!Head.ends_with(Name))
    return {};
  std::vector<std::string_view> Out;
  size_t Begin = Open + 1;
  int Depth = 0;
  for (size_t I = Begin; I < Type.size(); ++I) {
    char C = Type[I];
    if ((C == ',' && Depth == 0) || (C == '>' && Depth == 0)) {
      Out.push_back(trim(Type.substr(Begin, I - Begin)));
      Begin = I + 1;
    }
    Depth += C == '<' || C == '(';
    Depth -= C == '>' || C == ')';
  }
  return Out;
}

std::optional<TensorType> parseTensor(std::string_view Type) {
  auto Args = argumentsOf(Type, "::tensor");
  if (Args.size() != 3)
    return std::nullopt;
  auto Shape = argumentsOf(Args[1], "::extents");
  if (Shape.empty())
    return std::nullopt;
  TensorType T;
  constexpr std::pair<std::string_view, unsigned> Indices[] = {
      {"int", 32}, {"long", 64}, {"long long", 64}, {"short", 16}, {"signed char", 8}};
  for (auto [Name, Bits] : Indices)
    if (Shape[0] == Name)
      T.IndexBits = Bits;
  if (T.IndexBits == 0)
    return std::nullopt;
  for (size_t I = 1; I < Shape.size(); ++I) {
    std::string_view Digits = Shape[I];
    while (!Digits.empty() && (Digits.back() == 'l' || Digits.back() == 'u'))
      Digits.remove_suffix(1);
    OptInt V = parseInt(Digits);
    if (!V)
      return std::nullopt;
    T.Extents.push_back(*V);
  }
  T.Layout = Args[2].substr(Args[2].rfind(':') == std::string_view::npos ? 0 : Args[2].rfind(':') + 1);
  return T;
}

class Reach {
public:
  Reach(const Problem &P, size_t Param, const TensorType &T) : Pool(*P.Pool), T(T), Param(static_cast<uint32_t>(Param)) {
    uint32_t Bytes = T.IndexBits / 8, Offset = 8;
    for (Int E : T.Extents) {
      Extents.push_back(E >= 0 ? Pool.constant(E) : Pool.atom(Atom::param(this->Param, Offset, T.IndexBits)));
      Offset += E >= 0 ? 0 : Bytes;
    }
    if (T.Layout == "layout_stride")
      for (size_t I = 0; I < T.Extents.size(); ++I)
        Strides.push_back(Pool.atom(Atom::param(this->Param, Offset + static_cast<uint32_t>(I) * Bytes, T.IndexBits)));
  }

  const Pred *condition() {
    const Term *Greatest = Pool.constant(maxSigned(T.IndexBits));
    if (Strides.empty()) {
      const Term *Count = Pool.constant(1);
      for (const Term *E : Extents)
        Count = Pool.mul(Count, E);
      return Pool.le(Count, Greatest);
    }
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
