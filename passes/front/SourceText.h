//===- front/SourceText.h - what the user wrote ---------------------------===//
#ifndef TILECHECKS_FRONT_SOURCETEXT_H
#define TILECHECKS_FRONT_SOURCETEXT_H

#include "core/Problem.h"

#include <map>

namespace tilechecks::front {

/// An access as it stands in the source. All empty if it cannot be read.
struct AccessText {
  std::string Access; ///< "x(i, j)"
  std::string Tensor; ///< "x"
  std::vector<std::string> Arguments;
};

/// Cuts accesses out of source files, which it reads once. A file that is
/// missing or does not hold what is expected gives empty texts, never an error.
class SourceText {
public:
  /// Where is the position that __builtin_COLUMN gives: the opening parenthesis
  /// of a call operator, the name of a member function.
  AccessText accessAt(const SourceLocation &Where);

private:
  const std::vector<std::string> &linesOf(const std::string &File);
  std::map<std::string, std::vector<std::string>> Files;
};

} // namespace tilechecks::front

#endif // TILECHECKS_FRONT_SOURCETEXT_H
