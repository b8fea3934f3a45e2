//===- Lowering.h - device IR to checked host IR ----------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   FlagFree         forget every promise: flags, attributes, metadata; give
//                    defined results to what has none (shifts, division, ...)
//   LowerMemory      globals, shared variables, allocas, by-value arguments
//   LowerCalls       intrinsics, inline assembly, external functions
//   Instrument       a check before each access, a counter in each cycle
//   Entry            one function a kernel that unpacks its arguments
//
// Address spaces stay in the types: the host's code generator treats them as
// flat, and a cast between them is no instruction.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_LOWERING_H
#define TILECHECKS_TEST_SIMT_LOWERING_H

#include "Launch.h"
#include "Runtime.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <map>
#include <optional>
#include <set>

namespace tilechecks::simt {

/// A word in the arena that must become the address of a compiled function.
struct FunctionFixup {
  uint64_t Address;
  std::string Function;
};

/// What the lowering leaves for the loader and for launches.
struct LoweredModule {
  std::vector<Kernel> Kernels;
  std::vector<Site> Sites{Site()}; ///< 0: unknown place
  std::vector<SharedVariable> Shared;
  uint64_t DynamicSharedOffset = 0;
  std::map<std::string, std::pair<DevicePtr, uint64_t>, std::less<>> Globals;
  std::vector<FunctionFixup> Fixups;
  std::map<std::string, uint64_t> RuntimeSymbols; ///< name -> host address
  std::set<std::string> NeedFibres;               ///< kernels that can block
};

/// The LLVM type of a C++ type that runtime functions use.
template <typename T> llvm::Type *irType(llvm::LLVMContext &C) {
  if constexpr (std::is_void_v<T>)
    return llvm::Type::getVoidTy(C);
  else if constexpr (std::is_same_v<T, float>)
    return llvm::Type::getFloatTy(C);
  else if constexpr (std::is_same_v<T, double>)
    return llvm::Type::getDoubleTy(C);
  else
    return llvm::Type::getIntNTy(C, 8 * sizeof(T));
}

/// A form of mma that this runner has: m16n8kK, row by column, sums in float.
struct MatrixProduct {
  runtime::MatrixElement Element;
  uint32_t K;
  /// By the name without `llvm.nvvm.`.
  static std::optional<MatrixProduct> byIntrinsic(llvm::StringRef Name);
  /// Registers that a lane brings: A, B and C.
  uint32_t wordCount() const {
    uint32_t B = K / (Element == runtime::MatrixTF32 ? 4 : 8);
    return 3 * B + 4;
  }
};

class Lowering {
public:
  Lowering(llvm::Module &M, Device &D, ThreadState &State, LoweredModule &Out);
  /// Kernels and their parameters, by the device's data layout.
  void describe();
  /// After the module got the host's data layout, in which everything that
  /// memory holds lies as before. False and \p Error if the module cannot be
  /// run at all.
  bool run(std::string &Error);

  using Builder = llvm::IRBuilder<>;
  llvm::Module &M;
  llvm::LLVMContext &C;
  Device &D;
  LoweredModule &Out;
  llvm::IntegerType *I1, *I32, *I64;

  /// A call of runtime function \p Fn; integer arguments are zero-extended or
  /// truncated to its parameter types, pointers become integers.
  template <typename R, typename... A>
  llvm::Value *call(Builder &B, const char *Name, R (*Fn)(A...),
                    llvm::ArrayRef<llvm::Value *> Arguments) {
    llvm::Type *Params[] = {irType<A>(C)..., nullptr};
    auto *Type = llvm::FunctionType::get(
        irType<R>(C), llvm::ArrayRef(Params, sizeof...(A)), false);
    return callRuntime(B, Name, reinterpret_cast<uint64_t>(Fn), Type,
                       Arguments);
  }
#define TCSIMT_CALL(L, B, NAME, ...)                                           \
  (L).call(B, "tcsimt." #NAME, &tilechecks::simt::runtime::NAME, {__VA_ARGS__})

  llvm::ConstantInt *i32(uint32_t V) { return llvm::ConstantInt::get(I32, V); }
  llvm::ConstantInt *i64(uint64_t V) { return llvm::ConstantInt::get(I64, V); }
  /// The number of \p I's place, as an operand.
  llvm::Value *site(const llvm::Instruction &I, std::string What = {});
  /// A field of ThreadState.
  llvm::Value *state(Builder &B, size_t Offset, llvm::Type *Type);
  llvm::Value *lane(Builder &B);
  /// The arena's base, a multiple of 4 GiB, added to a 32-bit shared address.
  llvm::Value *sharedPointer(Builder &B, llvm::Value *Address);
  llvm::Value *flat(Builder &B, llvm::Value *Pointer);
  /// Checks that \p Pointer may be accessed, before B's insertion point. The
  /// builder stands behind the check afterwards.
  void check(Builder &B, llvm::Value *Pointer, uint64_t SizeBytes,
             uint64_t Align, runtime::Access Kind, llvm::Value *Site);
  /// The launch ends as `unsupported: Name` when control comes here; \p I is
  /// removed.
  void unsupported(llvm::Instruction *I, const std::string &Name);
  void replace(llvm::Instruction *I, llvm::Value *With);

  // LowerMath.cpp, LowerMatrix.cpp, LowerWarp.cpp, LowerMemoryOps.cpp: true if
  // \p Name (without `llvm.nvvm.`) was known; \p I is then replaced and gone.
  bool lowerMatrix(llvm::CallInst *I, llvm::StringRef Name);
  bool lowerMath(llvm::CallInst *I, llvm::StringRef Name);
  bool lowerWarp(llvm::CallInst *I, llvm::StringRef Name);
  bool lowerMemory(llvm::CallInst *I, llvm::StringRef Name);
  // LowerAsm.cpp
  void lowerAsm(llvm::CallInst *I);

  /// The array through which matrix instructions of \p F exchange registers.
  llvm::Value *matrixWords(llvm::Function *F);
  void putWords(Builder &B, llvm::Value *Words,
                llvm::ArrayRef<llvm::Value *> Values);
  llvm::Value *getWord(Builder &B, llvm::Value *Words, unsigned N,
                       llvm::Type *As);
  /// The bits of float \p V as a bfloat, in an i32.
  llvm::Value *bfloatBits(Builder &B, llvm::Value *V, bool TowardsZero);
  /// cp.async: the first \p ReadBytes of \p Bytes are copied, the rest is
  /// zeroed; null for all of them.
  void asyncCopy(Builder &B, llvm::Value *To, llvm::Value *From, uint64_t Bytes,
                 llvm::Value *ReadBytes, llvm::Value *Site);
  /// By the name after `read.ptx.sreg.`; null if it is not known.
  llvm::Value *specialRegister(Builder &B, llvm::StringRef Name);
  llvm::Value *unpackPredicate(Builder &B, llvm::Value *Answer,
                               llvm::Type *ResultType);
  llvm::Value *warpOp(Builder &B, WarpOp Op, llvm::Value *Mask, llvm::Value *V,
                      llvm::Value *Site);

private:
  llvm::Value *callRuntime(Builder &B, const char *Name, uint64_t Address,
                           llvm::FunctionType *Type,
                           llvm::ArrayRef<llvm::Value *> Arguments);
  void describeKernels();
  void findBlockingKernels();
  bool materialiseGlobals(std::string &Error);
  bool fillConstant(uint64_t At, const llvm::Constant *Value,
                    std::string &Error);
  void lowerLocals(llvm::Function &F);
  void lowerByVal(llvm::Function &F);
  void lowerSharedIntegers(llvm::Function &F);
  void lowerCalls(llvm::Function &F);
  void lowerCall(llvm::CallInst *I);
  void lowerGenericIntrinsic(llvm::IntrinsicInst *I);
  void defineExternals();
  void defineTruncations();
  std::vector<llvm::Instruction *> collectAccesses();
  void instrumentAccess(llvm::Instruction *I);
  void markUnreachable(llvm::Function &F);
  void countSteps(llvm::Function &F, bool CheckStack);
  void makeEntry(const Kernel &K);

  ThreadState &State;
  std::map<std::string, uint64_t> GlobalAddress;
  std::map<llvm::Function *, llvm::Value *> MatrixWords;
};

/// Forgets every promise in \p M and defines what it leaves undefined.
void makeFlagFree(llvm::Module &M);

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_LOWERING_H
