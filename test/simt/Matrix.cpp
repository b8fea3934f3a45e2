//===- Matrix.cpp - ldmatrix, stmatrix, mma: a warp's fragments -----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Warp Level Matrix Instructions". With g = lane / 4, t = lane % 4:
//
// ldmatrix, stmatrix (.m8n8.b16): lane 8m + r holds the address of row r of
// matrix m, 16 bytes, aligned to 16. Register m of a lane is elements 2t and
// 2t+1 of row g; with .trans rows 2t and 2t+1 of column g. The lower element is
// the lower half.
//
// mma.m16n8kK.row.col, elements of E = 2 (16 bits) or E = 1 (tf32) a register:
//   A, 16 x K   register r, element e: row g + 8 (r % 2),
//                                      column 4E (r / 2) + E t + e
//   B, K x 8    register r, element e: row 4E r + E t + e, column g
//   C, D 16 x 8 register r:            row g + 8 (r / 2), column 2t + r % 2
// That is "Matrix Fragments for mma.m16n8k16 with floating point type" and its
// neighbours for k8 and k4.
//
// Arithmetic: d = c; then for k = 0 .. K-1, d = fma(a, b, d) in float, to
// nearest even. PTX leaves the order and the precision of the sum open. Each
// of K steps errs by at most 2^-24 of its partial sum, and the device, which
// aligns and truncates, by about twice that; results differ by less than
// K 2^-22 (|c| + sum |a b|). Products are exact but for exponents out of range.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Runtime.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

using namespace tilechecks::simt;

namespace {

// A shape: what, and how many, as runtime functions pass them.
constexpr uint32_t shape(uint32_t Low, uint32_t High) {
  return Low | High << 16;
}
constexpr uint32_t low(uint32_t Shape) { return Shape & 0xffff; }
constexpr uint32_t high(uint32_t Shape) { return Shape >> 16; }

float halfToFloat(uint16_t H) {
  uint32_t Sign = uint32_t(H & 0x8000) << 16;
  uint32_t Exponent = H >> 10 & 31, Mantissa = H & 0x3ff;
  if (Exponent == 31)
    return std::bit_cast<float>(Sign | 0x7f800000 | Mantissa << 13);
  if (Exponent == 0)
    return std::copysign(float(Mantissa) * 0x1p-24f,
                         std::bit_cast<float>(Sign));
  return std::bit_cast<float>(Sign | (Exponent + 112) << 23 | Mantissa << 13);
}

float elementOf(uint32_t Element, uint32_t Word, uint32_t Index) {
  switch (Element) {
  case runtime::MatrixBF16:
    return std::bit_cast<float>(Word >> (16 * Index) << 16);
  case runtime::MatrixF16:
    return halfToFloat(uint16_t(Word >> (16 * Index)));
  default: // tf32 has 10 bits of mantissa; those below are not looked at.
    return std::bit_cast<float>(Word & 0xffffe000);
  }
}

void multiply(uint32_t Element, uint32_t K,
              const std::array<Fibre *, 32> &Lanes) {
  const uint32_t E = Element == runtime::MatrixTF32 ? 1 : 2;
  const uint32_t BWords = K / (4 * E), AWords = 2 * BWords;
  float A[16][16] = {}, B[16][8] = {}, C[16][8];
  for (uint32_t Lane = 0; Lane != 32; ++Lane) {
    uint32_t G = Lane / 4, T = Lane % 4;
    const uint32_t *W = Lanes[Lane]->Words;
    for (uint32_t I = 0; I != E; ++I) {
      for (uint32_t R = 0; R != AWords; ++R)
        A[G + 8 * (R % 2)][4 * E * (R / 2) + E * T + I] =
            elementOf(Element, W[R], I);
      for (uint32_t R = 0; R != BWords; ++R)
        B[4 * E * R + E * T + I][G] = elementOf(Element, W[AWords + R], I);
    }
    for (uint32_t R = 0; R != 4; ++R)
      C[G + 8 * (R / 2)][2 * T + R % 2] =
          std::bit_cast<float>(W[AWords + BWords + R]);
  }
  for (uint32_t Lane = 0; Lane != 32; ++Lane)
    for (uint32_t R = 0; R != 4; ++R) {
      uint32_t Row = Lane / 4 + 8 * (R / 2), Column = 2 * (Lane % 4) + R % 2;
      float Sum = C[Row][Column];
      for (uint32_t I = 0; I != K; ++I)
        Sum = std::fma(A[Row][I], B[I][Column], Sum);
      Lanes[Lane]->Words[R] = std::bit_cast<uint32_t>(Sum);
    }
}

/// Between registers and rows; all row addresses have been checked.
void transfer(WarpOp Op, uint32_t Count, bool Trans,
              const std::array<Fibre *, 32> &Lanes) {
  for (uint32_t Matrix = 0; Matrix != Count; ++Matrix)
    for (uint32_t Lane = 0; Lane != 32; ++Lane)
      for (uint32_t I = 0; I != 2; ++I) {
        uint32_t Row = Lane / 4, Column = 2 * (Lane % 4) + I;
        if (Trans)
          std::swap(Row, Column);
        auto *Memory = reinterpret_cast<uint8_t *>(
            Lanes[8 * Matrix + Row]->Value + 2 * Column);
        auto *Register =
            reinterpret_cast<uint8_t *>(&Lanes[Lane]->Words[Matrix]) + 2 * I;
        if (Op == WarpOp::LoadMatrix)
          std::memcpy(Register, Memory, 2);
        else
          std::memcpy(Memory, Register, 2);
      }
}

void moveMatrices(WarpOp Op, uint32_t Count, uint32_t Trans, uint64_t Row,
                  uint64_t Words, uint32_t Site) {
  Launch &L = Launch::active();
  // Lanes beyond the last row are there for their registers only.
  if (L.image().State->Linear % 32 < 8 * Count) {
    runtime::checkRange(Row, 16, 16,
                        Op == WarpOp::LoadMatrix ? runtime::AccessRead
                                                 : runtime::AccessWrite,
                        Site);
    if (!L.arena().isShared(Row))
      L.stop(Outcome::Trapped, Site,
             "a matrix row that is not in shared memory");
  }
  L.matrixOp(Op, shape(Count, Trans), Row, reinterpret_cast<uint32_t *>(Words),
             Site);
}

} // namespace

void tilechecks::simt::computeMatrix(WarpOp Op,
                                     const std::array<Fibre *, 32> &Lanes) {
  uint32_t Shape = Lanes[0]->Source;
  if (Op == WarpOp::MultiplyMatrix)
    multiply(low(Shape), high(Shape), Lanes);
  else
    transfer(Op, low(Shape), high(Shape), Lanes);
}

void runtime::loadMatrix(uint32_t Count, uint32_t Trans, uint64_t Row,
                         uint64_t Words, uint32_t Site) {
  moveMatrices(WarpOp::LoadMatrix, Count, Trans, Row, Words, Site);
}

void runtime::storeMatrix(uint32_t Count, uint32_t Trans, uint64_t Row,
                          uint64_t Words, uint32_t Site) {
  moveMatrices(WarpOp::StoreMatrix, Count, Trans, Row, Words, Site);
}

void runtime::multiplyMatrix(uint32_t Element, uint32_t K, uint64_t Words,
                             uint32_t Site) {
  Launch::active().matrixOp(WarpOp::MultiplyMatrix, shape(Element, K), 0,
                            reinterpret_cast<uint32_t *>(Words), Site);
}
