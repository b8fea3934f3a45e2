// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of the hand-written kernels, raw_NAME.cu: CHECK(i, n) stands at
// each access to global or shared memory and is
//
//   nothing                               by default: the baseline
//   if (!(0 <= i && i < n)) __trap();     with -DCHECK_BY_TRAP
//   assert(0 <= i && i < n);              with -DCHECK_BY_ASSERT
//
// Arrays in registers have none: their indices are constants once the loops are
// unrolled.
#pragma once

#include <cassert>

// Without checks the operands are named, so that no parameter is unused, and
// not evaluated.
#if defined(CHECK_BY_TRAP)
#define CHECK(index, extent)                                                   \
  do {                                                                         \
    if (!(0 <= (index) && (index) < (extent)))                                 \
      __trap();                                                                \
  } while (0)
#elif defined(CHECK_BY_ASSERT)
#define CHECK(index, extent) assert(0 <= (index) && (index) < (extent))
#else
#define CHECK(index, extent) static_cast<void>(sizeof((index) < (extent)))
#endif
