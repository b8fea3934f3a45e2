// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The markers: calls that say "here a check belongs". libTileChecks.so decides
// each and deletes it. Their contract is docs/interfaces.md, section 1; nothing
// else in the library names them.
//
// The twin is this very source with each marker call replaced by its argument.
// So that it stays one by construction, the five macros below are the only text
// that differs between checked device code and the twin, and they evaluate the
// same operands in both.
#pragma once

#include "config.hpp"

#if TC_DETAIL_MARKERS

// Without the plugin these stay unresolved, and the linker's message tells why.
// No attribute but nothrow: the plugin sets the others once it knows that it
// will account for every call.
extern "C" {
__attribute__((device)) int
tilechecks_check_i32__needs_fpass_plugin_libTileChecks(
    int index, int extent, int tile, const void *data, int axis, int kind,
    const char *file, int line, int column) noexcept;
__attribute__((device)) long long
tilechecks_check_i64__needs_fpass_plugin_libTileChecks(
    long long index, long long extent, long long tile, const void *data,
    int axis, int kind, const char *file, int line, int column) noexcept;
__attribute__((device)) void
tilechecks_require__needs_fpass_plugin_libTileChecks(bool condition,
                                                     const char *why,
                                                     const char *file, int line,
                                                     int column) noexcept;
__attribute__((device)) void
tilechecks_contract__needs_fpass_plugin_libTileChecks(
    bool condition, const char *what, const char *file, int line,
    int column) noexcept;
__attribute__((device)) void tilechecks_entry__needs_fpass_plugin_libTileChecks(
    unsigned attributes, const char *file, int line) noexcept;
__attribute__((device)) void
tilechecks_unchecked__needs_fpass_plugin_libTileChecks(const char *file,
                                                       int line,
                                                       int column) noexcept;
}

#define TC_DETAIL_MARK_CHECK(width, index, extent, tile, data, axis, kind)     \
  tilechecks_check_i##width##__needs_fpass_plugin_libTileChecks(               \
      index, extent, tile, data, axis, kind, file, line, column)
#define TC_DETAIL_MARK_REQUIRE(condition, why)                                 \
  tilechecks_require__needs_fpass_plugin_libTileChecks(condition, why, file,   \
                                                       line, column)
#define TC_DETAIL_MARK_CONTRACT(condition, what)                               \
  tilechecks_contract__needs_fpass_plugin_libTileChecks(condition, what, file, \
                                                        line, column)
#define TC_DETAIL_MARK_ENTRY(attributes)                                       \
  tilechecks_entry__needs_fpass_plugin_libTileChecks(attributes, file, line)
#define TC_DETAIL_MARK_UNCHECKED()                                             \
  tilechecks_unchecked__needs_fpass_plugin_libTileChecks(file, line, column)

#else

#define TC_DETAIL_MARK_CHECK(width, index, extent, tile, data, axis, kind)     \
  (static_cast<void>(extent), static_cast<void>(tile),                         \
   static_cast<void>(data), static_cast<void>(axis), static_cast<void>(kind),  \
   static_cast<void>(file), static_cast<void>(line),                           \
   static_cast<void>(column), index)
#define TC_DETAIL_MARK_REQUIRE(condition, why)                                 \
  (static_cast<void>(condition), static_cast<void>(why),                       \
   static_cast<void>(file), static_cast<void>(line),                           \
   static_cast<void>(column))
#define TC_DETAIL_MARK_CONTRACT(condition, what)                               \
  (static_cast<void>(condition), static_cast<void>(what),                      \
   static_cast<void>(file), static_cast<void>(line),                           \
   static_cast<void>(column))
#define TC_DETAIL_MARK_ENTRY(attributes)                                       \
  (static_cast<void>(attributes), static_cast<void>(file),                     \
   static_cast<void>(line))
#define TC_DETAIL_MARK_UNCHECKED()                                             \
  (static_cast<void>(file), static_cast<void>(line), static_cast<void>(column))

#endif
