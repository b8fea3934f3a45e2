// The prefix form reads back as what was printed; what people read has fixed spellings; text that is cut short or
// damaged is refused with its place, and never brings the reader down.
#include "core/Text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

using namespace tilechecks;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::string refusalOfTerm(std::string_view Text) {
  TermPool Pool;
  auto R = parseTerm(Pool, Text);
  return std::holds_alternative<ParseError>(R) ? std::get<ParseError>(R).Message : "accepted";
}
std::string refusalOfPred(std::string_view Text) {
  TermPool Pool;
  auto R = parsePred(Pool, Text);
  return std::holds_alternative<ParseError>(R) ? std::get<ParseError>(R).Message : "accepted";
}
std::string refusalOfProblem(std::string_view Text) {
  auto R = parseProblem(Text);
  return std::holds_alternative<ParseError>(R) ? std::get<ParseError>(R).Message : "accepted";
}

TEST(Text, terms_in_canonical_form_read_back_as_printed) {
  for (const char *Text :
       {"0", "-170141183460469231731687303715", "(param 3 16 32)", "(grid x)", "(block y)", "(cluster z)", "(smem)", "(tid x)",
        "(bid y)", "(loop 4)", "(opaque 2)", "(+ (param 0 0 32) -1)", "(+ (* -2 (param 0 0 32)) (param 1 0 32))",
        "(* (grid x) (block x))", "(floordiv (+ (param 0 0 32) 15) 16)", "(floordiv (param 0 0 32) (param 1 0 32))",
        "(ceildiv (param 0 0 32) (param 1 0 32))", "(truncdiv (param 0 0 32) 3)", "(mod (param 0 0 32) (param 1 0 32))",
        "(rem (param 0 0 32) 3)", "(min (param 0 0 32) (grid x))", "(max (param 0 0 32) (grid x) (param 1 0 32))",
        "(select (< (param 0 0 32) 3) (tid x) (bid x))", "(swrap 32 (+ (param 0 0 32) 1))", "(uwrap 8 (param 0 0 32))",
        "(bitand (param 0 0 32) (param 1 0 32))", "(bitor (param 0 0 32) 4)", "(bitxor (param 0 0 32) 4)"}) {
    TermPool Pool;
    auto R = parseTerm(Pool, Text);
    ASSERT_TRUE(std::holds_alternative<const Term *>(R)) << Text;
    EXPECT_EQ(print(std::get<const Term *>(R)), Text);
    auto Twice = parseTerm(Pool, print(std::get<const Term *>(R)));
    EXPECT_EQ(std::get<const Term *>(Twice), std::get<const Term *>(R));
  }
}

TEST(Text, predicates_in_canonical_form_read_back_as_printed) {
  for (const char *Text :
       {"true", "false", "(<= (param 0 0 32) 4)", "(< (grid x) (param 0 0 32))", "(== (param 0 0 32) (param 1 0 32))",
        "(!= (param 0 0 32) 0)", "(divides 64 (param 0 0 32))", "(and (<= (param 0 0 32) 4) (< 1 (param 1 0 32)))",
        "(or (<= (param 0 0 32) 4) (< 1 (param 1 0 32)))", "(implies (< 0 (param 0 0 32)) (<= (param 0 0 32) (param 1 8 32)))"}) {
    TermPool Pool;
    auto R = parsePred(Pool, Text);
    ASSERT_TRUE(std::holds_alternative<const Pred *>(R)) << Text;
    EXPECT_EQ(print(std::get<const Pred *>(R)), Text);
  }
}

TEST(Text, sugar_reads_as_what_it_means) {
  TermPool Pool;
  auto Reads = [&](const char *A, const char *B) {
    EXPECT_EQ(std::get<const Pred *>(parsePred(Pool, A)), std::get<const Pred *>(parsePred(Pool, B))) << A;
  };
  Reads("(> (grid x) (param 0 0 32))", "(< (param 0 0 32) (grid x))");
  Reads("(>= (grid x) (param 0 0 32))", "(<= (param 0 0 32) (grid x))");
  Reads("(not (<= (grid x) (param 0 0 32)))", "(< (param 0 0 32) (grid x))");
  Reads("(<= (- (grid x) (param 0 0 32)) 3)", "(<= (+ (grid x) (* -1 (param 0 0 32))) 3)");
}

TEST(Text, refusals_of_terms_and_predicates_say_what_was_expected) {
  EXPECT_EQ(refusalOfTerm(""), "expected one expression, found 0");
  EXPECT_EQ(refusalOfTerm("1 2"), "expected one expression, found 2");
  EXPECT_THAT(refusalOfTerm("(+ 1"), HasSubstr("line 1: '(' is never closed"));
  EXPECT_THAT(refusalOfTerm("\n\n)"), HasSubstr("line 3: unexpected ')'"));
  EXPECT_THAT(refusalOfTerm("(+ 1)"), HasSubstr("+ takes at least two terms"));
  EXPECT_THAT(refusalOfTerm("(floordiv 1 2 3)"), HasSubstr("floordiv takes two terms"));
  EXPECT_THAT(refusalOfTerm("(swrap 65 1)"), HasSubstr("swrap takes a width of 1 to 64 bits"));
  EXPECT_THAT(refusalOfTerm("(swrap 0 1)"), HasSubstr("swrap takes a width"));
  EXPECT_THAT(refusalOfTerm("(param 0 0 65)"), HasSubstr("expected a term"));
  EXPECT_THAT(refusalOfTerm("(grid w)"), HasSubstr("expected a term"));
  EXPECT_THAT(refusalOfTerm("(select 1 2 3)"), HasSubstr("expected a predicate, found '1'"));
  EXPECT_THAT(refusalOfTerm("85070591730234615865843651857942052865"), HasSubstr("expected a term")); // 2^126 + 1
  EXPECT_THAT(refusalOfTerm("\"1\""), HasSubstr("expected a term"));
  EXPECT_THAT(refusalOfTerm("(frobnicate 1 2)"), HasSubstr("expected a term, found (frobnicate ...)"));
  EXPECT_THAT(refusalOfPred("(< 1)"), HasSubstr("< takes two terms"));
  EXPECT_THAT(refusalOfPred("(implies true)"), HasSubstr("implies takes two predicates"));
  EXPECT_THAT(refusalOfPred("(not true false)"), HasSubstr("not takes one predicate"));
  EXPECT_THAT(refusalOfPred("7"), HasSubstr("expected a predicate, found '7'"));
  EXPECT_THAT(refusalOfTerm(std::string(5000, '(')), HasSubstr("nested deeper than 256"));
}

TEST(Text, rendered_spellings) {
  Problem P;
  P.Params = {{"n", "int", "scalar", 0, 4, 4}, {"x", "tensor", "tensor", 8, 24, 8}};
  P.Atoms.push_back({Atom::param(1, 8, 32), "extent(x,0)", AtomRole::Extent, 1, 0});
  auto Shown = [&](const char *Text) {
    auto R = parsePred(*P.Pool, Text);
    return std::holds_alternative<ParseError>(R) ? std::get<ParseError>(R).Message : render(P, std::get<const Pred *>(R));
  };
  EXPECT_EQ(Shown("(<= (min (param 0 0 32) (* (grid x) (block x))) (param 1 8 32))"),
            "min(n, gridDim.x*blockDim.x) <= extent(x,0)");
  EXPECT_EQ(Shown("(implies (< 0 (param 0 0 32)) (<= (param 0 0 32) (floordiv (+ (param 1 8 32) 63) 64)))"),
            "n > 0 implies n <= ceil(extent(x,0)/64)");
  EXPECT_EQ(Shown("(implies (< -2147483648 (param 0 0 32)) (<= (* (grid x) (block x)) 2147483648))"),
            "n > INT_MIN implies gridDim.x*blockDim.x <= 2^31");
  EXPECT_EQ(Shown("(divides 64 (param 1 8 32))"), "extent(x,0) % 64 == 0");
  EXPECT_EQ(Shown("(<= (+ (param 1 8 32) (* -2 (param 0 0 32)) -3) 5)"), "extent(x,0) - 2*n - 3 <= 5");
  EXPECT_EQ(Shown("(<= (* 3 (+ (param 1 8 32) 1)) (param 0 0 32))"), "3*extent(x,0) + 3 <= n");
  EXPECT_EQ(Shown("(< (floordiv (param 0 0 32) 3) (swrap 32 (* 3 (param 0 0 32))))"), "floor(n/3) < int32(3*n)");
  EXPECT_EQ(Shown("(and (< (param 0 0 32) 3) (or (!= (param 0 0 32) 1) (== (param 0 0 32) (grid x))))"),
            "n < 3 and (n != 1 or n == gridDim.x)");
  EXPECT_EQ(Shown("(<= (param 4 0 32) 2147483647)"), "true");
  EXPECT_EQ(Shown("(<= (param 4 4 32) 7)"), "argument 5[byte 4] <= 7");
}

const char *const Example = R"goal((kernel "k" (name "k(int)") (at "k.cu" 1 2) flags deny_in_kernel_checks sufficient_launch (max-threads 256)
  (range (param 1 8 32) 0 2147483647)
  (range (loop 0) -2147483648 2147483647)
  (param "n" "int" "scalar" 0 4 4)
  (named (param 0 0 32) "n" scalar 0 -1)
  (named (param 1 8 32) "extent(x,0)" extent 1 0)
  (opaque 32 IndexLoaded 0 "idx[\"j\"]")
  (loop (parent -1) (line 3) (preheader 0) always header-test-first barrier (size 40) (before))
  (loop (parent 0) (line 4) (preheader 1) may-not-return (before 0)
    (exit (scope 1) (stay-scope 2) exact always (before 1) (< (opaque 0) (param 0 0 32)))
    (exit (scope 2) true))
  (variable 0 32 0 1)
  (geometric 0 (param 1 8 32) 2 shrinks)
  (scope (parent -1) (loop -1) (line 0) always true)
  (scope (parent 0) (loop 0) (line 3) always continue (before 1) (< (loop 0) (param 0 0 32)))
  (scope (parent 1) (loop 0) (line 3) partial (< (opaque 0) (param 0 0 32)))
  (site (at "k.cu" 3 10) "x" "x(j)" 0 vector)
  (context (site 0) (index (loop 0)) (extent (param 1 8 32)) (span 4) (scope 2) (loop 0) always (text "j") (before 0))
  (context (site 0) (index (opaque 0)) (extent (param 1 8 32)) (tile 16) (scope 2) (loop 0) (keep UnknownCallers))
  (require (divides 16 (param 1 8 32)) "why" (at "k.cu" 2 3))
  (obligation "unchecked_access" (at "k.cu" 9 9)))
)goal";

TEST(Text, a_problem_with_every_kind_of_item_prints_to_a_fixed_point) {
  auto R = parseProblem(Example);
  ASSERT_TRUE(std::holds_alternative<Problem>(R)) << std::get<ParseError>(R).Message;
  const Problem &P = std::get<Problem>(R);
  EXPECT_EQ(P.Name, "k(int)");
  EXPECT_TRUE(P.HasArithmeticFlags && P.Attrs.DenyInKernel && P.Attrs.SufficientLaunch && !P.Attrs.DenyInLoop);
  EXPECT_EQ(P.MaxThreadsPerBlock, 256);
  EXPECT_EQ(P.Opaques[0].Text, "idx[\"j\"]");
  EXPECT_TRUE(P.Loops[0].HasBarrier && P.Loops[1].MayNotReturn && P.Loops[0].soleHeaderExit() && !P.Loops[1].HeaderTestFirst);
  ASSERT_EQ(P.Loops[1].Exits.size(), 2u);
  EXPECT_TRUE(P.Loops[1].Exits[0].Exact && P.Loops[1].Exits[0].AlwaysReached && P.Loops[1].Exits[0].StayScope == 2);
  EXPECT_TRUE(!P.Loops[1].Exits[1].Exact && P.Loops[1].Exits[1].StayScope == None);
  EXPECT_FALSE(P.Scopes[2].Exact);
  EXPECT_EQ(P.Contexts[0].Span, 4);
  EXPECT_EQ(P.Contexts[1].KeepInPlace, Reason::UnknownCallers);
  std::string Once = print(P);
  auto Again = parseProblem(Once);
  ASSERT_TRUE(std::holds_alternative<Problem>(Again)) << std::get<ParseError>(Again).Message << Once;
  EXPECT_EQ(print(std::get<Problem>(Again)), Once);
  for (const char *Part : {"flags", "sufficient_launch", "(max-threads 256)", "may-not-return", "partial", "(before 1)", "(keep UnknownCallers)", "(span 4)", "(tile 16)", "obligation", "barrier", "(size 40)", "stay-scope", "shrinks"})
    EXPECT_THAT(Once, HasSubstr(Part));
}

TEST(Text, the_checks_of_a_versioned_access_are_all_of_one_loop) {
  auto P = std::make_shared<const Problem>(std::get<Problem>(parseProblem(Example)));
  auto Read = [&](const std::string &Checks) {
    return parsePlan(P, "(plan \"k\"\n(decision hoisted VersionedLoop DataDependentCondition (checks)\n" + Checks +
                            ")\n(decision in_place ReferenceInPlace UnknownCallers (checks)))");
  };
  const std::string Version = "(version 0 true (<= 0 (param 0 0 32)) none none)\n";
  auto Good = Read(Version + "(version 0 true (<= (param 0 0 32) 4) none none)");
  ASSERT_TRUE(std::holds_alternative<Plan>(Good)) << std::get<ParseError>(Good).Message;
  EXPECT_TRUE(std::get<Plan>(Good).Decisions[0].isVersioned() && !std::get<Plan>(Good).Decisions[1].isVersioned());
  EXPECT_THAT(serialise(std::get<Plan>(Good)), HasSubstr("(version 0 true (<= (param 0 0 32) 4) none none)"));
  for (const char *Other : {"(before 0 true true none none)", "(version 1 true true none none)"}) {
    auto Bad = Read(Version + Other);
    ASSERT_TRUE(std::holds_alternative<ParseError>(Bad)) << Other;
    EXPECT_THAT(std::get<ParseError>(Bad).Message, HasSubstr("line 4: the checks of a versioned access"));
  }
}

TEST(Text, refusals_of_problems_name_the_line) {
  EXPECT_THAT(refusalOfProblem("(kernel \"k\"\n  (colour 3))"), StartsWith("line 2: unknown item (colour ...)"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\"\n  fast)"), HasSubstr("line 2: unknown attribute 'fast'"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (range (grid x) 3 1))"), HasSubstr("LOW <= HIGH"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (context (site 0) (index 0) (extent 1) (scope 0) (loop -1)))"), HasSubstr("out of range"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (variable 0 32 0 1))"), HasSubstr("out of range"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (require (< (tid x) 3) \"\" (at \"\" 0 0)))"), HasSubstr("must be launch-known"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (scope (parent -1) (loop -1) (line 0) always))"), HasSubstr("a scope needs its condition"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (scope (parent -1) (loop -1) (line 0) (< (loop 3) 1)))"), HasSubstr("out of range"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (loop (parent -1) (line 1) (preheader 0) (exit (scope 0) exact)))"), HasSubstr("an exit needs the condition of going on"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (loop (parent -1) (line 1) (preheader 0) (exit (scope 4) true)))"), HasSubstr("out of range"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (geometric 0 1 1 grows))"), HasSubstr("FACTOR >= 2"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (geometric 0 1 2 grows))"), HasSubstr("out of range"));
  EXPECT_THAT(refusalOfProblem("(kernel"), HasSubstr("'(' is never closed"));
  EXPECT_THAT(refusalOfProblem(""), HasSubstr("expected one (kernel"));
  EXPECT_THAT(refusalOfProblem("(kernel \"k\" (opaque 32 NoSuchReason -1 \"\"))"), HasSubstr("expected (opaque"));
}

TEST(Text, every_truncation_is_refused_or_read) {
  std::string Whole = Example;
  unsigned Refused = 0;
  for (size_t Length = 0; Length < Whole.size(); ++Length)
    Refused += refusalOfProblem(std::string_view(Whole).substr(0, Length)) != "accepted";
  EXPECT_GE(Refused, Whole.size() - 3);
}

TEST(Text, damaged_input_never_brings_the_reader_down) {
  std::mt19937_64 Random(11);
  auto Roll = [&](size_t N) { return static_cast<size_t>(Random() % N); };
  const std::string Words[] = {"(", ")", "\"", "-1", "99999999999", "(loop 0)", "(opaque 0)", "true", "(before 7)", ";", "\\", "(scope 1)",
                               "(parent 5)", "always", "(swrap 1 (loop 0))", "(floordiv 1 0)"};
  unsigned Accepted = 0;
  for (int Round = 0; Round < 6000; ++Round) {
    std::string Text = Example;
    for (size_t Times = 1 + Roll(3); Times > 0; --Times)
      switch (Roll(4)) {
      case 0:
        Text.erase(Roll(Text.size()), 1 + Roll(8));
        break;
      case 1:
        Text.insert(Roll(Text.size()), Words[Roll(std::size(Words))]);
        break;
      case 2:
        Text[Roll(Text.size())] = static_cast<char>(Roll(256));
        break;
      default: {
        size_t From = Roll(Text.size());
        Text.insert(Roll(Text.size()), Text.substr(From, 1 + Roll(40)));
        break;
      }
      }
    auto R = parseProblem(Text);
    if (auto *P = std::get_if<Problem>(&R)) {
      ++Accepted;
      auto Again = parseProblem(print(*P));
      EXPECT_TRUE(std::holds_alternative<Problem>(Again)) << Text << "\nprinted as\n" << print(*P);
    } else {
      EXPECT_THAT(std::get<ParseError>(R).Message, StartsWith("line "));
    }
  }
  EXPECT_GT(Accepted, 100u);
}

} // namespace
