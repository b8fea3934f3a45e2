//===- core/TextPlan.cpp - plans as lists that parse again -----------------===//
#include "core/SExpr.h"
#include "core/Text.h"
#include "core/TextImpl.h"

using namespace tilechecks;

static std::string numbers(const char *Head, const std::vector<int> &Ns) {
  std::string R = std::string("(") + Head;
  for (int N : Ns)
    R += " " + std::to_string(N);
  return R + ")";
}

std::string tilechecks::serialise(const Plan &P) {
  std::string R = "(plan " + quote(P.Of->Symbol) + (P.FlagsKept ? " flags-kept" : "") +
                  (P.UnpaidDebt != None ? " (unpaid " + std::to_string(P.UnpaidDebt) + ")" : "") + "\n";
  for (const LaunchCheck &L : P.LaunchChecks)
    R += std::string("  (check ") + name(L.Kind) + (L.Exact ? " exact " : " sufficient ") + print(L.Condition) + " (at " +
         quote(L.Where.File) + " " + std::to_string(L.Where.Line) + " " + std::to_string(L.Where.Column) + ") " +
         quote(L.Access) + " " + quote(L.Why) + " " + numbers("contexts", L.Contexts) + ")\n";
  for (const Decision &D : P.Decisions) {
    R += std::string("  (decision ") + name(D.Result) + " " + name(D.By) + " " + name(D.Why) + " " +
         numbers("checks", D.LaunchChecks);
    for (const HoistedCheck &H : D.Hoisted)
      R += std::string("\n    (") + (H.Version ? "version " : "before ") + std::to_string(H.Loop) + " " + print(H.Guard) +
           " " + print(H.Condition) + " " +
           (H.Index ? print(H.Index) : "none") + " " + (H.Extent ? print(H.Extent) : "none") + ")";
    R += ")\n";
  }
  return R + ")\n";
}

bool tilechecks::operator==(const Plan &A, const Plan &B) {
  // Terms of one pool are equal if they are the same; of two, if they print so.
  return A.Of && B.Of && serialise(A) == serialise(B);
}

namespace {

class PlanReader {
public:
  PlanReader(std::shared_ptr<const Problem> Of, std::string_view Text) : P(*Of), Text(Text) { Out.Of = std::move(Of); }

  std::variant<Plan, ParseError> run() {
    std::vector<SExpr> Items;
    if (auto E = parseSExprs(Text, Items))
      return at(*E);
    if (Items.size() != 1 || Items[0].head() != "plan" || Items[0].Items.size() < 2)
      return at({0, "expected one (plan \"symbol\" ...)"});
    const auto &Parts = Items[0].Items;
    if (Parts[1].Word != P.Symbol)
      return at({Parts[1].Offset, "this plan is of " + quote(Parts[1].Word) + ", the problem of " + quote(P.Symbol)});
    Out.FlagsKept = false;
    for (size_t I = 2; I < Parts.size(); ++I) {
      bool Ok = Parts[I].head() == "check"      ? check(Parts[I])
                : Parts[I].head() == "decision" ? decision(Parts[I])
                : Parts[I].head() == "unpaid"   ? unpaid(Parts[I])
                : Parts[I].Word == "flags-kept" ? (Out.FlagsKept = true)
                                                : fail(Parts[I], "expected (check ...), (decision ...), (unpaid ...) or flags-kept");
      if (!Ok)
        return at(Error);
    }
    if (Out.Decisions.size() != P.Contexts.size())
      return at({0, "the problem has " + std::to_string(P.Contexts.size()) + " contexts, the plan " +
                        std::to_string(Out.Decisions.size()) + " decisions"});
    for (const Decision &D : Out.Decisions)
      for (int L : D.LaunchChecks)
        if (static_cast<size_t>(L) >= Out.LaunchChecks.size())
          return at({0, "a decision names launch check " + std::to_string(L) + ", which is not there"});
    return std::move(Out);
  }

private:
  const Problem &P;
  std::string_view Text;
  Plan Out;
  SExprError Error{0, ""};

  ParseError at(const SExprError &E) const { return {E.Offset, lineOf(Text, E.Offset) + ": " + E.Message}; }
  bool fail(const SExpr &E, std::string Message) {
    Error = {E.Offset, std::move(Message)};
    return false;
  }
  bool number(const SExpr &E, int Least, size_t Limit, int &Value) {
    OptInt V = E.IsList ? std::nullopt : parseInt(E.Word);
    if (!V || *V < Least || *V >= static_cast<Int>(Limit))
      return fail(E, "expected a number below " + std::to_string(Limit));
    Value = static_cast<int>(*V);
    return true;
  }
  bool list(const SExpr &E, std::string_view Head, size_t Limit, std::vector<int> &Values) {
    if (E.head() != Head)
      return fail(E, "expected (" + std::string(Head) + " ...)");
    for (size_t I = 1; I < E.Items.size(); ++I)
      if (!number(E.Items[I], 0, Limit, Values.emplace_back()))
        return false;
    return true;
  }
  template <class Enum> bool named(const SExpr &E, Enum Last, const char *What, Enum &Value) {
    for (unsigned I = 0; I <= static_cast<unsigned>(Last); ++I)
      if (E.Word == name(static_cast<Enum>(I))) {
        Value = static_cast<Enum>(I);
        return true;
      }
    return fail(E, "'" + E.Word + "' is no " + What);
  }
  bool pred(const SExpr &E, const Pred *&Value) { return (Value = predFrom(*P.Pool, E, Error)); }
  bool term(const SExpr &E, const Term *&Value) {
    Value = nullptr;
    return (!E.IsList && E.Word == "none") || (Value = termFrom(*P.Pool, E, Error));
  }

  bool unpaid(const SExpr &E) {
    return E.Items.size() == 2 ? number(E.Items[1], 0, P.Debts.size(), Out.UnpaidDebt) : fail(E, "(unpaid ...) takes 1 operand");
  }

  bool check(const SExpr &E) {
    constexpr size_t AnyLine = 0x7fffffff;
    LaunchCheck L;
    if (E.Items.size() != 8)
      return fail(E, "(check ...) takes 7 operands");
    if (!named(E.Items[1], Origin::Assumption, "origin", L.Kind) || !condition(E.Items[3], L.Condition))
      return false;
    if (E.Items[2].Word != "exact" && E.Items[2].Word != "sufficient")
      return fail(E.Items[2], "expected exact or sufficient");
    L.Exact = E.Items[2].Word == "exact";
    const SExpr &Where = E.Items[4];
    if (Where.head() != "at" || Where.Items.size() != 4)
      return fail(Where, "expected (at \"file\" line column)");
    L.Where.File = Where.Items[1].Word;
    if (!number(Where.Items[2], 0, AnyLine, L.Where.Line) || !number(Where.Items[3], 0, AnyLine, L.Where.Column))
      return false;
    L.Access = E.Items[5].Word;
    L.Why = E.Items[6].Word;
    if (!list(E.Items[7], "contexts", P.Contexts.size(), L.Contexts))
      return false;
    Out.LaunchChecks.push_back(std::move(L));
    return true;
  }

  /// The contract "0 <= extent" must not fold: ranges rely on it.
  bool condition(const SExpr &E, const Pred *&Value) {
    if (E.head() == "<=" && E.Items.size() == 3 && E.Items[1].Word == "0") {
      const Term *A = termFrom(*P.Pool, E.Items[1], Error);
      const Term *B = A ? termFrom(*P.Pool, E.Items[2], Error) : nullptr;
      return B && (Value = P.Pool->unfoldedLe(A, B));
    }
    return pred(E, Value);
  }

  bool decision(const SExpr &E) {
    Decision D;
    if (E.Items.size() < 5)
      return fail(E, "(decision ...) takes at least 4 operands");
    auto Why = parseReason(E.Items[3].Word);
    if (!Why)
      return fail(E.Items[3], "'" + E.Items[3].Word + "' is no reason");
    D.Why = *Why;
    if (!named(E.Items[1], Outcome::InPlace, "outcome", D.Result) ||
        !named(E.Items[2], Rule::ReferenceInPlace, "rule", D.By) ||
        !list(E.Items[4], "checks", 0x7fffffff, D.LaunchChecks))
      return false;
    for (size_t I = 5; I < E.Items.size(); ++I) {
      const SExpr &B = E.Items[I];
      HoistedCheck H;
      H.Version = B.head() == "version";
      if ((!H.Version && B.head() != "before") || B.Items.size() != 6)
        return fail(B, "expected (before LOOP GUARD CONDITION INDEX EXTENT) or (version ...)");
      if (I > 5 && (H.Version != D.isVersioned() || (H.Version && B.Items[1].Word != std::to_string(D.Hoisted.front().Loop))))
        return fail(B, "the checks of a versioned access are all (version ...) of one loop");
      if (!number(B.Items[1], 0, P.Loops.size(), H.Loop) || !pred(B.Items[2], H.Guard) ||
          !pred(B.Items[3], H.Condition) || !term(B.Items[4], H.Index) || !term(B.Items[5], H.Extent))
        return false;
      D.Hoisted.push_back(H);
    }
    Out.Decisions.push_back(std::move(D));
    return true;
  }
};

} // namespace

std::variant<Plan, ParseError> tilechecks::parsePlan(std::shared_ptr<const Problem> Of, std::string_view Text) {
  return PlanReader(std::move(Of), Text).run();
}
