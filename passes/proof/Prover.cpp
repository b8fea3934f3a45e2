//===- proof/Prover.cpp - facts of a kernel and queries --------------------===//
//
// Facts: conditions in their scopes, declared preconditions everywhere, and what a
// term is by itself (axioms). Terms are rewritten by declared equalities first, and
// where a scope shows it, a wrap is what it wraps and a truncating quotient rounds
// down.
//
// Why it is sound. A fact holds in its scope; a rewritten term has the same value
// there. A precondition is verified by the launcher, or at entry.
//
// When it does not apply (facts-hold-in-their-scope-and-for-their-value.goal and
// its neighbours):
//   * c*q <= x for q = floor(x/c) needs c > 0: c = -2, x = 3, c*q = 4;
//   * rounded towards zero it needs c - 1 of slack: x = -5, c = 3, c*q = -3;
//   * swrap8(n + 1) <= n + 1 needs n + 1 >= -128, and >= needs n + 1 <= 127: it is
//     -128 for n = 127; divided by -2 both turn round;
//   * swrap8(x + 2) is swrap8(x + 1) + 1 only where that fits: 127 + 1 does not;
//   * a signed value is its unsigned reading where that is below 128: 200 is -56;
//   * an equality that names what it replaces, n == min(n, m), replaces nothing;
//   * a disjunction is proved by one part, an equality by both its sides.
//
// Cost: Search.cpp.
//
//===----------------------------------------------------------------------===//
#include "proof/Prover.h"
#include "proof/Search.h"

#include <algorithm>
#include <functional>
#include <set>

using namespace tilechecks;

Rule tilechecks::ruleFor(PremiseSet Used) {
  auto Has = [Used](Premise P) { return (Used & static_cast<uint8_t>(P)) != 0; };
  if (Has(Premise::Precondition))
    return Rule::Precondition;
  if (Has(Premise::LoopVariable))
    return Rule::MonotoneLoopVariable;
  if (Has(Premise::Condition))
    return Rule::DominatingCondition;
  if (Has(Premise::Range))
    return Rule::ValueRange;
  return Rule::StaticFolding;
}

Prover::Prover(const Problem &P, const std::vector<const Pred *> &Further) : P(P), Pool(*P.Pool) {
  Monotone.assign(P.LoopVars.size(), false);
  ReachesBound.assign(P.LoopVars.size(), false);
  for (const Loop &L : P.Loops)
    Finite.push_back(L.Finite);
  InnerFinite.assign(P.Loops.size(), true);
  VariablesOf.resize(P.Loops.size());
  for (size_t V = 0; V < P.LoopVars.size(); ++V)
    VariablesOf[P.LoopVars[V].Loop].push_back(static_cast<int>(V));
  numberScopes();
  addPreconditions(Further);
  addConditions();
  for (size_t V = 0; V < P.LoopVars.size(); ++V)
    addLoopVariable(static_cast<int>(V));
  for (const GeometricVariable &V : P.GeometricVars)
    addGeometricVariable(V);
  decideFinite();
}

void Prover::numberScopes() {
  std::vector<std::vector<int>> Children(P.Scopes.size());
  for (size_t S = 1; S < P.Scopes.size(); ++S)
    Children[P.Scopes[S].Parent].push_back(static_cast<int>(S));
  ScopeInterval.resize(P.Scopes.size());
  int Clock = 0;
  // Iterative: kernels with thousands of nested conditions exist.
  std::vector<std::pair<int, size_t>> Stack;
  if (!P.Scopes.empty()) {
    Stack.emplace_back(0, 0);
    ScopeInterval[0].first = Clock++;
  }
  while (!Stack.empty()) {
    auto &[S, Next] = Stack.back();
    if (Next == Children[S].size()) {
      ScopeInterval[S].second = Clock++;
      Stack.pop_back();
      continue;
    }
    int Child = Children[S][Next++];
    ScopeInterval[Child].first = Clock++;
    Stack.emplace_back(Child, 0);
  }
  ContinueScope.assign(P.Loops.size(), None);
  for (size_t S = 0; S < P.Scopes.size(); ++S)
    if (P.Scopes[S].LoopContinue && P.Scopes[S].Loop != None)
      ContinueScope[P.Scopes[S].Loop] = static_cast<int>(S);
}

bool Prover::isInside(int Scope, int Ancestor) const {
  return ScopeInterval[Ancestor].first <= ScopeInterval[Scope].first &&
         ScopeInterval[Scope].second <= ScopeInterval[Ancestor].second;
}

/// A declared equality with an atom alone on one side replaces that atom; a
/// declared divisibility k | a replaces a by k * floor(a/k). Sound: the
/// launcher verifies the precondition before the kernel runs, and the
/// self-contained body at its entry. Inequalities become facts.
void Prover::addPreconditions(const std::vector<const Pred *> &Further) {
  std::vector<const Term *> Replaced;
  std::function<void(const Pred *)> Take = [&](const Pred *C) {
    if (C->Kind == PredKind::And) {
      for (const Pred *Q : C->Preds)
        Take(Q);
      return;
    }
    // Seen through what was declared before: 16 | a after a == b is 16 | b.
    if (C->Kind == PredKind::Divides || C->Kind == PredKind::Eq)
      C = canonical(C);
    if (C->Kind == PredKind::Divides && C->Terms[1]->isAtom() && C->Terms[0]->isConst() && C->Terms[0]->Value > 1) {
      const Term *A = C->Terms[1];
      addMultiple(A, C->Terms[0]);
      return;
    }
    if (C->Kind == PredKind::Eq) {
      const Term *A = C->Terms[0], *B = C->Terms[1];
      // x - k*floor(x/k) == 0 is divisibility in disguise.
      if (B->isConst(0) || A->isConst(0)) {
        LinearForm L = Pool.linear(B->isConst(0) ? A : B);
        for (const auto &[M, K] : L.Monomials)
          if (M->Kind == TermKind::FloorDiv && M->Ops[0]->isAtom() && M->Ops[1]->isConst() &&
              L.Monomials.size() == 2 && L.Constant == 0 && L.coefficient(M->Ops[0]) == 1 && K == -M->Ops[1]->Value) {
            addMultiple(M->Ops[0], M->Ops[1]);
            return;
          }
      }
      for (auto [From, To] : {std::pair(A, B), std::pair(B, A)}) {
        if (!From->isAtom())
          continue;
        const Term *Target = Pool.substitute(To, Equalities);
        bool Cyclic = false;
        forEachAtom(Target, [&, F = From](const Term *T) { Cyclic |= T == F; });
        if (Cyclic || Equalities.count(From))
          continue;
        // Earlier replacements must not mention the atom any more.
        TermPool::Substitution One{{From, Target}};
        for (auto &[Key, Value] : Equalities)
          Value = Pool.substitute(Value, One);
        Equalities[From] = Target;
        Replaced.push_back(From);
        return;
      }
    }
    addFact(C, 0, Premise::Precondition);
  };
  for (const Precondition &C : P.Preconditions)
    if (!C.IsContract)
      Take(C.Condition);
  for (const Pred *C : Further)
    Take(C);
  addContracts(Take);
  // Facts declared before a later equality are seen through it as well.
  for (const Precondition &C : P.Preconditions) {
    addFact(C.Condition, 0, Premise::Precondition);
    if (!C.IsContract)
      noteCases(C.Condition);
  }
  for (const Pred *C : Further)
    addFact(C, 0, Premise::Precondition);
  for (const Term *From : Replaced)
    addBounds(From);
  addDeclaredSums(Replaced);
}

/// What is replaced by a*b was at most INT_MAX, so a*b is.
void Prover::addBounds(const Term *Replaced) {
  const Range R = Pool.range(Replaced);
  if (R.Lo)
    addFact(Pool.unfoldedLe(Pool.constant(*R.Lo), Replaced), 0, Premise::Precondition);
  if (R.Hi)
    addFact(Pool.unfoldedLe(Replaced, Pool.constant(*R.Hi)), 0, Premise::Precondition);
}

/// What the types in use promise. A contract that the declared facts, or another
/// contract, decide needs no launch check: 64 | a declared, 32 | a from a
/// partition. The larger divisors first, so that one stands for the others; none
/// is seen through itself.
void Prover::addContracts(const std::function<void(const Pred *)> &Take) {
  std::vector<size_t> Order;
  for (size_t I = 0; I < P.Preconditions.size(); ++I)
    if (P.Preconditions[I].IsContract)
      Order.push_back(I);
  auto DivisorOf = [&](size_t I) {
    const Pred *C = P.Preconditions[I].Condition;
    if (C->Kind != PredKind::Eq)
      return Int(0);
    Int Greatest = 0;
    for (const auto &[M, K] : Pool.linear(Pool.sub(C->Terms[0], C->Terms[1])).Monomials)
      if (M->Kind == TermKind::FloorDiv && M->Ops[1]->isConst())
        Greatest = std::max(Greatest, M->Ops[1]->Value);
    return Greatest;
  };
  std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    Int X = DivisorOf(A), Y = DivisorOf(B);
    return X != Y ? X > Y : A < B;
  });
  for (size_t I : Order) {
    const Pred *C = canonical(P.Preconditions[I].Condition);
    if (C->isTrue() || prove(C, 0).Proved)
      Entailed.insert(I);
    else
      Take(P.Preconditions[I].Condition);
  }
}

/// A is seen through what was declared before: nothing replaces it yet.
void Prover::addMultiple(const Term *A, const Term *K) {
  const Term *Quotient = Pool.floorDiv(A, K);
  const Term *Multiple = Pool.mul(K, Quotient);
  TermPool::Substitution One{{A, Multiple}};
  for (auto &[Key, Value] : Equalities)
    Value = Pool.substitute(Value, One);
  Equalities[A] = Multiple;
  Multiples.emplace_back(Quotient, A);
}

const Term *Prover::readable(const Term *T) {
  if (Multiples.empty())
    return T;
  TermPool::Substitution Parts;
  for (const Term *Op : T->Ops)
    if (const Term *New = readable(Op); New != Op)
      Parts[Op] = New;
  if (!Parts.empty())
    T = Pool.substitute(T, Parts);
  if ((T->Kind != TermKind::Add && T->Kind != TermKind::Mul) || T->Raw)
    return T;
  LinearForm L = Pool.linear(T);
  for (const auto &[Quotient, A] : Multiples) {
    Int C = L.coefficient(Quotient), K = Quotient->Ops[1]->Value;
    if (C == 0 || C % K != 0)
      continue;
    LinearForm From, To;
    From.Monomials.emplace_back(Quotient, 1);
    To.Monomials.emplace_back(A, 1);
    auto Without = addScaled(L, From, -C);
    auto With = Without ? addScaled(*Without, To, C / K) : std::nullopt;
    if (With)
      L = *With;
  }
  return Pool.fromLinear(L);
}

const Pred *Prover::readable(const Pred *C) {
  TermPool::Substitution Parts;
  std::function<void(const Pred *)> Collect = [&](const Pred *Q) {
    for (const Term *T : Q->Terms)
      if (const Term *New = readable(T); New != T)
        Parts[T] = New;
    for (const Pred *Inner : Q->Preds)
      Collect(Inner);
  };
  Collect(C);
  return Parts.empty() ? C : Pool.substitute(C, Parts);
}

/// k | a for a constant k > 0: a <= k * floor(a/k).
const Pred *Prover::asComparison(const Pred *Divides) {
  const Term *K = Divides->Terms[0], *A = Divides->Terms[1];
  if (!K->isConst() || K->Value <= 0)
    return nullptr;
  return Pool.le(A, Pool.mul(K, Pool.floorDiv(A, K)));
}

void Prover::addConditions() {
  for (size_t S = 1; S < P.Scopes.size(); ++S)
    addFact(P.Scopes[S].Condition, static_cast<int>(S), Premise::Condition);
}

void Prover::addFact(const Pred *C, int Scope, Premise From) {
  C = canonical(C);
  switch (C->Kind) {
  case PredKind::And:
    for (const Pred *Q : C->Preds)
      addFact(Q, Scope, From);
    return;
  case PredKind::Le:
  case PredKind::Lt:
  case PredKind::Eq: {
    if (From == Premise::Condition)
      for (const Term *T : C->Terms)
        noteWraps(T);
    auto L = addScaled(Pool.linear(C->Terms[0]), Pool.linear(C->Terms[1]), -1);
    if (!L)
      return;
    if (C->Kind == PredKind::Eq) {
      if (auto Negated = addScaled(LinearForm{}, *L, -1))
        addFact(*Negated, Scope, From);
    } else if (C->Kind == PredKind::Lt) {
      L->Constant += 1;
    }
    addFact(*L, Scope, From);
    return;
  }
  case PredKind::Divides:
    if (const Pred *Compared = asComparison(C))
      addFact(Compared, Scope, From);
    return;
  default:
    return; // disjunctions and the like carry no linear fact
  }
}

void Prover::addFact(LinearForm L, int Scope, Premise From) {
  if (L.Monomials.empty())
    return;
  auto Index = static_cast<uint32_t>(Facts.size());
  Facts.push_back({tighten(std::move(L)), Scope, From});
  for (const auto &[M, C] : Facts.back().L.Monomials) {
    ByMonomial[M][Scope].push_back(Index);
    if (M->Kind == TermKind::Mul && !M->Raw)
      for (const Term *Factor : M->Ops) {
        auto &Known = ProductsWith[Factor];
        if (std::find(Known.begin(), Known.end(), M) == Known.end() && Known.size() < 8)
          Known.push_back(M);
      }
  }
}

void Prover::addAxioms(const Term *M) {
  if (!HasAxioms.emplace(M, true).second)
    return;
  auto Le = [&](const Term *A, const Term *B, Premise From = Premise::Range) {
    if (auto L = addScaled(Pool.linear(A), Pool.linear(B), -1))
      addFact(*L, 0, From);
  };
  if (M->Kind == TermKind::FloorDiv && Pool.range(M->Ops[1]).isPositive()) {
    // c*q <= x <= c*q + c - 1 for c > 0 (c = -2, x = 3: q = -2, c*q = 4 > x).
    const Term *CQ = Pool.mul(M->Ops[1], M);
    Le(CQ, M->Ops[0]);
    Le(M->Ops[0], Pool.addConst(Pool.add(CQ, M->Ops[1]), -1));
  }
  if (M->Kind == TermKind::CeilDiv && Pool.range(M->Ops[1]).isPositive()) {
    const Term *CQ = Pool.mul(M->Ops[1], M);
    Le(M->Ops[0], CQ);
    Le(CQ, Pool.addConst(Pool.add(M->Ops[0], M->Ops[1]), -1));
  }
  if (M->Kind == TermKind::TruncDiv && M->Ops[1]->isConst() && M->Ops[1]->Value > 0) {
    // Towards zero: less than c away on either side.
    const Term *CQ = Pool.mul(M->Ops[1], M);
    Le(M->Ops[0], Pool.addConst(CQ, M->Ops[1]->Value - 1));
    Le(CQ, Pool.addConst(M->Ops[0], M->Ops[1]->Value - 1));
  }
  // Wrapping around only ever takes away where the value is too large, and only
  // adds where it is too small: swrap(n + 63) <= n + 63 for n >= 0, but
  // swrap(n - 1) is larger than n - 1 for n = INT_MIN.
  auto AboveLeast = [&](const Term *W) {
    return Pool.range(W->Ops[0]).Lo.value_or(minSigned(126)) >=
           (W->Kind == TermKind::SWrap ? minSigned(W->Width) : Int(0));
  };
  auto BelowMost = [&](const Term *W) {
    return Pool.range(W->Ops[0]).Hi.value_or(maxSigned(126)) <=
           (W->Kind == TermKind::SWrap ? maxSigned(W->Width) : maxUnsigned(W->Width));
  };
  auto IsWrap = [](const Term *T) { return T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap; };
  // Asked for by M alone: a stencil has a thousand sums that may wrap of the same
  // variables, none of which bounds a variable.
  auto LeFor = [&](const Term *A, const Term *B) {
    if (auto L = addScaled(Pool.linear(A), Pool.linear(B), -1); L && !L->Monomials.empty()) {
      ByMonomial[M][0].push_back(static_cast<uint32_t>(Facts.size()));
      Facts.push_back({tighten(std::move(*L)), 0, Premise::Range});
    }
  };
  if (IsWrap(M)) {
    if (AboveLeast(M))
      LeFor(M, M->Ops[0]);
    if (BelowMost(M))
      LeFor(M->Ops[0], M);
  }
  // Quotients by a positive constant keep the order of their dividends.
  if ((M->Kind == TermKind::TruncDiv || M->Kind == TermKind::FloorDiv) && M->Ops[1]->isConst() && M->Ops[1]->Value > 0 &&
      IsWrap(M->Ops[0])) {
    const Term *W = M->Ops[0], *C = M->Ops[1];
    const Term *Exact = M->Kind == TermKind::TruncDiv ? Pool.truncDiv(W->Ops[0], C) : Pool.floorDiv(W->Ops[0], C);
    if (AboveLeast(W))
      LeFor(M, Exact);
    if (BelowMost(W))
      LeFor(Exact, M);
  }
  if (M->isAtom() && M->A.Kind == AtomKind::ThreadIdx)
    Le(Pool.addConst(M, 1), canonical(Pool.atom(Atom::of(AtomKind::BlockDim, M->A.A))));
  if (M->isAtom() && M->A.Kind == AtomKind::BlockIdx)
    Le(Pool.addConst(M, 1), canonical(Pool.atom(Atom::of(AtomKind::GridDim, M->A.A))));
}

Verdict Prover::proveGiven(const std::vector<const Pred *> &Given, const Pred *Goal, int Scope) {
  Goal = canonical(Goal);
  Verdict V;
  switch (Goal->Kind) {
  case PredKind::True:
    V.Proved = true;
    return V;
  case PredKind::And:
    V.Proved = true;
    for (const Pred *Q : Goal->Preds) {
      Verdict Part = proveGiven(Given, Q, Scope);
      V.Proved &= Part.Proved;
      V.Used |= Part.Used;
    }
    return V;
  case PredKind::Or:
    for (const Pred *Q : Goal->Preds)
      if (Verdict Part = proveGiven(Given, Q, Scope); Part.Proved)
        return Part;
    return V;
  case PredKind::Implies: {
    std::vector<const Pred *> More = Given;
    More.push_back(Goal->Preds[0]);
    return proveGiven(More, Goal->Preds[1], Scope);
  }
  case PredKind::Divides:
    if (const Pred *C = asComparison(Goal))
      return proveGiven(Given, C, Scope);
    return V;
  case PredKind::Le:
  case PredKind::Lt:
  case PredKind::Eq:
    break;
  default:
    return V;
  }
  V = byCombination(Given, Goal, Scope);
  return V.Proved || DeclaredCases.empty() ? V : byDeclaredCases(Given, Goal, Scope);
}

Verdict Prover::byCombination(const std::vector<const Pred *> &Given, const Pred *Goal, int Scope) {
  Verdict V;
  auto L = addScaled(Pool.linear(Goal->Terms[0]), Pool.linear(Goal->Terms[1]), -1);
  if (!L)
    return V;
  if (Goal->Kind == PredKind::Lt)
    L->Constant += 1;
  auto Run = [&](const LinearForm &Form) {
    Search S{*this, Scope, {}};
    std::function<void(const Pred *)> Add = [&](const Pred *C) {
      C = canonical(C);
      if (C->Kind == PredKind::And) {
        for (const Pred *Q : C->Preds)
          Add(Q);
        return;
      }
      if (C->Kind == PredKind::Divides)
        if (const Pred *Compared = asComparison(C))
          C = Compared;
      if (C->Kind != PredKind::Le && C->Kind != PredKind::Lt && C->Kind != PredKind::Eq)
        return;
      auto F = addScaled(Pool.linear(C->Terms[0]), Pool.linear(C->Terms[1]), -1);
      if (!F)
        return;
      if (C->Kind == PredKind::Lt)
        F->Constant += 1;
      if (C->Kind == PredKind::Eq)
        if (auto Negated = addScaled(LinearForm{}, *F, -1))
          S.Given.push_back({tighten(*Negated), 0, Premise::Condition});
      S.Given.push_back({tighten(*F), 0, Premise::Condition});
    };
    for (const Pred *C : Given)
      Add(C);
    return S.holds(tighten(Form), V.Used);
  };
  V.Proved = Run(*L);
  if (V.Proved && Goal->Kind == PredKind::Eq) {
    auto Negated = addScaled(LinearForm{}, *L, -1);
    V.Proved = Negated && Run(*Negated);
  }
  if (!V.Proved)
    V.Used = 0;
  return V;
}

Verdict Prover::prove(const Pred *Goal, int Scope) { return proveGiven({}, Goal, Scope); }

Verdict Prover::proveLe(const Term *A, const Term *B, int Scope) { return prove(Pool.le(A, B), Scope); }

void Prover::noteWraps(const Term *T) {
  for (const auto &[M, C] : Pool.linear(T).Monomials)
    if (M->Kind == TermKind::SWrap || M->Kind == TermKind::UWrap) {
      LinearForm L = Pool.linear(M->Ops[0]);
      L.Constant = 0;
      auto &Known = KnownWraps[Pool.fromLinear(L)];
      if (std::find(Known.begin(), Known.end(), M) == Known.end() && Known.size() < 8)
        Known.push_back(M);
    }
}

/// swrap(x + 2) where a condition speaks of swrap(x + 1): both are congruent to
/// W + 1 for W = swrap(x + 1), so if W + 1 fits the type it is the value. With
/// W = INT_MAX it would not fit: the condition has to bound W.
const Term *Prover::besideKnownWrap(const Term *Wrap, const Term *Inner, int Scope, PremiseSet &Used) {
  LinearForm L = Pool.linear(Inner);
  Int Constant = L.Constant;
  L.Constant = 0;
  auto It = KnownWraps.find(Pool.fromLinear(L));
  if (It == KnownWraps.end())
    return nullptr;
  bool Signed = Wrap->Kind == TermKind::SWrap;
  Range Fits = Signed ? Range::ofSigned(Wrap->Width) : Range::ofUnsigned(Wrap->Width);
  for (const Term *W : It->second) {
    if (W == Wrap || W->Kind != Wrap->Kind || W->Width != Wrap->Width)
      continue;
    const Term *Candidate = Pool.addConst(W, Constant - Pool.linear(W->Ops[0]).Constant);
    Verdict Low = proveLe(Pool.constant(*Fits.Lo), Candidate, Scope);
    Verdict High = Low.Proved ? proveLe(Candidate, Pool.constant(*Fits.Hi), Scope) : Verdict{};
    if (High.Proved) {
      Used |= Low.Used | High.Used;
      return Candidate;
    }
  }
  return nullptr;
}

unsigned Prover::widthOf(Atom A) const {
  switch (A.Kind) {
  case AtomKind::Param:
    return A.C;
  case AtomKind::LoopVar:
    return P.LoopVars[A.A].Width;
  case AtomKind::Opaque:
    return A.A < P.Opaques.size() ? P.Opaques[A.A].Width : 0;
  default:
    return 0;
  }
}

/// A value read as signed equals its unsigned reading where a condition keeps
/// that one below 2^(W-1): `if ((unsigned)i < 100) x(i)`. With a bound of
/// 2^31 + 1 it could be INT_MIN.
const Term *Prover::asUnsigned(const Term *Value, const Term *Inner, unsigned Width, int Scope, PremiseSet &Used) {
  LinearForm L = Pool.linear(Inner);
  L.Constant = 0;
  auto It = KnownWraps.find(Pool.fromLinear(L));
  if (It == KnownWraps.end() || Width == 0)
    return nullptr;
  for (const Term *U : It->second) {
    if (U->Kind != TermKind::UWrap || U->Width != Width || U->Ops[0] != Inner || U == Value)
      continue;
    if (Verdict Small = proveLe(U, Pool.constant(maxSigned(Width)), Scope); Small.Proved) {
      Used |= Small.Used;
      return U;
    }
  }
  return nullptr;
}

const Term *Prover::normalise(const Term *T, int Scope, PremiseSet &Used) {
  T = canonical(T);
  // Collect the wraps and sign-dependent quotients, innermost first.
  std::vector<const Term *> Order;
  std::set<const Term *> Seen;
  std::function<void(const Term *)> Collect = [&](const Term *X) {
    if (!Seen.insert(X).second)
      return;
    for (const Term *Op : X->Ops)
      Collect(Op);
    if (X->Kind == TermKind::SWrap || X->Kind == TermKind::UWrap || X->Kind == TermKind::Rem ||
        X->Kind == TermKind::TruncDiv || (X->isAtom() && KnownWraps.count(X)))
      Order.push_back(X);
  };
  Collect(T);
  TermPool::Substitution Replaced;
  for (const Term *X : Order) {
    if (X->isAtom()) {
      if (const Term *New = asUnsigned(X, X, widthOf(X->A), Scope, Used))
        Replaced[X] = New;
      continue;
    }
    const Term *Inner = Pool.substitute(X->Ops[0], Replaced);
    const Term *New = nullptr;
    if (X->Kind == TermKind::SWrap || X->Kind == TermKind::UWrap) {
      Range Fits = X->Kind == TermKind::SWrap ? Range::ofSigned(X->Width) : Range::ofUnsigned(X->Width);
      Verdict Low = proveLe(Pool.constant(*Fits.Lo), Inner, Scope);
      Verdict High = Low.Proved ? proveLe(Inner, Pool.constant(*Fits.Hi), Scope) : Verdict{};
      if (High.Proved) {
        New = Inner;
        Used |= Low.Used | High.Used;
      } else {
        New = besideKnownWrap(X, Inner, Scope, Used);
        if (!New && X->Kind == TermKind::SWrap)
          New = asUnsigned(X, Inner, X->Width, Scope, Used);
      }
    } else {
      const Term *Divisor = Pool.substitute(X->Ops[1], Replaced);
      PremiseSet Positive = 0;
      if (Verdict Sign = proveLe(Pool.constant(0), Inner, Scope); Sign.Proved && isPositive(Divisor, Scope, Positive)) {
        New = X->Kind == TermKind::Rem ? Pool.mod(Inner, Divisor) : Pool.floorDiv(Inner, Divisor);
        Used |= Sign.Used | Positive;
        addQuotientBounds(New, Scope);
      }
    }
    if (New)
      Replaced[X] = New;
  }
  return Replaced.empty() ? T : Pool.substitute(T, Replaced);
}
