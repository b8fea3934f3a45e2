//===- placement/QuantifySums.cpp - wrapped sums of several variables --------===//
//
// if (wrap(64*b + t) < n) x(wrap(64*b + t)) with b and t independent: the sum is
// taken for itself, and that it does not wrap is a duty, or is not needed. Why
// each is sound, and when it does not apply, stands at the functions; docs/
// decisions/0010 has what was tried.
//
//===----------------------------------------------------------------------===//
#include "placement/Quantifier.h"

#include <algorithm>

using namespace tilechecks;

/// swrap(64*b + t), a sum of indices and of loop variables that count upward, is
/// the sum itself; a note is taken of the duty. uwrap(64*b + t) is it where that
/// is below 2^W: a later turn comes by the same values again.
bool Quantifier::takeSumAsExact(const Term *W) {
  const bool Signed = W->Kind == TermKind::SWrap;
  WrapNote N;
  N.Wrap = W;
  N.Width = W->Width;
  N.Offset = Pool.constant(Pool.linear(W->Ops[0]).Constant);
  N.Sum = Pool.constant(0);
  const Term *Least = N.Offset;
  for (const auto &[M, K] : Pool.linear(W->Ops[0]).Monomials) {
    const Term *Part = Pool.mul(Pool.constant(K), M);
    if (At.isFixed(M)) {
      N.Offset = Pool.add(N.Offset, Part);
      Least = Pool.add(Least, Part);
      continue;
    }
    const Variable *V = M->isAtom() ? find(M) : nullptr;
    if (!V || K <= 0 || V->Free || V->OnlyStart || V->Downward || !V->Signed || !V->Low || !V->High || !At.isFixed(V->Low) ||
        !V->Step->isConst() || V->OrWrapped || V->SignDuty || (V->LoopVar != None ? !V->LoopHigh : !V->Top))
      return false;
    Least = Pool.add(Least, Pool.mul(Pool.constant(K), V->Low));
    N.Sum = Pool.add(N.Sum, Part);
    N.Summands.push_back(M);
  }
  if (N.Summands.empty() || !Pool.range(Least).isWithin(Range::ofSigned(W->Width)))
    return false;
  for (const WrapNote &M : Wraps)
    if (std::any_of(N.Summands.begin(), N.Summands.end(), [&](const Term *S) { return M.isAbout(S); }))
      return false;
  // From 2 on, the first turn has no 0 or 1; the second has.
  const bool Repeats = onlyRepeats(N) && Facts.proveLe(Least, Pool.constant(0), levelScope()).Proved;
  if (!Signed && (!Repeats || !Least->isConst(0)))
    return false;
  const Int Most = Signed ? maxSigned(W->Width) : maxUnsigned(W->Width);
  const bool InTurn = std::any_of(MergedConstraints.begin(), MergedConstraints.end(), [&](const Constraint &K) {
    if (K.AfterOf != None || K.Condition->Kind == PredKind::Eq || !isBoundOn(K.Condition, W))
      return false;
    auto L = addScaled(Pool.linear(K.Condition->Terms[0]), Pool.linear(K.Condition->Terms[1]), -1);
    const Range Bound = Pool.range(Pool.sub(W, Pool.fromLinear(*L)));
    return L->coefficient(W) == 1 && Bound.Hi && *Bound.Hi <= Most;
  });
  replaceEverywhere({{W, W->Ops[0]}});
  if (!Repeats)
    Wraps.push_back(std::move(N));
  else if (!InTurn)
    Constraints.push_back({Pool.le(W->Ops[0], Pool.constant(Most))});
  return true;
}

/// The summands of N from the least sum upward, and what each adds in one step.
struct Quantifier::Ladder {
  const Term *Least = nullptr;
  std::vector<Int> Steps; ///< ascending
  bool Divide = true;     ///< each the next
};

Quantifier::Ladder Quantifier::ladderOf(const WrapNote &N) {
  const LinearForm Sum = Pool.linear(N.Sum);
  Ladder R;
  R.Least = N.Offset;
  for (const Term *S : N.Summands) {
    const Variable *V = find(S);
    R.Least = Pool.add(R.Least, Pool.mul(Pool.constant(Sum.coefficient(S)), V->Low));
    R.Steps.push_back(Sum.coefficient(S) * V->Step->Value);
  }
  std::sort(R.Steps.begin(), R.Steps.end());
  for (size_t I = 1; I < R.Steps.size(); ++I)
    R.Divide &= R.Steps[I] % R.Steps[I - 1] == 0;
  return R;
}

/// if (0 < i && i < n) x(i)  with i = wrap(64*b + t)
///
/// No negative value passes (an unsigned one is not negative); and one that passes after a whole turn of 2^W is also
/// attained without, where 2^W is a multiple of all steps and these divide each
/// other (48*b + t need not come by the same values again). What i is made of must
/// not be used beside i: b would be another.
bool Quantifier::onlyRepeats(const WrapNote &N) {
  const Ladder Steps = ladderOf(N);
  if (!Steps.Divide || (Int(1) << N.Width) % Steps.Steps.back() != 0)
    return false;
  const bool Unsigned = N.Wrap->Kind == TermKind::UWrap;
  const TermPool::Substitution Negative{{N.Wrap, Pool.atom(pastTheEnd(Pool, N.Width, -1))}};
  auto UsesSummands = [&](const auto *X) {
    return std::any_of(N.Summands.begin(), N.Summands.end(), [&](const Term *S) { return uses(X, S); });
  };
  bool Filtered = Unsigned, Beside = UsesSummands(Pool.substitute(MergedIndex, Negative));
  for (size_t I = 0; I < MergedConstraints.size(); ++I) {
    const Constraint &K = MergedConstraints[I];
    const Pred *There = Pool.substitute(K.Condition, Negative);
    Filtered |= K.AfterOf == None && There != K.Condition && Facts.prove(Pool.lnot(There), levelScope()).Proved;
    Beside |= !Constraints[I].Applied && UsesSummands(There);
  }
  return Filtered && !Beside;
}

/// Raising one variable at a time by its step, from the least sum to the greatest,
/// leads past 2^(W-1) if that wraps, by less than the largest step: some thread
/// attains [-2^(W-1), -2^(W-1) + largest step - 1]. It attains -2^(W-1) itself if
/// all steps divide each other and what is missing at the least sum: 64*b + t does,
/// starting with the largest. 48*b + t with 32 threads of 8 bits and 3 blocks goes
/// from 127 to 144, which is -112.
void Quantifier::sumWrapDuty(const WrapNote &N) {
  const std::vector<const Term *> &About = N.Summands;
  const LinearForm Sum = Pool.linear(N.Sum);
  const Ladder Way = ladderOf(N);
  const Term *Most = N.Offset;
  for (const Term *S : About) {
    const Variable *V = find(S);
    Most = Pool.add(Most, Pool.mul(Pool.constant(Sum.coefficient(S)), V->LoopVar != None ? V->LoopHigh : V->Top));
  }
  if (!At.isFixed(Most)) {
    Duties.push_back({Pool.boolean(false), About, false});
    return;
  }
  const Int Past = Int(1) << (N.Width - 1);
  const Pred *NoWrap = Pool.lt(Most, Pool.constant(Past));
  if (NoWrap->isTrue() || Facts.prove(NoWrap, levelScope()).Proved)
    return;
  bool Exact = true;
  const Int Longest = Way.Steps.back();
  const bool Hits = Way.Divide && Way.Least->isConst() && (Past - Way.Least->Value) % Longest == 0;
  const Term *Min = Pool.constant(-Past);
  const Term *First = Hits ? Min : Pool.atom(pastTheEnd(Pool, N.Width, Longest - 1 - Past));
  Exact &= Hits || Longest <= Past;
  const Pred *Passes = Pool.boolean(true), *All = Passes;
  for (size_t I = 0; I < MergedConstraints.size(); ++I) {
    const Constraint &K = MergedConstraints[I];
    if (std::none_of(About.begin(), About.end(), [&](const Term *S) { return uses(K.Condition, S); }))
      continue;
    // The loop's own test on a summand alone is what bounds its part of Most.
    if (Constraints[I].Applied && !contains(K.Condition, N.Wrap))
      continue;
    const Pred *AtMin = Pool.substitute(K.Condition, {{N.Wrap, Min}});
    const Pred *AtFirst = Pool.substitute(K.Condition, {{N.Wrap, First}});
    auto L = K.Condition->Terms.size() == 2 ? addScaled(Pool.linear(K.Condition->Terms[0]), Pool.linear(K.Condition->Terms[1]), -1)
                                            : std::nullopt;
    bool FromAbove = isBoundOn(K.Condition, N.Wrap) && K.Condition->Kind != PredKind::Eq && L->coefficient(N.Wrap) > 0;
    if (FromAbove && K.AfterOf == None && At.isFixed(AtMin)) {
      Passes = Pool.land(Passes, AtMin);
      All = Pool.land(All, AtFirst);
    } else {
      Exact = false;
    }
  }
  const Term *There = Pool.substitute(MergedIndex, TermPool::Substitution{{N.Wrap, First}});
  const Range R = rangeOf(There);
  Exact &= R.Hi && *R.Hi < 0 && Facts.proveGiven({Passes}, All, levelScope()).Proved;
  Duties.push_back({Pool.implies(Passes, NoWrap), About, Exact});
}
