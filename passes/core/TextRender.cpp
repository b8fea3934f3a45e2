//===- core/TextRender.cpp - terms and predicates for people ---------------===//
#include "core/Text.h"

#include <algorithm>

using namespace tilechecks;

namespace {

/// Binding strength, weakest first: what needs parentheses inside what.
enum Level { Any, Sum, Product, Primary };

class Renderer {
public:
  explicit Renderer(const Problem &P) : P(P) {}

  std::string term(const Term *T, Level Min) {
    auto [Text, Own] = render(T);
    return Own < Min ? "(" + Text + ")" : Text;
  }

  std::string pred(const Pred *C, bool Nested = false) {
    static constexpr std::pair<PredKind, const char *> Ops[] = {
        {PredKind::Le, " <= "}, {PredKind::Lt, " < "}, {PredKind::Eq, " == "}, {PredKind::Ne, " != "}};
    if (const Term *M = dividend(C))
      return term(M->Ops[0], Product) + " % " + term(M->Ops[1], Primary) + " == 0";
    for (auto [Kind, Op] : Ops)
      if (C->Kind == Kind)
        return comparison(C, Op);
    switch (C->Kind) {
    case PredKind::True:
      return "true";
    case PredKind::False:
      return "false";
    case PredKind::Divides:
      return term(C->Terms[1], Product) + " % " + term(C->Terms[0], Primary) + " == 0";
    case PredKind::And:
    case PredKind::Or: {
      std::string R;
      for (const Pred *Q : C->Preds)
        R += (R.empty() ? "" : C->Kind == PredKind::And ? " and " : " or ") + pred(Q, true);
      return Nested ? "(" + R + ")" : R;
    }
    case PredKind::Implies: {
      std::string R = pred(C->Preds[0], C->Preds[0]->Kind != PredKind::And) + " implies " +
                      pred(C->Preds[1], C->Preds[1]->Kind != PredKind::And);
      return Nested ? "(" + R + ")" : R;
    }
    default:
      return {};
    }
  }

private:
  const Problem &P;

  bool isAddress(Atom A) const {
    return A.Kind == AtomKind::Param && A.B == 0 && A.C == 64 && A.A < P.Params.size() &&
           (P.Params[A.A].Kind == "tensor" || P.Params[A.A].Kind == "pointer");
  }
  bool isAddress(const Term *T) const { return T->isAtom() && isAddress(T->A); }

  std::string atom(Atom A) {
    for (const AtomName &N : P.Atoms)
      if (N.A == A)
        return N.Name;
    static constexpr const char *Axes[] = {".x", ".y", ".z"};
    switch (A.Kind) {
    case AtomKind::Param: {
      std::string Name = A.A < P.Params.size() ? P.Params[A.A].Name : "";
      if (Name.empty())
        Name = "argument " + std::to_string(A.A + 1);
      if (isAddress(A))
        return "address(" + Name + ")";
      bool Whole = A.B == 0 && A.A < P.Params.size() && P.Params[A.A].Kind == "scalar";
      return Whole ? Name : Name + "[byte " + std::to_string(A.B) + "]";
    }
    case AtomKind::GridDim:
      return std::string("gridDim") + Axes[A.A];
    case AtomKind::BlockDim:
      return std::string("blockDim") + Axes[A.A];
    case AtomKind::ClusterDim:
      return std::string("clusterDim") + Axes[A.A];
    case AtomKind::SharedSize:
      return "dynamic shared bytes";
    case AtomKind::ThreadIdx:
      return std::string("threadIdx") + Axes[A.A];
    case AtomKind::BlockIdx:
      return std::string("blockIdx") + Axes[A.A];
    case AtomKind::LoopVar: {
      int Line = P.Loops[P.LoopVars[A.A].Loop].Line;
      return "i" + std::to_string(A.A) + (Line ? "@" + std::to_string(Line) : "");
    }
    case AtomKind::Opaque: {
      const std::string &Text = P.Opaques[A.A].Text;
      return Text.empty() ? "value" + std::to_string(A.A) : Text;
    }
    }
    return {};
  }

  /// a - k*floor(a/k) == 0, as divisibility is written by whoever computes it.
  /// That quotient, null for other predicates.
  const Term *dividend(const Pred *C) const {
    if (C->Kind != PredKind::Eq || (!C->Terms[0]->isConst(0) && !C->Terms[1]->isConst(0)))
      return nullptr;
    const Term *Sum = C->Terms[C->Terms[0]->isConst(0) ? 1 : 0];
    for (const auto &[M, K] : P.Pool->linear(Sum).Monomials)
      if (M->Kind == TermKind::FloorDiv && M->Ops[1]->isConst() && K == -M->Ops[1]->Value &&
          P.Pool->add(Sum, P.Pool->mul(M->Ops[1], M)) == M->Ops[0])
        return M;
    return nullptr;
  }

  std::string call(const char *Name, const Term *T) {
    std::string R = std::string(Name) + "(";
    for (size_t I = 0; I < T->Ops.size(); ++I)
      R += (I ? ", " : "") + term(T->Ops[I], Any);
    return R + ")";
  }

  std::string quotient(const Term *A, const Term *B) {
    return term(A, Primary) + "/" + term(B, Primary);
  }

  std::pair<std::string, Level> render(const Term *T) {
    switch (T->Kind) {
    case TermKind::Const:
      return {constant(T->Value), Primary};
    case TermKind::Atom:
      return {atom(T->A), Primary};
    case TermKind::Add:
      return {sum(T), Sum};
    case TermKind::Mul: {
      // The grid before the block, whatever was met first.
      std::string R;
      for (bool Grid : {true, false})
        for (const Term *Op : T->Ops)
          if ((Op->isAtom() && Op->A.Kind == AtomKind::GridDim) == Grid)
            R += (R.empty() ? "" : "*") + term(Op, Product);
      return {R, Product};
    }
    case TermKind::FloorDiv:
      if (T->Ops[1]->isConst()) {
        // floor((a + c - 1)/c) was written as, or means, ceil(a/c).
        LinearForm L = P.Pool->linear(T->Ops[0]);
        if (L.Constant == T->Ops[1]->Value - 1 && L.Constant > 0) {
          L.Constant = 0;
          return {"ceil(" + quotient(P.Pool->fromLinear(L), T->Ops[1]) + ")", Primary};
        }
      }
      return {"floor(" + quotient(T->Ops[0], T->Ops[1]) + ")", Primary};
    case TermKind::CeilDiv:
      return {"ceil(" + quotient(T->Ops[0], T->Ops[1]) + ")", Primary};
    case TermKind::TruncDiv:
      return {"trunc(" + quotient(T->Ops[0], T->Ops[1]) + ")", Primary};
    case TermKind::Mod:
      return {call("mod", T), Primary};
    case TermKind::Rem:
      return {call("rem", T), Primary};
    case TermKind::Min:
      return {call("min", T), Primary};
    case TermKind::Max:
      return {call("max", T), Primary};
    case TermKind::Select:
      return {"(" + pred(T->Cond, true) + " ? " + term(T->Ops[0], Sum) + " : " + term(T->Ops[1], Sum) + ")",
              Primary};
    case TermKind::SWrap:
      return {call(("int" + std::to_string(T->Width)).c_str(), T), Primary};
    case TermKind::UWrap:
      if (isAddress(T->Ops[0]))
        return {term(T->Ops[0], Primary), Primary};
      return {call(("uint" + std::to_string(T->Width)).c_str(), T), Primary};
    case TermKind::BitAnd:
      return {call("bitand", T), Primary};
    case TermKind::BitOr:
      return {call("bitor", T), Primary};
    case TermKind::BitXor:
      return {call("bitxor", T), Primary};
    }
    return {"", Primary};
  }

  static std::string constant(Int V) {
    for (unsigned Power : {31u, 32u, 63u, 64u}) {
      if (V == Int(1) << Power)
        return "2^" + std::to_string(Power);
      if (V == (Int(1) << Power) - 1)
        return "2^" + std::to_string(Power) + "-1";
    }
    if (V == minSigned(32))
      return "INT_MIN";
    return toString(V);
  }

  std::string sum(const Term *T) {
    if (T->Raw)
      return term(T->Ops[0], Sum) + " + " + term(T->Ops[1], Product);
    LinearForm L = P.Pool->linear(T);
    std::string R;
    auto Append = [&R](bool Negative, const std::string &Text) {
      if (R.empty())
        R = (Negative ? "-" : "") + Text;
      else
        R += (Negative ? " - " : " + ") + Text;
    };
    auto Monomial = [&](const Term *M, Int C) {
      Int Size = C < 0 ? -C : C;
      Append(C < 0, Size == 1 ? term(M, Product) : toString(Size) + "*" + term(M, Product));
    };
    // A positive summand first reads better.
    for (const auto &[M, C] : L.Monomials)
      if (C > 0)
        Monomial(M, C);
    for (const auto &[M, C] : L.Monomials)
      if (C < 0)
        Monomial(M, C);
    if (L.Constant != 0)
      Append(L.Constant < 0, toString(L.Constant < 0 ? -L.Constant : L.Constant));
    return R;
  }

  /// `n > 0`, not `0 < n`.
  std::string comparison(const Pred *C, const char *Op) {
    if (C->Terms[0]->isConst() && !C->Terms[1]->isConst()) {
      std::string Flipped = C->Kind == PredKind::Le ? " >= " : C->Kind == PredKind::Lt ? " > " : Op;
      return term(C->Terms[1], Sum) + Flipped + term(C->Terms[0], Sum);
    }
    return term(C->Terms[0], Sum) + Op + term(C->Terms[1], Sum);
  }
};

} // namespace

std::string tilechecks::render(const Problem &P, const Term *T) { return Renderer(P).term(T, Any); }
std::string tilechecks::render(const Problem &P, const Pred *C) { return Renderer(P).pred(C); }
