//===- interop.hpp - tensors from other libraries' arrays -------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tc::from_dlpack(dl, x)` and `tc::from_array_interface(a, x)` make a tensor
// of the type that a kernel takes from what DLPack or
// `__cuda_array_interface__` says of an array, and refuse what does not fit:
// another element type, number of axes or constant extent, an extent or stride
// that the index type cannot hold, strides that are not those of the layout,
// memory that the kernel may write and the array does not give out for writing.
//
//   tc::tensor2<const float> x;
//   if (tc::status s = tc::from_dlpack(managed->dl_tensor, x); !s.ok()) ...
//
// No header of DLPack is needed: any struct with the members of its DLTensor
// (DLPack 1.1) will do. `__cuda_array_interface__` is version 3 of Numba's CUDA
// array interface; its strides are in bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_INTEROP_HPP
#define TILECHECKS_LAUNCH_INTEROP_HPP

#include "num.hpp"
#include "status.hpp"

#include <cstdint>
#include <span>
#include <utility>

struct __half;
struct __nv_bfloat16;

namespace tc {

/// What kind of number an element is, with the codes of DLPack's DLDataTypeCode
/// that have one in both interfaces.
enum class element_code : unsigned char {
  signed_integer = 0,
  unsigned_integer = 1,
  floating = 2,
  bfloat = 4,
  boolean = 6,
  unknown = 255
};

/// The code of an element type; a specialisation adds one's own.
template <class T>
inline constexpr element_code element_code_of =
    std::is_same_v<T, bool>       ? element_code::boolean
    : std::is_floating_point_v<T> ? element_code::floating
    : std::is_integral_v<T>
        ? (std::is_signed_v<T> ? element_code::signed_integer
                               : element_code::unsigned_integer)
    : std::is_same_v<T, __half>        ? element_code::floating
    : std::is_same_v<T, __nv_bfloat16> ? element_code::bfloat
                                       : element_code::unknown;

/// The members of `__cuda_array_interface__`, as a host program holds them.
struct array_interface {
  void *data = nullptr;
  bool read_only = false;
  std::string_view typestr;              ///< "<f4", "|u1"
  std::span<const std::int64_t> shape;   ///< In elements.
  std::span<const std::int64_t> strides; ///< In bytes; empty: C order.
};

namespace rt {

constexpr std::string_view spelling(element_code c) {
  switch (c) {
  case element_code::signed_integer:
    return "signed integer";
  case element_code::unsigned_integer:
    return "unsigned integer";
  case element_code::floating:
    return "floating-point number";
  case element_code::bfloat:
    return "bfloat";
  case element_code::boolean:
    return "boolean";
  case element_code::unknown:
    break;
  }
  return "value of an unknown kind";
}

/// An array of another library, in elements.
struct foreign_array {
  std::string_view source; ///< For messages: "from_dlpack".
  void *data;
  bool read_only;
  element_code code;
  long long bits;                               ///< Of an element.
  std::span<const std::int64_t> shape, strides; ///< No strides: C order.
};

inline std::string element_text(element_code code, long long bits) {
  return std::string(spelling(code)) + " of " + std::to_string(bits) + " bits";
}

/// Makes `out` a view of `a`, or says why it cannot.
template <class Tensor> class importer {
  using index = typename Tensor::index_type;
  using shape = typename Tensor::extents_type;
  static constexpr int rank = Tensor::rank();

public:
  explicit importer(const foreign_array &a) : a(a) {}

  status run(Tensor &out) {
    using element = typename Tensor::value_type;
    const long long wanted = static_cast<long long>(8 * sizeof(element));
    if (a.code != element_code_of<element> || a.bits != wanted)
      return refuse("the array has elements of another type: " +
                    element_text(a.code, a.bits) + ", the tensor a " +
                    element_text(element_code_of<element>, wanted));
    if (a.read_only && !std::is_const_v<typename Tensor::element_type>)
      return refuse("the array may only be read, and the tensor's elements are "
                    "not const");
    if (a.shape.size() != static_cast<std::size_t>(rank))
      return refuse("the array has " + std::to_string(a.shape.size()) +
                    " axes, the tensor " + std::to_string(rank));
    if (!a.strides.empty() && a.strides.size() != a.shape.size())
      return refuse("the array has " + std::to_string(a.strides.size()) +
                    " strides for " + std::to_string(a.shape.size()) + " axes");
    for (int r = 0; r < rank; ++r) {
      const std::int64_t e = a.shape[static_cast<std::size_t>(r)];
      const long long fixed = shape::static_extent(r);
      if (fixed >= 0 && e != fixed)
        return refuse(axis(r) + "has extent " + std::to_string(e) +
                      ", the tensor's type says " + std::to_string(fixed));
      if (e < 0 || !std::in_range<index>(e))
        return refuse(axis(r) + "has extent " + std::to_string(e) +
                      ", which the tensor's index type of " +
                      std::to_string(8 * sizeof(index)) +
                      " bits does not hold");
    }
    if (status s = take_strides(); !s.ok())
      return s;
    build(out, std::make_integer_sequence<int, rank>());
    return status();
  }

private:
  status refuse(const std::string &why) const {
    return status::failure(status_code::refused,
                           std::string(a.source) + ": " + why);
  }
  static std::string axis(int r) { return "axis " + std::to_string(r) + " "; }

  /// The strides of a compact array of this layout, in elements. No number
  /// where a product overflows: then some extent is 0, or the memory does not
  /// exist.
  static num compact(const foreign_array &a, int r) {
    constexpr bool left =
        Tensor::layout_type::template contiguous_axis<rank> == 0;
    num product = 1;
    for (int s = left ? 0 : rank - 1; s != r; s += left ? 1 : -1)
      product = product * a.shape[static_cast<std::size_t>(s)];
    return product;
  }

  status take_strides() {
    const bool c_order = a.strides.empty();
    num dense = 1;
    for (int r = rank; r-- > 0;) {
      const auto at = static_cast<std::size_t>(r);
      const num mine = c_order ? dense : num(a.strides[at]);
      dense = dense * a.shape[at];
      if constexpr (Tensor::layout_type::stores_strides) {
        if (!mine.ok() ||
            !std::in_range<index>(static_cast<long long>(mine.value)) ||
            mine.value != static_cast<long long>(mine.value))
          return refuse(axis(r) + "has a stride of " + to_string(mine.value) +
                        ", which the tensor's index type does not hold");
        strides[r] = static_cast<index>(mine.value);
      } else if (a.shape[at] > 1 && !is_empty()) {
        // What an axis of one element has for a stride is never used.
        const num wanted = compact(a, r);
        if (!wanted.ok() || !mine.ok() || mine.value != wanted.value)
          return refuse(axis(r) + "has a stride of " + to_string(mine.value) +
                        ", the tensor's layout needs " +
                        to_string(wanted.value) +
                        "; make the array contiguous, or take a tensor of "
                        "layout_stride");
      }
    }
    return status();
  }

  bool is_empty() const {
    for (std::int64_t e : a.shape)
      if (e == 0)
        return true;
    return false;
  }

  template <int... R>
  void build(Tensor &out, std::integer_sequence<int, R...>) const {
    shape s;
    auto set = [&]<int Axis>() {
      if constexpr (shape::static_extent(Axis) < 0)
        s.template set<Axis>(static_cast<index>(a.shape[Axis]));
    };
    (set.template operator()<R>(), ...);
    auto *data = static_cast<typename Tensor::element_type *>(a.data);
    if constexpr (Tensor::layout_type::stores_strides)
      out = Tensor(data, s, strides);
    else
      out = Tensor(data, s);
  }

  const foreign_array &a;
  index strides[rank] = {};
};

/// "<f4": byte order, kind, bytes. An unknown code for every other text.
inline std::pair<element_code, long long> parse_typestr(std::string_view t) {
  if (t.size() < 3 || (t[0] != '<' && t[0] != '|' && t[0] != '='))
    return {element_code::unknown, 0};
  long long bytes = 0;
  for (char c : t.substr(2)) {
    if (c < '0' || c > '9' || bytes > 1024)
      return {element_code::unknown, 0};
    bytes = 10 * bytes + (c - '0');
  }
  const element_code code = t[1] == 'i'   ? element_code::signed_integer
                            : t[1] == 'u' ? element_code::unsigned_integer
                            : t[1] == 'f' ? element_code::floating
                            : t[1] == 'b' ? element_code::boolean
                                          : element_code::unknown;
  return {code, 8 * bytes};
}

} // namespace rt

/// Makes `out` a view of a DLTensor (or any struct with its members) in memory
/// of a CUDA device (kDLCUDA, kDLCUDAHost, kDLCUDAManaged). Its lifetime stays
/// the caller's business. `read_only`: DLManagedTensorVersioned's flag.
template <class DL, class Tensor>
status from_dlpack(const DL &dl, Tensor &out, bool read_only = false) {
  constexpr int cuda = 2, cuda_host = 3, cuda_managed = 13;
  const auto device = static_cast<int>(dl.device.device_type);
  if (device != cuda && device != cuda_host && device != cuda_managed)
    return status::failure(status_code::refused,
                           "from_dlpack: the array is on a device of DLPack's "
                           "type " +
                               std::to_string(device) +
                               ", not on a CUDA device");
  if (dl.dtype.lanes != 1)
    return status::failure(status_code::refused,
                           "from_dlpack: the array has elements of " +
                               std::to_string(dl.dtype.lanes) +
                               " lanes; one is understood");
  if (dl.ndim < 0 || (dl.ndim > 0 && !dl.shape))
    return status::failure(status_code::refused,
                           "from_dlpack: the array has no shape");
  const auto rank = static_cast<std::size_t>(dl.ndim);
  const auto code = static_cast<unsigned>(dl.dtype.code);
  const rt::foreign_array a = {
      "from_dlpack",
      static_cast<unsigned char *>(dl.data) + dl.byte_offset,
      read_only,
      code <= 2 || code == 4 || code == 6 ? static_cast<element_code>(code)
                                          : element_code::unknown,
      static_cast<long long>(dl.dtype.bits),
      {dl.shape, rank},
      {dl.strides, dl.strides ? rank : 0}};
  return rt::importer<Tensor>(a).run(out);
}

/// Makes `out` a view of an array that `__cuda_array_interface__` describes.
template <class Tensor>
status from_array_interface(const array_interface &i, Tensor &out) {
  const auto [code, bits] = rt::parse_typestr(i.typestr);
  if (code == element_code::unknown)
    return status::failure(status_code::refused,
                           "from_array_interface: the element type \"" +
                               std::string(i.typestr) + "\" is not understood");
  constexpr std::size_t max_axes = 32; // NumPy's limit is 64, tc::tensor's 5
  std::int64_t strides[max_axes] = {};
  if (i.strides.size() > max_axes)
    return status::failure(status_code::refused,
                           "from_array_interface: the array has " +
                               std::to_string(i.strides.size()) + " axes");
  for (std::size_t r = 0; r != i.strides.size(); ++r) {
    if (i.strides[r] % (bits / 8) != 0)
      return status::failure(status_code::refused,
                             "from_array_interface: axis " + std::to_string(r) +
                                 " has a stride of " +
                                 std::to_string(i.strides[r]) +
                                 " bytes, no multiple of the element's " +
                                 std::to_string(bits / 8));
    strides[r] = i.strides[r] / (bits / 8);
  }
  const rt::foreign_array a = {
      "from_array_interface",     i.data, i.read_only, code, bits, i.shape,
      {strides, i.strides.size()}};
  return rt::importer<Tensor>(a).run(out);
}

} // namespace tc

#endif // TILECHECKS_LAUNCH_INTEROP_HPP
