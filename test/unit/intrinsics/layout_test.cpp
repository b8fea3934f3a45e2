// Every layout at every rank, exhaustively over small shapes, against the
// formula.
#include <gtest/gtest.h>
#include <tilechecks/tilechecks.hpp>

#include <array>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace {

// Calls `visit(index)` for every multi-index below `extents`.
template <std::size_t Rank, class Visit>
void forAll(const std::array<int, Rank> &extents, Visit visit,
            std::array<int, Rank> index = {}, std::size_t axis = 0) {
  if (axis == Rank)
    return visit(index);
  for (index[axis] = 0; index[axis] < extents[axis]; ++index[axis])
    forAll(extents, visit, index, axis + 1);
}

template <std::size_t Rank>
int right(const std::array<int, Rank> &e, const std::array<int, Rank> &i) {
  int offset = 0;
  for (std::size_t r = 0; r < Rank; ++r)
    offset = offset * e[r] + i[r];
  return offset;
}

template <std::size_t Rank>
int left(const std::array<int, Rank> &e, const std::array<int, Rank> &i) {
  int offset = 0;
  for (std::size_t r = Rank; r-- > 0;)
    offset = offset * e[r] + i[r];
  return offset;
}

template <class X, std::size_t Rank>
std::ptrdiff_t offsetOf(const X &x, const std::array<int, Rank> &index) {
  return std::apply([&](auto... i) { return &x(i...) - x.data(); }, index);
}

template <class X, std::size_t Rank, class Formula>
void compare(const X &x, const std::array<int, Rank> &extents,
             Formula formula) {
  ASSERT_EQ(X::rank(), static_cast<int>(Rank));
  int elements = 1;
  for (std::size_t r = 0; r < Rank; ++r) {
    ASSERT_EQ(x.extent(static_cast<int>(r)), extents[r]);
    elements *= extents[r];
  }
  ASSERT_EQ(x.size(), elements);
  std::set<std::ptrdiff_t> seen;
  forAll(extents, [&](const std::array<int, Rank> &index) {
    ASSERT_EQ(offsetOf(x, index), formula(extents, index));
    std::ptrdiff_t bySteps = 0;
    for (std::size_t r = 0; r < Rank; ++r)
      bySteps +=
          static_cast<std::ptrdiff_t>(index[r]) * x.stride(static_cast<int>(r));
    ASSERT_EQ(bySteps, formula(extents, index));
    seen.insert(bySteps);
  });
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(
                             elements)); // no two elements share a place
}

int memory[1024];

template <class Index, long long... E>
void compareShape(std::array<int, sizeof...(E)> extents, auto... dynamic) {
  using shape = tc::extents<Index, E...>;
  compare(tc::tensor<int, shape, tc::layout_right>(memory, dynamic...), extents,
          right<sizeof...(E)>);
  compare(tc::tensor<int, shape, tc::layout_left>(memory, dynamic...), extents,
          left<sizeof...(E)>);
}

constexpr auto dyn = tc::dyn;

TEST(Layout, DynamicShapes) {
  compareShape<int, dyn>({7}, 7);
  compareShape<int, dyn, dyn>({3, 5}, 3, 5);
  compareShape<int, dyn, dyn, dyn>({2, 3, 5}, 2, 3, 5);
  compareShape<int, dyn, dyn, dyn, dyn>({2, 3, 1, 4}, 2, 3, 1, 4);
  compareShape<int, dyn, dyn, dyn, dyn, dyn>({2, 3, 2, 4, 3}, 2, 3, 2, 4, 3);
  compareShape<long long, dyn, dyn>({3, 5}, 3, 5);
  compareShape<unsigned, dyn, dyn, dyn>({2, 3, 5}, 2u, 3u, 5u);
}

TEST(Layout, ConstantAndMixedShapes) {
  compareShape<int, 7>({7});
  compareShape<int, 3, 5>({3, 5});
  compareShape<int, dyn, 5>({3, 5}, 3);
  compareShape<int, 3, dyn>({3, 5}, 5);
  compareShape<int, 2, dyn, 5>({2, 3, 5}, 3);
  compareShape<int, dyn, 3, dyn, 4>({2, 3, 2, 4}, 2, 2);
  compareShape<int, 2, 3, 2, dyn, dyn>({2, 3, 2, 4, 3}, 4, 3);
}

TEST(Layout, Strides) {
  using shape = tc::extents<int, dyn, 3, dyn>;
  const int strides[3] = {1, 40, -4};
  tc::tensor<int, shape, tc::layout_stride> x(memory + 100, shape(4, 5),
                                              strides);
  compare(x, std::array{4, 3, 5},
          [](auto, auto i) { return i[0] + 40 * i[1] - 4 * i[2]; });
}

TEST(Layout, SwizzlePermutesTheArrayAndIsItsOwnInverse) {
  using pattern =
      tc::xor_swizzle<3, 2, 3>; // the 128-byte pattern for 4-byte elements
  std::set<int> seen;
  for (int i = 0; i < 1024; ++i) {
    EXPECT_EQ(pattern::apply(pattern::apply(i)), i);
    EXPECT_EQ(pattern::apply(i) / 4 * 4 + i % 4,
              pattern::apply(i)); // 16 bytes stay together
    seen.insert(pattern::apply(i));
  }
  EXPECT_EQ(seen.size(), 1024u);
  EXPECT_EQ(*seen.rbegin(), 1023);
}

TEST(Layout, SwizzleSpreadsAColumnOverTheBanks) {
  static tc::smem<float, tc::shape<32, 32>, tc::xor_swizzle<3, 2, 3>> s;
  std::set<std::ptrdiff_t> banks;
  for (int row = 0; row < 8; ++row)
    banks.insert((&s(row, 0) - s.data()) % 32);
  EXPECT_EQ(banks.size(), 8u);
}

} // namespace
