#include "core/Eval.h"

#include <algorithm>

using namespace tilechecks;

OptInt tilechecks::evaluate(const Term *T, const AtomValues &Values) {
  auto Op = [&](size_t I) { return evaluate(T->Ops[I], Values); };
  using Binary = OptInt (*)(Int, Int);
  auto Fold = [&](Binary F) -> OptInt {
    OptInt R = Op(0);
    for (size_t I = 1; R && I < T->Ops.size(); ++I) {
      OptInt Next = Op(I);
      R = Next ? F(*R, *Next) : std::nullopt;
    }
    return R;
  };
  switch (T->Kind) {
  case TermKind::Const:
    return T->Value;
  case TermKind::Atom:
    return Values(T->A);
  case TermKind::Add:
    return Fold(checkedAdd);
  case TermKind::Mul:
    return Fold(checkedMul);
  case TermKind::FloorDiv:
    return Fold(floorDiv);
  case TermKind::CeilDiv:
    return Fold(ceilDiv);
  case TermKind::TruncDiv:
    return Fold(truncDiv);
  case TermKind::Mod:
    return Fold(floorMod);
  case TermKind::Rem:
    return Fold(truncRem);
  case TermKind::Min:
    return Fold([](Int A, Int B) -> OptInt { return std::min(A, B); });
  case TermKind::Max:
    return Fold([](Int A, Int B) -> OptInt { return std::max(A, B); });
  case TermKind::BitAnd:
    return Fold([](Int A, Int B) -> OptInt { return A & B; });
  case TermKind::BitOr:
    return Fold([](Int A, Int B) -> OptInt { return A | B; });
  case TermKind::BitXor:
    return Fold([](Int A, Int B) -> OptInt { return A ^ B; });
  case TermKind::Select: {
    auto C = evaluate(T->Cond, Values);
    return C ? Op(*C ? 0 : 1) : std::nullopt;
  }
  case TermKind::SWrap:
  case TermKind::UWrap: {
    OptInt V = Op(0);
    if (!V)
      return std::nullopt;
    return T->Kind == TermKind::SWrap ? wrapSigned(T->Width, *V) : wrapUnsigned(T->Width, *V);
  }
  }
  return std::nullopt;
}

std::optional<bool> tilechecks::evaluate(const Pred *P, const AtomValues &Values) {
  switch (P->Kind) {
  case PredKind::True:
    return true;
  case PredKind::False:
    return false;
  case PredKind::And:
  case PredKind::Or:
    for (const Pred *Q : P->Preds) {
      auto V = evaluate(Q, Values);
      if (!V || *V != (P->Kind == PredKind::And))
        return V;
    }
    return P->Kind == PredKind::And;
  case PredKind::Implies: {
    auto A = evaluate(P->Preds[0], Values);
    if (!A)
      return std::nullopt;
    return *A ? evaluate(P->Preds[1], Values) : true;
  }
  default:
    break;
  }
  OptInt A = evaluate(P->Terms[0], Values), B = evaluate(P->Terms[1], Values);
  if (!A || !B)
    return std::nullopt;
  switch (P->Kind) {
  case PredKind::Le:
    return *A <= *B;
  case PredKind::Lt:
    return *A < *B;
  case PredKind::Eq:
    return *A == *B;
  case PredKind::Ne:
    return *A != *B;
  case PredKind::Divides: {
    OptInt R = floorMod(*B, *A);
    return R ? std::optional<bool>(*R == 0) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}
