//===- Sidecar.h - the sidecar as plain structs -----------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sidecar of docs/interfaces.md section 5, schema 1.2: plain values, a
// writer that gives the same bytes for the same value, and a reader that fails
// closed.
//
// The plugin writes these files and launcher-gen turns them into code that
// decides whether a kernel may run. A file that was read wrongly therefore
// means a launch that nobody checked, so the reader refuses everything it does
// not fully understand: wrong types, missing keys, counts that contradict the
// checks, a `launch` check that no launch check covers, a precondition that is
// not among the launch checks. It ignores unknown keys only in a file of a
// newer minor version, whose writer may know keys that this reader need not.
//
// The library needs no LLVM. It is compiled with exceptions, because the JSON
// library reports errors that way; none leaves it, so that it can be linked
// into a plugin that is built without them.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_SIDECAR_SIDECAR_H
#define TILECHECKS_SIDECAR_SIDECAR_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tilechecks::sidecar {

enum class BodyKind {
#define TILECHECKS_SIDECAR_BODY(NAME, SPELLING) NAME,
#include "SidecarEnums.def"
};
enum class Outcome {
#define TILECHECKS_SIDECAR_OUTCOME(NAME, SPELLING) NAME,
#include "SidecarEnums.def"
};
enum class Origin {
#define TILECHECKS_SIDECAR_ORIGIN(NAME, SPELLING) NAME,
#include "SidecarEnums.def"
};
enum class ParamKind {
#define TILECHECKS_SIDECAR_PARAM(NAME, SPELLING) NAME,
#include "SidecarEnums.def"
};
enum class AtomRole {
#define TILECHECKS_SIDECAR_ROLE(NAME, SPELLING) NAME,
#include "SidecarEnums.def"
};
/// How a thread ends whose violation has been recorded.
enum class ViolationEnd {
#define TILECHECKS_SIDECAR_END(NAME, SPELLING) NAME,
#include "SidecarEnums.def"
};

/// The spelling of a member in JSON, as SidecarEnums.def lists it.
std::string_view spelling(BodyKind);
std::string_view spelling(Outcome);
std::string_view spelling(Origin);
std::string_view spelling(ParamKind);
std::string_view spelling(AtomRole);
std::string_view spelling(ViolationEnd);

struct Body {
  BodyKind Kind = BodyKind::SelfContained;
  std::string Symbol;
  std::int64_t Checks = 0; ///< Checks that stand in this body.
  bool operator==(const Body &) const = default;
};

struct Counts {
  std::int64_t Discharged = 0, Launch = 0, Hoisted = 0, InPlace = 0;
  bool operator==(const Counts &) const = default;
};

/// One of several places that a site was inlined or unrolled into.
struct Context {
  Outcome Result = Outcome::Discharged;
  std::string Rule, Reason;
  std::int64_t LoopLine = 0; ///< 0: not in a loop.
  std::vector<std::string> Goals, Premises; ///< For people.
  bool operator==(const Context &) const = default;
};

struct Check {
  std::string Id, File;
  std::int64_t Line = 0, Column = 0;
  std::string Tensor;
  std::int64_t Axis = 0;
  std::string Access;
  Outcome Result = Outcome::Discharged;
  std::string Rule, Reason, Hint;
  std::string Message; ///< What log and remarks say; empty in a 1.0 file.
  std::vector<std::string> Goals, Premises; ///< For people.
  std::vector<Context> Contexts; ///< Empty unless there are several.
  bool operator==(const Check &) const = default;
};

struct LaunchCheck {
  std::string Id;
  Origin From = Origin::Derived;
  std::string Predicate; ///< Prefix form of docs/interfaces.md section 2.
  std::string Text;      ///< The same for people.
  bool Exact = true;
  std::string File;
  std::int64_t Line = 0;
  std::string Access;
  std::vector<std::string> Goals; ///< Ids of the checks it covers.
  bool operator==(const LaunchCheck &) const = default;
};

struct Precondition {
  std::string Predicate, Text, Why, File;
  std::int64_t Line = 0;
  bool operator==(const Precondition &) const = default;
};

struct Param {
  std::int64_t Index = 0;
  std::string Name, Type;
  ParamKind Kind = ParamKind::Scalar;
  /// In bytes. None from the first parameter on that is aligned to more than
  /// 16: where ptxas puts it depends on where the parameters begin.
  std::optional<std::int64_t> Offset;
  std::int64_t Size = 0, Align = 1; ///< In bytes.
  bool operator==(const Param &) const = default;
};

struct Atom {
  std::string Key; ///< Prefix form of the term, e.g. `(param 1 8 32)`.
  std::string Name;
  AtomRole Role = AtomRole::Scalar;
  std::int64_t Param = 0, Axis = 0;
  bool operator==(const Atom &) const = default;
};

struct Resources {
  std::int64_t Registers = 0, Spills = 0, Shared = 0;
  bool operator==(const Resources &) const = default;
};

struct Obligation {
  std::string Kind, File;
  std::int64_t Line = 0;
  bool operator==(const Obligation &) const = default;
};

/// What a failed check does in a kernel that records violations.
struct OnViolation {
  ViolationEnd End = ViolationEnd::Trap;
  std::string Why; ///< Why no thread may leave; empty if it may.
  bool operator==(const OnViolation &) const = default;
};

struct Kernel {
  std::string Name, Symbol;
  std::vector<Body> Bodies;
  std::string Profile, Digest;
  bool FlagsKept = false;
  std::optional<OnViolation> Reports; ///< Absent: a failed check traps.
  std::vector<std::string> Attributes;
  Counts Count;
  std::vector<Check> Checks;
  std::vector<LaunchCheck> LaunchChecks;
  std::vector<Precondition> Preconditions;
  std::vector<Param> Params;
  std::vector<Atom> Atoms;
  std::optional<Resources> Resource; ///< Absent until filled in after ptxas.
  std::vector<Obligation> Obligations;
  bool operator==(const Kernel &) const = default;
};

struct Document {
  std::string SchemaVersion = "1.2";
  std::string Producer, Target, Module;
  std::vector<Kernel> Kernels;
  bool operator==(const Document &) const = default;
};

/// Why a file was refused: the file, the place in it, what was found there and
/// what was expected, all in Message.
struct Error {
  std::string Message;
};

/// Reads \p Text. \p FileName is used in error messages alone.
std::variant<Document, Error> read(std::string_view Text,
                                   std::string_view FileName);

/// Reads the file \p Path; a file that cannot be opened is an error too.
std::variant<Document, Error> readFile(const std::string &Path);

/// The file for \p D: two-space indent, keys in the order of the schema, a
/// newline at the end. Strings that are not UTF-8 have the offending bytes
/// replaced, since JSON cannot carry them.
std::string write(const Document &D);

/// The object of one kernel on one line, as it is embedded in the image under
/// `<symbol>__tc_table`: what only people read is left out.
std::string writeCompact(const Kernel &K);

/// Checks what the reader checks beyond the types (counts, ids, goals,
/// preconditions), for a writer that wants to know before the file is read.
/// Empty if \p D is consistent.
std::optional<Error> verify(const Document &D, std::string_view FileName);

/// Writes \p Text to \p Path so that a reader sees the old file or the new one
/// and never a part: into a new file beside it, which is then renamed. On an
/// error nothing is left behind and \p Path is as it was.
std::optional<Error> writeFileAtomically(const std::string &Path,
                                         std::string_view Text);

} // namespace tilechecks::sidecar

#endif // TILECHECKS_SIDECAR_SIDECAR_H
