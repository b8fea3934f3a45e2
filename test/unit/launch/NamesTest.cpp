// What a sidecar says, as C++ may spell it.
#include "CppNames.h"

#include <gtest/gtest.h>

using namespace tilechecks;
using namespace tilechecks::launchergen;

namespace {

std::string typeOf(const char *Type, sidecar::ParamKind Kind,
                   std::int64_t Size) {
  sidecar::Param P{0, "p", Type, Kind, 0, Size, 4};
  auto T = spellType(P, {{"my::S", "my::S"}});
  return std::holds_alternative<CppType>(T)
             ? std::get<CppType>(T).Spelling
             : std::get<sidecar::Error>(T).Message;
}

TEST(Names, parameter_types) {
  using enum sidecar::ParamKind;
  EXPECT_EQ(typeOf("float", Scalar, 4), "float");
  EXPECT_EQ(typeOf("int", Scalar, 4), "std::int32_t");
  EXPECT_EQ(typeOf("unsigned long", Scalar, 8), "std::uint64_t");
  EXPECT_EQ(typeOf("Mode", Scalar, 4), "tc::rt::opaque_argument<4, 4>");
  EXPECT_EQ(typeOf("float const*", Pointer, 8), "const float *");
  EXPECT_EQ(typeOf("float const* __restrict", Pointer, 8), "const float *");
  EXPECT_EQ(typeOf("Node*", Pointer, 8), "void *");
  EXPECT_EQ(typeOf("Node const*", Pointer, 8), "const void *");
  EXPECT_EQ(typeOf("__half*", Pointer, 8), "__half *");
  EXPECT_EQ(typeOf("float**", Pointer, 8), "void *");
  EXPECT_EQ(typeOf("S", Struct, 12), "tc::rt::opaque_argument<12, 4>");
  EXPECT_EQ(typeOf("my::S", Struct, 12), "my::S");
  EXPECT_EQ(
      typeOf("tc::checked_v0_1::tensor<float const, "
             "tc::checked_v0_1::extents<int, -1ll, 8ll>, "
             "tc::checked_v0_1::layout_left>",
             Tensor, 16),
      "tc::tensor<const float, tc::extents<int, tc::dyn, 8>, tc::layout_left>");
  EXPECT_EQ(typeOf("tc::tensor<my::S, tc::extents<int, 8>, tc::layout_right>",
                   Tensor, 8),
            "tc::tensor<my::S, tc::extents<int, 8>, tc::layout_right>");
  EXPECT_EQ(
      typeOf("tc::tensor<T, tc::extents<int, 8>, tc::layout_right>", Tensor, 8),
      "tc::rt::opaque_argument<8, 4>");
}

TEST(Names, a_tensor_that_is_not_understood_is_an_error) {
  using enum sidecar::ParamKind;
  EXPECT_EQ(typeOf("tc::tensor<float, tc::extents<int, 8>, tc::layout_odd>",
                   Tensor, 8),
            "parameter 0 (p) of type tc::tensor<float, tc::extents<int, 8>, "
            "tc::layout_odd>: a form of tensor that is not "
            "known here");
  EXPECT_EQ(typeOf("tc::tensor<float, tc::extents<int, -1>, tc::layout_right>",
                   Tensor, 24),
            "parameter 0 (p) of type tc::tensor<float, tc::extents<int, -1>, "
            "tc::layout_right>: such a tensor has 16 bytes, "
            "the sidecar says 24");
}

TEST(Names, kernel_names_become_function_names) {
  auto whole = [](const char *S) {
    KernelName K = splitKernelName(S);
    std::string R;
    for (const std::string &N : K.Namespaces)
      R += N + "::";
    return R + K.Base;
  };
  EXPECT_EQ(whole("saxpy(float)"), "saxpy");
  EXPECT_EQ(whole("void a::b::gemm<float, 64, -1>(float*)"),
            "a::b::gemm_float_64_m1");
  EXPECT_EQ(whole("(anonymous namespace)::k(int)"), "k");
  EXPECT_EQ(whole("a::S<int>::k(int)"), "a::S::k");
  EXPECT_EQ(whole("new(int)"), "new_");
}

TEST(Names, identifiers_comments_and_literals_are_safe) {
  EXPECT_EQ(identifier("extent(x,0)"), "extent_x_0");
  EXPECT_EQ(identifier("3d"), "n_3d");
  EXPECT_EQ(identifier("argument 2"), "argument_2");
  EXPECT_EQ(identifier("config"), "config_");
  EXPECT_EQ(identifier("__x"), "x");
  EXPECT_EQ(identifier("\xc3\xa4"), "unnamed");
  EXPECT_EQ(quote("a\"b\\c\n"), R"("a\"b\\c\012")");
  EXPECT_EQ(commentLine("a\nb\\"), "a b\\.");
  NameScope Scope;
  EXPECT_EQ(Scope.take("x"), "x");
  EXPECT_EQ(Scope.take("x"), "x_2");
  EXPECT_EQ(withoutAbiTags("f(tc::checked_v0_1::tensor<int>, "
                           "tc::portable_v0_1::x, tc::checked_value)"),
            "f(tc::tensor<int>, tc::x, tc::checked_value)");
}

} // namespace
