// Loops of a random kernel and the ways out of them, told as front/ tells them.
#include "KernelMaker.h"

using namespace tilechecks;

namespace oracle {

int Maker::loopVariable(int Loop) {
  LoopVariable V;
  V.Loop = Loop;
  V.Width = D.oneIn(4) ? 5 : D.oneIn(6) ? 3 : 4;
  bool Up = D.roll(4) != 0;
  Ex Start, Step;
  switch (D.roll(8)) {
  case 0:
  case 1:
  case 2:
    Start = number(Up ? D.between(-2, 2) : D.between(2, 3 + 4 * (V.Width > 3)));
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
  if (D.oneIn(Tidy ? 10 : 5)) {
    Step = D.oneIn(2) ? make(Expression::Mul, atom(Atom::of(AtomKind::GridDim, 0)), atom(Atom::of(AtomKind::BlockDim, 0)))
                      : fixed();
    if (!Up && D.oneIn(2))
      Step = make(Expression::Sub, number(0), Step);
  } else {
    int Size = D.oneIn(2) ? 1 : D.between(1, Tidy ? 2 : 3);
    Step = number(Up ? Size : -Size);
  }
  if (Up && D.oneIn(6)) {
    // All threads together in steps of a constant.
    Number C = D.between(1, 3);
    bool Grid = D.oneIn(2);
    Ex Count = Grid ? make(Expression::Mul, atom(Atom::of(AtomKind::GridDim, 0)), atom(Atom::of(AtomKind::BlockDim, 0)))
                    : atom(Atom::of(AtomKind::BlockDim, 0));
    Start = make(Expression::Add, make(Expression::Mul, number(C), Grid ? global() : atom(Atom::of(AtomKind::ThreadIdx, 0))),
                 D.oneIn(3) ? number(D.between(0, 3)) : number(0));
    Start = wrap(true, V.Width, Start);
    Step = wrap(true, V.Width, make(Expression::Mul, number(C), Count));
  }
  V.Start = term(Start);
  V.Step = term(Step);
  auto Variable = static_cast<int>(K.P->LoopVars.size());
  pool().setRange(Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(Variable)), Range::ofSigned(V.Width));
  K.P->LoopVars.push_back(V);
  K.StartAndStep.emplace_back(Start, Step);
  Upward.push_back(Up);
  return Variable;
}

/// Of a variable around it that walks in strides, k < stride covers what is skipped.
Ex Maker::strideAround(int Loop) {
  for (int V : OpenVariables)
    if (K.P->LoopVars[V].Loop != Loop && K.StartAndStep[V].second->K == Expression::Const && K.StartAndStep[V].second->Value > 1)
      return K.StartAndStep[V].second;
  return nullptr;
}

Cond Maker::testOn(int Variable, Ex J) {
  if (D.oneIn(8))
    J = wrap(false, K.P->LoopVars[Variable].Width, J);
  if (Tidy && D.oneIn(3))
    return compare(D.oneIn(5) ? Condition::Ne : Condition::Lt, Upward[Variable] ? J : fixed(), Upward[Variable] ? fixed() : J);
  Ex B = D.oneIn(4) ? strideAround(K.P->LoopVars[Variable].Loop) : nullptr;
  if (!B)
    B = bound();
  bool Up = !Tidy && D.oneIn(12) ? !Upward[Variable] : Upward[Variable];
  if (D.oneIn(10))
    return compare(Condition::Ne, J, B);
  auto Kind = D.oneIn(3) ? Condition::Le : Condition::Lt;
  return Up ? compare(Kind, J, B) : compare(Kind, B, J);
}

/// As front/ finds by structure: one comparison with a constant step that cannot pass the end of the type.
bool Maker::endsByItself(const Node &N) const {
  const Ex &J = Upward[N.Variables[0]] ? N.Test->L : N.Test->R, &B = Upward[N.Variables[0]] ? N.Test->R : N.Test->L;
  const LoopVariable &V = K.P->LoopVars[N.Variables[0]];
  if ((N.Test->K != Condition::Lt && N.Test->K != Condition::Le) || !J || J->K != Expression::Atomic ||
      J->A != Atom::of(AtomKind::LoopVar, static_cast<uint32_t>(N.Variables[0])) || B->K != Expression::Atomic ||
      (B->A.Kind != AtomKind::Param && B->A.Kind != AtomKind::GridDim && B->A.Kind != AtomKind::BlockDim) || !V.Step->isConst())
    return false;
  Range R = K.P->Pool->range(B->A), Type = Range::ofSigned(V.Width);
  return Upward[N.Variables[0]] ? V.Step->Value > 0 && *R.Hi + V.Step->Value <= *Type.Hi
                                : V.Step->Value < 0 && *R.Lo + V.Step->Value >= *Type.Lo;
}

/// Start, step and header test; starts and steps use what is defined outside.
Node Maker::loop(Place &At) {
  Node N;
  N.K = Node::Loop;
  N.LoopId = static_cast<int>(K.P->Loops.size());
  tilechecks::Loop L;
  L.Parent = At.Loop;
  L.Line = 100 + N.LoopId;
  L.PreheaderScope = At.Scope;
  L.PreheaderAlwaysReached = At.FromScope.Always;
  L.LoopsBefore = At.FromScope.LoopsBefore;
  K.P->Loops.push_back(L);
  int Count = D.oneIn(6) ? 2 : 1;
  for (int I = 0; I < Count; ++I)
    N.Variables.push_back(loopVariable(N.LoopId));
  OpenLoops.push_back(N.LoopId);
  OpenVariables.insert(OpenVariables.end(), N.Variables.begin(), N.Variables.end());
  if (D.oneIn(4)) {
    N = doWhile(std::move(N), At);
  } else {
    K.P->Loops[N.LoopId].HeaderTestFirst = true;
    auto On = [&](size_t I) { return testOn(N.Variables[I], loopVariableAtom(N.Variables[I])); };
    N.Test = On(0);
    if (Count == 2 && D.oneIn(2))
      N.Test = join(Condition::And, N.Test, On(1));
    if (D.oneIn(8))
      N.Test = join(D.oneIn(6) ? Condition::Or : Condition::And, N.Test, test());
    N.Partial = !Tidy && D.oneIn(16);
    K.Random |= N.Partial;
    K.P->Loops[N.LoopId].Finite = endsByItself(N) && D.oneIn(2);
    Place Inside = At;
    Inside.Loop = N.LoopId;
    int Number = newScope(Inside, N.Test, !N.Partial);
    Scope &S = K.P->Scopes[Number];
    // In one iteration the header's branch is always reached; whether the loop is entered at all, the loop says too.
    S.AlwaysReached |= D.oneIn(2);
    S.LoopContinue = true;
    Place Body = Inside.inside(Number);
    N.Body = block(Body);
  }
  OpenLoops.pop_back();
  OpenVariables.resize(OpenVariables.size() - N.Variables.size());
  At.passesLoopsFrom(static_cast<size_t>(N.LoopId), K.P->Loops.size());
  if (returns(N))
    At.leaves();
  forgetClosed();
  return N;
}

/// Its body stands in the scope before the loop. The test sees the values of the iteration that ends.
Node Maker::doWhile(Node N, Place &At) {
  Place Inside = At;
  Inside.Loop = N.LoopId;
  ++Inside.Depth;
  Inside.FromHeader.emplace_back(N.LoopId, Reach{});
  N.Body = block(Inside);
  if (D.oneIn(5))
    return N; // while (true)
  int V = N.Variables[D.roll(static_cast<int>(N.Variables.size()))];
  Ex J = loopVariableAtom(V);
  if (!D.oneIn(4))
    J = wrap(true, K.P->LoopVars[V].Width, make(Expression::Add, J, K.StartAndStep[V].second));
  N.TestBehind = testOn(V, J);
  addExit(N.LoopId, term(N.TestBehind), true, None, Inside);
  return N;
}

Node Maker::exit(Place &At, const std::vector<Node> &Before) {
  Node N;
  N.K = At.Loop == None || D.oneIn(4) ? Node::ReturnUnless : Node::LeaveUnless;
  N.Partial = !Tidy && D.oneIn(10);
  std::vector<int> Own;
  for (size_t V = 0; V < K.P->LoopVars.size(); ++V)
    if (K.P->LoopVars[V].Loop == At.Loop && At.Loop != None)
      Own.push_back(static_cast<int>(V));
  if (!Tidy && D.oneIn(4)) {
    N.Test = always();
    N.Partial = true;
  } else if (!Own.empty() && !D.oneIn(Tidy ? 6 : 3)) {
    int V = Own[D.roll(static_cast<int>(Own.size()))];
    N.Test = testOn(V, loopVariableAtom(V));
  } else {
    N.Test = test();
  }
  K.Random |= N.Partial;
  int Stay = newScope(At, N.Test, !N.Partial);
  // The header's branch, behind accesses.
  bool OnlyAccesses = std::all_of(Before.begin(), Before.end(), [](const Node &B) { return B.K == Node::Access; });
  K.P->Scopes[Stay].LoopContinue = !At.FromHeader.empty() && At.FromHeader.back().first == At.Loop && !Before.empty() && OnlyAccesses;
  for (int L : OpenLoops)
    if (N.K == Node::ReturnUnless || L == At.Loop)
      addExit(L, term(N.Test), !N.Partial, Stay, At);
  int Depth = At.Depth;
  At = At.inside(Stay);
  At.Depth = Depth;
  return N;
}

void Maker::addExit(int Loop, const Pred *Stay, bool Exact, int StayScope, const Place &At) {
  LoopExit E;
  E.Stay = Stay;
  E.Exact = Exact;
  E.Scope = At.Scope;
  E.StayScope = StayScope;
  E.AlwaysReached = At.reachIn(Loop).Always;
  E.LoopsBefore = At.reachIn(Loop).LoopsBefore;
  K.P->Loops[Loop].Exits.push_back(E);
}

} // namespace oracle
