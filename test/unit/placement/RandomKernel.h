// A small random kernel twice: as the Problem that front/ would hand over, and as a program that can be run directly,
// thread by thread. The two are made from one syntax tree whose evaluator shares no code with core/, so that a wrong
// fold, proof or placement shows as a difference.
#ifndef TILECHECKS_TEST_RANDOMKERNEL_H
#define TILECHECKS_TEST_RANDOMKERNEL_H

#include "core/Problem.h"

#include <random>

namespace oracle {

using tilechecks::Atom;
using tilechecks::AtomKind;
using Number = long long;

class Dice {
public:
  explicit Dice(uint64_t Seed) : Engine(Seed) {}
  /// 0 .. Sides - 1. Not a standard distribution: those differ between libraries.
  int roll(int Sides) { return static_cast<int>(Engine() % static_cast<uint64_t>(Sides)); }
  int between(int Low, int High) { return Low + roll(High - Low + 1); }
  bool oneIn(int Sides) { return roll(Sides) == 0; }

private:
  std::mt19937_64 Engine;
};

/// Values of all atoms at one moment of one thread.
struct State {
  Number Params[3][32] = {}; ///< by index and byte offset
  Number Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1}, Thread[3] = {}, BlockIndex[3] = {};
  std::vector<Number> Loop, Opaque;
};

struct Condition;
struct Expression {
  enum Kind { Const, Atomic, Add, Sub, Mul, FloorDiv, CeilDiv, TruncDiv, Mod, Rem, Min, Max, Select, SWrap, UWrap } K;
  Number Value = 0; ///< of a constant; width of a wrap
  Atom A;
  std::shared_ptr<const Expression> L, R;
  std::shared_ptr<const Condition> If;
};
using Ex = std::shared_ptr<const Expression>;

struct Condition {
  enum Kind { Lt, Le, Eq, Ne, And, Or, Not } K;
  Ex L, R;
  std::shared_ptr<const Condition> P, Q;
};
using Cond = std::shared_ptr<const Condition>;

Number run(const Ex &E, const State &S);
bool run(const Cond &C, const State &S);

struct Node {
  /// LeaveUnless is a break, ReturnUnless leaves the thread.
  enum Kind { Access, If, Loop, LeaveUnless, ReturnUnless } K = Access;
  int Context = -1;
  Ex Index, Extent;
  Cond Test;            ///< of a loop before each iteration; null: none
  bool Partial = false; ///< and something that the Problem does not know
  Cond TestBehind;      ///< of do ... while
  std::vector<Node> Body;
  int LoopId = -1;
  std::vector<int> Variables;
};

struct Launch {
  State Fixed; ///< parameters and dimensions
};

struct Kernel {
  std::shared_ptr<tilechecks::Problem> P;
  std::vector<Node> Body;
  std::vector<std::pair<Ex, Ex>> StartAndStep; ///< of each loop variable
  bool Random = false; ///< its run depends on more than the launch

  Launch launch(Dice &D) const;

  int MaxGrid[3] = {1, 1, 1}, MaxBlock[3] = {1, 1, 1};
};

Kernel makeKernel(uint64_t Seed);

/// What a run reports.
struct Observer {
  virtual ~Observer() = default;
  virtual void access(int Context, bool Violation) = 0;
  virtual void enterLoop(int Loop, const State &S) = 0;
  virtual void leaveLoop(int Loop) = 0;
};

/// All threads of the launch, one after the other. Violations are reported and run past. A loop that does not end
/// hangs its thread after it has shown every value.
void run(const Kernel &K, const Launch &L, Dice &Data, Observer &O);

} // namespace oracle

#endif // TILECHECKS_TEST_RANDOMKERNEL_H
