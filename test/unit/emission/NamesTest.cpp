// Names of kernels, checks and filters.
#include "report/Names.h"

#include "gtest/gtest.h"

using namespace tilechecks;

TEST(Names, BaseNameIsOneWord) {
  EXPECT_EQ(report::baseName("saxpy(float, tc::tensor<float const, int>)"), "saxpy");
  EXPECT_EQ(report::baseName("void ns::gemm<64, (int)8>(tc::tensor<float>, int)"), "ns::gemm<64,(int)8>");
  EXPECT_EQ(report::baseName("(anonymous namespace)::k(int)"), "(anonymousnamespace)::k");
  EXPECT_EQ(report::baseName("k(void (*)(int))"), "k");
  EXPECT_EQ(report::baseName("plain_c_symbol"), "plain_c_symbol");
}

TEST(Names, ModuleNameHasNoFolderAndNoExtension) {
  EXPECT_EQ(report::moduleName("/a/b.c/saxpy.cu"), "saxpy");
  EXPECT_EQ(report::moduleName("x.test.cu"), "x.test");
  EXPECT_EQ(report::moduleName("<stdin>"), "<stdin>");
}

TEST(Names, FilterTakesModuleAndKernelOrKernel) {
  EXPECT_TRUE(report::matchesFilter("", "m", "k(int)", "_Z1ki"));
  EXPECT_TRUE(report::matchesFilter("k", "m", "k(int)", "_Z1ki"));
  EXPECT_TRUE(report::matchesFilter("m::k", "m", "k(int)", "_Z1ki"));
  EXPECT_TRUE(report::matchesFilter("m::*", "m", "k(int)", "_Z1ki"));
  EXPECT_TRUE(report::matchesFilter("k(*)", "m", "k(int)", "_Z1ki"));
  EXPECT_FALSE(report::matchesFilter("n::*", "m", "k(int)", "_Z1ki"));
  EXPECT_FALSE(report::matchesFilter("kk", "m", "k(int)", "_Z1ki"));
}

TEST(Names, IdsDoNotDependOnLines) {
  Problem P;
  P.Name = "k(int)";
  P.Sites = {{{"k.cu", 20, 3}, "x", "x(i)", 0}, {{"k.cu", 10, 3}, "x", "x(i)", 0}, {{"k.cu", 10, 3}, "y", "y(i, j)", 1}};
  EXPECT_EQ(report::checkIds(P), (std::vector<int>{2, 0, 1}));
  std::vector<std::string> Before = report::stableIds(P);
  EXPECT_EQ(Before, (std::vector<std::string>{"k/x(i)/0/1", "k/x(i)/0/0", "k/y(i, j)/1/0"}));
  for (Site &S : P.Sites)
    S.Where.Line += 100;
  EXPECT_EQ(report::stableIds(P), Before);
}
