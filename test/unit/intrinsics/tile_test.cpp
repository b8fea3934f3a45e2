// Partitions and tiles as values: how many there are, up to the largest extent;
// where they lie; what is past the end.
#include <gtest/gtest.h>
#include <tilechecks/tilechecks.hpp>

#include <limits>
#include <type_traits>

namespace {

template <int Tile, class Index> void countsLike(long long extent) {
  const long long expected = (extent + Tile - 1) / Tile;
  EXPECT_EQ(tc::detail::tiles_in<Tile>(static_cast<Index>(extent)), expected)
      << extent << " in tiles of " << Tile;
  static_assert(
      std::is_same_v<decltype(tc::detail::tiles_in<Tile>(Index())), Index>);
}
template <int Tile, class Index> void countsNearBothEnds() {
  const long long most = std::numeric_limits<Index>::max();
  for (long long e = 0; e <= 2 * Tile + 1; ++e) {
    countsLike<Tile, Index>(e < most ? e : most);
    // In 64 bits the expected value would overflow itself.
    if (sizeof(Index) < 8)
      countsLike<Tile, Index>(most - e > 0 ? most - e : 0);
  }
}

TEST(Partition, CountsTilesUpToTheLargestExtent) {
  countsNearBothEnds<1, int>();
  countsNearBothEnds<2, int>();
  countsNearBothEnds<3, int>();
  countsNearBothEnds<64, int>();
  countsNearBothEnds<32767, int>();
  countsNearBothEnds<1, short>();
  countsNearBothEnds<3, short>();
  countsNearBothEnds<64, short>();
  countsNearBothEnds<32767, short>();
  countsNearBothEnds<64, long long>();
  EXPECT_EQ(tc::detail::tiles_in<2>(std::numeric_limits<long long>::max()),
            1LL << 62);
}

TEST(Partition, NumTilesByConstantAndByVariableAxis) {
  float data[1];
  tc::tensor3<float> x(data, 100, 0, 33);
  auto p = x.partition<64, 8, 33>();
  EXPECT_EQ(p.num_tiles<0>(), 2);
  EXPECT_EQ(p.num_tiles<1>(), 0);
  EXPECT_EQ(p.num_tiles<2>(), 1);
  auto q = p.permuted<2, 0, 1>();
  EXPECT_EQ(q.tile_extent<0>(), 33);
  for (int r = 0; r < 3; ++r)
    EXPECT_EQ(q.num_tiles(r), p.num_tiles((r + 2) % 3)) << r;
  EXPECT_EQ(p.num_tiles(0), 2);
  EXPECT_EQ(p.num_tiles(1), 0);
  EXPECT_EQ(p.num_tiles(2), 1);
}

TEST(Partition, PermutedTwiceOfItsPolicy) {
  int data[2 * 3 * 5];
  for (int i = 0; i < 30; ++i)
    data[i] = i;
  tc::tensor3<int> x(data, 2, 3, 5);
  // Axes 1 2 0, of which 2 0 1: those of the tensor again.
  auto q = x.partition<1, 2, 4>(tc::fill<-7>()).permuted<1, 2, 0>();
  auto p = q.permuted<2, 0, 1>();
  EXPECT_EQ(q.num_tiles<0>(), 2);
  EXPECT_EQ(p.num_tiles<0>(), 2);
  EXPECT_EQ(p.tile(1, 1, 1).valid(2), 1);
  EXPECT_EQ(p.tile(1, 1, 1)(0, 0, 0), x(1, 2, 4));
  EXPECT_EQ(p.tile(1, 1, 1)(0, 1, 0), -7);
  EXPECT_EQ(q.tile(0, 1, 0).valid(0), 2);
  EXPECT_EQ(q.tile(0, 1, 0).valid(1), 1);
  EXPECT_EQ(q.tile(1, 0, 1)(0, 3, 0), x(1, 2, 3));
  EXPECT_EQ(q.tile(1, 1, 1)(0, 0, 0), x(1, 2, 4));
}

// Never touched: only addresses are formed.
char *const far = reinterpret_cast<char *>(std::uintptr_t{1} << 40);
constexpr int most = std::numeric_limits<int>::max();

template <int Tile> void endsBefore() {
  tc::tensor1<char> x(far, most);
  auto p = x.partition<Tile>();
  const int last = p.num_tiles(0) - 1;
  auto t = p.tile(last);
  EXPECT_EQ(t.template origin<0>(), static_cast<long long>(last) * Tile);
  const int valid = t.valid(0);
  EXPECT_EQ(valid, most - last * static_cast<long long>(Tile));
  for (int e = 0; e < Tile; ++e)
    ASSERT_EQ(t.contains(e), e < valid) << e << " of " << Tile;
  EXPECT_EQ(&t.element_at(valid - 1), far + (most - 1));
  EXPECT_EQ(p.tile(0).valid(0), Tile);
}

TEST(Tile, TheLastOneOfTheLargestExtent) {
  endsBefore<1>();
  endsBefore<2>();
  endsBefore<64>();
  endsBefore<32767>();
}

TEST(TileDeath, CoordinatesAreCheckedInTiles) {
  tc::tensor1<char> x(far, most);
  auto p = x.partition<64>();
  EXPECT_DEATH(p.tile(-1), "index -1 of tiles of 64 for dim 0 is outside");
  EXPECT_DEATH(p.tile(1 << 25), "index 33554432 of tiles of 64");
  EXPECT_DEATH(p.tile(1u << 31), "index 2147483648 of tiles of 64");
  EXPECT_DEATH(p.tile(1LL << 32), "index 4294967296 of tiles of 64");
  EXPECT_DEATH((tc::tensor1<char>(far, 0).partition<64>().tile(0)),
               "outside extent 0");
  // The axis is the tensor's.
  tc::tensor2<char> y(far, 64, 128);
  EXPECT_DEATH((y.partition<64, 64>().permuted<1, 0>().tile(2, 0)),
               "for dim 1 is outside extent 128");
}

TEST(TileDeath, ElementsAreCheckedAgainstTheTile) {
  float data[5] = {1, 2, 3, 4, 5};
  tc::tensor1<float> x(data, 5);
  auto t = x.partition<4>(tc::fill<-7>()).tile(1);
  EXPECT_EQ(t(0), 5);
  EXPECT_EQ(t(1), -7);
  t.store(1, 9.0f); // past the end: dropped
  t.store(0, 6.0f);
  EXPECT_EQ(data[4], 6);
  EXPECT_DEATH(t(4), "index 4 for dim 0 is outside extent 4");
  EXPECT_DEATH(t(-1), "index -1 for dim 0");
  EXPECT_DEATH(t.store(4, 0.0f), "index 4 for dim 0");
  // Where nothing else keeps it inside, against the tensor, too.
  auto m = x.partition<4>(tc::masked()).tile(1);
  m(0) = 7;
  EXPECT_EQ(data[4], 7);
  EXPECT_DEATH(m(1), "index 5 for dim 0 is outside extent 5");
  EXPECT_DEATH(x.partition<4>(tc::exact()), "the tiles divide the extent");
  tc::tensor1<float> six(data, 6);
  EXPECT_DEATH(six.partition<4>(tc::exact()), "the tiles divide the extent");
}

TEST(Tile, MaskedReadsAndStoresPastTheEndOfARow) {
  float data[2 * 3] = {1, 2, 3, 4, 5, 6};
  tc::tensor2<float> x(data, 2, 3);
  auto t = x.partition<2, 2>(tc::masked()).tile(0, 1);
  EXPECT_EQ(t.read(0, 0), 3);
  EXPECT_EQ(t.read(0, 1), 0); // not the next row's 4
  t.put(9, 0, 1);
  EXPECT_EQ(data[3], 4);
  auto f = x.partition<2, 2>().tile(0, 1);
  f.store(0, 1, 9.0f);
  EXPECT_EQ(data[3], 4);
  f.store(1, 0, 9.0f);
  EXPECT_EQ(data[5], 9);
}

TEST(TileDeath, MaskedElementsOfPermutedTiles) {
  int data[3 * 5] = {};
  tc::tensor2<int> x(data, 3, 5);
  auto t = x.partition<2, 4>(tc::masked()).permuted<1, 0>().tile(1, 1);
  EXPECT_EQ(t.valid(0), 1);
  EXPECT_EQ(t.valid(1), 1);
  t(0, 0) = 7;
  EXPECT_EQ(data[14], 7);
  EXPECT_DEATH(t(1, 0) = 1, "index 5 for dim 1 is outside extent 5");
  EXPECT_DEATH(t(0, 1) = 1, "index 3 for dim 0 is outside extent 3");
}

TEST(Tile, PermutedAndNested) {
  int data[3 * 5];
  for (int i = 0; i < 15; ++i)
    data[i] = i;
  tc::tensor2<int> x(data, 3, 5);
  auto t = x.partition<2, 4>().permuted<1, 0>().tile(1, 0);
  EXPECT_EQ(t.extent<0>(), 4);
  EXPECT_EQ(t.valid(0), 1);
  EXPECT_EQ(t.valid(1), 2);
  EXPECT_EQ(t(0, 1), 9);
  EXPECT_EQ(t(1, 0), 0); // past the row: not the next row's
  auto inner = x.partition<2, 4>().tile(1, 0).partition<1, 2>();
  EXPECT_EQ(inner.num_tiles<1>(), 2);
  EXPECT_EQ(inner.tile(0, 1)(0, 1), 13);
  // A tile of a tile that lies past the end, and one beyond the tile.
  EXPECT_LE(inner.tile(1, 0).valid(0), 0);
  EXPECT_FALSE(inner.tile(1, 0).contains(0, 0));
  EXPECT_EQ(inner.tile(1, 0)(0, 0), 0);
  EXPECT_DEATH(inner.tile(0, 2), "index 2 of tiles of 2 for dim 1");
}

TEST(Tile, OfATileAtTheLargestExtent) {
  tc::tensor1<char> x(far, most);
  auto p = x.partition<64>();
  auto inner = p.tile(p.num_tiles(0) - 1).partition<16>();
  EXPECT_EQ(inner.tile(3).valid(0), 15);
  EXPECT_TRUE(inner.tile(3).contains(14));
  EXPECT_FALSE(inner.tile(3).contains(15));
  // Where the last tile's tiles begin past the end of the index type.
  auto odd = x.partition<48>();
  auto past = odd.tile(odd.num_tiles(0) - 1).partition<16>();
  EXPECT_EQ(past.tile(1).valid(0), 15);
  EXPECT_LE(past.tile(2).valid(0), 0);
  EXPECT_FALSE(past.tile(2).contains(0));
  EXPECT_FALSE(past.tile(2).contains(15));
}

} // namespace
