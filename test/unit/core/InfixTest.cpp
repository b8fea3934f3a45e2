// The predicate language of requires_("..."): what it accepts, as which predicate, and what it says when it refuses.
#include "core/Text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace tilechecks;
using testing::HasSubstr;

namespace {

class InfixPredicates : public testing::Test {
protected:
  Problem P;
  void SetUp() override {
    P.Atoms.push_back({Atom::param(0, 0, 32), "n", AtomRole::Scalar, 0, None});
    P.Atoms.push_back({Atom::param(1, 8, 32), "extent(x,0)", AtomRole::Extent, 1, 0});
    P.Atoms.push_back({Atom::param(1, 12, 32), "extent(x,1)", AtomRole::Extent, 1, 1});
    P.Atoms.push_back({Atom::param(1, 16, 32), "stride(x,0)", AtomRole::Stride, 1, 0});
    P.Atoms.push_back({Atom::param(2, 8, 32), "extent(y,0)", AtomRole::Extent, 2, 0});
  }
  std::string parsed(std::string_view Text) {
    auto R = parseInfix(P, Text);
    return std::holds_alternative<const Pred *>(R) ? print(std::get<const Pred *>(R)) : "refused: " + std::get<ParseError>(R).Message;
  }
  std::string refusal(std::string_view Text) {
    auto R = parseInfix(P, Text);
    return std::holds_alternative<ParseError>(R) ? std::get<ParseError>(R).Message : "accepted";
  }
  std::string prefix(std::string_view Text) {
    auto R = parsePred(*P.Pool, Text);
    return std::holds_alternative<const Pred *>(R) ? print(std::get<const Pred *>(R)) : std::get<ParseError>(R).Message;
  }
};

TEST_F(InfixPredicates, mean_what_the_prefix_form_says) {
  const std::pair<const char *, const char *> Rows[] = {
      {"n < 4", "(< (param 0 0 32) 4)"},
      {"n >= gridDim.x", "(<= (grid x) (param 0 0 32))"},
      {"extent(x,1) == extent(y,0)", "(== (param 1 12 32) (param 2 8 32))"},
      {"extent( x , 1 ) % 64 == 0", "(divides 64 (param 1 12 32))"},
      {"0 == n % 4", "(== 0 (rem (param 0 0 32) 4))"},
      {"n % 4 == 0 and n % 3 == 1", "(and (divides 4 (param 0 0 32)) (== (rem (param 0 0 32) 3) 1))"},
      {"n % 4 + 1 == 0", "(== (+ (rem (param 0 0 32) 4) 1) 0)"},
      {"n % 4 == 1", "(== (rem (param 0 0 32) 4) 1)"},
      {"2 * n + 1 <= extent(x,0) - 3", "(<= (+ (* 2 (param 0 0 32)) 1) (+ (param 1 8 32) -3))"},
      {"n / 2 < 4", "(< (truncdiv (param 0 0 32) 2) 4)"},
      {"ceil(extent(x,0)/64) <= gridDim.y", "(<= (ceildiv (param 1 8 32) 64) (grid y))"},
      {"floor(n/3) < 7", "(< (floordiv (param 0 0 32) 3) 7)"},
      {"min(n, extent(x,0), 4) < max(n, 2)", "(< (min (param 0 0 32) (param 1 8 32) 4) (max (param 0 0 32) 2))"},
      {"-n < 3", "(< (* -1 (param 0 0 32)) 3)"},
      {"n < 1 && n > -5 || n == 9", "(or (and (< (param 0 0 32) 1) (< -5 (param 0 0 32))) (== (param 0 0 32) 9))"},
      {"n < 1 or n == 3 and n == 9", "(or (< (param 0 0 32) 1) (and (== (param 0 0 32) 3) (== (param 0 0 32) 9)))"},
      {"not n < 1", "(<= 1 (param 0 0 32))"},
      {"!(n < 1 || n == 3)", "(and (<= 1 (param 0 0 32)) (!= (param 0 0 32) 3))"},
      {"n > 0 implies n <= extent(x,0)", "(implies (< 0 (param 0 0 32)) (<= (param 0 0 32) (param 1 8 32)))"},
      {"n > 0 implies n > 5 implies n > 7",
       "(implies (and (< 0 (param 0 0 32)) (< 5 (param 0 0 32))) (< 7 (param 0 0 32)))"},
      {"(n + 1) * 2 < 7", "(< (* 2 (+ (param 0 0 32) 1)) 7)"},
      {"((n < 7))", "(< (param 0 0 32) 7)"},
      {"n <= 2^31-1", "(<= (param 0 0 32) 2147483647)"},
      {"n - 1 > INT_MIN and n < 2^32", "(and (< -2147483648 (+ (param 0 0 32) -1)) (< (param 0 0 32) 4294967296))"},
      {"trunc(n/3) < rem(n, 5) + mod(n, 4)",
       "(< (truncdiv (param 0 0 32) 3) (+ (rem (param 0 0 32) 5) (mod (param 0 0 32) 4)))"},
      {"int32(4*n) < uint16(n + 1)", "(< (swrap 32 (* 4 (param 0 0 32))) (uwrap 16 (+ (param 0 0 32) 1)))"},
      {"stride(x,0) < n", "(< (param 1 16 32) (param 0 0 32))"},
      {"blockDim.x * gridDim.x <= n", "(<= (* (block x) (grid x)) (param 0 0 32))"},
  };
  for (auto [Infix, Prefix] : Rows)
    EXPECT_EQ(parsed(Infix), prefix(Prefix)) << Infix;
}

TEST_F(InfixPredicates, refusals_name_the_column_and_what_was_expected) {
  EXPECT_THAT(refusal(""), HasSubstr("expected a term, found the end"));
  EXPECT_THAT(refusal("n"), HasSubstr("expected a comparison, found ''"));
  EXPECT_THAT(refusal("n <"), HasSubstr("expected a term, found the end"));
  EXPECT_EQ(refusal("m < 3"), "column 3: 'm' is no scalar parameter of this kernel");
  EXPECT_THAT(refusal("extent(z,0) < 3"), HasSubstr("'extent(z,0)' names no dynamic extent of this kernel's tensors"));
  EXPECT_THAT(refusal("extent(x,2) < 3"), HasSubstr("'extent(x,2)' names no dynamic extent"));
  EXPECT_THAT(refusal("n < 3 4"), HasSubstr("expected the end, found '4'"));
  EXPECT_THAT(refusal("n < 3 &&"), HasSubstr("expected a term, found the end"));
  EXPECT_THAT(refusal("(n < 3"), HasSubstr("expected"));
  EXPECT_THAT(refusal("min(n < 3"), HasSubstr("expected ')', found '<'"));
  EXPECT_THAT(refusal("n = 3"), HasSubstr("expected a comparison, found '='"));
  EXPECT_THAT(refusal("n < 12ab"), HasSubstr("'12ab' is no decimal integer that fits"));
  EXPECT_THAT(refusal("n < 99999999999999999999999999999999999999999"), HasSubstr("is no decimal integer that fits"));
  EXPECT_THAT(refusal("threadIdx.x < 3"), HasSubstr("'threadIdx.x' is no scalar parameter"));
  EXPECT_THAT(refusal("n < 3 ? 1 : 2"), HasSubstr("expected the end, found '?'"));
  EXPECT_NE(refusal("1 < n < 3"), "accepted"); // not a chain
  EXPECT_THAT(refusal("n < 2^65"), HasSubstr("expected a power of two up to 2^64, found '65'"));
  EXPECT_THAT(refusal("n < 3^2"), HasSubstr("expected the end, found '^'"));
  EXPECT_THAT(refusal("trunc < 3"), HasSubstr("'trunc' is no scalar parameter"));
  EXPECT_THAT(refusal("rem(n) < 3"), HasSubstr("expected ',', found ')'"));
  EXPECT_THAT(refusal("stride(y,0) < 3"), HasSubstr("'stride(y,0)' names no dynamic stride"));
}

TEST_F(InfixPredicates, depth_is_bounded) {
  EXPECT_NE(refusal(std::string(5000, '-') + "n < 3"), "accepted");
  EXPECT_NE(refusal(std::string(5000, '!') + "n < 3"), "accepted");
  EXPECT_NE(refusal(std::string(60, '(') + "n < 3"), "accepted");
}

TEST_F(InfixPredicates, truncations_are_refused_or_read) {
  std::string Whole = "n > 0 and extent(x,1) % 64 == 0 implies ceil(extent(x,0)/64) <= min(gridDim.x, n + 2*3)";
  ASSERT_EQ(refusal(Whole), "accepted");
  for (size_t Length = 0; Length < Whole.size(); ++Length)
    refusal(std::string_view(Whole).substr(0, Length)); // must come back
}

} // namespace
