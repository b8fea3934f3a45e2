#include "KernelMaker.h"

#include <algorithm>

using namespace tilechecks;

namespace oracle {

Ex make(Expression::Kind K, Ex L, Ex R) {
  Expression E;
  E.K = K;
  E.L = std::move(L);
  E.R = std::move(R);
  return std::make_shared<Expression>(std::move(E));
}
Ex number(Number V) {
  Expression E;
  E.K = Expression::Const;
  E.Value = V;
  return std::make_shared<Expression>(std::move(E));
}
Ex atom(Atom A) {
  Expression E;
  E.K = Expression::Atomic;
  E.A = A;
  return std::make_shared<Expression>(std::move(E));
}
Ex wrap(bool Signed, Number Width, Ex Inner) {
  Expression E;
  E.K = Signed ? Expression::SWrap : Expression::UWrap;
  E.Value = Width;
  E.L = std::move(Inner);
  return std::make_shared<Expression>(std::move(E));
}
Ex select(Cond If, Ex L, Ex R) {
  Expression E;
  E.K = Expression::Select;
  E.If = std::move(If);
  E.L = std::move(L);
  E.R = std::move(R);
  return std::make_shared<Expression>(std::move(E));
}
Cond compare(Condition::Kind K, Ex L, Ex R) {
  return std::make_shared<Condition>(Condition{K, std::move(L), std::move(R), nullptr, nullptr});
}
Cond join(Condition::Kind K, Cond P, Cond Q) {
  return std::make_shared<Condition>(Condition{K, nullptr, nullptr, std::move(P), std::move(Q)});
}
Cond always() { return compare(Condition::Eq, number(0), number(0)); }

Maker::Maker(uint64_t Seed) : D(Seed), Tidy(D.oneIn(2)) {
  K.P = std::make_shared<Problem>();
  K.P->Symbol = K.P->Name = "k" + std::to_string(Seed);
}

Kernel Maker::kernel() {
  hardware();
  parameters();
  Scope Whole;
  Whole.Condition = pool().boolean(true);
  Whole.AlwaysReached = true;
  K.P->Scopes.push_back(Whole);
  preconditions();
  Place Top;
  K.Body = block(Top);
  return std::move(K);
}

void Maker::hardware() {
  bool Flat = !D.oneIn(4);
  K.MaxGrid[0] = D.between(1, Flat ? 4 : 3);
  K.MaxBlock[0] = D.between(1, Flat ? 5 : 3);
  K.MaxGrid[1] = Flat ? 1 : D.between(1, 2);
  K.MaxBlock[1] = Flat ? 1 : D.between(1, 3);
  for (uint32_t Axis = 0; Axis < 3; ++Axis) {
    pool().setRange(Atom::of(AtomKind::GridDim, Axis), Range::between(1, K.MaxGrid[Axis]));
    pool().setRange(Atom::of(AtomKind::BlockDim, Axis), Range::between(1, K.MaxBlock[Axis]));
    pool().setRange(Atom::of(AtomKind::BlockIdx, Axis), Range::between(0, K.MaxGrid[Axis] - 1));
    pool().setRange(Atom::of(AtomKind::ThreadIdx, Axis), Range::between(0, K.MaxBlock[Axis] - 1));
    if (Axis < (Flat ? 1u : 2u)) {
      Indices.push_back(Atom::of(AtomKind::BlockIdx, Axis));
      Indices.push_back(Atom::of(AtomKind::ThreadIdx, Axis));
    }
  }
  Fixed.push_back(Atom::of(AtomKind::GridDim, 0));
  Fixed.push_back(Atom::of(AtomKind::BlockDim, 0));
}

void Maker::parameters() {
  for (uint32_t I = 0; I < 2; ++I) {
    auto Bits = static_cast<uint32_t>(D.between(3, 5));
    Atom A = Atom::param(I, 0, Bits);
    Fixed.push_back(A);
    Fixed.push_back(A);
    if (D.oneIn(3))
      pool().setRange(A, Range::between(1, D.between(1, 3)));
    else if (D.oneIn(4))
      pool().setRange(A, Range::between(-3, -1));
    K.P->Atoms.push_back({A, I == 0 ? "n" : "m", AtomRole::Scalar, None, None});
  }
  int Greatest = D.oneIn(4) ? 20 : 7;
  for (uint32_t I = 0; I < 2; ++I) {
    Atom A = Atom::param(2, 8 + 4 * I, 6);
    pool().setRange(A, Range::between(0, Greatest));
    Extents.push_back(A);
    Fixed.push_back(A);
    K.P->Atoms.push_back({A, "extent(x," + std::to_string(I) + ")", AtomRole::Extent, 2, static_cast<int>(I)});
  }
}

void Maker::preconditions() {
  if (!D.oneIn(3))
    return;
  auto Operand = [&] { return D.oneIn(4) ? number(D.between(0, 4)) : atom(Fixed[D.roll(static_cast<int>(Fixed.size()))]); };
  Precondition C;
  switch (D.roll(4)) {
  case 0:
    C.Condition = pool().divides(pool().constant(D.between(2, 3)), term(atom(Extents[D.roll(2)])));
    break;
  case 1:
    C.Condition = term(compare(Condition::Eq, Operand(), Operand()));
    break;
  default:
    C.Condition = term(compare(D.oneIn(2) ? Condition::Lt : Condition::Le, Operand(), Operand()));
    break;
  }
  if (!C.Condition->isTrue() && !C.Condition->isFalse())
    K.P->Preconditions.push_back(C);
}

//===--- The Problem's side ------------------------------------------------===//

const Term *Maker::term(const Ex &E) {
  switch (E->K) {
  case Expression::Const:
    return pool().constant(E->Value);
  case Expression::Atomic:
    return pool().atom(E->A);
  case Expression::SWrap:
    return pool().swrap(static_cast<unsigned>(E->Value), term(E->L));
  case Expression::UWrap:
    return pool().uwrap(static_cast<unsigned>(E->Value), term(E->L));
  case Expression::Select:
    return pool().select(term(E->If), term(E->L), term(E->R));
  default:
    break;
  }
  const Term *A = term(E->L), *B = term(E->R);
  switch (E->K) {
  case Expression::Add:
    return pool().add(A, B);
  case Expression::Sub:
    return pool().sub(A, B);
  case Expression::Mul:
    return pool().mul(A, B);
  case Expression::FloorDiv:
    return pool().floorDiv(A, B);
  case Expression::CeilDiv:
    return pool().ceilDiv(A, B);
  case Expression::TruncDiv:
    return pool().truncDiv(A, B);
  case Expression::Mod:
    return pool().mod(A, B);
  case Expression::Rem:
    return pool().rem(A, B);
  case Expression::Min:
    return pool().min(A, B);
  default:
    return pool().max(A, B);
  }
}

const Pred *Maker::term(const Cond &C) {
  switch (C->K) {
  case Condition::And:
    return pool().land(term(C->P), term(C->Q));
  case Condition::Or:
    return pool().lor(term(C->P), term(C->Q));
  case Condition::Not:
    return pool().lnot(term(C->P));
  case Condition::Lt:
    return pool().lt(term(C->L), term(C->R));
  case Condition::Le:
    return pool().le(term(C->L), term(C->R));
  case Condition::Eq:
    return pool().eq(term(C->L), term(C->R));
  case Condition::Ne:
    return pool().ne(term(C->L), term(C->R));
  }
  return nullptr;
}

//===--- Expressions --------------------------------------------------------===//

Ex Maker::maybeWrapped(Ex E) {
  if (D.oneIn(3))
    return wrap(!D.oneIn(4), D.between(4, 5), std::move(E));
  return D.oneIn(3) ? wrap(true, 8, std::move(E)) : E;
}

Ex Maker::fixed() { return atom(Fixed[D.roll(static_cast<int>(Fixed.size()))]); }

Ex Maker::bound() {
  if (!OpenVariables.empty() && D.oneIn(10))
    return moving(); // a triangular nest
  switch (D.roll(8)) {
  case 0:
    return number(D.between(-2, 6));
  case 1:
  case 2:
    return atom(Extents[D.roll(2)]);
  case 3:
    return make(Expression::Sub, atom(Extents[D.roll(2)]), number(D.between(1, 2)));
  case 4:
    return !Tidy && D.oneIn(2) ? opaque() : fixed();
  case 5:
    return make(D.oneIn(2) ? Expression::Min : Expression::CeilDiv, fixed(), number(D.between(1, 4)));
  default:
    return fixed();
  }
}

Ex Maker::opaque() {
  std::vector<int> Usable;
  auto IsOpen = [&](int L) { return L == None || std::find(OpenLoops.begin(), OpenLoops.end(), L) != OpenLoops.end(); };
  for (size_t I = 0; I < K.P->Opaques.size(); ++I)
    if (IsOpen(K.P->Opaques[I].Loop))
      Usable.push_back(static_cast<int>(I));
  if (!Usable.empty() && !D.oneIn(3))
    return atom(Atom::of(AtomKind::Opaque, static_cast<uint32_t>(Usable[D.roll(static_cast<int>(Usable.size()))])));
  K.Random = true;
  OpaqueValue O;
  O.Width = static_cast<unsigned>(D.between(3, 4));
  O.Why = Reason::IndexLoaded;
  int Where = D.roll(static_cast<int>(OpenLoops.size()) + 1);
  O.Loop = Where == 0 ? None : OpenLoops[Where - 1];
  auto Number = static_cast<uint32_t>(K.P->Opaques.size());
  O.Text = "v" + std::to_string(Number);
  K.P->Opaques.push_back(O);
  Atom A = Atom::of(AtomKind::Opaque, Number);
  pool().setRange(A, Range::ofSigned(O.Width));
  return atom(A);
}

Ex Maker::global(uint32_t Axis) {
  return make(Expression::Add,
              make(Expression::Mul, atom(Atom::of(AtomKind::BlockIdx, Axis)), atom(Atom::of(AtomKind::BlockDim, Axis))),
              atom(Atom::of(AtomKind::ThreadIdx, Axis)));
}

/// A value that differs between threads or iterations.
Ex Maker::moving() {
  if (!OpenVariables.empty() && !D.oneIn(3)) {
    Ex J = atom(Atom::of(AtomKind::LoopVar,
                         static_cast<uint32_t>(OpenVariables[D.roll(static_cast<int>(OpenVariables.size()))])));
    return D.oneIn(8) ? wrap(false, 4, J) : J;
  }
  switch (D.roll(10)) {
  case 8:
    return digits();
  case 9:
    return wrap(true, 4, dense());
  case 0:
  case 1:
  case 2:
    return D.oneIn(2) ? global() : wrap(!D.oneIn(3), 4, D.oneIn(3) ? make(Expression::Add, global(), number(D.between(-2, 3))) : global());
  case 3:
    return !Tidy && D.oneIn(2) ? opaque() : fixed();
  default:
    return atom(Indices[D.roll(static_cast<int>(Indices.size()))]);
  }
}

Ex Maker::index() {
  if (Tidy && !OpenVariables.empty() && D.oneIn(2)) {
    Ex J = loopVariableAtom(OpenVariables.back());
    Ex E = D.oneIn(3) ? make(Expression::Add, J, moving()) : D.oneIn(3) ? make(Expression::Mul, J, number(D.between(-1, 3))) : J;
    return D.oneIn(2) ? maybeWrapped(make(Expression::Add, E, number(D.between(-1, 2)))) : E;
  }
  if (!Seen.empty() && D.oneIn(2)) {
    Ex E = Seen[D.roll(static_cast<int>(Seen.size()))];
    return D.oneIn(3) ? maybeWrapped(make(Expression::Add, E, number(D.between(-1, 2)))) : E;
  }
  switch (D.roll(14)) {
  case 0:
  case 1:
  case 2:
    return moving();
  case 3:
    return maybeWrapped(make(Expression::Add, make(Expression::Mul, moving(), number(D.between(-2, 4))), number(D.between(-1, 6))));
  case 4:
    return maybeWrapped(make(Expression::Add, moving(), moving()));
  case 5:
    return maybeWrapped(make(Expression::Sub, fixed(), moving()));
  case 6:
    return maybeWrapped(make(Expression::Add, make(Expression::Mul, moving(), fixed()), moving()));
  case 7: {
    static constexpr Expression::Kind Kinds[] = {Expression::FloorDiv, Expression::TruncDiv, Expression::CeilDiv,
                                                 Expression::Mod, Expression::Rem};
    return make(Kinds[D.roll(5)], maybeWrapped(make(Expression::Add, moving(), D.oneIn(2) ? number(D.between(-2, 4)) : moving())),
                number(D.between(2, 4)));
  }
  case 8:
    return make(D.oneIn(2) ? Expression::Min : Expression::Max, moving(), bound());
  case 9:
    return select(test(), moving(), D.oneIn(2) ? fixed() : number(0));
  case 10:
    return maybeWrapped(make(Expression::Mul, moving(), make(Expression::Mul, moving(), fixed())));
  case 11: {
    Ex Inner = wrap(!D.oneIn(5), D.between(3, 5), D.oneIn(2) ? global() : make(Expression::Add, moving(), moving()));
    Ex Scaled = make(Expression::Mul, D.oneIn(3) ? fixed() : number(D.between(2, 3)), Inner);
    return wrap(!D.oneIn(5), D.between(4, 5), D.oneIn(2) ? Scaled : make(Expression::Add, Scaled, moving()));
  }
  case 12:
    return dense();
  default:
    return !Tidy && D.oneIn(2) ? opaque() : fixed();
  }
}

/// Tiles and what is in them: t + k, t*c + k.
Ex Maker::dense() {
  Ex Minor = moving(), Major = moving();
  return make(Expression::Add, D.oneIn(2) ? Major : make(Expression::Mul, Major, number(D.between(2, 3))), Minor);
}

/// Quotients and remainders of one index by constants, and sums of them.
Ex Maker::digits() {
  Ex T = D.oneIn(3) ? global() : atom(Indices[D.roll(static_cast<int>(Indices.size()))]);
  if (D.oneIn(4))
    T = wrap(false, 4, T);
  Ex Quotient = make(Expression::FloorDiv, T, number(2));
  switch (D.roll(5)) {
  case 0:
    return Quotient;
  case 1:
    return make(Expression::Mod, T, number(2));
  case 2:
    return make(Expression::Add, make(Expression::Mul, Quotient, number(D.between(1, 4))), make(Expression::Mod, T, number(2)));
  case 3:
    return make(Expression::Add, make(Expression::Mul, make(Expression::Mod, Quotient, number(D.between(2, 3))), number(D.between(1, 3))),
                make(Expression::FloorDiv, T, number(4)));
  default:
    return make(Expression::Add, Quotient, T);
  }
}

Cond Maker::unsignedTest() {
  Number Width = D.between(4, 5);
  Ex L = wrap(false, Width, index()), R = wrap(false, Width, bound());
  Seen.push_back(L->L);
  return compare(D.oneIn(3) ? Condition::Le : Condition::Lt, L, R);
}

Cond Maker::test() {
  if (D.oneIn(8))
    return join(D.oneIn(2) ? Condition::And : Condition::Or, test(), test());
  if (!Tidy && D.oneIn(10))
    return compare(Condition::Eq, opaque(), number(0));
  if (D.oneIn(6))
    return compare(D.oneIn(2) ? Condition::Lt : Condition::Le, fixed(), bound());
  if (D.oneIn(12))
    return unsignedTest();
  Ex Left = !Seen.empty() && D.oneIn(2) ? Seen[D.roll(static_cast<int>(Seen.size()))]
            : D.oneIn(3)                ? index()
                                        : moving();
  Seen.push_back(Left);
  Ex Right = D.oneIn(8) ? moving() : bound();
  switch (D.roll(9)) {
  case 0:
    return compare(Condition::Eq, Left, Right);
  case 1:
    return compare(Condition::Ne, Left, Right);
  case 2:
  case 3:
    return compare(D.oneIn(2) ? Condition::Lt : Condition::Le, Right, Left);
  default:
    return compare(D.oneIn(3) ? Condition::Le : Condition::Lt, Left, Right);
  }
}

//===--- Statements ----------------------------------------------------------===//

void Maker::Place::leaves() {
  FromScope.leaves();
  for (auto &[Loop, R] : FromHeader)
    R.leaves();
}

void Maker::Place::passesLoopsFrom(size_t First, size_t End) {
  for (size_t L = First; L < End; ++L) {
    FromScope.passes(static_cast<int>(L));
    for (auto &[Loop, R] : FromHeader)
      R.passes(static_cast<int>(L));
  }
}

const Maker::Reach &Maker::Place::reachIn(int Loop) const {
  for (const auto &[Header, R] : FromHeader)
    if (Header == Loop)
      return R;
  return FromScope;
}

Maker::Place Maker::Place::inside(int NewScope) const {
  Place In;
  In.Scope = NewScope;
  In.Loop = Loop;
  In.Depth = Depth + 1;
  return In;
}

std::vector<Node> Maker::block(Place &At) {
  std::vector<Node> Body;
  int Items = (D.oneIn(3) ? 2 : 1) + (At.Loop != None && D.oneIn(4) ? 1 : 0);
  for (int I = 0; I < Items; ++I) {
    if (D.oneIn(At.Loop != None ? 8 : 20))
      Body.push_back(exit(At, Body));
    int What = D.roll(10);
    if (At.Depth >= 4 || What < 2 || K.P->Contexts.size() >= 4)
      Body.push_back(access(At));
    else if (What < 6 || OpenLoops.size() >= 2)
      Body.push_back(conditional(At));
    else
      Body.push_back(loop(At));
  }
  if (At.Loop != None && D.oneIn(10))
    Body.push_back(exit(At, Body));
  return Body;
}

int Maker::newScope(const Place &At, const Cond &Test, bool Exact) {
  Scope S;
  S.Parent = At.Scope;
  S.Condition = term(Test);
  S.Exact = Exact;
  S.Loop = At.Loop;
  S.AlwaysReached = At.FromScope.Always;
  S.LoopsBefore = At.FromScope.LoopsBefore;
  K.P->Scopes.push_back(S);
  return static_cast<int>(K.P->Scopes.size()) - 1;
}

Node Maker::access(const Place &At) {
  Node N;
  N.Index = index();
  N.Extent = D.oneIn(6)   ? number(D.between(1, 7))
             : D.oneIn(8) ? make(Expression::Min, fixed(), atom(Extents[0]))
             : D.oneIn(8) ? wrap(true, 4, make(Expression::Add, atom(Extents[0]), fixed()))
                          : atom(Extents[D.roll(2)]);
  Seen.push_back(N.Index);
  tilechecks::Context C;
  C.Site = static_cast<int>(K.P->Sites.size());
  C.Index = term(N.Index);
  C.Extent = term(N.Extent);
  if (D.oneIn(6))
    C.Tile = D.between(2, 3);
  else if (D.oneIn(8))
    C.Span = 2;
  C.Scope = At.Scope;
  C.Loop = At.Loop;
  C.AlwaysReached = At.FromScope.Always;
  C.LoopsBefore = At.FromScope.LoopsBefore;
  N.Context = static_cast<int>(K.P->Contexts.size());
  Site S;
  S.Where = {"k.cu", N.Context + 1, 1};
  S.Tensor = "x";
  S.Access = "x(" + std::to_string(N.Context) + ")";
  K.P->Sites.push_back(S);
  K.P->Contexts.push_back(C);
  return N;
}

bool Maker::leaves(const Node &N) {
  return N.K == Node::LeaveUnless || N.K == Node::ReturnUnless || std::any_of(N.Body.begin(), N.Body.end(), leaves);
}

bool Maker::returns(const Node &N) {
  return N.K == Node::ReturnUnless || std::any_of(N.Body.begin(), N.Body.end(), returns);
}

Node Maker::conditional(Place &At) {
  Node N;
  N.K = Node::If;
  N.Test = test();
  N.Partial = !Tidy && D.oneIn(12);
  K.Random |= N.Partial;
  size_t LoopsSoFar = K.P->Loops.size();
  Place Inside = At.inside(newScope(At, N.Test, !N.Partial));
  N.Body = block(Inside);
  At.passesLoopsFrom(LoopsSoFar, K.P->Loops.size());
  if (leaves(N))
    At.leaves();
  return N;
}

/// Expressions over what is defined in a loop may not be used behind it.
void Maker::forgetClosed() {
  std::erase_if(Seen, [&](const Ex &E) { return !usable(E); });
}
bool Maker::usable(const Ex &E) const {
  if (!E)
    return true;
  if (E->K == Expression::Atomic) {
    int L = E->A.Kind == AtomKind::LoopVar  ? K.P->LoopVars[E->A.A].Loop
            : E->A.Kind == AtomKind::Opaque ? K.P->Opaques[E->A.A].Loop
                                            : None;
    return L == None || std::find(OpenLoops.begin(), OpenLoops.end(), L) != OpenLoops.end();
  }
  return usable(E->L) && usable(E->R) && usable(E->If);
}
bool Maker::usable(const Cond &C) const {
  return !C || (usable(C->L) && usable(C->R) && usable(C->P) && usable(C->Q));
}

Kernel makeKernel(uint64_t Seed) { return Maker(Seed).kernel(); }

} // namespace oracle
