// Placement against the plain meaning of small random kernels: every thread, every iteration, wrap-around included.
//   discharged         no launch commits a violation
//   launch, passes     no violation
//   launch, exact      fails: some thread commits a violation, whatever the data
//   hoisted            at each entry of the loop: passes: no violation in it; fails: a violation in it, of this access or of
//                      one with the same check
//   versioned          at each entry of the loop: passes: no violation in it; it stops nothing
//   sure violation     every launch commits one
// TILECHECKS_ORACLE_PROBLEMS=N and TILECHECKS_ORACLE_SEED=S run longer, or one problem again.
#include "RandomKernel.h"
#include "core/Eval.h"
#include "core/Text.h"
#include "placement/Placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

using namespace tilechecks;
using namespace oracle;

namespace {

struct Tally {
  unsigned Problems = 0, Contexts[4] = {}, Sufficient = 0, SureViolations = 0;
  unsigned LaunchPass = 0, LaunchFail = 0, HoistPass = 0, HoistFail = 0;
  unsigned VersionPass = 0, VersionFail = 0;
  unsigned DischargedAccesses = 0, Violations = 0, Wrong = 0;
};

AtomValues valuesOf(const Problem &P, const State &S, int BeforeLoop, bool ThreadToo) {
  return [&P, &S, BeforeLoop, ThreadToo](Atom A) -> OptInt {
    switch (A.Kind) {
    case AtomKind::Param:
      return S.Params[A.A][A.B];
    case AtomKind::GridDim:
      return S.Grid[A.A];
    case AtomKind::BlockDim:
      return S.Block[A.A];
    case AtomKind::ThreadIdx:
      return ThreadToo ? OptInt(S.Thread[A.A]) : std::nullopt;
    case AtomKind::BlockIdx:
      return ThreadToo ? OptInt(S.BlockIndex[A.A]) : std::nullopt;
    case AtomKind::LoopVar:
      // Not available before its own loop.
      if (!ThreadToo || A.A >= P.LoopVars.size() || isWithin(P, P.LoopVars[A.A].Loop, BeforeLoop))
        return std::nullopt;
      return S.Loop[A.A];
    case AtomKind::Opaque:
      if (!ThreadToo || A.A >= P.Opaques.size() ||
          (P.Opaques[A.A].Loop != None && isWithin(P, P.Opaques[A.A].Loop, BeforeLoop)))
        return std::nullopt;
      return S.Opaque[A.A];
    default:
      return std::nullopt;
    }
  };
}

class Judge : public Observer {
public:
  Judge(const Plan &Decided) : Decided(Decided), P(*Decided.Of), Violations(P.Contexts.size()), Accesses(P.Contexts.size()) {}

  const Plan &Decided;
  const Problem &P;
  std::vector<unsigned> Violations, Accesses;
  std::string Complaint;
  unsigned HoistPass = 0, HoistFail = 0, VersionPass = 0, VersionFail = 0;
  bool Refused = false; ///< an exact launch check fails: the kernel does not get as far as a hoisted one

  void access(int Context, bool Violation) override {
    ++Accesses[Context];
    Violations[Context] += Violation;
  }

  void enterLoop(int Loop, const State &S) override {
    for (size_t C = 0; C < P.Contexts.size(); ++C) {
      const Decision &D = Decided.Decisions[C];
      if (D.Result != Outcome::Hoisted || D.Hoisted.front().Loop != Loop)
        continue;
      Entry E{Loop, C, true, Violations[C], ""};
      auto Values = valuesOf(P, S, Loop, true);
      for (const HoistedCheck &H : D.Hoisted) {
        auto Guard = evaluate(H.Guard, Values);
        auto Holds = Guard && *Guard ? evaluate(H.Condition, Values) : std::optional<bool>(true);
        if (!Guard || !Holds)
          complain(C, "a hoisted check has no value before its loop");
        else if (!*Holds) {
          E.Passes = false;
          E.Failed.emplace(H.Guard, H.Condition);
        }
        if (!evaluate(H.Index, Values) || !evaluate(H.Extent, Values))
          complain(C, "the index or extent that a hoisted check reports has no value before its loop");
      }
      std::ostringstream Where;
      Where << " (block " << S.BlockIndex[0] << "," << S.BlockIndex[1] << " thread " << S.Thread[0] << "," << S.Thread[1];
      for (Number V : S.Loop)
        Where << " loop " << V;
      for (Number V : S.Opaque)
        Where << " value " << V;
      E.Where = Where.str() + ")";
      Entries.push_back(E);
    }
  }

  void leaveLoop(int Loop) override {
    std::vector<Entry> Left;
    for (; !Entries.empty() && Entries.back().Loop == Loop; Entries.pop_back())
      Left.push_back(Entries.back());
    auto Violated = [&](const Entry &E) { return Violations[E.Context] != E.Before; };
    for (const Entry &E : Left) {
      if (isVersioned(E))
        ++(E.Passes ? VersionPass : VersionFail);
      else
        ++(E.Passes ? HoistPass : HoistFail);
      if (E.Passes && Violated(E))
        complain(E.Context, "UNSOUND: the hoisted check passes, the loop commits a violation" + E.Where);
      // The check of a loop around this one has stopped the thread, and is judged when that loop is left.
      auto Stops = [&](const Entry &O) { return !isVersioned(O) && O.sharesCheckWith(E); };
      bool Elsewhere = std::any_of(Left.begin(), Left.end(), [&](const Entry &O) { return Violated(O) && Stops(O); }) ||
                       std::any_of(Entries.begin(), Entries.end(), Stops);
      if (!E.Passes && !Violated(E) && !isVersioned(E) && !Elsewhere && !Refused)
        complain(E.Context, "FALSE TRAP: the hoisted check fails, the loop commits no violation" + E.Where);
    }
  }

  void complain(size_t Context, const std::string &What) {
    if (Complaint.empty())
      Complaint = "context " + std::to_string(Context) + ": " + What;
  }

private:
  struct Entry {
    int Loop;
    size_t Context;
    bool Passes;
    unsigned Before;
    std::string Where;
    std::set<std::pair<const Pred *, const Pred *>> Failed = {};

    bool sharesCheckWith(const Entry &Other) const {
      return std::any_of(Failed.begin(), Failed.end(), [&](const auto &Check) { return Other.Failed.count(Check) != 0; });
    }
  };
  bool isVersioned(const Entry &E) const { return Decided.Decisions[E.Context].isVersioned(); }
  std::vector<Entry> Entries;
};

std::string describe(const Problem &P, const Launch &L) {
  std::ostringstream R;
  R << "grid " << L.Fixed.Grid[0] << "," << L.Fixed.Grid[1] << " block " << L.Fixed.Block[0] << "," << L.Fixed.Block[1];
  for (const AtomName &N : P.Atoms)
    R << " " << N.Name << "=" << L.Fixed.Params[N.A.A][N.A.B];
  return R.str();
}

/// "" if every decision on the kernel of this seed is right in all launches that are tried.
std::string judge(uint64_t Seed, unsigned Launches, Tally &T) {
  Kernel K = makeKernel(Seed);
  PlacementOptions Options;
  Options.SufficientLaunch = Seed % 4 == 3;
  Options.MergeChecks = Seed % 2 == 1;
  std::string Source = print(*K.P);
  PlacementResult R = place(K.P, Options);
  const Plan &Decided = R.Decided;
  const Problem &P = *K.P;
  ++T.Problems;
  for (const Decision &D : Decided.Decisions)
    ++T.Contexts[static_cast<size_t>(D.Result)];
  T.SureViolations += static_cast<unsigned>(R.Violations.size());

  Dice Chance(Seed * 7919 + 1);
  for (unsigned Trial = 0; Trial < Launches; ++Trial) {
    Launch L = K.launch(Chance);
    auto Values = valuesOf(P, L.Fixed, None, false);
    bool Accepted = true;
    std::vector<bool> Passes;
    for (const LaunchCheck &C : Decided.LaunchChecks) {
      bool Holds = evaluate(C.Condition, Values).value_or(false);
      Passes.push_back(Holds);
      if (C.Kind == Origin::Precondition || C.Kind == Origin::Contract)
        Accepted &= Holds;
    }
    if (!Accepted)
      continue;
    for (int Sample = 0; Sample < (K.Random ? 3 : 1); ++Sample) {
      Judge J(Decided);
      for (size_t N = 0; N < Passes.size(); ++N)
        J.Refused |= Decided.LaunchChecks[N].Exact && !Passes[N];
      oracle::run(K, L, Chance, J);
      T.HoistPass += J.HoistPass;
      T.HoistFail += J.HoistFail;
      T.VersionPass += J.VersionPass;
      T.VersionFail += J.VersionFail;
      for (size_t C = 0; C < P.Contexts.size(); ++C) {
        const Decision &D = Decided.Decisions[C];
        bool Violated = J.Violations[C] != 0;
        T.Violations += Violated;
        if (D.Result == Outcome::Discharged) {
          T.DischargedAccesses += J.Accesses[C];
          if (Violated)
            J.complain(C, "UNSOUND: discharged, and violated");
        }
        if (D.Result == Outcome::Launch) {
          bool All = true, Exact = true;
          for (int N : D.LaunchChecks) {
            All &= Passes[N];
            Exact &= Decided.LaunchChecks[N].Exact;
          }
          ++(All ? T.LaunchPass : T.LaunchFail);
          T.Sufficient += !Exact;
          if (All && Violated)
            J.complain(C, "UNSOUND: the launch checks pass, and it is violated");
        }
      }
      // A check may be exact because another one that fails as well is.
      const LaunchCheck *Unfounded = nullptr;
      bool Founded = false;
      for (size_t N = 0; N < Passes.size(); ++N) {
        const LaunchCheck &Check = Decided.LaunchChecks[N];
        if (Check.Kind != Origin::Derived || !Check.Exact || Passes[N])
          continue;
        bool Violated = std::any_of(Check.Contexts.begin(), Check.Contexts.end(), [&](int C) { return J.Violations[C] != 0; });
        Founded |= Violated;
        if (!Violated)
          Unfounded = &Check;
      }
      if (Unfounded && !Founded)
        J.complain(static_cast<size_t>(Unfounded->Contexts.front()),
                   "FALSE REFUSAL: an exact launch check fails, and no thread commits a violation");
      for (const SureViolation &V : R.Violations)
        if (J.Violations[V.Context] == 0)
          J.complain(V.Context, "FALSE ERROR: said to be violated by every launch");
      if (!J.Complaint.empty()) {
        ++T.Wrong;
        return "seed " + std::to_string(Seed) + (Options.SufficientLaunch ? " (sufficient)" : "") + ": " + J.Complaint +
               "\nin " + describe(P, L) + "\n" + Source + print(Decided);
      }
    }
  }
  return {};
}

uint64_t fromEnvironment(const char *Name, uint64_t Otherwise) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Otherwise;
}

TEST(Oracle, every_decision_agrees_with_the_plain_meaning_of_the_kernel) {
  Tally T;
  uint64_t First = fromEnvironment("TILECHECKS_ORACLE_SEED", 1);
  uint64_t Problems = fromEnvironment("TILECHECKS_ORACLE_PROBLEMS", 2000);
  uint64_t Patience = fromEnvironment("TILECHECKS_ORACLE_FAILURES", 3);
  auto Launches = static_cast<unsigned>(fromEnvironment("TILECHECKS_ORACLE_LAUNCHES", 12));
  for (uint64_t Seed = First; Seed < First + Problems && T.Wrong < Patience; ++Seed)
    if (std::string Complaint = judge(Seed, Launches, T); !Complaint.empty())
      ADD_FAILURE() << Complaint;
  std::printf("problems %u: contexts discharged %u launch %u hoisted %u in place %u; launch checks passed %u failed %u "
              "(sufficient %u); hoisted passed %u failed %u; versioned passed %u failed %u; discharged accesses %u; violations %u; sure %u; wrong %u\n",
              T.Problems, T.Contexts[0], T.Contexts[1], T.Contexts[2], T.Contexts[3], T.LaunchPass, T.LaunchFail,
              T.Sufficient, T.HoistPass, T.HoistFail, T.VersionPass, T.VersionFail, T.DischargedAccesses, T.Violations, T.SureViolations, T.Wrong);
  if (Problems < 1000)
    return;
  // A comparison that never sees an outcome says nothing about it.
  for (unsigned N : T.Contexts)
    EXPECT_GT(N, 100u);
  for (unsigned N : {T.LaunchPass, T.LaunchFail, T.HoistPass, T.HoistFail, T.VersionPass, T.VersionFail, T.DischargedAccesses,
                     T.Violations, T.Sufficient})
    EXPECT_GT(N, 1000u);
  EXPECT_GT(T.SureViolations, 5u);
}

/// What is not evaluated any more would have said nothing else: the same launches pass, the same are refused, and the checks of
/// an access that are left hold only where all that it had do.
TEST(Oracle, every_launch_is_decided_as_before_checks_were_merged) {
  uint64_t First = fromEnvironment("TILECHECKS_ORACLE_SEED", 1);
  uint64_t Problems = fromEnvironment("TILECHECKS_ORACLE_PROBLEMS", 600);
  unsigned Merged = 0, Passed = 0, Refused = 0, Sufficient = 0;
  for (uint64_t Seed = First; Seed < First + Problems; ++Seed) {
    Kernel K = makeKernel(Seed);
    PlacementOptions Options;
    Options.SufficientLaunch = Seed % 3 == 0;
    const Plan Apart = place(K.P, Options).Decided;
    Options.MergeChecks = true;
    const Plan Together = place(K.P, Options).Decided;
    Merged += static_cast<unsigned>(Apart.LaunchChecks.size() - Together.LaunchChecks.size());
    EXPECT_EQ(Apart.counts(), Together.counts());
    EXPECT_EQ(Apart.FlagsKept, Together.FlagsKept);
    Dice Chance(Seed * 7919 + 1);
    for (unsigned Trial = 0; Trial < 12; ++Trial) {
      Launch L = K.launch(Chance);
      auto Values = valuesOf(*K.P, L.Fixed, None, false);
      auto Holds = [&](const LaunchCheck &C) { return evaluate(C.Condition, Values).value_or(false); };
      auto IsDeclared = [](const LaunchCheck &C) { return C.Kind != Origin::Derived; };
      if (!std::all_of(Apart.LaunchChecks.begin(), Apart.LaunchChecks.end(),
                       [&](const LaunchCheck &C) { return !IsDeclared(C) || Holds(C); }))
        continue;
      auto All = [&](const Plan &Decided, bool ExactOnly) {
        return std::all_of(Decided.LaunchChecks.begin(), Decided.LaunchChecks.end(),
                           [&](const LaunchCheck &C) { return (ExactOnly && !C.Exact) || Holds(C); });
      };
      auto OfAccess = [&](const Plan &Decided, size_t Context) {
        const std::vector<int> &Mine = Decided.Decisions[Context].LaunchChecks;
        return std::all_of(Mine.begin(), Mine.end(), [&](int N) { return Holds(Decided.LaunchChecks[static_cast<size_t>(N)]); });
      };
      auto Where = [&] {
        return "seed " + std::to_string(Seed) + " in " + describe(*K.P, L) + "\n" + print(Apart) + print(Together);
      };
      ASSERT_EQ(All(Apart, true), All(Together, true)) << Where();
      ASSERT_EQ(All(Apart, false), All(Together, false)) << Where();
      for (size_t C = 0; C < K.P->Contexts.size(); ++C) {
        ASSERT_TRUE(!OfAccess(Together, C) || OfAccess(Apart, C)) << "context " << C << ", " << Where();
        ASSERT_EQ(Apart.Decisions[C].LaunchChecks.empty(), Together.Decisions[C].LaunchChecks.empty()) << Where();
      }
      ++(All(Apart, false) ? Passed : All(Apart, true) ? Sufficient : Refused);
    }
  }
  std::printf("merged %u; launches passed %u refused %u, %u by sufficient checks alone\n", Merged, Passed, Refused, Sufficient);
  if (Problems < 600)
    return;
  EXPECT_GT(Merged, 50u);
  for (unsigned N : {Passed, Refused, Sufficient})
    EXPECT_GT(N, 300u);
}

/// Sums and products are sorted by the order in which their parts were first built, so a text that was read prints its
/// commutative operands in another order; nothing else changes.
TEST(Oracle, printed_problems_read_back_as_themselves_and_are_placed_alike) {
  auto Letters = [](std::string Text) {
    std::sort(Text.begin(), Text.end());
    return Text;
  };
  unsigned Decisions = 0, Differ = 0, Rewritten = 0;
  for (uint64_t Seed = 1; Seed <= 150; ++Seed) {
    Kernel K = makeKernel(Seed);
    std::string Source = print(*K.P);
    auto Read = parseProblem(Source);
    ASSERT_TRUE(std::holds_alternative<Problem>(Read)) << std::get<ParseError>(Read).Message << "\n" << Source;
    auto Again = std::make_shared<const Problem>(std::move(std::get<Problem>(Read)));
    // A wrap inside another one is dropped or kept as the product that it is a factor of was multiplied out.
    Rewritten += Letters(print(*Again)) != Letters(Source);
    PlacementResult First = place(K.P, {}), Second = place(Again, {});
    auto Twin = std::make_shared<const Problem>(std::get<Problem>(parseProblem(Source)));
    EXPECT_EQ(print(place(Twin, {}).Decided), print(Second.Decided)) << "the same text, two plans";
    for (size_t C = 0; C < First.Decided.Decisions.size(); ++C) {
      ++Decisions;
      Differ += First.Decided.Decisions[C].Result != Second.Decided.Decisions[C].Result;
    }
  }
  // The search tries facts in the order of its terms and has a budget, so that order can matter; rarely.
  EXPECT_GT(Decisions, 300u);
  EXPECT_LE(Rewritten, 3u);
  EXPECT_LT(Differ * 50, Decisions);
}

} // namespace
