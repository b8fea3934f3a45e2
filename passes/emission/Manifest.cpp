//===- emission/Manifest.cpp - what the last pass must know ---------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "emission/Manifest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::emission;

static constexpr StringLiteral ManifestName = "tilechecks.plan";

void emission::writeManifest(Module &M,
                             const std::vector<KernelRecord> &Records) {
  LLVMContext &Context = M.getContext();
  NamedMDNode *All = M.getOrInsertNamedMetadata(ManifestName);
  auto Text = [&](StringRef S) { return MDString::get(Context, S); };
  for (const KernelRecord &K : Records) {
    SmallVector<Metadata *> Operands{
        ConstantAsMetadata::get(K.Original), Text(K.Symbol), Text(K.Role),
        ConstantAsMetadata::get(
            ConstantInt::getBool(Context, K.AlsoUnchecked)),
        Text(K.Document)};
    for (const BodyRecord &Body : K.Bodies) {
      std::string Ids = join(map_range(Body.Ids, [](unsigned Id) {
                               return std::to_string(Id);
                             }), " ");
      Operands.push_back(MDNode::get(Context, {ConstantAsMetadata::get(Body.F),
                                               Text(Body.Kind), Text(Ids)}));
    }
    All->addOperand(MDNode::get(Context, Operands));
  }
}

static std::string textAt(const MDNode &Node, unsigned I) {
  const auto *Text = dyn_cast_or_null<MDString>(Node.getOperand(I));
  return Text ? Text->getString().str() : std::string();
}

static Function *functionAt(const MDNode &Node, unsigned I) {
  return mdconst::dyn_extract_or_null<Function>(Node.getOperand(I));
}

std::vector<KernelRecord> emission::takeManifest(Module &M) {
  std::vector<KernelRecord> Records;
  NamedMDNode *All = M.getNamedMetadata(ManifestName);
  if (!All)
    return Records;
  for (const MDNode *Node : All->operands()) {
    if (Node->getNumOperands() < 5)
      continue;
    KernelRecord &K = Records.emplace_back();
    K.Original = functionAt(*Node, 0);
    K.Symbol = textAt(*Node, 1);
    K.Role = textAt(*Node, 2);
    auto *Also = mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(3));
    K.AlsoUnchecked = Also && Also->isOne();
    K.Document = textAt(*Node, 4);
    for (unsigned I = 5; I < Node->getNumOperands(); ++I) {
      const auto *Body = dyn_cast_or_null<MDNode>(Node->getOperand(I));
      if (!Body || Body->getNumOperands() < 3)
        continue;
      BodyRecord &Record = K.Bodies.emplace_back();
      Record.F = functionAt(*Body, 0);
      Record.Kind = textAt(*Body, 1);
      std::string Ids = textAt(*Body, 2);
      SmallVector<StringRef> Parts;
      StringRef(Ids).split(Parts, ' ', -1, /*KeepEmpty=*/false);
      for (StringRef Part : Parts)
        if (unsigned Id; !Part.getAsInteger(10, Id))
          Record.Ids.push_back(Id);
    }
  }
  All->eraseFromParent();
  return Records;
}
