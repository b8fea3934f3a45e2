//===- MatrixTest.cpp - ldmatrix, stmatrix, mma
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <bit>
#include <cmath>

using namespace tilechecks::simt;

namespace {

constexpr const char *Declarations = R"(
@s = internal addrspace(3) global [256 x i16] undef, align 16
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3))
declare {i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))
declare {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16.p3(ptr addrspace(3))
declare {i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3))
declare {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(ptr addrspace(3))
declare {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p0(ptr)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3), i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3), i32, i32)
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3), i32, i32, i32, i32)
declare {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.exit()
)";

/// @s holds 0, 1, 2, ... as u16; lane l's row is number l ^ 5.
const std::string Fill = R"(
  %w0 = shl i64 %t, 3
  %base = getelementptr i16, ptr addrspace(3) @s, i64 %w0
  %first = trunc i64 %w0 to i16
  %v0 = insertelement <8 x i16> poison, i16 %first, i32 0
  %v1 = shufflevector <8 x i16> %v0, <8 x i16> poison, <8 x i32> zeroinitializer
  %v2 = add <8 x i16> %v1, <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7>
  store <8 x i16> %v2, ptr addrspace(3) %base, align 16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %perm = xor i64 %t, 5
  %ro = shl i64 %perm, 3
  %row = getelementptr i16, ptr addrspace(3) @s, i64 %ro
  %o0 = shl i64 %t, 2
  %o = getelementptr i32, ptr %out, i64 %o0
)";

class MatrixTest : public SimtTest {
protected:
  Result runMatrix(DevicePtr Out, uint32_t Threads = 32) {
    return run(Threads, {scalarArgument(Out)});
  }

  /// Registers of ldmatrix.xCount, 4 a lane.
  std::vector<uint32_t> load(int Count, bool Trans) {
    std::string X = std::to_string(Count);
    std::string Call = "@llvm.nvvm.ldmatrix.sync.aligned.m8n8.x" + X +
                       (Trans ? ".trans" : "") +
                       ".b16.p3(ptr addrspace(3) %row)\n";
    std::string Body = Fill;
    if (Count == 1) {
      Body += "  %r0 = call i32 " + Call;
    } else {
      std::string Type = Count == 2 ? "{i32, i32}" : "{i32, i32, i32, i32}";
      Body += "  %r = call " + Type + " " + Call;
      for (int I = 0; I != Count; ++I)
        Body += "  %r" + std::to_string(I) + " = extractvalue " + Type +
                " %r, " + std::to_string(I) + "\n";
    }
    for (int I = 0; I != Count; ++I) {
      std::string N = std::to_string(I);
      Body += "  %p" + N + " = getelementptr i32, ptr %o, i64 " + N +
              "\n  store i32 %r" + N + ", ptr %p" + N + "\n";
    }
    loadKernel("ptr %out", Body, Declarations);
    DevicePtr Out = D.allocate(512, "out");
    Result R = runMatrix(Out);
    EXPECT_TRUE(R.completed()) << R.Message;
    return read<uint32_t>(Out, 128);
  }
};

/// What Fill has left at row R, column C of matrix M.
uint32_t filled(uint32_t M, uint32_t R, uint32_t C) {
  return 8 * ((8 * M + R) ^ 5) + C;
}

TEST_F(MatrixTest, LoadLayout) {
  for (int Count : {1, 2, 4})
    for (bool Trans : {false, true}) {
      SCOPED_TRACE(std::to_string(Count) + (Trans ? " trans" : ""));
      auto V = load(Count, Trans);
      for (uint32_t Lane = 0; Lane != 32; ++Lane)
        for (uint32_t M = 0; M != uint32_t(Count); ++M) {
          uint32_t R = Lane / 4, C = 2 * (Lane % 4);
          uint32_t Low = Trans ? filled(M, C, R) : filled(M, R, C);
          uint32_t High = Trans ? filled(M, C + 1, R) : filled(M, R, C + 1);
          EXPECT_EQ(V[4 * Lane + M], Low | High << 16) << Lane << " " << M;
        }
    }
}

TEST_F(MatrixTest, RowsAreAlignedTo16) {
  loadKernel("ptr %out", Fill + R"(
  %is3 = icmp eq i32 %tid, 3
  %off = select i1 %is3, i64 8, i64 0
  %bad = getelementptr i8, ptr addrspace(3) %row, i64 %off
  %r = call {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %bad))",
             Declarations);
  Result R = runMatrix(D.allocate(512, "out"));
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_TRUE(R.Shadow.Misaligned) << R.Message;
  EXPECT_EQ(R.Shadow.SizeBytes, 16u);
  EXPECT_EQ(R.Thread, (Dim3{3, 0, 0}));
}

TEST_F(MatrixTest, RowsAreChecked) {
  const std::string Bad = Fill + R"(
  %is9 = icmp eq i32 %tid, 9
  %off = select i1 %is9, i64 8192, i64 0
  %bad = getelementptr i8, ptr addrspace(3) %row, i64 %off
)";
  loadKernel("ptr %out", Bad + R"(
  %r = call {i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %bad))",
             Declarations);
  DevicePtr Out = D.allocate(512, "out");
  Result R = runMatrix(Out);
  ASSERT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.Kind, AccessKind::Read);
  EXPECT_EQ(R.Thread, (Dim3{9, 0, 0}));
  EXPECT_EQ(R.Shadow.NearestBuffer, "s");
  // .x1 takes its rows from lanes 0 to 7.
  loadKernel("ptr %out", Bad + R"(
  %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %bad))",
             Declarations);
  EXPECT_TRUE(runMatrix(Out).completed());
  loadKernel("ptr %out", Bad + R"(
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %bad, i32 0, i32 0, i32 0, i32 0))",
             Declarations);
  R = runMatrix(Out);
  EXPECT_EQ(R.Kind, Outcome::ShadowHit);
  EXPECT_EQ(R.Shadow.Kind, AccessKind::Write);
}

TEST_F(MatrixTest, GenericRowsMustBeShared) {
  loadKernel("ptr %out", R"(
  %r = call {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p0(ptr %out))",
             Declarations);
  Result R = runMatrix(D.allocate(512, "out"));
  EXPECT_EQ(R.Kind, Outcome::Trapped);
  EXPECT_EQ(R.Message, "a matrix row that is not in shared memory");
  loadKernel("ptr %out", Fill + R"(
  %g = addrspacecast ptr addrspace(3) %row to ptr
  %r = call {i32, i32, i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p0(ptr %g))",
             Declarations);
  EXPECT_TRUE(runMatrix(D.allocate(512, "out")).completed());
}

TEST_F(MatrixTest, StoreIsTheInverseOfLoad) {
  // Each lane's register m is 1000 m + 2 lane, and one more in the upper half.
  for (bool Trans : {false, true}) {
    uint32_t Count = Trans ? 2 : 4;
    loadKernel(
        "ptr %out",
        Fill + R"(
  %two = shl i32 %tid, 1
  %one = add i32 %two, 1
  %up = shl i32 %one, 16
  %a = or i32 %two, %up
  %b = add i32 %a, 65537000
  %c = add i32 %b, 65537000
  %d = add i32 %c, 65537000
)" +
            (Trans ? "  call void "
                     "@llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16."
                     "p3(ptr addrspace(3) %row, i32 %a, i32 %b)\n"
                   : "  call void "
                     "@llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3(ptr "
                     "addrspace(3) %row, i32 %a, i32 %b, i32 %c, i32 %d)\n") +
            R"(
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %m = load <8 x i16>, ptr addrspace(3) %row, align 16
  store <8 x i16> %m, ptr %o, align 16)",
        Declarations);
    DevicePtr Out = D.allocate(512, "out");
    Result R = runMatrix(Out);
    ASSERT_TRUE(R.completed()) << R.Message;
    auto V = read<uint16_t>(Out, 256);
    for (uint32_t M = 0; M != Count; ++M)
      for (uint32_t Row = 0; Row != 8; ++Row)
        for (uint32_t Column = 0; Column != 8; ++Column) {
          uint32_t I = Trans ? Column : Row, J = Trans ? Row : Column;
          uint32_t Lane = 4 * I + J / 2;
          EXPECT_EQ(V[8 * (8 * M + Row) + Column], 1000 * M + 2 * Lane + J % 2);
        }
  }
}

//===----------------------------------------------------------------------===//
// mma: fragments by the tables of the PTX manual, element by element
//===----------------------------------------------------------------------===//

struct Shape {
  const char *Name; ///< after `llvm.nvvm.mma.`
  enum { BF16, F16, TF32 } Type;
  uint32_t K;
};

uint16_t toBF16(float V) {
  return uint16_t(std::bit_cast<uint32_t>(V) >> 16); // exact values only
}

/// Small integers only.
uint16_t toF16(float V) {
  if (V == 0)
    return 0;
  int Exponent;
  float M = std::frexp(std::fabs(V), &Exponent); // [0.5, 1)
  return uint16_t((V < 0 ? 0x8000 : 0) | (Exponent + 14) << 10 |
                  uint32_t(M * 2048 - 1024));
}

class MmaTest : public SimtTest {
protected:
  float A[16][16] = {}, B[16][8] = {}, C[16][8] = {};

  /// Loads a lane's words, multiplies, stores the four results.
  void loadMma(const Shape &S) {
    uint32_t Each = S.Type == Shape::TF32 ? 4 : 8;
    uint32_t BWords = S.K / Each, Words = 3 * BWords + 4;
    std::string Type = S.Type == Shape::F16 ? "<2 x half>" : "i32";
    std::string Types, Arguments, Body;
    for (uint32_t I = 0; I != Words; ++I) {
      std::string N = std::to_string(I), T = I < 3 * BWords ? Type : "float";
      Types += (I ? ", " : "") + T;
      Arguments += (I ? ", " : "") + T + " %a" + N;
      Body += "  %i" + N + " = getelementptr i32, ptr %from, i64 " + N +
              "\n  %a" + N + " = load " + T + ", ptr %i" + N + ", align 4\n";
    }
    Body = "  %fo = mul i64 %t, " + std::to_string(Words) +
           "\n  %from = getelementptr i32, ptr %in, i64 %fo\n" + Body +
           "  %r = call {float, float, float, float} @llvm.nvvm.mma." + S.Name +
           "(" + Arguments + ")\n  %to0 = shl i64 %t, 2\n";
    for (int I = 0; I != 4; ++I) {
      std::string N = std::to_string(I);
      Body += "  %d" + N + " = extractvalue {float, float, float, float} %r, " +
              N + "\n  %t" + N + " = add i64 %to0, " + N + "\n  %p" + N +
              " = getelementptr float, ptr %out, i64 %t" + N +
              "\n  store float %d" + N + ", ptr %p" + N + ", align 4\n";
    }
    loadKernel("ptr %in, ptr %out", Body,
               std::string("declare {float, float, float, float} "
                           "@llvm.nvvm.mma.") +
                   S.Name + "(" + Types + ")\n");
  }

  uint32_t pack(const Shape &S, float Low, float High) {
    if (S.Type == Shape::TF32)
      return std::bit_cast<uint32_t>(Low);
    auto Narrow = S.Type == Shape::BF16 ? toBF16 : toF16;
    return Narrow(Low) | uint32_t(Narrow(High)) << 16;
  }

  std::vector<uint32_t> fragments(const Shape &S) {
    std::vector<uint32_t> Words;
    for (uint32_t Lane = 0; Lane != 32; ++Lane) {
      uint32_t Group = Lane >> 2, InGroup = Lane % 4;
      if (S.Type == Shape::TF32) {
        // a0, a2: row groupID, a1, a3: groupID + 8; a2, a3: column + 4.
        for (uint32_t I = 0; I != S.K / 2; ++I)
          Words.push_back(pack(S,
                               A[I == 0 || I == 2 ? Group : Group + 8]
                                [I < 2 ? InGroup : InGroup + 4],
                               0));
        for (uint32_t I = 0; I != S.K / 4; ++I)
          Words.push_back(pack(S, B[InGroup + 4 * I][Group], 0));
      } else {
        // ai: row groupID for i in {0, 1, 4, 5}, groupID + 8 otherwise; column
        // threadID_in_group * 2 + (i & 1), and 8 more from i = 4 on.
        auto ElementA = [&](uint32_t I) {
          uint32_t Row = I < 2 || (4 <= I && I < 6) ? Group : Group + 8;
          return A[Row][InGroup * 2 + (I & 1) + (I >= 4 ? 8 : 0)];
        };
        auto ElementB = [&](uint32_t I) {
          return B[InGroup * 2 + (I & 1) + (I >= 2 ? 8 : 0)][Group];
        };
        for (uint32_t I = 0; I != S.K / 2; I += 2)
          Words.push_back(pack(S, ElementA(I), ElementA(I + 1)));
        for (uint32_t I = 0; I != S.K / 4; I += 2)
          Words.push_back(pack(S, ElementB(I), ElementB(I + 1)));
      }
      for (uint32_t I = 0; I != 4; ++I)
        Words.push_back(std::bit_cast<uint32_t>(
            C[I < 2 ? Group : Group + 8][InGroup * 2 + (I & 1)]));
    }
    return Words;
  }

  /// D by row and column.
  std::vector<float> multiply(const Shape &S) {
    loadMma(S);
    DevicePtr In = buffer(fragments(S), "in");
    DevicePtr Out = D.allocate(512, "out");
    Result R = run(32, {scalarArgument(In), scalarArgument(Out)});
    EXPECT_TRUE(R.completed()) << R.Message;
    auto Raw = read<float>(Out, 128);
    std::vector<float> Result(128);
    for (uint32_t Lane = 0; Lane != 32; ++Lane)
      for (uint32_t I = 0; I != 4; ++I)
        Result[8 * (I < 2 ? Lane >> 2 : (Lane >> 2) + 8) + Lane % 4 * 2 +
               (I & 1)] = Raw[4 * Lane + I];
    return Result;
  }
};

TEST_F(MmaTest, EveryShapeAgainstThePlainFormula) {
  for (const Shape &S : {Shape{"m16n8k16.row.col.bf16", Shape::BF16, 16},
                         Shape{"m16n8k8.row.col.bf16", Shape::BF16, 8},
                         Shape{"m16n8k16.row.col.f32.f32", Shape::F16, 16},
                         Shape{"m16n8k8.row.col.f32.f32", Shape::F16, 8},
                         Shape{"m16n8k8.row.col.tf32", Shape::TF32, 8},
                         Shape{"m16n8k4.row.col.tf32", Shape::TF32, 4}}) {
    SCOPED_TRACE(S.Name);
    for (uint32_t I = 0; I != 16; ++I)
      for (uint32_t J = 0; J != 16; ++J) {
        A[I][J] = float(int32_t(I * 7 + J * 3) % 17 - 8);
        if (J < 8) {
          B[I][J] = float(int32_t(I * 5 + J * 11) % 13 - 6);
          C[I][J] = float(1000 * I + J);
        }
      }
    auto V = multiply(S);
    for (uint32_t I = 0; I != 16; ++I)
      for (uint32_t J = 0; J != 8; ++J) {
        float Sum = C[I][J];
        for (uint32_t K = 0; K != S.K; ++K)
          Sum += A[I][K] * B[K][J];
        EXPECT_EQ(V[8 * I + J], Sum) << I << " " << J;
      }
  }
}

TEST_F(MmaTest, SumsInFloatFromCOnInOrderOfK) {
  const Shape S{"m16n8k16.row.col.bf16", Shape::BF16, 16};
  for (uint32_t K = 0; K != 16; ++K)
    A[0][K] = A[1][K] = B[K][0] = 1;
  C[0][0] = 0x1p24f; // each 1 is half a unit in the last place: lost
  A[1][0] = 0x1p24f;
  A[1][15] = -0x1p24f; // comes last
  auto V = multiply(S);
  EXPECT_EQ(V[0], 0x1p24f);
  EXPECT_EQ(V[8], 0.0f);
}

TEST_F(MmaTest, LowBitsOfTf32AreNotLookedAt) {
  const Shape S{"m16n8k8.row.col.tf32", Shape::TF32, 8};
  A[0][0] = std::nextafter(3.0f, 4.0f);
  B[0][0] = 5;
  EXPECT_EQ(multiply(S)[0], 15.0f);
}

TEST_F(MmaTest, HalfSubnormalsAndInfinities) {
  const Shape S{"m16n8k16.row.col.f32.f32", Shape::F16, 16};
  loadMma(S);
  auto Words = fragments(S);
  Words[0] = 0x7c000001; // a0 = 2^-24, a1 = infinity
  Words[4] = 0x3c003c00; // b0 = b1 = 1
  DevicePtr In = buffer(Words, "in");
  DevicePtr Out = D.allocate(512, "out");
  ASSERT_TRUE(run(32, {scalarArgument(In), scalarArgument(Out)}).completed());
  EXPECT_EQ(read<float>(Out, 1)[0], INFINITY);
  Words[0] = 0x80010003; // 3 * 2^-24, -2^-24
  ASSERT_TRUE(D.write(In, Words.data(), 4 * Words.size()));
  ASSERT_TRUE(run(32, {scalarArgument(In), scalarArgument(Out)}).completed());
  EXPECT_EQ(read<float>(Out, 1)[0], 0x1p-23f);
}

const std::string Product =
    "call {float, float, float, float} @llvm.nvvm.mma.m16n8k16.row.col.bf16("
    "i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, float 0.0, float 0.0, float "
    "0.0, float 0.0)\n";

TEST_F(MatrixTest, AllLanesTakePart) {
  loadKernel("", "  %r = " + Product, Declarations);
  EXPECT_TRUE(run(64, {}).completed());
  Result R = run(40, {});
  EXPECT_EQ(R.Kind, Outcome::Deadlock);
  EXPECT_EQ(R.Message, "mma.sync needs all 32 lanes of the warp; lane 8 does "
                       "not exist");
  loadKernel("", R"(
  %c = icmp eq i32 %tid, 30
  br i1 %c, label %leave, label %stay
leave:
  call void @llvm.nvvm.exit()
  br label %stay
stay:
  %r = )" + Product,
             Declarations);
  R = run(32, {});
  EXPECT_EQ(R.Kind, Outcome::Deadlock);
  EXPECT_NE(R.Message.find("lane 30 has ended"), std::string::npos)
      << R.Message;
}

TEST_F(MatrixTest, AllLanesAreAtOnePlace) {
  loadKernel("", R"(
  %c = icmp ult i32 %tid, 16
  br i1 %c, label %low, label %high
low:
  %a = )" + Product + R"(
  br label %join
high:
  %b = )" + Product + R"(
  br label %join
join:)",
             Declarations);
  Result R = run(32, {});
  EXPECT_EQ(R.Kind, Outcome::Deadlock);
  EXPECT_NE(R.Message.find("mma.sync"), std::string::npos) << R.Message;
}

TEST_F(MatrixTest, OtherShapesAreUnsupportedByName) {
  loadKernel("", R"(
  %r = call {<2 x half>, <2 x half>} @llvm.nvvm.mma.m16n8k16.row.col.f16.f16(<2 x half> zeroinitializer, <2 x half> zeroinitializer, <2 x half> zeroinitializer, <2 x half> zeroinitializer, <2 x half> zeroinitializer, <2 x half> zeroinitializer, <2 x half> zeroinitializer, <2 x half> zeroinitializer))",
             "declare {<2 x half>, <2 x half>} "
             "@llvm.nvvm.mma.m16n8k16.row.col.f16.f16(<2 x half>, <2 x half>, "
             "<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x "
             "half>)\n");
  Result R = run(32, {});
  EXPECT_EQ(R.Kind, Outcome::Unsupported);
  EXPECT_EQ(R.Unsupported, "llvm.nvvm.mma.m16n8k16.row.col.f16.f16");
}

TEST_F(MatrixTest, InlineAssembly) {
  // Both matrices of a warp are rows of 0 .. 255, x2 without and with .trans;
  // then D = A B + C with A all 1, B all 2, C = 3.
  loadKernel("ptr %out", Fill + R"(
  %n = ptrtoint ptr addrspace(3) %row to i32
  %m = call {i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {$0, $1}, [$2];", "=r,=r,r"(i32 %n)
  %m1 = extractvalue {i32, i32} %m, 1
  store i32 %m1, ptr %o
  %d = call {float, float, float, float} asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {$0, $1, $2, $3}, {$4, $4, $4, $4}, {$5, $5}, {$6, $6, $6, $6};", "=f,=f,=f,=f,r,r,f"(i32 1065369472, i32 1073758208, float 3.0)
  %d2 = extractvalue {float, float, float, float} %d, 2
  %p = getelementptr i32, ptr %o, i64 1
  store float %d2, ptr %p
  call void asm sideeffect "stmatrix.sync.aligned.m8n8.x1.shared.b16 [$0], {$1};", "r,r"(i32 %n, i32 %tid)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = load i32, ptr addrspace(3) %row, align 4
  %q = getelementptr i32, ptr %o, i64 2
  store i32 %u, ptr %q)",
             Declarations);
  DevicePtr Out = D.allocate(512, "out");
  Result R = runMatrix(Out);
  ASSERT_TRUE(R.completed()) << R.Message;
  auto V = read<uint32_t>(Out, 128);
  for (uint32_t Lane = 0; Lane != 32; ++Lane) {
    uint32_t C = Lane / 4, Row = 2 * (Lane % 4);
    EXPECT_EQ(V[4 * Lane], filled(1, Row, C) | filled(1, Row + 1, C) << 16);
    EXPECT_EQ(std::bit_cast<float>(V[4 * Lane + 1]), 35.0f);
    if (Lane < 8)
      EXPECT_EQ(V[4 * Lane + 2], 4 * Lane);
  }
}

} // namespace
