//===- WarpAnswers.cpp - what a completed warp collective answers --------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include <algorithm>
#include <bit>
#include <cmath>

using namespace tilechecks::simt;

namespace {

/// The source lane of a shuffle, by the PTX manual's definition; \p InRange is
/// the predicate it also returns.
uint32_t shuffleSource(WarpOp Op, uint32_t Lane, uint32_t B, uint32_t C,
                       bool &InRange) {
  uint32_t Clamp = C & 0x1f, SegMask = (C >> 8) & 0x1f;
  B &= 0x1f;
  int32_t MaxLane = (Lane & SegMask) | (Clamp & ~SegMask);
  uint32_t MinLane = Lane & SegMask;
  int32_t J = 0;
  switch (Op) {
  case WarpOp::ShflUp:
    J = int32_t(Lane) - int32_t(B);
    InRange = J >= MaxLane;
    break;
  case WarpOp::ShflDown:
    J = Lane + B;
    InRange = J <= MaxLane;
    break;
  case WarpOp::ShflBfly:
    J = Lane ^ B;
    InRange = J <= MaxLane;
    break;
  default:
    J = MinLane | (B & ~SegMask);
    InRange = J <= MaxLane;
    break;
  }
  return InRange ? uint32_t(J) : Lane;
}

float reduceFloat(WarpOp Op, float A, float B) {
  bool Min = Op == WarpOp::ReduxFMin || Op == WarpOp::ReduxFMinAbs ||
             Op == WarpOp::ReduxFMinNaN || Op == WarpOp::ReduxFMinAbsNaN;
  bool Propagate = Op == WarpOp::ReduxFMinNaN || Op == WarpOp::ReduxFMaxNaN ||
                   Op == WarpOp::ReduxFMinAbsNaN ||
                   Op == WarpOp::ReduxFMaxAbsNaN;
  if (Propagate && (std::isnan(A) || std::isnan(B)))
    return std::nanf("");
  return Min ? std::fmin(A, B) : std::fmax(A, B);
}

uint32_t reduce(WarpOp Op, uint32_t A, uint32_t B) {
  switch (Op) {
  case WarpOp::ReduxAdd:
    return A + B;
  case WarpOp::ReduxMin:
    return std::min(int32_t(A), int32_t(B));
  case WarpOp::ReduxMax:
    return std::max(int32_t(A), int32_t(B));
  case WarpOp::ReduxUMin:
    return std::min(A, B);
  case WarpOp::ReduxUMax:
    return std::max(A, B);
  case WarpOp::ReduxAnd:
    return A & B;
  case WarpOp::ReduxOr:
    return A | B;
  case WarpOp::ReduxXor:
    return A ^ B;
  default:
    return std::bit_cast<uint32_t>(
        reduceFloat(Op, std::bit_cast<float>(A), std::bit_cast<float>(B)));
  }
}

bool takesAbsolute(WarpOp Op) {
  return Op == WarpOp::ReduxFMinAbs || Op == WarpOp::ReduxFMaxAbs ||
         Op == WarpOp::ReduxFMinAbsNaN || Op == WarpOp::ReduxFMaxAbsNaN;
}

} // namespace

void tilechecks::simt::computeCollective(WarpOp Op,
                                         const std::array<Fibre *, 32> &Lanes,
                                         uint32_t Participants) {
  if (isMatrixOp(Op)) {
    computeMatrix(Op, Lanes);
    return;
  }
  auto For = [&](auto Body) {
    for (uint32_t Rest = Participants; Rest; Rest &= Rest - 1)
      Body(*Lanes[std::countr_zero(Rest)], uint32_t(std::countr_zero(Rest)));
  };
  uint32_t Ballot = 0;
  For([&](Fibre &F, uint32_t Lane) {
    Ballot |= uint32_t(F.Value != 0) << Lane;
  });
  uint32_t First = std::countr_zero(Participants);
  For([&](Fibre &F, uint32_t Lane) {
    switch (Op) {
    case WarpOp::Sync:
      break;
    case WarpOp::ShflIdx:
    case WarpOp::ShflUp:
    case WarpOp::ShflDown:
    case WarpOp::ShflBfly: {
      uint32_t From = shuffleSource(Op, Lane, F.Source, F.Clamp, F.Predicate);
      F.Answer = Participants >> From & 1 ? Lanes[From]->Value : 0;
      break;
    }
    case WarpOp::VoteAll:
      F.Answer = Ballot == Participants;
      break;
    case WarpOp::VoteAny:
      F.Answer = Ballot != 0;
      break;
    case WarpOp::VoteUni:
      F.Answer = Ballot == Participants || Ballot == 0;
      break;
    case WarpOp::Ballot:
      F.Answer = Ballot;
      break;
    case WarpOp::MatchAny:
      F.Answer = 0;
      For([&](Fibre &Other, uint32_t OtherLane) {
        F.Answer |= uint64_t(Other.Value == F.Value) << OtherLane;
      });
      break;
    case WarpOp::MatchAll:
      F.Predicate = true;
      For([&](Fibre &Other, uint32_t) {
        F.Predicate &= Other.Value == F.Value;
      });
      F.Answer = F.Predicate ? Participants : 0;
      break;
    case WarpOp::Elect:
      F.Answer = First;
      F.Predicate = Lane == First;
      break;
    default: {
      auto ValueOf = [&](const Fibre &Of) {
        uint32_t V = uint32_t(Of.Value);
        return takesAbsolute(Op) ? V & 0x7fffffff : V;
      };
      uint32_t Sum = ValueOf(*Lanes[First]);
      For([&](Fibre &Other, uint32_t OtherLane) {
        if (OtherLane != First)
          Sum = reduce(Op, Sum, ValueOf(Other));
      });
      F.Answer = Sum;
      break;
    }
    }
  });
}
