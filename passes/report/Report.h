//===- report/Report.h - renderings of a plan -----------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything a person or a program is told about a kernel, from its Plan alone:
// the sidecar, the timing line, the log, the compile errors. No LLVM.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_REPORT_REPORT_H
#define TILECHECKS_REPORT_REPORT_H

#include "core/Plan.h"
#include "sidecar/Sidecar.h"

#include <string>
#include <vector>

namespace tilechecks::report {

/// Bodies, digest and resources are left for later.
sidecar::Kernel toSidecar(const Plan &ThePlan, const std::string &Target,
                          bool FlagsKept);

/// `TILECHECKS_TIMING module=... function=... ... ms=1.234`
std::string timingLine(const Plan &ThePlan, const std::string &Module,
                       double Milliseconds);

/// A decision of a site for people. Contexts of one site that say the same are
/// said once.
struct Message {
  enum class Kind { Passed, Missed, Analysis } What = Kind::Analysis;
  int Context = None;
  bool IsResidual = false;
  std::string Remark; ///< CamelCase, for -fsave-optimization-record
  std::string Text;   ///< without location
};
std::vector<Message> messages(const Plan &ThePlan);
/// The one of a context.
Message messageOf(const Plan &ThePlan, int Context);

/// The two directions of a context's goal, `0 <= i` and `i < extent(x,0)`, the
/// index as the user wrote it.
std::vector<std::string> goalsOf(const Plan &ThePlan, int Context);
/// What the proof of a discharged context may rest on (what is declared, the
/// conditions on the path that speak of its values, its loop variables), what a
/// hoisted check compares; else nothing.
std::vector<std::string> premisesOf(const Plan &ThePlan, int Context);

/// What would move a residual check out of the kernel, or spare it; empty if
/// its reason has none.
std::string hintOf(const Decision &D);

/// `file:line:column: `, as much of it as is known.
std::string prefix(const SourceLocation &Where);

/// `[tilechecks] file:line:col: ...`, one a residual check.
std::vector<std::string> logLines(const Plan &ThePlan);

/// Residual checks that the kernel's contract (or DenyAll) forbids, and sure
/// violations: each the text of a compile error.
std::vector<std::string> errors(const Plan &ThePlan,
                                const std::vector<SureViolation> &Sure,
                                bool DenyAll);

} // namespace tilechecks::report

#endif // TILECHECKS_REPORT_REPORT_H
