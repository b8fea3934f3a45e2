//===- placement/Assumptions.cpp - extents that tiles divide ---------------===//
//
// Decides conditions of the kernel for launches whose extents are multiples of
// the tiles that the kernel cuts them into, and shows which arithmetic does not
// wrap around there:
//
//   x = partition<64>: m <= ceil(extent/64) - 1, row = 64*m + r, r <= 63
//   extent % 64 == 0 assumed                |-  row < extent: no predicate
//
// Why it is sound. The assumed body runs only after the launcher has found all
// launch checks and all assumptions of the plan to hold; they are facts in the
// whole kernel. The goals of markers that have been passed hold, too, where they
// were proved or are such a check. One that the kernel itself checks is not
// believed: emission may load ahead of such a check, and what was decided by it
// would not be so there yet. A condition that is proved has its value in every
// run of the kernel, so all of them may be replaced at once.
//
// When it does not apply:
//   * extent = 100, tiles of 64: row 100 of the second tile is past the end;
//   * a marker behind the condition, or in another iteration, says nothing;
//   * i < 64 loaded and checked in the kernel: 64*m + i < extent is not decided;
//   * a sufficient launch check that fails sends the launch to the self-contained
//     body, never here.
//
// An assumption is kept only if without it a condition, or whether an offset may
// wrap around, is undecided: one that decides nothing would send launches to the
// placed body in vain.
//
// Cost: two more of the prover's tables and one for each candidate; a query for
// each question, and one for each that an assumption answers in each of them.
//
//===----------------------------------------------------------------------===//
#include "placement/Assumptions.h"

#include "proof/Prover.h"

#include <algorithm>
#include <set>

using namespace tilechecks;

namespace {

/// extent % Tile == 0.
struct Candidate {
  const Term *Extent;
  Int Tile;
  friend bool operator==(const Candidate &, const Candidate &) = default;
};

class Answerer {
public:
  Answerer(const Plan &ThePlan, const std::vector<Question> &Questions, bool Conditions)
      : P(*ThePlan.Of), Pool(*P.Pool), Decisions(ThePlan.Decisions), Questions(Questions), Conditions(Conditions) {
    for (const LaunchCheck &L : ThePlan.LaunchChecks)
      if (L.Kind != Origin::Assumption)
        Verified.push_back(L.Condition);
  }

  Answered run();

private:
  const Pred *divides(const Candidate &C) { return Pool.eq(Pool.mod(C.Extent, Pool.constant(C.Tile)), Pool.constant(0)); }
  std::vector<Candidate> candidates();
  std::vector<const Pred *> believed(const std::vector<Candidate> &Assumed);
  std::vector<size_t> answeredBy(const std::vector<Candidate> &Assumed);
  std::vector<const Pred *> given(Prover &Facts, const Question &Q);
  Answer ask(Prover &Facts, const Question &Q);
  bool fitsAsOffset(Prover &Facts, const Question &Q, const std::vector<const Pred *> &Given);
  bool holds(Prover &Facts, const LinearForm &L, const Question &Q, const std::vector<const Pred *> &Given);
  bool holds(Prover &Facts, const Pred *C, const Question &Q, const std::vector<const Pred *> &Given, bool Unwraps = true);

  const Problem &P;
  TermPool &Pool;
  const std::vector<Decision> &Decisions;
  const std::vector<Question> &Questions;
  const bool Conditions;
  std::vector<const Pred *> Verified;
};

} // namespace

/// Extents, and the constants that the kernel divides them by or walks along
/// them with.
std::vector<Candidate> Answerer::candidates() {
  std::set<const Term *> Extents;
  for (const AtomName &N : P.Atoms)
    if (N.Role == AtomRole::Extent)
      Extents.insert(Pool.atom(N.A));
  std::vector<Candidate> Found;
  auto Add = [&](const Term *E, Int Tile) {
    if (Tile > 1 && Tile <= 4096 && Extents.count(E) && std::find(Found.begin(), Found.end(), Candidate{E, Tile}) == Found.end())
      Found.push_back({E, Tile});
  };
  std::set<const void *> Seen;
  std::function<void(const Term *)> Look = [&](const Term *T) {
    if (!Seen.insert(T).second)
      return;
    if ((T->Kind == TermKind::FloorDiv || T->Kind == TermKind::CeilDiv || T->Kind == TermKind::TruncDiv) &&
        T->Ops[1]->isConst())
      forEachAtom(T->Ops[0], [&](const Term *A) { Add(A, T->Ops[1]->Value); });
    for (const Term *Op : T->Ops)
      Look(Op);
  };
  std::function<void(const Pred *)> LookAt = [&](const Pred *C) {
    for (const Term *T : C->Terms)
      Look(T);
    for (const Pred *Q : C->Preds)
      LookAt(Q);
  };
  for (const Precondition &C : P.Preconditions)
    LookAt(C.Condition);
  for (const Context &C : P.Contexts) {
    if (!C.Index || !C.Extent)
      continue;
    Look(C.Index);
    Look(C.Extent);
    if (C.Tile > 1)
      Add(C.Extent, C.Tile);
  }
  for (const Question &Q : Questions) {
    if (Q.What != Question::Condition)
      continue;
    LookAt(Q.Holds);
    std::set<Int> Steps;
    std::set<const Term *> Sizes;
    forEachAtom(Q.Holds, [&](const Term *A) {
      if (A->A.Kind == AtomKind::Param)
        Sizes.insert(A);
      if (A->A.Kind == AtomKind::LoopVar && P.LoopVars[A->A.A].Step->isConst())
        Steps.insert(P.LoopVars[A->A.A].Step->Value);
    });
    for (Int Step : Steps)
      for (const Term *E : Sizes)
        Add(E, Step);
  }
  std::sort(Found.begin(), Found.end(), [](const Candidate &A, const Candidate &B) {
    return A.Tile != B.Tile ? A.Tile < B.Tile : A.Extent->A < B.Extent->A;
  });
  return Found;
}

/// Goals of passed markers, proved or launch checks, that speak of something Q speaks of.
std::vector<const Pred *> Answerer::given(Prover &Facts, const Question &Q) {
  std::set<const Term *> Mine;
  forEachAtom(Q.Holds, [&](const Term *A) { Mine.insert(A); });
  std::vector<const Pred *> Given;
  for (int I : Q.Passed) {
    const Outcome O = Decisions[size_t(I)].Result;
    if (O == Outcome::Hoisted || O == Outcome::InPlace)
      continue;
    const Context &C = P.Contexts[size_t(I)];
    bool Shares = false;
    for (const Term *T : {C.Index, C.Extent})
      forEachAtom(T, [&](const Term *A) { Shares |= Mine.count(A) != 0; });
    if (!Shares)
      continue;
    PremiseSet Used = 0;
    const Term *Index = Facts.normalise(C.Index, Q.Scope, Used), *Extent = Facts.normalise(C.Extent, Q.Scope, Used);
    const Term *Last = C.Tile != 0 ? Pool.mul(Index, Pool.constant(C.Tile)) : Pool.addConst(Index, C.Span - 1);
    for (const Pred *Goal : {Pool.le(Pool.constant(0), Index), Pool.lt(Last, Extent)})
      if ((Goal->Kind == PredKind::Le || Goal->Kind == PredKind::Lt) && std::find(Given.begin(), Given.end(), Goal) == Given.end())
        Given.push_back(Goal);
  }
  return Given;
}

/// L <= 0, given that every one of Given is. A multiple of one of them is taken
/// from L first, so that what is left is of one thread, not of the tensor:
/// 128*m + r < n by 128*m + 128 <= n leaves r <= 127.
bool Answerer::holds(Prover &Facts, const LinearForm &L, const Question &Q, const std::vector<const Pred *> &Given) {
  auto IsNotPositive = [&](const LinearForm &Form) {
    return Facts.proveLe(Pool.fromLinear(Form), Pool.constant(0), Q.Scope).Proved;
  };
  if (IsNotPositive(L))
    return true;
  for (const Pred *C : Given) {
    auto F = addScaled(Pool.linear(C->Terms[0]), Pool.linear(C->Terms[1]), -1);
    if (!F)
      continue;
    F->Constant += C->Kind == PredKind::Lt ? 1 : 0;
    *F = tighten(std::move(*F));
    for (const auto &[M, D] : F->Monomials) {
      const Int K = L.coefficient(M) / D;
      if (K <= 0 || K * D != L.coefficient(M))
        continue;
      auto Rest = addScaled(L, *F, -K);
      if (Rest && IsNotPositive(*Rest))
        return true;
    }
  }
  return false;
}

/// Unwraps: what has been passed may show, too, that a side does not wrap around.
/// Once: the prover may write i as uwrap(i), and so on for ever.
bool Answerer::holds(Prover &Facts, const Pred *C, const Question &Q, const std::vector<const Pred *> &Given, bool Unwraps) {
  C = Facts.canonical(C);
  if (Facts.proveGiven(Given, C, Q.Scope).Proved)
    return true;
  if (C->Kind == PredKind::And)
    return std::all_of(C->Preds.begin(), C->Preds.end(), [&](const Pred *Part) { return holds(Facts, Part, Q, Given, Unwraps); });
  if (C->Kind != PredKind::Le && C->Kind != PredKind::Lt)
    return false;
  PremiseSet Used = 0;
  auto Exact = [&](const Term *T) {
    T = Facts.normalise(T, Q.Scope, Used);
    if (!Unwraps || (T->Kind != TermKind::SWrap && T->Kind != TermKind::UWrap))
      return T;
    const Range Fits = T->Kind == TermKind::SWrap ? Range::ofSigned(T->Width) : Range::ofUnsigned(T->Width);
    return holds(Facts, Pool.le(Pool.constant(*Fits.Lo), T->Ops[0]), Q, Given, false) &&
                   holds(Facts, Pool.le(T->Ops[0], Pool.constant(*Fits.Hi)), Q, Given, false)
               ? T->Ops[0]
               : T;
  };
  const Term *A = Exact(C->Terms[0]), *B = Exact(C->Terms[1]);
  auto L = addScaled(Pool.linear(A), Pool.linear(B), -1);
  if (!L)
    return false;
  L->Constant += C->Kind == PredKind::Lt ? 1 : 0;
  return holds(Facts, *L, Q, Given);
}

/// Digits below their sizes make a number below the product of all sizes, which a
/// verified size of a tensor bounds: i < e0, j < e1 and e0*e1 <= 2^31-1 give
/// i*e1 + j <= e0*e1 - 1, and so on for each part of the sum. With j = e1 + 5 the
/// sum could pass the last element; without the bound on e0*e1, the type.
bool Answerer::fitsAsOffset(Prover &Facts, const Question &Q, const std::vector<const Pred *> &Given) {
  if (Q.Digits.empty())
    return false;
  auto IsDigit = [&](const Term *D, const Term *Size) {
    return holds(Facts, Pool.le(Pool.constant(0), D), Q, Given) && holds(Facts, Pool.lt(D, Size), Q, Given);
  };
  for (const Pred *Fact : Verified) {
    if (Fact->Kind != PredKind::Le || !Fact->Terms[1]->isConst())
      continue;
    const LinearForm Product = Pool.linear(Fact->Terms[0]);
    if (Product.Monomials.size() != 1 || Product.Constant != 0 || Product.Monomials[0].second <= 0)
      continue;
    const Term *Rest = Product.Monomials[0].first;
    std::optional<Int> Bound = Fact->Terms[1]->Value / Product.Monomials[0].second;
    for (const Term *Size : Q.Sizes) {
      if (Size->isConst() && Size->Value > 0)
        Bound = Bound ? checkedMul(*Bound, Size->Value) : Bound;
      else if (Rest)
        Rest = Rest == Size ? Pool.constant(1) : Pool.withoutFactor(Rest, Size);
    }
    if (!Rest || !Bound || *Bound > Q.Greatest || !IsDigit(Q.Digits[0], Rest))
      continue;
    // Nothing is added to the last product: it may have a size of 0.
    const bool EndsInProduct = Q.Digits.back()->isConst(0) && Pool.range(Q.Sizes.back()).isNonNegative();
    bool All = true;
    for (size_t I = 0; I + EndsInProduct < Q.Sizes.size() && All; ++I)
      All = IsDigit(Q.Digits[I + 1], Q.Sizes[I]);
    if (All)
      return true;
  }
  return false;
}

Answer Answerer::ask(Prover &Facts, const Question &Q) {
  const std::vector<const Pred *> Given = given(Facts, Q);
  if (holds(Facts, Q.Holds, Q, Given) || fitsAsOffset(Facts, Q, Given))
    return Answer::True;
  if (Q.What == Question::Condition && holds(Facts, Pool.lnot(Q.Holds), Q, Given))
    return Answer::False;
  return Answer::Unknown;
}

std::vector<const Pred *> Answerer::believed(const std::vector<Candidate> &Assumed) {
  // The large tiles first: where the prover reads n as 64 * floor(n / 64), 16 | n
  // says nothing more, but not the other way round.
  std::vector<const Pred *> Believed;
  for (auto C = Assumed.rbegin(); C != Assumed.rend(); ++C)
    Believed.push_back(divides(*C));
  Believed.insert(Believed.end(), Verified.begin(), Verified.end());
  return Believed;
}

/// The questions that Assumed answers and that nothing else does.
std::vector<size_t> Answerer::answeredBy(const std::vector<Candidate> &Assumed) {
  Prover Plain(P, Verified), Facts(P, believed(Assumed));
  std::vector<size_t> Found;
  for (size_t I = 0; I < Questions.size(); ++I) {
    const Question &Q = Questions[I];
    if ((Q.What == Question::Condition ? Conditions : !Q.Digits.empty()) && ask(Facts, Q) != Answer::Unknown &&
        ask(Plain, Q) == Answer::Unknown)
      Found.push_back(I);
  }
  return Found;
}

Answered Answerer::run() {
  std::vector<Candidate> Chosen = candidates();
  const std::vector<size_t> Wanted = Chosen.empty() ? std::vector<size_t>() : answeredBy(Chosen);
  // The small tiles first: 64 | n says that 16 | n.
  for (size_t I = 0; I < Chosen.size();) {
    std::vector<Candidate> Fewer = Chosen;
    Fewer.erase(Fewer.begin() + std::ptrdiff_t(I));
    Prover Facts(P, believed(Fewer));
    if (std::all_of(Wanted.begin(), Wanted.end(), [&](size_t Q) { return ask(Facts, Questions[Q]) != Answer::Unknown; }))
      Chosen = std::move(Fewer);
    else
      ++I;
  }
  Answered R;
  Prover Facts(P, believed(Chosen));
  for (const Question &Q : Questions)
    R.Answers.push_back(Q.What != Question::Condition || Conditions ? ask(Facts, Q) : Answer::Unknown);
  for (const Candidate &C : Chosen) {
    LaunchCheck L;
    L.Kind = Origin::Assumption;
    L.Condition = divides(C);
    L.Where = P.Where;
    auto Name = std::find_if(P.Atoms.begin(), P.Atoms.end(), [&](const AtomName &N) { return N.A == C.Extent->A; });
    L.Access = "whole tiles of " + toString(C.Tile) + " along " + Name->Name;
    R.Assumptions.push_back(std::move(L));
  }
  return R;
}

Answered tilechecks::answer(const Plan &ThePlan, const std::vector<Question> &Questions, bool Conditions) {
  return Answerer(ThePlan, Questions, Conditions).run();
}
