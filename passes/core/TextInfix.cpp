//===- core/TextInfix.cpp - the predicate language of requires_ ------------===//
//
//   pred  := or [ "implies" pred ]
//   or    := and { ("||" | "or") and }      and := not { ("&&" | "and") not }
//   not   := "!" not | "(" pred ")" | sum cmp sum
//   sum   := product { ("+" | "-") product }
//   product := unary { ("*" | "/" | "%") unary }     / and % as in C
//   unary := "-" unary | primary
//   primary := INTEGER | 2^INTEGER | INT_MIN | NAME
//            | gridDim.x | blockDim.x | clusterDim.x
//            | extent(NAME, AXIS) | stride(NAME, AXIS)
//            | ceil(unary / unary) | floor(...) | trunc(...) | min(...) | max(...)
//            | mod(sum, sum) | rem(sum, sum) | int32(sum) | uint32(sum)
//            | "(" sum ")"
//
// All that render() writes of launch-known values but conditional terms and
// bitwise operations: what a message says can be declared.
//
//===----------------------------------------------------------------------===//
#include "core/Text.h"

#include <cctype>

using namespace tilechecks;

namespace {

class Infix {
public:
  Infix(Problem &P, std::string_view Text) : P(P), Pool(*P.Pool), Text(Text) { next(); }

  std::variant<const Pred *, ParseError> run() {
    const Pred *R = pred();
    if (R && !Word.empty())
      R = fail<Pred>("expected the end, found '" + Word + "'");
    if (R)
      return R;
    return Error;
  }

private:
  Problem &P;
  TermPool &Pool;
  std::string_view Text;
  size_t At = 0, Start = 0;
  std::string Word; ///< "" at the end
  ParseError Error;
  unsigned Depth = 0;

  template <class Node> const Node *fail(std::string Message) {
    if (Error.Message.empty())
      Error = {Start, "column " + std::to_string(Start + 1) + ": " + Message};
    return nullptr;
  }

  void next() {
    while (At < Text.size() && std::isspace(static_cast<unsigned char>(Text[At])))
      ++At;
    Start = At;
    Word.clear();
    if (At == Text.size())
      return;
    auto IsName = [](char C) { return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '.'; };
    if (IsName(Text[At])) {
      while (At < Text.size() && IsName(Text[At]))
        Word += Text[At++];
      return;
    }
    Word = Text[At++];
    static constexpr std::string_view Double[] = {"<=", ">=", "==", "!=", "&&", "||"};
    if (At < Text.size())
      for (std::string_view D : Double)
        if (Word[0] == D[0] && Text[At] == D[1]) {
          Word = D;
          ++At;
          return;
        }
  }

  bool take(std::string_view W) {
    if (Word != W)
      return false;
    next();
    return true;
  }

  bool expect(std::string_view W) {
    if (take(W))
      return true;
    fail<Pred>("expected '" + std::string(W) + "', found '" + Word + "'");
    return false;
  }

  const Pred *pred() {
    if (++Depth > 200)
      return fail<Pred>("nested too deeply");
    const Pred *A = disjunction();
    if (A && take("implies")) {
      const Pred *B = pred();
      A = B ? Pool.implies(A, B) : nullptr;
    }
    --Depth;
    return A;
  }

  const Pred *disjunction() {
    const Pred *A = conjunction();
    while (A && (take("||") || take("or"))) {
      const Pred *B = conjunction();
      A = B ? Pool.lor(A, B) : nullptr;
    }
    return A;
  }

  const Pred *conjunction() {
    const Pred *A = negation();
    while (A && (take("&&") || take("and"))) {
      const Pred *B = negation();
      A = B ? Pool.land(A, B) : nullptr;
    }
    return A;
  }

  const Pred *negation() {
    if (Word == "!" || Word == "not") {
      if (++Depth > 200)
        return fail<Pred>("nested too deeply");
      next();
      const Pred *A = negation();
      --Depth;
      return A ? Pool.lnot(A) : nullptr;
    }
    if (Word == "(") {
      // A parenthesised predicate or the start of a sum: try the predicate.
      size_t SavedAt = At, SavedStart = Start;
      std::string SavedWord = Word;
      ParseError SavedError = Error;
      unsigned SavedDepth = Depth;
      next();
      const Pred *A = pred();
      if (A && take(")") && !isOperator())
        return A;
      At = SavedAt;
      Start = SavedStart;
      Word = SavedWord;
      Error = SavedError;
      Depth = SavedDepth;
    }
    return comparison();
  }

  bool isOperator() const {
    static constexpr std::string_view Ops[] = {"+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!="};
    for (std::string_view Op : Ops)
      if (Word == Op)
        return true;
    return false;
  }

  const Pred *comparison() {
    const Term *A = sum();
    if (!A)
      return nullptr;
    // The right side forgets what the left one was.
    const Term *Modulus = LastModulus && A == LastRemainder ? LastModulus : nullptr, *Dividend = LastDividend;
    std::string Op = Word;
    using Build = const Pred *(TermPool::*)(const Term *, const Term *);
    static constexpr std::pair<std::string_view, Build> Table[] = {
        {"<=", &TermPool::le}, {"<", &TermPool::lt},  {">=", &TermPool::ge},
        {">", &TermPool::gt},  {"==", &TermPool::eq}, {"!=", &TermPool::ne}};
    for (auto [Name, Make] : Table)
      if (Op == Name) {
        next();
        const Term *B = sum();
        if (!B)
          return nullptr;
        // `a % k == 0` is divisibility.
        if (Op == "==" && B->isConst(0) && Modulus)
          return Pool.divides(Modulus, Dividend);
        return (Pool.*Make)(A, B);
      }
    return fail<Pred>("expected a comparison, found '" + Word + "'");
  }

  const Term *sum() {
    const Term *A = product();
    while (A && (Word == "+" || Word == "-")) {
      bool Plus = Word == "+";
      next();
      const Term *B = product();
      A = !B ? nullptr : Plus ? Pool.add(A, B) : Pool.sub(A, B);
    }
    return A;
  }

  const Term *product() {
    LastModulus = nullptr;
    const Term *A = unary();
    while (A && (Word == "*" || Word == "/" || Word == "%")) {
      std::string Op = Word;
      next();
      const Term *B = unary();
      if (!B)
        return nullptr;
      if (Op == "*") {
        A = Pool.mul(A, B);
      } else if (Op == "/") {
        A = Pool.truncDiv(A, B);
      } else {
        LastDividend = A;
        LastModulus = B;
        A = LastRemainder = Pool.rem(A, B);
      }
    }
    return A;
  }

  const Term *unary() {
    if (++Depth > 200)
      return fail<Term>("nested too deeply");
    const Term *A;
    if (take("-")) {
      A = unary();
      A = A ? Pool.neg(A) : nullptr;
    } else {
      A = primary();
    }
    --Depth;
    return A;
  }

  const Term *primary() {
    if (take("(")) {
      const Term *A = sum();
      return A && expect(")") ? A : nullptr;
    }
    if (Word.empty())
      return fail<Term>("expected a term, found the end");
    if (std::isdigit(static_cast<unsigned char>(Word[0]))) {
      OptInt V = parseInt(Word);
      if (!V || *V > MaxMagnitude)
        return fail<Term>("'" + Word + "' is no decimal integer that fits");
      next();
      if (*V == 2 && Word == "^") {
        next();
        OptInt Power = parseInt(Word);
        if (!Power || *Power < 0 || *Power > 64)
          return fail<Term>("expected a power of two up to 2^64, found '" + Word + "'");
        next();
        return Pool.constant(Int(1) << static_cast<unsigned>(*Power));
      }
      return Pool.constant(*V);
    }
    std::string Name = Word;
    next();
    if (Name == "INT_MIN")
      return Pool.constant(minSigned(32));
    static constexpr std::pair<std::string_view, AtomKind> Dims[] = {
        {"gridDim", AtomKind::GridDim}, {"blockDim", AtomKind::BlockDim}, {"clusterDim", AtomKind::ClusterDim}};
    for (auto [Dim, Kind] : Dims)
      for (uint32_t Axis = 0; Axis < 3; ++Axis)
        if (Name == std::string(Dim) + "." + "xyz"[Axis])
          return Pool.atom(Atom::of(Kind, Axis));
    if (Name == "min" || Name == "max")
      return extremum(Name == "min");
    if (Name == "ceil" || Name == "floor" || (Name == "trunc" && Word == "("))
      return rounded(Name);
    if (Name == "extent" || (Name == "stride" && Word == "("))
      return ofTensor(Name);
    if ((Name == "mod" || Name == "rem") && Word == "(")
      return remainder(Name == "mod");
    for (unsigned Width : {8u, 16u, 32u, 64u})
      for (bool Signed : {true, false})
        if (Word == "(" && Name == (Signed ? "int" : "uint") + std::to_string(Width))
          return wrapped(Signed, Width);
    for (const AtomName &N : P.Atoms)
      if (N.Name == Name && N.Role == AtomRole::Scalar)
        return Pool.atom(N.A);
    return fail<Term>("'" + Name + "' is no scalar parameter of this kernel");
  }

  const Term *extremum(bool Minimum) {
    if (!expect("("))
      return nullptr;
    const Term *A = sum();
    while (A && take(",")) {
      const Term *B = sum();
      A = !B ? nullptr : Minimum ? Pool.min(A, B) : Pool.max(A, B);
    }
    return A && expect(")") ? A : nullptr;
  }

  const Term *remainder(bool Floor) {
    if (!expect("("))
      return nullptr;
    const Term *A = sum();
    if (!A || !expect(","))
      return nullptr;
    const Term *B = sum();
    if (!B || !expect(")"))
      return nullptr;
    return Floor ? Pool.mod(A, B) : Pool.rem(A, B);
  }

  const Term *wrapped(bool Signed, unsigned Width) {
    if (!expect("("))
      return nullptr;
    const Term *A = sum();
    if (!A || !expect(")"))
      return nullptr;
    return Signed ? Pool.swrap(Width, A) : Pool.uwrap(Width, A);
  }

  const Term *rounded(const std::string &How) {
    if (!expect("("))
      return nullptr;
    const Term *A = unary();
    if (!A)
      return nullptr;
    if (!expect("/"))
      return nullptr;
    const Term *B = unary();
    if (!B || !expect(")"))
      return nullptr;
    return How == "ceil" ? Pool.ceilDiv(A, B) : How == "floor" ? Pool.floorDiv(A, B) : Pool.truncDiv(A, B);
  }

  const Term *ofTensor(const std::string &What) {
    if (!expect("("))
      return nullptr;
    std::string Tensor = Word;
    next();
    if (!expect(","))
      return nullptr;
    std::string Axis = Word;
    next();
    if (!expect(")"))
      return nullptr;
    std::string Wanted = What + "(" + Tensor + "," + Axis + ")";
    for (const AtomName &N : P.Atoms)
      if (N.Name == Wanted)
        return Pool.atom(N.A);
    return fail<Term>("'" + Wanted + "' names no dynamic " + What + " of this kernel's tensors (names need -g or "
                           "-fno-discard-value-names)");
  }

  const Term *LastModulus = nullptr, *LastDividend = nullptr, *LastRemainder = nullptr;
};

} // namespace

std::variant<const Pred *, ParseError> tilechecks::parseInfix(Problem &P, std::string_view Text) {
  return Infix(P, Text).run();
}
