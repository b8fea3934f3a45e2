//===- placement/Alignment.cpp - tensors whose elements move together ------===//
//
// Finds tensors of which a thread accesses neighbours, so that one load or
// store could serve 2, 4 or more of them, were their address known to be a
// multiple of their size:
//
//   y(4*i), y(4*i + 1), y(4*i + 2), y(4*i + 3)    y.data() % 16 == 0
//   for k = 0, 1, ...: x(r, k)                    x.data() % 16 == 0,
//                                                 extent(x,1) % 4 == 0
//
// Why it is sound. Nothing is concluded here: what comes out are launch checks
// that the launcher verifies before the assumed body runs, and whether
// elements do move together is the optimiser's business. A wrong guess costs a
// check on the host, and for memory that is not aligned the assumed body.
//
// When nothing is assumed:
//   * y(4*i), y(4*i + 2): no two neighbours;
//   * y(4*i + 1), y(4*i + 2): neighbours, but never a whole pair;
//   * y(3*i), y(3*i + 1): the first is no multiple of 2 for every i;
//   * y(4*i) in one branch and y(4*i + 1) in another;
//   * x(r, k) with k from a start that is not a constant, or by steps of 2;
//   * y(0), y(1): the same for everyone, where nothing is gained;
//   * extents(7) along the contiguous axis of a matrix: every other row begins
//     at an odd element.
//
// A loop counts only if its accesses are its own, not an inner loop's.
//
//===----------------------------------------------------------------------===//
#include "placement/Alignment.h"

#include "core/TensorType.h"
#include "proof/Prover.h"

#include <map>

using namespace tilechecks;

namespace {

/// The most that one load or store moves.
constexpr Int MostBytes = 16;

/// Accesses of one tensor that differ in the contiguous index alone, by a
/// constant, and are executed together.
struct Neighbours {
  std::set<Int> Constants;    ///< of the contiguous indices
  bool OneAfterAnother = false; ///< each turn of the loop accesses the next one
  Int Divisor = 0;            ///< of all that is not constant; 0: everything

  /// A whole group of Count elements that begins at a multiple of Count.
  bool hold(Int Count) const {
    if (Divisor % Count != 0)
      return false;
    if (OneAfterAnother)
      return true;
    return std::any_of(Constants.begin(), Constants.end(), [&](Int First) {
      if (First % Count != 0)
        return false;
      for (Int I = 1; I < Count; ++I)
        if (!Constants.count(First + I))
          return false;
      return true;
    });
  }
};

class Aligner {
public:
  explicit Aligner(const Plan &ThePlan)
      : P(*ThePlan.Of), Pool(*P.Pool), Facts(P, verifiedBy(ThePlan)) {}

  Alignment run();

private:
  static std::vector<const Pred *> verifiedBy(const Plan &ThePlan) {
    std::vector<const Pred *> Verified;
    for (const LaunchCheck &L : ThePlan.LaunchChecks)
      Verified.push_back(L.Condition);
    return Verified;
  }
  void collect();
  void add(const std::map<int, const Context *> &Axes);
  int paramOf(const std::map<int, const Context *> &Axes) const;
  Int divisorOf(const Term *T);
  size_t contiguousAxis(const TensorType &T) const { return T.Layout == "layout_left" ? 0 : T.Extents.size() - 1; }
  void assume(Multiple M, std::string What, Alignment &Out);

  /// Parameter, scope, loop, indices of the other axes, what varies.
  using Key = std::tuple<int, int, int, std::vector<const Term *>, std::vector<std::pair<const Term *, Int>>>;

  const Problem &P;
  TermPool &Pool;
  Prover Facts;
  std::map<Key, Neighbours> Groups;
};

} // namespace

/// The checks of one access follow each other, one an axis.
void Aligner::collect() {
  std::map<int, const Context *> Axes;
  const Context *Before = nullptr;
  auto IsOfSameAccess = [&](const Context &C) {
    const SourceLocation &A = P.Sites[size_t(Before->Site)].Where, &B = P.Sites[size_t(C.Site)].Where;
    return A.File == B.File && A.Line == B.Line && A.Column == B.Column && Before->Scope == C.Scope;
  };
  for (const Context &C : P.Contexts) {
    const Site &S = P.Sites[size_t(C.Site)];
    if (Before && (!IsOfSameAccess(C) || Axes.count(S.Axis))) {
      add(Axes);
      Axes.clear();
    }
    Before = nullptr;
    if (S.Form != AccessForm::Element || !C.Index || !C.Extent)
      continue;
    Axes[S.Axis] = &C;
    Before = &C;
  }
  if (Before)
    add(Axes);
}

/// The tensor parameter one of whose dynamic extents each axis has, or the
/// constant that its type says.
int Aligner::paramOf(const std::map<int, const Context *> &Axes) const {
  int Found = None;
  for (const auto &[Axis, C] : Axes)
    if (C->Extent->Kind == TermKind::Atom && C->Extent->A.Kind == AtomKind::Param)
      Found = int(C->Extent->A.A);
  if (Found == None)
    return None;
  const auto T = parseTensor(P.Params[size_t(Found)].Type);
  if (!T || T->ElementBytes == 0 || T->Layout == "layout_stride" || Axes.size() != T->Extents.size())
    return None;
  for (const auto &[Axis, C] : Axes) {
    const Int Static = T->Extents[size_t(Axis)];
    const bool IsOwn = Static >= 0 ? C->Extent->isConst(Static)
                                   : C->Extent == Pool.atom(Atom::param(uint32_t(Found), T->offsetOf(size_t(Axis)), T->IndexBits));
    if (!IsOwn)
      return None;
  }
  return Found;
}

/// A power of two that every value of T is a multiple of, at most MostBytes.
Int Aligner::divisorOf(const Term *T) {
  if (T->isConst())
    return gcd(T->Value, MostBytes);
  switch (T->Kind) {
  case TermKind::SWrap:
  case TermKind::UWrap:
    return divisorOf(T->Ops[0]); // 2^Width is one of MostBytes, too
  case TermKind::Mul: {
    Int Product = 1;
    for (const Term *Factor : T->Ops)
      Product = gcd(Product * divisorOf(Factor), MostBytes);
    return Product;
  }
  case TermKind::Add: {
    const LinearForm L = Pool.linear(T);
    Int Common = gcd(L.Constant, MostBytes);
    for (const auto &[Monomial, Factor] : L.Monomials)
      Common = gcd(Common, gcd(Factor, MostBytes) * divisorOf(Monomial));
    return Common;
  }
  default:
    return 1;
  }
}

void Aligner::add(const std::map<int, const Context *> &Axes) {
  const int Param = Axes.empty() ? None : paramOf(Axes);
  if (Param == None)
    return;
  const auto T = parseTensor(P.Params[size_t(Param)].Type);
  const size_t Contiguous = contiguousAxis(*T);
  const Context &C = *Axes.at(int(Contiguous));
  PremiseSet Used = 0;
  std::vector<const Term *> Others;
  for (const auto &[Axis, Other] : Axes)
    if (size_t(Axis) != Contiguous)
      Others.push_back(Facts.normalise(Other->Index, C.Scope, Used));
  // A wrap-around keeps what is odd odd; an access past one is no neighbour, and
  // the optimiser will see that.
  const Term *Whole = Facts.normalise(C.Index, C.Scope, Used);
  while (Whole->Kind == TermKind::SWrap || Whole->Kind == TermKind::UWrap)
    Whole = Whole->Ops[0];
  LinearForm Index = Pool.linear(Whole);
  bool OneAfterAnother = false;
  Int Divisor = 0;
  for (auto It = Index.Monomials.begin(); It != Index.Monomials.end();) {
    const auto &[Monomial, Factor] = *It;
    const LoopVariable *V =
        Monomial->Kind == TermKind::Atom && Monomial->A.Kind == AtomKind::LoopVar ? &P.LoopVars[Monomial->A.A] : nullptr;
    if (Factor == 1 && V && V->Loop == C.Loop && V->Step->isConst(1) && V->Start->isConst()) {
      OneAfterAnother = true;
      Index.Constant += V->Start->Value;
      It = Index.Monomials.erase(It);
      continue;
    }
    Divisor = gcd(Divisor, gcd(Factor, MostBytes) * divisorOf(Monomial));
    ++It;
  }
  // A turn that begins elsewhere than at a multiple takes the rest of a group
  // alone; which ones then move together is not looked at.
  if (OneAfterAnother && Index.Constant != 0)
    Divisor = gcd(Divisor, Index.Constant);
  // The same few elements for every thread and turn: not worth an assumption.
  if (!OneAfterAnother && Others.empty() && Index.Monomials.empty())
    return;
  Neighbours &N = Groups[{Param, C.Scope, C.Loop, std::move(Others), Index.Monomials}];
  N.Constants.insert(Index.Constant);
  N.OneAfterAnother |= OneAfterAnother;
  N.Divisor = gcd(N.Divisor, Divisor);
}

void Aligner::assume(Multiple M, std::string What, Alignment &Out) {
  const Term *Value = Pool.atom(M.Field);
  if (M.Field.B == 0)
    Value = Pool.uwrap(64, Value);
  LaunchCheck L;
  L.Kind = Origin::Assumption;
  L.Condition = Pool.divides(Pool.constant(M.Divisor), Value);
  L.Where = P.Where;
  L.Access = std::move(What);
  if (!Facts.prove(L.Condition, 0).Proved)
    Out.Assumptions.push_back(std::move(L));
  Out.Multiples.push_back(M);
}

Alignment Aligner::run() {
  collect();
  std::map<int, Int> CountOf; ///< elements that move together, by parameter
  for (const auto &[Of, N] : Groups) {
    const int Param = std::get<0>(Of);
    const auto T = parseTensor(P.Params[size_t(Param)].Type);
    const Int Row = T->Extents.size() > 1 ? T->Extents[contiguousAxis(*T)] : 0;
    for (Int Count = MostBytes / T->ElementBytes; Count > 1 && Count > CountOf[Param]; Count /= 2)
      if (N.hold(Count) && (Row < 0 || Row % Count == 0))
        CountOf[Param] = Count;
  }
  Alignment Out;
  for (const auto &[Param, Count] : CountOf) {
    if (Count <= 1)
      continue;
    const Parameter &Tensor = P.Params[size_t(Param)];
    const auto T = parseTensor(Tensor.Type);
    const std::string Name = Tensor.Name.empty() ? "argument " + std::to_string(Param + 1) : Tensor.Name;
    assume({Atom::param(uint32_t(Param), 0, 64), Count * T->ElementBytes}, "alignment of " + Name, Out);
    const size_t Axis = contiguousAxis(*T);
    if (T->Extents.size() > 1 && T->Extents[Axis] < 0)
      assume({Atom::param(uint32_t(Param), T->offsetOf(Axis), T->IndexBits), Count}, "alignment of rows of " + Name, Out);
  }
  return Out;
}

Alignment tilechecks::alignmentOf(const Plan &ThePlan) { return Aligner(ThePlan).run(); }
