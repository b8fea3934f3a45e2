//===- placement/QuantifyReach.cpp - does every launch come to the access? ---===//
//
// A condition is exact only if the access is reached whenever it says so: the
// ways out of the loops around it, and whether what stands before it ends.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantifier.h"

#include <algorithm>

using namespace tilechecks;

bool Quantifier::isUnavoidable(int Loop, const LoopExit &E) {
  if (!E.AlwaysReached || !allEnd(E.LoopsBefore))
    return false;
  if (E.Scope == P.Loops[Loop].PreheaderScope || E.Scope == Facts.continueScope(Loop))
    return true;
  return std::any_of(P.Loops[Loop].Exits.begin(), P.Loops[Loop].Exits.end(), [&](const LoopExit &Before) {
    return Before.StayScope == E.Scope && &Before != &E && isUnavoidable(Loop, Before);
  });
}

int Quantifier::stayingIn(int Scope) {
  for (int L = C.Loop; L != None && isInside(L); L = P.Loops[L].Parent)
    for (const LoopExit &E : P.Loops[L].Exits)
      if (E.StayScope == Scope && E.Exact && isUnavoidable(L, E))
        return L;
  return None;
}

/// The loop went on after the previous iteration: Stay held for the values then.
/// Null where it speaks of values that are gone.
const Pred *Quantifier::inPreviousIteration(int Loop, const Pred *Stay) {
  TermPool::Substitution Back;
  bool Known = true;
  forEachAtom(Stay, [&](const Term *A) {
    if (A->A.Kind == AtomKind::LoopVar && P.LoopVars[A->A.A].Loop == Loop)
      Back[A] = Pool.swrap(P.LoopVars[A->A.A].Width, Pool.sub(A, Facts.canonical(P.LoopVars[A->A.A].Step)));
    else
      Known &= At.isFixed(A->A) || !isWithin(P, variantLoop(P, A), Loop) || variantLoop(P, A) == None;
  });
  return Known ? Pool.substitute(Stay, Back) : nullptr;
}

/// A loop may also be left behind the access: then that limits the iterations
/// after the first.
///
///   do x(j); while (++j < n);                  start, and every j < n after it
///   for (j = 0; j < 64; ++j) { x(j); if (v(j)) break; }       no bound: inexact
///
/// Sound: such a condition only ever narrows. Exact: each exit is tested in
/// every iteration, and once it fails no later iteration would pass.
void Quantifier::collectExits() {
  for (int L = C.Loop; L != None && isInside(L); L = P.Loops[L].Parent) {
    if (!varies(L))
      continue; // the first iteration decides
    const Loop &Here = P.Loops[L];
    if (!Here.HeaderTestFirst && Here.Exits.empty())
      inexact(Reason::SeveralExits);
    for (const LoopExit &E : Here.Exits) {
      bool Tested = E.StayScope != None && std::find(ScopeChain.begin(), ScopeChain.end(), E.StayScope) != ScopeChain.end();
      if (!E.Exact || !isUnavoidable(L, E))
        inexact(Reason::SeveralExits);
      else if (const Pred *Stay = Tested ? Pool.boolean(true) : inPreviousIteration(L, normalised(E.Stay, E.Scope)))
        take(Stay, None, L);
      else
        inexact(Reason::SeveralExits);
    }
  }
}

bool Quantifier::varies(int Loop) {
  bool Varies = false;
  auto Look = [&](const Term *A) {
    int Of = A->A.Kind == AtomKind::LoopVar                          ? P.LoopVars[A->A.A].Loop
             : A->A.Kind == AtomKind::Opaque && !isSymbol(A->A) ? P.Opaques[A->A.A].Loop
                                                                : None;
    Varies |= Of == Loop;
  };
  forEachAtom(Facts.canonical(C.Index), Look);
  for (const Constraint &K : Constraints)
    if (K.ContinueOf != Loop && K.AfterOf != Loop)
      forEachAtom(K.Condition, Look);
  return Varies;
}

/// for (int c = tid; c < n; c += bdim) x(c);       n > 0 implies n + bdim - 1 <= MAX
/// for (int c = tid; c < n; c += bdim) y(c);
///
/// ends unless n + bdim - 1 > MAX, which the exact check of x refuses: the second
/// loop is reached by all launches that go on. Sound: while c is at most n - 1,
/// c + bdim is at most n - 1 + bdim and does not wrap around, so c rises past n.
bool Quantifier::isRefusedUnlessItEnds(int Loop, int LoopVar) {
  const LoopVariable &V = P.LoopVars[LoopVar];
  const Term *J = Pool.atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(LoopVar)));
  const std::vector<const Pred *> Entered = whenEntered(Loop);
  const Term *Step = withoutRefusedWraps(Entered, Facts.canonical(V.Step));
  const Range S = Pool.range(Step), Type = Range::ofSigned(V.Width);
  const bool Up = S.isPositive();
  if (!isLaunchKnown(Step) || (!Up && !negate(S).isPositive()))
    return false;
  const Pred *Goes = Facts.canonical(P.Scopes[Facts.continueScope(Loop)].Condition);
  const std::vector<const Pred *> Parts = Goes->Kind == PredKind::And ? Goes->Preds : std::vector<const Pred *>{Goes};
  return std::any_of(Parts.begin(), Parts.end(), [&](const Pred *Part) {
    if (!isBoundOn(Part, J) || Part->Kind == PredKind::Eq)
      return false;
    auto L = addScaled(Pool.linear(Part->Terms[0]), Pool.linear(Part->Terms[1]), -1);
    Int K = L->coefficient(J);
    if (K != (Up ? 1 : -1))
      return false;
    if (Part->Kind == PredKind::Lt)
      L->Constant += 1;
    // Up: J <= Last, with L = J - Last <= 0. Down: J >= Last, with L = Last - J.
    const Term *Last = Up ? Pool.sub(J, Pool.fromLinear(*L)) : Pool.add(J, Pool.fromLinear(*L));
    if (!isLaunchKnown(Last))
      return false;
    const Term *Next = Pool.add(Last, Step);
    const Pred *Fits = Up ? Pool.le(Next, Pool.constant(*Type.Hi)) : Pool.le(Pool.constant(*Type.Lo), Next);
    return isRefused(Entered, Fits);
  });
}

/// The greatest value of T over all threads of the launch, if T is made of sums
/// and products of what is never negative; else null.
static const Term *greatestOverThreads(TermPool &Pool, const Term *T) {
  std::function<bool(const Term *)> Rises = [&](const Term *Part) {
    if (Part->Kind == TermKind::Add || Part->Kind == TermKind::Mul)
      return std::all_of(Part->Ops.begin(), Part->Ops.end(), Rises);
    const Range R = Pool.range(Part);
    return (Part->isConst() || Part->isAtom()) && R.Lo && *R.Lo >= 0;
  };
  if (!Rises(T))
    return nullptr;
  TermPool::Substitution Last;
  forEachAtom(T, [&](const Term *A) {
    if (A->A.Kind == AtomKind::ThreadIdx)
      Last[A] = Pool.addConst(Pool.atom(Atom::of(AtomKind::BlockDim, A->A.A)), -1);
    else if (A->A.Kind == AtomKind::BlockIdx)
      Last[A] = Pool.addConst(Pool.atom(Atom::of(AtomKind::GridDim, A->A.A)), -1);
  });
  return Pool.substitute(T, Last);
}

/// for (int i = bid*bdim + tid; i < n; i += gdim*bdim) x(i);
/// out(bid*bdim + tid);
///
/// A start that wraps around may be below every n, so that the loop is entered is
/// no reason why n > 0. Where an exact check refuses the launches in which some
/// thread's start wraps, the start is its sum. Sound: the sum rises with every
/// part, so that it fits if that of the last thread does.
///
/// The same for a step of gridDim.x*blockDim.x.
template <class T> const T *Quantifier::withoutRefusedWraps(const std::vector<const Pred *> &Entered, const T *In) {
  TermPool::Substitution Exact;
  std::function<void(const Term *)> Look = [&](const Term *Part) {
    if (Part->Kind == TermKind::SWrap)
      if (const Term *Greatest = greatestOverThreads(Pool, Part->Ops[0]))
        if (isRefused(Entered, Pool.le(Greatest, Pool.constant(maxSigned(Part->Width)))))
          Exact[Part] = Part->Ops[0];
    for (const Term *Op : Part->Ops)
      Look(Op);
  };
  if constexpr (std::is_same_v<T, Term>)
    Look(In);
  else
    for (const Term *Part : In->Terms)
      Look(Part);
  return Exact.empty() ? In : Pool.substitute(In, Exact);
}

/// Conditions on what does not change in loops that hold if a thread comes to the
/// body of Loop: those it stands under, of the tests of loops that of the first
/// iteration.
std::vector<const Pred *> Quantifier::whenEntered(int Loop) {
  std::vector<const Pred *> Out;
  for (int S = Facts.continueScope(Loop); S > 0; S = P.Scopes[S].Parent) {
    const Pred *Cond = Facts.canonical(P.Scopes[S].Condition);
    if (P.Scopes[S].LoopContinue) {
      TermPool::Substitution First;
      for (int V : Facts.variablesOf(P.Scopes[S].Loop))
        First[Pool.atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(V)))] = Facts.canonical(P.LoopVars[V].Start);
      Cond = Pool.substitute(Cond, First);
    }
    if (variantLoop(P, Cond) == None)
      Out.push_back(Cond);
  }
  for (const Pred *&Cond : Out)
    Cond = withoutRefusedWraps(Out, Cond);
  return Out;
}

bool Quantifier::ends(int Loop) {
  if (Facts.isFinite(Loop))
    return true;
  if (P.Loops[Loop].MayNotReturn || Facts.continueScope(Loop) == None || !innerLoopsEnd(Loop))
    return false;
  const std::vector<int> &Of = Facts.variablesOf(Loop);
  return std::any_of(Of.begin(), Of.end(), [&](int V) { return isRefusedUnlessItEnds(Loop, V); });
}

bool Quantifier::innerLoopsEnd(int Loop) {
  if (Facts.hasFiniteInnerLoops(Loop))
    return true;
  for (size_t I = 0; I < P.Loops.size(); ++I)
    if (P.Loops[I].Parent == Loop && !ends(static_cast<int>(I)))
      return false;
  return true;
}

void Quantifier::judgeReach() {
  if (!C.AlwaysReached || !allEnd(C.LoopsBefore))
    inexact(C.AlwaysReached ? Reason::MayNotReturn : Reason::DataDependentCondition);
  for (int S : ScopeChain)
    if (!allEnd(P.Scopes[S].LoopsBefore))
      inexact(Reason::MayNotReturn);
  for (int L = C.Loop; L != None && isInside(L); L = P.Loops[L].Parent) {
    const Loop &Here = P.Loops[L];
    if (L != At.loop() && (!Here.PreheaderAlwaysReached || !allEnd(Here.LoopsBefore)))
      inexact(Reason::MayNotReturn);
    if (!varies(L))
      continue; // the first iteration decides
    if (Here.MayNotReturn)
      inexact(Reason::MayNotReturn);
    if (!innerLoopsEnd(L))
      inexact(Reason::MayNotReturn);
  }
}
