//===- placement/Quantify.cpp - LaunchExtreme and HoistedExtreme ------------===//
//
// Concludes one condition over fixed atoms from a goal about every thread and
// iteration.
//
//   int i = blockIdx.x*blockDim.x + threadIdx.x;  if (i < n) x(i)
//   min(n, g*bdim) <= extent   and   n > INT_MIN implies g*bdim <= 2^31
//
// Why it is sound. The domain computed for each variable holds every value it
// can take when the access is reached, and the extreme of the index over the
// product of the domains bounds every index used. A wrapped value counts as
// itself only where the absence of wrap-around is one of the conditions.
//
// Why it is exact where it says so. (1) The access is reached whenever its
// conditions hold: nothing can leave or hang before it, every condition is
// expressed. (2) Each variable attains both ends of its domain, independently
// of the others, so some thread uses the extreme index. Each step that cannot
// show this clears Exact and keeps the condition sound:
//   * a condition on data is dropped: the domain grows
//     (`if (flag[i]) x(i)` may run for no i);
//   * a loop with a second exit: j may never reach n - 1;
//   * x(j) with j from threadIdx.x to n: the domains depend on each other.
//
// Wrap-around of an unguarded index is covered by the bounds themselves: if
// the exact index grows by at most 2^31 a step and leaves the 32-bit range, then
// on its way some thread's index lies in [2^31, 2^32), which reads as negative.
// With a step of 2^31 + 1 it could jump over that gap. A guarded one needs its
// own condition: `i < n` holds for every negative wrapped i.
//
// Cost: a few queries a site.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantify.h"
#include "placement/Extremes.h"

#include <algorithm>
#include <set>

using namespace tilechecks;

namespace {

struct Constraint {
  const Pred *Condition;
  int ContinueOf = None; ///< the loop whose header test it is part of
};

class Quantifier {
public:
  Quantifier(const Problem &P, Prover &Facts, const Context &C, int Before)
      : P(P), Pool(*P.Pool), Facts(Facts), C(C), At(P, Before) {}

  Quantified run() {
    PremiseSet Used = 0;
    Index = Facts.normalise(C.Index, C.Scope, Used);
    Extent = Facts.normalise(C.Extent, C.Scope, Used);
    if (!collectConditions())
      return fail(Reason::UnexpressibleCondition);
    combineGlobalIndices();
    if (Reason R = opaqueIn(Index, Reason::IndexLoaded); R != Reason::None)
      return fail(R);
    if (Reason R = opaqueIn(Extent, Reason::ExtentLoaded); R != Reason::None)
      return fail(R);
    if (!At.isFixed(Extent))
      return fail(Reason::ExtentLoaded);
    if (Reason R = makeVariables(); R != Reason::None)
      return fail(R);
    if (Reason R = resolveWraps(); R != Reason::None)
      return fail(R);
    applyConstraints();
    if (Reason R = closeDomains(); R != Reason::None)
      return fail(R);
    judgeReach();
    if (Reason R = conclude(); R != Reason::None)
      return fail(R);
    Result.Ok = true;
    return Result;
  }

private:
  const Problem &P;
  TermPool &Pool;
  Prover &Facts;
  const Context &C;
  Level At;
  Quantified Result;

  const Term *Index = nullptr, *Extent = nullptr;
  std::vector<const Pred *> Antecedent; ///< fixed conditions of the path
  std::vector<Constraint> Constraints;  ///< on variables
  std::vector<Variable> Variables;
  /// No-wrap conditions, each with the variable it is about: that it attains
  /// nothing inside its bounds is no excuse for the wrapped values.
  std::vector<std::pair<const Pred *, const Term *>> Duties;
  std::vector<int> ScopeChain;
  /// The index was a wrap of what stands in Index now.
  const Term *Unwrapped = nullptr;
  std::set<int> Walked; ///< loop variables whose start is one of the indices

  Quantified fail(Reason R) {
    Result.Ok = false;
    Result.Why = R;
    return Result;
  }
  void inexact(Reason R) {
    Result.Exact = false;
    if (Result.Why == Reason::None)
      Result.Why = R;
  }

  int levelScope() const { return At.loop() == None ? 0 : P.Loops[At.loop()].PreheaderScope; }

  const Pred *normalised(const Pred *Cond, int Scope) {
    PremiseSet Used = 0;
    switch (Cond->Kind) {
    case PredKind::Le:
    case PredKind::Lt:
    case PredKind::Eq:
    case PredKind::Ne: {
      const Term *A = Facts.normalise(Cond->Terms[0], Scope, Used);
      const Term *B = Facts.normalise(Cond->Terms[1], Scope, Used);
      return Cond->Kind == PredKind::Le   ? Pool.le(A, B)
             : Cond->Kind == PredKind::Lt ? Pool.lt(A, B)
             : Cond->Kind == PredKind::Eq ? Pool.eq(A, B)
                                          : Pool.ne(A, B);
    }
    case PredKind::And: {
      const Pred *R = Pool.boolean(true);
      for (const Pred *Q : Cond->Preds)
        R = Pool.land(R, normalised(Q, Scope));
      return R;
    }
    default:
      return Facts.canonical(Cond);
    }
  }

  /// Conditions between the level and the access, innermost scope last.
  bool collectConditions() {
    int Stop = levelScope();
    for (int S = C.Scope; S != Stop; S = P.Scopes[S].Parent) {
      if (S == None || S == 0)
        return false;
      ScopeChain.push_back(S);
    }
    std::reverse(ScopeChain.begin(), ScopeChain.end());
    for (int S : ScopeChain) {
      const Scope &Region = P.Scopes[S];
      if (!Region.Exact)
        inexact(Reason::DataDependentCondition);
      if (!Region.AlwaysReached)
        inexact(Reason::MayNotReturn);
      take(normalised(Region.Condition, Region.Parent), Region.LoopContinue ? Region.Loop : None);
    }
    return true;
  }

  void take(const Pred *Cond, int ContinueOf) {
    if (Cond->Kind == PredKind::And) {
      for (const Pred *Q : Cond->Preds)
        take(Q, ContinueOf);
      return;
    }
    if (Cond->isTrue())
      return;
    if (At.isFixed(Cond))
      Antecedent.push_back(Cond);
    else
      Constraints.push_back({Cond, ContinueOf});
  }

  //===--- Block and thread indices ---------------------------------------===//

  const Term *dimension(AtomKind Kind, uint32_t Axis) { return Facts.canonical(Pool.atom(Atom::of(Kind, Axis))); }

  /// Every atom of the index, the constraints and the starts and steps of the
  /// loop variables they use.
  void forEachUsed(const std::function<void(const Term *)> &Visit) {
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

  /// c*(blockIdx*blockDim + threadIdx) becomes c*G with G the dense global
  /// index of the axis, where both occur in this combination only.
  const Term *combined(const Term *T, uint32_t Axis, const Term *G) {
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

  const Pred *combined(const Pred *Cond, uint32_t Axis, const Term *G) {
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

  void combineGlobalIndices() {
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

  const Term *globalCount(uint32_t Axis) {
    return Pool.mul(dimension(AtomKind::GridDim, Axis), dimension(AtomKind::BlockDim, Axis));
  }

  Reason opaqueIn(const Term *T, Reason Default) {
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

  //===--- Variables -------------------------------------------------------===//

  bool hasVariable(const Term *Symbol) const {
    return std::any_of(Variables.begin(), Variables.end(), [&](const Variable &V) { return V.Symbol == Symbol; });
  }
  void remove(const Term *Symbol) {
    std::erase_if(Variables, [&](const Variable &V) { return V.Symbol == Symbol; });
  }

  Variable *find(const Term *Symbol) {
    for (Variable &V : Variables)
      if (V.Symbol == Symbol)
        return &V;
    return nullptr;
  }

  Reason makeVariables() {
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

  Reason makeLoopVariable(const Term *J) {
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

  /// The start of a loop variable, with the combined indices in it.
  const Term *startOf(int LoopVar) {
    const Term *Start = Facts.canonical(P.LoopVars[LoopVar].Start);
    if (At.loop() == None)
      for (uint32_t Axis = 0; Axis < 3; ++Axis)
        Start = combined(Start, Axis, Pool.atom(globalIndexSymbol(Axis)));
    return Start;
  }

  bool uses(const Term *T, const Term *A) {
    bool Found = false;
    forEachAtom(T, [&](const Term *X) { Found |= X == A; });
    return Found;
  }

  bool usesAny(const Term *T, const std::function<bool(const Term *)> &Is) {
    bool Found = false;
    forEachAtom(T, [&](const Term *X) { Found |= Is(X); });
    return Found;
  }

  /// Start = t + d with t an index over [0, Step - 1] that occurs nowhere else.
  bool walksDensely(const Term *Start, const Term *Step, const Term *J) {
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

  //===--- Wrap-around -----------------------------------------------------===//

  void collectWraps(const Term *T, std::vector<const Term *> &Out) {
    if (At.isFixed(T))
      return;
    for (const Term *Op : T->Ops)
      collectWraps(Op, Out);
    if ((T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap) && std::find(Out.begin(), Out.end(), T) == Out.end())
      Out.push_back(T);
  }

  Reason resolveWraps() {
    std::vector<const Term *> InIndex, InConstraints;
    collectWraps(Index, InIndex);
    for (const Constraint &K : Constraints)
      for (const Term *T : K.Condition->Terms)
        collectWraps(T, InConstraints);
    std::vector<const Term *> All = InIndex;
    for (const Term *W : InConstraints)
      if (std::find(All.begin(), All.end(), W) == All.end())
        All.push_back(W);
    unsigned Number = 0;
    for (const Term *W : All) {
      bool Guarded = std::find(InConstraints.begin(), InConstraints.end(), W) != InConstraints.end();
      if (!Guarded && W == Index) {
        Unwrapped = W;
        Index = W->Kind == TermKind::UWrap ? readUnsigned(W->Ops[0], W->Width) : W->Ops[0];
        std::vector<const Term *> Inner;
        collectWraps(Index, Inner);
        if (!Inner.empty())
          return Reason::MayWrap;
        continue;
      }
      if (!standIn(W, Number++)) {
        if (std::find(InIndex.begin(), InIndex.end(), W) != InIndex.end())
          return Reason::MayWrap;
        // Only in conditions: they will not be expressible and are dropped.
      }
    }
    return Reason::None;
  }

  /// T modulo 2^Width with its fixed atoms read as unsigned: an index that is a
  /// wrap of bid*h + t rises from 0 whatever the sign of h, so that it leaves
  /// the extent before it can come back: with h >= 0 its first value past e is
  /// h itself, or at most 2*(e - 1).
  const Term *readUnsigned(const Term *T, unsigned Width) {
    auto Read = [&](const Term *F) {
      return F->isAtom() && At.isFixed(F) && !Pool.range(F).isNonNegative() ? Pool.uwrap(Width, F) : F;
    };
    LinearForm L = Pool.linear(T);
    const Term *R = Pool.constant(L.Constant);
    for (const auto &[M, K] : L.Monomials) {
      const Term *Factors = Pool.constant(K);
      if (M->Kind == TermKind::Mul)
        for (const Term *F : M->Ops)
          Factors = Pool.mul(Factors, Read(F));
      else
        Factors = Pool.mul(Factors, Read(M));
      R = Pool.add(R, Factors);
    }
    return R;
  }

  /// A variable of its own for W = wrap(t + d), t dense.
  bool standIn(const Term *W, unsigned Number) {
    LinearForm L = Pool.linear(W->Ops[0]);
    const Term *Base = nullptr;
    for (const auto &[M, K] : L.Monomials) {
      if (At.isFixed(M))
        continue;
      if (Base || K != 1 || !M->isAtom())
        return false;
      Base = M;
    }
    Variable *B = Base ? find(Base) : nullptr;
    if (!B || B->Step != 1 || (B->LoopVar == None && !B->High) || Base != B->Symbol)
      return false;
    bool Signed = W->Kind == TermKind::SWrap;
    const Term *Symbol = Pool.atom(wrappedSymbol(Number, 2 * W->Width + Signed));
    Pool.setRange(Symbol->A, Signed ? Range::ofSigned(W->Width) : Range::ofUnsigned(W->Width));
    TermPool::Substitution Map{{W, Symbol}};
    const Term *NewIndex = Pool.substitute(Index, Map);
    std::vector<Constraint> NewConstraints;
    for (const Constraint &K : Constraints)
      NewConstraints.push_back({Pool.substitute(K.Condition, Map), K.ContinueOf});
    bool Left = uses(NewIndex, Base);
    for (const Constraint &K : NewConstraints)
      forEachAtom(K.Condition, [&](const Term *A) { Left |= A == Base; });
    if (Left)
      return false; // dependent on each other
    const Term *Offset = Pool.sub(W->Ops[0], Base);
    Variable V = *B;
    V.Symbol = Symbol;
    V.Low = V.Low ? Pool.add(V.Low, Offset) : nullptr;
    V.High = V.High ? Pool.add(V.High, Offset) : nullptr;
    V.Wrapped = true;
    V.Unwrapped = W->Ops[0];
    V.Width = W->Width;
    V.SignedWrap = Signed;
    if (B->LoopVar != None)
      return loopStandIn(*B, V, NewIndex, NewConstraints);
    if (Signed) {
      // The first value past the end is INT_MIN; it counts as any other.
      Range Low = Pool.range(V.Low);
      if (!Low.Lo || *Low.Lo < minSigned(V.Width) || !Low.Hi || *Low.Hi > maxSigned(V.Width))
        return false;
    } else {
      Range Low = Pool.range(V.Low);
      if (!Low.isNonNegative())
        return false;
      V.High = Pool.min(V.High, Pool.constant(maxUnsigned(V.Width)));
      if (!Pool.range(V.High).isWithin(Range::ofUnsigned(V.Width)))
        return false;
      if (!Low.isSingleton() || *Low.Lo != 0) {
        // Zero is attained only after a wrap: uwrap(t + 5) < 3 may hold for no t.
        V.Low = Pool.constant(0);
        inexact(Reason::MayWrap);
      }
      V.Wrapped = false; // every value of the type is attained, or no wrap
    }
    *B = V;
    Index = NewIndex;
    Constraints = std::move(NewConstraints);
    return true;
  }

  /// uwrap(j): the unsigned reading of an unsigned loop's variable.
  bool loopStandIn(Variable &B, Variable V, const Term *NewIndex, std::vector<Constraint> &NewConstraints) {
    const LoopVariable &L = P.LoopVars[B.LoopVar];
    bool Plain = V.Unwrapped == B.Symbol && !V.SignedWrap && V.Width == L.Width && V.Low && !Walked.count(B.LoopVar);
    if (!Plain)
      return false;
    V.Low = Pool.uwrap(V.Width, V.Low);
    B = V;
    Index = NewIndex;
    Constraints = std::move(NewConstraints);
    return true;
  }

  //===--- Domains ---------------------------------------------------------===//

  void applyConstraints() {
    // The loops' own tests first: further conditions narrow what they leave.
    for (bool Own : {true, false})
      for (const Constraint &K : Constraints)
        if ((K.ContinueOf != None) == Own)
          apply(K);
  }

  void apply(const Constraint &K) {
    const Pred *Cond = K.Condition;
    bool Opaque = false;
    forEachAtom(Cond, [&](const Term *A) { Opaque |= A->A.Kind == AtomKind::Opaque && !isSymbol(A->A) && !At.isFixed(A->A); });
    auto Drop = [&] { inexact(Opaque ? Reason::DataDependentCondition : Reason::UnexpressibleCondition); };
    if (Cond->Kind != PredKind::Le && Cond->Kind != PredKind::Lt && Cond->Kind != PredKind::Eq)
      return Drop();
    auto L = addScaled(Pool.linear(Cond->Terms[0]), Pool.linear(Cond->Terms[1]), -1);
    if (!L)
      return Drop();
    if (Cond->Kind == PredKind::Lt)
      L->Constant += 1;
    Variable *V = nullptr;
    Int Coefficient = 0;
    for (const auto &[M, C] : L->Monomials) {
      if (At.isFixed(M))
        continue;
      Variable *Own = M->isAtom() ? find(M) : nullptr;
      if (V || !Own)
        return Drop();
      V = Own;
      Coefficient = C;
    }
    if (!V)
      return Drop();
    LinearForm Self;
    Self.Monomials.emplace_back(V->Symbol, 1);
    auto Rest = addScaled(*L, Self, -Coefficient);
    if (!Rest)
      return Drop();
    // Coefficient*v + Rest <= 0
    const Term *R = Pool.fromLinear(*Rest);
    bool Equal = Cond->Kind == PredKind::Eq;
    if (Equal && Coefficient != 1 && Coefficient != -1)
      return Drop();
    bool Above = Coefficient > 0 || Equal, Below = Coefficient < 0 || Equal;
    if (V->LoopVar != None && K.ContinueOf == P.LoopVars[V->LoopVar].Loop) {
      // The loop's own test on the side that the variable walks away from does
      // not filter iterations: it decides at the start whether there are any.
      bool Up = Pool.range(Facts.canonical(P.LoopVars[V->LoopVar].Step)).isPositive();
      bool &Behind = Up ? Below : Above;
      if (Behind) {
        const Term *Start = startOf(V->LoopVar);
        if (V->Symbol->A.Kind != AtomKind::LoopVar)
          Start = Pool.uwrap(V->Width, Start);
        if (!At.isFixed(Start))
          return Drop();
        Antecedent.push_back(Up ? atMost(lowBound(R, Coefficient), Start) : atMost(Start, highBound(R, Coefficient)));
        Behind = false;
        V->TestedBehind = true; // a wrapped value may end the loop instead
      }
    }
    if (Above)
      tightenHigh(*V, highBound(R, Coefficient), K);
    if (Below)
      tightenLow(*V, lowBound(R, Coefficient), K);
  }

  /// The bounds that Coefficient*v + R (<= or ==) 0 puts on v.
  const Term *highBound(const Term *R, Int Coefficient) {
    Int Size = Coefficient < 0 ? -Coefficient : Coefficient;
    return Pool.floorDiv(Coefficient > 0 ? Pool.neg(R) : R, Pool.constant(Size));
  }
  const Term *lowBound(const Term *R, Int Coefficient) {
    Int Size = Coefficient < 0 ? -Coefficient : Coefficient;
    return Pool.ceilDiv(Coefficient < 0 ? R : Pool.neg(R), Pool.constant(Size));
  }

  void tightenHigh(Variable &V, const Term *Bound, const Constraint &K) {
    // min(a, b) - 1 rather than min(a - 1, b - 1): exclusive bounds read better.
    auto Smaller = [&](const Term *A, const Term *B) {
      return Pool.addConst(Pool.min(Pool.addConst(A, 1), Pool.addConst(B, 1)), -1);
    };
    V.High = V.High ? Smaller(V.High, Bound) : Bound;
    if (V.LoopVar != None && K.ContinueOf == P.LoopVars[V.LoopVar].Loop)
      V.LoopHigh = V.LoopHigh ? Smaller(V.LoopHigh, Bound) : Bound;
  }
  void tightenLow(Variable &V, const Term *Bound, const Constraint &K) {
    V.Low = V.Low ? Pool.max(V.Low, Bound) : Bound;
    V.ConditionLow = V.ConditionLow ? Pool.max(V.ConditionLow, Bound) : Bound;
    if (V.LoopVar != None && K.ContinueOf == P.LoopVars[V.LoopVar].Loop)
      V.LoopHigh = V.LoopHigh ? Pool.max(V.LoopHigh, Bound) : Bound; // walks down: its last value
  }

  Reason closeDomains() {
    for (const Variable &V : Variables)
      for (const Variable &W : Variables)
        if (&V != &W && V.LoopVar != None && W.LoopVar != None && P.LoopVars[V.LoopVar].Loop == P.LoopVars[W.LoopVar].Loop)
          inexact(Reason::DependentRanges); // they advance together
    for (Variable &V : Variables) {
      if (V.LoopVar == None) {
        if (V.Wrapped)
          wrapDuty(V);
        continue;
      }
      const LoopVariable &L = P.LoopVars[V.LoopVar];
      bool Needed = uses(Index, V.Symbol);
      if (!V.Low || !V.High || !V.LoopHigh) {
        if (Needed)
          return Reason::UnknownTripCount;
        inexact(Reason::UnknownTripCount);
        V.Low = V.High = nullptr; // nothing limits it: it may wrap to anywhere
        continue;
      }
      const Term *Step = Facts.canonical(L.Step);
      bool Up = Pool.range(Step).isPositive();
      if (!Up && (V.Symbol->A.Kind != AtomKind::LoopVar))
        return Reason::UnknownTripCount; // unsigned and downward
      if (!Walked.count(V.LoopVar) && !(V.Step == 1 && Step->isConst()))
        snapToSteps(V, Step, Up);
      loopWrapDuty(V, Step, Up);
    }
    return Reason::None;
  }

  /// The last value of start, start + step, ... that is within the bounds.
  void snapToSteps(Variable &V, const Term *Step, bool Up) {
    const Term *Start = startOf(V.LoopVar);
    if (V.Symbol->A.Kind != AtomKind::LoopVar)
      Start = Pool.uwrap(V.Width, Start);
    const Term *Size = Up ? Step : Pool.neg(Step);
    const Term *&First = Up ? V.Low : V.High;
    const Term *&Last = Up ? V.High : V.Low;
    if (First != Start)
      inexact(Reason::ExtremeNotAttained); // a further condition on the side it starts from
    auto Snap = [&](const Term *Bound) {
      const Term *Distance = Up ? Pool.sub(Bound, Start) : Pool.sub(Start, Bound);
      const Term *Steps = Pool.mul(Size, Pool.floorDiv(Distance, Size));
      return Up ? Pool.add(Start, Steps) : Pool.sub(Start, Steps);
    };
    V.Bound = Last;
    V.LoopBound = V.LoopHigh;
    V.Downward = !Up;
    bool Same = V.LoopHigh == Last;
    Last = Snap(Last);
    V.LoopHigh = Same ? Last : Snap(V.LoopHigh);
  }

  /// The first iteration after the last one must not wrap around and go on.
  void loopWrapDuty(Variable &V, const Term *Step, bool Up) {
    if (V.Symbol->A.Kind == AtomKind::LoopVar && Facts.isMonotone(V.LoopVar))
      return;
    bool Signed = V.Symbol->A.Kind == AtomKind::LoopVar;
    Range Fits = Signed ? Range::ofSigned(V.Width) : Range::ofUnsigned(V.Width);
    const Term *Next = Pool.add(V.LoopHigh, Step);
    const Pred *Duty = Up ? Pool.le(Next, Pool.constant(*Fits.Hi)) : Pool.le(Pool.constant(*Fits.Lo), Next);
    std::vector<const Pred *> Given = Antecedent;
    // That the loop runs, not that a further condition leaves some iteration of
    // the first turn: j = 5 in {5, +, 3} with j <= 7 wraps and comes by 7.
    const Term *Start = startOf(V.LoopVar);
    if (!Signed)
      Start = Pool.uwrap(V.Width, Start);
    if (!At.isFixed(Start))
      Start = V.ConditionLow ? nullptr : V.Low;
    const Term *Last = V.LoopBound ? V.LoopBound : V.LoopHigh;
    Given.push_back(!Start ? Pool.boolean(true) : Up ? atMost(Start, Last) : atMost(Last, Start));
    if (Facts.proveGiven(Given, Duty, levelScope()).Proved)
      return;
    Duties.emplace_back(Pool.implies(Given.back(), Duty), V.Symbol);
    // Exact if the wrapped value itself is used and is out of range: it is
    // negative (upward), and nothing but the loop's test stands before it.
    Range StepRange = Pool.range(Step);
    bool Negative = Signed && Up && StepRange.Hi && *StepRange.Hi <= maxSigned(V.Width) && V.LoopHigh == V.High &&
                    !V.ConditionLow && !V.TestedBehind;
    if (Negative) {
      const Term *Past = Pool.atom(wrappedSymbol(900, V.Width));
      Pool.setRange(Past->A, Range::between(minSigned(V.Width), -1));
      TermPool::Substitution Map{{V.Symbol, Past}};
      Range Low = Pool.range(Pool.substitute(Index, Map));
      Negative = Low.Hi && *Low.Hi < 0;
    }
    if (!Negative)
      inexact(Reason::MayWrap);
  }

  /// A guarded wrapped index: `i < n` lets every negative wrapped value pass.
  void wrapDuty(Variable &V) {
    // Lowest and highest exact value before any condition.
    const Term *Base = nullptr;
    forEachAtom(V.Unwrapped, [&](const Term *A) {
      if (!At.isFixed(A->A))
        Base = A;
    });
    TermPool::Substitution ToBottom{{Base, Pool.constant(0)}};
    const Term *Lowest = Pool.substitute(V.Unwrapped, ToBottom);
    const Term *Top = Base->A.Kind == AtomKind::ThreadIdx  ? Pool.addConst(dimension(AtomKind::BlockDim, Base->A.A), -1)
                      : Base->A.Kind == AtomKind::BlockIdx ? Pool.addConst(dimension(AtomKind::GridDim, Base->A.A), -1)
                                                           : Pool.addConst(globalCount(Base->A.A - globalIndexSymbol(0).A), -1);
    TermPool::Substitution ToTop{{Base, Top}};
    const Term *Highest = Pool.substitute(V.Unwrapped, ToTop);
    const Pred *NoWrap = Pool.le(Pool.addConst(Highest, 1), Pool.constant(maxSigned(V.Width) + 1));
    if (NoWrap->isTrue())
      return;
    // A condition from below stops INT_MIN, but a second turn reaches values
    // between it and the start (i >= 5 with i = wrap(7 + t): 5 and 6).
    if (V.ConditionLow && !Facts.proveLe(Lowest, V.ConditionLow, levelScope()).Proved) {
      Duties.emplace_back(NoWrap, V.Symbol);
      inexact(Reason::MayWrap);
      return;
    }
    if (V.ConditionLow)
      V.High = Pool.min(V.High, Pool.constant(maxSigned(V.Width)));
    // The value INT_MIN is attained when it wraps; it is used if it passes the
    // conditions on this variable.
    const Term *Least = Pool.constant(minSigned(V.Width));
    TermPool::Substitution AtLeast{{V.Symbol, Least}};
    const Pred *Passes = Pool.boolean(true);
    for (const Constraint &K : Constraints) {
      bool Mentions = false;
      forEachAtom(K.Condition, [&](const Term *A) { Mentions |= A == V.Symbol; });
      if (!Mentions)
        continue;
      const Pred *Here = Pool.substitute(K.Condition, AtLeast);
      // Only a bound that holds for every lower value if it holds for one says
      // that none passes (i != INT_MIN stops INT_MIN alone).
      if (At.isFixed(Here) && isBoundOn(K.Condition, V.Symbol))
        Passes = Pool.land(Passes, Here);
      else
        inexact(Reason::MayWrap);
    }
    if (!uses(Index, V.Symbol)) {
      // Only whether the access happens depends on it: INT_MIN may make it so.
      V.OrWrapped = Pool.land(Passes, Pool.lnot(NoWrap));
      return;
    }
    Duties.emplace_back(Pool.implies(Passes, NoWrap), V.Symbol);
    Range AtMin = Pool.range(Pool.substitute(Index, AtLeast));
    if (!AtMin.Hi || *AtMin.Hi >= 0)
      inexact(Reason::MayWrap);
  }

  /// A comparison that bounds Symbol, alone on its side up to fixed terms.
  bool isBoundOn(const Pred *Cond, const Term *Symbol) {
    if (Cond->Kind != PredKind::Le && Cond->Kind != PredKind::Lt && Cond->Kind != PredKind::Eq)
      return false;
    auto L = addScaled(Pool.linear(Cond->Terms[0]), Pool.linear(Cond->Terms[1]), -1);
    return L && L->coefficient(Symbol) != 0 &&
           std::all_of(L->Monomials.begin(), L->Monomials.end(),
                       [&](const auto &M) { return M.first == Symbol || At.isFixed(M.first); });
  }

  //===--- Is it reached? --------------------------------------------------===//

  bool allFinite(const std::vector<int> &Loops) const {
    return std::all_of(Loops.begin(), Loops.end(), [&](int L) { return Facts.isFinite(L); });
  }

  void judgeReach() {
    if (!C.AlwaysReached || !allFinite(C.LoopsBefore))
      inexact(C.AlwaysReached ? Reason::MayNotReturn : Reason::DataDependentCondition);
    for (int S : ScopeChain)
      if (!allFinite(P.Scopes[S].LoopsBefore))
        inexact(Reason::MayNotReturn);
    for (int L = C.Loop; L != None && (At.loop() == None || isWithin(P, L, At.loop())); L = P.Loops[L].Parent) {
      const Loop &Here = P.Loops[L];
      if (L != At.loop() && (!Here.PreheaderAlwaysReached || !allFinite(Here.LoopsBefore)))
        inexact(Reason::MayNotReturn);
      bool Varies = false;
      auto Look = [&](const Term *A) {
        int Of = A->A.Kind == AtomKind::LoopVar ? P.LoopVars[A->A.A].Loop
                 : A->A.Kind == AtomKind::Opaque && !isSymbol(A->A) ? P.Opaques[A->A.A].Loop
                                                                    : None;
        Varies |= Of == L;
      };
      forEachAtom(Facts.canonical(C.Index), Look);
      for (const Constraint &K : Constraints)
        if (K.ContinueOf != L)
          forEachAtom(K.Condition, Look);
      if (!Varies)
        continue; // the first iteration decides
      if (!Here.SoleHeaderExit)
        inexact(Reason::SeveralExits);
      if (Here.MayNotReturn)
        inexact(Reason::MayNotReturn);
      for (size_t Inner = 0; Inner < P.Loops.size(); ++Inner)
        if (static_cast<int>(Inner) != L && isWithin(P, static_cast<int>(Inner), L) &&
            !Facts.isFinite(static_cast<int>(Inner)))
          inexact(Reason::MayNotReturn);
    }
  }

  //===--- Conclusion ------------------------------------------------------===//

  /// Conditions under which the access happens: those of the path that are
  /// fixed, and that every variable but Except attains some value.
  std::vector<const Pred *> guard(const Term *Except) {
    std::vector<const Pred *> Out = Antecedent;
    const Pred *OrWrapped = Pool.boolean(false);
    std::function<void(const Term *, const Term *)> NotEmpty = [&](const Term *Low, const Term *High) {
      if (High->Kind == TermKind::Add || High->Kind == TermKind::Min) {
        LinearForm L = Pool.linear(High);
        for (const auto &[M, K] : L.Monomials)
          if (M->Kind == TermKind::Min && K == 1) {
            LinearForm Self;
            Self.Monomials.emplace_back(M, 1);
            if (auto Rest = addScaled(L, Self, -1)) {
              for (const Term *Op : M->Ops)
                NotEmpty(Low, Pool.add(Pool.fromLinear(*Rest), Op));
              return;
            }
          }
      }
      const Pred *N = Pool.lor(atMost(Low, High), OrWrapped);
      if (!N->isTrue() && std::find(Out.begin(), Out.end(), N) == Out.end())
        Out.push_back(N);
    };
    for (const Variable &V : Variables)
      if (V.Low && V.High && V.Symbol != Except) {
        OrWrapped = V.OrWrapped ? V.OrWrapped : Pool.boolean(false);
        NotEmpty(V.Bound && V.Downward ? V.Bound : V.Low, V.Bound && !V.Downward ? V.Bound : V.High);
      }
    return Out;
  }

  /// Low <= High as a person writes it: no constant beside a variable on the
  /// same side, and `a < b` rather than `a <= b - 1`.
  const Pred *atMost(const Term *Low, const Term *High) {
    Int C = Pool.linear(High).Constant;
    if (High->isConst()) {
      Int Moved = Pool.linear(Low).Constant;
      if (OptInt Bound = checkedSub(High->Value, Moved); Bound && Moved < 0)
        return Pool.le(Pool.addConst(Low, -Moved), Pool.constant(*Bound));
      return Pool.le(Low, High);
    }
    if (C == -1 && Pool.linear(Low).Constant == -1)
      return Pool.le(Pool.addConst(Low, 1), Pool.addConst(High, 1));
    if (C == -1)
      return Pool.lt(Low, Pool.addConst(High, 1));
    if (Low->isConst() && C != 0)
      if (OptInt Moved = checkedSub(Low->Value, C))
        return Pool.le(Pool.constant(*Moved), Pool.addConst(High, -C));
    return Pool.le(Low, High);
  }

  Reason conclude() {
    const Term *Upper = C.Tile != 0 ? Pool.mul(Index, Pool.constant(C.Tile)) : Pool.addConst(Index, C.Span - 1);
    Extremes Least = extremesOf(Pool, At, Index, false, Variables);
    Extremes Greatest = extremesOf(Pool, At, Upper, true, Variables);
    if (!Least.Ok)
      return Least.Why;
    if (!Greatest.Ok)
      return Greatest.Why;
    if (!Least.Attained || !Greatest.Attained)
      inexact(Reason::ExtremeNotAttained);
    judgeUnwrapped(Least);
    for (const auto &[Duty, About] : Duties)
      require(guard(About), Duty);
    std::vector<const Pred *> Guard = guard(nullptr);
    for (const Term *V : Least.Values)
      require(Guard, Pool.le(Pool.constant(0), V));
    if (Unwrapped && !extentFits()) {
      // Beyond its type the index would be another one.
      Extremes Top = extremesOf(Pool, At, Index, true, Variables);
      if (!Top.Ok)
        return Top.Why;
      unsigned W = Unwrapped->Width;
      for (const Term *V : Top.Values)
        require(Guard, Pool.le(V, Pool.constant(Unwrapped->Kind == TermKind::SWrap ? maxSigned(W) : maxUnsigned(W))));
    }
    for (const Term *V : Greatest.Values)
      require(Guard, C.Tile != 0 ? Pool.lt(V, Extent) : atMost(V, Pool.addConst(Extent, -1)));
    Result.Index = readable(Greatest.Values.front());
    Result.Extent = readable(Extent);
    dropEntailed();
    return Reason::None;
  }

  /// An index below the extent lies within the type of the wrap.
  bool extentFits() const {
    Range E = Pool.range(Extent);
    unsigned W = Unwrapped->Width;
    Int Last = Unwrapped->Kind == TermKind::SWrap ? maxSigned(W) : maxUnsigned(W);
    return E.Hi && *E.Hi - 1 <= Last;
  }

  /// The index was a wrap, taken for its exact value: see the header.
  void judgeUnwrapped(const Extremes &Least) {
    if (!Unwrapped)
      return;
    unsigned W = Unwrapped->Width;
    Int Half = Int(1) << (W - 1);
    if (Least.Values.size() != 1) {
      inexact(Reason::MayWrap);
      return;
    }
    for (const Variable &V : Variables)
      if (V.LoopVar != None && !Walked.count(V.LoopVar) && uses(Index, V.Symbol) && !P.LoopVars[V.LoopVar].Step->isConst())
        inexact(Reason::MayWrap); // a step of any size jumps over the gap
    Range Low = Pool.range(Least.Values.front());
    Range E = Pool.range(Extent);
    if (Unwrapped->Kind == TermKind::SWrap) {
      bool Steps = stepsAtMost(Pool, Index, Variables, Half);
      if (!Steps || !Low.Lo || *Low.Lo < -Half || !Low.Hi || *Low.Hi >= Half)
        inexact(Reason::MayWrap);
      return;
    }
    // Unsigned: an extent of at most 2^(W-1), and an index that starts at 0:
    // the first multiple past the extent is not wrapped yet.
    bool FromZero = Low.isSingleton() && *Low.Lo == 0;
    // With steps of more than that, only a linear index shows its first multiple
    // past the extent by moving one variable alone.
    bool Rising = stepsAtMost(Pool, Index, Variables, Half) ||
                  (isLinear(Index) && stepsAtMost(Pool, Index, Variables, maxUnsigned(W)));
    if (!FromZero || !Rising || !E.Hi || *E.Hi > Half)
      inexact(Reason::MayWrap);
  }

  bool isLinear(const Term *T) {
    for (const auto &[M, K] : Pool.linear(T).Monomials) {
      if (At.isFixed(M) || M->isAtom())
        continue;
      if (M->Kind != TermKind::Mul ||
          std::count_if(M->Ops.begin(), M->Ops.end(), [&](const Term *F) { return !At.isFixed(F); }) != 1 ||
          !std::all_of(M->Ops.begin(), M->Ops.end(), [&](const Term *F) { return At.isFixed(F) || F->isAtom(); }))
        return false;
    }
    return true;
  }

  void require(const std::vector<const Pred *> &Guard, const Pred *Condition) {
    if (Facts.proveGiven(Guard, Condition, levelScope()).Proved)
      return;
    // Parts of the guard without which the condition holds anyway are noise.
    const Pred *Kept = Pool.boolean(true);
    for (const Pred *G : Guard)
      if (!Facts.proveGiven({Pool.lnot(G)}, Condition, levelScope()).Proved)
        Kept = Pool.land(Kept, G);
    const Pred *Whole = Pool.implies(readable(Kept), readable(Condition));
    if (Whole->isTrue())
      return;
    if (std::find(Result.Conditions.begin(), Result.Conditions.end(), Whole) == Result.Conditions.end())
      Result.Conditions.push_back(Whole);
  }

  /// A condition that the others of this goal pair entail is not needed.
  void dropEntailed() {
    for (size_t I = 0; I < Result.Conditions.size();) {
      std::vector<const Pred *> Others;
      const Pred *Mine = Result.Conditions[I];
      for (size_t J = 0; J < Result.Conditions.size(); ++J) {
        const Pred *Other = Result.Conditions[J];
        bool SameGuard = Mine->Kind == PredKind::Implies && Other->Kind == PredKind::Implies && Mine->Preds[0] == Other->Preds[0];
        if (J != I)
          Others.push_back(SameGuard ? Other->Preds[1] : Other);
      }
      bool Entailed = !Others.empty() && !Result.Conditions[I]->isFalse() &&
                      Facts.proveGiven(Others, Result.Conditions[I], levelScope()).Proved;
      if (Entailed)
        Result.Conditions.erase(Result.Conditions.begin() + static_cast<ptrdiff_t>(I));
      else
        ++I;
    }
  }

  const Term *readable(const Term *T) { return Facts.readable(T); }
  const Pred *readable(const Pred *C) { return Facts.readable(C); }
};

} // namespace

Quantified tilechecks::quantify(const Problem &P, Prover &Facts, const Context &C, int Before) {
  return Quantifier(P, Facts, C, Before).run();
}
