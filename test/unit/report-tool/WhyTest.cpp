//===- WhyTest.cpp - what became of the accesses of a line ----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace tilechecks;
using namespace tilechecks::report_tool;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(Why, a_place_is_a_file_a_line_and_perhaps_a_column) {
  auto P = parsePlace("src/a.cu:12:7");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->File, "src/a.cu");
  EXPECT_EQ(P->Line, 12);
  EXPECT_EQ(P->Column, 7);
  P = parsePlace("a:b.cu:3");
  ASSERT_TRUE(P);
  EXPECT_EQ(P->File, "a:b.cu");
  EXPECT_EQ(P->Line, 3);
  EXPECT_EQ(P->Column, 0);
  for (const char *Bad : {"a.cu", "a.cu:", "a.cu:x", ":3", "a.cu:0", "a.cu:-1", "a.cu:1x", "", "a.cu:99999999999999999999"})
    EXPECT_FALSE(parsePlace(Bad)) << Bad;
}

TEST(Why, files_are_the_same_from_a_folder_on) {
  EXPECT_TRUE(isSameFile("src/k.cu", "k.cu"));
  EXPECT_TRUE(isSameFile("k.cu", "/home/me/src/k.cu"));
  EXPECT_TRUE(isSameFile("./k.cu", "k.cu"));
  EXPECT_TRUE(isSameFile("/src/k.cu", "/src/k.cu"));
  EXPECT_FALSE(isSameFile("src/k.cu", "other/k.cu"));
  EXPECT_FALSE(isSameFile("rock.cu", "k.cu"));
  EXPECT_FALSE(isSameFile("k.cu", ""));
}

sidecar::Check check(std::int64_t Line, std::int64_t Column, std::string Access,
                     std::int64_t Axis, sidecar::Outcome Result) {
  sidecar::Check C;
  C.Id = Access + std::to_string(Axis) + std::to_string(Column);
  C.File = "src/k.cu";
  C.Line = Line;
  C.Column = Column;
  C.Tensor = Access.substr(0, 1);
  C.Access = std::move(Access);
  C.Axis = Axis;
  C.Result = Result;
  C.Message = "message of " + C.Id;
  C.Goals = {"0 <= i", "i < n"};
  C.Rule = "LaunchExtreme";
  return C;
}

std::vector<sidecar::Document> document() {
  sidecar::Document D;
  sidecar::Kernel K;
  K.Name = "k(int)";
  //     y(x(i, j)) += z(i);
  K.Checks = {check(5, 8, "x(i, j)", 0, sidecar::Outcome::Launch),
              check(5, 8, "x(i, j)", 1, sidecar::Outcome::InPlace),
              check(5, 6, "y(x(i, j))", 0, sidecar::Outcome::Discharged),
              check(9, 6, "z(i)", 0, sidecar::Outcome::Hoisted),
              check(30, 6, "z(i)", 0, sidecar::Outcome::Launch)};
  K.Checks[1].Reason = "IndexLoaded";
  K.Checks[1].Hint = "clamp it";
  K.Checks[2].Rule = "Precondition";
  K.Checks[2].Premises = {"declared: n <= 5"};
  K.LaunchChecks = {{"L0", sidecar::Origin::Precondition, "", "n <= 5", true, "src/k.cu", 3, "", {}},
                    {"L1", sidecar::Origin::Derived, "", "n <= extent(x,0)", false, "src/k.cu", 5, "x(i, j)", {K.Checks[0].Id}}};
  K.Obligations = {{"unchecked_access", "src/k.cu", 12}};
  D.Kernels = {K};
  return {D};
}

std::string why(const char *Place) {
  auto R = whyText(document(), *parsePlace(Place));
  if (auto *E = std::get_if<sidecar::Error>(&R))
    return "error: " + E->Message;
  return std::get<std::string>(R);
}

TEST(Why, shows_every_access_and_dimension_of_a_line) {
  EXPECT_EQ(why("k.cu:5"),
            "src/k.cu:5:8: x(i, j), in k\n"
            "  message of x(i, j)08\n"
            "    goal      0 <= i\n"
            "    goal      i < n\n"
            "    rule      LaunchExtreme: the extreme over all threads and iterations is a function of the launch\n"
            "    launch    L1 (derived, only sufficient): n <= extent(x,0)\n"
            "  message of x(i, j)18\n"
            "    goal      0 <= i\n"
            "    goal      i < n\n"
            "    rule      LaunchExtreme: the extreme over all threads and iterations is a function of the launch\n"
            "    missing   IndexLoaded: index is loaded from memory\n"
            "    hint      clamp it\n"
            "src/k.cu:5:6: y(x(i, j)), in k\n"
            "  message of y(x(i, j))06\n"
            "    goal      0 <= i\n"
            "    goal      i < n\n"
            "    rule      Precondition: a declared precondition decides\n"
            "    premise   declared: n <= 5\n"
            "    launch    L0 (precondition, exact): n <= 5\n");
}

TEST(Why, a_column_picks_the_innermost_access_that_covers_it) {
  EXPECT_THAT(why("k.cu:5:8"), Not(HasSubstr("y(x(i, j)), in")));
  EXPECT_THAT(why("k.cu:5:9"), HasSubstr(": x(i, j), in"));
  EXPECT_THAT(why("k.cu:5:5"), HasSubstr(": y(x(i, j)), in"));
  EXPECT_EQ(why("k.cu:5:40"), "error: k.cu:5:40: no checked access at this column; the line has 8: x(i, j); 6: y(x(i, j))");
}

TEST(Why, a_line_without_access_names_the_nearest) {
  EXPECT_EQ(why("k.cu:7"), "error: k.cu:7: no checked access on this line; the nearest lines that have some: "
                           "5: x(i, j), y(x(i, j)); 9: z(i); 30: z(i)");
  EXPECT_EQ(why("other.cu:5"), "error: other.cu: no checked access in this file; the sidecars have src/k.cu");
}

TEST(Why, an_unchecked_access_is_named) {
  EXPECT_EQ(why("k.cu:12"), "src/k.cu:12: an access that its author does not want checked, in k\n");
}

TEST(Why, contexts_that_differ_are_told_apart) {
  std::vector<sidecar::Document> D = document();
  sidecar::Check &C = D[0].Kernels[0].Checks[3];
  C.Contexts = {{sidecar::Outcome::Hoisted, "HoistedInvariant", "", 8, {"0 <= a"}, {"before the loop at line 8: a < n"}},
                {sidecar::Outcome::Discharged, "StaticFolding", "", 7, {"0 <= 1"}, {}},
                {sidecar::Outcome::Discharged, "StaticFolding", "", 7, {"0 <= 1"}, {}}};
  auto R = whyText(D, *parsePlace("k.cu:9"));
  ASSERT_TRUE(std::holds_alternative<std::string>(R));
  EXPECT_EQ(std::get<std::string>(R),
            "src/k.cu:9:6: z(i), in k\n"
            "  message of z(i)06\n"
            "    1 of 3 contexts, hoisted, in the loop at line 8\n"
            "      goal      0 <= a\n"
            "      rule      HoistedInvariant: index and extent do not change in the loop\n"
            "      compares  before the loop at line 8: a < n\n"
            "    2 of 3 contexts, discharged, in the loop at line 7\n"
            "      goal      0 <= 1\n"
            "      rule      StaticFolding: constants decide\n");
}

} // namespace
