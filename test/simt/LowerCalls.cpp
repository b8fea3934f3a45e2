//===- LowerCalls.cpp - intrinsics and external functions -----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A closed world: what is not listed here or in the files LowerMath,
// LowerMatrix, LowerWarp, LowerMemoryOps and LowerAsm ends the launch as
// `unsupported` when control comes to it, with its name.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

#include <dlfcn.h>

using namespace llvm;
using namespace tilechecks::simt;

namespace {

/// Intrinsics that touch no memory and that the host's code generator does
/// right as they are.
bool isPortable(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::fabs:
  case Intrinsic::sqrt:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::lround:
  case Intrinsic::llround:
  case Intrinsic::lrint:
  case Intrinsic::llrint:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::copysign:
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::tanh:
  case Intrinsic::exp:
  case Intrinsic::exp2:
  case Intrinsic::log:
  case Intrinsic::log2:
  case Intrinsic::log10:
  case Intrinsic::pow:
  case Intrinsic::powi:
  case Intrinsic::ldexp:
  case Intrinsic::frexp:
  case Intrinsic::canonicalize:
  case Intrinsic::is_fpclass:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::abs:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::sshl_sat:
  case Intrinsic::ushl_sat:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
  case Intrinsic::vector_reduce_fadd:
  case Intrinsic::vector_reduce_fmul:
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
    return true;
  default:
    return false;
  }
}

} // namespace

void Lowering::lowerGenericIntrinsic(IntrinsicInst *I) {
  Builder B(I);
  switch (I->getIntrinsicID()) {
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
    TCSIMT_CALL(*this, B, trap, site(*I));
    I->eraseFromParent();
    return;
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::ssa_copy:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::arithmetic_fence:
    replace(I, I->getArgOperand(0));
    return;
  case Intrinsic::is_constant:
    replace(I, ConstantInt::getFalse(C));
    return;
  case Intrinsic::objectsize:
    // Unknown, in the form the second argument asks for.
    replace(I, cast<ConstantInt>(I->getArgOperand(1))->isOne()
                   ? Constant::getNullValue(I->getType())
                   : Constant::getAllOnesValue(I->getType()));
    return;
  case Intrinsic::ptrmask:
    replace(I, B.CreateIntToPtr(
                   B.CreateAnd(flat(B, I->getArgOperand(0)),
                               B.CreateSExtOrTrunc(I->getArgOperand(1), I64)),
                   I->getType()));
    return;
  case Intrinsic::readcyclecounter:
  case Intrinsic::readsteadycounter:
    replace(I, TCSIMT_CALL(*this, B, clock));
    return;
  case Intrinsic::invariant_start:
    replace(I, Constant::getNullValue(I->getType()));
    return;
  case Intrinsic::var_annotation:
  case Intrinsic::prefetch:
  case Intrinsic::sideeffect:
    I->eraseFromParent();
    return;
  default:
    if (!isPortable(I->getIntrinsicID()))
      unsupported(I, I->getCalledFunction()->getName().str());
    return;
  }
}

void Lowering::lowerCall(CallInst *I) {
  if (I->isInlineAsm()) {
    lowerAsm(I);
    return;
  }
  Function *Callee = I->getCalledFunction();
  if (!Callee)
    return; // By pointer; the target is compiled code, or the host faults.
  StringRef Name = Callee->getName();
  if (Callee->isIntrinsic()) {
    StringRef Short = Name;
    if (!Short.consume_front("llvm.nvvm.")) {
      lowerGenericIntrinsic(cast<IntrinsicInst>(I));
      return;
    }
    if (!lowerWarp(I, Short) && !lowerMatrix(I, Short) &&
        !lowerMath(I, Short) && !lowerMemory(I, Short))
      unsupported(I, Name.str());
    return;
  }
  if (!Callee->isDeclaration() || Name.starts_with("tcsimt."))
    return;
  Builder B(I);
  auto Argument = [&](unsigned N) { return I->getArgOperand(N); };
  if (Name == "tc.fail" && I->arg_size() == 3) {
    TCSIMT_CALL(*this, B, fail, Argument(0), Argument(1), Argument(2),
                site(*I));
    I->eraseFromParent();
  } else if ((Name == "__assertfail" || Name == "__assert_fail") &&
             I->arg_size() >= 4) {
    TCSIMT_CALL(*this, B, assertFailed, Argument(0), Argument(1), Argument(2),
                Argument(3), site(*I));
    I->eraseFromParent();
  } else if (Name == "vprintf" && I->arg_size() == 2) {
    replace(I, B.CreateZExtOrTrunc(TCSIMT_CALL(*this, B, print, Argument(0),
                                               Argument(1), site(*I)),
                                   I->getType()));
  } else if (Name == "malloc" && I->arg_size() == 1) {
    replace(I,
            B.CreateIntToPtr(TCSIMT_CALL(*this, B, deviceMalloc, Argument(0)),
                             I->getType()));
  } else if (Name == "free" && I->arg_size() == 1) {
    TCSIMT_CALL(*this, B, deviceFree, Argument(0), site(*I));
    I->eraseFromParent();
  } else if (Name == "__nvvm_reflect" || Name == "__nvvm_reflect_ocl") {
    // Left over only where no pass has decided: precise, not flushed to zero.
    replace(I, Constant::getNullValue(I->getType()));
  }
}

void Lowering::lowerCalls(Function &F) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      Calls.push_back(Call);
  for (CallInst *Call : Calls)
    lowerCall(Call);
}

/// Functions that are called or pointed to and not defined: libdevice by the
/// host's library of the same name and type, anything else unsupported.
void Lowering::defineExternals() {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || F.isIntrinsic() ||
        Out.RuntimeSymbols.count(F.getName().str()))
      continue;
    if (F.use_empty()) {
      F.eraseFromParent();
      continue;
    }
    std::string Name = F.getName().str();
    StringRef Math = Name;
    BasicBlock *Body = BasicBlock::Create(C, "", &F);
    Builder B(Body);
    FunctionType *Type = F.getFunctionType();
    auto IsOf = [&](bool (llvm::Type::*Test)() const) {
      return (Type->getReturnType()->*Test)() &&
             all_of(Type->params(),
                    [&](llvm::Type *T) { return (T->*Test)(); });
    };
    bool Float = IsOf(&llvm::Type::isFloatTy);
    bool Double = IsOf(&llvm::Type::isDoubleTy);
    if (Math.consume_front("__nv_") && (Float || Double) &&
        Math.ends_with("f") == Float) {
      if (void *Host = dlsym(RTLD_DEFAULT, Math.str().c_str())) {
        Out.RuntimeSymbols[Math.str()] = reinterpret_cast<uint64_t>(Host);
        SmallVector<Value *> Arguments(make_pointer_range(F.args()));
        B.CreateRet(B.CreateCall(M.getOrInsertFunction(Math, Type), Arguments));
        F.setLinkage(GlobalValue::InternalLinkage);
        continue;
      }
    }
    Out.Sites.push_back(
        {SourceLine{"", 0, 0, Name}, "call of the undefined function " + Name});
    TCSIMT_CALL(*this, B, unsupported, i32(uint32_t(Out.Sites.size() - 1)));
    B.CreateUnreachable();
    F.setLinkage(GlobalValue::InternalLinkage);
  }
}
