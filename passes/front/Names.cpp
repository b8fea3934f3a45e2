//===- front/Names.cpp - names, types and limits of a kernel --------------===//
#include "front/Names.h"
#include "core/Text.h"
#include "front/Markers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
namespace tilechecks::front {

/// Parts of a parameter or template argument list, split at top-level commas.
static SmallVector<std::string, 8> splitTopLevel(StringRef List) {
  SmallVector<std::string, 8> R;
  int Depth = 0;
  size_t From = 0;
  for (size_t I = 0; I < List.size(); ++I) {
    char C = List[I];
    if (C == '<' || C == '(' || C == '[' || C == '{')
      ++Depth;
    else if (C == '>' || C == ')' || C == ']' || C == '}')
      --Depth;
    else if (C == ',' && Depth == 0) {
      R.push_back(List.slice(From, I).trim().str());
      From = I + 1;
    }
  }
  if (StringRef Last = List.substr(From).trim(); !Last.empty())
    R.push_back(Last.str());
  return R;
}

/// Under -fgpu-rdc clang makes the kernels of one file alone unique by a suffix
/// that no demangler knows: `__intern__` (anonymous namespace) or `__static__`
/// and a hash of the file.
static StringRef withoutFileSuffix(StringRef Symbol) {
  for (StringRef Word : {"__intern__", "__static__"})
    if (size_t At = Symbol.rfind(Word); At != StringRef::npos)
      if (StringRef Hash = Symbol.drop_front(At + Word.size());
          !Hash.empty() &&
          Hash.find_first_not_of("0123456789abcdef_") == StringRef::npos)
        return Symbol.take_front(At);
  return Symbol;
}

static SmallVector<std::string, 8> parameterTypes(StringRef Symbol) {
  ItaniumPartialDemangler D;
  std::string Mangled = withoutFileSuffix(Symbol).str(); // the demangler keeps pointers into it
  if (D.partialDemangle(Mangled.c_str()) || !D.isFunction())
    return {};
  char *Text = D.getFunctionParameters(nullptr, nullptr);
  if (!Text)
    return {};
  StringRef List(Text);
  List.consume_front("(");
  List.consume_back(")");
  auto R = splitTopLevel(List);
  std::free(Text);
  return R;
}

static std::string plainType(Type *T) {
  if (T->isFloatTy())
    return "float";
  if (T->isDoubleTy())
    return "double";
  if (T->isPointerTy())
    return "void*";
  if (T->isIntegerTy(1))
    return "bool";
  if (T->isIntegerTy())
    return T->getIntegerBitWidth() == 64 ? "long long"
           : T->isIntegerTy(32)          ? "int"
           : T->isIntegerTy(16)          ? "short"
                                         : "char";
  std::string R;
  raw_string_ostream(R) << *T;
  return R;
}

static bool isTensorType(StringRef Type) {
  return Type.starts_with("tc::") && Type.contains("tensor<") &&
         Type.find("tensor<") < Type.find('<') + 1;
}

void nameKernel(Problem &P, Function &F) {
  P.Symbol = F.getName().str();
  P.Name = demangle(withoutFileSuffix(P.Symbol));
  if (const DISubprogram *S = F.getSubprogram())
    P.Where = {S->getFilename().str(), int(S->getLine()), 0};

  SmallVector<std::string, 8> Names(F.arg_size());
  for (Instruction &I : F.getEntryBlock())
    for (DbgVariableRecord &V : filterDbgVars(I.getDbgRecordRange()))
      if (unsigned N = V.getVariable()->getArg(); N >= 1 && N <= F.arg_size())
        Names[N - 1] = V.getVariable()->getName().str();

  auto Types = parameterTypes(F.getName());
  const DataLayout &DL = F.getParent()->getDataLayout();
  uint64_t Offset = 0;
  // ptxas aligns a parameter on its address in the constant bank. The parameters begin there at a multiple of 16 on
  // every target and of no more on some (0x210 on sm_90): from the first one with a larger alignment on, the offset is
  // for the cubin to tell.
  constexpr uint64_t BankAlignBytes = 16;
  bool Known = true;
  for (Argument &A : F.args()) {
    unsigned I = A.getArgNo();
    Parameter R;
    R.Name = !Names[I].empty() ? Names[I] : A.getName().str();
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    if (Types.size() == F.arg_size())
      R.Type = Types[I];
    else if (auto *S = dyn_cast<StructType>(T); S && S->hasName())
      R.Type = S->getName().split('.').second.str();
    else
      R.Type = plainType(T);
    R.Kind = A.hasByValAttr()           ? isTensorType(R.Type) ? "tensor" : "struct"
             : A.getType()->isPointerTy() ? "pointer"
                                          : "scalar";
    R.SizeBytes = DL.getTypeAllocSize(T);
    R.AlignBytes = DL.getABITypeAlign(T).value();
    if (A.hasByValAttr())
      if (MaybeAlign M = A.getParamAlign())
        R.AlignBytes = M->value();
    Known &= R.AlignBytes <= BankAlignBytes;
    Offset = alignTo(Offset, R.AlignBytes);
    R.OffsetBytes = Known ? int64_t(Offset) : None;
    Offset += R.SizeBytes;
    P.Params.push_back(R);
  }
}

//===----------------------------------------------------------------------===//

/// Up to three numbers of "nvvm.maxntid"="256" or of the annotations
/// maxntidx/y/z; 0 where nothing is said.
static std::array<uint64_t, 3> launchBound(const Function &F, StringRef Name) {
  std::array<uint64_t, 3> R = {0, 0, 0};
  if (F.hasFnAttribute(("nvvm." + Name).str())) {
    SmallVector<StringRef, 3> Parts;
    F.getFnAttribute(("nvvm." + Name).str()).getValueAsString().split(Parts, ',');
    R = {1, 1, 1};
    for (size_t I = 0; I < Parts.size() && I < 3; ++I)
      if (Parts[I].trim().getAsInteger(10, R[I]))
        return {0, 0, 0};
    return R;
  }
  const NamedMDNode *Notes = F.getParent()->getNamedMetadata("nvvm.annotations");
  if (!Notes)
    return R;
  bool Any = false;
  for (const MDNode *N : Notes->operands()) {
    if (N->getNumOperands() < 3 ||
        mdconst::dyn_extract_or_null<Function>(N->getOperand(0)) != &F)
      continue;
    for (unsigned I = 1; I + 1 < N->getNumOperands(); I += 2) {
      auto *Key = dyn_cast_or_null<MDString>(N->getOperand(I));
      auto *V = mdconst::dyn_extract_or_null<ConstantInt>(N->getOperand(I + 1));
      for (unsigned D = 0; Key && V && D < 3; ++D)
        if (Key->getString() == (Name + Twine("xyz"[D])).str()) {
          R[D] = V->getZExtValue();
          Any = true;
        }
    }
  }
  if (Any)
    for (uint64_t &N : R)
      N = std::max<uint64_t>(N, 1);
  return R;
}

void setLaunchRanges(Problem &P, Function &F) {
  static constexpr Int MostThreads[] = {1024, 1024, 64};
  static constexpr Int MostBlocks[] = {(Int(1) << 31) - 1, 65535, 65535};
  auto Max = launchBound(F, "maxntid"), Exact = launchBound(F, "reqntid");
  if (Max[0])
    P.MaxThreadsPerBlock = std::min<Int>(1024, Int(Max[0]) * Max[1] * Max[2]);
  if (Exact[0])
    P.MaxThreadsPerBlock = std::min<Int>(1024, Int(Exact[0]) * Exact[1] * Exact[2]);
  for (unsigned D = 0; D < 3; ++D) {
    // maxntid bounds the product, not each dimension.
    Int Threads = std::min(MostThreads[D], P.MaxThreadsPerBlock);
    Range Block = Range::between(1, Threads);
    if (Exact[0]) {
      Threads = std::min(Threads, Int(Exact[D]));
      Block = Range::exactly(Threads);
    }
    P.Pool->setRange(Atom::of(AtomKind::BlockDim, D), Block);
    P.Pool->setRange(Atom::of(AtomKind::ThreadIdx, D),
                     Range::between(0, Threads - 1));
    P.Pool->setRange(Atom::of(AtomKind::GridDim, D),
                     Range::between(1, MostBlocks[D]));
    P.Pool->setRange(Atom::of(AtomKind::BlockIdx, D),
                     Range::between(0, MostBlocks[D] - 1));
  }
  P.Pool->setRange(Atom::of(AtomKind::SharedSize),
                   Range::between(0, maxSigned(32)));
}

//===----------------------------------------------------------------------===//

static std::string nameOf(const Problem &P, unsigned Param) {
  const std::string &Name = P.Params[Param].Name;
  return Name.empty() ? "argument " + std::to_string(Param + 1) : Name;
}

static void addAtom(Problem &P, unsigned Param, uint64_t Offset, unsigned Bits,
                    AtomRole Role, int Axis, const std::string &Of) {
  Atom A = Atom::param(Param, Offset, Bits);
  for (const AtomName &N : P.Atoms)
    if (N.A == A)
      return;
  AtomName N;
  N.A = A;
  N.Role = Role;
  N.Param = Param;
  N.Axis = Axis;
  N.Name = (Role == AtomRole::Extent ? "extent(" : "stride(") + Of + "," +
           std::to_string(Axis) + ")";
  P.Atoms.push_back(N);
  if (Role == AtomRole::Extent)
    P.Pool->setRange(A, Range::between(0, maxSigned(Bits)));
}

/// `tensor<T, extents<int, -1l, 512l>, layout>`: a pointer, the dynamic extents
/// in axis order, and for layout_stride one stride an axis.
static void nameByType(Problem &P, unsigned Param) {
  const Parameter &R = P.Params[Param];
  StringRef Type = R.Type;
  size_t At = Type.find("extents<");
  if (At == StringRef::npos)
    return;
  StringRef List = Type.substr(At + strlen("extents<"));
  List = List.take_front(List.find('>'));
  auto Parts = splitTopLevel(List);
  if (Parts.empty())
    return;
  unsigned Bytes = StringSwitch<unsigned>(Parts[0])
                       .Cases({"int", "unsigned int"}, 4)
                       .Cases({"long", "unsigned long", "long long",
                               "unsigned long long"},
                              8)
                       .Cases({"short", "unsigned short"}, 2)
                       .Cases({"signed char", "unsigned char"}, 1)
                       .Default(0);
  if (!Bytes)
    return;
  bool Signed = !StringRef(Parts[0]).starts_with("unsigned");
  uint64_t Offset = 8;
  std::string Of = nameOf(P, Param);
  for (unsigned Axis = 0; Axis + 1 < Parts.size(); ++Axis)
    if (StringRef(Parts[Axis + 1]).starts_with("-")) {
      if (Signed && Offset + Bytes <= R.SizeBytes)
        addAtom(P, Param, Offset, Bytes * 8, AtomRole::Extent, Axis, Of);
      Offset += Bytes;
    }
  if (Type.contains("layout_stride"))
    for (unsigned Axis = 0; Axis + 1 < Parts.size(); ++Axis, Offset += Bytes)
      if (Offset + Bytes <= R.SizeBytes)
        addAtom(P, Param, Offset, Bytes * 8, AtomRole::Stride, Axis, Of);
}

void nameTensorAtoms(Problem &P, Function &Kernel, const ParamMemory &Params) {
  for (unsigned I = 0; I < P.Params.size(); ++I)
    if (P.Params[I].Kind == "tensor" && Params.isUnmodified(I))
      nameByType(P, I);
  // A marker whose data pointer and extent come from one parameter, the
  // pointer in front of the extent, speaks of a tensor that is stored there.
  for (Instruction &I : instructions(Kernel)) {
    auto K = markerKind(I);
    if (!K || !isCheck(*K))
      continue;
    auto &Call = cast<CallInst>(I);
    Value *Extent = Call.getArgOperand(1);
    if (isa<SExtInst, ZExtInst>(Extent))
      Extent = cast<CastInst>(Extent)->getOperand(0);
    auto At = Params.launchKnownLoad(Extent);
    auto Data = Params.launchKnownLoad(Call.getArgOperand(3)->stripPointerCasts());
    auto Axis = constantInt(Call.getArgOperand(4));
    auto Kind = constantInt(Call.getArgOperand(5));
    if (!At || !Data || !Axis || !Kind || (*Kind & (1 << 9)) ||
        At->Param != Data->Param || At->OffsetBytes < Data->OffsetBytes + 8 ||
        P.Params[At->Param].Kind == "tensor")
      continue;
    std::string Of = nameOf(P, At->Param);
    if (Data->OffsetBytes)
      Of += "+" + std::to_string(Data->OffsetBytes);
    addAtom(P, At->Param, At->OffsetBytes,
            Extent->getType()->getIntegerBitWidth(), AtomRole::Extent,
            int(*Axis), Of);
  }
}

void nameOtherAtoms(Problem &P, const TermBuilder &Terms) {
  for (const auto &[Param, Place] : Terms.paramAtoms()) {
    Atom A = Atom::param(Param, Place.first, Place.second);
    if (any_of(P.Atoms, [&](const AtomName &N) { return N.A == A; }))
      continue;
    AtomName N;
    N.A = A;
    N.Param = Param;
    bool Scalar = P.Params[Param].Kind == "scalar";
    N.Role = Scalar ? AtomRole::Scalar : AtomRole::Field;
    N.Name = nameOf(P, Param);
    const std::string &Kind = P.Params[Param].Kind;
    if ((Kind == "tensor" || Kind == "pointer") && Place == std::pair(0u, 64u))
      N.Name = "address(" + N.Name + ")";
    else if (!Scalar)
      N.Name += "[byte " + std::to_string(Place.first) + "]";
    P.Atoms.push_back(N);
  }
  llvm::sort(P.Atoms, [](const AtomName &X, const AtomName &Y) { return X.A < Y.A; });
}

//===----------------------------------------------------------------------===//

/// The text between the quotes of a string literal, escapes resolved.
static std::optional<std::string> literal(StringRef Text) {
  Text = Text.trim();
  if (!Text.consume_front("\"") || !Text.consume_back("\""))
    return std::nullopt;
  std::string R;
  for (size_t I = 0; I < Text.size(); ++I)
    R += Text[I] == '\\' && I + 1 < Text.size() ? Text[++I] : Text[I];
  return R;
}

static void readAnnotation(Problem &P, StringRef Text, const SourceLocation &At,
                           std::vector<FrontError> &Errors) {
  Text = Text.trim();
  Text.consume_front("tc::");
  std::optional<std::string> Requires;
  if (StringRef T = Text; T.consume_front("requires:"))
    Requires = T.str();
  else if (T = Text; T.consume_front("requires_")) {
    T = T.trim();
    if (T.consume_front("(") && T.consume_back(")"))
      Requires = literal(T);
  }
  if (Requires) {
    auto R = parseInfix(P, *Requires);
    if (auto *E = std::get_if<ParseError>(&R)) {
      Errors.push_back({At, "requires_(\"" + *Requires + "\"): " + E->Message});
      return;
    }
    Precondition C;
    C.Condition = std::get<const Pred *>(R);
    C.Where = At;
    if (isLaunchKnown(C.Condition))
      P.Preconditions.push_back(C);
    else
      Errors.push_back({At, "requires_(\"" + *Requires +
                                "\"): not a function of the launch alone"});
    return;
  }
  bool On = true;
  if (Text.consume_back(">")) {
    auto [Name, Value] = Text.split('<');
    Value = Value.trim();
    if (Value == "false" || Value == "0")
      On = false;
    else if (Value != "true" && Value != "1")
      Name = "";
    Text = Name.trim();
  }
  bool *Flag = StringSwitch<bool *>(Text)
                   .Case("deny_in_kernel_checks", &P.Attrs.DenyInKernel)
                   .Case("deny_in_loop_checks", &P.Attrs.DenyInLoop)
                   .Case("unchecked_accesses", &P.Attrs.UncheckedAccesses)
                   .Cases({"sufficient_launch", "sufficient=launch"},
                          &P.Attrs.SufficientLaunch)
                   .Default(nullptr);
  if (Flag)
    *Flag |= On;
  else
    Errors.push_back({At, "TC_KERNEL: unknown attribute '" + Text.str() + "'"});
}

void readAnnotations(Problem &P, Function &F, std::vector<FrontError> &Errors) {
  auto *G = F.getParent()->getGlobalVariable("llvm.global.annotations");
  auto *List = G && G->hasInitializer() ? dyn_cast<ConstantArray>(G->getInitializer())
                                        : nullptr;
  if (!List)
    return;
  for (const Use &U : List->operands()) {
    auto *Row = dyn_cast<ConstantStruct>(U.get());
    if (!Row || Row->getNumOperands() < 4 ||
        Row->getOperand(0)->stripPointerCasts() != &F)
      continue;
    auto Text = constantString(Row->getOperand(1));
    if (!Text || !StringRef(*Text).starts_with("tilechecks:"))
      continue;
    SourceLocation At = {constantString(Row->getOperand(2)).value_or(""),
                         int(constantInt(Row->getOperand(3)).value_or(0)), 0};
    if (!P.Where.Line)
      P.Where = At;
    readAnnotation(P, StringRef(*Text).drop_front(strlen("tilechecks:")), At,
                   Errors);
  }
}

} // namespace tilechecks::front
