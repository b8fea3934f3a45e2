// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of other libraries as tensors: what fits is a view of the same memory, what does not is refused with a reason.
#include "tilechecks/launch/interop.hpp"
#include "tilechecks/tensor.hpp"

#include <gtest/gtest.h>

#include <vector>

struct __half {
  unsigned short bits;
};

namespace {

// The members of DLPack's DLTensor.
struct dl_tensor {
  void *data;
  struct {
    int device_type, device_id;
  } device;
  int ndim;
  struct {
    std::uint8_t code, bits;
    std::uint16_t lanes;
  } dtype;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};

struct array {
  std::vector<std::int64_t> shape, strides;
  float data[64] = {};
  dl_tensor dl() {
    return {data, {2, 0}, int(shape.size()), {2, 32, 1}, shape.data(), strides.empty() ? nullptr : strides.data(), 0};
  }
};

template <class Tensor> std::string refusal(const dl_tensor &dl, bool read_only = false) {
  Tensor x;
  const tc::status s = tc::from_dlpack(dl, x, read_only);
  EXPECT_EQ(s.code, tc::status_code::refused);
  return s.message;
}

using matrix = tc::tensor2<float>;
using strided = tc::tensor<float, tc::dextents<int, 2>, tc::layout_stride>;
using columns = tc::tensor<float, tc::dextents<int, 2>, tc::layout_left>;

TEST(Interop, CompactArrayIsAView) {
  array a{{2, 3}, {}};
  matrix x;
  dl_tensor dl = a.dl();
  dl.byte_offset = 8;
  ASSERT_TRUE(tc::from_dlpack(dl, x).ok());
  EXPECT_EQ(x.data(), a.data + 2);
  EXPECT_EQ(x.extent(0), 2);
  EXPECT_EQ(x.extent(1), 3);
  array with{{2, 3}, {3, 1}};
  EXPECT_TRUE(tc::from_dlpack(with.dl(), x).ok());
}

TEST(Interop, StridesMustBeThoseOfTheLayout) {
  array wide{{2, 3}, {4, 1}}, turned{{2, 3}, {1, 2}};
  EXPECT_EQ(refusal<matrix>(wide.dl()), "from_dlpack: axis 0 has a stride of 4, the tensor's layout needs 3; make the array contiguous, "
                                        "or take a tensor of layout_stride");
  EXPECT_NE(refusal<matrix>(turned.dl()).find("axis 1 has a stride of 2"), std::string::npos);
  columns x;
  EXPECT_TRUE(tc::from_dlpack(turned.dl(), x).ok());
  array plain{{2, 3}, {}};
  EXPECT_NE(refusal<columns>(plain.dl()).find("axis 1 has a stride of 1, the tensor's layout needs 2"), std::string::npos);
  strided y;
  ASSERT_TRUE(tc::from_dlpack(wide.dl(), y).ok());
  EXPECT_EQ(y.stride(0), 4);
  EXPECT_EQ(y.stride(1), 1);
  ASSERT_TRUE(tc::from_dlpack(plain.dl(), y).ok());
  EXPECT_EQ(y.stride(0), 3);
}

TEST(Interop, StrideOfOneElementOrNoneIsNeverUsed) {
  array one{{1, 3}, {77, 1}}, none{{0, 3}, {9, 9}};
  matrix x;
  EXPECT_TRUE(tc::from_dlpack(one.dl(), x).ok());
  EXPECT_TRUE(tc::from_dlpack(none.dl(), x).ok());
  EXPECT_EQ(x.extent(0), 0);
}

TEST(Interop, RankExtentsAndElementsMustFit) {
  array a{{2, 3}, {}};
  EXPECT_EQ(refusal<tc::tensor1<float>>(a.dl()), "from_dlpack: the array has 2 axes, the tensor 1");
  using fixed = tc::tensor<float, tc::extents<int, tc::dyn, 4>>;
  EXPECT_EQ(refusal<fixed>(a.dl()), "from_dlpack: axis 1 has extent 3, the tensor's type says 4");
  using three = tc::tensor<float, tc::extents<int, tc::dyn, 3>>;
  three x;
  EXPECT_TRUE(tc::from_dlpack(a.dl(), x).ok());
  EXPECT_EQ(refusal<tc::tensor2<double>>(a.dl()), "from_dlpack: the array has elements of another type: floating-point number of 32 "
                                                  "bits, the tensor a floating-point number of 64 bits");
  EXPECT_NE(refusal<tc::tensor2<int>>(a.dl()).find("signed integer of 32 bits"), std::string::npos);
  dl_tensor half = a.dl();
  half.dtype = {2, 16, 1};
  tc::tensor2<__half> h;
  EXPECT_TRUE(tc::from_dlpack(half, h).ok());
  half.dtype.code = 4;
  EXPECT_NE(refusal<tc::tensor2<__half>>(half).find("bfloat of 16 bits"), std::string::npos);
  dl_tensor lanes = a.dl();
  lanes.dtype.lanes = 4;
  EXPECT_NE(refusal<matrix>(lanes).find("4 lanes"), std::string::npos);
}

TEST(Interop, ExtentsBeyondTheIndexTypeAreNotCut) {
  array a{{1LL << 31, 0}, {}}, b{{(1LL << 31) - 1, 0}, {}}, c{{-1, 2}, {}};
  EXPECT_NE(refusal<matrix>(a.dl()).find("axis 0 has extent 2147483648, which the tensor's index type of 32 bits does not hold"),
            std::string::npos);
  EXPECT_NE(refusal<matrix>(c.dl()).find("axis 0 has extent -1"), std::string::npos);
  matrix x;
  EXPECT_TRUE(tc::from_dlpack(b.dl(), x).ok());
  array far{{2, 2}, {1LL << 31, 1}};
  EXPECT_NE(refusal<strided>(far.dl()).find("axis 0 has a stride of 2147483648, which the tensor's index type does not hold"),
            std::string::npos);
}

TEST(Interop, MemoryOfTheHostAndOfReaders) {
  array a{{2, 3}, {}};
  dl_tensor host = a.dl();
  host.device.device_type = 1;
  EXPECT_NE(refusal<matrix>(host).find("DLPack's type 1, not on a CUDA device"), std::string::npos);
  EXPECT_NE(refusal<matrix>(a.dl(), true).find("may only be read"), std::string::npos);
  tc::tensor2<const float> x;
  EXPECT_TRUE(tc::from_dlpack(a.dl(), x, true).ok());
}

TEST(Interop, ArrayInterfaceHasStridesInBytes) {
  float data[64];
  const std::int64_t shape[] = {2, 3}, good[] = {16, 4}, odd[] = {14, 4};
  strided x;
  ASSERT_TRUE(tc::from_array_interface({data, false, "<f4", shape, good}, x).ok());
  EXPECT_EQ(x.stride(0), 4);
  tc::status s = tc::from_array_interface({data, false, "<f4", shape, odd}, x);
  EXPECT_EQ(s.message, "from_array_interface: axis 0 has a stride of 14 bytes, no multiple of the element's 4");
  matrix y;
  EXPECT_TRUE(tc::from_array_interface({data, false, "<f4", shape, {}}, y).ok());
  EXPECT_FALSE(tc::from_array_interface({data, true, "<f4", shape, {}}, y).ok());
  for (const char *type : {"", "f4", ">f4", "<x4", "<f", "<f-4", "<f99999", "<f8", "<i4"})
    EXPECT_FALSE(tc::from_array_interface({data, false, type, shape, {}}, y).ok()) << type;
}

} // namespace
