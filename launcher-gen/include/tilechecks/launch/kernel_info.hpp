//===- kernel_info.hpp - what a launcher knows of its kernel ----*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant descriptions that a generated header holds, or that table.hpp makes
// from the table in an image.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_KERNEL_INFO_HPP
#define TILECHECKS_LAUNCH_KERNEL_INFO_HPP

#include "status.hpp"

#include <span>

namespace tc::rt {

enum class origin : unsigned char {
  precondition,
  contract,
  derived,
  debt,
  assumption
};

constexpr std::string_view spelling(origin o) {
  constexpr std::string_view names[] = {"precondition", "contract", "derived",
                                        "debt", "assumption"};
  return names[static_cast<int>(o)];
}

/// Of a parameter whose offset only the image tells.
inline constexpr std::size_t offset_of_ptxas = static_cast<std::size_t>(-1);

struct param_info {
  std::string_view name;
  std::size_t offset, size; ///< In bytes.
};

struct body_info {
  body_kind kind;
  std::string_view symbol;
};

/// One launch check, without its predicate.
struct check_info {
  std::string_view id;
  origin from;
  bool exact;
  std::string_view file; ///< Empty for what follows from a parameter's type.
  long long line;
  std::string_view access;
  std::string_view text;
  std::string_view why = {}; ///< The author's reason for a precondition.
};

/// A check that stays in the kernel.
struct residual_info {
  std::string_view file;
  long long line;
  std::string_view access;
  long long axis;
  std::string_view outcome;
};

/// A check as a record of its failure is worded.
struct site_info {
  std::string_view id;
  std::string_view file;
  long long line;
  std::string_view access;
  std::string_view text = {}; ///< Of a launch check.
};

/// What a kernel built with on_violation=report has to say of itself.
struct report_info {
  bool leaves = false; ///< The thread of a violation ends; else it traps.
  std::span<const site_info> checks;       ///< By number.
  std::span<const site_info> entry_checks; ///< Launch checks, by number.
};

struct kernel_info {
  std::string_view name; ///< Short: without the parameters.
  std::string_view symbol, digest;
  std::span<const param_info> params;
  std::span<const body_info> bodies;
  std::span<const residual_info> residual;
  on_sufficient sufficient; ///< Unless the launch says otherwise.
  bool has_assumptions;     ///< Some launch check is of that origin.
  std::optional<report_info> reports = {}; ///< Unless violations trap.
  std::string_view target = {};            ///< "sm_90".

  const body_info *find(body_kind kind) const {
    for (const body_info &b : bodies)
      if (b.kind == kind)
        return &b;
    return nullptr;
  }
};

/// Where the code is: a cubin or fatbin by path, or its bytes.
struct image {
  std::string_view path;
  std::span<const unsigned char> bytes;
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_KERNEL_INFO_HPP
