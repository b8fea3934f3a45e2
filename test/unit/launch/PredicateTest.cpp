// The grammar of predicates, and what the interpreter answers.
#include "tilechecks/launch/evaluate.hpp"
#include "tilechecks/launch/order.hpp"

#include <gtest/gtest.h>

using namespace tc::rt;

namespace {

struct Arguments {
  struct {
    void *data = nullptr;
    int extent[2] = {256, 192};
  } x;
  int n = 3;

  truth evaluate(std::string_view text) {
    std::string error;
    auto tree = parse_predicate(text, error);
    EXPECT_TRUE(tree) << error;
    const std::span<const unsigned char> bytes[] = {
        {reinterpret_cast<const unsigned char *>(&x), sizeof(x)},
        {reinterpret_cast<const unsigned char *>(&n), sizeof(n)}};
    environment e;
    e.arguments = bytes;
    e.grid = {4, 2, 1};
    e.block = {64, 1, 1};
    e.cluster = {1, 1, 1};
    e.smem = 1024;
    return tree ? evaluate_predicate(*tree, e) : truth();
  }
};

TEST(Predicate, each_atom) {
  Arguments a;
  EXPECT_TRUE(a.evaluate("(== (param 0 8 32) 256)").yes());
  EXPECT_TRUE(a.evaluate("(== (param 0 12 32) 192)").yes());
  EXPECT_TRUE(a.evaluate("(== (param 1 0 32) 3)").yes());
  EXPECT_TRUE(a.evaluate("(== (param 1 0 8) 3)").yes());
  EXPECT_TRUE(a.evaluate("(and (== (grid x) 4) (== (grid y) 2) (== (block x) "
                         "64) (== (cluster z) 1) (== (smem) 1024))")
                  .yes());
}

TEST(Predicate, each_operation) {
  Arguments a;
  for (const char *text : {"true",
                           "(not false)",
                           "(== (+ 1 2 3) 6)",
                           "(== (- 1 2) -1)",
                           "(== (* 2 3 4) 24)",
                           "(== (floordiv -7 2) -4)",
                           "(== (ceildiv 7 2) 4)",
                           "(== (truncdiv -7 2) -3)",
                           "(== (mod -7 2) 1)",
                           "(== (rem -7 2) -1)",
                           "(== (min 3 1 2) 1)",
                           "(== (max 3 1 2) 3)",
                           "(== (select (< 1 2) 10 20) 10)",
                           "(== (swrap 8 200) -56)",
                           "(== (uwrap 8 -1) 255)",
                           "(== (bitand 12 10) 8)",
                           "(== (bitor 12 10) 14)",
                           "(== (bitxor 12 10) 6)",
                           "(<= 1 1)",
                           "(< 1 2)",
                           "(!= 1 2)",
                           "(>= 2 2)",
                           "(> 2 1)",
                           "(divides 64 128)",
                           "(or false true)",
                           "(implies false false)",
                           "(== 42535295865117307932921825928971026432 (* "
                           "4294967296 4294967296 2305843009213693952))",
                           "( <=  1   2 )"})
    EXPECT_TRUE(a.evaluate(text).yes()) << text;
}

TEST(Predicate, what_no_launch_knows_is_unresolved_and_no_yes) {
  Arguments a;
  for (const char *text :
       {"(>= (tid x) 0)", "(>= (bid y) 0)", "(>= (loop 0) 0)",
        "(>= (opaque 3) 0)", "(>= (param 2 0 32) 0)", "(>= (param 1 1 32) 0)",
        "(>= (param 0 16 8) -200)"}) {
    const truth t = a.evaluate(text);
    EXPECT_FALSE(t.yes()) << text;
    EXPECT_EQ(t.error, fault::unresolved) << text;
  }
  EXPECT_TRUE(a.evaluate("(or true (>= (tid x) 0))").yes());
  EXPECT_EQ(a.evaluate("(== (floordiv 1 0) 1)").error, fault::division_by_zero);
  EXPECT_TRUE(a.evaluate("(implies (> (- (param 1 0 32) 3) 0) (< (floordiv 1 "
                         "(- (param 1 0 32) 3)) 4))")
                  .yes());
}

TEST(Predicate, what_is_not_in_the_grammar_is_refused_with_its_place) {
  const std::pair<const char *, const char *> cases[] = {
      {"", "at character 1: found the end, expected a predicate"},
      {"(<= 1 2", "at character 8: found the end, expected ')'"},
      {"(<= 1 (+ 1", "at character 11: found the end, expected a term"},
      {"(<= 1)", "at character 6: found ')', expected another operand"},
      {"(<= 1 2 3)", "at character 9: found '3', expected ')'"},
      {"(<= 1 2) x", "at character 10: found 'x', expected the end"},
      {"(+ 1 2)", "at character 2: found '+', expected a predicate"},
      {"(<= true 2)", "at character 5: found 'true', expected an integer below "
                      "2^126 or a term"},
      {"(<= (and true) 2)", "at character 6: found 'and', expected a term"},
      {"(<= (param 0 8) 2)",
       "at character 15: found ')', expected a width of 1 to 64 bits"},
      {"(<= (param 0 8 65) 2)",
       "at character 16: found '65', expected a width of 1 to 64 bits"},
      {"(<= (param -1 8 32) 2)",
       "at character 12: found '-1', expected the index of a parameter"},
      {"(<= (grid w) 2)", "at character 11: found 'w', expected x, y or z"},
      {"(<= (grid x y) 2)", "at character 13: found 'y', expected ')'"},
      {"(<= (swrap 0 1) 2)",
       "at character 12: found '0', expected a width of 1 to 126 bits"},
      {"(<= (swrap (smem) 1) 2)",
       "at character 12: found '(', expected a width of 1 to 126 bits"},
      {"(<= 85070591730234615865843651857942052864 2)",
       "at character 5: found '85070591730234615865843651857942052864', "
       "expected an integer below 2^126 or a term"},
      {"(<= 0x10 2)", "at character 5: found '0x10', expected an integer below "
                      "2^126 or a term"},
      {"(<= - 2)",
       "at character 5: found '-', expected an integer below 2^126 or a term"},
      {"(frob 1 2)", "at character 2: found 'frob', expected a predicate"},
      {"maybe", "at character 1: found 'maybe', expected a predicate"},
  };
  for (const auto &[text, message] : cases) {
    std::string error;
    EXPECT_FALSE(parse_predicate(text, error)) << text;
    EXPECT_EQ(error, message) << text;
  }
}

TEST(Predicate, depth_is_bounded) {
  std::string error, deep;
  for (int i = 0; i < 100000; ++i)
    deep += "(not ";
  EXPECT_FALSE(parse_predicate(deep, error));
  EXPECT_NE(error.find("fewer than 256 levels"), error.npos);
}

TEST(Predicate, atoms_come_once_and_in_order) {
  std::string error;
  auto tree = parse_predicate("(and (<= (grid x) (param 1 8 32)) (< (param 1 8 "
                              "32) (* (grid x) (smem))))",
                              error);
  ASSERT_TRUE(tree);
  std::vector<node> atoms;
  collect_atoms(*tree, atoms);
  std::string keys;
  for (const node &a : atoms)
    keys += atom_key(a);
  EXPECT_EQ(keys, "(grid x)(param 1 8 32)(smem)");
}

TEST(Predicate, a_contract_on_the_shape_of_the_launch_waits_for_it) {
  std::string error;
  auto on = [&](const char *text) { return *parse_predicate(text, error); };
  EXPECT_EQ(stage_of(origin::contract, on("(divides 16 (param 0 0 64))")),
            stage::arguments);
  EXPECT_EQ(stage_of(origin::contract, on("(== (block x) 128)")), stage::shape);
  EXPECT_EQ(stage_of(origin::contract, on("(<= 64 (smem))")), stage::shape);
  EXPECT_EQ(stage_of(origin::precondition, on("(<= 64 (grid x))")),
            stage::preconditions);
  EXPECT_EQ(stage_of(origin::debt, on("true")), stage::derived);
  EXPECT_EQ(stage_of(origin::assumption, on("true")), stage::assumptions);
}

} // namespace
