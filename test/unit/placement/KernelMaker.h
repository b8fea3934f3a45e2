// The dice that make a random kernel: expressions and statements in RandomKernel.cpp, loops and the ways out of them in
// RandomLoops.cpp.
#ifndef TILECHECKS_TEST_KERNELMAKER_H
#define TILECHECKS_TEST_KERNELMAKER_H

#include "RandomKernel.h"

namespace oracle {

using tilechecks::None;
using tilechecks::Pred;
using tilechecks::Term;
using tilechecks::TermPool;

Ex make(Expression::Kind K, Ex L, Ex R);
Ex number(Number V);
Ex atom(Atom A);
Ex wrap(bool Signed, Number Width, Ex Inner);
Ex select(Cond If, Ex L, Ex R);
Cond compare(Condition::Kind K, Ex L, Ex R);
Cond join(Condition::Kind K, Cond P, Cond Q);
Cond always();

class Maker {
public:
  explicit Maker(uint64_t Seed);
  Kernel kernel();

private:
  Dice D;
  Kernel K;
  /// Nothing depends on data, loops walk the way they are tested and the accesses use their variables: most of these
  /// can be placed, few of the others.
  bool Tidy;
  std::vector<Atom> Fixed; ///< launch-known operands
  std::vector<Atom> Indices;
  std::vector<Atom> Extents;
  std::vector<Ex> Seen; ///< expressions worth testing and using again
  std::vector<int> OpenLoops, OpenVariables;
  std::vector<bool> Upward; ///< by loop variable: the direction it was made for

  /// Whether a statement is executed whenever its scope is entered.
  struct Reach {
    bool Always = true;
    std::vector<int> LoopsBefore;

    void leaves() { Always = false; }
    void passes(int Loop) { LoopsBefore.push_back(Loop); }
  };
  /// Where the next statement stands.
  struct Place {
    int Scope = 0, Loop = None, Depth = 0;
    Reach FromScope;
    /// Of the loops whose bodies open no scope of their own, innermost last: whether it is executed in each iteration.
    std::vector<std::pair<int, Reach>> FromHeader;

    void leaves();
    void passesLoopsFrom(size_t First, size_t End);
    /// What an exit of Loop says of its own reach.
    const Reach &reachIn(int Loop) const;
    Place inside(int Scope) const;
  };

  TermPool &pool() { return *K.P->Pool; }
  void hardware();
  void parameters();
  void preconditions();

  const Term *term(const Ex &E);
  const Pred *term(const Cond &C);

  Ex maybeWrapped(Ex E);
  Ex fixed();
  Ex bound();
  Ex opaque();
  Ex global(uint32_t Axis = 0);
  Ex moving();
  Ex dense();
  Ex digits();
  Ex index();
  Cond test();
  Cond unsignedTest();

  /// At: where it begins; afterwards, where it ends.
  std::vector<Node> block(Place &At);
  Node access(const Place &At);
  Node conditional(Place &At);
  static bool leaves(const Node &N);  ///< its loop, perhaps
  static bool returns(const Node &N); ///< from the kernel, perhaps
  int newScope(const Place &At, const Cond &Test, bool Exact);

  Node loop(Place &At);
  int loopVariable(int Loop);
  Ex loopVariableAtom(int Variable) const { return atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(Variable))); }
  /// `J < bound` for a variable that moves up, J its value or its next one.
  Cond testOn(int Variable, Ex J);
  Ex strideAround(int Loop);
  bool endsByItself(const Node &N) const;
  /// do { ... } while (Test), or while (true) { ... }.
  Node doWhile(Node N, Place &At);
  /// if (!Stay) break;   or return: what follows stands in a scope of its own.
  Node exit(Place &At, const std::vector<Node> &Before);
  void addExit(int Loop, const Pred *Stay, bool Exact, int StayScope, const Place &At);

  void forgetClosed();
  bool usable(const Ex &E) const;
  bool usable(const Cond &C) const;
};

} // namespace oracle

#endif // TILECHECKS_TEST_KERNELMAKER_H
