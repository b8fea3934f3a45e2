//===- Arguments.cpp - kernel arguments as text ---------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

using namespace tilechecks::simt;

namespace {

uint64_t sizeOf(const std::string &Type) {
  static const std::map<std::string, uint64_t> Sizes = {
      {"i8", 1},  {"u8", 1},  {"i16", 2}, {"u16", 2}, {"i32", 4},
      {"u32", 4}, {"i64", 8}, {"u64", 8}, {"f32", 4}, {"f64", 8}};
  auto It = Sizes.find(Type);
  return It == Sizes.end() ? 0 : It->second;
}

std::vector<std::string> split(const std::string &Text, char At) {
  std::vector<std::string> Result(1);
  for (char C : Text)
    if (C == At)
      Result.emplace_back();
    else
      Result.back() += C;
  return Result;
}

bool parseInteger(const std::string &Text, int64_t &Out) {
  char *End = nullptr;
  errno = 0;
  Out = Text.size() && Text[0] == '-'
            ? std::strtoll(Text.c_str(), &End, 0)
            : int64_t(std::strtoull(Text.c_str(), &End, 0));
  return !Text.empty() && *End == 0 && errno == 0;
}

bool parseFloat(const std::string &Text, double &Out) {
  char *End = nullptr;
  Out = std::strtod(Text.c_str(), &End);
  return !Text.empty() && *End == 0;
}

/// One value of \p Type; false if the text or its range is wrong.
bool parseScalar(const std::string &Type, const std::string &Text,
                 ArgumentBytes &Out) {
  uint64_t Size = sizeOf(Type);
  Out.assign(Size, 0);
  if (Type == "f32" || Type == "f64") {
    double Value;
    if (!parseFloat(Text, Value))
      return false;
    float Narrow = float(Value);
    std::memcpy(Out.data(),
                Type == "f32" ? static_cast<void *>(&Narrow)
                              : static_cast<void *>(&Value),
                Size);
    return true;
  }
  int64_t Value;
  if (!parseInteger(Text, Value))
    return false;
  if (Size < 8) {
    int64_t Max = (int64_t(1) << (8 * Size - (Type[0] == 'i'))) - 1;
    int64_t Min = Type[0] == 'i' ? -Max - 1 : 0;
    if (Value > Max || Value < Min)
      return false;
  }
  std::memcpy(Out.data(), &Value, Size);
  return true;
}

void storeElement(uint8_t *At, const std::string &Type, double Value) {
  if (Type == "f32") {
    float V = float(Value);
    std::memcpy(At, &V, 4);
  } else if (Type == "f64") {
    std::memcpy(At, &Value, 8);
  } else {
    auto V = int64_t(Value);
    std::memcpy(At, &V, sizeOf(Type));
  }
}

bool fill(DevicePtr Buffer, const std::string &Type, uint64_t Count,
          const std::string &How, std::string &Error) {
  uint64_t Size = sizeOf(Type);
  auto *At = reinterpret_cast<uint8_t *>(Buffer);
  if (How.empty() || How == "zero")
    return true;
  if (How == "poison") {
    std::memset(At, 0xcd, Count * Size);
    return true;
  }
  if (How == "iota") {
    for (uint64_t I = 0; I != Count; ++I)
      storeElement(At + I * Size, Type, double(I));
    return true;
  }
  if (How.starts_with("const=")) {
    ArgumentBytes Value;
    if (parseScalar(Type, How.substr(6), Value)) {
      for (uint64_t I = 0; I != Count; ++I)
        std::memcpy(At + I * Size, Value.data(), Size);
      return true;
    }
  }
  int64_t Seed;
  if (How.starts_with("rand=") && parseInteger(How.substr(5), Seed)) {
    std::mt19937_64 Engine{uint64_t(Seed)};
    // Floats in [-1, 1), integers of small magnitude: fit for indices.
    for (uint64_t I = 0; I != Count; ++I)
      storeElement(At + I * Size, Type,
                   Type[0] == 'f' ? double(int64_t(Engine())) / 0x1p63
                                  : double(Engine() % 128));
    return true;
  }
  Error = "'" + How +
          "' is no way to fill a buffer: zero, iota, const=V, "
          "rand=SEED, poison";
  return false;
}

struct Shape {
  std::vector<uint64_t> Extents;
  std::vector<uint64_t> Stored; ///< dynamic extents, then strides
  uint64_t Elements = 1;
};

bool parseShape(const std::string &Text, Shape &S, std::string &Error) {
  auto Parts = split(Text, '+');
  int64_t Value;
  for (std::string Extent : split(Parts[0], 'x')) {
    bool Static = Extent.starts_with("s");
    if (!parseInteger(Static ? Extent.substr(1) : Extent, Value)) {
      Error = "'" + Extent + "' is no extent";
      return false;
    }
    S.Extents.push_back(uint64_t(Value));
    if (!Static)
      S.Stored.push_back(uint64_t(Value));
    // A negative or absurd extent is a test of the kernel, not of the buffer.
    S.Elements = Value > 0 ? S.Elements * uint64_t(Value) : 0;
  }
  if (Parts.size() == 1)
    return true;
  auto Strides = split(Parts[1], 'x');
  if (Strides.size() != S.Extents.size()) {
    Error = "there must be a stride for each extent";
    return false;
  }
  uint64_t Reach = 0;
  for (size_t I = 0; I != Strides.size(); ++I) {
    if (!parseInteger(Strides[I], Value)) {
      Error = "'" + Strides[I] + "' is no stride";
      return false;
    }
    S.Stored.push_back(uint64_t(Value));
    if (S.Extents[I])
      Reach += (S.Extents[I] - 1) * uint64_t(Value);
  }
  S.Elements = S.Elements ? Reach + 1 : 0;
  return true;
}

bool allocate(Device &D, const std::string &Type, uint64_t Count, size_t Index,
              const std::string &Fill, ParsedArgument &Out,
              std::string &Error) {
  uint64_t Size = sizeOf(Type);
  if (!Size) {
    Error = "'" + Type + "' is no element type";
    return false;
  }
  if (Count > (uint64_t(1) << 40) / Size) {
    Error = "the buffer is too large";
    return false;
  }
  Out.ElementType = Type;
  Out.Elements = Count;
  Out.Buffer = D.allocate(Count * Size, "argument " + std::to_string(Index));
  if (!Out.Buffer) {
    Error = "no room for the buffer";
    return false;
  }
  return fill(Out.Buffer, Type, Count, Fill, Error);
}

void append(ArgumentBytes &To, uint64_t Value, uint64_t Size) {
  size_t At = To.size();
  To.resize(At + Size);
  std::memcpy(To.data() + At, &Value, Size);
}

} // namespace

bool tilechecks::simt::parseArgument(Device &D, const std::string &Text,
                                     size_t Index, ParsedArgument &Out,
                                     std::string &Error) {
  auto Parts = split(Text, ':');
  const std::string &Kind = Parts[0];
  Error.clear();
  if (sizeOf(Kind) && Parts.size() == 2) {
    if (parseScalar(Kind, Parts[1], Out.Bytes))
      return true;
    Error = "'" + Parts[1] + "' is no " + Kind;
    return false;
  }
  if (Kind == "bytes" && Parts.size() == 2) {
    const std::string &Hex = Parts[1];
    for (size_t I = 0; I + 1 < Hex.size(); I += 2) {
      uint8_t Byte = 0;
      auto [End, Code] =
          std::from_chars(Hex.data() + I, Hex.data() + I + 2, Byte, 16);
      if (Code != std::errc() || End != Hex.data() + I + 2)
        break;
      Out.Bytes.push_back(Byte);
    }
    if (Hex.size() % 2 == 0 && Out.Bytes.size() == Hex.size() / 2)
      return true;
    Error = "'" + Hex + "' is not a row of hexadecimal bytes";
    return false;
  }
  std::string Fill = Parts.size() == 4 ? Parts[3] : "";
  bool Sized = Parts.size() == 3 || Parts.size() == 4;
  if (Kind == "buf" && Sized) {
    int64_t Count;
    if (!parseInteger(Parts[2], Count) || Count < 0) {
      Error = "'" + Parts[2] + "' is no number of elements";
      return false;
    }
    if (!allocate(D, Parts[1], uint64_t(Count), Index, Fill, Out, Error))
      return false;
    append(Out.Bytes, Out.Buffer, 8);
    return true;
  }
  if ((Kind == "tensor" || Kind == "tensor64") && Sized) {
    Shape S;
    uint64_t IndexBytes = Kind == "tensor" ? 4 : 8;
    if (!parseShape(Parts[2], S, Error) ||
        !allocate(D, Parts[1], S.Elements, Index, Fill, Out, Error))
      return false;
    append(Out.Bytes, Out.Buffer, 8);
    for (uint64_t Value : S.Stored)
      append(Out.Bytes, Value, IndexBytes);
    while (Out.Bytes.size() % 8) // the struct ends at the pointer's alignment
      Out.Bytes.push_back(0);
    return true;
  }
  Error = "'" + Text + "' is no argument; see --help";
  return false;
}

std::string tilechecks::simt::dumpBuffer(const ParsedArgument &A) {
  std::string Result;
  uint64_t Size = sizeOf(A.ElementType);
  char Text[40];
  for (uint64_t I = 0; I != A.Elements; ++I) {
    auto *At = reinterpret_cast<const uint8_t *>(A.Buffer) + I * Size;
    if (A.ElementType == "f32" || A.ElementType == "f64") {
      double Value;
      float Narrow;
      std::memcpy(&Narrow, At, 4);
      if (Size == 8)
        std::memcpy(&Value, At, 8);
      else
        Value = Narrow;
      std::snprintf(Text, sizeof(Text), "%.9g", Value);
    } else {
      uint64_t Value = 0;
      std::memcpy(&Value, At, Size);
      if (A.ElementType[0] == 'i')
        std::snprintf(
            Text, sizeof(Text), "%lld",
            static_cast<long long>(int64_t(Value << (64 - 8 * Size)) >>
                                   (64 - 8 * Size)));
      else
        std::snprintf(Text, sizeof(Text), "%llu",
                      static_cast<unsigned long long>(Value));
    }
    Result += Text;
    Result += I % 8 == 7 || I + 1 == A.Elements ? '\n' : ' ';
  }
  return Result;
}
