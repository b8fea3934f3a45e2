//===- LowerAsm.cpp - inline PTX ------------------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"

using namespace llvm;
using namespace tilechecks::simt;

namespace {

/// The failure code of docs/interfaces.md section 4; false if it is not that.
bool lowerFailure(Lowering &L, CallInst *I, StringRef Text) {
  if (!Text.consume_front("// tilechecks: fail "))
    return false;
  uint32_t Id;
  if (Text.consumeInteger(10, Id) || I->arg_size() != 2)
    return false;
  Lowering::Builder B(I);
  Value *Index = I->getArgOperand(0), *Extent = I->getArgOperand(1);
  if (Text.contains("trap;"))
    TCSIMT_CALL(L, B, fail, L.i32(Id), Index, Extent, L.site(*I));
  else // A record comes next.
    TCSIMT_CALL(L, B, failing, L.i32(Id), Index, Extent, L.site(*I));
  I->eraseFromParent();
  return true;
}

} // namespace

void Lowering::lowerAsm(CallInst *I) {
  auto *Asm = cast<InlineAsm>(I->getCalledOperand());
  std::string Text = Asm->getAsmString().str();
  if (lowerFailure(*this, I, StringRef(Text).ltrim()))
    return;
  PtxAsm Translator(*this, I, Text);
  if (!Translator.parse()) {
    unsupported(I, "inline assembly: " + Text);
    return;
  }
  Translator.emit();
}
