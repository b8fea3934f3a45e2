//===- spelling.hpp - the types of kernel parameters, from their spelling -*-
//C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sidecar spells the type of a parameter as the demangled symbol does, inline
// namespaces included. This reads the spelling of a tensor, and derives the
// launch checks that its type alone demands: no extent is negative, and the
// number of elements, or their reach through the strides, fits the index type.
//
// Layout in memory (docs/interfaces.md section 6): the pointer, the dynamic
// extents in axis order, then for layout_stride one stride an axis.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_SPELLING_HPP
#define TILECHECKS_LAUNCH_SPELLING_HPP

#include "num.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tc::rt {

/// `name<arguments...>`; the name without its namespaces is `last`.
struct template_spelling {
  std::string_view name, last;
  std::vector<std::string_view> arguments;
};

namespace detail {

inline std::string_view trim(std::string_view s) {
  while (!s.empty() && s.front() == ' ')
    s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ')
    s.remove_suffix(1);
  return s;
}

} // namespace detail

/// Nothing unless `s` is one template-id from end to end.
inline std::optional<template_spelling> parse_template(std::string_view s) {
  s = detail::trim(s);
  const std::size_t open = s.find('<');
  if (open == s.npos || s.back() != '>')
    return std::nullopt;
  template_spelling t;
  t.name = s.substr(0, open);
  const std::size_t colon = t.name.rfind("::");
  t.last = colon == t.name.npos ? t.name : t.name.substr(colon + 2);
  int depth = 0;
  std::size_t start = open + 1;
  for (std::size_t i = open + 1; i != s.size(); ++i) {
    const char c = s[i];
    const bool end = depth == 0 && c == '>';
    if (end && i + 1 != s.size())
      return std::nullopt;
    if (end || (depth == 0 && c == ',')) {
      std::string_view argument = detail::trim(s.substr(start, i - start));
      if (!argument.empty())
        t.arguments.push_back(argument);
      start = i + 1;
    } else if (c == '<' || c == '(') {
      ++depth;
    } else if (c == '>' || c == ')') {
      --depth;
    }
  }
  return t;
}

/// `saxpy` for `saxpy(float, ...)`, `a::gemm<float, 64>` for
/// `void a::gemm<float, 64>(float *)`: what messages call a kernel.
inline std::string short_kernel_name(std::string_view demangled) {
  constexpr std::string_view anonymous = "(anonymous namespace)::";
  std::string s(demangled), name;
  for (std::size_t at = s.find(anonymous); at != s.npos; at = s.find(anonymous))
    s.erase(at, anonymous.size());
  int depth = 0;
  for (char c : s) {
    if (depth == 0 && c == '(')
      break;
    if (depth == 0 && c == ' ')
      name.clear(); // the return type of a template
    else
      name += c;
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
  }
  return name;
}

struct scalar_type {
  std::string_view spelling, fixed;
  int bytes;
  bool is_integer, is_signed;
};

/// The fundamental types by their demangled spelling, with the fixed-width name
/// that the launcher uses.
inline constexpr scalar_type scalar_types[] = {
    {"bool", "bool", 1, false, false},
    {"char", "char", 1, true, true},
    {"signed char", "std::int8_t", 1, true, true},
    {"unsigned char", "std::uint8_t", 1, true, false},
    {"short", "std::int16_t", 2, true, true},
    {"unsigned short", "std::uint16_t", 2, true, false},
    {"int", "std::int32_t", 4, true, true},
    {"unsigned int", "std::uint32_t", 4, true, false},
    {"long", "std::int64_t", 8, true, true},
    {"unsigned long", "std::uint64_t", 8, true, false},
    {"long long", "std::int64_t", 8, true, true},
    {"unsigned long long", "std::uint64_t", 8, true, false},
    {"float", "float", 4, false, true},
    {"double", "double", 8, false, true},
};

inline const scalar_type *find_scalar(std::string_view s) {
  for (const scalar_type &t : scalar_types)
    if (t.spelling == detail::trim(s))
      return &t;
  return nullptr;
}

struct tensor_type {
  std::string_view element; ///< Without const.
  bool is_const = false;
  const scalar_type *index = nullptr;
  std::vector<long long> extents; ///< dynamic where not static.
  enum layout_kind { right, left, stride } layout = right;

  static constexpr long long dynamic = -1;

  std::size_t offset_of_extent(std::size_t axis) const {
    std::size_t offset = 8;
    for (std::size_t i = 0; i != axis; ++i)
      offset +=
          extents[i] == dynamic ? static_cast<std::size_t>(index->bytes) : 0;
    return offset;
  }
  std::size_t offset_of_stride(std::size_t axis) const {
    return offset_of_extent(extents.size()) +
           axis * static_cast<std::size_t>(index->bytes);
  }
  std::size_t size() const {
    const std::size_t end = layout == stride ? offset_of_stride(extents.size())
                                             : offset_of_extent(extents.size());
    return (end + 7) / 8 * 8;
  }
};

namespace detail {

/// A template argument such as `512`, `-1`, `16ul`, `18446744073709551615ul` or
/// `(unsigned long)4`; all ones is the dynamic extent.
inline std::optional<long long> extent_argument(std::string_view s) {
  if (!s.empty() && s.front() == '(') {
    const std::size_t close = s.find(')');
    if (close == s.npos)
      return std::nullopt;
    s.remove_prefix(close + 1);
  }
  while (!s.empty() && (s.back() == 'u' || s.back() == 'l' || s.back() == 'U' ||
                        s.back() == 'L'))
    s.remove_suffix(1);
  if (s == "-1" || s == "18446744073709551615" || s == "4294967295")
    return tensor_type::dynamic;
  long long v = 0;
  for (char c : s) {
    if (c < '0' || c > '9' || v > 922337203685477579LL)
      return std::nullopt;
    v = v * 10 + (c - '0');
  }
  if (s.empty())
    return std::nullopt;
  return v;
}

} // namespace detail

/// Nothing if `s` spells no tensor of ours, or one in a form not known here.
inline std::optional<tensor_type> parse_tensor(std::string_view s) {
  const auto outer = parse_template(s);
  if (!outer || outer->last != "tensor" || outer->name.substr(0, 4) != "tc::" ||
      outer->arguments.size() != 3)
    return std::nullopt;
  tensor_type t;
  t.element = outer->arguments[0];
  if (t.element.ends_with(" const")) {
    t.is_const = true;
    t.element = detail::trim(t.element.substr(0, t.element.size() - 6));
  } else if (t.element.starts_with("const ")) {
    t.is_const = true;
    t.element = detail::trim(t.element.substr(6));
  }
  const auto extents = parse_template(outer->arguments[1]);
  if (!extents || extents->last != "extents" || extents->arguments.empty())
    return std::nullopt;
  t.index = find_scalar(extents->arguments[0]);
  if (!t.index || !t.index->is_integer)
    return std::nullopt;
  for (std::size_t i = 1; i != extents->arguments.size(); ++i) {
    const auto extent = detail::extent_argument(extents->arguments[i]);
    if (!extent)
      return std::nullopt;
    t.extents.push_back(*extent);
  }
  const std::string_view layout = outer->arguments[2];
  if (layout.ends_with("layout_right"))
    t.layout = tensor_type::right;
  else if (layout.ends_with("layout_left"))
    t.layout = tensor_type::left;
  else if (layout.ends_with("layout_stride"))
    t.layout = tensor_type::stride;
  else
    return std::nullopt;
  return t;
}

/// A launch check that follows from the type of a parameter.
struct type_check {
  std::string id, predicate, text;
};

namespace detail {

/// The key of the atom at byte `offset` of parameter `index`, an integer of the
/// index type.
inline std::string field_key(const tensor_type &t, std::size_t index,
                             std::size_t offset) {
  return "(param " + std::to_string(index) + " " + std::to_string(offset) +
         " " + std::to_string(8 * t.index->bytes) + ")";
}

} // namespace detail

/// Keys and names of the extents and strides that tensor parameter `index`
/// carries.
inline std::vector<std::pair<std::string, std::string>>
type_atoms(const tensor_type &t, std::size_t index, const std::string &name) {
  std::vector<std::pair<std::string, std::string>> atoms;
  auto add = [&](const char *what, std::size_t axis, std::size_t offset) {
    atoms.emplace_back(detail::field_key(t, index, offset),
                       std::string(what) + "(" + name + "," +
                           std::to_string(axis) + ")");
  };
  for (std::size_t axis = 0; axis != t.extents.size(); ++axis) {
    if (t.extents[axis] == tensor_type::dynamic)
      add("extent", axis, t.offset_of_extent(axis));
    if (t.layout == tensor_type::stride)
      add("stride", axis, t.offset_of_stride(axis));
  }
  return atoms;
}

/// The checks of tensor parameter `index`, called `name` in the texts.
inline std::vector<type_check>
type_checks(const tensor_type &t, std::size_t index, const std::string &name) {
  std::vector<type_check> checks;
  const int bits = 8 * t.index->bytes;
  auto field = [&](std::size_t offset) {
    const std::string atom = detail::field_key(t, index, offset);
    return t.index->is_signed
               ? atom
               : "(uwrap " + std::to_string(bits) + " " + atom + ")";
  };
  auto call = [&](std::string_view what, std::size_t axis) {
    return std::string(what) + "(" + name + "," + std::to_string(axis) + ")";
  };
  std::string product, product_text, reach, reach_text, filled, filled_text;
  for (std::size_t axis = 0; axis != t.extents.size(); ++axis) {
    const bool is_dynamic = t.extents[axis] == tensor_type::dynamic;
    const std::string extent = is_dynamic ? field(t.offset_of_extent(axis))
                                          : std::to_string(t.extents[axis]);
    const std::string text = is_dynamic ? call("extent", axis) : extent;
    if (is_dynamic && t.index->is_signed)
      checks.push_back(
          {call("extent", axis), "(>= " + extent + " 0)", text + " >= 0"});
    product += " " + extent;
    product_text += (axis ? "*" : "") + text;
    filled += " (> " + extent + " 0)";
    filled_text += (axis ? " and " : "") + text + " > 0";
    if (t.layout == tensor_type::stride) {
      const std::string stride = field(t.offset_of_stride(axis));
      reach +=
          " (* (- " + extent + " 1) (max " + stride + " (- 0 " + stride + ")))";
      reach_text += (axis ? " + " : "") + std::string("(") + text + "-1)*|" +
                    call("stride", axis) + "|";
    }
  }
  // One extent fits its own type, and so does a constant one.
  if (t.extents.size() < 2 && t.layout != tensor_type::stride)
    return checks;
  const wide most = (wide{1} << (bits - (t.index->is_signed ? 1 : 0))) - 1;
  const std::string bound = to_string(most);
  if (t.extents.size() > 1)
    checks.push_back({"size(" + name + ")",
                      "(<= (*" + product + ") " + bound + ")",
                      product_text + " <= " + bound});
  if (t.layout == tensor_type::stride)
    checks.push_back(
        {"reach(" + name + ")",
         "(implies (and" + filled + ") (<= (+" + reach + ") " + bound + "))",
         filled_text + " implies " + reach_text + " <= " + bound});
  return checks;
}

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_SPELLING_HPP
