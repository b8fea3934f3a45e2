// The tensor as a value: its bytes (docs/interfaces.md, section 6), its
// conversions, how it is made.
#include <gtest/gtest.h>
#include <tilechecks/tilechecks.hpp>

#include <cstring>
#include <type_traits>

namespace {

constexpr auto dyn = tc::dyn;
template <long long... E> using shape = tc::extents<int, E...>;
using strided = tc::tensor<float, shape<dyn, 8>, tc::layout_stride>;

template <class Field, class X> Field fieldAt(const X &x, std::size_t byte) {
  Field value;
  std::memcpy(&value, reinterpret_cast<const char *>(&x) + byte, sizeof value);
  return value;
}

template <class X>
constexpr bool passesByValue =
    std::is_trivially_copyable_v<X> && std::is_standard_layout_v<X>;
static_assert(passesByValue<tc::tensor5<float>> && passesByValue<strided> &&
              passesByValue<tc::tensor<float, shape<4>>>);
static_assert(
    std::is_trivially_default_constructible_v<tc::smem<float, tc::shape<4>>>);
static_assert(std::is_trivially_copyable_v<tc::array<float, 4, 4>>);

TEST(Tensor, BytesArePointerThenDynamicExtentsThenStrides) {
  float data[64];
  EXPECT_EQ(sizeof(tc::tensor<float, shape<8, 8>>),
            8u); // constants are not stored
  EXPECT_EQ(sizeof(tc::tensor1<float>), 16u);
  EXPECT_EQ(sizeof(tc::tensor2<float>), 16u);
  EXPECT_EQ(sizeof(tc::tensor<float, tc::dextents<long long, 2>>), 24u);

  tc::tensor<float, shape<dyn, 512, dyn>> x(data, 3, 5);
  EXPECT_EQ(sizeof x, 16u);
  EXPECT_EQ(fieldAt<float *>(x, 0), data);
  EXPECT_EQ(fieldAt<int>(x, 8), 3);
  EXPECT_EQ(fieldAt<int>(x, 12), 5);

  const int strides[] = {9, -2};
  strided y(data, shape<dyn, 8>(7), strides);
  EXPECT_EQ(fieldAt<float *>(y, 0), data);
  EXPECT_EQ(fieldAt<int>(y, 8), 7);
  EXPECT_EQ(fieldAt<int>(y, 12), 9);
  EXPECT_EQ(fieldAt<int>(y, 16), -2);

  tc::tensor<float, shape<4, 8>, tc::layout_stride> z(data, shape<4, 8>(),
                                                      strides);
  EXPECT_EQ(fieldAt<int>(z, 8), 9);
}

TEST(Tensor, ConvertsToConstAndForgetsConstantExtents) {
  float data[32] = {};
  tc::tensor<float, shape<4, 8>> x(data);
  tc::tensor<const float, shape<4, 8>> y = x;
  tc::tensor<const float, shape<dyn, 8>> z = x;
  tc::tensor2<const float> w = z;
  EXPECT_EQ(w.data(), data);
  EXPECT_EQ(w.extent(0), 4);
  EXPECT_EQ(w.extent<1>(), 8);
  EXPECT_EQ(&y(3, 7), data + 31);
  // What would invent something does not exist.
  static_assert(!std::is_convertible_v<tc::tensor2<float>,
                                       tc::tensor<float, shape<dyn, 8>>>);
  static_assert(!std::is_convertible_v<tc::tensor<float, shape<4, 8>>,
                                       tc::tensor<float, shape<4, 4>>>);
  static_assert(
      !std::is_convertible_v<tc::tensor1<const float>, tc::tensor1<float>>);
  static_assert(
      !std::is_convertible_v<tc::tensor1<float>, tc::tensor1<double>>);
  static_assert(!std::is_convertible_v<tc::tensor1<float>, tc::tensor2<float>>);
}

TEST(Tensor, ConversionKeepsStrides) {
  float data[64];
  const int strides[] = {9, 2};
  tc::tensor<const float, shape<dyn, dyn>, tc::layout_stride> x =
      strided(data, shape<dyn, 8>(3), strides);
  EXPECT_EQ(x.stride(0), 9);
  EXPECT_EQ(x.stride<1>(), 2);
  EXPECT_EQ(&x(2, 7), data + 18 + 14);
}

TEST(Tensor, OffsetsBeyond32BitsDoNotWrapInPortableMode) {
  // Never touched: only addresses are formed, in an object large enough for the
  // pointer arithmetic to be meant.
  const auto base = reinterpret_cast<char *>(std::uintptr_t{1} << 40);
  tc::tensor2<char> x(base, 1 << 20, 1 << 20);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&x((1 << 20) - 1, 5)) -
                (std::uintptr_t{1} << 40),
            ((std::uintptr_t{1} << 20) - 1) * (1 << 20) + 5);
}

TEST(TensorDeath, AnExtentThatDoesNotFitTheIndexTypeIsRefused) {
  float data[1];
  EXPECT_DEATH(tc::tensor1<float>(data, 1LL << 32),
               "does not fit the index type");
  EXPECT_DEATH(tc::tensor1<float>(data, 3000000000u),
               "does not fit the index type");
  EXPECT_DEATH((tc::tensor<float, tc::dextents<unsigned, 1>>(data, -1)),
               "does not fit the index type");
}

TEST(Tensor, IndicesOfEveryWidthReachTheSameElement) {
  float data[12];
  tc::tensor2<float> x(data, 3, 4);
  EXPECT_EQ(&x(static_cast<short>(2), 1ull), data + 9);
  EXPECT_EQ(&x('\2', 1u), data + 9);
  EXPECT_EQ(&x(2L, static_cast<unsigned char>(1)), data + 9);
  EXPECT_EQ(&x.unchecked(2, 1u), data + 9);
}

} // namespace
