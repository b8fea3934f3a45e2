//===- placement/Merge.cpp - launch checks that others decide --------------===//
//
// A derived launch check that the declared facts and the other derived checks of the
// plan entail is not evaluated: its contexts are listed at the checks that entail it.
//
//   n < extent(x,0)                                stays, covers x(j) and y(j % 8)
//   n >= 0 implies n + 1 <= 2^31-1                 goes: extents fit int
//
// Why it is sound: checks go one at a time, each entailed by those that are still
// there, so all checks of the plan hold together exactly when they held together
// before. Two that entail each other cannot both go. A context keeps every check
// that the proof used. Only what was derived goes: what the author declared and what
// the types ask for is evaluated whatever else holds.
//
// When it does not apply:
//   * an exact check entailed by a sufficient one: where n <= 8 fails the launch
//     runs the self-contained body, where n <= 10 fails it is refused;
//   * entailed under another guard only: n > 0 implies k < e says nothing of k for
//     n = 0;
//   * an assumption entails nothing: where it fails the placed body runs.
//
// Of two that say the same the shorter text stays, else the first.
//
// Cost: one query a check and one more for each other that it shares an atom with;
// none where a plan has more than MaxChecks.
// Alone: build/bin/goal-check --merge FILE
//
//===----------------------------------------------------------------------===//
#include "placement/Merge.h"

#include "core/Text.h"
#include "placement/Quantify.h"

#include <algorithm>

using namespace tilechecks;

namespace {

class Merge {
public:
  Merge(Plan &Decided, Prover &Facts)
      : Decided(Decided), Checks(Decided.LaunchChecks), Facts(Facts), Gone(Decided.LaunchChecks.size(), false) {}

  void run() {
    constexpr size_t MaxChecks = 64;
    std::vector<std::pair<size_t, size_t>> Order; // length of the text, position
    for (size_t I = 0; I < Checks.size(); ++I)
      if (canGo(I))
        Order.emplace_back(render(*Decided.Of, Checks[I].Condition).size(), I);
    if (Order.size() > MaxChecks)
      return;
    std::sort(Order.rbegin(), Order.rend());
    for (const auto &[Length, I] : Order)
      if (const std::vector<size_t> By = entailing(I); !By.empty())
        hand(I, By);
    renumber();
  }

private:
  Plan &Decided;
  std::vector<LaunchCheck> &Checks;
  Prover &Facts;
  std::vector<bool> Gone;

  bool canGo(size_t I) const { return Checks[I].Kind == Origin::Derived; }

  /// Where J fails, failing I changes nothing.
  bool canStandFor(size_t J, size_t I) const {
    return J != I && !Gone[J] && canGo(J) && (Checks[J].Exact || !Checks[I].Exact);
  }

  bool entail(const std::vector<size_t> &These, size_t I) {
    std::vector<const Pred *> Conditions;
    for (size_t J : These)
      Conditions.push_back(Checks[J].Condition);
    return !These.empty() && isEntailed(Facts, Conditions, {}, Checks[I].Condition, 0);
  }

  /// The checks beside I that entail it, as few as dropping them in order leaves;
  /// empty if they are not known to. A violation that every launch commits has no
  /// atom: it stays, and stands for nothing else.
  std::vector<size_t> entailing(size_t I) {
    std::set<const Term *> Atoms;
    forEachAtom(Checks[I].Condition, [&](const Term *A) { Atoms.insert(A); });
    auto SharesAnAtom = [&](const Pred *C) {
      bool Shared = false;
      forEachAtom(C, [&](const Term *A) { Shared |= Atoms.count(A) != 0; });
      return Shared;
    };
    std::vector<size_t> Others;
    for (size_t J = 0; J < Checks.size(); ++J)
      if (canStandFor(J, I) && SharesAnAtom(Checks[J].Condition))
        Others.push_back(J);
    if (!entail(Others, I))
      return {};
    for (size_t J : Others)
      if (entail({J}, I))
        return {J};
    for (size_t K = Others.size(); K-- > 0;) {
      std::vector<size_t> Fewer = Others;
      Fewer.erase(Fewer.begin() + static_cast<ptrdiff_t>(K));
      if (entail(Fewer, I))
        Others = std::move(Fewer);
    }
    return Others;
  }

  void hand(size_t I, const std::vector<size_t> &By) {
    Gone[I] = true;
    for (int Context : Checks[I].Contexts) {
      std::vector<int> &Mine = Decided.Decisions[static_cast<size_t>(Context)].LaunchChecks;
      std::erase(Mine, static_cast<int>(I));
      for (size_t J : By) {
        Mine.push_back(static_cast<int>(J));
        Checks[J].Contexts.push_back(Context);
      }
    }
  }

  static void sortOnce(std::vector<int> &Numbers) {
    std::sort(Numbers.begin(), Numbers.end());
    Numbers.erase(std::unique(Numbers.begin(), Numbers.end()), Numbers.end());
  }

  void renumber() {
    std::vector<int> Number(Checks.size(), None);
    std::vector<LaunchCheck> Kept;
    for (size_t I = 0; I < Checks.size(); ++I)
      if (!Gone[I]) {
        sortOnce(Checks[I].Contexts);
        Number[I] = static_cast<int>(Kept.size());
        Kept.push_back(std::move(Checks[I]));
      }
    Checks = std::move(Kept);
    for (Decision &D : Decided.Decisions) {
      for (int &N : D.LaunchChecks)
        N = Number[static_cast<size_t>(N)];
      sortOnce(D.LaunchChecks);
    }
  }
};

} // namespace

void tilechecks::mergeEntailed(Plan &Decided, Prover &Facts) { Merge(Decided, Facts).run(); }
