//===- Verify.cpp - what the types of a sidecar cannot say ----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule here stands for a way in which a launch would go unchecked:
//
//  * counts other than the tally of the checks: a check was lost on the way;
//  * an id that stands twice, a goal that names no check: a launch check may be
//    taken for one that covers something else;
//  * a check with outcome `launch` that no launch check covers: it left the
//    kernel and arrived nowhere;
//  * a precondition that is not among the launch checks: the compiler believed
//    it and nobody verifies it;
//  * a thread that may leave although there is a reason to stay: others would
//    wait for it;
//  * parameters out of order or overlapping: the launcher would read the
//    extents of another argument.
//
//===----------------------------------------------------------------------===//

#include "Sidecar.h"

#include <algorithm>
#include <map>
#include <set>

namespace tilechecks::sidecar {
namespace {

class Verifier {
public:
  explicit Verifier(std::string_view FileName) : FileName(FileName) {}

  std::optional<Error> run(const Document &D) {
    std::map<std::string, std::size_t> Symbols;
    for (std::size_t I = 0; I != D.Kernels.size() && !Failure; ++I) {
      Where = "$.kernels[" + std::to_string(I) + "]";
      const Kernel &K = D.Kernels[I];
      if (!Symbols.emplace(K.Symbol, I).second)
        fail(".symbol", "the symbol \"" + K.Symbol + "\" twice", "it once");
      bodies(K);
      counts(K);
      launchChecks(K);
      preconditions(K);
      onViolation(K);
      params(K);
      digest(K);
    }
    return Failure;
  }

private:
  void fail(const std::string &At, const std::string &Found,
            const std::string &Expected) {
    if (!Failure)
      Failure = Error{std::string(FileName) + ": " + Where + At + ": found " +
                      Found + ", expected " + Expected};
  }

  static std::string element(const char *Array, std::size_t I) {
    return std::string(".") + Array + "[" + std::to_string(I) + "]";
  }

  void bodies(const Kernel &K) {
    std::set<BodyKind> Kinds;
    for (std::size_t I = 0; I != K.Bodies.size(); ++I)
      if (!Kinds.insert(K.Bodies[I].Kind).second)
        fail(element("bodies", I) + ".kind",
             "\"" + std::string(spelling(K.Bodies[I].Kind)) + "\" twice",
             "each body once");
    if (!Kinds.count(BodyKind::SelfContained))
      fail(".bodies", "no self-contained body",
           "one, since it is what the user's own symbol names");
  }

  void counts(const Kernel &K) {
    Counts Tally;
    std::set<std::string> Ids;
    for (std::size_t I = 0; I != K.Checks.size(); ++I) {
      const Check &C = K.Checks[I];
      if (!Ids.insert(C.Id).second)
        fail(element("checks", I) + ".id", "\"" + C.Id + "\" twice",
             "each id once");
      switch (C.Result) {
      case Outcome::Discharged:
        ++Tally.Discharged;
        break;
      case Outcome::Launch:
        ++Tally.Launch;
        break;
      case Outcome::Hoisted:
        ++Tally.Hoisted;
        break;
      case Outcome::InPlace:
        ++Tally.InPlace;
        break;
      }
    }
    count("discharged", K.Count.Discharged, Tally.Discharged);
    count("launch", K.Count.Launch, Tally.Launch);
    count("hoisted", K.Count.Hoisted, Tally.Hoisted);
    count("in_place", K.Count.InPlace, Tally.InPlace);
  }

  void count(const char *Key, std::int64_t Found, std::int64_t Tally) {
    if (Found != Tally)
      fail(std::string(".counts.") + Key, std::to_string(Found),
           std::to_string(Tally) + ", the number of checks with that outcome");
  }

  void launchChecks(const Kernel &K) {
    std::set<std::string> Checks, Covered, Ids;
    for (const Check &C : K.Checks)
      Checks.insert(C.Id);
    for (std::size_t I = 0; I != K.LaunchChecks.size(); ++I) {
      const LaunchCheck &L = K.LaunchChecks[I];
      if (!Ids.insert(L.Id).second)
        fail(element("launch_checks", I) + ".id", "\"" + L.Id + "\" twice",
             "each id once");
      for (std::size_t G = 0; G != L.Goals.size(); ++G) {
        if (!Checks.count(L.Goals[G]))
          fail(element("launch_checks", I) + ".goals[" + std::to_string(G) +
                   "]",
               "\"" + L.Goals[G] + "\"", "the id of a check of this kernel");
        Covered.insert(L.Goals[G]);
      }
    }
    for (std::size_t I = 0; I != K.Checks.size(); ++I)
      if (K.Checks[I].Result == Outcome::Launch &&
          !Covered.count(K.Checks[I].Id))
        fail(element("checks", I) + ".outcome",
             "\"launch\" and no launch check that covers \"" + K.Checks[I].Id +
                 "\"",
             "one whose goals name it");
  }

  void preconditions(const Kernel &K) {
    for (std::size_t I = 0; I != K.Preconditions.size(); ++I) {
      bool Verified =
          std::any_of(K.LaunchChecks.begin(), K.LaunchChecks.end(),
                      [&](const LaunchCheck &L) {
                        return L.From == Origin::Precondition &&
                               L.Predicate == K.Preconditions[I].Predicate;
                      });
      if (!Verified)
        fail(element("preconditions", I) + ".predicate",
             "\"" + K.Preconditions[I].Predicate + "\" in no launch check",
             "a launch check of origin precondition with this predicate");
    }
  }

  void onViolation(const Kernel &K) {
    if (!K.Reports)
      return;
    const bool Leaves = K.Reports->End == ViolationEnd::Exit;
    if (Leaves && !K.Reports->Why.empty())
      fail(".on_violation", "\"exit\" and a reason to stay",
           "one or the other");
    if (!Leaves && K.Reports->Why.empty())
      fail(".on_violation", "\"trap\" and no reason to stay", "one");
  }

  void params(const Kernel &K) {
    std::int64_t End = 0;
    for (std::size_t I = 0; I != K.Params.size(); ++I) {
      const Param &P = K.Params[I];
      if (P.Index != static_cast<std::int64_t>(I))
        fail(element("params", I) + ".index", std::to_string(P.Index),
             std::to_string(I) + ", its position");
      std::int64_t Offset = P.Offset.value_or(End);
      if (Offset < End)
        fail(element("params", I) + ".offset", std::to_string(Offset),
             "at least " + std::to_string(End) +
                 ", the end of the parameter before it");
      if (P.Size > 32764 || Offset > 32764)
        fail(element("params", I), "a parameter that ends past byte 32764",
             "the parameters to fit the 32764 bytes that a kernel may have");
      End = Offset + P.Size;
    }
    for (std::size_t I = 0; I != K.Atoms.size(); ++I)
      if (K.Atoms[I].Param >= static_cast<std::int64_t>(K.Params.size()))
        fail(element("atoms", I) + ".param", std::to_string(K.Atoms[I].Param),
             "the index of a parameter");
  }

  void digest(const Kernel &K) {
    if (K.Digest.size() != 16 ||
        K.Digest.find_first_not_of("0123456789abcdef") != std::string::npos)
      fail(".digest", "\"" + K.Digest + "\"", "16 lower-case hex digits");
  }

  std::string_view FileName;
  std::string Where;
  std::optional<Error> Failure;
};

} // namespace

std::optional<Error> verify(const Document &D, std::string_view FileName) {
  return Verifier(FileName).run(D);
}

} // namespace tilechecks::sidecar
