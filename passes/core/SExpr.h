//===- core/SExpr.h - lists of words, the carrier of all our text forms ---===//
#ifndef TILECHECKS_CORE_SEXPR_H
#define TILECHECKS_CORE_SEXPR_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilechecks {

/// A word, a quoted string or a list. Offset is where it starts in the text.
struct SExpr {
  bool IsList = false, IsString = false;
  std::string Word;
  std::vector<SExpr> Items;
  size_t Offset = 0;

  /// The first word of a list, "" if there is none.
  std::string_view head() const;
};

struct SExprError {
  size_t Offset;
  std::string Message;
};

/// All expressions of Text. Comments run from ';' to the end of the line.
/// Nesting deeper than 256 is refused.
std::optional<SExprError> parseSExprs(std::string_view Text, std::vector<SExpr> &Out);

std::string quote(std::string_view Text);
/// "line 3" for an offset.
std::string lineOf(std::string_view Text, size_t Offset);

} // namespace tilechecks

#endif // TILECHECKS_CORE_SEXPR_H
