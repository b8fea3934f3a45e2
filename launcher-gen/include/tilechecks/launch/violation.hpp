//===- violation.hpp - what a record of a violation says --------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes that a kernel writes (docs/interfaces.md, section 4), the violation
// they stand for, its sentence and its JSON, which `tilechecks-run --replay`
// reads.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_VIOLATION_HPP
#define TILECHECKS_LAUNCH_VIOLATION_HPP

#include "kernel_info.hpp"

#include <cstdint>
#include <cstdio>

namespace tc {

namespace rt {

/// In memory of the host, written by one thread of the device.
struct violation_record {
  std::uint32_t complete; ///< 0 until everything else is written.
  std::uint32_t check;
  std::uint64_t body; ///< hash_of_symbol of the body's symbol.
  std::int64_t index, extent;
  std::uint32_t block_index[3], thread_index[3], grid[3], block[3];
  std::uint32_t dynamic_smem;
  std::uint32_t pad;
};
static_assert(sizeof(violation_record) == 88);

/// Checks from here on are launch checks at the entry of a body.
inline constexpr std::uint32_t first_entry_check = 0x40000000;

/// FNV-1a, as the plugin computes it.
constexpr std::uint64_t hash_of_symbol(std::string_view symbol) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : symbol)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// Words `r`, which `body` of `kernel` wrote; both null if nobody knows it.
inline violation describe(const violation_record &r, const kernel_info *kernel,
                          const body_info *body) {
  const auto triple = [](const std::uint32_t(&v)[3]) {
    return dims(v[0], v[1], v[2]);
  };
  violation v;
  v.number = r.check;
  v.index = r.index;
  v.extent = r.extent;
  v.block_index = triple(r.block_index);
  v.thread_index = triple(r.thread_index);
  v.grid = triple(r.grid);
  v.block = triple(r.block);
  v.dynamic_smem = r.dynamic_smem;
  if (!kernel || !body)
    return v;
  v.kernel = kernel->name;
  v.symbol = kernel->symbol;
  v.body = body->kind;
  if (!kernel->reports)
    return v;
  const bool at_entry = r.check >= first_entry_check;
  const auto sites =
      at_entry ? kernel->reports->entry_checks : kernel->reports->checks;
  const std::size_t at = at_entry ? r.check - first_entry_check : r.check;
  if (at < sites.size()) {
    v.check = sites[at].id;
    v.file = sites[at].file;
    v.line = sites[at].line;
    v.access = sites[at].access;
    v.text = sites[at].text;
  }
  return v;
}

/// "gather.cu:14: table(row, k): index 70000 is not below extent 65536, in
/// thread (3, 0, 0) of block (12, 0, 0)".
inline std::string sentence(const violation &v) {
  const auto triple = [](const dims &d) {
    return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " +
           std::to_string(d.z) + ")";
  };
  std::string s = !v.file.empty() ? v.file + ":" + std::to_string(v.line)
                  : v.kernel.empty() ? "a kernel that no launcher started"
                                     : v.kernel;
  s += ": ";
  s += v.access.empty() ? "check " + std::to_string(v.number) : v.access;
  s += ": ";
  const std::string index = std::to_string(v.index),
                    extent = std::to_string(v.extent);
  if (!v.text.empty()) // Of one comparison the two sides are recorded.
    s += v.text + " is false" +
         (v.index || v.extent ? " (" + index + " and " + extent + ")" : "");
  else if (v.index < 0)
    s += "index " + index + " is negative, the extent is " + extent;
  else if (v.index >= v.extent)
    s += "index " + index + " is not below extent " + extent;
  else // A tile, or the last element of a vector.
    s += "what begins at index " + index + " does not end within extent " +
         extent;
  return s + ", in thread " + triple(v.thread_index) + " of block " +
         triple(v.block_index);
}

/// A string as JSON has it.
inline std::string json_string(std::string_view text) {
  std::string s = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      s += '\\';
      s += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x",
                    static_cast<unsigned>(c));
      s += escaped;
    } else {
      s += c;
    }
  }
  return s + "\"";
}

} // namespace rt

/// The record for a file, of which `tilechecks-run --replay` finds the thread
/// again (docs/interfaces.md, section 8).
inline std::string to_json(const violation &v) {
  const auto text = [](const char *key, const std::string &value) {
    return "  \"" + std::string(key) + "\": " + rt::json_string(value) + ",\n";
  };
  const auto number = [](const char *key, long long value) {
    return "  \"" + std::string(key) + "\": " + std::to_string(value) + ",\n";
  };
  const auto triple = [](const char *key, const dims &d) {
    return "  \"" + std::string(key) + "\": [" + std::to_string(d.x) + ", " +
           std::to_string(d.y) + ", " + std::to_string(d.z) + "],\n";
  };
  std::string s = "{\n" + text("schema_version", "1.0") +
                  text("kernel", v.kernel) + text("symbol", v.symbol) +
                  text("body", std::string(spelling(v.body))) +
                  number("number", v.number) + text("check", v.check) +
                  text("file", v.file) + number("line", v.line) +
                  text("access", v.access) + number("index", v.index) +
                  number("extent", v.extent) +
                  triple("block_index", v.block_index) +
                  triple("thread_index", v.thread_index) +
                  triple("grid", v.grid) + triple("block", v.block) +
                  number("smem", v.dynamic_smem);
  s.resize(s.size() - 2); // the last comma
  return s + "\n}\n";
}

} // namespace tc

#endif // TILECHECKS_LAUNCH_VIOLATION_HPP
