//===- placement/QuantifyVariables.cpp - what a goal is quantified over ------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

void Quantifier::forEachUsed(const std::function<void(const Term *)> &Visit) {
  std::set<const Term *> Seen;
  std::function<void(const Term *)> Once = [&](const Term *A) {
    if (!Seen.insert(A).second)
      return;
    Visit(A);
    if (A->A.Kind == AtomKind::LoopVar && !At.isFixed(A->A)) {
      forEachAtom(Facts.canonical(P.LoopVars[A->A.A].Start), Once);
      forEachAtom(Facts.canonical(P.LoopVars[A->A.A].Step), Once);
    }
  };
  forEachAtom(Index, Once);
  forEachAtom(Extent, Once);
  for (const Constraint &K : Constraints)
    forEachAtom(K.Condition, Once);
}

const Term *Quantifier::combined(const Term *T, uint32_t Axis, const Term *G) {
  const Term *Tid = Pool.atom(Atom::of(AtomKind::ThreadIdx, Axis));
  const Term *Bid = Pool.atom(Atom::of(AtomKind::BlockIdx, Axis));
  const Term *Block = dimension(AtomKind::BlockDim, Axis);
  LinearForm BidTimes = Pool.linear(Pool.mul(Bid, Block));
  std::unordered_map<const Term *, const Term *> Memo;
  std::function<const Term *(const Term *)> Go = [&](const Term *X) -> const Term * {
    if (auto It = Memo.find(X); It != Memo.end())
      return It->second;
    const Term *R = X;
    if (X->Kind == TermKind::Add && !X->Raw) {
      LinearForm L = Pool.linear(X);
      Int K = L.coefficient(Tid);
      if (K != 0 && BidTimes.Monomials.size() == 1) {
        Int Product = BidTimes.Monomials[0].second;
        auto Expected = checkedMul(K, Product);
        if (Expected && L.coefficient(BidTimes.Monomials[0].first) == *Expected) {
          LinearForm Pair;
          Pair.Monomials = {{Tid, 1}};
          auto Sum = addScaled(Pair, BidTimes, 1);
          auto Rest = Sum ? addScaled(L, *Sum, -K) : std::nullopt;
          if (Rest)
            R = Pool.add(Pool.fromLinear(*Rest), Pool.mul(Pool.constant(K), G));
        }
      }
    }
    if (R == X) {
      TermPool::Substitution Parts;
      for (const Term *Op : X->Ops)
        if (const Term *New = Go(Op); New != Op)
          Parts[Op] = New;
      if (!Parts.empty())
        R = Pool.substitute(X, Parts);
    }
    Memo[X] = R;
    return R;
  };
  return Go(T);
}

const Pred *Quantifier::combined(const Pred *Cond, uint32_t Axis, const Term *G) {
  if (Cond->Terms.size() == 2) {
    const Term *A = combined(Cond->Terms[0], Axis, G), *B = combined(Cond->Terms[1], Axis, G);
    switch (Cond->Kind) {
    case PredKind::Le:
      return Pool.le(A, B);
    case PredKind::Lt:
      return Pool.lt(A, B);
    case PredKind::Eq:
      return Pool.eq(A, B);
    case PredKind::Ne:
      return Pool.ne(A, B);
    default:
      return Cond;
    }
  }
  return Cond;
}

void Quantifier::combineGlobalIndices() {
  if (At.loop() != None)
    return; // fixed for the thread
  for (uint32_t Axis = 0; Axis < 3; ++Axis) {
    const Term *G = Pool.atom(globalIndexSymbol(Axis));
    const Term *Tid = Pool.atom(Atom::of(AtomKind::ThreadIdx, Axis));
    const Term *Bid = Pool.atom(Atom::of(AtomKind::BlockIdx, Axis));
    bool UsesTid = false, UsesBid = false;
    forEachUsed([&](const Term *A) { UsesTid |= A == Tid, UsesBid |= A == Bid; });
    if (!UsesTid || !UsesBid)
      continue;
    Range Count = Pool.range(globalCount(Axis));
    Pool.setRange(G->A, {Int(0), Count.Hi ? OptInt(*Count.Hi - 1) : OptInt()});
    const Term *NewIndex = combined(Index, Axis, G);
    std::vector<Constraint> NewConstraints;
    for (const Constraint &K : Constraints)
      NewConstraints.push_back({combined(K.Condition, Axis, G), K.ContinueOf});
    bool Left = false;
    auto Look = [&](const Term *A) { Left |= A == Tid || A == Bid; };
    forEachAtom(NewIndex, Look);
    for (const Constraint &K : NewConstraints)
      forEachAtom(K.Condition, Look);
    forEachUsed([&](const Term *A) {
      if (A->A.Kind == AtomKind::LoopVar && !At.isFixed(A->A))
        forEachAtom(combined(Facts.canonical(P.LoopVars[A->A.A].Start), Axis, G), Look);
    });
    if (Left)
      continue;
    Index = NewIndex;
    Constraints = std::move(NewConstraints);
  }
}

Reason Quantifier::opaqueIn(const Term *T, Reason Default) {
  Reason R = Reason::None;
  forEachAtom(T, [&](const Term *A) {
    if (A->A.Kind != AtomKind::Opaque || isSymbol(A->A) || At.isFixed(A->A))
      return;
    R = P.Opaques[A->A.A].Why;
    if (R == Reason::None)
      R = Default;
  });
  return R;
}

Reason Quantifier::makeVariables() {
  std::vector<const Term *> Used;
  std::set<const Term *> Seen;
  auto Note = [&](const Term *A) {
    if (!At.isFixed(A->A) && Seen.insert(A).second)
      Used.push_back(A);
  };
  forEachAtom(Index, Note);
  for (const Constraint &K : Constraints)
    forEachAtom(K.Condition, Note);
  std::sort(Used.begin(), Used.end(), [](const Term *A, const Term *B) { return A->Id < B->Id; });
  for (const Term *A : Used) {
    Variable V;
    V.Symbol = A;
    V.Low = Pool.constant(0);
    switch (A->A.Kind) {
    case AtomKind::ThreadIdx:
      V.High = Pool.addConst(dimension(AtomKind::BlockDim, A->A.A), -1);
      break;
    case AtomKind::BlockIdx:
      V.High = Pool.addConst(dimension(AtomKind::GridDim, A->A.A), -1);
      break;
    case AtomKind::Opaque:
      if (!isSymbol(A->A))
        continue; // occurs in a condition only, which will be dropped
      V.High = Pool.addConst(globalCount(A->A.A - globalIndexSymbol(0).A), -1);
      break;
    case AtomKind::LoopVar:
      continue; // below, when the indices are known
    default:
      return Reason::UnsupportedArithmetic;
    }
    Variables.push_back(V);
  }
  for (const Term *A : Used)
    if (A->A.Kind == AtomKind::LoopVar)
      if (Reason R = makeLoopVariable(A); R != Reason::None)
        return R;
  return Reason::None;
}

Reason Quantifier::makeLoopVariable(const Term *J) {
  int Number = static_cast<int>(J->A.A);
  const LoopVariable &L = P.LoopVars[Number];
  Variable V;
  V.Symbol = J;
  V.LoopVar = Number;
  V.Width = L.Width;
  const Term *Start = startOf(Number), *Step = Facts.canonical(L.Step);
  bool Up = Pool.range(Step).isPositive();
  bool Down = negate(Pool.range(Step)).isPositive();
  if (!Up && !Down)
    return uses(Index, J) ? Reason::UnknownTripCount : Reason::None;
  if (Step->isConst())
    V.Step = Step->Value < 0 ? -Step->Value : Step->Value;
  else
    V.StepTerm = Step;
  if (!At.isFixed(Start)) {
    // All threads together walk densely: start = index + d, step = the
    // number of indices.
    if (!Up || !walksDensely(Start, Step, J))
      return uses(Index, J) ? Reason::DependentRanges : Reason::None;
    LinearForm S = Pool.linear(Start);
    V.Low = Start;
    for (const auto &[M, K] : S.Monomials)
      if (!At.isFixed(M)) {
        TermPool::Substitution Zero{{M, Pool.constant(0)}};
        V.Low = Pool.substitute(V.Low, Zero);
        remove(M);
      }
    V.Step = 1;
    V.StepTerm = nullptr;
    Walked.insert(Number);
  } else if (!At.isFixed(Step)) {
    return uses(Index, J) ? Reason::DependentRanges : Reason::None;
  } else if (Up) {
    V.Low = Start;
  } else {
    V.High = Start;
  }
  Variables.push_back(V);
  return Reason::None;
}

const Term *Quantifier::startOf(int LoopVar) {
  const Term *Start = Facts.canonical(P.LoopVars[LoopVar].Start);
  if (At.loop() == None)
    for (uint32_t Axis = 0; Axis < 3; ++Axis)
      Start = combined(Start, Axis, Pool.atom(globalIndexSymbol(Axis)));
  return Start;
}

bool Quantifier::walksDensely(const Term *Start, const Term *Step, const Term *J) {
  const Term *T = nullptr;
  for (const auto &[M, K] : Pool.linear(Start).Monomials) {
    if (At.isFixed(M))
      continue;
    if (T || K != 1 || !M->isAtom())
      return false;
    T = M;
  }
  const Term *Count = T->A.Kind == AtomKind::ThreadIdx  ? dimension(AtomKind::BlockDim, T->A.A)
                      : T->A.Kind == AtomKind::BlockIdx ? dimension(AtomKind::GridDim, T->A.A)
                      : isSymbol(T->A)                  ? globalCount(T->A.A - globalIndexSymbol(0).A)
                                                        : nullptr;
  if (Count != Step)
    return false;
  // The combined index stands for its block and thread index as well.
  auto IsPartOfT = [&](const Term *A) {
    uint32_t Axis = T->A.A - globalIndexSymbol(0).A;
    return A == T || (isSymbol(T->A) && (A->A.Kind == AtomKind::ThreadIdx || A->A.Kind == AtomKind::BlockIdx) && A->A.A == Axis);
  };
  bool Elsewhere = false;
  forEachAtom(Index, [&](const Term *A) { Elsewhere |= IsPartOfT(A); });
  for (const Constraint &K : Constraints)
    forEachAtom(K.Condition, [&](const Term *A) {
      Elsewhere |= IsPartOfT(A) || (A != J && A->A.Kind == AtomKind::LoopVar && !At.isFixed(A->A) &&
                              usesAny(startOf(static_cast<int>(A->A.A)), IsPartOfT));
    });
  return !Elsewhere;
}
