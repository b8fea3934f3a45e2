// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bfloats on the host, as the bits that they are: the upper half of a float.
#pragma once

#include <cstdint>
#include <cstring>

struct __nv_bfloat16;

namespace example {

using bfloat = std::uint16_t;

/// To nearest, ties to even; no NaN.
inline bfloat to_bfloat(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return static_cast<bfloat>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
inline float to_float(bfloat value) {
  const std::uint32_t bits = static_cast<std::uint32_t>(value) << 16;
  float result;
  std::memcpy(&result, &bits, 4);
  return result;
}

/// What a kernel calls such a pointer.
inline const __nv_bfloat16 *device_bfloats(const bfloat *p) { return reinterpret_cast<const __nv_bfloat16 *>(p); }
inline __nv_bfloat16 *device_bfloats(bfloat *p) { return reinterpret_cast<__nv_bfloat16 *>(p); }

} // namespace example
