//===- front/Markers.cpp - the header library's calls, decoded ------------===//
#include "front/Markers.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
namespace tilechecks::front {

static constexpr StringLiteral Suffix = "__needs_fpass_plugin_libTileChecks";

std::optional<MarkerKind> markerKind(const Function &F) {
  StringRef Name = F.getName();
  if (!Name.starts_with("tilechecks_") || !Name.consume_back(Suffix))
    return std::nullopt;
  return StringSwitch<std::optional<MarkerKind>>(Name)
      .Case("tilechecks_check_i32", MarkerKind::Check32)
      .Case("tilechecks_check_i64", MarkerKind::Check64)
      .Case("tilechecks_require", MarkerKind::Require)
      .Case("tilechecks_contract", MarkerKind::Contract)
      .Case("tilechecks_entry", MarkerKind::Entry)
      .Case("tilechecks_unchecked", MarkerKind::Unchecked)
      .Default(std::nullopt);
}

std::optional<MarkerKind> markerKind(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallInst>(&I))
    if (const Function *F = Call->getCalledFunction())
      return markerKind(*F);
  return std::nullopt;
}

bool isMarker(const Function &F) { return markerKind(F).has_value(); }

bool isKernel(const Function &F) {
  if (F.getCallingConv() == CallingConv::PTX_Kernel)
    return true;
  const NamedMDNode *Notes =
      F.getParent()->getNamedMetadata("nvvm.annotations");
  if (!Notes)
    return false;
  for (const MDNode *N : Notes->operands()) {
    if (N->getNumOperands() < 3)
      continue;
    if (mdconst::dyn_extract_or_null<Function>(N->getOperand(0)) != &F)
      continue;
    for (unsigned I = 1; I + 1 < N->getNumOperands(); I += 2)
      if (const auto *Key = dyn_cast_or_null<MDString>(N->getOperand(I)))
        if (Key->getString() == "kernel")
          if (auto *V =
                  mdconst::dyn_extract_or_null<ConstantInt>(N->getOperand(I + 1)))
            return !V->isZero();
  }
  return false;
}

void setMarkerAttributes(Module &M) {
  for (Function &F : M) {
    if (!isMarker(F))
      continue;
    AttrBuilder B(M.getContext());
    B.addAttribute(Attribute::NoUnwind);
    B.addAttribute(Attribute::WillReturn);
    B.addAttribute(Attribute::NoSync);
    B.addAttribute(Attribute::NoCallback);
    B.addAttribute(Attribute::NoFree);
    B.addMemoryAttr(MemoryEffects::inaccessibleMemOnly());
    F.removeFnAttr(Attribute::Convergent);
    F.addFnAttrs(B);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallInst>(U)) {
        Call->removeFnAttr(Attribute::Convergent);
        Call->addFnAttr(Attribute::NoMerge);
      }
  }
}

static bool hasSignature(const Function &F, MarkerKind K) {
  LLVMContext &C = F.getContext();
  Type *I1 = Type::getInt1Ty(C), *I32 = Type::getInt32Ty(C);
  Type *I64 = Type::getInt64Ty(C), *P = PointerType::getUnqual(C);
  Type *Void = Type::getVoidTy(C);
  FunctionType *Want = nullptr;
  switch (K) {
  case MarkerKind::Check32:
    Want = FunctionType::get(I32, {I32, I32, I32, P, I32, I32, P, I32, I32},
                             false);
    break;
  case MarkerKind::Check64:
    Want = FunctionType::get(I64, {I64, I64, I64, P, I32, I32, P, I32, I32},
                             false);
    break;
  case MarkerKind::Require:
  case MarkerKind::Contract:
    Want = FunctionType::get(Void, {I1, P, P, I32, I32}, false);
    break;
  case MarkerKind::Entry:
    Want = FunctionType::get(Void, {I32, P, I32}, false);
    break;
  case MarkerKind::Unchecked:
    Want = FunctionType::get(Void, {P, I32, I32}, false);
    break;
  }
  return F.getFunctionType() == Want;
}

/// A use by anything but a direct call: a table, another constant's initialiser.
static bool isStoredInGlobal(const Function &F) {
  SmallVector<const User *, 8> Work(F.user_begin(), F.user_end());
  SmallPtrSet<const User *, 8> Seen;
  while (!Work.empty()) {
    const User *U = Work.pop_back_val();
    if (!Seen.insert(U).second)
      continue;
    if (const auto *G = dyn_cast<GlobalVariable>(U)) {
      // clang's list of what the host half names (-fgpu-rdc) is read by nobody.
      if (!G->getName().starts_with("llvm.") &&
          G->getName() != "__clang_gpu_used_external")
        return true;
    } else if (isa<GlobalAlias>(U)) {
      return true;
    } else if (isa<Constant>(U)) {
      Work.append(U->user_begin(), U->user_end());
    }
  }
  return false;
}

void checkClosedWorld(const Module &M, std::vector<FrontError> &Errors) {
  SmallVector<const Function *, 8> Users;
  for (const Function &F : M) {
    if (!F.isDeclaration() || !F.getName().starts_with("tilechecks_"))
      continue;
    auto K = markerKind(F);
    if (!K) {
      if (F.use_empty())
        continue;
      SourceLocation Where;
      for (const User *U : F.users())
        if (const auto *I = dyn_cast<Instruction>(U))
          Where = debugLocation(*I);
      Errors.push_back({Where, "unknown marker '" + F.getName().str() +
                                   "': header and plugin differ in version"});
      continue;
    }
    if (!hasSignature(F, *K)) {
      Errors.push_back({{}, "marker '" + F.getName().str() +
                                "' has a signature that this plugin does not know"});
      continue;
    }
    for (const Use &U : F.uses()) {
      const auto *Call = dyn_cast<CallInst>(U.getUser());
      if (!Call || !Call->isCallee(&U) ||
          Call->getFunctionType() != F.getFunctionType()) {
        const auto *I = dyn_cast<Instruction>(U.getUser());
        Errors.push_back({I ? debugLocation(*I) : SourceLocation{},
                          "marker '" + F.getName().str() +
                              "' is used otherwise than by a plain call"});
        continue;
      }
      Users.push_back(Call->getFunction());
    }
  }
  // Checks behind a table of function pointers cannot be followed: the table
  // names the original, whose markers are deleted.
  SmallPtrSet<const Function *, 16> Seen;
  while (!Users.empty()) {
    const Function *F = Users.pop_back_val();
    if (!Seen.insert(F).second)
      continue;
    if (isStoredInGlobal(*F))
      Errors.push_back({{}, "function '" + F->getName().str() +
                                "' has checked accesses and is reached through "
                                "a table of function pointers"});
    for (const User *U : F->users())
      if (const auto *Call = dyn_cast<CallBase>(U))
        Users.push_back(Call->getFunction());
  }
}

std::optional<std::string> constantString(const Value *V) {
  V = V->stripPointerCasts();
  if (isa<ConstantPointerNull>(V))
    return "";
  StringRef Text;
  if (!getConstantStringInfo(V, Text))
    return std::nullopt;
  return Text.str();
}

std::optional<int64_t> constantInt(const Value *V) {
  const auto *C = dyn_cast<ConstantInt>(V);
  if (!C || C->getBitWidth() > 64)
    return std::nullopt;
  return C->getSExtValue();
}

std::optional<SourceLocation> constantLocation(const CallInst &Call,
                                               unsigned First, bool HasColumn) {
  auto File = constantString(Call.getArgOperand(First));
  auto Line = constantInt(Call.getArgOperand(First + 1));
  std::optional<int64_t> Column = 0;
  if (HasColumn)
    Column = constantInt(Call.getArgOperand(First + 2));
  if (!File || !Line || !Column)
    return std::nullopt;
  return SourceLocation{*File, int(*Line), int(*Column)};
}

SourceLocation debugLocation(const Instruction &I) {
  const DILocation *L = I.getDebugLoc().get();
  if (!L)
    return {};
  while (const DILocation *Outer = L->getInlinedAt())
    L = Outer;
  return {L->getFilename().str(), int(L->getLine()), int(L->getColumn())};
}

std::optional<CheckMarker> decodeCheck(const CallInst &Call,
                                       std::vector<FrontError> &Errors) {
  CheckMarker R;
  R.Width = Call.getType()->getIntegerBitWidth();
  R.Index = Call.getArgOperand(0);
  R.Extent = Call.getArgOperand(1);
  R.Data = Call.getArgOperand(3);
  auto Where = constantLocation(Call, 6, true);
  auto Tile = constantInt(Call.getArgOperand(2));
  auto Axis = constantInt(Call.getArgOperand(4));
  auto Kind = constantInt(Call.getArgOperand(5));
  const char *What = !Where  ? "location"
                     : !Tile ? "tile size"
                     : !Axis ? "axis"
                     : !Kind ? "kind"
                             : nullptr;
  if (What) {
    Errors.push_back({Where ? *Where : debugLocation(Call),
                      "the " + std::string(What) +
                          " of a checked access is not a constant"});
    return std::nullopt;
  }
  R.Where = *Where;
  R.Tile = *Tile;
  R.Axis = int(*Axis);
  R.IndexUnsigned = *Kind & (1 << 8);
  R.ExtentUnsigned = *Kind & (1 << 9);
  R.Span = std::max<int64_t>(1, (*Kind >> 16) & 0xffff);
  unsigned Form = *Kind & 0xff;
  if (Form > unsigned(AccessForm::Register) || (*Kind & 0xfc00) || R.Tile < 0 ||
      *Axis < 0 || (*Kind >> 32)) {
    Errors.push_back({R.Where, "a checked access has a form that this plugin "
                               "does not know"});
    return std::nullopt;
  }
  R.Form = AccessForm(Form);
  return R;
}

//===----------------------------------------------------------------------===//

/// Text of the instructions of an inline assembly call; empty for other calls.
static StringRef asmText(const CallBase &Call) {
  const auto *A = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return A ? StringRef(A->getAsmString()).ltrim(" \t\n") : StringRef();
}

static bool isAssertFailure(StringRef Name) {
  return Name == "__assertfail" || Name == "__assert_fail";
}

bool exitsThread(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && (Call->getIntrinsicID() == Intrinsic::nvvm_exit ||
                  asmText(*Call).starts_with("exit;"));
}

bool endsThread(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
    return true;
  default:
    break;
  }
  if (exitsThread(I) || asmText(*Call).starts_with("trap;"))
    return true;
  const Function *F = Call->getCalledFunction();
  return F && F->isDeclaration() && isAssertFailure(F->getName());
}

/// Functions without a body that belong to the device's run time.
static bool isOfTheRuntime(StringRef Name) {
  return Name.starts_with("__nv") || Name.starts_with("cuda") ||
         Name == "vprintf" || Name == "malloc" || Name == "free" ||
         isAssertFailure(Name);
}

const Function *calledInAnotherUnit(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm() || markerKind(I))
    return nullptr;
  const auto *F = dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
  return F && F->isDeclaration() && !F->isIntrinsic() &&
                 !isOfTheRuntime(F->getName())
             ? F
             : nullptr;
}

bool mayNotReturn(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<DbgInfoIntrinsic>(I))
    return false;
  if (markerKind(I))
    return false;
  if (endsThread(I))
    return true;
  if (Call->isInlineAsm()) {
    StringRef Asm = asmText(*Call);
    for (StringRef Word : {"trap", "exit", "bra", "ret", "call"})
      if (Asm.contains(Word))
        return true;
    return false;
  }
  const Function *F = Call->getCalledFunction();
  if (!F)
    return true;
  if (F->isIntrinsic())
    return false;
  if (!F->isDeclaration())
    return true;
  StringRef Name = F->getName();
  return !(Name.starts_with("__nv_") || Name == "vprintf" || Name == "malloc" ||
           Name == "free" || Name == "__nvvm_reflect");
}

bool isBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<DbgInfoIntrinsic>(I) || markerKind(I))
    return false;
  if (Call->isInlineAsm()) {
    StringRef Asm = asmText(*Call);
    return Asm.contains("bar") || Asm.contains("sync") || Asm.contains("wait");
  }
  const Function *F = Call->getCalledFunction();
  if (!F)
    return true;
  if (F->isIntrinsic())
    return F->isConvergent();
  StringRef Name = F->getName();
  return !(Name.starts_with("__nv_") || Name == "vprintf" || Name == "malloc" ||
           Name == "free" || isAssertFailure(Name) || Name == "__nvvm_reflect");
}

bool isConvergent(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return isBarrier(I) || (Call && Call->isInlineAsm() && Call->isConvergent());
}

bool hasEffect(const Instruction &I) {
  if (markerKind(I) || isa<DbgInfoIntrinsic>(I) || I.isTerminator())
    return false;
  if (const auto *II = dyn_cast<IntrinsicInst>(&I))
    if (II->isLifetimeStartOrEnd() ||
        II->getIntrinsicID() == Intrinsic::experimental_noalias_scope_decl)
      return false;
  return I.mayWriteToMemory() || I.mayThrow() || I.isVolatile();
}

} // namespace tilechecks::front
