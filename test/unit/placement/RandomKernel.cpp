#include "RandomKernel.h"

#include <algorithm>

using namespace tilechecks;

namespace oracle {

//===--- Direct evaluation --------------------------------------------------===//

static Number floorOf(Number A, Number B) {
  Number Q = A / B;
  return A % B != 0 && (A < 0) != (B < 0) ? Q - 1 : Q;
}

static Number wrapped(Number V, Number Width, bool Signed) {
  Number Size = Number(1) << Width;
  Number R = V % Size;
  if (R < 0)
    R += Size;
  return Signed && R >= Size / 2 ? R - Size : R;
}

static Number valueOf(Atom A, const State &S) {
  switch (A.Kind) {
  case AtomKind::Param:
    return S.Params[A.A][A.B];
  case AtomKind::GridDim:
    return S.Grid[A.A];
  case AtomKind::BlockDim:
    return S.Block[A.A];
  case AtomKind::ThreadIdx:
    return S.Thread[A.A];
  case AtomKind::BlockIdx:
    return S.BlockIndex[A.A];
  case AtomKind::LoopVar:
    return S.Loop[A.A];
  case AtomKind::Opaque:
    return S.Opaque[A.A];
  default:
    return 0;
  }
}

Number run(const Ex &E, const State &S) {
  switch (E->K) {
  case Expression::Const:
    return E->Value;
  case Expression::Atomic:
    return valueOf(E->A, S);
  case Expression::SWrap:
    return wrapped(run(E->L, S), E->Value, true);
  case Expression::UWrap:
    return wrapped(run(E->L, S), E->Value, false);
  case Expression::Select:
    return run(E->If, S) ? run(E->L, S) : run(E->R, S);
  default:
    break;
  }
  Number A = run(E->L, S), B = run(E->R, S);
  switch (E->K) {
  case Expression::Add:
    return A + B;
  case Expression::Sub:
    return A - B;
  case Expression::Mul:
    return A * B;
  case Expression::FloorDiv:
    return floorOf(A, B);
  case Expression::CeilDiv:
    return -floorOf(-A, B);
  case Expression::TruncDiv:
    return A / B;
  case Expression::Mod:
    return A - B * floorOf(A, B);
  case Expression::Rem:
    return A % B;
  case Expression::Min:
    return std::min(A, B);
  default:
    return std::max(A, B);
  }
}

bool run(const Cond &C, const State &S) {
  switch (C->K) {
  case Condition::And:
    return run(C->P, S) && run(C->Q, S);
  case Condition::Or:
    return run(C->P, S) || run(C->Q, S);
  case Condition::Not:
    return !run(C->P, S);
  case Condition::Lt:
    return run(C->L, S) < run(C->R, S);
  case Condition::Le:
    return run(C->L, S) <= run(C->R, S);
  case Condition::Eq:
    return run(C->L, S) == run(C->R, S);
  case Condition::Ne:
    return run(C->L, S) != run(C->R, S);
  }
  return false;
}

//===--- Running a kernel ---------------------------------------------------===//

namespace {

class Thread {
public:
  Thread(const Kernel &K, State S, Dice &Data, Observer &O) : K(K), S(std::move(S)), Data(Data), O(O) {
    this->S.Loop.assign(K.P->LoopVars.size(), 0);
    this->S.Opaque.assign(K.P->Opaques.size(), 0);
    draw(None);
  }

  enum Way { Next, LeaveLoop, LeaveThread };

  Way block(const std::vector<Node> &Body) {
    for (const Node &N : Body)
      if (Way W = one(N); W != Next)
        return W;
    return Next;
  }

private:
  const Kernel &K;
  State S;
  Dice &Data;
  Observer &O;

  /// New values for what is defined in an iteration of Loop.
  void draw(int Loop) {
    for (size_t I = 0; I < K.P->Opaques.size(); ++I)
      if (K.P->Opaques[I].Loop == Loop) {
        int Half = 1 << (K.P->Opaques[I].Width - 1);
        S.Opaque[I] = Data.between(-Half, Half - 1);
      }
  }

  bool passes(const Node &N) { return run(N.Test, S) && (!N.Partial || !Data.oneIn(3)); }

  Way one(const Node &N) {
    switch (N.K) {
    case Node::Access: {
      const Context &C = K.P->Contexts[N.Context];
      Number I = run(N.Index, S), E = run(N.Extent, S);
      bool Inside = I >= 0 && (C.Tile != 0 ? I * static_cast<Number>(C.Tile) < E : I + static_cast<Number>(C.Span) - 1 < E);
      O.access(N.Context, !Inside);
      return Next;
    }
    case Node::If:
      return passes(N) ? block(N.Body) : Next;
    case Node::MaybeLeaveThread:
      return Data.oneIn(3) ? LeaveThread : Next;
    case Node::MaybeLeaveLoop:
      return Data.oneIn(3) ? LeaveLoop : Next;
    case Node::Loop:
      break;
    }
    O.enterLoop(N.LoopId, S);
    std::vector<Number> Steps;
    for (int V : N.Variables)
      Steps.push_back(run(K.StartAndStep[V].second, S));
    std::vector<Number> Starts;
    for (int V : N.Variables)
      Starts.push_back(run(K.StartAndStep[V].first, S));
    for (size_t I = 0; I < N.Variables.size(); ++I)
      S.Loop[N.Variables[I]] = Starts[I];
    Way W = LeaveThread; // unless it ends
    for (int Turn = 0; Turn < 72; ++Turn) {
      draw(N.LoopId);
      if (!passes(N)) {
        W = Next;
        break;
      }
      Way Inner = block(N.Body);
      if (Inner == LeaveLoop)
        W = Next;
      if (Inner != Next)
        break;
      for (size_t I = 0; I < N.Variables.size(); ++I) {
        int V = N.Variables[I];
        S.Loop[V] = wrapped(S.Loop[V] + Steps[I], K.P->LoopVars[V].Width, true);
      }
    }
    O.leaveLoop(N.LoopId);
    return W;
  }
};

} // namespace

void run(const Kernel &K, const Launch &L, Dice &Data, Observer &O) {
  State S = L.Fixed;
  for (S.BlockIndex[1] = 0; S.BlockIndex[1] < S.Grid[1]; ++S.BlockIndex[1])
    for (S.BlockIndex[0] = 0; S.BlockIndex[0] < S.Grid[0]; ++S.BlockIndex[0])
      for (S.Thread[1] = 0; S.Thread[1] < S.Block[1]; ++S.Thread[1])
        for (S.Thread[0] = 0; S.Thread[0] < S.Block[0]; ++S.Thread[0]) {
          Thread T(K, S, Data, O);
          T.block(K.Body);
        }
}

Launch Kernel::launch(Dice &D) const {
  Launch L;
  for (int Axis = 0; Axis < 3; ++Axis) {
    L.Fixed.Grid[Axis] = D.between(1, MaxGrid[Axis]);
    L.Fixed.Block[Axis] = D.between(1, MaxBlock[Axis]);
  }
  for (const AtomName &N : P->Atoms) {
    Range R = P->Pool->range(N.A);
    auto Low = static_cast<int>(*R.Lo), High = static_cast<int>(*R.Hi);
    // The ends are where wrap-around lives.
    int Value = D.oneIn(8) ? Low : D.oneIn(7) ? High : D.between(Low, High);
    L.Fixed.Params[N.A.A][N.A.B] = Value;
  }
  return L;
}

//===--- Making one -----------------------------------------------------------===//

namespace {

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

class Maker {
public:
  explicit Maker(uint64_t Seed) : D(Seed) {
    K.P = std::make_shared<Problem>();
    K.P->Symbol = K.P->Name = "k" + std::to_string(Seed);
  }

  Kernel kernel() {
    hardware();
    parameters();
    Scope Whole;
    Whole.Condition = pool().boolean(true);
    Whole.AlwaysReached = true;
    K.P->Scopes.push_back(Whole);
    preconditions();
    Reach R;
    K.Body = block(0, None, 0, R);
    return std::move(K);
  }

private:
  Dice D;
  Kernel K;
  std::vector<Atom> Fixed;  ///< launch-known operands
  std::vector<Atom> Indices;
  std::vector<Atom> Extents;
  std::vector<Ex> Seen; ///< expressions worth testing and using again
  std::vector<int> OpenLoops, OpenVariables;

  struct Reach {
    bool Always = true;
    std::vector<int> LoopsBefore;
  };

  TermPool &pool() { return *K.P->Pool; }

  void hardware() {
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

  void parameters() {
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

  void preconditions() {
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

  //===--- The Problem's side ----------------------------------------------===//

  const Term *term(const Ex &E) {
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

  const Pred *term(const Cond &C) {
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

  Ex maybeWrapped(Ex E) {
    if (D.oneIn(3))
      return wrap(!D.oneIn(4), D.between(4, 5), std::move(E));
    return D.oneIn(3) ? wrap(true, 8, std::move(E)) : E;
  }

  Ex fixed() { return atom(Fixed[D.roll(static_cast<int>(Fixed.size()))]); }

  Ex bound() {
    switch (D.roll(8)) {
    case 0:
      return number(D.between(-2, 6));
    case 1:
    case 2:
      return atom(Extents[D.roll(2)]);
    case 3:
      return make(Expression::Sub, atom(Extents[D.roll(2)]), number(D.between(1, 2)));
    case 4:
      return D.oneIn(2) ? opaque() : fixed();
    case 5:
      return make(D.oneIn(2) ? Expression::Min : Expression::CeilDiv, fixed(), number(D.between(1, 4)));
    default:
      return fixed();
    }
  }

  Ex opaque() {
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

  Ex global(uint32_t Axis = 0) {
    return make(Expression::Add,
                make(Expression::Mul, atom(Atom::of(AtomKind::BlockIdx, Axis)), atom(Atom::of(AtomKind::BlockDim, Axis))),
                atom(Atom::of(AtomKind::ThreadIdx, Axis)));
  }

  /// A value that differs between threads or iterations.
  Ex moving() {
    if (!OpenVariables.empty() && !D.oneIn(3)) {
      Ex J = atom(Atom::of(AtomKind::LoopVar,
                           static_cast<uint32_t>(OpenVariables[D.roll(static_cast<int>(OpenVariables.size()))])));
      return D.oneIn(8) ? wrap(false, 4, J) : J;
    }
    switch (D.roll(8)) {
    case 0:
    case 1:
    case 2:
      return D.oneIn(2) ? global() : wrap(!D.oneIn(3), 4, D.oneIn(3) ? make(Expression::Add, global(), number(D.between(-2, 3))) : global());
    case 3:
      return D.oneIn(2) ? opaque() : fixed();
    default:
      return atom(Indices[D.roll(static_cast<int>(Indices.size()))]);
    }
  }

  Ex index() {
    if (!Seen.empty() && D.oneIn(2)) {
      Ex E = Seen[D.roll(static_cast<int>(Seen.size()))];
      return D.oneIn(3) ? maybeWrapped(make(Expression::Add, E, number(D.between(-1, 2)))) : E;
    }
    switch (D.roll(12)) {
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
    default:
      return D.oneIn(2) ? opaque() : fixed();
    }
  }

  Cond test() {
    if (D.oneIn(8))
      return join(D.oneIn(2) ? Condition::And : Condition::Or, test(), test());
    if (D.oneIn(10))
      return compare(Condition::Eq, opaque(), number(0));
    if (D.oneIn(6))
      return compare(D.oneIn(2) ? Condition::Lt : Condition::Le, fixed(), bound());
    Ex Left = !Seen.empty() && D.oneIn(2) ? Seen[D.roll(static_cast<int>(Seen.size()))]
              : D.oneIn(3)                ? index()
                                          : moving();
    Seen.push_back(Left);
    Ex Right = bound();
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

  //===--- Statements -----------------------------------------------------------===//

  std::vector<Node> block(int Scope, int Loop, int Depth, Reach R) {
    std::vector<Node> Body;
    int Items = D.oneIn(3) ? 2 : 1;
    for (int I = 0; I < Items; ++I) {
      if (D.oneIn(14)) {
        Node N;
        N.K = Loop != None && D.oneIn(2) ? Node::MaybeLeaveLoop : Node::MaybeLeaveThread;
        K.Random = true;
        for (size_t Open = 0; Open < OpenLoops.size(); ++Open)
          if (N.K == Node::MaybeLeaveThread || OpenLoops[Open] == Loop)
            K.P->Loops[OpenLoops[Open]].Exits.push_back(maybeExit(Scope, R));
        R.Always = false;
        Body.push_back(N);
      }
      int What = D.roll(10);
      if (Depth >= 4 || What < 2 || K.P->Contexts.size() >= 4)
        Body.push_back(access(Scope, Loop, R));
      else if (What < 6)
        Body.push_back(conditional(Scope, Loop, Depth, R));
      else if (OpenLoops.size() < 2)
        Body.push_back(loop(Scope, Loop, Depth, R));
      else
        Body.push_back(conditional(Scope, Loop, Depth, R));
    }
    return Body;
  }

  /// What front/ says of a way out whose condition it cannot express.
  LoopExit maybeExit(int Scope, const Reach &R) {
    LoopExit E;
    E.Stay = pool().boolean(true);
    E.Scope = Scope;
    E.AlwaysReached = R.Always;
    E.LoopsBefore = R.LoopsBefore;
    return E;
  }

  Node access(int Scope, int Loop, const Reach &R) {
    Node N;
    N.Index = index();
    N.Extent = D.oneIn(6)   ? number(D.between(1, 7))
               : D.oneIn(8) ? make(Expression::Min, fixed(), atom(Extents[0]))
               : D.oneIn(8) ? wrap(true, 4, make(Expression::Add, atom(Extents[0]), fixed()))
                            : atom(Extents[D.roll(2)]);
    Seen.push_back(N.Index);
    Context C;
    C.Site = static_cast<int>(K.P->Sites.size());
    C.Index = term(N.Index);
    C.Extent = term(N.Extent);
    if (D.oneIn(6))
      C.Tile = D.between(2, 3);
    else if (D.oneIn(8))
      C.Span = 2;
    C.Scope = Scope;
    C.Loop = Loop;
    C.AlwaysReached = R.Always;
    C.LoopsBefore = R.LoopsBefore;
    N.Context = static_cast<int>(K.P->Contexts.size());
    Site S;
    S.Where = {"k.cu", N.Context + 1, 1};
    S.Tensor = "x";
    S.Access = "x(" + std::to_string(N.Context) + ")";
    K.P->Sites.push_back(S);
    K.P->Contexts.push_back(C);
    return N;
  }

  Node conditional(int Scope, int Loop, int Depth, Reach &R) {
    Node N;
    N.K = Node::If;
    N.Test = test();
    N.Partial = D.oneIn(12);
    K.Random |= N.Partial;
    tilechecks::Scope S;
    S.Parent = Scope;
    S.Condition = term(N.Test);
    S.Exact = !N.Partial;
    S.Loop = Loop;
    S.AlwaysReached = R.Always;
    S.LoopsBefore = R.LoopsBefore;
    auto Number = static_cast<int>(K.P->Scopes.size());
    K.P->Scopes.push_back(S);
    size_t LoopsSoFar = K.P->Loops.size();
    bool Leaves = false;
    N.Body = block(Number, Loop, Depth + 1, Reach{});
    for (size_t L = LoopsSoFar; L < K.P->Loops.size(); ++L)
      R.LoopsBefore.push_back(static_cast<int>(L));
    for (const Node &Inner : N.Body)
      Leaves |= leaves(Inner);
    R.Always &= !Leaves;
    return N;
  }

  static bool leaves(const Node &N) {
    if (N.K == Node::MaybeLeaveThread || N.K == Node::MaybeLeaveLoop)
      return true;
    return std::any_of(N.Body.begin(), N.Body.end(), leaves);
  }

  /// Start, step and header test; what they use is defined outside.
  Node loop(int Scope, int Loop, int Depth, Reach &R) {
    Node N;
    N.K = Node::Loop;
    N.LoopId = static_cast<int>(K.P->Loops.size());
    tilechecks::Loop L;
    L.Parent = Loop;
    L.Line = 100 + N.LoopId;
    L.PreheaderScope = Scope;
    L.PreheaderAlwaysReached = R.Always;
    L.LoopsBefore = R.LoopsBefore;
    L.HeaderTestFirst = true;
    K.P->Loops.push_back(L);
    int Count = D.oneIn(8) ? 2 : 1;
    std::vector<bool> Upward;
    for (int I = 0; I < Count; ++I) {
      LoopVariable V;
      V.Loop = N.LoopId;
      V.Width = D.oneIn(4) ? 5 : 4;
      bool Up = D.roll(4) != 0;
      Ex Start, Step;
      switch (D.roll(8)) {
      case 0:
      case 1:
      case 2:
        Start = number(Up ? D.between(-2, 2) : D.between(2, 7));
        break;
      case 3:
        Start = wrap(true, V.Width, D.oneIn(2) ? global() : atom(Indices[D.roll(static_cast<int>(Indices.size()))]));
        break;
      case 4:
        Start = wrap(true, V.Width, bound());
        break;
      case 5:
        Start = wrap(true, V.Width, moving());
        break;
      default:
        Start = wrap(true, V.Width, make(Expression::Sub, fixed(), number(D.between(0, 2))));
        break;
      }
      if (D.oneIn(5)) {
        Step = D.oneIn(2) ? make(Expression::Mul, atom(Atom::of(AtomKind::GridDim, 0)), atom(Atom::of(AtomKind::BlockDim, 0)))
                          : fixed();
        if (!Up && D.oneIn(2))
          Step = make(Expression::Sub, number(0), Step);
      } else {
        int Size = D.oneIn(2) ? 1 : D.between(1, 3);
        Step = number(Up ? Size : -Size);
      }
      V.Start = term(Start);
      V.Step = term(Step);
      auto Number = static_cast<int>(K.P->LoopVars.size());
      pool().setRange(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(Number)), Range::ofSigned(V.Width));
      K.P->LoopVars.push_back(V);
      K.StartAndStep.emplace_back(Start, Step);
      N.Variables.push_back(Number);
      Upward.push_back(Up);
    }
    OpenLoops.push_back(N.LoopId);
    OpenVariables.insert(OpenVariables.end(), N.Variables.begin(), N.Variables.end());
    auto On = [&](size_t I) {
      Ex J = atom(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(N.Variables[I])));
      if (D.oneIn(8))
        J = wrap(false, K.P->LoopVars[N.Variables[I]].Width, J);
      Ex B = bound();
      bool Up = D.oneIn(12) ? !Upward[I] : Upward[I];
      if (D.oneIn(12))
        return compare(Condition::Ne, J, B);
      auto Kind = D.oneIn(3) ? Condition::Le : Condition::Lt;
      return Up ? compare(Kind, J, B) : compare(Kind, B, J);
    };
    N.Test = On(0);
    if (Count == 2 && D.oneIn(2))
      N.Test = join(Condition::And, N.Test, On(1));
    if (D.oneIn(8))
      N.Test = join(D.oneIn(6) ? Condition::Or : Condition::And, N.Test, test());
    N.Partial = D.oneIn(16);
    K.Random |= N.Partial;
    tilechecks::Scope S;
    S.Parent = Scope;
    S.Condition = term(N.Test);
    S.Exact = !N.Partial;
    S.Loop = N.LoopId;
    // In one iteration the header's branch is always reached; whether the loop is entered at all, the loop says too.
    S.AlwaysReached = R.Always || D.oneIn(2);
    S.LoopsBefore = R.LoopsBefore;
    S.LoopContinue = true;
    auto Number = static_cast<int>(K.P->Scopes.size());
    K.P->Scopes.push_back(S);
    N.Body = block(Number, N.LoopId, Depth + 1, Reach{});
    OpenLoops.pop_back();
    OpenVariables.resize(OpenVariables.size() - N.Variables.size());
    for (size_t I = static_cast<size_t>(N.LoopId); I < K.P->Loops.size(); ++I)
      R.LoopsBefore.push_back(static_cast<int>(I));
    std::function<bool(const Node &)> LeavesThread = [&](const Node &Inner) {
      return Inner.K == Node::MaybeLeaveThread || std::any_of(Inner.Body.begin(), Inner.Body.end(), LeavesThread);
    };
    if (LeavesThread(N))
      R.Always = false;
    forgetClosed();
    return N;
  }

  /// Expressions over what is defined in a loop may not be used behind it.
  void forgetClosed() {
    std::erase_if(Seen, [&](const Ex &E) { return !usable(E); });
  }
  bool usable(const Ex &E) const {
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
  bool usable(const Cond &C) const {
    return !C || (usable(C->L) && usable(C->R) && usable(C->P) && usable(C->Q));
  }
};

} // namespace

Kernel makeKernel(uint64_t Seed) { return Maker(Seed).kernel(); }

} // namespace oracle
