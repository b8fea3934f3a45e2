//===- PtxParse.cpp - inline PTX: text to statements ---------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tilechecks::simt;

bool PtxStatement::has(StringRef Token) const {
  return is_contained(Tokens, Token.str());
}

namespace {

std::string withoutComments(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    if (Text.starts_with("//")) {
      Text = Text.drop_until([](char C) { return C == '\n'; });
    } else if (Text.starts_with("/*")) {
      size_t End = Text.find("*/");
      Text = End == StringRef::npos ? "" : Text.drop_front(End + 2);
    } else if (Text.starts_with("$$")) {
      Result += '$'; // an escaped dollar sign: part of a label's name
      Text = Text.drop_front(2);
    } else {
      Result += Text.front();
      Text = Text.drop_front();
    }
  }
  return Result;
}

} // namespace

std::vector<std::string> tilechecks::simt::splitOperands(StringRef Text) {
  std::vector<std::string> Result;
  std::string Current;
  unsigned Depth = 0;
  for (char C : Text) {
    Depth += C == '{' || C == '[';
    Depth -= C == '}' || C == ']';
    if (C == ',' && Depth == 0) {
      Result.push_back(StringRef(Current).trim().str());
      Current.clear();
    } else {
      Current += C;
    }
  }
  if (!StringRef(Current).trim().empty())
    Result.push_back(StringRef(Current).trim().str());
  return Result;
}

bool PtxAsm::parseStatement(StringRef S, std::string &PendingLabel) {
  S = S.trim();
  while (S.consume_front("{") || S.consume_front("}"))
    S = S.ltrim();
  // `LABEL:` before a statement; operands hold `::` only in opcodes.
  size_t Colon = S.find(':');
  StringRef Head = S.substr(0, Colon);
  if (Colon != StringRef::npos && !S.substr(Colon).starts_with("::") &&
      !Head.contains(' ') && !Head.contains('.') && !Head.empty()) {
    if (!PendingLabel.empty())
      return false;
    PendingLabel = Head.str();
    S = S.drop_front(Colon + 1).trim();
  }
  if (S.empty() || S.starts_with(".reg"))
    return true;
  if (S.starts_with("."))
    return false; // a directive
  PtxStatement Result;
  Result.Label = std::exchange(PendingLabel, "");
  if (S.consume_front("@")) {
    Result.NegatePredicate = S.consume_front("!");
    auto [Predicate, Rest] = S.split(' ');
    if (Rest.empty())
      std::tie(Predicate, Rest) = S.split('\t');
    Result.Predicate = Predicate.trim().str();
    S = Rest.trim();
  }
  size_t End = S.find_first_of(" \t\n");
  Result.Opcode = S.substr(0, End).str();
  SmallVector<StringRef> Tokens;
  StringRef(Result.Opcode).split(Tokens, '.');
  for (StringRef T : Tokens)
    Result.Tokens.push_back(T.str());
  if (End != StringRef::npos)
    Result.Operands = splitOperands(S.substr(End));
  Statements.push_back(std::move(Result));
  return true;
}

bool PtxAsm::parse() {
  std::string Clean = withoutComments(Text);
  SmallVector<StringRef> Parts;
  StringRef(Clean).split(Parts, ';');
  std::string PendingLabel;
  for (StringRef Part : Parts)
    if (!parseStatement(Part, PendingLabel))
      return false;
  if (!PendingLabel.empty()) { // a label at the end
    PtxStatement Last;
    Last.Label = PendingLabel;
    Last.Tokens.push_back("");
    Statements.push_back(Last);
  }
  return true;
}
