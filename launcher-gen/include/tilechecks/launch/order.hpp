//===- order.hpp - when a launch check is looked at, and how its atoms are
//called -*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by launcher-gen, which writes the checks out in this order, and by
// tc::launch, which walks through them.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_ORDER_HPP
#define TILECHECKS_LAUNCH_ORDER_HPP

#include "kernel_info.hpp"
#include "predicate.hpp"

#include <utility>

namespace tc::rt {

/// Arguments first: a derived check that reads a negative extent would say
/// something true and beside the point.
enum class stage : unsigned char {
  arguments,
  preconditions,
  shape,
  derived,
  assumptions
};

inline constexpr stage all_stages[] = {stage::arguments, stage::preconditions,
                                       stage::shape, stage::derived,
                                       stage::assumptions};

/// A contract that speaks of the grid, the block, the cluster or the shared
/// bytes belongs to the shape of the launch, any other one to the arguments.
inline stage stage_of(origin from, const node &predicate) {
  switch (from) {
  case origin::precondition:
    return stage::preconditions;
  case origin::contract: {
    std::vector<node> atoms;
    collect_atoms(predicate, atoms);
    for (const node &a : atoms)
      if (a.code >= op::grid && a.code <= op::smem)
        return stage::shape;
    return stage::arguments;
  }
  case origin::derived:
  case origin::debt:
    return stage::derived;
  case origin::assumption:
    break;
  }
  return stage::assumptions;
}

/// How messages call a parameter that may have no name.
inline std::string argument_name(std::string_view name, std::size_t index) {
  return name.empty() ? "argument " + std::to_string(index) : std::string(name);
}

/// How messages call an atom: as the sidecar does, else as CUDA does.
template <class Names>
std::string atom_name(const node &atom, const Names &names) {
  const std::string key = atom_key(atom);
  for (const auto &[known, name] : names)
    if (known == key)
      return std::string(name);
  const std::string axis =
      std::string(".") + "xyz"[static_cast<std::size_t>(atom.number) % 3];
  switch (atom.code) {
  case op::grid:
    return "gridDim" + axis;
  case op::block:
    return "blockDim" + axis;
  case op::cluster:
    return "clusterDim" + axis;
  case op::smem:
    return "dynamic shared bytes";
  default:
    return key;
  }
}

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_ORDER_HPP
