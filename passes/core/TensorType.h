//===- core/TensorType.h - a tensor parameter, read from its type's name ---===//
#ifndef TILECHECKS_CORE_TENSORTYPE_H
#define TILECHECKS_CORE_TENSORTYPE_H

#include "core/Int.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tilechecks {

/// A tensor parameter as its C++ type spells it (docs/interfaces.md 6).
struct TensorType {
  unsigned IndexBits = 0;
  std::vector<Int> Extents; ///< -1: dynamic
  std::string_view Layout;  ///< layout_right, layout_left, layout_stride; into the type's text
  bool IsConst = false;     ///< its elements
  unsigned ElementBytes = 0; ///< 0: the name does not tell

  /// Where the dynamic extent of Axis (for the rank: the first stride) lies in the parameter.
  uint32_t offsetOf(size_t Axis) const;
};

/// No value for every other type, and for index types that are not signed.
std::optional<TensorType> parseTensor(std::string_view Type);

} // namespace tilechecks

#endif // TILECHECKS_CORE_TENSORTYPE_H
