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
    case Node::ReturnUnless:
      return passes(N) ? Next : LeaveThread;
    case Node::LeaveUnless:
      return passes(N) ? Next : LeaveLoop;
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
      if (N.Test && !passes(N)) {
        W = Next;
        break;
      }
      Way Inner = block(N.Body);
      if (Inner == LeaveLoop || (Inner == Next && N.TestBehind && !run(N.TestBehind, S))) {
        W = Next;
        break;
      }
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

} // namespace oracle
