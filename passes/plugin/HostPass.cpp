//===- plugin/HostPass.cpp - launches of checked kernels, in host code ----===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `kernel<<<grid, block>>>(args)` becomes, in the host module of clang,
//
//   call i32 @cudaLaunchKernel(ptr @__device_stub__kernel, grid, block, ...)
//
// and here, where the kernel is checked,
//
//   %has = icmp ne ptr @tilechecks_cudaLaunchKernel, null
//   %launch = select i1 %has, ptr @tilechecks_cudaLaunchKernel,
//                             ptr @cudaLaunchKernel
//   call i32 %launch(ptr @__device_stub__kernel, grid, block, ...)
//
// The reference is a weak one: a program that is linked without the run time
// launches as before, and the self-contained body runs.
//
// Which kernels are checked: clang compiles the device side first, and the host
// module holds what came of it, a fat binary or, under -fgpu-rdc, an offload
// binary. Both name their symbols. So a kernel is checked if the module
// registers its stub under a name N and holds an image with the symbol
// N__tc_table. What the host's own source looks like plays no part, and a
// module without such a kernel stays as it is to the byte.
//
// It runs last: there, inlining has brought the stub to the call where the
// launch went through a template (cudaLaunchKernelEx), and nothing that comes
// before can turn out differently for the code of other kernels.
//
//===----------------------------------------------------------------------===//

#include "plugin/Passes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tilechecks::plugin;

namespace {
/// A function of the CUDA run time, and which argument says what to launch.
struct LaunchFunction {
  StringLiteral Name;
  unsigned Kernel;
};
} // namespace

static constexpr LaunchFunction LaunchFunctions[] = {
    {"cudaLaunchKernel", 0},
    {"cudaLaunchKernel_ptsz", 0},
    {"cudaLaunchKernelExC", 1},
    {"cudaLaunchKernelExC_ptsz", 1},
    {"cudaLaunchCooperativeKernel", 0},
    {"cudaLaunchCooperativeKernel_ptsz", 0},
};

static StringRef bytesOf(const Value *V) {
  const auto *G = dyn_cast<GlobalVariable>(V->stripPointerCasts());
  if (!G || !G->hasInitializer())
    return {};
  const auto *Data = dyn_cast<ConstantDataSequential>(G->getInitializer());
  return Data && Data->getElementType()->isIntegerTy(8)
             ? Data->getRawDataValues()
             : StringRef();
}

/// The device code in the module: as CUDA's fat binary or LLVM's offload
/// binary.
static SmallVector<StringRef> deviceImages(const Module &M) {
  SmallVector<StringRef> Images;
  for (const GlobalVariable &G : M.globals()) {
    const StringRef Bytes = bytesOf(&G);
    if (Bytes.starts_with("\x50\xed\x55\xba") ||
        Bytes.starts_with("\x10\xff\x10\xad"))
      Images.push_back(Bytes);
  }
  return Images;
}

/// Whether the image has the symbol Name: as a whole word, in the string table
/// of an ELF file or in PTX.
static bool namesSymbol(StringRef Image, StringRef Name) {
  auto isPart = [](char C) { return isAlnum(C) || C == '_' || C == '$'; };
  for (size_t At = Image.find(Name); At != StringRef::npos;
       At = Image.find(Name, At + 1)) {
    const size_t End = At + Name.size();
    if ((At == 0 || !isPart(Image[At - 1])) &&
        (End == Image.size() || !isPart(Image[End])))
      return true;
  }
  return false;
}

using Registered = SmallVector<std::pair<const Function *, StringRef>>;

static void addRegistered(Registered &Found, const Value *Stub,
                          const Value *Name) {
  const auto *F = dyn_cast<Function>(Stub->stripPointerCasts());
  StringRef Text = bytesOf(Name);
  if (F && Text.consume_back(StringRef("\0", 1)))
    Found.push_back({F, Text});
}

/// The stubs that the module registers, each with the name of its kernel.
static Registered registeredKernels(const Module &M) {
  Registered Found;
  if (const Function *Register = M.getFunction("__cudaRegisterFunction"))
    for (const User *U : Register->users())
      if (const auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledOperand() == Register && Call->arg_size() > 2)
        addRegistered(Found, Call->getArgOperand(1), Call->getArgOperand(2));
  // Under -fgpu-rdc: __tgt_offload_entry, with address and name in this order.
  for (const GlobalVariable &G : M.globals()) {
    if (G.getSection() != "llvm_offload_entries" || !G.hasInitializer())
      continue;
    SmallVector<const Value *, 2> Pointers;
    for (const Value *Member : G.getInitializer()->operand_values())
      if (Member->getType()->isPointerTy())
        Pointers.push_back(Member);
    if (Pointers.size() >= 2)
      addRegistered(Found, Pointers[0], Pointers[1]);
  }
  return Found;
}

static SmallPtrSet<const Function *, 8> checkedStubs(const Module &M) {
  SmallPtrSet<const Function *, 8> Stubs;
  const SmallVector<StringRef> Images = deviceImages(M);
  if (Images.empty())
    return Stubs;
  for (const auto &[Stub, Name] : registeredKernels(M)) {
    const std::string Table = (Name + "__tc_table").str();
    if (any_of(Images, [&](StringRef I) { return namesSymbol(I, Table); }))
      Stubs.insert(Stub);
  }
  return Stubs;
}

/// Lets Call, a launch by Launch, go to the run time of TileChecks if that is
/// linked.
static void redirect(CallBase &Call, Function &Launch) {
  Module &M = *Launch.getParent();
  const std::string Name = ("tilechecks_" + Launch.getName()).str();
  Function *Checked = M.getFunction(Name);
  if (!Checked) {
    Checked = Function::Create(Launch.getFunctionType(),
                               GlobalValue::ExternalWeakLinkage, Name, M);
    Checked->setAttributes(Launch.getAttributes());
  }
  IRBuilder<> Builder(&Call);
  Value *IsLinked = Builder.CreateICmpNE(
      Checked, ConstantPointerNull::get(Checked->getType()));
  Call.setCalledOperand(Builder.CreateSelect(IsLinked, Checked, &Launch));
}

PreservedAnalyses HostPass::run(Module &M, ModuleAnalysisManager &) {
  if (isDeviceModule(M) || Opts.RawLaunches)
    return PreservedAnalyses::all();
  const SmallPtrSet<const Function *, 8> Stubs = checkedStubs(M);
  if (Stubs.empty())
    return PreservedAnalyses::all();
  bool Changed = false;
  for (const LaunchFunction &L : LaunchFunctions) {
    Function *Launch = M.getFunction(L.Name);
    if (!Launch)
      continue;
    SmallVector<CallBase *> Calls;
    for (User *U : Launch->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledOperand() == Launch &&
          Call->arg_size() > L.Kernel)
        if (const auto *Stub = dyn_cast<Function>(
                Call->getArgOperand(L.Kernel)->stripPointerCasts());
            Stub && Stubs.contains(Stub))
          Calls.push_back(Call);
    for (CallBase *Call : Calls)
      redirect(*Call, *Launch);
    Changed |= !Calls.empty();
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
