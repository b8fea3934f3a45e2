#include "placement/Placement.h"
#include "core/Text.h"
#include "placement/Contracts.h"
#include "placement/Debts.h"
#include "placement/Merge.h"
#include "placement/Quantify.h"
#include "placement/Versions.h"

#include <algorithm>
#include <cassert>
#include <map>

using namespace tilechecks;

namespace {

/// They are verified before anything else, by the launcher and at the entry of
/// the self-contained body: facts everywhere.
std::vector<const Pred *> conditionsOf(const std::vector<LaunchCheck> &Checks) {
  std::vector<const Pred *> Conditions;
  for (const LaunchCheck &L : Checks)
    Conditions.push_back(L.Condition);
  return Conditions;
}

class Placer {
public:
  Placer(std::shared_ptr<const Problem> Given, const PlacementOptions &Options)
      : P(*Given), Pool(*P.Pool), Contracts(contractsOf(P)), Facts(P, conditionsOf(Contracts)),
        Sufficient(Options.SufficientLaunch || P.Attrs.SufficientLaunch), Merges(Options.MergeChecks),
        Apart(Options.Apart) {
    Result.Decided.Of = std::move(Given);
  }

  PlacementResult run() {
    addContracts();
    for (size_t I = 0; I < P.Contexts.size(); ++I)
      Result.Decided.Decisions.push_back(decide(static_cast<int>(I)));
    // A goal may be exact only beside a check of a later one.
    for (size_t I = 0; I < P.Contexts.size(); ++I)
      if (Decision &D = Result.Decided.Decisions[I]; isInKernel(D) && Refused.size() > RefusedBefore[I])
        D = decide(static_cast<int>(I));
    noteHoisted();
    version();
    for (LaunchCheck &L : assumptionsOf(P, Apart))
      Result.Decided.LaunchChecks.push_back(std::move(L));
    if (P.HasArithmeticFlags && anyMoved())
      Result.Decided.UnpaidDebt = firstUnpaid(Result.Decided, Facts);
    Result.Decided.FlagsKept = Result.Decided.UnpaidDebt == None;
    if (Merges)
      mergeEntailed(Result.Decided, Facts);
    return std::move(Result);
  }

private:
  const Problem &P;
  TermPool &Pool;
  const std::vector<LaunchCheck> Contracts;
  Prover Facts;
  bool Sufficient, Merges;
  const std::vector<ReadAndWritten> &Apart;
  PlacementResult Result;
  std::map<std::pair<const Pred *, bool>, int> CheckIndex;
  std::vector<const Pred *> Refused;  ///< conditions of exact derived checks
  std::vector<size_t> RefusedBefore;  ///< how many there were when a context was decided
  std::multimap<const Pred *, int> ExactBefore; ///< conditions of exact hoisted checks, and their loops
  std::map<int, std::vector<VersionCandidate>> Candidates; ///< by context, outermost loop first

  bool anyMoved() const {
    return std::any_of(Result.Decided.Decisions.begin(), Result.Decided.Decisions.end(),
                       [](const Decision &D) { return D.Result != Outcome::InPlace; });
  }

  static bool isInKernel(const Decision &D) { return D.Result == Outcome::Hoisted || D.Result == Outcome::InPlace; }

  /// Preconditions first, then what proofs and address arithmetic rely on.
  void addContracts() {
    for (size_t I = 0; I < P.Preconditions.size(); ++I) {
      const Precondition &C = P.Preconditions[I];
      if (Facts.isEntailedByOthers(I))
        continue;
      LaunchCheck L;
      L.Kind = C.IsContract ? Origin::Contract : Origin::Precondition;
      L.Condition = C.Condition;
      L.Where = C.Where;
      (C.IsContract ? L.Access : L.Why) = C.Why;
      Result.Decided.LaunchChecks.push_back(std::move(L));
    }
    Result.Decided.LaunchChecks.insert(Result.Decided.LaunchChecks.end(), Contracts.begin(), Contracts.end());
  }

  Decision inPlace(Reason Why) const {
    Decision D;
    D.Result = Outcome::InPlace;
    D.By = Rule::ReferenceInPlace;
    D.Why = Why;
    return D;
  }

  const Term *upperGoal(const Context &C, const Term *Index) const {
    return C.Tile != 0 ? Pool.mul(Index, Pool.constant(C.Tile)) : Pool.addConst(Index, C.Span - 1);
  }

  Decision decide(int Number) {
    const Context &C = P.Contexts[Number];
    RefusedBefore.resize(P.Contexts.size());
    RefusedBefore[Number] = Refused.size();
    Candidates.erase(Number);
    if (C.KeepInPlace != Reason::None)
      return inPlace(C.KeepInPlace);

    if (auto D = discharge(C))
      return *D;

    Quantified AtLaunch = quantify(P, Facts, C, None, Refused);
    if (AtLaunch.Ok && AtLaunch.Conditions.empty()) {
      Decision D;
      D.Result = Outcome::Discharged;
      D.By = Rule::LaunchExtreme;
      return D;
    }
    if (AtLaunch.Ok && AtLaunch.Exact) {
      if (!AtLaunch.BesideOthers)
        noteSureViolation(Number, AtLaunch);
      return launch(Number, AtLaunch);
    }
    if (Sufficient && AtLaunch.Ok)
      return launch(Number, AtLaunch);

    Reason Why = AtLaunch.Why;
    std::vector<VersionCandidate> Found;
    for (int L : loopsOutermostFirst(C.Loop)) {
      Quantified Before = quantify(P, Facts, C, L, Refused);
      if (Before.Ok && (Before.Exact || Before.Conditions.empty()))
        return hoist(C, L, Before);
      Why = Before.Why;
      // What holds for every thread of the launch is the same for all of a block.
      if (AtLaunch.Ok && (!Before.Ok || (P.Loops[L].HasBarrier && !isBlockUniform(Before.Conditions))))
        Before = AtLaunch;
      if (Before.Ok && !neverHelps(C, Before))
        Found.push_back({Number, L, std::move(Before)});
    }
    if (!Found.empty())
      Candidates[Number] = std::move(Found);
    assert(Why != Reason::None && "whatever is not exact says why");
    return inPlace(Why);
  }

  /// Where the conditions hold no access is made, since it would be a
  /// violation: an unchecked copy of the loop would never be of use.
  bool neverHelps(const Context &C, const Quantified &Q) {
    if (std::any_of(Q.Conditions.begin(), Q.Conditions.end(), [](const Pred *K) { return K->isFalse(); }))
      return true;
    PremiseSet Used = 0;
    const Term *Index = Facts.normalise(C.Index, C.Scope, Used);
    const Term *Extent = Facts.normalise(C.Extent, C.Scope, Used);
    return Facts.proveGiven(Q.Conditions, Pool.lt(Index, Pool.constant(0)), C.Scope).Proved ||
           Facts.proveGiven(Q.Conditions, Pool.le(Extent, upperGoal(C, Index)), C.Scope).Proved;
  }

  void noteHoisted() {
    for (const Decision &D : Result.Decided.Decisions)
      for (const HoistedCheck &H : D.Hoisted)
        ExactBefore.emplace(Pool.implies(H.Guard, H.Condition), H.Loop);
  }

  /// An exact check of another context asks the same, there or further out.
  bool isHoistedAlready(const VersionCandidate &C) const {
    return std::all_of(C.Before.Conditions.begin(), C.Before.Conditions.end(), [&](const Pred *Condition) {
      auto [First, Last] = ExactBefore.equal_range(Condition);
      return std::any_of(First, Last, [&](const auto &Check) { return isWithin(P, C.Loop, Check.second); });
    });
  }

  /// What is in place so far although a condition before a loop is sufficient.
  void version() {
    std::erase_if(Candidates, [&](const auto &Of) {
      const auto &[Number, Levels] = Of;
      auto Found = std::find_if(Levels.begin(), Levels.end(), [&](const auto &C) { return isHoistedAlready(C); });
      if (Found == Levels.end())
        return false;
      Result.Decided.Decisions[Number] = hoist(P.Contexts[Number], Found->Loop, Found->Before);
      Result.Decided.Decisions[Number].Why = Reason::None;
      return true;
    });
    VersionChoice Choice = chooseVersions(P, Candidates);
    for (const auto &[Number, Chosen] : Choice.Chosen) {
      Decision &D = Result.Decided.Decisions[Number];
      D = hoist(P.Contexts[Number], Chosen.Loop, Chosen.Before);
      D.By = Rule::VersionedLoop;
      for (HoistedCheck &H : D.Hoisted)
        H.Version = true;
    }
    for (const auto &[Number, Why] : Choice.Obstacles)
      Result.Decided.Decisions[Number].Why = Why;
  }

  std::vector<int> loopsOutermostFirst(int Loop) const {
    std::vector<int> Loops;
    for (; Loop != None; Loop = P.Loops[Loop].Parent)
      Loops.push_back(Loop);
    std::reverse(Loops.begin(), Loops.end());
    return Loops;
  }

  std::optional<Decision> discharge(const Context &C) {
    PremiseSet Used = 0;
    const Term *Index = Facts.normalise(C.Index, C.Scope, Used);
    const Term *Extent = Facts.normalise(C.Extent, C.Scope, Used);
    Verdict Low = Facts.proveLe(Pool.constant(0), Index, C.Scope);
    if (!Low.Proved)
      return std::nullopt;
    Verdict High = Facts.prove(Pool.lt(upperGoal(C, Index), Extent), C.Scope);
    if (!High.Proved)
      return std::nullopt;
    Decision D;
    D.Result = Outcome::Discharged;
    D.By = ruleFor(Used | Low.Used | High.Used);
    return D;
  }

  void noteSureViolation(int Number, const Quantified &Q) {
    for (const Pred *Condition : Q.Conditions)
      if (Condition->isFalse()) {
        const Context &C = P.Contexts[Number];
        const Site &S = P.Sites[C.Site];
        std::string Index = Q.Index ? render(P, Q.Index) : render(P, C.Index);
        Result.Violations.push_back(
            {Number, S.Access + ": index " + (C.Index->isConst() ? render(P, C.Index) : "up to " + Index) +
                         " of axis " + std::to_string(S.Axis) + " is out of bounds in every launch (extent " +
                         render(P, C.Extent) + ")"});
        return;
      }
  }

  Decision launch(int Number, const Quantified &Q) {
    Decision D;
    D.Result = Outcome::Launch;
    const Context &C = P.Contexts[Number];
    D.By = isLaunchKnown(C.Index) && isLaunchKnown(C.Extent) ? Rule::LaunchKnownOperands : Rule::LaunchExtreme;
    for (const Pred *Condition : Q.Conditions) {
      auto [It, New] = CheckIndex.try_emplace({Condition, Q.Exact}, static_cast<int>(Result.Decided.LaunchChecks.size()));
      if (New) {
        const Site &S = P.Sites[C.Site];
        LaunchCheck L;
        L.Kind = Origin::Derived;
        L.Condition = Condition;
        L.Exact = Q.Exact;
        L.Where = S.Where;
        L.Access = S.Access;
        Result.Decided.LaunchChecks.push_back(std::move(L));
        if (Q.Exact)
          Refused.push_back(Condition);
      }
      Result.Decided.LaunchChecks[It->second].Contexts.push_back(Number);
      D.LaunchChecks.push_back(It->second);
    }
    return D;
  }

  Decision hoist(const Context &C, int Loop, const Quantified &Q) {
    Decision D;
    if (Q.Conditions.empty()) {
      D.Result = Outcome::Discharged;
      D.By = Rule::LaunchExtreme;
      return D;
    }
    D.Result = Outcome::Hoisted;
    D.By = isWithin(P, variantLoop(P, C.Index), Loop) && variantLoop(P, C.Index) != None ? Rule::HoistedExtreme
                                                                                         : Rule::HoistedInvariant;
    D.Why = Q.Why;
    for (const Pred *Condition : Q.Conditions) {
      bool Guarded = Condition->Kind == PredKind::Implies;
      HoistedCheck H;
      H.Loop = Loop;
      H.Guard = Guarded ? Condition->Preds[0] : Pool.boolean(true);
      H.Condition = Guarded ? Condition->Preds[1] : Condition;
      H.Index = Q.Index;
      H.Extent = Q.Extent;
      D.Hoisted.push_back(H);
    }
    return D;
  }
};

} // namespace

PlacementResult tilechecks::place(std::shared_ptr<const Problem> P, const PlacementOptions &Options) {
  return Placer(std::move(P), Options).run();
}
