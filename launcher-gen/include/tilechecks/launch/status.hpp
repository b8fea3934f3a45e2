//===- status.hpp - what a launch answers and is asked ----------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types a user of a generated launcher meets: the launch configuration, the
// status, the policies.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_STATUS_HPP
#define TILECHECKS_LAUNCH_STATUS_HPP

#include "num.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tc {

/// One compiled form of a kernel.
enum class body_kind : unsigned char {
  self_contained,
  placed,
  no_hoist,
  reference,
  unchecked,
  assumed
};

constexpr std::string_view spelling(body_kind b) {
  constexpr std::string_view names[] = {"self_contained", "placed",
                                        "no_hoist",       "reference",
                                        "unchecked",      "assumed"};
  return names[static_cast<int>(b)];
}

/// What happens when a launch check fails that is only sufficient: it does not
/// show that the launch would do wrong.
enum class on_sufficient : unsigned char {
  run_checked, ///< Run the self-contained body, which decides access by access.
  refuse,      ///< Do not launch.
};

/// Passed to the launcher of a kernel with unchecked accesses: the caller knows
/// that those are his to answer for.
struct unsafe_t {
  explicit constexpr unsafe_t() = default;
};
inline constexpr unsafe_t unsafe{};

/// Three dimensions, wide and signed, so that a size computed too large or
/// negative is refused by name and not cut to 32 bits on the way.
struct dims {
  long long x = 1, y = 1, z = 1;

  constexpr dims() = default;
  constexpr dims(long long x, long long y = 1, long long z = 1)
      : x(x), y(y), z(z) {}
  /// From CUDA's dim3 and its like.
  template <class D>
    requires requires(const D &d) {
      d.x + d.y + d.z;
      requires !std::is_same_v<D, dims>;
    }
  constexpr dims(const D &d) : x(d.x), y(d.y), z(d.z) {}
};

struct launch_config {
  dims grid = {};             ///< In blocks.
  dims block = {};            ///< In threads.
  long long dynamic_smem = 0; ///< In bytes.
  void *stream = nullptr;     ///< A CUstream or cudaStream_t.
  dims cluster = {};          ///< In blocks.
  std::optional<on_sufficient> sufficient =
      std::nullopt; ///< Default: the kernel's.
  std::optional<body_kind> body =
      std::nullopt; ///< Default: the environment's, else the fastest that is
                    ///< safe.
  /// All blocks at once, as grid-wide barriers need it.
  bool cooperative = false;
  /// The kernel may begin before the one ahead of it in the stream has ended
  /// (programmatic dependent launch).
  bool programmatic_stream_serialization = false;
  /// N: every Nth launch of the kernel runs the self-contained body; 0: none
  /// does. Default: the environment's, else 0.
  std::optional<unsigned> canary = std::nullopt;
  /// A cudaGraphExec_t and a cudaGraphNode_t: instead of a launch, the node's
  /// parameters there are set, as cudaGraphExecKernelNodeSetParams does. All
  /// checks are evaluated for the new ones.
  void *graph_exec = nullptr;
  void *graph_node = nullptr;
};

enum class status_code : unsigned char {
  ok,
  refused,      ///< A check does not hold; nothing was launched.
  no_such_body, ///< The body asked for was not built.
  no_driver,   ///< The checks hold, and there is no CUDA driver to launch with.
  image_error, ///< The image is missing, or is not the one of the sidecar.
  driver_error,  ///< The driver reported an error.
  kernel_failed, ///< The kernel was stopped while it ran.
  violation,     ///< A check in a kernel failed, and recorded itself.
};

/// A value that a check was computed from.
struct checked_value {
  std::string_view name;
  rt::num number;
};

/// The first check that failed in a kernel built with on_violation=report since
/// the last record was read. violation.hpp has its text and its JSON.
struct violation {
  std::string kernel; ///< Short name; empty if no launcher of this process
                      ///< knows the kernel.
  std::string symbol; ///< The user's.
  body_kind body = body_kind::self_contained;
  unsigned number = 0; ///< Of the check, as the failure code has it.
  std::string check;   ///< Its id in the sidecar.
  std::string file;
  long long line = 0;
  std::string access;
  std::string text; ///< Of a launch check at the entry; else empty.
  long long index = 0, extent = 0;
  dims block_index, thread_index; ///< Of the thread.
  dims grid, block;               ///< Of the launch.
  long long dynamic_smem = 0;
};

/// The answer of a launch. Not to be ignored: a refused launch has computed
/// nothing.
class [[nodiscard]] status {
public:
  struct named_value {
    std::string name, number;
  };

  status_code code = status_code::ok;
  /// For people. The first line is what the author of the kernel wrote, and
  /// the values that made it false.
  std::string message;
  /// The id of the launch check that decided; empty if none did.
  std::string check;
  std::vector<named_value> values;
  /// The body that runs, or ran, or would run.
  body_kind body = body_kind::placed;
  /// Whether a kernel was handed to the driver: launched, captured, or set in a
  /// graph. Not for a refused launch, for a grid of no blocks, for a validation
  /// alone.
  bool launched = false;
  /// Whether the grid has no blocks: no launch and no error.
  bool empty_grid = false;
  /// A note on the choice of the body: which check sent the launch to another
  /// one. Empty if none did.
  std::string note;
  /// N: every Nth launch runs the self-contained body instead; 0: none does.
  unsigned canary = 0;
  std::string kernel;
  /// The checks that stay in the body that runs, one a line, for the message
  /// of a kernel that failed.
  std::string residual_checks;
  /// With status_code::violation: what was recorded. May be of another kernel
  /// that was in flight.
  std::optional<violation> record;

  bool ok() const { return code == status_code::ok; }
  explicit operator bool() const { return ok(); }

  static status failure(status_code code, std::string message) {
    status s;
    s.code = code;
    s.message = std::move(message);
    return s;
  }
};

} // namespace tc

#endif // TILECHECKS_LAUNCH_STATUS_HPP
