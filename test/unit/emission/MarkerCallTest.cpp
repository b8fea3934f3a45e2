// The two forms of a check against the sentence that defines it, for every
// index and extent of eight bits.
#include "Jit.h"

#include "emission/MarkerCall.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tilechecks::emission;

namespace {

struct Shape {
  uint64_t Span, Tile;
  bool UnsignedIndex, UnsignedExtent;
};

bool goal(const Shape &S, int Index, int Extent) {
  if (Index < 0)
    return false;
  return S.Tile ? Index * int(S.Tile) < Extent
                : Index + int(S.Span) - 1 < Extent;
}

using Form = Value *(IRBuilderBase &, const CheckMarker &);

void expectExact(const Shape &S, Form *TheForm) {
  static Jit Engine;
  static int Count = 0;
  auto Context = std::make_unique<LLVMContext>();
  auto M = std::make_unique<Module>("test", *Context);
  Type *I8 = Type::getInt8Ty(*Context);
  auto *Ty = FunctionType::get(Type::getInt1Ty(*Context), {I8, I8}, false);
  std::string Name = "check" + std::to_string(Count++);
  auto *F = Function::Create(Ty, GlobalValue::ExternalLinkage, Name, *M);
  IRBuilder<> B(BasicBlock::Create(*Context, "", F));
  CheckMarker C;
  C.Index = F->getArg(0);
  C.Extent = F->getArg(1);
  C.Span = S.Span;
  C.Tile = S.Tile;
  C.UnsignedIndex = S.UnsignedIndex;
  C.UnsignedExtent = S.UnsignedExtent;
  B.CreateRet(TheForm(B, C));
  auto *Violated = Engine.add<bool(uint8_t, uint8_t)>(
      std::move(M), std::move(Context), Name.c_str());
  for (int I = 0; I < 256; ++I)
    for (int E = 0; E < 256; ++E) {
      const int Index = S.UnsignedIndex ? I : int(int8_t(I));
      const int Extent = S.UnsignedExtent ? E : int(int8_t(E));
      ASSERT_EQ(Violated(uint8_t(I), uint8_t(E)), !goal(S, Index, Extent))
          << "index " << Index << " extent " << Extent << " span " << S.Span
          << " tile " << S.Tile;
    }
}

TEST(MarkerCall, BothFormsAreExact) {
  for (uint64_t Span : {1, 2, 4, 100})
    for (uint64_t Tile : {0, 1, 3, 16, 127}) {
      if (Tile && Span > 1)
        continue;
      for (bool UnsignedIndex : {false, true})
        for (bool UnsignedExtent : {false, true}) {
          const Shape S{Span, Tile, UnsignedIndex, UnsignedExtent};
          ASSERT_NO_FATAL_FAILURE(expectExact(S, violatedByCount));
          ASSERT_NO_FATAL_FAILURE(expectExact(S, violatedTwoSided));
        }
    }
}

} // namespace
