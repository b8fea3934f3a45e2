//===- core/Problem.h - what front/ says about one kernel -----------------===//
//
// The input of proof/ and placement/: sites, contexts with their goals, facts
// in scopes, loops. No LLVM type occurs here. `.goal` files are its text form.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_CORE_PROBLEM_H
#define TILECHECKS_CORE_PROBLEM_H

#include "core/Term.h"

#include <memory>
#include <string>

namespace tilechecks {

inline constexpr int None = -1;

struct SourceLocation {
  std::string File;
  int Line = 0, Column = 0; ///< 0: unknown
};

/// Why a value is opaque to the term language. See core/Reasons.def.
enum class Reason : uint8_t {
#define TC_REASON(Name, Text, Hint) Name,
#include "core/Reasons.def"
};
const char *name(Reason R);
const char *text(Reason R);
const char *hint(Reason R);
std::optional<Reason> parseReason(std::string_view Name);

enum class AccessForm : uint8_t { Element, Vector, Tile, Shared, Register };

/// A checked access dimension in the source.
struct Site {
  SourceLocation Where;
  std::string Tensor; ///< as the user wrote it; empty if unknown
  std::string Access; ///< e.g. "x(i, j)"
  int Axis = 0;
  AccessForm Form = AccessForm::Element;
};

/// An integer the term language cannot express further.
struct OpaqueValue {
  unsigned Width = 32;
  Reason Why = Reason::None;
  int Loop = None; ///< innermost loop that contains its definition
  std::string Text;
};

/// A header phi {Start, +, Step} read as signed at Width. Start is evaluated
/// before the loop, Step does not change in the loop; the next value is
/// swrap(Width, current + Step).
struct LoopVariable {
  int Loop = None;
  unsigned Width = 32;
  const Term *Start = nullptr;
  const Term *Step = nullptr;
};

/// A header phi that each iteration divides or multiplies by a constant, as the
/// strides of a reduction or scan. No sum describes it: its value stays opaque,
/// and this says what else is known of it. Start is evaluated before the loop.
struct GeometricVariable {
  int Opaque = None; ///< its value, signed; P.Opaques[Opaque].Loop is its loop
  const Term *Start = nullptr;
  Int Factor = 2; ///< at least 2
  /// The next value is swrap(Width, current * Factor). False: it is
  /// floor(current / Factor) where current >= 0; elsewhere nothing is said.
  bool Grows = false;
};

/// A predicate that holds in a region, entered over one branch edge.
struct Scope {
  int Parent = None;
  const Pred *Condition = nullptr; ///< True for the function itself
  int Loop = None;                 ///< innermost loop of the branch
  int Line = 0;
  /// Whenever the parent's region is entered (in one iteration of the branch's
  /// loop), the branch is reached: nothing can leave or hang before it.
  bool AlwaysReached = false;
  /// Condition is exactly the edge's condition. False: it is implied by it
  /// only (a part could not be expressed).
  bool Exact = true;
  /// Loops that must terminate for AlwaysReached to hold.
  std::vector<int> LoopsBefore;
  /// The edge that keeps loop `Loop` running (the header's continue edge).
  bool LoopContinue = false;
};

/// A way out of a loop: a branch some edges of which leave it, neither to fail
/// nor merely promised not to be taken. One that leaves several loops at once is
/// an exit of each of them.
struct LoopExit {
  /// What the loop's going on past this branch means, in values of the current
  /// iteration (of the branch's own loop): the latch of `do ... while (++j < n)`
  /// has swrap32(j + 1) < n.
  const Pred *Stay = nullptr;
  /// The loop goes on if and only if Stay. False: Stay is implied by it only.
  bool Exact = false;
  int Scope = 0;         ///< in which the branch stands
  int StayScope = None;  ///< opened by the staying edge
  /// Whenever Scope is entered in an iteration (or the iteration begins, if Scope
  /// holds the whole loop), the branch is reached: in each iteration of the inner
  /// loops around it, and so at least once.
  bool AlwaysReached = false;
  std::vector<int> LoopsBefore; ///< that must terminate for it
};

struct Loop {
  int Parent = None;
  int Line = 0;
  int PreheaderScope = 0; ///< scope of the preheader
  bool PreheaderAlwaysReached = false; ///< in that scope, as Scope::AlwaysReached
  std::vector<int> LoopsBefore; ///< that must terminate for it
  /// The header's branch decides whether the loop goes on, before anything else
  /// in the iteration has an effect or a check; the body scope is the one with
  /// LoopContinue. A loop that ends by failing alone has no such test.
  bool HeaderTestFirst = false;
  std::vector<LoopExit> Exits; ///< all other ways out, in order of the blocks
  /// Contains a call that may not return: nothing moves above it and attained
  /// ranges are unknown.
  bool MayNotReturn = false;
  /// Its header test ends it, whatever it computes; of inner loops it says nothing.
  bool Finite = false;
  /// Contains an operation that the threads of a block execute together: a
  /// barrier, a warp collective, any call or assembly marked convergent.
  bool HasBarrier = false;
  int Size = 0; ///< instructions, those of inner loops included

  /// Nothing but the header's test (and failure) ends the loop.
  bool soleHeaderExit() const { return HeaderTestFirst && Exits.empty(); }
};

/// One occurrence of a site after inlining: `0 <= Index` and, for elements,
/// `Index + Span - 1 < Extent`, for tiles `Index * Tile < Extent`.
struct Context {
  int Site = None;
  const Term *Index = nullptr;
  const Term *Extent = nullptr;
  Int Span = 1;
  Int Tile = 0; ///< 0: an element goal
  int Scope = 0;
  int Loop = None;
  bool AlwaysReached = false; ///< in Scope, as Scope::AlwaysReached
  std::vector<int> LoopsBefore; ///< that must terminate for AlwaysReached
  /// Not None: the proof may not judge this context (unknown callers,
  /// a shape that is not understood); it stays at its access.
  Reason KeepInPlace = Reason::None;
  std::string IndexText;
};

/// A no-wrap flag on an instruction that an index, an extent or a condition is
/// computed from: while the code keeps it, Exact must lie in [Low, High]
/// whenever the instruction is executed. Exact null: nothing can show it.
struct Debt {
  const Term *Exact = nullptr;
  Int Low = 0, High = 0;
  int Scope = 0;
  int Loop = None;
  SourceLocation Where;
};

struct Precondition {
  const Pred *Condition = nullptr; ///< launch-known
  std::string Why;
  SourceLocation Where;
  bool IsContract = false; ///< of a type the kernel uses, not of its author
};

enum class AtomRole : uint8_t { Scalar, Extent, Stride, Field };

struct AtomName {
  Atom A;
  std::string Name; ///< "extent(x,0)", "n"
  AtomRole Role = AtomRole::Scalar;
  int Param = None;
  int Axis = None;
};

struct Parameter {
  std::string Name, Type, Kind;  ///< Kind: scalar, pointer, tensor, struct
  int64_t OffsetBytes = 0;       ///< None: where ptxas puts it
  uint64_t SizeBytes = 0, AlignBytes = 0;
};

struct Obligation {
  std::string Kind;
  SourceLocation Where;
};

struct Attributes {
  bool DenyInKernel = false;
  bool DenyInLoop = false;
  bool UncheckedAccesses = false;
  bool SufficientLaunch = false;
};

struct Problem {
  std::string Symbol; ///< mangled
  std::string Name;   ///< demangled
  SourceLocation Where;
  Attributes Attrs;
  bool HasArithmeticFlags = false; ///< nsw/nuw and the like in its call tree
  std::unique_ptr<TermPool> Pool = std::make_unique<TermPool>();
  std::vector<Site> Sites;
  std::vector<Context> Contexts;
  std::vector<Scope> Scopes; ///< [0] is the function itself; parents first
  std::vector<Loop> Loops;   ///< parents first
  std::vector<LoopVariable> LoopVars;
  std::vector<OpaqueValue> Opaques;
  std::vector<Debt> Debts;
  std::vector<GeometricVariable> GeometricVars;
  std::vector<Precondition> Preconditions;
  std::vector<Parameter> Params;
  std::vector<AtomName> Atoms;
  std::vector<Obligation> Obligations;
  Int MaxThreadsPerBlock = 1024; ///< from launch bounds
};

/// Innermost loop in which T changes: the deepest loop of its loop variables
/// and opaque values, None if it is fixed for the thread.
int variantLoop(const Problem &P, const Term *T);
int variantLoop(const Problem &P, const Pred *Condition);
/// True if Inner is Outer or nested in it; every loop is within None.
bool isWithin(const Problem &P, int Inner, int Outer);
unsigned depth(const Problem &P, int Loop);

} // namespace tilechecks

#endif // TILECHECKS_CORE_PROBLEM_H
