//===- placement/QuantifyDigits.cpp - quotients of one index by constants ----===//
//
// An index that is divided by constants is a number in mixed radix, and its
// digits are variables of their own:
//
//   warp = tid / 32, lane = tid % 32       tid = 32*warp + lane
//   x(warp % 4 * 32 + lane / 16 * 8)       tid = 128*a + 32*b + 16*c + d: 32*b + 8*c
//
// Why it is sound and exact: writing tid so is one to one, a quotient by one of
// the divisors is the number of its upper digits, and digits that occur nowhere
// may be left out. All combinations occur if the count of what is left is a
// multiple of what all digits but the highest make up: 256 threads have every
// lane in every warp. Of 40 threads the last warp has 8 lanes; then
// 32*warp + lane <= 39 is a condition on the digits.
//
// When it does not apply: divisors that do not divide each other (t/4 and t/6);
// a dividend of two variables, (bid*bdim + tid)/32 with tid used beside it.
//
// Cost: two walks over the terms of a goal.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantifier.h"

using namespace tilechecks;

/// Constants that Symbol is divided by in T.
static void collectDivisors(const Term *T, std::map<const Term *, std::set<Int>> &Out) {
  if (T->Kind == TermKind::FloorDiv && T->Ops[0]->isAtom() && T->Ops[1]->isConst() && T->Ops[1]->Value > 1)
    Out[T->Ops[0]].insert(T->Ops[1]->Value);
  for (const Term *Op : T->Ops)
    collectDivisors(Op, Out);
}

static void collectDivisors(const Pred *Cond, std::map<const Term *, std::set<Int>> &Out) {
  for (const Term *T : Cond->Terms)
    collectDivisors(T, Out);
  for (const Pred *Q : Cond->Preds)
    collectDivisors(Q, Out);
}

/// Symbol stands in the goal, its conditions or the start of a loop variable.
bool Quantifier::isUsed(const Term *Symbol) {
  bool Used = false;
  forEachUsed([&](const Term *A) {
    Used |= A == Symbol;
    if (int Number = loopVariableOf(A); Number != None && !At.isFixed(A))
      Used |= uses(startOf(Number), Symbol);
  });
  return Used;
}

/// Wraps that are divided by a constant in T.
static void collectDividedWraps(const Term *T, std::set<const Term *> &Out) {
  if (T->Kind == TermKind::FloorDiv && T->Ops[1]->isConst() && T->Ops[0]->Kind == TermKind::UWrap && T->Ops[0]->Ops[0]->isAtom())
    Out.insert(T->Ops[0]);
  for (const Term *Op : T->Ops)
    collectDividedWraps(Op, Out);
}

/// (bid*bdim + tid)/32 in unsigned arithmetic: a dense index that wraps around
/// takes every value of the type, or those up to its last one.
void Quantifier::readDividedWraps() {
  std::set<const Term *> Wraps;
  collectDividedWraps(Index, Wraps);
  for (const Constraint &K : Constraints)
    for (const Term *T : K.Condition->Terms)
      collectDividedWraps(T, Wraps);
  for (const Term *W : Wraps) {
    const Term *Of = W->Ops[0], *Count = At.isFixed(Of) ? nullptr : countOf(Of);
    if (!Count)
      continue;
    const Term *U = Pool.atom(wrappedSymbol(DividedWrapSymbols, static_cast<uint64_t>(Of->Id) << 7 | W->Width));
    Quantifier Then = *this;
    Then.replaceEverywhere({{W, U}});
    if (Then.isUsed(Of))
      continue;
    replaceEverywhere({{W, U}});
    Pool.setRange(U->A, Range::ofUnsigned(W->Width));
    Variable V;
    V.Symbol = U;
    V.Low = V.Bottom = Pool.constant(0);
    V.High = V.Top = Pool.addConst(Pool.min(Count, Pool.constant(Int(1) << W->Width)), -1);
    V.Step = Pool.constant(1);
    Variables.push_back(V);
  }
}

std::map<const Term *, std::set<Int>> Quantifier::divisors() {
  std::map<const Term *, std::set<Int>> Out;
  collectDivisors(Index, Out);
  for (const Constraint &K : Constraints)
    collectDivisors(K.Condition, Out);
  forEachUsed([&](const Term *A) {
    if (int Number = loopVariableOf(A); Number != None && !At.isFixed(A))
      collectDivisors(startOf(Number), Out);
  });
  std::erase_if(Out, [&](const auto &Of) { return At.isFixed(Of.first) || !countOf(Of.first); });
  return Out;
}

bool Quantifier::dividesAnIndex() {
  combineGlobalIndices();
  readDividedWraps();
  return !divisors().empty();
}

void Quantifier::splitDigits() {
  readDividedWraps();
  for (const auto &[Symbol, Set] : divisors()) {
    std::vector<Int> Units = {1};
    bool Divide = true;
    for (Int D : Set) {
      Divide &= D % Units.back() == 0;
      Units.push_back(D);
    }
    if (Divide)
      splitDigits(Symbol, Units);
  }
}

/// Symbol = sum of Units[i] times digit i.
void Quantifier::splitDigits(const Term *Symbol, const std::vector<Int> &Units) {
  const Term *Top = Pool.addConst(countOf(Symbol), -1);
  const size_t N = Units.size();
  std::vector<Variable> Digits(N);
  for (size_t I = 0; I < N; ++I) {
    Variable &V = Digits[I];
    V.Symbol = Pool.atom(wrappedSymbol(DigitSymbols + static_cast<unsigned>(I), static_cast<uint64_t>(Symbol->Id) << 32 | static_cast<uint64_t>(Units[I])));
    V.Low = V.Bottom = Pool.constant(0);
    V.High = I + 1 < N ? Pool.constant(Units[I + 1] / Units[I] - 1) : Pool.floorDiv(Top, Pool.constant(Units[I]));
    V.Step = Pool.constant(1);
    Pool.setRange(V.Symbol->A, {Int(0), Pool.range(V.High).Hi});
  }
  // What the digits from I on make up.
  auto From = [&](size_t I) {
    const Term *Sum = Pool.constant(0);
    for (size_t J = I; J < N; ++J)
      Sum = Pool.add(Sum, Pool.mul(Pool.constant(Units[J] / Units[I]), Digits[J].Symbol));
    return Sum;
  };
  TermPool::Substitution Map{{Symbol, From(0)}};
  for (size_t I = 1; I < N; ++I)
    Map[Pool.floorDiv(Symbol, Pool.constant(Units[I]))] = From(I);
  remove(Symbol); // if it is one already
  replaceEverywhere(Map);
  InDigits.push_back(Map);
  size_t Lowest = N;
  for (size_t I = N; I-- > 0;) {
    if (isUsed(Digits[I].Symbol))
      Lowest = I;
  }
  if (Lowest == N)
    return;
  const Term *Last = Pool.floorDiv(Top, Pool.constant(Units[Lowest]));
  const Pred *Whole = Pool.divides(Pool.constant(Units.back() / Units[Lowest]), Pool.addConst(Last, 1));
  const bool All = Lowest + 1 == N || Whole->isTrue() || Facts.proveGiven(Antecedent, Whole, levelScope()).Proved;
  if (!All)
    Constraints.push_back({Pool.le(From(Lowest), Last)});
  for (size_t I = Lowest; I < N; ++I) {
    if (All)
      Digits[I].Top = Digits[I].High;
    Variables.push_back(Digits[I]);
  }
}
