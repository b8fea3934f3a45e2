#include "core/SExpr.h"

#include <algorithm>

using namespace tilechecks;

std::string_view SExpr::head() const {
  if (!IsList || Items.empty() || Items[0].IsList)
    return {};
  return Items[0].Word;
}

namespace {
constexpr unsigned MaxDepth = 256;

class Reader {
public:
  explicit Reader(std::string_view Text) : Text(Text) {}

  std::optional<SExprError> all(std::vector<SExpr> &Out) {
    while (skipBlank()) {
      SExpr E;
      if (auto Error = one(E, 0))
        return Error;
      Out.push_back(std::move(E));
    }
    return std::nullopt;
  }

private:
  std::string_view Text;
  size_t At = 0;

  bool skipBlank() {
    while (At < Text.size()) {
      char C = Text[At];
      if (C == ';')
        while (At < Text.size() && Text[At] != '\n')
          ++At;
      else if (C == ' ' || C == '\t' || C == '\n' || C == '\r')
        ++At;
      else
        return true;
    }
    return false;
  }

  std::optional<SExprError> one(SExpr &E, unsigned Depth) {
    E.Offset = At;
    if (Depth > MaxDepth)
      return SExprError{At, "nested deeper than 256"};
    char C = Text[At];
    if (C == ')')
      return SExprError{At, "unexpected ')'"};
    if (C == '"')
      return string(E);
    if (C != '(') {
      while (At < Text.size() && std::string_view(" \t\r\n();\"").find(Text[At]) == std::string_view::npos)
        E.Word += Text[At++];
      return std::nullopt;
    }
    E.IsList = true;
    ++At;
    while (true) {
      if (!skipBlank())
        return SExprError{E.Offset, "'(' is never closed"};
      if (Text[At] == ')') {
        ++At;
        return std::nullopt;
      }
      E.Items.emplace_back();
      if (auto Error = one(E.Items.back(), Depth + 1))
        return Error;
    }
  }

  std::optional<SExprError> string(SExpr &E) {
    E.IsString = true;
    for (++At; At < Text.size(); ++At) {
      if (Text[At] == '"') {
        ++At;
        return std::nullopt;
      }
      if (Text[At] == '\\' && At + 1 < Text.size()) {
        ++At;
        E.Word += Text[At] == 'n' ? '\n' : Text[At];
        continue;
      }
      E.Word += Text[At];
    }
    return SExprError{E.Offset, "string is never closed"};
  }
};
} // namespace

std::optional<SExprError> tilechecks::parseSExprs(std::string_view Text, std::vector<SExpr> &Out) {
  return Reader(Text).all(Out);
}

std::string tilechecks::quote(std::string_view Text) {
  std::string R = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      R += '\\';
    if (C == '\n')
      R += "\\n";
    else
      R += C;
  }
  return R + '"';
}

std::string tilechecks::lineOf(std::string_view Text, size_t Offset) {
  auto End = Text.begin() + static_cast<ptrdiff_t>(std::min(Offset, Text.size()));
  return "line " + std::to_string(1 + std::count(Text.begin(), End, '\n'));
}
