//===- CppNames.cpp - names and types of generated code -------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CppNames.h"

#include "tilechecks/launch/spelling.hpp"

#include <algorithm>
#include <cctype>

namespace tilechecks::launchergen {
namespace {

/// Names that generated code uses itself, and those C++ keeps.
const std::set<std::string, std::less<>> Reserved = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor",
    "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t",
    "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype",
    "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto",
    "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept",
    "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "return",
    "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true",
    "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    // ours
    "all_of", "any_of", "arguments", "bitand_", "bitor_", "bitxor_", "ceildiv",
    "config", "divides", "floordiv", "gate", "implies", "max", "min", "mod",
    "negation", "num", "rem", "select", "std", "swrap", "tc", "truncdiv",
    "uwrap"};

/// Types of CUDA's own headers that a tensor or a pointer may have for element
/// and that a declaration is enough for.
constexpr std::string_view DeclarableElements[] = {
    "__half",        "__half2",       "__nv_bfloat16", "__nv_bfloat162",
    "__nv_fp8_e4m3", "__nv_fp8_e5m2", "float2",        "float4",
    "int2",          "int4",          "double2",       "uint2",
    "uint4"};

bool isDeclarable(std::string_view Element) {
  return std::find(std::begin(DeclarableElements), std::end(DeclarableElements),
                   Element) != std::end(DeclarableElements);
}

std::string opaque(const sidecar::Param &P) {
  return "tc::rt::opaque_argument<" + std::to_string(P.Size) + ", " +
         std::to_string(P.Align) + ">";
}

/// The spelling of an element type, if it can be named.
std::optional<std::string>
spellElement(std::string_view Element,
             const std::map<std::string, std::string> &UserTypes, CppType &T) {
  if (auto Known = UserTypes.find(std::string(Element));
      Known != UserTypes.end())
    return Known->second;
  if (tc::rt::find_scalar(Element))
    return std::string(Element);
  if (!isDeclarable(Element))
    return std::nullopt;
  T.ForwardDeclaration = "struct " + std::string(Element) + ";";
  return std::string(Element);
}

std::variant<CppType, sidecar::Error>
spellTensor(const sidecar::Param &P,
            const std::map<std::string, std::string> &UserTypes) {
  std::string Who = "parameter " + std::to_string(P.Index) + " (" + P.Name +
                    ") of type " + P.Type + ": ";
  auto Parsed = tc::rt::parse_tensor(P.Type);
  if (!Parsed)
    return sidecar::Error{Who + "a form of tensor that is not known here"};
  if (Parsed->size() != static_cast<size_t>(P.Size))
    return sidecar::Error{Who + "such a tensor has " +
                          std::to_string(Parsed->size()) +
                          " bytes, the sidecar says " + std::to_string(P.Size)};
  CppType T;
  auto Element = spellElement(Parsed->element, UserTypes, T);
  if (!Element) {
    T.Spelling = opaque(P);
    return T;
  }
  T.NeedsTensorHeader = true;
  T.Spelling = std::string("tc::tensor<") + (Parsed->is_const ? "const " : "") +
               *Element + ", tc::extents<" +
               std::string(Parsed->index->spelling);
  for (long long E : Parsed->extents)
    T.Spelling += E == tc::rt::tensor_type::dynamic ? std::string(", tc::dyn")
                                                    : ", " + std::to_string(E);
  constexpr const char *Layouts[] = {"right", "left", "stride"};
  T.Spelling += std::string(">, tc::layout_") + Layouts[Parsed->layout] + ">";
  return T;
}

CppType spellPointer(const sidecar::Param &P,
                     const std::map<std::string, std::string> &UserTypes) {
  CppType T;
  std::string_view Pointee = P.Type;
  if (Pointee.ends_with(" __restrict"))
    Pointee.remove_suffix(11);
  if (!Pointee.ends_with("*")) {
    T.Spelling = "void *";
    return T;
  }
  Pointee.remove_suffix(1);
  bool IsConst = Pointee.ends_with(" const") || Pointee.starts_with("const ");
  if (Pointee.ends_with(" const"))
    Pointee.remove_suffix(6);
  else if (IsConst)
    Pointee.remove_prefix(6);
  auto Element = spellElement(Pointee, UserTypes, T);
  T.Spelling =
      std::string(IsConst ? "const " : "") + Element.value_or("void") + " *";
  return T;
}

} // namespace

std::string quote(std::string_view S) {
  std::string Q = "\"";
  for (unsigned char C : S) {
    if (C == '"' || C == '\\') {
      Q += '\\';
      Q += static_cast<char>(C);
    } else if (C < 0x20 || C == 0x7f) {
      constexpr char Digits[] = "01234567";
      Q += {'\\', Digits[C >> 6], Digits[C >> 3 & 7], Digits[C & 7]};
    } else {
      Q += static_cast<char>(C);
    }
  }
  return Q + "\"";
}

std::string commentLine(std::string_view S) {
  std::string Line(S);
  for (char &C : Line)
    if (static_cast<unsigned char>(C) < 0x20)
      C = ' ';
  if (Line.ends_with("\\"))
    Line += '.';
  return Line;
}

std::string identifier(std::string_view S) {
  std::string Id;
  for (unsigned char C : S) {
    bool Keep = C < 0x80 && std::isalnum(C);
    if (Keep)
      Id += static_cast<char>(C);
    else if (!Id.empty() && Id.back() != '_')
      Id += '_';
  }
  while (!Id.empty() && Id.back() == '_')
    Id.pop_back();
  if (Id.empty() || std::isdigit(static_cast<unsigned char>(Id[0])))
    Id = "_" + Id;
  if (Id == "_")
    Id = "unnamed";
  if (Id[0] == '_')
    Id = "n" + Id;
  return Reserved.count(Id) ? Id + "_" : Id;
}

std::string NameScope::take(const std::string &Wanted) {
  std::string Name = Wanted;
  for (unsigned N = 2; !Taken.insert(Name).second; ++N)
    Name = Wanted + "_" + std::to_string(N);
  return Name;
}

KernelName splitKernelName(std::string_view Demangled) {
  std::string S = tc::rt::short_kernel_name(Demangled);
  KernelName K;
  std::string Part, Arguments;
  int Depth = 0;
  for (size_t I = 0; I != S.size(); ++I) {
    char C = S[I];
    if (Depth == 0 && S.compare(I, 2, "::") == 0) {
      K.Namespaces.push_back(identifier(Part));
      Part.clear();
      Arguments.clear();
      ++I;
      continue;
    }
    Depth += C == '<' ? 1 : C == '>' ? -1 : 0;
    if (Depth > 0 || C == '>')
      Arguments += C == '-' ? 'm' : C;
    else
      Part += C;
  }
  K.Base = Arguments.empty() ? identifier(Part)
                             : identifier(Part + "_" + identifier(Arguments));
  return K;
}

std::string withoutAbiTags(std::string_view Spelling) {
  std::string S(Spelling);
  for (std::string_view Mode :
       {"tc::checked_v", "tc::portable_v", "tc::unchecked_v"})
    for (size_t At = S.find(Mode); At != S.npos; At = S.find(Mode, At)) {
      size_t End = At + Mode.size();
      while (
          End != S.size() &&
          (std::isdigit(static_cast<unsigned char>(S[End])) || S[End] == '_'))
        ++End;
      if (S.compare(End, 2, "::") == 0)
        S.erase(At + 4, End + 2 - (At + 4));
      else
        At = End;
    }
  return S;
}

std::variant<CppType, sidecar::Error>
spellType(const sidecar::Param &P,
          const std::map<std::string, std::string> &UserTypes) {
  CppType T;
  switch (P.Kind) {
  case sidecar::ParamKind::Tensor:
    return spellTensor(P, UserTypes);
  case sidecar::ParamKind::Pointer:
    return spellPointer(P, UserTypes);
  case sidecar::ParamKind::Scalar:
  case sidecar::ParamKind::Struct:
    break;
  }
  if (auto Known = UserTypes.find(P.Type); Known != UserTypes.end()) {
    T.Spelling = Known->second;
    return T;
  }
  const tc::rt::scalar_type *Scalar = tc::rt::find_scalar(P.Type);
  T.Spelling = Scalar && Scalar->bytes == P.Size ? std::string(Scalar->fixed)
                                                 : opaque(P);
  return T;
}

} // namespace tilechecks::launchergen
