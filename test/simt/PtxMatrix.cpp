//===- PtxMatrix.cpp - inline PTX: matrices of a warp ---------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ldmatrix.sync.aligned{.m8n8}.xN{.trans}.shared.b16 {d...}, [row];
//   stmatrix.sync.aligned{.m8n8}.xN{.trans}.shared.b16 [row], {s...};
//   mma.sync.aligned.m16n8kK.row.col.f32.T.T.f32 {d...}, {a...}, {b...},
//   {c...};
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tilechecks::simt;

namespace {

std::vector<std::string> registersOf(StringRef Operand) {
  Operand.consume_front("{");
  Operand.consume_back("}");
  return splitOperands(Operand);
}

/// Null if \p S is a product that the intrinsics do not have either.
std::optional<MatrixProduct> productOf(const PtxStatement &S) {
  // mma sync aligned SHAPE row col f32 T T f32
  if (S.Tokens.size() != 10 || S.Tokens[6] != "f32" || S.Tokens[9] != "f32" ||
      S.Tokens[7] != S.Tokens[8])
    return std::nullopt;
  StringRef Type = S.Tokens[7];
  std::string Name = "mma." + S.Tokens[3] + "." + S.Tokens[4] + "." +
                     S.Tokens[5] + "." +
                     (Type == "f16" ? "f32.f32" : Type.str());
  return MatrixProduct::byIntrinsic(Name);
}

} // namespace

bool PtxAsm::emitMatrix(const PtxStatement &S) {
  StringRef Op = S.op();
  if (Op == "mma") {
    auto Product = productOf(S);
    if (!Product || S.Operands.size() != 4)
      return false;
    SmallVector<Value *> In;
    for (unsigned N = 1; N != 4; ++N)
      for (const std::string &R : registersOf(S.Operands[N]))
        In.push_back(read(R, L.I32));
    auto Out = registersOf(S.Operands[0]);
    if (In.size() != Product->wordCount() || Out.size() != 4)
      return false;
    Value *Words = L.matrixWords(I->getFunction());
    L.putWords(B, Words, In);
    TCSIMT_CALL(L, B, multiplyMatrix, L.i32(Product->Element),
                L.i32(Product->K), Words, site());
    for (auto [N, R] : enumerate(Out))
      write(R, L.getWord(B, Words, N, L.I32));
    return true;
  }
  bool Loads = Op == "ldmatrix";
  if ((!Loads && Op != "stmatrix") || S.Operands.size() != 2 || !S.has("b16") ||
      S.has("m16n16") || S.has("m8n16"))
    return false;
  uint32_t Count = S.has("x1") ? 1 : S.has("x2") ? 2 : S.has("x4") ? 4 : 0;
  auto Registers = registersOf(S.Operands[Loads ? 0 : 1]);
  if (!Count || Registers.size() != Count)
    return false;
  Value *Row = address(S, S.Operands[Loads ? 1 : 0]);
  Value *Words = L.matrixWords(I->getFunction());
  Value *Trans = L.i32(S.has("trans"));
  if (Loads) {
    TCSIMT_CALL(L, B, loadMatrix, L.i32(Count), Trans, Row, Words, site());
    for (auto [N, R] : enumerate(Registers))
      write(R, L.getWord(B, Words, N, L.I32));
    return true;
  }
  SmallVector<Value *> In;
  for (const std::string &R : Registers)
    In.push_back(read(R, L.I32));
  L.putWords(B, Words, In);
  TCSIMT_CALL(L, B, storeMatrix, L.i32(Count), Trans, Row, Words, site());
  return true;
}
