//===- Loader.cpp - from a file to a launchable module --------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "Lowering.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace tilechecks::simt;

namespace tilechecks::simt {

struct ModuleImpl {
  Device *Owner = nullptr;
  ThreadState State{};
  LoweredModule Lowered;
  std::unique_ptr<Jit> Code;
  std::string Text;
  StackPool Stacks;
  std::vector<uint64_t> Allocations; ///< global variables
  ~ModuleImpl() {
    for (uint64_t At : Allocations)
      Owner->release(At);
  }
};

} // namespace tilechecks::simt

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

Device::Device(Options O)
    : Opts(std::move(O)), Memory(std::make_unique<Arena>()) {}
Device::~Device() = default;

DevicePtr Device::allocate(uint64_t SizeBytes, std::string Name,
                           bool ReadOnly) {
  uint8_t Permission =
      ReadOnly ? Arena::Readable : Arena::Readable | Arena::Writable;
  return Memory->allocate(SizeBytes, 256, std::move(Name), Permission);
}

bool Device::release(DevicePtr Address) { return Memory->release(Address); }

bool Device::accessible(DevicePtr Address, uint64_t SizeBytes) const {
  return Memory->permits(Address, SizeBytes, Arena::Readable);
}

bool Device::write(DevicePtr To, const void *From, uint64_t SizeBytes) {
  if (!accessible(To, SizeBytes))
    return false;
  std::memcpy(reinterpret_cast<void *>(To), From, SizeBytes);
  return true;
}

bool Device::read(void *To, DevicePtr From, uint64_t SizeBytes) const {
  if (!accessible(From, SizeBytes))
    return false;
  std::memcpy(To, reinterpret_cast<const void *>(From), SizeBytes);
  return true;
}

const char *tilechecks::simt::outcomeName(Outcome O) {
  switch (O) {
  case Outcome::Completed:
    return "completed";
  case Outcome::Trapped:
    return "trapped";
  case Outcome::ShadowHit:
    return "shadow hit";
  case Outcome::Deadlock:
    return "deadlock";
  case Outcome::Unsupported:
    return "unsupported";
  case Outcome::Timeout:
    return "timeout";
  case Outcome::InvalidLaunch:
    return "invalid launch";
  }
  return "";
}

const char *tilechecks::simt::accessKindName(AccessKind K) {
  switch (K) {
  case AccessKind::Read:
    return "read";
  case AccessKind::Write:
    return "write";
  case AccessKind::Atomic:
    return "atomic";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

namespace {

std::unique_ptr<ModuleImpl> prepare(Device &D,
                                    std::unique_ptr<llvm::LLVMContext> Context,
                                    std::unique_ptr<llvm::Module> M,
                                    std::string &Error) {
  if (!M->getTargetTriple().isNVPTX()) {
    Error = "not device IR: the target is '" + M->getTargetTriple().str() + "'";
    return nullptr;
  }
  auto Impl = std::make_unique<ModuleImpl>();
  Impl->Owner = &D;
  Impl->Code = Jit::create(Error);
  if (!Impl->Code)
    return nullptr;
  Lowering Lower(*M, D, Impl->State, Impl->Lowered);
  Lower.describe();
  Impl->Code->retarget(*M);
  bool Ok = Lower.run(Error);
  for (const auto &[Name, Place] : Impl->Lowered.Globals)
    Impl->Allocations.push_back(Place.first);
  if (!Ok) {
    Error = "cannot be lowered: " + Error;
    return nullptr;
  }
  llvm::raw_string_ostream(Impl->Text) << *M;
  if (!Impl->Code->add(std::move(Context), std::move(M),
                       Impl->Lowered.RuntimeSymbols, Error))
    return nullptr;
  for (const FunctionFixup &Fix : Impl->Lowered.Fixups) {
    void *Address = Impl->Code->lookup(Fix.Function, Error);
    if (!Address)
      return nullptr;
    std::memcpy(reinterpret_cast<void *>(Fix.Address), &Address,
                sizeof(Address));
  }
  return Impl;
}

std::unique_ptr<ModuleImpl> parse(Device &D, llvm::MemoryBufferRef Buffer,
                                  std::string &Error) {
  auto Context = std::make_unique<llvm::LLVMContext>();
  // Diagnostics of old debug info and the like are not worth a word.
  Context->setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  llvm::SMDiagnostic Diagnostic;
  std::unique_ptr<llvm::Module> M = llvm::parseIR(Buffer, Diagnostic, *Context);
  if (!M) {
    llvm::raw_string_ostream Stream(Error);
    Diagnostic.print(nullptr, Stream, /*ShowColors=*/false);
    while (!Error.empty() && Error.back() == '\n')
      Error.pop_back();
    return nullptr;
  }
  return prepare(D, std::move(Context), std::move(M), Error);
}

} // namespace

Module::Module(std::unique_ptr<ModuleImpl> I) : Impl(std::move(I)) {}
Module::~Module() = default;

std::unique_ptr<Module> Module::loadFile(Device &D, const std::string &Path,
                                         std::string &Error) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer) {
    Error = Path + ": " + Buffer.getError().message();
    return nullptr;
  }
  auto Impl = parse(D, (*Buffer)->getMemBufferRef(), Error);
  if (!Impl) {
    if (!llvm::StringRef(Error).starts_with(Path))
      Error = Path + ": " + Error;
    return nullptr;
  }
  return std::unique_ptr<Module>(new Module(std::move(Impl)));
}

std::unique_ptr<Module> Module::loadBuffer(Device &D, std::string_view Text,
                                           const std::string &Name,
                                           std::string &Error) {
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(Text.data(), Text.size()), Name);
  auto Impl = parse(D, Buffer->getMemBufferRef(), Error);
  if (!Impl)
    return nullptr;
  return std::unique_ptr<Module>(new Module(std::move(Impl)));
}

std::unique_ptr<Module> Module::loadModule(Device &D, const llvm::Module &M,
                                           std::string &Error) {
  // Through text: the copy lives in a context of its own.
  std::string Text;
  llvm::raw_string_ostream(Text) << M;
  return loadBuffer(D, Text, M.getName().str(), Error);
}

const std::vector<Kernel> &Module::kernels() const {
  return Impl->Lowered.Kernels;
}

const Kernel *Module::kernel(std::string_view Symbol) const {
  for (const Kernel &K : kernels())
    if (K.Symbol == Symbol)
      return &K;
  return nullptr;
}

DevicePtr Module::global(std::string_view Name, uint64_t *SizeBytes) const {
  auto It = Impl->Lowered.Globals.find(Name);
  if (It == Impl->Lowered.Globals.end())
    return 0;
  if (SizeBytes)
    *SizeBytes = It->second.second;
  return It->second.first;
}

std::string Module::loweredText() const { return Impl->Text; }

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

namespace {

/// Empty if the launch is possible.
std::string whyInvalid(const Kernel &K, const LaunchConfig &C,
                       const std::vector<ArgumentBytes> &Arguments) {
  auto Number = [](uint64_t V) { return std::to_string(V); };
  if (C.Block.count() == 0 || C.Block.X > 1024 || C.Block.Y > 1024 ||
      C.Block.Z > 64 || C.Block.count() > 1024)
    return "the block has " + Number(C.Block.count()) +
           " threads; 1 to 1024 are possible, 64 in z";
  if (C.Grid.X > 0x7fffffff || C.Grid.Y > 65535 || C.Grid.Z > 65535)
    return "the grid is larger than 2147483647 x 65535 x 65535";
  if (C.Cluster.count() == 0 || C.Grid.X % C.Cluster.X ||
      C.Grid.Y % C.Cluster.Y || C.Grid.Z % C.Cluster.Z)
    return "the cluster does not divide the grid";
  if (Arguments.size() != K.Params.size())
    return "kernel " + K.Symbol + " has " + Number(K.Params.size()) +
           " parameter(s), not " + Number(Arguments.size());
  for (size_t I = 0; I != Arguments.size(); ++I)
    if (Arguments[I].size() != K.Params[I].SizeBytes)
      return "argument " + Number(I) + " has " + Number(Arguments[I].size()) +
             " bytes, the parameter (" + K.Params[I].Type + ") " +
             Number(K.Params[I].SizeBytes);
  return {};
}

} // namespace

Result Module::launch(std::string_view Symbol, const LaunchConfig &Config,
                      const std::vector<ArgumentBytes> &Arguments) {
  Result R;
  auto Invalid = [&](std::string Why) {
    R.Kind = Outcome::InvalidLaunch;
    R.Message = std::move(Why);
    return R;
  };
  const Kernel *K = kernel(Symbol);
  if (!K)
    return Invalid("there is no kernel " + std::string(Symbol));
  if (std::string Why = whyInvalid(*K, Config, Arguments); !Why.empty())
    return Invalid(std::move(Why));
  if (Config.Grid.count() == 0)
    return R;
  std::string Error;
  void *Entry = Impl->Code->lookup("tcsimt.entry." + K->Symbol, Error);
  if (!Entry)
    return Invalid("code generation failed: " + Error);

  // By-value arguments lie in the arena: the kernel has their address.
  std::vector<void *> Slots;
  std::vector<uint64_t> Copies;
  for (size_t I = 0; I != Arguments.size(); ++I) {
    const KernelParam &P = K->Params[I];
    if (!P.ByValue) {
      Slots.push_back(const_cast<uint8_t *>(Arguments[I].data()));
      continue;
    }
    std::string Name = "kernel parameter " + std::to_string(I);
    uint64_t At = Impl->Owner->arena().allocate(P.SizeBytes, P.Align, Name,
                                                Arena::Readable);
    if (!At) {
      for (uint64_t Copy : Copies)
        Impl->Owner->release(Copy);
      return Invalid("no room for the parameters");
    }
    std::memcpy(reinterpret_cast<void *>(At), Arguments[I].data(), P.SizeBytes);
    Copies.push_back(At);
    Slots.push_back(reinterpret_cast<void *>(At));
  }

  LaunchImage Image;
  Image.Owner = Impl->Owner;
  Image.State = &Impl->State;
  Image.Sites = &Impl->Lowered.Sites;
  Image.Shared = &Impl->Lowered.Shared;
  Image.DynamicSharedOffset = Impl->Lowered.DynamicSharedOffset;
  Image.Entry = reinterpret_cast<void (*)(void **)>(Entry);
  Image.Slots = Slots.data();
  Image.NeedsFibres = Impl->Lowered.NeedFibres.count(K->Symbol) != 0;
  R = Launch(Image, Config, Impl->Stacks).run();
  if (R.Kind == Outcome::Unsupported)
    R.Message += ": " + R.Unsupported;
  for (uint64_t Copy : Copies)
    Impl->Owner->release(Copy);
  return R;
}
