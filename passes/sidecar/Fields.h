//===- Fields.h - the keys of the sidecar, once -----------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fields(Visitor, Struct) names each key of a struct in the order of the
// schema. Reader and writer both go through it, so that neither can know a key
// that the other does not.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_SIDECAR_FIELDS_H
#define TILECHECKS_SIDECAR_FIELDS_H

#include "Sidecar.h"

namespace tilechecks::sidecar {

template <class V, class B> void fields(V &Visit, B &X, const Body *) {
  Visit("kind", X.Kind);
  Visit("symbol", X.Symbol);
  Visit("checks", X.Checks);
}

template <class V, class C> void fields(V &Visit, C &X, const Counts *) {
  Visit("discharged", X.Discharged);
  Visit("launch", X.Launch);
  Visit("hoisted", X.Hoisted);
  Visit("in_place", X.InPlace);
}

template <class V, class C> void fields(V &Visit, C &X, const Context *) {
  Visit("outcome", X.Result);
  Visit("rule", X.Rule);
  Visit("reason", X.Reason);
  Visit("loop_line", X.LoopLine);
  Visit.optional("goals", X.Goals);
  Visit.optional("premises", X.Premises);
}

template <class V, class C> void fields(V &Visit, C &X, const Check *) {
  Visit("id", X.Id);
  Visit("file", X.File);
  Visit("line", X.Line);
  Visit("column", X.Column);
  Visit("tensor", X.Tensor);
  Visit("axis", X.Axis);
  Visit("access", X.Access);
  Visit("outcome", X.Result);
  Visit("rule", X.Rule);
  Visit("reason", X.Reason);
  Visit("hint", X.Hint);
  Visit.optional("message", X.Message);
  Visit.optional("goals", X.Goals);
  Visit.optional("premises", X.Premises);
  Visit.optional("contexts", X.Contexts);
}

template <class V, class L> void fields(V &Visit, L &X, const LaunchCheck *) {
  Visit("id", X.Id);
  Visit("origin", X.From);
  Visit("predicate", X.Predicate);
  Visit("text", X.Text);
  Visit("exact", X.Exact);
  Visit("file", X.File);
  Visit("line", X.Line);
  Visit("access", X.Access);
  Visit("goals", X.Goals);
}

template <class V, class P> void fields(V &Visit, P &X, const Precondition *) {
  Visit("predicate", X.Predicate);
  Visit("text", X.Text);
  Visit("why", X.Why);
  Visit("file", X.File);
  Visit("line", X.Line);
}

template <class V, class P> void fields(V &Visit, P &X, const Param *) {
  Visit("index", X.Index);
  Visit("name", X.Name);
  Visit("type", X.Type);
  Visit("kind", X.Kind);
  Visit.optional("offset", X.Offset);
  Visit("size", X.Size);
  Visit("align", X.Align);
}

template <class V, class A> void fields(V &Visit, A &X, const Atom *) {
  Visit("key", X.Key);
  Visit("name", X.Name);
  Visit("role", X.Role);
  Visit("param", X.Param);
  Visit("axis", X.Axis);
}

template <class V, class R> void fields(V &Visit, R &X, const Resources *) {
  Visit("registers", X.Registers);
  Visit("spills", X.Spills);
  Visit("shared", X.Shared);
}

template <class V, class O> void fields(V &Visit, O &X, const Obligation *) {
  Visit("kind", X.Kind);
  Visit("file", X.File);
  Visit("line", X.Line);
}

template <class V, class O> void fields(V &Visit, O &X, const OnViolation *) {
  Visit("end", X.End);
  Visit("why", X.Why);
}

template <class V, class K> void fields(V &Visit, K &X, const Kernel *) {
  Visit("name", X.Name);
  Visit("symbol", X.Symbol);
  Visit("bodies", X.Bodies);
  Visit("profile", X.Profile);
  Visit("digest", X.Digest);
  Visit("flags_kept", X.FlagsKept);
  Visit.optional("on_violation", X.Reports);
  Visit("attributes", X.Attributes);
  Visit("counts", X.Count);
  Visit("checks", X.Checks);
  Visit("launch_checks", X.LaunchChecks);
  Visit("preconditions", X.Preconditions);
  Visit("params", X.Params);
  Visit("atoms", X.Atoms);
  Visit.optional("resources", X.Resource);
  Visit("obligations", X.Obligations);
}

template <class V, class D> void fields(V &Visit, D &X, const Document *) {
  Visit("schema_version", X.SchemaVersion);
  Visit("producer", X.Producer);
  Visit("target", X.Target);
  Visit("module", X.Module);
  Visit("kernels", X.Kernels);
}

} // namespace tilechecks::sidecar

#endif // TILECHECKS_SIDECAR_FIELDS_H
