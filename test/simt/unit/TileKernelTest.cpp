//===- TileKernelTest.cpp - CUDA sources through clang, then run
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <unistd.h>

using namespace tilechecks::simt;

namespace {

class TileKernelTest : public SimtTest {
protected:
  void SetUp() override {
    if (std::string(TILECHECKS_CLANGXX).empty())
      GTEST_SKIP() << "no clang";
  }

  void compile(const std::string &Name, const std::string &Flags) {
    std::string Folder = ::testing::TempDir() + "simt-tile-XXXXXX";
    ASSERT_TRUE(mkdtemp(Folder.data()));
    std::string Path = Folder + "/" + Name + ".ll";
    std::string Command =
        std::string(TILECHECKS_CLANGXX) +
        " -x cuda --cuda-device-only --offload-arch=sm_90 -std=c++20 "
        "-Wno-unknown-cuda-version -S -emit-llvm " +
        Flags + " " + TILECHECKS_SIMT_INPUTS + "/" + Name + ".cu -o " + Path;
    int Status = std::system(Command.c_str());
    std::string Error;
    if (Status == 0)
      M = Module::loadFile(D, Path, Error);
    unlink(Path.c_str());
    rmdir(Folder.c_str());
    ASSERT_EQ(Status, 0) << Command;
    ASSERT_TRUE(M) << Error;
  }

  static uint16_t bfloat(float Exact) {
    return uint16_t(std::bit_cast<uint32_t>(Exact) >> 16);
  }

  Result runTile(uint32_t Steps, CopyModel Model, std::vector<float> &Out,
                 uint64_t RowsOfB = 0) {
    if (RowsOfB == 0)
      RowsOfB = 16 * Steps;
    std::vector<uint16_t> A(16 * 16 * Steps), B(RowsOfB * 8);
    std::vector<float> C(128);
    for (size_t I = 0; I != A.size(); ++I)
      A[I] = bfloat(float(int(I * 7 % 17) - 8));
    for (size_t I = 0; I != B.size(); ++I)
      B[I] = bfloat(float(int(I * 5 % 13) - 6));
    for (size_t I = 0; I != C.size(); ++I)
      C[I] = float(I);
    LaunchConfig Config;
    Config.Block = {32, 1, 1};
    Config.Copies = Model;
    DevicePtr To = D.allocate(512, "d");
    Result R = M->launch("tile", Config,
                         {scalarArgument(buffer(A, "a")),
                          scalarArgument(buffer(B, "b")),
                          scalarArgument(buffer(C, "c")), scalarArgument(To),
                          scalarArgument(Steps)});
    Out = read<float>(To, 128);
    return R;
  }

  static std::vector<float> expected(uint32_t Steps) {
    std::vector<float> D(128);
    for (uint32_t I = 0; I != 16; ++I)
      for (uint32_t J = 0; J != 8; ++J) {
        D[8 * I + J] = float(8 * I + J);
        for (uint32_t K = 0; K != 16 * Steps; ++K)
          D[8 * I + J] += float(int((I * 16 * Steps + K) * 7 % 17) - 8) *
                          float(int((K * 8 + J) * 5 % 13) - 6);
      }
    return D;
  }
};

constexpr const char *NoCuda = " -nocudainc -nocudalib";

TEST_F(TileKernelTest, DoubleBufferedProduct) {
  for (const char *Flags : {"-O0", "-O3", "-O3 -DINLINE_PTX"}) {
    SCOPED_TRACE(Flags);
    compile("tile", Flags + std::string(NoCuda));
    for (const char *Text : {"issue", "wait", "1", "2", "3"})
      for (uint32_t Steps : {1, 2, 5}) {
        CopyModel Model;
        ASSERT_TRUE(parseCopyMoment(Text, Model));
        std::vector<float> Out;
        Result R = runTile(Steps, Model, Out);
        ASSERT_TRUE(R.completed()) << R.Message;
        EXPECT_EQ(Out, expected(Steps)) << Text << " " << Steps;
      }
  }
}

TEST_F(TileKernelTest, WaitThatLeavesOneGroupTooMany) {
  compile("tile", "-O3 -DEARLY" + std::string(NoCuda));
  std::vector<float> Out;
  Result R = runTile(5, {}, Out);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit) << R.Message;
  EXPECT_TRUE(R.Shadow.PendingCopy);
  EXPECT_NE(R.Shadow.NearestBuffer.find("stages"), std::string::npos);
  // Carried out: right only where the copies happen to be early.
  CopyModel Model;
  Model.ReportEarly = false;
  Model.When = CopyMoment::AtIssue;
  EXPECT_TRUE(runTile(5, Model, Out).completed());
  EXPECT_EQ(Out, expected(5));
  Model.When = CopyMoment::Seeded;
  EXPECT_TRUE(runTile(5, Model, Out).completed());
  EXPECT_NE(Out, expected(5));
}

TEST_F(TileKernelTest, SourceTooShort) {
  compile("tile", "-O3 -gline-tables-only" + std::string(NoCuda));
  std::vector<float> Out;
  Result R = runTile(2, {}, Out, /*RowsOfB=*/31);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit) << R.Message;
  EXPECT_EQ(R.Shadow.NearestBuffer, "b");
  EXPECT_EQ(R.Shadow.OffsetInNearest, 31 * 16);
  EXPECT_EQ(R.Thread, (Dim3{15, 0, 0}));
  EXPECT_NE(R.Where.File.find("tile.cu"), std::string::npos);
}

class NumbersTest : public TileKernelTest {
protected:
  void SetUp() override {
    TileKernelTest::SetUp();
    if (std::string(TILECHECKS_CUDA_ROOT).empty())
      GTEST_SKIP() << "no CUDA";
  }
};

TEST_F(NumbersTest, ThroughCudasHeaders) {
  compile("numbers", "-O3 --cuda-path=" + std::string(TILECHECKS_CUDA_ROOT));
  std::vector<float> X(32);
  for (int I = 0; I != 32; ++I)
    X[I] = 0.5f + float(I) / 8; // exact in bfloat, and so is twice it
  X[0] = 1.005859375f;          // not exact: to 1.0078125
  DevicePtr Out = D.allocate(32 * 48, "out");
  LaunchConfig Config;
  Config.Block = {32, 1, 1};
  Result R = M->launch("numbers", Config,
                       {scalarArgument(buffer(X)), scalarArgument(Out)});
  ASSERT_TRUE(R.completed()) << R.Message;
  auto V = read<float>(Out, 32 * 12);
  for (int I = 0; I != 32; ++I) {
    const float *At = &V[12 * I];
    float N = I == 0 ? 1.0078125f : X[I];
    EXPECT_EQ(At[0], N);
    EXPECT_EQ(At[1], N);
    EXPECT_EQ(At[2], 2 * N);
    EXPECT_NEAR(At[3], N * N + N, (N * N + N) / 256);
    EXPECT_NEAR(At[4], std::exp(X[I]), 1e-5f * std::exp(X[I]));
    EXPECT_NEAR(At[5], std::exp2(X[I]), 1e-5f * std::exp2(X[I]));
    EXPECT_NEAR(At[6], 1 / std::sqrt(X[I]), 1e-6f);
    EXPECT_EQ(At[7], std::fma(X[I], X[I], X[I]));
    EXPECT_EQ(At[8], X[31]);
    EXPECT_EQ(At[9], N);
    EXPECT_NEAR(At[10], 1 / X[I], 1e-5f);
    EXPECT_NEAR(At[11], std::log(X[I]), 1e-5f);
  }
  Config.Block = {64, 1, 1};
  DevicePtr Other = D.allocate(256, "out");
  R = M->launch("addresses", Config, {scalarArgument(Other)});
  ASSERT_TRUE(R.completed()) << R.Message;
  auto Y = read<float>(Other, 64);
  for (int I = 0; I != 64; ++I)
    EXPECT_EQ(Y[I], 2 * (63 - I));
}

} // namespace
