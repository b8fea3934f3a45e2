//===- placement/QuantifyVariables.cpp - what a goal is quantified over ------===//
//
// The part of LaunchExtreme that finds independent variables: a block and a thread
// index that occur as blockIdx*blockDim + threadIdx alone are one dense index; a
// loop that all threads walk together (start = index + d, step = the number of
// indices) is one dense variable; a loop variable that is compared as unsigned is
// read so; a second variable of a loop is a function of the first.
//
// Why it is sound. Each replacement is an equality, for all threads and iterations
// together, and is made everywhere or not at all.
//
// When it does not apply, each with its test in ExhaustiveTest or test/placement:
//   * the parts occur apart: bid*bdim + tid beside tid are two variables;
//   * a step that is not the number of indices: t, t + 3, ... for 2 threads leaves
//     gaps; a start 2*t too;
//   * the least start does not fit the type: t + 12 of 4 bits starts at -4;
//   * a wider wrap of the unsigned reading: j = -1 is 255 in 8 bits, 65535 in 16;
//   * a second variable beside steps that may wrap: i = {0, +, 3} of 4 bits is 5
//     after seven steps, and again after 23.
//
// Cost: linear in the atoms of a goal.
//
//===----------------------------------------------------------------------===//
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

/// Minor and Major, the same factors beside both, in the sum X.
const Term *Quantifier::withPair(const Term *X, const LinearForm &Major, const Term *Minor, const Term *G) {
  if (Major.Monomials.size() != 1)
    return X;
  LinearForm L = Pool.linear(X);
  for (const auto &[M, K] : L.Monomials) {
    const Term *Factor = Pool.constant(1);
    if (M->Kind == TermKind::Mul && std::count(M->Ops.begin(), M->Ops.end(), Minor) == 1) {
      for (const Term *F : M->Ops)
        if (F != Minor)
          Factor = Pool.mul(Factor, F);
    } else if (M != Minor) {
      continue;
    }
    LinearForm Of = Pool.linear(Pool.mul(Factor, Major.Monomials[0].first));
    auto Expected = checkedMul(K, Major.Monomials[0].second);
    if (Of.Monomials.size() != 1 || Of.Monomials[0].second != 1 || !Expected ||
        L.coefficient(Of.Monomials[0].first) != *Expected)
      continue;
    LinearForm Rest = L;
    for (const auto &[Part, C] : {std::pair(M, K), std::pair(Of.Monomials[0].first, *Expected)}) {
      LinearForm Self;
      Self.Monomials.emplace_back(Part, 1);
      auto Less = addScaled(Rest, Self, -C);
      if (!Less)
        return X;
      Rest = *Less;
    }
    const Term *With = Pool.add(Pool.fromLinear(Rest), Pool.mul(Pool.mul(Pool.constant(K), Factor), G));
    return With->Kind == TermKind::Add && !With->Raw ? withPair(With, Major, Minor, G) : With;
  }
  return X;
}

const Term *Quantifier::combined(const Term *T, const LinearForm &Major, const Term *Minor, const Term *G) {
  std::unordered_map<const Term *, const Term *> Memo;
  std::function<const Term *(const Term *)> Go = [&](const Term *X) -> const Term * {
    if (auto It = Memo.find(X); It != Memo.end())
      return It->second;
    const Term *R = X;
    if (X->Kind == TermKind::Add && !X->Raw)
      R = withPair(X, Major, Minor, G);
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

const Pred *Quantifier::combined(const Pred *Cond, const LinearForm &Major, const Term *Minor, const Term *G) {
  if (Cond->Terms.size() != 2)
    return Cond;
  const Term *A = combined(Cond->Terms[0], Major, Minor, G), *B = combined(Cond->Terms[1], Major, Minor, G);
  if (uses(A, Minor) || uses(B, Minor)) {
    // Minor < n - Major is seen as a whole.
    A = combined(Pool.sub(A, B), Major, Minor, G);
    B = Pool.constant(0);
  }
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

const Term *Quantifier::combined(const Term *T, uint32_t Axis, const Term *G) {
  const Term *Bid = Pool.atom(Atom::of(AtomKind::BlockIdx, Axis));
  return combined(T, Pool.linear(Pool.mul(Bid, dimension(AtomKind::BlockDim, Axis))),
                  Pool.atom(Atom::of(AtomKind::ThreadIdx, Axis)), G);
}

const Pred *Quantifier::combined(const Pred *Cond, uint32_t Axis, const Term *G) {
  const Term *Bid = Pool.atom(Atom::of(AtomKind::BlockIdx, Axis));
  return combined(Cond, Pool.linear(Pool.mul(Bid, dimension(AtomKind::BlockDim, Axis))),
                  Pool.atom(Atom::of(AtomKind::ThreadIdx, Axis)), G);
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
      NewConstraints.push_back({combined(K.Condition, Axis, G), K.ContinueOf, K.AfterOf});
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
    IsCombined[Axis] = true;
    Index = NewIndex;
    Constraints = std::move(NewConstraints);
  }
}

Reason Quantifier::opaqueIn(const Term *T, Reason Default) {
  Reason R = Reason::None;
  forEachAtom(T, [&](const Term *A) {
    if (A->A.Kind != AtomKind::Opaque || isSymbol(A->A) || At.isFixed(A->A) || shrinking(A))
      return;
    R = P.Opaques[A->A.A].Why;
    if (R == Reason::None)
      R = Default;
  });
  return R;
}

bool Quantifier::isClamped(const Term *T) const {
  return !At.isFixed(T) && (T->Kind == TermKind::Min || T->Kind == TermKind::Max ||
                            std::any_of(T->Ops.begin(), T->Ops.end(), [&](const Term *Op) { return isClamped(Op); }));
}

void Quantifier::addFree(const Term *Symbol, Range R) {
  Variable V;
  V.Symbol = Symbol;
  V.Low = Pool.constant(*R.Lo);
  V.High = Pool.constant(*R.Hi);
  V.Step = Pool.constant(maxUnsigned(64)); // of any size
  V.Free = true;
  Variables.push_back(V);
}

const Term *Quantifier::shrinking(const Term *A) {
  if (A->A.Kind != AtomKind::Opaque || isSymbol(A->A))
    return nullptr;
  for (const GeometricVariable &G : P.GeometricVars) {
    if (G.Opaque != static_cast<int>(A->A.A) || G.Grows)
      continue;
    const int Before = P.Loops[P.Opaques[G.Opaque].Loop].PreheaderScope;
    PremiseSet Used = 0;
    const Term *Start = Facts.normalise(G.Start, Before, Used);
    return At.isFixed(Start) && Facts.proveLe(Pool.constant(0), Start, Before).Proved ? Start : nullptr;
  }
  return nullptr;
}

void Quantifier::chooseReadings() {
  std::set<int> Seen;
  for (size_t K = 0; K < Constraints.size(); ++K) {
    int L = Constraints[K].ContinueOf != None ? Constraints[K].ContinueOf : Constraints[K].AfterOf;
    if (L == None)
      continue;
    for (int Number : Facts.variablesOf(L)) {
      const LoopVariable &V = P.LoopVars[Number];
      const Term *J = Pool.atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(Number)));
      const Term *Read = Pool.uwrap(V.Width, J);
      if (Read == J || Seen.count(Number) || !contains(Constraints[K].Condition, Read))
        continue;
      Seen.insert(Number);
      readAsUnsigned(Number, J);
    }
  }
}

bool Quantifier::contains(const Term *T, const Term *Part) {
  return T == Part || std::any_of(T->Ops.begin(), T->Ops.end(), [&](const Term *Op) { return contains(Op, Part); });
}

bool Quantifier::contains(const Pred *Cond, const Term *Part) {
  return std::any_of(Cond->Terms.begin(), Cond->Terms.end(), [&](const Term *T) { return contains(T, Part); }) ||
         std::any_of(Cond->Preds.begin(), Cond->Preds.end(), [&](const Pred *Q) { return contains(Q, Part); });
}

/// uwrap(j) becomes a variable U of its own, and j inside of wraps no wider than
/// it is U, which is congruent. If j is left anywhere else, it stays as it is.
void Quantifier::readAsUnsigned(int Number, const Term *J) {
  unsigned Width = P.LoopVars[Number].Width;
  const Term *U = Pool.atom(wrappedSymbol(UnsignedReadings + static_cast<unsigned>(Number), Width));
  Pool.setRange(U->A, Range::ofUnsigned(Width));
  TermPool::Substitution Map{{Pool.uwrap(Width, J), U}};
  std::set<const Term *> Seen;
  std::function<void(const Term *)> Collect = [&](const Term *T) {
    if (!Seen.insert(T).second)
      return;
    if ((T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap) && T->Width <= Width && !Map.count(T)) {
      LinearForm L = Pool.linear(T->Ops[0]);
      if (Int K = L.coefficient(J); K != 0) {
        const Term *Inner = Pool.add(T->Ops[0], Pool.mul(Pool.constant(K), Pool.sub(U, J)));
        Map[T] = T->Kind == TermKind::SWrap ? Pool.swrap(T->Width, Inner) : Pool.uwrap(T->Width, Inner);
      }
    }
    for (const Term *Op : T->Ops)
      Collect(Op);
  };
  std::function<void(const Pred *)> CollectIn = [&](const Pred *Q) {
    for (const Term *T : Q->Terms)
      Collect(T);
    for (const Pred *R : Q->Preds)
      CollectIn(R);
  };
  Collect(Index);
  for (const Constraint &K : Constraints)
    CollectIn(K.Condition);
  const Term *NewIndex = Pool.substitute(Index, Map);
  std::vector<Constraint> New;
  bool Left = uses(NewIndex, J);
  for (const Constraint &K : Constraints) {
    New.push_back({Pool.substitute(K.Condition, Map), K.ContinueOf, K.AfterOf});
    forEachAtom(New.back().Condition, [&](const Term *A) { Left |= A == J; });
  }
  if (Left)
    return;
  Index = NewIndex;
  Constraints = std::move(New);
  Readings[U] = Number;
}

/// Two variables of one loop advance together: the second is a function of the
/// first.
///
///   for (int i = 0, p = 0; i < n; ++i, p += s) x(p)        p = s*i, as it wraps
///
/// With steps of one, the number of iterations is i - start modulo 2^W, which is
/// all that p modulo 2^V, V <= W, depends on. With other steps of i, or a wider
/// p, it is a number only if i never wraps around.
void Quantifier::expressByPrimary() {
  std::map<int, int> Primary;
  for (bool After : {false, true})
    for (const Constraint &K : Constraints) {
      int L = After ? K.AfterOf : K.ContinueOf;
      if (L != None)
        forEachAtom(K.Condition, [&](const Term *A) {
          if (A->A.Kind == AtomKind::LoopVar && P.LoopVars[A->A.A].Loop == L)
            Primary.emplace(L, static_cast<int>(A->A.A));
        });
    }
  TermPool::Substitution Map;
  auto Look = [&](const Term *A) {
    if (A->A.Kind != AtomKind::LoopVar || At.isFixed(A->A) || Map.count(A))
      return;
    const LoopVariable &V = P.LoopVars[A->A.A];
    auto It = Primary.find(V.Loop);
    if (It == Primary.end() || It->second == static_cast<int>(A->A.A))
      return;
    const LoopVariable &First = P.LoopVars[It->second];
    const Term *Step = Facts.canonical(First.Step);
    bool One = Step->isConst(1) || Step->isConst(-1);
    if (!Step->isConst() || (!(One && V.Width <= First.Width) && !Facts.isMonotone(It->second)))
      return;
    const Term *J = Pool.atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(It->second)));
    const Term *Way = Pool.sub(J, Facts.canonical(First.Start));
    const Term *Count = One ? Pool.mul(Step, Way) : Pool.floorDiv(Step->Value < 0 ? Pool.neg(Way) : Way, Pool.constant(Step->Value < 0 ? -Step->Value : Step->Value));
    Map[A] = Pool.swrap(V.Width, Pool.add(Facts.canonical(V.Start), Pool.mul(Facts.canonical(V.Step), Count)));
  };
  forEachAtom(Index, Look);
  for (const Constraint &K : Constraints)
    forEachAtom(K.Condition, Look);
  if (Map.empty())
    return;
  PremiseSet Used = 0;
  Index = Facts.normalise(Pool.substitute(Index, Map), C.Scope, Used);
  for (Constraint &K : Constraints)
    K.Condition = Pool.substitute(K.Condition, Map);
}

Reason Quantifier::makeVariables() {
  expressByPrimary();
  chooseReadings();
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
  // Loop variables when the indices are known.
  for (bool OfLoops : {false, true})
    for (const Term *A : Used)
      if ((loopVariableOf(A) != None) == OfLoops && !find(A))
        if (Reason R = makeVariable(A); R != Reason::None)
          return R;
  return Reason::None;
}

Reason Quantifier::makeVariable(const Term *A) {
  if (int Number = loopVariableOf(A); Number != None)
    return makeLoopVariable(A, Number);
  if (const Term *Start = shrinking(A)) {
    // start, floor(start/2), ...: of these, the start is known to be attained.
    Variable V;
    V.Symbol = A;
    V.Low = Pool.constant(0);
    V.High = V.Start = Start;
    V.Step = Pool.max(Start, Pool.constant(1));
    V.OnlyStart = true;
    Variables.push_back(V);
    return Reason::None;
  }
  if (A->A.Kind == AtomKind::Opaque && !isSymbol(A->A) && FreeWhy != Reason::None && uses(Index, A)) {
    const Range Known = Pool.range(A);
    addFree(A, Known.Lo && Known.Hi ? Known : Range::ofSigned(P.Opaques[A->A.A].Width));
    return Reason::None;
  }
  if (A->A.Kind == AtomKind::Opaque && !isSymbol(A->A))
    return Reason::None; // occurs in a condition only, which will be dropped
  const Term *Count = countOf(A);
  if (!Count)
    return Reason::UnsupportedArithmetic;
  Variable V;
  V.Symbol = A;
  V.Low = V.Bottom = Pool.constant(0);
  V.Step = Pool.constant(1);
  V.High = V.Top = Pool.addConst(Count, -1);
  Variables.push_back(V);
  return Reason::None;
}

int Quantifier::loopVariableOf(const Term *Symbol) const {
  if (Symbol->A.Kind == AtomKind::LoopVar)
    return static_cast<int>(Symbol->A.A);
  auto It = Readings.find(Symbol);
  return It == Readings.end() ? None : It->second;
}

const Term *Quantifier::countOf(const Term *Index) {
  switch (Index->A.Kind) {
  case AtomKind::ThreadIdx:
    return dimension(AtomKind::BlockDim, Index->A.A);
  case AtomKind::BlockIdx:
    return dimension(AtomKind::GridDim, Index->A.A);
  default:
    for (uint32_t Axis = 0; Axis < 3; ++Axis)
      if (Index->A == globalIndexSymbol(Axis))
        return globalCount(Axis);
    if (const Variable *V = isSymbol(Index->A) ? find(Index) : nullptr; V && V->Top)
      return Pool.addConst(V->Top, 1);
    return nullptr;
  }
}

/// Inside of a wrap, the term itself if it is none.
static const Term *insideOf(const Term *T) {
  return T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap ? T->Ops[0] : T;
}

Reason Quantifier::makeLoopVariable(const Term *J, int Number) {
  const LoopVariable &L = P.LoopVars[Number];
  Variable V;
  V.Symbol = J;
  V.LoopVar = Number;
  V.Width = L.Width;
  V.Signed = J->A.Kind == AtomKind::LoopVar;
  const Term *Start = startOf(Number), *Stride = Facts.canonical(L.Step);
  if (!V.Signed)
    Start = Pool.uwrap(V.Width, Start);
  auto Unknown = [&](Reason R) { return uses(Index, J) ? R : Reason::None; };
  if (!At.isFixed(Start)) {
    // All threads together walk in steps of k: start = k*index + d, step = k times
    // the number of indices. Either may be written in arithmetic that wraps around.
    const std::optional<DenseIndex> Dense = densest(insideOf(Start), insideOf(Stride), J);
    if (!Dense) {
      if (Reason R = dependentStart(V, Start, Stride); R != Reason::None)
        return Unknown(R);
      Variables.push_back(V);
      return Reason::None;
    }
    V.Walked = true;
    V.Stride = insideOf(Stride);
    TermPool::Substitution Zero;
    for (const Term *Digit : Dense->Digits)
      Zero[Digit] = Pool.constant(0);
    const Int Scale = Dense->Scale;
    V.Low = V.Start = Pool.substitute(insideOf(Start), Zero);
    V.Step = Pool.constant(Scale);
    const Term *Base = Dense->Digits.back(), *Top = Pool.addConst(Dense->Count, -1);
    if (!V.Signed) {
      // The type holds a whole number of steps, or wrapped values lie between.
      if (Scale != 1 && (!V.Low->isConst(0) || (Int(1) << V.Width) % Scale != 0))
        return Unknown(Reason::MayWrap);
      // Whatever wraps around is one of the lower values again.
      if (!V.Low->isConst(0))
        inexact(Reason::MayWrap);
      V.Low = V.Start = Pool.constant(0);
    } else {
      // A stride that wraps exceeds the type: so does LoopHigh + Stride if
      // LoopHigh >= Low >= 0.
      Range Least = Pool.range(V.Low);
      if (!Least.isWithin(Range::ofSigned(V.Width)) || (insideOf(Stride) != Stride && !Least.isNonNegative()))
        return Unknown(Reason::MayWrap);
      if (Start->Kind == TermKind::SWrap)
        Wraps.push_back({Start, Base, V.Low, Top, V.Width, J, Scale, nullptr, {}});
    }
    for (const Term *Digit : Dense->Digits)
      remove(Digit);
  } else if (!At.isFixed(Stride)) {
    return Unknown(Reason::DependentRanges);
  } else {
    V.Start = Start;
    V.Stride = Stride;
    if (!decideDirection(V))
      return Unknown(Reason::UnknownTripCount);
    (V.Downward ? V.High : V.Low) = Start;
  }
  Variables.push_back(V);
  return Reason::None;
}

/// The loop starts at a value of other variables.
Reason Quantifier::dependentStart(Variable &V, const Term *Start, const Term *Stride) {
  if (!At.isFixed(Stride))
    return Reason::DependentRanges;
  V.Start = Start;
  V.Stride = Stride;
  if (!decideDirection(V))
    return Reason::UnknownTripCount;
  std::vector<const Term *> Others;
  forEachAtom(Start, [&](const Term *A) {
    if (!At.isFixed(A->A) && std::find(Others.begin(), Others.end(), A) == Others.end())
      Others.push_back(A);
  });
  for (const Term *A : Others)
    if (!find(A))
      if (Reason R = makeVariable(A); R != Reason::None)
        return R;
  if (std::any_of(Others.begin(), Others.end(), [&](const Term *A) { return !find(A); }))
    return Reason::DependentRanges;
  (V.Downward ? V.High : V.Low) = Start;
  return Reason::None;
}

bool Quantifier::decideDirection(Variable &V) {
  if (!V.Signed)
    V.Stride = Pool.range(V.Stride).isNonNegative() || Pool.range(V.Stride).Hi.value_or(0) < 0
                   ? V.Stride
                   : Pool.uwrap(V.Width, V.Stride); // congruent
  Range Stride = Pool.range(V.Stride);
  if (Stride.isPositive())
    V.Step = V.Stride;
  else if (negate(Stride).isPositive())
    V.Step = Pool.neg(V.Stride), V.Downward = true;
  if (V.Step)
    return true;
  // The launch decides the sign: towards the bound of the loop's own test.
  for (const Constraint &K : Constraints) {
    if (K.ContinueOf != P.LoopVars[V.LoopVar].Loop || K.Condition->Terms.size() != 2 ||
        (K.Condition->Kind != PredKind::Le && K.Condition->Kind != PredKind::Lt))
      continue;
    auto L = addScaled(Pool.linear(K.Condition->Terms[0]), Pool.linear(K.Condition->Terms[1]), -1);
    Int C = L ? L->coefficient(V.Symbol) : Int(0);
    if (C == 0)
      continue;
    V.Downward = C < 0;
    V.Step = Pool.max(V.Downward ? Pool.neg(V.Stride) : V.Stride, Pool.constant(1));
    V.SignDuty = V.Downward ? Pool.le(V.Stride, Pool.constant(0)) : Pool.le(Pool.constant(0), V.Stride);
    return true;
  }
  return false;
}

const Term *Quantifier::startOf(int LoopVar) {
  const LoopVariable &V = P.LoopVars[LoopVar];
  PremiseSet Used = 0;
  const Term *Start = Facts.normalise(V.Start, P.Loops[V.Loop].PreheaderScope, Used);
  if (At.loop() == None)
    for (uint32_t Axis = 0; Axis < 3; ++Axis)
      if (IsCombined[Axis])
        Start = combined(Start, Axis, Pool.atom(globalIndexSymbol(Axis)));
  for (const TermPool::Substitution &Map : InDigits)
    Start = Pool.substitute(Start, Map);
  return Start;
}

std::optional<Quantifier::DenseIndex> Quantifier::densest(const Term *Start, const Term *Stride, const Term *J) {
  std::vector<std::pair<Int, const Term *>> Parts;
  for (const auto &[M, K] : Pool.linear(Start).Monomials) {
    if (At.isFixed(M))
      continue;
    if (K <= 0 || !M->isAtom() || !countOf(M))
      return std::nullopt;
    Parts.emplace_back(K, M);
  }
  if (Parts.empty())
    return std::nullopt;
  std::sort(Parts.begin(), Parts.end(), [](const auto &A, const auto &B) { return A.first < B.first; });
  DenseIndex U;
  U.Scale = Parts.front().first;
  U.Count = Pool.constant(1);
  for (const auto &[K, M] : Parts) {
    if (Pool.mul(Pool.constant(U.Scale), U.Count) != Pool.constant(K))
      return std::nullopt; // gaps, or values that come twice
    U.Count = Pool.mul(U.Count, countOf(M));
    U.Digits.push_back(M);
  }
  if (Pool.mul(Pool.constant(U.Scale), U.Count) != Stride)
    return std::nullopt;
  // The combined index stands for its block and thread index as well.
  auto IsPart = [&](const Term *A) {
    return std::any_of(U.Digits.begin(), U.Digits.end(), [&](const Term *T) {
      uint32_t Axis = T->A.A - globalIndexSymbol(0).A;
      return A == T || (isSymbol(T->A) && (A->A.Kind == AtomKind::ThreadIdx || A->A.Kind == AtomKind::BlockIdx) && A->A.A == Axis);
    });
  };
  bool Elsewhere = false;
  forEachAtom(Index, [&](const Term *A) { Elsewhere |= IsPart(A); });
  for (const Constraint &K : Constraints)
    forEachAtom(K.Condition, [&](const Term *A) {
      int Other = A == J || At.isFixed(A->A) ? None : loopVariableOf(A);
      Elsewhere |= IsPart(A) || (Other != None && usesAny(startOf(Other), IsPart));
    });
  if (Elsewhere)
    return std::nullopt;
  return U;
}
