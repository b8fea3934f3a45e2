//===- Targets.cpp - the functions of a header, for its targets -----------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include <algorithm>

namespace tilechecks::launchergen {
namespace {

std::string inNamespace(const std::string &Namespace, const std::string &Text) {
  if (Namespace.empty())
    return "\n" + Text;
  return "\nnamespace " + Namespace + " {\n\n" + Text + "\n} // namespace " +
         Namespace + "\n";
}

/// A kernel, and the targets that have it.
struct Variant {
  const TargetText *Target;
  const KernelText *Kernel;
};

/// What is the same everywhere is said once.
std::string document(const std::vector<Variant> &Variants) {
  const std::string &First = Variants[0].Kernel->Documentation;
  if (std::all_of(Variants.begin(), Variants.end(), [&](const Variant &V) {
        return V.Kernel->Documentation == First;
      }))
    return First;
  std::string S = "/// The checks that count are those of the target whose "
                  "code the driver loads.\n";
  for (const Variant &V : Variants)
    S += "///\n/// On " + V.Target->Target + ":\n" + V.Kernel->Documentation;
  return S;
}

/// Calls the check function of the target that `target` counts.
std::string chooseCheck(const std::vector<Variant> &Variants,
                        const std::string &Data) {
  std::string S = "[&](std::size_t target) {\n"
                  "        switch (target) {\n";
  for (size_t I = 0; I != Variants.size(); ++I) {
    const KernelText &K = *Variants[I].Kernel;
    S += I + 1 == Variants.size() ? "        default:\n"
                                  : "        case " + std::to_string(I) + ":\n";
    S += "          return " + Data + "::" + Variants[I].Target->Space +
         "::check_" + K.Name + "(config" + K.Arguments + ");\n";
  }
  return S + "        }\n      }";
}

std::string printFunctions(const std::vector<Variant> &Variants,
                           const std::string &Data) {
  const KernelText &K = *Variants[0].Kernel;
  std::string Common = Data + "::" + K.Name + "_targets, " + Data + "::image, ";
  std::string Check = chooseCheck(Variants, Data);
  return document(Variants) + K.CheckSignature +
         "  return tc::rt::check_targets(\n      " + Common + Check +
         ");\n}\n\n" + K.LaunchSignature + K.Addresses +
         "  return tc::rt::launch_targets(\n      " + Common +
         "config, arguments,\n      " + Check + ");\n}\n";
}

} // namespace

std::variant<HeaderParts, sidecar::Error> printTarget(const TargetText &T) {
  HeaderParts P;
  for (const KernelText &K : T.Kernels) {
    P.Descriptions += "\n" + K.Description;
    P.Functions += inNamespace(K.Namespace, K.Documentation + K.CheckFunction +
                                                "\n" + K.LaunchFunction);
  }
  return P;
}

std::variant<HeaderParts, sidecar::Error>
printTargets(const std::vector<TargetText> &Targets, const std::string &Data) {
  HeaderParts P;
  // In the order of the first target that has the kernel.
  std::vector<std::vector<Variant>> Kernels;
  for (const TargetText &T : Targets) {
    std::string Text;
    for (const KernelText &K : T.Kernels) {
      Text += "\n" + K.Description + "\n" + K.CheckFunction;
      auto Known =
          std::find_if(Kernels.begin(), Kernels.end(), [&](const auto &Vs) {
            return Vs[0].Kernel->Name == K.Name;
          });
      if (Known == Kernels.end())
        Known = Kernels.insert(Known, std::vector<Variant>());
      Known->push_back({&T, &K});
    }
    P.Descriptions += inNamespace(T.Space, Text);
  }
  for (const std::vector<Variant> &Variants : Kernels) {
    const KernelText &First = *Variants[0].Kernel;
    std::string Sets;
    for (const Variant &V : Variants) {
      if (V.Kernel->LaunchSignature != First.LaunchSignature)
        return sidecar::Error{"kernel " + First.Name + ": its parameters for " +
                              V.Target->Target + " are others than for " +
                              Variants[0].Target->Target +
                              "; one launcher cannot take both"};
      Sets +=
          (Sets.empty() ? "&" : ", &") + V.Target->Space + "::" + First.Name;
    }
    P.Descriptions += "\ninline constexpr const tc::rt::kernel_info *" +
                      First.Name + "_targets[] = {" + Sets + "};\n";
    P.Functions += inNamespace(First.Namespace, printFunctions(Variants, Data));
  }
  return P;
}

} // namespace tilechecks::launchergen
