//===- core/TextProblem.cpp - .goal files and printed plans ----------------===//
#include "core/Text.h"
#include "core/TextImpl.h"

#include <set>

using namespace tilechecks;

static constexpr std::pair<AccessForm, const char *> Forms[] = {
    {AccessForm::Element, "element"}, {AccessForm::Vector, "vector"}, {AccessForm::Tile, "tile"},
    {AccessForm::Shared, "shared"},   {AccessForm::Register, "register"}};
static constexpr std::pair<AtomRole, const char *> Roles[] = {
    {AtomRole::Scalar, "scalar"}, {AtomRole::Extent, "extent"}, {AtomRole::Stride, "stride"}, {AtomRole::Field, "field"}};

template <class Table, class Key> static const char *wordFor(const Table &Rows, Key K) {
  for (const auto &[Value, Word] : Rows)
    if (Value == K)
      return Word;
  return "";
}

static std::string loops(const char *Head, const std::vector<int> &Ls) {
  if (Ls.empty())
    return {};
  std::string R = std::string(" (") + Head;
  for (int L : Ls)
    R += " " + std::to_string(L);
  return R + ")";
}

static std::string where(const SourceLocation &W) {
  return "(at " + quote(W.File) + " " + std::to_string(W.Line) + " " + std::to_string(W.Column) + ")";
}

static void forEachOf(const Problem &P, const std::function<void(const Term *)> &Visit) {
  auto OnTerm = [&](const Term *T) {
    if (T)
      forEachAtom(T, Visit);
  };
  auto OnPred = [&](const Pred *C) {
    if (C)
      forEachAtom(C, Visit);
  };
  for (const LoopVariable &V : P.LoopVars)
    OnTerm(V.Start), OnTerm(V.Step);
  for (const GeometricVariable &V : P.GeometricVars)
    OnTerm(V.Start);
  for (const Loop &L : P.Loops)
    for (const LoopExit &E : L.Exits)
      OnPred(E.Stay);
  for (const Scope &S : P.Scopes)
    OnPred(S.Condition);
  for (const Context &C : P.Contexts)
    OnTerm(C.Index), OnTerm(C.Extent);
  for (const Debt &D : P.Debts)
    OnTerm(D.Exact);
  for (const Precondition &C : P.Preconditions)
    OnPred(C.Condition);
}

std::string tilechecks::print(const Problem &P) {
  auto N = [](auto V) { return toString(static_cast<Int>(V)); };
  std::string R = "(kernel " + quote(P.Symbol);
  if (P.Name != P.Symbol && !P.Name.empty())
    R += " (name " + quote(P.Name) + ")";
  if (P.Where.Line)
    R += " " + where(P.Where);
  if (P.HasArithmeticFlags)
    R += " flags";
  if (P.Attrs.DenyInKernel)
    R += " deny_in_kernel_checks";
  if (P.Attrs.DenyInLoop)
    R += " deny_in_loop_checks";
  if (P.Attrs.UncheckedAccesses)
    R += " unchecked_accesses";
  if (P.Attrs.SufficientLaunch)
    R += " sufficient_launch";
  if (P.MaxThreadsPerBlock != 1024)
    R += " (max-threads " + N(P.MaxThreadsPerBlock) + ")";
  R += "\n";
  // Ranges first: folding uses them, and parsing must fold the same way.
  std::set<Atom> Atoms;
  forEachOf(P, [&](const Term *T) { Atoms.insert(T->A); });
  TermPool Fresh;
  for (Atom A : Atoms) {
    Range Known = P.Pool->range(A);
    if (Known != Fresh.range(A) && Known.Lo && Known.Hi)
      R += "  (range " + print(A) + " " + toString(*Known.Lo) + " " + toString(*Known.Hi) + ")\n";
  }
  for (const Parameter &A : P.Params)
    R += "  (param " + quote(A.Name) + " " + quote(A.Type) + " " + quote(A.Kind) + " " + N(A.OffsetBytes) + " " +
         N(A.SizeBytes) + " " + N(A.AlignBytes) + ")\n";
  for (const AtomName &A : P.Atoms)
    R += "  (named " + print(A.A) + " " + quote(A.Name) + " " + wordFor(Roles, A.Role) + " " + N(A.Param) + " " +
         N(A.Axis) + ")\n";
  for (const OpaqueValue &O : P.Opaques)
    R += "  (opaque " + N(O.Width) + " " + name(O.Why) + " " + N(O.Loop) + " " + quote(O.Text) + ")\n";
  for (const Loop &L : P.Loops) {
    R += std::string("  (loop ") + (L.Size != 0 ? "(size " + N(L.Size) + ") " : "") + "(parent " + N(L.Parent) + ") (line " +
         N(L.Line) + ") (preheader " + N(L.PreheaderScope) + ")" +
         (L.PreheaderAlwaysReached ? " always" : "") + (L.HeaderTestFirst ? " header-test-first" : "") +
         (L.MayNotReturn ? " may-not-return" : "") + (L.Finite ? " finite" : "") + (L.HasBarrier ? " barrier" : "") +
         loops("before", L.LoopsBefore);
    for (const LoopExit &E : L.Exits)
      R += "\n    (exit (scope " + N(E.Scope) + ")" +
           (E.StayScope != None ? " (stay-scope " + N(E.StayScope) + ")" : "") + (E.Exact ? " exact" : "") +
           (E.AlwaysReached ? " always" : "") + loops("before", E.LoopsBefore) + " " + print(E.Stay) + ")";
    R += ")\n";
  }
  for (const LoopVariable &V : P.LoopVars)
    R += "  (variable " + N(V.Loop) + " " + N(V.Width) + " " + print(V.Start) + " " + print(V.Step) + ")\n";
  for (const GeometricVariable &V : P.GeometricVars)
    R += "  (geometric " + N(V.Opaque) + " " + print(V.Start) + " " + N(V.Factor) + (V.Grows ? " grows" : " shrinks") + ")\n";
  for (const Scope &S : P.Scopes)
    R += "  (scope (parent " + N(S.Parent) + ") (loop " + N(S.Loop) + ") (line " + N(S.Line) + ")" +
         (S.AlwaysReached ? " always" : "") + (S.Exact ? "" : " partial") + (S.LoopContinue ? " continue" : "") +
         loops("before", S.LoopsBefore) + " " + print(S.Condition) + ")\n";
  for (const Site &S : P.Sites)
    R += "  (site " + where(S.Where) + " " + quote(S.Tensor) + " " + quote(S.Access) + " " + N(S.Axis) + " " +
         wordFor(Forms, S.Form) + ")\n";
  for (const Context &C : P.Contexts) {
    R += "  (context (site " + N(C.Site) + ") (index " + print(C.Index) + ") (extent " + print(C.Extent) + ")";
    if (C.Span != 1)
      R += " (span " + N(C.Span) + ")";
    if (C.Tile != 0)
      R += " (tile " + N(C.Tile) + ")";
    R += " (scope " + N(C.Scope) + ") (loop " + N(C.Loop) + ")";
    if (C.AlwaysReached)
      R += " always";
    if (C.KeepInPlace != Reason::None)
      R += std::string(" (keep ") + name(C.KeepInPlace) + ")";
    if (!C.IndexText.empty())
      R += " (text " + quote(C.IndexText) + ")";
    R += loops("before", C.LoopsBefore) + ")\n";
  }
  for (const Debt &D : P.Debts)
    R += "  (debt " + (D.Exact ? print(D.Exact) : "none") + " " + N(D.Low) + " " + N(D.High) + " (scope " + N(D.Scope) +
         ") (loop " + N(D.Loop) + ") " + where(D.Where) + ")\n";
  for (const Precondition &C : P.Preconditions)
    R += std::string(C.IsContract ? "  (contract " : "  (require ") + print(C.Condition) + " " + quote(C.Why) + " " + where(C.Where) + ")\n";
  for (const Obligation &O : P.Obligations)
    R += "  (obligation " + quote(O.Kind) + " " + where(O.Where) + ")\n";
  return R + ")\n";
}

//===----------------------------------------------------------------------===//

namespace {

/// Reads one (kernel ...). Every error names the line; nothing is guessed.
class ProblemReader {
public:
  ProblemReader(std::string_view Text) : Text(Text) {}

  std::variant<Problem, ParseError> run() {
    std::vector<SExpr> Items;
    if (auto E = parseSExprs(Text, Items))
      return at(E->Offset, E->Message);
    if (Items.size() != 1 || Items[0].head() != "kernel" || Items[0].Items.size() < 2)
      return at(0, "expected one (kernel \"symbol\" ...)");
    P.Symbol = P.Name = Items[0].Items[1].Word;
    P.Scopes.clear();
    for (size_t I = 2; I < Items[0].Items.size(); ++I)
      if (!item(Items[0].Items[I]))
        return at(Error.Offset, Error.Message);
    if (!check())
      return at(Error.Offset, Error.Message);
    return std::move(P);
  }

private:
  std::string_view Text;
  Problem P;
  SExprError Error{0, ""};

  ParseError at(size_t Offset, const std::string &Message) const {
    return {Offset, lineOf(Text, Offset) + ": " + Message};
  }
  bool fail(const SExpr &E, std::string Message) {
    Error = {E.Offset, std::move(Message)};
    return false;
  }

  bool integer(const SExpr &E, Int &Out) {
    OptInt V = E.IsList ? std::nullopt : parseInt(E.Word);
    if (!V)
      return fail(E, "expected an integer");
    Out = *V;
    return true;
  }
  template <class T> bool number(const SExpr &E, T &Out) {
    Int V = 0;
    if (!integer(E, V))
      return false;
    if (V < -1 || V > 0x7fffffff)
      return fail(E, "number out of range");
    Out = static_cast<T>(V);
    return true;
  }
  bool term(const SExpr &E, const Term *&Out) { return (Out = termFrom(*P.Pool, E, Error)); }
  bool pred(const SExpr &E, const Pred *&Out) { return (Out = predFrom(*P.Pool, E, Error)); }
  bool place(const SExpr &E, SourceLocation &W) {
    if (E.head() != "at" || E.Items.size() != 4)
      return fail(E, "expected (at \"file\" line column)");
    W.File = E.Items[1].Word;
    return number(E.Items[2], W.Line) && number(E.Items[3], W.Column);
  }
  bool size(const SExpr &E, size_t Wanted) {
    return E.Items.size() == Wanted || fail(E, "(" + std::string(E.head()) + " ...) takes " +
                                                   std::to_string(Wanted - 1) + " operands");
  }
  bool list(const SExpr &E, std::vector<int> &Out) {
    for (size_t I = 1; I < E.Items.size(); ++I)
      if (!number(E.Items[I], Out.emplace_back()))
        return false;
    return true;
  }

  bool item(const SExpr &E) {
    if (!E.IsList)
      return flag(E);
    std::string_view H = E.head();
    if (H == "name")
      return size(E, 2) && (P.Name = E.Items[1].Word, true);
    if (H == "at")
      return place(E, P.Where);
    if (H == "max-threads")
      return size(E, 2) && integer(E.Items[1], P.MaxThreadsPerBlock);
    if (H == "range")
      return rangeItem(E);
    if (H == "param")
      return paramItem(E);
    if (H == "named")
      return namedItem(E);
    if (H == "opaque")
      return opaqueItem(E);
    if (H == "loop")
      return loopItem(E);
    if (H == "variable") {
      LoopVariable V;
      if (!size(E, 5) || !number(E.Items[1], V.Loop) || !number(E.Items[2], V.Width) || !term(E.Items[3], V.Start) ||
          !term(E.Items[4], V.Step))
        return false;
      P.LoopVars.push_back(V);
      return true;
    }
    if (H == "geometric")
      return geometricItem(E);
    if (H == "scope")
      return scopeItem(E);
    if (H == "site")
      return siteItem(E);
    if (H == "context")
      return contextItem(E);
    if (H == "debt") {
      Debt D;
      if (!size(E, 7) || (E.Items[1].Word != "none" && !term(E.Items[1], D.Exact)) || !integer(E.Items[2], D.Low) ||
          !integer(E.Items[3], D.High) || !size(E.Items[4], 2) || !number(E.Items[4].Items[1], D.Scope) ||
          !size(E.Items[5], 2) || !number(E.Items[5].Items[1], D.Loop) || !place(E.Items[6], D.Where))
        return false;
      P.Debts.push_back(D);
      return true;
    }
    if (H == "require" || H == "contract") {
      Precondition C;
      if (!size(E, 4) || !pred(E.Items[1], C.Condition) || !place(E.Items[3], C.Where))
        return false;
      C.Why = E.Items[2].Word;
      C.IsContract = H == "contract";
      P.Preconditions.push_back(std::move(C));
      return true;
    }
    if (H == "obligation") {
      Obligation O;
      if (!size(E, 3) || !place(E.Items[2], O.Where))
        return false;
      O.Kind = E.Items[1].Word;
      P.Obligations.push_back(std::move(O));
      return true;
    }
    return fail(E, "unknown item (" + std::string(H) + " ...)");
  }

  bool flag(const SExpr &E) {
    bool *Flags[] = {&P.HasArithmeticFlags, &P.Attrs.DenyInKernel, &P.Attrs.DenyInLoop, &P.Attrs.UncheckedAccesses,
                     &P.Attrs.SufficientLaunch};
    constexpr std::string_view Words[] = {"flags", "deny_in_kernel_checks", "deny_in_loop_checks",
                                          "unchecked_accesses", "sufficient_launch"};
    for (size_t I = 0; I < std::size(Words); ++I)
      if (E.Word == Words[I])
        return *Flags[I] = true;
    return fail(E, "unknown attribute '" + E.Word + "'");
  }

  bool rangeItem(const SExpr &E) {
    Int Lo, Hi;
    if (!size(E, 4) || !integer(E.Items[2], Lo) || !integer(E.Items[3], Hi))
      return false;
    auto A = atomFrom(E.Items[1]);
    if (!A || Lo > Hi)
      return fail(E, "expected (range ATOM LOW HIGH) with LOW <= HIGH");
    P.Pool->setRange(*A, Range::between(Lo, Hi));
    return true;
  }

  bool paramItem(const SExpr &E) {
    Parameter A;
    if (!size(E, 7) || !number(E.Items[4], A.OffsetBytes) || !number(E.Items[5], A.SizeBytes) ||
        !number(E.Items[6], A.AlignBytes))
      return false;
    A.Name = E.Items[1].Word, A.Type = E.Items[2].Word, A.Kind = E.Items[3].Word;
    P.Params.push_back(std::move(A));
    return true;
  }

  bool namedItem(const SExpr &E) {
    AtomName N;
    auto A = size(E, 6) ? atomFrom(E.Items[1]) : std::nullopt;
    if (!A)
      return fail(E, "expected (named ATOM \"text\" ROLE PARAM AXIS)");
    N.A = *A, N.Name = E.Items[2].Word;
    for (const auto &[Role, Word] : Roles)
      if (E.Items[3].Word == Word)
        N.Role = Role;
    if (!number(E.Items[4], N.Param) || !number(E.Items[5], N.Axis))
      return false;
    P.Atoms.push_back(std::move(N));
    return true;
  }

  bool opaqueItem(const SExpr &E) {
    OpaqueValue O;
    if (!size(E, 5) || !number(E.Items[1], O.Width) || !number(E.Items[3], O.Loop))
      return false;
    auto Why = parseReason(E.Items[2].Word);
    if (!Why || O.Width < 1 || O.Width > 64)
      return fail(E, "expected (opaque WIDTH REASON LOOP \"text\")");
    O.Why = *Why, O.Text = E.Items[4].Word;
    P.Opaques.push_back(std::move(O));
    return true;
  }

  bool geometricItem(const SExpr &E) {
    GeometricVariable V;
    if (!size(E, 5) || !number(E.Items[1], V.Opaque) || !term(E.Items[2], V.Start) || !integer(E.Items[3], V.Factor))
      return false;
    V.Grows = E.Items[4].Word == "grows";
    if (V.Factor < 2 || (!V.Grows && E.Items[4].Word != "shrinks"))
      return fail(E, "expected (geometric OPAQUE START FACTOR grows|shrinks) with FACTOR >= 2");
    P.GeometricVars.push_back(V);
    return true;
  }

  bool loopItem(const SExpr &E) {
    Loop L;
    for (size_t I = 1; I < E.Items.size(); ++I) {
      const SExpr &X = E.Items[I];
      bool Ok = X.head() == "parent"      ? size(X, 2) && number(X.Items[1], L.Parent)
                : X.head() == "line"      ? size(X, 2) && number(X.Items[1], L.Line)
                : X.head() == "preheader" ? size(X, 2) && number(X.Items[1], L.PreheaderScope)
                : X.head() == "size"      ? size(X, 2) && number(X.Items[1], L.Size)
                : X.head() == "before"    ? list(X, L.LoopsBefore)
                : X.Word == "always"           ? (L.PreheaderAlwaysReached = true)
                : X.head() == "exit"      ? exitPart(X, L)
                : X.Word == "header-test-first" ? (L.HeaderTestFirst = true)
                : X.Word == "may-not-return"   ? (L.MayNotReturn = true)
                : X.Word == "finite"           ? (L.Finite = true)
                : X.Word == "barrier"          ? (L.HasBarrier = true)
                                               : fail(X, "unknown part of a loop");
      if (!Ok)
        return false;
    }
    P.Loops.push_back(std::move(L));
    return true;
  }

  bool exitPart(const SExpr &E, Loop &L) {
    LoopExit Exit;
    for (size_t I = 1; I < E.Items.size(); ++I) {
      const SExpr &X = E.Items[I];
      bool Ok = X.head() == "scope"        ? size(X, 2) && number(X.Items[1], Exit.Scope)
                : X.head() == "stay-scope" ? size(X, 2) && number(X.Items[1], Exit.StayScope)
                : X.head() == "before"     ? list(X, Exit.LoopsBefore)
                : X.Word == "exact"        ? (Exit.Exact = true)
                : X.Word == "always"       ? (Exit.AlwaysReached = true)
                                           : pred(X, Exit.Stay);
      if (!Ok)
        return false;
    }
    if (!Exit.Stay)
      return fail(E, "an exit needs the condition of going on");
    L.Exits.push_back(std::move(Exit));
    return true;
  }

  bool scopeItem(const SExpr &E) {
    Scope S;
    for (size_t I = 1; I < E.Items.size(); ++I) {
      const SExpr &X = E.Items[I];
      bool Ok = X.head() == "parent"   ? size(X, 2) && number(X.Items[1], S.Parent)
                : X.head() == "loop" && S.Condition == nullptr && I + 1 < E.Items.size()
                    ? size(X, 2) && number(X.Items[1], S.Loop)
                : X.head() == "line"   ? size(X, 2) && number(X.Items[1], S.Line)
                : X.head() == "before" ? list(X, S.LoopsBefore)
                : X.Word == "always"   ? (S.AlwaysReached = true)
                : X.Word == "partial"  ? (S.Exact = false, true)
                : X.Word == "continue" ? (S.LoopContinue = true)
                                       : pred(X, S.Condition);
      if (!Ok)
        return false;
    }
    if (!S.Condition)
      return fail(E, "a scope needs its condition");
    P.Scopes.push_back(std::move(S));
    return true;
  }

  bool siteItem(const SExpr &E) {
    Site S;
    if (!size(E, 6) || !place(E.Items[1], S.Where) || !number(E.Items[4], S.Axis))
      return false;
    S.Tensor = E.Items[2].Word, S.Access = E.Items[3].Word;
    bool Known = false;
    for (const auto &[Form, Word] : Forms)
      if (E.Items[5].Word == Word)
        S.Form = Form, Known = true;
    if (!Known)
      return fail(E.Items[5], "unknown access form");
    P.Sites.push_back(std::move(S));
    return true;
  }

  bool contextItem(const SExpr &E) {
    Context C;
    for (size_t I = 1; I < E.Items.size(); ++I) {
      const SExpr &X = E.Items[I];
      std::string_view H = X.head();
      if (X.IsList && H != "before" && !size(X, 2))
        return false;
      bool Ok = H == "site"     ? number(X.Items[1], C.Site)
                : H == "index"  ? term(X.Items[1], C.Index)
                : H == "extent" ? term(X.Items[1], C.Extent)
                : H == "span"   ? integer(X.Items[1], C.Span)
                : H == "tile"   ? integer(X.Items[1], C.Tile)
                : H == "scope"  ? number(X.Items[1], C.Scope)
                : H == "loop"   ? number(X.Items[1], C.Loop)
                : H == "text"   ? (C.IndexText = X.Items[1].Word, true)
                : H == "keep"   ? keep(X, C)
                : H == "before" ? list(X, C.LoopsBefore)
                : X.Word == "always" ? (C.AlwaysReached = true)
                                     : fail(X, "unknown part of a context");
      if (!Ok)
        return false;
    }
    if (!C.Index || !C.Extent)
      return fail(E, "a context needs an index and an extent");
    P.Contexts.push_back(std::move(C));
    return true;
  }

  bool keep(const SExpr &X, Context &C) {
    auto R = parseReason(X.Items[1].Word);
    if (!R)
      return fail(X, "unknown reason '" + X.Items[1].Word + "'");
    C.KeepInPlace = *R;
    return true;
  }

  /// Indices in range, parents before children.
  bool check() {
    if (P.Scopes.empty()) {
      Scope Root;
      Root.Condition = P.Pool->boolean(true);
      Root.AlwaysReached = true;
      P.Scopes.push_back(Root);
    }
    auto Bad = [&](int I, size_t Size, bool MayBeNone) {
      return !(I >= 0 && static_cast<size_t>(I) < Size) && !(MayBeNone && I == None);
    };
    bool Wrong = false;
    auto BadList = [&](const std::vector<int> &Ls) {
      for (int L : Ls)
        Wrong |= Bad(L, P.Loops.size(), false);
    };
    for (size_t I = 0; I < P.Loops.size(); ++I) {
      Wrong |= Bad(P.Loops[I].Parent, I, true) || Bad(P.Loops[I].PreheaderScope, P.Scopes.size(), false);
      BadList(P.Loops[I].LoopsBefore);
      for (const LoopExit &E : P.Loops[I].Exits) {
        Wrong |= Bad(E.Scope, P.Scopes.size(), false) || Bad(E.StayScope, P.Scopes.size(), true);
        BadList(E.LoopsBefore);
      }
    }
    for (size_t I = 0; I < P.Scopes.size(); ++I) {
      Wrong |= Bad(P.Scopes[I].Parent, I, I == 0) || Bad(P.Scopes[I].Loop, P.Loops.size(), true);
      BadList(P.Scopes[I].LoopsBefore);
    }
    for (const LoopVariable &V : P.LoopVars)
      Wrong |= Bad(V.Loop, P.Loops.size(), false) || V.Width < 1 || V.Width > 64;
    for (const GeometricVariable &V : P.GeometricVars)
      Wrong |= Bad(V.Opaque, P.Opaques.size(), false) || P.Opaques[V.Opaque].Loop == None;
    for (const OpaqueValue &O : P.Opaques)
      Wrong |= Bad(O.Loop, P.Loops.size(), true);
    for (const Context &C : P.Contexts) {
      Wrong |= Bad(C.Site, P.Sites.size(), false) || Bad(C.Scope, P.Scopes.size(), false) ||
               Bad(C.Loop, P.Loops.size(), true) || C.Span < 1 || C.Tile < 0;
      BadList(C.LoopsBefore);
    }
    for (const Debt &D : P.Debts)
      Wrong |= Bad(D.Scope, P.Scopes.size(), false) || Bad(D.Loop, P.Loops.size(), true);
    if (!Wrong)
      forEachOf(P, [&](const Term *T) {
        if (T->A.Kind == AtomKind::LoopVar)
          Wrong |= T->A.A >= P.LoopVars.size();
        if (T->A.Kind == AtomKind::Opaque)
          Wrong |= T->A.A >= P.Opaques.size();
      });
    for (const Precondition &C : P.Preconditions)
      if (!isLaunchKnown(C.Condition)) {
        Error = {0, "a precondition must be launch-known"};
        return false;
      }
    if (Wrong)
      Error = {0, "an index (site, scope, loop, variable or opaque) is out of range"};
    return !Wrong;
  }
};

} // namespace

std::variant<Problem, ParseError> tilechecks::parseProblem(std::string_view Text) {
  return ProblemReader(Text).run();
}

std::string tilechecks::print(const Plan &P) {
  const Problem &K = *P.Of;
  Plan::Counts C = P.counts();
  std::string R = "plan " + K.Symbol + ": discharged=" + std::to_string(C.Discharged) + " launch=" +
                  std::to_string(C.Launch) + " hoisted=" + std::to_string(C.Hoisted) + " in_place=" +
                  std::to_string(C.InPlace) + " flags_kept=" + (P.FlagsKept ? "yes" : "no") +
                  (P.UnpaidDebt != None ? " unpaid=" + where(K.Debts[static_cast<size_t>(P.UnpaidDebt)].Where) : "") + "\n";
  for (size_t I = 0; I < P.LaunchChecks.size(); ++I) {
    const LaunchCheck &L = P.LaunchChecks[I];
    R += "  launch L" + std::to_string(I) + " " + name(L.Kind) + (L.Exact ? " exact " : " sufficient ") +
         print(L.Condition) + "  ; " + render(K, L.Condition) + "\n";
  }
  for (size_t I = 0; I < P.Decisions.size(); ++I) {
    const Decision &D = P.Decisions[I];
    const Context &Ctx = K.Contexts[I];
    const Site &S = K.Sites[Ctx.Site];
    R += "  " + S.Where.File + ":" + std::to_string(S.Where.Line) + ":" + std::to_string(S.Where.Column) + " " +
         S.Access + " axis " + std::to_string(S.Axis) + ": " + name(D.Result) + " by " + name(D.By);
    if (D.Why != Reason::None)
      R += std::string(" because ") + name(D.Why);
    for (int L : D.LaunchChecks)
      R += " L" + std::to_string(L);
    for (const HoistedCheck &H : D.Hoisted)
      R += "\n    before loop " + std::to_string(H.Loop) + (H.Version ? ", version: " : ": ") + print(H.Guard) + " implies " + print(H.Condition);
    R += "\n";
  }
  return R;
}
