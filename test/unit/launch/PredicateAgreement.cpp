// predicate-agreement COUNT SEED: prints a C++ program that holds COUNT random
// predicates, each as text and as the expression that launcher-gen generates
// for it, and compares the two answers (value, reason, deciding comparison) on
// random values of the atoms. The program exits with 0 if they never differ,
// and prints how often each answer came.
#include "CppExpr.h"

#include <cstdio>
#include <cstdlib>
#include <random>

using tc::rt::node;
using tc::rt::op;

namespace {

class Generator {
public:
  explicit Generator(unsigned Seed) : Random(Seed) {}

  std::string predicate(int Depth) {
    static const char *const Comparisons[] = {"<=", "<", "==", "!=", ">=", ">"};
    int Kind = Depth <= 0 ? pick(6) : pick(13);
    if (Kind < 6)
      return "(" + std::string(Comparisons[Kind]) + " " + term(Depth - 1) +
             " " + term(Depth - 1) + ")";
    switch (Kind) {
    case 6:
      return "(divides " + term(Depth - 1) + " " + term(Depth - 1) + ")";
    case 7:
      return "(not " + predicate(Depth - 1) + ")";
    case 8:
    case 9:
      return "(implies " + predicate(Depth - 1) + " " + predicate(Depth - 1) +
             ")";
    case 10:
      return many("and", [&] { return predicate(Depth - 1); });
    case 11:
      return many("or", [&] { return predicate(Depth - 1); });
    default:
      return pick(2) ? "true" : "false";
    }
  }

  std::string term(int Depth) {
    if (Depth <= 0 || pick(4) == 0)
      return leaf();
    auto two = [&](const char *Word) {
      return "(" + std::string(Word) + " " + term(Depth - 1) + " " +
             term(Depth - 1) + ")";
    };
    auto some = [&](const char *Word) {
      return many(Word, [&] { return term(Depth - 1); });
    };
    switch (pick(16)) {
    case 0:
      return some("+");
    case 1:
      return two("-");
    case 2:
      return some("*");
    case 3:
      return two("floordiv");
    case 4:
      return two("ceildiv");
    case 5:
      return two("truncdiv");
    case 6:
      return two("mod");
    case 7:
      return two("rem");
    case 8:
      return some("min");
    case 9:
      return some("max");
    case 10:
      return "(select " + predicate(Depth - 1) + " " + term(Depth - 1) + " " +
             term(Depth - 1) + ")";
    case 11:
      return "(swrap " + std::to_string(1 + pick(126)) + " " + term(Depth - 1) +
             ")";
    case 12:
      return "(uwrap " + std::to_string(1 + pick(126)) + " " + term(Depth - 1) +
             ")";
    case 13:
      return two("bitand");
    case 14:
      return two("bitor");
    default:
      return two("bitxor");
    }
  }

private:
  unsigned pick(unsigned N) { return static_cast<unsigned>(Random() % N); }

  template <class F> std::string many(const char *Word, F Make) {
    std::string S = "(" + std::string(Word);
    for (unsigned N = 1 + pick(3); N != 0; --N)
      S += " " + Make();
    return S + ")";
  }

  std::string leaf() {
    static const char *const Leaves[] = {
        "(param 0 0 32)",
        "(param 0 0 64)",
        "(param 0 8 32)",
        "(param 0 12 16)",
        "(param 1 0 64)",
        "(grid x)",
        "(grid z)",
        "(block y)",
        "(cluster x)",
        "(smem)",
        "0",
        "1",
        "-1",
        "64",
        "2147483647",
        "2147483648",
        "-2147483649",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551616",
        "85070591730234615865843651857942052863",
        "-85070591730234615865843651857942052863"};
    unsigned N = pick(30);
    return N < std::size(Leaves) ? Leaves[N] : Leaves[N % 10];
  }

  std::mt19937 Random;
};

std::string nameOf(const node &N) {
  switch (N.code) {
  case op::param:
    return "field<" + std::to_string(N.offset) + ", " + std::to_string(N.bits) +
           ">(p" + tc::rt::to_string(N.number) + ")";
  case op::grid:
    return "e.grid[" + tc::rt::to_string(N.number) + "]";
  case op::block:
    return "e.block[" + tc::rt::to_string(N.number) + "]";
  case op::cluster:
    return "e.cluster[" + tc::rt::to_string(N.number) + "]";
  default:
    return "e.smem";
  }
}

constexpr const char *Head = R"(#include <tilechecks/launch/evaluate.hpp>
#include <cstdio>
#include <random>
using namespace tc::rt;
struct first { long long a; int b; short c; short d; };
using generated = truth (*)(const first &, const long long &, const environment &);
struct entry { const char *text; generated compute; };
static const entry entries[] = {
)";

constexpr const char *Tail = R"(};
int main() {
  std::mt19937_64 random(7);
  auto small = [&] { return static_cast<long long>(random() % 9) - 2; };
  auto any = [&] {
    return random() % 3 ? small() : random() % 2 ? static_cast<long long>(random()) : (1LL << random() % 63) - small();
  };
  unsigned answers[5] = {};
  for (const entry &x : entries) {
    std::string why;
    const auto tree = parse_predicate(x.text, why);
    if (!tree)
      return std::printf("%s: %s\n", x.text, why.c_str()), 1;
    for (int i = 0; i != 64; ++i) {
      const first p0 = {any(), static_cast<int>(any()), static_cast<short>(any()), 0};
      const long long p1 = any();
      const std::span<const unsigned char> bytes[] = {
          {reinterpret_cast<const unsigned char *>(&p0), sizeof(p0)},
          {reinterpret_cast<const unsigned char *>(&p1), sizeof(p1)}};
      environment e;
      e.arguments = bytes;
      for (int axis = 0; axis != 3; ++axis) {
        e.grid[axis] = any();
        e.block[axis] = any();
        e.cluster[axis] = any();
      }
      e.smem = any();
      const truth a = evaluate_predicate(*tree, e), b = x.compute(p0, p1, e);
      if (a.error != b.error || a.value != b.value || a.shown != b.shown || a.left != b.left || a.right != b.right)
        return std::printf("differs: %s\n", x.text), 1;
      ++answers[a.error == fault::none ? a.value : 1 + static_cast<int>(a.error)];
    }
  }
  std::printf("no %u, yes %u, overflow %u, division by zero %u, unresolved %u\n", answers[0], answers[1], answers[2],
              answers[3], answers[4]);
  return answers[0] && answers[1] && answers[2] && answers[3] && !answers[4] ? 0 : 1;
}
)";

} // namespace

int main(int Count, char **Arguments) {
  if (Count != 3)
    return 2;
  Generator G(static_cast<unsigned>(std::atoi(Arguments[2])));
  std::string Text = Head, Error;
  for (int I = std::atoi(Arguments[1]); I > 0; --I) {
    std::string P = G.predicate(4);
    auto Tree = tc::rt::parse_predicate(P, Error);
    if (!Tree) {
      std::fprintf(stderr, "%s: %s\n", P.c_str(), Error.c_str());
      return 1;
    }
    Text += "    {\"" + P +
            "\", [](const first &p0, const long long &p1, const environment "
            "&e) {\n       (void)p0, (void)p1, "
            "(void)e;\n       return " +
            tilechecks::launchergen::printExpression(*Tree, nameOf) +
            ";\n     }},\n";
  }
  std::fputs((Text + Tail).c_str(), stdout);
  return 0;
}
