//===- report/Names.cpp - names of kernels and checks ---------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Names.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

using namespace tilechecks;

/// Where the parameter list of a demangled function starts: the last '(' that
/// is outside of angle brackets and not the name `operator()`.
static size_t parameterStart(std::string_view Name) {
  int Depth = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    char C = Name[I];
    if (C == ')' || C == '>')
      ++Depth;
    else if ((C == '(' || C == '<') && --Depth == 0 && C == '(')
      return I;
  }
  return std::string_view::npos;
}

std::string report::baseName(std::string_view Name) {
  size_t Clone = Name.find(" [clone"); // local suffixes as the demangler shows them
  Name = Name.substr(0, Clone);
  if (!Name.empty() && Name.back() == ')') {
    size_t Start = parameterStart(Name);
    // `(anonymous namespace)` opens names, it does not end them.
    if (Start != std::string_view::npos && Start > 0)
      Name = Name.substr(0, Start);
  }
  // The return type ends at the last blank outside of all brackets.
  int Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    char C = Name[I];
    if (C == '<' || C == '(')
      ++Depth;
    else if (C == '>' || C == ')')
      --Depth;
    else if (C == ' ' && Depth == 0)
      Start = I + 1;
  }
  std::string Result(Name.substr(Start));
  std::erase(Result, ' ');
  return Result;
}

std::string report::moduleName(std::string_view File) {
  if (size_t Slash = File.find_last_of("/\\"); Slash != std::string_view::npos)
    File.remove_prefix(Slash + 1);
  if (size_t Dot = File.find_last_of('.');
      Dot != std::string_view::npos && Dot > 0)
    File = File.substr(0, Dot);
  return std::string(File);
}

std::vector<int> report::sourceOrder(const Problem &P) {
  std::vector<int> Order(P.Sites.size());
  std::iota(Order.begin(), Order.end(), 0);
  auto Key = [&](int I) {
    const Site &S = P.Sites[size_t(I)];
    return std::tie(S.Where.File, S.Where.Line, S.Where.Column, S.Axis);
  };
  std::sort(Order.begin(), Order.end(), [&](int A, int B) {
    return Key(A) != Key(B) ? Key(A) < Key(B) : A < B;
  });
  return Order;
}

std::vector<int> report::checkIds(const Problem &P) {
  std::vector<int> Order = sourceOrder(P), Ids(Order.size());
  for (size_t Position = 0; Position < Order.size(); ++Position)
    Ids[size_t(Order[Position])] = int(Position);
  return Ids;
}

std::vector<std::string> report::stableIds(const Problem &P) {
  std::vector<std::string> Ids(P.Sites.size());
  std::map<std::string, int> Ordinals;
  const std::string Kernel = baseName(P.Name.empty() ? P.Symbol : P.Name);
  for (int I : sourceOrder(P)) {
    const Site &S = P.Sites[size_t(I)];
    std::string Access = !S.Access.empty()   ? S.Access
                         : !S.Tensor.empty() ? S.Tensor
                                             : "access";
    std::string Id = Kernel + "/" + Access + "/" + std::to_string(S.Axis);
    Ids[size_t(I)] = Id + "/" + std::to_string(Ordinals[Id]++);
  }
  return Ids;
}

bool report::matchesGlob(std::string_view Glob, std::string_view Text) {
  size_t G = 0, T = 0, Star = std::string_view::npos, Resume = 0;
  while (T < Text.size()) {
    if (G < Glob.size() && Glob[G] == '*') {
      Star = G++;
      Resume = T;
    } else if (G < Glob.size() && (Glob[G] == '?' || Glob[G] == Text[T])) {
      ++G;
      ++T;
    } else if (Star != std::string_view::npos) {
      G = Star + 1;
      T = ++Resume;
    } else {
      return false;
    }
  }
  while (G < Glob.size() && Glob[G] == '*')
    ++G;
  return G == Glob.size();
}

bool report::matchesFilter(std::string_view Filter, std::string_view Module,
                           const std::string &Name, const std::string &Symbol) {
  if (Filter.empty())
    return true;
  for (const std::string &Kernel : {Name, baseName(Name), Symbol})
    if (matchesGlob(Filter, Kernel) ||
        matchesGlob(Filter, std::string(Module) + "::" + Kernel))
      return true;
  return false;
}
