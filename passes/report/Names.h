//===- report/Names.h - names of kernels and checks -----------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_REPORT_NAMES_H
#define TILECHECKS_REPORT_NAMES_H

#include "core/Plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilechecks::report {

/// `void ns::gemm<64, (int)8>(tc::tensor<...>)` is `ns::gemm<64,(int)8>`: no
/// return type, no parameters, no blanks, so that it is one word of a line.
std::string baseName(std::string_view Demangled);

/// Source file name without folder and extension.
std::string moduleName(std::string_view SourceFile);

/// Sites in the order of the source: file, line, column, axis.
std::vector<int> sourceOrder(const Problem &P);
/// The inverse: position of each site in that order, which is its position in
/// the sidecar and its failure id.
std::vector<int> checkIds(const Problem &P);

/// `<kernel base name>/<access>/<axis>/<ordinal among equals>` by site. Edits
/// elsewhere in the file do not change them.
std::vector<std::string> stableIds(const Problem &P);

/// Glob with * and ?, over the whole of Text.
bool matchesGlob(std::string_view Glob, std::string_view Text);
/// Over `module::kernel` or the kernel alone, as demangled, as base name and as
/// symbol; an empty filter matches everything.
bool matchesFilter(std::string_view Filter, std::string_view Module,
                   const std::string &Name, const std::string &Symbol);

} // namespace tilechecks::report

#endif // TILECHECKS_REPORT_NAMES_H
