//===- core/TextTerm.cpp - terms and predicates in prefix form -------------===//
#include "core/SExpr.h"
#include "core/Text.h"
#include "core/TextImpl.h"

using namespace tilechecks;

static const char *axisName(uint32_t Axis) {
  constexpr const char *Names[] = {"x", "y", "z"};
  return Names[Axis % 3];
}

std::string tilechecks::print(Atom A) {
  auto Num = [](uint32_t V) { return std::to_string(V); };
  switch (A.Kind) {
  case AtomKind::Param:
    return "(param " + Num(A.A) + " " + Num(A.B) + " " + Num(A.C) + ")";
  case AtomKind::GridDim:
    return std::string("(grid ") + axisName(A.A) + ")";
  case AtomKind::BlockDim:
    return std::string("(block ") + axisName(A.A) + ")";
  case AtomKind::ClusterDim:
    return std::string("(cluster ") + axisName(A.A) + ")";
  case AtomKind::SharedSize:
    return "(smem)";
  case AtomKind::ThreadIdx:
    return std::string("(tid ") + axisName(A.A) + ")";
  case AtomKind::BlockIdx:
    return std::string("(bid ") + axisName(A.A) + ")";
  case AtomKind::LoopVar:
    return "(loop " + Num(A.A) + ")";
  case AtomKind::Opaque:
    return "(opaque " + Num(A.A) + ")";
  }
  return {};
}

static const char *opName(TermKind K) {
  switch (K) {
  case TermKind::Add:
    return "+";
  case TermKind::Mul:
    return "*";
  case TermKind::FloorDiv:
    return "floordiv";
  case TermKind::CeilDiv:
    return "ceildiv";
  case TermKind::TruncDiv:
    return "truncdiv";
  case TermKind::Mod:
    return "mod";
  case TermKind::Rem:
    return "rem";
  case TermKind::Min:
    return "min";
  case TermKind::Max:
    return "max";
  case TermKind::Select:
    return "select";
  case TermKind::SWrap:
    return "swrap";
  case TermKind::UWrap:
    return "uwrap";
  case TermKind::BitAnd:
    return "bitand";
  case TermKind::BitOr:
    return "bitor";
  case TermKind::BitXor:
    return "bitxor";
  case TermKind::Const:
  case TermKind::Atom:
    break;
  }
  return "";
}

static const char *opName(PredKind K) {
  switch (K) {
  case PredKind::True:
    return "true";
  case PredKind::False:
    return "false";
  case PredKind::Le:
    return "<=";
  case PredKind::Lt:
    return "<";
  case PredKind::Eq:
    return "==";
  case PredKind::Ne:
    return "!=";
  case PredKind::Divides:
    return "divides";
  case PredKind::And:
    return "and";
  case PredKind::Or:
    return "or";
  case PredKind::Implies:
    return "implies";
  }
  return "";
}

std::string tilechecks::print(const Term *T) {
  if (T->isConst())
    return toString(T->Value);
  if (T->isAtom())
    return print(T->A);
  std::string R = std::string("(") + opName(T->Kind);
  if (T->Kind == TermKind::SWrap || T->Kind == TermKind::UWrap)
    R += " " + std::to_string(T->Width);
  if (T->Cond)
    R += " " + print(T->Cond);
  for (const Term *Op : T->Ops)
    R += " " + print(Op);
  return R + ")";
}

/// \p AsRead: `(> n 0)`, not `(< 0 n)`.
static std::string printPred(const Pred *P, bool AsRead) {
  if (P->Terms.empty() && P->Preds.empty())
    return opName(P->Kind);
  if (AsRead && (P->Kind == PredKind::Le || P->Kind == PredKind::Lt) && P->Terms[0]->isConst() &&
      !P->Terms[1]->isConst())
    return std::string(P->Kind == PredKind::Le ? "(>= " : "(> ") + print(P->Terms[1]) + " " + print(P->Terms[0]) + ")";
  std::string R = std::string("(") + opName(P->Kind);
  for (const Term *T : P->Terms)
    R += " " + print(T);
  for (const Pred *Q : P->Preds)
    R += " " + printPred(Q, AsRead);
  return R + ")";
}

std::string tilechecks::print(const Pred *P) { return printPred(P, false); }
std::string tilechecks::printAsRead(const Pred *P) { return printPred(P, true); }

//===----------------------------------------------------------------------===//

static std::string show(const SExpr &E) {
  if (E.IsList)
    return E.head().empty() ? "a list" : "(" + std::string(E.head()) + " ...)";
  return "'" + E.Word + "'";
}

static std::optional<uint32_t> smallNumber(const SExpr &E) {
  OptInt V = E.IsList ? std::nullopt : parseInt(E.Word);
  if (!V || *V < 0 || *V > 0x7fffffff)
    return std::nullopt;
  return static_cast<uint32_t>(*V);
}

static std::optional<uint32_t> axisNumber(const SExpr &E) {
  for (uint32_t I = 0; I < 3; ++I)
    if (!E.IsList && E.Word == axisName(I))
      return I;
  return std::nullopt;
}

std::optional<Atom> tilechecks::atomFrom(const SExpr &E) {
  std::string_view H = E.head();
  if (H == "smem" && E.Items.size() == 1)
    return Atom::of(AtomKind::SharedSize);
  if (H == "param" && E.Items.size() == 4) {
    auto I = smallNumber(E.Items[1]), O = smallNumber(E.Items[2]), B = smallNumber(E.Items[3]);
    if (I && O && B && *B >= 1 && *B <= 64)
      return Atom::param(*I, *O, *B);
    return std::nullopt;
  }
  if (E.Items.size() != 2)
    return std::nullopt;
  constexpr std::pair<std::string_view, AtomKind> Axes[] = {
      {"grid", AtomKind::GridDim},   {"block", AtomKind::BlockDim},
      {"cluster", AtomKind::ClusterDim}, {"tid", AtomKind::ThreadIdx},
      {"bid", AtomKind::BlockIdx}};
  for (auto [Word, Kind] : Axes)
    if (H == Word)
      if (auto Axis = axisNumber(E.Items[1]))
        return Atom::of(Kind, *Axis);
  if (H == "loop" || H == "opaque")
    if (auto N = smallNumber(E.Items[1]))
      return Atom::of(H == "loop" ? AtomKind::LoopVar : AtomKind::Opaque, *N);
  return std::nullopt;
}

const Term *tilechecks::termFrom(TermPool &Pool, const SExpr &E, SExprError &Error) {
  auto Fail = [&](std::string What) -> const Term * {
    Error = {E.Offset, std::move(What)};
    return nullptr;
  };
  if (!E.IsList) {
    OptInt V = E.IsString ? std::nullopt : parseInt(E.Word);
    if (!V || *V > MaxMagnitude || *V < -MaxMagnitude)
      return Fail("expected a term, found " + show(E));
    return Pool.constant(*V);
  }
  if (auto A = atomFrom(E))
    return Pool.atom(*A);
  std::string_view H = E.head();
  std::vector<const Term *> Ops;
  size_t First = 1;
  uint32_t Width = 0;
  const Pred *Cond = nullptr;
  if (H == "swrap" || H == "uwrap") {
    auto W = E.Items.size() == 3 ? smallNumber(E.Items[1]) : std::nullopt;
    if (!W || *W < 1 || *W > 64)
      return Fail(std::string(H) + " takes a width of 1 to 64 bits and a term");
    Width = *W;
    First = 2;
  } else if (H == "select") {
    if (E.Items.size() != 4)
      return Fail("select takes a predicate and two terms");
    Cond = predFrom(Pool, E.Items[1], Error);
    if (!Cond)
      return nullptr;
    First = 2;
  }
  for (size_t I = First; I < E.Items.size(); ++I) {
    Ops.push_back(termFrom(Pool, E.Items[I], Error));
    if (!Ops.back())
      return nullptr;
  }
  if (Width)
    return H == "swrap" ? Pool.swrap(Width, Ops[0]) : Pool.uwrap(Width, Ops[0]);
  if (Cond)
    return Pool.select(Cond, Ops[0], Ops[1]);
  using Build = const Term *(TermPool::*)(const Term *, const Term *);
  constexpr std::pair<std::string_view, Build> Nary[] = {
      {"+", &TermPool::add}, {"*", &TermPool::mul}, {"min", &TermPool::min}, {"max", &TermPool::max}};
  constexpr std::pair<std::string_view, Build> Binary[] = {
      {"-", &TermPool::sub},           {"floordiv", &TermPool::floorDiv},
      {"ceildiv", &TermPool::ceilDiv}, {"truncdiv", &TermPool::truncDiv},
      {"mod", &TermPool::mod},         {"rem", &TermPool::rem},
      {"bitand", &TermPool::bitAnd},   {"bitor", &TermPool::bitOr},
      {"bitxor", &TermPool::bitXor}};
  for (auto [Word, Make] : Nary)
    if (H == Word) {
      if (Ops.size() < 2)
        return Fail(std::string(H) + " takes at least two terms");
      const Term *R = Ops[0];
      for (size_t I = 1; I < Ops.size(); ++I)
        R = (Pool.*Make)(R, Ops[I]);
      return R;
    }
  for (auto [Word, Make] : Binary)
    if (H == Word) {
      if (Ops.size() != 2)
        return Fail(std::string(H) + " takes two terms");
      return (Pool.*Make)(Ops[0], Ops[1]);
    }
  return Fail("expected a term, found " + show(E));
}

const Pred *tilechecks::predFrom(TermPool &Pool, const SExpr &E, SExprError &Error) {
  auto Fail = [&](std::string What) -> const Pred * {
    Error = {E.Offset, std::move(What)};
    return nullptr;
  };
  if (!E.IsList) {
    if (E.Word == "true" || E.Word == "false")
      return Pool.boolean(E.Word == "true");
    return Fail("expected a predicate, found " + show(E));
  }
  std::string_view H = E.head();
  if (H == "and" || H == "or" || H == "not" || H == "implies") {
    std::vector<const Pred *> Ps;
    for (size_t I = 1; I < E.Items.size(); ++I) {
      Ps.push_back(predFrom(Pool, E.Items[I], Error));
      if (!Ps.back())
        return nullptr;
    }
    if (H == "not")
      return Ps.size() == 1 ? Pool.lnot(Ps[0]) : Fail("not takes one predicate");
    if (H == "implies")
      return Ps.size() == 2 ? Pool.implies(Ps[0], Ps[1]) : Fail("implies takes two predicates");
    const Pred *R = Pool.boolean(H == "and");
    for (const Pred *Q : Ps)
      R = H == "and" ? Pool.land(R, Q) : Pool.lor(R, Q);
    return R;
  }
  using Build = const Pred *(TermPool::*)(const Term *, const Term *);
  constexpr std::pair<std::string_view, Build> Table[] = {
      {"<=", &TermPool::le}, {"<", &TermPool::lt},   {">=", &TermPool::ge},
      {">", &TermPool::gt},  {"==", &TermPool::eq},  {"!=", &TermPool::ne},
      {"divides", &TermPool::divides}};
  for (auto [Word, Make] : Table)
    if (H == Word) {
      if (E.Items.size() != 3)
        return Fail(std::string(H) + " takes two terms");
      const Term *A = termFrom(Pool, E.Items[1], Error);
      const Term *B = A ? termFrom(Pool, E.Items[2], Error) : nullptr;
      return B ? (Pool.*Make)(A, B) : nullptr;
    }
  return Fail("expected a predicate, found " + show(E));
}

template <class Node, class Build>
static std::variant<const Node *, ParseError> parseOne(std::string_view Text, Build From) {
  std::vector<SExpr> Items;
  if (auto Error = parseSExprs(Text, Items))
    return ParseError{Error->Offset, lineOf(Text, Error->Offset) + ": " + Error->Message};
  if (Items.size() != 1)
    return ParseError{0, "expected one expression, found " + std::to_string(Items.size())};
  SExprError Error{0, ""};
  if (const Node *N = From(Items[0], Error))
    return N;
  return ParseError{Error.Offset, lineOf(Text, Error.Offset) + ": " + Error.Message};
}

std::variant<const Term *, ParseError> tilechecks::parseTerm(TermPool &Pool, std::string_view Text) {
  return parseOne<Term>(Text, [&](const SExpr &E, SExprError &Error) { return termFrom(Pool, E, Error); });
}

std::variant<const Pred *, ParseError> tilechecks::parsePred(TermPool &Pool, std::string_view Text) {
  return parseOne<Pred>(Text, [&](const SExpr &E, SExprError &Error) { return predFrom(Pool, E, Error); });
}
