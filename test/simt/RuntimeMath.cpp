//===- RuntimeMath.cpp - arithmetic by the machine's rules ----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled with -frounding-math: the operations below must not be folded or
// moved across a change of the rounding mode.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

using namespace tilechecks::simt;

namespace {

class RoundingScope {
public:
  explicit RoundingScope(uint32_t Rounding) : Before(std::fegetround()) {
    static constexpr int Modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                    FE_UPWARD};
    std::fesetround(Modes[Rounding & 3]);
  }
  ~RoundingScope() { std::fesetround(Before); }

private:
  int Before;
};

template <typename T> T apply(uint32_t Op, uint32_t Rounding, T A, T B, T C) {
  RoundingScope Scope(Rounding);
  volatile T X = A, Y = B, Z = C, Result = 0;
  switch (Op) {
  case runtime::FAdd:
    Result = X + Y;
    break;
  case runtime::FMul:
    Result = X * Y;
    break;
  case runtime::FDiv:
    Result = X / Y;
    break;
  case runtime::FFma:
    Result = std::fma(X, Y, Z);
    break;
  case runtime::FSqrt:
    Result = std::sqrt(X);
    break;
  case runtime::FRcp:
    Result = T(1) / X;
    break;
  }
  return Result;
}

double roundBy(uint32_t Rounding, double A) {
  switch (Rounding & 3) {
  case 0:
    return std::nearbyint(A);
  case 1:
    return std::trunc(A);
  case 2:
    return std::floor(A);
  default:
    return std::ceil(A);
  }
}

template <typename T> uint64_t saturate(double A) {
  // The upper bound as a double is one past the largest value for 64 bits and
  // exact for 32; >= is right for both after rounding to an integer.
  constexpr double Max = double(std::numeric_limits<T>::max());
  constexpr double Min = double(std::numeric_limits<T>::min());
  if (std::isnan(A))
    return 0;
  if (A >= Max)
    return uint64_t(int64_t(std::numeric_limits<T>::max()));
  if (A <= Min)
    return uint64_t(int64_t(std::numeric_limits<T>::min()));
  return uint64_t(T(A));
}

} // namespace

float runtime::floatOp(uint32_t Op, uint32_t Rounding, float A, float B,
                       float C) {
  return apply<float>(Op, Rounding, A, B, C);
}

double runtime::doubleOp(uint32_t Op, uint32_t Rounding, double A, double B,
                         double C) {
  return apply<double>(Op, Rounding, A, B, C);
}

float runtime::doubleToFloat(uint32_t Rounding, double A) {
  RoundingScope Scope(Rounding);
  volatile double X = A;
  volatile float Result = float(X);
  return Result;
}

/// By way of float, rounded to odd: the second rounding then sees on which side
/// of a tie the value lies.
uint32_t runtime::doubleToBFloat(double A) {
  if (std::isnan(A))
    return 0x7fff;
  float Down = doubleToFloat(1, A);
  uint32_t Bits = std::bit_cast<uint32_t>(Down);
  if (double(Down) != A)
    Bits |= 1;
  return (Bits + 0x7fff + (Bits >> 16 & 1)) >> 16;
}

uint64_t runtime::doubleToInt(uint32_t Rounding, uint32_t Bits, uint32_t Signed,
                              double A) {
  double Whole = roundBy(Rounding, A);
  if (Bits == 32)
    return Signed ? saturate<int32_t>(Whole) : saturate<uint32_t>(Whole);
  return Signed ? saturate<int64_t>(Whole) : saturate<uint64_t>(Whole);
}

float runtime::intToFloat(uint32_t Rounding, uint32_t Signed, uint64_t A) {
  RoundingScope Scope(Rounding);
  volatile uint64_t X = A;
  volatile float Result = Signed ? float(int64_t(X)) : float(X);
  return Result;
}

double runtime::intToDouble(uint32_t Rounding, uint32_t Signed, uint64_t A) {
  RoundingScope Scope(Rounding);
  volatile uint64_t X = A;
  volatile double Result = Signed ? double(int64_t(X)) : double(X);
  return Result;
}

namespace {

uint32_t selectByte(uint64_t Bytes, uint32_t Selector) {
  uint32_t Byte = uint32_t(Bytes >> (8 * (Selector & 7))) & 0xff;
  if (Selector & 8) // replicate the sign
    return Byte & 0x80 ? 0xff : 0;
  return Byte;
}

} // namespace

/// Mode: 0 default, 1 f4e, 2 b4e, 3 rc8, 4 ecl, 5 ecr, 6 rc16.
uint32_t runtime::prmtMode(uint32_t Mode, uint32_t A, uint32_t B, uint32_t C) {
  static constexpr uint16_t Tables[6][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
      {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
      {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  uint32_t Selector = Mode == 0 ? C : Tables[Mode - 1][C & 3];
  uint64_t Bytes = uint64_t(B) << 32 | A;
  uint32_t Result = 0;
  for (uint32_t I = 0; I != 4; ++I)
    Result |= selectByte(Bytes, Selector >> (4 * I) & 15) << (8 * I);
  return Result;
}

uint32_t runtime::dotProduct(uint32_t Four, uint32_t SignedA, uint32_t SignedB,
                             uint32_t High, uint32_t A, uint32_t B,
                             uint32_t C) {
  auto ByteOf = [](uint32_t Word, uint32_t I, uint32_t Signed) {
    uint32_t Byte = Word >> (8 * I) & 0xff;
    return Signed ? int32_t(int8_t(Byte)) : int32_t(Byte);
  };
  auto HalfOf = [](uint32_t Word, uint32_t I, uint32_t Signed) {
    uint32_t Half = Word >> (16 * I) & 0xffff;
    return Signed ? int32_t(int16_t(Half)) : int32_t(Half);
  };
  uint32_t Sum = C;
  for (uint32_t I = 0; I != (Four ? 4u : 2u); ++I) {
    int32_t Left = Four ? ByteOf(A, I, SignedA) : HalfOf(A, I, SignedA);
    int32_t Right = ByteOf(B, Four ? I : I + 2 * High, SignedB);
    Sum += uint32_t(Left) * uint32_t(Right);
  }
  return Sum;
}

uint32_t runtime::lop3(uint32_t A, uint32_t B, uint32_t C, uint32_t Table) {
  uint32_t Result = 0;
  for (uint32_t I = 0; I != 8; ++I)
    if (Table >> I & 1)
      Result |= (I & 4 ? A : ~A) & (I & 2 ? B : ~B) & (I & 1 ? C : ~C);
  return Result;
}

uint32_t runtime::findNthSet(uint32_t Mask, uint32_t Base, uint32_t Offset) {
  int32_t N = int32_t(Offset);
  if (N == 0)
    return Mask >> (Base & 31) & 1 ? Base : ~0u;
  int32_t Step = N > 0 ? 1 : -1;
  int32_t Left = N > 0 ? N : -N;
  for (int32_t At = int32_t(Base & 31); At >= 0 && At < 32; At += Step)
    if (Mask >> At & 1 && --Left == 0)
      return uint32_t(At);
  return ~0u;
}
