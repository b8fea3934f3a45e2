//===- Emitter.cpp - the generated launch header --------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "CppExpr.h"
#include "CppNames.h"
#include "LaunchPlan.h"
#include "Targets.h"

#include "tilechecks/launch/spelling.hpp"

#include <algorithm>

using tc::rt::node;
using tc::rt::op;
using tc::rt::stage;

namespace tilechecks::launchergen {
namespace {

std::string number(std::int64_t N) { return std::to_string(N); }

/// Prints the code of one kernel.
class KernelEmitter {
public:
  KernelEmitter(const sidecar::Kernel &K, const LaunchPlan &Plan,
                std::vector<CppType> Types, std::string Namespace,
                std::string Name, const std::string &Target,
                const std::string &Data)
      : K(K), Plan(Plan), Types(std::move(Types)),
        Namespace(std::move(Namespace)), Name(std::move(Name)), Target(Target),
        Data(Data) {
    NameScope Locals;
    for (size_t I = 0; I != K.Params.size(); ++I)
      Params.push_back(
          Locals.take(identifier(tc::rt::argument_name(K.Params[I].Name, I))));
    for (const node &A : Plan.Atoms)
      Atoms.emplace_back(tc::rt::atom_key(A),
                         Locals.take(identifier(nameAtom(K, A))));
  }

  KernelText text() const {
    KernelText T;
    T.Name = Name;
    T.Namespace = Namespace;
    T.Description = description();
    T.Documentation = documentation();
    T.CheckFunction = checkFunction();
    T.LaunchFunction = launchFunction();
    T.CheckSignature = signature("check", false);
    T.LaunchSignature = signature("launch", false);
    T.Arguments = arguments();
    T.Addresses = addresses();
    return T;
  }

private:
  /// The constants, for the namespace Data.
  std::string description() const {
    std::string S = "// " + commentLine(withoutAbiTags(K.Name)) + "\n";
    std::vector<std::string> Rows;
    for (const sidecar::Param &P : K.Params)
      Rows.push_back(quote(P.Name) + ", " + number(*P.Offset) + ", " +
                     number(P.Size));
    S += array("param_info", "params", Rows);
    Rows.clear();
    for (const sidecar::Body &B : K.Bodies)
      Rows.push_back("tc::body_kind::" + std::string(spelling(B.Kind)) + ", " +
                     quote(B.Symbol));
    S += array("body_info", "bodies", Rows);
    Rows.clear();
    for (const sidecar::Check &C : K.Checks)
      if (C.Result == sidecar::Outcome::Hoisted ||
          C.Result == sidecar::Outcome::InPlace)
        Rows.push_back(quote(C.File) + ", " + number(C.Line) + ", " +
                       quote(C.Access) + ", " + number(C.Axis) + ", " +
                       quote(spelling(C.Result)));
    S += array("residual_info", "residual", Rows);
    Rows.clear();
    for (const PlannedCheck &C : Plan.Checks)
      Rows.push_back(
          quote(C.Source.Id) +
          ", tc::rt::origin::" + std::string(spelling(C.Source.From)) + ", " +
          (C.Source.Exact ? "true" : "false") + ", " + quote(C.Source.File) +
          ", " + number(C.Source.Line) + ",\n     " + quote(C.Source.Access) +
          ", " + quote(C.Source.Text) +
          (C.Why.empty() ? "" : ", " + quote(C.Why)));
    S += array("check_info", "checks", Rows);
    if (K.Reports) {
      Rows.clear();
      for (const sidecar::Check &C : K.Checks)
        Rows.push_back(site(C));
      S += array("site_info", "sites", Rows);
      Rows.clear();
      for (const sidecar::LaunchCheck &C : K.LaunchChecks)
        Rows.push_back(site(C) + ", " + quote(C.Text));
      S += array("site_info", "entry_sites", Rows);
    }
    auto Span = [&](const char *Array) {
      return has(Array) ? Name + "_" + Array : std::string("{}");
    };
    bool Denies = hasAttribute("deny_in_kernel_checks");
    bool Assumes = std::any_of(
        K.LaunchChecks.begin(), K.LaunchChecks.end(),
        [](const auto &L) { return L.From == sidecar::Origin::Assumption; });
    S += "inline constexpr tc::rt::kernel_info " + Name + " = {\n    " +
         quote(tc::rt::short_kernel_name(K.Name)) + ",\n    " +
         quote(K.Symbol) + ",\n    " + quote(K.Digest) + ",\n    " +
         Span("params") + ", " + Span("bodies") + ", " + Span("residual") +
         ",\n    tc::on_sufficient::" + (Denies ? "refuse" : "run_checked") +
         ", " + (Assumes ? "true" : "false") + ",\n    ";
    if (K.Reports)
      S += std::string("tc::rt::report_info{") +
           (K.Reports->End == sidecar::ViolationEnd::Exit ? "true" : "false") +
           ", " + Span("sites") + ", " + Span("entry_sites") + "}";
    else
      S += "std::nullopt";
    S += ", " + quote(Target) + "};\n";
    return S;
  }

  bool hasAttribute(std::string_view Attribute) const {
    return std::find(K.Attributes.begin(), K.Attributes.end(), Attribute) !=
           K.Attributes.end();
  }

  /// Whether description() makes this array: C++ has no arrays of length 0.
  bool has(std::string_view Array) const {
    if (Array == "params")
      return !K.Params.empty();
    if (Array == "residual")
      return K.Count.Hoisted + K.Count.InPlace > 0;
    if (Array == "sites")
      return !K.Checks.empty();
    if (Array == "entry_sites")
      return !K.LaunchChecks.empty();
    return true;
  }

  /// How a record of C's failure is worded.
  template <class Check> static std::string site(const Check &C) {
    return quote(C.Id) + ", " + quote(C.File) + ", " + number(C.Line) + ", " +
           quote(C.Access);
  }

  std::string array(const char *Type, const char *Array,
                    const std::vector<std::string> &Rows) const {
    if (Rows.empty())
      return "";
    std::string S = "inline constexpr tc::rt::" + std::string(Type) + " " +
                    Name + "_" + Array + "[] = {\n";
    for (const std::string &Row : Rows)
      S += "    {" + Row + "},\n";
    return S + "};\n";
  }

  std::string documentation() const {
    std::string S = "/// Checks and launches\n/// `" +
                    commentLine(withoutAbiTags(K.Name)) + "`.\n";
    constexpr const char *Titles[] = {
        "The arguments must fulfil", "The author requires",
        "Grid, block and shared memory must fulfil",
        "From the accesses in the kernel follows",
        "If these hold as well, a faster body runs"};
    for (stage Stage : tc::rt::all_stages) {
      std::string List;
      for (const PlannedCheck &C : Plan.Checks) {
        if (C.Stage != Stage)
          continue;
        List += "///   * " + commentLine(C.Source.Text);
        if (!C.Why.empty())
          List += ": " + commentLine(C.Why);
        if (!C.Source.File.empty())
          List += " (" + commentLine(C.Source.File) + ":" +
                  number(C.Source.Line) + ")";
        List += C.Source.Exact ? "\n" : " (only sufficient)\n";
      }
      if (!List.empty())
        S += std::string("///\n/// ") + Titles[static_cast<int>(Stage)] + "\n" +
             List;
    }
    std::string Stay;
    for (const sidecar::Check &C : K.Checks)
      if (C.Result == sidecar::Outcome::Hoisted ||
          C.Result == sidecar::Outcome::InPlace)
        Stay += "///   * " + commentLine(C.File) + ":" + number(C.Line) + ": " +
                commentLine(C.Access) + ", dim " + number(C.Axis) + " (" +
                std::string(spelling(C.Result)) + ")\n";
    if (!Stay.empty())
      S += "///\n/// Checks that stay in the kernel\n" + Stay;
    std::string Owed;
    for (const sidecar::Obligation &O : K.Obligations)
      Owed += "///   * " + commentLine(O.File) + ":" + number(O.Line) + ": " +
              commentLine(O.Kind) + "\n";
    if (!Owed.empty())
      S += "///\n/// Not checked by anyone; the author answers for\n" + Owed;
    return S + "///\n/// `check_" + Name +
           "` evaluates all of this and launches nothing.\n";
  }

  std::string signature(const char *Verb, bool UnusedParams) const {
    std::string S = "[[nodiscard]] inline tc::status " + std::string(Verb) +
                    "_" + Name + "(const tc::launch_config &config";
    if (hasAttribute("unchecked_accesses"))
      S += ", tc::unsafe_t";
    for (size_t I = 0; I != Params.size(); ++I)
      S += std::string(",\n    ") +
           (UnusedParams && !isRead(I) ? "[[maybe_unused]] " : "") +
           Types[I].Spelling + (Types[I].Spelling.ends_with("*") ? "" : " ") +
           Params[I];
    return S + ") {\n";
  }

  bool isRead(size_t Param) const {
    return std::any_of(
        Plan.Atoms.begin(), Plan.Atoms.end(), [&](const node &A) {
          return A.code == op::param && A.number == tc::rt::wide(Param);
        });
  }

  const std::string &variableOf(const node &Atom) const {
    return std::find_if(
               Atoms.begin(), Atoms.end(),
               [&](const auto &A) { return A.first == tc::rt::atom_key(Atom); })
        ->second;
  }

  std::string valueOf(const node &Atom) const {
    std::string Axis = "(" + tc::rt::to_string(Atom.number) + ")";
    switch (Atom.code) {
    case op::param:
      return "tc::rt::field<" + std::to_string(Atom.offset) + ", " +
             std::to_string(Atom.bits) + ">(" +
             Params[static_cast<size_t>(Atom.number)] + ")";
    case op::grid:
      return "gate.grid" + Axis;
    case op::block:
      return "gate.block" + Axis;
    case op::cluster:
      return "gate.cluster" + Axis;
    default: // the plan holds no atom that a launch does not know
      return "gate.dynamic_smem()";
    }
  }

  std::string checkFunction() const {
    std::string S = signature("check", true);
    if (!Plan.Checks.empty())
      S += "  using tc::rt::num;\n";
    for (size_t I = 0; I != Params.size(); ++I)
      S += "  static_assert(sizeof(" + Params[I] +
           ") == " + number(K.Params[I].Size) + ");\n";
    S += "  tc::rt::gate gate(" + Data + "::" + Name +
         ", config);\n"
         "  if (gate.empty_grid())\n    return gate.verdict();\n";
    for (const node &A : Plan.Atoms)
      S += "  const num " + variableOf(A) + " = " + valueOf(A) + ";\n";
    size_t Next = 0;
    for (stage Stage : tc::rt::all_stages) {
      if (Stage == stage::shape)
        S += "\n  // Grid and block\n  if (gate.refuses_shape())\n"
             "    return gate.verdict();\n";
      for (; Next != Plan.Checks.size() && Plan.Checks[Next].Stage == Stage;
           ++Next)
        S += checkStatement(Next);
    }
    return S + "\n  return gate.verdict();\n}\n";
  }

  std::string checkStatement(size_t I) const {
    const PlannedCheck &C = Plan.Checks[I];
    std::string S = "\n  // " + commentLine(C.Source.Id) + ", " +
                    std::string(spelling(C.Source.From)) +
                    (C.Source.Exact ? "" : ", only sufficient") + ": " +
                    commentLine(C.Source.Text) + "\n  if (gate.refuses(" +
                    Data + "::" + Name + "_checks[" + std::to_string(I) +
                    "],\n                   " +
                    printExpression(C.Predicate, [&](const node &A) {
                      return variableOf(A);
                    });
    S += ",\n                   {";
    for (size_t A = 0; A != C.Atoms.size(); ++A)
      S += (A ? ", {" : "{") + quote(nameAtom(K, C.Atoms[A])) + ", " +
           variableOf(C.Atoms[A]) + "}";
    return S + "}))\n    return gate.verdict();\n";
  }

  /// ", x, y" behind the configuration, in a call.
  std::string arguments() const {
    std::string S = hasAttribute("unchecked_accesses") ? ", tc::unsafe" : "";
    for (const std::string &Param : Params)
      S += ", " + Param;
    return S;
  }

  /// Where the driver finds the arguments.
  std::string addresses() const {
    if (Params.empty())
      return "  void **arguments = nullptr;\n";
    std::string Pointers;
    for (const std::string &Param : Params)
      Pointers += (Pointers.empty() ? "&" : ", &") + Param;
    return "  const void *addresses[] = {" + Pointers +
           "};\n"
           "  // The driver reads the arguments and writes none.\n"
           "  void **arguments = const_cast<void **>(addresses);\n";
  }

  std::string launchFunction() const {
    return signature("launch", false) + addresses() +
           "  return tc::rt::launch(" + Data + "::" + Name + ", " + Data +
           "::image, config, arguments,\n                        check_" +
           Name + "(config" + arguments() + "));\n}\n";
  }

  const sidecar::Kernel &K;
  const LaunchPlan &Plan;
  std::vector<CppType> Types;
  std::string Namespace, Name;
  const std::string &Target, &Data;
  std::vector<std::string> Params;
  std::vector<std::pair<std::string, std::string>> Atoms; ///< Key, variable.
};

std::string imageText(const EmitOptions &O) {
  if (O.Embedded.empty())
    return "inline constexpr tc::rt::image image = {" + quote(O.CubinPath) +
           ", {}};\n";
  std::string S =
      "alignas(16) inline constexpr unsigned char image_bytes[] = {";
  for (size_t I = 0; I != O.Embedded.size(); ++I) {
    S += I % 24 ? "," : I ? ",\n    " : "\n    ";
    S += std::to_string(static_cast<unsigned char>(O.Embedded[I]));
  }
  return S + "};\ninline constexpr tc::rt::image image = {\"\", "
             "image_bytes};\n";
}

/// What has one name in all targets, and what the header needs beside.
struct HeaderNeeds {
  NameScope Names{{"image", "image_bytes"}};
  std::map<std::string, std::string> BySymbol;
  std::set<std::string> Forward;
  bool Tensors = false;

  const std::string &nameOf(const sidecar::Kernel &K, const std::string &Base) {
    auto [It, IsNew] = BySymbol.try_emplace(K.Symbol);
    if (IsNew)
      It->second = Names.take(Base);
    return It->second;
  }
};

std::variant<std::vector<KernelText>, sidecar::Error>
printKernels(const sidecar::Document &D, const EmitOptions &O,
             const std::string &Data, HeaderNeeds &Needs) {
  std::vector<KernelText> Texts;
  for (const sidecar::Kernel &K : D.Kernels) {
    auto Plan = planLaunch(K);
    if (auto *E = std::get_if<sidecar::Error>(&Plan))
      return *E;
    std::vector<CppType> Types;
    for (const sidecar::Param &P : K.Params) {
      auto Type = spellType(P, O.UserTypes);
      if (auto *E = std::get_if<sidecar::Error>(&Type))
        return sidecar::Error{"kernel " + tc::rt::short_kernel_name(K.Name) +
                              ": " + E->Message};
      Types.push_back(std::get<CppType>(Type));
      Needs.Tensors |= Types.back().NeedsTensorHeader;
      if (!Types.back().ForwardDeclaration.empty())
        Needs.Forward.insert(Types.back().ForwardDeclaration);
    }
    KernelName Name = splitKernelName(K.Name);
    std::string Namespace;
    for (const std::string &Part : Name.Namespaces)
      Namespace += (Namespace.empty() ? "" : "::") + Part;
    Texts.push_back(KernelEmitter(K, std::get<LaunchPlan>(Plan),
                                  std::move(Types), Namespace,
                                  Needs.nameOf(K, Name.Base), D.Target, Data)
                        .text());
  }
  return Texts;
}

} // namespace

std::variant<std::string, sidecar::Error>
emitHeader(const std::vector<const sidecar::Document *> &Documents,
           const EmitOptions &O) {
  const sidecar::Document &First = *Documents.front();
  const bool Several = Documents.size() > 1;
  std::string Module = identifier(First.Module);
  std::string Data = "tilechecks_generated_" + Module;
  std::string Guard = "TILECHECKS_LAUNCH_" + Module, Targets;
  HeaderNeeds Needs;
  std::vector<TargetText> Texts;
  for (const sidecar::Document *D : Documents) {
    TargetText T;
    T.Target = D->Target;
    T.Space = identifier(D->Target);
    auto Kernels =
        printKernels(*D, O, Several ? Data + "::" + T.Space : Data, Needs);
    if (auto *E = std::get_if<sidecar::Error>(&Kernels))
      return *E;
    T.Kernels = std::get<std::vector<KernelText>>(std::move(Kernels));
    Guard += "_" + identifier(D->Target);
    Targets += (Targets.empty() ? "" : ", ") + commentLine(D->Target);
    Texts.push_back(std::move(T));
  }
  auto Parts = Several ? printTargets(Texts, Data) : printTarget(Texts[0]);
  if (auto *E = std::get_if<sidecar::Error>(&Parts))
    return *E;
  const HeaderParts &P = std::get<HeaderParts>(Parts);

  std::string S =
      "// Launchers for " + commentLine(First.Module) + " (" + Targets +
      "), written by launcher-gen from a "
      "sidecar of\n// " +
      commentLine(First.Producer) +
      ". Generate again rather than edit.\n#ifndef " + Guard + "\n#define " +
      Guard + "\n\n#include <tilechecks/launch/runtime.hpp>\n";
  if (Needs.Tensors)
    S += "#include <tilechecks/tensor.hpp>\n";
  for (const std::string &Include : O.Includes)
    S += "#include " + quote(Include) + "\n";
  for (const std::string &Line : Needs.Forward)
    S += "\n" + Line;
  return S + (Needs.Forward.empty() ? "" : "\n") + "\nnamespace " + Data +
         " {\n\n" + imageText(O) + P.Descriptions + "\n} // namespace " + Data +
         "\n" + P.Functions + "\n#endif // " + Guard + "\n";
}

} // namespace tilechecks::launchergen
