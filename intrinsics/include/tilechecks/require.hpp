// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// require: what must hold for a launch to be accepted. The launcher verifies
// it, the compiler may believe it.
#pragma once

#include "check.hpp"

namespace tc::inline TC_ABI {

/// A precondition of the kernel: `tc::require(A.extent(1) % 16 == 0, "whole
/// tiles only");`
///
/// It stands at the top of a kernel, is reached on every path, depends on
/// nothing but parameters, extents, strides and launch dimensions, and has no
/// side effect; the plugin refuses anything else and says which of these fails.
/// `why` is a string literal for the message, or null. In portable mode it is
/// checked where it stands.
///
/// A function in every mode, never a macro: the condition is evaluated alike in
/// all of them, so a build without checks is the same code.
TC_FN void require(bool condition, [[maybe_unused]] const char *why = nullptr,
                   TC_DETAIL_WHERE) {
#if TC_DETAIL_IN_PLACE
  static_cast<void>(column);
  if (!condition)
    detail::stop(file, line,
                 why != nullptr ? why
                                : "a requirement of the kernel does not hold");
#else
  TC_DETAIL_MARK_REQUIRE(condition, why);
#endif
}

namespace detail {

/// What a type asks of the launch, wherever in the kernel it is used: that tiles
/// divide an extent, that a block has so many threads. `what` is a string
/// literal that names it in the message. The plugin refuses a condition that the
/// launch does not decide.
TC_FN void contract(bool condition, [[maybe_unused]] const char *what,
                    [[maybe_unused]] const char *file,
                    [[maybe_unused]] int line, [[maybe_unused]] int column) {
#if TC_DETAIL_IN_PLACE
  if (!condition)
    stop(file, line, what);
#else
  TC_DETAIL_MARK_CONTRACT(condition, what);
#endif
}

} // namespace detail
} // namespace tc::inline TC_ABI
