//===- core/Question.h - what the assumed body would like to know ----------===//
//
// The questions: front/ asks, for one instruction of an analysis clone; placement/ answers with
// what the launcher verifies; emission/ changes the instruction. Nobody else
// looks at them: the other bodies do not depend on the answers.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_CORE_QUESTION_H
#define TILECHECKS_CORE_QUESTION_H

#include "core/Problem.h"

namespace tilechecks {

struct Question {
  enum Kind : uint8_t {
    Condition,      ///< is Holds always true, or always false?
    NoSignedWrap,   ///< does Holds, that the exact result fits, always hold?
    NoUnsignedWrap, ///< likewise
  };
  Kind What = Condition;
  const Pred *Holds = nullptr; ///< in values of the instruction's place
  /// Not empty: the exact result is ((D0*S1 + D1)*S2 + D2)..., as an offset is
  /// made of indices and extents; one size less than digits.
  std::vector<const Term *> Digits, Sizes;
  Int Greatest = 0; ///< of the instruction's type, read as signed
  int Scope = 0;    ///< of the instruction
  /// Contexts whose markers have been passed, in the same iteration of all
  /// loops around them, whenever the instruction is executed: their goals hold.
  std::vector<int> Passed;
};

enum class Answer : uint8_t { Unknown, True, False };

/// A field of a parameter, and what the launcher has found it to be a multiple
/// of: an address in bytes, an extent in elements.
struct Multiple {
  Atom Field;
  Int Divisor = 1; ///< a power of two
};

} // namespace tilechecks

#endif // TILECHECKS_CORE_QUESTION_H
