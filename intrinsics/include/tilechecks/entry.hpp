// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of a kernel: what it asks of the plugin and of its launcher.
//
//   TC_KERNEL(tc::deny_in_kernel_checks)                     on the
//   declaration, before `__global__`
//   __global__ void saxpy(...)
//
//   template <class T, bool Fast> __global__ void k(...) {   in the body, where
//   a value decides
//     tc::entry<tc::deny_in_kernel_checks<Fast>>();
//
// Attributes:
//
//   deny_in_kernel_checks   a check that stays in the kernel is a compile error
//   deny_in_loop_checks     a check that stays in a loop is a compile error;
//   checks before loops are allowed unchecked_accesses      the launcher
//   demands an explicit tc::unsafe argument sufficient_launch       checks that
//   cannot be exact launch checks may become sufficient ones requires_("...")
//   on the declaration only: a precondition as text, `requires_("extent(x,1) %
//   64 == 0")`
//
// TC_KERNEL adds one annotation for each argument, the string "tilechecks:" and
// then the argument's own spelling. With white space and a leading `tc::`
// removed these are:
//
//   tilechecks:NAME            NAME one of the first four, or NAME<true>,
//   NAME<1>: on;  NAME<false>, NAME<0>: off tilechecks:requires_("TEXT") TEXT a
//   string literal as written, with its escapes
//
// The plugin refuses any other. Under compilers without the plugin TC_KERNEL is
// empty.
#pragma once

#include "check.hpp"

namespace tc::inline TC_ABI {

template <bool On = true> struct deny_in_kernel_checks {
  static constexpr unsigned bits = On ? 1u << 0 : 0u;
};
template <bool On = true> struct deny_in_loop_checks {
  static constexpr unsigned bits = On ? 1u << 1 : 0u;
};
template <bool On = true> struct unchecked_accesses {
  static constexpr unsigned bits = On ? 1u << 2 : 0u;
};
template <bool On = true> struct sufficient_launch {
  static constexpr unsigned bits = On ? 1u << 3 : 0u;
};

namespace detail {
TC_FN void mark_entry([[maybe_unused]] unsigned attributes,
                      [[maybe_unused]] const char *file,
                      [[maybe_unused]] int line) {
#if !TC_DETAIL_IN_PLACE
  TC_DETAIL_MARK_ENTRY(attributes);
#endif
}
} // namespace detail

/// Declares attributes of the kernel it stands in, at the top:
/// `tc::entry<tc::deny_in_kernel_checks>();`. In the first form all names are
/// bare, in the second all have values; several calls add up.
template <template <bool> class... Attribute>
  requires(sizeof...(Attribute) > 0)
TC_FN void entry(const char *file = __builtin_FILE(),
                 int line = __builtin_LINE()) {
  detail::mark_entry((Attribute<true>::bits | ...), file, line);
}
template <class... Attribute>
  requires(sizeof...(Attribute) > 0)
TC_FN void entry(const char *file = __builtin_FILE(),
                 int line = __builtin_LINE()) {
  detail::mark_entry((Attribute::bits | ...), file, line);
}

} // namespace tc::inline TC_ABI

#if TC_DETAIL_CLANG_CUDA
#define TC_DETAIL_ANNOTATE(attribute)                                          \
  __attribute__((annotate("tilechecks:" #attribute)))
#define TC_DETAIL_EACH_1(a, ...)                                               \
  TC_DETAIL_ANNOTATE(a) __VA_OPT__(TC_DETAIL_EACH_2(__VA_ARGS__))
#define TC_DETAIL_EACH_2(a, ...)                                               \
  TC_DETAIL_ANNOTATE(a) __VA_OPT__(TC_DETAIL_EACH_3(__VA_ARGS__))
#define TC_DETAIL_EACH_3(a, ...)                                               \
  TC_DETAIL_ANNOTATE(a) __VA_OPT__(TC_DETAIL_EACH_4(__VA_ARGS__))
#define TC_DETAIL_EACH_4(a, ...)                                               \
  TC_DETAIL_ANNOTATE(a) __VA_OPT__(TC_DETAIL_EACH_5(__VA_ARGS__))
#define TC_DETAIL_EACH_5(a, ...)                                               \
  TC_DETAIL_ANNOTATE(a) __VA_OPT__(TC_DETAIL_EACH_6(__VA_ARGS__))
#define TC_DETAIL_EACH_6(a, ...)                                               \
  TC_DETAIL_ANNOTATE(a) __VA_OPT__(TC_DETAIL_EACH_7(__VA_ARGS__))
#define TC_DETAIL_EACH_7(a, ...)                                               \
  TC_DETAIL_ANNOTATE(a) __VA_OPT__(TC_DETAIL_EACH_8(__VA_ARGS__))
#define TC_DETAIL_EACH_8(a) TC_DETAIL_ANNOTATE(a)
/// Attributes of a kernel on its declaration, at most eight.
#define TC_KERNEL(...) TC_DETAIL_EACH_1(__VA_ARGS__)
#else
#define TC_KERNEL(...)
#endif
