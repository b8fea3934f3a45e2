//===- CppNames.h - names and types of generated code -----------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From what a sidecar says to what a C++ header may spell: function names,
// parameter names, parameter types, string literals, comments.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCHERGEN_CPPNAMES_H
#define TILECHECKS_LAUNCHERGEN_CPPNAMES_H

#include "sidecar/Sidecar.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tilechecks::launchergen {

/// A C++ string literal for \p S.
std::string quote(std::string_view S);

/// \p S on one line of a `//` comment: no line break, no trailing backslash.
std::string commentLine(std::string_view S);

/// Letters, digits and single underscores; never empty, a keyword or a name
/// that begins with a digit.
std::string identifier(std::string_view S);

/// Hands out every name once: the second user of a name gets `name_2`.
class NameScope {
public:
  explicit NameScope(std::set<std::string> Taken = {})
      : Taken(std::move(Taken)) {}
  std::string take(const std::string &Wanted);

private:
  std::set<std::string> Taken;
};

/// The parts of a demangled kernel name.
struct KernelName {
  std::vector<std::string> Namespaces;
  std::string Base; ///< For `void a::gemm<float, 64>(...)`: `gemm_float_64`.
};
KernelName splitKernelName(std::string_view Demangled);

/// \p Spelling without the inline namespace that carries mode and version of
/// the headers: `tc::tensor<...>` for `tc::checked_v0_1::tensor<...>`.
std::string withoutAbiTags(std::string_view Spelling);

/// How a parameter is spelled in the generated signature.
struct CppType {
  std::string Spelling;
  bool NeedsTensorHeader = false;
  std::string ForwardDeclaration; ///< Such as `struct __half;`, or empty.
};

/// \p UserTypes maps spellings of the sidecar to spellings of the user's own
/// headers. A type that cannot be named is spelled as its bytes. An error if a
/// tensor is of a form that this generator does not know, or has another size
/// than its parameter: its extents could not be checked.
std::variant<CppType, sidecar::Error>
spellType(const sidecar::Param &P,
          const std::map<std::string, std::string> &UserTypes);

} // namespace tilechecks::launchergen

#endif // TILECHECKS_LAUNCHERGEN_CPPNAMES_H
