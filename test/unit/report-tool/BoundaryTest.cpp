//===- BoundaryTest.cpp - the search for the smallest refused launch ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boundary.h"
#include "Search.h"

#include <gtest/gtest.h>

using namespace tilechecks;
using namespace tilechecks::report_tool;

namespace {

/// A kernel of two ints and a tensor of floats (parameter 2) with these checks,
/// called A, B, ...
sidecar::Kernel kernel(std::vector<std::string> Predicates) {
  sidecar::Kernel K;
  K.Name = K.Symbol = "k";
  K.Params = {
      {0, "n", "int", sidecar::ParamKind::Scalar, 0, 4, 4},
      {1, "m", "int", sidecar::ParamKind::Scalar, 4, 4, 4},
      {2, "x", "tc::tensor<float, tc::extents<int, -1>, tc::layout_right>",
       sidecar::ParamKind::Tensor, 8, 16, 8},
      {3, "y", "tc::tensor<float, tc::extents<int, -1>, tc::layout_right>",
       sidecar::ParamKind::Tensor, 24, 16, 8},
      {4, "flag", "bool", sidecar::ParamKind::Scalar, 40, 1, 1},
      {5, "wide", "long", sidecar::ParamKind::Scalar, 48, 8, 8}};
  K.Atoms = {{"(param 0 0 32)", "n", sidecar::AtomRole::Scalar, 0, 0},
             {"(param 1 0 32)", "m", sidecar::AtomRole::Scalar, 1, 0},
             {"(param 4 0 8)", "flag", sidecar::AtomRole::Scalar, 4, 0},
             {"(param 5 0 64)", "wide", sidecar::AtomRole::Scalar, 5, 0}};
  for (const std::string &P : Predicates) {
    sidecar::LaunchCheck C;
    C.Id = std::string(1, static_cast<char>('A' + K.LaunchChecks.size()));
    C.Predicate = C.Text = P;
    K.LaunchChecks.push_back(C);
  }
  return K;
}

const std::string N = "(param 0 0 32)", M = "(param 1 0 32)",
                  X = "(param 2 8 32)", Y = "(param 3 8 32)",
                  Flag = "(param 4 0 8)";

KernelBoundary find(const sidecar::Kernel &K, BoundaryOptions Options = {}) {
  auto R = findBoundary(K, Options);
  if (auto *E = std::get_if<sidecar::Error>(&R)) {
    ADD_FAILURE() << E->Message;
    return {};
  }
  return std::move(std::get<KernelBoundary>(R));
}

/// The values that differ from the smallest launch: `n=1 extent(x,0)=3`.
std::string show(const KernelBoundary &B, const Launch &At) {
  std::string S;
  for (size_t I = 0; I != At.size(); ++I) {
    const Variable &V = B.Space->variables()[I];
    if (At[I] != V.Rest)
      S += (S.empty() ? "" : " ") + V.Name + "=" + toString(At[I]);
  }
  return S;
}

/// What check \p I refuses, of the only point there is.
std::string refused(const KernelBoundary &B, size_t I) {
  const auto &Points = B.Checks[I].Points;
  return Points.size() == 1 ? show(B, Points[0].Refused) : "no one point";
}

TEST(Boundary, SmallestLaunchAndItsNeighbours) {
  KernelBoundary B = find(kernel({"(<= " + N + " " + X + ")"}));
  EXPECT_EQ(refused(B, 0), "n=1");
  const BoundaryPoint &P = B.Checks[0].Points[0];
  EXPECT_TRUE(P.IsNearest);
  EXPECT_TRUE(P.With.empty());
  EXPECT_EQ(P.Size, 1);
  ASSERT_EQ(P.Accepted.size(), 2u);
  EXPECT_EQ(show(B, P.Accepted[0].At), "");
  EXPECT_EQ(show(B, P.Accepted[1].At), "n=1 extent(x,0)=1");
}

TEST(Boundary, LastRefusedLaunchBeforeAnAcceptedOneFurtherAway) {
  KernelBoundary B =
      find(kernel({"(implies (> " + N + " 6) (<= " + N + " " + X + "))"}));
  EXPECT_EQ(refused(B, 0), "n=7");
  const BoundaryPoint &P = B.Checks[0].Points[0];
  ASSERT_EQ(P.Accepted.size(), 2u);
  EXPECT_EQ(show(B, P.Accepted[0].At), "n=6");
  EXPECT_TRUE(P.Accepted[0].LastRefused.empty());
  EXPECT_EQ(show(B, P.Accepted[1].At), "n=7 extent(x,0)=7");
  EXPECT_EQ(show(B, P.Accepted[1].LastRefused), "n=7 extent(x,0)=6");
}

TEST(Boundary, OnlyTheCheckItselfRefuses) {
  KernelBoundary B =
      find(kernel({"(<= " + N + " " + X + ")", "(>= " + N + " 5)",
                   "(== " + X + " (* 2 " + M + "))"}));
  EXPECT_EQ(refused(B, 0), "n=5");
  EXPECT_TRUE(B.Checks[0].Points[0].With.empty());
}

TEST(Boundary, ImpliedCheckNeverRefusesAlone) {
  KernelBoundary B = find(kernel({"(<= " + N + " 3)", "(<= " + N + " 5)"}));
  EXPECT_TRUE(B.Checks[0].Points[0].With.empty());
  EXPECT_EQ(refused(B, 1), "n=6");
  EXPECT_EQ(B.Checks[1].Points[0].With, std::vector<std::string>{"A"});
  EXPECT_FALSE(B.Checks[1].Points[0].IsNearest);
}

TEST(Boundary, CheckThatAlwaysHoldsHasNone) {
  KernelBoundary B = find(kernel({"(<= (min " + N + " 5) " + N + ")"}));
  EXPECT_TRUE(B.Checks[0].Points.empty());
}

TEST(Boundary, CheckThatCannotBeEvaluatedRefuses) {
  KernelBoundary B = find(kernel({"(<= (floordiv 7 " + N + ") 7)"}));
  EXPECT_EQ(refused(B, 0), "");
}

TEST(Boundary, CornersOfTheType) {
  KernelBoundary B = find(kernel({"(<= (+ " + N + " 1) 2147483647)"}));
  EXPECT_EQ(refused(B, 0), "n=2147483647");
  // Two values at once: no line through the smallest launch meets it.
  B = find(kernel({"(implies (and (> " + N + " 0) (> " + M + " 0)) (<= (* " +
                   M + " (ceildiv " + N + " " + M + ")) 2147483647))"}));
  ASSERT_EQ(B.Checks[0].Points.size(), 1u);
  EXPECT_TRUE(B.Checks[0].Points[0].With.empty());
}

TEST(Boundary, SumsThatAreTiedToEachOther) {
  // As the preconditions of a matrix product: five values have to agree.
  KernelBoundary B = find(
      kernel({"(== " + N + " " + M + ")", "(== (mod " + M + " 16) 0)",
              "(== (block x) 256)", "(== " + X + " " + N + ")",
              "(implies (> " + X + " 0) (<= (* 64 (grid y)) " + Y + "))"}));
  EXPECT_EQ(refused(B, 4), "blockDim.x=256 n=16 m=16 extent(x,0)=16");
}

TEST(Boundary, LimitsOfTheDeviceHold) {
  KernelBoundary B = find(kernel(
      {"(<= (* (block x) (block y) (block z)) 1023)", "(<= (block z) 64)"}));
  const Launch &At = B.Checks[0].Points[0].Refused;
  Int Threads = 1;
  for (size_t I = 0; I != At.size(); ++I)
    if (B.Space->variables()[I].Of.Kind == AtomKind::BlockDim)
      Threads *= At[I];
  EXPECT_EQ(Threads, 1024);
  EXPECT_TRUE(B.Checks[1].Points.empty());
}

TEST(Boundary, ExtentsOfATypeAreNotNegative) {
  // No launch check says so, but the launcher does.
  KernelBoundary B = find(kernel({"(>= " + X + " -3)"}));
  EXPECT_EQ(refused(B, 0), "extent(x,0)=-4");
  EXPECT_EQ(B.Checks[0].Points[0].With,
            std::vector<std::string>{"extent(x,0) >= 0"});
}

TEST(Boundary, BoolHasTwoValues) {
  KernelBoundary B =
      find(kernel({"(<= " + Flag + " 1)",
                   "(implies (!= " + Flag + " 0) (<= " + N + " " + X + "))"}));
  EXPECT_TRUE(B.Checks[0].Points.empty());
  EXPECT_EQ(refused(B, 1), "n=1 flag=1");
}

TEST(Boundary, PartOfAWiderValueIsNoVariableOfItsOwn) {
  KernelBoundary B =
      find(kernel({"(<= (param 5 4 32) 0)", "(>= (param 5 0 64) 0)"}));
  EXPECT_EQ(refused(B, 0), "wide=4294967296");
}

TEST(Boundary, PointersMoveByElements) {
  const std::string PX = "(uwrap 64 (param 2 0 64))",
                    PY = "(uwrap 64 (param 3 0 64))";
  KernelBoundary B =
      find(kernel({"(or (<= (+ (* 4 " + X + ") " + PX + ") " + PY +
                   ") (<= (+ (* 4 " + Y + ") " + PY + ") " + PX + "))"}));
  ASSERT_EQ(B.Checks[0].Points.size(), 1u);
  const BoundaryPoint &P = B.Checks[0].Points[0];
  EXPECT_TRUE(P.With.empty());
  for (size_t I = 0; I != P.Refused.size(); ++I)
    if (B.Space->variables()[I].IsPointer) {
      EXPECT_EQ(P.Refused[I] % 4, 0);
    }
}

TEST(Boundary, AroundALaunch) {
  BoundaryOptions O;
  O.Around = {0, 100};
  KernelBoundary B = find(kernel({"(<= " + N + " " + X + ")"}), O);
  ASSERT_EQ(B.Checks[0].Points.size(), 2u);
  // 100, 101, 102 is accepted; two steps are needed.
  EXPECT_EQ(show(B, B.Checks[0].Points[1].Refused), "n=100 extent(x,0)=99 extent(y,0)=102");
}

TEST(Boundary, WhatNoLaunchKnowsIsAnError) {
  auto R = findBoundary(kernel({"(<= (tid x) 5)"}), {});
  ASSERT_TRUE(std::holds_alternative<sidecar::Error>(R));
  EXPECT_NE(std::get<sidecar::Error>(R).Message.find(
                "(tid x) is not known at launch"),
            std::string::npos);
}

/// Against all launches of a small box: what is called the nearest is.
TEST(Boundary, NearestAsAllLaunchesShow) {
  const std::vector<std::string> Checks = {
      "(<= (* 3 " + N + ") (+ " + X + " " + M + "))",
      "(!= (mod (+ " + N + " " + M + ") 5) 3)",
      "(implies (< " + N + " " + M + ") (< (- " + M + " " + N + ") (floordiv " +
          X + " 2)))",
      "(or (> " + N + " -2) (== " + M + " 4))"};
  KernelBoundary B = find(kernel(Checks));
  const LaunchSpace &S = *B.Space;
  for (const CheckBoundary &C : B.Checks) {
    Int Least = -1;
    for (Int A = -8; A <= 8; ++A)
      for (Int D = -8; D <= 8; ++D)
        for (Int E = -8; E <= 8; ++E) {
          Launch At = {A, D, E};
          bool Alone = true;
          for (size_t I = 0; I != S.conditions().size(); ++I)
            Alone = Alone && S.holds(I, At) == (I != S.conditionOf(C.Check));
          Int Size = (A < 0 ? -A : A) + (D < 0 ? -D : D) + (E < 0 ? -E : E);
          if (Alone && (Least < 0 || Size < Least))
            Least = Size;
        }
    ASSERT_EQ(C.Points.size(), 1u);
    EXPECT_TRUE(C.Points[0].IsNearest);
    EXPECT_EQ(C.Points[0].Size, Least);
    for (const Neighbour &A : C.Points[0].Accepted)
      for (size_t I = 0; I != S.conditions().size(); ++I)
        EXPECT_TRUE(S.holds(I, A.At));
  }
}

TEST(Boundary, SameInEachRun) {
  const sidecar::Kernel K = kernel({"(<= (* " + N + " " + M + ") 1000000)",
                                    "(== (mod " + N + " 7) 0)",
                                    "(< " + M + " (* " + X + " " + X + "))"});
  KernelBoundary A = find(K), B = find(K);
  for (size_t I = 0; I != A.Checks.size(); ++I)
    EXPECT_EQ(refused(A, I), refused(B, I));
  EXPECT_NE(refused(A, 0), "no one point");
}

/// A budget of one launch finds nothing, and does not hang.
TEST(Boundary, SpentBudgetIsNoAnswer) {
  BoundaryOptions O;
  O.Budget = 1;
  KernelBoundary B =
      find(kernel({"(!= (* " + N + " " + M + ") 6469693230)"}), O);
  for (const BoundaryPoint &P : B.Checks[0].Points)
    EXPECT_FALSE(P.IsNearest);
}

} // namespace
